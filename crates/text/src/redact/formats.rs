//! Finds the secrets of formats that have neither a sign between key and value nor a known prefix:
//! netrc, SQL, pgpass, cookies, XML elements, plain sentences.

use super::ends_escape;
use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, count_while, is_password, quoted_value};
use super::known_ends::KnownEnds;
use super::made_words::is_made_word;
use super::messages::is_message;
use super::options::{is_example_pair, is_secret_argument};
use super::user_pairs::next_password;
use super::value::{
    has_all_classes, is_literal, is_made_of_names, is_name, is_random_word, is_reference,
    is_shaped, is_strong,
};
use super::whole_words::whole_end;

/// The longest value of an element, in bytes.
const MAX_ELEMENT_BYTES: usize = 512;
/// The longest header with cookies, in bytes.
const MAX_COOKIE_BYTES: usize = 4096;
/// How far before a random word the word may stand that tells what it is.
const MAX_SENTENCE_BYTES: usize = 48;

/// The password behind the word at `at`, with nothing but space between: `login me password x`,
/// `PASSWORD 'x'`, `IDENTIFIED BY 'x'`.
pub(super) fn spaced_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let is_word = |word: &[u8]| {
        let ends = rest.get(word.len()).is_some_and(|b| matches!(b, b' ' | b'\t' | b'\n'));
        ends && rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    };
    let before = bytes.get(at.saturating_sub(80)..at)?;
    let mut words = before.split(u8::is_ascii_whitespace).rev().filter(|word| !word.is_empty());
    let is_one_of = |word: Option<&[u8]>, list: &[&str]| {
        word.is_some_and(|word| list.iter().any(|w| word.eq_ignore_ascii_case(w.as_bytes())))
    };
    let told = told_password(bytes, known, at).or_else(|| quoted_before(bytes, at, rest));
    if told.is_some() {
        return told;
    }
    let (len, may_be_bare) = if is_word(b"by") {
        let is_plain = is_one_of(words.next(), &["identified"]);
        // `IDENTIFIED WITH plugin BY 'x'`
        let mut has_plugin =
            || is_one_of(words.next(), &["with"]) && is_one_of(words.next(), &["identified"]);
        (2, (is_plain || has_plugin()).then_some(true)?)
    } else if let Some(word) = [&b"password"[..], b"passwd"].iter().find(|word| is_word(word)) {
        let name = words.next();
        let of_netrc = is_one_of(words.next(), &["login", "user", "account", "machine"]);
        (word.len(), of_netrc || is_one_of(name, &["default"]))
    } else if is_word(b"pass") && words.next().is_some() && is_one_of(words.next(), &["user"]) {
        (4, true)
    } else {
        return None;
    };
    // `SET PASSWORD FOR 'me'@'localhost' = 'x'`
    let account = rest
        .get(len..)
        .filter(|rest| rest.get(..5).is_some_and(|b| b.eq_ignore_ascii_case(b" for ")));
    let sign = account.and_then(|text| text.iter().take(64).position(|b| *b == b'='));
    let len = sign.map_or(len, |sign| len + sign + 1);
    let value = at + len + count_while(bytes, at + len, u8::is_ascii_whitespace).min(16);
    if let Some((start, end)) = quoted_value(bytes, known, value) {
        let hidden = bytes.get(start..end)?;
        let is_word = !hidden.is_empty() && !hidden.iter().any(u8::is_ascii_whitespace);
        return (is_word && !is_reference(hidden)).then_some((start, end));
    }
    let (start, end) = bare_value(bytes, known, value);
    let text = bytes.get(start..end)?;
    // A key of its own begins the next line, or an option follows: `account update-password --current-password x`.
    let is_key = text.strip_suffix(b":").is_some_and(|key| secret_kind(key).is_some())
        || text.starts_with(b"--");
    (may_be_bare && !is_key && !is_reference(text)).then_some((start, end))
}

