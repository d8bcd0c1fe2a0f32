//! Where an assignment is data and not code: an argument of a program, a line of a settings file.

use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, count_while, is_password, quoted_value};
use super::known_ends::KnownEnds;
use super::options::{argument, command_before, is_secret_argument};
use super::value::{is_code, is_name, is_path, is_random_word};
use fusebox_scan::BytePositions;

/// How far before a key its option may begin, in bytes.
const MAX_OPTION_BYTES: usize = 40;
/// Programs that search for the text of an assignment.
const SEARCHES: [&[u8]; 8] = [b"grep", b"rg", b"ag", b"ack", b"sed", b"awk", b"find", b"perl"];

/// Whether `key=value` is the argument of an option (`-e token=x`, `--build-arg token=x`), the part
/// of a URL, or, of a password, a word or a line of its own.
pub(super) fn is_data(
    bytes: &[u8],
    key_at: usize,
    kind: SecretKind,
    (start, end): (usize, usize),
) -> bool {
    let before = bytes.get(key_at.saturating_sub(MAX_OPTION_BYTES)..key_at).unwrap_or_default();
    let is_argument = match before.last() {
        Some(b'?' | b'&' | b'#') => return true,
        Some(b' ' | b'"' | b'\'' | b'=' | b'\n' | b'\t' | b':' | b'{' | b'>') => {
            follows_option(before)
        }
        Some(b'n') if before.ends_with(b"\\n") => true,
        None => false,
        Some(_) => return false,
    };
    let is_own_word = || {
        let value = bytes.get(start..end).unwrap_or_default();
        let ends = bytes.get(end).is_none_or(|b| b.is_ascii_whitespace() || b"\"'`".contains(b));
        let line = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
        let is_indented = !line.is_empty() && line.iter().all(u8::is_ascii_whitespace);
        let is_of_tag = line.contains(&b'<');
        kind == SecretKind::Password
            && value.len() >= 6
            && ends
            && !is_indented
            && !is_of_tag
            && !is_code(value)
    };
    // `echo password=x;`, `printf 'username=me\npassword=x\n'`
    let is_printed = || {
        let value = bytes.get(start..end).unwrap_or_default();
        kind == SecretKind::Password
            && value.len() >= 6
            && before.ends_with(b"echo ")
            && !is_code(value)
    };
    (is_argument || is_own_word() || is_printed()) && !is_searched(bytes, key_at)
}

/// Whether the text ends with an option and the sign or blank behind it.
fn follows_option(before: &[u8]) -> bool {
    let quote = before.last().is_some_and(|b| matches!(b, b'"' | b'\''));
    let before = if quote { before.get(..before.len() - 1).unwrap_or_default() } else { before };
    let Some((b' ' | b'=' | b':', before)) = before.split_last() else { return false };
    let word = before.rsplit(|b| b.is_ascii_whitespace() || b"\"'([".contains(b)).next();
    word.is_some_and(|word| match word {
        [b'-', b'-', next, ..] | [b'-', next, ..] => {
            next.is_ascii_alphabetic() && !word.contains(&b'=')
        }
        [b'/', name] => name.is_ascii_alphabetic(),
        _ => false,
    })
}

pub(super) fn is_searched(bytes: &[u8], at: usize) -> bool {
    let words = command_before(bytes, at).split(|b| b.is_ascii_whitespace() || *b == b'/');
    words.into_iter().any(|word| SEARCHES.contains(&word))
}

/// Commands that store whatever is assigned in their arguments.
const STORES: [&[u8]; 4] = [b"vault kv put ", b"vault write ", b"secrets set ", b"secret set "];

/// The value of any key that a command for secrets is given: `vault kv put secret/shop api=x`.
pub(super) fn stored_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key_at: usize,
) -> Option<(usize, usize)> {
    let is_argument = at > key_at && key_at > 0 && bytes.get(key_at - 1) == Some(&b' ');
    if !is_argument || bytes.get(at) != Some(&b'=') || bytes.get(at + 1) == Some(&b' ') {
        return None;
    }
    if !known.has_store(|| has_store(bytes)) {
        return None;
    }
    let command = command_before(bytes, key_at);
    STORES.iter().find(|store| command.windows(store.len()).any(|part| part == **store))?;
    let (start, end) = word(bytes, known, at + 1)?;
    is_secret_argument(bytes.get(start..end)?).then_some((start, end))
}

