//! Finds secrets by the key before them: `password: …`, `API_KEY=…`, `"token": "…"`.

use super::announced_lines;
use super::bindings;
use super::entered_values;
use super::hashes;
use super::key_name::{SecretKind, secret_kind};
use super::known_ends::{KnownEnds, ScanKind};
use super::made_words::{is_made_word, is_surely_made};
use super::markup::{IN_KEY, MAX_KEY_BYTES, key_before, value_start};
use super::messages::{
    closes_prompt, is_list_of_rules, is_message, is_object_name, is_translated,
    names_secret_variable,
};
use super::nested_names;
use super::position;
use super::short_values::is_short_password;
use super::user_pairs;
use super::value::{
    ends_with_digest, is_beyond_code, is_code, is_dated, is_digest, is_encoded_pair, is_file_name,
    is_literal, is_name, is_path, is_random_word, is_reference, is_tag_of_word, is_version,
    may_be_random,
};
use super::whole_words::whole_end;
use super::word_lists;
use fusebox_scan::WordSet;

static SCHEMES: WordSet<8> = WordSet::new("basic bearer token digest apikey negotiate splunk dpop");
/// How far a value may stand behind its sign, in bytes.
const MAX_GAP_BYTES: usize = 16;
/// The longest part of a shell word behind a quote, in bytes.
const MAX_JOINED_BYTES: usize = 256;
/// The longest list of secrets, in bytes.
const MAX_LIST_BYTES: usize = 2048;
/// The longest header with credentials, in bytes.
const MAX_HEADER_BYTES: usize = 2048;

/// How a value is bound to its key, strongest evidence of a secret first.
#[derive(Clone, Copy, PartialEq)]
enum KeyBinding {
    /// `API_KEY=…`, `--token=…`, or a password among other assignments: `host=a password=b`.
    Assignment,
    /// `password=…`.
    Tight,
    /// `password: …`, `password = …`.
    Loose,
}

/// The secret behind the `:` or `=` at `at`.
pub(super) fn assigned_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    floor: usize,
    at: usize,
) -> Option<(usize, usize)> {
    let key = announced_lines::joined_key(bytes, floor, at, key_before(bytes, floor, at));
    let named = bindings::named_elsewhere(bytes, floor, at, key);
    let of_database = || {
        let is_pragma = key == b"key" && bytes.get(..at)?.ends_with(b"PRAGMA key ");
        is_pragma.then_some(SecretKind::Password)
    };
    let named = named.or_else(of_database).or_else(|| bindings::token_of_host(bytes, at, key));
    let named = named.or_else(|| announced_lines::secret_id(bytes, at, key));
    let Some(kind) = named.or_else(|| secret_kind(key)) else {
        return unnamed_secret(bytes, known, floor, at, key);
    };
    if bindings::is_of_resource(bytes, at, key) {
        return None;
    }
    let sign = match (bytes.get(at)?, bytes.get(at + 1)) {
        (b':', Some(b'=')) | (b'=', Some(b'>')) => at + 2,
        (0xef, _) => at + 3,
        (b':', Some(b':')) | (b'=', Some(b'=')) => return None,
        _ => at + 1,
    };
    let next_line = next_line_value(bytes, sign, kind);
    let value = next_line.unwrap_or_else(|| value_start(bytes, sign));
    if value - sign > MAX_GAP_BYTES && bytes.get(value - 1) == Some(&b' ') {
        return None;
    }
    // The letter of a kind of text: `N'x'`, `b"x"`, `@"x"`.
    let is_lettered =
        matches!(bytes.get(value..), Some([b, b'"' | b'\'', ..]) if b"NnRrBbUuEeL@".contains(b));
    let value = value + usize::from(is_lettered);
    let of_format = list_value(bytes, known, value, kind)
        .or_else(|| user_pairs::slashed_password(bytes, known, at, key))
        .or_else(|| bindings::pair_value(bytes, known, value, key))
        .or_else(|| bindings::object_values(bytes, known, value, key))
        .or_else(|| hashes::directory_hash(bytes, value));
    if of_format.is_some() {
        return of_format;
    }
    let tight = bytes.get(at) == Some(&b'=') && value == at + 1;
    if is_psql_variable(bytes, known, at) {
        return None;
    }
    if closes_prompt(bytes, key, at) {
        return None;
    }
    if let Some((start, end)) = quoted_value(bytes, known, value) {
        let is_template = bytes.get(start - 1) == Some(&b'`');
        let words = bytes.get(start..end)?;
        // A page on a token shows words as code, too.
        let is_shown = || kind == SecretKind::Token && !may_be_random(words);
        if is_template && (is_shown() || words.windows(2).any(|two| two == b"${")) {
            return None;
        }
        let end = if tight { joined_end(bytes, end) } else { end };
        let end = changed_end(bytes, known, end);
        let kind = if is_of_user(bytes, key, at) { SecretKind::Password } else { kind };
        return is_quoted_secret(key, kind, words).then_some((start, end));
    }
    let words = word_lists::phrase(bytes, value).filter(|_| kind != SecretKind::Perhaps);
    if let Some(words) = words.or_else(|| announced_lines::groups(bytes, value, kind)) {
        return Some(words);
    }
    if next_line.is_some() && bytes.get(sign..value)?.iter().any(|b| matches!(b, b'|' | b'>')) {
        let block = word_lists::block(bytes, value);
        if kind == SecretKind::Password
            || block.is_some_and(|range| word_lists::is_random(bytes, range))
        {
            return block;
        }
    }
    let is_certain = named.is_some() || next_line.is_some();
    bare_secret(bytes, known, &KeyedValue { key, kind, at, value, is_certain })
}

