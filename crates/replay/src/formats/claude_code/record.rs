//! One line of a transcript, read no further than it is needed: a field of an odd type costs that
//! field, not the line.

use fusebox_clients::claude_code::ModelMessage;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::JsonValue;

/// The fields of a record that mean something here.
#[derive(Deserialize)]
pub(super) struct TranscriptRecord<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<JsonValue<'a>>,
    #[serde(borrow)]
    subtype: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "sessionId")]
    session: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "agentId")]
    agent: Option<JsonValue<'a>>,
    #[serde(borrow)]
    uuid: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "parentUuid")]
    parent: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "isSidechain")]
    sidechain: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "isMeta")]
    meta: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "isCompactSummary")]
    compact_summary: Option<JsonValue<'a>>,
    #[serde(borrow)]
    timestamp: Option<JsonValue<'a>>,
    #[serde(borrow)]
    entrypoint: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "promptSource")]
    prompt_source: Option<JsonValue<'a>>,
    #[serde(borrow)]
    message: Option<JsonValue<'a>>,
    #[serde(borrow, rename = "toolUseResult")]
    tool_use_result: Option<&'a RawValue>,
    #[serde(borrow)]
    loglines: Option<&'a RawValue>,
}

impl<'a> TranscriptRecord<'a> {
    fn field(&self, key: &str) -> Option<&JsonValue<'a>> {
        let field = match key {
            "type" => &self.kind,
            "subtype" => &self.subtype,
            "sessionId" => &self.session,
            "agentId" => &self.agent,
            "uuid" => &self.uuid,
            "parentUuid" => &self.parent,
            "timestamp" => &self.timestamp,
            "entrypoint" => &self.entrypoint,
            "promptSource" => &self.prompt_source,
            "isSidechain" => &self.sidechain,
            "isMeta" => &self.meta,
            "isCompactSummary" => &self.compact_summary,
            _ => &None,
        };
        field.as_ref()
    }

    /// The records of an exported session.
    pub(super) fn log_lines(&self) -> Option<Vec<TranscriptRecord<'a>>> {
        let lines: Vec<&'a RawValue> = serde_json::from_str(self.loglines?.get()).ok()?;
        Some(lines.iter().filter_map(|line| serde_json::from_str(line.get()).ok()).collect())
    }

    /// A string field.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.field(key)?.as_text()
    }

    /// A field that is `true`.
    pub(super) fn flag(&self, key: &str) -> bool {
        self.field(key).and_then(JsonValue::as_bool) == Some(true)
    }

    /// The message, taken out.
    pub(super) fn take_message(&mut self) -> Option<ModelMessage<'a>> {
        let message =
            self.message.take().filter(|message| matches!(message, JsonValue::Object(_)))?;
        Some(ModelMessage::of(message))
    }

    /// What the client kept of an edit's answer; of no interest for other tools, and large.
    pub(super) fn tool_result(&self, tool: &str) -> Option<Value> {
        let edits = matches!(tool, "Write" | "Edit" | "MultiEdit" | "NotebookEdit");
        serde_json::from_str(self.tool_use_result.filter(|_| edits)?.get()).ok()
    }

    pub(super) fn was_interrupted(&self) -> bool {
        #[derive(Deserialize)]
        struct InterruptedFlag {
            interrupted: bool,
        }
        let raw = self.tool_use_result.map(RawValue::get).filter(|raw| raw.starts_with('{'));
        raw.filter(|raw| raw.contains("\"interrupted\":true"))
            .and_then(|raw| serde_json::from_str::<InterruptedFlag>(raw).ok())
            .is_some_and(|result| result.interrupted)
    }
}
