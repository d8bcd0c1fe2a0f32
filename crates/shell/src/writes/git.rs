//! What `git` subcommands do to the working tree.

use super::super::command::{ShellWord, SimpleCommand};
use super::{WriteCollector, has_option, value_of};

pub(super) fn writes(found: &mut WriteCollector, command: &SimpleCommand<'_>) {
    let words = command.words();
    let Some(at) = subcommand_at(words) else { return };
    let sub = words[at].text.as_ref();
    let rest = &words[at + 1..];
    let has = |names: &[&str]| rest.iter().any(|word| names.contains(&word.text.as_ref()));
    let first = rest.first().map_or("", |word| word.text.as_ref());
    let git = GitCommand { command, rest };
    match sub {
        "checkout" => git.checkout(found),
        "restore" => {
            let index_only = has(&["--staged", "-S"]) && !has(&["--worktree", "-W"]);
            if !index_only {
                git.paths(found, &["-s", "--source"]);
            }
        }
        "switch" => found.unknown |= !(has(&["-c", "-C", "--create"]) && rest.len() == 2),
        "rm" | "mv" if !has(&["--cached", "-n"]) => git.paths(found, &[]),
        "stash" => found.unknown |= !matches!(first, "list" | "show" | "create"),
        "apply" => {
            let looking = has(&["--check", "--stat", "--numstat", "--summary", "--cached"]);
            found.unknown |= !looking || has(&["--apply"]);
        }
        "clean" => found.unknown |= !has_option(command, 'n', "dry-run"),
        "submodule" => found.unknown |= matches!(first, "update" | "add" | "deinit" | "foreach"),
        "worktree" => found.unknown |= matches!(first, "add" | "remove" | "move"),
        "bisect" => found.unknown |= !matches!(first, "log" | "view" | "visualize"),
        "sparse-checkout" | "lfs" => {
            found.unknown |= matches!(first, "set" | "add" | "disable" | "pull" | "checkout");
        }
        "reset" | "am" | "merge" | "rebase" | "pull" | "commit" | "revert" | "cherry-pick"
        | "clone" | "filter-branch" | "format-patch" | "read-tree" | "checkout-index" | "init" => {
            found.unknown = true;
        }
        _ => {}
    }
}

/// Where the subcommand is, after git's own options.
fn subcommand_at(words: &[ShellWord<'_>]) -> Option<usize> {
    let mut at = 1;
    loop {
        let text = words.get(at)?.text.as_ref();
        if !text.starts_with('-') {
            return Some(at);
        }
        at += if matches!(text, "-C" | "-c" | "--git-dir" | "--work-tree") { 2 } else { 1 };
    }
}

struct GitCommand<'c> {
    command: &'c SimpleCommand<'c>,
    rest: &'c [ShellWord<'c>],
}

impl GitCommand<'_> {
    fn checkout(&self, found: &mut WriteCollector) {
        let dashes = self.rest.iter().position(|word| word.text == "--");
        if let Some(at) = dashes {
            return self.each(found, self.rest[at + 1..].iter());
        }
        let first = self.rest.first().map_or("", |word| word.text.as_ref());
        let only_a_new_branch = matches!(first, "-b" | "-B" | "--orphan") && self.rest.len() == 2;
        found.unknown |= !only_a_new_branch;
    }

    fn paths(&self, found: &mut WriteCollector, valued: &[&str]) {
        let mut is_value = false;
        let operands = self.rest.iter().filter(|word| {
            let value = std::mem::replace(&mut is_value, valued.contains(&word.text.as_ref()));
            !value && !word.text.starts_with('-')
        });
        self.each(found, operands);
    }

    fn each<'w>(&self, found: &mut WriteCollector, words: impl Iterator<Item = &'w ShellWord<'w>>) {
        let Some(base) = value_of(self.command, &["-C"]) else {
            return found.words(self.command, words);
        };
        for word in words {
            let under = if word.text.starts_with('/') {
                word.text.to_string()
            } else {
                format!("{}/{}", base.text.trim_end_matches('/'), word.text)
            };
            let form = word.form.max(base.form);
            found.word(self.command, &ShellWord { text: under.into(), form });
        }
    }
}
