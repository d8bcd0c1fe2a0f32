//! Signs beside calls: the same words again (R7), forced continuations and nesting (R9), early
//! signs (R14), compactions with nothing new (R18).

use super::Fold;
use crate::ladder::FAR;
use crate::state::{CallInFlight, EditEffect};
use crate::{Finding, FindingLevel, Limit, Rule};

impl Fold<'_> {
    /// R7: the same message again with nothing new in between, or one thing said again inside a message.
    pub(super) fn message(&mut self, digest: Option<u64>, repeats: u64) {
        let limit = self.policy.repetition.same_message;
        let window = &mut self.scopes.agent.window;
        let mut count = 1;
        if let Some(digest) = digest {
            let (last, times, then) = window.said;
            // Scrolling on with the same words is work, not talk.
            count = if last == digest && !window.has_news(then) { times + 1 } else { 1 };
            window.said = (digest, count, window.next);
        }
        self.beyond(Rule::SameMessage, count, limit, |n| {
            format!("The same message was written {n} times, and nothing new came in between.")
        });
        if let Some(limit) = limit.get()
            && repeats >= limit
            && count == 1
        {
            self.out.push(Finding {
                rule: Rule::SameMessage,
                level: FindingLevel::Warning,
                observed: repeats,
                limit,
                message: format!("One thing was said {repeats} times inside a message."),
            });
        }
    }

    /// R9: the client wanted to stop and was told to go on.
    pub(super) fn stop_blocked(&mut self) {
        self.scopes.agent.continuations += 1;
        let count = self.scopes.agent.continuations;
        let limit = self.policy.repetition.stop_continuations;
        self.beyond(Rule::StopContinuations, count, limit, |n| {
            format!("The agent wanted to stop and was made to go on {n} times.")
        });
    }

    /// R9: subagents inside subagents.
    pub(super) fn nesting(&mut self, depth: u32) {
        self.scopes.agent.depth = depth;
        let limit = self.policy.repetition.subagent_depth;
        self.beyond(Rule::SubagentDepth, u64::from(depth), limit, |n| {
            format!("Subagents stand {n} deep inside one another.")
        });
    }

    /// R18: the conversation was compacted and nothing new came since the last time.
    pub(super) fn compaction(&mut self) {
        let limit = self.policy.repetition.idle_compactions;
        let window = &mut self.scopes.agent.window;
        let (count, since) = window.compactions;
        let idle = count > 0 && !window.has_news(since);
        let count = if idle { count + 1 } else { 1 };
        window.compactions = (count, window.next);
        self.beyond(Rule::IdleCompactions, count, limit, |n| {
            format!("The conversation was compacted {n} times with nothing new in between.")
        });
    }

    /// R14: notices for people; the agent is not told.
    pub(super) fn early_signs(&mut self, pending: &CallInFlight, edit: EditEffect) {
        let policy = &self.policy.repetition;
        let window = &mut self.scopes.agent.window;
        window.unchecked_edits =
            if edit == EditEffect::None { 0 } else { window.unchecked_edits + 1 };
        let edits = window.unchecked_edits;
        let searches = if pending.search && pending.call != 0 {
            window.steps.iter().filter(|step| step.call == pending.call).count() as u64
        } else {
            0
        };
        let signs = [
            (Rule::EditsWithoutCheck, edits, policy.edits_without_check, "edits without a check"),
            (Rule::SameSearch, searches, policy.same_search, "times the same search"),
        ];
        for (rule, observed, limit, what) in signs {
            if let Some(limit) = limit.get()
                && observed == limit
            {
                let message = format!("{observed} {what}: `{}`.", pending.label);
                let level = FindingLevel::Notice;
                self.out.push(Finding { rule, level, observed, limit, message });
            }
        }
    }

    /// A word at the limit, a trip far beyond it. Not every event carries words to the agent, so
    /// they wait for the next one that does.
    fn beyond(&mut self, rule: Rule, observed: u64, limit: Limit, say: impl Fn(u64) -> String) {
        let Some(limit) = limit.get() else { return };
        let level = match observed {
            n if n >= limit + FAR => FindingLevel::Trip,
            n if n == limit => FindingLevel::Warning,
            _ => return,
        };
        self.out.push(Finding { rule, level, observed, limit, message: say(observed) });
    }
}
