//! The administrator's requirement of Codex that keeps hooks switched on, whatever an agent's own settings say.

use fusebox_clients::install::{line_end, without_line_end};
use toml_edit::DocumentMut;

const MARK: &str = "# `fusebox install codex --scope managed` writes these lines, `fusebox uninstall` takes them out.";

/// The text with the requirement, if it changes.
pub(super) fn pinned(existing: &str) -> Result<Option<String>, String> {
    match pin_of(existing)? {
        Some(true) => return Ok(None),
        Some(false) => return Err("`features.hooks` is off; set it to true".to_owned()),
        None => {}
    }
    let end = line_end(existing);
    let gap = if existing.is_empty() { "" } else { end };
    let text = format!("{existing}{gap}{}", block(end));
    match pin_of(&text) {
        Ok(Some(true)) => Ok(Some(text)),
        _ => Err("`features` is there without `hooks`; add `hooks = true` to it".to_owned()),
    }
}

/// The text without the lines that [`pinned`] wrote, if they are there.
pub(super) fn unpinned(existing: &str) -> Option<String> {
    let (before, after) = existing.split_once(&block(line_end(existing)))?;
    Some(format!("{}{after}", without_line_end(before)))
}

/// Whether a text keeps hooks switched on.
pub(crate) fn is_pinned(text: &str) -> bool {
    pin_of(text) == Ok(Some(true))
}

fn pin_of(text: &str) -> Result<Option<bool>, String> {
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        format!("this is no TOML: {}", error.to_string().trim_end())
    })?;
    let hooks = document.get("features").and_then(|features| features.get("hooks"));
    Ok(hooks.map(|hooks| hooks.as_bool() == Some(true)))
}

fn block(end: &str) -> String {
    [MARK, "[features]", "hooks = true"].into_iter().flat_map(|line| [line, end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_requirement_comes_once_and_goes_without_a_trace() {
        for mine in ["", "a = 1\n", "a = 1", "# mine\r\n[other]\r\nb = 2\r\n"] {
            let with = pinned(mine).unwrap().unwrap();
            assert!(is_pinned(&with) && with.starts_with(mine), "{with}");
            assert_eq!(pinned(&with).unwrap(), None);
            assert_eq!(unpinned(&with).as_deref(), Some(mine));
            assert_eq!(unpinned(mine), None);
        }
    }

    #[test]
    fn another_requirement_of_hooks_is_left_to_the_administrator() {
        for theirs in ["[features]\nhooks = false\n", "[features]\nother = true\n", "[features\n"] {
            assert!(pinned(theirs).is_err(), "{theirs}");
            assert!(!is_pinned(theirs), "{theirs}");
        }
        assert_eq!(pinned("[features]\nhooks = true\n").unwrap(), None);
    }
}
