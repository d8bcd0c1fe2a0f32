//! Says which breakers a tool call concerns, and classifies what went wrong with it.

mod file_error;

use fusebox_engine::Tool;
use fusebox_engine::event::{ToolRequest, ToolResult};
use serde_json::Value;

use fusebox_text::excerpt::prefix_up_to;
use fusebox_text::redacted_line;

use file_error::file_error_class;

/// The longest name of a breaker, in characters.
const MAX_NAME_CHARS: usize = 90;
/// How much of a result is read, in bytes. The cause of a failure is at the beginning.
const MAX_READ_BYTES: usize = 4 << 10;
/// How much of an answer is searched for its status, in bytes.
const STATUS_BYTES: usize = 200;

/// The most words that are tried as labels of a status.
const MAX_STATUS_LABELS: usize = 32;

/// The error class of a tool that could not do its work.
pub const TOOL_ERROR: &str = "ToolError";
/// The error class of a time-out, a missing connection, or HTTP 5xx.
pub const NETWORK_ERROR: &str = "NetworkError";
/// The error class of HTTP 429 and the like.
pub const RATE_LIMIT: &str = "RateLimitExceeded";
/// The error class of a wrong request.
pub const INVALID_ARGUMENTS: &str = "InvalidArguments";
/// The error class of a request for something that does not exist.
pub const FILE_NOT_FOUND: &str = "FileNotFound";

/// The names of the breakers that a call concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakerNames {
    /// The breaker of the tool: `mcp:jira/search`, `web/example.com`.
    pub tool: String,
    /// The breaker of the service, where the tool is one of several: `mcp:jira`, `web`.
    pub service: Option<String>,
}

impl BreakerNames {
    /// The breakers that a call of `request` concerns. Each web host has its own, because an outage
    /// of one says nothing about the others.
    #[must_use]
    pub fn of_request(request: &ToolRequest) -> Self {
        let tool = if request.tool == Tool::Web {
            format!("web/{}", web_host_or_kind(request.input.as_ref()))
        } else {
            request.tool.to_string()
        };
        Self::of_tool(&redacted_line(&tool, MAX_NAME_CHARS))
    }

    /// The breakers of the tool with this name.
    #[must_use]
    pub fn of_tool(tool: &str) -> Self {
        let many = tool.starts_with("mcp:") || tool.starts_with("web/");
        let service = tool.split_once('/').filter(|_| many).map(|(service, _)| service.to_owned());
        Self { tool: tool.to_owned(), service }
    }
}

/// The host that a web call asks, or the kind of the call where it names none.
fn web_host_or_kind(input: Option<&Value>) -> String {
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

/// The class of what went wrong with a call of `tool`; `None` where nothing went wrong that
/// concerns the service. A class that the client reports is used first.
///
/// A command with an exit code other than 0 and a failed test run are answers, not errors.
#[must_use]
pub fn error_class(tool: &Tool, result: &ToolResult) -> Option<String> {
    if let Some(kind) = result.error_kind.as_deref().map(str::trim).filter(|kind| !kind.is_empty())
    {
        return Some(redacted_line(kind, MAX_NAME_CHARS));
    }
    let ok = result.ok.unwrap_or_else(|| result.exit_code.is_none_or(|code| code == 0));
    let output = result.output.as_deref().unwrap_or_default();
    if ok {
        // Some clients return the page of an error like any other page.
        return (*tool == Tool::Web)
            .then(|| page_status_class(output))
            .flatten()
            .map(str::to_owned);
    }
    if *tool == Tool::Bash {
        return None;
    }
    let class = if matches!(tool, Tool::Read | Tool::Edit | Tool::Write | Tool::Search) {
        file_error_class(prefix_up_to(output, MAX_READ_BYTES))
    } else {
        classify_error(output).unwrap_or(TOOL_ERROR)
    };
    Some(class.to_owned())
}

/// The class of an error by its text; `None` where the text names no cause.
#[must_use]
pub fn classify_error(text: &str) -> Option<&'static str> {
    let text = prefix_up_to(text, MAX_READ_BYTES).to_ascii_lowercase();
    named_status_class(&text).or_else(|| {
        let is_named = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
        CLASS_PHRASES.iter().find(|(_, phrases)| is_named(phrases)).map(|(class, _)| *class)
    })
}

