//! Recognises a command line that changes files, and says which.

mod files;
mod git;
mod tools;

use super::code;
use super::command::{CommandLine, ShellWord, SimpleCommand, WorkingDir};
use super::patch::patch_header;

/// Which files a script changes. Builds and tests change none that count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenPaths {
    /// None, as far as can be seen.
    None,
    /// These and no others: paths as written, from where the script began.
    Targets(Vec<String>),
    /// Some that the text does not name; beside them, these.
    Unknown(Vec<String>),
}

impl WrittenPaths {
    /// The paths that are named.
    #[must_use]
    pub fn targets(&self) -> &[String] {
        match self {
            Self::None => &[],
            Self::Targets(targets) | Self::Unknown(targets) => targets,
        }
    }

    /// Whether anything is changed.
    #[must_use]
    pub fn any(&self) -> bool {
        *self != Self::None
    }
}

/// Which files the script changes: redirections, file tools, `git`, package managers, formatters,
/// and code on the command line with obvious write calls.
#[must_use]
pub fn written_paths(script: &CommandLine<'_>) -> WrittenPaths {
    let mut found =
        WriteCollector { targets: Vec::new(), unknown: !script.complete, as_written: false };
    for command in &script.commands {
        found.command(command);
    }
    match (found.unknown, found.targets.is_empty()) {
        (true, _) => WrittenPaths::Unknown(found.targets),
        (false, true) => WrittenPaths::None,
        (false, false) => WrittenPaths::Targets(found.targets),
    }
}

/// What one command changes: the words that say so as they are written, patterns and variables
/// included, and whether it changes more than that. Redirections are left out.
#[must_use]
pub fn written_words(command: &SimpleCommand<'_>) -> (Vec<String>, bool) {
    let mut found = WriteCollector { targets: Vec::new(), unknown: false, as_written: true };
    if !asks_only(command) {
        found.program(command);
    }
    (found.targets, found.unknown)
}

struct WriteCollector {
    targets: Vec<String>,
    unknown: bool,
    /// Targets are words, not paths from where the script began.
    as_written: bool,
}

impl WriteCollector {
    fn command(&mut self, command: &SimpleCommand<'_>) {
        for target in command.written_redirects() {
            self.word(command, target);
        }
        if command.words().is_empty() || asks_only(command) {
            return;
        }
        let before = self.targets.len();
        self.program(command);
        let by_xargs = command.is_run_by_xargs();
        self.unknown |= by_xargs && self.targets.len() > before;
    }

    fn program(&mut self, command: &SimpleCommand<'_>) {
        match command.program() {
            "git" => git::writes(self, command),
            "apply_patch" | "applypatch" => self.patch_text(command),
            program => {
                files::writes(self, command, program);
                tools::writes(self, command, program);
                self.unknown |= code::of(command).any(code::writes);
            }
        }
    }

    /// Notes a path, or that it cannot be told.
    fn word(&mut self, command: &SimpleCommand<'_>, word: &ShellWord<'_>) {
        if self.as_written {
            self.targets.push(word.text.clone().into_owned());
        } else if word.is_literal() && !word.text.contains("{}") {
            self.path(command, &word.text);
        } else {
            self.unknown = true;
        }
    }

    fn path(&mut self, command: &SimpleCommand<'_>, path: &str) {
        if self.as_written {
            return self.targets.push(path.to_owned());
        }
        match WorkingDir::join(&command.dir, path) {
            Some(path) => self.targets.push(path.into_owned()),
            None => self.unknown = true,
        }
    }

    /// Notes all of these; none at all means that they come from elsewhere.
    fn words<'w>(
        &mut self,
        command: &SimpleCommand<'_>,
        words: impl Iterator<Item = &'w ShellWord<'w>>,
    ) {
        let mut any = false;
        for word in words {
            any = true;
            self.word(command, word);
        }
        self.unknown |= !any;
    }

    /// The files named in the text of an `apply_patch`.
    fn patch_text(&mut self, command: &SimpleCommand<'_>) {
        let before = self.targets.len();
        for text in command.args().chain(command.input().map(|word| word.text.as_ref())) {
            let headers = text.lines().filter_map(patch_header);
            for (_, path) in headers.filter(|(action, _)| action.is_apply_patch()) {
                self.path(command, path);
            }
        }
        self.unknown |= self.targets.len() == before;
    }
}

fn asks_only(command: &SimpleCommand<'_>) -> bool {
    command.args().any(|arg| matches!(arg, "--help" | "--version" | "--dry-run"))
}

/// The words after the program that are no options; `valued` options take the next word.
fn operands<'c>(
    command: &'c SimpleCommand<'c>,
    valued: &'static [&'static str],
) -> impl Iterator<Item = &'c ShellWord<'c>> + Clone {
    let mut is_value = false;
    let mut only_operands = false;
    command.words().iter().skip(1).filter(move |word| {
        let text = word.text.as_ref();
        if std::mem::take(&mut is_value) {
            return false;
        }
        if only_operands || !text.starts_with('-') || text == "-" {
            return true;
        }
        only_operands = text == "--";
        is_value = valued.contains(&text);
        false
    })
}

/// Whether an option is there: `--long`, `--long=value`, or a letter in a short cluster.
fn has_option(command: &SimpleCommand<'_>, short: char, long: &str) -> bool {
    command.args().take_while(|arg| *arg != "--").any(|arg| match arg.strip_prefix("--") {
        Some(name) => !long.is_empty() && name.split('=').next() == Some(long),
        None => {
            short != '\0'
                && arg.strip_prefix('-').is_some_and(|short_ones| short_ones.contains(short))
        }
    })
}

/// The value of an option: the next word, or what is attached by `=`.
fn value_of<'c>(command: &'c SimpleCommand<'c>, options: &[&str]) -> Option<ShellWord<'c>> {
    let words = command.words();
    words.iter().enumerate().find_map(|(at, word)| {
        if options.contains(&word.text.as_ref()) {
            return words.get(at + 1).cloned();
        }
        let (name, value) = word.text.split_once('=')?;
        options.contains(&name).then(|| ShellWord { text: value.into(), form: word.form })
    })
}

#[cfg(test)]
mod tests;
