//! Measures how fast recorded sessions are folded, beside parsing the same lines as JSON values.
//!
//! `speed FILE…` prints both speeds for each file and for all together: on one thread, the best of three runs.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fusebox_engine::Policy;

type Error = Box<dyn std::error::Error>;

const RUNS: usize = 3;

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match measure_all(&files) {
        Ok(()) if !files.is_empty() => ExitCode::SUCCESS,
        Ok(()) => ExitCode::from(2),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "speed: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure_all(files: &[PathBuf]) -> Result<(), Error> {
    let policy = fusebox_replay::policy::preset_policy("default").map_err(|e| format!("{e:?}"))?;
    let mut all = SpeedSample::default();
    for file in files {
        let one = measure(file, &policy).map_err(|error| format!("{}: {error}", file.display()))?;
        one.print(&file.display().to_string())?;
        all.add(&one);
    }
    if files.len() > 1 { all.print("together") } else { Ok(()) }
}

/// The figures of one file, or of several.
#[derive(Default)]
struct SpeedSample {
    bytes: u64,
    calls: u64,
    parsing: Duration,
    folding: Duration,
}

impl SpeedSample {
    fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.calls += other.calls;
        self.parsing += other.parsing;
        self.folding += other.folding;
    }

    fn print(&self, name: &str) -> Result<(), Error> {
        let megabytes = self.bytes as f64 / 1e6;
        let speed = |time: Duration| megabytes / time.as_secs_f64();
        let (parsed, folded) = (speed(self.parsing), speed(self.folding));
        writeln!(
            std::io::stdout(),
            "{name}: {megabytes:.1} MB, {} calls; parsed {parsed:.0} MB/s, folded {folded:.0} MB/s \
             ({:.0} %)",
            self.calls,
            folded * 100.0 / parsed,
        )?;
        Ok(())
    }
}

fn measure(file: &Path, policy: &Policy) -> Result<SpeedSample, Error> {
    let found = fusebox_replay::find_sessions(&[file.to_owned()]);
    let source = found.sources.first().ok_or("no recorded session of a known format")?;
    let mut calls = 0;
    let parsing = best(|| parse(file))?;
    let folding = best(|| {
        let replayed = fusebox_replay::replay(source, policy);
        calls = replayed.sessions.iter().map(|session| session.calls).sum();
        Ok(())
    })?;
    Ok(SpeedSample { bytes: std::fs::metadata(file)?.len(), calls, parsing, folding })
}

fn parse(file: &Path) -> Result<(), Error> {
    let mut reader = BufReader::with_capacity(256 << 10, std::fs::File::open(file)?);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        // A line that is not JSON takes the same time.
        let value: Result<serde_json::Value, _> = serde_json::from_slice(&line);
        std::hint::black_box(value.ok());
        line.clear();
    }
    Ok(())
}

fn best(mut run: impl FnMut() -> Result<(), Error>) -> Result<Duration, Error> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        #[expect(clippy::disallowed_methods, reason = "measuring is what this is for")]
        let begin = Instant::now();
        run()?;
        best = best.min(begin.elapsed());
    }
    Ok(best)
}
