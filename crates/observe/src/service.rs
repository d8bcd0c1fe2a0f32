//! Calls of tools that stand for a service: which one, and what went wrong.

use fusebox_engine::Tool;
use fusebox_engine::event::{ToolRequest, ToolResult};
use serde_json::Value;

use fusebox_text::excerpt::prefix_up_to;
use fusebox_text::redacted_line;

/// The longest name of a breaker, in characters.
const NAME_CHARS: usize = 90;
/// No more of a result is read: what went wrong stands in front.
const READ_BYTES: usize = 4 << 10;
/// The status of an answer stands among its first fields.
const STATUS_BYTES: usize = 200;

/// So many words that a status could follow are looked at.
const NAMED_STATUSES: usize = 32;

/// Class of an error: the tool could not do its work.
pub const TOOL_ERROR: &str = "ToolError";
/// Class of an error: a time-out, no connection, or HTTP 5xx.
pub const NETWORK_ERROR: &str = "NetworkError";
/// Class of an error: HTTP 429 and its like.
pub const RATE_LIMIT: &str = "RateLimitExceeded";
/// Class of an error: what was asked for is wrong.
pub const INVALID_ARGUMENTS: &str = "InvalidArguments";
/// Class of an error: what was asked for is not there.
pub const FILE_NOT_FOUND: &str = "FileNotFound";

/// Whose breakers a call concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakerNames {
    /// The breaker of the tool: `mcp:jira/search`, `web/example.com`.
    pub tool: String,
    /// That of the service, where the tool is one of several: `mcp:jira`, `web`.
    pub service: Option<String>,
}

impl BreakerNames {
    /// Whose breakers a call of `request` concerns. Of the web each host has one: that one of them
    /// is down says nothing about the others.
    #[must_use]
    pub fn of_request(request: &ToolRequest) -> Self {
        let tool = if request.tool == Tool::Web {
            format!("web/{}", place(request.input.as_ref()))
        } else {
            request.tool.to_string()
        };
        Self::of_tool(&redacted_line(&tool, NAME_CHARS))
    }

    /// The breakers behind the name of a tool's.
    #[must_use]
    pub fn of_tool(tool: &str) -> Self {
        let many = tool.starts_with("mcp:") || tool.starts_with("web/");
        let service = tool.split_once('/').filter(|_| many).map(|(service, _)| service.to_owned());
        Self { tool: tool.to_owned(), service }
    }
}

/// The host that a call of the web asks, or what it does where it names none.
fn place(input: Option<&Value>) -> String {
    let url = input.and_then(|input| input.get("url")).and_then(Value::as_str);
    let host = url.and_then(|url| host(url.trim()));
    let searches = || input.is_some_and(|input| input.get("query").is_some());
    host.unwrap_or_else(|| if searches() { "search" } else { "unknown" }.to_owned())
}

fn host(url: &str) -> Option<String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?.trim_end_matches('.');
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-_:[]".contains(letter);
    let fits = !host.is_empty() && host.len() <= 80 && host.chars().all(plain);
    fits.then(|| host.to_ascii_lowercase())
}

/// The class of what went wrong with a call of `tool`; `None` where nothing did that is the
/// service's affair. What a client calls it itself comes first.
///
/// A command that ends with another code than 0, and a test run that is red, are answers.
#[must_use]
pub fn error_class(tool: &Tool, result: &ToolResult) -> Option<String> {
    if let Some(kind) = result.error_kind.as_deref().map(str::trim).filter(|kind| !kind.is_empty())
    {
        return Some(redacted_line(kind, NAME_CHARS));
    }
    let ok = result.ok.unwrap_or_else(|| result.exit_code.is_none_or(|code| code == 0));
    let output = result.output.as_deref().unwrap_or_default();
    if ok {
        // Some clients hand the page of an error over like any other.
        return (*tool == Tool::Web).then(|| told_status(output)).flatten().map(str::to_owned);
    }
    if *tool == Tool::Bash {
        return None;
    }
    // What the client does with files itself fails by what it was asked for.
    let by_client = matches!(tool, Tool::Read | Tool::Edit | Tool::Write | Tool::Search);
    let unknown_cause = if by_client { INVALID_ARGUMENTS } else { TOOL_ERROR };
    Some(classify_error(output).unwrap_or(unknown_cause).to_owned())
}

/// The class of an error by its text; `None` where it names no cause.
#[must_use]
pub fn classify_error(text: &str) -> Option<&'static str> {
    let text = prefix_up_to(text, READ_BYTES).to_ascii_lowercase();
    status(&text)
        .or_else(|| WORDS.iter().find(|(word, _)| text.contains(word)).map(|(_, class)| *class))
}