/// Whether the `:` at `at` begins a variable of psql: `PASSWORD :'app_pw'`.
fn is_psql_variable(bytes: &[u8], known: &mut KnownEnds, at: usize) -> bool {
    let is_begun = matches!(bytes.get(at..), Some([b':', b'\'' | b'"', ..]))
        && bytes.get(..at).is_some_and(|before| before.ends_with(b"PASSWORD "));
    let range = if is_begun { quoted_value(bytes, known, at + 1) } else { None };
    let name = range.and_then(|(start, end)| bytes.get(start..end));
    name.is_some_and(|name| name.iter().all(|b| b.is_ascii_lowercase() || *b == b'_'))
}

/// The end of what the quoted value that ends at `end` becomes, as plans show it: `"a" -> "b"`.
fn changed_end(bytes: &[u8], known: &mut KnownEnds, end: usize) -> usize {
    let is_changed = bytes.get(end + 1..).is_some_and(|rest| rest.starts_with(b" -> "));
    let becomes = is_changed.then(|| quoted_value(bytes, known, end + 5)).flatten();
    becomes.map_or(end, |(_, end)| end)
}

/// A value without quotes, and its key.
struct KeyedValue<'a> {
    key: &'a [u8],
    kind: SecretKind,
    /// Where the sign is.
    at: usize,
    /// Where the value begins.
    value: usize,
    /// Whether another name or another line says that the value is data.
    is_certain: bool,
}

