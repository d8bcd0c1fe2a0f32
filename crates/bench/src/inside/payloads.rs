//! Measures how fast the payloads of each client are read, for each byte: of calls and their results, as the client
//! wrote them, or as its documents write them.

use std::hint::black_box;

use fusebox_clients::{ClientEnvironment, client_named};
use serde_json::Value;

use super::FigureRows;
use crate::stopwatch::{TimeSamples, timed};

/// What a client hands a hook.
struct ClientPayloads {
    client: &'static str,
    request: &'static [u8],
    result: &'static [u8],
    /// Where the output stands in the result, as a JSON pointer.
    output: &'static str,
}

macro_rules! payloads {
    ($($client:literal: $folder:literal, $request:literal, $result:literal, $output:literal;)*) => {
        const PAYLOADS: &[ClientPayloads] = &[$(ClientPayloads {
            client: $client,
            request: include_bytes!(concat!(
                "../../../clients/src/", $client, "/", $folder, "/", $request, ".json"
            )),
            result: include_bytes!(concat!(
                "../../../clients/src/", $client, "/", $folder, "/", $result, ".json"
            )),
            output: $output,
        }),*];
    };
}

payloads! {
    "claude": "fixtures", "PreToolUse.01", "PostToolUse.01", "/tool_response/stdout";
    "codex": "fixtures/hooks", "PreToolUse.01", "PostToolUse.01", "/tool_response";
    "gemini": "fixtures/hooks", "BeforeTool.01", "AfterTool.01", "/tool_response/llmContent";
    "qwen": "fixtures/hooks", "PreToolUse.01", "PostToolUse.01", "/tool_response/llmContent";
    "copilot": "fixtures/hooks", "pascal.PreToolUse.01", "pascal.PostToolUse.01", "/tool_result/text_result_for_llm";
    "opencode": "fixtures/hooks", "tool.execute.before.01", "tool.execute.after.01", "/tool_response/output";
    "cline": "fixtures/hooks", "PreToolUse.01", "PostToolUse.01", "/tool_result/output/0/result";
    "cursor": "fixtures/from_documents", "preToolUse.01", "postToolUse.01", "/tool_output";
    "kiro": "fixtures/from_documents", "PreToolUse.01", "PostToolUse.01", "/tool_response";
}

/// How long the output is in a long result.
const LONG_BYTES: usize = 64_000;

pub(super) fn measure(quick: bool, rows: &mut FigureRows) {
    for payloads in PAYLOADS {
        let Some(client) = client_named(payloads.client) else { continue };
        let mut add = |what: &str, payloads: &[&[u8]], rounds| {
            let bytes: usize = payloads.iter().map(|payload| payload.len()).sum();
            let environment = ClientEnvironment::default();
            let mut samples = TimeSamples::new();
            for _ in 0..rounds {
                let (_, took) = timed(|| {
                    for payload in payloads {
                        let _ = black_box((client.read)(black_box(payload), &environment));
                    }
                });
                samples.add(took.as_nanos() as f64 / bytes as f64);
            }
            let what = format!("read {what} of {}, each KB", client.title);
            rows.add(&what, samples.median(), Some(samples.p90()), "µs", 2);
        };
        let rounds = if quick { 200 } else { 5_000 };
        add("payloads", &[payloads.request, payloads.result], rounds);
        if let Some(long) = with_long_output(payloads) {
            add("a long result", &[&long], rounds / 10);
        }
    }
}

/// The payload of the result, whose output goes on for [`LONG_BYTES`].
fn with_long_output(payloads: &ClientPayloads) -> Option<Vec<u8>> {
    let mut value = serde_json::from_slice::<Value>(payloads.result).ok()?;
    let Value::String(output) = value.pointer_mut(payloads.output)? else { return None };
    let lines = "   Compiling shop v0.4.1 (/home/dev/shop)\n".chars().cycle().take(LONG_BYTES);
    match serde_json::from_str::<Value>(output) {
        // An object in a text.
        Ok(mut inner) => {
            inner["stdout"] = Value::String(lines.collect());
            *output = inner.to_string();
        }
        Err(_) => output.extend(lines),
    }
    serde_json::to_vec(&value).ok()
}
