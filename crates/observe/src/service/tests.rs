//! What clients, MCP servers and HTTP libraries say when a call fails, and whose breakers it concerns.

use fusebox_engine::event::{ToolRequest, ToolResult};
use serde_json::json;

use super::*;

fn failed(output: &str) -> ToolResult {
    ToolResult { ok: Some(false), output: Some(output.to_owned()), ..ToolResult::default() }
}

#[test]
fn s01_an_error_has_the_class_that_its_text_or_code_says() {
    let check = |output: &str, expected: &str| {
        let class = error_class(&"mcp:s/t".into(), &failed(output));
        assert_eq!(class.as_deref(), Some(expected), "{output}");
    };
    check("MCP error -32001: Request timed out", NETWORK_ERROR);
    check("MCP error -32000: Connection closed", NETWORK_ERROR);
    check("MCP error -32602: Invalid params", INVALID_ARGUMENTS);
    check("MCP error -32601: Method not found", INVALID_ARGUMENTS);
    check("MCP error -32602: Tool search not found", INVALID_ARGUMENTS);
    check("MCP error -32603: Internal error", TOOL_ERROR);
    check("Error executing tool get_issue: 'NoneType' object has no attribute 'key'", TOOL_ERROR);
    check(
        "Error executing tool q: 1 validation error for qArguments\nlimit\n  Input should be a valid integer",
        INVALID_ARGUMENTS,
    );
    check("<tool_use_error>InputValidationError: mcp__s__t failed", INVALID_ARGUMENTS);
    check("Missing required parameter 'query'.", INVALID_ARGUMENTS);
    check("Request failed with status code 503", NETWORK_ERROR);
    check("Request failed with status code 429", RATE_LIMIT);
    check("Request failed with status code 404", FILE_NOT_FOUND);
    check("Request failed with status code 403", TOOL_ERROR);
    check("Request failed with status code 422", INVALID_ARGUMENTS);
    check("HTTP 502 Bad Gateway", NETWORK_ERROR);
    check("HTTP/1.1 504 Gateway Timeout", NETWORK_ERROR);
    check("Client error '429 Too Many Requests' for url 'https://api.example.com'", RATE_LIMIT);
    check("HTTPError: status: 500", NETWORK_ERROR);
    check("{\"statusCode\": 503, \"message\": \"x\"}", NETWORK_ERROR);
    check("API Error: 529 {\"type\":\"overloaded_error\"}", NETWORK_ERROR);
    check("API rate limit exceeded for user ID 1.", RATE_LIMIT);
    check("RESOURCE_EXHAUSTED: Quota exceeded", RATE_LIMIT);
    check("ThrottlingException: Rate exceeded", RATE_LIMIT);
    check("connect ECONNREFUSED 127.0.0.1:3000", NETWORK_ERROR);
    check("getaddrinfo ENOTFOUND nowhere.example", NETWORK_ERROR);
    check("TypeError: fetch failed", NETWORK_ERROR);
    check("request to https://x.example/ failed, reason: socket hang up", NETWORK_ERROR);
    check("curl: (6) Could not resolve host: x.example", NETWORK_ERROR);
    check("dial tcp: lookup x.example: no such host", NETWORK_ERROR);
    check("context deadline exceeded", NETWORK_ERROR);
    check("timeout of 60000ms exceeded", NETWORK_ERROR);
    check("ENOENT: no such file or directory, open '/a'", FILE_NOT_FOUND);
    check("[Errno 2] No such file or directory: 'a'", FILE_NOT_FOUND);
    check("File does not exist.", FILE_NOT_FOUND);
    check("something else", TOOL_ERROR);
    // A server that has lost what it works with is broken, whatever words it says so in.
    check("Error: Session not found", TOOL_ERROR);
    check("FATAL: database \"shop\" does not exist", TOOL_ERROR);
    check("the answer was 503 apples", TOOL_ERROR);
    check("status 5031", TOOL_ERROR);
    check("", TOOL_ERROR);
}

#[test]
fn s01_what_a_client_calls_an_error_comes_first() {
    let result = ToolResult { error_kind: Some("AuthError".to_owned()), ..failed("HTTP 503") };
    assert_eq!(error_class(&"mcp:s/t".into(), &result).as_deref(), Some("AuthError"));
    let blank = ToolResult { error_kind: Some("  ".to_owned()), ..failed("HTTP 503") };
    assert_eq!(error_class(&"mcp:s/t".into(), &blank).as_deref(), Some(NETWORK_ERROR));
}

#[test]
fn s01_a_red_command_is_an_answer() {
    let result = ToolResult { exit_code: Some(101), ..failed("test result: FAILED. timed out") };
    assert_eq!(error_class(&"bash".into(), &result), None);
    let result = ToolResult { error_kind: Some("ToolError".to_owned()), ..result };
    assert_eq!(error_class(&"bash".into(), &result).as_deref(), Some(TOOL_ERROR));
}

