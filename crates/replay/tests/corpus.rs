//! Recorded sessions read in place from the folder that `FUSEBOX_CORPUS` names; `.ci/run` sets it.

use std::path::PathBuf;

use fusebox_replay::{find_sessions, policy, replay};
use serde_json::Value;

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn every_recorded_session_is_read_with_all_its_calls() {
    #[expect(clippy::disallowed_methods, reason = "the test's one setting")]
    let corpus = std::env::var("FUSEBOX_CORPUS").expect("FUSEBOX_CORPUS names the recorded data");
    let traces = PathBuf::from(corpus).join("traces");
    let policy = policy::preset_policy("default").unwrap();
    let manifest = std::fs::read_to_string(traces.join("manifest.jsonl")).unwrap();
    let mut unlike = Vec::new();
    for line in manifest.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let file = entry["file"].as_str().unwrap();
        let found = find_sessions(&[traces.join(file)]);
        let Some(source) = found.sources.first() else {
            unlike.push(format!("{file}: not recognised"));
            continue;
        };
        let replayed = replay(source, &policy);
        let calls: u64 = replayed.sessions.iter().map(|session| session.calls).sum();
        let expected = entry["n_tool_calls"].as_u64().unwrap();
        // The list counts SWE-agent's `exit_cost`, which is no call; aider's calls are a guess.
        let label = entry["label"].as_str().unwrap_or_default();
        let exit = u64::from(source.format.name == "sweagent" && label.starts_with("exit_"));
        let fits = calls == expected || calls + exit == expected || source.format.name == "aider";
        if !fits || !replayed.damaged.is_empty() {
            unlike.push(format!("{file}: {calls} calls, not {expected}; {:?}", replayed.damaged));
        }
    }
    assert!(unlike.is_empty(), "{unlike:#?}");
}
