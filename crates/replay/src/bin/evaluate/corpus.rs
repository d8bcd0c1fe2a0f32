//! The labels and judgements beside the recorded sessions.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::Error;

/// A line of `manifest.jsonl`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ManifestEntry {
    pub(crate) file: String,
    pub(crate) format: String,
    #[serde(default)]
    pub(crate) agent: String,
    #[serde(default)]
    pub(crate) n_tool_calls: u64,
    #[serde(default)]
    pub(crate) label: String,
}

/// A line of `judged.jsonl`.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct JudgedTrace {
    pub(crate) file: String,
    pub(crate) verdict: String,
    pub(crate) first_stuck_call: Option<u64>,
    #[serde(default)]
    pub(crate) confidence: String,
}

/// The manifest.
pub(crate) fn entries(traces: &Path) -> Result<Vec<ManifestEntry>, Error> {
    lines(&traces.join("manifest.jsonl"))
}

/// The judgements, by file.
pub(crate) fn judgements(traces: &Path) -> Result<BTreeMap<String, JudgedTrace>, Error> {
    let judged: Vec<JudgedTrace> = lines(&traces.join("judged.jsonl"))?;
    Ok(judged.into_iter().map(|judged| (judged.file.clone(), judged)).collect())
}

fn lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, Error> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            serde_json::from_str(line).map_err(|e| format!("{}: {e}", path.display()).into())
        })
        .collect()
}
