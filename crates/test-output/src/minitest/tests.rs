//! What is read in recorded outputs of minitest.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_minitest_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_minitest_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "minitest/failed",
        r#"
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
"#,
    ),
    ("minitest/passed", "passed, 1 passed, 0 failed"),
    ("minitest/tail", "failed, 1 passed, 4 failed"),
    (
        "minitest/verbose",
        r#"
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
ok: SumsTest#test_adds_zero
"#,
    ),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[("minitest/load", "infra Build")];
