//! Failures that tripped in a project, what was done about them, and whether that helped the next time.
//!
//! One row holds the patterns of a project. A session reads it when it begins, and again when one of the known signs
//! shows; what is learnt from trips and from the ends of runs is written outside the hook.

use fusebox_engine::state::Scopes;
use fusebox_engine::{
    Fact, FailureKind, IncidentId, Observation, Rule, SeenBefore, SessionId, TaskId, Timestamp,
    TrippedFailure,
};
use fusebox_observe::OBSERVE_VERSION;
use fusebox_store::{ScopeKind, Store, StoreTx};
use fusebox_text::{digest, redacted_line};
use serde::{Deserialize, Serialize};

use crate::RuntimeError;
use crate::machine_document::{self, keep_newest};

/// The beginning of the keys of the rows.
const PREFIX: &str = "patterns:";
/// Patterns kept of a project, those that tripped last.
const PATTERNS: usize = 32;
/// Incidents, tasks and advice kept of a pattern, the newest.
const KEPT: usize = 16;
/// Sessions kept that a pattern was told to, the newest.
const MATCHES: usize = 32;
/// The longest signature and the longest advice, in characters.
const TEXT_CHARS: usize = 300;
/// Sessions that were told an advice before it is judged.
const JUDGED: usize = 3;

/// A failure that tripped in a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FailurePattern {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What is missing, fails or is repeated, short and redacted.
    pub signature: String,
    /// The digest by which it is recognised.
    pub sign: u64,
    /// The version of `observe` that made the digest.
    version: u32,
    /// The rules that it tripped.
    pub rules: Vec<Rule>,
    /// How often it tripped.
    pub occurrences: u64,
    /// The trips, the newest last.
    pub incidents: Vec<IncidentId>,
    /// The tasks that tripped over it.
    pub tasks: Vec<TaskId>,
    /// When it tripped last.
    pub last: Timestamp,
    /// What was done about it, the newest last.
    pub advice: Vec<PatternAdvice>,
    /// The sessions that were told what helped.
    pub matches: Vec<PatternMatch>,
    /// What queries over the store read; the answers are those of the functions.
    #[serde(flatten)]
    derived: DerivedFigures,
}

/// What follows from the other fields, written down for queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct DerivedFigures {
    id: String,
    what_helped: Option<String>,
    prevention_rate: Option<f64>,
}

/// What was done about one trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternAdvice {
    /// The trip.
    pub incident: IncidentId,
    /// Who advised.
    pub by: AdviceSource,
    /// The advice, short and redacted.
    pub text: String,
    /// Whether the next run of the task passed; `None` until one has ended.
    pub has_passed: Option<bool>,
}

/// Who gave an advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdviceSource {
    /// A person, with guidance.
    Person,
    /// The plan of an analysis, before the prompt of a retry.
    Retry,
}

/// A session that was told what helped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternMatch {
    /// The session.
    pub session: SessionId,
    /// When.
    pub at: Timestamp,
    /// The trip whose advice it was told.
    pub incident: IncidentId,
    /// Whether the run passed without a trip; `None` until it has ended.
    pub has_passed: Option<bool>,
}

impl FailurePattern {
    /// Its id in the project `folder`: another project that knows the same failure has another id. Its beginning is
    /// enough to name the pattern.
    #[must_use]
    pub fn id(&self, folder: &str) -> String {
        format!("{:016x}", self.sign ^ digest::of_text(folder))
    }

    /// Told sessions that passed without a trip, and all that have ended.
    #[must_use]
    pub fn prevented(&self) -> (usize, usize) {
        count_passed(self.matches.iter())
    }

    /// Told sessions that passed without a trip ÷ told sessions that have ended; `None` before one has.
    #[must_use]
    pub fn prevention_rate(&self) -> Option<f64> {
        let (passed, ended) = self.prevented();
        (ended > 0).then(|| passed as f64 / ended as f64)
    }

