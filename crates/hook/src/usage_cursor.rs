//! The position up to which a transcript was read, and what has to be known of its records of usage before.

use fusebox_clients::TranscriptCursor;
use fusebox_engine::event::TokenUsage;
use fusebox_engine::{EventKind, TokenCounts};
use fusebox_usage::{ReaderState, UsageFormat, UsageRecord};
use serde::{Deserialize, Serialize};

/// Responses whose counts are remembered, because further records may raise them.
const MAX_RESPONSES: usize = 8;

/// What one reading passes on to the next one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct UsageCursor {
    /// The position.
    pub(crate) at: TranscriptCursor,
    /// What the records before have told.
    reader: ReaderState,
    /// The latest responses, by their identity, and what was counted of them.
    latest: Vec<(u64, TokenCounts)>,
}

impl UsageCursor {
    /// A cursor at this position, without anything before it.
    pub(crate) fn new(at: TranscriptCursor) -> Self {
        Self { at, ..Self::default() }
    }

    /// Reads the usage of each response that `bytes` add. The size of the conversation is told of the main agent.
    pub(crate) fn read(
        &mut self,
        format: &UsageFormat,
        bytes: &[u8],
        is_main: bool,
    ) -> Vec<EventKind> {
        let Self { at, reader, latest } = self;
        let mut usages: Vec<TokenUsage> = Vec::new();
        let mut context = None;
        let known = at.known;
        for (offset, line) in at.take_lines(bytes) {
            let is_charged = offset >= known;
            format.read(line, reader, &mut |record| {
                context = Some(record.tokens.total()).filter(|total| *total > 0).or(context);
                let new = count_new(latest, &record);
                if is_charged && new != TokenCounts::default() {
                    usages.push(to_usage(&record, &new));
                }
            });
        }
        if let Some(context) = context.filter(|_| is_main) {
            if usages.is_empty() {
                usages.push(TokenUsage::default());
            }
            if let Some(last) = usages.last_mut() {
                last.context_tokens = Some(context);
            }
        }
        usages.into_iter().map(EventKind::Usage).collect()
    }
}

/// What a record adds to what is known of its response.
fn count_new(latest: &mut Vec<(u64, TokenCounts)>, record: &UsageRecord<'_>) -> TokenCounts {
    if let Some((_, known)) = latest.iter_mut().find(|(known, _)| *known == record.identity) {
        let before = *known;
        known.raise_to(&record.tokens);
        return known.since(&before);
    }
    latest.push((record.identity, record.tokens));
    let surplus = latest.len().saturating_sub(MAX_RESPONSES);
    latest.drain(..surplus);
    record.tokens
}

/// A report of usage. Tokens that are written to the cache are input.
fn to_usage(record: &UsageRecord<'_>, new: &TokenCounts) -> TokenUsage {
    let TokenCounts { input, output, cache_read, cache_write, cache_write_1h } = *new;
    TokenUsage {
        input_tokens: input.saturating_add(cache_write).saturating_add(cache_write_1h),
        output_tokens: output,
        cache_read_tokens: cache_read,
        cache_write_tokens: cache_write,
        cache_write_1h_tokens: cache_write_1h,
        model: Some(record.model.to_owned()).filter(|model| !model.is_empty()),
        service_tier: record.service,
        ..TokenUsage::default()
    }
}
