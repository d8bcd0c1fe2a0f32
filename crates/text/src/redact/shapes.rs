//! Finds secrets by their form: web tokens, private keys, passwords and webhooks in URLs.

use super::known_ends::{KnownEnds, ScanKind};

const BEGIN: &[u8] = b"-----BEGIN ";
const PRIVATE: &[u8] = b"PRIVATE KEY";
const END: &[u8] = b"-----END ";
/// The end of a host, and the path behind which everything is secret.
const WEBHOOKS: [(&str, &str); 13] = [
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
];
/// How far the user and password of a URL may reach, in bytes.
const USER_BYTES: usize = 256;

/// The web token or `Bearer` token that starts at `at`, where a word starts.
pub(super) fn token(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    if rest.starts_with(b"eyJ") {
        return web_token(bytes, known, at).map(|end| (at, end));
    }
    let is_bearer = rest.get(..7)?.eq_ignore_ascii_case(b"bearer ");
    is_bearer.then(|| bearer(rest)).flatten().map(|len| (at + 7, at + 7 + len))
}

/// The end of a JSON web token: three parts of URL-safe base64, of which the last may be cut off.
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
    let body = end(head + 1);
    let signed = bytes.get(body) == Some(&b'.');
    (body - head > 4).then(|| if signed { end(body + 1) } else { body })
}

/// The length of the token behind `Bearer `, unless it is a word of prose.
fn bearer(rest: &[u8]) -> Option<usize> {
    let value = rest.get(7..)?;
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
    let rest = bytes.get(at..)?.strip_prefix(BEGIN)?;
    let header = rest.get(..rest.len().min(48))?;
    let line = header.split(|b| matches!(b, b'\n' | b'\\')).next()?;
    line.windows(PRIVATE.len()).position(|part| part == PRIVATE)?;
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
    let inside = |b: &u8| !(b.is_ascii_whitespace() || b"/?#\"'<>`()|\\".contains(b));
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
        None if user.len() >= 16 && user.iter().any(u8::is_ascii_digit) => from,
        None => return None,
    };
    let is_reference = matches!(bytes.get(start), Some(b'$' | b'{'));
    (!is_reference).then_some((start.max(floor), end))
}

/// The secret path of a webhook whose URL has its `://` at `at`.
pub(super) fn webhook_path(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let url = bytes.get(at..)?.strip_prefix(b"://")?;
    let authority = url.iter().take(USER_BYTES).position(|b| *b == b'/')?;
    let (host, path) = url.split_at_checked(authority)?;
    let mut webhooks = WEBHOOKS.iter().filter(|(name, _)| host.ends_with(name.as_bytes()));
    let secret = webhooks.find_map(|(_, begin)| path.strip_prefix(begin.as_bytes()))?;
    let inside = |b: &&u8| b.is_ascii_alphanumeric() || b"/_-+=@:%~.".contains(b);
    let len = secret.iter().take_while(inside).count();
    let start = at + 3 + url.len() - secret.len();
    (len >= 16).then_some((start, start + len))
}