    /// What sessions are told: the newest advice after which a run passed, unless most of those that were told it
    /// did not pass without a trip.
    #[must_use]
    pub fn helping_advice(&self) -> Option<&PatternAdvice> {
        let helped = self.advice.iter().rev().filter(|advice| advice.has_passed == Some(true));
        helped.into_iter().find(|advice| {
            let told = self.matches.iter().filter(|told| told.incident == advice.incident);
            let (passed, ended) = count_passed(told);
            ended < JUDGED || passed * 2 >= ended
        })
    }

    /// What sessions are told, and the trip whose advice it is.
    fn seen_before(&self) -> Option<(SeenBefore, IncidentId)> {
        let advice = self.helping_advice()?;
        let seen = SeenBefore {
            times: self.occurrences,
            signature: self.signature.clone(),
            helped: advice.text.clone(),
        };
        Some((seen, advice.incident.clone()))
    }
}

fn count_passed<'a>(told: impl Iterator<Item = &'a PatternMatch>) -> (usize, usize) {
    let ended: Vec<bool> = told.filter_map(|told| told.has_passed).collect();
    (ended.iter().filter(|passed| **passed).count(), ended.len())
}

/// The patterns of a project.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ProjectPatterns {
    /// The patterns, those that tripped last at the end.
    pub patterns: Vec<FailurePattern>,
}

impl ProjectPatterns {
    /// Notes a trip, unless it is known.
    pub fn note_trip(
        &mut self,
        failure: &TrippedFailure,
        rule: Rule,
        (incident, task): (&IncidentId, &TaskId),
        at: Timestamp,
    ) {
        let known = self.patterns.iter().position(|pattern| pattern.sign == failure.sign);
        let mut pattern = match known {
            Some(at) => self.patterns.remove(at),
            None => FailurePattern {
                kind: failure.kind,
                signature: redacted_line(&failure.signature, TEXT_CHARS),
                sign: failure.sign,
                version: OBSERVE_VERSION,
                rules: Vec::new(),
                occurrences: 0,
                incidents: Vec::new(),
                tasks: Vec::new(),
                last: at,
                advice: Vec::new(),
                matches: Vec::new(),
                derived: DerivedFigures::default(),
            },
        };
        if !pattern.incidents.contains(incident) {
            pattern.occurrences += 1;
            push_new(&mut pattern.incidents, incident.clone());
            push_new(&mut pattern.tasks, task.clone());
            push_new(&mut pattern.rules, rule);
            // Whatever version made the equal digest of the trips before.
            pattern.version = OBSERVE_VERSION;
            pattern.last = pattern.last.max(at);
        }
        self.patterns.push(pattern);
        keep_newest(&mut self.patterns, PATTERNS);
    }

    /// The pattern with this sign, where its digest is of this version.
    fn find(&mut self, sign: u64) -> Option<&mut FailurePattern> {
        self.patterns
            .iter_mut()
            .find(|pattern| pattern.sign == sign && pattern.version == OBSERVE_VERSION)
    }
}

impl FailurePattern {
    /// Notes what was done about one of its trips, in place of what was noted before.
    pub fn note_advice(&mut self, advice: PatternAdvice) {
        let text = redacted_line(&advice.text, TEXT_CHARS);
        let advice = PatternAdvice { text, ..advice };
        let known = self.advice.iter_mut().find(|known| known.incident == advice.incident);
        match known {
            Some(known) => *known = advice,
            None => push_new(&mut self.advice, advice),
        }
    }
}

/// Adds what is not there yet; the oldest goes where there is too much.
fn push_new<T: PartialEq>(kept: &mut Vec<T>, new: T) {
    if !kept.contains(&new) {
        kept.push(new);
    }
    keep_newest(kept, KEPT);
}

