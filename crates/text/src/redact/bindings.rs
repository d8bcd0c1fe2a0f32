//! Finds secrets that a key names in a way of its own format: another line, a tuple, an object, a call.

use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, count_while, is_password, list_value, quoted_value};
use super::known_ends::KnownEnds;
use super::options::{command_before, is_secret_argument};
use super::value::{
    has_all_classes, is_beyond_code, is_literal, is_made_of_names, is_name, is_reference,
    is_shaped, may_be_random,
};
use super::whole_words::reads_as_password;

/// How far the name of an attribute `value="…"` may lie before it, in bytes.
const MAX_NAME_BYTES: usize = 96;
/// How far before its default the name of a variable may stand, in bytes.
const MAX_VARIABLE_BYTES: usize = 200;
/// The longest object of secrets, in bytes.
const MAX_OBJECT_BYTES: usize = 512;

/// What the name says of the key `value` or `default`: `name="DB_PASSWORD" value="…"`,
/// `variable "db_password" { default = "…" }`.
pub(super) fn named_elsewhere(
    bytes: &[u8],
    floor: usize,
    at: usize,
    key: &[u8],
) -> Option<SecretKind> {
    if key == b"default" {
        return variable_kind(bytes.get(at.saturating_sub(MAX_VARIABLE_BYTES).max(floor)..at)?);
    }
    let ending = key.get(key.len().checked_sub(5)?..)?;
    if !ending.eq_ignore_ascii_case(b"value") {
        return None;
    }
    let from = at.saturating_sub(MAX_NAME_BYTES).max(floor);
    let before = bytes.get(from..at)?;
    if let Some(kind) = enclosing_kind(before, key) {
        return Some(kind);
    }
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let words = before.split(|b| !of_name(b)).rev().filter(|word| !word.is_empty());
    let mut words = words.skip(1).take(5).peekable();
    let is_label = |label: &[u8]| {
        let parts: [&[u8]; 3] = [b"name", b"key", b"parameterkey"];
        parts.iter().any(|word| label.eq_ignore_ascii_case(word))
    };
    let name = std::iter::from_fn(|| {
        let name = words.next()?;
        let label = words.peek()?;
        Some(is_label(label).then_some(name))
    });
    let name = name.flatten().next()?;
    secret_kind(name).filter(|kind| *kind != SecretKind::Perhaps)
}

