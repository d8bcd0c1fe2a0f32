//! Finds the words that read as secrets where the words around them say that they are: `the new token is x`,
//! `cargo login x`, `create_superuser("me", "x")`, `["api_secret", "x"]`.

use fusebox_scan::WordSet;

use super::formats::sentence_end;
use super::key_name::{SecretKind, secret_kind};
use super::keys::count_while;
use super::long_words::{MIXED, begins_long_word, part_of_word, word_classes};
use super::made_words::{is_made_word, is_sure, is_surely_made};
use super::options::is_secret_argument;
use super::user_pairs::is_bundler_setting;
use super::value::{
    RANDOM_BYTES, ends_with_digest, has_all_classes, is_code, is_digest, is_name, is_path,
    is_random_word,
};
use super::whole_words::MAX_PASSWORD_BYTES;

/// The least length of a random secret that a sentence tells, in bytes.
const MIN_TOLD_BYTES: usize = 20;
/// How far before a random word the word may stand that tells what it is.
const MAX_SENTENCE_BYTES: usize = 48;

/// How far before a word its line is read, and behind it, in bytes.
const MAX_LINE_BYTES: usize = 160;
/// How many words before a secret may tell what it is.
const TELLING_WORDS: usize = 8;
/// What words have in them that tell of a secret, beside the names of secrets.
const STEMS: &[&[u8]] = &[
    b"secret",
    b"credential",
    b"login",
    b"auth",
    b"cookie",
    b"superuser",
    b"createuser",
    b"register",
    b"unlock",
    b"identify",
    b"keyring",
    b"signed",
];
/// The same, also where the word says that a digest is made of the secret.
const SURE_STEMS: &[&[u8]] =
    &[b"passw", b"passphrase", b"pwd", b"ncrypt", b"ecrypt", b"scrypt", b"bcrypt"];

/// A word at `at` that is made as passwords and tokens are, where its line, or the one above, says that it is one.
pub(super) fn made_secret(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
    if before.is_ascii_alphanumeric() || b"\\._-~".contains(&before) {
        return None;
    }
    let end = made_word_end(bytes, at)?;
    told_made_word(bytes, at, end)
}

/// The same of the word whose last digit or sign is at `at`.
pub(super) fn ended_secret(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    const MAX_WORD_BYTES: usize = 32;
    // Nearly all numbers are short, or a blank is before them.
    let is_in =
        |n: usize| at.checked_sub(n).is_some_and(|at| WORD_CLASSES[usize::from(bytes[at])] != 0);
    if !is_in(7) || !is_in(4) {
        return None;
    }
    let back = bytes.get(at.saturating_sub(MAX_WORD_BYTES)..=at)?;
    let (len, classes) = part_of_word(back.iter().rev(), &WORD_CLASSES);
    if classes & MIXED != MIXED || !(8..=MAX_WORD_BYTES).contains(&len) {
        return None;
    }
    told_made_word(bytes, at + 1 - len, at + 1)
}

fn told_made_word(bytes: &[u8], at: usize, end: usize) -> Option<(usize, usize)> {
    let back = bytes.get(at.saturating_sub(MAX_SENTENCE_BYTES)..at)?;
    let start = at - part_of_word(back.iter().rev(), &WORD_CLASSES).0;
    // What negates or marks a name stands before it.
    let start = start + bytes.get(start..end)?.iter().position(u8::is_ascii_alphanumeric)?;
    let word = bytes.get(start..end)?;
    // The last part of an address of a webhook.
    let folder = word.iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
    let is_hook = folder > 0 && is_of_webhook(bytes, start + folder);
    let start = if is_hook { start + folder } else { start };
    let word = bytes.get(start..end)?;
    let word = word.get(..sentence_end(word))?;
    let end = start + word.len();
    // A name that is called or assigned.
    let is_named = match bytes.get(end..) {
        Some([b'(', ..] | [b':', b' ', ..]) => true,
        Some([b'=', next, ..]) => next.is_ascii_alphanumeric(),
        _ => false,
    };
    let is_made = !is_named && !word.contains(&b'/') && is_made_word(word);
    let is_told = || {
        is_hook
            || tells(line_before(bytes, start), word)
            || is_noted(bytes, end)
            || is_kept_in_file(bytes, end)
            || is_below(bytes, start, end)
            || is_in_section(bytes, start)
            || is_below_note(bytes, start)
    };
    (is_made && is_told()).then_some((start, end))
}

