//! One file that is shown in other ways.

use super::attempts::WORDS;
use super::call::{edit, laps, look, shell};
use super::case::{Case, healthy, stuck};

pub(crate) fn shown_files() -> Vec<Case> {
    let text = "{\n  \"name\": \"@atlas/forms\",\n  \"version\": \"1.8.0\",\n  \"main\": \"./dist/index.js\"\n}";
    let numbered: Vec<String> =
        text.lines().zip(1..).map(|(line, n)| format!("{n:6}\t{line}")).collect();
    let file = "packages/forms/package.json";
    let ways = |n: usize| match n % 7 {
        0 => look(file, text),
        1 => shell(format!("cat {file}"), text, 0),
        2 => shell(format!("cat -n {file}"), numbered.join("\n"), 0),
        3 => shell(format!("head -20 {file}"), text, 0),
        4 => shell(format!("jq . {file}"), text, 0),
        5 => shell(format!("nl -ba {file}"), numbered.join("\n"), 0),
        _ => shell("cd packages/forms && cat package.json", text, 0),
    };
    let manifest = |name: &str| format!("{{\n  \"name\": \"@atlas/{name}\"\n}}");
    vec![
        stuck("one file that is shown in every way", (0..14).map(ways).collect()),
        stuck(
            "one file that is shown in every way between others",
            laps(10, |n| {
                [ways(n), look(format!("docs/{}.md", WORDS[n]), format!("# {}\n", WORDS[n]))]
            }),
        ),
        healthy(
            "the same file of many packages",
            laps(12, |n| {
                let name = WORDS[n];
                [
                    shell(format!("cat packages/{name}/package.json"), manifest(name), 0),
                    look(
                        format!("packages/{name}/index.ts"),
                        format!("export * from './{name}'\n"),
                    ),
                ]
            }),
        ),
        healthy(
            "one file that is shown after each edit",
            laps(9, |n| [edit(file, "1.8.0", format!("1.8.{n}")), ways(n)]),
        ),
        healthy(
            "numbered parts of one file",
            (0..10)
                .map(|n| {
                    let lines: Vec<String> =
                        (1..=20).map(|k| format!("{:6}\tx = {}", n * 20 + k, n * 20 + k)).collect();
                    shell(
                        format!("cat -n src/a.py | sed -n '{},{}p'", n * 20 + 1, n * 20 + 20),
                        lines.join("\n"),
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "files of many folders that are equal",
            laps(12, |n| {
                [
                    shell(format!("cat {}/LICENSE", WORDS[n]), "MIT License\n\nCopyright", 0),
                    shell(format!("ls {}", WORDS[n]), format!("LICENSE\n{}.go", WORDS[n]), 0),
                ]
            }),
        ),
    ]
}
