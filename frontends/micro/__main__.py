"""``python -m frontends.micro``: write the files of all shipped policies again."""

from frontends.micro.files import FOLDER, WEB, rendered, vectors_of
from arena.whole_file import write_whole
from nets.micro.policy import shipped_policies, shipped_policy

for game in shipped_policies():
    policy = shipped_policy(game)
    vectors = vectors_of(policy)
    for name, content in rendered(policy, vectors).items():
        if not name.endswith(".json") or "vectors" in name:
            write_whole((WEB if name.endswith(".js") else FOLDER) / name, content)
    print(f"{game}: {policy.fingerprint}")
