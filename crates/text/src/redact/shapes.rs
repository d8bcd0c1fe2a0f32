//! Finds secrets by their form: web tokens, private keys, passwords and webhooks in URLs.

use super::known_ends::{KnownEnds, ScanKind};
use super::options::is_example_pair;
use super::value::{is_name, is_random_word};

const BEGIN: &[u8] = b"-----BEGIN ";
const PRIVATE: &[u8] = b"PRIVATE KEY";
/// The key that the two ends of a tunnel share.
const SHARED: &[u8] = b"OpenVPN Static key";
/// The first line of a private key as commercial SSH writes it.
const SSH2: &[u8] = b"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----";
const END: &[u8] = b"-----END ";
/// The end of a host, and the path behind which everything is secret.
const WEBHOOKS: [(&str, &str); 20] = [
    ("hooks.slack.com", "/services/"),
    ("hooks.slack.com", "/workflows/"),
    ("hooks.slack.com", "/triggers/"),
    ("discord.com", "/api/webhooks/"),
    ("discordapp.com", "/api/webhooks/"),
    ("webhook.office.com", "/webhookb2/"),
    ("outlook.office.com", "/webhook/"),
    ("chat.googleapis.com", "/v1/spaces/"),
    ("hooks.zapier.com", "/hooks/catch/"),
    ("maker.ifttt.com", "/trigger/"),
    ("open.feishu.cn", "/open-apis/bot/v2/hook/"),
    ("open.larksuite.com", "/open-apis/bot/v2/hook/"),
    ("hooks.airtable.com", "/workflows/"),
    ("events.pagerduty.com", "/integration/"),
    (".make.com", "/"),
    ("webexapis.com", "/v1/webhooks/incoming/"),
    ("api.vercel.com", "/v1/integrations/deploy/"),
    ("api.render.com", "/deploy/"),
    ("api.netlify.com", "/build_hooks/"),
    ("media.guilded.gg", "/webhooks/"),
];
/// The path of webhooks on hosts of one's own.
const OWN_WEBHOOKS: &[u8] = b"/hooks/";
/// How far the user and password of a URL may reach, in bytes.
const USER_BYTES: usize = 256;

/// The web token or `Bearer` token that starts at `at`, where a word starts.
pub(super) fn token(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    if rest.starts_with(b"eyJ") {
        return web_token(bytes, known, at).map(|end| (at, end));
    }
    rest.get(..6)?.eq_ignore_ascii_case(b"bearer").then_some(())?;
    // A list of protocols has a comma between them.
    let value = if rest.get(6..)?.starts_with(b", ") { 8 } else { 7 };
    rest.get(6..value)?.ends_with(b" ").then_some(())?;
    bearer(rest.get(value..)?).map(|len| (at + value, at + value + len))
}

