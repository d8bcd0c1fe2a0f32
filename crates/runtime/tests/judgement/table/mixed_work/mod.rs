//! The families a fifth time: brokers, stacks, devices, notebooks, pages, compilers, Windows, scans, histories,
//! research, several agents, long sequences that change, and loops that disguise themselves.

mod brokers;
mod devices;
mod disguises;
mod histories;
mod long;
mod notebooks;
mod pages;
mod research;
mod scans;
mod several_agents;
mod stacks;
mod toolchains;
mod windows;

use super::call::Call;
use super::case::Case;
use super::more_tools::{count, each, in_turn};

/// Cases that are judged otherwise than written, in at least one of their tellings.
pub(super) const KNOWN_WRONG: [&str; 7] = [
    "a queue that is empty for a while, asked each minute",
    "columns of one table, printed in many ways",
    "good work, then a server that is started in vain",
    "numbers of partitions, guessed",
    "one example of ExUnit, run in every way",
    "one page that no reading finds a word on",
    "selectors of a page that never fit",
];

/// The families, with their cases.
pub(super) fn families() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("brokers", brokers::cases()),
        ("stacks", stacks::cases()),
        ("devices", devices::cases()),
        ("notebooks", notebooks::cases()),
        ("pages", pages::cases()),
        ("toolchains", toolchains::cases()),
        ("windows", windows::cases()),
        ("scans", scans::cases()),
        ("histories", histories::cases()),
        ("research", research::cases()),
        ("several agents", several_agents::cases()),
        ("long", long::cases()),
        ("disguises", disguises::cases()),
    ]
}

/// The parts one after the other.
fn joined(parts: &[Vec<Call>]) -> Vec<Call> {
    parts.concat()
}
