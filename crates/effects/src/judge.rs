//! Asks the judge that the policy names whether an agent still gets anywhere, and hands its answer to the fold.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use fusebox_advisor::{Advisor, AdvisorError, AskOptions};
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{Event, EventKind, Timestamp};
use fusebox_report::{JudgeFacts, Judgement};
use fusebox_runtime::judge::JudgeQuestion;
use fusebox_runtime::{Runtime, query};
use tempfile::TempDir;

use crate::advisor_records;

/// The variables of a program that is asked: it is no work of the task, and its own trips are analysed by
/// rules alone, so that no question asks for another.
pub const ADVISOR_VARIABLES: [(&str, Option<&str>); 10] = [
    ("FUSEBOX_TASK", Some("fusebox-analysis")),
    ("FUSEBOX_GUIDED_ANALYST", Some("builtin")),
    ("FUSEBOX_GUIDED_JUDGE", Some("off")),
    ("FUSEBOX_ON_TRIP_DEBUGGER", Some("off")),
    ("FUSEBOX_PRESET", Some("budget")),
    ("FUSEBOX_ROLE", None),
    ("FUSEBOX_RUN", None),
    ("FUSEBOX_SOCKET", None),
    ("FUSEBOX_GUIDED_TOOL_CALLS_CRITICAL", None),
    ("FUSEBOX_OPERATOR_TOKEN_FILE", None),
];

/// The longest time of a question: the delivery's lease is longer.
const TIME: Duration = Duration::from_secs(50);

/// An empty folder in which a program is asked, far from the project. It is removed with the value.
pub struct PrivateFolder(TempDir);

impl PrivateFolder {
    /// Makes the folder, with a name that nobody can foresee: what an agent left in the temporary folder
    /// keeps no question from being asked.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> std::io::Result<Self> {
        let owner_only = Permissions::from_mode(0o700);
        let folder =
            tempfile::Builder::new().prefix("fusebox-asks-").permissions(owner_only).tempdir();
        folder.map(Self)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Asks, and hands the answer to the fold. A question that has no answer changes nothing.
pub(crate) fn deliver(
    runtime: &mut Runtime,
    body: &str,
    now: Timestamp,
) -> Result<(), Box<dyn std::error::Error>> {
    let question = JudgeQuestion::read(body).ok_or("it names no session")?;
    let Some(policy) = question.policy(runtime)? else { return Ok(()) };
    let advisors = &policy.advisors;
    if advisors.judge.is_empty() {
        return Ok(());
    }
    let advisor = Advisor::parse(&advisors.judge, &advisors.model, &advisors.model_key)
        .map_err(|why| format!("guided.judge: {why}"))?;
    let calls = query::last_calls(runtime.store(), &question.session, &question.agent, now)?;
    let facts = JudgeFacts { changes: question.changes, calls: question.calls, last_calls: calls };
    let folder = PrivateFolder::new()?;
    let time = TIME.min(Duration::from_millis(advisors.analyst_timeout.0));
    let options = AskOptions { time, dir: folder.path(), variables: &ADVISOR_VARIABLES };
    let answer = advisor.ask_counted(&facts.request(), &options)?;
    if let Some(usage) = &answer.usage {
        advisor_records::write(runtime, &question.session, usage, now)?;
    }
    let judgement = Judgement::read(&answer.text).ok_or(AdvisorError::Empty)?;
    let order = ControlOrder::Judgement {
        gets_anywhere: judgement.gets_anywhere,
        reason: judgement.reason,
    };
    let event = Event {
        session: question.session,
        id: None,
        at: None,
        agent: question.agent,
        kind: EventKind::Control(order),
    };
    runtime.order(&event, now)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_questions_have_the_same_folder_and_only_the_owner_may_enter_it() {
        let [first, second] = [(); 2].map(|()| PrivateFolder::new().unwrap());
        assert_ne!(first.path(), second.path());
        assert_eq!(first.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists());
    }
}
