//! Labelled sequences: short synthetic sessions, one per line, with the expected outcome.

use fusebox_clients::canonical;
use serde_json::{Value, json};

use super::field::{has_key, list, text};
use super::{
    FileHead, FormatError, RecordFraming, RecordTranslator, RecordingFormat, TranscriptEvents,
    tool_names,
};

/// Labelled sequences.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "labelled",
    client: None,
    recognise,
    open: || Box::new(LabelledSequences),
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let first = head.objects().next()?;
    let is_case = has_key(first, "id") && has_key(first, "events") && has_key(first, "recommended");
    is_case.then_some(RecordFraming::Lines)
}

struct LabelledSequences;

impl RecordTranslator for LabelledSequences {
    fn translate(
        &mut self,
        record: &[u8],
        events: &mut TranscriptEvents,
    ) -> Result<(), FormatError> {
        if record.trim_ascii().is_empty() {
            return Ok(());
        }
        let case: Value = serde_json::from_slice(record)?;
        let Some(id) = text(&case, "id") else {
            events.count_skipped();
            return Ok(());
        };
        for (n, event) in list(&case, "events").iter().enumerate() {
            for mut line in canonical_lines(n, event) {
                line["session"] = json!(id);
                line["at_ms"] = json!(1_000_000 + n * 1_000);
                match canonical::read_event(line.to_string().as_bytes()) {
                    Ok(event) => events.push_event(event),
                    Err(_) => events.count_skipped(),
                }
            }
        }
        Ok(())
    }
}

fn canonical_lines(n: usize, event: &Value) -> Vec<Value> {
    match text(event, "type").unwrap_or_default() {
        "tool_call" => call(n, event),
        "user_text" => vec![json!({"type": "prompt", "by": "human", "text": event["text"]})],
        "assistant_text" => {
            let part = event["delta"].as_bool().unwrap_or(false);
            vec![json!({"type": "message", "text": event["text"], "part": part})]
        }
        "assistant_thought" => vec![json!({"type": "thought", "text": event["text"]})],
        "condensation" => vec![json!({"type": "compaction"})],
        "iteration_end" => {
            let error = event.get("error").filter(|error| error.is_string());
            vec![json!({"type": "iteration", "error": error,
                "files_changed": event["files_changed"], "commits": event["commits"]})]
        }
        _ => Vec::new(),
    }
}

fn call(n: usize, event: &Value) -> Vec<Value> {
    let id = text(event, "call_id").map_or_else(|| format!("c{n}"), str::to_owned);
    let name = text(event, "tool").unwrap_or("unknown");
    let input = event.get("args").filter(|args| !args.is_null()).cloned();
    let (tool, input) = tool_names::canonical_call(name, input);
    let request = json!({"type": "tool_request", "call": id, "tool": tool, "input": input,
        "round": event.get("round").map(ToString::to_string)});
    let Some(result) = event["result"].as_object() else { return vec![request] };
    let mut told = json!({"type": "tool_result", "call": id, "ok": result.get("ok"),
        "output": result.get("output"), "refused": event["refused_by"].is_string()});
    if let Some(effect) = event["effect"].as_object() {
        told["files_changed"] = effect.get("files_changed").cloned().unwrap_or(Value::Null);
        told["workspace"] = effect.get("rev").map_or(Value::Null, |rev| json!(rev.to_string()));
    }
    vec![request, told]
}

#[cfg(test)]
mod tests {
    use fusebox_engine::EventKind;

    use super::*;

    #[test]
    fn a_sequence_becomes_a_session() {
        let line = json!({"id": "x", "recommended": {"stuck": true}, "events": [
            {"type": "user_text", "text": "go"},
            {"type": "tool_call", "tool": "Shell", "args": {"command": "ls"},
             "result": {"ok": false, "output": "no"}, "refused_by": "guard"},
            {"type": "unheard of"}]});
        let mut events = TranscriptEvents::new("file");
        LabelledSequences.translate(line.to_string().as_bytes(), &mut events).unwrap();
        let events: Vec<_> = std::iter::from_fn(|| events.pop()).collect();
        assert!(events.iter().all(|event| event.session.as_str() == "x"));
        assert!(
            matches!(&events[1].kind, EventKind::ToolRequest(request) if request.tool == fusebox_engine::Tool::Bash)
        );
        assert!(matches!(&events[2].kind, EventKind::ToolResult(result) if result.refused));
        assert_eq!(events.len(), 3);
    }
}
