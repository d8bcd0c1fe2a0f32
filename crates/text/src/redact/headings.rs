//! Finds what a heading announces in the lines below it: a secret of its own, alone, in a fence or in a list, and
//! lists of recovery codes. A heading ends with a `:`, or begins with a `#`.

use super::announced_lines::announcing_lines;
use super::key_name::{SecretKind, secret_kind};
use super::keys::count_while;
use super::value::{is_dated, is_made_of_names, is_name};
use super::whole_words::is_announced_word;

/// The longest white space and fence before an item, in bytes.
const MAX_GAP_BYTES: usize = 48;
/// The least length of a word in a line of its own that is a secret.
const MIN_LINE_BYTES: usize = 8;
/// The longest title of Markdown, in bytes, and the most signs before its last one.
const MAX_TITLE_BYTES: usize = 80;
const MAX_TITLE_LEVEL: usize = 5;
/// The shortest rule below a title, in bytes.
const MIN_RULE_BYTES: usize = 3;
/// The longest list, in bytes.
const MAX_LIST_BYTES: usize = 2048;

/// What codes are called that let somebody in.
const CODES: [&[u8]; 4] = [b"recovery", b"backup", b"scratch", b"emergency"];
/// What ends the first noun of a heading, or stands before it.
const JOINTS: [&[u8]; 26] = [
    b"about", b"after", b"and", b"are", b"as", b"at", b"before", b"behind", b"below", b"by",
    b"for", b"from", b"has", b"here", b"in", b"into", b"is", b"it", b"of", b"on", b"that", b"to",
    b"was", b"where", b"which", b"with",
];
/// What points at a noun whose value follows: `Sign in with this password`.
const POINTERS: [&[u8]; 4] = [b"following", b"these", b"this", b"your"];
/// What says that everybody may know the value.
const PUBLIC: [&[u8]; 4] = [b"public", b"hash", b"digest", b"fingerprint"];

/// The secrets in the lines behind the `:` at `at`, from the first to the last of a list.
pub(super) fn below(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let (line, _) = announcing_lines(bytes.get(..at)?)?;
    if announces_codes(line) {
        return code_list(bytes, at + 1, line);
    }
    secrets_below(bytes, at + 1, line)
}

/// The secrets in the lines below the title of Markdown whose last `#` is at `at`: `## API key`.
pub(super) fn below_title(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(..at)?;
    let signs = before.iter().rev().take(MAX_TITLE_LEVEL).take_while(|b| **b == b'#').count();
    let is_title = before.len() == signs || before.get(before.len() - signs - 1) == Some(&b'\n');
    let end = at + bytes.get(at..)?.iter().take(MAX_TITLE_BYTES).position(|b| *b == b'\n')?;
    let line = bytes.get(at + 2..end).filter(|_| is_title)?.trim_ascii_end();
    secrets_below(bytes, end, line)
}

/// The secret below a line that ends with the word for a password at `at`, and maybe a rule: `== Password ==`.
pub(super) fn below_word(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    bytes.get(at..at + 4).filter(|begin| begin.eq_ignore_ascii_case(b"pass"))?;
    let word = count_while(bytes, at, u8::is_ascii_alphabetic);
    let of_rule = |b: &u8| b"=*#- ".contains(b);
    let end = at + word + count_while(bytes, at + word, of_rule).min(MAX_TITLE_BYTES);
    bytes.get(end).filter(|b| **b == b'\n' && word >= b"password".len())?;
    let rule = count_while(bytes, end + 1, of_rule);
    let end = if rule >= MIN_RULE_BYTES { end + 1 + rule } else { end };
    let before = bytes.get(..at + word)?;
    let line = before.get(before.len().saturating_sub(MAX_TITLE_BYTES)..)?;
    let line = line.rsplit(|b| *b == b'\n').next()?;
    secrets_below(bytes, end, line)
}

