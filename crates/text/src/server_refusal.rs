//! Finds how a server refuses a request in an answer that shows it: by a status alone, or in words.

use serde_json::Value;

/// A refusal is short: what is longer is a page, in bytes.
const MAX_BYTES: usize = 4_000;
/// The members of an object that is nothing but a refusal.
const MEMBERS: [&str; 26] = [
    "cause",
    "code",
    "data",
    "detail",
    "details",
    "error",
    "errorCode",
    "error_code",
    "error_description",
    "errors",
    "extensions",
    "instance",
    "message",
    "method",
    "ok",
    "path",
    "reason",
    "requestId",
    "request_id",
    "status",
    "statusCode",
    "status_code",
    "success",
    "timestamp",
    "title",
    "type",
];
/// Where it says what was wrong, in this order.
const WORDS: [&str; 6] = ["errors", "error", "detail", "message", "reason", "title"];
/// How it says that there is no such thing, lower-cased.
const NOT_FOUND: &str = "not found";
/// That something is there, or not, is an answer about it; lower-cased.
const ANSWERS: [&str; 2] = ["exist", "conflict"];

/// How a server refuses a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerRefusal {
    /// By a status alone: the server failed.
    Status(u16),
    /// In words.
    Words(String),
    /// In these words, which may name what there is not: that is an answer about it.
    Absent(String),
}

/// The refusal that the body of an answer shows: an object that is nothing else (`{"detail": "Unprocessable Entity"}`, `{"errors":
/// [{"message": "…"}]}`), or else the status by which a server says that it failed (`HTTP/1.1 502 Bad Gateway`), also alone where the
/// request `asks_status`. `None` for any other answer: the status of a request that may not be made is often the one asked for.
#[must_use]
pub fn server_refusal(body: &str, asks_status: bool) -> Option<ServerRefusal> {
    let body = body.trim();
    if body.len() > MAX_BYTES {
        return None;
    }
    if let Some(begin) = body.find('{').filter(|at| *at == 0 || body[..*at].ends_with('\n')) {
        let answer: Value = serde_json::from_str(&body[begin..]).ok()?;
        return refusal_of(&answer);
    }
    let head = body.lines().next().unwrap_or_default();
    let status = match head.strip_prefix("HTTP/") {
        Some(rest) => rest.split(' ').nth(1)?,
        None if asks_status => body,
        None => return None,
    };
    let is_status = status.len() == 3 && status.bytes().all(|byte| byte.is_ascii_digit());
    let status = status.parse().ok().filter(|_| is_status);
    status.filter(|status| (500..600).contains(status)).map(ServerRefusal::Status)
}

/// The refusal of an object that says that a request was refused, and nothing else.
fn refusal_of(answer: &Value) -> Option<ServerRefusal> {
    let fields = answer.as_object()?;
    let status = ["status", "statusCode", "status_code", "code"];
    let has_status = || status.iter().any(|key| is_error_status(&answer[*key]));
    let has = |key: &str| answer.get(key).is_some_and(is_something);
    let refuses = has("errors") || has("error") || has("detail") || has_status();
    let is_bare = fields.keys().all(|key| MEMBERS.contains(&key.as_str())) && !has("data");
    if !(refuses && is_bare) {
        return None;
    }
    let says = |key: &&&str| has(key) && !answer[**key].is_boolean();
    let said = WORDS.iter().find(says).map(|key| answer[*key].to_string())?;
    let lower = said.to_ascii_lowercase();
    if lower.contains(NOT_FOUND) || status.iter().any(|key| answer[*key] == 404) {
        return Some(ServerRefusal::Absent(answer.to_string()));
    }
    (!ANSWERS.iter().any(|words| lower.contains(words))).then_some(ServerRefusal::Words(said))
}

fn is_error_status(value: &Value) -> bool {
    let told = value.as_str().and_then(|text| text.parse().ok());
    let is_error = |code: &u64| (400..600).contains(code) && !matches!(code, 404 | 409 | 410);
    value.as_u64().or(told).is_some_and(|code| is_error(&code))
}

/// Whether a member is there, and not empty.
fn is_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => number.as_u64() != Some(0),
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_how_a_server_refuses_a_request() {
        for (body, said) in [
            (r#"{"detail": "Unprocessable Entity"}"#, r#""Unprocessable Entity""#),
            (
                r#"{"detail":[{"loc":["body","a"],"msg":"field required"}]}"#,
                r#"[{"loc":["body","a"],"msg":"field required"}]"#,
            ),
            (r#"{"errors":[{"message":"no field a"}]}"#, r#"[{"message":"no field a"}]"#),
            (
                r#"{"errors":[],"error":"invalid_grant","error_description":"Bad"}"#,
                r#""invalid_grant""#,
            ),
            (r#"{"statusCode":422,"message":"Bad body"}"#, r#""Bad body""#),
            ("HTTP/1.1 400 Bad Request\r\nserver: x\r\n\r\n{\"error\":\"no\"}", r#""no""#),
        ] {
            assert_eq!(
                server_refusal(body, false),
                Some(ServerRefusal::Words(said.to_owned())),
                "{body}"
            );
        }
        for (body, asks_status, status) in [
            ("502\n", true, Some(502)),
            ("502\n", false, None),
            ("HTTP/2 503", false, Some(503)),
            ("HTTP/2 403", false, None),
            ("401", true, None),
            ("HTTP/1.1 200 OK\nserver: x", true, None),
            ("5021", true, None),
        ] {
            assert_eq!(
                server_refusal(body, asks_status),
                status.map(ServerRefusal::Status),
                "{body}"
            );
        }
        let absent = r#"{"code":404,"error":"order not found"}"#;
        let refusal = ServerRefusal::Absent(absent.to_owned());
        assert_eq!(server_refusal(absent, false), Some(refusal));
        for body in [
            r#"{"detail":"Order 17", "items":[1]}"#,
            r#"{"error":null,"id":3}"#,
            r#"{"errors":[],"id":3}"#,
            r#"{"errors":0,"message":"spec is valid"}"#,
            r#"{"id":7,"code":440,"title":"Garden hose"}"#,
            r#"{"state":"done","error":"row 3 skipped","rows":812}"#,
            r#"{"data":{"a":1},"errors":[{"message":"b"}]}"#,
            r#"{"error":"name already exists"}"#,
            r#"{"status":"failed","code":"E1"}"#,
            "{\"status\":404,\"message\":\"a\"}\n{\"status\":200,\"message\":\"b\"}",
            r#"{"message":"ok","status":200}"#,
            "[1, 2]",
            "",
        ] {
            assert_eq!(server_refusal(body, true), None, "{body}");
        }
    }
}
