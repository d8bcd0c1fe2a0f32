//! Texts that the parser of each body searches for.

/// The pieces for a target: short marks, and longer phrases.
pub(crate) fn of(target: &str) -> Vec<&'static str> {
    let (marks, phrases) = match target {
        "audit_query" => QUERY,
        "bill" => BILL,
        "canonical" | "claude_hook" | "client_hooks" | "json" | "tail" | "transcripts" => JSON,
        "claude_stream" | "codex_stream" | "gemini_stream" | "opencode_stream" => STREAM,
        "command" => WORDS,
        "config" => TOML,
        "import" => IMPORTED,
        "shell" => SHELL,
        "report" => STORY,
        "redact" => SECRETS,
        _ => OUTPUT,
    };
    [marks, phrases].concat()
}

/// Marks and phrases.
type Pieces = (&'static [&'static str], &'static [&'static str]);

const QUERY: Pieces = (
    &[
        "(", ")", "[", "]", ",", ".", "'", "\"", "`", "\\", "<>", "<=", "-", "*", "/", "%", ";",
        "9", "\0",
    ],
    &[
        "MATCH (e:ExecutionMetrics) ",
        "WHERE ",
        "RETURN e.toolCalls AS n ",
        "ORDER BY n DESC ",
        "SKIP 1 LIMIT 2",
        "CASE WHEN e.qcInvoked THEN 1 ELSE 0 END",
        "COUNT(DISTINCT e.taskId)",
        " IN ['a', 'b'] ",
        " IS NOT NULL ",
        " STARTS WITH 'a' ",
        "NOT ",
        " AND ",
    ],
);

const BILL: Pieces = (
    &[
        ",", ";", "\t", "\n", "\r\n", "\"", "\"\"", "-", "$", "(", ")", ".", "e-9", "0",
        "\u{feff}", "\0",
    ],
    &[
        "date,model,cost\n",
        "day;amount\n",
        "timestamp\tmodel_version\tcost_usd\n",
        "2026-11-01,m,1\n",
        "2026-11-01T23:00:00Z",
        "1793575800",
        "99999999999999999999",
        "1,234.50",
        "1.5e-06",
        "0.0000000000005",
    ],
);

const IMPORTED: Pieces = (
    &[
        "{", "}", "[", "]", ",", ": ", "\"", "\n", "\n  ", "- ", "&a ", "*a", "<<: ", "=", "0",
        "-1", "1e999", "~",
    ],
    &[
        "circuit_breakers:\n  defaults:\n    ",
        "\"circuitBreaker\": {",
        "[circuit_breaker]\n",
        "roles:\n    pm:\n      ",
        "max_tool_calls: 50\n",
        "max_active_duration = 7200\n",
        "\"noProgressThreshold\": 3,",
        "output_decline = 30\n",
        "preset = \"tdd\"\n",
        "CIRCUIT_BREAKER_TOOL_CRITICAL=80\n",
    ],
);

const JSON: Pieces = (
    &[
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "null", "true", "-1", "1.5", "1e999",
        "\\ud83d", "\u{feff}", "\0",
    ],
    &[
        "18446744073709551615",
        "\"session\":\"s1\",",
        "\"session_id\":\"s1\",",
        "\"type\":\"tool_request\",",
        "\"type\":\"assistant\",",
        "\"message\":{",
        "\"content\":[{",
        "\"tool_name\":\"Bash\",",
        "\"tool_input\":{\"command\":\"rm /s/db\"},",
        "\"tool_use_id\":\"\",",
        "\"agent_id\":\"a1\",",
        "\"hook_event_name\":\"PreToolUse\",",
        "\"usage\":{\"output_tokens\":9},",
        "\"id\":\"m1\",",
        "\"isSidechain\":true,",
    ],
);

const STREAM: Pieces = (
    &[
        "{", "}", "[", ",", "\"", "\n", "null", "-1", "1e999", "\\ud83d", "error: ", "Shall I?",
        "```", "é", "\0",
    ],
    &[
        "18446744073709551615",
        "\"type\":\"result\",",
        "\"type\":\"user\",",
        "\"type\":\"tool_result\",",
        "\"type\":\"item.started\",",
        "\"session_id\":\"--yolo\",",
        "\"is_error\":true,",
        "\"parent_tool_use_id\":\"t1\",",
        "\"total_cost_usd\":-1e308,",
        "\"delta\":true,",
        "\"type\":\"step_finish\",\"part\":{\"reason\":\"stop\"},",
        "All work is done. ",
    ],
);

