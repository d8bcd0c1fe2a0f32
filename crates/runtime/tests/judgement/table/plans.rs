//! Lists of plans and todos are neither progress nor work: many in a row are barren.

use super::call::{edit, laps, look, plan, shell};
use super::case::{Case, healthy, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let steps = [
        "Read the parser",
        "Find the fault",
        "Write a test",
        "Mend it",
        "Run the suite",
        "Tell the person",
        "Clean up",
    ];
    let all = |n: usize| [&steps[n % 7..], &steps[..n % 7]].concat();
    vec![
        stuck("fourteen plans in another order", (0..14).map(|n| plan(&all(n))).collect()),
        stuck("one plan written again", (0..12).map(|_| plan(&steps)).collect()),
        stuck(
            "plans that grow by a step",
            (1..13)
                .map(|n| plan(&steps.iter().cycle().take(n).copied().collect::<Vec<_>>()))
                .collect(),
        ),
        healthy(
            "a plan before every edit",
            laps(9, |n| [plan(&all(n)), edit(format!("src/p{n}.ts"), "old", format!("new {n}"))]),
        ),
        healthy(
            "a plan after each new look",
            laps(9, |n| {
                [look(format!("src/p{n}.ts"), format!("export const p{n} = {n};")), plan(&all(n))]
            }),
        ),
        healthy(
            "a plan, its revision and then work",
            vec![
                plan(&all(0)),
                plan(&all(1)),
                plan(&all(2)),
                look("a.ts", "1"),
                shell("npm test", "Tests: 4 passed, 4 total", 0),
            ],
        ),
        healthy(
            "plans between commands that act",
            laps(9, |n| [shell(format!("createuser app{n}"), "", 0), plan(&all(n))]),
        ),
        stuck(
            "a plan, and words about it",
            laps(8, |n| {
                [
                    plan(&[steps[n % 7]]),
                    shell(
                        format!("echo 'Planning the next step: rig {n}'"),
                        format!("Planning the next step: rig {n}"),
                        0,
                    ),
                ]
            }),
        ),
        stuck(
            "a plan and a word, turn by turn",
            laps(7, |n| {
                let words = format!("Next I will {}", steps[n].to_lowercase());
                [plan(&all(n)), shell(format!("echo '{words}'"), words, 0)]
            }),
        )
        .at(8, 11),
        healthy(
            "a plan, a word and an edit, turn by turn",
            laps(7, |n| {
                let words = format!("Next I will {}", steps[n].to_lowercase());
                [
                    plan(&all(n)),
                    shell(format!("echo '{words}'"), words, 0),
                    edit(format!("src/q{n}.ts"), "old", format!("new {n}")),
                ]
            }),
        ),
    ]
}
