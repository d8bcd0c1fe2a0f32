//! Finds secrets by their place among the arguments of a program: `net user me x`, `htpasswd -b FILE me x`.

use super::keys::{bare_value, count_while, is_password, quoted_value};
use super::known_ends::KnownEnds;
use super::options::{command_before, is_secret_argument};
use super::value::{is_code, is_name};

/// How far behind its anchor a secret may stand, in bytes.
const MAX_COMMAND_BYTES: usize = 240;

/// The longest beginning of a setting's name, in bytes.
const MAX_NAME_BYTES: usize = 8;

/// A command whose argument is a secret.
struct ArgumentPlace {
    /// What stands directly before the anchor.
    before: &'static str,
    /// What begins at the anchor.
    anchor: &'static str,
    /// A later word of the command from which arguments are counted; empty for the word of the anchor.
    word: &'static str,
    /// How many arguments later the secret stands. Options are not counted.
    count: usize,
    /// The program that has to stand before, if the words alone say too little.
    program: &'static str,
}

const fn place(
    before: &'static str,
    anchor: &'static str,
    word: &'static str,
    count: usize,
    program: &'static str,
) -> ArgumentPlace {
    ArgumentPlace { before, anchor, word, count, program }
}

const PLACES: [ArgumentPlace; 36] = [
    place("redis", "-cli ", "AUTH", 1, ""),
    place("redis", "-cli ", "auth", 1, ""),
    place("redis", "-cli ", "requirepass", 1, ""),
    place("redis", "-cli ", "masterauth", 1, ""),
    place("valkey", "-cli ", "AUTH", 1, ""),
    place("bitcoin", "-cli ", "walletpassphrase", 1, ""),
    place(" ", "bearer.", "", 1, "config"),
    place("grafana", "-cli ", "reset-admin-password", 1, ""),
    place("ansible", "-vault ", "encrypt_string", 1, ""),
    place("http", "-basic.", "", 2, "config"),
    place("github", "-oauth.", "", 1, "config"),
    place("gitlab", "-token.", "", 1, "config"),
    place("pypi", "-token.", "", 1, "config"),
    place("wifi", "-sec.psk ", "", 1, "nmcli"),
    place(" ", "--encrypt ", "", 1, "qpdf"),
    place(" ", "--encrypt ", "", 2, "qpdf"),
    place("net ", "user ", "", 2, ""),
    place("net.exe ", "user ", "", 2, ""),
    place(" ", "user:password ", "", 2, "drush"),
    place(" ", "user-password ", "", 2, "drush"),
    place("user_", "pw ", "", 1, "pdftk"),
    place("owner_", "pw ", "", 1, "pdftk"),
    place("input_", "pw ", "", 1, "pdftk"),
    place("o", "bscure ", "", 1, "rclone"),
    place("insecure-", "password ", "", 1, "user"),
    place(" ", "-passwd ", "", 2, "dscl"),
    place("add_", "user ", "", 2, "rabbitmqctl"),
    place("change_", "password ", "", 2, "rabbitmqctl"),
    place("wpa_", "passphrase ", "", 2, ""),
    place(" ", "using ", "", 1, "db2"),
    place("\"", "using ", "", 1, "db2"),
    place("snmp", "-server ", "community", 1, ""),
    place("radius", "-server ", "key", 1, ""),
    place("openssl ", "passwd ", "", 1, ""),
    place("", "bw ", "unlock", 1, ""),
    place("", "bw ", "login", 2, ""),
];

/// The secret whose place the words around the anchor at `at` say.
pub(super) fn placed_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    // Most anchors begin otherwise.
    if !matches!(
        rest,
        [b'-', b'c', b'l', ..]
            | [b'-', b'v', b'a', ..]
            | [b'-', b'b', b'a', ..]
            | [b'-', b'o', b'a', ..]
            | [b'-', b't', b'o', ..]
            | [b'-', b's', b'e', ..]
            | [b'-', b'-', b'e', ..]
            | [b'u', b's', b'e' | b'i', ..]
            | [b'p', b'a', b's', ..]
            | [b'p', b'w', b' ', ..]
            | [b'b', b's', b'c', ..]
            | [b'b', b'e', b'a', b'r', b'e', b'r', b'.', ..]
            | [b'-', b'p', b'a', ..]
            | [b'b', b'w', b' ', ..]
    ) {
        return htpasswd(bytes, known, at);
    }
    let before = bytes.get(..at)?;
    let begin = rest.first_chunk::<2>();
    let mut places = PLACES.iter().filter(|place| {
        place.anchor.as_bytes().first_chunk() == begin
            && rest.starts_with(place.anchor.as_bytes())
            && before.ends_with(place.before.as_bytes())
    });
    let at_place = places.find_map(|place| {
        let is_of_program = place.program.is_empty() || has_word(bytes, at, place.program);
        let from = word_end(bytes, at, place.word).filter(|_| is_of_program)?;
        let (start, end) = argument_at(bytes, known, from, place.count)?;
        // `AUTH me x`; also where `x` was replaced before.
        let is_user = place.word.eq_ignore_ascii_case("auth") && names_user(bytes, known, end);
        let (start, end) = if is_user { argument_at(bytes, known, from, 2)? } else { (start, end) };
        // In a sentence about the command a word follows.
        let is_word = || bytes.get(start..end).is_none_or(|text| is_name(text) || text.len() < 6);
        let is_command = !place.program.is_empty()
            || begins_command(bytes, at - place.before.trim_start().len());
        let is_particle = end - start < 3 && is_word();
        (is_command && !is_particle || !is_word()).then_some((start, end))
    });
    at_place.or_else(|| share_password(bytes, known, at)).or_else(|| ftp_password(bytes, known, at))
}

