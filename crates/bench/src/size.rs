//! The size of the hook and of its dependencies.

use std::collections::BTreeSet;
use std::process::Command;

use crate::BenchError;
use crate::builds::BuiltPrograms;
use fusebox_figures::{BenchReport, TableCell};

const MAX_MEGABYTES: f64 = 4.0;
const MAX_CRATES: f64 = 30.0;

/// Adds the size of each build and the number of external crates.
pub(crate) fn measure(
    programs: &[BuiltPrograms],
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    let mut rows = Vec::new();
    let mut add = |what: String, found, at_most, unit, digits| {
        rows.push(TableCell::row(what.as_str(), &[found], digits));
        report.add_check(what, found, at_most, unit);
    };
    for programs in programs {
        let megabytes = std::fs::metadata(&programs.hook)?.len() as f64 / 1e6;
        add(format!("hook binary, {}, MB", programs.libc), megabytes, MAX_MEGABYTES, " MB", 2);
    }
    let crates = external_crates()?.len() as f64;
    add("external crates of the hook".to_owned(), crates, MAX_CRATES, "", 0);
    report.add_table("Size", &["what", "size"], rows);
    Ok(())
}

fn external_crates() -> Result<BTreeSet<String>, BenchError> {
    let output = Command::new("cargo")
        .args(["tree", "-p", "fusebox-hook", "-e", "normal", "--prefix", "none"])
        .current_dir(crate::workspace_root())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(external(&String::from_utf8(output.stdout)?))
}

fn external(tree: &str) -> BTreeSet<String> {
    let name = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let names = tree.lines().map(name);
    names.filter(|name| !name.is_empty() && !name.starts_with("fusebox-")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_counts_once_and_ours_do_not() {
        let tree = "fusebox-hook v0.1.0 (/x)\nserde v1.0.1\nserde v1.0.1 (*)\nsyn v3.0.9\n";
        let expected = ["serde v1.0.1", "syn v3.0.9"].map(str::to_owned);
        assert_eq!(external(tree), BTreeSet::from(expected));
    }
}
