//! Which files a call changes, and what it does to the tests in them.

mod names;
mod test_file;

use std::collections::BTreeSet;

use fusebox_engine::Tool;
use fusebox_engine::event::{ChangedFiles, ToolResult};
use fusebox_engine::test_run::{FileChangeKind, TestChange, TouchedFile};
use fusebox_scan::lines;
use names::{asserts, skips, test_names};
use serde_json::Value;
pub use test_file::is_test_file;

use crate::SessionContext;
use fusebox_shell::{CommandLine, RedirectKind, ShellWord, SimpleCommand, WrittenPaths};
use fusebox_text::excerpt::prefix_up_to;
use fusebox_text::redacted_line;

/// Files of one call, names in one file, and the longest of each in characters.
const FILES: usize = 8;
const NAMES: usize = 12;
const PATH_CHARS: usize = 160;
const NAME_CHARS: usize = 60;

/// The files that a call names and changes; `written` is what its command line does.
pub(crate) fn by_request(
    tool: &Tool,
    input: Option<&Value>,
    script: Option<&CommandLine<'_>>,
    written: &WrittenPaths,
    place: &SessionContext<'_>,
) -> Vec<TouchedFile> {
    match (script, input) {
        (Some(script), _) => by_command(script, written, place),
        (None, Some(input)) if tool.is_edit() => by_edit(input, place),
        _ => Vec::new(),
    }
}

/// The files that a client says were changed.
pub(crate) fn by_result(result: &ToolResult, place: &SessionContext<'_>) -> Vec<TouchedFile> {
    let Some(ChangedFiles::Files(files)) = &result.changed else { return Vec::new() };
    files.iter().take(FILES).map(|file| touched(&file.path, place)).collect()
}

fn touched(path: &str, place: &SessionContext<'_>) -> TouchedFile {
    let path = place.inside(path);
    TouchedFile {
        path: redacted_line(path, PATH_CHARS),
        test: is_test_file(path),
        ..TouchedFile::default()
    }
}

fn by_command(
    script: &CommandLine<'_>,
    written: &WrittenPaths,
    place: &SessionContext<'_>,
) -> Vec<TouchedFile> {
    let removes = |path: &str| {
        let mut removing = script.commands.iter().filter(|command| match command.program() {
            "rm" | "unlink" | "mv" => true,
            "git" => command.has("rm") || command.has("mv"),
            _ => false,
        });
        removing.any(|command| command.args().any(|arg| path.ends_with(arg)))
    };
    // What git brings back is as it was committed.
    let restores = |path: &str| {
        let mut restoring = script.commands.iter().filter(|command| {
            command.program() == "git" && (command.has("checkout") || command.has("restore"))
        });
        restoring.any(|command| command.args().any(|arg| path.ends_with(arg)))
    };
    let of = |path: &String| {
        let gone = removes(path);
        let file = touched(path, place);
        if restores(path) {
            return file;
        }
        if let Some(text) = appended(script, written, path) {
            return edited(file, "", &text);
        }
        let tests = if gone { TestChange::Removed } else { TestChange::Rewritten };
        TouchedFile {
            change: if gone { FileChangeKind::Deleted } else { FileChangeKind::Modified },
            tests: file.test.then_some(tests),
            ..file
        }
    };
    written.targets().iter().take(FILES).map(of).collect()
}

/// What is put at the end of a file, where nothing else is done to it and the command line shows it.
fn appended(script: &CommandLine<'_>, written: &WrittenPaths, path: &str) -> Option<String> {
    let (mut text, mut times) = (String::new(), 0);
    for command in &script.commands {
        let mut at_end = command.redirects.iter().filter(|redirect| {
            redirect.kind == RedirectKind::Append && path.ends_with(&*redirect.target.text)
        });
        if at_end.next().is_some() {
            times += 1;
            text.push_str(&printed(command)?);
        }
    }
    let all = written.targets().iter().filter(|target| *target == path).count();
    (times > 0 && times == all).then_some(text)
}

/// What a command prints, as far as its words and its here-document say.
fn printed(command: &SimpleCommand<'_>) -> Option<String> {
    let words = command.words().get(1..).unwrap_or_default();
    let said: Vec<&ShellWord<'_>> = match command.program() {
        "cat" if words.is_empty() => command.input().collect(),
        "echo" | "printf" => words.iter().collect(),
        _ => return None,
    };
    let is_known = !said.is_empty() && said.iter().all(|word| word.is_literal());
    is_known.then(|| said.iter().map(|word| word.text.as_ref()).collect::<Vec<_>>().join(" "))
}

