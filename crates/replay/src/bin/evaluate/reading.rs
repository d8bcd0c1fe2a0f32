//! Compares how the recorded sessions were read with the manifest.

use std::collections::BTreeMap;
use std::io::Write;

use crate::Error;
use crate::table::TextTable;
use crate::traces::FoldedTrace;

pub(crate) fn print(traces: &[FoldedTrace], out: &mut impl Write) -> Result<(), Error> {
    let mut groups: BTreeMap<(&str, &str), Vec<&FoldedTrace>> = BTreeMap::new();
    for trace in traces {
        let read_as = trace.format.unwrap_or("(not recognised)");
        groups.entry((&trace.entry.format, read_as)).or_default().push(trace);
    }
    writeln!(out, "READING\n")?;
    let mut table =
        TextTable::headed("format|read as|files|sessions|calls|expected|unlike|skipped|damaged");
    for ((format, read_as), members) in &groups {
        let sum = |of: fn(&FoldedTrace) -> u64| members.iter().map(|t| of(t)).sum::<u64>();
        table.row(&[
            format,
            read_as,
            &members.len(),
            &sum(|t| t.replayed.sessions.len() as u64),
            &sum(FoldedTrace::calls),
            &sum(|t| t.entry.n_tool_calls),
            &sum(|t| u64::from(t.calls() != t.entry.n_tool_calls)),
            &sum(|t| t.replayed.skipped),
            &sum(|t| t.replayed.damaged.len() as u64),
        ]);
    }
    table.print(out)?;
    for damage in traces.iter().flat_map(|t| &t.replayed.damaged) {
        writeln!(out, "  damaged: {}: {}", damage.file.display(), damage.reason)?;
    }
    Ok(())
}
