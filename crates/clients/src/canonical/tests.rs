//! Canonical lines, read and written.

use fusebox_engine::event::{
    ChangedFile, ChangedFiles, DeniedTool, IterationEnd, LoopIteration, PromptOrigin, SessionStart,
    TokenUsage, ToolRequest, ToolResult,
};
use fusebox_engine::{
    AgentId, CallId, Event, EventId, EventKind, RunId, ServiceTier, SessionId, TaskId, Timestamp,
    Tool,
};
use proptest::option::of;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// The lines of the design page. Below a line that is written back in another form, that form.
const LINES: &str = r##"{"session":"s1","id":"e1","at_ms":1000,"type":"session_start","client":"generic","role":"feat-dev","task":"42","cwd":"/w","agent":"main"}
→ {"session":"s1","id":"e1","at_ms":1000,"type":"session_start","client":"generic","role":"feat-dev","task":"42","cwd":"/w"}
{"session":"s1","type":"prompt","by":"human","text":"…"}
{"session":"s1","type":"prompt"}
→ {"session":"s1","type":"prompt","by":"automation","text":""}
{"session":"s1","type":"tool_request","call":"c1","round":"r7","tool":"bash","input":{"command":"cargo test"}}
{"session":"s1","type":"tool_request","tool":"bash"}
→ {"session":"s1","type":"tool_request","tool":"bash","input":null}
{"session":"s1","type":"tool_result","call":"c1","ok":false,"output":"…","exit_code":101.0,"error_kind":"ToolError","duration_ms":700.4,"files_changed":["a.py"],"workspace":"content hash","refused":true}
→ {"session":"s1","type":"tool_result","call":"c1","ok":false,"output":"…","exit_code":101,"error_kind":"ToolError","duration_ms":700,"files_changed":["a.py"],"workspace":"content hash","refused":true}
{"session":"s1","type":"tool_result","exit_code":2316632081}
→ {"session":"s1","type":"tool_result","exit_code":-1978335215}
{"session":"s1","type":"tool_result","files_changed":2}
{"session":"s1","type":"round_end"}
{"session":"s1","type":"message","text":"…","part":true}
{"session":"s1","type":"thought","text":"…"}
{"session":"s1","type":"usage","input_tokens":1,"output_tokens":1,"cache_read_tokens":0,"context_tokens":1,"messages":12,"cost_usd":0.01}
{"session":"s1","type":"iteration","run":"r1","files_changed":0,"commits":0,"tests_passing":3,"error":"…","outcome":"ok"}
→ {"session":"s1","type":"iteration","run":"r1","files_changed":0,"commits":0,"tests_passing":3,"error":"…"}
{"session":"s1","type":"iteration","files_changed":["a","b"],"output_len":1200,"outcome":"api_error","claims_complete":true,"questions":2,"denied_tools":["Bash",{"tool":"Edit","compound":true,"x":1}]}
→ {"session":"s1","type":"iteration","files_changed":2,"output_len":1200,"outcome":"api_error","claims_complete":true,"questions":2,"denied_tools":["Bash",{"compound":true,"tool":"Edit"}]}
{"session":"s1","type":"compaction"}
{"session":"s1","type":"subagent","agent":"a2","parent":"main","depth":2,"text":"…"}
→ {"session":"s1","agent":"a2","type":"subagent","parent":"main","depth":2}
{"session":"s1","type":"stop_blocked","text":"…"}
{"session":"s1","type":"idle"}
{"session":"s1","type":"blocked","on":"#41"}
{"session":"s1","type":"resume","new_field":[]}
→ {"session":"s1","type":"resume"}
{"session":"s1","type":"complete","summary":"…"}
{"session":"s1","type":"guidance","text":"…","test":"…"}
{"session":"s1","type":"tick"}
{"session":"s1","type":"session_end"}"##;

