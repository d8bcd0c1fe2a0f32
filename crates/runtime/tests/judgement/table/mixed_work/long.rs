//! Long sequences that change from healthy to stuck and back, and slow progress.

use super::super::call::{Call, edit, every, gaps, laps, look, look_from, plan, search, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, joined};

const RED: &str =
    "FAILED tests/test_cart.py::test_total - assert 2 == 3\n1 failed, 11 passed in 0.41s";
const GREEN: &str = "12 passed in 0.40s";

/// A healthy stretch: a look, an edit and a green suite for each part.
fn parts(first: usize, parts: usize) -> Vec<Call> {
    (first..first + parts)
        .flat_map(|n| {
            [
                look(format!("shop/part{n}.py"), format!("def part{n}():\n    return {n}")),
                edit(
                    format!("shop/part{n}.py"),
                    format!("return {n}"),
                    format!("return {n} + tax"),
                ),
                shell(format!("pytest -q tests/test_part{n}.py"), "3 passed in 0.10s", 0),
            ]
        })
        .collect()
}

/// A healthy stretch that only reads.
fn reading(first: usize, files: usize) -> Vec<Call> {
    (first..first + files)
        .flat_map(|n| {
            [
                search(format!("class Part{n}"), "shop", format!("shop/p{n}.py:3:class Part{n}:")),
                look(format!("shop/p{n}.py"), format!("class Part{n}:\n    rate = {}", 3 * n)),
            ]
        })
        .collect()
}

fn red() -> Call {
    shell("pytest -q", RED, 1)
}

fn green() -> Call {
    shell("pytest -q", GREEN, 0)
}

/// Another change, each time.
fn change(n: usize) -> Call {
    edit("shop/cart.py", format!("total = {n}"), format!("total = {}", n + 1))
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = changing();
    cases.extend(slow());
    cases.extend(hidden());
    cases
}

/// Sequences that change.
fn changing() -> Vec<Case> {
    let deploy = |flags: &str| {
        shell(
            format!("helm upgrade --install cart charts/cart {flags}"),
            "Error: UPGRADE FAILED: cannot patch \"cart\" with kind Deployment: spec.selector: Invalid value: field is immutable",
            1,
        )
    };
    let service = |name: &str| {
        vec![
            edit(format!("charts/{name}/values.yaml"), "tag: 1.0", "tag: 1.1"),
            shell(format!("helm lint charts/{name}"), "1 chart(s) linted, 0 chart(s) failed", 0),
            shell(
                format!("helm upgrade --install {name} charts/{name}"),
                format!("Release \"{name}\" has been upgraded. Happy Helming!"),
                0,
            ),
            shell(
                format!("kubectl rollout status deploy/{name}"),
                format!("deployment \"{name}\" successfully rolled out"),
                0,
            ),
        ]
    };
    let services: Vec<Call> =
        ["catalog", "pricing", "reviews", "fraud", "loyalty", "returns", "shipping", "invoices"]
            .iter()
            .flat_map(|name| service(name))
            .collect();
    vec![
        stuck("thirty good calls, then one red suite for ever", joined(&[parts(0, 10), every(6, 9, red())])).since(31).refused(),
        healthy("three equal failures between good work", joined(&[parts(0, 7), every(6, 3, red()), vec![change(1), green()], parts(7, 7), every(6, 3, red()), vec![change(2), green()]])),
        nudged_at_most("a loop that is left after its nudge", joined(&[parts(0, 4), every(6, 5, red()), parts(4, 10), reading(0, 6)])),
        stuck("a loop that is left and fallen back into", joined(&[every(6, 5, red()), parts(0, 6), every(6, 9, red())])).refused(),
        healthy("eight services that are moved, four calls each", services.clone()),
        stuck("six services that are moved, and one that is not", joined(&[services[..24].to_vec(), ["", "--force", "--atomic", "--debug", "--reset-values", "--wait", "--timeout 9m", "--reuse-values", "--force --wait", "--cleanup-on-fail"].map(deploy).to_vec()])).since(25).refused(),
        nudged_at_most("a program that is missing, then installed, then used", joined(&[reading(0, 4), laps(3, |n| [change(n), shell("pytest -q", "bash: pytest: command not found", 127)]), vec![shell("pip install pytest", "Successfully installed pytest-8.3.4", 0)], parts(0, 6)])),
        stuck("reading, then one search for ever", joined(&[reading(0, 12), every(6, 8, search("def total", "shop", "shop/cart.py:4:def total(self):"))])).since(25),
        healthy("two hunts for two faults, each with a few equal runs", joined(&[reading(0, 5), vec![red()], reading(5, 4), vec![red()], reading(9, 3), vec![change(0), green()], reading(12, 4), vec![red()], reading(16, 4), vec![red(), change(1), green()]])),
        stuck("a hunt that ends in rejected edits", joined(&[reading(0, 10), parts(0, 3), laps(8, |n| [super::super::call::rejected_edit("shop/cart.py", format!("def total{n}(self):"), "String to replace not found in file.")])])).since(30).refused(),
        healthy("plans that are ticked off between good work", (0..10).flat_map(|n| joined(&[parts(n, 1), vec![plan(&["move the carts", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][n]])]])).collect()),
        stuck("good work, then a server that is started in vain", joined(&[parts(0, 8), laps(14, |_| [
            shell("pkill -f shopd; ./shopd >shopd.log 2>&1 & sleep 3", "", 0),
            shell("curl -sS localhost:8080/health", "curl: (7) Failed to connect to localhost port 8080 after 0 ms: Connection refused", 7),
        ])])).since(25),
        healthy("a server that is started after each edit, with another answer", (0..12).flat_map(|n| [
            edit("src/shopd.c", format!("step {n}"), format!("step {}", n + 1)),
            shell("make -s && (./shopd & sleep 1)", "", 0),
            shell("curl -s localhost:8080/cart", format!("{{\"total\": {}}}", 7 * n), 0),
        ]).collect()),
        stuck("a setting that goes back and forth, after good work", joined(&[parts(0, 6), (0..8).flat_map(|n| [
            edit("app.toml", format!("workers = {}", 1 + n % 2), format!("workers = {}", 2 - n % 2)),
            red(),
        ]).collect()])).since(19),
    ]
}