/// Whether the text ends with the address of a webhook and a `/`.
fn is_of_webhook(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(at.saturating_sub(MAX_LINE_BYTES)..at).unwrap_or_default();
    let word = before
        .rsplit(|b| b.is_ascii_whitespace() || b"\"'`(<".contains(b))
        .next()
        .unwrap_or_default();
    let has = |part: &[u8]| word.windows(part.len()).any(|text| text == part);
    has(b"://") && has(b"hook")
}

/// The end of the word at `at`, if it is no longer than a password, and has letters in both cases and digits.
fn made_word_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?.iter().take(MAX_PASSWORD_BYTES + 1);
    let (len, classes) = part_of_word(rest, &WORD_CLASSES);
    (len <= MAX_PASSWORD_BYTES && classes & MIXED == MIXED).then_some(at + len)
}

/// By byte, what it is in a password; no quote, bracket or sign of a list.
static WORD_CLASSES: [u8; 256] = word_classes(b"!#$%*+-./?@^_~");

/// The line of the word at `at` up to it, or its end.
fn line_before(bytes: &[u8], at: usize) -> &[u8] {
    let before = bytes.get(at.saturating_sub(MAX_LINE_BYTES)..at).unwrap_or_default();
    before.rsplit(|b| *b == b'\n').next().unwrap_or_default()
}

/// Whether one of the last words of the line says that the word behind them is a secret, and none that everybody may
/// know it.
fn tells(line: &[u8], word: &[u8]) -> bool {
    // An object that was closed says nothing of the next.
    let line = line.rsplit(|b| *b == b'}').next().unwrap_or_default();
    if has_call(line) || is_of_pair(line) {
        return true;
    }
    let names = line.split(|b| !is_of_name(b)).rev().filter(|name| !name.is_empty());
    let may_be_key = word.len() >= RANDOM_BYTES || is_surely_made(word);
    // `bob.Smith42` logs in, too.
    let is_dotted = word.contains(&b'.') && word.len() < RANDOM_BYTES && !is_surely_made(word);
    let (mut is_told, mut is_public, mut is_whom, mut is_given) = (false, false, false, false);
    let mut behind: &[u8] = b"";
    for (n, name) in names.take(TELLING_WORDS).enumerate() {
        let kind = secret_kind(name);
        is_whom |= n == 0 && names_whom(name);
        if kind == Some(SecretKind::Password) || has_stem(name, SURE_STEMS) || is_foreign(name) {
            return !is_whom;
        }
        is_public |= says_public(name);
        let is_near = n < 5 && may_be_key;
        is_given |= n == 0 && matches!(name, b"with" | b"using");
        is_told |= tells_secret(name) && (!is_dotted || is_sure(kind))
            || joins_key(name, behind)
            || joins_code(name, behind)
            // `log in with GitHub2024` names who lets somebody in, unless a user is before it.
            || is_given
                && behind == b"in"
                && matches!(name, b"log" | b"sign")
                && (n > 2 || is_surely_made(word))
            || is_near && (kind.is_some() || ACCESS_WORDS.has(name));
        behind = name;
    }
    is_told && !is_public && !is_whom
}

/// Words for what lets somebody in, beside those that the names of secrets end with.
static ACCESS_WORDS: WordSet<2> = WordSet::new("code pin");

/// Whether a word of a language without blanks has the one for a password in it: `パスワードは`.
fn is_foreign(name: &[u8]) -> bool {
    const STEMS: [&str; 5] = ["парол", "密码", "密碼", "パスワード", "비밀번호"];
    let has = |stem: &&str| name.windows(stem.len()).any(|part| part == stem.as_bytes());
    !name.is_ascii() && STEMS.iter().any(has)
}

