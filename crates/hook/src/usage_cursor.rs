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
    /// The latest responses with searches of the web, and how many were counted of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    searches: Vec<(u64, u64)>,
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
        let Self { at, reader, latest, searches } = self;
        let mut usages: Vec<TokenUsage> = Vec::new();
        let mut context = None;
        let known = at.known;
        let windows = reader.windows.clone();
        for (offset, line) in at.take_lines(bytes) {
            let is_charged = offset >= known;
            format.read(line, reader, &mut |record| {
                context = Some(record.tokens.total()).filter(|total| *total > 0).or(context);
                let new = count_new(latest, &record);
                let web_searches = count_searches(searches, &record);
                if is_charged && (new != TokenCounts::default() || web_searches > 0) {
                    usages.push(TokenUsage { web_searches, ..to_usage(&record, &new) });
                }
            });
        }
        let context = context.filter(|_| is_main);
        let has_new_windows = reader.windows != windows;
        if usages.is_empty() && (context.is_some() || has_new_windows) {
            usages.push(TokenUsage::default());
        }
        if let Some(last) = usages.last_mut() {
            last.context_tokens = context;
            if has_new_windows {
                last.windows.clone_from(&reader.windows);
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

/// The searches that a record adds to what is known of its response.
fn count_searches(latest: &mut Vec<(u64, u64)>, record: &UsageRecord<'_>) -> u64 {
    let searches = record.web_searches;
    if let Some((_, known)) = latest.iter_mut().find(|(known, _)| *known == record.identity) {
        let before = std::mem::replace(known, searches.max(*known));
        return searches.saturating_sub(before);
    }
    if searches > 0 {
        latest.push((record.identity, searches));
        let surplus = latest.len().saturating_sub(MAX_RESPONSES);
        latest.drain(..surplus);
    }
    searches
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
