//! Events as short lines, and the one way to check them.

use std::fmt::Write;

use fusebox_engine::event::{ChangedFiles, PromptOrigin};
use fusebox_engine::{Event, EventKind};

/// Checks what a text is recognised as and the events it gives.
pub(crate) fn check(text: &str, format: &str, expected: &str) {
    let (found, events, _) = fusebox_replay::read_events(text.as_bytes(), "file").unwrap();
    assert_eq!(found.name, format);
    let shown: Vec<String> = events.iter().map(line).collect();
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(shown, expected, "\n{}\n", shown.join("\n"));
}

fn line(event: &Event) -> String {
    let mut line = String::new();
    if !event.agent.is_main() {
        write!(line, "{}: ", event.agent).unwrap();
    }
    match &event.kind {
        EventKind::SessionStart(start) => {
            write!(line, "start {} {}", event.session, start.client.as_deref().unwrap_or("-"))
        }
        EventKind::Prompt { by: PromptOrigin::Human, text } => write!(line, "prompt {text:?}"),
        EventKind::Prompt { by: PromptOrigin::Automation, text } => {
            write!(line, "machine {text:?}")
        }
        EventKind::ToolRequest(request) => {
            let call = request.call.as_ref().map_or("-", |call| call.as_str());
            let input = request.input.as_ref().map_or("?".to_owned(), ToString::to_string);
            let round = request.round.as_deref().unwrap_or("-");
            write!(line, "{call} {round} {} {input}", request.tool)
        }
        EventKind::ToolResult(result) => {
            let call = result.call.as_ref().map_or("-", |call| call.as_str());
            let ok = match result.ok {
                Some(true) => "ok",
                Some(false) => "failed",
                None => "ended",
            };
            let output = result.output.as_deref().unwrap_or("?");
            write!(line, "{call} {ok} {output:?}").unwrap();
            if let Some(code) = result.exit_code {
                write!(line, " code {code}").unwrap();
            }
            if let Some(ms) = result.duration_ms {
                write!(line, " {ms} ms").unwrap();
            }
            if result.refused {
                line.push_str(" refused");
            }
            if let Some(changed) = &result.changed {
                write!(line, " changed {}", files(changed)).unwrap();
            }
            Ok(())
        }
        EventKind::RoundEnd => write!(line, "end of round"),
        EventKind::Message { text, .. } => write!(line, "says {text:?}"),
        EventKind::Thought { text } => write!(line, "thinks {text:?}"),
        EventKind::Usage(usage) => write!(
            line,
            "used {} {} {} {}",
            usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cost_usd
        ),
        EventKind::Compaction => write!(line, "compaction"),
        EventKind::Subagent { .. } => write!(line, "subagent"),
        EventKind::Idle { .. } => write!(line, "idle"),
        EventKind::Complete { .. } => write!(line, "complete"),
        EventKind::Iteration(_)
        | EventKind::Tampering(_)
        | EventKind::ForkOfOpen(_)
        | EventKind::StopBlocked { .. }
        | EventKind::Blocked { .. }
        | EventKind::Resume
        | EventKind::Guidance { .. }
        | EventKind::Control(_)
        | EventKind::Tick
        | EventKind::SessionEnd => write!(line, "{:?}", event.kind),
    }
    .unwrap();
    line
}

fn files(changed: &ChangedFiles) -> String {
    match changed {
        ChangedFiles::Count(number) => number.to_string(),
        ChangedFiles::Files(files) => {
            let file = |file: &fusebox_engine::event::ChangedFile| match &file.content {
                Some(content) => format!("{}={content:?}", file.path),
                None => file.path.clone(),
            };
            format!("[{}]", files.iter().map(file).collect::<Vec<_>>().join(", "))
        }
    }
}
