//! The content of a file after a successful edit of Claude Code.

use fusebox_engine::event::{ChangedFile, ChangedFiles};
use serde_json::Value;

/// The file that a successful call of Claude Code changed, and its content afterwards where the
/// answer tells; `None` for tools that change no file by name.
///
/// `response` is `tool_response` of a hook, `toolUseResult` of a transcript.
#[must_use]
pub(super) fn changed_files(
    tool: &str,
    input: Option<&Value>,
    response: Option<&Value>,
) -> Option<ChangedFiles> {
    let (input, response) = (input.unwrap_or(&Value::Null), response.unwrap_or(&Value::Null));
    let is_edit = matches!(tool, "Write" | "Edit" | "MultiEdit" | "NotebookEdit");
    if is_edit && response["staged"] == true {
        return Some(ChangedFiles::Files(Vec::new())); // held for a review, not written
    }
    let content = match tool {
        "Write" => response["content"].as_str().or(input["content"].as_str()).map(str::to_owned),
        "Edit" | "MultiEdit" => content_after_edit(input, response),
        "NotebookEdit" => response["updated_file"].as_str().map(str::to_owned),
        _ => return None,
    };
    let paths = [&response["filePath"], &input["file_path"], &input["notebook_path"]];
    let path = paths.into_iter().find_map(Value::as_str)?.to_owned();
    let created = response["type"] == "create";
    Some(ChangedFiles::Files(vec![ChangedFile { path, content, created }]))
}

/// The original with the edits made, or with the patch applied, if a person changed the edit or its
/// text is not there.
fn content_after_edit(input: &Value, response: &Value) -> Option<String> {
    let original = response["originalFile"].as_str();
    // Without an original, the file is new or too large to be reported; only an edit that replaces
    // the whole text has the content.
    let Some(original) = original.or(response["originalFileContents"].as_str()) else {
        return with_edits("", input, response);
    };
    let by_person = response["userModified"] == true;
    let edited = if by_person { None } else { with_edits(original, input, response) };
    edited.or_else(|| with_patch(original, response))
}

fn with_edits(original: &str, input: &Value, response: &Value) -> Option<String> {
    let edits = response.get("edits").or_else(|| input.get("edits")).and_then(Value::as_array);
    if let Some(edits) = edits {
        return edits.iter().try_fold(original.to_owned(), |content, edit| {
            let (old, new) = (edit["old_string"].as_str()?, edit["new_string"].as_str()?);
            with_edit(&content, old, new, edit["replace_all"] == true)
        });
    }
    let old = response["oldString"].as_str().or(input["old_string"].as_str())?;
    let new = response["newString"].as_str().or(input["new_string"].as_str())?;
    let all = response.get("replaceAll").or_else(|| input.get("replace_all"));
    with_edit(original, old, new, all == Some(&Value::Bool(true)))
}

/// Makes one edit as the client does: deleting a text before a line break deletes the break as well,
/// and an empty old text means a whole new file.
fn with_edit(content: &str, old: &str, new: &str, all: bool) -> Option<String> {
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

/// The original with the hunks of `structuredPatch` applied; `None` if they do not fit.
fn with_patch(original: &str, response: &Value) -> Option<String> {
    let hunks = response.get("structuredPatch")?.as_array().filter(|hunks| !hunks.is_empty())?;
    let lines: Vec<&str> = original.split('\n').collect();
    let mut done: Vec<&str> = Vec::with_capacity(lines.len());
    let mut at = 0;
    for hunk in hunks {
        let start = usize::try_from(hunk.get("oldStart")?.as_u64()?).ok()?.saturating_sub(1);
        done.extend(lines.get(at..start)?);
        at = start;
        for line in hunk.get("lines")?.as_array()? {
            let line = line.as_str()?;
            let (mark, rest) = (line.get(..1).unwrap_or(" "), line.get(1..).unwrap_or_default());
            match mark {
                "+" => done.push(rest),
                "\\" => {}
                _ if lines.get(at) != Some(&rest) => return None,
                _ => {
                    at += 1;
                    if mark == " " {
                        done.push(rest);
                    }
                }
            }
        }
    }
    done.extend(lines.get(at..)?);
    Some(done.join("\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn content(name: &str, input: Value, response: Value) -> Option<String> {
        match changed_files(name, Some(&input), Some(&response)) {
            Some(ChangedFiles::Files(files)) => {
                files.into_iter().next().and_then(|file| file.content)
            }
            _ => None,
        }
    }

    #[test]
    fn an_edit_is_made_as_the_client_makes_it() {
        for (original, old, new, all, expected) in [
            ("a b a", "a", "c", false, Some("c b a")),
            ("a b a", "a", "c", true, Some("c b c")),
            ("a\nb\nc", "b", "", false, Some("a\nc")),
            ("", "", "whole", false, Some("whole")),
            ("a", "x", "y", false, None),
        ] {
            let response = json!({
                "filePath": "f", "originalFile": original, "oldString": old, "newString": new,
                "replaceAll": all, "structuredPatch": [], "userModified": false,
            });
            assert_eq!(content("Edit", json!({}), response).as_deref(), expected, "{original:?}");
        }
    }

    #[test]
    fn a_patch_stands_in_for_an_edit_that_a_person_changed() {
        let response = json!({
            "filePath": "f", "originalFile": "one\ntwo\nthree\n", "oldString": "two",
            "newString": "2", "userModified": true,
            "structuredPatch": [
                {"oldStart": 1, "oldLines": 3, "lines": [" one", "-two", "+zwei", " three"]}],
        });
        let expected = Some("one\nzwei\nthree\n".to_owned());
        assert_eq!(content("Edit", json!({}), response.clone()), expected);
        let mut other = response;
        other["originalFile"] = json!("something else");
        assert_eq!(content("Edit", json!({}), other), None);
    }

    #[test]
    fn without_an_original_only_a_whole_text_is_known() {
        let response = |old| {
            json!({"filePath": "f", "originalFile": null, "oldString": old, "newString": "n",
                   "structuredPatch": [{"oldStart": 1, "lines": ["+n"]}]})
        };
        assert_eq!(content("Edit", json!({}), response("")).as_deref(), Some("n"));
        assert_eq!(content("Edit", json!({}), response("o")), None);
    }

    #[test]
    fn a_staged_edit_changed_nothing() {
        let response = json!({"filePath": "f", "content": "x", "staged": true});
        let changed = changed_files("Write", None, Some(&response));
        assert_eq!(changed, Some(ChangedFiles::Files(Vec::new())));
    }

    #[test]
    fn several_edits_are_made_in_turn() {
        let input = json!({"file_path": "f", "edits": [
            {"old_string": "a", "new_string": "b"},
            {"old_string": "b", "new_string": "c", "replace_all": true}]});
        let response = json!({"filePath": "f", "originalFileContents": "a b"});
        assert_eq!(content("MultiEdit", input, response).as_deref(), Some("c c"));
    }

    #[test]
    fn a_path_is_known_without_an_answer() {
        let input = json!({"notebook_path": "n.ipynb"});
        let file = ChangedFile { path: "n.ipynb".to_owned(), content: None, created: false };
        let changed = changed_files("NotebookEdit", Some(&input), None);
        assert_eq!(changed, Some(ChangedFiles::Files(vec![file])));
        assert_eq!(changed_files("Bash", None, None), None);
    }
}
