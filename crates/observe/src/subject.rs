//! What a call is: its identity, its short form, and what the rules need to know of it.

use std::borrow::Cow;

use fusebox_engine::test_run::TestCall;
use fusebox_engine::{CallSubject, Tool, WriteCondition};
use serde_json::{Map, Value};

use crate::guard;
use crate::polls::polls;
use crate::test_call::test_call;
use crate::touched;
use fusebox_shell::{self as shell, CommandLine};
use fusebox_text::digest::{self, DigestBuilder};
use fusebox_text::excerpt::prefix_up_to;
use fusebox_text::redacted_line;

/// The longest short form of a call, in characters.
const LABEL_CHARS: usize = 90;
/// No more of the arguments is read for it: four times as many characters of four bytes, so that a
/// secret at the cut is still seen whole.
const LABEL_BYTES: usize = LABEL_CHARS * 4 * 4;

/// Where the agent works and what it must not touch.
#[derive(Debug, Clone, Copy, Default)]
pub struct SessionContext<'a> {
    /// Paths of Fusebox's own state and configuration and of the client's hook settings.
    pub protected: &'a [String],
    /// Further command prefixes that are test runs.
    pub test_commands: &'a [String],
    /// The folder that the session works in: paths inside it are kept without it.
    pub folder: Option<&'a str>,
    /// What the call runs whose result is to be understood, if it is a test run.
    pub test: Option<&'a TestCall>,
    /// JUnit XML that the call wrote, if it is a test run.
    pub report: Option<&'a str>,
}

impl SessionContext<'_> {
    /// A path as seen from the session's folder.
    pub(crate) fn inside<'p>(&self, path: &'p str) -> &'p str {
        let folder = self.folder.map(|folder| folder.trim_end_matches('/'));
        let inside = folder
            .filter(|folder| !folder.is_empty())
            .and_then(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
        inside.filter(|rest| !rest.is_empty()).unwrap_or(path)
    }
}

/// Understands one call.
pub(crate) fn subject(
    tool: &Tool,
    input: Option<&Value>,
    cwd: Option<&str>,
    place: &SessionContext<'_>,
) -> CallSubject {
    let name = tool.name();
    let command = command_line(tool, input);
    let script = command.map(shell::parse);
    let written = script.as_ref().map_or(shell::WrittenPaths::None, shell::written_paths);
    let (call, shape) = input.map(|input| identity_and_shape(&name, command, input)).unzip();
    CallSubject {
        tool: redacted_line(&name, LABEL_CHARS),
        call,
        kind: digest::of_text(&name).max(1),
        shape,
        label: label(&name, command, input, place),
        test: script
            .as_ref()
            .and_then(|script| test_call(script, place.test_commands))
            .map(Box::new),
        files: touched::by_request(tool, input, script.as_ref(), &written, place),
        reach: None,
        writes: writes(tool, script.as_ref(), written.any()),
        waits: script.as_ref().is_some_and(shell::is_waiting) || polls(tool, input),
        searches: *tool == Tool::Search || script.as_ref().is_some_and(shell::is_search),
        talk: script.as_ref().is_some_and(is_talk),
        guard: guard::guard(tool, input, cwd, script.as_ref(), place),
    }
}

fn command_line<'a>(tool: &Tool, input: Option<&'a Value>) -> Option<&'a str> {
    if *tool != Tool::Bash {
        return None;
    }
    input?.get("command")?.as_str()
}

/// Tool and canonical arguments, and the same with every number replaced: `head -1000` and
/// `head -1050` are one shape. White space around a command line means nothing.
fn identity_and_shape(tool: &str, command: Option<&str>, input: &Value) -> (u64, u64) {
    let of = |add: &dyn Fn(&mut DigestBuilder)| {
        let mut hasher = DigestBuilder::new();
        hasher.text(tool);
        add(&mut hasher);
        // 0 stands for "unknown" in the window.
        hasher.finish().max(1)
    };
    let of_number = |number| of(&|hasher| hasher.number(number));
    let Some(command) = command.map(str::trim) else {
        let (exact, shape) = digest::of_json_and_shape(input);
        return (of_number(exact), of_number(shape));
    };
    let identity = if has_only_command(input) {
        of(&|hasher| hasher.text(command))
    } else {
        of_number(digest::of_json(input))
    };
    (identity, of_number(digest::of_text_shape(command)))
}

fn has_only_command(input: &Value) -> bool {
    input.as_object().is_some_and(|input| input.len() == 1)
}

