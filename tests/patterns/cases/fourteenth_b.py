"""Go, Rust, Java and C++ repositories: races, compiler errors, stack traces, builds, benchmarks, generators, bisection; and the dead ends of the same work."""
from session import healthy, run, stuck


@healthy("work:bugfix", "lease-go", "Users report (#902) that Release() sometimes blocks for ever under load. Fix it; `go test -race ./...` has to stay clean.", client="claude")
def a_deadlock_seen_in_one_of_a_few_runs(s):
    run(s, "git log --oneline -4 && go version && go test ./... 2>&1 | tail -8", "be12f90 lease: shorten critical section\n41c07aa store: etcd 3.5\n90df113 ci: go 1.23\n7c0e5d1 readme\ngo version go1.23.4 linux/amd64\nok  \tgithub.com/acme/lease\t0.412s\nok  \tgithub.com/acme/lease/store\t1.208s\n?   \tgithub.com/acme/lease/internal/clock\t[no test files]", ms=14_000)
    run(s, "grep -n 'mu\\.\\|cond\\.\\|<-' lease.go", "38:\tl.mu.Lock()\n39:\tdefer l.mu.Unlock()\n57:\tl.mu.Lock()\n61:\tl.done <- struct{}{}\n62:\tl.mu.Unlock()\n80:\t\tcase <-l.done:\n84:\t\t\tl.mu.Lock()")
    run(s, "cat > stress_test.go <<'EOF'\npackage lease\n\nimport (\n\t\"sync\"\n\t\"testing\"\n)\n\nfunc TestStress(t *testing.T) {\n\tvar wg sync.WaitGroup\n\tfor i := 0; i < 64; i++ {\n\t\twg.Add(1)\n\t\tgo func() { defer wg.Done(); l := New(store); l.Renew(); l.Release() }()\n\t}\n\twg.Wait()\n}\nEOF\ngo vet . && go test -run TestStress -count=1 -timeout 20s .", "ok  \tgithub.com/acme/lease\t0.061s", ms=5100)
    for count, bad in [(10, False), (50, False), (200, True), (200, False), (200, True)]:
        run(s, f"go test -run TestStress -count={count} -timeout 20s . 2>&1 | head -14", "panic: test timed out after 20s\n\trunning tests:\n\t\tTestStress (18s)\n\ngoroutine 81 [chan send]:\ngithub.com/acme/lease.(*Lease).Release(0xc0001a4000)\n\t/home/dev/lease-go/lease.go:61 +0x8c\n\ngoroutine 112 [sync.Mutex.Lock]:\ngithub.com/acme/lease.(*Lease).loop(0xc0001a4000)\n\t/home/dev/lease-go/lease.go:84 +0x1d4" if bad else f"ok  \tgithub.com/acme/lease\t{count * .018:.3f}s", ms=22_000 if bad else count * 25)
    s.look("lease.go", "func (l *Lease) Release() {\n\tl.mu.Lock()\n\tif l.released {\n\t\tl.mu.Unlock()\n\t\treturn\n\t}\n\tl.released = true\n\tl.done <- struct{}{}\n\tl.mu.Unlock()\n}\n", first=55, count=10)
    s.edit("lease.go", "\tl.done <- struct{}{}\n\tl.mu.Unlock()", "\tl.mu.Unlock()\n\tclose(l.done)")
    run(s, "go test -run TestStress -count=200 -timeout 60s .", "ok  \tgithub.com/acme/lease\t3.702s", ms=6900)
    run(s, "go test -race -run TestStress -count=100 -timeout 120s . 2>&1 | head -9", "==================\nWARNING: DATA RACE\nRead at 0x00c000012118 by goroutine 44:\n  github.com/acme/lease.(*Lease).loop()\n      /home/dev/lease-go/lease.go:79 +0x9b\nPrevious write at 0x00c000012118 by goroutine 41:\n  github.com/acme/lease.(*Lease).Release()\n      /home/dev/lease-go/lease.go:59 +0x104", ms=19_000)
    s.edit("lease.go", "\t\tif l.released {\n\t\t\treturn", "\t\tl.mu.Lock()\n\t\tr := l.released\n\t\tl.mu.Unlock()\n\t\tif r {\n\t\t\treturn")
    for line, took in [("go test -race -run TestStress -count=100 -timeout 120s .", "11.410"), ("go test -race -run TestStress -count=500 -timeout 300s -cpu 1,4,16 .", "148.022")]:
        run(s, line, f"ok  \tgithub.com/acme/lease\t{took}s", ms=int(float(took) * 1000) + 4000)
    run(s, "go test -race ./... && gofmt -l . && git status --short", "ok  \tgithub.com/acme/lease\t1.512s\nok  \tgithub.com/acme/lease/store\t2.930s\n?   \tgithub.com/acme/lease/internal/clock\t[no test files]\n M lease.go\n?? stress_test.go", ms=16_000)


