//! Measures how fast the payloads of each client are read, for each byte: of calls and their results, as the client
//! wrote them, or as its documents write them.

use std::hint::black_box;

use fusebox_clients::{ClientEnvironment, client_named};

use super::FigureRows;
use crate::stopwatch::{TimeSamples, timed};

macro_rules! payloads {
    ($($client:literal: $folder:literal, $($file:literal),+;)*) => {
        /// The payloads by the names of their clients.
        const PAYLOADS: &[(&str, &[&[u8]])] = &[$(
            ($client, &[$(include_bytes!(concat!(
                "../../../clients/src/", $client, "/", $folder, "/", $file, ".json"
            ))),+]),
        )*];
    };
}

payloads! {
    "claude": "fixtures", "PreToolUse.01", "PostToolUse.01";
    "codex": "fixtures/hooks", "PreToolUse.01", "PostToolUse.01";
    "gemini": "fixtures/hooks", "BeforeTool.01", "AfterTool.01";
    "qwen": "fixtures/hooks", "PreToolUse.01", "PostToolUse.01";
    "copilot": "fixtures/hooks", "pascal.PreToolUse.01", "pascal.PostToolUse.01";
    "opencode": "fixtures/hooks", "tool.execute.before.01", "tool.execute.after.01";
    "cline": "fixtures/hooks", "PreToolUse.01", "PostToolUse.01";
    "cursor": "fixtures/from_documents", "preToolUse.01", "postToolUse.01";
    "kiro": "fixtures/from_documents", "PreToolUse.01", "PostToolUse.01";
}

pub(super) fn measure(quick: bool, rows: &mut FigureRows) {
    for (name, payloads) in PAYLOADS {
        let Some(client) = client_named(name) else { continue };
        let kilobytes = payloads.iter().map(|payload| payload.len()).sum::<usize>() as f64 / 1e3;
        let environment = ClientEnvironment::default();
        let mut samples = TimeSamples::new();
        for _ in 0..if quick { 200 } else { 5_000 } {
            let (_, took) = timed(|| {
                for payload in *payloads {
                    let _ = black_box((client.read)(black_box(payload), &environment));
                }
            });
            samples.add(took.as_nanos() as f64 / 1e3 / kilobytes);
        }
        let what = format!("read payloads of {}, each KB", client.title);
        rows.add(&what, samples.median(), Some(samples.p90()), "µs", 2);
    }
}
