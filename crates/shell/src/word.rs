//! Parses one word: quotes, escapes, expansions. Substitutions in it are parsed as commands.

use std::borrow::Cow;

use fusebox_scan::find_byte;

use super::command::{ShellWord, SimpleCommand, WordKind};
use super::parser::Parser;

/// How far ahead of a `{` its `}` is looked for.
const BRACE_REACH: usize = 256;

pub(super) struct WordToken<'a> {
    pub(super) word: ShellWord<'a>,
    /// A part was quoted or escaped, so that it cannot be a keyword.
    pub(super) quoted: bool,
}

#[derive(Default)]
struct WordBuilder<'a> {
    text: Cow<'a, str>,
    form: WordKind,
    quoted: bool,
}

impl<'a> WordBuilder<'a> {
    fn push(&mut self, piece: &'a str) {
        if self.text.is_empty() {
            self.text = Cow::Borrowed(piece);
        } else if !piece.is_empty() {
            self.text.to_mut().push_str(piece);
        }
    }

    fn at_least(&mut self, form: WordKind) {
        self.form = self.form.max(form);
    }
}

/// Bytes without a meaning of their own in an unquoted word.
const PLAIN: [bool; 256] = {
    let mut plain = [true; 256];
    let special = b" \t\n;&|()<>'\"\\$`*?[{";
    let mut index = 0;
    while index < special.len() {
        plain[special[index] as usize] = false;
        index += 1;
    }
    plain
};

