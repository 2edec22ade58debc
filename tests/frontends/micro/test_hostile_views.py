"""What is missing, misspelt or impossible is one sentence, the same in all three languages."""

import copy
import json

import pytest

from frontends.micro.files import FOLDER
from nets.micro.features import ViewError
from nets.micro.policy import shipped_policy

GAMES = ("fado_duetos", "fairy_concerto", "hoi_pho", "house_of_fado")


def question(game, **changes):
    """Return the first vector as a question, with changes: path -> value, ... to leave it out."""
    text = (FOLDER / f"{game}.vectors.json").read_text(encoding="utf-8")
    vector = json.loads(text)["vectors"][0]
    asked = {key: copy.deepcopy(vector[key]) for key in ("view", "player", "players", "legal")}
    for path, value in changes.items():
        *way, last = path.split("__")
        place = asked
        for key in way:
            place = place[int(key) if key.isdigit() else key]
        last = int(last) if last.isdigit() else last
        if value is ...:
            del place[last]
        else:
            place[last] = value
    return asked


WRONG = [
    ("hoi_pho", {"view__money": ...}, "The field 'money' of the view is missing."),
    ("hoi_pho", {"view__hand": None}, "The field 'hand' of the view is missing."),
    ("hoi_pho", {"view__moneys": []}, "The view has an unknown field 'moneys'; it may have "),
    ("hoi_pho", {"view__money": [3, 4]}, "The field 'money' of the view has 2 entries; there are "),
    ("hoi_pho", {"view__money__1": "4"},
     "The field 'money.1' of the view is \"4\"; it must be a whole number from -1000000 to "),
    ("hoi_pho", {"view__money__0": 2.5}, "The field 'money.0' of the view is 2.5; it must be "),
    ("hoi_pho", {"view__money__0": 1e9}, "The field 'money.0' of the view is "),
    ("hoi_pho", {"view__hand__0": "shipp"},
     "The field 'hand.0' of the view has \"shipp\", which the policy for hoi_pho does not know."),
    ("hoi_pho", {"view__hand__0": [1]}, "The field 'hand.0' of the view must be a pair."),
    ("hoi_pho", {"view__hand__0": True}, "The field 'hand.0' of the view is true; it must be a "),
    ("hoi_pho", {"view__phase": "throwing"}, "The field 'phase' of the view has \"throwing\""),
    ("hoi_pho", {"view__phase": "constructor"}, "The field 'phase' of the view has \"constr"),
    ("hoi_pho", {"view__on_table": [[7, 9]]},
     "The field 'on_table.0' of the view is 9; it must be a seat from 0 to 2."),
    ("hoi_pho", {"view__played": 3}, "The field 'played' of the view is 3; it must be a list or "),
    ("hoi_pho", {"view": []}, "The "),
    ("hoi_pho", {"view": "a view"}, "The view must be an object."),
    ("hoi_pho", {"view": None}, "The view must be an object."),
    ("hoi_pho", {"players": 6}, "6 players are not possible; hoi_pho has 3, 4, 5."),
    ("hoi_pho", {"players": "3"}, "\"3\" players are not possible"),
    ("hoi_pho", {"player": 3}, "The seat 3 is not one of 0..2."),
    ("hoi_pho", {"player": -1}, "The seat -1 is not one of 0..2."),
    ("hoi_pho", {"legal": []}, "The legal actions must be a list of texts, at least one."),
    ("hoi_pho", {"legal": ["play 7", "play 99"]},
     "The action \"play 99\" is unknown in hoi_pho with 3 players."),
    ("hoi_pho", {"legal": ["challenge across"]},
     "The action \"challenge across\" is unknown in hoi_pho with 3 players."),
    ("hoi_pho", {"legal": [7]}, "The action 7 is unknown in hoi_pho with 3 players."),
    ("fairy_concerto", {"view__hand__flutist": 1}, "The field 'hand' of the view has an unknown "),
    ("fairy_concerto", {"view__soloist": "SOL_E"}, "The field 'soloist' of the view has \"SOL_E\""),
    ("fado_duetos", {"view__hand": ["H99"]}, "The field 'hand.0' of the view has \"H99\""),
    ("fado_duetos", {"view__marker": 4}, "The field 'marker' of the view is 4; it must be a seat"),
    ("house_of_fado", {"view__figures": {"street_L": "waiter 0"}},
     "The field 'figures.street_L' of the view has \"street_L waiter\""),
    ("house_of_fado", {"view__figures": {"street_L": "worker 7"}},
     "The field 'figures.street_L' of the view is 7; it must be a seat from 0 to 1."),
    ("house_of_fado", {"view__seats__0__money": ...}, "The field 'seats.0.money' of the view is "),
    ("house_of_fado", {"view__seats__0__monney": 1}, "The field 'seats.0' of the view has an unkn"),
]


@pytest.mark.parametrize(("game", "changes", "sentence"), WRONG, ids=[str(w[1]) for w in WRONG])
def test_a_wrong_view_is_a_sentence_in_python(game, changes, sentence):
    asked = question(game, **changes)
    with pytest.raises(ViewError) as caught:
        shipped_policy(game).choose(**asked)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ("js", "php"))
def test_a_wrong_view_is_the_same_sentence_elsewhere(game, language, answers):
    wrong = [(changes, sentence) for name, changes, sentence in WRONG if name == game]
    questions = [question(game, **changes) for changes, _ in wrong]
    for (changes, sentence), answer in zip(
            wrong, answers(language, game, questions), strict=True):
        assert answer.get("kind") in ("Error", "InvalidArgumentException", "TypeError"), changes
        if answer["kind"] != "TypeError":
            assert answer["error"].startswith(sentence), changes


def mutations(value, path=()):
    """Yield every view in which one thing is gone or something else, from the outside in."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        inner = value[key]
        for other in (None, -3, 2.5, "x", [], [[]], {"x": 1}):
            yield (*path, key), other
        if isinstance(inner, (dict, list)):
            yield from mutations(inner, (*path, key))


def changed(view, path, other):
    view = copy.deepcopy(view)
    place = view
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = other
    return view


@pytest.mark.parametrize("game", GAMES)
def test_mutated_views_get_an_answer_or_a_sentence_and_the_same_everywhere(game, answers):
    asked = question(game)
    questions = [asked | {"view": changed(asked["view"], *change)}
                 for change in list(mutations(asked["view"]))[::13]]
    mine, sentences = [], []
    for each in questions:
        try:
            mine.append(shipped_policy(game).choose(**each))
        except ViewError as error:
            mine.append(None)
            sentences.append(str(error))
    assert sentences and not any("\n" in sentence for sentence in sentences)
    for language in ("js", "php"):
        for each, own, answer in zip(
                questions, mine, answers(language, game, questions), strict=True):
            assert answer.get("kind", "Error") in ("Error", "InvalidArgumentException"), answer
            # PHP cannot tell an empty list from an empty object.
            assert answer.get("action") == own or language == "php", each
