//! Parses command lists: operators, groups, keywords, redirections, in one pass without backtracking.

use std::borrow::Cow;

use super::command::{
    Assignment, CommandLine, CommandOperator, Redirect, RedirectKind, ShellWord, SimpleCommand,
    WorkingDir,
};
use super::heredoc::Heredoc;
use super::nested;

/// How deep substitutions and scripts inside scripts are followed.
pub const MAX_DEPTH: u8 = 16;
/// How many commands one script may have; a longer one is not `complete`.
pub const MAX_COMMANDS: usize = 4096;
/// How many bytes of a command line are read; a longer one is not `complete`.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// How deep groups and compound commands may nest on one level.
const MAX_FRAMES: usize = 64;

/// Parses a command line. Never fails: where it cannot go on, `complete` is false.
#[must_use]
pub fn parse(text: &str) -> CommandLine<'_> {
    let read = beginning(text);
    let bounds = ParseBounds { bytes: read.len() * 4 + 4096, commands: MAX_COMMANDS, depth: 0 };
    let mut parser = Parser::new(read, bounds);
    parser.run();
    let complete = parser.complete && read.len() == text.len();
    CommandLine { text, commands: parser.out, complete }
}

/// The part of the text that is read.
fn beginning(text: &str) -> &str {
    let end = (0..=text.len().min(MAX_TEXT_BYTES)).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}

/// What is left of the bounds, passed into a nested script and back.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParseBounds {
    /// Bytes that may still be read again as nested scripts, which bounds the work at any nesting.
    bytes: usize,
    commands: usize,
    depth: u8,
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) pos: usize,
    pub(super) complete: bool,
    pub(super) heredocs: Vec<Heredoc<'a>>,
    pub(super) out: Vec<SimpleCommand<'a>>,
    /// Indexes in `out` of the shells that read their script from standard input.
    pub(super) stdin_shells: Vec<usize>,
    bounds: ParseBounds,
    dir: WorkingDir<'a>,
}

/// The state of one level of substitution.
#[derive(Default)]
pub(super) struct SubstitutionLevel<'a> {
    frames: Vec<OpenGroup<'a>>,
    pub(super) command: SimpleCommand<'a>,
    /// What stands before the next command.
    behind: Option<CommandOperator>,
    /// The index in `out` of the first command of a group that has just been closed.
    closed: Option<usize>,
}

struct OpenGroup<'a> {
    kind: GroupKind<'a>,
    start: usize,
    piped: bool,
}

impl SubstitutionLevel<'_> {
    /// Whether the next command reads from a pipe.
    fn is_piped(&self) -> bool {
        self.behind == Some(CommandOperator::Pipe)
            || self.frames.last().is_some_and(|frame| frame.piped)
    }
}

