//! Finds tokens that no prefix of the table marks: by signs at one place, by a prefix that any vendor may have,
//! by the id before them.

use super::key_name::{SecretKind, secret_kind};
use super::value::{has_all_classes, is_random_word};
use super::vendor_tokens::Alphabet::{self, Base64, Dotted, LowerHex, Plain, Url};

/// The length of the token at `at`, where a word starts, that no prefix of the table marks.
pub(super) fn shaped_token(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    marked_token(rest)
        .or_else(|| google_refresh_token(bytes, at))
        .or_else(|| unlisted_token(bytes, at))
}

/// The length of a token that its vendor marks inside or only by its parts.
fn marked_token(rest: &[u8]) -> Option<usize> {
    if rest.len() < 30 {
        return None;
    }
    let count = |from: usize, alphabet: Alphabet| {
        rest.iter().skip(from).take(200).take_while(|byte| alphabet.has(**byte)).count()
    };
    let has = |at: usize, byte: u8| rest.get(at) == Some(&byte);
    // Each shape has a sign at one place, which most words have not.
    let is_marked = has(4, b'Q') && has(5, b'~')
        || matches!(rest.first()?, b'M' | b'N' | b'O')
        || has(14, b'.') && has(15, b'a')
        || has(32, b'-') && has(33, b'u')
        || has(36, b'_') && has(37, b'm')
        || has(36, b'N') && has(37, b'R')
        || has(1, b'.') && has(38, b'.')
        || has(67, b':') && has(68, b':');
    if !is_marked {
        return None;
    }
    let first = count(0, Url);
    let to_end = |alphabet: Alphabet| {
        rest.iter().take(400).take_while(|b| alphabet.has(**b) || **b == b':').count()
    };
    match (first, rest.first()?) {
        // Bitwarden: the version, an id, a secret, and a key as base64.
        (1, b'0') if count(2, Url) == 36 && count(39, Plain) >= 24 => Some(
            39 + count(39, Plain)
                + rest
                    .get(39 + count(39, Plain)..)?
                    .iter()
                    .take(60)
                    .take_while(|b| Base64.has(**b) || **b == b':')
                    .count(),
        ),
        // K3s: a digest of the certificate, a user, a secret.
        (67, b'K') if rest.starts_with(b"K10") && count(3, LowerHex) == 64 => Some(to_end(Url)),
        // Microsoft Entra: three characters, a digit, `Q~`, and some thirty more.
        (5, _) if has(5, b'~') && rest.get(3)?.is_ascii_digit() && has(4, b'Q') => {
            let len = 6 + rest
                .iter()
                .skip(6)
                .take(200)
                .take_while(|b| Dotted.has(**b) || **b == b'~')
                .count();
            (len >= 30).then_some(len)
        }
        // A Discord bot: the user's id as base64, a time, and a signature.
        (20..=30, b'M' | b'N' | b'O') if has(first, b'.') && count(first + 1, Url) == 6 => {
            let last = count(first + 8, Url);
            (has(first + 7, b'.') && last >= 27).then_some(first + 8 + last)
        }
        // Terraform Cloud: fourteen characters, `.atlasv1.`, and some sixty more.
        (14, _) if rest.get(14..)?.starts_with(b".atlasv1.") => {
            let last = count(23, Dotted);
            (last >= 40).then_some(23 + last)
        }
        // Mailchimp: a hexadecimal key and its data centre.
        (35..=37, _) if count(0, LowerHex) == 32 && rest.get(32..)?.starts_with(b"-us") => {
            Some(first)
        }
        // New Relic: a hexadecimal licence and its initials.
        (40, _) if count(0, LowerHex) == 36 && rest.get(36..)?.starts_with(b"NRAL") => Some(first),
        // MaxMind: two parts and its initials.
        (40, _) if has(6, b'_') && rest.get(36..)?.starts_with(b"_mmk") => Some(first),
        _ => None,
    }
}

/// The length of what follows `1//` in a refresh token of Google.
fn google_refresh_token(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'0') || !bytes.get(..at)?.ends_with(b"1//") {
        return None;
    }
    let len = bytes.get(at..)?.iter().take_while(|byte| Url.has(**byte)).count();
    (len >= 30).then_some(len)
}

/// The least length of the random part of a token whose vendor is not in the table.
const MIN_UNLISTED_BYTES: usize = 32;

/// What an id begins with of which everybody may know: of a call, an answer, a piece of a bundle.
const ID_PREFIXES: [&[u8]; 12] = [
    b"call_", b"toolu_", b"msg_", b"resp_", b"req_", b"item_", b"run_", b"step_", b"thread_",
    b"trace_", b"chunk_", b"bundle_",
];

