//! Which files a command line changes.

mod files;
mod git;
mod tools;

pub(crate) use git::git_subcommand;

use super::code;
use super::command::{CommandLine, ShellWord, SimpleCommand, WorkingDir, has_word};
use super::patch::patch_header;

/// What a command line, or one command, changes. Builds and tests count as changing no files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenPaths {
    /// What is named.
    pub targets: Vec<String>,
    /// Whether files are changed that the text does not name.
    pub writes_unnamed: bool,
}

impl WrittenPaths {
    /// Whether anything is changed.
    #[must_use]
    pub fn any(&self) -> bool {
        self.writes_unnamed || !self.targets.is_empty()
    }
}

/// The files that the line changes by redirections, file programs, `git`, package managers,
/// formatters, and code on the command line with obvious calls that write. Paths are as written,
/// relative to where the line starts.
#[must_use]
pub fn written_paths(line: &CommandLine<'_>) -> WrittenPaths {
    let mut written = WrittenPaths { targets: Vec::new(), writes_unnamed: !line.complete };
    for command in &line.commands {
        let mut found = WriteCollector::new(command, false);
        found.all();
        written.targets.append(&mut found.targets);
        written.writes_unnamed |= found.writes_unnamed;
    }
    written
}

/// The words that name what one command changes, as written, with patterns and variables.
/// Redirections are left out.
#[must_use]
pub fn written_words(command: &SimpleCommand<'_>) -> WrittenPaths {
    let mut found = WriteCollector::new(command, true);
    if !only_prints(command) {
        found.program();
    }
    WrittenPaths { targets: found.targets, writes_unnamed: found.writes_unnamed }
}

/// Collects what a command writes.
struct WriteCollector<'c> {
    command: &'c SimpleCommand<'c>,
    targets: Vec<String>,
    /// Files are changed that the command does not name.
    writes_unnamed: bool,
    /// The targets are words as written, and not paths relative to where the line starts.
    keeps_words: bool,
}

impl<'c> WriteCollector<'c> {
    fn new(command: &'c SimpleCommand<'c>, keeps_words: bool) -> Self {
        Self { command, targets: Vec::new(), writes_unnamed: false, keeps_words }
    }

    fn all(&mut self) {
        let command = self.command;
        self.optional_words(command.written_redirects());
        if command.words().is_empty() || only_prints(command) {
            return;
        }
        let before = self.targets.len();
        self.program();
        self.writes_unnamed |= command.is_run_by_xargs() && self.targets.len() > before;
    }

    fn program(&mut self) {
        match self.command.program() {
            "git" => git::collect(self),
            "apply_patch" | "applypatch" => self.patch(),
            program => {
                files::collect(self, program);
                self.writes_unnamed |= tools::change_files(self.command, program)
                    || code::inline_code(self.command).any(code::has_write_call);
            }
        }
    }

    /// Adds the path that the word names, if it is known.
    fn word(&mut self, word: &ShellWord<'_>) {
        if self.keeps_words || (word.is_literal() && !word.text.contains("{}")) {
            self.path(&word.text);
        } else {
            self.writes_unnamed = true;
        }
    }

    fn path(&mut self, path: &str) {
        if self.keeps_words {
            return self.targets.push(path.to_owned());
        }
        match WorkingDir::join(&self.command.dir, path) {
            Some(path) => self.targets.push(path.into_owned()),
            None => self.writes_unnamed = true,
        }
    }

    /// Adds all these paths, of which there may be none.
    fn optional_words<'w>(&mut self, words: impl IntoIterator<Item = &'w ShellWord<'w>>) {
        words.into_iter().for_each(|word| self.word(word));
    }

    /// Adds all these paths. If there are none, the program takes them from elsewhere.
    fn words<'w>(&mut self, words: impl Iterator<Item = &'w ShellWord<'w>>) {
        let mut words = words.peekable();
        self.writes_unnamed |= words.peek().is_none();
        self.optional_words(words);
    }

    /// Adds the operands of the command, as [`operands`] finds them.
    fn operands(&mut self, valued: &'static str) {
        self.words(operands(self.command, valued));
    }

    /// Adds the files named in the text of an `apply_patch`.
    fn patch(&mut self) {
        let (command, before) = (self.command, self.targets.len());
        for text in command.args().chain(command.input().map(|word| word.text.as_ref())) {
            let headers = text.lines().filter_map(patch_header);
            for (_, path) in headers.filter(|(action, _)| action.is_apply_patch()) {
                self.path(path);
            }
        }
        self.writes_unnamed |= self.targets.len() == before;
    }
}

/// Whether the command only prints its help or what it would do.
fn only_prints(command: &SimpleCommand<'_>) -> bool {
    command.args().any(|arg| matches!(arg, "--help" | "--version" | "--dry-run"))
}

/// The words after the program that are not options. Options in `valued` take the next word.
fn operands<'c>(
    command: &'c SimpleCommand<'c>,
    valued: &'static str,
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
        is_value = has_word(valued, text);
        false
    })
}

/// Whether an option is given: `--long`, `--long=value`, or a letter in a short cluster.
fn has_option(command: &SimpleCommand<'_>, short: char, long: &str) -> bool {
    command.args().take_while(|arg| *arg != "--").any(|arg| match arg.strip_prefix("--") {
        Some(name) => !long.is_empty() && name.split('=').next() == Some(long),
        None => short != '\0' && arg.strip_prefix('-').is_some_and(|all| all.contains(short)),
    })
}

/// The value of an option: the next word, or what follows its `=`.
fn option_value<'c>(command: &'c SimpleCommand<'c>, options: &str) -> Option<ShellWord<'c>> {
    let words = command.words();
    words.iter().enumerate().find_map(|(at, word)| {
        if has_word(options, &word.text) {
            return words.get(at + 1).cloned();
        }
        let (name, value) = word.text.split_once('=')?;
        has_word(options, name).then(|| ShellWord { text: value.into(), form: word.form })
    })
}

#[cfg(test)]
mod tests;
