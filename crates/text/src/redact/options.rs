//! Finds the secrets among the arguments of programs: `--password x`, `curl -u me:x`, `mysql -px`.

use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, count_while, joined_end, quoted_value};
use super::known_ends::KnownEnds;
use super::made_words::{is_made_word, is_surely_made};
use super::value::{ends_with_digest, is_digest, is_path, is_random_word, is_reference};
use super::whole_words::reads_as_password;

/// The longest name of an option, in bytes. A longer one is a token itself.
const MAX_OPTION_BYTES: usize = 24;
/// How far before its option a program may stand, in bytes.
const MAX_COMMAND_BYTES: usize = 200;

/// The most white space between two items of a list, in bytes.
const MAX_INDENT_BYTES: usize = 64;

/// Where the secret is in the value of an option.
#[derive(Clone, Copy, PartialEq)]
enum Position {
    /// The whole value, in the same word or the next.
    Whole,
    /// The whole value, in the same word only.
    Glued,
    /// The whole value, in the next word only.
    Next,
    /// Behind this sign.
    After(u8),
}

/// An option whose value is or holds a secret; the words that have to stand before it.
struct SecretOption(&'static str, Position, &'static [&'static str]);

const SECRET_OPTIONS: [SecretOption; 45] = [
    SecretOption("s", Position::Whole, &["ldappasswd", "slappasswd"]),
    SecretOption("c", Position::Whole, &["snmpwalk", "snmpget", "snmpset", "snmptrap"]),
    SecretOption("hmac", Position::Whole, &["openssl"]),
    SecretOption("macopt", Position::After(b':'), &["openssl"]),
    SecretOption("b", Position::Whole, &["oathtool"]),
    SecretOption("-totp", Position::Whole, &["oathtool"]),
    SecretOption("-hotp", Position::Whole, &["oathtool"]),
    SecretOption("-key", Position::Whole, &["hex.user"]),
    SecretOption("b", Position::Whole, &["secret"]),
    SecretOption("-body", Position::Whole, &["secret"]),
    SecretOption("-from-literal", Position::After(b'='), &["secret"]),
    SecretOption("-secret-string", Position::Whole, &["secretsmanager"]),
    SecretOption("-value", Position::Whole, &["keyvault", "put-parameter", "secret:create"]),
    SecretOption("b", Position::After(b'='), &["curl"]),
    SecretOption("-cookie", Position::After(b'='), &["curl"]),
    SecretOption("u", Position::After(b':'), &["curl", "http", "https", "xh", "lftp", "influx"]),
    SecretOption("u", Position::After(b','), &["lftp"]),
    SecretOption("U", Position::After(b':'), &["curl"]),
    SecretOption("-user", Position::After(b':'), &["curl", "etcdctl"]),
    SecretOption("-basic-auth", Position::After(b':'), &["ngrok"]),
    SecretOption("-pass", Position::Whole, &["curl"]),
    SecretOption("-plaintext", Position::Whole, &["caddy", "rootpw"]),
    SecretOption("-proxy-user", Position::After(b':'), &["curl"]),
    SecretOption("a", Position::After(b':'), &["http", "https", "xh", "hey"]),
    SecretOption("A", Position::After(b':'), &["ab"]),
    SecretOption("-auth", Position::After(b':'), &["http", "https", "xh"]),
    SecretOption("auth", Position::After(b':'), &["jenkins-cli.jar"]),
    SecretOption("U", Position::After(b'%'), &["smbclient", "rpcclient", "net"]),
    SecretOption("a", Position::Whole, &["redis-cli", "valkey-cli", "keydb-cli"]),
    SecretOption(
        "p",
        Position::Glued,
        &[
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mysqlimport",
            "mysqlshow",
            "mysqlcheck",
            "mariadb",
            "mariadb-dump",
            "mariadb-admin",
            "7z",
            "7za",
            "7zz",
            "7zr",
            "rar",
            "unrar",
            "mycli",
        ],
    ),
    SecretOption(
        "p",
        Position::Whole,
        &[
            "sshpass",
            "login",
            "mongo",
            "mongosh",
            "mongodump",
            "mongorestore",
            "mongoexport",
            "mongoimport",
            "cqlsh",
            "rabbitmqadmin",
            "twine",
            "beeline",
            "az",
            "htpasswd",
            "ossutil",
            "psexec",
            "psexec.exe",
            "crackmapexec",
            "netexec",
            "nxc",
            "evil-winrm",
            "sendxmpp",
            "supabase",
            "useradd",
            "usermod",
            "nuget",
            "unlock-keychain",
            "create-keychain",
            "set-keychain-password",
            "altool",
            "youtube-dl",
            "yt-dlp",
            "rdesktop",
            "cypher-shell",
            "racadm",
            "ncftpput",
            "ncftpget",
            "hydra",
        ],
    ),
    SecretOption(
        "P",
        Position::Whole,
        &[
            "zip",
            "unzip",
            "sqlcmd",
            "bcp",
            "ipmitool",
            "mosquitto_pub",
            "mosquitto_sub",
            "p4",
            "ncftpget",
            "ncftpput",
            "pscp",
            "tsql",
            "osql",
            "isql",
            "sqsh",
            "security",
            "ssh-keygen",
        ],
    ),
    SecretOption("p", Position::Next, &["influx"]),
    SecretOption("pw", Position::Whole, &["plink", "pscp", "psftp"]),
    SecretOption(
        "w",
        Position::Whole,
        &[
            "ldapsearch",
            "ldapadd",
            "ldapmodify",
            "ldapdelete",
            "ldapwhoami",
            "ldappasswd",
            "ldapcompare",
            "add-generic-password",
            "add-internet-password",
        ],
    ),
    SecretOption("k", Position::Whole, &["nuget", "openssl", "set-key-partition-list"]),
    SecretOption("t", Position::Whole, &["doctl", "codecov", "codecovcli"]),
    SecretOption("K", Position::Whole, &["openssl"]),
    SecretOption("N", Position::Whole, &["ssh-keygen"]),
    SecretOption("hp", Position::Glued, &["rar", "unrar"]),
    SecretOption("p", Position::After(b':'), &["winrs"]),
    SecretOption("upw", Position::Whole, &["pdftotext", "pdfinfo", "pdftoppm", "pdfimages"]),
    SecretOption("opw", Position::Whole, &["pdftotext", "pdfinfo", "pdftoppm", "pdfimages"]),
    SecretOption("A", Position::Whole, &["snmpwalk", "snmpget", "snmpset"]),
    SecretOption("X", Position::Whole, &["snmpwalk", "snmpget", "snmpset"]),
];

/// The secret behind the option whose first dash is at `at`.
pub(super) fn option_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let before = at.checked_sub(1).and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
    if !(before.is_ascii_whitespace() || b"\"'`([,{|".contains(&before)) {
        return None;
    }
    let name = bytes.get(at + 1..)?;
    program_secret(bytes, known, at).or_else(|| listed_password(bytes, known, at)).or_else(|| {
        let dashes = usize::from(name.first() == Some(&b'-'));
        named_secret(bytes, known, at + 1 + dashes).or_else(|| short_secret(bytes, known, at))
    })
}

/// The word behind an option that stands for a password in many programs, if it is made as one: `-p x`.
fn short_secret(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    matches!(bytes.get(at + 1..)?, [b'p' | b'P', b' ', ..]).then_some(())?;
    let (start, end) = argument(bytes, known, at + 2)?;
    let word = bytes.get(start..end)?;
    let is_random = || is_made_word(word) && is_random_word(word);
    (is_surely_made(word) || is_random()).then_some((start, end))
}

/// The value of an option whose name at `at` says that it is secret: `--password x`, `-storepass x`.
fn named_secret(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let name = bytes.get(at..)?;
    let of_name = |b: &&u8| b.is_ascii_alphabetic() || matches!(**b, b'-' | b'_');
    let len = name.iter().take(MAX_OPTION_BYTES + 1).take_while(of_name).count();
    if !(4..=MAX_OPTION_BYTES).contains(&len) {
        return None;
    }
    let option = name.get(..len)?;
    if option == b"secret" && name.get(len).is_none_or(|b| matches!(b, b'\n' | b';' | b'&' | b'|'))
    {
        return set_before(bytes, at.checked_sub(2)?);
    }
    let is_openssl = matches!(option, b"pass" | b"passin" | b"passout");
    let command = option.strip_suffix(b"-command").or_else(|| option.strip_suffix(b"-file"));
    let kind = secret_kind(command.unwrap_or(option));
    if !is_openssl && kind.is_none() || is_question(option) && name.get(len) != Some(&b'=') {
        return None;
    }
    if let Some(given) = printed_file(bytes, at, len) {
        return Some(given);
    }
    let (start, end) =
        argument(bytes, known, at + len).or_else(|| next_item(bytes, known, at, at + len))?;
    if !is_openssl && kind == Some(SecretKind::Perhaps) {
        let value = bytes.get(start..end)?;
        let is_random = is_random_word(value) && !is_digest(value) && !ends_with_digest(value);
        return (is_random && is_secret_argument(value)).then_some((start, end));
    }
    if command.is_some() {
        let printed = bytes.get(start..end)?.strip_prefix(b"echo ")?;
        return is_secret_argument(printed).then_some((end - printed.len(), end));
    }
    // `pulumi config set --secret NAME VALUE`
    let is_named = name.starts_with(b"secret ") && command_before(bytes, at).ends_with(b" set --");
    let (start, end) = if is_named { argument(bytes, known, end)? } else { (start, end) };
    let value = bytes.get(start..end)?;
    // OpenSSL reads it from elsewhere where no `pass:` is before it.
    let start = if is_openssl { value.starts_with(b"pass:").then_some(start + 5)? } else { start };
    is_secret_argument(bytes.get(start..end)?).then(|| (start, joined_end(bytes, end)))
}

/// The item behind that of an option in a list of YAML, whose name stands at `at` up to `end`: a line with `- --db-password`,
/// and `- x` in the next.
fn next_item(bytes: &[u8], known: &mut KnownEnds, at: usize, end: usize) -> Option<(usize, usize)> {
    let before = bytes.get(..at)?;
    let item = before.strip_suffix(b"--").or_else(|| before.strip_suffix(b"-"))?;
    let quote = item.last().filter(|b| matches!(b, b'"' | b'\''));
    let item = item.get(..item.len() - usize::from(quote.is_some()))?.strip_suffix(b"- ")?;
    let indent = item.iter().rev().take_while(|b| **b == b' ').count();
    let starts_line = matches!(item.get(..item.len() - indent)?.last(), None | Some(b'\n'));
    let line = end + usize::from(quote.is_some());
    let next = line + 1 + indent;
    let is_next = starts_line
        && bytes.get(line) == Some(&b'\n')
        && bytes.get(line + 1..next)?.iter().all(|b| *b == b' ')
        && bytes.get(next..)?.starts_with(b"- ");
    is_next.then_some(())?;
    Some(quoted_value(bytes, known, next + 2).unwrap_or_else(|| bare_value(bytes, known, next + 2)))
}

/// The password that is glued to its option at `at`, in a list of arguments that names a user: `["-u", "root", "-px"]`.
fn listed_password(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    bytes.get(at..)?.strip_prefix(b"-p").filter(|_| at > 0)?;
    let list = command_before(bytes, at);
    let (_, end) = quoted_value(bytes, known, at - 1).filter(|_| list.ends_with(b"\""))?;
    let value = bytes.get(at + 2..end)?;
    // `-p8080:80` is a port.
    let is_word = value.len() >= 6
        && value.iter().any(u8::is_ascii_digit)
        && value.iter().any(u8::is_ascii_alphabetic);
    let names_user = list.windows(5).any(|part| part == b"\"-u\",")
        || list.windows(8).any(|part| part == b"\"--user\"");
    (is_word && names_user && is_secret_argument(value)).then_some((at + 2, end))
}

/// What a process prints in the place of a file: `--password-file <(echo x)`, whose name ends `len` behind `at`.
fn printed_file(bytes: &[u8], at: usize, len: usize) -> Option<(usize, usize)> {
    const PRINTER: &[u8] = b" <(echo ";
    let text = bytes.get(at + len..)?.strip_prefix(PRINTER)?;
    let end = text.iter().take(MAX_COMMAND_BYTES).position(|b| *b == b')')?;
    let start = at + len + PRINTER.len();
    is_secret_argument(text.get(..end)?).then_some((start, start + end))
}

/// The value that a command sets, in the word before its last option at `at`: `pulumi config set NAME x --secret`.
fn set_before(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let words = command_before(bytes, at).strip_suffix(b" ")?;
    let value = words.rsplit(|b| *b == b' ').next()?;
    let sets = words.windows(12).any(|part| part == b" config set ");
    let (start, end) = (at - 1 - value.len(), at - 1);
    (sets && value.len() >= 4 && is_secret_argument(value)).then_some((start, end))
}

/// Whether the option has no value: `--ask-password`, `--no-password`.
fn is_question(option: &[u8]) -> bool {
    let words: [&[u8]; 6] = [b"ask-", b"no-", b"show-", b"prompt-", b"use-", b"generate-"];
    words.iter().any(|word| option.starts_with(word))
}

/// The value of an option that is secret for the program before it.
fn program_secret(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at + 1..)?;
    let first = rest.first()?;
    if !b"uUabpPwkKNhoAXtscm-".contains(first) {
        return None;
    }
    let mut of_name = SECRET_OPTIONS.iter().filter(|option| {
        let name = option.0.as_bytes();
        name.first() == Some(first) && rest.starts_with(name)
    });
    let mut words = None;
    of_name.find_map(|SecretOption(name, position, programs)| {
        let words = *words.get_or_insert_with(|| command_before(bytes, at));
        let is_program = |word: &[u8]| programs.iter().any(|program| word == program.as_bytes());
        words
            .split(|b| matches!(b, b' ' | b'\t' | b'"' | b'\'' | b',' | b'[' | b'/'))
            .find(|word| is_program(word))?;
        let value = at + 1 + name.len();
        let glued =
            *position != Position::Next && (*position != Position::After(b':') || name.len() == 1);
        let (start, end) = match bytes.get(value)? {
            b' ' | b'=' if *position != Position::Glued => argument(bytes, known, value)?,
            b'"' | b'\'' => match argument(bytes, known, value) {
                Some(range) => range,
                None => quoted_value(bytes, known, value)?,
            },
            b' ' | b'\n' | b'-' => return None,
            _ if glued && !name.starts_with('-') => bare_value(bytes, known, value),
            _ => return None,
        };
        let start = match position {
            // A word without quotes ends at a comma.
            Position::After(b',') if bytes.get(end) == Some(&b',') => end + 1,
            Position::After(sign) => {
                match bytes.get(start..end)?.iter().position(|b| b == sign) {
                    Some(sign) => start + 1 + sign,
                    // `http -A bearer -a TOKEN`
                    None if is_random_word(bytes.get(start..end)?) => start,
                    None => return None,
                }
            }
            Position::Whole | Position::Glued | Position::Next => start,
        };
        let end = if start > end { bare_value(bytes, known, start).1 } else { end };
        if *name == "-value" && says_plain(bytes, words, end)
            || rest.starts_with(b"kfile")
            || is_example_pair(bytes.get(..end)?)
        {
            return None;
        }
        is_secret_argument(bytes.get(start..end)?).then_some((start, end))
    })
}

