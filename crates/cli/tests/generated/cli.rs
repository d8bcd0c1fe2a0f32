//! `docs/cli.md`: what every command says with `--help`.

use std::process::Command;

const HEAD: &str = "\
# Commands

<!-- Generated from the commands' own help: change crates/cli/src/commands, not this page. -->

Results go to standard output, talk goes to standard error. Colour is for terminals; `NO_COLOR` is
obeyed. A command ends with 0 when it did what was asked, with 1 when it could not, and with 2 when
the command line, an input line or a policy is wrong.
";

/// The whole page.
pub(crate) fn page() -> String {
    let mut page = HEAD.to_owned();
    section(&[], &mut page);
    page
}

/// One command, then those under it.
fn section(words: &[&str], page: &mut String) {
    let help = help(words);
    let name = [&["fusebox"], words].concat().join(" ");
    page.push_str(&format!("\n## `{name}`\n\n```text\n{}\n```\n", help.trim_end()));
    for line in subcommands(&help) {
        section(&[words, &[line]].concat(), page);
    }
}

fn subcommands(help: &str) -> Vec<&str> {
    // The root has its commands in groups.
    let (_, rest) = help.split_once("Usage: fusebox COMMAND").unwrap_or(("", ""));
    let (_, own) = help.split_once("Commands:\n").unwrap_or(("", ""));
    let own = own.lines().take_while(|line| !line.is_empty());
    rest.lines()
        .chain(own)
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

fn help(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_fusebox"))
        .args(words)
        .arg("--help")
        .env_clear()
        .output()
        .unwrap();
    assert!(output.status.success(), "{words:?}");
    let help = String::from_utf8(output.stdout).unwrap();
    // Some lines of the help are blanks alone.
    help.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
