//! Removes secrets from text before it is kept or sent.

mod announced_lines;
mod argument_places;
mod bindings;
mod call_arguments;
mod called_secrets;
mod comparisons;
mod elements;
mod entered_values;
mod formats;
mod hashes;
mod headings;
mod key_name;
mod keys;
mod known_ends;
mod long_words;
mod made_words;
mod manifests;
mod markup;
mod messages;
mod nested_names;
mod options;
mod position;
mod protocols;
mod repeats;
mod shaped_tokens;
mod shapes;
mod short_values;
mod tables;
#[cfg(test)]
mod tests;
mod told_words;
mod user_pairs;
mod value;
mod vendor_tokens;
mod whole_words;
mod word_lists;

use std::borrow::Cow;

use fusebox_scan::BytePositions;
use known_ends::KnownEnds;
use long_words::LongWords;
use repeats::Repeats;

/// What replaces a secret.
const REDACTED: &str = "[redacted]";
/// The most passes over a text; each follows one that replaced something.
const PASSES: usize = 8;

/// Replaces the secrets in the text by `[redacted]`.
///
/// Secrets are: tokens of a known vendor (`sk-…`, `ghp_…`, `AKIA…`), web tokens, private keys,
/// webhooks and passwords in URLs, the values of keys such as `password`, `token` or `api_key`, the
/// arguments in which programs take passwords (`curl -u me:x`), cookies, and long random words that
/// a sentence calls a secret. A value that reads as code, a path, a reference or a short number is
/// kept, unless it is quoted, assigned in upper case (`API_KEY=…`) or given to an option
/// (`--password x`). Redacting is idempotent. The result is borrowed when there are no secrets.
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut clean = Cow::Borrowed(text);
    let mut repeats = Repeats::default();
    // Replacing a value may join or uncover text, or a row of a table, in which the rules find another secret.
    for _ in 0..PASSES {
        let rows = without(&clean, &tables::secret_cells(clean.as_bytes()));
        let cleaner = match redact_once(&rows, &mut KnownEnds::default(), &mut repeats) {
            Cow::Owned(cleaner) => Some(repeats.without_repeats(cleaner)),
            Cow::Borrowed(_) => None,
        };
        clean = match (cleaner, rows) {
            (Some(cleaner), _) | (None, Cow::Owned(cleaner)) => Cow::Owned(cleaner),
            (None, Cow::Borrowed(_)) => break,
        };
    }
    clean
}

/// The text without these ranges, which are in order.
fn without<'a>(text: &'a str, ranges: &[(usize, usize)]) -> Cow<'a, str> {
    let (mut out, mut from) = (String::new(), 0);
    for (start, end) in ranges {
        let Some(before) = text.get(from..*start).filter(|_| text.is_char_boundary(*end)) else {
            continue;
        };
        out.push_str(before);
        out.push_str(REDACTED);
        from = *end;
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

/// Whether the name is one of a secret: of a variable, a setting, a file.
#[must_use]
pub fn names_secret(name: &str) -> bool {
    key_name::secret_kind(name.as_bytes()).is_some()
}

/// Whether the name is one of a password or a token, whatever else it may be: of `src/auth` and `lib/key` it is not known.
pub(crate) fn surely_names_secret(name: &str) -> bool {
    use key_name::SecretKind::{Password, Token};
    matches!(key_name::secret_kind(name.as_bytes()), Some(Password | Token))
}

/// Whether a word that a program printed may be a secret: it refers to nothing and is no path.
pub(crate) fn may_be_secret(word: &str) -> bool {
    options::is_secret_argument(word.as_bytes()) && !value::is_literal(word.as_bytes())
}

fn redact_once<'a>(text: &'a str, known: &mut KnownEnds, repeats: &mut Repeats) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut floor, mut at) = (0, 0);
    let mut anchors = Anchors::of(bytes);
    while let Some(anchor) = anchors.next_from(at) {
        at = anchor + 1;
        let made =
            || anchors.words.is_mixed(anchor).then(|| told_words::made_secret(bytes, anchor));
        let Some((start, end)) = secret_at(bytes, known, floor, anchor)
            .or_else(|| made().flatten())
            .filter(|(start, _)| *start >= floor)
        else {
            continue;
        };
        // A limit in bytes may cut a character.
        let end = (end..text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
        let Some(secret) = text.get(start..end).filter(|secret| !secret.is_empty()) else {
            continue;
        };
        let mark = known.redacted(bytes, REDACTED.as_bytes(), start);
        // A value may end at the `]` of the mark that it begins with.
        if mark.is_some_and(|mark| mark == start || mark + REDACTED.len() <= end) {
            continue;
        }
        repeats.note(secret);
        out.push_str(text.get(floor..start).unwrap_or_default());
        out.push_str(REDACTED);
        floor = end;
        at = end;
    }
    if floor == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(floor..).unwrap_or_default());
    Cow::Owned(out)
}