fn writes(tool: &Tool, script: Option<&CommandLine<'_>>, changes_files: bool) -> WriteCondition {
    match (tool, script) {
        (Tool::Edit | Tool::Write, _) => WriteCondition::WhenOk,
        // A command line that does not even end fails as a whole.
        (_, Some(script)) if !script.complete => WriteCondition::WhenOk,
        (_, Some(_)) if changes_files => WriteCondition::Always,
        _ => WriteCondition::Never,
    }
}

/// Whether a command line only prints words that it was told; `echo 0` is a check, not talk.
fn is_talk(script: &CommandLine<'_>) -> bool {
    let prints = script.commands.iter().all(|command| {
        matches!(command.program(), "echo" | "printf" | "true" | ":")
            && command.words().iter().all(shell::ShellWord::is_literal)
            && command.redirects.iter().all(|redirect| !redirect.is_file())
    });
    let mut words = script.commands.iter().flat_map(|command| command.words().iter().skip(1));
    let has_letters = |word: &shell::ShellWord<'_>| word.text.chars().any(char::is_alphabetic);
    script.complete && prints && words.any(has_letters)
}

/// The arguments that say most about a call, by tool class.
const TELLING: &[&str] = &[
    "file_path",
    "path",
    "notebook_path",
    "pattern",
    "query",
    "url",
    "prompt",
    "command",
    "name",
    "id",
];

fn label(
    tool: &str,
    command: Option<&str>,
    input: Option<&Value>,
    place: &SessionContext<'_>,
) -> String {
    if let Some(command) = command {
        return redacted_line(command.trim(), LABEL_CHARS);
    }
    let Some(Value::Object(input)) = input else { return redacted_line(tool, LABEL_CHARS) };
    let told = TELLING.iter().find_map(|key| input.get(*key).and_then(Value::as_str));
    let start = match told {
        Some(text) => Cow::Borrowed(prefix_up_to(place.inside(text), LABEL_BYTES)),
        None if input.is_empty() => return redacted_line(tool, LABEL_CHARS),
        None => Cow::Owned(start_of_json(input)),
    };
    redacted_line(&[tool, " ", &start].concat(), LABEL_CHARS)
}

/// The arguments as JSON, no further than a label needs them.
fn start_of_json(input: &Map<String, Value>) -> String {
    let mut start = Start { bytes: Vec::with_capacity(LABEL_BYTES), chars: 0 };
    // It fails where there is no more room.
    let _ = serde_json::to_writer(&mut start, input);
    String::from_utf8(start.bytes).unwrap_or_else(|cut| {
        let whole = cut.as_bytes().utf8_chunks().next().map_or("", |chunk| chunk.valid());
        whole.to_owned()
    })
}

/// Takes the first bytes of what is written, until a label has enough.
struct Start {
    bytes: Vec<u8>,
    chars: usize,
}

impl std::io::Write for Start {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let room = LABEL_BYTES.saturating_sub(self.bytes.len());
        let taken = bytes.get(..room).unwrap_or(bytes);
        self.bytes.extend_from_slice(taken);
        self.chars += taken.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        if taken.len() < bytes.len() || self.chars >= LABEL_CHARS * 4 {
            return Err(std::io::ErrorKind::WriteZero.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn labels_are_short_however_long_the_arguments_are() {
        let check = |input: Value, expected: &str| {
            assert_eq!(label("t", None, Some(&input), &SessionContext::default()), expected);
        };
        check(json!({}), "t");
        check(json!({"n": [1, {"a": "é"}]}), r#"t {"n":[1,{"a":"é"}]}"#);
        check(json!({"a": "é".repeat(90_000)}), &format!("t {{\"a\":\"{}…", "é".repeat(81)));
        check(json!({"path": "é".repeat(90_000)}), &format!("t {}…", "é".repeat(87)));
    }

    #[test]
    fn r06_talk_is_prose_that_is_only_printed() {
        let talk = |line: &str| is_talk(&shell::parse(line));
        assert!(talk("echo \"Session concluded. Awaiting further instructions.\""));
        assert!(talk("echo 'All is done now' && true"));
        assert!(talk("echo Goodbye!"));
        for line in [
            "echo 0",
            "echo $PATH and more words",
            "echo all of this goes there > a.txt",
            "echo one two three; ls",
            "ls",
            "",
        ] {
            assert!(!talk(line), "{line}");
        }
    }
}