/// The patterns of a project; none where the row cannot be read.
///
/// # Errors
/// When the store fails.
pub fn of_project(tx: &dyn StoreTx, folder: &str) -> Result<ProjectPatterns, RuntimeError> {
    machine_document::read(tx, &key(folder))
}

/// Every project with patterns, by its folder.
///
/// # Errors
/// When the store fails.
pub fn projects(store: &Store) -> Result<Vec<(String, ProjectPatterns)>, RuntimeError> {
    let rows = store.read().scopes(ScopeKind::Machine, PREFIX)?;
    let projects = rows.iter().filter_map(|(key, row)| {
        Some((key.strip_prefix(PREFIX)?.to_owned(), machine_document::of_row(row)))
    });
    Ok(projects.collect())
}

/// Keeps the patterns of a project in place of those before.
///
/// # Errors
/// When the store fails.
pub fn keep(
    tx: &mut dyn StoreTx,
    folder: &str,
    patterns: &ProjectPatterns,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let mut patterns = patterns.clone();
    for pattern in &mut patterns.patterns {
        pattern.derived = DerivedFigures {
            id: pattern.id(folder),
            what_helped: pattern.helping_advice().map(|advice| advice.text.clone()),
            prevention_rate: pattern.prevention_rate(),
        };
    }
    machine_document::keep(tx, &key(folder), "failure patterns", &patterns, now)
}

fn key(folder: &str) -> String {
    format!("{PREFIX}{folder}")
}

/// Adds to the start of a session the signs that it looks out for, and to an outcome what helped against the failure
/// whose sign it shows. Only a session that looks out for signs reads anything more than once.
pub(crate) fn meet(
    tx: &mut dyn StoreTx,
    observation: &mut Observation,
    scopes: &Scopes,
) -> Result<(), RuntimeError> {
    if let Fact::SessionStart(start) = &mut observation.fact {
        if let Some(folder) =
            scopes.session.project_of(start).filter(|_| !scopes.session.seen_before_told)
        {
            let known = of_project(tx, folder)?;
            let told = known.patterns.iter().rev().filter(|pattern| {
                pattern.version == OBSERVE_VERSION && pattern.helping_advice().is_some()
            });
            start.failure_signs = told.map(|pattern| pattern.sign).collect();
        }
        return Ok(());
    }
    let Fact::Outcome(outcome) = &mut observation.fact else { return Ok(()) };
    let Some(sign) = scopes.known_failure_sign(outcome) else { return Ok(()) };
    let Some(folder) = scopes.session.project() else { return Ok(()) };
    let mut known = of_project(tx, folder)?;
    let Some(pattern) = known.find(sign) else { return Ok(()) };
    let Some((seen, incident)) = pattern.seen_before() else { return Ok(()) };
    let (session, at) = (observation.session.clone(), observation.at);
    pattern.matches.push(PatternMatch { session, at, incident, has_passed: None });
    keep_newest(&mut pattern.matches, MATCHES);
    outcome.seen_before = Some(Box::new(seen));
    keep(tx, folder, &known, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_that_trips_again_is_of_this_version() {
        let failure = TrippedFailure {
            kind: FailureKind::Error,
            sign: 7,
            signature: "error[E0432]: unresolved import".to_owned(),
        };
        let task = TaskId::parse("t").unwrap();
        let mut known = ProjectPatterns::default();
        let trip = |known: &mut ProjectPatterns, number| {
            let incident = IncidentId::from_digest(number);
            known.note_trip(&failure, Rule::SameCall, (&incident, &task), Timestamp(number));
        };
        trip(&mut known, 1);
        known.patterns[0].version = OBSERVE_VERSION - 1;
        assert_eq!(known.find(7), None, "a digest of another version means something else");
        // The same trip again says nothing of the version.
        trip(&mut known, 1);
        assert_eq!(known.find(7), None);
        trip(&mut known, 2);
        assert_eq!(known.find(7).map(|pattern| pattern.occurrences), Some(2));
    }
}
