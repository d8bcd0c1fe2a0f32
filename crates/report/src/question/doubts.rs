//! Questions where the evidence is weak in itself.

use super::test;
use crate::facts::TestEvidence;
use crate::words::{code, error, name};

pub(super) fn test_edited(file: &str, how: &str, facts: &TestEvidence<'_>) -> String {
    format!(
        "What should {} check: what it said at first, or what it says now? It was touched ({} in \
         {}).",
        test(facts),
        code(how, 80),
        name(file)
    )
}

pub(super) fn out_of_scope(file: &str, facts: &TestEvidence<'_>) -> String {
    format!(
        "Where should the change for {} go: into {}, which would then belong to the scope, or into \
         which file of the scope?{}",
        test(facts),
        name(file),
        because(file, facts)
    )
}

fn because(file: &str, facts: &TestEvidence<'_>) -> String {
    let mut those = facts.story.scope_violations.iter().rev().filter(|one| one.file == file);
    let reason = those.find_map(|one| one.justification.as_deref());
    reason.map_or_else(String::new, |reason| format!(" The agent's reason: {}.", error(reason)))
}

pub(super) fn unstable((first, second): (u32, u32), facts: &TestEvidence<'_>) -> String {
    format!(
        "What may {} rely on: which time, order or data is fixed while it runs? Runs {first} and \
         {second} of the same code ended in different errors.",
        test(facts)
    )
}
