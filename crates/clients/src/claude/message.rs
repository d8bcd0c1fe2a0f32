//! A message of Claude Code, as its transcripts and its output both write it.

use std::borrow::Cow;

use fusebox_engine::event::TokenUsage;
use fusebox_engine::{ServiceTier, TokenCounts};
use serde_json::Value;

use crate::object_fields::rounded_count;
use crate::records::JsonValue;

/// The model name of a text that the client writes in place of a response.
pub const STAND_IN_MODEL: &str = "<synthetic>";

/// A message of the model or to it.
#[derive(Debug)]
pub struct ModelMessage<'a> {
    /// Its id; one message can be several records with one id.
    pub id: Option<Cow<'a, str>>,
    /// Whether the client wrote it in place of a response: `Request timed out`.
    pub stands_in: bool,
    /// The model that wrote it.
    pub model: Option<Cow<'a, str>>,
    /// Its usage so far.
    pub usage: ResponseUsage,
    /// Its content.
    pub content: Vec<ContentBlock<'a>>,
}

impl<'a> ModelMessage<'a> {
    /// Reads `message` of a record.
    #[must_use]
    pub fn new(mut message: JsonValue<'a>) -> Self {
        Self {
            id: message.take("id").and_then(JsonValue::into_text),
            stands_in: message.text("model") == Some(STAND_IN_MODEL),
            model: message.take("model").and_then(JsonValue::into_text),
            usage: ResponseUsage::new(message.field("usage")),
            content: blocks(message.take("content").unwrap_or_default()),
        }
    }
}

/// A block of a message's content.
#[derive(Debug)]
pub enum ContentBlock<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A thought.
    Thought(Cow<'a, str>),
    /// A tool call.
    Call {
        /// Its id.
        id: Cow<'a, str>,
        /// The client's name of the tool.
        name: Cow<'a, str>,
        /// Its arguments.
        input: Option<Value>,
    },
    /// The result of a tool call.
    Result {
        /// The id of the call.
        id: Cow<'a, str>,
        /// The text that the model is given.
        content: Cow<'a, str>,
        /// Whether it is an error.
        failed: Option<bool>,
    },
    /// Anything else.
    Other,
}

fn blocks(content: JsonValue<'_>) -> Vec<ContentBlock<'_>> {
    if let JsonValue::Text(text) = content {
        vec![ContentBlock::Text(text)]
    } else {
        content.into_array().into_iter().map(block).collect()
    }
}

fn block(mut block: JsonValue<'_>) -> ContentBlock<'_> {
    let kind = block.take("type").and_then(JsonValue::into_text).unwrap_or_default();
    let mut text = |key: &str| block.take(key).and_then(JsonValue::into_text).unwrap_or_default();
    match &*kind {
        "text" => ContentBlock::Text(text("text")),
        "thinking" => ContentBlock::Thought(text("thinking")),
        "tool_use" => ContentBlock::Call {
            id: text("id"),
            name: text("name"),
            input: block.take("input").map(Value::from).filter(|input| !input.is_null()),
        },
        "tool_result" => ContentBlock::Result {
            id: text("tool_use_id"),
            failed: block.field("is_error").as_bool(),
            content: block.take_content("content"),
        },
        _ => ContentBlock::Other,
    }
}

/// The usage of a response, as far as a record of it knows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ResponseUsage {
    /// The tokens, those of a compaction on the way included.
    pub tokens: TokenCounts,
    /// How the provider served it.
    pub service: ServiceTier,
    /// Searches of the web that the provider made for it.
    pub web_searches: u64,
}

impl ResponseUsage {
    /// Reads `usage` of a message.
    #[must_use]
    pub fn new(usage: &JsonValue<'_>) -> Self {
        let mut tokens = token_counts(usage);
        // The counts of a response leave out what its compactions used, which are paid as well.
        for iteration in usage.field("iterations").as_array() {
            if iteration.text("type") == Some("compaction") {
                tokens.add(&token_counts(iteration));
            }
        }
        Self {
            tokens,
            service: usage
                .text("service_tier")
                .and_then(|tier| tier.parse().ok())
                .unwrap_or_default(),
            web_searches: usage.field("server_tool_use").count("web_search_requests").unwrap_or(0),
        }
    }

    /// Raises `usage` to these counts. Tokens that are written to the cache are input.
    pub fn raise(&self, usage: &mut TokenUsage) {
        let TokenCounts { input, output, cache_read, cache_write, cache_write_1h } = self.tokens;
        let sent = input.saturating_add(cache_write).saturating_add(cache_write_1h);
        usage.input_tokens = usage.input_tokens.max(sent);
        usage.output_tokens = usage.output_tokens.max(output);
        usage.cache_read_tokens = usage.cache_read_tokens.max(cache_read);
        usage.cache_write_tokens = usage.cache_write_tokens.max(cache_write);
        usage.cache_write_1h_tokens = usage.cache_write_1h_tokens.max(cache_write_1h);
        usage.service_tier = self.service;
        usage.web_searches = usage.web_searches.max(self.web_searches);
        let context = usage.input_tokens.saturating_add(usage.cache_read_tokens);
        usage.context_tokens = Some(context).filter(|context| *context > 0);
    }
}

/// The counts of a response or of one of its iterations. Old clients tell the sum of what was written to the cache.
fn token_counts(usage: &JsonValue<'_>) -> TokenCounts {
    let count = |key| rounded_count(usage.field(key)).unwrap_or_default();
    let written = |key| rounded_count(usage.field("cache_creation").field(key)).unwrap_or_default();
    let cache_write_1h = written("ephemeral_1h_input_tokens");
    let sum = written("ephemeral_5m_input_tokens").saturating_add(cache_write_1h);
    let cache_written = count("cache_creation_input_tokens").max(sum);
    TokenCounts {
        input: count("input_tokens"),
        output: count("output_tokens"),
        cache_read: count("cache_read_input_tokens"),
        cache_write: cache_written - cache_write_1h,
        cache_write_1h,
    }
}