/// Whether the text may contain one of these commands. Nearly no text does.
fn has_store(bytes: &[u8]) -> bool {
    let begins =
        |byte, behind| (byte == b'v') & (behind == b'a') | (byte == b's') & (behind == b'e');
    let mut begins = BytePositions::of(bytes, begins);
    let mut next = begins.next_from(0);
    while let Some(at) = next {
        let word = bytes.get(at..).unwrap_or_default();
        if word.starts_with(b"vault ") || word.starts_with(b"secret") {
            return true;
        }
        next = begins.next_from(at + 1);
    }
    false
}

/// Words before a name and its value, both as arguments.
const SETTERS: [&[u8]; 12] = [
    b"setx",
    b"setenv",
    b"ENV",
    b"-x",
    b"-gx",
    b"-Ux",
    b"config",
    b"set",
    b"put",
    b"nmcli",
    b"mysqladmin",
    b"user-secrets",
];

/// The value that follows the name around `at` as the next argument: `setx API_KEY x`,
/// `git config user.password x`, `set -gx TOKEN x`.
pub(super) fn named_argument(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let is_name = matches!(bytes.get(at..at + 2), Some([b'_', b'P' | b'T' | b'K' | b'S']))
        || bytes.get(at..at + 4).is_some_and(|begin| begin.eq_ignore_ascii_case(b"pass"));
    if !is_name {
        return None;
    }
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"_.:/-".contains(b);
    let len = bytes.get(at..)?.iter().take(MAX_OPTION_BYTES + 1).take_while(|b| of_name(b)).count();
    let end = at + len;
    if len > MAX_OPTION_BYTES {
        return None;
    }
    let is_quoted = matches!(bytes.get(end), Some(b'"' | b'\''));
    let back = bytes.get(at.saturating_sub(MAX_OPTION_BYTES)..at)?;
    let start = at - back.iter().rev().take_while(|b| of_name(b)).count();
    let behind = bytes.get(end + usize::from(is_quoted)..)?;
    if let Some(sign) = SIGNS.iter().find(|sign| behind.starts_with(sign)).filter(|_| !is_quoted) {
        return told_value(bytes, known, (start, end), end + sign.len());
    }
    let blank = match behind {
        [b' ', ..] => end,
        [b',', b' ', ..] if is_quoted => end + 1,
        _ => return None,
    };
    let kind = secret_kind(bytes.get(start..end)?)?;
    let sets = if blank > end {
        is_call(bytes.get(..start)?)
    } else {
        let command = command_before(bytes, start);
        let mut words = command.split(|b| b.is_ascii_whitespace() || b"\"'(:".contains(b));
        words.any(|word| SETTERS.contains(&word))
    };
    let (start, end) = argument(bytes, known, blank + usize::from(is_quoted))
        .or_else(|| word(bytes, known, blank + 2))?;
    let value = bytes.get(start..end)?;
    // `define('DB_PASSWORD', getenv('X'))`
    let is_call = value.ends_with(b"(");
    let is_long =
        value.len() >= 6 && !is_call && (kind != SecretKind::Perhaps || is_random_word(value));
    (sets && is_long && is_secret_argument(value)).then_some((start, end))
}

/// Signs between a name in capitals and its value where people write them down.
const SIGNS: [&[u8]; 7] =
    [b" -> ", b" | ", b" || ", b" ?? ", b" to ", b" was set to ", b" is set to "];

/// The value of a name in capitals that is written down: `DB_PASSWORD -> x`, `API_KEY || "x"`.
fn told_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    (start, end): (usize, usize),
    at: usize,
) -> Option<(usize, usize)> {
    let name = bytes.get(start..end)?.rsplit(|b| *b == b'.').next()?;
    let is_capital = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_';
    if !name.iter().all(is_capital) || secret_kind(name)? == SecretKind::Perhaps {
        return None;
    }
    let quoted = quoted_value(bytes, known, at);
    let (start, end) = quoted.unwrap_or_else(|| bare_value(bytes, known, at));
    let value = bytes.get(start..end)?;
    let is_secret = if quoted.is_some() {
        value.len() >= 6 && is_secret_argument(value) && !value.contains(&b' ')
    } else {
        is_password(value) && !is_name(value)
    };
    is_secret.then_some((start, end))
}

