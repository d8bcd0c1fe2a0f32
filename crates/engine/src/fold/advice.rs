//! A13: the same check fails alike after one change after the other. The agent is asked for a hypothesis,
//! the person is told, and where nobody attends the session it is stopped in the end.

use super::Fold;
use crate::CallOutcome;
use crate::detectors::mix;
use crate::state::{CompletedCall, RetriedCheck, keep_newest};
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, Rule};

/// Checks that are remembered.
const CHECKS: usize = 4;
/// After so many times the limit a session that nobody attends is stopped.
const TRIP_FACTOR: u64 = 3;

impl Fold<'_> {
    /// Counts a check that failed as it did before the last changes.
    pub(super) fn advise(&mut self, step: &CompletedCall, outcome: &CallOutcome, label: &str) {
        let Some(limit) = self.policy.attempts.advice.get() else { return };
        // A pipe hid the status, and the output says that it failed.
        let is_hidden = step.error == 0 && !step.checks && outcome.failing_words.is_some();
        let has_failed = step.error != 0 || step.checks && !step.passed || is_hidden;
        if step.edits || step.shape == 0 || step.waits {
            return;
        }
        let is_exception = step.error != 0 && outcome.test.is_none();
        // The fifth file of a family that fails alike is the same check: only its number differs, or the words that say
        // which try it is. Another file, package or host is another one, whatever runs it.
        let family = family_of(label).filter(|_| !step.checks || is_exception);
        let by_kind = if step.checks && !is_exception { step.target } else { step.shape };
        let what = family.unwrap_or(by_kind);
        let retried = &mut self.scopes.agent.window.retried;
        if !has_failed {
            // Only the output of a script that fails says that it is a check.
            retried.retain(|check| !check.is_of(what) && !check.is_of(step.target));
            return;
        }
        if step.result == 0 {
            return;
        }
        let error = outcome.error.as_ref().map(|error| error.digest);
        // A pipe may leave out in which package a test is: it is the same failure.
        let how = match outcome.test.is_some() {
            true => step.result & !CallOutcome::PLACE,
            false => error.unwrap_or(step.result),
        };
        let how = mix(how, outcome.failures.unwrap_or_default());
        let how = outcome.failing_words.map_or(how, |words| mix(how, words));
        let key = RetriedCheck::key(what, how);
        let changes = step.changes;
        let place = outcome.failing_place.unwrap_or_default().min(u16::MAX.into()) as u16;
        let count = match retried.iter_mut().find(|check| check.key == key) {
            Some(check) if check.changes == changes => return,
            Some(check) => {
                check.changes = changes;
                let furthest = check.place;
                check.place = furthest.max(place);
                // The same fault further on than ever is another one: the last was mended.
                if furthest != 0 && place > furthest {
                    return;
                }
                check.count += 1;
                check.count
            }
            None => {
                retried.push(RetriedCheck { key, changes, count: 0, place });
                keep_newest(retried, CHECKS);
                return;
            }
        };
        let is_unattended = self.scopes.session.is_unattended;
        let level = match count {
            n if n == limit * TRIP_FACTOR && is_unattended => FindingLevel::Trip,
            n if n == limit || n == limit * 2 => FindingLevel::Warning,
            _ => return,
        };
        let about = |level| {
            let finding = Finding::new(Rule::Advice, level, count, limit);
            finding.about(FindingSubject::Call(label.to_owned()))
        };
        if level == FindingLevel::Warning {
            self.out.push(about(FindingLevel::Notice));
        }
        self.out.push(about(level).with_advice(FindingAdvice::Hypothesis));
    }
}

/// Words in the name of a script that say which try it is: `build_final_v2.sh`.
const TRIES: [&str; 14] = [
    "attempt", "copy", "final", "fix", "fixed", "last", "latest", "new", "really", "retry", "try",
    "updated", "ver", "version",
];

/// The digest of a command line that runs a script which has such words in its name, without them and without the
/// numbers beside them.
fn family_of(label: &str) -> Option<u64> {
    const INTERPRETERS: [&str; 12] = [
        "bash", "bun", "deno", "julia", "node", "perl", "php", "python", "python3", "Rscript",
        "ruby", "sh",
    ];
    let (program, script) = label.split_once(' ')?;
    if !INTERPRETERS.contains(&program) {
        return None;
    }
    let mut family = digest_of(0, program);
    let mut has_try = false;
    for part in script.split_inclusive(['_', '-', '.', ' ', '/']) {
        let word = part.trim_end_matches(['_', '-', '.', ' ', '/']);
        let name = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let is_try = name == "v" && name.len() < word.len() || TRIES.contains(&name);
        has_try |= is_try;
        if !is_try {
            family = digest_of(family, word);
        }
    }
    has_try.then_some(family)
}

/// A digest of a word behind others.
fn digest_of(before: u64, word: &str) -> u64 {
    word.bytes().fold(mix(before, 1), |sum, byte| mix(sum, u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_files_of_a_family_differ_by_the_words_that_say_which_try_they_are() {
        let family = |label: &str| family_of(label);
        assert_eq!(family("sh pack_v2.sh"), family("sh pack_really_final_v11.sh"));
        assert_eq!(
            family("python check.py solution_v1.py"),
            family("python check.py solution_v9.py")
        );
        assert_ne!(family("sh pack_v2.sh"), family("sh load_v2.sh"));
        assert_ne!(family("sh pack_v2.sh"), family("bash pack_v2.sh"));
        for label in ["sh pack.sh", "python check.py module_3.py", "make v2", "cargo run", ""] {
            assert_eq!(family(label), None, "{label}");
        }
    }
}