/// Whether the text ends with the pair that examples have: `curl -u user:password`.
pub(super) fn is_example_pair(text: &[u8]) -> bool {
    let users: [&[u8]; 3] = [b"user", b"username", b"login"];
    let before = text.strip_suffix(b":password").unwrap_or_default();
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"_.-".contains(b);
    before.rsplit(|b| !of_name(b)).next().is_some_and(|user| users.contains(&user))
}

/// Whether the command that stores a parameter says that its value is no secret: `--type String`.
fn says_plain(bytes: &[u8], before: &[u8], end: usize) -> bool {
    let behind = bytes.get(end..(end + MAX_OPTION_BYTES * 2).min(bytes.len())).unwrap_or_default();
    let behind =
        behind.split(|b| matches!(b, b'\n' | b';' | b'|' | b'&')).next().unwrap_or_default();
    let types: [&[u8]; 4] =
        [b"--type String ", b"--type=String ", b"--type StringList", b"--type=StringList"];
    let says = |text: &[u8]| {
        let is_type = |kind: &&[u8]| text.windows(kind.len()).any(|part| part == *kind);
        types.iter().any(is_type)
            || text.ends_with(b"--type String")
            || text.ends_with(b"--type=String")
    };
    says(before) || says(behind)
}

/// The text of the simple command before `at`, also in a text that is escaped.
pub(super) fn command_before(bytes: &[u8], at: usize) -> &[u8] {
    let from = at.saturating_sub(MAX_COMMAND_BYTES);
    let before = bytes.get(from..at).unwrap_or_default();
    let begin = before.iter().rposition(|b| matches!(b, b'\n' | b';' | b'|' | b'&' | b'(' | b'`'));
    let command = before.get(begin.map_or(0, |begin| begin + 1)..).unwrap_or_default();
    // The end of a line inside of a text of JSON.
    let line = command.windows(2).rposition(|two| two == b"\\n");
    command.get(line.map_or(0, |line| line + 2)..).unwrap_or_default()
}