@healthy("work:refactor", "logpack", "Make `Codec::decode` return Result<Frame, CodecError> instead of Option<Frame>, everywhere.", client="codex")
def a_trait_signature_carried_through_every_caller(s):
    run(s, "rg -n 'fn decode|\\.decode\\(' --type rust | wc -l && cargo check 2>&1 | tail -1", "31\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.21s\n")
    s.edit("src/codec/mod.rs", "    fn decode(&self, buf: &mut Bytes) -> Option<Frame>;", "    fn decode(&self, buf: &mut Bytes) -> Result<Frame, CodecError>;")
    places = [("src/codec/lz4.rs", 19, "E0053", "method `decode` has an incompatible type for trait"), ("src/codec/zstd.rs", 17, "E0053", "method `decode` has an incompatible type for trait"), ("src/codec/snappy.rs", 15, "E0053", "method `decode` has an incompatible type for trait"), ("src/codec/raw.rs", 12, "E0053", "method `decode` has an incompatible type for trait"), ("src/reader.rs", 14, "E0308", "mismatched types"), ("src/reader.rs", 11, "E0277", "the `?` operator can only be used on `Option`s in a function that returns `Option`"), ("src/replay.rs", 9, "E0308", "mismatched types"), ("src/tail.rs", 8, "E0599", "no method named `ok_or` found for enum `Result` in the current scope"), ("src/bin/dump.rs", 5, "E0308", "mismatched types"), ("src/bin/merge.rs", 3, "E0308", "mismatched types"), ("tests/roundtrip.rs", 2, "E0369", "binary operation `==` cannot be applied to type `Result<Frame, CodecError>`"), ("benches/decode.rs", 0, "", "")]
    for n, (path, left, code, text) in enumerate(places):
        run(s, "cargo check --all-targets 2>&1 | grep -E '^error' -A1 | head -2; cargo check --all-targets 2>&1 | tail -1", f"error[{code}]: {text}\n  --> {path}:{n * 13 + 21}:{n % 7 + 5}\nerror: could not compile `logpack` ({'lib' if n < 8 else 'bin' if n < 10 else 'test'}) due to {left} previous error{'s' if left > 1 else ''}\n" if left else "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.94s\n", ms=2900 + n * 70)
        if left:
            run(s, f"sed -n '{n * 13 + 17},{n * 13 + 29}p' {path}", f"    let frame = codec.decode(&mut buf)\n        .map(|f| f.with_offset({n}));\n" if n > 3 else "    fn decode(&self, buf: &mut Bytes) -> Option<Frame> {\n        let len = buf.try_get_u32().ok()?;\n")
            s.edit(path, "-> Option<Frame> {" if n < 4 else "        .map(|f| f.with_offset(%d));" % n, "-> Result<Frame, CodecError> {" if n < 4 else "        .map(|f| f.with_offset(%d))?;" % n)
    run(s, "cargo test -q 2>&1 | tail -4", "running 64 tests\n................................................................\ntest result: ok. 64 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.72s\n", ms=11_000)


@healthy("work:bugfix", "KeyRing", "KeyRing.remove loses a neighbour now and then. Write a Main that shows it and fix the class, plain javac, there's no build tool here.", client="plain")
def a_small_main_that_shows_more_each_time(s):
    run(s, "ls -R src | head -20 && java -version 2>&1 | head -1", "src:\nKeyRing.java\nNode.java\nRings.java\nopenjdk version \"21.0.5\" 2024-10-15")
    s.look("src/KeyRing.java", "final class KeyRing<V> {\n    private final TreeMap<Integer, Node<V>> ring = new TreeMap<>();\n    void remove(String host) {\n        for (int i = 0; i < replicas; i++)\n            ring.remove(hash(host, i));\n    }\n}\n")
    s.write("Main.java", "public class Main {\n    public static void main(String[] a) {\n        var r = new KeyRing<String>(64);\n        for (int i = 0; i < 200; i++) r.add(\"h\" + i);\n        int before = r.size();\n        r.remove(\"h7\");\n        System.out.println(before - r.size());\n    }\n}\n")
    run(s, "javac -d out src/*.java Main.java && java -cp out Main", "src/KeyRing.java:31: error: incompatible types: possible lossy conversion from long to int\n        return h ^ (h >>> 32);\n                 ^\n1 error", 1, ms=1300)
    run(s, "sed -n '26,34p' src/KeyRing.java", "    private int hash(String host, int i) {\n        long h = 1125899906842597L;\n        for (char c : (host + '#' + i).toCharArray())\n            h = 31 * h + c;\n        return h ^ (h >>> 32);\n    }\n")
    s.edit("src/KeyRing.java", "        return h ^ (h >>> 32);", "        return (int) (h ^ (h >>> 32));")
    probes = [("removed 64 of 64", "h7", "one host"), ("h0: 64\nh1: 64\nh2: 64\n(all 200 equal)", "h0..h199", "each host"), ("added 12800, size 12797", "size()", "sizes"), ("collision h31#9 == h118#40\ncollision h5#60 == h176#2\ncollision h90#11 == h14#33", "hash()", "collisions"), ("after remove(h31): h118 has 63 points", "points(h118)", "the neighbour")]
    for n, (shown, what, why) in enumerate(probes):
        run(s, f"cat > Main.java <<'EOF'\npublic class Main {{\n    public static void main(String[] a) {{ // {why}\n        var r = Rings.of(200, 64);\n        System.out.println(r.describe(\"{what}\"));\n    }}\n}}\nEOF\njavac -d out src/*.java Main.java && java -cp out Main", shown, ms=1400 + n * 20)
    s.edit("src/KeyRing.java", "            ring.remove(hash(host, i));", "            ring.computeIfPresent(hash(host, i), (k, n) -> n.without(host));")
    run(s, "javac -Xlint:all -d out src/*.java Main.java && java -cp out Main", "src/KeyRing.java:18: error: cannot find symbol\n  symbol:   method without(String)\n  location: variable n of type Node<V>", 1, ms=1200)
    s.edit("src/Node.java", "    V value;\n", "    V value;\n    Node<V> without(String host) {\n        return owners.remove(host) && owners.isEmpty() ? null : this;\n    }\n")
    run(s, "javac -Xlint:all -d out src/*.java Main.java && java -cp out Main", "after remove(h31): h118 has 64 points", ms=1400)
    run(s, "for i in $(seq 1 20); do java -ea -cp out Main $RANDOM; done | sort | uniq -c", "     20 after remove(h31): h118 has 64 points", ms=7300)