/// What stands between the word for a password and the password, in a sentence that tells it.
const VERBS: [&[u8]; 18] = [
    b"was changed to ",
    b"was set to ",
    b"was reset to ",
    b"has been set to ",
    b"changed to ",
    b"should be ",
    b"is now ",
    b"is ",
    b"to ",
    b"was ",
    b"of ",
    b"ist ",
    b"lautet ",
    b"from ",
    b"est ",
    b": ",
    b"- ",
    b"(",
];

/// The password that a sentence tells: ``the password is `x` ``, `with password x`. It has to be
/// random.
fn told_password(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let words = [&b"password "[..], b"passphrase ", b"passwort ", b"passe "];
    let word = words.into_iter().find(|word| {
        rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    })?;
    // `A temporary password is generated for root@localhost: x`
    let made = if rest.get(word.len()..)?.starts_with(b"is generated ") { 13 } else { 0 };
    let whose = made + owner_len(rest.get(word.len() + made..)?);
    let verb = VERBS.iter();
    let told = rest.get(word.len() + whose..)?;
    let verb =
        verb.filter(|verb| told.starts_with(verb)).map(|verb| verb.len()).next().unwrap_or(0);
    let value = at + word.len() + whose + verb;
    let (start, end) = match quoted_value(bytes, known, value) {
        Some(range) => range,
        None => {
            let (start, end) = bare_value(bytes, known, value);
            (start, whole_end(bytes, start, end))
        }
    };
    if start == value && bytes.get(..value)?.ends_with(b"(") {
        return None;
    }
    let text = bytes.get(start..end)?;
    let end = start + sentence_end(text);
    let text = bytes.get(start..end)?;
    // `reason=bad_password ip=10.0.0.4` goes on with a pair of its own.
    let is_pair = verb == 0 && start == value && text.contains(&b'=');
    let is_made = || has_all_classes(text) || !is_name(text) || is_shaped(text);
    let is_random = !is_pair && is_password(text) && is_made();
    // A word in quotes need not be random where the sentence says whose it is.
    let is_quoted = start > value && whose + verb > 0 && text.len() >= 8;
    let is_word = text.iter().all(u8::is_ascii_alphanumeric)
        && (text.len() >= 12 || !is_name(text))
        || is_phrase(text);
    let is_numbered = verb > 0
        && text.len() >= 10
        && text.iter().all(u8::is_ascii_alphanumeric)
        && text.iter().any(u8::is_ascii_digit)
        && is_password(text);
    // An answer to a prompt is alone: `Enter passphrase for key '…': x`.
    let is_answer = whose > made
        && bytes.get(..value)?.ends_with(b": ")
        && matches!(bytes.get(end), None | Some(b'\n' | b'\r'))
        && text.len() >= 8
        && is_word
        && (!is_name(text) || rest.starts_with(b"passphrase for key "));
    // Else it says where the password comes from.
    let is_changed = told.starts_with(b"from ");
    let next = if is_changed { next_password(bytes, known, end) } else { end };
    if is_changed && next == end {
        return None;
    }
    let end = next;
    (is_random || is_numbered || is_answer || is_quoted && is_word && !is_literal(text))
        .then_some((start, end))
}

/// The length of a word without the signs that end its sentence. A `!` may belong to a password.
pub(super) fn sentence_end(word: &[u8]) -> usize {
    let count = |signs: &[u8]| word.iter().rev().take_while(|b| signs.contains(b)).count();
    let full = word.len() - count(b".:");
    let is_password = word.get(..full).is_some_and(|word| {
        matches!(word, [.., last, b'!'] if is_shaped(word) || last.is_ascii_digit() && has_all_classes(word))
    });
    if is_password { full } else { word.len() - count(b".:!") }
}

/// Whether words and a number make the text as people make passphrases: `copper-otter-lantern-7`.
fn is_phrase(text: &[u8]) -> bool {
    let mut parts = text.split(|b| *b == b'-');
    let words = text.split(|b| *b == b'-').filter(|part| part.len() >= 4).count();
    let of_part = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_alphanumeric);
    words >= 3 && parts.all(of_part) && text.iter().any(u8::is_ascii_digit)
}

