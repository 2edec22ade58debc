"""The error wrapper: one sentence and an exit code for bad input, a traceback for a bug."""

import argparse

import pytest

from engine_cy.errors import BotSpecError, DataError, GameOptionError
from scripts.errors import ArgumentParser, UsageError, bad_input_sentence, guard


def raising(error):
    def command(argv):
        raise error

    return command


@pytest.mark.parametrize("kind", [GameOptionError, DataError, BotSpecError, UsageError])
def test_our_errors_are_one_line_and_exit_code_2(kind, capsys):
    assert guard(raising(kind("The value 9 is wrong;\n  allowed: 3..5.")), []) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "desgarrada: The value 9 is wrong; allowed: 3..5.\n"


def test_a_bug_keeps_its_traceback_and_exits_1(capsys):
    assert guard(raising(ValueError("from the standard library")), []) == 1
    err = capsys.readouterr().err
    assert err.startswith("Traceback")
    assert "from the standard library" in err


def test_interruption_is_one_line_and_130(capsys):
    assert guard(raising(KeyboardInterrupt()), []) == 130
    assert capsys.readouterr().err == "\ndesgarrada: interrupted\n"


def test_a_file_that_is_not_there_is_named(tmp_path, capsys):
    assert guard(lambda argv: len((tmp_path / "no.yaml").read_text()), []) == 2
    assert (
        capsys.readouterr().err
        == f"desgarrada: {tmp_path / 'no.yaml'}: No such file or directory\n"
    )


@pytest.mark.parametrize(("given", "code"), [(None, 0), (0, 0), (3, 3)])
def test_system_exit_is_its_code(given, code):
    assert guard(raising(SystemExit(given)), []) == code


def test_the_code_of_the_command_is_returned():
    assert guard(lambda argv: len(argv), ["a", "b", "c"]) == 3


def test_argparse_errors_are_a_sentence_naming_the_help():
    parser = ArgumentParser(prog="desgarrada games")
    parser.add_argument("--json", action="store_true")
    with pytest.raises(
        UsageError, match=r"unrecognized arguments: --xml \(see desgarrada games --help\)"
    ):
        parser.parse_args(["--xml"])


def test_exceptions_of_other_packages_are_bugs():
    assert bad_input_sentence(argparse.ArgumentTypeError("x")) is None
    assert bad_input_sentence(KeyError("x")) is None


def test_yaml_errors_name_file_and_line(tmp_path):
    import yaml

    path = tmp_path / "mine.yaml"
    path.write_text("name: hoi_pho\nplayers: [3\n")
    with pytest.raises(yaml.YAMLError) as caught, path.open() as stream:
        yaml.safe_load(stream)
    sentence = bad_input_sentence(caught.value)
    assert sentence.startswith(f"{path}, line 3, column 1: broken YAML:")
