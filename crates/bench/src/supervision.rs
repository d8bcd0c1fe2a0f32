//! The cost of supervision while a command writes 10 MB a second.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::BenchError;
use crate::stopwatch::timed;
use fusebox_figures::{BenchReport, TableCell};

/// The measured time.
const LENGTH: Duration = Duration::from_secs(5);
/// Time until the database is open and the first second is over.
const WARM_UP: Duration = Duration::from_millis(1_500);
/// The largest share of one core that supervision takes, in percent.
const MAX_PERCENT: f64 = 1.0;

/// Measures the supervisor and its watchdog, without the command.
pub(crate) fn measure(dir: &Path, report: &mut BenchReport) -> Result<(), BenchError> {
    let home = tempfile::tempdir()?;
    let mut child = Command::new(dir.join("fusebox"))
        .args(["run", "--"])
        .arg(dir.join("bench-writer"))
        .env("HOME", home.path())
        .current_dir(home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let measured = watch(&mut child);
    // A watchdog that is gone ends the run.
    let _ = child.kill();
    let _ = child.wait();
    let (percent, megabytes) = measured?;
    let rows = vec![
        TableCell::row("supervision, % of one core", &[percent], 2),
        TableCell::row("passed through, MB/s", &[megabytes], 2),
    ];
    report.add_table("A command that writes 10 MB/s under `fusebox run`", &["what", "found"], rows);
    report.add_check("supervision of 10 MB/s", percent, MAX_PERCENT, " % of one core");
    Ok(())
}

/// Returns the share of one core in percent, and the megabytes that passed in a second.
fn watch(child: &mut Child) -> Result<(f64, f64), BenchError> {
    let guard = child.id();
    let mut out = child.stdout.take().ok_or("the run has no output")?;
    let passed = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counter = std::sync::Arc::clone(&passed);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 1 << 20];
        while let Ok(read @ 1..) = out.read(&mut buffer) {
            counter.fetch_add(read as u64, std::sync::atomic::Ordering::Relaxed);
        }
    });
    std::thread::sleep(WARM_UP);
    let supervisor = child_pids(guard)?.into_iter().next().ok_or("there is no supervisor")?;
    let spent = || Ok::<_, BenchError>(processor_ns(guard)? + processor_ns(supervisor)?);
    let bytes = || passed.load(std::sync::atomic::Ordering::Relaxed);
    let (spent_before, bytes_before) = (spent()?, bytes());
    let ((), took) = timed(|| std::thread::sleep(LENGTH));
    let share = (spent()? - spent_before) as f64 / took.as_nanos() as f64;
    let megabytes = (bytes() - bytes_before) as f64 / 1e6 / took.as_secs_f64();
    Ok((share * 100.0, megabytes))
}

fn child_pids(pid: u32) -> Result<Vec<u32>, BenchError> {
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))?;
    Ok(children.split_whitespace().filter_map(|pid| pid.parse().ok()).collect())
}

/// Processor time of all living threads, in nanoseconds.
fn processor_ns(pid: u32) -> Result<u64, BenchError> {
    let mut sum = 0;
    for task in fs::read_dir(format!("/proc/{pid}/task"))? {
        let text = fs::read_to_string(task?.path().join("schedstat"))?;
        let first = text.split_whitespace().next().ok_or("no schedstat")?;
        sum += first.parse::<u64>()?;
    }
    Ok(sum)
}
