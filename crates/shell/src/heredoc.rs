//! Here-documents: data that follows the line that asks for it.

use std::borrow::Cow;

use fusebox_scan::find_byte;

use super::command::{ShellWord, WordKind};
use super::parser::Parser;

/// A here-document that a redirection names. Its body is read at the end of the line.
pub(super) struct Heredoc<'a> {
    delimiter: Cow<'a, str>,
    quoted: bool,
    strip_tabs: bool,
    body: Option<ShellWord<'a>>,
}

impl<'a> Heredoc<'a> {
    pub(super) fn new(delimiter: Cow<'a, str>, quoted: bool, strip_tabs: bool) -> Self {
        Self { delimiter, quoted, strip_tabs, body: None }
    }

    fn ends_at(&self, line: &str) -> bool {
        let line = if self.strip_tabs { line.trim_start_matches('\t') } else { line };
        line == self.delimiter
    }
}

impl<'a> Parser<'a> {
    /// Reads the bodies that begin here; the cursor is at the start of a line.
    pub(super) fn read_heredocs(&mut self) {
        let due = self.heredocs.iter().rposition(|doc| doc.body.is_some()).map_or(0, |i| i + 1);
        for index in due..self.heredocs.len() {
            let body = self.read_body(index);
            let quoted = self.heredocs[index].quoted;
            let expands = !quoted && body.contains(['$', '`']);
            if expands {
                self.expansions(body);
            }
            let form = if expands { WordKind::Expansion } else { WordKind::Literal };
            self.heredocs[index].body = Some(ShellWord { text: Cow::Borrowed(body), form });
        }
    }

    fn read_body(&mut self, index: usize) -> &'a str {
        let text: &'a str = self.text;
        let start = self.pos;
        loop {
            let line_start = self.pos;
            let rest = &text.as_bytes()[line_start..];
            let line_end = find_byte(b'\n', rest).map_or(text.len(), |at| line_start + at);
            self.pos = (line_end + 1).min(text.len());
            if self.heredocs[index].ends_at(&text[line_start..line_end]) {
                return &text[start..line_start];
            }
            if line_end == text.len() {
                return &text[start..];
            }
        }
    }

    /// Moves the bodies into their redirections.
    pub(super) fn fill_heredocs(&mut self) {
        if self.heredocs.is_empty() {
            return;
        }
        for redirect in self.out.iter_mut().flat_map(|command| &mut command.redirects) {
            if let Some(doc) = redirect.heredoc.take().and_then(|i| self.heredocs.get_mut(i)) {
                redirect.target = doc.body.take().unwrap_or_default();
            }
        }
    }
}