/// The length of a token as many vendors make them: a short prefix in lower case, `_`, and a long random word
/// in both cases and digits. Where the prefix says what it is, the sign may be `-` and the word hexadecimal.
fn unlisted_token(bytes: &[u8], at: usize) -> Option<usize> {
    // Wherever the random part begins, these bytes belong to it.
    let is_inside = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
    if !(is_inside(at + 30) && is_inside(at + 27) && is_inside(at + 33)) {
        return None;
    }
    let rest = bytes.get(at..)?;
    let of_prefix = |b: &&u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let mut start = 0;
    // `vendor_` or `vendor_kind_`
    for _ in 0..2 {
        let len = rest.iter().skip(start).take(12).take_while(of_prefix).count();
        let has_sign = len >= 2 && matches!(rest.get(start + len), Some(b'_' | b'-'));
        start += if has_sign { len + 1 } else { 0 };
    }
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    let prefix = rest.get(..start)?;
    let is_id = ID_PREFIXES.contains(&prefix);
    if start == 0 || is_id || before.is_some_and(|b| b"_-./+\\".contains(b)) {
        return None;
    }
    let is_telling = says_secret(prefix);
    if prefix.contains(&b'-') && !is_telling {
        return None;
    }
    let count = |from: usize| {
        rest.get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count()
    };
    let len = count(start);
    let tail = rest.get(start..start + len)?;
    let is_random = len >= MIN_UNLISTED_BYTES
        && (has_all_classes(tail) && is_random_word(tail)
            || is_telling && tail.iter().all(|b| LowerHex.has(*b)) && has_digit_and_letter(tail)
            || is_random_in_lower_case(tail));
    let mut end = start + len;
    // A signature may follow.
    while is_random && matches!(rest.get(end), Some(b'.' | b'_')) && count(end + 1) >= 6 {
        end += 1 + count(end + 1);
    }
    let is_whole = !matches!(rest.get(end), Some(b'+' | b'/' | b'=' | b'(' | b'-' | b'_'));
    (is_random && is_whole).then_some(end)
}

/// Whether the prefix of a token says that it is one: `acme_key_`, `acme-secret-`, `acme_sk_`.
fn says_secret(prefix: &[u8]) -> bool {
    let name = prefix.get(..prefix.len() - 1).unwrap_or_default();
    let has_kind = name.iter().any(|b| matches!(b, b'_' | b'-'));
    let kind = secret_kind(name);
    name.ends_with(b"_sk")
        || name.len() > 3 && name.ends_with(b"pat")
        || matches!(kind, Some(SecretKind::Token | SecretKind::Password))
        || has_kind && kind == Some(SecretKind::Perhaps)
}

fn has_digit_and_letter(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit) && word.iter().any(u8::is_ascii_alphabetic)
}

/// Whether a word in lower case is as random as one of 36 signs is that is longer than any digest of them: a
/// digit among every few letters, and letters that no hexadecimal word has.
fn is_random_in_lower_case(word: &[u8]) -> bool {
    let digits = word.iter().filter(|b| b.is_ascii_digit()).count();
    let beyond_hex = word.iter().filter(|b| **b > b'f').count();
    word.len() >= 40
        && word.iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && digits * 9 >= word.len()
        && beyond_hex * 4 >= word.len()
        && is_random_word(word)
}

/// The hexadecimal secret behind the `:` at `at` and the hexadecimal id that its vendor puts before it.
pub(super) fn paired_hex(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let is_hex = |at: usize| bytes.get(at).is_some_and(|byte| LowerHex.has(*byte));
    // Most signs stand before something shorter.
    if !is_hex(at + 20) || !is_hex(at.checked_sub(16)?) {
        return None;
    }
    let count =
        |part: &mut dyn Iterator<Item = &u8>| part.take_while(|b| LowerHex.has(**b)).count();
    let id = count(&mut bytes.get(at.saturating_sub(25)..at)?.iter().rev());
    let len = count(&mut bytes.get(at + 1..)?.iter().take(65));
    let is_asana = || {
        let number = at.checked_sub(17).and_then(|from| bytes.get(from..at));
        let digits = number.and_then(|number| number.strip_prefix(b"/"));
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
    };
    // Ghost: 24 and 64 digits. Asana: the user's number and 32 digits.
    let is_secret = id == 24 && len == 64 || id == 16 && len == 32 && is_asana();
    is_secret.then_some((at + 1, at + 1 + len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l05_a_pair_at_the_beginning_of_a_text() {
        let pair = b"1234567890123456:00112233445566778899aabbccddeeff";
        assert_eq!(paired_hex(pair, 16), None);
        assert_eq!(paired_hex(&[b"/", &pair[..]].concat(), 17), Some((18, 50)));
    }
}
