//! A command line as the guard reads it: the values of its words, and where its commands run.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use super::programs::{contains_either, is_substituted, prints_paths, removes_trees, tree_program};
use super::protected::{ProtectedPaths, Protection, is_rooted};
use super::searches::is_name_test;
use super::spelling::{below_new_temporary, is_in_new_temporary};
use crate::{CommandLine, ScriptVariables, SimpleCommand, WorkingDir};

/// A line with more commands or words is not checked word by word.
const MAX_COMMANDS: usize = 64;
const MAX_WORDS: usize = 1024;

/// One command line, and the paths that it must not write.
pub(super) struct GuardedLine<'l, 'p> {
    pub(super) command_line: &'l CommandLine<'l>,
    pub(super) protected: &'l ProtectedPaths<'p>,
    variables: OnceCell<ScriptVariables<'l>>,
    home: OnceCell<Option<&'l str>>,
    /// How many bytes of code and nested lines may still be read, for all nested lines together.
    pub(super) budget: &'l Cell<usize>,
    /// Whether a line around this one sets a variable that moves settings.
    pub(super) is_redirected: bool,
}

impl<'l, 'p> GuardedLine<'l, 'p> {
    pub(super) fn new(
        command_line: &'l CommandLine<'l>,
        protected: &'l ProtectedPaths<'p>,
        budget: &'l Cell<usize>,
    ) -> Self {
        let (variables, home) = (OnceCell::new(), OnceCell::new());
        Self { command_line, protected, variables, home, budget, is_redirected: false }
    }

    /// The budget for a line of this length in bytes.
    pub(super) fn budget_of(length: usize) -> Cell<usize> {
        Cell::new(length * 8 + (1 << 16))
    }

    /// Takes the length of a text from the budget; false once the budget is used up.
    pub(super) fn spend(&self, text: &str) -> bool {
        let left = self.budget.get().saturating_sub(text.len().max(1));
        self.budget.set(left);
        left > 0
    }

    /// Whether the line was parsed to its end and is short enough to be checked word by word.
    pub(super) fn is_readable(&self) -> bool {
        let words: usize =
            self.command_line.commands.iter().map(|c| c.args().count() + c.assignments.len()).sum();
        self.command_line.complete
            && self.command_line.commands.len() <= MAX_COMMANDS
            && words <= MAX_WORDS
    }

