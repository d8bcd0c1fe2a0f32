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
pub(super) const KNOWN_WRONG: [&str; 45] = [
    "a build that is timed again",
    "a field that no ticket takes",
    "a film without an index, with other flags",
    "a job of a mainframe that ends alike after each edit",
    "a linter whose findings no edit touches",
    "a module of a game whose error goes down line by line",
    "a name that Haskell lacks, line after line",
    "a policy that stops every picture",
    "a queue that is empty for a while, asked each minute",
    "a rebase that stops at every commit",
    "a script of PowerShell whose error moves on",
    "a script of a game that ends alike after each edit",
    "a simulation that is repeated for its spread",
    "a solution that fails alike, with other flags",
    "a topic that is read with other groups",
    "an apply that may do nothing, target by target",
    "an apply whose error moves to the next resource",
    "an error that goes down a file line by line",
    "cells of a notebook that fail one after the other",
    "columns of one table, printed in many ways",
    "commits that are picked, each with a conflict",
    "communities of a device, guessed",
    "copies of one script under other names",
    "files whose rights are set",
    "folders that are mirrored, with a status of one",
    "good work, then a server that is started in vain",
    "numbers of partitions, guessed",
    "one example of ExUnit, run in every way",
    "one file of a host, asked with other options",
    "one file, shown in many ways",
    "one order for one agent, of other models",
    "one page that no reading finds a word on",
    "one page, fetched at every heading",
    "one part of a page, fetched with another length",
    "one question in another order of words",
    "papers that are behind a wall",
    "programs that nobody may install",
    "rows of a menu, gone through by a key",
    "scripts that are not allowed to run",
    "selectors of a page that never fit",
    "tickets of twelve people, of which there are none",
    "virtual hosts that nobody may see",
    "weaknesses of a tree, fewer after each edit",
    "words of thanks between two agents",
    "words that no search finds",
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
