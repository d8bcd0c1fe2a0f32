//! What caps on spending cost the hook: beside one without a cap, in turns, before a call.
//!
//! Two cases are told apart: the model has answered since the call before, so that its response is read, priced, logged and
//! added up; or nothing is new in the transcript.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::BenchError;
use crate::home::SESSION;
use crate::processes::{RunFolders, launch};
use crate::stopwatch::PairedSamples;
use crate::workload::{CallPayloads, ClientWorkload};
use fusebox_figures::{BenchReport, TableCell};

/// The largest cost of a hook with caps, as a multiple of the hook without.
const MAX_RATIO: f64 = 1.05;
/// Calls of a session before it is measured.
const EARLIER_CALLS: usize = 30;
/// Calls before instructions are counted, and how often. So few leave the write-ahead logs of both homes short: each hook
/// reads its log again, and where one is put into the database before the other, the counts tell that.
const CALLS_BEFORE_COUNT: usize = 5;
const COUNTED_ROUNDS: usize = 3;
/// What counts instructions.
const COUNTER: &str = "valgrind";

/// The settings that are compared with none.
const CAPS: [(&str, &str); 3] = [
    ("one cap (`spend.session`)", "[spend]\nsession = \"1000 USD\"\n"),
    (
        "three caps (`session`, `task`, `all.day`)",
        "[spend]\nsession = \"1000 USD\"\ntask = \"1000 USD\"\nall.day = \"1000 USD\"\n",
    ),
    ("`limits.cost_usd`", "[limits]\ncost_usd = 1000\n"),
];

/// Measures the hook in the folder `programs`, and adds one table and its targets.
pub(crate) fn measure(
    programs: &Path,
    rounds: u32,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    let dir = tempfile::Builder::new().prefix("fusebox-bench-").tempdir()?;
    let mut rows = Vec::new();
    let mut is_counted = true;
    for (has_answered, when) in [(true, "after a response"), (false, "nothing new")] {
        for (number, (caps, settings)) in CAPS.into_iter().enumerate() {
            let pair = |calls: usize| {
                let home = |kind: &str, settings| {
                    let name = format!("{kind}-{number}-{has_answered}-{calls}");
                    let dir = dir.path().join(name);
                    CappedHook::prepare(programs, &dir, settings, (has_answered, calls))
                };
                Ok::<_, BenchError>(HookPair {
                    capped: home("caps", settings)?,
                    plain: home("none", "")?,
                })
            };
            let samples = pair(EARLIER_CALLS)?.measure(rounds)?;
            let instructions = pair(CALLS_BEFORE_COUNT)?.instruction_ratio()?;
            is_counted &= instructions.is_some();
            let ratio = samples.ratios.median();
            let times = [samples.ours.median(), samples.theirs.median()];
            let mut row = vec![TableCell::Text(caps.to_owned()), TableCell::Text(when.to_owned())];
            row.extend(times.map(|ms| TableCell::Number(ms, 2)));
            row.push(TableCell::Number(ratio, 3));
            row.push(instructions.map_or(TableCell::Empty, |ratio| TableCell::Number(ratio, 3)));
            rows.push(row);
            let what = format!("hook with {caps}, {when}, × the hook without");
            report.add_check(what, ratio, MAX_RATIO, "");
        }
    }
    if !is_counted {
        report.notes.push(format!("no instructions of hooks with caps: `{COUNTER}` is missing"));
    }
    let title = format!("The hook before a call with caps on spending, in turns ({rounds} pairs)");
    let columns =
        &["caps", "transcript", "median ms", "without, median ms", "ratio", "× instructions"];
    report.add_table(title, columns, rows);
    Ok(())
}

/// A hook with caps and one without.
struct HookPair {
    capped: CappedHook,
    plain: CappedHook,
}

impl HookPair {
    fn measure(&mut self, rounds: u32) -> Result<PairedSamples, BenchError> {
        let Self { capped, plain } = self;
        PairedSamples::measure(rounds, |_| capped.time_call(), |_| plain.time_call())
    }

    /// The instructions of both in the program, as a ratio of the smallest counts; `None` where nothing counts them.
    fn instruction_ratio(&mut self) -> Result<Option<f64>, BenchError> {
        let mut least = [u64::MAX; 2];
        for _ in 0..COUNTED_ROUNDS {
            for (hook, least) in [&mut self.capped, &mut self.plain].into_iter().zip(&mut least) {
                let Some(count) = hook.count_call()? else { return Ok(None) };
                *least = (*least).min(count);
            }
        }
        Ok(Some(least[0] as f64 / least[1] as f64))
    }
}

