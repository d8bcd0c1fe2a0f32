//! Clients that are known from their documents alone, through the hook's program: a loop is refused as the client
//! takes a refusal, one call before it is not, and so is the next prompt.

use serde_json::{Value, json};

use crate::transcript::CommandOutput;
use crate::world::{HOOK, World};

/// A client, the hooks around one call of a command, and the hook of a prompt.
struct DocumentClient {
    name: &'static str,
    before: fn(&str) -> Value,
    after: fn(&str) -> Value,
    prompt: Option<Value>,
    is_refusal: fn(&CommandOutput) -> bool,
}

fn cursor() -> DocumentClient {
    DocumentClient {
        name: "cursor",
        before: |id| {
            json!({"conversation_id": "s1", "hook_event_name": "preToolUse", "tool_name": "Shell",
                "tool_input": {"command": "npm test"}, "tool_use_id": id, "workspace_roots": ["/w"]})
        },
        after: |id| {
            json!({"conversation_id": "s1", "hook_event_name": "postToolUse", "tool_name": "Shell",
                "tool_input": {"command": "npm test"}, "tool_use_id": id, "workspace_roots": ["/w"],
                "tool_output": "{\"exitCode\":1,\"stdout\":\"1 failing\"}"})
        },
        prompt: Some(
            json!({"conversation_id": "s1", "hook_event_name": "beforeSubmitPrompt", "prompt": "go"}),
        ),
        is_refusal: |ran| {
            let reply = ran.json();
            reply["permission"] == "deny" || reply["continue"] == json!(false)
        },
    }
}

fn windsurf() -> DocumentClient {
    DocumentClient {
        name: "windsurf",
        before: |_| {
            json!({"trajectory_id": "s1", "agent_action_name": "pre_run_command",
                "tool_info": {"command_line": "npm test", "cwd": "/w"}})
        },
        after: |_| {
            json!({"trajectory_id": "s1", "agent_action_name": "post_run_command",
                "tool_info": {"command_line": "npm test", "cwd": "/w"}})
        },
        prompt: Some(json!({"trajectory_id": "s1", "agent_action_name": "pre_user_prompt",
            "tool_info": {"user_prompt": "go"}})),
        is_refusal: |ran| ran.code == 2 && ran.out.is_empty() && !ran.err.is_empty(),
    }
}

fn kiro() -> DocumentClient {
    DocumentClient {
        name: "kiro",
        before: |_| {
            json!({"session_id": "s1", "hook_event_name": "PreToolUse", "cwd": "/w",
                "tool_name": "execute_bash", "tool_input": {"command": "npm test"}})
        },
        after: |_| {
            json!({"session_id": "s1", "hook_event_name": "PostToolUse", "cwd": "/w",
                "tool_name": "execute_bash", "tool_input": {},
                "tool_response": "Output:\n1 failing\n\nExit Code: 1"})
        },
        prompt: Some(json!({"session_id": "s1", "hook_event_name": "UserPromptSubmit",
            "cwd": "/w", "prompt": "go"})),
        is_refusal: |ran| ran.code == 2 && ran.out.is_empty() && !ran.err.is_empty(),
    }
}

fn antigravity() -> DocumentClient {
    DocumentClient {
        name: "antigravity",
        before: |id| {
            json!({"conversationId": "s1", "stepIdx": step(id), "workspacePaths": ["/w"],
                "toolCall": {"name": "run_command", "args": {"CommandLine": "npm test"}}})
        },
        after: |id| {
            json!({"conversationId": "s1", "stepIdx": step(id), "workspacePaths": ["/w"],
                "toolCall": null, "error": "1 failing"})
        },
        prompt: None,
        is_refusal: |ran| ran.code == 0 && ran.json()["decision"] == "deny",
    }
}

fn vscode() -> DocumentClient {
    DocumentClient {
        name: "vscode",
        before: |id| {
            json!({"sessionId": "s1", "hookEventName": "PreToolUse", "cwd": "/w", "tool_use_id": id,
                "tool_name": "run_in_terminal", "tool_input": {"command": "npm test"}})
        },
        after: |id| {
            json!({"sessionId": "s1", "hookEventName": "PostToolUse", "cwd": "/w", "tool_use_id": id,
                "tool_name": "run_in_terminal", "tool_input": {"command": "npm test"},
                "tool_response": "1 failing"})
        },
        prompt: Some(json!({"sessionId": "s1", "hookEventName": "UserPromptSubmit", "cwd": "/w",
            "prompt": "go"})),
        is_refusal: |ran| {
            let reply = ran.json();
            let is_denied = reply["hookSpecificOutput"]["permissionDecision"] == "deny";
            is_denied || reply["continue"] == json!(false)
        },
    }
}