#[test]
fn s01_a_tool_on_files_fails_for_its_arguments_unless_the_file_is_locked_or_out_of_reach() {
    let check = |tool: &str, output: &str, expected: &str| {
        let class = error_class(&tool.into(), &failed(output));
        assert_eq!(class.as_deref(), Some(expected), "{tool}: {output}");
    };
    for (output, expected) in [
        ("EBUSY: resource busy or locked, open '/w/orders.db'", TOOL_ERROR),
        ("ETXTBSY: text file is busy, open '/w/bin/orders'", TOOL_ERROR),
        ("ESTALE: stale file handle, read", TOOL_ERROR),
        ("[Errno 116] Stale file handle: '/mnt/nfs/a.txt'", TOOL_ERROR),
        ("cat: /mnt/a: Stale NFS file handle", TOOL_ERROR),
        ("ETIMEDOUT: connection timed out, read", TOOL_ERROR),
        ("Ripgrep search timed out after 20 seconds. Try a more specific path.", TOOL_ERROR),
        ("Device or resource busy (os error 16)", TOOL_ERROR),
        ("EIO: i/o error, read", TOOL_ERROR),
        ("EAGAIN: resource temporarily unavailable, lock", TOOL_ERROR),
        ("Transport endpoint is not connected (os error 107)", TOOL_ERROR),
        ("EHOSTDOWN: host is down, open '/mnt/a'", TOOL_ERROR),
        ("ENOLCK: no locks available, open 'a'", TOOL_ERROR),
        ("EMFILE: too many open files, open '/w/a'", TOOL_ERROR),
        ("ENOSPC: no space left on device, write", TOOL_ERROR),
        (
            "The process cannot access the file 'a.txt' because it is being used by another process.",
            TOOL_ERROR,
        ),
        ("Error: file is locked by another program", TOOL_ERROR),
        // The path and the quoted text are the agent's own words.
        ("ENOENT: no such file or directory, open '/w/ebusy.txt'", FILE_NOT_FOUND),
        ("File does not exist: /w/timed out/EBUSY", FILE_NOT_FOUND),
        ("ENOENT: no such file or directory, open 'EBUSY: is locked by another'", FILE_NOT_FOUND),
        ("File does not exist. Did you mean \"host is down.md\"?", FILE_NOT_FOUND),
        (
            "String to replace not found in file.\nString: retry(\"EBUSY\") // timed out",
            INVALID_ARGUMENTS,
        ),
        ("String to replace not found", INVALID_ARGUMENTS),
        ("File has not been read yet. Read it first before writing to it.", INVALID_ARGUMENTS),
        ("File content (31002 tokens) exceeds maximum allowed tokens (25000).", INVALID_ARGUMENTS),
        ("EISDIR: illegal operation on a directory, read", INVALID_ARGUMENTS),
        ("EACCES: permission denied, open '/etc/shadow'", INVALID_ARGUMENTS),
        ("Found 3 matches of the string to replace: connection refused", INVALID_ARGUMENTS),
        ("InputValidationError: Read failed due to the following issue", INVALID_ARGUMENTS),
        ("", INVALID_ARGUMENTS),
    ] {
        for tool in ["read", "edit", "write", "search"] {
            check(tool, output, expected);
        }
    }
}

#[test]
fn s01_an_answer_is_no_error_unless_it_is_the_page_of_one() {
    let check = |tool: &str, output: &str, expected: Option<&str>| {
        let result = ToolResult { ok: Some(true), ..failed(output) };
        assert_eq!(error_class(&tool.into(), &result).as_deref(), expected, "{tool} {output}");
    };
    check("mcp:s/t", "how to handle HTTP 503 and timeouts", None);
    check("web", "how to handle HTTP 503 and timeouts", None);
    check("web", r#"{"bytes":12,"code":200,"codeText":"OK","result":"HTTP 503"}"#, None);
    check("web", r#"{"bytes":12,"code":503,"codeText":"x","result":""}"#, Some(NETWORK_ERROR));
    check("web", r#"{"bytes":12,"code":404,"codeText":"x"}"#, Some(FILE_NOT_FOUND));
    check("mcp:s/t", r#"{"bytes":12,"code":503}"#, None);
}

#[test]
fn a_call_concerns_the_breaker_of_its_tool_and_of_its_service() {
    let check = |tool: &str, input, key: &str, service: Option<&str>| {
        let request =
            ToolRequest { tool: tool.into(), input: Some(input), ..ToolRequest::default() };
        let expected = BreakerNames { tool: key.to_owned(), service: service.map(str::to_owned) };
        assert_eq!(BreakerNames::of_request(&request), expected);
        assert_eq!(BreakerNames::of_tool(key), expected);
    };
    check("mcp:jira/search", json!({}), "mcp:jira/search", Some("mcp:jira"));
    check("mcp:odd", json!({}), "mcp:odd", None);
    check("bash", json!({"command": "a/b"}), "bash", None);
    check(
        "web",
        json!({"url": "https://Docs.Example.com:8443/a?b#c"}),
        "web/docs.example.com:8443",
        Some("web"),
    );
    check("web", json!({"url": "http://u:p@example.com"}), "web/example.com", Some("web"));
    check("web", json!({"url": "example.com/x"}), "web/example.com", Some("web"));
    check("web", json!({"url": "https://a b/"}), "web/unknown", Some("web"));
    check("web", json!({"query": "fuses"}), "web/search", Some("web"));
    check("web", json!(null), "web/unknown", Some("web"));
}

#[test]
fn a_name_from_outside_is_short_and_forges_no_line() {
    let tool = format!("mcp:a\n\u{1b}[2J/{}", "x".repeat(5_000));
    let request = ToolRequest { tool: tool.into(), ..ToolRequest::default() };
    let target = BreakerNames::of_request(&request);
    assert!(target.tool.chars().count() <= MAX_NAME_CHARS);
    assert!(!target.tool.chars().any(char::is_control), "{target:?}");
}

#[test]
fn no_text_takes_long_or_ends_badly() {
    for text in
        ["status ".repeat(1_000), "é".repeat(5_000), "http".repeat(2_000), "status 4€".to_owned()]
    {
        let _class: Option<&str> = classify_error(&text);
    }
    assert_eq!(classify_error(&"status ".repeat(1_000)), None);
}