/// Whether the word before another says that it is the name of somebody or something.
fn names_whom(name: &[u8]) -> bool {
    let names: [&[u8]; 5] = [b"as", b"user", b"username", b"host", b"account"];
    names.contains(&name) || name.ends_with(b"_id") || name.ends_with(b"Id")
}

fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

/// Whether two words name a key that is secret: `license key`, `backup key`, `clé API`.
fn joins_key(name: &[u8], behind: &[u8]) -> bool {
    if behind.eq_ignore_ascii_case(b"api") {
        let keys = ["clé", "clef", "clave", "chave", "chiave", "klucz"];
        return keys.iter().any(|key| name.eq_ignore_ascii_case(key.as_bytes()));
    }
    behind.eq_ignore_ascii_case(b"key") && is_sure(secret_kind(&[name, behind].concat()))
}

/// Whether two words name a code that lets somebody in: `door code`, `access code`.
fn joins_code(name: &[u8], behind: &[u8]) -> bool {
    static ENTRANCES: WordSet<13> = WordSet::new(
        "door gate entry access alarm security lock safe pairing activation unlock recovery panel",
    );
    (behind.eq_ignore_ascii_case(b"code") || behind.eq_ignore_ascii_case(b"codes"))
        && ENTRANCES.has(name)
}

/// Whether a call stands in the line that is given what somebody logs in with, or what signs.
fn has_call(line: &[u8]) -> bool {
    const CALLS: [&[u8]; 6] =
        [b"connect(", b"crypt(", b"ftp(", b"hmac", b"ldap_bind(", b"simple_bind"];
    let is_called =
        |name: &&[u8]| line.windows(name.len()).any(|part| part.eq_ignore_ascii_case(name));
    // The code of a network: `WIFI:T:WPA;S:Office;P:x;;`.
    let is_network = || line.ends_with(b";P:") && line.windows(5).any(|part| part == b"WIFI:");
    CALLS.iter().any(is_called) || is_behind_user(line) || is_network()
}

/// Whether the line ends behind the address of a database and the name of a user, both quoted: `cn.Open "…", "me", "`.
fn is_behind_user(line: &[u8]) -> bool {
    let Some(open) = line.windows(7).position(|part| part == b".Open \"") else { return false };
    let arguments = line.get(open + 6..).unwrap_or_default();
    arguments.ends_with(b", \"")
        && arguments.windows(4).filter(|part| part == b"\", \"").count() >= 2
}

/// Whether the name is one of a secret, or of what is done with one.
fn tells_secret(name: &[u8]) -> bool {
    let single = name.strip_suffix(b"s").or_else(|| name.strip_suffix(b"S")).unwrap_or(name);
    // The last word says what it is: an `auth-service` is a service.
    let noun = name.rsplit(|b| *b == b'-').find(|part| !part.is_empty()).unwrap_or(name);
    let is_author = noun.get(..6).is_some_and(|begin| begin.eq_ignore_ascii_case(b"author"));
    is_sure(secret_kind(name))
        || is_sure(secret_kind(single))
        || has_stem(noun, STEMS) && !is_author
}

fn has_stem(name: &[u8], stems: &[&[u8]]) -> bool {
    let has = |stem: &[u8]| name.windows(stem.len()).any(|part| part.eq_ignore_ascii_case(stem));
    stems.iter().any(|stem| has(stem))
}

/// Whether the line ends with a user's name and a sign, and with what is given both: `-u me:`, `user=me:`.
fn is_of_pair(line: &[u8]) -> bool {
    const GIVEN: [&[u8]; 7] =
        [b"user=", b"-u ", b"-U ", b"creds=", b"auth=", b"btoa('", b"btoa(\""];
    let Some((b':' | b',', line)) = line.split_last() else { return false };
    let name = line.iter().rev().take_while(|b| is_of_name(b) || **b == b'.').count();
    let before = line.get(..line.len() - name).unwrap_or_default();
    name > 0 && GIVEN.iter().any(|given| before.ends_with(given))
}

