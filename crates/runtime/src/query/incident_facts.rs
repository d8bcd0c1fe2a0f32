//! The facts that the report of an incident is composed of, read from the store.

use std::path::Path;

use fusebox_engine::scope::ScopeTouch;
use fusebox_engine::test_run::{FailedTest as Failed, FileChangeKind as Became, TestRunEnd};
use fusebox_engine::{AgentId, Incident, Rule, SessionId, TaskId, TestRunRecord, Timestamp};
use fusebox_store::Store;

use fusebox_report::{
    AttemptFacts, ChangeType, FailedTest, FailingTest, FileChange, IncidentFacts, InfraRun,
    LastCall, ScopeViolation, TestModified, is_general_assertion,
};

use super::source_statement::statement;
use crate::query::{self, RecordedCall};
use crate::{RuntimeError, task};

/// The report that was composed when the incident tripped, as JSON.
///
/// # Errors
/// When the store fails.
pub fn stored_report(store: &Store, incident: &Incident) -> Result<Option<String>, RuntimeError> {
    Ok(store.read().report(&incident.id)?)
}

/// The facts of a task as it stands, whether anything tripped or not. `session` is the one that
/// worked on it last.
///
/// # Errors
/// When the store fails.
pub fn task_facts(
    store: &Store,
    id: &TaskId,
    session: &SessionId,
    now: Timestamp,
) -> Result<IncidentFacts, RuntimeError> {
    let calls = query::last(store, session, &AgentId::main(), now)?;
    let mut story = of_runs(query::runs(store, id)?);
    story.task = id.to_string();
    story.session = session.to_string();
    tell_of_task(&mut story, store, id, session)?;
    story.at_ms = now.0;
    story.last_calls = in_a_row(&calls);
    let view = query::task(store, id)?;
    // Tests that passed since are no trouble any more.
    story.failing.retain(|test| {
        test.name == "<suite>" || view.per_test_attempts.get(&test.name).is_some_and(|t| t.failing)
    });
    Ok(story)
}

/// The facts of an incident: everything that the report of its trip is composed of.
///
/// # Errors
/// When the store fails.
pub fn incident_facts(store: &Store, incident: &Incident) -> Result<IncidentFacts, RuntimeError> {
    let mut runs = query::runs(store, &incident.task)?;
    runs.retain(|run| run.at <= incident.at);
    let calls = query::before(store, incident)?;
    let mut story = of_runs(runs);
    if incident.rule == Rule::PerTest {
        let worst = story
            .failing
            .iter()
            .position(|test| incident.reason.starts_with(&format!("`{}`", test.name)));
        if let Some(at) = worst {
            story.failing = vec![story.failing.swap_remove(at)];
        }
    }
    story.incident = Some(incident.id.to_string());
    story.task = incident.task.to_string();
    story.session = incident.session.to_string();
    tell_of_task(&mut story, store, &incident.task, &incident.session)?;
    story.rule = Some(incident.rule.to_string());
    story.trip_reason = reason(incident);
    story.at_ms = incident.at.0;
    story.last_calls = in_a_row(&calls);
    story.agent_summary.clone_from(&incident.summary);
    Ok(story)
}

/// What is known of the task, and of its tests from the folder it is worked on in.
fn tell_of_task(
    story: &mut IncidentFacts,
    store: &Store,
    id: &TaskId,
    session: &SessionId,
) -> Result<(), RuntimeError> {
    let named = task::find(store, id)?;
    let folder = match &named {
        Some(task) => Some(task.folder.clone()),
        None => query::folder(store, session)?,
    };
    let touch = |touch: ScopeTouch| ScopeViolation {
        file: touch.file,
        justification: touch.justification,
        test_name: touch.test_name,
        verdict: touch.verdict.name().to_owned(),
    };
    story.scope_violations =
        query::task(store, id)?.scope_violations.into_iter().map(touch).collect();
    story.slice_name = named.and_then(|task| task.slice);
    let checkpoint = query::checkpoint(store, id)?;
    story.checkpoint = checkpoint.tag().map(str::to_owned);
    story.checkpoint_partial = checkpoint.partial();
    let Some(folder) = folder else { return Ok(()) };
    for test in &mut story.failing {
        if test.assertion.as_deref().is_some_and(is_general_assertion)
            && let (Some(file), Some(line)) = (&test.file, test.line)
            && let Some(found) = statement(Path::new(&folder), file, line)
        {
            test.assertion = Some(found);
        }
    }
    Ok(())
}