/// The quoted word that the sentence calls a password with the word at `at`: ``use `x` as the password``.
fn quoted_before(bytes: &[u8], at: usize, rest: &[u8]) -> Option<(usize, usize)> {
    rest.get(..4).filter(|begin| begin.eq_ignore_ascii_case(b"pass"))?;
    let before = bytes.get(at.saturating_sub(MAX_SENTENCE_BYTES)..at)?;
    let article = [&b" as the "[..], b" as your ", b" as its ", b" as my ", b" as "];
    let quoted = article.iter().find_map(|words| before.strip_suffix(*words))?;
    let (quote, text) = quoted.split_last().filter(|(b, _)| b"`\"'".contains(b))?;
    let len = text.iter().rev().position(|b| b == quote)?;
    let word = text.get(text.len() - len..)?;
    let end = at - (before.len() - text.len());
    let noun = count_while(rest, 0, u8::is_ascii_alphabetic);
    // `as the password field`
    let is_over = !matches!(rest.get(noun..), Some([b' ', next, ..]) if next.is_ascii_lowercase());
    let is_made = is_password(word) && (!is_name(word) || is_shaped(word) || is_phrase(word));
    let is_random = word.len() >= 8
        && word.iter().all(u8::is_ascii_alphabetic)
        && !is_made_of_names(word)
        && !is_name(word);
    (is_made || is_over && is_random).then_some((end - len, end))
}

/// The length of `for admin `, `of the key `, or of `for admin: `, at the begin of the text.
fn owner_len(text: &[u8]) -> usize {
    if !text.starts_with(b"for ") && !text.starts_with(b"of ") {
        return 0;
    }
    let mut ends = text.iter().take(40).enumerate().filter(|(_, b)| **b == b' ').map(|(at, _)| at);
    let is_end = |at: &usize| {
        let rest = text.get(at + 1..).unwrap_or_default();
        text.get(..*at).is_some_and(|owner| owner.ends_with(b":"))
            || rest.starts_with(b"is ")
            || rest.starts_with(b"was ")
    };
    ends.find(|at| is_end(at)).map_or(0, |at| at + 1)
}

/// The password of a line of `.pgpass` that has its last `:` at `at`: `host:port:db:user:password`.
pub(super) fn pgpass(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let back = bytes.get(at.saturating_sub(200)..at)?;
    // Most signs are not behind a name that follows another sign.
    if back.iter().rfind(|b| !is_in_name(b)) != Some(&b':') {
        return None;
    }
    let line = back.rsplit(|b| b.is_ascii_whitespace() || b"\"'`".contains(b)).next()?;
    let mut fields = line.split(|b| *b == b':');
    let (host, port) = (fields.next()?, fields.next()?);
    let (database, user) = (fields.next()?, fields.next()?);
    let is_port =
        port == b"*" || (4..=5).contains(&port.len()) && port.iter().all(u8::is_ascii_digit);
    let is_name = |name: &[u8]| {
        name.iter().all(is_in_name) && (name == b"*" || name.iter().any(u8::is_ascii_alphabetic))
    };
    let is_host = host.iter().all(is_in_name) && !host.is_empty();
    if !is_port || !is_host || !is_name(database) || !is_name(user) || fields.next().is_some() {
        return None;
    }
    let (start, end) = bare_value(bytes, known, at + 1);
    let value = bytes.get(start..end)?;
    (!value.is_empty() && !value.contains(&b':') && !is_reference(value)).then_some((start, end))
}

/// Whether a host, a database or a user of `.pgpass` may contain the byte.
fn is_in_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'*')
}

