//! What a call is: its identity, its short form, and what the rules need to know of it.

use std::borrow::Cow;

use fusebox_engine::event::ToolRequest;
use fusebox_engine::state::LABEL_BYTES as KEPT_LABEL_BYTES;
use fusebox_engine::{CallSubject, LineRange, Tool, WorkKind};
use fusebox_shell::{
    CommandLine, ShellWord, hides_status, is_search, is_waiting, prompts_agent, restarts,
    shown_lines,
};
use fusebox_text::digest::{self, DigestBuilder};
use fusebox_text::excerpt::prefix_up_to;
use fusebox_text::redacted_line;
use serde_json::{Map, Value};

use crate::arguments::text;
use crate::call_folder::call_folder;
use crate::check_spelling::{checking_program, fault_scope, without_handover};
use crate::guard::classify;
use crate::named_words::words_behind;
use crate::program_run::program_run;
use crate::question;
use crate::secret_printer;
use crate::test_call::test_call;
use crate::waiting_tool::is_waiting_tool;
use crate::{CallEffects, SessionContext, changed_files};

/// The longest short form of a call, in characters.
const LABEL_CHARS: usize = 90;
/// No more of the arguments is read for it: four times as many characters of four bytes, so that a
/// secret at the cut is still seen whole.
const LABEL_BYTES: usize = LABEL_CHARS * 4 * 4;

/// What a call is, by its effects.
pub(crate) fn call_subject(
    request: &ToolRequest,
    effects: &CallEffects<'_>,
    context: &SessionContext<'_>,
) -> CallSubject {
    let name = request.tool.name();
    let input = request.input.as_ref();
    let line = effects.command_line.as_ref();
    let counted = input.filter(|_| line.is_none() && question::talks_to_agents(&request.tool));
    let counted = counted.and_then(question::without_counters);
    let folder = line.and_then(|_| call_folder(request, context));
    let (call, shape) = input
        .map(|input| identity_and_shape(&name, line, counted.as_ref().unwrap_or(input)))
        .map(|(call, shape)| in_folder(folder.as_deref(), request, call, shape))
        .unzip();
    // Paths in the line are seen from the folder where the call starts.
    let started = line.zip(folder).map(|(line, folder)| line.started_in(&folder));
    let asked = started.as_ref().or(line);
    let test = asked.and_then(|line| test_call(line, context.test_commands));
    let target = match &test {
        // What is run, without how it is printed.
        Some(test) => Some(test.question()),
        None => input.and_then(|input| question::target(&request.tool, asked, input, context)),
    };
    let files = changed_files::by_request(effects, context);
    let edited = files.first().filter(|_| request.tool.is_edit());
    let edited_file = edited.and_then(|file| file_name_digest(&file.path));
    let work = question::work(&request.tool, line, test.is_some());
    let check = asked.filter(|_| work == WorkKind::Check);
    let building = asked.filter(|_| work.may_meet_faults());
    CallSubject {
        tool: redacted_line(&name, LABEL_CHARS),
        call,
        kind: digest::of_text(&name).max(1),
        shape,
        label: label(&name, line, input, context),
        named: named_words(&name, line, input),
        target,
        lines: shown_range(&request.tool, asked, input, context),
        program: line.and_then(question::program),
        run: asked.and_then(|line| program_run(line, context.folder)),
        checker: check.and_then(|line| checking_program(line, context.folder)),
        fault_scope: building.and_then(|line| fault_scope(line, context.folder)),
        prints_secret: secret_printer::prints_secret(&request.tool, line, input),
        restarts: line.is_some_and(restarts),
        work,
        test: test.map(Box::new),
        files,
        write_targets: None,
        edit_size: effects.edit_size(),
        writes: effects.write_condition(&[
            context.folder.unwrap_or_default(),
            request.cwd.as_deref().unwrap_or_default(),
        ]),
        waits: line.is_some_and(is_waiting) || is_waiting_tool(&request.tool, input),
        starts_background: line.is_some_and(starts_background)
            || input.is_some_and(|input| input["run_in_background"] == true),
        searches: request.tool == Tool::Search
            || line.is_some_and(is_search)
            || question::is_search_tool(&request.tool)
            || question::searches_web(&request.tool, input),
        talk: line.is_some_and(is_talk),
        hides_status: line.is_some_and(hides_status),
        commits: line.is_some_and(makes_commit),
        edited_file,
        looks_at_edited: !request.tool.is_edit()
            && context.edited_file.zip(input).is_some_and(|(file, input)| names_file(input, file)),
        guard: classify(effects, request.cwd.as_deref(), context),
    }
}

