//! Finds secrets by their form: tokens of well-known services, private keys, passwords in URLs.

use super::known_ends::{KnownEnds, ScanKind};

/// A token: its prefix, the least length of what follows, and the characters that may follow. Fewer
/// than 20 bytes must contain a digit; otherwise it is a name.
struct TokenShape(&'static [u8], usize, TokenAlphabet);

#[derive(Clone, Copy)]
enum TokenAlphabet {
    /// Letters and digits.
    Plain,
    /// Letters, digits, `_` and `-`.
    Url,
    /// Upper-case letters and digits.
    Upper,
}

const SHAPES: [TokenShape; 26] = [
    TokenShape(b"sk-ant-", 6, TokenAlphabet::Url),
    TokenShape(b"sk-proj-", 6, TokenAlphabet::Url),
    TokenShape(b"sk-", 16, TokenAlphabet::Url),
    TokenShape(b"sk_live_", 8, TokenAlphabet::Plain),
    TokenShape(b"sk_test_", 8, TokenAlphabet::Plain),
    TokenShape(b"rk_live_", 8, TokenAlphabet::Plain),
    TokenShape(b"ghp_", 8, TokenAlphabet::Plain),
    TokenShape(b"gho_", 8, TokenAlphabet::Plain),
    TokenShape(b"ghu_", 8, TokenAlphabet::Plain),
    TokenShape(b"ghs_", 8, TokenAlphabet::Plain),
    TokenShape(b"ghr_", 8, TokenAlphabet::Plain),
    TokenShape(b"github_pat_", 8, TokenAlphabet::Url),
    TokenShape(b"glpat-", 8, TokenAlphabet::Url),
    TokenShape(b"xoxb-", 8, TokenAlphabet::Url),
    TokenShape(b"xoxa-", 8, TokenAlphabet::Url),
    TokenShape(b"xoxp-", 8, TokenAlphabet::Url),
    TokenShape(b"xoxr-", 8, TokenAlphabet::Url),
    TokenShape(b"xoxs-", 8, TokenAlphabet::Url),
    TokenShape(b"xapp-", 8, TokenAlphabet::Url),
    TokenShape(b"AKIA", 12, TokenAlphabet::Upper),
    TokenShape(b"ASIA", 12, TokenAlphabet::Upper),
    TokenShape(b"AIza", 20, TokenAlphabet::Url),
    TokenShape(b"ya29.", 10, TokenAlphabet::Url),
    TokenShape(b"npm_", 20, TokenAlphabet::Plain),
    TokenShape(b"hf_", 16, TokenAlphabet::Plain),
    TokenShape(b"gsk_", 20, TokenAlphabet::Plain),
];

/// Whether a token may begin with these two bytes. They rule out most words.
pub(super) const fn may_begin(byte: u8, behind: u8) -> bool {
    let is_sk = (byte == b's') | (byte == b'r');
    let after_g = (behind == b'h') | (behind == b'i') | (behind == b'l') | (behind == b's');
    let after_a = (behind == b'K') | (behind == b'S') | (behind == b'I');
    (is_sk & (behind == b'k'))
        | ((byte == b'g') & after_g)
        | ((byte == b'x') & ((behind == b'o') | (behind == b'a')))
        | ((byte == b'A') & after_a)
        | ((byte == b'y') & (behind == b'a'))
        | ((byte == b'n') & (behind == b'p'))
        | ((byte == b'h') & (behind == b'f'))
        // A web token, and `bearer` in any case.
        | ((byte == b'e') & (behind == b'y'))
        | (((byte == b'b') | (byte == b'B')) & ((behind == b'e') | (behind == b'E')))
}

const BEGIN: &[u8] = b"-----BEGIN ";
const PRIVATE: &[u8] = b"PRIVATE KEY";
const END: &[u8] = b"-----END ";
/// How far the user and password of a URL may reach, in bytes.
const USER_BYTES: usize = 256;

/// The token that starts at `at`, where a word starts.
pub(super) fn token(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    if rest.starts_with(b"eyJ") {
        return web_token(bytes, known, at).map(|end| (at, end));
    }
    if rest.get(..7)?.eq_ignore_ascii_case(b"bearer ") {
        return bearer(rest).map(|len| (at + 7, at + 7 + len));
    }
    let shape = SHAPES.iter().find(|shape| is_token(rest, shape))?;
    Some((at, at + shape.0.len() + tail_len(rest, shape)))
}

fn is_token(rest: &[u8], shape: &TokenShape) -> bool {
    let may_follow = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    rest.first() == shape.0.first() && rest.starts_with(shape.0) && {
        let len = tail_len(rest, shape);
        let tail = rest.iter().skip(shape.0.len()).take(len);
        let random = len >= 20 || tail.copied().any(|b| b.is_ascii_digit());
        random && len >= shape.1 && !rest.get(shape.0.len() + len).is_some_and(may_follow)
    }
}

fn tail_len(rest: &[u8], shape: &TokenShape) -> usize {
    let tail = rest.get(shape.0.len()..).unwrap_or_default().iter();
    tail.take_while(|b| match shape.2 {
        TokenAlphabet::Plain => b.is_ascii_alphanumeric(),
        TokenAlphabet::Url => b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'),
        TokenAlphabet::Upper => b.is_ascii_uppercase() || b.is_ascii_digit(),
    })
    .count()
}

/// The end of a JSON web token: three parts of URL-safe base64, of which the last may be cut off.
fn web_token(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<usize> {
    let end = |from: usize| {
        let bytes = bytes.get(from..).unwrap_or_default().iter();
        let inside = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'=');
        from + bytes.take_while(inside).count()
    };
    let head = known.end(ScanKind::WebHead, at, || end(at));
    if head - at < 8 || bytes.get(head) != Some(&b'.') {
        return None;
    }
    let body = end(head + 1);
    let signed = bytes.get(body) == Some(&b'.');
    (body - head > 4).then(|| if signed { end(body + 1) } else { body })
}

/// The length of the token behind `Bearer `, unless it is a word of prose.
fn bearer(rest: &[u8]) -> Option<usize> {
    let value = rest.get(7..)?;
    let len =
        value.iter().take_while(|b| b.is_ascii_alphanumeric() || b"._~+/=-".contains(b)).count();
    let has_digit = value.iter().take(len).any(u8::is_ascii_digit);
    (len >= 20 || has_digit && len >= 6).then_some(len)
}

/// The range of a private key with its first and last line; to the end of the text if the last is
/// cut off.
pub(super) fn private_key(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(BEGIN)?;
    let header = rest.get(..rest.len().min(48))?;
    let line = header.split(|b| matches!(b, b'\n' | b'\\')).next()?;
    line.windows(PRIVATE.len()).position(|part| part == PRIVATE)?;
    let Some(end) = known.last_line(bytes, END, at + BEGIN.len()) else {
        return Some((at, bytes.len()));
    };
    let footer = bytes.get(end + END.len()..).unwrap_or_default();
    let name = footer.iter().take_while(|b| b.is_ascii_uppercase() || **b == b' ').count();
    let dashes = footer.iter().skip(name).take_while(|b| **b == b'-').take(5).count();
    // Capitals without dashes behind them are the next word, not the name of the key.
    let name = if dashes > 0 { name } else { 0 };
    Some((at, end + END.len() + name + dashes))
}

/// The password in `scheme://user:password@host` whose first `@` is at `at`; or the user name, if
/// it is long and contains digits, because it is a token then.
pub(super) fn url_password(bytes: &[u8], floor: usize, at: usize) -> Option<(usize, usize)> {
    let inside = |b: &u8| !(b.is_ascii_whitespace() || b"/?#\"'<>`()|\\".contains(b));
    let back = bytes.get(at.saturating_sub(USER_BYTES)..at)?;
    let from = at - back.iter().rev().take_while(|b| inside(b) && **b != b'@').count();
    if !bytes.get(..from)?.ends_with(b"://") {
        return None;
    }
    // A password may contain an `@`: the host follows the last one.
    let ahead = bytes.get(at..)?.iter().take(USER_BYTES).take_while(|b| inside(b));
    let end = at + ahead.enumerate().filter(|(_, b)| **b == b'@').last()?.0;
    let user = bytes.get(from..end)?;
    let start = match user.iter().position(|b| *b == b':') {
        Some(colon) => from + colon + 1,
        None if user.len() >= 16 && user.iter().any(u8::is_ascii_digit) => from,
        None => return None,
    };
    let is_reference = matches!(bytes.get(start), Some(b'$' | b'{'));
    (!is_reference).then_some((start.max(floor), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_begins_as_one_may() {
        let others: [&[u8]; 5] = [b"eyJ", b"bearer ", b"Bearer ", b"bEARER ", b"BEARER "];
        for begins in SHAPES.iter().map(|shape| shape.0).chain(others) {
            assert!(may_begin(begins[0], begins[1]), "{}", begins.escape_ascii());
        }
    }
}