/// What the key of the object says whose first member is `value`: `"SmtpPassword": { "value": "x" }`.
fn enclosing_kind(before: &[u8], key: &[u8]) -> Option<SecretKind> {
    let before = before.strip_suffix(b"\"").unwrap_or(before).strip_suffix(key)?;
    let before = before.strip_suffix(b"\"").unwrap_or(before).trim_ascii_end();
    let before = before.strip_suffix(b"{")?.trim_ascii_end();
    let before = before.strip_suffix(b":")?.trim_ascii_end();
    let name = before.strip_suffix(b"\"").unwrap_or(before);
    let name = name.rsplit(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')));
    secret_kind(name.take(1).next()?).filter(|kind| *kind != SecretKind::Perhaps)
}

/// What the name of the Terraform variable says, in whose block the text ends.
fn variable_kind(before: &[u8]) -> Option<SecretKind> {
    const VARIABLE: &[u8] = b"variable \"";
    let open = before.iter().rposition(|b| *b == b'{')?;
    let start = before.get(..open)?.windows(VARIABLE.len()).rposition(|part| part == VARIABLE)?;
    let name = before.get(start + VARIABLE.len()..open)?.split(|b| *b == b'"').next()?;
    secret_kind(name).filter(|kind| *kind != SecretKind::Perhaps)
}

/// The token of a host whose name is in the variable: `TF_TOKEN_app_terraform_io`, `BUNDLE_GEMS__EXAMPLE__ORG: "me:x"`.
pub(super) fn token_of_host(bytes: &[u8], at: usize, key: &[u8]) -> Option<SecretKind> {
    if !matches!(key.first(), Some(b'T' | b'B')) {
        return None;
    }
    // Other settings of Bundler have paths, options and times.
    let is_pair = || {
        let value = bytes.get(at + 1..).unwrap_or_default().iter().take(MAX_NAME_BYTES);
        let value: Vec<u8> = value.copied().take_while(|b| !b"\n\r".contains(b)).collect();
        let value = value.trim_ascii();
        let value = value.strip_prefix(b"\"").unwrap_or(value);
        let mut parts = value.splitn(2, |b| *b == b':');
        let (user, password) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let of_user = |b: &u8| b.is_ascii_alphanumeric() || b"._@".contains(b);
        user.iter().all(of_user)
            && password.len() >= 4
            && !password.iter().any(|b| b":/\\".contains(b))
            && !password.iter().all(u8::is_ascii_digit)
            && (password.len() >= 10
                || password.iter().any(u8::is_ascii_digit)
                || !is_name(password))
    };
    let is_bundler = key.starts_with(b"BUNDLE_") && key.windows(2).any(|two| two == b"__");
    (key.starts_with(b"TF_TOKEN_") || is_bundler && is_pair()).then_some(SecretKind::Token)
}

/// Whether the value at the end of a line is a secret that two machines share, and short: `secret = kato7421`. Code is
/// given names: of variables, and of what digests and keys are made with.
pub(super) fn is_shared_secret(bytes: &[u8], key: &[u8], (start, end): (usize, usize)) -> bool {
    let is_named = key.len() >= 6 && key[key.len() - 6..].eq_ignore_ascii_case(b"secret");
    let behind = bytes.get(end..).unwrap_or_default();
    if !is_named
        || !(behind.starts_with(b" #") || behind.first().is_none_or(|b| b"\n'\"\\`".contains(b)))
    {
        return false;
    }
    let value = bytes.get(start..end).unwrap_or_default();
    let is_solid = value.iter().all(u8::is_ascii_alphanumeric);
    let is_random = || has_all_classes(value) && !is_made_of_names(value);
    let is_made = is_solid
        && !is_name(value)
        && (is_numbered(value) || is_random())
        && !names_algorithm(value);
    is_password(value)
        && (is_made
            || is_shaped(value)
            || is_beyond_code(value)
            || !is_solid && reads_as_password(value))
        && !key.starts_with(b"self.")
        && !key.starts_with(b"this.")
        && !is_declared(bytes.get(..start - 1).unwrap_or_default(), key)
}

/// Whether digits stand at more than one place, or three and more at the end.
fn is_numbered(value: &[u8]) -> bool {
    let runs = value.split(|b| !b.is_ascii_digit()).filter(|run| !run.is_empty());
    let last = value.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    last >= 3 || runs.count() >= 2
}

/// Whether a digest or a cipher is named in the value: `hmacSha256`.
pub(super) fn names_algorithm(value: &[u8]) -> bool {
    let names: [&[u8]; 9] =
        [b"sha", b"md5", b"aes", b"base", b"utf", b"rsa", b"25519", b"poly1305", b"pbkdf"];
    names.iter().any(|name| value.windows(name.len()).any(|part| part.eq_ignore_ascii_case(name)))
}

/// Whether the text, which ends at the sign behind the key, declares the key as a variable.
fn is_declared(before: &[u8], key: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let Some(before) =
        before.strip_suffix(b"=").unwrap_or(before).trim_ascii_end().strip_suffix(key)
    else {
        return false;
    };
    let words: [&[u8]; 7] = [b"let ", b"const ", b"var ", b"val ", b"mut ", b"def ", b"$"];
    words.iter().any(|word| before.ends_with(word))
}

/// From the first to the last of a list of codes that let somebody in: `"recovery_codes": ["x", "y"]`.
pub(super) fn quoted_codes(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    bytes.get(at).filter(|b| **b == b'[')?;
    let names: [&[u8]; 4] = [b"recoverycodes", b"backupcodes", b"scratchcodes", b"emergencycodes"];
    let name: Vec<u8> = key.iter().copied().filter(u8::is_ascii_alphabetic).collect();
    names.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending)).then_some(())?;
    list_value(bytes, known, at, SecretKind::Token)
}

/// The key before the type of an annotation that ends at the `=` at `at`: `apiKey: string = "x"`.
pub(super) fn annotated_key<'a>(before: &'a [u8], kind: &[u8]) -> Option<&'a [u8]> {
    if !matches!(kind, b"string" | b"str" | b"String") {
        return None;
    }
    let rest = before.strip_suffix(kind)?;
    let rest = rest.strip_suffix(b"&").unwrap_or(rest);
    let rest = rest.strip_suffix(b": ").or_else(|| rest.strip_suffix(b":"))?;
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
    let len = rest.iter().rev().take(64).take_while(of_name).count();
    rest.get(rest.len() - len..)
}

