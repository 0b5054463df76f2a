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
        ("{" * 200, "not valid YAML"),
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