/// Slow progress.
fn slow() -> Vec<Case> {
    vec![
        healthy("thirty failures that fall one by one", laps(30, |n| [change(n), shell("pytest -q | tail -1", format!("{} failed, {} passed in 2.10s", 30 - n, 70 + n), 1)])),
        healthy("failures that fall at every second edit", laps(24, |n| [change(n), shell("pytest -q | tail -1", format!("{} failed, {} passed in 2.10s", 30 - n / 2, 70 + n / 2), 1)])),
        healthy("thirty failures that fall one by one while nobody watches", laps(30, |n| [change(n), shell("pytest -q | tail -1", format!("{} failed, {} passed in 2.10s", 30 - n, 70 + n), 1)])).unattended(),
        healthy("an error that goes down a file line by line", laps(25, |n| [change(n), shell("python3 shop/cart.py", format!("  File \"/home/dev/project/shop/cart.py\", line {}\n    total =\n           ^\nSyntaxError: invalid syntax", 12 + n), 1)])),
        healthy("errors of types that fall to none", laps(25, |n| [edit(format!("src/m{n}.ts"), "any", "unknown"), shell("npx tsc --noEmit | tail -1", match n { 24 => String::new(), n => format!("Found {} errors in {} files.", 24 - n, 24 - n) }, if n == 24 { 0 } else { 2 })])),
        healthy("a hunt by printing", laps(20, |n| [edit("shop/cart.py", format!("# print {n}"), format!("print({n})\n# print {}", n + 1)), shell("python3 run.py", format!("step {n}: total {}", 31 * n), 0)])),
        healthy("tests that are written first", (0..12).flat_map(|n| [
            edit("tests/test_cart.py", format!("# next {n}"), format!("def test_case{n}(): ...\n# next {}", n + 1)),
            shell("pytest -q", format!("FAILED tests/test_cart.py::test_case{n} - NotImplementedError\n1 failed, {n} passed in 0.3s"), 1),
            change(n),
            shell("pytest -q", format!("{} passed in 0.3s", n + 1), 0),
        ]).collect()),
        healthy("a document that grows", (0..20).flat_map(|n| [
            edit("docs/guide.md", format!("<!-- {n} -->"), format!("Part {n} tells of step {n}.\n<!-- {} -->", n + 1)),
            shell("wc -w docs/guide.md", format!("{} docs/guide.md", 100 + 6 * n), 0),
        ]).collect()),
        healthy("months that are filled in again", (0..24).map(|n| shell(format!("psql shop -v month=2023-{:02} -v shard={n} -f backfill.sql", 1 + n % 12), "INSERT 0 0", 0)).collect()),
        healthy("a log that is read to its end, of which most lines are equal", (0..30).map(|n| look_from("shop.log", 1 + 40 * n, ["GET /health 200"; 40].join("\n"))).collect()),
        healthy("a program that gets faster by little", laps(15, |n| [change(n), shell("./bench", format!("mean {}.{} ms", 90 - n, n), 0)])),
        healthy("pushes and what the checks say of them, a minute apart", (0..5).flat_map(|n| joined(&[
            vec![change(n), shell("git commit -qam 'Mend' && git push -q", "", 0)],
            gaps(60, count(6, |_| shell("gh pr checks 7", "test\tpending\t0\thttps://ci.acme.test/1", 8))),
            vec![shell("gh pr checks 7", "test\tfail\t2m\thttps://ci.acme.test/1", 1), shell("gh run view --log-failed | tail -2", format!("test_total_{n} failed"), 0)],
        ])).collect()),
        nudged_at_most("a suite that fails now and then, run again", (0..16).map(|n| if n % 4 == 2 { red() } else { green() }).collect()),
        healthy("compile errors of a move to another version, fewer each time", laps(20, |n| [edit(format!("src/p{n}.rs"), "old::", "new::"), shell("cargo build 2>&1 | tail -1", format!("error: could not compile `shop` (lib) due to {} previous errors", 41 - 2 * n), 0)])),
    ]
}

