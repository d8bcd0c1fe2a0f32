//! What git says of a work tree. It is only asked: no lock is taken and no index is refreshed.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use fusebox_report::GitState;
use fusebox_text::redact;

use crate::context::Context;

/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of an answer that are read.
const ANSWER: u64 = 256 << 10;
/// Lines of an answer that are kept.
const LINES: usize = 200;

/// Variables that lead git to another repository than that of the folder.
const ELSEWHERE: &[&str] = &["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"];

/// The state of the work tree around `folder`; none where git knows of none.
pub(super) fn state(context: &Context, folder: &Path) -> Option<GitState> {
    let known = ask(folder, &["rev-parse", "--is-inside-work-tree"]);
    match known {
        Answer::Lines(lines) if lines.first().is_some_and(|line| line == "true") => {}
        Answer::Late => return late(context),
        Answer::Lines(_) | Answer::None => return None,
    }
    let branch = ask(folder, &["symbolic-ref", "--quiet", "--short", "HEAD"]);
    let head = ask(folder, &["rev-parse", "--verify", "--quiet", "HEAD"]);
    let status = ask(folder, &["status", "--short"]);
    let commits =
        ask(folder, &["log", "-5", "--no-decorate", "--no-show-signature", "--format=%h %s"]);
    if [&branch, &head, &status, &commits].iter().any(|answer| matches!(answer, Answer::Late)) {
        late(context);
    }
    Some(GitState {
        branch: branch.lines().into_iter().next(),
        head: head.lines().into_iter().next(),
        status: status.lines(),
        recent_commits: commits.lines(),
    })
}

fn late(context: &Context) -> Option<GitState> {
    context.inform("note: git did not answer within 5 s; what it would have said is left out");
    None
}

enum Answer {
    Lines(Vec<String>),
    None,
    Late,
}

impl Answer {
    fn lines(self) -> Vec<String> {
        match self {
            Self::Lines(lines) => lines,
            Self::None | Self::Late => Vec::new(),
        }
    }
}

fn ask(folder: &Path, question: &[&str]) -> Answer {
    let mut command = Command::new("git");
    command
        // A program that the repository names must not run because somebody looks.
        .args(["--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false", "-C"])
        .arg(folder)
        .args(question)
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    for variable in ELSEWHERE {
        command.env_remove(variable);
    }
    let Ok(mut child) = command.spawn() else { return Answer::None };
    let Some(stdout) = child.stdout.take() else { return Answer::None };
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = Vec::new();
        let read = stdout.take(ANSWER).read_to_end(&mut answer);
        let _ = sender.send(read.map(|_| answer));
    });
    let answer = receiver.recv_timeout(PATIENCE);
    if answer.is_err() {
        let _ = child.kill();
    }
    let ended = child.wait();
    match (answer, ended) {
        (Ok(Ok(answer)), Ok(status)) if status.success() || !answer.is_empty() => {
            Answer::Lines(lines(&answer))
        }
        (Err(_), _) => Answer::Late,
        (Ok(_), _) => Answer::None,
    }
}

fn lines(answer: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(answer);
    let text = redact(&text);
    let clean = |line: &str| line.chars().filter(|c| !c.is_control()).take(400).collect();
    let mut lines: Vec<String> = text.lines().take(LINES).map(clean).collect();
    let more = text.lines().count().saturating_sub(LINES);
    if more > 0 {
        lines.push(format!("… and {more} more lines"));
    }
    lines
}
