//! What is read in recorded outputs of rspec.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_rspec_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_rspec_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "rspec/colours",
        r#"
failed, 1 passed, 6 failed
Sums explodes @ lib/sums.rb:7
  got: ArgumentError:
       cannot explode
Sums compares hashes @ spec/sums_spec.rb:25
  want: expect({ name: 'a', items: [1, 2, 3] }).to eq({ name: 'a', items: [1, 2, 4] })
  got: expected: {:items=>[1, 2, 4], :name=>"a"}
       got: {:items=>[1, 2, 3], :name=>"a"}
       (compared using ==)
       Diff:
       @@ -1 +1 @@
       -:items => [1, 2, 4],
       +:items => [1, 2, 3],
Sums aggregates @ spec/sums_spec.rb:29
  want: expect(1).to eq(2)
  got: expected: 2
       got: 1
       (compared using ==)
       expected "a" to include "b"
Sums.add adds two numbers @ spec/sums_spec.rb:6
  want: expect(Sums.add(1, 2)).to eq(3)
  got: expected: 3
       got: -1
       (compared using ==)
Sums.add doubles 1 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 2
       got: 0
       (compared using ==)
Sums.add doubles 2 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 4
       got: 0
       (compared using ==)
"#,
    ),
    (
        "rspec/documentation",
        r#"
failed, 3 passed, 6 failed
Sums explodes @ lib/sums.rb:7
  got: ArgumentError:
       cannot explode
Sums compares hashes @ spec/sums_spec.rb:25
  want: expect({ name: 'a', items: [1, 2, 3] }).to eq({ name: 'a', items: [1, 2, 4] })
  got: expected: {:items=>[1, 2, 4], :name=>"a"}
       got: {:items=>[1, 2, 3], :name=>"a"}
       (compared using ==)
       Diff:
       @@ -1 +1 @@
       -:items => [1, 2, 4],
       +:items => [1, 2, 3],
Sums aggregates @ spec/sums_spec.rb:29
  want: expect(1).to eq(2)
  got: expected: 2
       got: 1
       (compared using ==)
       expected "a" to include "b"
Sums.add adds two numbers @ spec/sums_spec.rb:6
  want: expect(Sums.add(1, 2)).to eq(3)
  got: expected: 3
       got: -1
       (compared using ==)
Sums.add doubles 1 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 2
       got: 0
       (compared using ==)
Sums.add doubles 2 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 4
       got: 0
       (compared using ==)
"#,
    ),
    (
        "rspec/failed",
        r#"
failed, 1 passed, 6 failed
Sums explodes @ lib/sums.rb:7
  got: ArgumentError:
       cannot explode
Sums compares hashes @ spec/sums_spec.rb:25
  want: expect({ name: 'a', items: [1, 2, 3] }).to eq({ name: 'a', items: [1, 2, 4] })
  got: expected: {:items=>[1, 2, 4], :name=>"a"}
       got: {:items=>[1, 2, 3], :name=>"a"}
       (compared using ==)
       Diff:
       @@ -1 +1 @@
       -:items => [1, 2, 4],
       +:items => [1, 2, 3],
Sums aggregates @ spec/sums_spec.rb:29
  want: expect(1).to eq(2)
  got: expected: 2
       got: 1
       (compared using ==)
       expected "a" to include "b"
Sums.add adds two numbers @ spec/sums_spec.rb:6
  want: expect(Sums.add(1, 2)).to eq(3)
  got: expected: 3
       got: -1
       (compared using ==)
Sums.add doubles 1 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 2
       got: 0
       (compared using ==)
Sums.add doubles 2 @ spec/sums_spec.rb:15
  want: expect(Sums.add(n, n)).to eq(2 * n)
  got: expected: 4
       got: 0
       (compared using ==)
"#,
    ),
    ("rspec/grep", "nothing, 0 passed, 0 failed"),
    (
        "rspec/head",
        r#"
failed
Sums explodes @ lib/sums.rb:7
  got: ArgumentError:
       cannot explode
Sums compares hashes
  want: expect({ name: 'a', items: [1, 2, 3] }).to eq({ name: 'a', items: [1, 2, 4] })
  got: expected: {:items=>[1, 2, 4], :name=>"a"}
"#,
    ),
    (
        "rspec/hook",
        r"
failed, 1 passed, 1 failed
hooked a @ spec/hook_spec.rb:2
  got: RuntimeError:
       no server
",
    ),
    ("rspec/passed", "passed, 2 passed, 0 failed"),
    (
        "rspec/tail",
        r"
failed
Sums aggregates @ spec/sums_spec.rb:28
Sums.add adds two numbers @ spec/sums_spec.rb:5
Sums.add doubles 1 @ spec/sums_spec.rb
Sums.add doubles 2 @ spec/sums_spec.rb
",
    ),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[
    ("rspec/load", "infra Build, 0 passed, 0 failed"),
    ("rspec/none", "infra Build, 0 passed, 0 failed"),
    ("rspec/option", "infra Crash"),
    ("rspec/syntax", "infra Build, 0 passed, 0 failed"),
];
