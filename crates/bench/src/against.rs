//! This build beside another one, program by program and in turns: hook, fold, replay and checkpoint.
//!
//! Only programs are started, because the library of the other build is not linked here. Each build has a home, a state
//! that its own `fusebox decide --store` wrote, and a repository.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fusebox_clients::canonical;
use fusebox_engine::{Event, Timestamp};
use serde_json::{Value, json};

use crate::BenchError;
use crate::builds::{PRODUCT, copy_programs};
use crate::checkpoint::prepare_repository;
use crate::home::{SESSION, call_events, events_of, read_payload};
use crate::processes::{RESULT_BYTES, RunFolders, launch};
use crate::stopwatch::{PairedSamples, duration_of};
use crate::workload::{CallPayloads, ClientWorkload};
use fusebox_figures::{BenchReport, TableCell};

/// The largest median of this build, as a multiple of the other's.
const MAX_RATIO: f64 = 1.05;
/// Calls in the log before hooks are measured.
const LOGGED_CALLS: usize = 500;
/// Calls with the same result of which the next is refused, and the one after it trips.
const CALLS_BEFORE_TRIP: u32 = 6;

/// How much is measured.
struct RunSizes {
    rounds: u32,
    /// Rounds of the measurements that take long.
    slow_rounds: u32,
    /// Calls that `fusebox decide` answers in one run.
    decided_calls: usize,
    /// Calls of the recordings that `fusebox replay` reads.
    recorded_calls: usize,
    /// Files of the repository of which checkpoints are made.
    files: usize,
}

/// Measures the programs in `own` and in `other` in turns, and adds one table with the ratios of their medians.
pub(crate) fn measure(
    own: &Path,
    other: &Path,
    (rounds, quick): (u32, bool),
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    let sizes = if quick {
        RunSizes { rounds, slow_rounds: 4, decided_calls: 200, recorded_calls: 500, files: 1_000 }
    } else {
        let (decided_calls, recorded_calls) = (2_000, 4_000);
        RunSizes { rounds, slow_rounds: 40, decided_calls, recorded_calls, files: 20_000 }
    };
    let dir = tempfile::Builder::new().prefix("fusebox-bench-").tempdir()?;
    let folder = |name: &str| dir.path().join(name);
    let earlier = folder("earlier.jsonl");
    write_events(&earlier, LOGGED_CALLS)?;
    let builds = [
        MeasuredBuild::prepare(own, &folder("own"), &earlier)?,
        MeasuredBuild::prepare(other, &folder("other"), &earlier)?,
    ];
    let mut rows = Vec::new();
    let mut add = |what: &str, samples: &PairedSamples| {
        let (ours, theirs) = (samples.ours.median(), samples.theirs.median());
        let mut row = TableCell::row(what, &[ours, theirs], 2);
        row.push(TableCell::Number(ours / theirs, 3));
        rows.push(row);
        report.add_check(format!("{what} × the other build"), ours / theirs, MAX_RATIO, "");
    };
    let [requests, results] = hooks(&builds, sizes.rounds)?;
    add("hook, a request", &requests);
    add("hook, a result of 100 KB", &results);
    for build in &builds {
        build.repeat_a_call(sizes.rounds)?;
    }
    let trip = |build: &MeasuredBuild, round| build.trip(round);
    add("hook, the request that trips", &in_turns(&builds, sizes.rounds, trip)?);
    let events = folder("events.jsonl");
    write_events(&events, sizes.decided_calls)?;
    let decide = |build: &MeasuredBuild| build.run(&["decide"], Some(&events));
    add("fold: `fusebox decide`", &in_turns(&builds, sizes.slow_rounds, |b, _| decide(b))?);
    let transcript = folder("transcript.jsonl");
    std::fs::write(&transcript, claude_transcript(sizes.recorded_calls)?)?;
    for (what, file) in [("a Claude Code transcript", &transcript), ("canonical events", &events)] {
        let path = file.to_string_lossy();
        let replay = |build: &MeasuredBuild| build.run(&["replay", "--jobs", "1", &path], None);
        add(&format!("replay, {what}"), &in_turns(&builds, sizes.slow_rounds, |b, _| replay(b))?);
    }
    for build in &builds {
        prepare_repository(&build.folders.project, sizes.files, 100, 50)?;
        build.start_sessions(sizes.slow_rounds)?;
    }
    let checkpoint = |build: &MeasuredBuild, round: u32| {
        build.run(&["checkpoint", "--task", &checkpoint_session(round)], None)
    };
    let what = format!("checkpoint of {} files", sizes.files);
    add(&what, &in_turns(&builds, sizes.slow_rounds, checkpoint)?);
    report.add_table(
        format!("This build beside {}, in turns ({} rounds)", other.display(), sizes.rounds),
        &["what", "this build, median ms", "the other, median ms", "ratio"],
        rows,
    );
    for program in PRODUCT {
        let [ours, theirs] = [own, other].map(|folder| folder.join(program).metadata());
        let (ours, theirs) = (ours?.len() as f64 / 1e6, theirs?.len() as f64 / 1e6);
        let note = format!("`{program}` has {ours:.2} MB, the other build's {theirs:.2} MB");
        report.notes.push(note);
    }
    Ok(())
}

