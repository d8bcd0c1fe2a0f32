//! One failure that stands whatever is tried: something is lacking, or one member is guessed.

use super::attempts::WORDS;
use super::call::{Call, edit, look, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};
use super::named_faults::attempts;

/// Another way to start a plan for each try, and an edit before every third.
fn plans(count: usize, error: impl Fn(usize) -> String) -> Vec<Call> {
    let lap = |n: usize| {
        let lines = [
            "python plan.py --week 42".to_owned(),
            format!("GRB_LICENSE_FILE=/opt/{}.lic python plan.py --week 42", WORDS[n % 14]),
            format!("HOME=/tmp/{} python3 plan.py", WORDS[n % 14]),
        ];
        let trace = format!(
            "Traceback (most recent call last):\n  File \"/w/plan.py\", line {}, in <module>\n    env = gp.Env()\ngurobipy.GurobiError: {}",
            11 + n % 4,
            error(n)
        );
        let tweak = edit("plan.py", format!("env = {n}"), format!("env = {}", WORDS[n % 14]));
        let change = (n % 3 == 2).then_some(tweak);
        let reading = look(format!("docs/{n}.md"), format!("page {n}"));
        change.into_iter().chain([shell(lines[n % 3].clone(), trace, 1), reading])
    };
    (0..count).flat_map(lap).collect()
}

/// A guess at a member in a line, and what Python says of it.
fn guesses(count: usize, line: impl Fn(usize) -> usize) -> Vec<Call> {
    attempts(count, "pull.py", |n| {
        let (name, line) = (format!("{}_rows", WORDS[n % 14]), line(n));
        let trace = format!(
            "Traceback (most recent call last):\n  File \"/w/pull.py\", line {line}, in <module>\n    rows = c.{name}(4711)\n           ^^^^^\nAttributeError: 'Client' object has no attribute '{name}'"
        );
        ("python pull.py".to_owned(), trace, 1)
    })
}

/// A guess at a method, and what Rust says of it.
fn guessed_methods(count: usize, file: impl Fn(usize) -> String) -> Vec<Call> {
    let lap = |n: usize| {
        let (name, file) = (format!("{}_turned", WORDS[n % 14]), file(n));
        let fault = format!(
            "error[E0599]: no method named `{name}` found for struct `zpl::Bitmap` in the current scope\n  --> {file}:27:26\n   |\n27 |     bitmap.{name}();\n   |            ^^^^ method not found in `Bitmap`\n\nerror: could not compile `label` (bin \"label\") due to 1 previous error"
        );
        [
            edit(file, format!("bitmap.m{n}()"), format!("bitmap.{name}()")),
            shell(["cargo check", "cargo build"][n % 2], fault, 101),
        ]
    };
    (0..count).flat_map(lap).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let lacks_licence = "No Gurobi license found (user dev, host calc-03)";
    let lacks_part = |part: &str| {
        format!(
            "/w/node_modules/rollup/dist/native.js:64\n\t\tthrow new Error(\n\t\t^\n\nError: Cannot find module '@rollup/{part}'\n    at f (/w/node_modules/rollup/dist/native.js:64:9)\n\nNode.js v20.18.1"
        )
    };
    let installs = |count: usize, part: &dyn Fn(usize) -> String| -> Vec<Call> {
        let lap = |n: usize| {
            let starts = ["npm run dev", "npx vite build", "npm run build"];
            [
                shell(
                    format!("rm -rf node_modules && npm ci --{}", WORDS[n % 14]),
                    format!("added {} packages in 11s", 600 + n),
                    0,
                ),
                shell(starts[n % 3], part(n), 1),
            ]
        };
        (0..count).flat_map(lap).collect()
    };
    let imports = |resource: &&str| {
        [
            shell(
                format!("terraform import aws_{resource}.a x-1"),
                "Error: Cannot import non-existent remote object\n\nThe provider detected that no object exists with the given id.",
                1,
            ),
            shell(
                format!("terraform import aws_{resource}.a r-{resource}"),
                "Import successful!",
                0,
            ),
        ]
    };
    vec![
        stuck(
            "a licence that is not there, whatever starts the program",
            plans(9, |_| lacks_licence.to_owned()),
        ),
        healthy(
            "another key that the data lack each time",
            plans(9, |n| format!("Unable to retrieve attribute '{}'", WORDS[n])),
        ),
        stuck(
            "a part that no clean installation brings",
            installs(9, &|_| lacks_part("rollup-linux-x64-gnu")),
        ),
        healthy("another part after each installation", installs(9, &|n| lacks_part(WORDS[n]))),
        stuck("one member guessed after the other, at one line", guesses(10, |_| 6)),
        healthy("members that are gone, used line after line", guesses(10, |n| 6 + n * 4)),
        stuck(
            "one method guessed after the other",
            guessed_methods(10, |_| "src/print.rs".to_owned()),
        ),
        healthy(
            "methods that are gone, in file after file",
            guessed_methods(10, |n| format!("src/{}.rs", WORDS[n])),
        ),
        healthy(
            "imports that find nothing by one name, and then by another",
            WORDS.iter().flat_map(imports).collect(),
        ),
        nudged_at_most("options narrowed down to those that fail", {
            let run = |n: usize| match n % 2 {
                0 => shell(
                    format!("./conv -{} in.wav", WORDS[n % 14]),
                    "conv: internal error: filter chain mismatch",
                    1,
                ),
                _ => shell(
                    format!("./conv -{} in.wav", WORDS[n % 14]),
                    format!("wrote {} frames", 100 + n),
                    0,
                ),
            };
            (0..12).map(run).collect()
        }),
    ]
}
