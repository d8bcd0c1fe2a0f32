//! How often each path asks for memory: counted in a program of its own, so that counting slows no figure.

mod counting;

use std::process::Command;

use serde_json::{Value, json};

pub use counting::Counting;

use crate::path::Path;
use crate::subject::{Family, Subject};
use crate::{BenchError, subjects};

/// Calls that are counted on each path.
const CALLS: u32 = 1_000;

/// Requests for memory per call, of every subject on every path.
pub(crate) struct AllocationCounts(Vec<(String, f64)>);

impl AllocationCounts {
    /// The most requests per call on any path.
    pub(crate) fn most(&self, family: Family, name: &str) -> Option<String> {
        let key = key(family, name);
        let counts = self.0.iter().filter(|(subject, _)| *subject == key);
        let most = counts.map(|(_, count)| *count).max_by(f64::total_cmp)?;
        let text = format!("{most:.2}");
        Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
    }

    /// The same of all that are ours. Every other step of a life is asserted by the crate's own tests.
    pub(crate) fn most_of_ours(&self) -> f64 {
        let ours = self.0.iter().filter(|(subject, _)| subject.contains("fusebox"));
        ours.map(|(_, count)| *count).fold(0.0, f64::max)
    }
}

/// Runs the program that counts, which lies beside this one.
pub(crate) fn counted_apart() -> Result<AllocationCounts, BenchError> {
    let program = std::env::current_exe()?.with_file_name("breaker-allocations");
    let output = Command::new(&program)
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("{}: {}", program.display(), output.status).into());
    }
    let found: Value = serde_json::from_slice(&output.stdout)?;
    let rows = found.as_array().ok_or("the count is no list")?.iter();
    let pair = |row: &Value| Some((row[0].as_str()?.to_owned(), row[1].as_f64()?));
    Ok(AllocationCounts(rows.filter_map(pair).collect()))
}

/// Counts; only of use where [`Counting`] is the allocator.
///
/// # Errors
///
/// A subject that is not in the state it should be counted in, or a steady allocator: nothing was counted at all.
pub fn count() -> Result<Value, BenchError> {
    if counting::during(|| drop(std::hint::black_box(Box::new(1)))) != 1 {
        return Err("the allocator does not count".into());
    }
    let mut rows = Vec::new();
    for subject in subjects().iter().filter(|subject| subject.family != Family::Floor) {
        for path in Path::ALL.into_iter().filter(|path| !path.by_two()) {
            rows.push(json!([key(subject.family, subject.name), per_call(subject, path)?]));
        }
    }
    Ok(Value::Array(rows))
}

fn per_call(subject: &Subject, path: Path) -> Result<f64, BenchError> {
    let circuit = path.prepare(subject)?;
    let mut worker = circuit();
    let requests = counting::during(|| path.run(worker.as_mut(), CALLS));
    path.prove(subject, &circuit)?;
    Ok(requests as f64 / f64::from(CALLS))
}

fn key(family: Family, name: &str) -> String {
    format!("{family:?} {name}")
}
