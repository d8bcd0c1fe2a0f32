//! What is read in the recorded outputs of `pytest`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== fail
failed, 3 passed, 5 failed
tests/test_sum.py::test_adds_wrongly @ tests/test_sum.py:13
  want: assert add(1, 1) == 3, "one and one"
  got: AssertionError: one and one
       assert 2 == 3
       +  where 2 = add(1, 1)
tests/test_sum.py::test_table[1-2] @ tests/test_sum.py:18
  want: assert add(a, b) == 4
  got: assert 3 == 4
       +  where 3 = add(1, 2)
tests/test_sum.py::test_raises @ sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
tests/test_sum.py::test_prints @ tests/test_sum.py:28
  got: RuntimeError: account 7 is
       not balanced
tests/test_sum.py::test_expects_error @ tests/test_sum.py:32
  want: with pytest.raises(ValueError):
  got: Failed: DID NOT RAISE ValueError

== more
failed, 1 passed, 7 failed
tests/test_more.py::test_helper @ tests/test_more.py:5
  want: assert n > 3
  got: assert 2 > 3
tests/test_more.py::test_chain @ tests/test_more.py:16
  got: ValueError: bad key
tests/test_more.py::test_spaces[a - b] @ tests/test_more.py:31
  want: assert text == "c"
  got: AssertionError: assert 'a - b' == 'c'
       - c
       + a - b
tests/test_more.py::test_spaces[x y] @ tests/test_more.py:31
  want: assert text == "c"
  got: AssertionError: assert 'x y' == 'c'
       - c
       + x y
tests/test_more.py::test_subtests
  got: contains 1 failed subtest
tests/test_more.py::test_teardown @ tests/test_more.py:22
  got: OSError: cannot close

== fail_7 fail_8 colour
failed, 1 passed, 4 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8
  want: assert [1, 2, 3] == [1, 2, 4]
  got: assert [1, 2, 3] == [1, 2, 4]
       At index 2 diff: 3 != 4
       Use -v to get more diff
tests/sub/test_deep.py::OldStyle::test_old @ tests/sub/test_deep.py:16
  want: self.assertEqual(1, 2)
  got: AssertionError: 1 != 2
tests/sub/test_deep.py::test_strings @ tests/sub/test_deep.py:29
  want: assert "one two - three" == "one two"
  got: AssertionError: assert 'one two - three' == 'one two'
       - one two
       + one two - three
tests/sub/test_deep.py::test_fixture @ tests/sub/test_deep.py:21
  got: OSError: no database

== xdist
failed, 1 passed, 4 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8 …
tests/sub/test_deep.py::test_strings @ tests/sub/test_deep.py:29 …
tests/sub/test_deep.py::OldStyle::test_old @ tests/sub/test_deep.py:16 …
tests/sub/test_deep.py::test_fixture @ tests/sub/test_deep.py:21 …

== exit_first
failed, 0 passed, 1 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8 …

== short
failed, 4 passed, 9 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8 …
tests/sub/test_deep.py::OldStyle::test_old @ tests/sub/test_deep.py:16 …
tests/sub/test_deep.py::test_strings @ tests/sub/test_deep.py:29 …
tests/test_sum.py::test_adds_wrongly @ tests/test_sum.py:13 …
tests/test_sum.py::test_table[1-2] @ tests/test_sum.py:18 …
tests/test_sum.py::test_raises @ sums/__init__.py:6 …
tests/test_sum.py::test_prints @ tests/test_sum.py:28 …
tests/test_sum.py::test_expects_error @ tests/test_sum.py:32 …
tests/sub/test_deep.py::test_fixture @ tests/sub/test_deep.py:21 …

== all_reported
failed, 1 passed, 4 failed
tests/sub/test_deep.py::test_fixture @ tests/sub/test_deep.py:21 …
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8 …
tests/sub/test_deep.py::OldStyle::test_old @ tests/sub/test_deep.py:16 …
tests/sub/test_deep.py::test_strings @ tests/sub/test_deep.py:29 …
ok: tests/sub/test_deep.py::TestDeep::test_ok

