//! What is read in the recorded outputs of `unittest`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== fail
failed, 5 failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36
  got: OSError: no database
usuite.test_u.SumTest.test_described @ /w/project/sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
usuite.test_u.SumTest.test_adds_wrongly @ /w/project/usuite/test_u.py:10
  want: self.assertEqual(add(1, 1), 3, "one and one")
  got: AssertionError: 2 != 3 : one and one
usuite.test_u.SumTest.test_lists @ /w/project/usuite/test_u.py:22
  want: self.assertEqual([1, 2, 3], [1, 2, 4])
  got: AssertionError: Lists differ: [1, 2, 3] != [1, 2, 4]
       First differing element 2:
       3
       4
       - [1, 2, 3]
       ?        ^
       + [1, 2, 4]
       ?        ^
usuite.test_u.SumTest.test_table (a=1) @ /w/project/usuite/test_u.py:19
  want: self.assertTrue(add(a, a) == 4)
  got: AssertionError: False is not true

== fail_38
failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36 …
usuite.test_u.SumTest.test_described @ /w/project/sums/__init__.py:6 …
usuite.test_u.SumTest.test_adds_wrongly @ /w/project/usuite/test_u.py:10 …
usuite.test_u.SumTest.test_lists @ /w/project/usuite/test_u.py:22
  want: self.assertEqual([1, 2, 3], [1, 2, 4])
  got: AssertionError: Lists differ: [1, 2, 3] != [1, 2, 4]
       First differing element 2:
       3
       4

== verbose
failed, 5 failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36 …
usuite.test_u.SumTest.test_described @ /w/project/sums/__init__.py:6 …
usuite.test_u.SumTest.test_adds_wrongly @ /w/project/usuite/test_u.py:10 …
usuite.test_u.SumTest.test_lists @ /w/project/usuite/test_u.py:22 …
usuite.test_u.SumTest.test_table (a=1) @ /w/project/usuite/test_u.py:19 …
ok: usuite.test_u.SumTest.test_adds

== pass_verbose
passed, 2 passed
ok: test_good.Good.test_a, test_good.Good.test_b

== pass_313
passed, 2 passed
ok: ugood.test_good.Good.test_a, ugood.test_good.Good.test_b

== tail
failed, 5 failed

== failfast
failed, 1 failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36 …

== pass
passed, 2 passed

== nothing nothing_313
nothing, 0 passed

== import module
infra Build, 1 failed
"#;