impl KeyedValue<'_> {
    fn binding(&self, bytes: &[u8], (start, end): (usize, usize)) -> KeyBinding {
        let &KeyedValue { key, kind, at, value, is_certain } = self;
        let is_env = self.is_of_environment();
        let key_at = at - key.len();
        match self.is_tight(bytes) {
            _ if is_certain => KeyBinding::Assignment,
            _ if is_env && bytes.get(at + 1) == Some(&b'=') => KeyBinding::Assignment,
            true if is_env || key.starts_with(b"-") => KeyBinding::Assignment,
            true if kind != SecretKind::Token && is_among_assignments(bytes, key_at, end) => {
                KeyBinding::Assignment
            }
            true if position::is_data(bytes, key_at, kind, (start, end)) => KeyBinding::Assignment,
            true => KeyBinding::Tight,
            false if position::is_windows_option(bytes, key_at, value) => KeyBinding::Assignment,
            false
                if kind != SecretKind::Perhaps
                    && is_value_alone(bytes, key, key_at, (start, end)) =>
            {
                KeyBinding::Assignment
            }
            false
                if kind == SecretKind::Password
                    && user_pairs::follows_user(bytes, key_at, (start, end)) =>
            {
                KeyBinding::Assignment
            }
            false => KeyBinding::Loose,
        }
    }

    /// Whether the value is bound by `=` and no blank.
    fn is_tight(&self, bytes: &[u8]) -> bool {
        bytes.get(self.at) == Some(&b'=') && self.value == self.at + 1
    }

    /// Whether the key is in capitals, as a variable of the environment.
    fn is_of_environment(&self) -> bool {
        self.key.iter().all(|b| !b.is_ascii_lowercase())
    }
}

/// The secret that a value without quotes is.
fn bare_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    keyed: &KeyedValue<'_>,
) -> Option<(usize, usize)> {
    let &KeyedValue { key, kind, at, value, .. } = keyed;
    let tight = keyed.is_tight(bytes);
    let (start, end) = bare_value(bytes, known, value);
    if bytes.get(at..value) == Some(b": ") && is_tag_of_word(bytes, (start, end)) {
        return None;
    }
    // A sign that parts the arguments of a shell or of a URL ends the value.
    let is_parted = tight && bytes.get(end).is_some_and(|b| b";&|<>".contains(b));
    let is_whole = kind == SecretKind::Perhaps || is_parted;
    let end = if is_whole { end } else { whole_end(bytes, start, end) };
    if kind == SecretKind::Password {
        let of_call = bindings::hidden_text(bytes, known, (start, end));
        let hidden = of_call.or_else(|| bindings::braced_value(bytes, start).filter(|_| tight));
        if hidden.is_some() {
            return hidden;
        }
    }
    if kind == SecretKind::Perhaps {
        let stored = position::stored_value(bytes, known, at, at - key.len());
        if stored.is_some() {
            return stored;
        }
    }
    if is_authorization(key) && bytes.get(end) == Some(&b' ') {
        return credentials(bytes, end).or_else(|| after_scheme(bytes, known, end));
    }
    if SCHEMES.has(bytes.get(start..end)?) {
        return after_scheme(bytes, known, end);
    }
    let binding = keyed.binding(bytes, (start, end));
    let is_env = keyed.is_of_environment();
    if let Some(start) = bindings::after_name(bytes, key, (start, end)).filter(|_| tight && is_env)
    {
        return Some((start, end));
    }
    let is_variable =
        bytes.get(end) == Some(&b')') && names_secret_variable(bytes.get(start..end)?);
    let is_pass = key.eq_ignore_ascii_case(b"pass") && binding == KeyBinding::Assignment;
    let kind =
        if is_pass && (!tight || is_of_user(bytes, key, at)) { SecretKind::Password } else { kind };
    let key_at = at - key.len();
    let is_found = is_secret(bytes, (start, end), kind, binding)
        && !(binding == KeyBinding::Tight && position::is_searched(bytes, key_at))
        && !is_variable
        || bindings::is_shared_secret(bytes, key, (start, end));
    let end = if binding == KeyBinding::Assignment { joined_end(bytes, end) } else { end };
    is_found.then_some((start, end))
}