/// The cookies behind the `:` at `at` of a header: all of `Cookie`, the first of `Set-Cookie`.
pub(super) fn cookies(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(6)..at)?;
    if !before.eq_ignore_ascii_case(b"cookie") {
        return None;
    }
    let is_set = at >= 10 && bytes.get(at - 10..at)?.eq_ignore_ascii_case(b"set-cookie");
    let start = at + 1 + count_while(bytes, at + 1, |b| *b == b' ');
    let of_value = |b: &u8| !(b"\"'\n\r`".contains(b) || is_set && *b == b';');
    let rest = bytes.get(start..)?.iter().take(MAX_COOKIE_BYTES);
    let value = bytes.get(start..start + rest.take_while(|b| of_value(b)).count())?;
    let value = value.get(..value.iter().rposition(|b| !b" ;".contains(b))? + 1)?;
    let name = value.iter().position(|b| *b == b'=')?;
    let first = value.get(name + 1..)?;
    let named = !value.get(..name)?.contains(&b' ') && !is_reference(first);
    // `theme=dark; lang=en`: preferences are short words.
    let is_word = |pair: &[u8]| {
        let mut parts = pair.split(|b| *b == b'=');
        let names_secret = parts.next().is_some_and(|name| secret_kind(name).is_some());
        let text = parts.next().unwrap_or_default();
        let is_short = text.len() <= 8 && text.iter().all(u8::is_ascii_lowercase);
        is_short && !names_secret || is_literal(text)
    };
    let named = named && !value.split(|b| *b == b';').all(is_word);
    named.then_some((start + name + 1, start + value.len()))
}

/// The text of the element whose opening tag ends with the `>` at `at`: `<password>x</password>`.
pub(super) fn element(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let from = at.saturating_sub(96);
    let before = bytes.get(from..at)?;
    let open = before.iter().rposition(|b| *b == b'<')?;
    let tag = before.get(open + 1..)?.split(|b| *b == b' ').next()?;
    let kind = secret_kind(tag.rsplit(|b| *b == b':').next()?)
        .or_else(|| attribute_kind(before.get(open + 1..)?))
        .or_else(|| entry_kind(before.get(..open)?, tag))?;
    let text = bytes.get(at + 1..bytes.len().min(at + 1 + MAX_ELEMENT_BYTES))?;
    let len = text.iter().take_while(|b| !matches!(b, b'<' | b'\n')).count();
    let value = text.get(..len)?;
    // The closing tag may be cut off with the end of the text.
    let rest = text.get(len..)?;
    let is_cut = value.len() >= 3
        && b"<".starts_with(rest)
        && opens_value(bytes, from + open, value)
        && !value.iter().any(u8::is_ascii_whitespace);
    let closes = is_cut || rest.starts_with(b"</");
    let is_plain = match kind {
        SecretKind::Password => !is_message(value),
        SecretKind::Token => true,
        SecretKind::Perhaps => is_random_word(value),
    };
    (closes && is_plain && !is_reference(value)).then_some((at + 1, at + 1 + len))
}

/// Whether the tag at `open` begins a value that is cut off. A placeholder stands in a word or in quotes:
/// `me:<password>@host`, `"<password>"`.
fn opens_value(bytes: &[u8], open: usize, value: &[u8]) -> bool {
    let last = open.checked_sub(1).and_then(|before| bytes.get(before)).copied().unwrap_or(b' ');
    let is_joined = last.is_ascii_alphanumeric() && !ends_escape(bytes, open, last)
        || matches!(last, b':' | b'/' | b'@' | b'=' | b'-');
    let closes = value.iter().find(|b| **b != b'\\') == Some(&last) && b"\"'`".contains(&last);
    !is_joined && !closes
}

/// What the name of an element's entry says: `<entry key="password">`, `<string name="api_key">`.
fn attribute_kind(tag: &[u8]) -> Option<SecretKind> {
    let mut parts = tag.split(|b| matches!(b, b'"' | b'\''));
    let (label, name) = (parts.next()?, parts.next()?);
    let is_label = label.ends_with(b" key=") || label.ends_with(b" name=");
    is_label.then(|| secret_kind(name)).flatten()
}

