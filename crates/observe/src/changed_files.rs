//! Which files a call changes, and what it does to the tests in them.

mod test_code;
mod test_file;

use std::collections::BTreeSet;

use fusebox_engine::event::{ChangedFiles, ToolResult};
use fusebox_engine::test_run::{FileChangeKind, TestChange, TouchedFile};
use fusebox_scan::lines;
use fusebox_shell::{
    CommandLine, PatchAction, RedirectKind, ShellWord, SimpleCommand, WrittenPaths, patch_header,
};
use fusebox_text::excerpt::prefix_up_to;
use fusebox_text::redacted_line;
use serde_json::Value;
use test_code::{assertions, count_skip_marks, test_names};
pub use test_file::is_test_file;

use crate::arguments::{file_paths, named_patches, text};
use crate::{CallEffects, SessionContext};

/// The most files of one call.
const MAX_FILES: usize = 8;
/// The most names of tests in one file.
const MAX_NAMES: usize = 12;
const PATH_CHARS: usize = 160;
const NAME_CHARS: usize = 60;

/// The files that a call names and changes.
pub(crate) fn by_request(
    effects: &CallEffects<'_>,
    context: &SessionContext<'_>,
) -> Vec<TouchedFile> {
    match (&effects.command_line, effects.input) {
        (Some(line), _) => by_command(line, &effects.written, context),
        (None, Some(input)) if effects.tool.is_edit() => by_edit(input, context),
        _ => Vec::new(),
    }
}

/// The files that a client says were changed.
pub(crate) fn by_result(result: &ToolResult, context: &SessionContext<'_>) -> Vec<TouchedFile> {
    let Some(ChangedFiles::Files(files)) = &result.changed else { return Vec::new() };
    let touched = files.iter().take(MAX_FILES).map(|file| TouchedFile {
        change: if file.created { FileChangeKind::Created } else { FileChangeKind::Modified },
        ..touched(&file.path, context)
    });
    touched.collect()
}

fn touched(path: &str, context: &SessionContext<'_>) -> TouchedFile {
    let path = context.relative_path(path);
    TouchedFile {
        path: redacted_line(path, PATH_CHARS),
        test: is_test_file(path),
        ..TouchedFile::default()
    }
}

fn by_command(
    line: &CommandLine<'_>,
    written: &WrittenPaths,
    context: &SessionContext<'_>,
) -> Vec<TouchedFile> {
    let names = |path: &str, is_meant: &dyn Fn(&SimpleCommand<'_>) -> bool| {
        let mut meant = line.commands.iter().filter(|command| is_meant(command));
        meant.any(|command| command.args().any(|arg| path.ends_with(arg)))
    };
    let removes = |command: &SimpleCommand<'_>| match command.program() {
        "rm" | "unlink" | "mv" => true,
        "git" => command.has("rm") || command.has("mv"),
        _ => false,
    };
    // What git brings back is as it was committed.
    let restores = |command: &SimpleCommand<'_>| {
        command.program() == "git" && (command.has("checkout") || command.has("restore"))
    };
    let of = |path: &String| {
        let file = touched(path, context);
        if names(path, &restores) {
            return file;
        }
        if let Some(text) = appended_text(line, written, path) {
            return edited(file, "", &text);
        }
        let (change, tests) = if names(path, &removes) {
            (FileChangeKind::Deleted, TestChange::Removed)
        } else {
            (FileChangeKind::Modified, TestChange::Rewritten)
        };
        TouchedFile { change, tests: file.test.then_some(tests), ..file }
    };
    written.targets.iter().take(MAX_FILES).map(of).collect()
}

/// What is put at the end of a file, where nothing else is done to it and the command line shows it.
fn appended_text(line: &CommandLine<'_>, written: &WrittenPaths, path: &str) -> Option<String> {
    let (mut text, mut times) = (String::new(), 0);
    for command in &line.commands {
        let mut at_end = command.redirects.iter().filter(|redirect| {
            redirect.kind == RedirectKind::Append && path.ends_with(&*redirect.target.text)
        });
        if at_end.next().is_some() {
            times += 1;
            text.push_str(&printed_text(command)?);
        }
    }
    let all = written.targets.iter().filter(|target| *target == path).count();
    (times > 0 && times == all).then_some(text)
}

