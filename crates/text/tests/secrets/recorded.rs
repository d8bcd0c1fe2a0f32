//! How much of the recorded outputs is redacted. They are read in place from the folder that
//! `FUSEBOX_CORPUS` names; `.ci/run` sets it.

use std::path::{Path, PathBuf};

use fusebox_text::redact;
use serde_json::Value;

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn k03_hardly_a_word_of_recorded_sessions_is_redacted() {
    #[expect(clippy::disallowed_methods, reason = "the test's one setting")]
    let corpus = std::env::var("FUSEBOX_CORPUS").expect("FUSEBOX_CORPUS names the recorded data");
    let (mut words, mut redacted) = (0, 0);
    let mut examples = Vec::new();
    for file in files(&PathBuf::from(corpus).join("traces")) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let mut texts = Vec::new();
        for line in text.lines() {
            match serde_json::from_str(line) {
                Ok(value) => collect(&value, &mut texts),
                Err(_) => texts.push(line.to_owned()),
            }
        }
        for text in texts {
            words += text.split_whitespace().count();
            let clean = redact(&text);
            if clean != text {
                redacted += clean.matches("[redacted]").count();
                examples.extend(changed_lines(&text, &clean));
            }
        }
    }
    println!("{redacted} of {words} words are redacted");
    examples.iter().step_by(1 + examples.len() / 40).for_each(|line| println!("{line}"));
    assert!(words > 1_000_000, "only {words} words");
    assert!(redacted * 100 <= words, "{redacted} of {words} words are redacted");
}

/// The texts of a document.
fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The lines that were changed, short.
fn changed_lines(text: &str, clean: &str) -> Vec<String> {
    let pairs = text.lines().zip(clean.lines()).filter(|(text, clean)| text != clean);
    pairs.map(|(text, _)| text.chars().take(160).collect()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| {
            let path = entry.path();
            if path.is_dir() { files(&path) } else { vec![path] }
        })
        .collect()
}
