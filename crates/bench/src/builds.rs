//! Builds the programs that are measured, with one profile and into one target directory.
//!
//! Copies are measured, as an installation makes them: the pages of a file that a linker wrote lie otherwise in the kernel's
//! cache, which costs each start 0.15 ms.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::BenchError;

/// The target whose programs need no dynamic loader.
const MUSL: &str = "x86_64-unknown-linux-musl";
/// The programs of the product.
pub(crate) const PRODUCT: [&str; 2] = ["fusebox", "fusebox-hook"];

/// The programs of one target.
#[derive(Debug, Clone)]
pub(crate) struct BuiltPrograms {
    /// The C library, as the table names it.
    pub(crate) libc: &'static str,
    /// Where they lie, with the product's other programs.
    pub(crate) folder: PathBuf,
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
    build(target_dir, None, "fusebox-bench", &["bench-writer"])?;
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

/// Builds the product's programs, by default for this machine's own target, and returns the folder of their copies. The
/// hook hands checkpoints to the command beside it.
pub(crate) fn build_product(
    target_dir: &Path,
    target: Option<&str>,
) -> Result<PathBuf, BenchError> {
    build(target_dir, target, "fusebox", &PRODUCT)
}

fn build_target(target_dir: &Path, target: Option<&str>) -> Result<BuiltPrograms, BenchError> {
    // Two builds, because cargo unites features over the packages of one build.
    build_product(target_dir, target)?;
    let folder = build(target_dir, target, "fusebox-bench", &["bench-bare", "bench-empty"])?;
    Ok(BuiltPrograms {
        libc: if target.is_some() { "static musl" } else { "glibc" },
        hook: folder.join("fusebox-hook"),
        bare: folder.join("bench-bare"),
        empty: folder.join("bench-empty"),
        folder,
    })
}

/// Builds programs of a package, and returns the folder of their copies.
fn build(
    target_dir: &Path,
    target: Option<&str>,
    package: &str,
    programs: &[&str],
) -> Result<PathBuf, BenchError> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--quiet", "-p", package, "--target-dir"]).arg(target_dir);
    cargo.args(programs.iter().flat_map(|program| ["--bin", program]));
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    let output = cargo.current_dir(crate::workspace_root()).output()?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let first = stderr.lines().find(|line| line.starts_with("error")).unwrap_or("cargo failed");
        return Err(format!("`cargo build -p {package}`: {first}").into());
    }
    let target = target.unwrap_or_default();
    let copies = target_dir.join("measured").join(target);
    copy_programs(&target_dir.join(target).join("release"), &copies, programs)?;
    Ok(copies)
}

/// Copies programs of one folder into another one.
pub(crate) fn copy_programs(from: &Path, into: &Path, programs: &[&str]) -> Result<(), BenchError> {
    fs::create_dir_all(into)?;
    for program in programs {
        let (built, copy) = (from.join(program), into.join(program));
        // A program that runs can be removed, but not written to.
        match fs::remove_file(&copy) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            Ok(()) | Err(_) => {}
        }
        // Through a buffer: a file system may share what `fs::copy` copies, with the pages as they are.
        let mut file =
            fs::OpenOptions::new().write(true).create_new(true).mode(0o755).open(copy)?;
        let text = fs::read(&built).map_err(|error| format!("{}: {error}", built.display()))?;
        file.write_all(&text)?;
    }
    Ok(())
}

fn is_installed(target: &str) -> bool {
    let Ok(output) = Command::new("rustc").args(["--print", "sysroot"]).output() else {
        return false;
    };
    let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Path::new(&sysroot).join("lib/rustlib").join(target).is_dir()
}
