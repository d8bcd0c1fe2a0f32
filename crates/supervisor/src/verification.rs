//! Verifies work before it counts as complete: a command that has to succeed, criteria that a verifier answers.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use fusebox_engine::VerificationSettings;
use fusebox_runtime::agent_run::{Verification, VerificationOutcome};
use fusebox_runtime::clock;
use fusebox_runtime::task::Task;
use fusebox_text::redacted_line;

use crate::Result;
use crate::iterate::check::{CheckCommand, CheckOutcome};

/// The longest line of a verifier that is kept, in characters.
const SAID_CHARS: usize = 300;

/// How a verification ended.
#[derive(Debug, Clone, PartialEq)]
pub enum VerificationEnd {
    /// Nothing names a verifier, and none is mandatory.
    NotAsked,
    /// Somebody interrupted it with this signal, so nobody knows whether the work passes.
    Interrupted(i32),
    /// It has a result.
    Ended(Verification),
}

/// What is verified, and how.
#[derive(Debug, Clone, Default)]
pub struct VerificationRequest {
    /// The command line that has to succeed.
    pub command: Option<String>,
    /// The command line that answers the criteria.
    pub verifier: Option<String>,
    /// What must hold.
    pub criteria: Vec<String>,
    /// What the task is called.
    pub task: String,
    /// Instructions for the verifier.
    pub preamble: Option<String>,
    /// How long one verifier may take.
    pub timeout: Duration,
    /// Limits that were neared.
    pub neared: Vec<String>,
    /// Why it is mandatory; empty where it is not.
    pub mandatory_because: Vec<String>,
}

impl VerificationRequest {
    /// The request for a task, as far as its settings and it itself name verifiers.
    #[must_use]
    pub fn of(
        task: &str,
        named: Option<&Task>,
        settings: &VerificationSettings,
        own_command: Option<&str>,
    ) -> Self {
        let of_task = || named.and_then(|task| task.verify.clone());
        let command = own_command.map(str::to_owned).or_else(of_task);
        Self {
            command: command.or_else(|| settings.command.clone()),
            verifier: settings.verifier.clone(),
            criteria: named.map(|task| task.criteria.clone()).unwrap_or_default(),
            task: task.to_owned(),
            timeout: Duration::from_millis(settings.timeout.0),
            ..Self::default()
        }
    }

