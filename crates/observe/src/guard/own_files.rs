//! Refuses calls of servers' tools whose arguments name something protected and say that they change it. Of the circuit
//! breaker's own folders, which nothing puts back, also those of which nothing says that they only read.

use std::borrow::Cow;

use fusebox_shell::guard::ProtectedPaths;
use serde_json::Value;

use super::file_tools::{refused_command, refused_path};
use super::told_arguments::{Argument, arguments, says_reading, told_change};
use super::tool_commands::is_folder_key;
use crate::arguments::unnamed_input;
use crate::named_call::NamedCall;
use crate::tool_change::{ToolChange, is_ambiguous_key, is_read_key};
use crate::tool_words::has_word;

/// Texts of JSON within texts of JSON further down than this are not read.
const MAX_DEPTH: usize = 3;
/// No more folders are tried as those in which relative paths begin.
const MAX_FOLDERS: usize = 16;

/// Why the call may not pass.
pub(super) fn refusal_text(call: &NamedCall<'_>, protected: &ProtectedPaths<'_>) -> Option<String> {
    let unnamed = unnamed_input(&call.input);
    let input = unnamed.unwrap_or(&call.input);
    let told = arguments(std::iter::once(input));
    if call.is_remote() || !told.iter().any(|argument| argument.may_name(protected)) {
        return None;
    }
    let parsed = parsed_texts(&told);
    let told: Vec<_> = told.into_iter().chain(arguments(parsed.iter())).collect();
    let objects = told.iter().filter_map(|argument| argument.inner_object(input));
    let refused = objects.chain(unnamed).find_map(|told| refused_command(told, protected));
    refused.or_else(|| changed_path(call, &told, input, protected).map(|path| refused_path(&path)))
}

/// What the texts of JSON among the arguments hold.
fn parsed_texts(told: &[Argument<'_>]) -> Vec<Value> {
    let mut parsed = Vec::new();
    let mut added: Vec<Value> = told.iter().filter_map(Argument::json).collect();
    for _ in 0..MAX_DEPTH {
        let within = arguments(added.iter()).iter().filter_map(Argument::json).collect();
        parsed.append(&mut added);
        added = within;
    }
    parsed
}

/// A path that the call names and changes, as far as it says.
fn changed_path(
    call: &NamedCall<'_>,
    told: &[Argument<'_>],
    input: &Value,
    protected: &ProtectedPaths<'_>,
) -> Option<String> {
    let named = named_paths(told, input, protected);
    let is_near = |path: &str| protected.has_in_tree(path);
    named.iter().find(|(_, path)| is_near(path))?;
    // What is searched for is no statement.
    let searches = has_word(&call.name, &["find", "grep", "search"]);
    let says = |told: &&Argument<'_>| !searches || !has_word(told.key, &["query"]);
    let by_arguments = told.iter().filter(says).filter_map(Argument::change).max();
    let by_name = told_change(&call.name).filter(|_| !call.only_shows());
    let change = by_name.max(by_arguments);
    let says_reading = says_reading(&call.name) || told.iter().any(Argument::says_reading);
    let reads = says_reading && !told.iter().any(Argument::hides_operation);
    let is_other = |key: &str, path: &str| ToolChange::Writes.names_path(key) && !is_near(path);
    let names_other = named.iter().any(|(told, path)| is_other(told.key, path));
    let is_changed = |(told, path): &&(&Argument<'_>, Cow<'_, str>)| {
        let key = told.key;
        let Some(change) = change.max(told.is_output().then_some(ToolChange::Writes)) else {
            return !reads && protected.has_own(path);
        };
        let is_left = match change {
            ToolChange::Copies => is_read_key(key),
            // What a tool replaces, and what it puts there, may be texts.
            ToolChange::Writes => names_other && is_ambiguous_key(key),
            ToolChange::ChangesTrees => false,
        };
        let takes_tree = change == ToolChange::ChangesTrees && !is_folder_key(key);
        // What a call within this one does is read for itself.
        let is_meant = !call.calls_tools() && change.names_path(key);
        !is_left && protected.has_own(path)
            || is_meant && (protected.has(path) || takes_tree && is_near(path))
    };
    named.iter().find(is_changed).map(|(_, path)| path.to_string())
}

/// The paths that the arguments name: as they stand, and those of relative ones from the folders above something protected
/// that other arguments name. What is a part of a command line is left out.
fn named_paths<'t>(
    told: &'t [Argument<'_>],
    input: &Value,
    protected: &ProtectedPaths<'_>,
) -> Vec<(&'t Argument<'t>, Cow<'t, str>)> {
    let arguments = told.iter().filter(|argument| !argument.is_of_line(input));
    let mut named: Vec<_> = arguments
        .flat_map(|argument| argument.paths().into_iter().map(move |path| (argument, path)))
        .collect();
    let is_rooted = |path: &str| path.starts_with(['/', '~', '$']);
    let is_folder =
        |path: &str| is_rooted(path) && protected.has_in_tree(path) && !protected.has(path);
    let relative: Vec<_> = named.iter().filter(|(_, path)| !is_rooted(path)).cloned().collect();
    let folders = named.iter().map(|(_, path)| path.to_string()).filter(|path| is_folder(path));
    let mut folders: Vec<String> = folders.collect();
    let mut at = 0;
    while let Some(folder) = folders.get(at).cloned().filter(|_| at < MAX_FOLDERS) {
        at += 1;
        for (argument, path) in &relative {
            let joined = format!("{folder}/{path}");
            if protected.has_in_tree(&joined) {
                folders.extend(is_folder(&joined).then(|| joined.clone()));
                named.push((argument, Cow::Owned(joined)));
            }
        }
    }
    for (_, path) in &mut named {
        if let Cow::Owned(seen) = protected.seen_from_cwd(path) {
            *path = Cow::Owned(seen);
        }
    }
    named
}
