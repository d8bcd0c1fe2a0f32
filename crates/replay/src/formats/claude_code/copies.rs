//! Records that were written again: a session that is resumed or forked begins with a copy of what
//! came before, under new `uuid`s.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use fusebox_clients::claude_code::{ContentBlock, ModelMessage};

use super::record::TranscriptRecord;

/// Records remembered; a copy that begins further back is not known for one.
const MOST: usize = 1 << 16;

/// The records seen so far, by what a copy has in common with its original.
#[derive(Default)]
pub(super) struct RecordFingerprints {
    known: BTreeSet<u64>,
    order: VecDeque<u64>,
}

impl RecordFingerprints {
    /// Whether the record is a copy of one before. Without a time no record is.
    pub(super) fn has(
        &mut self,
        record: &TranscriptRecord<'_>,
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

/// What tells a block from others of its time; a text by how long it is.
fn add(block: &ContentBlock<'_>, key: &mut DefaultHasher) {
    match block {
        ContentBlock::Text(words) => ("text", words.len()).hash(key),
        ContentBlock::Thought(words) => ("thought", words.len()).hash(key),
        ContentBlock::Call { id, .. } => ("call", id).hash(key),
        ContentBlock::Result { id, .. } => ("result", id).hash(key),
        ContentBlock::Other => {}
    }
}
