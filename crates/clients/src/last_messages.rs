//! The last messages of a conversation, from lines of JSON as clients write them: their structured output and
//! their transcripts. Nothing depends on it but what a reader is shown.

use serde_json::Value;

/// The last messages, the latest last: who spoke, and what. Lines that are no message are passed over; the
/// first line may be cut.
#[must_use]
pub fn last_messages(lines: &str, count: usize) -> Vec<(String, String)> {
    let mut messages: Vec<_> = lines.lines().rev().filter_map(message).take(count).collect();
    messages.reverse();
    messages
}

fn message(line: &str) -> Option<(String, String)> {
    let line: Value = line.trim().starts_with('{').then(|| serde_json::from_str(line).ok())??;
    let message = [&line["message"], &line["payload"], &line["item"], &line];
    let message = message.into_iter().find(|value| is_message(value))?;
    let role = message["role"].as_str().or(message["type"].as_str()).unwrap_or("assistant");
    let content = [&message["content"], &message["text"], &message["parts"]];
    let text: Vec<String> = content.into_iter().flat_map(texts).collect();
    let text = text.join("\n");
    (!text.trim().is_empty()).then(|| (role.to_owned(), text))
}

fn is_message(value: &Value) -> bool {
    let has_text =
        !value["content"].is_null() || value["text"].is_string() || value["parts"].is_array();
    has_text && (value["role"].is_string() || value["type"].is_string())
}

/// The texts of a content: itself, or those of its parts.
fn texts(content: &Value) -> Vec<String> {
    match content {
        Value::String(text) => vec![text.clone()],
        Value::Array(parts) => parts.iter().flat_map(part).collect(),
        Value::Object(_) => part(content),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

fn part(part: &Value) -> Vec<String> {
    if let Some(text) = part.as_str().or(part["text"].as_str()) {
        return vec![text.to_owned()];
    }
    if let (Some(name), input) = (part["name"].as_str(), &part["input"]) {
        return vec![format!("[calls {name}: {input}]")];
    }
    texts(&part["content"]).into_iter().map(|text| format!("[result: {text}]")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q7_messages_are_found_in_the_lines_of_each_client() {
        let lines = r#"half a line"}
{"type":"user","message":{"role":"user","content":"go"}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"a b"}]}]}}
{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}}
{"type":"item.completed","item":{"type":"agent_message","text":"Over."}}
{"type":"result","duration_ms":3}
no json"#;
        let said = |role: &str, text: &str| (role.to_owned(), text.to_owned());
        let expected = [
            said("user", "go"),
            said("assistant", "I look.\n[calls Bash: {\"command\":\"ls\"}]"),
            said("user", "[result: a b]"),
            said("assistant", "Done."),
            said("agent_message", "Over."),
        ];
        assert_eq!(last_messages(lines, 10), expected);
        assert_eq!(last_messages(lines, 1), expected[4..]);
    }
}