@healthy("work:build", "raycast-cpp", "Get this old project to build with cmake + ninja on gcc 14 (it was last built with gcc 7).", client="claude")
def an_old_cpp_tree_built_object_by_object(s):
    run(s, "cmake -S . -B build -G Ninja 2>&1 | tail -5", "CMake Error at CMakeLists.txt:1 (cmake_minimum_required):\n  Compatibility with CMake < 3.5 has been removed from CMake.\n\n-- Configuring incomplete, errors occurred!", 1)
    s.edit("CMakeLists.txt", "cmake_minimum_required(VERSION 2.8)", "cmake_minimum_required(VERSION 3.16)")
    run(s, "cmake -S . -B build -G Ninja 2>&1 | tail -3", "-- Configuring done (1.2s)\n-- Generating done (0.0s)\n-- Build files have been written to: /home/dev/raycast-cpp/build")
    steps = [(3, "src/util/hash.h:12:5: error: 'uint32_t' does not name a type", "src/util/hash.h", "#pragma once", "#pragma once\n#include <cstdint>"), (9, "src/scene/obj.cpp:88:20: error: 'numeric_limits' is not a member of 'std'", "src/scene/obj.cpp", "#include <vector>", "#include <limits>\n#include <vector>"), (14, "src/math/mat4.h:40:14: error: no match for 'operator*' (operand types are 'const vec4' and 'float')", "src/math/vec4.h", "vec4 operator*(float s)", "vec4 operator*(float s) const"), (15, "src/io/png.cpp:31:9: error: 'auto_ptr' is not a member of 'std'; did you mean 'unique_ptr'?", "src/io/png.cpp", "std::auto_ptr<Row>", "std::unique_ptr<Row>"), (22, "src/core/pool.cpp:19:33: error: 'random_shuffle' is not a member of 'std'", "src/core/pool.cpp", "std::random_shuffle(b, e)", "std::shuffle(b, e, rng_)"), (27, "src/core/pool.cpp:19:30: error: 'rng_' was not declared in this scope", "src/core/pool.h", "  int n_;", "  int n_;\n  std::mt19937 rng_{42};"), (41, "src/cli/main.cpp:7:10: fatal error: boost/filesystem.hpp: No such file or directory", "src/cli/main.cpp", "#include <boost/filesystem.hpp>\nnamespace fs = boost::filesystem;", "#include <filesystem>\nnamespace fs = std::filesystem;"), (43, "ld: src/cli/CMakeFiles/ray.dir/main.cpp.o: undefined reference to symbol 'pthread_create@@GLIBC_2.34'", "src/cli/CMakeLists.txt", "target_link_libraries(ray core)", "find_package(Threads REQUIRED)\ntarget_link_libraries(ray core Threads::Threads)")]
    for n, (at, error, path, old, new) in enumerate(steps):
        run(s, "ninja -C build 2>&1 | grep -E 'error|undefined|FAILED|^\\[' | tail -4", f"[{at}/44] Building CXX object src/CMakeFiles/core.dir/{path.split('/')[-1]}.o\nFAILED: src/CMakeFiles/core.dir/{path.split('/')[-1]}.o\n{error}", 1, ms=9000 + n * 1100)
        s.edit(path, old, new)
    run(s, "ninja -C build 2>&1 | tail -2 && ctest --test-dir build -j8 2>&1 | tail -6", "[44/44] Linking CXX executable src/cli/ray\n\n90% tests passed, 1 tests failed out of 10\n\nTotal Test time (real) =   2.11 sec\n\nThe following tests FAILED:\n\t  7 - pool_order (Failed)", ms=14_000)
    run(s, "ctest --test-dir build -R pool_order --output-on-failure 2>&1 | tail -7", "7: expected first tile 12, got 3\n7: note: order depends on random_shuffle with srand(42)\n\n0% tests passed, 1 tests failed out of 1")
    s.edit("tests/pool_order.cpp", "EXPECT_EQ(first, 12)", "EXPECT_EQ(sorted(order), range(64))")
    run(s, "ninja -C build 2>&1 | tail -1 && ctest --test-dir build -j8 2>&1 | grep passed", "[2/2] Linking CXX executable tests/pool_order\n100% tests passed, 0 tests failed out of 10", ms=6000)


@healthy("work:lint", "meshkit", "Turn on clippy::needless_pass_by_value as an error in each crate of the workspace, mend what it finds, a commit for each crate.", client="codex")
def one_clippy_lint_mended_and_committed_per_crate(s):
    run(s, "cargo metadata --no-deps --format-version 1 | jq -r '.packages[].name'", "mesh-core\nmesh-io\nmesh-cut\nmesh-uv\nmesh-sdf\nmesh-view\nmesh-cli\n")
    for n, crate in enumerate(["mesh-core", "mesh-io", "mesh-cut", "mesh-uv", "mesh-sdf", "mesh-view", "mesh-cli"]):
        finding = f"error: this argument is passed by value, but not consumed in the function body\n  --> crates/{crate}/src/lib.rs:{n * 29 + 40}:{n + 18}\n   = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#needless_pass_by_value\nerror: could not compile `{crate}` (lib) due to 1 previous error\n"
        run(s, f"cargo clippy -q -p {crate} -- -D clippy::needless_pass_by_value", finding, 101, ms=4100 + n * 211)
        s.edit(f"crates/{crate}/src/lib.rs", "opts: Options", "opts: &Options")
        run(s, f"cargo clippy -q -p {crate} -- -D clippy::needless_pass_by_value && cargo test -q -p {crate} 2>&1 | grep 'test result' | head -1", f"test result: ok. {n * 11 + 8} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0{n + 1}s\n", ms=7000 + n * 301)
        run(s, f"git commit -qam '{crate}: pass options by reference' && git log --oneline -1", f"{(n * 99991 + 1234567):07x} {crate}: pass options by reference\n")


