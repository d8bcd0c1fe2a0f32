//! In which folder a line begins, and in which one a command is told to work by an option of its own.

use std::borrow::Cow;
use std::ops::Range;

use super::command::{CommandLine, SimpleCommand, WorkingDir};

impl<'a> CommandLine<'a> {
    /// The same line for an agent that sees from elsewhere: it starts in `folder`, which has no blank behind it.
    #[must_use]
    pub fn started_in(&self, folder: &str) -> Self {
        let mut line = self.clone();
        for command in &mut line.commands {
            let dir = match &command.dir {
                WorkingDir::Start => folder.to_owned(),
                WorkingDir::Known(dir) if !dir.starts_with(['/', '~']) => {
                    [folder, "/", dir].concat()
                }
                WorkingDir::Known(_) | WorkingDir::Unknown => continue,
            };
            command.dir = WorkingDir::Known(Cow::Owned(dir));
        }
        line
    }
}

/// The option by which a command is told in which folder to work: `make -C a`, `npm --prefix=a`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderOption<'c> {
    /// The folder, from where the command runs.
    pub folder: &'c str,
    /// The words that say it, by their places behind the program.
    pub words: Range<usize>,
}

/// The option by which the command is told in which folder to work, if it is.
#[must_use]
pub fn folder_option<'c>(command: &'c SimpleCommand<'_>) -> Option<FolderOption<'c>> {
    let options = folder_options(command.program());
    if options.is_empty() {
        return None;
    }
    let mut args = command.args().enumerate();
    args.find_map(|(at, word)| {
        let option = *options.iter().find(|option| word.starts_with(**option))?;
        let joined = &word[option.len()..];
        match joined.strip_prefix('=') {
            Some(folder) => Some(FolderOption { folder, words: at..at + 1 }),
            None if joined.is_empty() => {
                let folder = command.args().nth(at + 1)?;
                Some(FolderOption { folder, words: at..at + 2 })
            }
            None if option.len() == 2 => Some(FolderOption { folder: joined, words: at..at + 1 }),
            None => None,
        }
    })
}

/// The options of a program that name the folder in which it works.
fn folder_options(program: &str) -> &'static [&'static str] {
    match program {
        "cmake" => &["--build"],
        "make" | "gmake" | "ninja" | "git" | "go" | "cargo" | "meson" => &["-C"],
        "ctest" => &["--test-dir"],
        "npm" => &["--prefix", "-C"],
        "pnpm" => &["--dir", "--prefix", "-C"],
        "yarn" | "bun" => &["--cwd"],
        "uv" | "poetry" | "pdm" => &["--directory", "-C"],
        "composer" => &["--working-dir", "-d"],
        "just" => &["--working-directory", "-d"],
        "task" => &["--dir", "-d"],
        "gradle" | "gradlew" => &["--project-dir", "-p"],
        "terraform" | "tofu" => &["-chdir"],
        "terragrunt" => &["--terragrunt-working-dir", "--working-dir"],
        _ => &[],
    }
}

/// Whether the command builds what a folder holds: one question and one run, whichever program builds it.
#[must_use]
pub fn builds_folder(command: &SimpleCommand<'_>) -> bool {
    matches!(command.program(), "cmake" | "make" | "gmake" | "ninja")
        && folder_option(command).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn r06_the_folder_that_an_option_names() {
        for (line, expected) in [
            ("make -C a check", Some(("a", 0..2))),
            ("make check -Ca", Some(("a", 1..2))),
            ("npm run x --prefix=a", Some(("a", 2..3))),
            ("sudo npm --prefix a test", Some(("a", 0..2))),
            ("cmake --build a -j 8", Some(("a", 0..2))),
            ("terraform -chdir=live/a plan", Some(("live/a", 0..1))),
            ("yarn --cwd-not a", None),
            ("make -C", None),
            ("make a", None),
            ("grep -C 3 a", None),
        ] {
            let line = parse(line);
            let option = folder_option(&line.commands[0]);
            let found = option.map(|option| (option.folder, option.words));
            assert_eq!(found, expected, "{}", line.text);
        }
        for (line, expected) in [
            ("ninja -C a", true),
            ("cmake --build a", true),
            ("cmake -S . -B a", false),
            ("npm -C a", false),
        ] {
            assert_eq!(builds_folder(&parse(line).commands[0]), expected, "{line}");
        }
    }

    #[test]
    fn r06_a_line_starts_where_it_is_told() {
        let line = parse("a; cd b && c; cd /d; e; cd \"$f\"; g");
        let dirs: Vec<_> = line
            .started_in("w")
            .commands
            .into_iter()
            .filter(|command| command.program() != "cd")
            .map(|command| command.dir)
            .collect();
        let known = |dir: &'static str| WorkingDir::Known(Cow::Borrowed(dir));
        assert_eq!(dirs, [known("w"), known("w/b"), known("/d"), WorkingDir::Unknown]);
    }
}
