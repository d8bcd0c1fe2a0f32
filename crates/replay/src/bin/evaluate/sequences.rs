//! Evaluates labelled sequences: those that are stuck get at least a nudge, the others are left alone.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use fusebox_engine::Policy;
use fusebox_replay::{ReplayedSession, find_sessions, replay};
use serde_json::{Value, json};

use crate::Error;
use crate::table::{TextTable, share};

/// A sequence and its outcome.
pub(crate) struct FoldedSequence {
    family: String,
    stuck: bool,
    strong: bool,
    session: ReplayedSession,
}

impl FoldedSequence {
    fn nudged(&self) -> bool {
        self.session.warnings > 0
    }

    fn right(&self) -> bool {
        if self.stuck {
            self.nudged() || self.session.is_tripped()
        } else {
            !self.session.is_tripped()
        }
    }

    /// The rules with a finding, each once.
    fn rules(&self) -> Vec<&'static str> {
        let mut rules: Vec<&str> =
            self.session.nudges.iter().map(|nudge| nudge.rule.name()).collect();
        rules.extend(self.session.rule().map(fusebox_engine::Rule::name));
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

/// Folds every labelled sequence of a file.
pub(crate) fn read(path: &Path, policy: &Policy) -> Result<Vec<FoldedSequence>, Error> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut labels = BTreeMap::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line)?;
        if let (Some(id), Some(stuck)) =
            (case["id"].as_str(), case["recommended"]["stuck"].as_bool())
        {
            let family = case["family"].as_str().unwrap_or_default().to_owned();
            let strong = case["recommended"]["strong"].as_bool().unwrap_or_default();
            labels.insert(id.to_owned(), (family, stuck, strong));
        }
    }
    let found = find_sessions(&[PathBuf::from(path)]);
    let source = found.sources.first().ok_or("the sequences are not recognised")?;
    let mut sequences = Vec::new();
    for session in replay(source, policy).sessions {
        if let Some((family, stuck, strong)) = labels.remove(session.session.as_str()) {
            sequences.push(FoldedSequence { family, stuck, strong, session });
        }
    }
    Ok(sequences)
}

/// The figures that the goals refer to.
pub(crate) fn figures(sequences: &[FoldedSequence]) -> Value {
    let count =
        |which: &dyn Fn(&FoldedSequence) -> bool| sequences.iter().filter(|s| which(s)).count();
    let wrong = sequences.iter().filter(|s| !s.right()).map(|s| s.session.session.to_string());
    json!({
        "sequences": sequences.len(),
        "right": count(&|s| s.right()),
        "strong": count(&|s| s.strong),
        "strong_caught": count(&|s| s.strong && s.right()),
        "to_leave_alone": count(&|s| !s.stuck),
        "left_alone_nudged": count(&|s| !s.stuck && s.nudged()),
        "wrong": wrong.collect::<Vec<_>>(),
    })
}

pub(crate) fn print(sequences: &[FoldedSequence], out: &mut impl Write) -> Result<(), Error> {
    let count =
        |which: &dyn Fn(&FoldedSequence) -> bool| sequences.iter().filter(|s| which(s)).count();
    let right = share(count(&|s| s.right()), sequences.len());
    let strong = share(count(&|s| s.strong && s.right()), count(&|s| s.strong));
    let alone = share(count(&|s| !s.stuck && s.nudged()), count(&|s| !s.stuck));
    writeln!(out, "SEQUENCES")?;
    writeln!(
        out,
        "  right {right}; strong ones caught {strong}; to leave alone, nudged {alone}\n"
    )?;
    by_family(sequences).print(out)?;
    by_rule(sequences).print(out)?;
    faults(sequences).print(out)?;
    Ok(())
}

fn by_family(sequences: &[FoldedSequence]) -> TextTable {
    let mut families: BTreeMap<&str, Vec<&FoldedSequence>> = BTreeMap::new();
    for sequence in sequences {
        families.entry(&sequence.family).or_default().push(sequence);
    }
    let mut table =
        TextTable::headed(&["family", "right", "stuck", "caught", "alone", "denied", "nudged"]);
    for (family, members) in families {
        let count = |which: &dyn Fn(&FoldedSequence) -> bool| {
            members.iter().filter(|s| which(s)).count().to_string()
        };
        table.row([
            family.to_owned(),
            count(&|s| s.right()),
            count(&|s| s.stuck),
            count(&|s| s.stuck && s.right()),
            count(&|s| !s.stuck),
            count(&|s| !s.stuck && s.session.is_tripped()),
            count(&|s| !s.stuck && s.nudged()),
        ]);
    }
    table
}

/// The sequences in which each rule has a finding, and those that no other rule catches.
fn by_rule(sequences: &[FoldedSequence]) -> TextTable {
    let mut rules: BTreeMap<&str, Vec<&FoldedSequence>> = BTreeMap::new();
    for sequence in sequences {
        for rule in sequence.rules() {
            rules.entry(rule).or_default().push(sequence);
        }
    }
    let mut table =
        TextTable::headed(&["rule", "stuck", "only it", "denied first", "to leave alone"]);
    for (rule, spoke) in rules {
        let count = |which: &dyn Fn(&FoldedSequence) -> bool| {
            spoke.iter().filter(|s| which(s)).count().to_string()
        };
        table.row([
            rule.to_owned(),
            count(&|s| s.stuck),
            count(&|s| s.stuck && s.rules().len() == 1),
            count(&|s| s.session.rule().is_some_and(|first| first.name() == rule)),
            count(&|s| !s.stuck),
        ]);
    }
    table
}

/// The sequences that are wrong or nudged for nothing.
fn faults(sequences: &[FoldedSequence]) -> TextTable {
    let mut table = TextTable::headed(&["wrong or nudged for nothing", "family", "what", "rules"]);
    for sequence in sequences.iter().filter(|s| !s.right() || (!s.stuck && s.nudged())) {
        let what = match (sequence.stuck, sequence.strong, sequence.session.is_tripped()) {
            (true, true, _) => "MISSED, strong",
            (true, false, _) => "missed",
            (false, _, true) => "DENIED",
            (false, _, false) => "nudged",
        };
        table.row([
            sequence.session.session.to_string(),
            sequence.family.clone(),
            what.to_owned(),
            sequence.rules().join(", "),
        ]);
    }
    table
}
