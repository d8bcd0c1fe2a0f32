//! The families a seventh time: build systems, data platforms, delivery, hardware and media, office tools behind MCP
//! servers, and shells, networks and agents.

mod build_systems;
mod data_platforms;
mod delivery;
mod hardware;
mod networks;
mod office;

use super::agent_work::PARTS;
use super::call::{Call, edit, shell};
use super::case::Case;
use super::more_tools::{count, in_turn};

/// Cases that are judged otherwise than written, in at least one of their tellings.
pub(super) const KNOWN_WRONG: [&str; 4] = [
    "a DAG that is listed, triggered and missed",
    "cells that a notebook does not have",
    "no warehouse, whatever table is asked",
    "one red test under ever another filter",
];

/// The families, with their cases.
pub(super) fn families() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("build systems", build_systems::cases()),
        ("data platforms", data_platforms::cases()),
        ("delivery", delivery::cases()),
        ("hardware", hardware::cases()),
        ("office", office::cases()),
        ("networks", networks::cases()),
    ]
}

/// A call for each of the first names of parts.
fn parts(calls: usize, call: impl Fn(&str) -> Call) -> Vec<Call> {
    PARTS.iter().take(calls).map(|name| call(name)).collect()
}

/// Another edit of a file before each run of a command with the same answer.
fn edited_between(laps: usize, path: &str, command: &str, answer: &str, code: i32) -> Vec<Call> {
    let lap = |n: usize| {
        let (old, new) = (format!("value = {}", n * 7), format!("value = load({}, retry=True)", n));
        [edit(path, old, new), shell(command, answer, code)]
    };
    (0..laps).flat_map(lap).collect()
}
