//! What is read in the recorded outputs of `rspec`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== colours failed
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

== documentation
failed, 3 passed, 6 failed
Sums explodes @ lib/sums.rb:7 …
Sums compares hashes @ spec/sums_spec.rb:25 …
Sums aggregates @ spec/sums_spec.rb:29 …
Sums.add adds two numbers @ spec/sums_spec.rb:6 …
Sums.add doubles 1 @ spec/sums_spec.rb:15 …
Sums.add doubles 2 @ spec/sums_spec.rb:15 …

== grep
nothing, 0 passed, 0 failed

== head
failed
Sums explodes @ lib/sums.rb:7 …
Sums compares hashes
  want: expect({ name: 'a', items: [1, 2, 3] }).to eq({ name: 'a', items: [1, 2, 4] })
  got: expected: {:items=>[1, 2, 4], :name=>"a"}

== hook
failed, 1 passed, 1 failed
hooked a @ spec/hook_spec.rb:2
  got: RuntimeError:
       no server

== passed
passed, 2 passed, 0 failed

== tail
failed
Sums aggregates @ spec/sums_spec.rb:28
Sums.add adds two numbers @ spec/sums_spec.rb:5
Sums.add doubles 1 @ spec/sums_spec.rb
Sums.add doubles 2 @ spec/sums_spec.rb

== load none syntax
infra Build, 0 passed, 0 failed

== option
infra Crash
"#;