@healthy("work:testing", "bank-batch", "I changed AbstractJob. Run the job tests, module for module, they can't run at once as they share a port. Report what fails.", client="plain", codes=True)
def quiet_maven_modules_in_turn(s):
    modules = ["job-common", "job-camt", "job-interest", "job-fees", "job-dunning", "job-archive", "job-fx", "job-limits", "job-mail", "job-audit", "job-closing", "job-report"]
    run(s, "grep -o '<module>job-[a-z]*' pom.xml | cut -d'>' -f2 | xargs", " ".join(modules))
    for n, module in enumerate(modules):
        if module == "job-closing":
            run(s, f"mvn -q -o -pl {module} test -Dtest='*JobTest'", "[ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 2.114 s <<< FAILURE! -- in bank.batch.closing.ClosingJobTest\n[ERROR] ClosingJobTest.restartsAfterCrash:71 expected: <COMPLETED> but was: <STOPPED>\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project job-closing: There are test failures.", 1, ms=31_000)
            run(s, "sed -n '60,74p' job-closing/src/test/java/bank/batch/closing/ClosingJobTest.java", "        job.start();\n        crash.now();\n        job.restart();\n        assertEquals(COMPLETED, job.status());\n")
        else:
            run(s, f"mvn -q -o -pl {module} test -Dtest='*JobTest'", "", ms=24_000 + n * 1710)


@healthy("work:performance", "csv-fold", "Make `fold` faster. Measure with criterion after every idea, keep what pays, revert the rest.", client="claude")
def ideas_measured_by_criterion_kept_or_reverted(s):
    run(s, "cargo bench --bench fold -- --save-baseline start 2>&1 | grep -A1 'time:'", "fold/1M rows            time:   [412.11 ms 413.82 ms 415.90 ms]", ms=71_000)
    run(s, "perf record -q -g target/release/csv-fold data/1m.csv >/dev/null && perf report --stdio 2>/dev/null | grep -v '^#' | head -5", "    31.20%  csv-fold  [.] alloc::string::String::from_utf8_lossy\n    18.44%  csv-fold  [.] <core::hash::sip::Hasher as core::hash::Hasher>::write\n    12.90%  csv-fold  [.] memchr::arch::x86_64::avx2\n     9.71%  csv-fold  [.] core::num::dec2flt", ms=9000)
    ideas = [("read.rs", "String::from_utf8_lossy(cell)", "std::str::from_utf8(cell)?", 318.4, "-23.057%", "Performance has improved."), ("group.rs", "HashMap<String, Acc>", "FxHashMap<String, Acc>", 262.0, "-17.713%", "Performance has improved."), ("group.rs", "map.entry(key.to_owned())", "map.raw_entry_mut().from_key(key)", 241.7, "-7.748%", "Performance has improved."), ("parse.rs", "cell.parse::<f64>()", "fast_float::parse(cell)", 240.9, "-0.331%", "No change in performance detected."), ("read.rs", "BufReader::new(f)", "BufReader::with_capacity(1 << 20, f)", 241.2, "-0.207%", "No change in performance detected."), ("read.rs", "BufReader::new(f)", "unsafe { Mmap::map(&f)? }", 229.3, "-5.130%", "Performance has improved."), ("acc.rs", "#[derive(Clone)]", "#[derive(Clone, Copy)]\n#[repr(align(32))]", 236.8, "+3.271%", "Performance has regressed."), ("main.rs", "rows.fold(", "rows.par_bridge().fold(", 301.5, "+31.487%", "Performance has regressed."), ("main.rs", "rows.fold(", "chunks.into_par_iter().map(fold_chunk).reduce(", 61.2, "-73.310%", "Performance has improved.")]
    for n, (path, old, new, mean, change, verdict) in enumerate(ideas):
        s.edit(f"src/{path}", old, new)
        run(s, "cargo bench --bench fold 2>&1 | grep -A3 'time:'", f"fold/1M rows            time:   [{mean - 1.3:.2f} ms {mean:.2f} ms {mean + 1.6:.2f} ms]\n                        change: [{change} {change} {change}] (p = 0.0{n % 5} < 0.05)\n                        {verdict}", ms=64_000 + n * 411)
        if "improved" in verdict:
            run(s, f"cargo test -q 2>&1 | tail -1 && git commit -qam 'fold: {path[:-3]} idea {n + 1}'", "test result: ok. 38 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.31s", ms=8000)
        else:
            run(s, f"git checkout src/{path}", "Updated 1 path from the index")


