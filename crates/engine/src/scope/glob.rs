//! Globs of paths: `**`, `*`, `?`, `[a-z]`, `{a,b}`. Matching never backtracks over more than the
//! last star.

use std::fmt;

/// The longest glob, in bytes.
const BYTES: usize = 300;
/// The most globs that the braces of one may expand to.
const ALTERNATIVES: usize = 64;

/// A pattern of paths relative to the working folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob(Vec<Vec<PathPart>>);

/// Why a text is not a glob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlobError {
    /// It is empty.
    Empty,
    /// It is longer than 300 bytes.
    TooLong,
    /// A bracket or a brace has no partner.
    Unclosed(char),
    /// It is absolute, begins with a home folder, or contains `..`.
    Outside,
    /// Its braces expand to more than 64 globs.
    TooMany,
}

impl fmt::Display for GlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it names nothing"),
            Self::TooLong => write!(f, "it is longer than {BYTES} bytes"),
            Self::Unclosed(mark) => write!(f, "its `{mark}` has no partner"),
            Self::Outside => f.write_str(
                "it leaves the folder; globs are written from there, without a leading `/` and `..`",
            ),
            Self::TooMany => write!(f, "its braces stand for more than {ALTERNATIVES} globs"),
        }
    }
}

impl std::error::Error for GlobError {}

/// One name of a path, or `**`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PathPart {
    Deep,
    Name(Vec<NameToken>),
}

/// A part of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum NameToken {
    Star,
    Any,
    Char(char),
    Class { not: bool, ranges: Vec<(char, char)> },
}

impl Glob {
    /// Parses a glob. `**` matches any number of names, also none, so `src/**` is the folder and
    /// all that is in it; a `/` at the end means the same. A backslash escapes a character.
    ///
    /// # Errors
    /// When it is not a glob.
    pub fn parse(text: &str) -> Result<Self, GlobError> {
        if text.len() > BYTES {
            return Err(GlobError::TooLong);
        }
        let alternatives = braces(text)?.iter().map(|one| parts(one)).collect::<Result<_, _>>()?;
        Ok(Self(alternatives))
    }

    /// A glob that matches this path and no other.
    #[must_use]
    pub fn escaped(path: &str) -> String {
        let mut glob = String::with_capacity(path.len());
        for c in path.chars() {
            if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | ',' | '\\' | '!') {
                glob.push('\\');
            }
            glob.push(c);
        }
        glob
    }

    /// Whether a path matches.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        let names: Vec<Vec<char>> = names(path).map(|name| name.chars().collect()).collect();
        let is_deep = |part: &PathPart| *part == PathPart::Deep;
        let is_name = |part: &PathPart, name: &Vec<char>| match part {
            PathPart::Deep => true,
            PathPart::Name(tokens) => wild(tokens, name, |t| *t == NameToken::Star, fits),
        };
        self.0.iter().any(|parts| wild(parts, &names, is_deep, is_name))
    }
}

/// Whether the pattern matches the whole text, where a star matches any part of it. Only the
/// last star is ever tried again, so the cost is at most the product of the lengths.
fn wild<P, T>(
    pattern: &[P],
    text: &[T],
    is_star: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while let Some(here) = text.get(t) {
        match pattern.get(p) {
            Some(part) if is_star(part) => {
                star = Some((p, t));
                p += 1;
            }
            Some(part) if fits(part, here) => (p, t) = (p + 1, t + 1),
            _ => {
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                (p, t) = (at + 1, taken + 1);
            }
        }
    }
    pattern.iter().skip(p).all(is_star)
}

fn fits(token: &NameToken, c: &char) -> bool {
    match token {
        NameToken::Star | NameToken::Any => true,
        NameToken::Char(own) => own == c,
        NameToken::Class { not, ranges } => {
            ranges.iter().any(|(from, to)| (from..=to).contains(&c)) != *not
        }
    }
}

