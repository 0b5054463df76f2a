import re

import pytest

from campaigns.places import FileFault, read_yaml, show


def test_labels_and_words_stay_text() -> None:
    value = read_yaml("hex: 0512\nword: no\ntime: 1:30\nday: 2026-11-30\nnumber: 7\nyes: true\n", "x").value
    assert value == {"hex": "0512", "word": "no", "time": "1:30", "day": "2026-11-30", "number": 7, "yes": True}


def test_every_value_has_its_line() -> None:
    located = read_yaml("a:\n  - b: 1\n  - c: 2\n", "x")
    assert located.line(("a", 1, "c")) == 3
    assert located.line(("a", 1, "missing", 4)) == 3
    assert show(("a", 1, "c")) == "a[1].c"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: [1, 2\nb: 3", "this is not valid YAML"),
        ("a: 1\na: 2", "'a' stands twice here (first on line 1)"),
        ("a: &x [1]\nb: [*x, *x]", "aliases (*) are not allowed"),
        ("a: !!python/object/apply:os.system [ls]", "this is not valid YAML"),
        ("{" * 200, "nested more than"),
        ("a: " + "[" * 60 + "]" * 60, "nested more than"),
        ("[" * 100_000, "nested more than"),
        ("a: !color red", "this is not valid YAML"),
        ("\x00", "not valid YAML"),
    ],
)
def test_a_broken_file_is_one_sentence_with_its_line(text: str, says: str) -> None:
    with pytest.raises(FileFault) as caught:
        read_yaml(text, "my.yaml")
    (fault,) = caught.value.faults
    assert fault.startswith("my.yaml")
    assert says in fault


def test_a_huge_file_is_refused() -> None:
    with pytest.raises(FileFault, match="larger than"):
        read_yaml("a" * 5_000_000, "x")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("? [a, b]\n: c\n", "line 1: the name of a field is a word, not a list or a table"),
        ("a: 1\n? {b: c}\n: d\n", "line 2: the name of a field is a word, not a list or a table"),
        ('a: "x\\e[2J"\n', "line 1: there is a control character in this text"),
        ('"a\\e": 1\n', "line 1: there is a control character in this text"),
        ("a: " + "[" * 5000, "nested more than 40 deep"),
        ("a:\n" + "".join(" " * n + "- \n" for n in range(1, 200)), "nested more than 40 deep"),
        ("a: [" + "1," * 30_000 + "1]", "more than 20000 values"),
        ("a: [" + "[]," * 30_000 + "1", "more than 20000 values"),
    ],
)
def test_what_nobody_writes_is_refused_before_all_of_it_is_read(text: str, told: str) -> None:
    with pytest.raises(FileFault, match=re.escape(told)):
        read_yaml(text, "file")