/// The positions at which a secret may be found: signs between a key and its value, options, a few
/// words, and the beginnings of words that are long enough to be a token.
struct Anchors<'a, F> {
    bytes: &'a [u8],
    marks: BytePositions<'a, F>,
    words: LongWords<'a>,
    next_mark: Option<usize>,
    next_word: Option<usize>,
}

impl<'a> Anchors<'a, fn(u8, u8) -> bool> {
    fn of(bytes: &'a [u8]) -> Anchors<'a, impl Fn(u8, u8) -> bool> {
        let marks = BytePositions::of(bytes, may_mark_secret);
        let words = LongWords::of(bytes);
        let mut anchors = Anchors { bytes, marks, words, next_mark: None, next_word: None };
        anchors.find_mark(0);
        anchors.next_word = anchors.words.next_from(0);
        anchors
    }
}

impl<F: Fn(u8, u8) -> bool> Anchors<'_, F> {
    /// The first anchor at `from` or behind it; `from` never decreases.
    fn next_from(&mut self, from: usize) -> Option<usize> {
        if self.next_mark.is_some_and(|mark| mark < from) {
            self.find_mark(from);
        }
        if self.next_word.is_some_and(|word| word < from) {
            self.next_word = self.words.next_from(from);
        }
        match (self.next_mark, self.next_word) {
            (Some(mark), Some(word)) => Some(mark.min(word)),
            (mark, word) => mark.or(word),
        }
    }

    fn find_mark(&mut self, from: usize) {
        let bytes = self.bytes;
        self.next_mark = self.marks.next_from(from);
        let is_start = |at: &usize| {
            is_word_start(bytes, *at) || ends_word(bytes, *at) || ends_setting(bytes, *at)
        };
        while let Some(at) = self.next_mark.filter(|at| !is_start(at)) {
            self.next_mark = self.marks.next_from(at + 1);
        }
    }
}

/// Whether these two bytes may mark a secret: a sign before a value, the dash of an option, the
/// beginning of `password`, `PDO`, `by`, `bearer`, `user`. Most texts contain few. Each line is one of the cases
/// of [`secret_at`] or of the words that it looks for.
#[inline(always)]
const fn may_mark_secret(byte: u8, behind: u8) -> bool {
    let (letter, next) = (byte | 0x20, behind | 0x20);
    (((byte == b':') | (byte == b'=')) & (behind != byte))
        | (byte == b'@')
        | (byte == b'$')
        // `—`, `–`, `→`, `⇒`; and `：`.
        | ((byte == 0xe2) & ((behind == 0x80) | (behind == 0x86) | (behind == 0x87)))
        | ((byte == 0xef) & (behind == 0xbc))
        | ((byte == b'-') & (behind > b' '))
        | ((byte == b'>') & (behind > b' ') & (behind != b'<'))
        | (((byte == b'#') | (byte == b'|')) & (behind == b' '))
        | ((byte == b'<') & (behind == b'<'))
        | ((byte == b' ') & (behind == b'/'))
        // `%22` and `%3D`.
        | ((byte == b'%') & ((behind == b'2') | (behind == b'3')))
        | ((byte == b'(')
            & ((behind == b'"') | (behind == b'\'') | (behind == b'b') | (behind == b'\\')))
        // `_PASSWORD`, `_TOKEN`, `_KEY`, `_SECRET`.
        | ((byte == b'_')
            & ((behind == b'P') | (behind == b'T') | (behind == b'K') | (behind == b'S')))
        | ((letter == b'p') & ((next == b'a') | (next == b'w') | (next == b'd')))
        | ((letter == b'b') & ((next == b'e') | (next == b'y') | (next == b's') | (next == b'w')))
        | ((byte == b'A') & (behind == b'U'))
        | ((byte == b'L') & (behind == b'O'))
        | ((byte == b'j') & (behind == b'w'))
        | ((byte == b'u') & (behind == b's'))
        // The last digit or sign of a word.
        | (((byte.wrapping_sub(b'0') < 10) | (byte == b'!'))
            & ((behind <= b',') | (behind == b'<')))
}