/// The limit in the field's words; the whole sentence where the rule has none.
fn reason(incident: &Incident) -> String {
    let first = incident.findings.iter().find(|finding| finding.rule == incident.rule);
    let (observed, limit) = first.map_or((0, 0), |finding| (finding.observed, finding.limit));
    let words = [
        (Rule::PerTest, "per-test limit"),
        (Rule::PerSlice, "slice ceiling"),
        (Rule::Infra, "infrastructure failures"),
    ];
    match words.iter().find(|(rule, _)| *rule == incident.rule) {
        Some((_, words)) => format!("{words} ({observed}/{limit})"),
        None => {
            // Budgets speak to the agent; people want the number.
            let told = incident.reason.strip_prefix("CIRCUIT BREAKER: ");
            let number = told.and_then(|told| told.split(". Summarize").next());
            number.unwrap_or(&incident.reason).to_owned()
        }
    }
}

fn of_runs(runs: Vec<TestRunRecord>) -> IncidentFacts {
    let mut story = IncidentFacts::default();
    let verdicts: Vec<&TestRunRecord> =
        runs.iter().filter(|run| run.end == TestRunEnd::Failed).collect();
    if let Some(last) = verdicts.last() {
        story.failing = last.failed.iter().map(|test| failing(test, last)).collect();
    }
    // Only what was tried in the slice as it stands: another one begins its count anew.
    let begins = verdicts.iter().rposition(|run| run.attempt == Some(1)).unwrap_or(0);
    for run in verdicts.iter().skip(begins) {
        story.attempts.push(attempt(run, story.attempts.len()));
        for touched in &run.tests_touched {
            let touched = TestModified {
                file: touched.file.clone(),
                test: Some(touched.test.clone()),
                how: match touched.refused {
                    true => format!("{} (refused)", touched.how.title()),
                    false => touched.how.title().to_owned(),
                },
            };
            if !story.tests_touched.contains(&touched) {
                story.tests_touched.push(touched);
            }
        }
    }
    let infra = runs.iter().rev().take_while(|run| run.end.is_infrastructure());
    story.infra = infra.map(infra_run).collect();
    story.infra.reverse();
    story
}

fn failing(test: &Failed, run: &TestRunRecord) -> FailingTest {
    let error = test.error.as_ref().or(run.error.as_ref());
    let whole = run.evidence.clone().filter(|_| test.error.is_none() || run.failing == 1);
    FailingTest {
        name: test.name.clone(),
        file: test.file.clone(),
        line: test.line,
        assertion: test.assertion.clone(),
        error: whole.unwrap_or_else(|| error.map(|e| e.line.clone()).unwrap_or_default()),
        digest: error.map(|error| error.digest).unwrap_or_default(),
    }
}

fn attempt(run: &TestRunRecord, before: usize) -> AttemptFacts {
    let number = u32::try_from(before + 1).unwrap_or(u32::MAX);
    AttemptFacts {
        number,
        at_ms: run.at.0,
        said: run.said.clone(),
        files: run
            .files
            .iter()
            .map(|file| FileChange {
                path: file.path.clone(),
                change: match file.change {
                    Became::Created => ChangeType::Created,
                    Became::Modified => ChangeType::Modified,
                    Became::Deleted => ChangeType::Deleted,
                },
                is_test: file.test,
            })
            .collect(),
        failing: run
            .failed
            .iter()
            .map(|test| FailedTest {
                name: test.name.clone(),
                line: test.line,
                error: test.error.as_ref().map(|error| error.line.clone()).unwrap_or_default(),
                digest: test.error.as_ref().map(|error| error.digest).unwrap_or_default(),
            })
            .collect(),
        error: run.error.as_ref().map(|error| error.line.clone()),
        charged: run.attempt.is_some(),
    }
}

fn infra_run(run: &TestRunRecord) -> InfraRun {
    InfraRun {
        at_ms: run.at.0,
        command: Some(run.command.clone()),
        error: run
            .error
            .as_ref()
            .map_or_else(|| run.end.title().to_owned(), |error| error.line.clone()),
        digest: run.error.as_ref().map(|error| error.digest).unwrap_or_default(),
    }
}

/// Equal calls in a row as one.
fn in_a_row(calls: &[RecordedCall]) -> Vec<LastCall> {
    let of = |run: &[RecordedCall]| {
        let first = run.first()?;
        Some(LastCall {
            call: first.label.clone(),
            times: u32::try_from(run.len()).unwrap_or(u32::MAX),
            result: first.gist.clone(),
            refused: first.refused,
        })
    };
    calls.chunk_by(|a, b| a.same_as(b)).filter_map(of).collect()
}