#[test]
fn every_line_of_the_contract_is_read() {
    let mut lines = LINES.lines().peekable();
    while let Some(line) = lines.next() {
        let written = lines.peek().and_then(|next| next.strip_prefix("→ "));
        let event = read_event(line.as_bytes()).unwrap();
        assert_eq!(write_event(&event).as_deref(), Some(written.unwrap_or(line)));
        lines.next_if(|_| written.is_some());
    }
    for kind in EVENT_TYPES.split(' ') {
        let line = format!(r#"{{"session":"s1","type":"{kind}"}}"#);
        assert!(read_event(line.as_bytes()).is_ok(), "{kind}");
    }
}

/// Lines that are refused, and why.
const REFUSED: &str = r#"{'a':1}
→ this is not JSON: key must be a string at column 2
[1]
→ expected a JSON object, found a list
{"type":"tick"}
→ `session` is missing; expected a string
{"session":"s1"}
→ `type` is missing; expected a string
{"session":7,"type":"tick"}
→ `session` is 7; expected a string
{"session":"","type":"tick"}
→ `session` is not an id: an id must not be empty
{"session":"s1","type":"tock"}
→ `type` is "tock"; expected one of session_start, prompt, tool_request, tool_result, round_end, message, thought, usage, iteration, compaction, subagent, stop_blocked, idle, blocked, resume, complete, guidance, tick, session_end
{"session":"s1","type":"tick","at_ms":-1}
→ `at_ms` is -1; expected milliseconds since 1970, from 0
{"session":"s1","type":"tick","at_ms":1.5}
→ `at_ms` is 1.5; expected a whole number
{"session":"s1","type":"prompt","by":"me"}
→ `by` is "me"; expected "human" or "automation"
{"session":"s1","type":"tool_result","ok":"yes"}
→ `ok` is "yes"; expected true or false
{"session":"s1","type":"tool_result","exit_code":99999999999}
→ `exit_code` is 99999999999; expected an exit code of 32 bits
{"session":"s1","type":"tool_result","files_changed":"a.py"}
→ `files_changed` is "a.py"; expected a list of paths or a number from 0
{"session":"s1","type":"tool_result","files_changed":["a.py",1]}
→ `files_changed[1]` is a number; expected a path
{"session":"s1","type":"tool_result","request":{"call":1}}
→ `request.call` is 1; expected a string
{"session":"s1","type":"usage","cost_usd":-0.5}
→ `cost_usd` is -0.5; expected a number from 0
{"session":"s1","type":"iteration","outcome":"done"}
→ `outcome` is "done"; expected one of ok, timeout, idle, exit, api_error
{"session":"s1","type":"iteration","denied_tools":"Bash"}
→ `denied_tools` is "Bash"; expected a list
{"session":"s1","type":"iteration","denied_tools":["Bash",1]}
→ `denied_tools[1]` is a number; expected the name of a tool
{"session":"s1","type":"subagent","depth":-2}
→ `depth` is -2; expected a whole number from 0"#;

#[test]
fn an_error_names_the_field_and_what_belongs_there() {
    let mut lines = REFUSED.lines();
    while let (Some(line), Some(reason)) = (lines.next(), lines.next()) {
        let error = read_event(line.as_bytes()).unwrap_err();
        assert_eq!(format!("→ {error}"), reason, "{line}");
    }
    let error = read_event(b"").unwrap_err().to_string();
    assert_eq!(error, "this is not JSON: EOF while parsing a value at column 0");
}

#[test]
fn no_line_can_give_a_persons_order() {
    let mut event = read_event(br#"{"session":"s1","type":"tick"}"#).unwrap();
    event.kind = EventKind::Control(fusebox_engine::event::ControlOrder::Reset {
        guidance: None,
        test: None,
    });
    assert_eq!(write_event(&event), None);
    assert!(read_event(br#"{"session":"s1","type":"reset"}"#).is_err());
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[ -~]{0,20}"]
}

fn input() -> impl Strategy<Value = Value> {
    prop_oneof![
        text().prop_map(|command| json!({ "command": command })),
        (text(), any::<i64>()).prop_map(|(path, at)| json!({ "file_path": path, "offset": [at] })),
        Just(json!([true, "x"])),
    ]
}

fn request() -> impl Strategy<Value = ToolRequest> {
    // A name that begins with `@` is read as that of a server's tool, as Kiro writes it.
    let tool = text().prop_map(|name| Tool::from(name.trim_start_matches('@').to_owned()));
    let call = of("[a-z0-9]{1,9}".prop_map(|id| CallId::parse(id).unwrap()));
    (call, of(text()), tool, of(input()), of(text())).prop_map(|(call, round, tool, input, cwd)| {
        ToolRequest { call, round, tool, input, cwd, can_ask: false }
    })
}

fn changed() -> impl Strategy<Value = ChangedFiles> {
    let file = (text(), of(text()), any::<bool>())
        .prop_map(|(path, content, created)| ChangedFile { path, content, created });
    prop_oneof![
        any::<u64>().prop_map(ChangedFiles::Count),
        prop::collection::vec(file, 0..3).prop_map(ChangedFiles::Files),
    ]
}

fn result() -> impl Strategy<Value = ToolResult> {
    let facts = (of(any::<bool>()), of(text()), of(any::<i32>()), of(text()), of(any::<u64>()));
    (facts, of(changed()), of(text()), any::<bool>(), of(request())).prop_map(
        |(
            (ok, output, exit_code, error_kind, duration_ms),
            changed,
            workspace,
            refused,
            request,
        )| {
            ToolResult {
                call: request.as_ref().and_then(|request| request.call.clone()),
                ok,
                output,
                exit_code,
                error_kind,
                duration_ms,
                changed,
                workspace,
                refused,
                request,
                printed_by: None,
            }
        },
    )
}

fn kind() -> impl Strategy<Value = EventKind> {
    let task = of("[a-z0-9]{1,9}".prop_map(|id| TaskId::parse(id).unwrap()));
    let run = of("[a-z0-9]{1,9}".prop_map(|id| RunId::parse(id).unwrap()));
    let gauges = (of(any::<u64>()), of(any::<u64>()), 0..1_000_000_u32);
    prop_oneof![
        (of(text()), of(text()), task, of(text()), run).prop_map(
            |(client, role, task, cwd, run)| {
                EventKind::SessionStart(SessionStart {
                    client,
                    role,
                    task,
                    cwd,
                    run,
                    project: None,
                    briefing: None,
                    calibrated_limits: Vec::new(),
                    failure_signs: Vec::new(),
                    is_fork: false,
                })
            }
        ),
        (any::<bool>(), text()).prop_map(|(human, text)| EventKind::Prompt {
            by: if human { PromptOrigin::Human } else { PromptOrigin::Automation },
            text,
        }),
        request().prop_map(EventKind::ToolRequest),
        result().prop_map(|result| EventKind::ToolResult(Box::new(result))),
        (text(), any::<bool>()).prop_map(|(text, part)| EventKind::Message { text, part }),
        text().prop_map(|text| EventKind::Thought { text }),
        (any::<[u64; 5]>(), of(text()), any::<bool>(), gauges).prop_map(
            |(tokens, model, is_flex, (context_tokens, messages, cents))| {
                EventKind::Usage(TokenUsage {
                    input_tokens: tokens[0],
                    output_tokens: tokens[1],
                    cache_read_tokens: tokens[2],
                    cache_write_tokens: tokens[3],
                    cache_write_1h_tokens: tokens[4],
                    model,
                    service_tier: if is_flex { ServiceTier::Flex } else { ServiceTier::Standard },
                    context_tokens,
                    messages,
                    cost_usd: f64::from(cents) / 64.0,
                    web_searches: tokens[0] % 3,
                    windows: Vec::new(),
                })
            }
        ),
        iteration().prop_map(|iteration| EventKind::Iteration(Box::new(iteration))),
        any::<u32>().prop_map(|depth| EventKind::Subagent {
            parent: AgentId::parse("a1").ok(),
            depth: Some(depth),
        }),
        text().prop_map(|text| EventKind::StopBlocked { text }),
        of(text()).prop_map(|said| EventKind::Idle { said }),
        (of(text()), of(text())).prop_map(|(on, summary)| EventKind::Blocked { on, summary }),
        of(text()).prop_map(|summary| EventKind::Complete { summary }),
        (text(), of(text())).prop_map(|(text, test)| EventKind::Guidance { text, test }),
        prop::sample::select(vec![
            EventKind::RoundEnd,
            EventKind::Compaction,
            EventKind::Resume,
            EventKind::Tick,
            EventKind::SessionEnd,
        ]),
    ]
}

fn iteration() -> impl Strategy<Value = LoopIteration> {
    let gauges = (of(any::<u64>()), of(any::<u64>()), of(any::<u64>()), of(any::<u64>()));
    let outcome = prop::sample::select(vec![
        IterationEnd::Ok,
        IterationEnd::Timeout,
        IterationEnd::Idle,
        IterationEnd::Exit,
        IterationEnd::ApiError,
    ]);
    let denied = (text(), any::<bool>()).prop_map(|(tool, compound)| DeniedTool { tool, compound });
    let said = (any::<bool>(), any::<u64>(), prop::collection::vec(denied, 0..3));
    (of(text()), of(text()), gauges, outcome, said).prop_map(
        |(run, error, gauges, outcome, (claims_complete, questions, denied_tools))| {
            let (files_changed, commits, tests_passing, output_len) = gauges;
            LoopIteration {
                run,
                files_changed,
                commits,
                tests_passing,
                output_len,
                error,
                outcome,
                claims_complete,
                questions,
                denied_tools,
            }
        },
    )
}

fn event() -> impl Strategy<Value = Event> {
    let id = of("[!-~]{1,12}".prop_map(|id| EventId::parse(id).unwrap()));
    let at = of((0..9_000_000_000_000_000_u64).prop_map(Timestamp));
    let agent = "(main|[a-z0-9]{1,9})".prop_map(|id| AgentId::parse(id).unwrap());
    let session = "[!-~]{1,12}".prop_map(|id| SessionId::parse(id).unwrap());
    (session, id, at, agent, kind()).prop_map(|(session, id, at, agent, kind)| Event {
        session,
        id,
        at,
        agent,
        kind,
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(event in event()) {
        let line = write_event(&event).unwrap();
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(read_event(line.as_bytes()).unwrap(), event);
    }

    #[test]
    fn no_bytes_can_end_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_event(&bytes);
    }
}
