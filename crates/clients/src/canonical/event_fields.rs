//! Every type of canonical event with its fields: for the schema, the page about `decide`, and notices of fields
//! that nobody reads.

/// One type of event.
#[derive(Debug)]
pub struct EventType {
    /// Its name, as `type` spells it.
    pub name: &'static str,
    /// When it is sent, in one sentence.
    pub when: &'static str,
    /// Its own fields, beside [`COMMON_FIELDS`].
    pub fields: &'static [EventField],
    /// An example with every field that is usual.
    pub example: &'static str,
}

/// One field of an event.
#[derive(Debug)]
pub struct EventField {
    /// Its name.
    pub name: &'static str,
    /// What may stand in it.
    pub values: FieldValues,
    /// What it says, and what its absence means.
    pub meaning: &'static str,
}

/// What may stand in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldValues {
    /// A string that is not empty, without control characters.
    Id,
    /// Any string.
    Text,
    /// A whole number from 0.
    Count,
    /// A whole number of 32 bits.
    ExitCode,
    /// A number from 0.
    Amount,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Any JSON value.
    Any,
    /// A number of files, or a list of paths or of objects with `path`, `content` and `created`.
    Files,
    /// A list of names, or of objects with `tool` and `compound`.
    Tools,
    /// The fields of a `tool_request`, as an object.
    Request,
}

const fn field(name: &'static str, values: FieldValues, meaning: &'static str) -> EventField {
    EventField { name, values, meaning }
}

use FieldValues::{Amount, Any, Count, ExitCode, Files, Flag, Id, OneOf, Request, Text, Tools};

/// The fields of every event. `session` and `type` must be there.
pub const COMMON_FIELDS: &[EventField] = &[
    field("session", Id, "the client's own id of the session"),
    field("type", Text, "the type of the event"),
    field("id", Id, "makes a repeated event harmless; made where it is absent"),
    field("at_ms", Count, "milliseconds since 1970; now where it is absent"),
    field("agent", Id, "which agent of the session; `main` where it is absent"),
];

const REQUEST_FIELDS: &[EventField] = &[
    field("call", Id, "the client's id of the call; the result names it again"),
    field("round", Text, "the model response that the call belongs to"),
    field(
        "tool",
        Text,
        "`bash`, `read`, `edit`, `write`, `apply_patch`, `search`, `web`, `task`, `mcp:SERVER/TOOL`, or a client's own name, which is translated where it is known",
    ),
    field("input", Any, "the arguments; unknown, and equal to nothing, where it is absent"),
    field("cwd", Text, "the folder that the call runs in; the session's where it is absent"),
    field(
        "can_ask",
        Flag,
        "a person sits there who can be asked about the call; `false` where it is absent",
    ),
];