/// Whether a word or a sign starts at `at`. It is asked at every byte of a long word.
fn is_word_start(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
    let is_inside = bytes
        .get(at)
        .is_some_and(|byte| ALPHANUMERIC[usize::from(*byte)] & ALPHANUMERIC[usize::from(before)]);
    !is_inside || ends_escape(bytes, at, before)
}

/// Whether a digit or a sign ends a word at `at`.
fn ends_word(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|b| b.is_ascii_digit() || matches!(b, b'!' | b'$'))
}

/// Whether the last letters of a setting's or a command's name are at `at`, or the last word of a call's:
/// `requirepass x`, `rootpw x`, `rclone obscure x`, `setPassword("x")`, `storePassword "x"`.
fn ends_setting(bytes: &[u8], at: usize) -> bool {
    let is_end = |rest: &[u8]| {
        matches!(
            rest,
            [b'p', b'w', b' ', ..]
                | [b'p', b'a', b's', b's', b' ', ..]
                | [b'b', b's', b'c', b'u', ..]
                | [b'P', b'a', b's', b's', b'P', b'h', b'r', b'a', b's', b'e', b' ', ..]
                | [b'P', b'a', b's', b's', b'w', b'o', b'r', b'd', b'(', ..]
                | [b'P', b'a', b's', b's', b'w', b'o', b'r', b'd', b' ', b'"' | b'\'', ..]
        )
    };
    bytes.get(at..).is_some_and(is_end)
}

/// Whether a byte is a letter or a digit.
static ALPHANUMERIC: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
};

/// Whether the byte before `at` ends an escape such as `\n` or `%2F`. A word starts behind it.
fn ends_escape(bytes: &[u8], at: usize, last: u8) -> bool {
    let before = |n: usize| at.checked_sub(n).and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
    matches!(last, b'n' | b't' | b'r') && before(2) == b'\\'
        || before(3) == b'%' && before(2).is_ascii_hexdigit() && last.is_ascii_hexdigit()
}

fn secret_at(
    bytes: &[u8],
    known: &mut KnownEnds,
    floor: usize,
    at: usize,
) -> Option<(usize, usize)> {
    match bytes.get(at)? {
        b'-' if bytes.get(at + 1..at + 4) == Some(b"---") => shapes::private_key(bytes, known, at)
            .or_else(|| shapes::cut_private_key(bytes, floor, at)),
        b'-' if bytes.get(at + 1) == Some(&b'>') => {
            whole_words::pointed_secret(bytes, known, floor, (at, 2))
        }
        0xe2 if is_pointer(bytes, at) => whole_words::pointed_secret(bytes, known, floor, (at, 3)),
        0xef if bytes.get(at..at + 3) == Some("：".as_bytes()) => {
            keys::assigned_secret(bytes, known, floor, at)
        }
        b'-' => options::option_secret(bytes, known, at)
            .or_else(|| user_pairs::bundler_password(bytes, known, at))
            .or_else(|| argument_places::placed_secret(bytes, known, at))
            .or_else(|| argument_places::key_of_network(bytes, known, at)),
        b'@' => shapes::url_password(bytes, floor, at)
            .or_else(|| formats::schemeless_password(bytes, floor, at))
            .or_else(|| call_arguments::login_argument(bytes, known, at)),
        b' ' => argument_places::slash_argument(bytes, known, at)
            .or_else(|| user_pairs::told_pair(bytes, known, at)),
        b'|' => position::piped_secret(bytes, at),
        b'#' => headings::below_title(bytes, at),
        b'(' => called_secrets::quoted_call(bytes, known, at)
            .or_else(|| comparisons::told_by_call(bytes, known, at)),
        b'$' => hashes::password_hash(bytes, at)
            .or_else(|| shell_output(bytes, at))
            .or_else(|| told_words::ended_secret(bytes, at)),
        b'<' => {
            position::here_string(bytes, known, at).or_else(|| position::here_document(bytes, at))
        }
        b'%' => formats::encoded_value(bytes, at),
        b'_' => {
            position::named_argument(bytes, known, at).or_else(|| word_secret(bytes, known, at))
        }
        b'>' => formats::element(bytes, at)
            .or_else(|| argument_places::redis_rule(bytes, known, at))
            .or_else(|| elements::labelled(bytes, at)),
        b':' => keys::assigned_secret(bytes, known, floor, at)
            .or_else(|| formats::cookies(bytes, at))
            .or_else(|| formats::putty_key(bytes, at))
            .or_else(|| announced_lines::tunnel_secret(bytes, known, at))
            .or_else(|| announced_lines::announced_secret(bytes, known, at))
            .or_else(|| glued_secret(bytes, known, at)),
        b'=' => keys::assigned_secret(bytes, known, floor, at)
            .or_else(|| comparisons::compared_secret(bytes, known, at)),
        b'0'..=b'9' | b'!'
            if bytes.get(at + 1).is_none_or(|b| *b <= b' ' || b"\"'),<".contains(b)) =>
        {
            told_words::ended_secret(bytes, at)
        }
        _ => word_secret(bytes, known, at),
    }
}

