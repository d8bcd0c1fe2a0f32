//! The hooks that Claude Code posts; measured with 2.1.330 and 2.1.197.
//!
//! It does not post `SessionStart`. Where a post fails (nobody listens, the connection is closed, an error, no answer
//! in time, a setting that forbids it), 2.1.330 refuses the call; 2.1.197 lets it pass where nobody listens.

use serde_json::{Map, Value, json};

use super::hook_event::HookEvent;
use super::install::SETTINGS_FORM;
use crate::posted_hooks::{
    HOOK_SECRET_VARIABLE, PostTarget, PostedHooks, RUN_HEADER, RUN_VARIABLE,
};

/// How Claude Code is asked to post its hooks.
pub(crate) const POSTED_HOOKS: PostedHooks = PostedHooks {
    since: "2.1.330",
    // The last three: a hook is posted through the proxy of the settings, and through that of the client's sandbox.
    hindrances: &["allowedHttpHookUrls", "httpHookAllowedEnvVars", "_PROXY", "_proxy", "sandbox"],
    administrator_folder: ADMINISTRATOR_FOLDER,
    fetched_file: "remote-settings.json",
    settings,
};

const ADMINISTRATOR_FOLDER: &str = if cfg!(target_os = "macos") {
    "/Library/Application Support/ClaudeCode/managed-settings.d"
} else {
    "/etc/claude-code/managed-settings.d"
};
/// Variables that name hosts to be reached without a proxy.
const NO_PROXY: &[&str] = &["NO_PROXY", "no_proxy"];

fn settings(target: &PostTarget<'_>) -> String {
    let hooks: Map<String, Value> = HookEvent::ALL
        .iter()
        .map(|event| (event.name().to_owned(), json!([{"hooks": [handler(*event, target)]}])))
        .collect();
    // Settings of a command line hold against those of the project, which an agent can write while it runs: no proxy
    // of its own answers in our place. Where hooks are posted, no proxy and no sandbox was set before.
    let direct: Map<String, Value> =
        NO_PROXY.iter().map(|name| ((*name).to_owned(), json!("127.0.0.1"))).collect();
    json!({ "hooks": hooks, "env": direct, "sandbox": { "enabled": false } }).to_string()
}

fn handler(event: HookEvent, target: &PostTarget<'_>) -> Value {
    let timeout = SETTINGS_FORM.timeout;
    if event == HookEvent::SessionStart {
        let PostTarget { program, arguments, .. } = target;
        return json!({"type": "command", "command": program, "args": arguments, "timeout": timeout});
    }
    // The variables are filled in by the client: every user of the machine can read its command line.
    let mut handler = json!({
        "type": "http",
        "url": target.url,
        "headers": {
            "Authorization": format!("Bearer ${HOOK_SECRET_VARIABLE}"),
            RUN_HEADER: format!("${RUN_VARIABLE}"),
        },
        "allowedEnvVars": [HOOK_SECRET_VARIABLE, RUN_VARIABLE],
        "timeout": timeout,
    });
    if SETTINGS_FORM.blocks_on_failure == Some(event.name()) {
        handler["onFailure"] = json!("block");
    }
    handler
}
