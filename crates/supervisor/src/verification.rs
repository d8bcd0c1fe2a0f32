//! Verifies work before it counts as complete: a command that has to succeed, criteria that a verifier answers.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use fusebox_engine::VerificationSettings;
use fusebox_runtime::agent_run::{Verification, VerificationOutcome};
use fusebox_runtime::clock;
use fusebox_runtime::task::Task;
use fusebox_text::redacted_line;

use crate::iterate::check::{CheckCommand, CheckOutcome};
use crate::{Result, signals};

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
        let verifier = self.verifier.as_ref().filter(|_| !self.criteria.is_empty());
        let answer = match (&self.command, verifier) {
            (None, None) if self.mandatory_because.is_empty() => {
                return Ok(VerificationEnd::NotAsked);
            }
            (None, None) => ControlFlow::Continue(VerifierVerdict::new(
                "none",
                VerificationOutcome::Missing,
                None,
            )),
            (command, verifier) => {
                let by_command = match command {
                    Some(command) => self.run_command(command, dir, confining)?,
                    None => ControlFlow::Continue(VerifierVerdict::new(
                        "command",
                        VerificationOutcome::Passed,
                        None,
                    )),
                };
                match (by_command, verifier) {
                    (ControlFlow::Continue(passed), Some(verifier))
                        if passed.outcome == VerificationOutcome::Passed =>
                    {
                        self.ask_verifier(verifier, dir, confining)?
                    }
                    (answer, _) => answer,
                }
            }
        };
        let verdict = match answer {
            ControlFlow::Continue(verdict) => verdict,
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

    fn run_command(
        &self,
        command: &str,
        dir: &Path,
        confining: &[String],
    ) -> Result<ControlFlow<i32, VerifierVerdict>> {
        let (code, output) = match run(command, dir, confining, None, self.timeout)? {
            ControlFlow::Continue(ended) => ended,
            ControlFlow::Break(signal) => return Ok(ControlFlow::Break(signal)),
        };
        let outcome = match code {
            CheckEnd::TimedOut => VerificationOutcome::TimedOut,
            CheckEnd::Code(Some(0)) => VerificationOutcome::Passed,
            CheckEnd::Code(Some(126 | 127)) => VerificationOutcome::Unreadable,
            CheckEnd::Code(_) => VerificationOutcome::Failed,
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
        let ended = run(verifier, dir, confining, Some(text.as_bytes()), self.timeout)?;
        let (code, output) = match ended {
            ControlFlow::Continue(ended) => ended,
            ControlFlow::Break(signal) => return Ok(ControlFlow::Break(signal)),
        };
        let verdict = output.lines().map(without_marks).find_map(|line| match first_word(line) {
            "PASS" => Some((VerificationOutcome::Passed, line)),
            "FAIL" => Some((VerificationOutcome::Failed, line)),
            _ => None,
        });
        let (outcome, said) = match (code, verdict) {
            (CheckEnd::TimedOut, _) => (VerificationOutcome::TimedOut, None),
            (CheckEnd::Code(Some(0)), Some((outcome, line))) => (outcome, Some(line)),
            (CheckEnd::Code(_), _) => (VerificationOutcome::Unreadable, output.lines().last()),
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

/// How a verifier's process ended.
#[derive(Clone, Copy)]
enum CheckEnd {
    Code(Option<i32>),
    TimedOut,
}

/// Runs a command line; breaks with the signal by which somebody interrupted.
fn run(
    command: &str,
    dir: &Path,
    confining: &[String],
    input: Option<&[u8]>,
    limit: Duration,
) -> Result<ControlFlow<i32, (CheckEnd, String)>> {
    let (queue, signals) = channel();
    signals::listen(queue, |request| request)?;
    let check = CheckCommand { command, dir, confining, input, limit };
    Ok(match check.run(&signals)? {
        CheckOutcome::Interrupted(signal) => ControlFlow::Break(signal),
        CheckOutcome::Ended { timed_out: true, output, .. } => {
            ControlFlow::Continue((CheckEnd::TimedOut, output))
        }
        CheckOutcome::Ended { code, output, .. } => {
            ControlFlow::Continue((CheckEnd::Code(code), output))
        }
    })
}

/// Why work does not count as complete; `None` where it does.
#[must_use]
pub fn refusal(verification: &Verification, is_named_task: bool) -> Option<String> {
    let said = verification.said.as_deref().map(|said| format!(": {said}")).unwrap_or_default();
    match verification.outcome {
        VerificationOutcome::Passed => None,
        // Nobody named a verifier for a run without a task: it is flagged, and its end stands.
        VerificationOutcome::Missing if !is_named_task => None,
        VerificationOutcome::Missing => Some(format!(
            "verification is mandatory, and no verifier is named: {}",
            verification.mandatory_because.join("; ")
        )),
        VerificationOutcome::Failed => Some(format!("verification failed{said}")),
        VerificationOutcome::TimedOut => Some("verification timed out".to_owned()),
        VerificationOutcome::Unreadable => Some(format!("verification gave no answer{said}")),
    }
}
