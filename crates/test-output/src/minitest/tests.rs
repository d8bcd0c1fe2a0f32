//! What is read in the recorded outputs of `minitest`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== failed
failed, 1 passed, 4 failed
SumsTest#test_explodes @ /w/project/lib/sums.rb:7
  got: ArgumentError: cannot explode
SumsTest#test_adds @ test/sums_test.rb:6
  want: Expected: 3
  got: Actual: -1
SumsTest#test_hash @ test/sums_test.rb:18
  want: --- expected
  got: +++ actual
       @@ -1 +1 @@
       -{:name=>"a", :items=>[1, 2, 4]}
       +{:name=>"a", :items=>[1, 2, 3]}
SumsTest#test_truth @ test/sums_test.rb:22
  want: the door is shut
  got: the door is shut

== passed
passed, 1 passed, 0 failed

== tail
failed, 1 passed, 4 failed

== verbose
failed, 1 passed, 4 failed
SumsTest#test_explodes @ /w/project/lib/sums.rb:7 …
SumsTest#test_adds @ test/sums_test.rb:6 …
SumsTest#test_hash @ test/sums_test.rb:18 …
SumsTest#test_truth @ test/sums_test.rb:22 …
ok: SumsTest#test_adds_zero

== load
infra Build
"#;