/// More lines than that are no part of a file: a client may cut them.
const MAX_SHOWN_LINES: u32 = 1_000;

/// The lines of a file that the call shows, where it says which.
fn shown_range(
    tool: &Tool,
    line: Option<&CommandLine<'_>>,
    input: Option<&Value>,
    context: &SessionContext<'_>,
) -> Option<LineRange> {
    let (path, first, last) = match line {
        Some(line) => {
            let shown = shown_lines(line)?;
            let path = shown.path.trim_start_matches("./");
            let is_inside = shown.dir.is_empty() || path.starts_with(['/', '~']);
            let joined = || Cow::Owned([shown.dir, "/", path].concat());
            (if is_inside { Cow::Borrowed(path) } else { joined() }, shown.first, shown.last)
        }
        None if *tool == Tool::Read => {
            let path = text(input?, "file_path").or_else(|| text(input?, "path"))?;
            let (first, last) = question::read_lines(input?)?;
            (Cow::Borrowed(path), first, last)
        }
        None => return None,
    };
    let is_part = first > 0 && first <= last && last - first < MAX_SHOWN_LINES;
    let file = u32::try_from(question::of_file(context.relative_path(&path)) & 0xffff_ffff)
        .unwrap_or_default();
    is_part.then_some(LineRange { file, first, last })
}

/// Tool and canonical arguments, and the same with every number replaced: `head -1000` and
/// `head -1050` are one shape. White space around a command line means nothing.
fn identity_and_shape(tool: &str, line: Option<&CommandLine<'_>>, input: &Value) -> (u64, u64) {
    let of = |add: &dyn Fn(&mut DigestBuilder)| {
        let mut hasher = DigestBuilder::new();
        hasher.text(tool);
        add(&mut hasher);
        // 0 stands for "unknown" in the window.
        hasher.finish().max(1)
    };
    let of_number = |number| of(&|hasher| hasher.number(number));
    let Some(line) = line else {
        let (exact, shape) = digest::of_json_and_shape(input);
        return (of_number(exact), of_number(shape));
    };
    let command = line.text.trim();
    if prompts_agent(line) {
        let command = question::without_counted_numbers(command);
        let shape = of_number(digest::of_text_shape(&command));
        return (of(&|hasher| hasher.text(&command)), shape);
    }
    let identity = if has_only_command(input) {
        of(&|hasher| hasher.text(command))
    } else {
        of_number(digest::of_json(input))
    };
    (identity, of_number(digest::of_text_shape(command)))
}

/// The digests of a call and of its shape in the folder where it starts. The result of a call without an id finds its request by
/// the first and does not tell the folder, so that there it is left out.
fn in_folder(folder: Option<&str>, request: &ToolRequest, call: u64, shape: u64) -> (u64, u64) {
    let Some(folder) = folder else { return (call, shape) };
    let there = |digest: u64| {
        let mut there = DigestBuilder::new();
        there.number(digest);
        there.text(folder);
        there.finish().max(1)
    };
    (if request.call.is_some() { there(call) } else { call }, there(shape))
}

/// A short digest of the name of a file, without its folder; `None` where the path has none.
fn file_name_digest(path: &str) -> Option<u16> {
    let start = path.bytes().rposition(|byte| matches!(byte, b'/' | b'\\')).map_or(0, |at| at + 1);
    let name = path.get(start..).filter(|name| !name.is_empty())?;
    u16::try_from(digest::of_text(name) >> 48).ok()
}

