//! Reads what the shell, package managers and compilers say when no test ran.
//!
//! It knows nothing of tests, so it is asked last; and it reads only lines that such a program
//! writes at their beginning or their end, for an output may quote any of them in the middle.

mod build;
mod shell;

use std::cmp::Ordering;

use super::lines::lines;
use super::{ParsedTestRun, TestRunEnd};
use fusebox_text::excerpt::{prefix_up_to, suffix_up_to};

/// What keeps a run from running is said where it begins or where it ends.
const HEAD_BYTES: usize = 32 * 1024;
const TAIL_BYTES: usize = 128 * 1024;

/// What went wrong before any test ran; `None` where the output names no such thing.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let (head, tail) = match text.len().cmp(&(HEAD_BYTES + TAIL_BYTES)) {
        Ordering::Greater => (prefix_up_to(text, HEAD_BYTES), suffix_up_to(text, TAIL_BYTES)),
        Ordering::Less | Ordering::Equal => (text, ""),
    };
    let said = lines(head).chain(lines(tail)).filter_map(said).max()?;
    let why = match said {
        Said::Retrying | Said::Unreachable => TestRunEnd::Network,
        Said::Unbuilt => TestRunEnd::Build,
        Said::Missing => TestRunEnd::MissingTool,
        Said::Died => TestRunEnd::Crash,
    };
    Some(ParsedTestRun::new(why))
}

/// What a line says, the least telling first: what failed to build may have failed for want of a
/// linker, or because the compiler was killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    /// A warning: the next try may have worked.
    Retrying,
    Unbuilt,
    Missing,
    Died,
    Unreachable,
}

fn said(line: &str) -> Option<Said> {
    let line = line.trim_end();
    let text = line.trim_start();
    if text.len() < 6 {
        return None;
    }
    if is_network(text) {
        let is_warning = text.starts_with("warning: ") || text.starts_with("WARNING: ");
        return Some(if is_warning { Said::Retrying } else { Said::Unreachable });
    }
    if shell::died(line) || refused(line) {
        Some(Said::Died)
    } else if shell::is_missing(line) {
        Some(Said::Missing)
    } else {
        build::failed(line).then_some(Said::Unbuilt)
    }
}

/// What package managers say of a host that does not answer.
fn is_network(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "[6] Could",
        "[7] Failed to connect",
        "[28] Timeout was reached",
        "WARNING: Retrying (Retry(",
        "failed to download from `",
        "download of config.json failed",
        "npm error network ",
        "npm ERR! network ",
        "warning: spurious network error",
        "curl: (6) ",
        "curl: (7) ",
        "As a reminder, you're using offline mode (--offline)",
    ];
    const PARTS: &[&str] =
        &[": dial tcp: ", ": dial tcp ", "Could not transfer artifact ", "getaddrinfo EAI_AGAIN"];
    let is_git = text.starts_with("fatal: unable to access '") && text.contains("resolve host");
    is_git || starts(text, STARTS) || PARTS.iter().any(|part| text.contains(part))
}

/// What a runner, or what was to start it, says of options and names that it does not know.
fn refused(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "error: no test target named ",
        "error: no bin target named ",
        "error: no example target named ",
        "error: package ID specification ",
        "error: unexpected argument '",
        "error: unrecognized subcommand '",
        "error: invalid value '",
        "error: the following required arguments ",
        "error: could not find `Cargo.toml` in ",
        "error: Justfile does not contain recipe",
        "error: No justfile found",
        "npm error Missing script: ",
        "npm ERR! Missing script: ",
        "npm ERR! missing script: ",
        "make: *** No rule to make target ",
    ];
    starts(line, STARTS)
        || (line.starts_with("stat ") && line.ends_with(": directory not found"))
        || (line.starts_with("python") && line.contains(": can't open file '"))
}

fn starts(text: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests;