/// Whether a note at the end of the line says that something in it is a secret: `# bot token`.
fn is_noted(bytes: &[u8], end: usize) -> bool {
    let rest = bytes.get(end..).unwrap_or_default();
    let rest = rest.get(..rest.len().min(MAX_LINE_BYTES)).unwrap_or_default();
    let line = rest.split(|b| *b == b'\n').next().unwrap_or_default();
    let signs: [&[u8]; 3] = [b" # ", b" // ", b" -- "];
    // `set("x", forKey: "refreshToken")`
    let label = line.windows(8).position(|part| part == b"forKey: ").and_then(|at| line.get(at..));
    let note = signs.iter().find_map(|sign| {
        let at = line.windows(sign.len()).position(|part| part == *sign)?;
        line.get(at + sign.len()..)
    });
    let note = note.or(label);
    note.is_some_and(|note| {
        note.split(|b| !is_of_name(b)).take(6).any(|word| is_sure(secret_kind(word)))
    })
}

/// Whether the word that ends at `end` is written into a file whose name says that it holds a secret:
/// `echo "x" > .vault-token`.
fn is_kept_in_file(bytes: &[u8], end: usize) -> bool {
    let rest = bytes.get(end..).unwrap_or_default();
    let rest = rest.get(usize::from(matches!(rest.first(), Some(b'"' | b'\''))).min(rest.len())..);
    let file = rest.and_then(|rest| {
        let rest = rest.strip_prefix(b" | tee").or_else(|| rest.strip_prefix(b" >"))?;
        rest.strip_prefix(b">").unwrap_or(rest).strip_prefix(b" ")
    });
    let name = file.and_then(|file| {
        let file = file.get(..file.len().min(MAX_LINE_BYTES))?;
        std::str::from_utf8(file.split(|b| b.is_ascii_whitespace() || b"\"';&".contains(b)).next()?)
            .ok()
    });
    name.is_some_and(crate::printed_secret::holds_secret)
}

/// Whether a note in one of the two lines above says that something below it is a secret: `# client  server  secret`.
fn is_below_note(bytes: &[u8], start: usize) -> bool {
    let before = bytes.get(start.saturating_sub(MAX_LINE_BYTES)..start).unwrap_or_default();
    let lines = before.rsplit(|b| *b == b'\n').skip(1).take(2).take_while(|line| !line.is_empty());
    lines
        .filter_map(|line| {
            let line = line.trim_ascii_start();
            line.strip_prefix(b"# ").or_else(|| shown_file(line))
        })
        .any(|note| note.split(|b| !is_of_name(b)).any(|word| is_sure(secret_kind(word))))
}

/// The name, without the `s` of several, of the file that a command shows, unless its ending says that it is code:
/// `$ sudo cat /etc/ppp/chap-secrets`.
fn shown_file(line: &[u8]) -> Option<&[u8]> {
    let command = line.strip_prefix(b"$ ")?;
    let command = command.strip_prefix(b"sudo ").unwrap_or(command);
    let name = command.strip_prefix(b"cat ")?.rsplit(|b| *b == b'/').next()?;
    (!name.contains(&b'.')).then(|| name.strip_suffix(b"s").unwrap_or(name))
}

/// Whether the word is alone in its line, and the line above ends with the name of a secret.
fn is_below(bytes: &[u8], start: usize, end: usize) -> bool {
    let rest = bytes.get(end..).unwrap_or_default();
    let closing = rest.iter().take_while(|b| b"\"'`,".contains(b)).count();
    let is_last = rest.get(closing).is_none_or(|b| matches!(b, b'\n' | b'\r'));
    let line = line_before(bytes, start);
    let is_alone = line.iter().all(|b| !b.is_ascii_alphabetic()) && line.len() < 16;
    if !is_last || !is_alone || line.len() == start {
        return false;
    }
    let above = line_before(bytes, start - line.len() - 1);
    let name = above.split(|b| !is_of_name(b)).rfind(|word| !word.is_empty());
    name.is_some_and(|name| is_sure(secret_kind(name)))
}

