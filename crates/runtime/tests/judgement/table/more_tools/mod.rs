//! The families a third time, by area of work: data, infrastructure, builds, science, services, edits, hunts for
//! faults, agents that guess or talk, shells, and waits.

mod agents;
mod builds;
mod data;
mod editing;
mod hunts;
mod infrastructure;
mod science;
mod services;
mod shells;
mod waits;

use super::call::{Call, shell};
use super::case::Case;

/// The families, with their cases.
pub(super) fn families() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("data", data::cases()),
        ("infrastructure", infrastructure::cases()),
        ("builds", builds::cases()),
        ("science", science::cases()),
        ("services", services::cases()),
        ("editing", editing::cases()),
        ("hunts", hunts::cases()),
        ("agents", agents::cases()),
        ("shells", shells::cases()),
        ("waits", waits::cases()),
    ]
}

/// Names of tables, stacks, packages and people.
const NAMES: [&str; 12] = [
    "carts", "payments", "vouchers", "returns", "shipping", "loyalty", "catalog", "pricing",
    "reviews", "wishlist", "fraud", "invoices",
];

/// A call for each name.
pub(super) fn each(call: impl Fn(&str) -> Call) -> Vec<Call> {
    NAMES.iter().map(|name| call(name)).collect()
}

/// A call for each number from 1.
pub(super) fn count(calls: usize, call: impl Fn(usize) -> Call) -> Vec<Call> {
    (1..=calls).map(call).collect()
}

/// So many calls, of the command lines in turn, all with the same answer.
pub(super) fn in_turn(calls: usize, commands: &[&str], output: &str, code: i32) -> Vec<Call> {
    commands.iter().cycle().take(calls).map(|command| shell(*command, output, code)).collect()
}