/// The argument behind the option name that ends at `at`: after a space, `=`, or the quotes and
/// the comma of a list.
pub(super) fn argument(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    // A list may be inside of a text of JSON.
    let escapes = bytes.get(at..)?.iter().take_while(|b| **b == b'\\').count();
    let at = at + escapes;
    let quote = bytes.get(at).filter(|b| matches!(b, b'"' | b'\''));
    let after_quote = at + usize::from(quote.is_some());
    let comma = usize::from(quote.is_some() && bytes.get(after_quote) == Some(&b','));
    let sign = after_quote + comma;
    let value = match bytes.get(sign)? {
        b' ' | b'=' if escapes == 0 && comma == 0 => sign + 1,
        // An item may stand in a line of its own.
        _ if comma == 1 => {
            sign + count_while(bytes, sign, u8::is_ascii_whitespace).min(MAX_INDENT_BYTES)
        }
        _ => return None,
    };
    if quote.is_some() && comma == 0 {
        return None;
    }
    let quoted = quoted_value(bytes, known, value);
    let (start, end) = quoted.unwrap_or_else(|| bare_value(bytes, known, value));
    // `"--password", help="…"` goes on in code, and `abcdef==` does not.
    let item = bytes.get(start..end)?;
    let name = item.iter().take_while(|b| b.is_ascii_lowercase() || **b == b'_').count();
    let behind = item.get(name..).unwrap_or_default();
    let goes_on = matches!(bytes.get(end), Some(b'"' | b'\''));
    let is_padded = !goes_on && behind.iter().all(|b| *b == b'=');
    let is_code =
        quoted.is_none() && name > 0 && matches!(behind.first(), Some(b'=' | b'(')) && !is_padded;
    (start < end && !(is_code && comma == 1)).then_some((start, end))
}

pub(super) fn is_secret_argument(value: &[u8]) -> bool {
    // A password may begin as an option does.
    let is_option = value
        .strip_prefix(b"-")
        .is_some_and(|name| name.starts_with(b"-") || name.len() < 10 || !reads_as_password(name));
    !value.is_empty() && !is_option && !is_reference(value) && !is_path(value)
}
