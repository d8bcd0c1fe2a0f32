//! One line of a transcript, read no further than it is needed: a field of an odd type costs that
//! field, not the line.

use std::borrow::Cow;

use fusebox_engine::event::Usage;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::lean::Json;

/// The fields of a record that mean something here.
#[derive(Deserialize)]
pub(super) struct Record<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Json<'a>>,
    #[serde(borrow)]
    subtype: Option<Json<'a>>,
    #[serde(borrow, rename = "sessionId")]
    session: Option<Json<'a>>,
    #[serde(borrow, rename = "agentId")]
    agent: Option<Json<'a>>,
    #[serde(borrow)]
    uuid: Option<Json<'a>>,
    #[serde(borrow, rename = "parentUuid")]
    parent: Option<Json<'a>>,
    #[serde(borrow, rename = "isSidechain")]
    sidechain: Option<Json<'a>>,
    #[serde(borrow, rename = "isMeta")]
    meta: Option<Json<'a>>,
    #[serde(borrow, rename = "isCompactSummary")]
    compact_summary: Option<Json<'a>>,
    #[serde(borrow)]
    timestamp: Option<Json<'a>>,
    #[serde(borrow)]
    entrypoint: Option<Json<'a>>,
    #[serde(borrow, rename = "promptSource")]
    prompt_source: Option<Json<'a>>,
    #[serde(borrow)]
    message: Option<Json<'a>>,
    #[serde(borrow, rename = "toolUseResult")]
    tool_use_result: Option<&'a RawValue>,
    #[serde(borrow)]
    loglines: Option<&'a RawValue>,
}

impl<'a> Record<'a> {
    fn field(&self, key: &str) -> Option<&Json<'a>> {
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
    pub(super) fn log_lines(&self) -> Option<Vec<Record<'a>>> {
        let lines: Vec<&'a RawValue> = serde_json::from_str(self.loglines?.get()).ok()?;
        Some(lines.iter().filter_map(|line| serde_json::from_str(line.get()).ok()).collect())
    }

    /// A string field.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.field(key)?.as_text()
    }

    /// A field that is `true`.
    pub(super) fn flag(&self, key: &str) -> bool {
        self.field(key).and_then(Json::as_bool) == Some(true)
    }

    /// The message, taken out.
    pub(super) fn take_message(&mut self) -> Option<Message<'a>> {
        let mut message =
            self.message.take().filter(|message| matches!(message, Json::Object(_)))?;
        Some(Message {
            id: message.take("id").and_then(Json::into_text),
            usage: Counts::of(message.field("usage")),
            content: blocks(message.take("content").unwrap_or_default()),
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

/// A message of the model or to it.
pub(super) struct Message<'a> {
    pub(super) id: Option<Cow<'a, str>>,
    pub(super) usage: Counts,
    pub(super) content: Vec<Block<'a>>,
}

/// A piece of a message.
pub(super) enum Block<'a> {
    Text(Cow<'a, str>),
    Thought(Cow<'a, str>),
    Call { id: Cow<'a, str>, name: Cow<'a, str>, input: Option<Value> },
    Result { id: Cow<'a, str>, content: Cow<'a, str>, failed: Option<bool> },
    Other,
}

fn blocks(content: Json<'_>) -> Vec<Block<'_>> {
    if let Json::Text(text) = content {
        vec![Block::Text(text)]
    } else {
        content.into_list().into_iter().map(block).collect()
    }
}

fn block(mut block: Json<'_>) -> Block<'_> {
    let kind = block.take("type").and_then(Json::into_text).unwrap_or_default();
    let mut text = |key: &str| block.take(key).and_then(Json::into_text).unwrap_or_default();
    match &*kind {
        "text" => Block::Text(text("text")),
        "thinking" => Block::Thought(text("thinking")),
        "tool_use" => Block::Call {
            id: text("id"),
            name: text("name"),
            input: block.take("input").map(Value::from).filter(|input| !input.is_null()),
        },
        "tool_result" => Block::Result {
            id: text("tool_use_id"),
            failed: block.field("is_error").as_bool(),
            content: block.take_content("content"),
        },
        _ => Block::Other,
    }
}

/// The token counts of a message.
pub(super) struct Counts {
    input: u64,
    output: u64,
    cache_written: u64,
    cache_read: u64,
}

impl Counts {
    fn of(usage: &Json<'_>) -> Self {
        let count = |key| usage.count(key).unwrap_or_default();
        Self {
            input: count("input_tokens"),
            output: count("output_tokens"),
            cache_written: count("cache_creation_input_tokens"),
            cache_read: count("cache_read_input_tokens"),
        }
    }

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