    /// The text that the verifier reads.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec!["# VERIFICATION REQUEST".to_owned(), String::new()];
        lines.extend(self.preamble.iter().cloned());
        lines.push(format!("## Task: {}", self.task));
        lines.push("## Criteria".to_owned());
        lines.extend(self.criteria.iter().map(|criterion| format!("- {criterion}")));
        if !self.neared.is_empty() {
            lines.push("## Limits that were neared: look for loops and for detours".to_owned());
            lines.extend(self.neared.iter().map(|limit| format!("- {limit}")));
        }
        lines.push(String::new());
        lines.push(
            "Look at the work in this folder. Answer with one line that begins with PASS or FAIL and says why. Add a \
             line that begins with PERSON where a person should look at it."
                .to_owned(),
        );
        lines.join("\n")
    }

    /// Verifies the work in `dir`.
    ///
    /// # Errors
    /// When the system cannot start a shell.
    pub fn verify(&self, dir: &Path, confining: &[String]) -> Result<VerificationEnd> {
        let started_at = clock::now();
        let verdict = match self.verdict(dir, confining)? {
            ControlFlow::Continue(Some(verdict)) => verdict,
            ControlFlow::Continue(None) => return Ok(VerificationEnd::NotAsked),
            ControlFlow::Break(signal) => return Ok(VerificationEnd::Interrupted(signal)),
        };
        let duration_s = clock::now().since(started_at).0 / 1_000;
        Ok(VerificationEnd::Ended(Verification {
            verifier: verdict.by.to_owned(),
            outcome: verdict.outcome,
            mandatory_because: self.mandatory_because.clone(),
            said: verdict.said,
            needs_person: verdict.needs_person,
            duration_s,
        }))
    }

    /// Whether a command or a verifier is to be run.
    pub(crate) fn runs_something(&self) -> bool {
        self.command.is_some() || self.verifier_of_criteria().is_some()
    }

    fn verifier_of_criteria(&self) -> Option<&String> {
        self.verifier.as_ref().filter(|_| !self.criteria.is_empty())
    }

    /// What the command says, and after it the verifier where the command passes the work; `None` where nothing
    /// is asked. Breaks with the signal by which somebody interrupted.
    fn verdict(
        &self,
        dir: &Path,
        confining: &[String],
    ) -> Result<ControlFlow<i32, Option<VerifierVerdict>>> {
        let mut verdict = None;
        if let Some(command) = &self.command {
            verdict = match self.run_command(command, dir, confining)? {
                ControlFlow::Continue(verdict) => Some(verdict),
                ControlFlow::Break(signal) => return Ok(ControlFlow::Break(signal)),
            };
        }
        let has_failed = |verdict: &VerifierVerdict| verdict.outcome != VerificationOutcome::Passed;
        let may_pass = !verdict.as_ref().is_some_and(has_failed);
        if let Some(verifier) = self.verifier_of_criteria().filter(|_| may_pass) {
            return Ok(self.ask_verifier(verifier, dir, confining)?.map_continue(Some));
        }
        let missing = || VerifierVerdict::new("none", VerificationOutcome::Missing, None);
        let is_mandatory = !self.mandatory_because.is_empty();
        Ok(ControlFlow::Continue(verdict.or_else(|| is_mandatory.then(missing))))
    }

    fn run_command(
        &self,
        command: &str,
        dir: &Path,
        confining: &[String],
    ) -> Result<ControlFlow<i32, VerifierVerdict>> {
        let check = CheckCommand { command, dir, confining, input: None, limit: self.timeout };
        let (outcome, output) = match check.run_by_itself()? {
            CheckOutcome::Interrupted(signal) => return Ok(ControlFlow::Break(signal)),
            CheckOutcome::TimedOut { output } => (VerificationOutcome::TimedOut, output),
            CheckOutcome::Exited { code, output } => {
                let outcome = match code {
                    Some(0) => VerificationOutcome::Passed,
                    Some(126 | 127) => VerificationOutcome::Unreadable,
                    Some(_) | None => VerificationOutcome::Failed,
                };
                (outcome, output)
            }
        };
        let said = output.lines().rev().find(|line| !line.trim().is_empty());
        Ok(ControlFlow::Continue(VerifierVerdict::new("command", outcome, said)))
    }

    fn ask_verifier(
        &self,
        verifier: &str,
        dir: &Path,
        confining: &[String],
    ) -> Result<ControlFlow<i32, VerifierVerdict>> {
        let text = self.text();
        let (input, limit) = (Some(text.as_bytes()), self.timeout);
        let check = CheckCommand { command: verifier, dir, confining, input, limit };
        let (code, output) = match check.run_by_itself()? {
            CheckOutcome::Interrupted(signal) => return Ok(ControlFlow::Break(signal)),
            CheckOutcome::TimedOut { output } => (None, output),
            CheckOutcome::Exited { code, output } => (Some(code), output),
        };
        let answer = output.lines().map(without_marks).find_map(|line| match first_word(line) {
            "PASS" => Some((VerificationOutcome::Passed, line)),
            "FAIL" => Some((VerificationOutcome::Failed, line)),
            _ => None,
        });
        let (outcome, said) = match (code, answer) {
            (None, _) => (VerificationOutcome::TimedOut, None),
            (Some(Some(0)), Some((outcome, line))) => (outcome, Some(line)),
            (Some(_), _) => (VerificationOutcome::Unreadable, output.lines().last()),
        };
        let needs_person = output.lines().any(|line| first_word(without_marks(line)) == "PERSON");
        Ok(ControlFlow::Continue(VerifierVerdict {
            needs_person,
            ..VerifierVerdict::new("verifier", outcome, said)
        }))
    }
}

/// The line without the marks of Markdown before it.
fn without_marks(line: &str) -> &str {
    line.trim().trim_start_matches(['*', '#', ' '])
}

/// The letters that the line begins with.
fn first_word(line: &str) -> &str {
    line.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default()
}

/// What one verifier answered.
struct VerifierVerdict {
    by: &'static str,
    outcome: VerificationOutcome,
    said: Option<String>,
    needs_person: bool,
}

impl VerifierVerdict {
    fn new(by: &'static str, outcome: VerificationOutcome, said: Option<&str>) -> Self {
        let said = said.map(|said| redacted_line(said, SAID_CHARS));
        Self { by, outcome, said, needs_person: false }
    }
}

/// Why work does not count as complete; `None` where it does.
#[must_use]
pub fn refusal(verification: &Verification, needs_verifier: bool) -> Option<String> {
    let said = verification.said.as_deref().map(|said| format!(": {said}")).unwrap_or_default();
    match verification.outcome {
        VerificationOutcome::Passed => None,
        // A run without a task, or one whose risk only showed in it, is flagged, and its end stands.
        VerificationOutcome::Missing if !needs_verifier => None,
        VerificationOutcome::Missing => Some(format!(
            "verification is mandatory, and no verifier is named: {}",
            verification.mandatory_because.join("; ")
        )),
        VerificationOutcome::Failed => Some(format!("verification failed{said}")),
        VerificationOutcome::TimedOut => Some("verification timed out".to_owned()),
        VerificationOutcome::Unreadable => Some(format!("verification gave no answer{said}")),
    }
}
