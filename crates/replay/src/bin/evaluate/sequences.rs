//! Evaluates labelled sequences: those that are stuck get at least a nudge, the others are left alone.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use fusebox_engine::{Policy, Rule};
use fusebox_replay::{ReplayedSession, find_sessions, replay};
use serde::Serialize;
use serde_json::Value;

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
        rules.extend(self.session.rule().map(Rule::name));
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
#[derive(Debug, Default, Serialize)]
pub(crate) struct SequenceFigures {
    pub(crate) sequences: usize,
    pub(crate) right: usize,
    pub(crate) strong: usize,
    pub(crate) strong_caught: usize,
    pub(crate) to_leave_alone: usize,
    pub(crate) left_alone_nudged: usize,
    /// The sessions that are not right.
    pub(crate) wrong: Vec<String>,
}

impl SequenceFigures {
    pub(crate) fn of(sequences: &[FoldedSequence]) -> Self {
        let count = |which: fn(&&FoldedSequence) -> bool| sequences.iter().filter(which).count();
        let wrong = sequences.iter().filter(|s| !s.right()).map(|s| s.session.session.to_string());
        Self {
            sequences: sequences.len(),
            right: count(|s| s.right()),
            strong: count(|s| s.strong),
            strong_caught: count(|s| s.strong && s.right()),
            to_leave_alone: count(|s| !s.stuck),
            left_alone_nudged: count(|s| !s.stuck && s.nudged()),
            wrong: wrong.collect(),
        }
    }
}

pub(crate) fn print(
    sequences: &[FoldedSequence],
    figures: &SequenceFigures,
    out: &mut impl Write,
) -> Result<(), Error> {
    let right = share(figures.right, figures.sequences);
    let strong = share(figures.strong_caught, figures.strong);
    let alone = share(figures.left_alone_nudged, figures.to_leave_alone);
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
    let mut table = TextTable::headed("family|right|stuck|caught|alone|denied|nudged");
    for (family, members) in families {
        let count = |which: fn(&&&FoldedSequence) -> bool| members.iter().filter(which).count();
        table.row(&[
            &family,
            &count(|s| s.right()),
            &count(|s| s.stuck),
            &count(|s| s.stuck && s.right()),
            &count(|s| !s.stuck),
            &count(|s| !s.stuck && s.session.is_tripped()),
            &count(|s| !s.stuck && s.nudged()),
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
    let mut table = TextTable::headed("rule|stuck|only it|denied first|to leave alone");
    for (rule, spoke) in rules {
        let (stuck, alone): (Vec<&FoldedSequence>, Vec<_>) = spoke.iter().partition(|s| s.stuck);
        let only = stuck.iter().filter(|s| s.rules().len() == 1).count();
        let is_first = |first: Rule| first.name() == rule;
        let first = spoke.iter().filter(|s| s.session.rule().is_some_and(is_first)).count();
        table.row(&[&rule, &stuck.len(), &only, &first, &alone.len()]);
    }
    table
}

/// The sequences that are wrong or nudged for nothing.
fn faults(sequences: &[FoldedSequence]) -> TextTable {
    let mut table = TextTable::headed("wrong or nudged for nothing|family|what|rules");
    for sequence in sequences.iter().filter(|s| !s.right() || (!s.stuck && s.nudged())) {
        let what = match (sequence.stuck, sequence.strong, sequence.session.is_tripped()) {
            (true, true, _) => "MISSED, strong",
            (true, false, _) => "missed",
            (false, _, true) => "DENIED",
            (false, _, false) => "nudged",
        };
        let (session, rules) = (&sequence.session.session, sequence.rules().join(", "));
        table.row(&[session, &sequence.family, &what, &rules]);
    }
    table
}