    /// The values of a word, by the assignments of the line.
    pub(super) fn spellings<'w>(&self, word: &'w str) -> Vec<Cow<'w, str>> {
        if let Some(rest) =
            word.strip_prefix('~').filter(|rest| matches!(rest.get(..1), None | Some("/")))
            && let Some(home) = self.new_home()
        {
            // Whether the shell gets as far as the assignment is not known: both homes may be meant.
            let below = format!("{home}{rest}");
            let mut both = vec![Cow::Borrowed(word)];
            both.extend(self.spellings(&below).iter().map(|one| Cow::Owned(one.to_string())));
            return both;
        }
        if !word.contains('$') {
            return vec![Cow::Borrowed(word)];
        }
        let variables = self.variables.get_or_init(|| ScriptVariables::of(self.command_line));
        if !variables.are_in(word) {
            return vec![Cow::Borrowed(word)];
        }
        let values = variables.values(word).into_iter().map(Cow::Owned);
        // As for `~`: the home that the line gives itself may not be the one that holds.
        let is_home = word.starts_with("$HOME") || word.starts_with("${HOME");
        values.chain(is_home.then_some(Cow::Borrowed(word))).collect()
    }

    /// The home folder that the line gives itself, if nothing before names the old one.
    fn new_home(&self) -> Option<&str> {
        fn names_home(text: &str) -> bool {
            text.starts_with('~') || text.contains("HOME")
        }
        let assigned = |command: &'l SimpleCommand<'l>| {
            let alone = command.assignments.iter().filter(|_| command.words().is_empty());
            let alone = alone.map(|one| (one.name.as_ref(), one.value.text.as_ref()));
            let exported = command.args().filter(|_| command.program() == "export");
            let mut all = alone.chain(exported.filter_map(|word| word.split_once('=')));
            all.find_map(|(name, value)| (name == "HOME").then_some(value))
        };
        *self.home.get_or_init(|| {
            let commands = &self.command_line.commands;
            let at = commands.iter().position(|command| assigned(command).is_some())?;
            let is_named = commands[..at].iter().any(|command| command.args().any(names_home));
            assigned(&commands[at]).filter(|home| !is_named && !names_home(home))
        })
    }

    /// Whether nothing of the command can concern a protected path, which is the common case.
    pub(super) fn is_unrelated(&self, command: &SimpleCommand<'_>) -> bool {
        command.dir == WorkingDir::Start
            && self.protected.relevant_cwd().is_none()
            && command.wrappers().is_empty()
            && command.redirects.is_empty()
            && !command.piped_from
            && command
                .args()
                .all(|arg| !contains_either(arg, b"$`") && !self.protected.may_be_named_in(arg))
    }

    /// How a word of a command relates to what is protected.
    pub(super) fn protection(&self, command: &SimpleCommand<'_>, word: &str) -> Protection {
        self.protection_in(self.working_dir(command).as_deref(), word)
    }

    /// The same for a word of a command that runs in this folder.
    pub(super) fn protection_in(&self, dir: Option<&str>, word: &str) -> Protection {
        let of = |spelled: &str| {
            let moved = self.moved_temporary(spelled);
            let spelled = moved.as_deref().unwrap_or(spelled);
            self.protected.protection(&self.protected.seen_from(dir, spelled))
        };
        if !word.contains('$') && !word.starts_with('~') {
            return of(word);
        }
        self.spellings(word).iter().map(|spelled| of(spelled)).max().unwrap_or_default()
    }

    /// The path below a temporary folder that the line may have led elsewhere, as one of an unknown variable.
    fn moved_temporary(&self, path: &str) -> Option<String> {
        const LEADS_ELSEWHERE: &[&str] =
            &["ln", "mv", "cp", "alias", "mount", "source", ".", "eval"];
        let below = below_new_temporary(path)?;
        let makes_links = |option: &str| match option.strip_prefix('-') {
            Some(long) if long.starts_with('-') => matches!(long, "-link" | "-symbolic-link"),
            Some(letters) => letters.contains(['l', 's']),
            None => false,
        };
        let leads = |command: &SimpleCommand<'_>| {
            LEADS_ELSEWHERE.contains(&command.program())
                && (command.program() != "cp" || command.args().any(makes_links))
                || command.assignments.iter().any(|one| one.name == "PATH")
                || command.args().any(|arg| arg.starts_with("PATH=") || arg == "mktemp")
        };
        let text = self.command_line.text;
        let is_shadowed =
            ["mktemp()", "mktemp ()", "function "].iter().any(|own| text.contains(own));
        let is_led = is_shadowed || self.command_line.commands.iter().any(leads);
        is_led.then(|| format!("$TMPDIR{below}"))
    }

    /// How a word of a command relates to what is protected beside files of hooks.
    pub(super) fn protection_beside_hooks(
        &self,
        command: &SimpleCommand<'_>,
        word: &str,
    ) -> Protection {
        let dir = self.working_dir(command);
        let of = |spelled: &str| {
            let path = self.protected.seen_from(dir.as_deref(), spelled);
            self.protected.protection_beside_hooks(&path)
        };
        self.spellings(word).iter().map(|spelled| of(spelled)).max().unwrap_or_default()
    }

    pub(super) fn is_protected(&self, command: &SimpleCommand<'_>, word: &str) -> bool {
        self.protection(command, word) == Protection::Protected
    }

    /// How the folder that the command runs in relates to what is protected.
    pub(super) fn folder_protection(&self, command: &SimpleCommand<'_>) -> Protection {
        let dir = self.working_dir(command);
        dir.map(|dir| self.protected.protection(&dir)).unwrap_or_default()
    }

    /// The folder that the command runs in, as far as the line says.
    pub(super) fn working_dir<'c>(
        &'c self,
        command: &'c SimpleCommand<'_>,
    ) -> Option<Cow<'c, str>> {
        let said = match (env_folder(command), &command.dir) {
            (Some(dir), _) => Some(Cow::Borrowed(dir)),
            (None, WorkingDir::Start) => None,
            (None, WorkingDir::Known(dir)) => Some(Cow::Borrowed(dir.as_ref())),
            (None, WorkingDir::Unknown) => self.dir_after_cds(command),
        };
        match said {
            None => self.protected.relevant_cwd().map(Cow::Borrowed),
            Some(Cow::Borrowed(dir)) => Some(self.protected.seen_from_cwd(dir)),
            Some(Cow::Owned(dir)) => {
                Some(Cow::Owned(self.protected.seen_from_cwd(&dir).into_owned()))
            }
        }
    }

    /// The folder after the `cd`s before the command, where a variable hides one of them.
    fn dir_after_cds(&self, command: &SimpleCommand<'_>) -> Option<Cow<'_, str>> {
        let before =
            self.command_line.commands.iter().take_while(|other| !std::ptr::eq(*other, command));
        let mut dir = String::new();
        for cd in before.filter(|other| matches!(other.program(), "cd" | "pushd" | "popd")) {
            if cd.program() == "popd" || cd.has("-") {
                dir.clear();
                continue;
            }
            let Some(to) = cd.args().find(|arg| !arg.starts_with('-')) else { continue };
            let to = self.spellings(to).into_iter().next().unwrap_or_default();
            if dir.is_empty() || is_rooted(&to) {
                dir = to.into_owned();
            } else if dir.len() < 4096 {
                dir = format!("{dir}/{to}");
            }
        }
        (!dir.is_empty()).then_some(Cow::Owned(dir))
    }

    /// Whether words of other commands, which this one is given by `xargs`, `read` or a
    /// substitution, are protected paths.
    pub(super) fn receives_protected(&self, command: &SimpleCommand<'_>, words: &[String]) -> bool {
        let by_xargs = command.is_run_by_xargs();
        let mut commands = self.command_line.commands.iter();
        let by_read = words.iter().any(|word| word.contains('$'))
            && commands.any(|other| matches!(other.program(), "read" | "mapfile" | "readarray"));
        let is_printed = |text: &str| is_substituted(text) && !is_in_new_temporary(text);
        let is_given = |word: &String| self.spellings(word).iter().any(|one| is_printed(one));
        let is_given = words.iter().any(is_given);
        let removes = removes_trees(tree_program(command));
        let lists = by_xargs || by_read || is_given && removes;
        let data = |other: &SimpleCommand<'_>| {
            lists && other.input().any(|word| self.protected.has(word.text.trim()))
        };
        let prints = |other: &SimpleCommand<'_>| {
            !std::ptr::eq(other, command)
                && prints_paths(other.program())
                && self.prints_protected(other, lists, removes)
        };
        (lists || is_given)
            && self.command_line.commands.iter().any(|other| prints(other) || data(other))
    }

    fn prints_protected(&self, other: &SimpleCommand<'_>, lists: bool, removes: bool) -> bool {
        let mut reaches: Vec<Protection> =
            other.args().map(|arg| self.protection(other, arg)).collect();
        if matches!(other.program(), "ls" | "find" | "fd")
            && other.args().all(|arg| arg.starts_with('-'))
        {
            reaches.push(self.protection(other, "."));
        }
        let program_of_ours = matches!(other.program(), "which" | "type" | "command" | "whereis")
            && other.args().any(|arg| matches!(arg, "fusebox" | "fusebox-hook"));
        // `find` without a name to search for, `ls` of a pattern and `echo` print the paths of all files in a folder.
        let prints_every_file = match other.program() {
            "find" => {
                !other.args().any(is_name_test)
                    || other.args().any(|arg| matches!(arg, "!" | "-not"))
            }
            "fd" => true,
            "ls" => {
                removes || other.has("-d") || other.args().any(|arg| arg.contains(['*', '?', '[']))
            }
            "echo" | "printf" | "realpath" | "readlink" => true,
            _ => false,
        };
        reaches.contains(&Protection::Protected)
            || program_of_ours
            || (lists && prints_every_file && reaches.contains(&Protection::ClientFolder))
            || (lists
                && reaches.iter().any(|reach| *reach > Protection::HookAncestor)
                && other.args().any(|arg| self.protected.matches_name(arg)))
            || (removes
                && lists
                && reaches.contains(&Protection::HookAncestor)
                && other.args().any(|arg| self.protected.aims_at_hooks(arg)))
    }
}

/// `env -C dir command`
fn env_folder<'c>(command: &'c SimpleCommand<'_>) -> Option<&'c str> {
    let wrappers = command.wrappers();
    let at = wrappers.iter().position(|word| matches!(&*word.text, "-C" | "--chdir"))?;
    wrappers.get(at + 1).map(|word| word.text.as_ref())
}
