//! Recognises what compilers and loaders report about code that they reject.

use crate::lines::{contains_any, place, starts_with_any};

/// Whether the line reports code that does not build or load.
pub(super) fn failed(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "error: could not compile `",
        "error[E",
        "error: aborting due to ",
        "error: linking with `",
        "error: failed to run custom build command ",
        "error: failed to parse manifest at ",
        "error: failed to load manifest ",
        "error: failed to get `",
        "error: failed to select a version ",
        "error: no matching package named `",
        "error: cannot update the lock file ",
        "SyntaxError: ",
        "IndentationError: ",
        "ModuleNotFoundError: No module named '",
        "ImportError: ",
        "Error: Cannot find module '",
        "Error [ERR_MODULE_NOT_FOUND]: ",
        "go: cannot find main module",
        "go: go.mod file not found",
    ];
    const PARTS: &[&str] =
        &[": no required module provides package ", ": cannot find module providing package "];
    starts_with_any(line, STARTS)
        || contains_any(line, PARTS)
        || in_manifest(line)
        || compiler(line)
}

/// Whether the line points into a manifest: ` --> Cargo.toml:1:9`.
fn in_manifest(line: &str) -> bool {
    line.trim_start()
        .strip_prefix("--> ")
        .and_then(place)
        .is_some_and(|(file, _)| file.ends_with("Cargo.toml"))
}

/// Whether it is a compiler's error: `a.c:1:25: error: …`, `src/a.ts(12,5): error TS2304: …`.
fn compiler(line: &str) -> bool {
    let says = [": error: ", ": fatal error: ", "): error "];
    let Some((at, says)) = says.iter().find_map(|says| Some((line.split_once(says)?.0, *says)))
    else {
        return false;
    };
    if at.starts_with(' ') || at.contains(' ') {
        return false;
    }
    if says == "): error " {
        let position = at.rsplit_once('(').map_or("", |(_, position)| position);
        return !position.is_empty() && position.bytes().all(|b| b.is_ascii_digit() || b == b',');
    }
    place(at).is_some()
}
