//! Shows a desktop notification through the platform's own program.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fusebox_engine::Incident;
use fusebox_runtime::query::IncidentContext;

/// Characters of the reason that are shown.
const MAX_REASON_CHARS: usize = 200;
/// Characters of the title.
const MAX_TITLE_CHARS: usize = 80;

/// Shows `incident`: who was stopped and where, then why and what to type, as its report begins. Fails when
/// the platform has no program for it.
pub(crate) fn notify(
    incident: &Incident,
    around: &IncidentContext,
    path: &str,
) -> Result<(), String> {
    let client = around.client.as_deref().unwrap_or("an agent");
    let project = around.folder.as_deref().and_then(|folder| folder.rsplit('/').next());
    let place = project.map(|project| format!(" in {project}")).unwrap_or_default();
    let subagent = (!incident.agent.is_main()).then(|| format!(", subagent {}", incident.agent));
    let title = format!("Fusebox stopped {client}{place}{}", subagent.unwrap_or_default());
    let title: String = title.chars().filter(|c| !c.is_control()).take(MAX_TITLE_CHARS).collect();
    let title = title.as_str();
    let text: String = incident.reason().chars().take(MAX_REASON_CHARS).collect();
    let text = format!("{text}\nfusebox show {}", around.short_id);
    let programs: [(&str, Vec<String>); 3] = [
        ("terminal-notifier", vec!["-title".into(), title.into(), "-message".into(), text.clone()]),
        ("osascript", vec!["-e".into(), apple_script(title, &text)]),
        (
            "notify-send",
            vec!["--urgency=critical".into(), "--app-name=fusebox".into(), title.into(), text],
        ),
    ];
    for (name, args) in programs {
        let Some(program) = find_program(name, path) else { continue };
        let error = |error: &dyn Display| format!("{}: {error}", program.display());
        let mut command = Command::new(&program);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status().map_err(|source| error(&source))?;
        return if status.success() { Ok(()) } else { Err(error(&status)) };
    }
    Err("no notify-send, osascript or terminal-notifier on the PATH".to_owned())
}

/// An AppleScript that shows the notification; quotes and backslashes are escaped.
fn apple_script(title: &str, text: &str) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
    format!("display notification \"{}\" with title \"{}\"", quoted(text), quoted(title))
}

fn find_program(program: &str, path: &str) -> Option<PathBuf> {
    path.split(':').map(|dir| Path::new(dir).join(program)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use fusebox_engine::{AgentId, Finding, IncidentId, Rule, SessionId, TaskId, Timestamp};

    use super::*;

    fn incident() -> Incident {
        let session = SessionId::parse("s1").unwrap();
        let who = (session.clone(), AgentId::main(), TaskId::from(&session));
        let cause = Finding::from_sentence(Rule::SameCall, "`make` gave \"the same\"".to_owned());
        Incident::open(IncidentId::from_digest(0xab), who, Timestamp(1), cause)
    }

    fn around() -> IncidentContext {
        IncidentContext {
            short_id: "0000".to_owned(),
            client: Some("claude".to_owned()),
            folder: Some("/home/u/orders".to_owned()),
            ..IncidentContext::default()
        }
    }

    #[test]
    fn the_platforms_program_is_given_the_reason_and_the_next_step() {
        let dir = tempfile::tempdir().unwrap();
        let told = dir.path().join("told");
        let program = dir.path().join("notify-send");
        std::fs::write(&program, format!("#!/bin/sh\nprintf '%s|' \"$@\" > {}\n", told.display()))
            .unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        notify(&incident(), &around(), &dir.path().display().to_string()).unwrap();
        let told = std::fs::read_to_string(told).unwrap();
        let expected =
            "|Fusebox stopped claude in orders|`make` gave \"the same\"\nfusebox show 0000|";
        assert!(told.ends_with(expected), "{told}");
    }

    #[test]
    fn without_a_program_the_delivery_says_so() {
        assert!(
            notify(&incident(), &around(), "/no_repository_message")
                .unwrap_err()
                .contains("notify-send")
        );
    }

    #[test]
    fn quotes_cannot_leave_the_script_string() {
        assert_eq!(
            apple_script("t", "a\" & do shell script \"x\\"),
            "display notification \"a\\\" & do shell script \\\"x\\\\\" with title \"t\""
        );
    }
}
