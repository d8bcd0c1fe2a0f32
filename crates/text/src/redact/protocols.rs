//! Finds passwords in the words of protocols: `AUTH me x` of Redis, `PASS x` of mail and FTP, `a1 LOGIN me x` of IMAP.

use super::keys::{bare_value, count_while, is_password, quoted_value};
use super::known_ends::KnownEnds;
use super::value::{is_dated, is_file_name, is_made_of_names, is_name, is_reference};

/// The longest word before a command of IMAP, in bytes.
const MAX_TAG_BYTES: usize = 6;

/// The password behind the `PASS` or `LOGIN` at `at`, at the begin of a line, behind what traces write before it, and up to
/// the end of the line: `> PASS x`, `C: PASS x`, `a1 LOGIN me x`. `PASS TestLogin1` tells of a test.
pub(super) fn sent_login(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    const MARKS: [&[u8]; 8] = [b"", b">", b">>>", b"--->", b"->", b"C:", b"<-", b"CLIENT:"];
    let rest = bytes.get(at..)?;
    if !rest.starts_with(b"PASS ") && !rest.starts_with(b"LOGIN ") {
        return None;
    }
    let back = bytes.get(at.saturating_sub(24)..at)?;
    let line = back.rsplit(|b| *b == b'\n').next()?.trim_ascii();
    let word = if rest.starts_with(b"PASS ") {
        MARKS.contains(&line).then_some(at + 5)?
    } else {
        // The tag of a command of IMAP.
        let tag = line.rsplit(|b| *b == b' ').next()?;
        let mark = line.get(..line.len() - tag.len())?.trim_ascii();
        let is_tag = (1..=MAX_TAG_BYTES).contains(&tag.len())
            && tag.iter().all(u8::is_ascii_alphanumeric)
            && tag.iter().any(u8::is_ascii_digit);
        let user = rest.strip_prefix(b"LOGIN ").filter(|_| is_tag && MARKS.contains(&mark))?;
        at + 6 + user.iter().take(64).position(|b| *b == b' ')? + 1
    };
    let quoted = quoted_value(bytes, known, word);
    let (start, end) = quoted.unwrap_or_else(|| bare_value(bytes, known, word));
    let text = bytes.get(start..end)?;
    let ends = bytes
        .get(end + usize::from(quoted.is_some())..)?
        .first()
        .is_none_or(|b| matches!(b, b'\r' | b'\n'));
    let is_named = is_name(text) || is_file_name(text) || is_dated(text) || is_made_of_names(text);
    // Runners of tests begin a line with it too: `PASS TC-00123`.
    let is_id = || {
        let digits = text.iter().rev().take_while(|b| b.is_ascii_digit() || **b == b'-').count();
        text.get(..text.len() - digits).is_some_and(|id| id.iter().all(u8::is_ascii_uppercase))
    };
    let is_made = is_password(text) && !is_named && !is_id();
    (ends && is_made && !text.contains(&b'/')).then_some((start, end))
}

/// The password that is sent to a database behind the `AUTH` at `at`: `AUTH me x\r\n`, `$4\r\nAUTH\r\n$9\r\nx`.
pub(super) fn sent_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"AUTH")?;
    let begins =
        at == 0 || bytes.get(..at)?.ends_with(b"\\n") || b"\n\"'+".contains(&bytes[at - 1]);
    if !begins {
        return None;
    }
    let from = at + 4;
    if let Some(length) = line_end(rest).filter(|end| rest.get(*end) == Some(&b'$')) {
        let digits = count_while(bytes, from + length + 1, u8::is_ascii_digit);
        let line = from + length + 1 + digits;
        return sent_word(bytes, known, line + line_end(bytes.get(line..)?)?);
    }
    if let Some(format) = rest.strip_prefix(b" %s") {
        let close = format.iter().take(12).position(|b| b"\"'".contains(b))?;
        return sent_word(bytes, known, from + 3 + close + 2);
    }
    // `"AUTH" "me" "x"`, as `redis-cli monitor` shows it.
    if rest.starts_with(b"\" \"") {
        let (_, end) = quoted_value(bytes, known, from + 2)?;
        let is_user = bytes.get(end..end + 3) == Some(b"\" \"");
        return sent_word(bytes, known, if is_user { end + 2 } else { from + 2 });
    }
    (rest.first() == Some(&b' ')).then_some(())?;
    let user = count_while(bytes, from + 1, |b| b.is_ascii_alphanumeric() || b"_-".contains(b));
    let second = || bytes.get(from + 1 + user).filter(|b| **b == b' ' && user > 0);
    let second = second().and_then(|_| sent_word(bytes, known, from + 2 + user));
    second.or_else(|| sent_word(bytes, known, from + 1))
}

/// The length of the line end at the begin of the text, which may be escaped.
fn line_end(text: &[u8]) -> Option<usize> {
    let ends: [&[u8]; 4] = [b"\\r\\n", b"\r\n", b"\\n", b"\n"];
    ends.iter().find(|end| text.starts_with(end)).map(|end| end.len())
}

/// The word at `at` up to an escape, if it has a digit as passwords have.
fn sent_word(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let at = at + count_while(bytes, at, |b| b"\"'".contains(b)).min(1);
    let (start, end) = bare_value(bytes, known, at);
    let text = bytes.get(start..end)?;
    let text = text.split(|b| *b == b'\\').next()?;
    let ends = bytes.get(start + text.len()).is_none_or(|b| b"\\\"'\r\n ".contains(b));
    let is_made = text.iter().any(u8::is_ascii_digit) || text.len() >= 8 && !is_name(text);
    let is_secret = text.len() >= 6 && is_made && !is_reference(text);
    (ends && is_secret).then_some((start, start + text.len()))
}
