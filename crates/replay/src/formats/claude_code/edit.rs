//! What an edit left in a file, where the transcript keeps enough to know it.

use fusebox_engine::event::{Changed, FileChange};
use serde_json::Value;

use super::field;

/// The file that a call changed, with its content afterwards if that is known; `None` for tools
/// that change no file by name.
pub(super) fn changed(
    tool: &str,
    input: Option<&Value>,
    answer: Option<&Value>,
    ok: bool,
) -> Option<Changed> {
    if !matches!(tool, "Write" | "Edit" | "MultiEdit" | "NotebookEdit") {
        return None;
    }
    let (input, answer) = (input.unwrap_or(&Value::Null), answer.unwrap_or(&Value::Null));
    if !ok || answer.get("staged") == Some(&Value::Bool(true)) {
        return Some(Changed::Files(Vec::new()));
    }
    let path = field(answer, "filePath")
        .or_else(|| field(input, "file_path"))
        .or_else(|| field(input, "notebook_path"))?;
    let content = match tool {
        "Write" => field(answer, "content").or_else(|| field(input, "content")).map(str::to_owned),
        "NotebookEdit" => field(answer, "updated_file").map(str::to_owned),
        _ if answer.get("userModified") == Some(&Value::Bool(true)) => None,
        _ => edited(input, answer),
    };
    Some(Changed::Files(vec![FileChange { path: path.to_owned(), content }]))
}

fn edited(input: &Value, answer: &Value) -> Option<String> {
    let original = field(answer, "originalFile").or_else(|| field(answer, "originalFileContents"));
    let edits = answer.get("edits").or_else(|| input.get("edits")).and_then(Value::as_array);
    if let Some(edits) = edits {
        return edits.iter().try_fold(original?.to_owned(), |content, edit| {
            replace(&content, field(edit, "old_string")?, field(edit, "new_string")?, all(edit))
        });
    }
    let old = field(answer, "oldString").or_else(|| field(input, "old_string"))?;
    let new = field(answer, "newString").or_else(|| field(input, "new_string"))?;
    // Without an original the file is new, or too large to be kept.
    replace(original.unwrap_or_default(), old, new, all(answer) || all(input))
}

fn all(edit: &Value) -> bool {
    ["replace_all", "replaceAll"].iter().any(|key| edit.get(*key) == Some(&Value::Bool(true)))
}

/// One edit as the client makes it: deleting a text that ends before a line break takes the break
/// with it, and an empty old text means a whole new file.
fn replace(content: &str, old: &str, new: &str, all: bool) -> Option<String> {
    if old.is_empty() {
        return Some(new.to_owned());
    }
    let with_break = format!("{old}\n");
    let takes_break = new.is_empty() && !old.ends_with('\n') && content.contains(&with_break);
    let old = if takes_break { &with_break } else { old };
    if !content.contains(old) {
        return None;
    }
    Some(if all { content.replace(old, new) } else { content.replacen(old, new, 1) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn content(tool: &str, input: Value, answer: Value) -> Option<String> {
        match changed(tool, Some(&input), Some(&answer), true) {
            Some(Changed::Files(files)) => files.into_iter().next().and_then(|file| file.content),
            _ => None,
        }
    }

    #[test]
    fn the_content_after_an_edit_is_known_where_the_original_is_kept() {
        let input = json!({"file_path": "f", "old_string": "a", "new_string": "c"});
        let answer = json!({"filePath": "f", "originalFile": "a b a", "replaceAll": true});
        assert_eq!(content("Edit", input.clone(), answer), Some("c b c".to_owned()));
        assert_eq!(content("Edit", input.clone(), json!({"originalFile": null})), None);
        let written = json!({"file_path": "f", "content": "x"});
        assert_eq!(content("Write", written, json!({})), Some("x".to_owned()));
        let edits = json!({"file_path": "f", "edits": [
            {"old_string": "a", "new_string": "b"}, {"old_string": "b", "new_string": "c"}]});
        let original = json!({"originalFileContents": "a"});
        assert_eq!(content("MultiEdit", edits, original), Some("c".to_owned()));
        assert_eq!(changed("Edit", Some(&input), None, false), Some(Changed::Files(Vec::new())));
        assert_eq!(changed("Bash", Some(&input), None, true), None);
    }
}
