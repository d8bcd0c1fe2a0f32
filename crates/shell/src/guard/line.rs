//! One command line under the guard: what its words stand for, and where its commands run.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use super::programs::{is_substituted, prints_paths, stands_in};
use super::protected::{ProtectedPaths, Protection};
use crate::{CommandLine, SimpleCommand, Variables, WorkingDir, basename};

/// The most commands, and words of them, that are looked at one by one.
const MAX_COMMANDS: usize = 64;
const MAX_WORDS: usize = 1024;

/// One command line, and what it must not touch.
pub(super) struct GuardedLine<'l, 'p> {
    pub(super) script: &'l CommandLine<'l>,
    pub(super) protected: &'l ProtectedPaths<'p>,
    variables: OnceCell<Variables<'l>>,
    /// How many bytes of code and nested lines may still be read.
    budget: &'l Cell<usize>,
}

impl<'l, 'p> GuardedLine<'l, 'p> {
    pub(super) fn new(
        script: &'l CommandLine<'l>,
        protected: &'l ProtectedPaths<'p>,
        budget: &'l Cell<usize>,
    ) -> Self {
        Self { script, protected, variables: OnceCell::new(), budget }
    }

    /// What may be read of code and nested lines, for a line of this length in bytes.
    pub(super) fn budget_of(length: usize) -> Cell<usize> {
        Cell::new(length * 8 + (1 << 16))
    }

    pub(super) fn budget(&self) -> &'l Cell<usize> {
        self.budget
    }

    /// Whether a text may still be read; once one may not, none may.
    pub(super) fn affords(&self, text: &str) -> bool {
        let left = self.budget.get().saturating_sub(text.len().max(1));
        self.budget.set(left);
        left > 0
    }

    /// Whether it was read to its end and is short enough to be looked at word by word.
    pub(super) fn is_readable(&self) -> bool {
        let words: usize =
            self.script.commands.iter().map(|c| c.args().count() + c.assignments.len()).sum();
        self.script.complete && self.script.commands.len() <= MAX_COMMANDS && words <= MAX_WORDS
    }

    /// What a word stands for, by the assignments of the line.
    pub(super) fn spellings<'w>(&self, word: &'w str) -> Vec<Cow<'w, str>> {
        if !word.contains('$') {
            return vec![Cow::Borrowed(word)];
        }
        let variables = self.variables.get_or_init(|| Variables::of(self.script));
        if !variables.are_in(word) {
            return vec![Cow::Borrowed(word)];
        }
        variables.values(word).into_iter().map(Cow::Owned).collect()
    }

    /// Whether nothing about the command can concern what is protected: the common case.
    pub(super) fn is_plain(&self, command: &SimpleCommand<'_>) -> bool {
        command.dir == WorkingDir::Start
            && self.protected.near().is_none()
            && command.wrappers().is_empty()
            && command.redirects.is_empty()
            && !command.piped_from
            && command.args().all(|arg| !stands_in(arg, b"$`") && !self.protected.may_be_in(arg))
    }

    /// How near a word of a command is to what is protected.
    pub(super) fn reach(&self, command: &SimpleCommand<'_>, word: &str) -> Protection {
        self.reach_from(self.dir(command).as_deref(), word)
    }

    /// The same for a word of a command that runs in this folder.
    pub(super) fn reach_from(&self, dir: Option<&str>, word: &str) -> Protection {
        let of = |spelled: &str| {
            let rooted = spelled.starts_with(['/', '~', '$']);
            match dir.filter(|_| !rooted) {
                Some(dir) => self.protected.reach(&format!("{dir}/{spelled}")),
                None => self.protected.reach(spelled),
            }
        };
        if !word.contains('$') {
            return of(word);
        }
        self.spellings(word).iter().map(|spelled| of(spelled)).max().unwrap_or(Protection::Away)
    }

    pub(super) fn has(&self, command: &SimpleCommand<'_>, word: &str) -> bool {
        self.reach(command, word) == Protection::Inside
    }

    /// Where the command runs, as far as the line says.
    pub(super) fn dir<'c>(&'c self, command: &'c SimpleCommand<'_>) -> Option<Cow<'c, str>> {
        let said = match (chdir(command), &command.dir) {
            (Some(dir), _) => Some(Cow::Borrowed(dir)),
            (None, WorkingDir::Start) => None,
            (None, WorkingDir::Known(dir)) => Some(Cow::Borrowed(dir.as_ref())),
            (None, WorkingDir::Unknown) => self.dir_by_variables(command),
        };
        match said {
            None => self.protected.near().map(Cow::Borrowed),
            Some(Cow::Borrowed(dir)) => Some(self.protected.seen_from_cwd(dir)),
            Some(Cow::Owned(dir)) => {
                Some(Cow::Owned(self.protected.seen_from_cwd(&dir).into_owned()))
            }
        }
    }

    /// The `cd`s before the command, one after the other, where a variable hides one.
    fn dir_by_variables(&self, command: &SimpleCommand<'_>) -> Option<Cow<'_, str>> {
        let before = self.script.commands.iter().take_while(|other| !std::ptr::eq(*other, command));
        let mut dir = String::new();
        for cd in before.filter(|other| matches!(other.program(), "cd" | "pushd")) {
            let Some(to) = cd.args().find(|arg| !arg.starts_with('-')) else { continue };
            let to = self.spellings(to).into_iter().next().unwrap_or_default();
            if dir.is_empty() || to.starts_with(['/', '~', '$']) {
                dir = to.into_owned();
            } else if dir.len() < 4096 {
                dir = format!("{dir}/{to}");
            }
        }
        (!dir.is_empty()).then_some(Cow::Owned(dir))
    }

    /// Whether words of other commands, which this one is given by `xargs`, `read` or a
    /// substitution, are protected paths.
    pub(super) fn is_handed(&self, command: &SimpleCommand<'_>, words: &[String]) -> bool {
        let by_xargs = command.wrappers().iter().any(|word| basename(&word.text) == "xargs");
        let mut commands = self.script.commands.iter();
        let by_read = words.iter().any(|word| word.contains('$'))
            && commands.any(|other| matches!(other.program(), "read" | "mapfile" | "readarray"));
        let is_given = |word: &String| self.spellings(word).iter().any(|one| is_substituted(one));
        let lists = by_xargs || by_read;
        let data = |other: &SimpleCommand<'_>| {
            lists && other.input().any(|word| self.protected.has(word.text.trim()))
        };
        let prints = |other: &SimpleCommand<'_>| {
            !std::ptr::eq(other, command)
                && prints_paths(other.program())
                && self.prints(other, lists)
        };
        (lists || words.iter().any(is_given))
            && self.script.commands.iter().any(|other| prints(other) || data(other))
    }

    fn prints(&self, other: &SimpleCommand<'_>, lists: bool) -> bool {
        let reaches: Vec<Protection> = other.args().map(|arg| self.reach(other, arg)).collect();
        let program_of_ours = matches!(other.program(), "which" | "type" | "command" | "whereis")
            && other.args().any(|arg| matches!(arg, "fusebox" | "fusebox-hook"));
        reaches.contains(&Protection::Inside)
            || program_of_ours
            || (lists
                && reaches.iter().any(|reach| *reach != Protection::Away)
                && other.args().any(|arg| self.protected.names_part(arg)))
    }
}

/// `env -C dir command`
fn chdir<'c>(command: &'c SimpleCommand<'_>) -> Option<&'c str> {
    let wrappers = command.wrappers();
    let at = wrappers.iter().position(|word| matches!(&*word.text, "-C" | "--chdir"))?;
    wrappers.get(at + 1).map(|word| word.text.as_ref())
}