pub(super) enum GroupKind<'a> {
    /// `( … )`, with the directory to return to.
    Subshell(WorkingDir<'a>),
    /// `{`, `if`, `while`, `until`, `for`, `select`
    Body,
    /// `case`
    Case,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, bounds: ParseBounds) -> Self {
        Self {
            text,
            pos: 0,
            complete: true,
            heredocs: Vec::new(),
            out: Vec::new(),
            stdin_shells: Vec::new(),
            bounds,
            dir: WorkingDir::Start,
        }
    }

    fn run(&mut self) {
        self.list(false);
        self.fill_heredocs();
        for index in std::mem::take(&mut self.stdin_shells) {
            if let Some(text) = nested::script_from_input(&self.out, index) {
                self.script(text);
            }
        }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.pos + ahead).copied()
    }

    /// Stops reading and keeps what was read.
    pub(super) fn give_up(&mut self) {
        self.pos = self.text.len();
        self.complete = false;
    }

    /// Runs `read` one level deeper, or gives up at the bound.
    pub(super) fn deeper(&mut self, read: impl FnOnce(&mut Self)) {
        if self.bounds.depth >= MAX_DEPTH {
            return self.give_up();
        }
        self.bounds.depth += 1;
        read(self);
        self.bounds.depth -= 1;
    }

    /// Reads a substitution's commands; the cursor is after its `(`.
    pub(super) fn substitution(&mut self) {
        let dir = self.dir.clone();
        self.deeper(|parser| parser.list(true));
        self.dir = dir;
    }

    /// Reads a nested text as a script of its own.
    pub(super) fn script(&mut self, text: Cow<'a, str>) {
        match text {
            Cow::Borrowed(text) => {
                let commands = self.inside(text, Parser::run);
                self.out.extend(commands);
            }
            Cow::Owned(text) => {
                let commands = self.inside(&text, Parser::run);
                self.out
                    .extend(commands.into_iter().map(|c| -> SimpleCommand<'a> { c.into_owned() }));
            }
        }
    }

    /// Reads a nested text with `read`, within the bounds, and returns its commands.
    pub(super) fn inside<'t>(
        &mut self,
        text: &'t str,
        read: impl FnOnce(&mut Parser<'t>),
    ) -> Vec<SimpleCommand<'t>>
    where
        'a: 't,
    {
        if self.bounds.depth >= MAX_DEPTH || self.bounds.bytes < text.len() {
            self.complete = false;
            return Vec::new();
        }
        let bounds = ParseBounds {
            bytes: self.bounds.bytes - text.len(),
            commands: self.bounds.commands,
            depth: self.bounds.depth + 1,
        };
        let mut parser = Parser::new(text, bounds);
        parser.dir = self.dir.clone();
        read(&mut parser);
        self.complete &= parser.complete;
        self.bounds = ParseBounds { depth: self.bounds.depth, ..parser.bounds };
        parser.out
    }

    /// Reads commands to the end, or to the `)` that closes a substitution.
    fn list(&mut self, substitution: bool) {
        let mut level = SubstitutionLevel::default();
        loop {
            self.skip_blanks();
            let Some(byte) = self.peek() else { break };
            match byte {
                b'\n' => {
                    self.pos += 1;
                    self.end(&mut level, CommandOperator::Then);
                    self.read_heredocs();
                }
                b'#' => self.skip_comment(),
                b';' => self.semicolon(&mut level),
                b'&' => self.ampersand(&mut level),
                b'|' => self.bar(&mut level),
                b'(' => self.open_paren(&mut level),
                b')' => {
                    if self.close_paren(&mut level, substitution) {
                        return;
                    }
                }
                b'<' | b'>' if self.peek_at(1) != Some(b'(') => self.redirect(&mut level.command),
                _ => self.word_of(&mut level),
            }
        }
        self.end(&mut level, CommandOperator::Then);
        self.complete &= !substitution && level.frames.is_empty();
    }

    pub(super) fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.pos += 1,
                Some(b'\\') if self.peek_at(1) == Some(b'\n') => self.pos += 2,
                _ => return,
            }
        }
    }

    pub(super) fn skip_lines(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'\n') => {
                    self.pos += 1;
                    self.read_heredocs();
                }
                Some(b'#') => self.skip_comment(),
                _ => return,
            }
        }
    }

    fn skip_comment(&mut self) {
        self.pos += self.text[self.pos..].find('\n').unwrap_or(self.text.len() - self.pos);
    }

    fn semicolon(&mut self, level: &mut SubstitutionLevel<'a>) {
        self.end(level, CommandOperator::Then);
        let len = match &self.text.as_bytes()[self.pos..] {
            [_, b';', b'&', ..] => 3,
            [_, b';' | b'&', ..] => 2,
            _ => 1,
        };
        self.pos += len;
        if len > 1 && level.frames.last().is_some_and(|f| matches!(f.kind, GroupKind::Case)) {
            self.case_pattern(level);
        }
    }

    fn ampersand(&mut self, level: &mut SubstitutionLevel<'a>) {
        match self.peek_at(1) {
            Some(b'&') => {
                self.pos += 2;
                self.end(level, CommandOperator::And);
            }
            Some(b'>') => self.redirect(&mut level.command),
            _ => {
                self.pos += 1;
                self.end(level, CommandOperator::Background);
            }
        }
    }

    fn bar(&mut self, level: &mut SubstitutionLevel<'a>) {
        let (len, joint) = match self.peek_at(1) {
            Some(b'|') => (2, CommandOperator::Or),
            Some(b'&') => (2, CommandOperator::Pipe),
            _ => (1, CommandOperator::Pipe),
        };
        self.pos += len;
        self.end(level, joint);
    }

    fn open_paren(&mut self, level: &mut SubstitutionLevel<'a>) {
        if self.peek_at(1) == Some(b'(') && level.command.is_empty() {
            return self.arithmetic();
        }
        self.pos += 1;
        self.skip_blanks();
        if self.peek() == Some(b')') && level.command.all_words.len() == 1 {
            self.pos += 1;
            level.command = SimpleCommand::default();
            return;
        }
        if !level.command.is_empty() {
            self.end(level, CommandOperator::Then);
        }
        self.open(level, GroupKind::Subshell(self.dir.clone()));
    }

    /// Closes a subshell; true if this was the `)` of the level itself.
    fn close_paren(&mut self, level: &mut SubstitutionLevel<'a>, substitution: bool) -> bool {
        self.pos += 1;
        self.end(level, CommandOperator::Then);
        let opened = level.frames.iter().rposition(|f| matches!(f.kind, GroupKind::Subshell(_)));
        let Some(opened) = opened else {
            self.complete &= substitution;
            return substitution;
        };
        level.frames.truncate(opened + 1);
        self.close(level);
        false
    }

    pub(super) fn open(&mut self, level: &mut SubstitutionLevel<'a>, kind: GroupKind<'a>) {
        if level.frames.len() >= MAX_FRAMES {
            return self.give_up();
        }
        let piped = level.is_piped();
        level.frames.push(OpenGroup { kind, start: self.out.len(), piped });
        level.closed = None;
    }

    pub(super) fn close(&mut self, level: &mut SubstitutionLevel<'a>) {
        let Some(frame) = level.frames.pop() else { return };
        level.closed = Some(frame.start);
        if let GroupKind::Subshell(dir) = frame.kind {
            self.dir = dir;
        }
    }

    /// Ends the current command, and the group that was closed just before it.
    pub(super) fn end(&mut self, level: &mut SubstitutionLevel<'a>, joint: CommandOperator) {
        if level.command.is_empty() && level.closed.is_none() {
            return;
        }
        if let Some(start) = level.closed.take() {
            for command in &mut self.out[start..] {
                command.pipes_to |= joint == CommandOperator::Pipe;
                command.background |= joint == CommandOperator::Background;
            }
        }
        let was_piped = level.is_piped();
        let mut command = std::mem::take(&mut level.command);
        command.behind = level.behind.replace(joint);
        command.piped_from = was_piped;
        command.pipes_to = joint == CommandOperator::Pipe;
        command.background = joint == CommandOperator::Background;
        if !command.is_empty() {
            command.find_program();
            self.push(command);
        }
    }

    fn push(&mut self, mut command: SimpleCommand<'a>) {
        if self.bounds.commands == 0 {
            return self.give_up();
        }
        self.bounds.commands -= 1;
        command.dir = self.dir.clone();
        let follow_up = nested::nested_code(&command);
        match follow_up {
            nested::NestedCode::StandardInput => self.stdin_shells.push(self.out.len()),
            nested::NestedCode::Directory(dir) => self.dir = dir,
            nested::NestedCode::Script(text) => {
                self.out.push(command);
                return self.script(text);
            }
            nested::NestedCode::Command(words) => {
                self.out.push(command);
                let inner = SimpleCommand::of(words);
                return self.deeper(|parser| parser.push(inner));
            }
            nested::NestedCode::Nothing => {}
        }
        self.out.push(command);
    }

    fn word_of(&mut self, level: &mut SubstitutionLevel<'a>) {
        let start = self.pos;
        let token = self.word();
        if self.pos == start {
            return self.give_up();
        }
        let raw = &self.text[start..self.pos];
        if matches!(self.peek(), Some(b'<' | b'>')) && raw.bytes().all(|b| b.is_ascii_digit()) {
            return self.redirect(&mut level.command);
        }
        let first = level.command.all_words.is_empty();
        let keyword_may_follow = match level.command.all_words.as_slice() {
            [] => level.command.assignments.is_empty(),
            [word] => word.text == "time",
            _ => false,
        };
        if keyword_may_follow && !token.quoted && self.keyword(level, raw) {
            return;
        }
        if first && let Some(name) = assigned_name(raw) {
            return self.assignment(&mut level.command, name, token.word);
        }
        level.command.all_words.push(token.word);
    }

    fn assignment(&mut self, command: &mut SimpleCommand<'a>, name: &'a str, word: ShellWord<'a>) {
        let name = Cow::Borrowed(name);
        if word.text.ends_with('=') && self.peek() == Some(b'(') {
            self.pos += 1;
            loop {
                self.skip_lines();
                self.words(|parser, value| {
                    parser.skip_lines();
                    command.assignments.push(Assignment { name: name.clone(), value });
                });
                match self.peek() {
                    Some(b'#') => {}
                    Some(b')') => {
                        self.pos += 1;
                        return;
                    }
                    _ => return self.complete = false,
                }
            }
        }
        let text = match word.text {
            Cow::Borrowed(text) => Cow::Borrowed(text.split_once('=').map_or("", |(_, v)| v)),
            Cow::Owned(text) => Cow::Owned(text.split_once('=').map_or("", |(_, v)| v).to_owned()),
        };
        command.assignments.push(Assignment { name, value: ShellWord { text, form: word.form } });
    }

    fn redirect(&mut self, command: &mut SimpleCommand<'a>) {
        let (len, kind) = match &self.text.as_bytes()[self.pos..] {
            [b'&', b'>', b'>', ..] => (3, RedirectKind::Append),
            [b'&', b'>', ..] | [b'>', b'|', ..] => (2, RedirectKind::Output),
            [b'<', b'<', b'<', ..] => (3, RedirectKind::HereString),
            [b'<', b'<', b'-', ..] => (3, RedirectKind::HereDoc),
            [b'<', b'<', ..] => (2, RedirectKind::HereDoc),
            [b'<' | b'>', b'&', ..] => (2, RedirectKind::Duplicate),
            [b'<', b'>', ..] => (2, RedirectKind::ReadWrite),
            [b'<', ..] => (1, RedirectKind::Input),
            [b'>', b'>', ..] => (2, RedirectKind::Append),
            _ => (1, RedirectKind::Output),
        };
        let strip_tabs = kind == RedirectKind::HereDoc && len == 3;
        self.pos += len;
        self.skip_blanks();
        let token = self.word();
        let mut redirect = Redirect { kind, target: token.word, heredoc: None };
        if kind == RedirectKind::HereDoc {
            let delimiter = std::mem::take(&mut redirect.target.text);
            redirect.heredoc = Some(self.heredocs.len());
            self.heredocs.push(Heredoc::new(delimiter, token.quoted, strip_tabs));
        } else if kind == RedirectKind::Duplicate && !is_descriptor(&redirect.target.text) {
            redirect.kind = RedirectKind::Output;
        }
        command.redirects.push(redirect);
    }
}

fn is_descriptor(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// The name in `NAME=…`, `NAME+=…`, `NAME[…]=…` as it stands in the text.
fn assigned_name(raw: &str) -> Option<&str> {
    let bytes = raw.as_bytes();
    let end = bytes.iter().position(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))?;
    if end == 0 || bytes[0].is_ascii_digit() {
        return None;
    }
    let rest = match bytes[end] {
        b'[' => raw[end..].find(']').map_or("", |close| &raw[end + close + 1..]),
        _ => &raw[end..],
    };
    (rest.starts_with('=') || rest.starts_with("+=")).then(|| &raw[..end])
}

#[cfg(test)]
mod tests;
