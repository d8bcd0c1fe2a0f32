//! The families again, with tools that the first ones do not name: build systems, clusters, data, boards, engines
//! and languages.

mod attempts;
mod checks;
mod edits;
mod failures;
mod fruitless;
mod repeats;
mod spellings;
mod targets;
mod test_runs;
mod waiting;

use super::call::Call;
use super::case::Case;

/// The families, with their cases.
pub(super) fn families() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("other targets", targets::cases()),
        ("other spellings", spellings::cases()),
        ("other failures", failures::cases()),
        ("other checks", checks::cases()),
        ("other searches", fruitless::cases()),
        ("other waits", waiting::cases()),
        ("other edits", edits::cases()),
        ("other attempts", attempts::cases()),
        ("other test runs", test_runs::cases()),
        ("other repeats", repeats::cases()),
    ]
}

/// Names of services, tables, modules and hosts.
const NAMES: [&str; 12] = [
    "orders", "billing", "ledger", "search", "mailer", "images", "quotas", "audit", "portal",
    "stock", "rates", "events",
];

/// A call for each name.
fn each(call: impl Fn(&str) -> Call) -> Vec<Call> {
    NAMES.iter().map(|name| call(name)).collect()
}

/// A call for each number from 0.
fn count(calls: usize, call: impl Fn(usize) -> Call) -> Vec<Call> {
    (0..calls).map(call).collect()
}