== verbose
failed, 1 passed, 4 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8
  want: assert [1, 2, 3] == [1, 2, 4]
  got: AssertionError: assert [1, 2, 3] == [1, 2, 4]
       At index 2 diff: 3 != 4
       Full diff:
       [
       1,
       2,...
       ...Full output truncated (5 lines hidden), use '-vv' to show
tests/sub/test_deep.py::OldStyle::test_old @ tests/sub/test_deep.py:16 …
tests/sub/test_deep.py::test_fixture @ tests/sub/test_deep.py:21 …
tests/sub/test_deep.py::test_strings @ tests/sub/test_deep.py:29 …
ok: tests/sub/test_deep.py::TestDeep::test_ok

== xdist_verbose
failed, 1 passed, 4 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8
  want: assert [1, 2, 3] == [1, 2, 4]
  got: AssertionError: assert [1, 2, 3] == [1, 2, 4]
       At index 2 diff: 3 != 4
       Full diff: (-: missing in left side, +: extra in left side)
       [
       1,
       2,...
       ...Full output truncated, use '-vv' to show
tests/sub/test_deep.py::OldStyle::test_old @ tests/sub/test_deep.py:16 …
tests/sub/test_deep.py::test_fixture @ tests/sub/test_deep.py:21 …
tests/sub/test_deep.py::test_strings @ tests/sub/test_deep.py:29 …
ok: tests/sub/test_deep.py::TestDeep::test_ok

== pass_verbose
passed, 2 passed, 0 failed
ok: good/test_good.py::test_a, good/test_good.py::test_b

== quiet line
failed, 4 passed, 9 failed
tests/sub/test_deep.py::TestDeep::test_lists
  want: assert [1, 2, 3] == [1,...
tests/sub/test_deep.py::OldStyle::test_old
  want: AssertionError: 1 != 2
tests/sub/test_deep.py::test_strings
  want: AssertionError: assert 'one two...
tests/test_sum.py::test_adds_wrongly
  want: AssertionError: one and one
tests/test_sum.py::test_table[1-2]
  want: assert 3 == 4
tests/test_sum.py::test_raises
  got: ValueError: invalid literal for int()...
tests/test_sum.py::test_prints
  got: RuntimeError: account 7 is
tests/test_sum.py::test_expects_error
  want: Failed: DID NOT RAISE ValueError
tests/sub/test_deep.py::test_fixture
  got: OSError: no database

== tail
failed, 4 passed, 9 failed
tests/test_sum.py::test_raises …
tests/test_sum.py::test_prints …
tests/test_sum.py::test_expects_error …
tests/sub/test_deep.py::test_fixture …

== tail_one
failed, 4 passed, 9 failed

== head
failed
tests/test_sum.py::test_adds_wrongly @ tests/test_sum.py:13 …
tests/test_sum.py::test_table[1-2] @ tests/test_sum.py:18 …

== native
failed, 0 passed, 1 failed
tests/test_sum.py::test_raises @ /w/project/sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'

== pass pass_quiet
passed, 2 passed, 0 failed

== nothing deselected
nothing, 0 passed, 0 failed

== timeout
failed, 0 passed, 1 failed
crash/test_slow.py::test_slow @ crash/test_slow.py:5
  got: Failed: Timeout (>1.0s) from pytest-timeout.

== worker_crash
failed, 1 passed, 1 failed
crash/test_crash.py::test_crash
  got: worker 'gw0' crashed while running '...

== collecting
infra Build, 0 passed, 2 failed

== collecting_continued
infra Build, 2 passed, 1 failed

== conftest
infra Build

== crash timeout_thread usage
infra Crash

== internal missing_file
infra Crash, 0 passed, 0 failed
"#;
