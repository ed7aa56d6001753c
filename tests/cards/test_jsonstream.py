from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from magistrate.cards import jsonstream
from magistrate.cards.jsonstream import iter_array
from magistrate.errors import InputError

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(members=st.lists(values, max_size=6), chunk=st.integers(1, 20), indent=st.sampled_from([None, 1]))
def test_reads_what_json_reads(tmp_path: Path, members: list[object], chunk: int, indent: int | None) -> None:
    path = tmp_path / "array.json"
    path.write_text(json.dumps(members, indent=indent), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonstream, "_CHUNK", chunk)
        assert list(iter_array(path)) == members


def test_reads_gzipped_files(tmp_path: Path) -> None:
    path = tmp_path / "array.json"
    path.write_bytes(gzip.compress(b"[1, 2, 3]"))
    assert list(iter_array(path)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}", r"expected a JSON array"),
        ("", r"expected a JSON array"),
        ('[{"a": 1}, {"a"', r"breaks off or is malformed at character 15"),
        ("[1 2]", r"expected `,` or `\]` at character 3"),
        ("[1, oops]", r"malformed at character 4"),
    ],
)
def test_malformed_arrays(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "array.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        list(iter_array(path))


def test_what_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "array.json"
    path.write_bytes(b"[\xff\xfe]")
    with pytest.raises(InputError, match="expected UTF-8 JSON"):
        list(iter_array(path))
    path.write_bytes(gzip.compress(b"[" + b"1," * 5000 + b"1]")[:30])
    with pytest.raises(InputError, match="expected UTF-8 JSON"):
        list(iter_array(path))
    with pytest.raises(InputError, match="cannot be read"):
        list(iter_array(tmp_path / "absent.json"))
