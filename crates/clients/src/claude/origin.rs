//! Determines who gave a prompt to Claude Code: a person or a machine.

use fusebox_engine::event::PromptOrigin;

use crate::ClientEnvironment;

/// The names of the blocks in which the client, other agents and schedulers write prompts.
const MACHINE_BLOCKS: &[&str] = &[
    "agent-message",
    "channel",
    "cross-session-message",
    "local-command-stdout",
    "system-reminder",
    "task-notification",
    "teammate-message",
    "tick",
];

/// How the client's own prompts begin.
const MACHINE_PREFIX: &str = "[SYSTEM NOTIFICATION - NOT USER INPUT]";

/// Entry points without a person, besides every `sdk…`.
const HEADLESS: &[&str] = &["claude-code-github-action", "mcp"];

/// Who gave this prompt to Claude Code; `source` is its `prompt_source`.
///
/// A person did, if the client is interactive, does not name another source, and the text is not only
/// machine blocks. Whether the session is attended, which the client says since 2.1.330, takes
/// precedence over how it was started.
#[must_use]
pub fn prompt_origin(
    prompt: &str,
    source: Option<&str>,
    environment: &ClientEnvironment,
) -> PromptOrigin {
    let headless = is_headless(environment);
    let from_elsewhere = source.is_some_and(|source| source != "user");
    if headless || from_elsewhere || is_machine_text(prompt) {
        PromptOrigin::Automation
    } else {
        PromptOrigin::Human
    }
}

/// Whether the client says that a person sits in front of it.
pub(super) fn is_attended(environment: &ClientEnvironment) -> bool {
    let says = environment.attended.is_some() || environment.entrypoint.is_some();
    says && !is_headless(environment)
}

/// Whether no person sits in front of the client.
fn is_headless(environment: &ClientEnvironment) -> bool {
    match (environment.attended, environment.entrypoint.as_deref()) {
        (Some(attended), _) => !attended,
        (None, Some(name)) => name.starts_with("sdk") || HEADLESS.contains(&name),
        (None, None) => false,
    }
}

fn is_machine_text(prompt: &str) -> bool {
    let text = prompt.trim();
    if text.starts_with(MACHINE_PREFIX) {
        return true;
    }
    let mut rest = text;
    while let Some(after) = after_block(rest) {
        rest = after.trim_start();
    }
    rest.is_empty() && !text.is_empty()
}

/// The text after the machine block at the beginning; empty if the block does not end.
fn after_block(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('<')?;
    let name = MACHINE_BLOCKS.iter().find(|name| {
        inner.strip_prefix(**name).is_some_and(|rest| rest.starts_with(['>', ' ', '\n']))
    })?;
    let close = format!("</{name}>");
    Some(text.find(&close).map_or("", |at| &text[at + close.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_told_from_a_machine() {
        use PromptOrigin::{Automation, Human};
        let cli = Some("cli");
        for (prompt, source, entrypoint, expected) in [
            ("go on", None, cli, Human),
            ("go on", None, None, Human),
            ("go on", Some("user"), cli, Human),
            ("go on", None, Some("claude-vscode"), Human),
            ("go on", Some("user"), Some("sdk-cli"), Automation),
            ("go on", None, Some("sdk-ts"), Automation),
            ("go on", None, Some("mcp"), Automation),
            ("go on", Some("loop_wakeup"), cli, Automation),
            ("go on", Some("system"), None, Automation),
            ("<task-notification>\nx\n</task-notification>", None, cli, Automation),
            ("<task-notification>cut", None, cli, Automation),
            ("<local-command-stdout>ok</local-command-stdout>", None, cli, Automation),
            ("<tick> 12:00 </tick><system-reminder>x</system-reminder>\n", None, cli, Automation),
            ("<teammate-message id=\"a\">x</teammate-message>", None, cli, Automation),
            ("[SYSTEM NOTIFICATION - NOT USER INPUT] x", None, cli, Automation),
            ("<system-reminder>x</system-reminder> go on", None, cli, Human),
            ("why does it say <task-notification>?", None, cli, Human),
            ("<ticket> is the tag", None, cli, Human),
            ("", None, cli, Human),
        ] {
            let environment = ClientEnvironment {
                entrypoint: entrypoint.map(str::to_owned),
                ..ClientEnvironment::default()
            };
            let origin = prompt_origin(prompt, source, &environment);
            assert_eq!(origin, expected, "{prompt} {source:?} {entrypoint:?}");
        }
    }

    #[test]
    fn the_clients_word_on_who_is_there_counts_most() {
        for (attended, entrypoint, expected) in [
            (true, "sdk-py", PromptOrigin::Human),
            (false, "cli", PromptOrigin::Automation),
            (false, "claude-vscode", PromptOrigin::Automation),
        ] {
            let environment = ClientEnvironment {
                attended: Some(attended),
                entrypoint: Some(entrypoint.to_owned()),
                ..ClientEnvironment::default()
            };
            assert_eq!(
                prompt_origin("go on", None, &environment),
                expected,
                "{attended} {entrypoint}"
            );
        }
    }
}
