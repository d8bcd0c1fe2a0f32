//! Generates a session as Claude Code reports it: reads, searches, edits and test runs.
//!
//! The same seed gives the same session. No call repeats without progress, so that no rule ever refuses one: the ordinary
//! event is measured.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

/// The payloads that the client writes before and after one tool call.
#[derive(Debug, Clone)]
pub(crate) struct CallPayloads {
    pub(crate) before: Vec<u8>,
    pub(crate) after: Vec<u8>,
}

/// The calls of one session.
#[derive(Debug, Clone)]
pub(crate) struct ClientWorkload {
    session: String,
    /// The transcript that the payloads name.
    transcript: String,
    calls: u64,
    random: fastrand::Rng,
}

const FILES: &[&str] = &["cart", "checkout", "prices", "discounts", "session", "inventory", "api"];

impl ClientWorkload {
    pub(crate) fn new(session: &str) -> Self {
        let seed =
            session.bytes().fold(0_u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
        let transcript = format!("/home/dev/.claude/projects/shop/{session}.jsonl");
        let random = fastrand::Rng::with_seed(seed);
        Self { session: session.to_owned(), transcript, calls: 0, random }
    }

    /// The same session with its transcript in this file.
    pub(crate) fn with_transcript(self, file: &Path) -> Self {
        Self { transcript: file.to_string_lossy().into_owned(), ..self }
    }

    pub(crate) fn session(&self) -> &str {
        &self.session
    }

    /// The next call: of ten, three are reads, two searches, two edits, two test runs and one shows the history.
    pub(crate) fn next_call(&mut self) -> CallPayloads {
        match self.calls % 10 {
            0 | 3 | 6 => self.read(),
            1 | 5 => self.search(),
            2 | 7 => self.edit(),
            4 => {
                let command = format!("git diff HEAD~{} --stat && git log -5", self.calls % 97);
                let printed = self.source(12);
                self.bash(&command, &printed)
            }
            _ => self.next_test_run(3_000),
        }
    }

    /// A failing test run that prints about `bytes` bytes.
    pub(crate) fn next_test_run(&mut self, bytes: usize) -> CallPayloads {
        let output = self.test_output(bytes);
        let command = format!(
            "cd /home/dev/shop && RUST_BACKTRACE=1 cargo test -p shop --test checkout -- \
             case_{} 2>&1 | tail -n 400",
            self.calls
        );
        self.bash(&command, &output)
    }

    /// The call with this number, with the same result each time.
    pub(crate) fn same_call(&mut self, number: u64) -> CallPayloads {
        let found = format!("12:fn discount_{number}(order: &Order) -> Cents {{\n");
        self.bash(&format!("grep -n discount_{number} src/prices.rs"), &found)
    }

    /// A test run that fails in the same way each time.
    pub(crate) fn same_failing_run(&mut self) -> CallPayloads {
        let output = "running 1 test\ntest checkout::rounds_half_up ... FAILED\n\nfailures:\n    \
            checkout::rounds_half_up\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 \
            filtered out; finished in 0.02s\n";
        self.bash("cargo test -p shop rounds_half_up", output)
    }

    fn read(&mut self) -> CallPayloads {
        let (file, from, content) = (self.file(), self.calls * 7 % 400, self.source(180));
        let input = json!({"file_path": file, "offset": from, "limit": 180});
        let answer = json!({"type": "text", "file": {"filePath": file, "content": content,
            "numLines": 180, "startLine": from, "totalLines": 640}});
        self.call("Read", &input, &answer)
    }

    fn search(&mut self) -> CallPayloads {
        let pattern = format!("fn total_{}", self.calls);
        let input = json!({"pattern": pattern, "path": "src", "-n": true});
        let content = self.source(21);
        let answer = json!({"mode": "content", "numFiles": 3, "numLines": 21, "content": content});
        self.call("Grep", &input, &answer)
    }

    fn edit(&mut self) -> CallPayloads {
        let (file, n) = (self.file(), self.calls);
        let (old, new) = (format!("let rate = {n};"), format!("let rate = {};", n + 1));
        let original = format!("{}{old}\n", self.source(120));
        let input = json!({"file_path": file, "old_string": old, "new_string": new,
            "replace_all": false});
        let answer = json!({"filePath": file, "oldString": old, "newString": new,
            "originalFile": original, "structuredPatch": [], "userModified": false,
            "replaceAll": false});
        self.call("Edit", &input, &answer)
    }

    fn bash(&mut self, command: &str, printed: &str) -> CallPayloads {
        let input = json!({"command": command, "description": "Look whether it works now"});
        let answer =
            json!({"stdout": printed, "stderr": "", "interrupted": false, "isImage": false});
        self.call("Bash", &input, &answer)
    }

    fn call(&mut self, tool: &str, input: &Value, answer: &Value) -> CallPayloads {
        self.calls += 1;
        let id = format!("toolu_01{:022x}", self.random.u64(..));
        let payload = |hook: &str| {
            let mut payload = self.payload(hook);
            payload["tool_name"] = json!(tool);
            payload["tool_input"] = input.clone();
            payload["tool_use_id"] = json!(id);
            payload
        };
        let mut after = payload("PostToolUse");
        after["tool_response"] = answer.clone();
        after["duration_ms"] = json!(1_240);
        let before = payload("PreToolUse").to_string().into_bytes();
        CallPayloads { before, after: after.to_string().into_bytes() }
    }

    /// The payload of an event without what only some events have.
    pub(crate) fn payload(&self, hook: &str) -> Value {
        json!({"session_id": self.session, "transcript_path": self.transcript,
            "cwd": "/home/dev/shop", "permission_mode": "default", "hook_event_name": hook})
    }

    fn file(&mut self) -> String {
        let name = FILES[self.random.usize(..FILES.len())];
        format!("/home/dev/shop/src/{name}.rs")
    }

    fn source(&mut self, lines: usize) -> String {
        let mut text = String::new();
        for line in 0..lines {
            let (a, b) = (self.random.usize(..900), self.random.usize(..90));
            let _ = writeln!(text, "    let total_{a} = prices[{b}] * rate(order.{a}); // {line}");
        }
        text
    }

    /// The output of a test runner: names, times, ids, locations, a panic and a summary.
    pub(crate) fn test_output(&mut self, bytes: usize) -> String {
        let mut text = "   Compiling shop v0.1.0 (/home/dev/shop)\n".to_owned();
        while text.len() + 400 < bytes {
            let (a, ms, id) =
                (self.random.usize(..900), self.random.usize(..999), self.random.u64(..));
            let (minute, second) = (a % 60, ms % 60);
            let _ = match a % 4 {
                0 => writeln!(text, "test checkout::case_{a} ... ok <0.{ms:03}s>"),
                1 => writeln!(
                    text,
                    "2026-11-21T10:{minute:02}:{second:02}.{ms:03}Z INFO shop::api answered \
                     request_id=req_{id:016x} status=200 in {ms}ms"
                ),
                2 => writeln!(text, "  {a}: shop::prices::total at ./src/prices.rs:{ms}:{second}"),
                _ => writeln!(text, "test inventory::stock_of_{a} ... ok"),
            };
        }
        let (left, right) = (self.random.usize(..9_000), self.random.usize(..9_000));
        let _ = write!(
            text,
            "thread 'case' panicked at src/prices.rs:{}:9:\n\
             assertion `left == right` failed: totals of the cart\n  left: {left}\n right: \
             {right}\n\ntest result: FAILED. {} passed; 1 failed; finished in 0.{:02}s\n",
            left % 300,
            right % 90,
            left % 99
        );
        text
    }
}
