//! Measures `observe`: nanoseconds a command line, megabytes of output a second.

use std::hint::black_box;

use fusebox_engine::EventKind;
use fusebox_engine::event::{ToolRequest, ToolResult};
use fusebox_observe::{SessionContext, to_fact};
use fusebox_text::{digest, find_error_line, mask, redact};
use serde_json::json;

use super::FigureRows;
use crate::stopwatch::{TimeSamples, per_operation, timed};
use crate::workload::ClientWorkload;

/// Command lines as agents write them.
const COMMANDS: &[&str] = &[
    "ls -la",
    "cargo test -p shop --test checkout 2>&1 | tail -n 40",
    "cd /home/dev/shop && RUST_BACKTRACE=1 cargo test --workspace -- --nocapture case_17",
    "git status --short && git diff HEAD~1 --stat && git log --oneline -5",
    "grep -rn \"fn total\" src --include='*.rs' | head -20",
    "sed -n '120,180p' src/prices.rs",
    "npm run test -- --watch=false --reporter=dot 2>/dev/null || echo failed",
    "python3 -m pytest tests/test_cart.py::test_discount -x -q",
    "find . -name '*.rs' -not -path './target/*' -exec wc -l {} + | sort -n | tail -5",
    "cat > /tmp/probe.py <<'EOF'\nimport json\nprint(json.dumps({'a': 1}))\nEOF\npython3 /tmp/probe.py",
    "for f in src/*.rs; do echo \"$f\"; grep -c unwrap \"$f\"; done",
    "curl -s -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345' localhost:8080/health",
    "docker compose up -d && sleep 5 && docker compose logs --tail 50 api",
    "timeout 120 env CI=1 sudo -u dev bash -lc 'make check && make lint'",
];

pub(super) fn measure(quick: bool, rows: &mut FigureRows) {
    commands(if quick { 30 } else { 200 }, rows);
    results(if quick { 5 } else { 40 }, rows);
}

fn commands(rounds: u32, rows: &mut FigureRows) {
    let request = |line: &&str| {
        EventKind::ToolRequest(ToolRequest {
            tool: "bash".into(),
            input: Some(json!({"command": line})),
            ..ToolRequest::default()
        })
    };
    let requests: Vec<EventKind> = COMMANDS.iter().map(request).collect();
    let samples = per_operation(rounds, 100 * requests.len(), || {
        for request in requests.iter().cycle().take(100 * requests.len()) {
            black_box(to_fact(request, &SessionContext::default()));
        }
    });
    rows.add("observe a command line", samples.median(), Some(samples.p90()), "ns", 0);
}

/// Reads a test runner's output of 1 MB as a whole and by each part, one after the other in every round.
fn results(rounds: u32, rows: &mut FigureRows) {
    let output = ClientWorkload::new("observe").test_output(1_000_000);
    let result = EventKind::ToolResult(Box::new(ToolResult {
        output: Some(output.clone()),
        ok: Some(false),
        ..ToolResult::default()
    }));
    let parts: [(&str, &dyn Fn()); 5] = [
        ("observe a failed result", &|| ignore(to_fact(&result, &SessionContext::default()))),
        ("digest of a result (masked)", &|| ignore(digest::of_result(&output, false))),
        ("mask", &|| ignore(mask(&output))),
        ("error signature", &|| ignore(find_error_line(&output))),
        ("redact", &|| ignore(redact(&output))),
    ];
    let mut speeds = [const { TimeSamples::new() }; 5];
    for _ in 0..rounds {
        for ((_, work), samples) in parts.iter().zip(&mut speeds) {
            let ((), took) = timed(work);
            samples.add(output.len() as f64 / took.as_secs_f64() / 1e6);
        }
    }
    for ((what, _), samples) in parts.iter().zip(&speeds) {
        rows.add(what, samples.median(), Some(samples.p10()), "MB/s", 0);
    }
}

/// Keeps the compiler from removing the work.
fn ignore<T>(result: T) {
    let _ = black_box(result);
}
