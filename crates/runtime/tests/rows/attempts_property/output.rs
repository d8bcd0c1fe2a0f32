//! Calls as a client tells them: what `cargo test` prints, and what is said of its end.

use serde_json::{Value, json};

use super::deed::Told;
use crate::attempts_model::Seen;

const BUILD: &str = "   Compiling cart v0.1.0\nerror[E0308]: mismatched types\n --> src/cart.rs:3:5\n\
    \nerror: could not compile `cart` (lib test) due to 1 previous error\n";

/// One call, with its result and what that means.
#[derive(Debug, Default)]
pub(crate) struct Call {
    pub(crate) tool: &'static str,
    pub(crate) input: Value,
    pub(crate) result: Value,
    pub(crate) effect: Effect,
    /// The file that it writes, and the number of the content where it can be written again.
    pub(crate) writes: Option<(&'static str, Option<usize>)>,
}

/// What a result means, once it is in.
#[derive(Debug, Default)]
pub(crate) enum Effect {
    #[default]
    Nothing,
    Changed {
        is_test: bool,
    },
    Ran(Seen),
    Infra,
}

pub(crate) fn bash(command: String, result: Value, effect: Effect) -> Call {
    Call { tool: "bash", input: json!({"command": command}), result, effect, writes: None }
}

/// A run with a verdict, or one in which no test ran. `cut`: a pipe leaves only its end.
pub(crate) fn verdict(command: &str, mut seen: Seen, told: Told, cut: bool) -> Call {
    let is_red = !seen.failed.is_empty();
    let mut output = printed(&seen);
    let effect = if !is_red && seen.passed.is_empty() {
        Effect::Nothing
    } else {
        if cut && told == Told::Piped {
            let end = if is_red { "failures:\n    " } else { "test result" };
            output = output[output.rfind(end).unwrap()..].to_owned();
            seen.passed.clear();
        }
        Effect::Ran(seen)
    };
    run(command, &output, if is_red { 101 } else { 0 }, told, effect)
}

pub(crate) fn unreadable(command: &str, seen: Seen) -> Call {
    let output = "12 fine, 1 broken\nsomething is wrong";
    run(command, output, 2, Told::Everything, Effect::Ran(seen))
}

pub(crate) fn build_error(command: &str, told: Told) -> Call {
    run(command, BUILD, 101, told, Effect::Infra)
}

pub(crate) fn no_cargo(command: &str) -> Call {
    run(command, "sh: 1: cargo: not found", 127, Told::Everything, Effect::Infra)
}

fn run(command: &str, output: &str, code: i32, told: Told, effect: Effect) -> Call {
    let (command, result) = match told {
        Told::Everything => {
            (command.to_owned(), json!({"ok": code == 0, "exit_code": code, "output": output}))
        }
        Told::Code => (command.to_owned(), json!({"exit_code": code, "output": output})),
        Told::Nothing => (command.to_owned(), json!({"output": output})),
        Told::Piped => (
            format!("{command} 2>&1 | tail -{}", output.lines().count()),
            json!({"ok": true, "exit_code": 0, "output": output}),
        ),
    };
    bash(command, result, effect)
}

/// What `cargo test` prints.
fn printed(Seen { failed, passed, .. }: &Seen) -> String {
    let mut out = format!("\nrunning {} tests\n", failed.len() + passed.len());
    for name in passed {
        out += &format!("test {name} ... ok\n");
    }
    for name in failed {
        out += &format!("test {name} ... FAILED\n");
    }
    if !failed.is_empty() {
        out += "\nfailures:\n\n";
        for name in failed {
            out += &format!(
                "---- {name} stdout ----\n\nthread '{name}' panicked at tests/cart.rs:14:5:\n\
                 assertion `left == right` failed\n  left: 3\n right: 4\n\n"
            );
        }
        out += "\nfailures:\n";
        for name in failed {
            out += &format!("    {name}\n");
        }
    }
    let end = if failed.is_empty() { "ok" } else { "FAILED" };
    out += &format!(
        "\ntest result: {end}. {} passed; {} failed; 0 ignored; 0 measured; 0 filtered out; \
         finished in 0.00s\n\n",
        passed.len(),
        failed.len()
    );
    if !failed.is_empty() {
        out += "error: test failed, to rerun pass `--test cart`\n";
    }
    out
}
