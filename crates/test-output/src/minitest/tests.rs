//! What is read in the recorded outputs of `minitest`.

use super::read;
use crate::tests::check_recorded;

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "minitest", RECORDED);
}

/// Failures that several outputs contain.
const EXPLODES: &str = "
SumsTest#test_explodes @ /w/project/lib/sums.rb:7
  got: ArgumentError: cannot explode
";
const ADDS: &str = "
SumsTest#test_adds @ test/sums_test.rb:6
  want: Expected: 3
  got: Actual: -1
";
const HASH: &str = r#"
SumsTest#test_hash @ test/sums_test.rb:18
  want: --- expected
  got: +++ actual
       @@ -1 +1 @@
       -{:name=>"a", :items=>[1, 2, 4]}
       +{:name=>"a", :items=>[1, 2, 3]}
"#;
const TRUTH: &str = "
SumsTest#test_truth @ test/sums_test.rb:22
  want: the door is shut
  got: the door is shut
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    ("failed", &["failed, 1 passed, 4 failed", EXPLODES, ADDS, HASH, TRUTH]),
    ("passed", &["passed, 1 passed, 0 failed"]),
    ("tail", &["failed, 1 passed, 4 failed"]),
    (
        "verbose",
        &["failed, 1 passed, 4 failed", EXPLODES, ADDS, HASH, TRUTH, "ok: SumsTest#test_adds_zero"],
    ),
    ("load", &["infra Build"]),
];