/// What a text says, in the order in which it is believed: who is asked too often answers with a
/// time-out too, and a message about arguments may quote anything.
const WORDS: &[(&str, &str)] = &[
    ("rate limit", RATE_LIMIT),
    ("rate-limit", RATE_LIMIT),
    ("rate_limit", RATE_LIMIT),
    ("ratelimit", RATE_LIMIT),
    ("too many requests", RATE_LIMIT),
    ("quota exceeded", RATE_LIMIT),
    ("resource_exhausted", RATE_LIMIT),
    ("throttl", RATE_LIMIT),
    ("-32602", INVALID_ARGUMENTS),
    ("-32601", INVALID_ARGUMENTS),
    ("-32600", INVALID_ARGUMENTS),
    ("-32001", NETWORK_ERROR),
    ("-32000", NETWORK_ERROR),
    ("inputvalidationerror", INVALID_ARGUMENTS),
    ("input validation error", INVALID_ARGUMENTS),
    ("validation error", INVALID_ARGUMENTS),
    ("invalid argument", INVALID_ARGUMENTS),
    ("invalid parameter", INVALID_ARGUMENTS),
    ("invalid params", INVALID_ARGUMENTS),
    ("invalid url", INVALID_ARGUMENTS),
    ("invalid_argument", INVALID_ARGUMENTS),
    ("missing required", INVALID_ARGUMENTS),
    ("required parameter", INVALID_ARGUMENTS),
    ("unknown tool", INVALID_ARGUMENTS),
    ("econnrefused", NETWORK_ERROR),
    ("econnreset", NETWORK_ERROR),
    ("econnaborted", NETWORK_ERROR),
    ("enotfound", NETWORK_ERROR),
    ("eai_again", NETWORK_ERROR),
    ("etimedout", NETWORK_ERROR),
    ("ehostunreach", NETWORK_ERROR),
    ("enetunreach", NETWORK_ERROR),
    ("epipe", NETWORK_ERROR),
    ("und_err_", NETWORK_ERROR),
    ("socket hang up", NETWORK_ERROR),
    ("fetch failed", NETWORK_ERROR),
    ("failed to fetch", NETWORK_ERROR),
    ("network error", NETWORK_ERROR),
    ("connection refused", NETWORK_ERROR),
    ("connection reset", NETWORK_ERROR),
    ("connection closed", NETWORK_ERROR),
    ("connection error", NETWORK_ERROR),
    ("connection timed out", NETWORK_ERROR),
    ("could not connect", NETWORK_ERROR),
    ("failed to connect", NETWORK_ERROR),
    ("not connected", NETWORK_ERROR),
    ("could not resolve host", NETWORK_ERROR),
    ("name or service not known", NETWORK_ERROR),
    ("temporary failure in name resolution", NETWORK_ERROR),
    ("nodename nor servname", NETWORK_ERROR),
    ("no such host", NETWORK_ERROR),
    ("no route to host", NETWORK_ERROR),
    ("timed out", NETWORK_ERROR),
    ("timeout", NETWORK_ERROR),
    ("deadline exceeded", NETWORK_ERROR),
    ("deadline_exceeded", NETWORK_ERROR),
    ("service unavailable", NETWORK_ERROR),
    ("temporarily unavailable", NETWORK_ERROR),
    ("internal server error", NETWORK_ERROR),
    ("bad gateway", NETWORK_ERROR),
    ("overloaded", NETWORK_ERROR),
    ("certificate", NETWORK_ERROR),
    ("enoent", FILE_NOT_FOUND),
    ("no such file", FILE_NOT_FOUND),
    ("file not found", FILE_NOT_FOUND),
    ("filenotfounderror", FILE_NOT_FOUND),
    ("file does not exist", FILE_NOT_FOUND),
    ("path does not exist", FILE_NOT_FOUND),
];

/// Words in front of an HTTP status.
const BEFORE_STATUS: &[&str] = &[
    "status code",
    "status_code",
    "statuscode",
    "status",
    "http/1.1",
    "http/2",
    "http",
    "error code",
    "api error",
];

/// The class of the first HTTP status that is named as one: a bare number says nothing.
fn status(text: &str) -> Option<&'static str> {
    let mut rest = text;
    for _ in 0..NAMED_STATUSES {
        let (at, word) = first_of(rest)?;
        rest = rest.get(at + word.len()..)?;
        let number = rest.trim_start_matches([' ', ':', '=', '"', '\'', '(', '#']);
        // What stands between is no other word.
        if rest.len() - number.len() <= 4
            && let Some(class) = code(number).and_then(of_status)
        {
            return Some(class);
        }
    }
    None
}

fn first_of(text: &str) -> Option<(usize, &'static str)> {
    let found = BEFORE_STATUS.iter().filter_map(|word| Some((text.find(word)?, *word)));
    found.min_by_key(|(at, word)| (*at, std::cmp::Reverse(word.len())))
}

/// A number of exactly three digits.
fn code(text: &str) -> Option<u16> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 3 { text.get(..3)?.parse().ok() } else { None }
}

fn of_status(status: u16) -> Option<&'static str> {
    match status {
        404 | 410 => Some(FILE_NOT_FOUND),
        408 | 425 | 500..=599 => Some(NETWORK_ERROR),
        429 => Some(RATE_LIMIT),
        401 | 402 | 403 | 407 => Some(TOOL_ERROR),
        400..=499 => Some(INVALID_ARGUMENTS),
        _ => None,
    }
}

/// The class of the status that a client puts beside the page it hands over (`"code":503`).
fn told_status(output: &str) -> Option<&'static str> {
    let start = prefix_up_to(output, STATUS_BYTES);
    let (_, rest) = start.starts_with('{').then(|| start.split_once("\"code\":")).flatten()?;
    code(rest.trim_start()).and_then(of_status)
}

#[cfg(test)]
#[path = "service_tests.rs"]
mod tests;