@healthy("work:generators", "orm-gen", "Issue #55: nullable columns must become pointers in the generated structs. The generator is cmd/ormgen, templates in tmpl/, golden files in testdata/.", client="codex")
def templates_generated_built_and_compared_with_the_golden_files(s):
    run(s, "ls tmpl testdata && rg -n 'Nullable|Null' cmd tmpl | head", "testdata:\nenums.golden\njoins.golden\nplain.golden\nuuid.golden\n\ntmpl:\nmodel.go.tmpl\nquery.go.tmpl\nscan.go.tmpl\ncmd/ormgen/schema.go:41:\tNullable bool\n")
    rounds = [("tmpl/model.go.tmpl", "{{.Name}} {{.Type}}", "{{.Name}} {{if .Nullable}}*{{end}}{{.Type}}", "internal/gen/user_scan.go:22:19: cannot use &m.Email (value of type **string) as *string value in argument to s.Str\n", 1), ("tmpl/scan.go.tmpl", "s.Str(&m.{{.Name}})", "{{if .Nullable}}s.StrPtr(&m.{{.Name}}){{else}}s.Str(&m.{{.Name}}){{end}}", "internal/gen/user_scan.go:22:4: s.StrPtr undefined (type *Scanner has no field or method StrPtr)\n", 1), ("scan/scanner.go", "func (s *Scanner) Str(", "func (s *Scanner) StrPtr(p **string) { s.next(p) }\n\nfunc (s *Scanner) Str(", "internal/gen/order_query.go:51:27: invalid operation: q.Note == \"\" (mismatched types *string and untyped string)\n", 1), ("tmpl/query.go.tmpl", "q.{{.Name}} == {{zero .Type}}", "{{if .Nullable}}q.{{.Name}} == nil{{else}}q.{{.Name}} == {{zero .Type}}{{end}}", "internal/gen/tag.go:9:2: \"database/sql\" imported and not used\n", 1), ("tmpl/model.go.tmpl", "import \"database/sql\"", "{{if .UsesSQL}}import \"database/sql\"{{end}}", "template: model.go.tmpl:3:6: executing \"model.go.tmpl\" at <.UsesSQL>: can't evaluate field UsesSQL in type gen.Table\nexit status 1\ngenerate.go:3: running \"go\": exit status 1\n", 1), ("cmd/ormgen/schema.go", "\tNullable bool\n", "\tNullable bool\n\tUsesSQL  bool\n", "", 0)]
    for n, (path, old, new, out, rc) in enumerate(rounds):
        s.edit(path, old, new)
        run(s, "go generate ./... && go build ./...", out, rc, ms=3900 + n * 120)
    for n, name in enumerate(["plain", "enums", "joins", "uuid"]):
        run(s, f"go run ./cmd/ormgen -schema testdata/{name}.sql | diff testdata/{name}.golden -", f"{n * 7 + 9}c{n * 7 + 9}\n< \tNote string\n---\n> \tNote *string\n", 1, ms=1100 + n * 30)
    run(s, "for f in plain enums joins uuid; do go run ./cmd/ormgen -schema testdata/$f.sql > testdata/$f.golden; done; git diff --stat && go test ./... 2>&1 | grep -v 'no test files'", " cmd/ormgen/schema.go   | 1 +\n scan/scanner.go        | 2 ++\n testdata/enums.golden  | 2 +-\n testdata/joins.golden  | 4 ++--\n testdata/plain.golden  | 2 +-\n testdata/uuid.golden   | 2 +-\n tmpl/model.go.tmpl     | 4 ++--\n tmpl/query.go.tmpl     | 2 +-\n tmpl/scan.go.tmpl      | 2 +-\nok  \torm-gen/cmd/ormgen\t0.911s\nok  \torm-gen/scan\t0.104s\n", ms=9100)


@stuck("work:dependencies", "shipcalc", "Add a `--json` flag (serde_json) to the CLI. Sandbox: might not have internet.", client="claude")
def a_crate_index_no_cargo_flag_can_reach(s):
    fail = "    Updating crates.io index\nwarning: spurious network error (3 tries remaining): [6] Could not resolve hostname (Could not resolve host: index.crates.io)\nerror: failed to get `serde_json` as a dependency of package `shipcalc v0.3.0 (/home/dev/shipcalc)`\n\nCaused by:\n  download of config.json failed\n\nCaused by:\n  [6] Could not resolve hostname (Could not resolve host: index.crates.io)"
    run(s, "cat Cargo.toml && sed -n '1,40p' src/main.rs", "[package]\nname = \"shipcalc\"\nversion = \"0.3.0\"\nedition = \"2021\"\n\n[dependencies]\nfn main() {\n    let args: Vec<String> = std::env::args().collect();\n    println!(\"{}\", shipcalc::price(&args[1]));\n}")
    run(s, "cargo add serde_json", "error: failed to query replaced source registry `crates-io`\n\nCaused by:\n  [6] Could not resolve hostname (Could not resolve host: index.crates.io)", 101, ms=12_000)
    s.edit("Cargo.toml", "[dependencies]\n", "[dependencies]\nserde_json = \"1\"\n")
    run(s, "cargo build", fail, 101, ms=31_000)
    run(s, "ls ~/.cargo/registry 2>&1; ls vendor 2>&1", "ls: cannot access '/home/dev/.cargo/registry': No such file or directory\nls: cannot access 'vendor': No such file or directory", 2)
    s.stuck_here()
    for n, (command, text) in enumerate([("CARGO_NET_RETRY=10 cargo build", fail), ("cargo fetch", fail), ("cargo build --offline", "error: no matching package named `serde_json` found\nlocation searched: crates.io index\nAs a reminder, you're using offline mode (--offline) which can sometimes cause surprising resolution failures"), ("CARGO_REGISTRIES_CRATES_IO_PROTOCOL=git cargo build", fail.replace("download of config.json failed", "failed to fetch `https://github.com/rust-lang/crates.io-index`").replace("index.crates.io", "github.com")), ("cargo update -p serde_json", fail), ("CARGO_NET_GIT_FETCH_WITH_CLI=true cargo build", fail), ("curl -sS https://index.crates.io/config.json", "curl: (6) Could not resolve host: index.crates.io"), ("cargo vendor", fail), ("CARGO_HTTP_MULTIPLEXING=false cargo build -v", fail), ("mkdir -p .cargo && printf '[source.crates-io]\\nreplace-with = \"ustc\"\\n[source.ustc]\\nregistry = \"sparse+https://mirrors.ustc.edu.cn/crates.io-index/\"\\n' > .cargo/config.toml && cargo build", fail.replace("index.crates.io", "mirrors.ustc.edu.cn")), ("sed -i 's/ustc.edu.cn/tuna.tsinghua.edu.cn/' .cargo/config.toml && cargo build", fail.replace("index.crates.io", "mirrors.tuna.tsinghua.edu.cn")), ("rm -r .cargo && cargo build", fail), ("ping -c1 index.crates.io", "ping: index.crates.io: Temporary failure in name resolution"), ("cargo build --config net.retry=20 --config http.timeout=120", fail), ("cargo add serde_json@1.0.120 && cargo build", fail)]):
        run(s, command, text, 2 if command.startswith("ping") else 6 if command.startswith("curl") else 101, ms=1100 if n in (2, 6, 12) else 30_000 + n * 90)
        if n == 8:
            s.edit("Cargo.toml", "serde_json = \"1\"", "serde_json = { version = \"1.0\", default-features = false }")


