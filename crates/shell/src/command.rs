//! The parts of a command line: commands, words, redirections.

use std::borrow::Cow;

use fusebox_scan::find_last_byte;

use super::wrapper;

/// A parsed command line: the simple commands that would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine<'a> {
    /// The text.
    pub text: &'a str,
    /// Every simple command, in the order in which it is read. A substitution's commands come before the command
    /// whose word it is in; those of a script given on standard input come last.
    pub commands: Vec<SimpleCommand<'a>>,
    /// False when the text was not read to its end: an unclosed quote or bracket, or one of the
    /// bounds ([`MAX_DEPTH`](super::MAX_DEPTH) and its like). A caller that must be certain refuses such a line.
    pub complete: bool,
}

impl<'a> CommandLine<'a> {
    /// The only command of the line, if it has no wrapper, assignment, pipe, background, substitution,
    /// pattern or file redirection.
    ///
    /// Compare the whole first word and not its basename: `./x/fusebox` can be any program.
    #[must_use]
    pub fn single(&self) -> Option<&SimpleCommand<'a>> {
        match self.commands.as_slice() {
            [command] if self.complete && command.is_plain() => Some(command),
            _ => None,
        }
    }
}

/// A simple command: assignments, words, redirections, and how it is joined to its neighbours.
///
/// A group's own redirection (`{ …; } > file`) is a command without words, and the list of a `for`
/// loop one with assignments alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SimpleCommand<'a> {
    /// The assignments before the first word.
    pub assignments: Vec<Assignment<'a>>,
    /// The redirections, in order.
    pub redirects: Vec<Redirect<'a>>,
    /// Its input is another command's output.
    pub piped_from: bool,
    /// Its output is another command's input.
    pub pipes_to: bool,
    /// It is followed by `&`.
    pub background: bool,
    /// The operator before it; `None` for the first of a list.
    pub behind: Option<CommandOperator>,
    /// The directory that it runs in, as far as the `cd`s before it say.
    pub dir: WorkingDir<'a>,
    pub(super) all_words: Vec<ShellWord<'a>>,
    program_at: usize,
    /// The byte in its word at which the basename of the program begins.
    name_at: usize,
}

impl<'a> SimpleCommand<'a> {
    /// The words from the program on, without wrappers: `sudo -n rm a` gives `rm a`.
    #[must_use]
    pub fn words(&self) -> &[ShellWord<'a>] {
        self.all_words.get(self.program_at..).unwrap_or_default()
    }

    /// The wrappers before the program, with their options: `sudo -n rm a` gives `sudo -n`.
    #[must_use]
    pub fn wrappers(&self) -> &[ShellWord<'a>] {
        self.all_words.get(..self.program_at).unwrap_or_default()
    }

    /// Whether `xargs` adds words to it.
    #[must_use]
    pub fn is_run_by_xargs(&self) -> bool {
        self.wrappers().iter().any(|word| basename(&word.text) == "xargs")
    }

    /// The basename of the program, or nothing when there are no words.
    #[must_use]
    pub fn program(&self) -> &str {
        self.words().first().and_then(|word| word.text.get(self.name_at..)).unwrap_or_default()
    }

    /// The texts of the words after the program.
    pub fn args(&self) -> impl Iterator<Item = &str> + Clone {
        self.words().iter().skip(1).map(|word| word.text.as_ref())
    }

    /// Whether an argument is exactly `arg`.
    #[must_use]
    pub fn has(&self, arg: &str) -> bool {
        self.args().any(|a| a == arg)
    }

    /// The files that its redirections write.
    pub fn written_redirects(&self) -> impl Iterator<Item = &ShellWord<'a>> {
        self.redirects.iter().filter(|r| r.kind.writes() && r.is_file()).map(|r| &r.target)
    }

    /// The data of here-documents and here-strings given to it.
    pub fn input(&self) -> impl Iterator<Item = &ShellWord<'a>> {
        self.redirects.iter().filter(|redirect| redirect.kind.is_data()).map(|r| &r.target)
    }

    /// The folder that it runs in, where a `cd` before it says.
    pub(super) fn known_dir(&self) -> Option<&str> {
        match &self.dir {
            WorkingDir::Known(dir) => Some(dir.trim_end_matches('/')),
            WorkingDir::Start | WorkingDir::Unknown => None,
        }
    }

    /// A command of these words alone.
    pub(super) fn of(words: Vec<ShellWord<'a>>) -> Self {
        let mut command = Self { all_words: words, ..Self::default() };
        command.find_program();
        command
    }

    /// Finds the word that names the program.
    pub(super) fn find_program(&mut self) {
        self.program_at = wrapper::program_at(&self.all_words);
        let program = self.words().first();
        self.name_at = program.map_or(0, |word| word.text.len() - basename(&word.text).len());
    }

    fn is_plain(&self) -> bool {
        self.program_at == 0
            && !self.all_words.is_empty()
            && self.assignments.is_empty()
            && !(self.piped_from || self.pipes_to || self.background)
            && self.all_words.iter().all(ShellWord::is_literal)
            && self.redirects.iter().all(|r| r.target.is_literal() && !r.is_file())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all_words.is_empty() && self.assignments.is_empty() && self.redirects.is_empty()
    }

    /// The same command, without borrowing from the text.
    pub(super) fn into_owned(self) -> SimpleCommand<'static> {
        let Self { assignments, redirects, piped_from, pipes_to, background, behind, dir, .. } =
            self;
        SimpleCommand {
            assignments: assignments.into_iter().map(Assignment::into_owned).collect(),
            redirects: redirects.into_iter().map(Redirect::into_owned).collect(),
            piped_from,
            pipes_to,
            background,
            behind,
            dir: dir.into_owned(),
            all_words: self.all_words.into_iter().map(ShellWord::into_owned).collect(),
            program_at: self.program_at,
            name_at: self.name_at,
        }
    }
}

