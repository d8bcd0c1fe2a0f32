//! One line of a transcript, read no further than it is needed: a field of an odd type costs that
//! field, not the line.

use std::borrow::Cow;

use fusebox_engine::event::Usage;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::field::{count, text};

/// The fields of a record that mean something here.
#[derive(Deserialize)]
pub(super) struct Record<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    subtype: Option<&'a RawValue>,
    #[serde(borrow, rename = "sessionId")]
    session: Option<&'a RawValue>,
    #[serde(borrow, rename = "agentId")]
    agent: Option<&'a RawValue>,
    #[serde(borrow)]
    uuid: Option<&'a RawValue>,
    #[serde(borrow, rename = "parentUuid")]
    parent: Option<&'a RawValue>,
    #[serde(borrow, rename = "isSidechain")]
    sidechain: Option<&'a RawValue>,
    #[serde(borrow, rename = "isMeta")]
    meta: Option<&'a RawValue>,
    #[serde(borrow, rename = "isCompactSummary")]
    compact_summary: Option<&'a RawValue>,
    #[serde(borrow)]
    timestamp: Option<&'a RawValue>,
    #[serde(borrow)]
    entrypoint: Option<&'a RawValue>,
    #[serde(borrow, rename = "promptSource")]
    prompt_source: Option<&'a RawValue>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    #[serde(borrow, rename = "toolUseResult")]
    tool_use_result: Option<&'a RawValue>,
    #[serde(borrow)]
    loglines: Option<&'a RawValue>,
}

impl<'a> Record<'a> {
    fn raw(&self, key: &str) -> Option<&'a RawValue> {
        match key {
            "type" => self.kind,
            "subtype" => self.subtype,
            "sessionId" => self.session,
            "agentId" => self.agent,
            "uuid" => self.uuid,
            "parentUuid" => self.parent,
            "timestamp" => self.timestamp,
            "entrypoint" => self.entrypoint,
            "promptSource" => self.prompt_source,
            "isSidechain" => self.sidechain,
            "isMeta" => self.meta,
            "isCompactSummary" => self.compact_summary,
            _ => None,
        }
    }

    /// The records of an exported session.
    pub(super) fn log_lines(&self) -> Option<Vec<Record<'a>>> {
        let lines: Vec<&'a RawValue> = serde_json::from_str(self.loglines?.get()).ok()?;
        Some(lines.iter().filter_map(|line| serde_json::from_str(line.get()).ok()).collect())
    }

    /// A string field.
    pub(super) fn text(&self, key: &str) -> Option<Cow<'a, str>> {
        let raw = self.raw(key)?.get();
        let plain = raw.strip_prefix('"')?.strip_suffix('"')?;
        if plain.contains('\\') {
            return serde_json::from_str(raw).ok().map(Cow::Owned);
        }
        Some(Cow::Borrowed(plain))
    }

    /// A field that is `true`.
    pub(super) fn flag(&self, key: &str) -> bool {
        self.raw(key).is_some_and(|raw| raw.get() == "true")
    }

    pub(super) fn message(&self) -> Option<Message<'a>> {
        let raw: RawMessage<'a> = serde_json::from_str(self.message?.get()).ok()?;
        Some(Message {
            id: raw.id.and_then(|id| serde_json::from_str(id.get()).ok()),
            usage: raw.usage.and_then(|usage| serde_json::from_str(usage.get()).ok()),
            content: raw.content.map(|content| blocks(content.get())).unwrap_or_default(),
        })
    }

    /// What the client kept of an edit's answer; of no interest for other tools, and large.
    pub(super) fn tool_result(&self, tool: &str) -> Option<Value> {
        let edits = matches!(tool, "Write" | "Edit" | "MultiEdit" | "NotebookEdit");
        serde_json::from_str(self.tool_use_result.filter(|_| edits)?.get()).ok()
    }

    pub(super) fn was_interrupted(&self) -> bool {
        #[derive(Deserialize)]
        struct Interrupted {
            interrupted: bool,
        }
        let raw = self.tool_use_result.map(RawValue::get).filter(|raw| raw.starts_with('{'));
        raw.filter(|raw| raw.contains("\"interrupted\":true"))
            .and_then(|raw| serde_json::from_str::<Interrupted>(raw).ok())
            .is_some_and(|result| result.interrupted)
    }
}

#[derive(Deserialize)]
struct RawMessage<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    usage: Option<&'a RawValue>,
    #[serde(borrow)]
    content: Option<&'a RawValue>,
}

/// A message of the model or to it.
pub(super) struct Message<'a> {
    pub(super) id: Option<String>,
    pub(super) usage: Option<Counts>,
    pub(super) content: Vec<Block<'a>>,
}

/// A piece of a message.
pub(super) enum Block<'a> {
    Text(Cow<'a, str>),
    Thought(String),
    Call { id: String, name: String, input: Option<Value> },
    Result { id: String, content: Value, failed: Option<bool> },
    Other,
}

fn blocks(raw: &str) -> Vec<Block<'_>> {
    match serde_json::from_str(raw) {
        Ok(Value::String(text)) => vec![Block::Text(Cow::Owned(text))],
        Ok(Value::Array(blocks)) => blocks.into_iter().map(block).collect(),
        _ => Vec::new(),
    }
}

fn block(mut value: Value) -> Block<'static> {
    let string = |value: &Value, key: &str| text(value, key).unwrap_or_default().to_owned();
    match text(&value, "type").unwrap_or_default() {
        "text" => Block::Text(Cow::Owned(string(&value, "text"))),
        "thinking" => Block::Thought(string(&value, "thinking")),
        "tool_use" => Block::Call {
            id: string(&value, "id"),
            name: string(&value, "name"),
            input: value.get_mut("input").map(Value::take).filter(|input| !input.is_null()),
        },
        "tool_result" => Block::Result {
            id: string(&value, "tool_use_id"),
            failed: value.get("is_error").and_then(Value::as_bool),
            content: value.get_mut("content").map(Value::take).unwrap_or_default(),
        },
        _ => Block::Other,
    }
}

/// The token counts of a message.
#[derive(Deserialize)]
#[serde(from = "Value")]
pub(super) struct Counts {
    input: u64,
    output: u64,
    cache_written: u64,
    cache_read: u64,
}

impl Default for Counts {
    fn default() -> Self {
        Self::from(Value::Null)
    }
}

impl From<Value> for Counts {
    fn from(usage: Value) -> Self {
        let count = |key| count(&usage, key).unwrap_or_default();
        Self {
            input: count("input_tokens"),
            output: count("output_tokens"),
            cache_written: count("cache_creation_input_tokens"),
            cache_read: count("cache_read_input_tokens"),
        }
    }
}

impl Counts {
    /// Raises `usage` to these counts. What is written to the cache was sent.
    pub(super) fn raise(&self, usage: &mut Usage) {
        let sent = self.input.saturating_add(self.cache_written);
        usage.input_tokens = usage.input_tokens.max(sent);
        usage.output_tokens = usage.output_tokens.max(self.output);
        usage.cache_read_tokens = usage.cache_read_tokens.max(self.cache_read);
        let context = usage.input_tokens.saturating_add(usage.cache_read_tokens);
        usage.context_tokens = Some(context).filter(|context| *context > 0);
    }
}