/// Runs `work` for this build and the other one in turns.
fn in_turns(
    [own, other]: &[MeasuredBuild; 2],
    rounds: u32,
    work: impl Fn(&MeasuredBuild, u32) -> Result<Duration, BenchError>,
) -> Result<PairedSamples, BenchError> {
    PairedSamples::measure(rounds, |round| work(own, round), |round| work(other, round))
}

/// Measures hooks before and after the same calls: requests, and large results.
fn hooks(builds: &[MeasuredBuild; 2], rounds: u32) -> Result<[PairedSamples; 2], BenchError> {
    let mut workload = ClientWorkload::new(SESSION);
    // Calls that the state does not know yet.
    for _ in 0..=LOGGED_CALLS {
        workload.next_call();
    }
    let mut samples = [PairedSamples::default(), PairedSamples::default()];
    for round in 0..=rounds {
        let CallPayloads { before, after } = workload.next_test_run(RESULT_BYTES);
        let own_first = round.is_multiple_of(2);
        for is_own in [own_first, !own_first] {
            let build = &builds[usize::from(!is_own)];
            for (payload, samples) in [&before, &after].into_iter().zip(&mut samples) {
                let took = launch::run(&build.hook, &["claude"], &build.folders, payload)?;
                let side = if is_own { &mut samples.ours } else { &mut samples.theirs };
                // The first round warms the caches.
                if round > 0 {
                    side.add(took.wall);
                }
            }
        }
    }
    Ok(samples)
}

/// The programs of one build, with a home of their own.
struct MeasuredBuild {
    fusebox: PathBuf,
    hook: PathBuf,
    folders: RunFolders,
}

impl MeasuredBuild {
    /// Makes the home of a build and lets its own `fusebox` write a state into it.
    fn prepare(programs: &Path, dir: &Path, earlier: &Path) -> Result<Self, BenchError> {
        let copies = dir.join("programs");
        copy_programs(programs, &copies, &PRODUCT)?;
        let [fusebox, hook] = PRODUCT.map(|program| copies.join(program));
        let folders =
            RunFolders { home: dir.join("home"), project: dir.join("project"), socket: None };
        std::fs::create_dir_all(&folders.home)?;
        std::fs::create_dir_all(&folders.project)?;
        let build = Self { fusebox, hook, folders };
        let state = build.folders.state_dir();
        build.run(&["decide", "--store", &state.to_string_lossy()], Some(earlier))?;
        Ok(build)
    }

    /// Repeats a failing test run in a session for each trip that is to be measured, up to the request before it.
    fn repeat_a_call(&self, rounds: u32) -> Result<(), BenchError> {
        let mut lines = Vec::new();
        for round in 0..=rounds {
            let mut workload = ClientWorkload::new(&tripping_session(round));
            let calls = (0..CALLS_BEFORE_TRIP).map(|_| call_events(&workload.same_failing_run()));
            let mut events = calls.collect::<Result<Vec<_>, _>>()?.concat();
            events.extend(read_payload(&workload.same_failing_run().before)?); // It is refused.
            let line = |event| canonical::write_event(event).ok_or("an event has no line");
            lines.extend(events.iter().map(line).collect::<Result<Vec<_>, _>>()?);
        }
        let events = self.folders.home.join("repeated.jsonl");
        std::fs::write(&events, lines.join("\n"))?;
        let state = self.folders.state_dir();
        self.run(&["decide", "--store", &state.to_string_lossy()], Some(&events)).map(drop)
    }