/// The second of two quoted values: `auth=("me", "x")`.
pub(super) fn pair_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    if bytes.get(at) != Some(&b'(') || !key.eq_ignore_ascii_case(b"auth") {
        return None;
    }
    let (_, end) = quoted_value(bytes, known, at + 1)?;
    let comma = end + 1 + count_while(bytes, end + 1, |b| matches!(b, b',' | b' ')).min(3);
    let (start, end) = quoted_value(bytes, known, comma)?;
    is_secret_argument(bytes.get(start..end)?).then_some((start, end))
}

/// The text that a call hides: `password=SecretStr('x')`.
pub(super) fn hidden_text(
    bytes: &[u8],
    known: &mut KnownEnds,
    (start, end): (usize, usize),
) -> Option<(usize, usize)> {
    let call = bytes.get(start..end)?.strip_suffix(b"(")?;
    let hides = call.windows(6).any(|part| part.eq_ignore_ascii_case(b"secret"));
    let (start, end) = quoted_value(bytes, known, end).filter(|_| hides)?;
    is_secret_argument(bytes.get(start..end)?).then_some((start, end))
}

/// From the first to the last value of an object of secrets: `"secrets": {"db": "x", "mail": "y"}`.
pub(super) fn object_values(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    let names: [&[u8]; 3] = [b"secrets", b"passwords", b"credentials"];
    if bytes.get(at) != Some(&b'{') || !names.iter().any(|name| key.eq_ignore_ascii_case(name)) {
        return None;
    }
    let inside = bytes.get(at + 1..)?.iter().take(MAX_OBJECT_BYTES);
    let inside = inside.take_while(|b| !b"{}[\n".contains(b)).count();
    let object = bytes.get(at + 1..at + 1 + inside)?;
    let colon = object.iter().position(|b| *b == b':')?;
    let value = at + 2 + colon + count_while(object, colon + 1, |b| *b == b' ');
    let (start, end) = quoted_value(bytes, known, value)?;
    let word = bytes.get(start..end)?;
    (word.len() >= 6 && may_be_random(word) && !is_reference(word)).then_some((start, end))
}

/// The password in braces of an ODBC string: `PWD={x};`.
pub(super) fn braced_value(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"{")?;
    let len = rest.iter().take(64).position(|b| matches!(b, b'}' | b'{' | b' '))?;
    let value = rest.get(..len)?;
    (rest.get(len) == Some(&b'}') && is_password(value) && !is_name(value))
        .then_some((at + 1, at + 1 + len))
}

/// Whether the value is one of `name:value` pairs that blanks part, as Go prints them:
/// `{User:me Password:x Host:db}`.
pub(super) fn is_among_pairs(bytes: &[u8], key: usize, (start, end): (usize, usize)) -> bool {
    let is_tight = start.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b':');
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let begins_pair = |at: usize| {
        let len = count_while(bytes, at, of_name);
        len > 0
            && bytes.get(at + len) == Some(&b':')
            && bytes.get(at + len + 1).is_some_and(|b| *b != b' ')
    };
    let behind = bytes.get(end);
    let follows = behind == Some(&b'}') || behind == Some(&b' ') && begins_pair(end + 1);
    let before = bytes.get(key.saturating_sub(64)..key).unwrap_or_default();
    let last = || before.rsplit(|b| matches!(b, b' ' | b'{')).nth(1).unwrap_or_default();
    let precedes = match before.last() {
        Some(b'{') => behind == Some(&b' '),
        Some(b' ') => last().iter().position(|b| *b == b':').is_some_and(|colon| colon > 0),
        _ => false,
    };
    is_tight && follows && precedes
}

/// Whether the line is one of a YAML file that sets a variable of the environment: `DB_PASSWORD: x`.
pub(super) fn is_environment_line(bytes: &[u8], key: &[u8], (start, end): (usize, usize)) -> bool {
    let is_name = key.contains(&b'_') || key.ends_with(b"PASS");
    let before = |n: usize| start.checked_sub(n).and_then(|at| bytes.get(at));
    is_name
        && before(1) == Some(&b' ')
        && before(2) == Some(&b':')
        && key.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_')
        && matches!(bytes.get(end), None | Some(b'\n' | b'\r'))
        && end - start >= 6
}

