//! Signs beside calls: repeated messages (R7), forced continuations and nesting (R9), early signs
//! (R14), compactions with nothing new (R18).

use super::Fold;
use super::ladder::UNITS_TO_TRIP;
use crate::detectors::mix;
use crate::state::{CallInFlight, CompletedCall, EditEffect, GrowingEdits};
use crate::wording::early_sign;
use crate::{
    CallOutcome, CallSubject, Finding, FindingLevel, FindingSubject, Limit, LineSet, Rule, WorkKind,
};

impl Fold<'_> {
    /// R7: the same message again with nothing new in between, or one thing said again inside a
    /// message.
    pub(super) fn message(&mut self, digest: Option<u64>, repeats: u64) {
        let limit = self.policy.repetition.same_message;
        let window = &mut self.scopes.agent.window;
        let mut count = 1;
        if let Some(digest) = digest {
            let (last, times, then) = window.said;
            // An agent that reads on with the same words makes progress.
            if last == digest && !window.has_news(then) {
                count = times + 1;
            }
            window.said = (digest, count, window.next);
        }
        // Its words wait for the next call: nothing trips before they were heard. Under a run nobody carries them.
        let session = &self.scopes.session;
        let is_unheard = session.run.is_none() && session.has_notice(&self.seen.agent);
        if !(is_unheard && limit.get().is_some_and(|limit| count > limit)) {
            self.nudge_then_trip(Rule::SameMessage, count, limit);
        }
        if let Some(limit) = limit.get().filter(|limit| repeats >= *limit && count == 1) {
            let finding = Finding::new(Rule::SameMessage, FindingLevel::Warning, repeats, limit);
            self.out.push(finding.about(FindingSubject::RepeatedWords));
        }
    }

    /// R9: a stop hook made the client continue.
    pub(super) fn stop_blocked(&mut self) {
        self.scopes.agent.continuations += 1;
        let limit = self.policy.repetition.stop_continuations;
        self.nudge_then_trip(Rule::StopContinuations, self.scopes.agent.continuations, limit);
    }

    /// R9: subagents inside subagents.
    pub(super) fn nesting(&mut self, depth: u32) {
        self.scopes.agent.depth = depth;
        let limit = self.policy.repetition.subagent_depth;
        self.nudge_then_trip(Rule::SubagentDepth, u64::from(depth), limit);
    }

    /// R18: the conversation was compacted, and nothing new came since the last time.
    pub(super) fn compaction(&mut self) {
        let window = &mut self.scopes.agent.window;
        window.shown.forget();
        window.printed = LineSet::default();
        let (count, since) = window.compactions;
        let is_idle = count > 0 && !window.has_news(since);
        let count = if is_idle { count + 1 } else { 1 };
        window.compactions = (count, window.next);
        let limit = self.policy.repetition.idle_compactions;
        self.nudge_then_trip(Rule::IdleCompactions, count, limit);
    }

    /// R14: notices for people. The agent hears of each once until a person writes to it.
    pub(super) fn early_signs(&mut self, call: &CallInFlight, step: &CompletedCall) {
        if step.passed {
            self.scopes.agent.growing_edits = GrowingEdits::default();
        }
        let limits = &self.policy.repetition;
        let window = &mut self.scopes.agent.window;
        let path = call.files.first().map(|file| file.path.as_str());
        let mut edits = 0;
        if step.edit == EditEffect::None {
            window.unchecked_edits = (0, 0);
        } else if !path.is_some_and(is_prose) {
            let (count, files) = window.unchecked_edits;
            let file = path.map_or(step.target as u32, bits_of) & 0xffff;
            // One edit in each of many files is one piece of work.
            let is_again = files == 0 || (0..2).any(|at| files >> (16 * at) & 0xffff == file);
            window.unchecked_edits = (count + u64::from(is_again), files << 16 | file);
            edits = if is_again { count + 1 } else { 0 };
        }
        // What others change, and another answer after a change or of a program in front, is news.
        let may_differ = step.program == 0;
        let is_again = |other: &&CompletedCall| {
            let is_unchanged = may_differ && other.changes == step.changes;
            other.call == step.call && (is_unchanged || other.result == step.result)
        };
        let asks_others = matches!(call.work, WorkKind::Query | WorkKind::Check) || call.waits;
        // An answer that the client cleared is not known.
        let is_search = call.search && call.call != 0 && step.result != 0 && !asks_others;
        let searches =
            if is_search { window.steps.iter().filter(is_again).count() as u64 } else { 0 };
        self.early_sign(Rule::EditsWithoutCheck, edits, limits.edits_without_check, &call.label);
        self.early_sign(Rule::SameSearch, searches, limits.same_search, &call.label);
    }

    /// R14: edits of one file that keep growing, until a check passes.
    pub(super) fn growing_edits(&mut self, subject: &CallSubject) {
        let Some(size) = subject.edit_size else { return };
        let growing = &mut self.scopes.agent.growing_edits;
        let grows = growing.file == size.file && size.bytes > growing.bytes;
        let count = if grows { growing.count + 1 } else { 1 };
        *growing = GrowingEdits { file: size.file, bytes: size.bytes, count };
        let limit = self.policy.repetition.growing_edits;
        self.early_sign(Rule::GrowingEdits, count, limit, &subject.label);
    }

    fn early_sign(&mut self, rule: Rule, observed: u64, limit: Limit, label: &str) {
        let Some(limit) = limit.get().filter(|limit| observed == *limit) else { return };
        let sign = Finding::new(rule, FindingLevel::Notice, observed, limit)
            .about(FindingSubject::Call(label.to_owned()));
        if self.scopes.agent.told_signs.note(rule) && self.enforces() {
            self.words.push(early_sign(&sign));
        }
        self.out.push(sign);
    }

    /// R10: a wait that was asked seldom and for long had the same answer every time: a person may want
    /// to know.
    pub(super) fn notice_long_wait(&mut self, step: &CompletedCall, label: &str) {
        let Some(limit) = self.policy.repetition.long_wait.get() else { return };
        let alike = self.scopes.agent.window.steps.iter().rev();
        let count = alike.take_while(|other| other.repeats(step)).count() as u64;
        if count == limit {
            let finding = Finding::new(Rule::LongWait, FindingLevel::Notice, count, limit);
            self.out.push(finding.about(FindingSubject::Call(label.to_owned())));
        }
    }

    /// Tells the agent once what helped against a failure whose first sign this outcome is.
    pub(super) fn tell_seen_before(&mut self, outcome: &CallOutcome) {
        let Some(seen) = &outcome.seen_before else { return };
        if std::mem::replace(&mut self.scopes.session.seen_before_told, true) {
            return;
        }
        self.scopes.session.failure_signs.clear();
        let times = seen.times;
        let finding = Finding::new(Rule::SeenBefore, FindingLevel::Warning, times, times);
        self.out.push(finding.about(FindingSubject::SeenBefore(seen.clone())));
    }

    /// Nudges at the limit and trips far beyond it.
    fn nudge_then_trip(&mut self, rule: Rule, observed: u64, limit: Limit) {
        let Some(limit) = limit.get() else { return };
        let level = match observed {
            n if n >= limit + UNITS_TO_TRIP => FindingLevel::Trip,
            n if n == limit => FindingLevel::Warning,
            _ => return,
        };
        self.out.push(Finding::new(rule, level, observed, limit));
    }
}

/// Whether no check reads such a file.
fn is_prose(path: &str) -> bool {
    [".md", ".mdx", ".rst", ".adoc", ".txt"].iter().any(|end| path.ends_with(end))
}

/// Bits that tell the paths of a few files apart.
fn bits_of(path: &str) -> u32 {
    (path.bytes().fold(0, |bits, byte| mix(bits, u64::from(byte))) >> 32) as u32
}
