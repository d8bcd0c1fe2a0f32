//! Checks a transcript that grows while hooks read its end.

use fusebox_clients::{TranscriptCursor, TranscriptReader, client_named};
use fusebox_engine::EventKind;

/// The most hooks that read one file, which bounds the cost of a long file.
const MOST_HOOKS: usize = 64;

/// The first byte says how far the file grows between two hooks; the rest is the file. However it
/// grows, the totals are those of one reading.
pub(super) fn body(data: &[u8]) {
    let Some(read) = client_named("claude").and_then(|client| client.read_transcript) else {
        panic!("the client keeps a transcript")
    };
    let Some((step, file)) = data.split_first() else { return };
    let known = u64::from(*step) % (file.len() as u64 + 1);
    for known in [0, known] {
        let mut whole = GrowingTranscript::of(known);
        whole.grown_to(read, file);
        let mut parts = GrowingTranscript::of(known);
        let step = usize::from(*step).max(file.len() / MOST_HOOKS).max(1);
        for end in (0..file.len()).step_by(step).skip(1).chain([file.len()]) {
            parts.grown_to(read, &file[..end]);
        }
        assert_eq!(parts.tail, whole.tail, "step {step}, known {known}");
        assert_eq!(parts.tokens, whole.tokens, "step {step}, known {known}");
        assert_eq!(parts.context, whole.context, "step {step}, known {known}");
        assert!(parts.texts.ends_with(&whole.texts), "the newest texts are the same");
        assert!(whole.tail.offset <= file.len() as u64);
    }
}

/// A transcript that is being read.
#[derive(Default)]
struct GrowingTranscript {
    tail: TranscriptCursor,
    tokens: u64,
    context: Option<u64>,
    texts: Vec<String>,
}

impl GrowingTranscript {
    fn of(known: u64) -> Self {
        Self { tail: TranscriptCursor::new(7, known), ..Self::default() }
    }

    /// Reads from the saved position, and saves the new one as the store does.
    fn grown_to(&mut self, read: TranscriptReader, file: &[u8]) {
        let from = usize::try_from(self.tail.offset).unwrap_or(usize::MAX);
        for kind in read(file.get(from..).unwrap_or_default(), &mut self.tail, true) {
            if let EventKind::Usage(usage) = kind {
                self.tokens = self.tokens.saturating_add(usage.output_tokens);
                self.context = usage.context_tokens.or(self.context);
            } else if let EventKind::Message { text, .. } = kind {
                self.texts.push(text);
            }
        }
        let kept = serde_json::to_string(&self.tail).unwrap_or_default();
        assert_eq!(serde_json::from_str::<TranscriptCursor>(&kept).ok().as_ref(), Some(&self.tail));
    }
}
