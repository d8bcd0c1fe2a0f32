//! Work that is handed over (`git add`, `git commit`, `git push`) beside a check: the message is no part of what is asked.

use super::attempts::WORDS;
use super::call::{Call, edit, shell};
use super::case::{Case, healthy, stuck};
use super::named_faults::attempts;

/// An edit and these calls, so many times.
fn laps<const N: usize>(count: usize, calls: impl Fn(usize) -> [Call; N]) -> Vec<Call> {
    let lap = |n: usize| {
        let change = edit("docs/guide.md", format!("x = {n}"), format!("y = {}", WORDS[n % 14]));
        std::iter::once(change).chain(calls(n))
    };
    (0..count).flat_map(lap).collect()
}

/// A check in front of which the work is committed with another message each time.
fn committed(n: usize, check: &str) -> String {
    match n % 3 {
        0 => format!("git add -A && git commit -qm 'Fix the {} link' && {check}", WORDS[n % 14]),
        1 => format!("git commit -qam 'Try {} again' && {check}", WORDS[n % 14]),
        _ => format!(
            "git add docs && git commit -m \"Mend {}\" -q && git push -q && {check}",
            WORDS[n % 14]
        ),
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let broken = |name: &str| {
        format!("checking 41 pages\n{name}: no such page\nmake: *** [Makefile:9: check] Error 1")
    };
    let hook = "[pre-commit] i18next 'src/**/*.tsx' --keep-removed=false\n  [write] locales/en.json\n  Removed keys: 1 (tour.speed)\nOn branch main\nnothing to commit, working tree clean";
    let rejected = "To github.com:acme/shop.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'github.com:acme/shop.git'";
    let pushed = "To github.com:acme/shop.git\n   8aa3c10..1b94dd0  main -> main";
    vec![
        stuck(
            "a check that fails alike behind every commit",
            attempts(12, "docs/guide.md", |n| {
                (committed(n, "make check"), broken("guide/setup"), 2)
            }),
        ),
        stuck(
            "a check that fails alike in front of every commit",
            attempts(12, "docs/guide.md", |n| {
                (
                    format!("make check && git commit -am 'Mend {}' && git push", WORDS[n]),
                    broken("guide/setup"),
                    2,
                )
            }),
        ),
        healthy(
            "another page behind every commit",
            attempts(12, "docs/guide.md", |n| {
                (committed(n, "make check"), broken(&format!("guide/{}", WORDS[n])), 2)
            }),
        ),
        healthy(
            "a check that passes behind every commit",
            attempts(14, "docs/guide.md", |n| {
                (committed(n, "make check"), "checking 41 pages\nall links are good".to_owned(), 0)
            }),
        ),
        healthy(
            "failures that become fewer behind every commit",
            attempts(12, "docs/guide.md", |n| {
                let pages: Vec<_> =
                    WORDS[n..].iter().map(|name| format!("guide/{name}: no such page")).collect();
                let end = "make: *** [Makefile:9: check] Error 1";
                (
                    committed(n, "make check"),
                    format!("checking 41 pages\n{}\n{end}", pages.join("\n")),
                    2,
                )
            }),
        ),
        healthy(
            "a hook that formats, and a commit that passes then",
            laps(12, |n| {
                let formatted = "black....................................................Failed\n- hook id: black\n- files were modified by this hook\n\nreformatted docs/conf.py\n1 file reformatted.";
                let line = format!("git add -A && git commit -m 'Write {}'", WORDS[n]);
                let done = format!(
                    "black....................................................Passed\n[main {:07x}] Write {}\n 1 file changed, 4 insertions(+)",
                    7919 * (n + 3),
                    WORDS[n]
                );
                [shell(line.clone(), formatted, 1), shell(line, done, 0)]
            }),
        ),
        healthy(
            "a push that comes too late, and one behind a pull",
            laps(12, |n| {
                let commit = format!("git commit -qam 'Write {}' && git push", WORDS[n]);
                [shell(commit, rejected, 1), shell("git pull --rebase -q && git push", pushed, 0)]
            }),
        ),
        healthy("one repository after the other, each with the same hook", {
            let lap = |name: &&str| {
                let file = format!("{name}/locales/en.json");
                let commit = format!("cd {name} && git commit -qam 'Add the key'");
                [
                    edit(&file, "old", format!("new {name}")),
                    shell(commit.clone(), hook, 1),
                    edit(format!("{name}/i18next.json"), "keep: false", "keep: true"),
                    shell(commit, "", 0),
                ]
            };
            WORDS[..12].iter().flat_map(lap).collect()
        }),
        healthy(
            "commits of one step after the other",
            laps(14, |n| {
                let line = format!("git add -A && git commit -m 'Step {}: {}'", n + 1, WORDS[n]);
                [shell(
                    line,
                    format!(
                        "[main {:07x}] Step {}: {}\n 1 file changed, 2 insertions(+)",
                        7919 * (n + 3),
                        n + 1,
                        WORDS[n]
                    ),
                    0,
                )]
            }),
        ),
        healthy(
            "a check that fails once behind a commit, and passes behind the next",
            laps(10, |n| {
                let mend = edit("docs/links.md", format!("a{n}"), format!("b{n}"));
                [
                    shell(committed(3 * n, "make check"), broken("guide/setup"), 2),
                    mend,
                    shell(
                        committed(3 * n + 1, "make check"),
                        "checking 41 pages\nall links are good",
                        0,
                    ),
                ]
            }),
        ),
    ]
}
