//! What is read in the recorded outputs of `bats`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== failed
failed, 1 passed, 4 failed
adds two numbers @ test/sums.bats:3
  want: `[ "$((1 - 2))" -eq 3 ]' failed
  got: `[ "$((1 - 2))" -eq 3 ]' failed
runs a command @ test/sums.bats:11
  want: `[ "$status" -eq 0 ]' failed
  got: output was:
missing command @ test/sums.bats:14
  want: `no_such_command' failed with status 127
  got: /w/project/test/sums.bats: line 14: no_such_command: command not found
helper @ test/sums.bats:19
  want: `helper' failed with status 3
  got: `helper' failed with status 3
ok: adds zero

== none
nothing

== passed
passed, 2 passed, 0 failed
ok: one, two

== several
failed, 3 passed, 4 failed
adds two numbers @ test/sums.bats:3 …
runs a command @ test/sums.bats:11 …
missing command @ test/sums.bats:14 …
helper @ test/sums.bats:19 …
ok: adds zero, one, two

== tail
failed, 1 passed, 4 failed

== syntax
infra Build, 0 passed, 0 failed
"#;
