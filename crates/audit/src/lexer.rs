//! Cuts the text of a query into tokens.

use crate::QueryError;

/// One token and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// The first byte of it in the text.
    pub(crate) start: usize,
    /// The byte after it.
    pub(crate) end: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TokenKind {
    Word(String),
    Text(String),
    Integer(i64),
    Decimal(f64),
    /// An operator or a bracket.
    Symbol(&'static str),
    End,
}

/// Longer ones first, so that `<=` is not `<` and `=`.
const SYMBOLS: &[&str] = &[
    "<>", "<=", ">=", "!=", "->", "<-", "(", ")", "[", "]", "{", "}", ",", ".", ":", "=", "<", ">",
    "+", "-", "*", "/", "%", ";",
];

pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or_default();
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let (kind, length) = token(rest, first).map_err(|what| QueryError::new(what, at))?;
        found.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    found.push(Token { kind: TokenKind::End, start: text.len(), end: text.len() });
    Ok(found)
}

/// The first token of `rest` and its length in bytes.
fn token(rest: &str, first: char) -> Result<(TokenKind, usize), String> {
    let length_of = |takes: &dyn Fn(char) -> bool| {
        rest.char_indices().find(|(_, c)| !takes(*c)).map_or(rest.len(), |(at, _)| at)
    };
    if first.is_alphabetic() || first == '_' {
        let length = length_of(&|c| c.is_alphanumeric() || c == '_');
        return Ok((TokenKind::Word(rest.get(..length).unwrap_or_default().to_owned()), length));
    }
    if first.is_ascii_digit() {
        let length = length_of(&|c| c.is_ascii_digit() || c == '.');
        let digits = rest.get(..length).unwrap_or_default();
        let number = match digits.parse() {
            Ok(integer) => Some(TokenKind::Integer(integer)),
            Err(_) => digits.parse().ok().filter(|n: &f64| n.is_finite()).map(TokenKind::Decimal),
        };
        return number.map(|number| (number, length)).ok_or(format!("`{digits}` is no number"));
    }
    match first {
        '\'' | '"' => quoted(rest, first).map(|(text, end)| (TokenKind::Text(text), end)),
        '`' => quoted(rest, first).map(|(text, end)| (TokenKind::Word(text), end)),
        _ => {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
            let symbol = symbol.ok_or_else(|| format!("`{first}` is no part of a query"))?;
            Ok((TokenKind::Symbol(symbol), symbol.len()))
        }
    }
}

/// A quoted text without its quotes, and the byte after it.
fn quoted(rest: &str, quote: char) -> Result<(String, usize), String> {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        if c == quote {
            return Ok((text, at + c.len_utf8()));
        }
        if c == '\\' {
            match characters.next().map(|(_, c)| c) {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(c) => text.push(c),
                None => break,
            }
        } else {
            text.push(c);
        }
    }
    Err("a quoted text has no end".to_owned())
}