/// Whether a dash or an arrow is at `at`.
fn is_pointer(bytes: &[u8], at: usize) -> bool {
    bytes
        .get(at..at + 3)
        .is_some_and(|sign| ["—", "–", "→", "⇒"].iter().any(|s| s.as_bytes() == sign))
}

/// The secret that follows the `:` at `at` without a blank between them.
fn glued_secret(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    if bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
        let given = argument_places::redis_prompt(bytes, known, at);
        if given.is_some() {
            return given;
        }
    }
    shapes::webhook_path(bytes, at)
        .or_else(|| formats::telegram_token(bytes, at))
        .or_else(|| formats::pgpass(bytes, known, at))
        .or_else(|| formats::npm_value(bytes, known, at))
        .or_else(|| formats::relay_password(bytes, known, at))
        .or_else(|| argument_places::object_store_key(bytes, known, at))
        .or_else(|| user_pairs::paired_password(bytes, known, at))
        .or_else(|| shaped_tokens::paired_hex(bytes, at))
        .or_else(|| argument_places::masked_value(bytes, at))
}

/// What a command printed, whose prompt has its `$` at `at`, where the command prints a secret: `$ printenv API_KEY`,
/// and the value in the line behind it. The line end may be escaped, in a text of JSON.
fn shell_output(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    const MAX_LINE_BYTES: usize = 1024;
    let lines = bytes.get(at..)?.strip_prefix(b"$ ")?;
    let lines = lines.get(..lines.len().min(2 * MAX_LINE_BYTES)).unwrap_or_default();
    let len = lines.iter().take(MAX_LINE_BYTES).position(|b| *b == b'\n');
    let escaped = || lines.windows(2).take(MAX_LINE_BYTES).position(|two| two == b"\\n");
    let (len, from) = len.map(|len| (len, len + 1)).or_else(|| {
        let len = escaped()?;
        // Each text inside of another one doubles the escapes.
        let signs = lines.get(..len)?.iter().rev().take_while(|b| **b == b'\\').count();
        Some((len - signs, len + 2))
    })?;
    // Behind the name of a user, or what an earlier pass replaced, a line is one where it has digits.
    let done = REDACTED.len();
    let is_done = lines.get(from..)?.starts_with(REDACTED.as_bytes());
    let behind = lines.get(from + done..).filter(|_| is_done).unwrap_or_default();
    let from = match behind {
        [b'\n', ..] => from + done + 1,
        [b'\\', b'n', ..] => from + done + 2,
        _ => from,
    };
    let line =
        lines.get(from..)?.iter().take(MAX_LINE_BYTES).take_while(|b| !b"\n\\\"".contains(b));
    let output = std::str::from_utf8(lines.get(from..from + line.count())?).ok()?;
    let command = std::str::from_utf8(lines.get(..len)?).ok()?;
    let secret =
        crate::printed_secret::printed_secret(output).filter(|_| crate::prints_secret(command))?;
    if is_done && !crate::printed_secret::is_further_secret(secret) {
        return None;
    }
    let start = at + 2 + from + output.find(secret)?;
    Some((start, start + secret.len()))
}

