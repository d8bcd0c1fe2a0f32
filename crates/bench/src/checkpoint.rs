//! What a checkpoint costs: of many files beside git's own `stash create`, and for the one call
//! that waits for it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fusebox_git::{CheckpointName, Repository};
use serde_json::{Value, json};

use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::stopwatch::{TimeSamples, timed};
use fusebox_figures::{BenchReport, FigureTable, TableCell, TargetCheck};

/// Files of the large repository, of which some differ from the last commit and some are new.
pub(crate) const FILES: usize = 50_000;
const CHANGED: usize = 100;
const UNTRACKED: usize = 50;
/// Files of an ordinary small repository.
const FEW: usize = 200;
/// A checkpoint of many files takes at most so many times as long as `git stash create`.
const MOST: f64 = 2.0;

/// Both tables.
pub(crate) fn measure(
    programs: &[BuiltPrograms],
    quick: bool,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    of_many_files(if quick { 3 } else { 15 }, report)?;
    match programs.first() {
        Some(programs) => waiting(programs, if quick { 5 } else { 40 }, report),
        None => Ok(()),
    }
}

fn of_many_files(rounds: u32, report: &mut BenchReport) -> Result<(), BenchError> {
    let dir = tempfile::tempdir()?;
    let top = dir.path().join("repo");
    prepare(&top, FILES, CHANGED, UNTRACKED)?;
    let repository = Repository::find(&top)?.ok_or("no repository was made")?;
    let (mut ours, mut theirs, mut ratios) =
        (TimeSamples::new(), TimeSamples::new(), TimeSamples::new());
    for round in 0..=rounds {
        let name = CheckpointName::new(&format!("round-{round}"))?;
        let checkpoint = || timed(|| repository.checkpoint(&name, "speed", 1_767_225_600_000));
        let stash = || timed(|| git(&top, &["stash", "create"]));
        // What else the machine does meets both alike.
        let (made, stashed) = if round % 2 == 0 {
            let made = checkpoint();
            (made, stash())
        } else {
            let stashed = stash();
            (checkpoint(), stashed)
        };
        made.0?;
        stashed.0?;
        // The first round warms the caches.
        if round > 0 {
            ours.add(ms(made.1));
            theirs.add(ms(stashed.1));
            ratios.add(ms(made.1) / ms(stashed.1));
        }
    }
    let row = |what: &str, samples: &TimeSamples| {
        vec![
            TableCell::text(what),
            TableCell::Number(samples.median(), 0),
            TableCell::Number(samples.p90(), 0),
        ]
    };
    report.tables.push(FigureTable {
        title: format!("A checkpoint of {FILES} files, {CHANGED} changed, {UNTRACKED} new"),
        columns: &["what", "median ms", "p90 ms"],
        rows: vec![row("checkpoint", &ours), row("git stash create", &theirs)],
    });
    let what = format!("checkpoint of {FILES} files × git stash create");
    report.checks.push(TargetCheck { what, found: ratios.median(), at_most: MOST, unit: " ×" });
    Ok(())
}

/// The first change of a session, and the second one, which never waits.
fn waiting(
    programs: &BuiltPrograms,
    rounds: u32,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    let dir = tempfile::tempdir()?;
    let top = dir.path().join("repo");
    prepare(&top, FEW, 5, 5)?;
    let hook = |event: &str, session: &str, fields: Value| -> Result<f64, BenchError> {
        let mut whole = json!({"session_id": session, "cwd": top, "hook_event_name": event,
            "transcript_path": dir.path().join("none.jsonl")});
        if let (Some(whole), Some(fields)) = (whole.as_object_mut(), fields.as_object()) {
            whole.extend(fields.clone());
        }
        let (done, took) = timed(|| run(&programs.hook, dir.path(), &top, &whole.to_string()));
        done?;
        Ok(ms(took))
    };
    let change = |n: u32| {
        json!({"tool_name": "Write", "tool_use_id": format!("c{n}"),
            "tool_input": {"file_path": top.join("new.rs"), "content": n.to_string()}})
    };
    let [mut unasked, mut asked, mut second] = [const { TimeSamples::new() }; 3];
    for round in 0..=rounds {
        let (a, b) = (format!("a{round}"), format!("b{round}"));
        hook("SessionStart", &a, json!({"source": "startup"}))?;
        let of_unasked = hook("PreToolUse", &a, change(1))?;
        let of_second = hook("PreToolUse", &a, change(2))?;
        hook("SessionStart", &b, json!({"source": "startup"}))?;
        hook("UserPromptSubmit", &b, json!({"prompt": "go"}))?;
        // No model answers faster.
        std::thread::sleep(Duration::from_millis(500));
        let of_asked = hook("PreToolUse", &b, change(1))?;
        if round > 0 {
            unasked.add(of_unasked);
            asked.add(of_asked);
            second.add(of_second);
        }
    }
    let row = |what: &str, samples: &TimeSamples| {
        vec![
            TableCell::text(what),
            TableCell::Number(samples.median(), 1),
            TableCell::Number(samples.p90(), 1),
        ]
    };
    report.tables.push(FigureTable {
        title: format!("The call that waits for the checkpoint, in a repository of {FEW} files"),
        columns: &["call", "median ms", "p90 ms"],
        rows: vec![
            row("first change, half a second after the prompt", &asked),
            row("first change, no prompt told: it asks and waits", &unasked),
            row("second change", &second),
        ],
    });
    Ok(())
}

fn run(hook: &Path, home: &Path, top: &Path, event: &str) -> Result<(), BenchError> {
    let mut child = Command::new(hook)
        .arg("claude")
        .env_clear()
        .env("HOME", home)
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .current_dir(top)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(event.as_bytes())?;
    }
    if child.wait()?.success() { Ok(()) } else { Err("the hook failed".into()) }
}

pub(crate) fn ms(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

/// The file of a number, in one of 500 folders.
pub(crate) fn path(top: &Path, n: usize) -> PathBuf {
    top.join(format!("d{}/e{}/f{n}.rs", n % 50, n % 500))
}

/// A repository of so many files, of which some differ from the last commit and some are new.
pub(crate) fn prepare(
    top: &Path,
    files: usize,
    changed: usize,
    untracked: usize,
) -> Result<(), BenchError> {
    for n in 0..files {
        let path = path(top, n);
        std::fs::create_dir_all(path.parent().unwrap_or(top))?;
        std::fs::write(path, format!("fn f{n}() {{}}\n"))?;
    }
    git(top, &["init", "-q", "-b", "main"])?;
    git(top, &["add", "-A"])?;
    git(top, &["commit", "-q", "-m", "all"])?;
    // Git looks twice at files that are as young as its index.
    std::thread::sleep(Duration::from_millis(1100));
    git(top, &["status"])?;
    for n in 0..changed {
        std::fs::write(path(top, n), "changed\n")?;
    }
    for n in 0..untracked {
        std::fs::write(top.join(format!("d{n}/new.rs")), format!("new {n}\n"))?;
    }
    Ok(())
}

/// Runs git quietly. It packs nothing behind our back while something is measured.
pub(crate) fn git(top: &Path, args: &[&str]) -> Result<(), BenchError> {
    let status = Command::new("git")
        .args([
            "-c",
            "user.name=P",
            "-c",
            "user.email=p@example.org",
            "-c",
            "maintenance.auto=false",
        ])
        .args(["-c", "gc.auto=0", "-C"])
        .arg(top)
        .args(args)
        .stdout(Stdio::null())
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("git {args:?} failed").into()) }
}
