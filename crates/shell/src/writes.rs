//! Which files a command line changes.

mod files;
mod git;
mod tools;

use super::code;
use super::command::{CommandLine, ShellWord, SimpleCommand, WorkingDir};
use super::patch::patch_header;

/// The files that a command line changes. Builds and tests count as changing none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenPaths {
    /// None, as far as can be seen.
    None,
    /// These and no others: paths as written, relative to where the line starts.
    Targets(Vec<String>),
    /// Some that the text does not name, and these.
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

/// The files that the line changes by redirections, file programs, `git`, package managers,
/// formatters, and code on the command line with obvious calls that write.
#[must_use]
pub fn written_paths(line: &CommandLine<'_>) -> WrittenPaths {
    let mut found = WriteCollector { writes_unnamed: !line.complete, ..WriteCollector::default() };
    for command in &line.commands {
        found.command(command);
    }
    match (found.writes_unnamed, found.targets.is_empty()) {
        (true, _) => WrittenPaths::Unknown(found.targets),
        (false, true) => WrittenPaths::None,
        (false, false) => WrittenPaths::Targets(found.targets),
    }
}

/// The words that name what one command changes, as written, with patterns and variables, and whether
/// it changes more than that. Redirections are left out.
#[must_use]
pub fn written_words(command: &SimpleCommand<'_>) -> (Vec<String>, bool) {
    let mut found = WriteCollector { keeps_words: true, ..WriteCollector::default() };
    if !only_prints(command) {
        found.program(command);
    }
    (found.targets, found.writes_unnamed)
}

/// Collects what commands write.
#[derive(Default)]
struct WriteCollector {
    targets: Vec<String>,
    /// Files are changed that the commands do not name.
    writes_unnamed: bool,
    /// The targets are words as written, and not paths relative to where the line starts.
    keeps_words: bool,
}

impl WriteCollector {
    fn command(&mut self, command: &SimpleCommand<'_>) {
        for target in command.written_redirects() {
            self.word(command, target);
        }
        if command.words().is_empty() || only_prints(command) {
            return;
        }
        let before = self.targets.len();
        self.program(command);
        self.writes_unnamed |= command.is_run_by_xargs() && self.targets.len() > before;
    }

    fn program(&mut self, command: &SimpleCommand<'_>) {
        match command.program() {
            "git" => git::collect(self, command),
            "apply_patch" | "applypatch" => self.patch(command),
            program => {
                files::collect(self, command, program);
                tools::collect(self, command, program);
                self.writes_unnamed |= code::inline_code(command).any(code::has_write_call);
            }
        }
    }

    /// Adds the path that the word names, if it is known.
    fn word(&mut self, command: &SimpleCommand<'_>, word: &ShellWord<'_>) {
        if self.keeps_words || (word.is_literal() && !word.text.contains("{}")) {
            self.path(command, &word.text);
        } else {
            self.writes_unnamed = true;
        }
    }

    fn path(&mut self, command: &SimpleCommand<'_>, path: &str) {
        if self.keeps_words {
            return self.targets.push(path.to_owned());
        }
        match WorkingDir::join(&command.dir, path) {
            Some(path) => self.targets.push(path.into_owned()),
            None => self.writes_unnamed = true,
        }
    }

    /// Adds all these paths, of which there may be none.
    fn optional_words<'w>(
        &mut self,
        command: &SimpleCommand<'_>,
        words: impl Iterator<Item = &'w ShellWord<'w>>,
    ) {
        words.for_each(|word| self.word(command, word));
    }

    /// Adds all these paths. If there are none, the program takes them from elsewhere.
    fn words<'w>(
        &mut self,
        command: &SimpleCommand<'_>,
        words: impl Iterator<Item = &'w ShellWord<'w>>,
    ) {
        let mut words = words.peekable();
        self.writes_unnamed |= words.peek().is_none();
        self.optional_words(command, words);
    }

    /// Adds the files named in the text of an `apply_patch`.
    fn patch(&mut self, command: &SimpleCommand<'_>) {
        let before = self.targets.len();
        for text in command.args().chain(command.input().map(|word| word.text.as_ref())) {
            let headers = text.lines().filter_map(patch_header);
            for (_, path) in headers.filter(|(action, _)| action.is_apply_patch()) {
                self.path(command, path);
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

/// Whether an option is given: `--long`, `--long=value`, or a letter in a short cluster.
fn has_option(command: &SimpleCommand<'_>, short: char, long: &str) -> bool {
    command.args().take_while(|arg| *arg != "--").any(|arg| match arg.strip_prefix("--") {
        Some(name) => !long.is_empty() && name.split('=').next() == Some(long),
        None => short != '\0' && arg.strip_prefix('-').is_some_and(|all| all.contains(short)),
    })
}

/// The value of an option: the next word, or what follows its `=`.
fn option_value<'c>(command: &'c SimpleCommand<'c>, options: &[&str]) -> Option<ShellWord<'c>> {
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
