//! One fault that several programs and wrappers tell: the line with it is the same, whatever is printed around it.

use super::attempts::WORDS;
use super::call::{Call, edit, in_folder, shell};
use super::case::{Case, healthy, stuck};

/// An edit of one file and a check, so many times.
pub(super) fn attempts(
    count: usize,
    file: &str,
    check: impl Fn(usize) -> (String, String, i32),
) -> Vec<Call> {
    let lap = |n: usize| {
        let (command, output, code) = check(n);
        [
            edit(file, format!("x = {n}"), format!("y = {}", WORDS[n % 14])),
            shell(command, output, code),
        ]
    };
    (0..count).flat_map(lap).collect()
}

/// Four ways to ask `tsc`, with what each prints around these lines.
fn types(n: usize, faults: &str) -> (String, String, i32) {
    let (line, output, code) = [
        ("npm run typecheck", format!("> shop@1.4.0 typecheck\n> tsc --noEmit\n\n{faults}\n"), 2),
        ("npx tsc --noEmit", format!("{faults}\n"), 2),
        ("npx tsc --noEmit -p tsconfig.json 2>&1 | grep error", format!("{faults}\n"), 0),
        ("yarn build", format!("yarn run v1.22.22\n$ tsc && vite build\n{faults}\nerror Command failed with exit code 2."), 2),
    ][n % 4]
        .clone();
    (line.to_owned(), output, code)
}

/// Four ways to build a crate, with what each prints around these lines.
fn builds(n: usize, faults: &str) -> (String, String, i32) {
    let end = "error: could not compile `ring` (lib) due to 1 previous error";
    let (line, output, code) = [
        ("cargo check", format!("    Checking ring v0.1.0 (/w/ring)\n{faults}\n\n{end}"), 101),
        (
            "cargo build 2>&1 | tail -20",
            format!("   Compiling ring v0.1.0 (/w/ring)\n{faults}\n\n{end}"),
            0,
        ),
        (
            "make",
            format!("cargo build -q\n{faults}\n\n{end}\nmake: *** [Makefile:4: all] Error 101"),
            2,
        ),
        (
            "cargo clippy --all-targets",
            format!("    Checking ring v0.1.0 (/w/ring)\n{faults}\n\n{end}"),
            101,
        ),
    ][n % 4]
        .clone();
    (line.to_owned(), output, code)
}

/// What an application of Spring prints that does not start.
fn not_started(n: usize, reason: &str) -> String {
    format!(
        "2026-03-11T10:{:02}:07.318+01:00 ERROR {} --- [main] o.s.b.d.LoggingFailureAnalysisReporter :\n\n***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\n{reason}\n\nAction:\n\nConsider the following:\n\tput what is needed on the classpath.",
        n + 4,
        4100 + n * 61
    )
}