/// The secret behind a key whose name says nothing of itself.
fn unnamed_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    floor: usize,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    let before = bytes.get(floor..at).map(|text| text.strip_suffix(b" ").unwrap_or(text))?;
    if let Some(key) = bindings::annotated_key(before, key).filter(|_| bytes[at] == b'=') {
        return annotated_secret(bytes, known, at, key);
    }
    let of_object = |known: &mut KnownEnds| {
        let value = at + 1 + count_while(bytes, at + 1, |b| *b == b' ').min(MAX_GAP_BYTES);
        bindings::object_values(bytes, known, value, key)
            .or_else(|| bindings::quoted_codes(bytes, known, value, key))
    };
    bindings::jwk_member(bytes, known, at, key)
        .or_else(|| position::stored_value(bytes, known, at, at - key.len()))
        .or_else(|| bindings::remote_desktop_password(bytes, known, at, key))
        .or_else(|| of_object(known))
        .or_else(|| match key.last()? {
            b'n' | b's' => user_pairs::slashed_password(bytes, known, at, key),
            b'd' => prompted_text(bytes, known, at, key),
            b'e' if key == b"name" => nested_names::form_value(bytes, known, at),
            b't' if key == b"list" => password_list(bytes, at),
            b'e' | b'E' | b'l' | b't' if nested_names::is_value(key) => {
                nested_names::nested_value(bytes, known, floor, at)
            }
            b'e' if key.eq_ignore_ascii_case(b"phrase") => word_lists::phrase(bytes, at + 1),
            _ => None,
        })
}

/// The list of users and passwords for `chpasswd`, in a block of YAML behind the `:` at `at`.
fn password_list(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(MAX_KEY_BYTES)..at)?.strip_suffix(b"list")?;
    before.trim_ascii_end().ends_with(b"chpasswd:").then_some(())?;
    word_lists::block(bytes, next_line_value(bytes, at + 1, SecretKind::Password)?)
}

/// The answer to the prompt that ends with the `:` at `at`: `expect "assword:"; send "x"`.
fn prompted_text(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    key.ends_with(b"assword").then_some(())?;
    entered_values::entered_value(bytes, known, at - key.len())
}

/// Whether the format says that the value is data: a line of the environment in YAML, a header, a pair of a
/// printed structure.
fn is_value_alone(bytes: &[u8], key: &[u8], key_at: usize, range: (usize, usize)) -> bool {
    bindings::is_environment_line(bytes, key, range)
        || bindings::is_of_manifest(bytes, key_at)
        || bindings::is_own_header(bytes, key, range)
        || bindings::is_among_pairs(bytes, key_at, range)
}

/// The text that an annotated key is given: `apiKey: string = "x"`.
fn annotated_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    let kind = secret_kind(key)?;
    let value = at + 1 + count_while(bytes, at + 1, |b| *b == b' ').min(MAX_GAP_BYTES);
    let (start, end) = quoted_value(bytes, known, value)?;
    is_quoted_secret(key, kind, bytes.get(start..end)?).then_some((start, end))
}

/// Whether the key is `pass`, and a user's name stands shortly before it: `user: "me", pass: "x"`.
fn is_of_user(bytes: &[u8], key: &[u8], at: usize) -> bool {
    let before = || bytes.get(at.saturating_sub(64)..at).unwrap_or_default();
    key.eq_ignore_ascii_case(b"pass")
        && before().windows(4).any(|part| part.eq_ignore_ascii_case(b"user"))
}

/// The value in the line behind the sign: of a YAML block, of a shell line that goes on, or a quoted
/// one. A line that begins with a key of its own is none.
fn next_line_value(bytes: &[u8], sign: usize, kind: SecretKind) -> Option<usize> {
    let rest = bytes.get(sign..)?;
    let first = *rest.first()?;
    if rest.starts_with(b" <<") && kind != SecretKind::Perhaps {
        // A here-document of a settings file: `secret = <<EOF`.
        let word = rest.iter().take(MAX_GAP_BYTES).position(|b| *b == b'\n')?;
        return Some(sign + word + 1);
    }
    if kind == SecretKind::Perhaps || !matches!(first, b' ' | b'|' | b'>' | b'\\' | b'\n') {
        return None;
    }
    let mark = rest.iter().take(5).take_while(|b| b" |>-+\\".contains(b)).count();
    if rest.get(mark) != Some(&b'\n') {
        return None;
    }
    let line = mark + 1;
    let value =
        line + rest.iter().skip(line).take(MAX_GAP_BYTES).take_while(|b| **b == b' ').count();
    let value = value + nested_names::dumped_type_len(rest.get(value..)?);
    let is_marked = rest.get(..mark)?.iter().any(|b| *b != b' ');
    let is_quoted = matches!(rest.get(value), Some(b'"' | b'\''));
    let is_value = is_marked || is_quoted && value > line;
    (is_value && !begins_with_key(rest, value)).then_some(sign + value)
}