/// An operator between two commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandOperator {
    /// `;`, or the end of a text line
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`, `|&`
    Pipe,
    /// `&`
    Background,
}

/// The last part of a path: `/usr/bin/pytest` and `pytest` are the same program.
#[must_use]
pub fn basename(path: &str) -> &str {
    find_last_byte(b'/', path.as_bytes()).and_then(|at| path.get(at + 1..)).unwrap_or(path)
}

/// Whether a word is in a list whose words are separated by blanks.
pub(super) fn has_word(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}

/// `NAME=value` before a command, or one element of `NAME=(…)` or of a `for` loop's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment<'a> {
    /// The name; of a loop, its variable.
    pub name: Cow<'a, str>,
    /// The value.
    pub value: ShellWord<'a>,
}

impl Assignment<'_> {
    fn into_owned(self) -> Assignment<'static> {
        Assignment { name: Cow::Owned(self.name.into_owned()), value: self.value.into_owned() }
    }
}

/// One word with its quotes removed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShellWord<'a> {
    /// The text; what the shell would expand stays as written (`$HOME/x`, `*.rs`, a leading `~`).
    pub text: Cow<'a, str>,
    /// Whether the command sees exactly this text.
    pub form: WordKind,
}

impl ShellWord<'_> {
    /// Whether the command sees exactly this text (but for a leading `~`).
    #[must_use]
    pub fn is_literal(&self) -> bool {
        self.form == WordKind::Literal
    }

    fn into_owned(self) -> ShellWord<'static> {
        ShellWord { text: Cow::Owned(self.text.into_owned()), form: self.form }
    }
}

/// Whether the text of a word is what the command sees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordKind {
    /// The text is what the command sees.
    #[default]
    Literal,
    /// It has an unquoted `*`, `?`, `[…]` or `{a,b}`.
    Pattern,
    /// It has a variable, a substitution or arithmetic.
    Expansion,
}

/// One redirection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect<'a> {
    /// The kind of redirection.
    pub kind: RedirectKind,
    /// The file, the descriptor, or the data of a here-document or here-string.
    pub target: ShellWord<'a>,
    /// The index of the here-document that becomes the target.
    pub(super) heredoc: Option<usize>,
}

impl Redirect<'_> {
    /// Whether a file other than the null device and the standard streams is opened.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.kind.opens()
            && !matches!(
                self.target.text.as_ref(),
                "/dev/null" | "/dev/stdin" | "/dev/stdout" | "/dev/stderr" | "/dev/tty"
            )
            && !self.target.text.starts_with("/dev/fd/")
    }

    fn into_owned(self) -> Redirect<'static> {
        Redirect { kind: self.kind, target: self.target.into_owned(), heredoc: self.heredoc }
    }
}

/// The kinds of redirection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectKind {
    /// `< file`
    Input,
    /// `> file`, `>| file`, `&> file`, `>& file`
    Output,
    /// `>> file`, `&>> file`
    Append,
    /// `<> file`
    ReadWrite,
    /// `2>&1`, `<&3`, `>&-`
    Duplicate,
    /// `<< END`; the target is the body
    HereDoc,
    /// `<<< word`
    HereString,
}

impl RedirectKind {
    /// Whether it names a file.
    #[must_use]
    pub fn opens(self) -> bool {
        matches!(self, Self::Input | Self::Output | Self::Append | Self::ReadWrite)
    }

    /// Whether it changes the file it names.
    #[must_use]
    pub fn writes(self) -> bool {
        matches!(self, Self::Output | Self::Append | Self::ReadWrite)
    }

    /// Whether the target is the data itself.
    #[must_use]
    pub fn is_data(self) -> bool {
        matches!(self, Self::HereDoc | Self::HereString)
    }
}

/// The directory that a command runs in, by the `cd`s before it in the same line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum WorkingDir<'a> {
    /// Where the line starts.
    #[default]
    Start,
    /// This path, relative to where the line starts unless it is absolute or begins with `~`.
    Known(Cow<'a, str>),
    /// Unknown (`cd "$x"`, `cd -`).
    Unknown,
}

impl<'a> WorkingDir<'a> {
    /// The path relative to where the line starts; `None` if the directory is unknown.
    #[must_use]
    pub fn join(&self, path: &'a str) -> Option<Cow<'a, str>> {
        if path.starts_with(['/', '~']) {
            return Some(Cow::Borrowed(path));
        }
        match self {
            Self::Start => Some(Cow::Borrowed(path)),
            Self::Known(dir) => Some(Cow::Owned(format!("{}/{path}", dir.trim_end_matches('/')))),
            Self::Unknown => None,
        }
    }

    fn into_owned(self) -> WorkingDir<'static> {
        match self {
            Self::Start => WorkingDir::Start,
            Self::Known(dir) => WorkingDir::Known(Cow::Owned(dir.into_owned())),
            Self::Unknown => WorkingDir::Unknown,
        }
    }
}
