"""``python -m frontends.micro``: write the files of all shipped policies again."""

from arena.whole_file import write_whole
from frontends.micro.files import committed
from nets.micro.policy import shipped_policies, shipped_policy


def main() -> None:
    """Write the files of each game."""
    for game in shipped_policies():
        for path, content in committed(shipped_policy(game)).items():
            write_whole(path, content)
            print(path)


if __name__ == "__main__":
    main()