/// Whether a key, which may be quoted, stands at `at`, and then a sign and something more in the line:
/// `password: x`, `"key" = "x"`.
fn begins_with_key(bytes: &[u8], at: usize) -> bool {
    let quote = count_while(bytes, at, |b| matches!(b, b'"' | b'\'')).min(1);
    let key = at + quote;
    let end = key + count_while(bytes, key, |b| IN_KEY[usize::from(*b)]).min(MAX_KEY_BYTES);
    let sign = end + quote + count_while(bytes, end + quote, |b| *b == b' ').min(1);
    let is_key = end > key && matches!(bytes.get(sign), Some(b':' | b'='));
    is_key && bytes.get(sign + 1).is_some_and(|b| matches!(b, b' ' | b'"' | b'\''))
}

/// From the first to the last of the quoted values of a list in one line: `["a", "b"]`.
pub(super) fn list_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    kind: SecretKind,
) -> Option<(usize, usize)> {
    if bytes.get(at) != Some(&b'[') || kind == SecretKind::Perhaps {
        return None;
    }
    let (start, end) = quoted_value(bytes, known, at + 1)?;
    let value = bytes.get(start..end)?;
    let is_secret = may_be_random(value) || kind == SecretKind::Password && !value.is_empty();
    let mut last = end;
    while last - start < MAX_LIST_BYTES {
        let sign = count_while(bytes, last + 1, |b| matches!(b, b',' | b' ')).min(3);
        match quoted_value(bytes, known, last + 1 + sign).filter(|_| sign > 0) {
            Some((_, end)) => last = end,
            None => break,
        }
    }
    (is_secret && !is_reference(value) && !is_literal(value)).then_some((start, last))
}

/// The end of a shell word that goes on behind a quote or an escaped blank: `'a'"b"`, `a\\ b`.
pub(super) fn joined_end(bytes: &[u8], end: usize) -> usize {
    let rest = bytes.get(end..).unwrap_or_default();
    let (opens, from) = match rest {
        [b'"' | b'\'', b'"' | b'\'', ..] => (rest.get(1), 2),
        [b' ', ..] if bytes.get(end - 1) == Some(&b'\\') => {
            let rest = rest.iter().skip(1).take(MAX_JOINED_BYTES);
            return end + 1 + rest.take_while(|b| !b.is_ascii_whitespace()).count();
        }
        [b'"' | b'\'', next, ..] if next.is_ascii_alphanumeric() => (rest.first(), 1),
        _ => return end,
    };
    let Some(quote) = opens else { return end };
    let inside = rest.iter().skip(from).take(MAX_JOINED_BYTES);
    let len = inside.take_while(|b| *b != quote && !b.is_ascii_whitespace()).count();
    if rest.get(from + len) == Some(quote) { end + from + len } else { end }
}

/// Whether the key is that of a header with credentials.
fn is_authorization(key: &[u8]) -> bool {
    const NAME: &[u8] = b"authorization";
    key.len()
        .checked_sub(NAME.len())
        .and_then(|at| key.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(NAME))
}