/// Every type of event, in the order of a session.
pub const EVENTS: &[EventType] = &[
    EventType {
        name: "session_start",
        when: "A session begins or is resumed.",
        fields: &[
            field("client", Text, "the agent program"),
            field("role", Text, "what the agent is for; selects the policy of `[roles.ROLE]`"),
            field("task", Id, "the named task that the session serves; itself where it is absent"),
            field("cwd", Text, "the folder that the agent works in"),
            field("run", Id, "the supervised run that the session belongs to"),
        ],
        example: r#"{"session":"s1","type":"session_start","client":"my-agent","role":"feat-dev","task":"42","cwd":"/srv/shop"}"#,
    },
    EventType {
        name: "prompt",
        when: "The agent is given a prompt.",
        fields: &[
            field(
                "by",
                OneOf(&["human", "automation"]),
                "who gave it; `automation` where it is absent",
            ),
            field("text", Text, "its text; kept only where it answers a trip"),
        ],
        example: r#"{"session":"s1","type":"prompt","by":"human","text":"make the tests pass"}"#,
    },
    EventType {
        name: "tool_request",
        when: "The agent asks to call a tool. Obey the verdict.",
        fields: REQUEST_FIELDS,
        example: r#"{"session":"s1","type":"tool_request","call":"c1","round":"r1","tool":"bash","input":{"command":"cargo test"}}"#,
    },
    EventType {
        name: "tool_result",
        when: "A call has ended.",
        fields: &[
            field("call", Id, "the id of the call"),
            field(
                "ok",
                Flag,
                "whether the tool succeeded; read from the output where it is absent",
            ),
            field(
                "output",
                Text,
                "what the tool returned; kept as digests, and short and redacted where it failed",
            ),
            field("exit_code", ExitCode, "the exit code of a command"),
            field(
                "error_kind",
                Text,
                "the class of the error: `ToolError`, `NetworkError`, `RateLimitExceeded`, `InvalidArguments`, `FileNotFound`",
            ),
            field("duration_ms", Count, "how long the tool ran"),
            field(
                "files_changed",
                Files,
                "the files that the call changed: a number, or a list of paths",
            ),
            field("workspace", Text, "a digest of the working folder after the call"),
            field("refused", Flag, "the client, a person or a guard refused the call"),
            field("request", Request, "the call itself, where no `tool_request` was sent for it"),
        ],
        example: r#"{"session":"s1","type":"tool_result","call":"c1","ok":false,"exit_code":101,"output":"test cart::total ... FAILED","duration_ms":700,"files_changed":["src/cart.rs"]}"#,
    },
    EventType {
        name: "round_end",
        when: "The results of one model response are in.",
        fields: &[],
        example: r#"{"session":"s1","type":"round_end"}"#,
    },
    EventType {
        name: "message",
        when: "The agent writes text.",
        fields: &[
            field("text", Text, "its text, of which a digest and the last sentence are kept"),
            field("part", Flag, "this is a chunk of one message; the next ones go on with it"),
        ],
        example: r#"{"session":"s1","type":"message","text":"I run the tests again."}"#,
    },
    EventType {
        name: "thought",
        when: "The agent thinks.",
        fields: &[field("text", Text, "its text, of which a digest is kept")],
        example: r#"{"session":"s1","type":"thought","text":"The fixture is stale."}"#,
    },
    EventType {
        name: "usage",
        when: "A model response was paid for.",
        fields: &[
            field("input_tokens", Count, "tokens of the prompt that were not read from the cache"),
            field("output_tokens", Count, "tokens of the response"),
            field("cache_read_tokens", Count, "tokens read from the cache"),
            field("cache_write_tokens", Count, "of the input, those written to the cache"),
            field("cache_write_1h_tokens", Count, "of the input, those written to it for an hour"),
            field("model", Text, "the model; without `cost_usd`, the price comes from it"),
            field(
                "web_searches",
                Count,
                "searches of the web that the provider made; without `cost_usd`, each has a price",
            ),
            field(
                "service_tier",
                OneOf(&["standard", "priority", "flex"]),
                "how the provider served it",
            ),
            field("context_tokens", Count, "tokens in the conversation now"),
            field("messages", Count, "messages in the conversation now"),
            field("cost_usd", Amount, "its price in US dollars"),
        ],
        example: r#"{"session":"s1","type":"usage","input_tokens":1200,"output_tokens":300,"context_tokens":41000,"messages":12,"cost_usd":0.01}"#,
    },
    EventType {
        name: "iteration",
        when: "One iteration of a loop has ended.",
        fields: &[
            field("run", Text, "the start of the loop; events of an earlier one are ignored"),
            field(
                "files_changed",
                Files,
                "the files that it changed: a number, or a list of paths; unknown where it is absent",
            ),
            field("commits", Count, "the commits that it made"),
            field("tests_passing", Count, "tests that pass after it"),
            field("output_len", Count, "the length of its output"),
            field("error", Text, "its error, if it ended with one"),
            field(
                "outcome",
                OneOf(&["ok", "timeout", "idle", "exit", "api_error"]),
                "how its process ended; `ok` where it is absent",
            ),
            field("claims_complete", Flag, "the agent says that the work is done"),
            field("questions", Count, "questions that the agent asks instead of working"),
            field("denied_tools", Tools, "tools that the client's permissions denied"),
        ],
        example: r#"{"session":"s1","type":"iteration","run":"r1","files_changed":2,"commits":1,"tests_passing":3,"output_len":1200,"outcome":"ok"}"#,
    },
    EventType {
        name: "compaction",
        when: "The conversation was compacted.",
        fields: &[],
        example: r#"{"session":"s1","type":"compaction"}"#,
    },
    EventType {
        name: "subagent",
        when: "A subagent begins; its later events name it as `agent`.",
        fields: &[
            field("parent", Id, "the agent that began it; `main` where it is absent"),
            field("depth", Count, "how deep it is; 1 where it is absent"),
            field("text", Text, "its prompt; nothing is kept of it"),
        ],
        example: r#"{"session":"s1","type":"subagent","agent":"a2","parent":"main","depth":1}"#,
    },
    EventType {
        name: "stop_blocked",
        when: "A stop hook made the agent go on.",
        fields: &[field("text", Text, "what it was told")],
        example: r#"{"session":"s1","type":"stop_blocked","text":"the tests are red"}"#,
    },
    EventType {
        name: "idle",
        when: "The agent has ended its turn and waits.",
        fields: &[field("text", Text, "its last message: the summary of an open incident")],
        example: r#"{"session":"s1","type":"idle","text":"All tests pass."}"#,
    },
    EventType {
        name: "blocked",
        when: "The agent says that it is blocked; the session sleeps.",
        fields: &[field("on", Text, "what it waits for"), field("summary", Text, "its summary")],
        example: r##"{"session":"s1","type":"blocked","on":"#41","summary":"The schema is not merged."}"##,
    },
    EventType {
        name: "resume",
        when: "The agent is no longer blocked.",
        fields: &[],
        example: r#"{"session":"s1","type":"resume"}"#,
    },
    EventType {
        name: "complete",
        when: "The agent says that the work is done.",
        fields: &[field("summary", Text, "its summary")],
        example: r#"{"session":"s1","type":"complete","summary":"Totals round half to even."}"#,
    },
    EventType {
        name: "guidance",
        when: "A person answers a trip.",
        fields: &[
            field("text", Text, "what the agent is told"),
            field("test", Text, "the test that it is about; all where it is absent"),
        ],
        example: r#"{"session":"s1","type":"guidance","text":"Round half to even.","test":"cart::total"}"#,
    },
    EventType {
        name: "tick",
        when: "Time has passed; limits of time are looked at.",
        fields: &[],
        example: r#"{"session":"s1","type":"tick"}"#,
    },
    EventType {
        name: "session_end",
        when: "The session is over.",
        fields: &[],
        example: r#"{"session":"s1","type":"session_end"}"#,
    },
];

/// The field of an event of this type that a writer may have meant by `unknown`.
#[must_use]
pub fn similar_field(kind: &str, unknown: &str) -> Option<&'static str> {
    let own = EVENTS.iter().find(|event| event.name == kind).map_or(&[][..], |event| event.fields);
    let names = COMMON_FIELDS.iter().chain(own).map(|field| field.name);
    let plain = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let unknown = plain(unknown);
    let is_similar = |name: &&str| {
        let name = plain(name);
        name == unknown
            || unknown.len() >= 2 && (name.starts_with(&unknown) || name.ends_with(&unknown))
    };
    names.filter(is_similar).min_by_key(|name| name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_was_meant_is_found() {
        for (kind, unknown, meant) in [
            ("tick", "at", Some("at_ms")),
            ("tool_result", "changed", Some("files_changed")),
            ("tool_result", "exitCode", Some("exit_code")),
            ("tool_request", "changed", None),
            ("tick", "x", None),
            ("nothing", "sessionId", None),
        ] {
            assert_eq!(similar_field(kind, unknown), meant, "{kind}: {unknown}");
        }
    }
}