pub(crate) fn cases() -> Vec<Case> {
    let argument = |line: usize| {
        format!(
            "src/useField.ts({line},18): error TS2345: Argument of type 'string' is not assignable to parameter of type 'Path<T>'."
        )
    };
    let name = |file: &str, line: usize, word: &str| {
        format!("{file}({line},1): error TS2304: Cannot find name '{word}'.")
    };
    let borrowed = |line: usize| {
        format!(
            "error[E0502]: cannot borrow `self.slots` as mutable because it is also borrowed as immutable\n  --> src/ring.rs:{line}:9\n   |\n{line} |         self.slots.push(item);\n   |         ^^^^^^^^^^ mutable borrow occurs here"
        )
    };
    vec![
        stuck(
            "an argument that no edit makes assignable, told by four programs",
            attempts(12, "src/useField.ts", |n| types(n, &argument(31))),
        )
        .at(12, 0),
        stuck(
            "the same, in a line that edits move to and fro",
            attempts(12, "src/useField.ts", |n| types(n, &argument(33 - n % 3))),
        ),
        stuck(
            "a borrow that no edit mends, told by four programs",
            attempts(12, "src/ring.rs", |n| builds(n, &borrowed(41))),
        )
        .at(12, 0),
        stuck(
            "an undefined name, told by a compiler and by what vets",
            attempts(12, "rates/a.go", |n| {
                let fault = "rates/a.go:14:2: undefined: limiter";
                let (line, output) = [
                    ("go build ./...", format!("# acme/rates\n{fault}")),
                    ("go vet ./rates", format!("# acme/rates\nvet: {fault}")),
                    ("make build", format!("go build ./...\n# acme/rates\n{fault}\nmake: *** [Makefile:3: build] Error 1")),
                ][n % 3]
                    .clone();
                (line.to_owned(), output, [1, 1, 2][n % 3])
            }),
        ),
        stuck(
            "a test that crashes after each guess, run by two programs",
            attempts(12, "src/codec.cpp", |n| {
                let crash = "[ RUN      ] CodecTest.RoundTrip\nSegmentation fault (core dumped)";
                let (line, output, code) = [
                    ("ctest --test-dir build -R CodecTest.RoundTrip", "1/1 Test #7: CodecTest.RoundTrip ..............***Exception: SegFault  0.14 sec\n\n0% tests passed, 1 tests failed out of 1".to_owned(), 8),
                    ("./build/codec_test --gtest_filter=CodecTest.RoundTrip", crash.to_owned(), 139),
                    ("./build/codec_test --gtest_filter='CodecTest.*' 2>&1 | tail -4; echo exit $?", [crash, "\nexit 0"].concat(), 0),
                ][n % 3]
                    .clone();
                (line.to_owned(), output, code)
            }),
        )
        .at(12, 0),
        healthy(
            "another test that crashes each time",
            attempts(12, "src/codec.cpp", |n| {
                let output = format!("[ RUN      ] Codec.{}\nSegmentation fault (core dumped)", WORDS[n]);
                ("./build/codec_test --gtest_filter='Codec.*'".to_owned(), output, 139)
            }),
        ),
        stuck(
            "an application that does not start, in three spellings",
            attempts(12, "src/main/resources/application-dev.yml", |n| {
                let line = [
                    "./mvnw -q spring-boot:run 2>&1 | tail -14",
                    "./mvnw -q clean spring-boot:run 2>&1 | tail -20",
                    "./mvnw -q spring-boot:run 2>&1 | grep -A12 FAILED",
                ][n % 3];
                (line.to_owned(), not_started(n, "Failed to configure a DataSource: 'url' attribute is not specified."), 0)
            }),
        ),
        healthy(
            "an application that does not start, for another reason each time",
            attempts(12, "src/main/java/acme/Config.java", |n| {
                let reason = format!("A component required a bean of type 'acme.{}' that could not be found.", WORDS[n]);
                ("./mvnw -q spring-boot:run 2>&1 | tail -14".to_owned(), not_started(n, &reason), 0)
            }),
        ),
        healthy(
            "one application after the other that does not start, each mended",
            attempts(12, "services/application.yml", |n| {
                let line = format!("./mvnw -q -pl {} spring-boot:run 2>&1 | tail -14", WORDS[n]);
                (line, not_started(n, "Failed to configure a DataSource: 'url' attribute is not specified."), 0)
            }),
        )
        .unattended(),
        healthy(
            "faults that become fewer, told by four programs",
            attempts(12, "src/cart.ts", |n| {
                let faults: Vec<_> =
                    (0..14 - n).map(|at| name("src/cart.ts", 9 + at * 4, "Money")).collect();
                types(n, &faults.join("\n"))
            }),
        ),
        healthy(
            "one fault that moves on in a file, told by four programs",
            attempts(12, "src/cart.ts", |n| types(n, &name("src/cart.ts", 12 + n * 9, "Money"))),
        ),
        healthy(
            "another name each time, told by four programs",
            attempts(12, "src/cart.ts", |n| types(n, &name("src/cart.ts", 12, WORDS[n]))),
        ),
        healthy(
            "one fault in one file after the other, told by four programs",
            attempts(12, "src/index.ts", |n| {
                types(n, &name(&format!("src/{}.ts", WORDS[n]), 3, "Money"))
            }),
        ),
        healthy(
            "another borrow each time, told by four programs",
            attempts(12, "src/ring.rs", |n| builds(n, &borrowed(41).replace("slots", WORDS[n]))),
        ),
        healthy("one package after the other, each with the same fault in the same place", {
            let package = |word: &&str| {
                let fault = name("src/index.ts", 3, "Money");
                [
                    shell(format!("cd packages/{word} && npx tsc --noEmit"), fault.clone(), 2),
                    edit(format!("packages/{word}/src/index.ts"), "old", format!("new {word}")),
                    shell(format!("npm run typecheck -w {word}"), fault, 2),
                    edit(format!("packages/{word}/src/index.ts"), "new", format!("newer {word}")),
                ]
            };
            WORDS.iter().flat_map(package).collect()
        })
        .unattended(),
        healthy("one crate after the other by its manifest, each with the same fault, mended", {
            let krate = |word: &&str| {
                let check = format!("cargo check --manifest-path crates/{word}/Cargo.toml");
                let fault = "error[E0433]: failed to resolve: use of undeclared crate `money`\n --> src/lib.rs:3:5\n\nerror: could not compile due to 1 previous error";
                [
                    shell(check.clone(), fault, 101),
                    edit(format!("crates/{word}/src/lib.rs"), "old", format!("new {word}")),
                    shell(check, "    Finished dev profile", 0),
                ]
            };
            WORDS.iter().flat_map(krate).collect()
        })
        .unattended(),
        healthy("one crate after the other by its manifest, each with the same fault", {
            let krate = |word: &&str| {
                let check = format!("cargo check --manifest-path crates/{word}/Cargo.toml");
                let fault = "error[E0433]: failed to resolve: use of undeclared crate `money`\n --> src/lib.rs:3:5\n\nerror: could not compile due to 1 previous error";
                [
                    shell(check, fault, 101),
                    edit(format!("crates/{word}/src/lib.rs"), "old", format!("new {word}")),
                ]
            };
            WORDS.iter().flat_map(krate).collect()
        })
        .unattended(),
        healthy(
            "one folder of calls after the other, each with the same fault in the same place",
            {
                let package = |word: &&str| {
                    let fault = name("src/index.ts", 3, "Money");
                    [
                        in_folder(format!("packages/{word}"), shell("npx tsc --noEmit", fault, 2)),
                        edit(format!("packages/{word}/src/index.ts"), "old", format!("new {word}")),
                    ]
                };
                WORDS.iter().flat_map(package).collect()
            },
        )
        .unattended(),
        healthy(
            "a script of one package after the other, each with the same fault in the same place",
            attempts(12, "shared/money.ts", |n| {
                (format!("npm run build:{}", WORDS[n]), name("src/index.ts", 3, "Money"), 2)
            }),
        )
        .unattended(),
        healthy("four attempts in four spellings, and then none fails", {
            let mut calls = attempts(4, "src/useField.ts", |n| types(n, &argument(31)));
            calls.extend(attempts(6, "src/form.ts", |n| {
                (types(n, "").0.replace(" 2>&1 | grep error", ""), String::new(), 0)
            }));
            calls
        }),
    ]
}
