//! What is read in the recorded outputs of `rspec`.

use super::read;
use crate::tests::check_recorded;

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "rspec", RECORDED);
}

/// Failures that several outputs contain.
const SUMS_EXPLODES: &str = "
Sums explodes @ lib/sums.rb:7
  got: ArgumentError:
       cannot explode
";
const SUMS_COMPARES_HASHES: &str = r#"
Sums compares hashes @ spec/sums_spec.rb:25
  want: expect({ name: 'a', items: [1, 2, 3] }).to eq({ name: 'a', items: [1, 2, 4] })
  got: expected: {:items=>[1, 2, 4], :name=>"a"}
       got: {:items=>[1, 2, 3], :name=>"a"}
       (compared using ==)
       Diff:
       @@ -1 +1 @@
       -:items => [1, 2, 4],
       +:items => [1, 2, 3],
"#;
const SUMS_AGGREGATES: &str = r#"
Sums aggregates @ spec/sums_spec.rb:29
  want: expect(1).to eq(2)
  got: expected: 2
       got: 1
       (compared using ==)
       expected "a" to include "b"
"#;
const ADD_ADDS_TWO_NUMBERS: &str = "
Sums.add adds two numbers @ spec/sums_spec.rb:6
  want: expect(Sums.add(1, 2)).to eq(3)
  got: expected: 3
       got: -1
       (compared using ==)
";
const ADD_DOUBLES_1: &str = "
Sums.add doubles 1 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 2
       got: 0
       (compared using ==)
";
const ADD_DOUBLES_2: &str = "
Sums.add doubles 2 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 4
       got: 0
       (compared using ==)
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "colours failed",
        &[
            "failed, 1 passed, 6 failed",
            SUMS_EXPLODES,
            SUMS_COMPARES_HASHES,
            SUMS_AGGREGATES,
            ADD_ADDS_TWO_NUMBERS,
            ADD_DOUBLES_1,
            ADD_DOUBLES_2,
        ],
    ),
    (
        "documentation",
        &[
            "failed, 3 passed, 6 failed",
            SUMS_EXPLODES,
            SUMS_COMPARES_HASHES,
            SUMS_AGGREGATES,
            ADD_ADDS_TWO_NUMBERS,
            ADD_DOUBLES_1,
            ADD_DOUBLES_2,
        ],
    ),
    ("grep", &["nothing, 0 passed, 0 failed"]),
    (
        "head",
        &[
            "failed",
            SUMS_EXPLODES,
            r#"
Sums compares hashes
  want: expect({ name: 'a', items: [1, 2, 3] }).to eq({ name: 'a', items: [1, 2, 4] })
  got: expected: {:items=>[1, 2, 4], :name=>"a"}
"#,
        ],
    ),
    (
        "hook",
        &["
failed, 1 passed, 1 failed
hooked a @ spec/hook_spec.rb:2
  got: RuntimeError:
       no server
"],
    ),
    ("passed", &["passed, 2 passed, 0 failed"]),
    (
        "tail",
        &["
failed
Sums aggregates @ spec/sums_spec.rb:28
Sums.add adds two numbers @ spec/sums_spec.rb:5
Sums.add doubles 1 @ spec/sums_spec.rb
Sums.add doubles 2 @ spec/sums_spec.rb
"],
    ),
    ("load none syntax", &["infra Build, 0 passed, 0 failed"]),
    ("option", &["infra Crash"]),
];