@stuck("work:bugfix", "tinydb-cpp", "There is a heap-use-after-free in compaction (see asan.log). Fix it, run `build/asan/db_test --gtest_filter=Compact.*`.", client="codex")
def a_use_after_free_untouched_by_every_guard(s):
    asan = "=================================================================\n=={pid}==ERROR: AddressSanitizer: heap-use-after-free on address 0x60300000{a:04x} at pc 0x55d0c1 bp 0x7ffc sp 0x7ffb\nREAD of size 8 at 0x60300000{a:04x} thread T0\n    #0 in Iterator::key() src/iter.cpp:44\n    #1 in Compactor::merge(Level&) src/compact.cpp:118\n    #2 in Compact_Overlap_Test::TestBody() test/compact_test.cpp:61\nfreed by thread T0 here:\n    #1 in Block::unref() src/block.cpp:29\n"
    command = "ninja -C build/asan db_test > /dev/null && build/asan/db_test --gtest_filter='Compact.*' 2>&1 | grep -A9 '^====' | head -9"
    run(s, "head -12 asan.log && sed -n '105,126p' src/compact.cpp", asan.format(pid=811, a=0x2f40) + "  while (!heap.empty()) {\n    auto it = heap.top();\n    heap.pop();\n    out.append(it->key(), it->value());\n    it->next();\n    if (it->valid()) heap.push(it);\n  }\n")
    run(s, command, asan.format(pid=2210, a=0x2f40), ms=41_000)
    s.edit("src/compact.cpp", "    if (it->valid()) heap.push(it);", "    if (it && it->valid()) heap.push(it);")
    run(s, command, asan.format(pid=2291, a=0x2f10), ms=39_000)
    s.edit("src/compact.cpp", "    out.append(it->key(), it->value());", "    if (!it) continue;\n    out.append(it->key(), it->value());")
    run(s, command, asan.format(pid=2377, a=0x2f40), ms=40_000)
    s.stuck_here()
    for n, (old, new) in enumerate([("    if (!it) continue;", "    if (it == nullptr) continue;"), ("    auto it = heap.top();", "    Iterator* it = heap.top();"), ("    if (it == nullptr) continue;", "    if (it == nullptr || !it->valid()) continue;"), ("    out.append(it->key(), it->value());", "    const auto k = it->key();\n    out.append(k, it->value());"), ("    heap.pop();", "    heap.pop();\n    assert(it != nullptr);"), ("    const auto k = it->key();", "    const Slice k = it->key();"), ("    assert(it != nullptr);", "    if (!it->valid()) { continue; }")]):
        s.edit("src/compact.cpp", old, new)
        run(s, command if n % 2 else command.replace("'Compact.*'", "Compact.Overlap"), asan.format(pid=2400 + n * 83, a=0x2f10 + n * 16), ms=38_000 + n * 310)
        if n in (2, 5):
            run(s, "git diff src/compact.cpp | head -30", "-    out.append(it->key(), it->value());\n+    if (it == nullptr || !it->valid()) continue;\n+    out.append(it->key(), it->value());\n" if n == 2 else "+    const Slice k = it->key();\n+    out.append(k, it->value());\n")


@stuck("work:testing", "quote-engine", "Write a test for QuoteRounding and show me that it runs (maven).", client="plain")
def a_new_test_that_surefire_never_finds(s):
    none = "[INFO] Results:\n[INFO] \n[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\n[INFO] \n[INFO] BUILD SUCCESS"
    s.look("pom.xml", "<artifactId>maven-surefire-plugin</artifactId>\n<version>2.12.4</version>\n<!-- junit-jupiter 5.10.2 in dependencies -->\n", first=40, count=3)
    s.write("src/test/java/q/QuoteRoundingTest.java", "package q;\n\nimport org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.*;\n\nclass QuoteRoundingTest {\n    @Test void halfUp() { assertEquals(2, QuoteRounding.cents(1.5)); }\n}\n")
    run(s, "mvn -o test -Dtest=QuoteRoundingTest | tail -5", none, ms=9800)
    run(s, "ls target/test-classes/q", "QuoteRoundingTest.class")
    run(s, "mvn -o clean test -Dtest=QuoteRoundingTest | tail -5", none, ms=12_000)
    s.stuck_here()
    for n, (kind, what) in enumerate([("run", "mvn -o test | tail -5"), ("run", "mvn -o test -Dtest='QuoteRounding*' -DfailIfNoTests=false | tail -5"), ("edit", ("class QuoteRoundingTest {", "public class QuoteRoundingTest {")), ("run", "mvn -o test -Dtest=q.QuoteRoundingTest | tail -5"), ("edit", ("    @Test void halfUp()", "    @Test\n    public void halfUp()")), ("run", "mvn -o test -Dtest=QuoteRoundingTest#halfUp | tail -5"), ("run", "mvn -o -X test -Dtest=QuoteRoundingTest | grep 'Tests run'"), ("run", "mvn -o surefire:test -Dtest=QuoteRoundingTest | tail -5"), ("edit", ("    public void halfUp()", "    public void testHalfUp()")), ("run", "mvn -o clean test -DskipTests=false -Dmaven.test.skip=false | tail -5"), ("run", "ls target/test-classes/q target/surefire-reports"), ("run", "mvn -o verify -Dtest=QuoteRoundingTest | tail -5"), ("run", "mvn -o test -Dtest='**/*RoundingTest' | tail -5"), ("run", "mvn -o -Dsurefire.useFile=false test | tail -5"), ("edit", ("    public void testHalfUp()", "    @DisplayName(\"half up\")\n    public void testHalfUp()")), ("run", "mvn -o clean install -Dtest=QuoteRoundingTest | tail -5")]):
        if kind == "edit":
            s.edit("src/test/java/q/QuoteRoundingTest.java", *what)
        else:
            run(s, what, "ls: cannot access 'target/surefire-reports': No such file or directory\ntarget/test-classes/q:\nQuoteRoundingTest.class" if what.startswith("ls") else "[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0" if "grep" in what else none, 2 if what.startswith("ls") else 0, ms=9100 + n * 170)


