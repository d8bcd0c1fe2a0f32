//! No bytes can end a reader: neither arbitrary ones nor damaged ones of a known shape.

use fusebox_replay::formats::{FORMATS, TranscriptEvents};
use proptest::prelude::*;

/// Pieces that readers look for, separated by white space.
const WORDS: &str = r##"
    { } [ ] , : " null 1 -1 1e99 "type": "user" "assistant" "message":{ "content":[{ "tool_use"
    "tool_result" "id": "input":{"command":"ls"} "sessionId":"s" "payload":{ "response_item"
    "function_call_output" "arguments":"{" "messages":[{"role":"assistant",
    "tool_calls":[{"function":{ "info":{"model_stats":{"instance_cost":-1}}
    "history":[[{"source":"agent","action":"run" "timestamp":"2026-01-01T00:00:00.1Z" $0.1):
    <returncode> é
"##;
/// Pieces with white space or escapes.
const PIECES: &[&str] = &[
    "\\",
    "\n",
    "\"output\":\"Exit code: 1\\nWall time: x\"",
    "\"trajectory\":[{\"action\":\"edit 1:2\",",
    "# aider chat started at ",
    "> Tokens: 1.k sent, . Cost: $x",
    "> # 1 failed to match",
    "<<<<<<< SEARCH\n",
    "\n=======",
    "#### é",
    "mini-swe-agent (step ",
    "```bash\n",
    "\n```",
    "\u{1b}[",
    "\u{1b}]",
];

fn pieces() -> impl Strategy<Value = Vec<&'static str>> {
    let pieces: Vec<&str> = WORDS.split_whitespace().chain(PIECES.iter().copied()).collect();
    prop::collection::vec(prop::sample::select(pieces), 0..40)
}

fn translate_all(text: &[u8]) {
    let _ = fusebox_replay::read_events(text, "file");
    for format in FORMATS {
        let mut translate = (format.open)();
        let mut events = TranscriptEvents::new("file");
        let _ = translate.translate(text, &mut events);
        for line in text.split(|byte| *byte == b'\n') {
            let _ = translate.translate(line, &mut events);
        }
        translate.finish(&mut events);
        while events.pop().is_some() {}
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        translate_all(&bytes);
    }

    #[test]
    fn pieces_of_known_shapes(pieces in pieces()) {
        translate_all(pieces.concat().as_bytes());
    }

    #[test]
    fn a_damaged_record(at in 0..400_usize, byte: u8, cut in 0..400_usize) {
        let line = r#"{"type":"assistant","sessionId":"s","isSidechain":true,"uuid":"u","timestamp":"2026-01-01T00:00:00.123Z","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Edit","input":{"file_path":"é","old_string":"x","new_string":"y"}}],"usage":{"input_tokens":18446744073709551615,"cache_creation_input_tokens":18446744073709551615}}}"#;
        let mut bytes = line.repeat(2).into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes.truncate(bytes.len() - cut % bytes.len());
        translate_all(&bytes);
    }
}
