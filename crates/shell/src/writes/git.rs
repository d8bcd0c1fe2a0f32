//! What `git` subcommands do to the work tree.

use super::super::command::{ShellWord, SimpleCommand};
use super::{WriteCollector, has_option, option_value};

/// Subcommands that change files they do not name.
#[rustfmt::skip]
const CHANGING: &[&str] = &[
    "reset", "am", "merge", "rebase", "pull", "commit", "revert", "cherry-pick", "clone",
    "filter-branch", "format-patch", "read-tree", "checkout-index", "init",
];
/// Subcommands that do so with one of these words after them.
const CHANGING_WITH: &[(&str, &[&str])] = &[
    ("submodule", &["update", "add", "deinit", "foreach"]),
    ("worktree", &["add", "remove", "move"]),
    ("sparse-checkout", &["set", "add", "disable", "pull", "checkout"]),
    ("lfs", &["set", "add", "disable", "pull", "checkout"]),
];
/// Subcommands that do so unless one of these words is after them.
const CHANGING_UNLESS: &[(&str, &[&str])] =
    &[("stash", &["list", "show", "create"]), ("bisect", &["log", "view", "visualize"])];

pub(super) fn collect(found: &mut WriteCollector<'_>) {
    let command = found.command;
    let words = command.words();
    let Some(at) = subcommand_index(words) else { return };
    let sub = words[at].text.as_ref();
    let rest = &words[at + 1..];
    let has = |names: &[&str]| rest.iter().any(|word| names.contains(&word.text.as_ref()));
    let first = rest.first().map_or("", |word| word.text.as_ref());
    let of_sub = |(name, _): &&(&str, &[&str])| *name == sub;
    // `diff`, `log`, `show` and their like write what they print.
    found.optional_words(option_value(command, "--output").as_ref());
    match sub {
        "checkout" => checkout(found, rest),
        "restore" => {
            let index_only = has(&["--staged", "-S"]) && !has(&["--worktree", "-W"]);
            if !index_only {
                restored_paths(found, rest, &["-s", "--source"]);
            }
        }
        "rm" | "mv" if !has(&["--cached", "-n"]) => restored_paths(found, rest, &[]),
        "switch" => {
            found.writes_unnamed |= !(has(&["-c", "-C", "--create"]) && rest.len() == 2);
        }
        "apply" => {
            let only_looks = has(&["--check", "--stat", "--numstat", "--summary", "--cached"]);
            found.writes_unnamed |= !only_looks || has(&["--apply"]);
        }
        "clean" => found.writes_unnamed |= !has_option(command, 'n', "dry-run"),
        _ => {
            found.writes_unnamed |= CHANGING.contains(&sub)
                || CHANGING_WITH.iter().find(of_sub).is_some_and(|(_, all)| all.contains(&first))
                || CHANGING_UNLESS.iter().find(of_sub).is_some_and(|(_, no)| !no.contains(&first));
        }
    }
}

/// The subcommand of `git`.
pub(crate) fn git_subcommand<'c>(git: &'c SimpleCommand<'_>) -> Option<&'c str> {
    let words = git.words();
    subcommand_index(words).map(|at| words[at].text.as_ref())
}

/// The index of the subcommand, after git's own options.
fn subcommand_index(words: &[ShellWord<'_>]) -> Option<usize> {
    let mut at = 1;
    loop {
        let text = words.get(at)?.text.as_ref();
        if !text.starts_with('-') {
            return Some(at);
        }
        at += if matches!(text, "-C" | "-c" | "--git-dir" | "--work-tree") { 2 } else { 1 };
    }
}

fn checkout(found: &mut WriteCollector<'_>, rest: &[ShellWord<'_>]) {
    if let Some(at) = rest.iter().position(|word| word.text == "--") {
        return add_paths(found, rest[at + 1..].iter());
    }
    let first = rest.first().map_or("", |word| word.text.as_ref());
    let only_creates_branch = matches!(first, "-b" | "-B" | "--orphan") && rest.len() == 2;
    found.writes_unnamed |= !only_creates_branch;
}

fn restored_paths(found: &mut WriteCollector<'_>, rest: &[ShellWord<'_>], valued: &[&str]) {
    let mut is_value = false;
    let operands = rest.iter().filter(|word| {
        let value = std::mem::replace(&mut is_value, valued.contains(&word.text.as_ref()));
        !value && !word.text.starts_with('-')
    });
    add_paths(found, operands);
}

/// Adds the paths, which are relative to the folder of `-C`.
fn add_paths<'w>(found: &mut WriteCollector<'_>, words: impl Iterator<Item = &'w ShellWord<'w>>) {
    let Some(base) = option_value(found.command, "-C") else {
        return found.words(words);
    };
    for word in words {
        let path = if word.text.starts_with('/') {
            word.text.to_string()
        } else {
            format!("{}/{}", base.text.trim_end_matches('/'), word.text)
        };
        let form = word.form.max(base.form);
        found.word(&ShellWord { text: path.into(), form });
    }
}
