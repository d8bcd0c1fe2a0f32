//! Recognises commands that hand over the work that was done: to the index, to a commit, to a server of git.

use super::command::SimpleCommand;

/// Whether the command hands over what was done: `git add`, `git commit`, `git push`.
#[must_use]
pub fn hands_over(command: &SimpleCommand<'_>) -> bool {
    command.program() == "git"
        && matches!(operands(command).next(), Some("add" | "commit" | "push"))
}

/// What a command that hands over names, without the message of a commit and the short options beside it: `git commit -qam 'a'` is
/// `git commit -m 'b'`.
pub fn handed_over_names<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> {
    operands(command).chain(command.args().filter(|word| is_long(word) && !is_message(word)))
}

/// The operands, without the values of the options in front of the subcommand and of a message.
fn operands<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> {
    let mut before = "";
    command.args().filter(move |word| {
        let before = std::mem::replace(&mut before, word);
        let is_cluster = before.starts_with('-') && !is_long(before);
        let is_value =
            before == "--message" || is_cluster && before.ends_with(['C', 'F', 'c', 'm']);
        !(word.starts_with('-') || is_value)
    })
}

fn is_long(word: &str) -> bool {
    word.starts_with("--")
}

fn is_message(word: &str) -> bool {
    matches!(word.split('=').next(), Some("--message" | "--quiet" | "--all" | "--no-edit"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use crate::test_support::check;

    #[test]
    fn a13_what_hands_over_the_work() {
        check(
            |line| line.commands.iter().all(hands_over),
            &[
                "git add -A",
                "git commit -qam 'a'",
                "git -C web push -q origin main",
                "git add . && git commit -m a && git push",
            ],
            &[
                "git pull",
                "git stash push",
                "git log --grep commit",
                "make push",
                "git add . && make",
            ],
        );
    }

    #[test]
    fn a13_a_message_is_no_part_of_a_commit() {
        let names = |line: &str| {
            handed_over_names(&parse(line).commands[0]).map(str::to_owned).collect::<Vec<_>>()
        };
        for line in [
            "git commit -m 'one thing'",
            "git commit -qam \"another\"",
            "git commit --all --message 'x'",
            "git commit --message=x --quiet",
            "git -C web commit -m 'x y'",
        ] {
            assert_eq!(names(line), ["commit"], "{line}");
        }
        assert_eq!(names("git commit --no-verify -m x"), ["commit", "--no-verify"]);
        assert_eq!(names("git push -q origin main"), ["push", "origin", "main"]);
        assert_eq!(names("git commit -m x a.txt"), ["commit", "a.txt"]);
    }
}