/// The secret that begins with the word at `at`, or that the word announces.
fn word_secret(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let begun = if may_begin_secret(bytes, at) { begun_secret(bytes, known, at) } else { None };
    begun.or_else(|| long_secret(bytes, at))
}

/// The secret that the first bytes of the word at `at` mark.
fn begun_secret(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let vendor = vendor_tokens::prefixed_token(bytes, known, at).map(|len| (at, at + len));
    let announced = || match bytes.get(at)? | 0x20 {
        b'e' => shapes::token(bytes, known, at),
        b'b' | b'p' => shapes::token(bytes, known, at)
            .or_else(|| formats::spaced_password(bytes, known, at))
            .or_else(|| position::named_argument(bytes, known, at))
            .or_else(|| argument_places::placed_secret(bytes, known, at))
            .or_else(|| argument_places::setting_value(bytes, known, at))
            .or_else(|| entered_values::entered_value(bytes, known, at))
            .or_else(|| call_arguments::password_call(bytes, known, at))
            .or_else(|| whole_words::told_below(bytes, at))
            .or_else(|| whole_words::kept_below(bytes, at))
            .or_else(|| headings::below_word(bytes, at))
            .or_else(|| protocols::sent_login(bytes, known, at)),
        b'a' => protocols::sent_password(bytes, known, at),
        b'l' => protocols::sent_login(bytes, known, at),
        b'c' => formats::secure_string(bytes, known, at),
        b'u' => argument_places::placed_secret(bytes, known, at),
        _ => None,
    };
    vendor.or_else(announced).or_else(|| call_arguments::call_argument(bytes, known, at))
}

/// The secret that is the long word at `at`.
fn long_secret(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    // A `/` may part it from its first byte on.
    if at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'}') {
        return hashes::marked_hash(bytes, at);
    }
    // All of these are longer than most words.
    if !told_words::may_be_told_word(bytes, at) {
        return None;
    }
    let token = shaped_tokens::shaped_token(bytes, at).map(|len| (at, at + len));
    token
        .or_else(|| hashes::marked_hash(bytes, at))
        .or_else(|| hashes::boot_hash(bytes, at))
        .or_else(|| told_words::told_secret(bytes, at))
}

/// Two bytes with which words begin that announce a secret, beside the prefixes of vendors.
const ANNOUNCED: [&[u8; 2]; 29] = [
    b"ey", b"bw", b"be", b"Be", b"bE", b"BE", b"by", b"By", b"bY", b"BY", b"bs", b"pa", b"Pa",
    b"pA", b"PA", b"PD", b"pw", b"us", b"Us", b"Co", b"HT", b"Ne", b"PS", b"cr", b"ge", b"my",
    b"AU", b"jw", b"LO",
];

/// By first byte, one bit for each second byte of words that may begin or announce a secret. They rule out
/// most words.
static SECRET_BEGINNINGS: [[u64; 2]; 128] = {
    let mut beginnings = [[0; 2]; 128];
    let mut first = 0;
    while first < beginnings.len() {
        let seconds = vendor_tokens::SECONDS[first];
        beginnings[first] = [seconds as u64, (seconds >> 64) as u64];
        first += 1;
    }
    let mut n = 0;
    while n < ANNOUNCED.len() {
        let [first, second] = *ANNOUNCED[n];
        beginnings[first as usize][(second >> 6) as usize] |= 1 << (second & 63);
        n += 1;
    }
    beginnings
};

fn may_begin_secret(bytes: &[u8], at: usize) -> bool {
    let Some([first, second]) = bytes.get(at..at + 2) else { return false };
    let seconds = SECRET_BEGINNINGS.get(usize::from(*first));
    let seconds = seconds.and_then(|seconds| seconds.get(usize::from(second >> 6)));
    seconds.is_some_and(|seconds| seconds >> (second & 63) & 1 == 1)
}