/// Whether the value stands in a section of secrets: below `passwords:`, `[tokens]`, `basicauth {`.
fn is_in_section(bytes: &[u8], start: usize) -> bool {
    const MAX_SECTION_BYTES: usize = 400;
    let before = bytes.get(start.saturating_sub(MAX_SECTION_BYTES)..start).unwrap_or_default();
    let mut lines = before.rsplit(|b| *b == b'\n');
    let indent = indent_of(lines.next().unwrap_or_default());
    let mut title = None;
    for line in lines {
        let text = line.trim_ascii_end();
        let is_outer = indent_of(line) < indent && matches!(text.last(), Some(b':' | b'{'));
        if text.is_empty() || is_outer || text.starts_with(b"[") && text.ends_with(b"]") {
            title = Some(text);
            break;
        }
    }
    let name =
        title.and_then(|title| title.split(|b| !is_of_name(b)).find(|word| !word.is_empty()));
    // `[users]`, and `me = x`.
    let is_of_user = || {
        let is_bracketed = title.is_some_and(|title| title.starts_with(b"["));
        let line = line_before(bytes, start).trim_ascii();
        let key = line.strip_suffix(b"=").map(<[u8]>::trim_ascii);
        is_bracketed
            && key.is_some_and(|key| {
                !key.is_empty() && key.iter().all(is_of_name) && !OF_PEOPLE.has(key)
            })
    };
    let names_people = |name: &[u8]| {
        let last = name.rsplit(|b| matches!(b, b'_' | b'-')).next().unwrap_or_default();
        last.eq_ignore_ascii_case(b"users") || last.eq_ignore_ascii_case(b"admins")
    };
    name.is_some_and(|name| {
        names_people(name) && is_of_user()
            || tells_secret(name.strip_suffix(b"s").unwrap_or(name))
            || secret_kind(name).is_some()
    })
}

/// What is kept of a user beside a password.
static OF_PEOPLE: WordSet<9> = WordSet::new("group groups name role roles email plan team title");