/// The secrets of which `line` speaks in the lines behind `from`, where it ends.
pub(super) fn secrets_below(bytes: &[u8], from: usize, line: &[u8]) -> Option<(usize, usize)> {
    // Most lines have a shorter word first, or more than one.
    let first = item(bytes, from).filter(|(start, end)| end - start >= MIN_LINE_BYTES)?;
    let kind = subject_kind(line)?;
    let is_secret = |&(start, end): &(usize, usize)| {
        bytes.get(start..end).is_some_and(|word| is_announced_word(word, kind))
    };
    let mut last = Some(first).filter(is_secret)?.1;
    while let Some(next) = item(bytes, last).filter(|_| last - first.0 < MAX_LIST_BYTES) {
        if next.1 - next.0 < MIN_LINE_BYTES || !is_secret(&next) {
            break;
        }
        last = next.1;
    }
    Some((first.0, last))
}

/// The word that is alone in the next line with text, without the mark of a list and quotes around it.
fn item(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let closing = count_while(bytes, from, |b| b"`\"',* ".contains(b)).min(3);
    let mut at = from + closing;
    bytes.get(at).filter(|b| matches!(b, b'\n' | b'\r'))?;
    at += count_while(bytes, at, u8::is_ascii_whitespace);
    if bytes.get(at..)?.starts_with(b"```") || bytes.get(at..)?.starts_with(b"~~~") {
        at += count_while(bytes, at, |b| b.is_ascii_graphic());
        bytes.get(at).filter(|b| **b == b'\n')?;
        at += count_while(bytes, at, u8::is_ascii_whitespace);
    }
    let mark = mark_len(bytes.get(at..)?);
    let quote = count_while(bytes, at + mark, |b| matches!(b, b'`' | b'"' | b'\'')).min(1);
    let start = at + mark + quote;
    if start - from > MAX_GAP_BYTES {
        return None;
    }
    let end = start + count_while(bytes, start, |b| b.is_ascii_graphic() && !b"`\"',".contains(b));
    let behind = end + count_while(bytes, end, |b| b"`\"',".contains(b)).min(2);
    let is_alone = bytes.get(behind).is_none_or(|b| matches!(b, b'\n' | b'\r'));
    (start < end && is_alone).then_some((start, end))
}

/// The length of the mark of a list's item at the begin of the text: `- `, `• `, `> `, `1. `, `2) `.
fn mark_len(text: &[u8]) -> usize {
    let digits = text.iter().take(3).take_while(|b| b.is_ascii_digit()).count();
    match text.get(digits..).unwrap_or_default() {
        [b'-' | b'*' | b'>', b' ', ..] if digits == 0 => 2,
        [0xe2, 0x80, 0xa2, b' ', ..] if digits == 0 => 4,
        [b'.' | b')', b' ', ..] if digits > 0 => digits + 2,
        _ => 0,
    }
}

/// What the first noun of a heading is called: `Commits that touch the token` is about commits.
pub(super) fn subject_kind(line: &[u8]) -> Option<SecretKind> {
    let line = line.split(|b| *b == b'(').next()?;
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let (mut before, mut noun): (Option<&[u8]>, Option<&[u8]>) = (None, None);
    let mut is_over = false;
    for word in line.split(|b| !of_name(b)).filter(|word| !word.is_empty()) {
        let lower = word.to_ascii_lowercase();
        if PUBLIC.contains(&lower.as_slice()) {
            return None;
        }
        // `This removes the token`, `Introduced the secret`: a verb says what was done with it.
        let is_verb = |word: &[u8]| word.ends_with(b"ed") || word.ends_with(b"s");
        if matches!(lower.as_slice(), b"the" | b"a" | b"an")
            && !is_over
            && noun.is_some_and(is_verb)
        {
            return None;
        }
        let is_joint = JOINTS.contains(&lower.as_slice());
        if POINTERS.contains(&lower.as_slice()) {
            (before, noun, is_over) = (None, None, false);
        } else if is_joint && noun.is_some() {
            is_over = true;
        } else if !is_joint && !is_over {
            (before, noun) = (noun, Some(word));
        }
    }
    let noun = noun?;
    let single = noun.strip_suffix(b"s").unwrap_or(noun);
    // `API key`
    let joined = [before.unwrap_or_default(), single].concat();
    let of_token = |name: &[u8]| secret_kind(name).filter(|kind| *kind != SecretKind::Perhaps);
    let is_key = || single.eq_ignore_ascii_case(b"key").then_some(SecretKind::Perhaps);
    of_token(noun).or_else(|| of_token(single)).or_else(|| of_token(&joined)).or_else(is_key)
}

