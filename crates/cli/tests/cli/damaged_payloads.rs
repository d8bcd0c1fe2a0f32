//! Payloads of every client with fields removed, renamed and retyped, through the hook's program: no session
//! is broken by a version of a client that Fusebox does not know.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::world::World;

/// The folder of a client's payloads, and the words of its hook.
const CLIENTS: &[(&str, &str)] = &[
    ("claude", "claude/fixtures/PreToolUse.01.json"),
    ("claude", "claude/fixtures/PostToolBatch.02.json"),
    ("codex", "codex/fixtures/hooks/PreToolUse.01.json"),
    ("gemini", "gemini/fixtures/hooks/BeforeTool.01.json"),
    ("gemini", "gemini/fixtures/hooks/AfterTool.01.json"),
    ("qwen", "qwen/fixtures/hooks/PostToolUseFailure.01.json"),
    ("copilot", "copilot/fixtures/hooks/preToolUse.01.json"),
    ("copilot", "copilot/fixtures/hooks/postToolUse.01.json"),
    ("opencode", "opencode/fixtures/hooks/tool.execute.after.01.json"),
    ("cline", "cline/fixtures/hooks/PreToolUse.01.json"),
    ("cline", "cline/fixtures/hooks/PostToolUse.02.json"),
    ("cline", "cline/fixtures/hooks/TaskComplete.01.json"),
    ("cursor", "cursor/fixtures/from_documents/preToolUse.01.json"),
    ("cursor", "cursor/fixtures/from_documents/postToolUse.01.json"),
    ("cursor", "cursor/fixtures/from_documents/beforeSubmitPrompt.01.json"),
    ("windsurf", "windsurf/fixtures/from_documents/pre_run_command.01.json"),
    ("windsurf", "windsurf/fixtures/from_documents/post_run_command.01.json"),
    ("windsurf", "windsurf/fixtures/from_documents/pre_user_prompt.01.json"),
    ("kiro", "kiro/fixtures/from_documents/PreToolUse.01.json"),
    ("kiro", "kiro/fixtures/from_documents/PostToolUse.01.json"),
    ("kiro", "kiro/fixtures/from_documents/UserPromptSubmit.01.json"),
    ("antigravity", "antigravity/fixtures/from_documents/PreToolUse.01.json"),
    ("antigravity", "antigravity/fixtures/from_documents/PostToolUse.02.json"),
    ("vscode", "vscode/fixtures/from_documents/PreToolUse.01.json"),
    ("vscode", "vscode/fixtures/from_documents/PostToolUse.02.json"),
    ("vscode", "vscode/fixtures/from_documents/UserPromptSubmit.01.json"),
];

/// The payload as it might be in another version: each of its fields gone, renamed, and of another type.
fn changed(payload: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for key in payload.as_object().unwrap().keys() {
        let mut less = payload.clone();
        let value = less.as_object_mut().unwrap().remove(key).unwrap();
        let mut renamed = less.clone();
        renamed[format!("{key}V2")] = value;
        let mut number = less.clone();
        number[key] = json!(-1.5e300);
        let mut list = less.clone();
        list[key] = json!([{"new": [null]}]);
        all.extend([less, renamed, number, list]);
    }
    all
}

#[test]
fn a_payload_of_another_version_breaks_no_session() {
    let world = World::new();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clients/src");
    for (client, file) in CLIENTS {
        let payload = fs::read(samples.join(file)).unwrap();
        let payload: Value = serde_json::from_slice(&payload).unwrap();
        let name = file.rsplit('/').next().unwrap().split(".0").next().unwrap();
        for one in changed(&payload) {
            let mut command = world.command(crate::world::HOOK);
            command.args([client, name]);
            let ran = world.finish(&mut command, one.to_string().as_bytes());
            // Equal results are warned of, whatever else stands in the payload.
            let is_quiet = ran.out.is_empty() || ran.json()["decision"].is_null();
            assert!(ran.code == 0 && is_quiet, "{client} {one}\n{ran:?}");
            assert!(!ran.out.contains("\"deny\""), "{client} {one}\n{ran:?}");
            assert!(!ran.out.contains("\"continue\":false"), "{client} {one}\n{ran:?}");
            assert!(!ran.out.contains("\"cancel\""), "{client} {one}\n{ran:?}");
        }
    }
}
