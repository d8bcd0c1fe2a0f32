//! Warnings on standard error about files that could not be read to their end.

use super::figures::plural;
use super::folding::FoldedFiles;
use crate::{Context, style};

/// Warns about every file that was not read to its end, and about records that were not understood.
pub(super) fn about(folded: &[FoldedFiles<'_>], other_files: u64, context: &Context) {
    let warn = |mark: &str| style::warning(mark);
    for damage in folded.iter().flat_map(|one| &one.replayed.damaged) {
        let file = damage.file.display();
        context.inform(&format!("{} {file}: {}", warn("not read to its end:"), damage.reason));
    }
    for one in folded.iter().filter(|one| one.replayed.unfinished > 0) {
        context.inform(&format!(
            "{} {}: the last line is not complete and was left out",
            warn("still being written:"),
            one.file()
        ));
    }
    passed_over(folded, context);
    if other_files > 0 {
        let verb =
            if other_files == 1 { "is no recorded session" } else { "are no recorded sessions" };
        context.inform(&format!("{} {verb}", plural(other_files, "other file")));
    }
}

/// Warns in one line about all records of unknown kinds, which new versions of clients add.
fn passed_over(folded: &[FoldedFiles<'_>], context: &Context) {
    let skipped = |one: &FoldedFiles<'_>| one.replayed.skipped;
    let with_any: Vec<&FoldedFiles<'_>> = folded.iter().filter(|one| skipped(one) > 0).collect();
    let Some(worst) = with_any.iter().max_by_key(|one| skipped(one)) else { return };
    let sum: u64 = with_any.iter().map(|one| skipped(one)).sum();
    let rest = with_any.len() as u64 - 1;
    let and_others = match rest {
        0 => String::new(),
        rest => format!(" (the most) and {}", plural(rest, "other file")),
    };
    context.inform(&format!(
        "{} in {}{and_others} {} not understood and passed over",
        plural(sum, "record"),
        worst.file(),
        if sum == 1 { "was" } else { "were" },
    ));
}