/// The codes behind `from`, where the line before calls them so: `Recovery codes: 1234-5678 2345-6789`.
pub(super) fn code_list(bytes: &[u8], from: usize, line: &[u8]) -> Option<(usize, usize)> {
    announces_codes(line).then_some(())?;
    let of_code = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    let ends_code = |b: &u8| b.is_ascii_whitespace() || b",'\"`\\".contains(b);
    let (mut at, mut codes): (usize, Vec<&[u8]>) = (from, Vec::new());
    let mut first = None;
    while at - from < MAX_LIST_BYTES {
        let start = at + gap_len(bytes.get(at..)?);
        let end = start + count_while(bytes, start, of_code);
        let code = bytes.get(start..end)?;
        if !(4..=32).contains(&code.len()) || bytes.get(end).is_some_and(|b| !ends_code(b)) {
            break;
        }
        if codes.first().is_some_and(|first| first.len() != code.len()) {
            break;
        }
        first.get_or_insert(start);
        codes.push(code);
        at = end;
    }
    let is_alone = bytes.get(at).is_none_or(|b| b"\n\r'\"`\\".contains(b));
    are_codes(&codes, is_alone).then_some((first?, at))
}

/// Whether the last words before the sign call something codes that let somebody in.
fn announces_codes(line: &[u8]) -> bool {
    let line = line.split(|b| *b == b'(').next().unwrap_or_default();
    let mut words = line.split(|b| !b.is_ascii_alphabetic()).rev().filter(|word| !word.is_empty());
    let is = |word: Option<&[u8]>, names: &[&[u8]]| {
        word.is_some_and(|word| names.iter().any(|name| word.eq_ignore_ascii_case(name)))
    };
    let mut last = words.next();
    if is(last, &[b"are", b"is"]) {
        last = words.next();
    }
    let before = is(last, &[b"code", b"codes"]).then(|| words.next()).flatten();
    // `Backup verification codes`
    is(before, &CODES) || before.is_some() && is(words.next(), &CODES)
}

/// The length of what stands between two codes: blanks, commas, a fence, the mark of a list.
fn gap_len(text: &[u8]) -> usize {
    let blank = |b: &u8| b.is_ascii_whitespace() || b",`~\"'".contains(b);
    let mut len = count_while(text, 0, blank);
    // The word behind a fence is its language.
    if text.get(..len).is_some_and(|gap| gap.ends_with(b"```")) {
        len += count_while(text, len, u8::is_ascii_lowercase);
        len += count_while(text, len, blank);
    }
    len += mark_len(text.get(len..).unwrap_or_default());
    len + count_while(text, len, |b| b"`\"'".contains(b)).min(1)
}

/// Whether a word may be a code: it has digits, or its letters do not follow each other as in words.
fn may_be_code(word: &[u8]) -> bool {
    let has_digit = word.iter().any(u8::is_ascii_digit);
    has_digit && !is_dated(word) || word.len() >= 8 && !is_name(word)
}

/// Whether these words are codes: several of one length that do not begin alike, or a long one that is alone.
fn are_codes(codes: &[&[u8]], is_alone: bool) -> bool {
    match codes {
        [] => false,
        [code] => is_alone && code.len() >= 8 && may_be_code(code) && !is_made_of_names(code),
        [first, second, ..] => {
            let alike = first.iter().zip(*second).take_while(|(a, b)| a == b).count();
            let likely = codes.iter().filter(|code| may_be_code(code)).count();
            alike < 3 && likely * 2 >= codes.len() && (first.len() >= 6 || codes.len() >= 4)
        }
    }
}
