//! Refuses edits, patches and calls of servers' tools that change protected files.

use fusebox_engine::Tool;
use fusebox_shell::guard::{ProtectedPaths, refusal};
use fusebox_shell::parse;
use fusebox_text::redacted_line;
use serde_json::Value;

use crate::CallEffects;
use crate::arguments::{
    all_texts, file_paths, has_changing_verb, local_path, named_patches, texts,
};

/// Where a server's tool may name a file that it changes, beside the keys of an edit.
const SERVER_KEYS: &[&str] = &[
    "file",
    "filename",
    "uri",
    "target",
    "source",
    "destination",
    "old_path",
    "new_path",
    "output",
];
/// Where a tool may be given a command line.
const COMMAND_KEYS: &[&str] = &["command", "cmd", "script", "code"];
/// How the text begins that `apply_patch` takes.
const PATCH_START: &str = "*** Begin Patch";
/// How each part of a diff begins.
const DIFF_HUNK: &str = "\n@@ ";
const PATH_CHARS: usize = 120;

/// Why the call may not pass.
pub(super) fn refusal_text(
    effects: &CallEffects<'_>,
    protected: &ProtectedPaths<'_>,
) -> Option<String> {
    let input = effects.input?;
    match effects.tool {
        Tool::Read | Tool::Search | Tool::Web | Tool::Task => None,
        Tool::Edit | Tool::Write => protected_file(file_paths(input), protected)
            .or_else(|| refused_patch(named_patches(input), protected)),
        Tool::ApplyPatch => refused_patch(all_texts(input).into_iter(), protected)
            .or_else(|| protected_file(file_paths(input), protected)),
        Tool::Bash | Tool::Mcp { .. } | Tool::Other(_) => {
            let is_change = has_changing_verb(&effects.tool.name());
            let paths = file_paths(input).chain(texts(input, SERVER_KEYS));
            let holds_patch =
                |text: &&str| text.contains(PATCH_START) || (is_change && text.contains(DIFF_HUNK));
            let texts = all_texts(input).into_iter().filter(holds_patch);
            protected_file(paths.filter(|_| is_change), protected)
                .or_else(|| refused_command(input, protected))
                .or_else(|| refused_patch(texts, protected))
        }
    }
}

fn protected_file<'v>(
    paths: impl Iterator<Item = &'v str>,
    protected: &ProtectedPaths<'_>,
) -> Option<String> {
    let path = paths.map(local_path).find(|path| protected.has(&protected.seen_from_cwd(path)))?;
    Some(format!("`{}` belongs to the circuit breaker.", redacted_line(path, PATH_CHARS)))
}

fn refused_patch<'v>(
    mut patches: impl Iterator<Item = &'v str>,
    protected: &ProtectedPaths<'_>,
) -> Option<String> {
    patches
        .any(|patch| protected.has_patched(patch))
        .then(|| "This patch changes the circuit breaker's files.".to_owned())
}

fn refused_command(input: &Value, protected: &ProtectedPaths<'_>) -> Option<String> {
    let mut lines = texts(input, COMMAND_KEYS);
    lines.find_map(|line| refusal(&parse(line), protected)).map(|refusal| refusal.to_string())
}
