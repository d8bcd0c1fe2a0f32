//! Labelled sequences: short synthetic sessions, one per line, with the expected outcome.

use fusebox_clients::canonical;
use serde_json::{Value, json};

use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, tool_names,
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
    let is_case = first.has_key("id") && first.has_key("events") && first.has_key("recommended");
    is_case.then_some(RecordFraming::Lines)
}

struct LabelledSequences;

impl RecordTranslator for LabelledSequences {
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let case = Value::from(JsonValue::read(text)?);
        let Some(id) = case["id"].as_str() else {
            events.count_skipped();
            return Ok(());
        };
        for (n, event) in case["events"].as_array().into_iter().flatten().enumerate() {
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
    match event["type"].as_str().unwrap_or_default() {
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
    let id = event["call_id"].as_str().map_or_else(|| format!("c{n}"), str::to_owned);
    let name = event["tool"].as_str().unwrap_or("unknown");
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