/// Calls that are given a name and its value, or the value that holds where nothing else is set.
const CALLS: [&[u8]; 15] = [
    b"SetEnvironmentVariable",
    b"Setenv",
    b"setenv",
    b"putenv",
    b"set_var",
    b"setdefault",
    b"setProperty",
    b"define",
    b"env",
    b"getenv",
    b"getEnv",
    b"fetch",
    b"setHeader",
    b"header",
    b"set",
];

/// Whether the text ends with such a call and the quote of its first argument.
fn is_call(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")) else {
        return false;
    };
    let before = before.strip_suffix(b" ").unwrap_or(before);
    let Some(before) = before.strip_suffix(b"(") else { return false };
    let name = before.rsplit(|b| !b.is_ascii_alphanumeric() && *b != b'_').next();
    name.is_some_and(|name| CALLS.contains(&name))
}

/// Programs that read a secret from their input.
const READERS: [&[u8]; 26] = [
    b"smbpasswd",
    b"docker",
    b"podman",
    b"nerdctl",
    b"buildah",
    b"skopeo",
    b"oras",
    b"crane",
    b"helm",
    b"gh",
    b"glab",
    b"passwd",
    b"su",
    b"sudo",
    b"wrangler",
    b"cryptsetup",
    b"kinit",
    b"vncpasswd",
    b"cifscreds",
    b"openconnect",
    b"sshfs",
    b"openssl",
    b"gpg",
    b"vercel",
    b"hcloud",
    b"keepassxc-cli",
];

/// What is printed into a program that reads a secret: `echo x | docker login --password-stdin`.
/// The `|` is at `at`.
pub(super) fn piped_secret(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let reader = bytes.get(at + 1..)?.strip_prefix(b" ")?;
    let reader = reader.get(..reader.len().min(MAX_READER_BYTES))?;
    let reader = reader.split(|b| b"|;&\n`".contains(b)).next()?;
    if reader.starts_with(b"ConvertTo-SecureString") {
        return text_before(bytes, at);
    }
    if !reads_secret(reader) {
        return None;
    }
    let mut command = command_before(bytes, at);
    // The escapes of `printf 'x\n' | passwd` end no line.
    if command.trim_ascii() == b"'" || command.trim_ascii() == b"\"" {
        let line = bytes.get(at.saturating_sub(MAX_READER_BYTES)..at)?;
        let printer = line.windows(7).rposition(|part| part == b"printf ")?;
        command = line.get(printer..)?;
    }
    let begin = at - command.len();
    let blanks = count_while(bytes, begin, |b| b" >$+".contains(b));
    let printed = bytes.get(begin + blanks..at)?;
    // Also behind other words: `time echo x | …`, `RUN echo x | …`, `sh -c 'echo x | …'`, `ssh HOST echo x \| …`.
    let mut words = printed.split(|b| b" '\"(".contains(b));
    let is_printer = words.any(|word| word == b"echo" || word == b"printf");
    let printed = printed.strip_suffix(b"\\").unwrap_or(printed);
    let printed = printed.strip_suffix(b" ").unwrap_or(printed);
    let text = printed.iter().rposition(|b| *b == b' ')? + 1;
    input(bytes, begin + blanks + text, begin + blanks + printed.len(), reader)
        .filter(|_| is_printer)
}

/// The quoted text that ends at the blank before `at`.
fn text_before(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(MAX_READER_BYTES)..at)?;
    let before = before.strip_suffix(b" ").unwrap_or(before);
    let (quote, text) = before.split_last().filter(|(b, _)| matches!(b, b'"' | b'\''))?;
    let len = text.iter().rev().position(|b| b == quote || *b == b'\n')?;
    let value = text.get(text.len() - len..)?;
    let end = at - (bytes.get(..at)?.len() - bytes.get(..at)?.trim_ascii_end().len()) - 1;
    (len >= 4 && is_secret_argument(value)).then_some((end - len, end))
}