/// What a command prints, as far as its words and its here-document say.
fn printed_text(command: &SimpleCommand<'_>) -> Option<String> {
    let words = command.words().get(1..).unwrap_or_default();
    let said: Vec<&ShellWord<'_>> = match command.program() {
        "cat" if words.is_empty() => command.input().collect(),
        "echo" | "printf" => words.iter().collect(),
        _ => return None,
    };
    let is_known = !said.is_empty() && said.iter().all(|word| word.is_literal());
    is_known.then(|| said.iter().map(|word| word.text.as_ref()).collect::<Vec<_>>().join(" "))
}

fn by_edit(input: &Value, context: &SessionContext<'_>) -> Vec<TouchedFile> {
    let Some(path) = file_paths(input).next() else {
        let patch = named_patches(input).next();
        return patch.map_or_else(Vec::new, |patch| by_patch(patch, context));
    };
    let file = touched(path, context);
    let content = ["content", "file_text", "new_source"].iter().find_map(|key| text(input, key));
    if let Some(content) = content {
        let names = if file.test { bounded_names(test_names(content)) } else { Vec::new() };
        let tests = file.test.then_some(TestChange::Rewritten);
        return vec![TouchedFile { tests, names, ..file }];
    }
    let edits = input.get("edits").and_then(Value::as_array);
    let edits = edits.map_or_else(|| vec![input], |edits| edits.iter().collect());
    let all = |keys: [&str; 2]| -> String {
        let parts = edits.iter().filter_map(|edit| keys.iter().find_map(|key| text(edit, key)));
        parts.flat_map(|part| [part, "\n"]).collect()
    };
    vec![edited(file, &all(["old_string", "oldText"]), &all(["new_string", "newText"]))]
}

/// Each file of a patch with the lines that it takes out and puts in.
fn by_patch(patch: &str, context: &SessionContext<'_>) -> Vec<TouchedFile> {
    let mut files: Vec<(TouchedFile, String, String)> = Vec::new();
    let mut is_new = false;
    for line in lines(patch) {
        let change = match patch_header(line) {
            Some((PatchAction::Add, path)) => Some((path, FileChangeKind::Created)),
            Some((PatchAction::Update, path)) => Some((path, FileChangeKind::Modified)),
            Some((PatchAction::Delete, path)) => Some((path, FileChangeKind::Deleted)),
            Some((PatchAction::NewFile, path)) => {
                let created = std::mem::take(&mut is_new);
                let change =
                    if created { FileChangeKind::Created } else { FileChangeKind::Modified };
                Some((path.strip_prefix("b/").unwrap_or(path), change))
            }
            Some((PatchAction::OldFile, path)) => {
                is_new = path == "/dev/null";
                None
            }
            Some((PatchAction::MoveTo | PatchAction::RenameFrom | PatchAction::RenameTo, _))
            | None => None,
        };
        if let Some((path, change)) = change {
            if files.len() == MAX_FILES {
                break;
            }
            let file = TouchedFile { change, ..touched(path, context) };
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
    let skipped = count_skip_marks(new);
    let (tests, names): (_, Vec<&str>) = if skipped > 0 && skipped > count_skip_marks(old) {
        (Some(TestChange::Skipped), all().collect())
    } else if !gone.is_empty() {
        (Some(TestChange::Removed), gone)
    } else if weakens(old, new, file.test) {
        (Some(TestChange::Weakened), all().collect())
    } else if !contains_text(new, old.trim_end()) {
        (Some(TestChange::Edited), all().collect())
    } else {
        (None, Vec::new())
    };
    TouchedFile { tests, names: bounded_names(names), ..file }
}

/// Whether the new text has the old one in it. Mostly it has not even what stands around the first
/// difference, which is found sooner than the whole.
fn contains_text(new: &str, old: &str) -> bool {
    let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    let from = prefix_up_to(old, same.saturating_sub(8)).len();
    let changed = prefix_up_to(old.get(from..).unwrap_or_default(), 32);
    same == old.len() || (new.contains(changed) && new.contains(old))
}

/// Whether a line that asserts something is there no more.
fn weakens(old: &str, new: &str, only_tests: bool) -> bool {
    let mut asserting = assertions(old, only_tests).peekable();
    // Most edits take out no assertion at all, and need no look at what they put in.
    asserting.peek().is_some() && {
        let kept: BTreeSet<&str> = lines(new).map(str::trim).collect();
        asserting.any(|line| !kept.contains(line))
    }
}

fn bounded_names(names: Vec<&str>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        let name = redacted_line(name, NAME_CHARS);
        if !kept.contains(&name) && kept.len() < MAX_NAMES {
            kept.push(name);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