impl<'a> Parser<'a> {
    /// Reads one word at the cursor. At an operator the word is empty and the cursor stays.
    pub(super) fn word(&mut self) -> WordToken<'a> {
        let text: &'a str = self.text;
        let mut builder = WordBuilder::default();
        let mut from = self.pos;
        loop {
            self.skip_while(|byte| PLAIN[usize::from(byte)]);
            let next = self.peek_at(1);
            match self.peek() {
                Some(b'\'' | b'"') => {
                    builder.push(&text[from..self.pos]);
                    self.quoted(&mut builder);
                    from = self.pos;
                }
                Some(b'\\') => {
                    builder.push(&text[from..self.pos]);
                    builder.quoted = true;
                    from = self.pos + if next == Some(b'\n') { 2 } else { 1 };
                    self.pos = (self.pos + 2).min(text.len());
                }
                Some(b'$') if matches!(next, Some(b'\'' | b'"')) => {
                    builder.push(&text[from..self.pos]);
                    self.pos += 1;
                    if next == Some(b'\'') {
                        self.ansi_quoted(&mut builder);
                    }
                    from = self.pos;
                }
                Some(b'$' | b'`') => {
                    if self.expansion() {
                        builder.at_least(WordKind::Expansion);
                    }
                }
                Some(b'<' | b'>') if next == Some(b'(') => {
                    builder.at_least(WordKind::Expansion);
                    self.pos += 2;
                    self.substitution();
                }
                Some(b'*' | b'?' | b'[') => {
                    builder.at_least(WordKind::Pattern);
                    self.pos += 1;
                }
                Some(b'{') => {
                    if self.is_brace_pattern() {
                        builder.at_least(WordKind::Pattern);
                    }
                    self.pos += 1;
                }
                _ => break,
            }
        }
        builder.push(&text[from..self.pos]);
        let word = ShellWord { text: builder.text, form: builder.form };
        WordToken { word, quoted: builder.quoted }
    }

    fn skip_while(&mut self, is: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
        self.pos += rest.iter().take_while(|byte| is(**byte)).count();
    }

    fn quoted(&mut self, builder: &mut WordBuilder<'a>) {
        builder.quoted = true;
        if self.peek() == Some(b'"') {
            self.pos += 1;
            return self.double_quoted(builder);
        }
        let text: &'a str = self.text;
        let from = self.pos + 1;
        let end = find_byte(b'\'', &text.as_bytes()[from..]).map(|at| from + at);
        self.complete &= end.is_some();
        let end = end.unwrap_or(text.len());
        builder.push(&text[from..end]);
        self.pos = (end + 1).min(text.len());
    }

    fn double_quoted(&mut self, builder: &mut WordBuilder<'a>) {
        let text: &'a str = self.text;
        let mut from = self.pos;
        loop {
            self.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'$' | b'`'));
            match (self.peek(), self.peek_at(1)) {
                (Some(b'"'), _) => break,
                (Some(b'\\'), Some(next @ (b'"' | b'\\' | b'$' | b'`' | b'\n'))) => {
                    builder.push(&text[from..self.pos]);
                    from = self.pos + if next == b'\n' { 2 } else { 1 };
                    self.pos += 2;
                }
                (Some(b'\\'), _) => self.pos += 1,
                (Some(_), _) => {
                    if self.expansion() {
                        builder.at_least(WordKind::Expansion);
                    }
                }
                (None, _) => {
                    self.complete = false;
                    break;
                }
            }
        }
        builder.push(&text[from..self.pos]);
        self.pos = (self.pos + 1).min(text.len());
    }

    /// `$'…'`; the cursor is at its quote.
    fn ansi_quoted(&mut self, builder: &mut WordBuilder<'a>) {
        builder.quoted = true;
        self.pos += 1;
        let text: &'a str = self.text;
        loop {
            let from = self.pos;
            self.skip_while(|byte| !matches!(byte, b'\'' | b'\\'));
            builder.push(&text[from..self.pos]);
            match self.peek() {
                Some(b'\\') => {
                    let (escaped, len) = unescape(&text[self.pos + 1..]);
                    self.pos += 1 + len;
                    builder.text.to_mut().extend(escaped);
                }
                Some(_) => {
                    self.pos += 1;
                    return;
                }
                None => {
                    self.complete = false;
                    return;
                }
            }
        }
    }

    /// Steps over what begins with `$` or a backtick, reading the commands in it.
    /// False for a dollar sign that begins no expansion.
    fn expansion(&mut self) -> bool {
        if self.peek() == Some(b'`') {
            self.backtick();
            return true;
        }
        self.pos += 1;
        match self.peek() {
            Some(b'(') if self.peek_at(1) == Some(b'(') => self.arithmetic(),
            Some(b'(') => {
                self.pos += 1;
                self.substitution();
            }
            Some(b'{') => {
                self.pos += 1;
                self.deeper(Self::braces);
            }
            Some(b'?' | b'*' | b'@' | b'#' | b'!' | b'$' | b'-' | b'_') => self.pos += 1,
            Some(byte) if byte.is_ascii_alphanumeric() => self.pos += 1,
            _ => return false,
        }
        true
    }

    /// Steps over `${…}`; the cursor is after its brace.
    fn braces(&mut self) {
        loop {
            match self.peek() {
                Some(b'}') => {
                    self.pos += 1;
                    return;
                }
                Some(b'\\') => self.pos = (self.pos + 2).min(self.text.len()),
                Some(b'$' | b'`') => {
                    self.expansion();
                }
                Some(_) => self.pos += 1,
                None => return self.complete = false,
            }
        }
    }

    fn backtick(&mut self) {
        let text: &'a str = self.text;
        let from = self.pos + 1;
        let mut end = from;
        let mut escaped = false;
        loop {
            match text.as_bytes().get(end) {
                Some(b'`') => break,
                Some(b'\\') => {
                    escaped = true;
                    end += 2;
                }
                Some(_) => end += 1,
                None => return self.give_up(),
            }
        }
        self.pos = end + 1;
        let inside = &text[from..end];
        if escaped {
            let plain = inside.replace("\\`", "`").replace("\\$", "$").replace("\\\\", "\\");
            self.script(Cow::Owned(plain));
        } else {
            self.script(Cow::Borrowed(inside));
        }
    }

    /// `((…))`; the cursor is at the first bracket. A subshell in a subshell is read as commands.
    pub(super) fn arithmetic(&mut self) {
        let text: &'a str = self.text;
        let start = self.pos + 1;
        let mut open = 0_usize;
        loop {
            match self.peek() {
                Some(b'(') => open += 1,
                Some(b')') if open == 1 => break,
                Some(b')') => open -= 1,
                Some(_) => {}
                None => return self.give_up(),
            }
            self.pos += 1;
        }
        let inside = &text[start..self.pos];
        self.pos += 1;
        if inside.starts_with('(') && inside.ends_with(')') {
            self.expansions(inside);
        } else {
            self.script(Cow::Borrowed(inside));
        }
    }

    /// Reads the substitutions in a text that is otherwise data.
    pub(super) fn expansions(&mut self, text: &'a str) {
        if !text.contains("$(") && !text.contains('`') {
            return;
        }
        let found: Vec<SimpleCommand<'a>> = self.inside(text, |parser| {
            loop {
                match parser.peek() {
                    Some(b'$' | b'`') => {
                        parser.expansion();
                    }
                    Some(b'\\') => parser.pos = (parser.pos + 2).min(text.len()),
                    Some(_) => parser.pos += 1,
                    None => return parser.fill_heredocs(),
                }
            }
        });
        self.out.extend(found);
    }

    fn is_brace_pattern(&self) -> bool {
        let rest = &self.text.as_bytes()[self.pos..];
        let rest = &rest[..rest.len().min(BRACE_REACH)];
        let Some(end) = rest.iter().position(|b| matches!(b, b'}' | b' ' | b'\n')) else {
            return false;
        };
        let inside = &rest[..end];
        inside.contains(&b',') || inside.windows(2).any(|pair| pair == b"..")
    }
}

/// What an escape in `$'…'` stands for, and its length; the text begins after the backslash.
fn unescape(text: &str) -> (Option<char>, usize) {
    let Some(first) = text.chars().next() else { return (None, 0) };
    let numeric = |skip: usize, most: usize, radix: u32| {
        let digits = text[skip..].bytes().take(most);
        let len = digits.take_while(|b| char::from(*b).is_digit(radix)).count();
        let value = u32::from_str_radix(&text[skip..skip + len], radix).ok();
        (value.and_then(char::from_u32), skip + len)
    };
    let plain = match first {
        'x' => return numeric(1, 2, 16),
        'u' => return numeric(1, 4, 16),
        'U' => return numeric(1, 8, 16),
        '0'..='7' => return numeric(0, 3, 8),
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' => '\x07',
        'b' => '\x08',
        'e' | 'E' => '\x1b',
        'f' => '\x0c',
        'v' => '\x0b',
        other => other,
    };
    (Some(plain), first.len_utf8())
}