@stuck("work:lint", "ingest-go", "Make golangci-lint pass on this branch (config is .golangci.yml).", client="claude")
def a_linter_config_of_the_other_major_version(s):
    error = "Error: can't load config: unsupported version of the configuration: \"\" See https://golangci-lint.run/docs/product/migration-guide for migration instructions\nThe command is terminated due to an error: can't load config: unsupported version of the configuration: \"\""
    s.look(".golangci.yml", "run:\n  timeout: 5m\nlinters:\n  enable:\n    - errcheck\n    - gosimple\n    - revive\nlinters-settings:\n  revive:\n    severity: warning\n")
    run(s, "golangci-lint run ./...", error, 3)
    s.edit(".golangci.yml", "    - gosimple\n", "")
    run(s, "golangci-lint run ./...", error, 3)
    s.edit(".golangci.yml", "linters-settings:\n  revive:\n    severity: warning\n", "")
    run(s, "golangci-lint run", error, 3)
    s.stuck_here()
    for n, (old, new, command) in enumerate([("  timeout: 5m", "  timeout: 10m", "golangci-lint run --timeout 10m ./..."), ("  enable:\n    - errcheck", "  disable-all: true\n  enable:\n    - errcheck", "golangci-lint run -v ./... 2>&1 | tail -2"), ("    - revive", "    - govet", "golangci-lint run -c .golangci.yml ./..."), ("run:\n", "run:\n  go: '1.23'\n", "golangci-lint run ./cmd/..."), ("  disable-all: true\n", "", "golangci-lint run --fast ./..."), ("    - govet", "    - staticcheck", "golangci-lint linters | head -3"), ("  go: '1.23'\n", "  tests: false\n", "golangci-lint cache clean; golangci-lint run ./...")]):
        s.edit(".golangci.yml", old, new)
        run(s, command, error, 3, ms=310 + n * 11)
        if n == 3:
            run(s, "cat .golangci.yml", "run:\n  go: '1.23'\n  timeout: 10m\nlinters:\n  disable-all: true\n  enable:\n    - errcheck\n    - govet\n")


@stuck("work:generators", "api-client", "The generated TypeScript client must have `readonly` on all model fields. We use our own mustache templates in templates/ with openapi-generator.", client="codex")
def a_template_the_generator_does_not_use(s):
    gen = "openapi-generator-cli generate -i api.yaml -g typescript-fetch -o gen > /dev/null && git diff --stat gen; rg -c readonly gen/models | wc -l"
    run(s, "ls templates && cat package.json | jq .scripts && sed -n '1,20p' templates/modelInterfaces.mustache", "modelInterfaces.mustache\n{\n  \"gen\": \"openapi-generator-cli generate -i api.yaml -g typescript-fetch -o gen\"\n}\nexport interface {{classname}} {\n{{#vars}}\n    {{name}}: {{{datatype}}};\n{{/vars}}\n}\n")
    s.edit("templates/modelInterfaces.mustache", "    {{name}}: {{{datatype}}};", "    readonly {{name}}: {{{datatype}}};")
    run(s, gen, "0\n", ms=7100)
    s.edit("templates/modelInterfaces.mustache", "    readonly {{name}}: {{{datatype}}};", "    readonly {{{name}}}: {{{datatype}}};")
    run(s, gen, "0\n", ms=6900)
    s.stuck_here()
    lines = ["    readonly {{{name}}}: {{{datatype}}};", "    readonly {{#lambda.camelcase}}{{name}}{{/lambda.camelcase}}: {{{datatype}}};", "    readonly {{name}}{{^required}}?{{/required}}: {{{datatype}}};", "    {{#isReadOnly}}readonly {{/isReadOnly}}{{name}}: {{{datatype}}};", "    {{! all }}readonly {{name}}: {{{datatype}}};", "    readonly {{name}}: {{{datatype}}}; // x", "    readonly {{baseName}}: {{{datatype}}};", "    readonly {{baseName}}{{^required}}?{{/required}}: {{{dataType}}};"]
    for n in range(7):
        s.edit("templates/modelInterfaces.mustache", lines[n], lines[n + 1])
        run(s, [gen, "rm -rf gen && " + gen, "npm run -s gen > /dev/null; git diff --stat gen; rg -c readonly gen/models | wc -l"][n % 3], "0\n", ms=6800 + n * 90)
        if n in (2, 5):
            run(s, "sed -n '20,30p' gen/models/Order.ts", "export interface Order {\n    /**\n     * \n     * @type {number}\n     */\n    id: number;\n")


