//! `GRAPH.json`: the graph of slices that a planner writes into a project.

use std::path::Path;

use serde_json::{Map, Value};

use crate::{CliError, Result, display};

/// Its paths in the folder of the task; the first that exists is read.
const PLACES: &[&str] = &[".greenlight/GRAPH.json", "GRAPH.json"];
/// The largest file that is read, in bytes.
const BYTES: u64 = 4 << 20;

/// A slice of the graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct GraphSlice {
    /// The path of the graph, for messages.
    pub(super) place: &'static str,
    /// Its name.
    pub(super) name: Option<String>,
    /// `files_in_scope`.
    pub(super) files: Vec<String>,
}

/// The slice with this id, else the one with this name.
pub(super) fn slice(folder: &Path, id: &str, name: Option<&str>) -> Result<Option<GraphSlice>> {
    for &place in PLACES {
        let file = folder.join(place);
        let Ok(meta) = file.metadata() else { continue };
        let text = if meta.len() > BYTES {
            Err(format!("it is larger than {} MB", BYTES >> 20))
        } else {
            std::fs::read_to_string(&file).map_err(|error| error.to_string())
        };
        let found = text.and_then(|text| read(&text, id, name));
        let found = found.map_err(|why| {
            CliError::failed(format!("{}: {why}", file.display()))
                .hint("docs/tasks.md shows its shape; --files names the files of the task instead")
        })?;
        return Ok(found.map(|slice| GraphSlice { place, ..slice }));
    }
    Ok(None)
}

fn read(text: &str, id: &str, name: Option<&str>) -> Result<Option<GraphSlice>, String> {
    let graph: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let slices = graph.get("slices").ok_or("it has no `slices`")?;
    let all: Vec<(&str, &Map<String, Value>)> = match slices {
        Value::Object(slices) => slices.iter().map(|(id, slice)| entry(id, slice)).collect(),
        Value::Array(slices) => slices
            .iter()
            .map(|slice| {
                let id = slice.get("id").and_then(Value::as_str);
                entry(id.ok_or("a slice has no `id`")?, slice)
            })
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Err("`slices` is neither an object nor a list".to_owned())
        }
    }?;
    let by_id = |wanted: &str| all.iter().find(|(id, _)| *id == wanted);
    let by_name = |wanted| all.iter().find(|(_, slice)| name_of(slice) == Some(wanted));
    let found = by_id(id).or_else(|| name.and_then(|name| by_id(name).or_else(|| by_name(name))));
    let Some((id, slice)) = found else { return Ok(None) };
    Ok(Some(GraphSlice {
        place: "",
        name: name_of(slice).map(|name| display::one_line(name, 200)),
        files: files(id, slice)?,
    }))
}

fn name_of(slice: &Map<String, Value>) -> Option<&str> {
    slice.get("name").and_then(Value::as_str)
}

fn entry<'g>(id: &'g str, slice: &'g Value) -> Result<(&'g str, &'g Map<String, Value>), String> {
    slice.as_object().map(|slice| (id, slice)).ok_or_else(|| format!("slice {id} is not an object"))
}

fn files(id: &str, slice: &Map<String, Value>) -> Result<Vec<String>, String> {
    let wrong = || format!("`files_in_scope` of slice {id} is not a list of strings");
    match slice.get("files_in_scope") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(files)) => {
            files.iter().map(|file| file.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
        }
        Some(_) => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, id: &str, name: Option<&str>, expected: Result<Option<&[&str]>, &str>) {
        let found = read(text, id, name);
        let files = found.as_ref().map(|slice| slice.as_ref().map(|slice| slice.files.clone()));
        match (files, expected) {
            (Ok(files), Ok(expected)) => {
                let expected = expected.map(|e| e.iter().map(|f| (*f).to_owned()).collect());
                assert_eq!(files, expected, "{text}");
            }
            (Err(why), Err(expected)) => assert!(why.contains(expected), "{why}"),
            (files, expected) => panic!("{text}: {files:?}, not {expected:?}"),
        }
    }

    #[test]
    fn a06_a_slice_is_chosen_by_the_task_or_its_name() {
        let graph = r#"{"slices": {"S-1": {"name": "Cart", "files_in_scope": ["src/cart/**"]},
            "S-2": {"name": "Pay", "packages": ["src/pay"]}}}"#;
        check(graph, "S-1", None, Ok(Some(&["src/cart/**"])));
        check(graph, "42", Some("Cart"), Ok(Some(&["src/cart/**"])));
        check(graph, "42", Some("S-1"), Ok(Some(&["src/cart/**"])));
        check(graph, "S-2", None, Ok(Some(&[])));
        check(graph, "42", None, Ok(None));
        let list = r#"{"slices": [{"id": "a", "files_in_scope": ["x"]}]}"#;
        check(list, "a", None, Ok(Some(&["x"])));
    }

    #[test]
    fn a06_a_bad_graph_is_reported() {
        check("{", "a", None, Err("not JSON"));
        check("{}", "a", None, Err("it has no `slices`"));
        check(r#"{"slices": 1}"#, "a", None, Err("neither an object nor a list"));
        check(r#"{"slices": [{}]}"#, "a", None, Err("a slice has no `id`"));
        check(r#"{"slices": {"a": 1}}"#, "a", None, Err("slice a is not an object"));
        let files = r#"{"slices": {"a": {"files_in_scope": "x"}}}"#;
        check(files, "a", None, Err("`files_in_scope` of slice a is not a list of strings"));
    }
}