/// Whether a command begins at `at`: nothing but a prompt, a word of the shell, options or settings stands before it in its
/// line, or a command that runs others.
fn begins_command(bytes: &[u8], at: usize) -> bool {
    let before = command_before(bytes, at);
    let text = before.rsplit(|b| b"\"'".contains(b)).next().unwrap_or_default();
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let runs_others = |word: &[u8]| {
        matches!(word, b"ssh" | b"docker" | b"podman" | b"kubectl" | b"sudo" | b"doas")
    };
    words.clone().next().is_some_and(runs_others)
        || words.all(|word| {
            let is_setting = word.contains(&b'=') || word.starts_with(b"-");
            let is_prompt = word.iter().all(|b| b"$#>%+".contains(b)) || word.ends_with(b"#");
            is_setting
                || is_prompt
                || matches!(word, b"exec" | b"time" | b"env" | b"RUN" | b"do" | b"then" | b"else")
        })
}

/// Whether one more word follows the one that ends at `at`, and then the command ends.
fn names_user(bytes: &[u8], known: &mut KnownEnds, at: usize) -> bool {
    let is_blank = bytes.get(at) == Some(&b' ') && !ends_command(bytes, at);
    let second = quoted_value(bytes, known, at + 1);
    let (_, end) = second.unwrap_or_else(|| bare_value(bytes, known, at + 1));
    is_blank && ends_command(bytes, end + usize::from(bytes.get(end) == Some(&b']')))
}

/// Whether the command ends at `at`, behind the quote of its last word.
fn ends_command(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let blanks = rest.iter().take_while(|b| matches!(b, b'"' | b'\'' | b'`' | b' ')).count();
    rest.get(blanks).is_none_or(|b| b"\r\n;|&)\\".contains(b))
}

/// The password of the line `user me x` that is given to `ftp`.
fn ftp_password(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    bytes.get(at..)?.strip_prefix(b"user ")?;
    let before = bytes.get(at.saturating_sub(MAX_COMMAND_BYTES)..at)?;
    let has = |word: &[u8]| before.windows(word.len()).any(|part| part == word);
    let is_given = before.ends_with(b"\n") && (has(b"ftp ") || has(b"ftp."));
    let (start, end) = is_given.then(|| argument_at(bytes, known, at, 2)).flatten()?;
    bytes.get(end).is_none_or(u8::is_ascii_whitespace).then_some((start, end))
}

/// The password of `net use \\host\share x`, behind the name of the share.
fn share_password(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"use ").filter(|_| {
        let before = &bytes[..at];
        before.ends_with(b"net ") || before.ends_with(b"net.exe ")
    })?;
    let share = rest.iter().take(MAX_COMMAND_BYTES).position(|b| *b == b'\\')?;
    argument_at(bytes, known, at + 4 + share, 1)
}

/// The password of `htpasswd -b FILE USER x`, `htpasswd -nb USER x` and `mkpasswd -m METHOD x`.
fn htpasswd(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    bytes.get(at.checked_sub(1)?).filter(|b| **b == b' ')?;
    let letters = bytes.get(at..)?.strip_prefix(b"-")?;
    let letters = letters.get(..letters.iter().take(5).position(|b| *b == b' ')?)?;
    if letters == b"m" && has_word(bytes, at, "mkpasswd") {
        return argument_at(bytes, known, at, 2);
    }
    if !letters.contains(&b'b') || !has_word(bytes, at, "htpasswd") {
        return None;
    }
    let count = if letters.contains(&b'n') { 2 } else { 3 };
    argument_at(bytes, known, at, count)
}

