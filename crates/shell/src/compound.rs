//! Reserved words: loops, branches, `case`, functions and conditions.

use std::borrow::Cow;

use super::command::{Assignment, CommandOperator, ShellWord, SimpleCommand};
use super::parser::{GroupKind, Parser, SubstitutionLevel};

impl<'a> Parser<'a> {
    /// Handles a reserved word; false if the word is not one.
    pub(super) fn keyword(&mut self, level: &mut SubstitutionLevel<'a>, raw: &'a str) -> bool {
        match raw {
            "then" | "else" | "elif" | "do" | "!" | "coproc" => {}
            "if" | "while" | "until" | "{" => self.open(level, GroupKind::Body),
            "fi" | "done" | "}" | "esac" => self.close(level),
            "for" | "select" => {
                self.open(level, GroupKind::Body);
                level.command = SimpleCommand::default();
                self.loop_header(&mut level.command);
                return true;
            }
            "case" => {
                self.open(level, GroupKind::Case);
                level.command = SimpleCommand::default();
                self.case_header(level);
                return true;
            }
            "function" => {
                self.skip_blanks();
                self.word();
                self.skip_blanks();
                if self.peek() == Some(b'(') && self.peek_at(1) == Some(b')') {
                    self.pos += 2;
                }
            }
            "[[" => {
                self.condition(&mut level.command);
                return true;
            }
            _ => return false,
        }
        level.command = SimpleCommand::default();
        true
    }

    /// The list of a `for` loop: assignments to its variable.
    fn loop_header(&mut self, command: &mut SimpleCommand<'a>) {
        self.skip_blanks();
        if self.peek() == Some(b'(') {
            return self.arithmetic();
        }
        let name = self.word().word.text;
        self.skip_lines();
        if !self.text[self.pos..].starts_with("in") {
            return;
        }
        self.word();
        self.words(|parser, value| {
            parser.skip_blanks();
            command.assignments.push(Assignment { name: name.clone(), value });
        });
    }

    /// Passes the words up to the next operator to `each`.
    pub(super) fn words(&mut self, mut each: impl FnMut(&mut Self, ShellWord<'a>)) {
        self.skip_blanks();
        while self.peek().is_some_and(|byte| byte != b'#') {
            let start = self.pos;
            let word = self.word().word;
            if self.pos == start {
                return;
            }
            each(self, word);
        }
    }

    fn case_header(&mut self, level: &mut SubstitutionLevel<'a>) {
        self.skip_blanks();
        let value = self.word().word;
        level.command.assignments.push(Assignment { name: Cow::Borrowed(""), value });
        self.end(level, CommandOperator::Then);
        self.skip_lines();
        self.word();
        self.case_pattern(level);
    }

    /// Steps over `a|b)`, or closes the `case` at its `esac`.
    pub(super) fn case_pattern(&mut self, level: &mut SubstitutionLevel<'a>) {
        self.skip_lines();
        if self.peek() == Some(b'(') {
            self.pos += 1;
        }
        loop {
            self.skip_blanks();
            let start = self.pos;
            self.word();
            if &self.text[start..self.pos] == "esac" {
                return self.close(level);
            }
            self.skip_blanks();
            match self.peek() {
                Some(b')') => {
                    self.pos += 1;
                    return;
                }
                Some(b'|') => self.pos += 1,
                Some(_) if self.pos > start => {}
                _ => return self.give_up(),
            }
        }
    }

    /// `[[ … ]]`, where `<`, `>`, `&&` and brackets are operators of the condition.
    fn condition(&mut self, command: &mut SimpleCommand<'a>) {
        command.all_words.push(ShellWord { text: Cow::Borrowed("[["), ..ShellWord::default() });
        loop {
            self.skip_lines();
            let start = self.pos;
            let word = match self.peek() {
                // Not closed: shells differ in how they read the rest.
                None | Some(b';') => return self.complete = false,
                Some(b'<' | b'>') if self.peek_at(1) == Some(b'(') => self.word().word,
                Some(b'<' | b'>' | b'&' | b'|' | b'(' | b')') => {
                    self.pos += if self.peek() == self.peek_at(1) { 2 } else { 1 };
                    ShellWord {
                        text: Cow::Borrowed(&self.text[start..self.pos]),
                        ..ShellWord::default()
                    }
                }
                Some(_) => self.word().word,
            };
            let stuck = self.pos == start;
            self.complete &= !stuck;
            let last = word.text == "]]" || stuck;
            command.all_words.push(word);
            if last {
                return;
            }
        }
    }
}
