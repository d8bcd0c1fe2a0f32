//! Builds the programs that are measured, with one profile and into one target directory.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::BenchError;

/// The target whose programs need no dynamic loader.
const MUSL: &str = "x86_64-unknown-linux-musl";

/// The programs of one target.
#[derive(Debug, Clone)]
pub(crate) struct BuiltPrograms {
    /// The C library, as the table names it.
    pub(crate) libc: &'static str,
    pub(crate) hook: PathBuf,
    pub(crate) bare: PathBuf,
    pub(crate) empty: PathBuf,
}

/// Builds for this machine's own target, and statically if the target is installed; otherwise adds a note.
pub(crate) fn build_all(
    target_dir: &Path,
    notes: &mut Vec<String>,
) -> Result<Vec<BuiltPrograms>, BenchError> {
    let mut built = vec![build_target(target_dir, None)?];
    build(target_dir, None, &["-p", "fusebox-bench", "--bin", "bench-writer"])?;
    if !is_installed(MUSL) {
        notes.push(format!("no static builds: the target {MUSL} is not installed"));
        return Ok(built);
    }
    match build_target(target_dir, Some(MUSL)) {
        Ok(programs) => built.push(programs),
        Err(error) => notes.push(format!("no static builds (is musl-gcc there?): {error}")),
    }
    Ok(built)
}

/// Builds the product's programs, by default for this machine's own target, and returns their folder. The hook hands
/// checkpoints to the command beside it.
pub(crate) fn build_product(
    target_dir: &Path,
    target: Option<&str>,
) -> Result<PathBuf, BenchError> {
    build(target_dir, target, &["-p", "fusebox", "--bin", "fusebox-hook", "--bin", "fusebox"])?;
    Ok(target_dir.join(target.unwrap_or_default()).join("release"))
}

fn build_target(target_dir: &Path, target: Option<&str>) -> Result<BuiltPrograms, BenchError> {
    // Two builds, because cargo unites features over the packages of one build.
    let dir = build_product(target_dir, target)?;
    let floors = ["-p", "fusebox-bench", "--bin", "bench-bare", "--bin", "bench-empty"];
    build(target_dir, target, &floors)?;
    Ok(BuiltPrograms {
        libc: if target.is_some() { "static musl" } else { "glibc" },
        hook: dir.join("fusebox-hook"),
        bare: dir.join("bench-bare"),
        empty: dir.join("bench-empty"),
    })
}

fn build(target_dir: &Path, target: Option<&str>, packages: &[&str]) -> Result<(), BenchError> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--quiet", "--target-dir"]).arg(target_dir).args(packages);
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    let output = cargo.current_dir(crate::workspace_root()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let first = stderr.lines().find(|line| line.starts_with("error")).unwrap_or("cargo failed");
    Err(format!("`cargo build {}`: {first}", packages.join(" ")).into())
}

fn is_installed(target: &str) -> bool {
    let Ok(output) = Command::new("rustc").args(["--print", "sysroot"]).output() else {
        return false;
    };
    let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Path::new(&sysroot).join("lib/rustlib").join(target).is_dir()
}