/// The longest here-document of secrets, in bytes.
const MAX_DOCUMENT_BYTES: usize = 1024;

/// The here-document that is given to a program which reads secrets. Its `<<` is at `at`.
pub(super) fn here_document(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"<<")?;
    let line = rest.iter().take(MAX_READER_BYTES).position(|b| *b == b'\n')?;
    let word = rest.get(..line)?.trim_ascii_start();
    let word = word.strip_prefix(b"-").unwrap_or(word);
    let word = word.split(|b| b.is_ascii_whitespace()).next()?;
    let word = word.get(usize::from(matches!(word.first(), Some(b'"' | b'\'')))..)?;
    let word = word.strip_suffix(b"\"").or_else(|| word.strip_suffix(b"'")).unwrap_or(word);
    let is_word = !word.is_empty() && word.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let command = command_before(bytes, at);
    let reader = command.get(command.iter().take_while(|b| b" >$+".contains(b)).count()..)?;
    // `cat <<EOF | chpasswd`
    let is_piped = || {
        let readers = rest.get(..line).unwrap_or_default().split(|b| *b == b'|').skip(1);
        readers.map(<[u8]>::trim_ascii_start).any(reads_secret)
    };
    let is_read = reads_secret(reader) || is_piped();
    let is_file = || is_written_to_secret(reader, rest.get(..line).unwrap_or_default());
    if !is_word || !is_read && !is_file() {
        return None;
    }
    let start = at + 2 + line + 1;
    let mut end = start;
    for line in bytes.get(start..)?.split(|b| *b == b'\n') {
        if line.trim_ascii() == word || end - start > MAX_DOCUMENT_BYTES {
            break;
        }
        end += line.len() + 1;
    }
    let body = bytes.get(start..(end - 1).min(bytes.len()))?;
    // A file of secrets has them alone, or behind the name of a user.
    let is_of_words = body.split(|b| *b == b'\n').count() <= 3
        && body.rsplit(|b| *b == b'\n').next().is_some_and(|line| line.len() >= 6)
        && !body.iter().any(|b| matches!(b, b' ' | b'=' | b'{' | b'<'));
    if !is_read && (!is_of_words || is_plain(body)) {
        return None;
    }
    is_secret_argument(body).then_some((start, start + body.len()))
}

/// Whether the text of a file ends with a path, or is made of words; two of them may be a user and a password.
fn is_plain(body: &[u8]) -> bool {
    let lines = || body.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    let is_word = |line: &[u8]| {
        line.iter().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'_')) && is_name(line)
    };
    lines().next_back().is_some_and(is_path) || lines().count() != 2 && lines().all(is_word)
}

/// Whether a command writes into a file whose name says that it holds a secret: `cat > .vault-token <<EOF`.
fn is_written_to_secret(before: &[u8], behind: &[u8]) -> bool {
    let file = |text: &[u8]| {
        let name = text.iter().rposition(|b| *b == b'>').and_then(|at| text.get(at + 1..))?;
        let name = name.trim_ascii_start().split(|b| *b == b' ').next()?;
        Some(crate::printed_secret::holds_secret(std::str::from_utf8(name).ok()?))
    };
    file(before).or_else(|| file(behind)) == Some(true)
}

/// What a here-string gives to a program that reads a secret: `chpasswd <<< me:x`. Its `<<<` is at
/// `at`.
pub(super) fn here_string(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"<<<")?;
    let word_at = rest.strip_prefix(b" ").unwrap_or(rest);
    // `$'x\n'` is a word with escapes.
    let word_at =
        word_at.strip_prefix(b"$").filter(|word| word.starts_with(b"'")).unwrap_or(word_at);
    let blank = rest.len() - word_at.len();
    let command = command_before(bytes, at);
    let reader = command.get(command.iter().take_while(|b| b" >$+".contains(b)).count()..)?;
    let (start, end) = word(bytes, known, at + 3 + blank)?;
    input(bytes, start, end, reader).filter(|_| reads_secret(reader))
}