/// The number of a step, from the id of its call.
fn step(id: &str) -> u64 {
    id[1..].parse().unwrap()
}

fn every_client() -> [DocumentClient; 5] {
    [cursor(), windsurf(), kiro(), antigravity(), vscode()]
}

/// Runs the hook, which the command line names as well: some payloads do not.
fn hook(world: &World, client: &DocumentClient, name: &str, event: &Value) -> CommandOutput {
    let mut command = world.command(HOOK);
    world.finish(command.args([client.name, name]), event.to_string().as_bytes())
}

/// Makes the same call up to the limit, and says whether each was refused.
fn calls(world: &World, client: &DocumentClient, count: usize) -> Vec<bool> {
    let call = |n: usize| {
        let id = format!("t{n}");
        let ran = hook(world, client, "PreToolUse", &(client.before)(&id));
        let is_told = !ran.out.is_empty() && !(client.is_refusal)(&ran);
        let is_allowed = ran.code == 0 && ran.err.is_empty() && (ran.out.is_empty() || is_told);
        if is_allowed {
            let after = hook(world, client, "PostToolUse", &(client.after)(&id));
            assert_eq!((after.code, after.err.as_str()), (0, ""), "{}: {after:?}", client.name);
        }
        assert!(is_allowed || (client.is_refusal)(&ran), "{}: {ran:?}", client.name);
        !is_allowed
    };
    (0..count).map(call).collect()
}

#[test]
fn a12_a_loop_is_refused_as_the_client_takes_it_and_so_is_the_next_prompt() {
    for client in every_client() {
        let world = World::new();
        world.write(".config/fusebox/config.toml", "[limits]\ntool_calls = 5\n");
        let refused = calls(&world, &client, 8);
        assert_eq!(
            refused,
            [false, false, false, false, false, true, true, true],
            "{}",
            client.name
        );
        let Some(prompt) = &client.prompt else { continue };
        let ran = hook(&world, &client, "UserPromptSubmit", prompt);
        assert!((client.is_refusal)(&ran), "{}: {ran:?}", client.name);
    }
}

#[test]
fn a12_a_prompt_of_a_healthy_session_passes() {
    for client in every_client() {
        let world = World::new();
        assert_eq!(calls(&world, &client, 2), [false, false], "{}", client.name);
        let Some(prompt) = &client.prompt else { continue };
        let ran = hook(&world, &client, "UserPromptSubmit", prompt);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{}", client.name);
    }
}

/// The lines of both files, each under the client that it is for and under the one that reads its folder, too.
#[test]
fn copilot_and_vscode_share_a_folder_and_each_call_counts_once() {
    let world = World::new();
    world.run("install copilot");
    world.run("install vscode");
    let line = |file: &str, at: &str| {
        let file: Value = serde_json::from_str(&world.read(file)).unwrap();
        file.pointer(at).unwrap().as_str().unwrap().to_owned()
    };
    let lines = [
        line(".copilot/hooks/fusebox.json", "/hooks/preToolUse/0/bash"),
        line(".copilot/hooks/fusebox-vscode.json", "/hooks/PreToolUse/0/command"),
    ];
    let run = |line: &String, variable: &str, event: &Value| {
        let mut shell = world.command("/bin/sh");
        shell.args(["-c", line]).env(variable, "1");
        let ran = world.finish(&mut shell, event.to_string().as_bytes());
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{line}");
    };
    let count = |session: &str| {
        let told = world.run("status --json").json();
        let all = told.as_array().unwrap().clone();
        all.iter().find(|one| one["session"] == session).map(|one| one["tool_calls"].clone())
    };
    let of_vscode = (vscode().before)("t1");
    let of_copilot = json!({"sessionId": "c1", "timestamp": 1, "cwd": "/w", "toolName": "bash",
        "toolArgs": {"command": "npm test"}});
    let as_pascal = json!({"session_id": "c1", "hook_event_name": "PreToolUse", "cwd": "/w",
        "tool_name": "Bash", "tool_input": {"command": "npm test"}});
    for line in &lines {
        run(line, "TERM_PROGRAM", &of_vscode);
    }
    assert_eq!(count("s1"), Some(json!(1)));
    run(&lines[0], "COPILOT_CLI", &of_copilot);
    run(&lines[1], "COPILOT_CLI", &as_pascal);
    assert_eq!(count("c1"), Some(json!(1)));
}