/// What the key before the `<string>` of a property list or the `<value>` of a setting says.
fn entry_kind(before: &[u8], tag: &[u8]) -> Option<SecretKind> {
    let blank = before.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
    let is_value = matches!(tag, b"string" | b"value" | b"Value" | b"param-value");
    let before = before.get(..before.len() - blank).filter(|_| is_value)?;
    let closing: [&[u8]; 4] = [b"</key>", b"</name>", b"</Name>", b"</param-name>"];
    let Some(name) = closing.iter().find_map(|tag| before.strip_suffix(*tag)) else {
        // `<AdministratorPassword><Value>x`, `<property name="password"><value>x`
        let open = before.strip_suffix(b">")?;
        let tag = open.get(open.iter().rposition(|b| *b == b'<')? + 1..)?;
        return attribute_kind(tag).or_else(|| secret_kind(tag));
    };
    secret_kind(name.rsplit(|b| *b == b'>').next()?)
}

/// The value that `npm config set //host/:_authToken x` is given, whose `:` is at `at`.
pub(super) fn npm_value(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at + 1..).filter(|rest| rest.first() == Some(&b'_'))?;
    let names: [&[u8]; 3] = [b"_authToken ", b"_password ", b"_auth "];
    let name = names.iter().find(|name| rest.starts_with(name))?;
    let (start, end) = bare_value(bytes, known, at + 1 + name.len());
    (end - start >= 6 && !is_reference(bytes.get(start..end)?)).then_some((start, end))
}

/// The lines of a private key of PuTTY behind `Private-Lines: 14`, whose `:` is at `at`.
pub(super) fn putty_key(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    bytes
        .get(..at)
        .filter(|before| before.last() == Some(&b's'))?
        .strip_suffix(b"Private-Lines")?;
    let line = at + 1 + count_while(bytes, at + 1, |b| *b != b'\n') + 1;
    let len = count_while(bytes, line, |b| b.is_ascii_alphanumeric() || b"+/=\n\r ".contains(b));
    // The last of these bytes begin the next name.
    let key = bytes.get(line..line + len)?;
    let len = key.iter().rposition(|b| *b == b'\n').unwrap_or(len);
    (len >= 16).then_some((line, line + len))
}

/// The password in `jdbc:oracle:thin:me/x@db`, `sqlplus me/x@db` and `curl me:x@host`, whose `@` is
/// at `at`.
pub(super) fn schemeless_password(bytes: &[u8], floor: usize, at: usize) -> Option<(usize, usize)> {
    let back = bytes.get(at.saturating_sub(96).max(floor)..at)?;
    let blank = |b: &u8| b.is_ascii_whitespace() || b"\"'`,()".contains(b);
    let word = back.get(back.iter().rposition(blank).map_or(0, |at| at + 1)..)?;
    let of_password = |b: &&u8| !b":/".contains(b);
    let len = word.iter().rev().take_while(of_password).count();
    let before = word.get(..word.len() - len)?;
    let value = word.get(word.len() - len..)?;
    let is_oracle = before.ends_with(b"/")
        && (before.windows(12).any(|part| part == b"jdbc:oracle:")
            || is_oracle_program(back.get(..back.len() - word.len())?));
    let host = bytes.get(at + 1..bytes.len().min(at + 65))?;
    let host_len =
        host.iter().take_while(|b| b.is_ascii_alphanumeric() || b".-".contains(b)).count();
    // An image's digest has digits behind its sign as a port has.
    let host = host.get(..host_len).filter(|host| !matches!(*host, b"sha256" | b"sha512"))?;
    let is_domain = host.contains(&b'.') && host.last().is_some_and(u8::is_ascii_alphabetic);
    let is_address = host.iter().filter(|b| **b == b'.').count() == 3
        && host.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    let has_port =
        matches!(bytes.get(at + 1 + host_len..), Some([b':', port, ..]) if port.is_ascii_digit());
    let user = before.strip_suffix(b":").unwrap_or_default();
    let user = user.rsplit(|b| *b == b'/').next()?;
    let is_user = !user.is_empty() && user.iter().all(is_in_name);
    // `me:x@tcp(db:3306)/shop`
    let is_driver = matches!(host, b"tcp" | b"unix") && bytes.get(at + 1 + host_len) == Some(&b'(');
    let is_sure = is_address || is_driver || has_port && host_len > 0;
    let may_be = if is_sure {
        value.len() >= 6
    } else {
        is_domain && is_password(value) && (!is_name(value) || is_strong(value))
            || host_len > 0 && !before.contains(&b'@') && is_made_word(value)
    };
    let is_of_url = may_be
        && is_user
        && !is_reference(value)
        && bytes.get(..at).is_some_and(|text| !is_example_pair(text));
    (is_oracle && value.len() >= 4 || is_of_url).then_some((at - len, at))
}

