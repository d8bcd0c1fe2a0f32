//! Who passes, as a table.

use std::fmt::Write as _;

use crate::finding::Finding;
use crate::libraries::LIBRARIES;
use crate::traps::Trap;

/// Who passes, as a table in Markdown.
pub fn table(rows: &[(&'static Trap, Vec<Finding>)]) -> String {
    let names: Vec<_> = LIBRARIES.iter().map(|library| library.name).collect();
    let mut text =
        format!("| trap | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for (trap, findings) in rows {
        let cells: Vec<_> = findings.iter().map(Finding::to_string).collect();
        let _ = writeln!(text, "| {}: {} | {} |", trap.id, trap.rule, cells.join(" | "));
    }
    text
}