/// Whether the key before the sign at `at` is a part of the name of a resource:
/// `arn:aws:secretsmanager:eu-1:1:secret:prod/db`.
pub(super) fn is_of_resource(bytes: &[u8], at: usize, key: &[u8]) -> bool {
    let before = bytes.get(at.saturating_sub(MAX_NAME_BYTES)..at).unwrap_or_default();
    let Some(before) = before.strip_suffix(key) else { return false };
    before.last() == Some(&b':')
        && before
            .rsplit(|b| b.is_ascii_whitespace() || b"\"'`,".contains(b))
            .next()
            .is_some_and(|word| word.windows(4).any(|part| part == b"arn:"))
}

/// The private member of a JSON web key: `"d": "…"`, `"k": "…"`.
#[inline]
pub(super) fn jwk_member(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    if !matches!(key, b"d" | b"k") || bytes.get(at - 1) != Some(&b'"') {
        return None;
    }
    let value = at + 1 + count_while(bytes, at + 1, |b| *b == b' ').min(2);
    let (start, end) = quoted_value(bytes, known, value)?;
    let value = bytes.get(start..end)?;
    let of_base64 = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let is_number = value.len() >= 40 && value.iter().all(of_base64);
    (is_number && has_all_classes(value)).then_some((start, end))
}

/// Whether the key stands below `stringData:` of a manifest of Kubernetes.
pub(super) fn is_of_manifest(bytes: &[u8], key_at: usize) -> bool {
    const DATA: &[u8] = b"stringData:\n";
    let before = bytes.get(key_at.saturating_sub(MAX_VARIABLE_BYTES)..key_at).unwrap_or_default();
    let Some(below) = before.strip_suffix(b"  ") else { return false };
    let begin = below.windows(DATA.len()).rposition(|line| line == DATA);
    let lines = begin.and_then(|begin| below.get(begin + DATA.len()..));
    lines.is_some_and(|lines| {
        lines.split(|b| *b == b'\n').all(|line| line.is_empty() || line.starts_with(b" "))
    })
}

/// Whether the key is that of a header of one's own with a value: `X-Gitlab-Token: x`.
pub(super) fn is_own_header(bytes: &[u8], key: &[u8], (start, end): (usize, usize)) -> bool {
    key.get(..2).is_some_and(|begin| begin.eq_ignore_ascii_case(b"x-"))
        && end - start >= 12
        && bytes.get(start..end).is_some_and(|value| value.iter().all(u8::is_ascii_alphanumeric))
}

/// The password behind the name in `me:x` or `me/x`, the value of `BASIC_AUTH`.
pub(super) fn after_name(bytes: &[u8], key: &[u8], (start, end): (usize, usize)) -> Option<usize> {
    let value = bytes.get(start..end)?;
    let sign = value.iter().position(|b| matches!(b, b':' | b'/'))?;
    let (name, rest) = (value.get(..sign)?, value.get(sign + 1..)?);
    // `REGISTRY_AUTH=secrets/registry.json` names a file.
    let is_path = value.get(sign) == Some(&b'/') && rest.iter().any(|b| matches!(b, b'.' | b'/'));
    let is_auth = key.len() >= 4 && key[key.len() - 4..].eq_ignore_ascii_case(b"auth");
    let is_pair = name.iter().all(|b| b.is_ascii_alphanumeric() || b"_-.@".contains(b))
        && value.len() - sign > 6
        && !is_path
        && !value.windows(2).any(|two| two == b"//" || two == b"::");
    (is_auth && !name.is_empty() && !is_literal(name) && is_pair).then_some(start + sign + 1)
}

/// The value of an option as FreeRDP has it: `xfreerdp /p:x`, whose `:` is at `at`.
pub(super) fn remote_desktop_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    if key != b"p" || !bytes.get(..at)?.ends_with(b" /p") {
        return None;
    }
    let is_program = |part: &[u8]| part == b"rdp" || part == b"RDP";
    command_before(bytes, at).windows(3).any(is_program).then_some(())?;
    let (start, end) = match quoted_value(bytes, known, at + 1) {
        Some(range) => range,
        None => bare_value(bytes, known, at + 1),
    };
    is_secret_argument(bytes.get(start..end)?).then_some((start, end))
}
