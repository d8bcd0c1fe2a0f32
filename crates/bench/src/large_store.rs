//! `fusebox status` and its like on the store of somebody who has used it for years.

mod queries;
mod reconcile;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use fusebox_figures::{BenchReport, TableCell};
use fusebox_runtime::clock;

use crate::BenchError;
use crate::stopwatch::{TimeSamples, duration_of, to_ms};

/// Sessions in the store.
const SESSIONS: u64 = 10_000;
/// The largest time of `fusebox status`, in milliseconds.
const MAX_STATUS_MS: f64 = 50.0;
/// The commands as whole processes. `SESSION` is one in the middle.
const COMMANDS: [&str; 6] =
    ["status", "status SESSION", "status --all", "log SESSION", "incidents", AUDIT_QUERY];
/// The command that answers [`QUERY`].
const AUDIT_QUERY: &str = "audit query";
/// A query over the records of all sessions.
const QUERY: &str = "MATCH (e:ExecutionMetrics) RETURN e.qcInvoked, COUNT(*) AS tasks, AVG(e.toolCalls) AS calls, \
    SUM(CASE WHEN e.finalStatus = 'success' THEN 1 ELSE 0 END) * 100.0 / COUNT(*) AS successRate";
/// The largest time of that query, in milliseconds.
const MAX_QUERY_MS: f64 = 300.0;

/// Adds a table of whole processes, one of queries, and the target of `fusebox status`.
pub(crate) fn measure(dir: &Path, quick: bool, report: &mut BenchReport) -> Result<(), BenchError> {
    let (sessions, rounds) = if quick { (SESSIONS / 10, 5) } else { (SESSIONS, 30) };
    let home = tempfile::tempdir()?;
    let fusebox = || {
        let mut command = Command::new(dir.join("fusebox"));
        command.env_clear().env("HOME", home.path()).current_dir(home.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    fill(fusebox(), sessions)?;
    let middle = session_id(sessions / 2);
    let mut samples: Vec<(&str, TimeSamples)> =
        COMMANDS.iter().map(|words| (*words, TimeSamples::new())).collect();
    for _ in 0..rounds {
        for (words, samples) in &mut samples {
            let words = words.replace("SESSION", &middle);
            let mut command = fusebox();
            command.args(words.split(' '));
            command.args((words == AUDIT_QUERY).then_some(QUERY));
            let took = duration_of(|| match command.status()?.success() {
                true => Ok(()),
                false => Err(BenchError::from(format!("`fusebox {words}` failed"))),
            })?;
            samples.add(to_ms(took));
        }
    }
    let row = |(words, samples): &(&str, TimeSamples)| {
        TableCell::row(format!("`fusebox {words}`"), &[samples.median(), samples.p90()], 1)
    };
    let columns: &[&str] = &["what", "median ms", "p90 ms"];
    let title = format!("A store of {sessions} sessions, a process each");
    report.add_table(title, columns, samples.iter().map(row).collect());
    let queries = queries::measure(sessions, rounds)?;
    report.add_table(format!("Queries of a store of {sessions} sessions"), columns, queries);
    for (words, samples) in &samples {
        let limit = match *words {
            "status" => MAX_STATUS_MS,
            AUDIT_QUERY => MAX_QUERY_MS,
            _ => continue,
        };
        let what = format!("`fusebox {words}` with {sessions} sessions");
        report.add_check(what, samples.median(), limit, " ms");
    }
    let ids: Vec<String> = (0..sessions).map(session_id).collect();
    reconcile::measure(fusebox, home.path(), &ids, report)
}

/// Sessions a minute apart, each with a prompt, one call and an end, which leaves a record.
fn fill(mut decide: Command, sessions: u64) -> Result<(), BenchError> {
    let now = clock::now().0;
    let mut child = decide.args(["decide", "--keep"]).stdin(Stdio::piped()).spawn()?;
    let mut input = std::io::BufWriter::new(child.stdin.take().ok_or("no standard input")?);
    for n in 0..sessions {
        let (session, at) = (session_id(n), now.saturating_sub((sessions - n) * 60_000));
        for fields in [
            r#""type":"session_start","client":"claude","cwd":"/srv/shop""#,
            r#""type":"prompt","by":"human","text":"go on""#,
            r#""type":"tool_request","call":"c","tool":"bash","input":{"command":"make"}"#,
            r#""type":"tool_result","call":"c","ok":true,"output":"built""#,
            r#""type":"session_end""#,
        ] {
            writeln!(input, "{{\"session\":\"{session}\",\"at_ms\":{at},{fields}}}")?;
        }
    }
    input.flush()?;
    drop(input);
    match child.wait()?.success() {
        true => Ok(()),
        false => Err("`fusebox decide` failed".into()),
    }
}

fn session_id(n: u64) -> String {
    format!("{n:08x}-7d1c-4f7e-9a63-{n:012x}")
}