fn by_edit(input: &Value, place: &SessionContext<'_>) -> Vec<TouchedFile> {
    fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
        value.get(key).and_then(Value::as_str)
    }
    let path = ["file_path", "path", "notebook_path", "filePath"]
        .iter()
        .find_map(|key| input.get(*key).and_then(Value::as_str));
    let Some(path) = path else {
        let patch = ["input", "patch", "diff", "command"].iter().find_map(|key| text(input, key));
        return patch.map_or_else(Vec::new, |patch| by_patch(patch, place));
    };
    let file = touched(path, place);
    if let Some(content) = text(input, "content")
        .or_else(|| text(input, "file_text"))
        .or_else(|| text(input, "new_source"))
    {
        let names = if file.test { kept(test_names(content)) } else { Vec::new() };
        return vec![TouchedFile {
            tests: file.test.then_some(TestChange::Rewritten),
            names,
            ..file
        }];
    }
    let edits = input.get("edits").and_then(Value::as_array);
    let (mut old, mut new) = (String::new(), String::new());
    for edit in edits.map_or_else(|| vec![input], |edits| edits.iter().collect()) {
        for (all, keys) in
            [(&mut old, ["old_string", "oldText"]), (&mut new, ["new_string", "newText"])]
        {
            if let Some(part) = keys.iter().find_map(|key| text(edit, key)) {
                all.push_str(part);
                all.push('\n');
            }
        }
    }
    vec![edited(file, &old, &new)]
}

/// Each file of a patch with the lines that it takes out and puts in.
fn by_patch(patch: &str, place: &SessionContext<'_>) -> Vec<TouchedFile> {
    const HEADS: [(&str, FileChangeKind); 3] = [
        ("Add File: ", FileChangeKind::Created),
        ("Update File: ", FileChangeKind::Modified),
        ("Delete File: ", FileChangeKind::Deleted),
    ];
    let mut files: Vec<(TouchedFile, String, String)> = Vec::new();
    for line in lines(patch) {
        let head = line.strip_prefix("*** ").and_then(|order| {
            HEADS.iter().find_map(|(head, change)| Some((order.strip_prefix(head)?, *change)))
        });
        let by_diff = line
            .strip_prefix("+++ ")
            .map(|path| (path.strip_prefix("b/").unwrap_or(path), FileChangeKind::Modified));
        if let Some((path, change)) = head.or(by_diff) {
            if files.len() == FILES {
                break;
            }
            let file = TouchedFile { change, ..touched(path.trim(), place) };
            let side = || String::with_capacity(patch.len().min(4 << 10));
            files.push((file, side(), side()));
        } else if let Some((_, old, new)) = files.last_mut() {
            let side = match line.as_bytes().first() {
                Some(b'-') => old,
                Some(b'+') => new,
                _ => continue,
            };
            side.push_str(line.get(1..).unwrap_or_default());
            side.push('\n');
        }
    }
    let of = |(file, old, new): (TouchedFile, String, String)| match file.change {
        FileChangeKind::Deleted => {
            TouchedFile { tests: file.test.then_some(TestChange::Removed), ..file }
        }
        FileChangeKind::Created | FileChangeKind::Modified => edited(file, &old, &new),
    };
    files.into_iter().map(of).collect()
}

/// What replacing `old` by `new` does to tests. Putting something beside them does nothing.
fn edited(file: TouchedFile, old: &str, new: &str) -> TouchedFile {
    let (before, after) = (test_names(old), test_names(new));
    let left: BTreeSet<&str> = after.iter().copied().collect();
    let gone: Vec<&str> = before.iter().copied().filter(|name| !left.contains(name)).collect();
    let all = || before.iter().chain(&after).copied();
    let skipped = skips(new);
    let (tests, names): (_, Vec<&str>) = if skipped > 0 && skipped > skips(old) {
        (Some(TestChange::Skipped), all().collect())
    } else if !gone.is_empty() {
        (Some(TestChange::Removed), gone)
    } else if weakens(old, new, file.test) {
        (Some(TestChange::Weakened), all().collect())
    } else if !holds(new, old.trim_end()) {
        (Some(TestChange::Edited), all().collect())
    } else {
        (None, Vec::new())
    };
    TouchedFile { tests, names: kept(names), ..file }
}

/// Whether the new text has the old one in it. Mostly it has not even what stands around the first
/// difference, which is found sooner than the whole.
fn holds(new: &str, old: &str) -> bool {
    let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    let from = prefix_up_to(old, same.saturating_sub(8)).len();
    let changed = prefix_up_to(old.get(from..).unwrap_or_default(), 32);
    same == old.len() || (new.contains(changed) && new.contains(old))
}

/// Whether a line that asserts something is there no more.
fn weakens(old: &str, new: &str, only_tests: bool) -> bool {
    let mut asserting = asserts(old, only_tests).peekable();
    // Most edits take out no assertion at all, and need no look at what they put in.
    asserting.peek().is_some() && {
        let kept: BTreeSet<&str> = lines(new).map(str::trim).collect();
        asserting.any(|line| !kept.contains(line))
    }
}

fn kept(names: Vec<&str>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        let name = redacted_line(name, NAME_CHARS);
        if !kept.contains(&name) && kept.len() < NAMES {
            kept.push(name);
        }
    }
    kept
}

#[cfg(test)]
#[path = "touched/tests.rs"]
mod tests;