/// The longest command that is looked at behind a pipe, in bytes.
const MAX_READER_BYTES: usize = 120;

fn reads_secret(command: &[u8]) -> bool {
    // The command may be a text of JSON.
    let text = command.windows(3).rposition(|sign| sign == b"\":\"");
    let command = command.get(text.map_or(0, |at| at + 3)..).unwrap_or_default();
    // Or quoted in a report: `fusebox report blocked 'pass insert x <<< y'`.
    let quoted = command.iter().rposition(|b| matches!(b, b'"' | b'\''));
    let first = command.split(|b| *b == b' ').next().unwrap_or_default();
    let is_open = |at: &usize| {
        let quotes = command.iter().filter(|b| **b == command[*at]).count();
        !READERS.contains(&first) && quotes % 2 == 1 && at + 1 < command.len()
    };
    let begin = quoted.filter(is_open).map_or(0, |at| at + 1);
    let command = command.get(begin..).unwrap_or_default();
    let has = |part: &[u8]| command.windows(part.len()).any(|text| text == part);
    let mut words =
        command.split(|b| *b == b' ').filter(|word| *word != b"sudo" || has(b"sudo -S"));
    let program = words.next().unwrap_or_default();
    reads_pairs(command)
        || READERS.contains(&program)
            && (has(b"--password-stdin")
                || has(b"--passwd-on-stdin")
                || program == b"hcloud" && has(b"context create")
                || has(b"secret set")
                || has(b"secret put")
                || has(b"secret create")
                || has(b"auth login")
                || has(b"password_stdin")
                || has(b"-pass stdin")
                || has(b"--passphrase-fd 0")
                || has(b"env add")
                || matches!(
                    program,
                    b"cryptsetup"
                        | b"su"
                        | b"kinit"
                        | b"smbpasswd"
                        | b"passwd"
                        | b"vncpasswd"
                        | b"cifscreds"
                        | b"keepassxc-cli"
                )
                || has(b"sudo -S"))
        || stores_secret(command)
}

/// Whether a command stores a secret that it reads: `gcloud secrets create x --data-file=-`, `pass insert x`.
fn stores_secret(command: &[u8]) -> bool {
    const VERBS: [&[u8]; 6] = [b"add", b"create", b"insert", b"put", b"set", b"store"];
    const STORES: [&[u8]; 6] =
        [b"pass", b"gopass", b"secret-tool", b"keyring", b"secret", b"secrets"];
    let mut words = command.split(|b| *b == b' ').take(6);
    words.any(|word| STORES.contains(&word)) && words.any(|word| VERBS.contains(&word))
}

/// Whether a command reads pairs of a user's name and a password, here or on another machine: `ssh HOST chpasswd`.
fn reads_pairs(command: &[u8]) -> bool {
    command.split(u8::is_ascii_whitespace).any(|word| word == b"chpasswd")
}

/// The secret part of what a program is given: without quotes, and without the user's name.
fn input(bytes: &[u8], start: usize, end: usize, reader: &[u8]) -> Option<(usize, usize)> {
    let is_quote = |b: Option<&u8>| matches!(b, Some(b'"' | b'\''));
    let start = start + usize::from(is_quote(bytes.get(start)));
    let end = end - usize::from(is_quote(bytes.get(end - 1)));
    let text = bytes.get(start..end)?;
    let user = text.iter().position(|b| *b == b':').filter(|_| reads_pairs(reader));
    let start = start + user.map_or(0, |colon| colon + 1);
    let value = bytes.get(start..end)?;
    (value.len() >= 4 && is_secret_argument(value)).then_some((start, end))
}

/// A word, with or without quotes.
fn word(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let range = match quoted_value(bytes, known, at) {
        Some(range) => range,
        None => bare_value(bytes, known, at),
    };
    (range.0 < range.1).then_some(range)
}

/// Whether the key at `key_at` is an option as Windows has them, with its value glued: `/pass:x`.
pub(super) fn is_windows_option(bytes: &[u8], key_at: usize, value: usize) -> bool {
    let before = bytes.get(key_at.saturating_sub(2)..key_at).unwrap_or_default();
    before == b" /" && value.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b':')
}
