//! The threat table of `docs/security.md` and these rows say the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::row::{self, End};
use crate::table;

#[test]
fn what_passes_is_written_down_and_nothing_else_is() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
    let text = fs::read_to_string(page).unwrap();
    let table = text.split("<!-- passes -->").nth(1).unwrap().split("<!-- end -->").next().unwrap();
    let written: BTreeSet<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .filter(|first| !first.starts_with("it ") && !first.starts_with("---"))
        .collect();
    let passes: BTreeSet<&str> = row::all()
        .filter_map(|(_, _, end)| match end {
            End::Passes(line) | End::PassesElsewhere(line) => Some(*line),
            End::Refused | End::Held => None,
        })
        .chain(table::all().iter().filter_map(|attempt| attempt.passes))
        .collect();
    assert_eq!(written, passes);
}
