//! Shows a desktop notification through the platform's own program.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fusebox_engine::Incident;

/// Characters of the reason that are shown.
const MAX_REASON_CHARS: usize = 200;

/// Shows `incident`. Fails when the platform has no program for it.
pub(crate) fn notify(incident: &Incident, path: &str) -> Result<(), String> {
    let title = "Fusebox stopped an agent";
    let text: String = incident.reason().chars().take(MAX_REASON_CHARS).collect();
    let text = format!("{text}\nfusebox show {}", incident.id);
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

    #[test]
    fn the_platforms_program_is_given_the_reason_and_the_next_step() {
        let dir = tempfile::tempdir().unwrap();
        let told = dir.path().join("told");
        let program = dir.path().join("notify-send");
        std::fs::write(&program, format!("#!/bin/sh\nprintf '%s|' \"$@\" > {}\n", told.display()))
            .unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        notify(&incident(), &dir.path().display().to_string()).unwrap();
        let told = std::fs::read_to_string(told).unwrap();
        assert!(told.contains("`make` gave \"the same\"\nfusebox show 000000ab|"), "{told}");
    }

    #[test]
    fn without_a_program_the_delivery_says_so() {
        assert!(notify(&incident(), "/no_repository_message").unwrap_err().contains("notify-send"));
    }

    #[test]
    fn quotes_cannot_leave_the_script_string() {
        assert_eq!(
            apple_script("t", "a\" & do shell script \"x\\"),
            "display notification \"a\\\" & do shell script \\\"x\\\\\" with title \"t\""
        );
    }
}