/// Whether the text ends with a program of Oracle that takes `me/x@db`.
fn is_oracle_program(before: &[u8]) -> bool {
    let programs: [&[u8]; 6] =
        [b"sqlplus ", b"impdp ", b"expdp ", b"rman target ", b"sqlldr ", b"sqlcl "];
    let orders: [&[u8]; 4] = [b"CONNECT ", b"connect ", b"CONN ", b"conn "];
    // `sqlplus -S me/x@db`
    let option =
        [&b" -S "[..], b" -s ", b" -L "].iter().find_map(|option| before.strip_suffix(*option));
    let has_option = option.is_some_and(|before| before.ends_with(b"sqlplus"));
    let mut orders = orders.iter().filter_map(|order| before.strip_suffix(*order));
    has_option
        || programs.iter().any(|program| before.ends_with(program))
        || orders
            .any(|prompt| prompt.is_empty() || matches!(prompt, [.., b'\n'] | [.., b'>', b' ']))
}

/// The value behind the `%` at `at` of an encoded `=` or `":"` whose key is secret.
pub(super) fn encoded_value(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let signs: [&[u8]; 3] = [b"%3D", b"%22%3A%22", b"%22%3A%20%22"];
    let sign = signs.iter().find(|sign| rest.starts_with(sign))?;
    let back = bytes.get(at.saturating_sub(40)..at)?;
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let name = back.get(back.iter().rposition(|b| !of_name(b)).map_or(0, |at| at + 1)..)?;
    // The last sign before the name may be encoded, too: `%3Ftoken`.
    let name = name
        .get(..)
        .filter(|name| secret_kind(name).is_some_and(|kind| kind != SecretKind::Perhaps));
    let start = at + sign.len();
    let len = count_while(bytes, start, |b| b.is_ascii_alphanumeric() || b"_-.~+".contains(b));
    (name.is_some() && len >= 6).then_some((start, start + len))
}

/// The text that becomes a secure string: `ConvertTo-SecureString "x"`.
pub(super) fn secure_string(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    const NAME: &[u8] = b"ConvertTo-SecureString ";
    bytes.get(at..)?.strip_prefix(NAME)?;
    let rest = at
        + NAME.len()
        + if bytes.get(at + NAME.len()..)?.starts_with(b"-String ") { 8 } else { 0 };
    let (start, end) = quoted_value(bytes, known, rest)?;
    (!is_reference(bytes.get(start..end)?)).then_some((start, end))
}

/// The token of a Telegram bot behind the `:` at `at`: digits before, 35 characters behind.
pub(super) fn telegram_token(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    if !bytes.get(at + 1..)?.starts_with(b"AA") {
        return None;
    }
    let digits = bytes.get(at.saturating_sub(11)..at)?;
    let digits = digits.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let len = count_while(bytes, at + 1, |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    ((8..=10).contains(&digits) && (33..=36).contains(&len)).then_some((at + 1, at + 1 + len))
}

/// The password of a mail relay behind the `:` at `at`: `[smtp.example.org]:587 me:x`.
pub(super) fn relay_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    // Most signs are behind a word in prose or code, with no `:` and digits before it.
    let back = bytes.get(at.saturating_sub(40)..at).filter(|back| back.contains(&b']'))?;
    let user = back.iter().rev().take_while(|b| is_in_name(b) || **b == b'@').count();
    let relay = back.get(..back.len() - user)?.strip_suffix(b" ")?;
    let port = relay.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    if user == 0 || port == 0 || !relay.get(..relay.len() - port)?.ends_with(b"]:") {
        return None;
    }
    let (start, end) = bare_value(bytes, known, at + 1);
    is_secret_argument(bytes.get(start..end)?).then_some((start, end))
}
