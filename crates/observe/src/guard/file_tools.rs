//! Refuses edits, patches and calls of servers' tools that change protected files.

use fusebox_engine::Tool;
use fusebox_shell::guard::{ProtectedPaths, code_changes, refusal};
use fusebox_shell::{is_patch, parse};
use fusebox_text::redacted_line;
use serde_json::Value;

use super::own_files;
use super::tool_commands::command_lines;
use crate::CallEffects;
use crate::arguments::{all_texts, local_path, text};
use crate::named_call::NamedCall;
use crate::tool_change::ToolChange;
use crate::tool_words::has_word;

/// Keys under which a call has a patch.
const PATCH_KEYS: &[&str] = &["input", "patch", "diff", "command", "changes", "edit", "edits"];
/// Keys of what a tool says or writes, which is no patch that it applies.
const PROSE_KEYS: &[&str] =
    &["message", "title", "description", "summary", "comment", "explanation"];
/// Keys of code.
const CODE_KEYS: &[&str] = &["code", "script", "source"];
const PATH_CHARS: usize = 120;

/// Why the call may not pass.
pub(super) fn refusal_text(
    effects: &CallEffects<'_>,
    protected: &ProtectedPaths<'_>,
) -> Option<String> {
    let input = effects.input?;
    match effects.tool {
        Tool::Read | Tool::Search | Tool::Web | Tool::Task => None,
        Tool::Edit | Tool::Write => {
            changed_file(ToolChange::Writes.paths(input), ToolChange::Writes, protected)
                .or_else(|| refused_patch(patches_under_keys(input), protected))
        }
        Tool::ApplyPatch => refused_patch(all_texts(input), protected).or_else(|| {
            changed_file(ToolChange::Writes.paths(input), ToolChange::Writes, protected)
        }),
        Tool::Bash | Tool::Mcp { .. } | Tool::Other(_) => NamedCall::all(effects.tool, input)
            .iter()
            .find_map(|call| refused_call(call, protected)),
    }
}

fn refused_call(call: &NamedCall<'_>, protected: &ProtectedPaths<'_>) -> Option<String> {
    let input: &Value = &call.input;
    let patches = match applies_patches(&call.name) {
        true => texts_but_prose(input),
        false => patches_under_keys(input),
    };
    call.change()
        .and_then(|change| changed_file(call.paths_here(), change, protected))
        .or_else(|| refused_command(input, protected))
        .or_else(|| refused_patch(patches, protected))
        .or_else(|| own_files::refusal_text(call, protected))
}

fn applies_patches(name: &str) -> bool {
    has_word(name, &["patch", "patches", "apply"])
}

fn changed_file(
    paths: Vec<&str>,
    change: ToolChange,
    protected: &ProtectedPaths<'_>,
) -> Option<String> {
    let is_changed = |path: &&str| {
        let path = protected.seen_from_cwd(path);
        match change {
            ToolChange::ChangesTrees => protected.has_in_tree(&path),
            ToolChange::Writes | ToolChange::Copies => protected.has(&path),
        }
    };
    let path = paths.into_iter().map(local_path).find(is_changed)?;
    Some(refused_path(path))
}

pub(super) fn refused_path(path: &str) -> String {
    format!("`{}` belongs to the circuit breaker.", redacted_line(path, PATH_CHARS))
}

fn patches_under_keys(input: &Value) -> Vec<&str> {
    let values = PATCH_KEYS.iter().filter_map(|key| input.get(key));
    values.filter_map(Value::as_str).filter(|text| is_patch(text) || is_json(text)).collect()
}

fn texts_but_prose(input: &Value) -> Vec<&str> {
    let Some(fields) = input.as_object() else { return all_texts(input) };
    let said = |key: &str| PROSE_KEYS.contains(&key);
    fields.iter().filter(|(key, _)| !said(key)).flat_map(|(_, value)| all_texts(value)).collect()
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
        && (text.contains("*** ") || text.contains("---") || text.contains("diff --git"))
}

fn refused_patch(patches: Vec<&str>, protected: &ProtectedPaths<'_>) -> Option<String> {
    // `<<<<<<< SEARCH`: what it replaces and what it puts there are content.
    let is_replacement =
        |text: &str| text.lines().next().is_some_and(|first| first.ends_with(" SEARCH"));
    let changes = |text: &str| !is_replacement(text) && protected.has_patched(text);
    let in_json = |text: &str| {
        let value: Option<Value> = serde_json::from_str(text).ok().filter(|_| is_json(text));
        value.is_some_and(|value| all_texts(&value).into_iter().any(changes))
    };
    patches
        .into_iter()
        .any(|text| changes(text) || is_json(text) && in_json(text))
        .then(|| "This patch changes the circuit breaker's files.".to_owned())
}

pub(super) fn refused_command(input: &Value, protected: &ProtectedPaths<'_>) -> Option<String> {
    let lines = command_lines(input);
    let refused = lines.iter().find_map(|line| refusal(&parse(line), protected));
    let changes =
        |key: &&'static str| text(input, key).is_some_and(|code| code_changes(code, protected));
    refused.map(|refusal| refusal.to_string()).or_else(|| {
        let is_refused = CODE_KEYS.iter().any(changes);
        is_refused.then(|| "This code changes the circuit breaker's files.".to_owned())
    })
}
