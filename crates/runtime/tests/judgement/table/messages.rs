//! What an agent says again, and what only looks like it.

use super::call::{Call, edit, laps, look, say, shell, think};
use super::case::{Case, healthy, stuck};

const PARTS: [&str; 8] = ["store", "cache", "index", "query", "shell", "views", "tests", "hooks"];

fn work() -> [Call; 2] {
    [look("src/lib.rs", "pub mod store;"), shell("cargo build", "   Compiling shop v0.1.0", 0)]
}

pub(crate) fn cases() -> Vec<Case> {
    let quoted = "    if row is None:\n        return None\n".repeat(6);
    vec![
        stuck("one sentence without an end", [vec![say("I will check the status of the build now. ".repeat(20))], work().into()].concat()),
        stuck("one message again and again", [vec![say("I am going to mend the failing test now."); 5], work().into()].concat()),
        stuck("one thought, said in a circle", [vec![think("Let me look at the parser again. It must be the parser. ".repeat(15))], work().into()].concat()),
        healthy("code that is quoted in a thought", [vec![think(format!("The function reads:\n```python\n{quoted}```\nSo the second branch is dead."))], work().into()].concat()),
        healthy("code that is quoted without a fence", [vec![think("`a = b` and then `c = d`: the first sets a, the second c. And `e = f` sets e; `g = h` sets g.")], work().into()].concat()),
        healthy("a list of cases by number", [vec![say((0..12).map(|n| format!("- test_case_{n} is green\n")).collect::<String>())], work().into()].concat()),
        healthy("numbers that are counted up", [vec![say((0..60).map(|n| format!("{n} ")).collect::<String>())], work().into()].concat()),
        healthy("the same words before each new file", laps(8, |n| [
            say("Let me read the next one."),
            look(format!("src/{}.rs", PARTS[n]), format!("pub struct {};", PARTS[n])),
        ])),
        healthy("the same words after each new edit", laps(8, |n| [
            edit(format!("src/{}.rs", PARTS[n]), "pub struct", "pub(crate) struct"),
            say("This one is mended; on to the next."),
        ])),
        healthy("cases weighed one after the other", [vec![think(PARTS.map(|part| format!("What about the {part}? It is not touched, so nothing is to be done.\n")).concat())], work().into()].concat()),

        healthy("code that is indented in a thought", [vec![think(format!("Then:\n{}", "    vmlaq_f32(acc, a0, b0);\n".repeat(12)))], work().into()].concat()),
    ]
}