/// Long loops that disguise themselves.
fn hidden() -> Vec<Case> {
    let dressed = [
        "pytest -q",
        "DEBUG=1 pytest -q",
        "pytest -q --verbose",
        "timeout 60 pytest -q",
        "bash -c 'pytest -q'",
        "python3 -m pytest -q",
        "pytest -q 2>&1 | tee t1.log",
        "pytest -q -x",
        "pytest -q --tb=short",
        "pytest -q -p no:cacheprovider",
        "pytest -q tests/",
        "pytest -q tests/test_cart.py",
        "pytest -q 2>&1 | tee t2.log",
        "pytest -q --lf",
    ];
    vec![
        stuck("one red suite in fourteen dresses, with looks between", dressed.into_iter().enumerate().flat_map(|(n, command)| [
            shell(["git status --short", "ls"][n % 2], [" M shop/cart.py", "shop\ntests"][n % 2], 0),
            shell(command, RED, 1),
        ]).collect()).refused(),
        stuck("ever new scripts that end at the same place", (1..=10).flat_map(|n| [
            edit(format!("fix{n}.py"), "", format!("from shop import cart\ncart.mend({n})")),
            shell(format!("python3 fix{n}.py"), "Traceback (most recent call last):\n  File \"/home/dev/project/shop/cart.py\", line 12, in mend\n    return self.rows[key]\nKeyError: 'total'", 1),
        ]).collect()),
        stuck("a new file read before each run of a red suite", (0..12).flat_map(|n| [look(format!("shop/q{n}.py"), format!("q = {n}")), red()]).collect()),
        stuck("pages of one file, forwards and backwards", (0..20).map(|n| look_from("shop/cart.py", 1 + 40 * [0, 1, 2, 1][n % 4], format!("line of page {}\n{}", [0, 1, 2, 1][n % 4], ["x = 1"; 38].join("\n")))).collect()),
        stuck("a linter whose findings no edit touches", joined(&[parts(0, 5), laps(9, |n| [edit("src/app.js", format!("let a = {n}"), format!("let a = {}", n + 1)), shell("npx eslint src | tail -2", "✖ 12 problems (12 errors, 0 warnings)", 1)])])).since(16),
        stuck("a red suite after twenty edits that nobody watches", joined(&[reading(0, 5), laps(20, |n| [change(n), red()])])).unattended().refused(),
        stuck("four looks in turn after good work", joined(&[parts(0, 8), laps(6, |_| [
            shell("git status --short", " M shop/cart.py", 0),
            shell("git diff --stat", " shop/cart.py | 2 +-", 0),
            look("shop/cart.py", "def total(self):\n    return 2"),
            shell("git log --oneline -3", "4f2c9d1 Mend\n4f2c9d0 Import", 0),
        ])])).since(25),
        nudged_at_most("words that no file holds, sought after good work", joined(&[parts(0, 6), each(|name| search(format!("old_{name}"), "shop", ""))])),
    ]
}
