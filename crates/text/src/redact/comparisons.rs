//! Finds secrets that something named as one is compared with, or that a call wraps: `cfg.password == "x"`,
//! `expect(user.password).toBe("x")`, `password: Some("x")`.

use super::call_arguments::may_be_password;
use super::key_name::{SecretKind, secret_kind};
use super::keys::{is_password, quoted_value};
use super::known_ends::KnownEnds;
use super::value::{is_name, is_random_word, is_strong};

/// How far from the value its name may stand, in bytes.
const MAX_NAME_BYTES: usize = 80;

/// The quoted text on one side of the comparison whose last sign is at `at`, if the name on the other says that it is secret.
pub(super) fn compared_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    bytes.get(at.checked_sub(1)?).filter(|b| matches!(b, b'=' | b'!'))?;
    let before = bytes.get(at.saturating_sub(MAX_NAME_BYTES)..at)?;
    let operator = before.iter().rev().take_while(|b| matches!(b, b'=' | b'!')).count();
    let left = before.get(..before.len() - operator)?;
    let right = at + 1 + usize::from(bytes.get(at + 1) == Some(&b' '));
    if let Some((start, end)) = quoted_value(bytes, known, right) {
        let kind = last_name(left.trim_ascii_end())?;
        return is_value(bytes.get(start..end)?, kind).then_some((start, end));
    }
    let (quote, text) = left.trim_ascii_end().split_last()?;
    let is_quote = matches!(quote, b'"' | b'\'');
    let len = text.iter().rev().position(|b| b == quote || *b == b'\n').filter(|_| is_quote)?;
    let blanks = left.len() - left.trim_ascii_end().len();
    let end = at - operator - blanks - 1;
    let name = bytes.get(right..(right + MAX_NAME_BYTES).min(bytes.len()))?;
    let name = name.get(..name.iter().take_while(|b| is_of_name(b)).count())?;
    let kind = last_name(name)?;
    is_value(bytes.get(end - len..end)?, kind).then_some((end - len, end))
}

/// The quoted text that the call is given which opens with the `(` at `at`, if what it is compared with, or bound to, is
/// named as a secret.
pub(super) fn told_by_call(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(MAX_NAME_BYTES)..at)?;
    let letters = before.iter().rev().take(16).take_while(|b| b.is_ascii_alphanumeric()).count();
    let (left, name) = before.split_at(before.len() - letters);
    let kind = match name {
        b"toBe" | b"toEqual" | b"toStrictEqual" | b"equal" | b"equals" | b"eq" | b"isEqualTo" => {
            let subject = left.strip_suffix(b".to ").or_else(|| left.strip_suffix(b"."))?;
            let subject = subject.strip_suffix(b".not").unwrap_or(subject);
            last_name(subject.strip_suffix(b")").unwrap_or(subject))?
        }
        b"Some" | b"Just" | b"Secret" | b"SecretStr" | b"SecretString" | b"SecureString"
        | b"Password" | b"from" => {
            let left = left.strip_suffix(b"String::").unwrap_or(left).trim_ascii_end();
            let left = left.strip_suffix(b"new").unwrap_or(left).trim_ascii_end();
            let (b':' | b'=', key) = left.split_last()? else { return None };
            last_name(key.trim_ascii_end())?
        }
        _ => return None,
    };
    let (start, end) = quoted_value(bytes, known, at + 1)?;
    is_value(bytes.get(start..end)?, kind).then_some((start, end))
}

/// What the name that the text ends with says: of `cfg.db.password` the last part.
fn last_name(text: &[u8]) -> Option<SecretKind> {
    let name = text.rsplit(|b| !b.is_ascii_alphanumeric() && *b != b'_').next()?;
    secret_kind(name).filter(|kind| *kind != SecretKind::Perhaps)
}

fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':')
}

/// Whether the text may be a secret of this kind: a test names other things with the same words.
fn is_value(text: &[u8], kind: SecretKind) -> bool {
    let is_made = match kind {
        SecretKind::Password => is_password(text) && (is_strong(text) || !is_name(text)),
        SecretKind::Token | SecretKind::Perhaps => is_random_word(text),
    };
    is_made && may_be_password(text)
}