/// Programs of Windows whose option `/p` takes the password of the user that `/u` names.
const SLASH_P_OF_USER: [&str; 4] = ["schtasks", "tasklist", "taskkill", "systeminfo"];

/// The password behind the blank at `at` and an option of Windows, or the name of a share:
/// `signtool /p x`, `schtasks /rp x`, `smbclient //host/share x`.
pub(super) fn slash_argument(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let is_of = |programs: &[&str]| programs.iter().any(|program| has_word(bytes, at, program));
    let is_secret = match bytes.get(at + 1..)? {
        [b'/', b'p', b' ', ..] => {
            is_of(&["signtool"]) || is_of(&SLASH_P_OF_USER) && is_of(&["u", "U"])
        }
        [b'/', b'r', b'p', b' ', ..] => is_of(&["schtasks"]),
        [b'/', b'/', next, ..] if *next != b' ' => {
            bytes.get(..at).is_some_and(|before| before.ends_with(b"smbclient"))
        }
        _ => false,
    };
    let option = at + 1 + count_while(bytes, at + 1, |b| !b.is_ascii_whitespace());
    bytes.get(option).filter(|b| **b == b' ' && is_secret)?;
    let (start, end) = match quoted_value(bytes, known, option + 1) {
        Some(range) => range,
        None => bare_value(bytes, known, option + 1),
    };
    is_secret_argument(bytes.get(start..end)?).then_some((start, end))
}

/// The key of a wireless network in a file of settings, behind the `-` at `at`: `wpa-psk x`.
pub(super) fn key_of_network(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    bytes.get(at..)?.strip_prefix(b"-psk ")?;
    let (start, end) = argument_at(bytes, known, at, 1)?;
    let is_made = is_password(bytes.get(start..end)?) && !is_name(bytes.get(start..end)?);
    (is_made && bytes.get(..at)?.ends_with(b"wpa")).then_some((start, end))
}

/// The value behind a word of a settings file, whose last letters are at `at`: `requirepass x`.
pub(super) fn setting_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let back = bytes.get(at.saturating_sub(MAX_NAME_BYTES)..at)?;
    let name = back.rsplit(|b| !b.is_ascii_alphanumeric()).next()?;
    let (end, is_certain) = match (name, bytes.get(at..)?) {
        (b"bind" | b"root", [b'p', b'w', b' ', ..]) => (at + 2, true),
        (b"require", [b'p', b'a', b's', b's', b' ', ..]) => (at + 4, true),
        (_, rest) if rest.starts_with(b"PassPhrase ") => (at + 10, false),
        // `auth_pass x`, `smtp_pass x`; `second_pass finished` says something else.
        (b"", [b'p', b'a', b's', b's', b' ', ..])
            if back.ends_with(b"_") && !names_no_password(bytes, at) =>
        {
            (at + 4, back.ends_with(b"auth_"))
        }
        _ => return None,
    };
    let (start, end) = argument_at(bytes, known, end - 1, 1)?;
    let ends = bytes.get(end).is_none_or(|b| matches!(b, b'\n' | b'\r' | b'"' | b'\''));
    let value = bytes.get(start..end)?;
    let is_secret = is_certain || value.len() >= 6 && !is_name(value) && !is_code(value);
    (ends && value.len() >= 4 && is_secret).then_some((start, end))
}

/// Whether the name that ends with the `pass` at `at` is a test's or an address's: `proxy_pass http://app`.
fn names_no_password(bytes: &[u8], at: usize) -> bool {
    const ADDRESSES: [&[u8]; 7] =
        [b"proxy_", b"fastcgi_", b"uwsgi_", b"scgi_", b"grpc_", b"memcached_", b"all_"];
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let before = bytes.get(at.saturating_sub(64)..at).unwrap_or_default();
    let name = before.rsplit(|b| !of_name(b)).next().unwrap_or_default();
    ADDRESSES.contains(&name) || name.starts_with(b"test_")
}

/// What a workflow asks to hide: `::add-mask::x`, whose last `:` is at `at`.
pub(super) fn masked_value(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    bytes.get(..at)?.strip_suffix(b"k:")?.strip_suffix(b"::add-mas")?;
    let len = count_while(bytes, at + 1, |b| !b"\n\r\"'".contains(b));
    is_secret_argument(bytes.get(at + 1..at + 1 + len)?).then_some((at + 1, at + 1 + len))
}

/// The password that a shell of Redis is given behind its prompt, whose `:` is at `at`: `127.0.0.1:6379> AUTH x`.
pub(super) fn redis_prompt(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let digits = count_while(bytes, at + 1, u8::is_ascii_digit);
    let command = at + 1 + digits + 2;
    bytes.get(at + 1 + digits..command).filter(|sign| digits >= 4 && *sign == b"> ")?;
    let name = bytes.get(command..command + 5)?;
    name.eq_ignore_ascii_case(b"auth ").then_some(())?;
    // `AUTH me x`
    argument_at(bytes, known, command, 2)
        .filter(|(start, _)| !bytes[command..*start].contains(&b'\n'))
        .or_else(|| argument_at(bytes, known, command, 1))
}