const WORDS: Pieces = (
    &[
        "claude", "codex", "gemini", "npx", "npm", "env", "exec", "resume", "review", "-p", "--",
        "-", "--print", "--resume", "--json", "--model", "--image", "-c", "--last", "{prompt}",
        "A=b", "/", "\\", ".exe", "\n", "\n\n", "é", "\0",
    ],
    &[
        "--output-format",
        "--output-format=",
        "--allowedTools",
        "--prompt=x",
        "@openai/codex",
        "@anthropic-ai/claude-code@2",
    ],
);

const TOML: Pieces = (
    &[
        "limits", "roles.pm", "preset", "mode", "\"2h\"", "0", "-1", "0.5", "nan", " = ", ".", "[",
        "]", "[[", "{", "}", "\n", "\r\n", "\"", "'''", "\\u00e9", "ü", "\u{feff}", "\0",
    ],
    &[
        "tool_calls",
        "circuit_breaker",
        "project_may_loosen",
        "\"unlimited\"",
        "\"budget\"",
        "\"observe\"",
        "9999999999999999999999",
        "2024-01-01",
    ],
);

const SHELL: Pieces = (
    &[
        "'", "\"", "`", "$(", "${", "$((", "$'", ")", "}", "{ ", "(", "|", "||", "&&", ";", ";;",
        "&", "\n", "\\", "#", "<<<", "<(", ">", ">>", "2>&1", "~", "*", "if ", "then ", "fi",
        "do ", "done", "esac", "f() ", "sh -c '", "eval ", "xargs ", "sudo ", "cd /s", "rm ",
        "/s/db", "echo ", "x=", "$x", "é", "\0",
    ],
    &["for a in ", "case a in "],
);

const STORY: Pieces = (
    &[
        "\nfree ", "\nfile ", "\nerror ", "\ninfra ", "\ncall ", "\nscope ", " @ ", "\\n", "`",
        "```", "~~~", "|", "# ", "<!--", "\u{202e}", "'", "é", "\0",
    ],
    &[
        "\nattempt ",
        "\nfailed ",
        "\noutput ",
        "\nrefused ",
        "\ntouched ",
        "\nrule repetition.cycle",
        "\nrule limits.active_time",
        "\nrule attempts.per_slice",
        "\nrule guard.protected",
        "\nreason ",
        "\nsummary ",
        "\u{1b}[2J",
        "assert 1 == 2",
        "expected 3 but got 4",
        "No module named x",
        "ECONNREFUSED :5432",
        "timed out",
    ],
);

const SECRETS: Pieces = (
    &[
        "password", "TOKEN", "api_key", "--secret", ":", "=", " ", "'", "\"", "\\\"", "\n", "sk-",
        "ghp_", "AKIA", "Bearer ", "eyJ", "://u:", "@", ".", "$X", "<x>", "é", "\0",
    ],
    &[
        "a1b2c3d4e5f6",
        "A1B2C3D4E5F6",
        "-----BEGIN RSA PRIVATE KEY-----",
        "-----END RSA PRIVATE KEY-----",
        "[redacted]",
    ],
);

const OUTPUT: Pieces = (
    &[
        "\n",
        "\r",
        "\u{1b}]",
        "  ",
        "    ",
        "FAILED ",
        "ok ",
        "=== RUN ",
        "a.py:3: ",
        "● a › b",
        "]]>",
        "1.5s",
        "/tmp/x1/",
        "é",
        "\0",
    ],
    &[
        "\u{1b}[31m",
        "not ok 1 - ",
        "--- FAIL: ",
        "test result: FAILED. 1 passed; 1 failed",
        "failures:\n",
        "---- a::b stdout ----\n",
        "thread 'a' panicked at src/a.rs:1:2:\n",
        "=================================== FAILURES ====",
        "E   assert 1 == 2",
        "Tests:       1 failed, 2 total",
        " FAIL  a.test.ts > b",
        "Traceback (most recent call last):\n",
        "<testcase name=\"a&lt;\"",
        "<failure message='",
        "<![CDATA[",
        "{\"Action\":\"fail\",\"Test\":\"TestA/b\"}",
        "99999999999999999999",
        "2026-11-22T05:51:08Z",
        "127.0.0.1:54321",
    ],
);
