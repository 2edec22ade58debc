"""A foreign bot that plays the lowest legal action, and does one wrong thing: python FILE WHAT.

It needs nothing but Python, and starts quickly as `python -I -S FILE WHAT`.
"""

import json
import os
import signal
import sys
import time

WHAT = sys.argv[1]
HUGE = 5 * 1024 * 1024


def say(raw):
    sys.stdout.buffer.write(raw + b"\n")
    sys.stdout.flush()


def answer(number, result, **changes):
    say(json.dumps({"jsonrpc": "2.0", "id": number, "result": result, **changes}).encode())


def error(number, code, message, **more):
    fault = {"code": code, "message": message, **more}
    say(json.dumps({"jsonrpc": "2.0", "id": number, "error": fault}).encode())


def sleep(*_):
    while True:
        time.sleep(60)


def fork_and(then):
    """Leave a child behind that holds all pipes."""
    if os.fork() == 0:
        sleep()
    then()


def flood(stream):
    while True:
        stream.write(b"x" * 65535 + b"\n")


def tell_much(number, lowest):
    sys.stderr.write("y" * 3_000_000 + "the end")
    sys.stderr.flush()
    answer(number, lowest)


def hold_and_sleep():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep()


# What to do when asked to act; `n` is the number of the request, `a` an answer that would be good.
ACTS = {
    "illegal": lambda n, a: answer(n, {"action": 99}),
    "illegal text": lambda n, a: answer(n, {"action": "fly"}),
    "negative": lambda n, a: answer(n, {"action": -1}),
    "bool": lambda n, a: answer(n, {"action": True}),
    "float": lambda n, a: answer(n, {"action": 1.0}),
    "nan": lambda n, a: answer(n, {"action": float("nan")}),
    "null": lambda n, a: answer(n, {"action": None}),
    "list": lambda n, a: answer(n, [0]),
    "no action": lambda n, a: answer(n, {}),
    "huge number": lambda n, a: say(b'{"jsonrpc":"2.0","id":%d,"result":{"action":1%s}}'
                                    % (n, b"0" * 9000)),
    "deep": lambda n, a: say(b"[" * 200_000),
    "bad analysis": lambda n, a: answer(n, {**a, "analysis": [1]}),
    "other id": lambda n, a: answer(n + 1, a),
    "text id": lambda n, a: answer(str(n), a),
    "no id": lambda n, a: answer(None, a),
    "float id": lambda n, a: answer(float(n), a),
    "other jsonrpc": lambda n, a: answer(n, a, jsonrpc="1.0"),
    "result and error": lambda n, a: answer(n, a, error={"code": 1, "message": "both"}),
    "bad error": lambda n, a: error(n, "1", "no number"),
    "error": lambda n, a: error(n, -32000, "out of\ncards", data="line 7"),
    "dirty error": lambda n, a: error(n, -7, "\x00\x1b[31m red", data="\udfff" * 100_000),
    "unread": lambda n, a: error(None, -32700, "cannot read that"),
    "request": lambda n, a: say(b'{"jsonrpc":"2.0","id":1,"method":"act","params":{}}'),
    "talk": lambda n, a: (print("thinking...", flush=True), answer(n, a)),
    "empty line": lambda n, a: (say(b""), answer(n, a)),
    "twice": lambda n, a: (answer(n, a), answer(n, a)),
    "not utf-8": lambda n, a: say(b'{"jsonrpc":"2.0","id":1,"result":"\xff\xfe"}'),
    "huge line": lambda n, a: say(b"[" + b" " * HUGE + b"]"),
    "endless line": lambda n, a: sys.stdout.buffer.write(b"x" * HUGE) and sleep(),
    "flood": lambda n, a: flood(sys.stdout.buffer),
    "stderr flood": lambda n, a: flood(sys.stderr.buffer),
    "close": lambda n, a: (os.close(1), sleep()),
    "exit": lambda n, a: (sys.stderr.write("no cards left\n"), os._exit(3)),
    "abort": lambda n, a: os.abort(),
    "sleep": sleep,
    "hold": lambda n, a: hold_and_sleep(),
    "fork and exit": lambda n, a: fork_and(lambda: os._exit(0)),
    "fork and sleep": lambda n, a: fork_and(sleep),
    "fork and answer": lambda n, a: fork_and(lambda: answer(n, a)),
    "tell much": tell_much,
    "answer and exit": lambda n, a: (answer(n, a), os._exit(0)),
}
HELLOS = {
    "nameless": {"protocol": 1},
    "other protocol": {"name": "liar", "protocol": 2},
    "true protocol": {"name": "liar", "protocol": True},
    "other game": {"name": "liar", "protocol": 1, "games": ["chess", "go"]},
    "bad games": {"name": "liar", "protocol": 1, "games": "chess"},
}


def main():
    resets, acts, card = 0, 0, None
    for line in sys.stdin.buffer:
        request = json.loads(line)
        n, method, params = request["id"], request["method"], request["params"]
        if WHAT.startswith("note "):
            with open(WHAT[5:], "a") as notes:
                notes.write(f"{os.getpid()} {method}\n")
        if f"{method} exit" == WHAT:
            os._exit(4)
        if f"{method} sleep" == WHAT:
            sleep()
        if method == "hello":
            answer(n, HELLOS.get(WHAT, {"name": "liar", "protocol": 1}))
        elif method == "reset":
            resets += 1
            if WHAT == "one reset" and resets > 1:
                os._exit(5)
            answer(n, None)
        elif method == "act":
            acts += 1
            other, card = card, params["observation"]["view"].get("card")
            wrong = {"counts on": acts % 2, "carries over": other not in (None, card)}.get(WHAT, 0)
            ACTS.get(WHAT, answer)(n, {"action": params["legal"][int(wrong)]["action"]})
        elif method == "quit":
            answer(n, None)
            if WHAT == "no quit":
                hold_and_sleep()
            return
        elif WHAT == "knows all":
            answer(n, None)
        else:
            error(n, -1 if WHAT == "other code" else -32601, "no such method")
    if WHAT == "no end":
        hold_and_sleep()


main()