/// The password that a rule of Redis adds, whose `>` is at `at`: `ACL SETUSER me on >x`.
pub(super) fn redis_rule(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    // Most signs end a tag or an arrow.
    at.checked_sub(1).and_then(|at| bytes.get(at)).filter(|b| b" \"'\\".contains(b))?;
    let command = command_before(bytes, at);
    // `user me on >x` in a file of rules.
    let is_rule = command.windows(9).any(|part| part.eq_ignore_ascii_case(b" SETUSER "))
        || command.strip_prefix(b"user ").is_some_and(has_rule);
    is_rule.then_some(())?;
    let (start, end) = bare_value(bytes, known, at + 1);
    let value = bytes.get(start..end)?;
    (value.len() >= 4 && is_secret_argument(value)).then_some((start, end))
}

/// Whether another rule of Redis stands behind a user's name: `me on`, `me reset ~*`.
fn has_rule(user: &[u8]) -> bool {
    const RULES: [&[u8]; 9] = [
        b"on",
        b"off",
        b"nopass",
        b"reset",
        b"resetpass",
        b"resetkeys",
        b"allkeys",
        b"allcommands",
        b"sanitize-payload",
    ];
    let rules = user.split(|b| *b == b' ').skip(1);
    let is_pattern = |word: &[u8]| matches!(word, [b'~' | b'&' | b'+' | b'%', next, ..] if b"@*|".contains(next) || next.is_ascii_alphabetic());
    rules.into_iter().any(|word| RULES.contains(&word) || is_pattern(word))
}

/// The secret key of `mc alias set NAME URL ACCESS SECRET`, whose URL has its `://` at `at`.
pub(super) fn object_store_key(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let before =
        bytes.get(..at).filter(|before| before.ends_with(b"http") || before.ends_with(b"https"))?;
    let before = before.get(before.len().saturating_sub(64)..)?;
    let has = |words: &[u8]| before.windows(words.len()).any(|part| part == words);
    (has(b" alias set ") || has(b" config host add "))
        .then(|| argument_at(bytes, known, at, 2))
        .flatten()
}

/// Whether the word is among those of the command before `at`.
fn has_word(bytes: &[u8], at: usize, word: &str) -> bool {
    let mut words =
        command_before(bytes, at).split(|b| b.is_ascii_whitespace() || b"\"'/".contains(b));
    words.any(|one| one.strip_suffix(b".exe").unwrap_or(one) == word.as_bytes())
}

/// The end of the first word of this name behind `at`, in the same command; of the word at `at`, where
/// the name is empty.
fn word_end(bytes: &[u8], at: usize, name: &str) -> Option<usize> {
    let of_word = |b: &u8| !b.is_ascii_whitespace();
    let mut end = at + count_while(bytes, at, of_word);
    while !name.is_empty() {
        bytes.get(end).filter(|b| **b == b' ' && end - at < MAX_COMMAND_BYTES)?;
        let start = end + 1;
        end = start + count_while(bytes, start, of_word);
        if bytes.get(start..end) == Some(name.as_bytes()) {
            break;
        }
    }
    Some(end)
}

/// The argument that stands `count` words behind the one at `at`. Words with `-` or `/` before them are
/// options.
fn argument_at(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    count: usize,
) -> Option<(usize, usize)> {
    let (mut end, mut n) = (at + count_while(bytes, at, |b| !b.is_ascii_whitespace()), 0);
    loop {
        let blanks = count_while(bytes, end, |b| *b == b' ');
        if blanks == 0 || end - at > MAX_COMMAND_BYTES {
            return None;
        }
        let start = end + blanks;
        let (from, to) = match quoted_value(bytes, known, start) {
            Some((from, to)) => (from, to),
            None => bare_value(bytes, known, start),
        };
        let is_option = matches!(bytes.get(start), Some(b'-'))
            || matches!(bytes.get(start..start + 2), Some([b'/', next]) if next.is_ascii_alphabetic())
                && !bytes.get(start + 1..to)?.contains(&b'/');
        n += usize::from(!is_option);
        if n == count && !is_option {
            let value = bytes.get(from..to)?;
            return is_secret_argument(value).then_some((from, to));
        }
        end = to + count_while(bytes, to, |b| !b.is_ascii_whitespace());
        if end == start || bytes.get(to..end)?.iter().any(|b| b"|;&".contains(b)) {
            return None;
        }
    }
}
