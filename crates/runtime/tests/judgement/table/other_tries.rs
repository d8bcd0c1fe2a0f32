//! Tries that are no edits, and failures that are not told by a status: what is installed, merged or accepted between two equal
//! failures, what a filter hides, what a server refuses.

use super::attempts::WORDS;
use super::call::{Call, edit, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// Silent where the client tells neither a status nor a failure: then no words here do.
pub(super) const KNOWN_WRONG: [&str; 2] = [
    "one finding in three ways, after ever new scripts",
    "another run of a workflow that fails alike after each push",
];

/// A new script, its run, and a check in one of three ways that says what `found` says.
fn cleanings(count: usize, found: impl Fn(usize) -> String) -> Vec<Call> {
    let lap = |n: usize| {
        let script = format!("{}_rows.py", WORDS[n % 14]);
        let says = found(n);
        let code = i32::from(!says.contains(" 0 invalid"));
        let checks = [
            shell("python validate.py out/rows.csv", &says, code),
            shell("python validate.py out/rows.csv | tail -1", &says, 0),
            shell("python validate.py out/rows.csv --summary", &says, code),
        ];
        [
            edit(&script, "", format!("rows = fix_{n}(rows)")),
            shell(format!("python {script}"), format!("wrote {} rows", 17_000 + n), 0),
            checks[n % 3].clone(),
        ]
    };
    (0..count).flat_map(lap).collect()
}

/// An edit that is pushed, and the runs of a workflow after it.
fn pushes(count: usize, run: impl Fn(usize) -> String) -> Vec<Call> {
    let lap = |n: usize| {
        [
            edit(".github/workflows/ci.yml", format!("a: {n}"), format!("a: {}", WORDS[n % 14])),
            shell(format!("git commit -qam 'try {}' && git push -q", WORDS[n % 14]), "", 0),
            shell("gh run list --workflow deploy.yml --limit 1 | cat", run(n), 0),
        ]
    };
    (0..count).flat_map(lap).collect()
}

fn failed_run(n: usize) -> String {
    format!(
        "completed\tfailure\ttry {n}\tdeploy\tmain\tpush\t11391{n}0412\t20s\t2026-10-06T08:0{}:10Z",
        n % 10
    )
}

/// Another version of the runtime, and a start that ends with what `error` says.
fn runtimes(count: usize, error: impl Fn(usize) -> String) -> Vec<Call> {
    let lap = |n: usize| {
        let version = 14 + n;
        let trace = format!(
            "/w/src/config.js:8\n    return JSON.parse(text)\n                ^\n\n{}\n    at load (/w/src/config.js:8:15)\n\nNode.js v{version}.4.0",
            error(n)
        );
        [
            shell(
                format!("nvm install {version} && nvm use {version}"),
                format!("Now using node v{version}.4.0"),
                0,
            ),
            shell("npm start", trace, 1),
        ]
    };
    (0..count).flat_map(lap).collect()
}

/// A merge of `develop` in yet another way that ends with the same conflict, and one test that is red after it.
fn merges(count: usize) -> Vec<Call> {
    let options = ["", "-X theirs ", "--no-ff ", "-X patience ", "-s recursive ", "-X ours "];
    let lap = |n: usize| {
        [
            shell(format!("git merge {}develop", options[n % 6]), conflict("rates"), 1),
            shell("go test ./rates", red("TestNightRate"), 1),
            shell("git merge --abort", "", 0),
        ]
    };
    (0..count).flat_map(lap).collect()
}

/// One branch after the other that is merged, its conflict resolved, and what it breaks mended.
fn merged_branches(count: usize) -> Vec<Call> {
    let lap = |n: usize| {
        let (word, test) = (WORDS[n], format!("Test{}", WORDS[n]));
        [
            shell(format!("git merge topic/{word}"), conflict(word), 1),
            edit(format!("src/{word}.go"), "<<<<<<<", word),
            shell("go test ./...", red(&test), 1),
            edit(format!("src/{word}.go"), word, format!("{word}{n}")),
            shell("go test ./...", "ok  \tx/rates\t0.02s", 0),
            shell(format!("git commit -qam 'Merge {word}'"), "", 0),
        ]
    };
    (0..count).flat_map(lap).collect()
}

fn conflict(file: &str) -> String {
    format!(
        "Auto-merging src/{file}.go\nCONFLICT (content): Merge conflict in src/{file}.go\nAutomatic merge failed; fix conflicts and then commit the result."
    )
}

fn red(test: &str) -> String {
    format!(
        "--- FAIL: {test} (0.01s)\n    rates_test.go:41: got 3, want 4\nFAIL\nFAIL\tx/rates\t0.02s"
    )
}

/// A suite that takes what it gets for what it expects, and then runs.
fn accepted(count: usize, run: impl Fn(usize) -> (String, i32)) -> Vec<Call> {
    let passes = " ✓ src/badge.spec.ts (1)\n\n  Snapshots  1 updated\n Test Files  1 passed (1)\n      Tests  1 passed (1)";
    let lap = |n: usize| {
        let accept = ["npx vitest run badge -u", "npx vitest run badge --update"][n % 2];
        let (output, code) = run(n);
        [shell(accept, passes, 0), shell("npx vitest run badge", output, code)]
    };
    (0..count).flat_map(lap).collect()
}

fn red_snapshot(test: &str, n: usize) -> String {
    format!(
        " FAIL  src/badge.spec.ts > {test}\nError: Snapshot `{test} 1` mismatched\n\n- <label for=\"fld-a{n}\">\n+ <label for=\"fld-b{n}\">\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)"
    )
}

/// A body that a server does not take, and what it says.
fn bodies(count: usize, says: impl Fn(usize) -> String) -> Vec<Call> {
    let post = |n: usize| {
        let key = WORDS[n % 14];
        shell(
            format!("curl -s -XPOST http://localhost:8000/v2/rates -d '{{\"{key}\": {n}}}'"),
            says(n),
            0,
        )
    };
    (0..count).map(post).collect()
}

/// An edit and a look at the status of a page.
fn statuses(count: usize, path: impl Fn(usize) -> String, status: &str) -> Vec<Call> {
    let lap = |n: usize| {
        let line =
            format!("curl -s -o /dev/null -w '%{{http_code}}' http://localhost:8080/{}", path(n));
        [
            edit("nginx/default.conf", format!("a {n};"), format!("b {};", WORDS[n % 14])),
            shell(line, status, 0),
        ]
    };
    (0..count).flat_map(lap).collect()
}

/// A guess at an argument, and what Terraform says of it.
fn arguments(count: usize, line: impl Fn(usize) -> usize) -> Vec<Call> {
    let lap = |n: usize| {
        let (name, line) = (format!("{}_window", WORDS[n % 14]), line(n));
        let fault = format!(
            "╷\n│ Error: Unsupported argument\n│ \n│   on redis.tf line {line}, in resource \"aws_cluster\" \"main\":\n│   {line}:   {name} = \"sun\"\n│ \n│ An argument named \"{name}\" is not expected here.\n╵"
        );
        [
            edit("redis.tf", format!("w{n} ="), format!("{name} =")),
            shell(["terraform validate", "terraform plan"][n % 2], fault, 1),
        ]
    };
    (0..count).flat_map(lap).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let invalid = |count: usize| format!("rows: 18220 rows, {count} invalid phone (first: row 17)");
    vec![
        stuck(
            "one finding in three ways, after ever new scripts",
            cleanings(12, |_| invalid(1_147)),
        ),
        healthy("fewer findings after each script", cleanings(12, |n| invalid(1_147 - 90 * n))),
        healthy(
            "findings of one kind and then of another",
            cleanings(12, |n| format!("rows: invalid {} in row {n}", WORDS[n])),
        ),
        stuck("another run of a workflow that fails alike after each push", pushes(8, failed_run)),
        healthy("the run before is still listed after a push", pushes(3, |_| failed_run(1))),
        healthy(
            "a run that passes in the end",
            pushes(9, |n| {
                if n % 3 == 2 { failed_run(n).replace("failure", "success") } else { failed_run(n) }
            }),
        ),
        stuck(
            "one syntax error under every version of the runtime",
            runtimes(8, |_| "SyntaxError: Expected ',' or '}' in JSON at position 311".to_owned()),
        ),
        healthy(
            "another error under each version",
            runtimes(8, |n| format!("TypeError: {}.{} is not a function", WORDS[n], WORDS[n + 1])),
        ),
        stuck("one red test after every way to merge", merges(9)),
        healthy("one branch merged after the other", merged_branches(8)),
        stuck(
            "one snapshot accepted and red again",
            accepted(8, |n| (red_snapshot("badge renders", n), 1)),
        ),
        healthy(
            "one snapshot after the other that is accepted on purpose",
            accepted(8, |n| (red_snapshot(&format!("{} renders", WORDS[n]), n), 1)),
        ),
        stuck(
            "one body guessed after the other",
            bodies(9, |_| "{\"detail\": \"Unprocessable Entity\"}".to_owned()),
        ),
        healthy(
            "bodies that lack another field each",
            bodies(9, |n| format!("{{\"detail\": \"field {} is required\"}}", WORDS[(n + 3) % 14])),
        ),
        healthy(
            "bodies that are refused and taken in turns",
            bodies(12, |n| {
                if n % 2 == 0 {
                    "{\"detail\": \"Unprocessable Entity\"}".to_owned()
                } else {
                    format!("{{\"id\": {}}}", 400 + n)
                }
            }),
        ),
        nudged_at_most(
            "twenty bad bodies that a server shall refuse",
            bodies(20, |_| "{\"detail\": \"Unprocessable Entity\"}".to_owned()),
        )
        .unattended(),
        stuck("one bad gateway after each edit", statuses(8, |_| String::new(), "502")),
        healthy(
            "one route after the other that lets no guest in",
            statuses(12, |n| format!("admin/{}", WORDS[n]), "403"),
        ),
        stuck("one argument guessed after the other", arguments(10, |_| 14)),
        healthy("arguments that are gone, line after line", arguments(10, |n| 14 + n)),
    ]
}