/// A hook in a home of its own, whose session makes call after call.
struct CappedHook {
    hook: PathBuf,
    folders: RunFolders,
    transcript: PathBuf,
    workload: ClientWorkload,
    /// Whether the model writes a response before each call.
    has_answered: bool,
    responses: u64,
}

impl CappedHook {
    /// Writes the settings, and begins a session that makes so many calls.
    fn prepare(
        programs: &Path,
        dir: &Path,
        settings: &str,
        (has_answered, calls): (bool, usize),
    ) -> Result<Self, BenchError> {
        let folders =
            RunFolders { home: dir.join("home"), project: dir.join("project"), socket: None };
        let config = folders.home.join(".config/fusebox");
        fs::create_dir_all(&config)?;
        fs::create_dir_all(&folders.project)?;
        // Without a cap there are settings too, so that a policy is read in both homes.
        fs::write(config.join("config.toml"), format!("notify = []\n\n{settings}"))?;
        let transcript = folders.home.join("transcript.jsonl");
        let prompt =
            json!({"type": "user", "message": {"role": "user", "content": "Find out why."}});
        fs::write(&transcript, format!("{prompt}\n"))?;
        let workload = ClientWorkload::new(SESSION).with_transcript(&transcript);
        let hook = programs.join("fusebox-hook").canonicalize()?;
        let mut hook = Self { hook, folders, transcript, workload, has_answered, responses: 0 };
        hook.begin()?;
        for _ in 0..calls {
            hook.time_call()?;
        }
        Ok(hook)
    }

    fn begin(&self) -> Result<(), BenchError> {
        let mut start = self.workload.payload("SessionStart");
        start["source"] = json!("startup");
        let mut prompt = self.workload.payload("UserPromptSubmit");
        prompt["prompt"] = json!("Find out why.");
        for payload in [start, prompt] {
            let payload = payload.to_string();
            launch::run_answered(&self.hook, &["claude"], &self.folders, payload.as_bytes())?;
        }
        Ok(())
    }

    /// The time of the hook before the next call. The hook after it runs as well.
    fn time_call(&mut self) -> Result<Duration, BenchError> {
        let call = self.next_call()?;
        let took = launch::run(&self.hook, &["claude"], &self.folders, &call.before)?;
        launch::run(&self.hook, &["claude"], &self.folders, &call.after)?;
        Ok(Duration::from_secs_f64(took.wall / 1e3))
    }

    /// The instructions of the hook before the next call; `None` where nothing counts them.
    fn count_call(&mut self) -> Result<Option<u64>, BenchError> {
        let call = self.next_call()?;
        let log = self.folders.home.join("instructions");
        let log_option = format!("--log-file={}", log.display());
        let hook = self.hook.to_string_lossy();
        let args =
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", &log_option, &hook, "claude"];
        let counted = launch::run(Path::new(COUNTER), &args, &self.folders, &call.before);
        let text = fs::read_to_string(&log).unwrap_or_default();
        let count = text.split("Collected :").nth(1).and_then(|rest| {
            let number = rest.split_whitespace().next()?;
            number.parse().ok()
        });
        if count.is_some() {
            counted?;
            launch::run(&self.hook, &["claude"], &self.folders, &call.after)?;
        }
        Ok(count)
    }

    fn next_call(&mut self) -> Result<CallPayloads, BenchError> {
        let call = self.workload.next_call();
        if self.has_answered {
            self.respond(&call)?;
        }
        Ok(call)
    }

    /// Writes a short response of the model that asks for this call.
    fn respond(&mut self, call: &CallPayloads) -> Result<(), BenchError> {
        let request: serde_json::Value = serde_json::from_slice(&call.before)?;
        self.responses += 1;
        let n = self.responses;
        let text = "I look at it now, to see how the totals are made.";
        let record = json!({
            "parentUuid": format!("3f0c6a58-7d11-4f0e-9b0e-{n:012}"), "isSidechain": false,
            "type": "assistant", "uuid": format!("7b1d9c44-02c5-4b7e-8a55-{n:012}"),
            "timestamp": "2026-11-27T05:00:00.000Z", "sessionId": SESSION,
            "requestId": format!("req_011CV{n:019}"),
            "message": {"id": format!("msg_01XF{n:020}"), "type": "message", "role": "assistant",
                "model": "claude-sonnet-4-5", "stop_reason": "tool_use", "content": [
                    {"type": "text", "text": text},
                    {"type": "tool_use", "id": request["tool_use_id"], "name": request["tool_name"],
                        "input": request["tool_input"]}],
                "usage": {"input_tokens": 12, "cache_creation_input_tokens": 310,
                    "cache_read_input_tokens": 15_000, "output_tokens": 120,
                    "service_tier": "standard"}}});
        let mut file = OpenOptions::new().append(true).open(&self.transcript)?;
        Ok(writeln!(file, "{record}")?)
    }
}
