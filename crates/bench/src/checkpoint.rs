//! Checkpoints: of many files beside `git stash create`, and the tool call that waits for one.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fusebox_git::{CheckpointName, Repository};
use serde_json::{Value, json};

use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::processes::{RunFolders, launch};
use crate::stopwatch::{PairedSamples, TimeSamples, duration_of};
use fusebox_figures::{BenchReport, TableCell};

/// Files of the large repository, of which some differ from the last commit and some are new.
pub(crate) const FILES: usize = 50_000;
const CHANGED: usize = 100;
const UNTRACKED: usize = 50;
/// Files of an ordinary small repository.
const FEW_FILES: usize = 200;
/// The largest time of a checkpoint of many files, as a multiple of `git stash create`.
const MAX_RATIO: f64 = 2.0;

/// Adds both tables.
pub(crate) fn measure(
    programs: &[BuiltPrograms],
    quick: bool,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    beside_stash(if quick { 3 } else { 15 }, report)?;
    match programs.first() {
        Some(programs) => waiting_calls(&programs.hook, if quick { 5 } else { 40 }, report),
        None => Ok(()),
    }
}

fn beside_stash(rounds: u32, report: &mut BenchReport) -> Result<(), BenchError> {
    let dir = tempfile::tempdir()?;
    let top = dir.path().join("repo");
    prepare_repository(&top, FILES, CHANGED, UNTRACKED)?;
    let repository = Repository::find(&top)?.ok_or("no repository was made")?;
    let PairedSamples { ours, theirs, ratios } = PairedSamples::measure(
        rounds,
        |round| {
            let name = CheckpointName::new(&format!("round-{round}"))?;
            duration_of(|| repository.checkpoint(&name, "speed", 1_767_225_600_000))
        },
        |_| duration_of(|| git(&top, &["stash", "create"])),
    )?;
    report.add_table(
        format!("A checkpoint of {FILES} files, {CHANGED} changed, {UNTRACKED} new"),
        &["what", "median ms", "p90 ms"],
        vec![median_row("checkpoint", &ours, 0), median_row("git stash create", &theirs, 0)],
    );
    let what = format!("checkpoint of {FILES} files × git stash create");
    report.add_check(what, ratios.median(), MAX_RATIO, " ×");
    Ok(())
}

fn median_row(what: &str, samples: &TimeSamples, digits: usize) -> Vec<TableCell> {
    TableCell::row(what, &[samples.median(), samples.p90()], digits)
}

/// Measures the first change of a session, which waits for the checkpoint, and the second, which does not.
fn waiting_calls(hook: &Path, rounds: u32, report: &mut BenchReport) -> Result<(), BenchError> {
    let dir = tempfile::tempdir()?;
    let top = dir.path().join("repo");
    prepare_repository(&top, FEW_FILES, 5, 5)?;
    let folders = RunFolders { home: dir.path().to_owned(), project: top.clone(), socket: None };
    let run_hook = |event: &str, session: &str, fields: Value| -> Result<f64, BenchError> {
        let mut payload = json!({"session_id": session, "cwd": top, "hook_event_name": event,
            "transcript_path": dir.path().join("none.jsonl")});
        if let (Some(payload), Some(fields)) = (payload.as_object_mut(), fields.as_object()) {
            payload.extend(fields.clone());
        }
        let payload = payload.to_string();
        Ok(launch::run(hook, &["claude".to_owned()], &folders, payload.as_bytes())?.wall)
    };
    let change = |n: u32| {
        json!({"tool_name": "Write", "tool_use_id": format!("c{n}"),
            "tool_input": {"file_path": top.join("new.rs"), "content": n.to_string()}})
    };
    let [mut unprompted, mut prompted, mut second] = [const { TimeSamples::new() }; 3];
    for round in 0..=rounds {
        let (a, b) = (format!("a{round}"), format!("b{round}"));
        run_hook("SessionStart", &a, json!({"source": "startup"}))?;
        let unprompted_ms = run_hook("PreToolUse", &a, change(1))?;
        let second_ms = run_hook("PreToolUse", &a, change(2))?;
        run_hook("SessionStart", &b, json!({"source": "startup"}))?;
        run_hook("UserPromptSubmit", &b, json!({"prompt": "go"}))?;
        // No model answers faster.
        std::thread::sleep(Duration::from_millis(500));
        let prompted_ms = run_hook("PreToolUse", &b, change(1))?;
        // The first round warms the caches.
        if round > 0 {
            unprompted.add(unprompted_ms);
            prompted.add(prompted_ms);
            second.add(second_ms);
        }
    }
    report.add_table(
        format!("The call that waits for the checkpoint, in a repository of {FEW_FILES} files"),
        &["call", "median ms", "p90 ms"],
        vec![
            median_row("first change, half a second after the prompt", &prompted, 1),
            median_row("first change without a prompt: it requests the checkpoint", &unprompted, 1),
            median_row("second change", &second, 1),
        ],
    );
    Ok(())
}

/// The path of file `n`, in one of 500 folders.
pub(crate) fn file_path(top: &Path, n: usize) -> PathBuf {
    top.join(format!("d{}/e{}/f{n}.rs", n % 50, n % 500))
}

/// Makes a repository of `files` files, of which `changed` differ from the last commit, with `untracked` new ones.
pub(crate) fn prepare_repository(
    top: &Path,
    files: usize,
    changed: usize,
    untracked: usize,
) -> Result<(), BenchError> {
    for n in 0..files {
        let path = file_path(top, n);
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
        std::fs::write(file_path(top, n), "changed\n")?;
    }
    for n in 0..untracked {
        std::fs::write(top.join(format!("d{n}/new.rs")), format!("new {n}\n"))?;
    }
    Ok(())
}

/// Runs git without output, and without the maintenance that would disturb a measurement.
pub(crate) fn git(top: &Path, args: &[&str]) -> Result<(), BenchError> {
    let settings =
        ["user.name=P", "user.email=p@example.org", "maintenance.auto=false", "gc.auto=0"];
    let status = Command::new("git")
        .args(settings.iter().flat_map(|setting| ["-c", setting]))
        .arg("-C")
        .arg(top)
        .args(args)
        .stdout(Stdio::null())
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("git {args:?} failed").into()) }
}