/// What follows the scheme that ends at `end`, to the end of the header: several parameters, or
/// one word that is no name.
fn credentials(bytes: &[u8], end: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(end + 1..)?;
    let inside = |b: &&u8| !matches!(**b, b'\n' | b'\r' | b'`');
    let line = rest.iter().take(MAX_HEADER_BYTES).take_while(inside).count();
    let line = rest.get(..line)?;
    let first = line.split(|b| matches!(b, b' ' | b'"' | b'\'')).next()?;
    let has_parameters = first.contains(&b'=') && !is_reference(first);
    let len = if has_parameters { line.len() } else { first.len() };
    let is_secret =
        has_parameters || first.len() >= 12 && may_be_random(first) && !is_reference(first);
    is_secret.then_some((end + 1, end + 1 + len))
}

/// Whether the assignment stands in a row of others, as in a connection string or a URL's query.
fn is_among_assignments(bytes: &[u8], key: usize, end: usize) -> bool {
    let before = key.checked_sub(1).and_then(|at| bytes.get(at));
    let next = bytes.get(end..).unwrap_or_default();
    let next_key = next.get(1..).unwrap_or_default();
    let name = next_key
        .iter()
        .take(MAX_KEY_BYTES)
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
    let len = name.count();
    let follows = matches!(next.first(), Some(b';' | b'&' | b' ' | b','))
        && len > 0
        && next_key.get(len) == Some(&b'=');
    let last_word = bytes.get(key.saturating_sub(MAX_KEY_BYTES)..key.saturating_sub(1));
    let last_word = last_word.and_then(|text| text.rsplit(u8::is_ascii_whitespace).next());
    matches!(before, Some(b';' | b'&' | b'?' | b'.' | b'#'))
        || follows
        || before == Some(&b' ')
            && last_word.is_some_and(|word| word.contains(&b'=') || word.starts_with(b"--"))
        || before == Some(&b',')
            && last_word.is_some_and(|word| word.contains(&b'=') && !word.contains(&b'('))
}

/// The range between the quotes that open at `at`, which may be escaped; to the end of the line if
/// they are not closed.
pub(super) fn quoted_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let escapes = count_while(bytes, at, |b| *b == b'\\');
    let quote = *bytes.get(at + escapes).filter(|b| matches!(b, b'"' | b'\'' | b'`'))?;
    let start = at + escapes + 1;
    let escaped = escapes > 0;
    let kind = ScanKind::Quoted { quote, escaped };
    Some((start, known.end(kind, start, || quote_end(bytes, quote, escaped, start))))
}

fn quote_end(bytes: &[u8], quote: u8, escaped: bool, start: usize) -> usize {
    let mut end = start;
    while let Some(byte) = bytes.get(end).filter(|b| **b != b'\n') {
        // An escaped quote is closed by another one.
        let closes = if escaped {
            *byte == b'\\' && bytes.get(end + 1) == Some(&quote)
        } else {
            *byte == quote
        };
        if closes {
            return end;
        }
        end += if *byte == b'\\' { 1 + escaped_len(bytes, end + 1) } else { 1 };
    }
    end.min(bytes.len())
}

/// The number of bytes that a backslash escapes: one ASCII byte, but not a line end.
fn escaped_len(bytes: &[u8], at: usize) -> usize {
    usize::from(bytes.get(at).is_some_and(|b| b.is_ascii() && *b != b'\n'))
}

/// The range of a value without quotes.
pub(super) fn bare_value(bytes: &[u8], known: &mut KnownEnds, at: usize) -> (usize, usize) {
    // The code of a colour ends it.
    let inside = |b: &u8| !b.is_ascii_whitespace() && *b != 0x1b && !b"\"'`,;&<>)}]|".contains(b);
    (at, known.end(ScanKind::Bare, at, || at + count_while(bytes, at, inside)))
}

/// The secret behind the scheme that ends at `end`: `Basic dXNlcjpw`.
fn after_scheme(bytes: &[u8], known: &mut KnownEnds, end: usize) -> Option<(usize, usize)> {
    let (from, to) = bare_value(bytes, known, end + 1);
    let value = bytes.get(from..to)?;
    let is_token = value.len() >= 6 && may_be_random(value) && !is_reference(value);
    (bytes.get(end) == Some(&b' ') && is_token).then_some((from, to))
}

