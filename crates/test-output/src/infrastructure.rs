//! Recognises infrastructure failures: what the shell, package managers and compilers print when no
//! test ran.
//!
//! It is asked after all runners. It reads only lines with which such a program starts or ends its
//! output, because a test may quote any of them in the middle.

mod build;
mod shell;

use std::cmp::Ordering;

use super::lines::{contains_any, lines, starts_with_any};
use super::{ParsedTestRun, TestRunEnd};
use fusebox_text::excerpt::{prefix_up_to, suffix_up_to};

/// Only the beginning and the end of an output are read. What stops a run is reported there.
const HEAD_BYTES: usize = 32 * 1024;
const TAIL_BYTES: usize = 128 * 1024;

/// Why no test ran; `None` where the output names no reason.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let (head, tail) = match text.len().cmp(&(HEAD_BYTES + TAIL_BYTES)) {
        Ordering::Greater => (prefix_up_to(text, HEAD_BYTES), suffix_up_to(text, TAIL_BYTES)),
        Ordering::Less | Ordering::Equal => (text, ""),
    };
    let sign = lines(head).chain(lines(tail)).filter_map(sign_of).max()?;
    let why = match sign {
        InfrastructureSign::Retrying | InfrastructureSign::Unreachable => TestRunEnd::Network,
        InfrastructureSign::Unbuilt => TestRunEnd::Build,
        InfrastructureSign::Missing => TestRunEnd::MissingTool,
        InfrastructureSign::Died => TestRunEnd::Crash,
    };
    Some(ParsedTestRun::new(why))
}

/// What a line reports, the least telling first: a build may fail because a linker is missing or
/// because the compiler was killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum InfrastructureSign {
    /// A warning; the next attempt may have succeeded.
    Retrying,
    Unbuilt,
    Missing,
    Died,
    Unreachable,
}

fn sign_of(line: &str) -> Option<InfrastructureSign> {
    let line = line.trim_end();
    let text = line.trim_start();
    if text.len() < 6 {
        return None;
    }
    if is_network(text) {
        let is_warning = text.starts_with("warning: ") || text.starts_with("WARNING: ");
        return Some(if is_warning {
            InfrastructureSign::Retrying
        } else {
            InfrastructureSign::Unreachable
        });
    }
    if shell::died(line) || refused(line) {
        Some(InfrastructureSign::Died)
    } else if shell::is_missing(line) {
        Some(InfrastructureSign::Missing)
    } else {
        build::failed(line).then_some(InfrastructureSign::Unbuilt)
    }
}

/// Whether a package manager reports a host that does not answer.
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
    is_git || starts_with_any(text, STARTS) || contains_any(text, PARTS)
}

/// Whether a runner or its caller rejects an option or a name.
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
    starts_with_any(line, STARTS)
        || (line.starts_with("stat ") && line.ends_with(": directory not found"))
        || (line.starts_with("python") && line.contains(": can't open file '"))
}

#[cfg(test)]
pub(crate) mod tests;