fn indent_of(line: &[u8]) -> usize {
    line.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// Whether the text ends with a command whose argument is a token.
fn is_login(before: &[u8]) -> bool {
    let logins: [&[u8]; 10] = [
        b"cargo login ",
        b"vault login ",
        b"vault operator unseal ",
        b"wandb login ",
        b"snyk auth ",
        b" add-authtoken ",
        b"ngrok authtoken ",
        b"::add-mask::",
        b"sentry-cli login ",
        b"cloudflared service install ",
    ];
    // Most words are behind another letter.
    let last = before.len().checked_sub(2).and_then(|at| before.get(at));
    matches!(last, Some(b'n' | b'h' | b':' | b'l'))
        && logins.iter().any(|login| before.ends_with(login))
}

/// Whether the text goes on with what the word before it is: `as the API key`, `) is the token`.
fn is_told_behind(text: &[u8]) -> bool {
    let text = text.get(..text.len().min(40)).unwrap_or_default();
    let line = text.split(|b| matches!(b, b'\n' | b'.' | b',')).next().unwrap_or_default();
    let mut words =
        line.split(|b| !b.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).take(5);
    let begins = words.next().is_some_and(|word| matches!(word, b"as" | b"is"));
    begins
        && words.any(|word| {
            matches!(secret_kind(word), Some(SecretKind::Password | SecretKind::Token))
                || word == b"key"
        })
}

/// Whether a word that a sentence tells may contain the byte.
fn is_in_told_word(byte: &u8) -> bool {
    IN_TOLD_WORD[usize::from(*byte)] != 0
}

static IN_TOLD_WORD: [u8; 256] = word_classes(b"_-+/=.~");

/// Whether the word at `at` may be as long as one that a sentence tells. Most words are not.
pub(super) fn may_be_told_word(bytes: &[u8], at: usize) -> bool {
    let Some(word) = bytes.get(at..at + MIN_TOLD_BYTES) else { return false };
    let is_in = |n: usize| IN_TOLD_WORD[usize::from(word[n])] != 0;
    is_in(MIN_TOLD_BYTES - 1) && is_in(8) && is_in(14) && is_in(11) && is_in(17)
}

/// A random word at `at` in a sentence that tells what it is: `the new token is x`. Such a word is looked
/// for only where a long one begins.
pub(super) fn told_secret(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(MAX_SENTENCE_BYTES)..at)?;
    if before.last() == Some(&b'/') {
        return given_base64(bytes, before, at);
    }
    if before.last().is_some_and(is_in_told_word) || !begins_long_word(bytes, at) {
        return None;
    }
    let (len, classes) = part_of_word(bytes.get(at..)?.iter(), &IN_TOLD_WORD);
    let word = bytes.get(at..at + len)?;
    let word = word.get(..len - word.iter().rev().take_while(|b| **b == b'.').count())?;
    if word.len() < MIN_TOLD_BYTES {
        return None;
    }
    if (is_login(before) || is_bundler_setting(before)) && is_secret_argument(word) {
        return Some((at, at + word.len()));
    }
    let is_mixed =
        classes & MIXED == MIXED || classes == 6 && word.iter().all(u8::is_ascii_alphanumeric);
    if !is_mixed
        || !is_random_word(word)
        || is_digest(word)
        || ends_with_digest(word)
        || is_path(word)
    {
        return None;
    }
    let is_told = says_secret(before) || is_told_behind(bytes.get(at + len..)?);
    (is_told && !says_public(before) && !is_code(word)).then_some((at, at + word.len()))
}

/// The last words before a random one that may say what it is.
fn telling_words(before: &[u8]) -> impl Iterator<Item = &[u8]> {
    let line = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    line.split(move |b| !of_name(b)).rev().filter(|word| !word.is_empty()).take(6)
}

fn says_secret(before: &[u8]) -> bool {
    let tells = |word: &[u8]| secret_kind(word).is_some() || word.eq_ignore_ascii_case(b"login");
    telling_words(before).any(tells)
}

/// Whether the words say that everybody may know what follows.
fn says_public(before: &[u8]) -> bool {
    static WORDS: WordSet<10> =
        WordSet::new("public cache hash digest fingerprint sha256 sha512 integrity checksum id");
    telling_words(before).any(|word| WORDS.has(word))
}

/// The base64 with which somebody logs in, or that a sentence tells, of which a `/` parts what stands before `at`.
fn given_base64(bytes: &[u8], before: &[u8], at: usize) -> Option<(usize, usize)> {
    let of_base64 = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    let begun = before.iter().rev().take_while(|b| of_base64(b)).count();
    let before = before.get(..before.len() - begun)?;
    // Most of it is far inside of an image or an archive, which is long.
    if before.last().is_none_or(|b| !matches!(b, b' ' | b':')) {
        return None;
    }
    let end = at + count_while(bytes, at, of_base64);
    let word = bytes.get(at - begun..end)?;
    if word.len() < 40 || !has_all_classes(word) {
        return None;
    }
    // The folders of a path are names.
    let is_folder = |part: &[u8]| part.len() >= 6 && is_name(part);
    let is_told = || {
        before.ends_with(b" ")
            && is_random_word(word)
            && !word.split(|b| *b == b'/').any(is_folder)
            && says_secret(before)
            && !says_public(before)
    };
    (is_login(before) || is_told()).then_some((at - begun, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_made_word_is_no_longer_than_a_password() {
        for (count, end) in [(2, Some(8)), (16, Some(64)), (17, None), (1000, None)] {
            let text = "aA1!".repeat(count);
            assert_eq!(made_word_end(text.as_bytes(), 0), end, "{count}");
        }
    }
}