fn is_quoted_secret(key: &[u8], kind: SecretKind, value: &[u8]) -> bool {
    if is_reference(value) || is_literal(value) || is_path(value) || is_list_of_rules(value) {
        return false;
    }
    match kind {
        SecretKind::Password => {
            !value.is_empty() && !is_message(value) && !is_translated(key, value)
        }
        SecretKind::Token => {
            value.len() >= 3
                && !(is_object_name(key, value) && key.iter().any(u8::is_ascii_lowercase))
                && (!(is_code(value) && is_name(value)) || is_made_word(value))
                && !is_version(value)
        }
        SecretKind::Perhaps => {
            let value = value.strip_prefix(b"base64:").unwrap_or(value);
            is_random_word(value) && !is_digest(value) && !is_file_name(value)
                || is_made_for(key, value)
                || key.eq_ignore_ascii_case(b"auth") && is_encoded_pair(value)
                || key.eq_ignore_ascii_case(b"pass") && is_password(value)
        }
    }
}

/// Whether a value is made as secrets are, and its key has more than one word: `COOKIE_KEY`.
fn is_made_for(key: &[u8], value: &[u8]) -> bool {
    let is_joined = key.len() > 4 || key.iter().any(|b| matches!(b, b'_' | b'-' | b'.'));
    is_surely_made(value) || is_joined && is_made_word(value)
}

/// Whether this word may be a password and reads as no name.
pub(super) fn is_password(value: &[u8]) -> bool {
    value.len() >= 8
        && !value.iter().any(u8::is_ascii_whitespace)
        && may_be_random(value)
        && !value.windows(3).any(|sign| sign == b"://")
        && !is_code(value)
        && !is_digest(value)
        && !is_path(value)
        && !is_reference(value)
}

fn is_secret(
    bytes: &[u8],
    (start, end): (usize, usize),
    kind: SecretKind,
    binding: KeyBinding,
) -> bool {
    let value = bytes.get(start..end).unwrap_or_default();
    let value = value.strip_prefix(b"base64:").unwrap_or(value);
    let number = value.iter().all(u8::is_ascii_digit);
    if is_reference(value) || is_literal(value) || number && value.len() < 6 || is_path(value) {
        return false;
    }
    if kind != SecretKind::Perhaps && is_made_word(value) || is_surely_made(value) {
        return true;
    }
    let in_code = matches!(bytes.get(end), Some(b')' | b',' | b';' | b'}' | b']'));
    let least = match (kind, binding) {
        (SecretKind::Perhaps, _) if is_file_name(value) || is_dated(value) => return false,
        (SecretKind::Perhaps, _) if is_short_password(bytes, (start, end)) => return true,
        (SecretKind::Perhaps, KeyBinding::Assignment) => return is_random_word(value),
        (SecretKind::Perhaps, _) => {
            return is_random_word(value) && !is_digest(value) && !ends_with_digest(value);
        }
        (_, KeyBinding::Assignment) => return true,
        (SecretKind::Password, _) => 4,
        (SecretKind::Token, KeyBinding::Tight) => 8,
        // A page on a token has the address of another one.
        (SecretKind::Token, KeyBinding::Loose) if value.starts_with(b"http") => return false,
        (SecretKind::Token, KeyBinding::Loose) => 16,
    };
    let is_name = || {
        !is_beyond_code(value)
            && (value.len() < 10 || is_name(value) || !value.iter().any(u8::is_ascii_digit))
    };
    let least = if in_code && is_name() { least.max(16) } else { least };
    value.len() >= least && may_be_random(value) && !is_code(value)
}

pub(super) fn count_while(bytes: &[u8], from: usize, kind: impl Fn(&u8) -> bool) -> usize {
    bytes.get(from..).unwrap_or_default().iter().take_while(|b| kind(b)).count()
}
