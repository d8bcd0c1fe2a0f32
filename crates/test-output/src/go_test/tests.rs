//! What is read in the recorded outputs of `go_test`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = "
== fail fail_127
failed
TestAddsWrongly @ sum_test.go:14
  want: Add(1, 1) = 2, want 3
  got: sum_test.go:14: Add(1, 1) = 2, want 3
       sum_test.go:16: a second line
       of the log
TestTable/two_and_two @ sum_test.go:24
  want: got 5
  got: sum_test.go:22: adding
       sum_test.go:24: got 5
TestDeep @ inner_test.go:10
  want: too deep
  got: inner_test.go:10: too deep

== verbose verbose_127 json
failed, 1 passed
TestAddsWrongly @ sum_test.go:14 …
TestTable/two_and_two @ sum_test.go:24 …
ok: TestAdds, TestTable/fine

== pass_verbose
passed, 1 passed
ok: TestAdds

== build
failed
TestAddsWrongly @ sum_test.go:14 …
TestTable/two_and_two @ sum_test.go:24 …

== json_127 panic_verbose
failed, 1 passed
TestBoom @ /w/project/boom/boom_test.go:9
  got: panic: assignment to entry in nil map
ok: TestFine

== panic panic_127 in_package
failed
TestBoom @ /w/project/boom/boom_test.go:9 …

== timeout_127
failed
TestSlow @ /w/project/slow/slow_test.go:8
  got: panic: test timed out after 1s

== tail
failed

== pass
passed

== nothing filtered
nothing

== build_only build_127 vet
infra Build

== init_panic timeout
infra Crash
";