/// The names of a path.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|name| !name.is_empty() && *name != ".")
}

fn parts(text: &str) -> Result<Vec<PathPart>, GlobError> {
    if text.starts_with(['/', '~']) {
        return Err(GlobError::Outside);
    }
    let parts = names(text).map(|name| match name {
        ".." => Err(GlobError::Outside),
        "**" => Ok(PathPart::Deep),
        name => tokens(name).map(PathPart::Name),
    });
    let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
    if parts.is_empty() {
        return Err(GlobError::Empty);
    }
    if text.ends_with('/') {
        parts.push(PathPart::Deep);
    }
    Ok(parts)
}

fn tokens(name: &str) -> Result<Vec<NameToken>, GlobError> {
    let mut tokens = Vec::new();
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        tokens.push(match c {
            '*' => NameToken::Star,
            '?' => NameToken::Any,
            '[' => class(&mut rest)?,
            '\\' => NameToken::Char(rest.next().ok_or(GlobError::Unclosed('\\'))?),
            c => NameToken::Char(c),
        });
    }
    Ok(tokens)
}

/// Parses a class after its `[`: characters and ranges; `!` or `^` in front negates it.
fn class(rest: &mut std::str::Chars<'_>) -> Result<NameToken, GlobError> {
    let mut members: Vec<(char, bool)> = Vec::new();
    loop {
        match rest.next().ok_or(GlobError::Unclosed('['))? {
            ']' if !members.is_empty() => break,
            '\\' => members.push((rest.next().ok_or(GlobError::Unclosed('['))?, true)),
            c => members.push((c, false)),
        }
    }
    let not = matches!(members.first(), Some(('!' | '^', false))) && members.len() > 1;
    let mut ranges = Vec::new();
    let mut left = &members[usize::from(not)..];
    while let [(from, _), after @ ..] = left {
        let (to, after) = match after {
            [('-', false), (to, _), after @ ..] => (to, after),
            after => (from, after),
        };
        ranges.push((*from, *to));
        left = after;
    }
    Ok(NameToken::Class { not, ranges })
}

/// Expands the braces of a glob.
fn braces(text: &str) -> Result<Vec<String>, GlobError> {
    let mut open = vec![text.to_owned()];
    let mut done = Vec::new();
    while let Some(one) = open.pop() {
        match first_braces(&one)? {
            None => done.push(one),
            Some(BraceGroup { before, members, after }) => {
                open.extend(members.iter().map(|member| format!("{before}{member}{after}")));
            }
        }
        if open.len() + done.len() > ALTERNATIVES {
            return Err(GlobError::TooMany);
        }
    }
    Ok(done)
}

/// A pair of braces in a glob.
struct BraceGroup<'t> {
    before: &'t str,
    members: Vec<&'t str>,
    after: &'t str,
}

/// The first outermost braces.
fn first_braces(text: &str) -> Result<Option<BraceGroup<'_>>, GlobError> {
    let mut depth = 0_usize;
    let (mut from, mut begins) = (0, 0);
    let mut members = Vec::new();
    let mut in_class = false;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '[' if depth == 0 => in_class = true,
            ']' => in_class = false,
            _ if in_class => {}
            '{' => {
                if depth == 0 {
                    (from, begins) = (at, at + 1);
                }
                depth += 1;
            }
            ',' if depth == 1 => {
                members.push(&text[begins..at]);
                begins = at + 1;
            }
            '}' => {
                depth = depth.checked_sub(1).ok_or(GlobError::Unclosed('}'))?;
                if depth == 0 {
                    members.push(&text[begins..at]);
                    let (before, after) = (&text[..from], &text[at + 1..]);
                    return Ok(Some(BraceGroup { before, members, after }));
                }
            }
            _ => {}
        }
    }
    if depth > 0 { Err(GlobError::Unclosed('{')) } else { Ok(None) }
}

#[cfg(test)]
mod tests;
