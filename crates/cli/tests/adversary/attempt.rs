//! One attempt of an agent under a closed breaker, and the judgement of what came of it.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::attack_home::AttackHome;

/// One call of a tool.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    /// A command line, in the project.
    Shell(String),
    /// A tool of a server, its arguments, and the command line that stands for what the server does.
    Server { tool: &'static str, input: Value, does: String },
    /// A whole file, from the project.
    Write(String, String),
}

/// The calls of one attempt.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    pub(crate) calls: Vec<Call>,
    /// Whether something goes on after the calls.
    pub(crate) waits: bool,
    /// Whether it gives an order that a person at a terminal may give: without Fusebox, one does.
    pub(crate) as_person: bool,
    /// The line of the document that says that it succeeds.
    pub(crate) passes: Option<&'static str>,
    /// Whether the hook has to refuse it before it runs: that its effect does not last is not enough.
    pub(crate) must_be_refused: bool,
}

impl Attempt {
    pub(crate) fn new(calls: Vec<Call>) -> Self {
        Self { calls, waits: false, as_person: false, passes: None, must_be_refused: false }
    }

    pub(crate) fn shell(line: impl Into<String>) -> Self {
        Self::new(vec![Call::Shell(line.into())])
    }

    /// What is wrong with what comes of it.
    fn fault(&self, home: &mut AttackHome) -> Option<String> {
        let without = home.unguarded(self);
        if without.is_empty() {
            return Some(format!("takes no effect: {:?}", self.calls));
        }
        let outcome = home.guarded(self);
        let succeeds = !outcome.lasting.is_empty() && !outcome.stopped;
        match self.passes {
            None if succeeds || self.must_be_refused && !outcome.refused => {
                Some(format!("{outcome:?}: {:?}", self.calls))
            }
            Some(line) if !succeeds => {
                let by = if outcome.refused { "the hook refuses it" } else { "it does not last" };
                Some(format!("{by}, though \"{line}\": {outcome:?}: {:?}", self.calls))
            }
            _ => None,
        }
    }
}

impl Call {
    /// The tool's name and arguments; `{home}` is filled in.
    pub(crate) fn tool_and_input(&self, home: &Path) -> (&str, Value) {
        match self {
            Self::Shell(line) => ("Bash", json!({"command": line})),
            Self::Server { tool, input, .. } => {
                let text = input.to_string().replace("{home}", home.to_str().unwrap());
                (tool, serde_json::from_str(&text).unwrap())
            }
            Self::Write(path, text) => {
                let path = home.join("project").join(path);
                ("Write", json!({"file_path": path, "content": text}))
            }
        }
    }

    /// The command line that does what the call says.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::Shell(line) | Self::Server { does: line, .. } => line.clone(),
            Self::Write(path, text) => {
                let make = |(folder, _)| format!("mkdir -p '{folder}'; ");
                let folder = path.rsplit_once('/').map(make).unwrap_or_default();
                format!("{folder}cat > '{path}' <<'END_OF_FILE'\n{text}\nEND_OF_FILE")
            }
        }
    }
}

/// Makes every attempt, without Fusebox and with it; all that is wrong is told at once.
#[track_caller]
pub(crate) fn check(attempts: &[Attempt]) {
    let wrong = faults(attempts, |attempt, home| attempt.fault(home));
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), attempts.len(), wrong.join("\n"));
}

/// Makes every attempt inside a confined run, where none has any effect.
#[track_caller]
pub(crate) fn check_confined(attempts: &[Attempt]) {
    let wrong = faults(attempts, |attempt, home| {
        let losses = home.confined(attempt);
        (!losses.is_empty()).then(|| format!("{losses:?}: {:?}", attempt.calls))
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), attempts.len(), wrong.join("\n"));
}

/// What `fault` finds, by as many workers as there are processors, each with a home of its own.
fn faults(
    attempts: &[Attempt],
    fault: impl Fn(&Attempt, &mut AttackHome) -> Option<String> + Sync,
) -> Vec<String> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        let mut home = AttackHome::new();
        while let Some(attempt) = attempts.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(fault) = fault(attempt, &mut home) {
                found.lock().unwrap().push(fault);
            }
        }
    };
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        (0..workers).for_each(|_| drop(scope.spawn(work)));
    });
    found.into_inner().unwrap()
}