@stuck("work:bisect", "vtk-lite", "Between v2.0 and v2.4 export_stl became slow. Bisect it.", client="plain", codes=False)
def a_bisection_in_which_no_commit_can_be_built(s):
    error = "CMake Error at cmake/FetchZlib.cmake:9 (message):\n  Failed to download https://zlib.net/zlib-1.2.11.tar.gz: 404\n-- Configuring incomplete, errors occurred!"
    run(s, "git bisect start v2.4 v2.0", "Bisecting: 211 revisions left to test after this (roughly 8 steps)\n[4c7e2a9] mesh: strip normals", ms=300)
    run(s, "rm -rf b && cmake -S . -B b 2>&1 | tail -3", error, 1, ms=6100)
    run(s, "git bisect skip", "Bisecting: 211 revisions left to test after this (roughly 8 steps)\n[0be1177] io: buffered writer")
    run(s, "rm -rf b && cmake -S . -B b 2>&1 | tail -3", error, 1, ms=6000)
    s.stuck_here()
    builds = ["rm -rf b && cmake -S . -B b 2>&1 | tail -3", "cmake -S . -B b -G Ninja 2>&1 | tail -3", "rm -rf b; cmake -B b -DCMAKE_BUILD_TYPE=Release 2>&1 | tail -3", "cmake --fresh -S . -B b 2>&1 | tail -3", "mkdir -p /tmp/b && cd /tmp/b && cmake ~/vtk-lite 2>&1 | tail -3", "rm -rf b && cmake -S . -B b -DBUILD_TESTING=OFF 2>&1 | tail -3", "cmake -S . -B b2 --log-level=ERROR 2>&1 | tail -3"]
    steps = ["git bisect skip", "git bisect reset && git bisect start v2.3 v2.1", "git bisect skip", "git bisect skip v2.1..v2.2", "git bisect reset -q; git bisect start v2.4 v2.2", "git bisect skip", "git bisect skip"]
    for n in range(7):
        run(s, steps[n], f"Bisecting: {[210, 98, 98, 61, 104, 104, 103][n]} revisions left to test after this (roughly {[8, 7, 7, 6, 7, 7, 7][n]} steps)\n[{(n * 7654321 + 19088743):07x}] {['stl: ascii flag', 'core: span', 'ci: cache', 'docs', 'filters: clip', 'io: obj', 'core: pool'][n]}")
        run(s, builds[n], error, 1, ms=5900 + n * 41)


@stuck("work:dependencies", "edge-proxy", "Bump golang.org/x/net to v0.33.0 (CVE). The build in this box must stay with -mod=vendor.", client="claude")
def a_vendor_folder_that_stays_inconsistent(s):
    bad = "go: inconsistent vendoring in /home/dev/edge-proxy:\n\tgolang.org/x/net@v0.33.0: is explicitly required in go.mod, but not marked as explicit in vendor/modules.txt\n\n\tTo ignore the vendor directory, use -mod=readonly or -mod=mod.\n\tTo sync the vendor directory, run:\n\t\tgo mod vendor"
    lost = "go: golang.org/x/net@v0.33.0: Get \"https://proxy.golang.org/golang.org/x/net/@v/v0.33.0.mod\": dial tcp: lookup proxy.golang.org on 127.0.0.11:53: server misbehaving"
    run(s, "grep -n 'x/net' go.mod vendor/modules.txt && go env GOFLAGS GOPROXY", "go.mod:14:\tgolang.org/x/net v0.23.0\nvendor/modules.txt:88:# golang.org/x/net v0.23.0\n-mod=vendor\nhttps://proxy.golang.org,direct")
    s.edit("go.mod", "golang.org/x/net v0.23.0", "golang.org/x/net v0.33.0")
    run(s, "go build ./...", bad, 1)
    run(s, "go mod vendor", lost, 1, ms=10_200)
    run(s, "GOPROXY=direct GOFLAGS=-mod=mod go mod vendor", "go: golang.org/x/net@v0.33.0: unrecognized import path \"golang.org/x/net\": https fetch: Get \"https://golang.org/x/net?go-get=1\": dial tcp: lookup golang.org on 127.0.0.11:53: server misbehaving", 1, ms=10_300)
    s.stuck_here()
    for n, (command, text) in enumerate([("go mod tidy", lost), ("go build -mod=vendor ./...", bad), ("GOFLAGS=-mod=mod go get golang.org/x/net@v0.33.0", lost), ("GONOSUMDB=* GONOSUMCHECK=1 GOFLAGS=-mod=mod go mod download golang.org/x/net@v0.33.0", lost), ("go vet ./...", bad), ("GOPROXY=https://goproxy.io go mod vendor", lost.replace("proxy.golang.org/golang", "goproxy.io/golang").replace("lookup proxy.golang.org", "lookup goproxy.io")), ("GOSUMDB=off go mod vendor -v", lost), ("go clean -modcache && go mod vendor", lost), ("go build ./cmd/proxy", bad), ("GOPROXY=https://goproxy.cn,direct go mod tidy", lost.replace("proxy.golang.org/golang", "goproxy.cn/golang").replace("lookup proxy.golang.org", "lookup goproxy.cn")), ("GOFLAGS=-mod=mod go build ./...", lost), ("GOTOOLCHAIN=local go mod vendor", lost), ("go mod verify", lost), ("go test ./... 2>&1 | head -5", bad), ("go list -m -versions golang.org/x/net", lost)]):
        run(s, command, text, 1, ms=400 if text is bad else 10_100 + n * 37)