/// The end of a JSON web token: three parts of URL-safe base64, or five of an encrypted one, of which the
/// last may be cut off.
fn web_token(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<usize> {
    let end = |from: usize| {
        let bytes = bytes.get(from..).unwrap_or_default().iter();
        let inside = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        from + bytes.take_while(inside).count()
    };
    let head = known.end(ScanKind::WebHead, at, || end(at));
    if head - at < 8 || bytes.get(head) != Some(&b'.') {
        return None;
    }
    let mut last = end(head + 1);
    // A token whose key both sides know has no second part.
    let has_parts = last - head > 4 || bytes.get(last) == Some(&b'.') && end(last + 1) - last > 8;
    for _ in 0..3 {
        let next = if bytes.get(last) == Some(&b'.') { end(last + 1) } else { last };
        last = if next > last + 1 { next } else { last };
    }
    has_parts.then_some(last)
}

/// The length of the token at the begin of the text, which is behind `Bearer `, unless it is a word of prose.
fn bearer(value: &[u8]) -> Option<usize> {
    let len =
        value.iter().take_while(|b| b.is_ascii_alphanumeric() || b"._~+/=-".contains(b)).count();
    let has_digit = value.iter().take(len).any(u8::is_ascii_digit);
    (len >= 20 || has_digit && len >= 6).then_some(len)
}

/// The range of a private key with its first and last line; to the end of the text if the last is
/// cut off.
pub(super) fn private_key(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    if let Some(body) = bytes.get(at..)?.strip_prefix(SSH2) {
        let len = body.iter().take_while(|b| **b != b'-').count();
        return Some((at, at + SSH2.len() + len));
    }
    let rest = bytes.get(at..)?.strip_prefix(BEGIN)?;
    let header = rest.get(..rest.len().min(48))?;
    let line = header.split(|b| matches!(b, b'\n' | b'\\')).next()?;
    let has = |name: &[u8]| line.windows(name.len()).any(|part| part == name);
    (has(PRIVATE) || line.starts_with(SHARED)).then_some(())?;
    let Some(end) = known.last_line(bytes, END, at + BEGIN.len()) else {
        return Some((at, bytes.len()));
    };
    let footer = bytes.get(end + END.len()..).unwrap_or_default();
    let name = footer.iter().take_while(|b| b.is_ascii_uppercase() || **b == b' ').count();
    let dashes = footer.iter().skip(name).take_while(|b| **b == b'-').take(5).count();
    // Capitals without dashes behind them are the next word, not the name of the key.
    let name = if dashes > 0 { name } else { 0 };
    Some((at, end + END.len() + name + dashes))
}

/// What is left of a private key whose first line is cut off, before the last line at `at`.
pub(super) fn cut_private_key(bytes: &[u8], floor: usize, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(END)?;
    let footer = rest.get(..rest.len().min(48))?;
    footer.windows(PRIVATE.len()).position(|part| part == PRIVATE)?;
    let inside = |b: &&u8| b.is_ascii_alphanumeric() || b"+/=\n\r\\".contains(b);
    let len = bytes.get(floor..at)?.iter().rev().take_while(inside).count();
    (len >= 16).then_some((at - len, at))
}

/// The password in `scheme://user:password@host` whose first `@` is at `at`; or the user name, if
/// it is long and contains digits, because it is a token then.
pub(super) fn url_password(bytes: &[u8], floor: usize, at: usize) -> Option<(usize, usize)> {
    let inside = |b: &u8| !(b.is_ascii_whitespace() || b"/?\"'<>`()|\\".contains(b));
    let back = bytes.get(at.saturating_sub(USER_BYTES)..at)?;
    let from = at - back.iter().rev().take_while(|b| inside(b) && **b != b'@').count();
    if !bytes.get(..from)?.ends_with(b"://") {
        return None;
    }
    // A password may contain an `@`: the host follows the last one.
    let ahead = bytes.get(at..)?.iter().take(USER_BYTES).take_while(|b| inside(b));
    let end = at + ahead.enumerate().filter(|(_, b)| **b == b'@').last()?.0;
    let user = bytes.get(from..end)?;
    let start = match user.iter().position(|b| *b == b':') {
        Some(colon) => from + colon + 1,
        None if user.len() >= 16 && (user.iter().any(u8::is_ascii_digit) || !is_name(user)) => from,
        None => return None,
    };
    let is_reference = matches!(bytes.get(start), Some(b'$' | b'{'))
        || bytes.get(..end).is_some_and(is_example_pair);
    // `#` begins the fragment of a URL without a path, unless a password is before it.
    if let Some(sign) = user.iter().position(|b| *b == b'#') {
        let password = bytes.get(start..from + sign).filter(|_| start > from)?;
        password.iter().find(|b| !b.is_ascii_digit())?;
    }
    (!is_reference).then_some((start.max(floor), end))
}

/// The secret path of a webhook whose URL has its `://` at `at`.
pub(super) fn webhook_path(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let url = bytes.get(at..)?.strip_prefix(b"://")?;
    let authority = url.iter().take(USER_BYTES).position(|b| *b == b'/')?;
    let (host, path) = url.split_at_checked(authority)?;
    let mut webhooks = WEBHOOKS.iter().filter(|(name, _)| host.ends_with(name.as_bytes()));
    let secret = webhooks.find_map(|(_, begin)| path.strip_prefix(begin.as_bytes()));
    let own = || path.strip_prefix(OWN_WEBHOOKS);
    let is_own = secret.is_none();
    let secret = secret.or_else(own)?;
    let inside = |b: &&u8| b.is_ascii_alphanumeric() || b"/_-+=@:%~.?".contains(b);
    let len = secret.iter().take_while(inside).count();
    let start = at + 3 + url.len() - secret.len();
    let first = || secret.split(|b| !b.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_own_secret = || is_random_word(first()) || first().len() >= 24 && !is_name(first());
    let is_secret = if is_own { len >= 24 && is_own_secret() } else { len >= 16 };
    is_secret.then_some((start, start + len))
}