/// The classes and their phrases. The first match decides: a rate limit may be reported with a
/// time-out, and a message about arguments may quote anything.
#[rustfmt::skip]
const CLASS_PHRASES: &[(&str, &[&str])] = &[
    (RATE_LIMIT, &[
        "rate limit", "rate-limit", "rate_limit", "ratelimit", "too many requests",
        "quota exceeded", "resource_exhausted", "throttl",
    ]),
    (INVALID_ARGUMENTS, &["-32602", "-32601", "-32600"]),
    (NETWORK_ERROR, &["-32001", "-32000"]),
    (INVALID_ARGUMENTS, &[
        "inputvalidationerror", "validation error", "validation_error", "invalid argument",
        "invalid parameter", "invalid params", "invalid url", "invalid_argument",
        "missing required", "required parameter", "unknown tool",
    ]),
    (NETWORK_ERROR, &[
        "econnrefused", "econnreset", "econnaborted", "enotfound", "eai_again", "etimedout",
        "ehostunreach", "enetunreach", "epipe", "und_err_", "socket hang up", "fetch failed",
        "failed to fetch", "network error", "connection refused", "connection reset",
        "connection closed", "connection error", "connection timed out", "could not connect",
        "failed to connect", "not connected", "could not resolve host", "name or service not known",
        "temporary failure in name resolution", "nodename nor servname", "no such host",
        "no route to host", "timed out", "timeout", "deadline exceeded", "deadline_exceeded",
        "service unavailable", "temporarily unavailable", "internal server error", "bad gateway",
        "overloaded", "certificate",
    ]),
    (FILE_NOT_FOUND, &[
        "enoent", "no such file", "file not found", "filenotfounderror", "file does not exist",
        "path does not exist",
    ]),
];

/// Words before an HTTP status.
const STATUS_LABELS: &[&str] = &[
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

/// The class of the first HTTP status behind such a word. A bare number is not a status.
fn named_status_class(text: &str) -> Option<&'static str> {
    let mut rest = text;
    for _ in 0..MAX_STATUS_LABELS {
        let (at, word) = first_status_label(rest)?;
        rest = rest.get(at + word.len()..)?;
        let number = rest.trim_start_matches([' ', ':', '=', '"', '\'', '(', '#']);
        // No other word stands between.
        if rest.len() - number.len() <= 4
            && let Some(class) = three_digits(number).and_then(status_class)
        {
            return Some(class);
        }
    }
    None
}

fn first_status_label(text: &str) -> Option<(usize, &'static str)> {
    let found = STATUS_LABELS.iter().filter_map(|word| Some((text.find(word)?, *word)));
    found.min_by_key(|(at, word)| (*at, std::cmp::Reverse(word.len())))
}

/// The number of exactly three digits at the start of the text.
fn three_digits(text: &str) -> Option<u16> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 3 { text.get(..3)?.parse().ok() } else { None }
}

fn status_class(status: u16) -> Option<&'static str> {
    match status {
        404 | 410 => Some(FILE_NOT_FOUND),
        408 | 425 | 500..=599 => Some(NETWORK_ERROR),
        429 => Some(RATE_LIMIT),
        401 | 402 | 403 | 407 => Some(TOOL_ERROR),
        400..=499 => Some(INVALID_ARGUMENTS),
        _ => None,
    }
}

/// The class of the status that a client reports beside a page (`"code":503`).
fn page_status_class(output: &str) -> Option<&'static str> {
    let start = prefix_up_to(output, STATUS_BYTES);
    let (_, rest) = start.starts_with('{').then(|| start.split_once("\"code\":")).flatten()?;
    three_digits(rest.trim_start()).and_then(status_class)
}

#[cfg(test)]
mod tests;