    /// The time of the hook whose request trips the session of this round.
    fn trip(&self, round: u32) -> Result<Duration, BenchError> {
        let mut workload = ClientWorkload::new(&tripping_session(round));
        for _ in 0..=CALLS_BEFORE_TRIP {
            workload.same_failing_run();
        }
        let request = workload.same_failing_run().before;
        let (took, answer) =
            launch::run_answered(&self.hook, &["claude"], &self.folders, &request)?;
        if !answer.contains("TRIPPED") {
            return Err(format!("the request does not trip: `{answer}`").into());
        }
        Ok(Duration::from_secs_f64(took.wall / 1e3))
    }

    /// Starts one session in the repository for each checkpoint that is to be made.
    fn start_sessions(&self, rounds: u32) -> Result<(), BenchError> {
        let events = self.folders.home.join("sessions.jsonl");
        let start = |round| {
            let session = checkpoint_session(round);
            json!({"session": session, "type": "session_start", "cwd": self.folders.project})
        };
        let lines: Vec<String> = (0..=rounds).map(|round| start(round).to_string()).collect();
        std::fs::write(&events, lines.join("\n"))?;
        let state = self.folders.state_dir();
        self.run(&["decide", "--store", &state.to_string_lossy()], Some(&events)).map(drop)
    }

    /// Runs `fusebox` with its output thrown away.
    fn run(&self, args: &[&str], input: Option<&Path>) -> Result<Duration, BenchError> {
        let mut command = Command::new(&self.fusebox);
        self.folders.set_environment(&mut command);
        let input = input.map(File::open).transpose()?;
        command.args(args).stdin(input.map_or_else(Stdio::null, Stdio::from));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        duration_of(|| match command.status()? {
            status if status.success() => Ok(()),
            status => Err(BenchError::from(format!("fusebox {}: {status}", args.join(" ")))),
        })
    }
}

/// The session that trips in a round.
fn tripping_session(round: u32) -> String {
    format!("trip-{round}")
}

/// The session whose checkpoint is made in a round.
fn checkpoint_session(round: u32) -> String {
    format!("checkpoint-{round}")
}

/// The canonical events of a session with so many calls, a line each.
fn write_events(path: &Path, calls: usize) -> Result<(), BenchError> {
    let mut file = std::io::BufWriter::new(File::create(path)?);
    for (n, event) in (0..).zip(events_of(&mut ClientWorkload::new(SESSION), calls)?) {
        let event = Event { at: Some(Timestamp(1_700_000_000_000 + n * 1_000)), ..event };
        let line = canonical::write_event(&event).ok_or("an event has no canonical line")?;
        writeln!(file, "{line}")?;
    }
    Ok(file.flush()?)
}

/// The transcript that Claude Code writes of a session with so many calls.
fn claude_transcript(calls: usize) -> Result<String, BenchError> {
    let mut workload = ClientWorkload::new(SESSION);
    let mut lines = String::new();
    for n in 0..calls {
        let call = workload.next_call();
        let after: Value = serde_json::from_slice(&call.after)?;
        let at = |second: usize| {
            let [seconds, minutes, hours] = [second % 60, second / 60 % 60, second / 3_600 % 24];
            let day = 1 + second / 86_400;
            format!("2026-01-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.000Z")
        };
        let id = &after["tool_use_id"];
        let request = json!({"type": "assistant", "sessionId": SESSION, "timestamp": at(2 * n),
            "message": {"id": format!("m{n}"), "role": "assistant", "content": [{"type": "tool_use",
                "id": id, "name": after["tool_name"], "input": after["tool_input"]}],
                "usage": {"input_tokens": 9, "cache_read_input_tokens": 40_000, "output_tokens": 120}}});
        let output = after["tool_response"].to_string();
        let result = json!({"type": "user", "sessionId": SESSION, "timestamp": at(2 * n + 1),
            "toolUseResult": after["tool_response"], "message": {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": id, "content": output}]}});
        lines.push_str(&format!("{request}\n{result}\n"));
    }
    Ok(lines)
}
