//! Failures that name the thing that failed, in the words of tools that are read by no other rule.

use super::attempts::WORDS;
use super::call::{Call, edit, shell};
use super::case::{Case, healthy, stuck};
use super::named_faults::attempts;

/// A run of Cypress in which the tests of these names fail.
fn cypress(passing: usize, failing: &[&str], error: &str) -> String {
    let list: String = failing
        .iter()
        .enumerate()
        .map(|(at, name)| format!("  {}) Checkout\n       {name}:\n     {error}\n      at Context.eval (webpack://shop/./cypress/e2e/checkout.cy.ts:22:7)\n\n", at + 1))
        .collect();
    let marks: String =
        failing.iter().enumerate().map(|(at, name)| format!("    {}) {name}\n", at + 1)).collect();
    format!("  Checkout\n{marks}\n  {passing} passing (9s)\n  {} failing\n\n{list}", failing.len())
}

/// What Cypress says of an element that it sought in vain.
fn never_found(selector: &str) -> String {
    format!(
        "AssertionError: Timed out retrying after 4000ms: Expected to find element: `{selector}`, but never found it."
    )
}

const SPEC: &str = "cypress/e2e/checkout.cy.ts";

pub(crate) fn end_to_end() -> Vec<Case> {
    let run = |n: usize| {
        let tail = ["", " 2>&1 | tail -14", " --quiet"][n % 3];
        format!("npx cypress run --spec {SPEC}{tail}")
    };
    let code = |n: usize| if n % 3 == 1 { 0 } else { 1 };
    let laps = |name: &'static str, error: fn(usize) -> String| {
        attempts(14, SPEC, move |n| (run(n), cypress(1, &[name], &error(n)), code(n)))
    };
    let last =
        |n: usize| format!("  Checkout\n    ✓ pays by {} (812ms)\n\n  2 passing (8s)\n", WORDS[n]);
    vec![
        stuck(
            "selectors that are guessed for one step of Cypress",
            laps("pays by card", |n| never_found(&format!("[data-cy={}]", WORDS[n]))),
        ),
        stuck(
            "one assertion of Cypress after every edit",
            laps("adds up", |_| {
                "AssertionError: Timed out retrying after 4000ms: expected '10' to equal '12'"
                    .to_owned()
            }),
        ),
        healthy(
            "another test of one spec each time",
            attempts(14, SPEC, |n| {
                (run(n), cypress(n, &[WORDS[n]], &never_found("#pay")), code(n))
            }),
        ),
        healthy(
            "failing tests of a spec that become fewer",
            attempts(10, SPEC, |n| {
                (run(n), cypress(n, &WORDS[n..12], &never_found("#pay")), code(n))
            }),
        ),
        healthy("one spec of Cypress after the other, repaired", {
            let lap = |n: usize| {
                let spec = format!("cypress/e2e/{}.cy.ts", WORDS[n]);
                let line = format!("npx cypress run --spec {spec}");
                [
                    shell(line.clone(), cypress(1, &["opens"], &never_found(".btn-old")), 1),
                    edit(&spec, ".btn-old", format!(".btn-{n}")),
                    shell(line, last(n), 0),
                ]
            };
            (0..12).flat_map(lap).collect::<Vec<Call>>()
        }),
        healthy("a spec of Cypress that is written step by step", {
            let lap = |n: usize| {
                let line = format!("npx cypress run --spec {SPEC}");
                let step = format!("pays by {}", WORDS[n]);
                [
                    edit(SPEC, "  // next", format!("  it('{step}')\n  // next")),
                    shell(
                        line.clone(),
                        cypress(n, &[&step], &never_found(&format!("#{}", WORDS[n]))),
                        1,
                    ),
                    edit(SPEC, format!("#{}", WORDS[n]), format!("[name={}]", WORDS[n])),
                    shell(line, last(n), 0),
                ]
            };
            (0..12).flat_map(lap).collect()
        }),
    ]
}
