//! Finds copied records: a resumed or forked session begins with a copy of the earlier records under new `uuid`s.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use fusebox_clients::claude_code::{ContentBlock, ModelMessage};

use super::super::JsonValue;

/// The most records that are remembered. An older copy is not recognised.
const MOST: usize = 1 << 16;

/// The digests of earlier records, over what a copy has in common with its original.
#[derive(Default)]
pub(super) struct RecordFingerprints {
    known: BTreeSet<u64>,
    order: VecDeque<u64>,
}

impl RecordFingerprints {
    /// Whether the record is a copy of an earlier one. A record without a time is not.
    pub(super) fn has(
        &mut self,
        record: &JsonValue<'_>,
        message: Option<&ModelMessage<'_>>,
    ) -> bool {
        let Some(time) = record.text("timestamp") else { return false };
        let mut key = DefaultHasher::new();
        (time, record.text("type"), record.text("subtype")).hash(&mut key);
        if let Some(message) = message {
            message.id.hash(&mut key);
            message.content.iter().for_each(|block| add(block, &mut key));
        }
        let key = key.finish();
        if !self.known.insert(key) {
            return true;
        }
        self.order.push_back(key);
        if self.order.len() > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        false
    }
}

/// Adds what distinguishes a block from others of the same time; for a text its length.
fn add(block: &ContentBlock<'_>, key: &mut DefaultHasher) {
    match block {
        ContentBlock::Text(words) => ("text", words.len()).hash(key),
        ContentBlock::Thought(words) => ("thought", words.len()).hash(key),
        ContentBlock::Call { id, .. } => ("call", id).hash(key),
        ContentBlock::Result { id, .. } => ("result", id).hash(key),
        ContentBlock::Other => {}
    }
}