/// Whether a text in the arguments has the name of this file: it is looked at.
fn names_file(value: &Value, file: u16) -> bool {
    let is_gap =
        |sign: char| !(sign.is_alphanumeric() || matches!(sign, '.' | '_' | '-' | '+' | '@'));
    match value {
        Value::String(text) => text.split(is_gap).any(|word| file_name_digest(word) == Some(file)),
        Value::Array(list) => list.iter().any(|value| names_file(value, file)),
        Value::Object(fields) => fields.values().any(|value| names_file(value, file)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn has_only_command(input: &Value) -> bool {
    input.as_object().is_some_and(|input| input.len() == 1)
}

/// Programs that let a command go on after the line has ended.
const DETACHERS: &[&str] =
    &["nohup", "setsid", "disown", "at", "batch", "crontab", "systemd-run", "tmux", "screen"];

/// Whether the line starts a process that outlives it.
fn starts_background(line: &CommandLine<'_>) -> bool {
    line.commands.iter().any(|command| {
        let mut programs = command.wrappers().iter().map(|word| word.text.as_ref());
        command.background
            || DETACHERS.contains(&command.program())
            || programs.any(|program| DETACHERS.contains(&program))
    })
}

/// Whether the line makes a commit: what was done is kept then.
fn makes_commit(line: &CommandLine<'_>) -> bool {
    line.commands.iter().any(|command| command.program() == "git" && command.has("commit"))
}

/// Whether a command line only prints words of its own; `echo 0` is a check, not talk.
fn is_talk(line: &CommandLine<'_>) -> bool {
    let prints = line.commands.iter().all(|command| {
        matches!(command.program(), "echo" | "printf" | "true" | ":")
            && command.words().iter().all(ShellWord::is_literal)
            && command.redirects.iter().all(|redirect| !redirect.is_file())
    });
    let mut words = line.commands.iter().flat_map(|command| command.words().iter().skip(1));
    let has_letters = |word: &ShellWord<'_>| word.text.chars().any(char::is_alphabetic);
    line.complete && prints && words.any(has_letters)
}

/// The arguments that say most about a call, by tool class.
const LABEL_KEYS: &[&str] = &[
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
    line: Option<&CommandLine<'_>>,
    input: Option<&Value>,
    context: &SessionContext<'_>,
) -> String {
    if let Some(line) = line {
        return redacted_line(line.text.trim(), LABEL_CHARS);
    }
    let Some(Value::Object(input)) = input else { return redacted_line(tool, LABEL_CHARS) };
    let said = LABEL_KEYS.iter().find_map(|key| input.get(*key).and_then(Value::as_str));
    let start = match said {
        Some(said) => Cow::Borrowed(prefix_up_to(context.relative_path(said), LABEL_BYTES)),
        None if input.is_empty() => return redacted_line(tool, LABEL_CHARS),
        None => Cow::Owned(start_of_json(input)),
    };
    redacted_line(&[tool, " ", &start].concat(), LABEL_CHARS)
}

/// What a call names behind the part of its label that is kept while it is in flight. Of a tool's arguments all are read,
/// since a label shows one of them.
fn named_words(tool: &str, line: Option<&CommandLine<'_>>, input: Option<&Value>) -> Vec<u16> {
    match (line, input) {
        (Some(line), _) if line.text.trim().len() < KEPT_LABEL_BYTES => Vec::new(),
        (Some(line), _) => match without_handover(line) {
            Some(rest) => words_behind(&rest, 0),
            None => words_behind(line.text.trim(), KEPT_LABEL_BYTES),
        },
        (None, Some(Value::Object(input))) if tool.starts_with("mcp:") && !input.is_empty() => {
            words_behind(&start_of_json(input), 0)
        }
        (None, _) => Vec::new(),
    }
}

/// The arguments as JSON, no further than a label needs them.
fn start_of_json(input: &Map<String, Value>) -> String {
    let mut start = BoundedPrefix { bytes: Vec::with_capacity(LABEL_BYTES), chars: 0 };
    // The writer fails when it is full, which ends the serialization early.
    let _ = serde_json::to_writer(&mut start, input);
    String::from_utf8(start.bytes).unwrap_or_else(|cut| {
        let whole = cut.as_bytes().utf8_chunks().next().map_or("", |chunk| chunk.valid());
        whole.to_owned()
    })
}

/// A writer that keeps the first bytes and then fails: as many as a label needs.
struct BoundedPrefix {
    bytes: Vec<u8>,
    chars: usize,
}

impl std::io::Write for BoundedPrefix {
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
    fn a_commit_is_known_by_its_command() {
        let commits = |line: &str| makes_commit(&fusebox_shell::parse(line));
        assert!(commits("git add -A && git -C sub commit -qm 'Fix it'"));
        for line in ["git log", "echo git commit", "git show commit-msg", ""] {
            assert!(!commits(line), "{line}");
        }
    }

    #[test]
    fn r06_talk_is_prose_that_is_only_printed() {
        let talk = |line: &str| is_talk(&fusebox_shell::parse(line));
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
