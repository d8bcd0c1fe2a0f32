//! The last calls of one conversation, as digests.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::{RecentCalls, RetriedCheck, ShownFiles, packed, push_newest};
use crate::cut::marked_head;
use crate::test_run::{TestCall, TouchedFile};
use crate::{CallOutcome, LineRange, LineSet, WorkKind, WriteCondition};

/// The result of every call that only prints its own arguments.
pub(crate) const TALK: u64 = 1;
/// A call that waits is left alone when it comes this long after its twin (R10).
const SPACED_MS: u64 = 45_000;
/// Completed calls kept.
pub const WINDOW: usize = 62;
const PENDING: usize = 12;
const CONTENTS: usize = 28;
/// A label in flight is cut to so many bytes; the words behind them have digests.
pub const LABEL_BYTES: usize = 60;
/// The longest label of calls in flight before the newest ones, with the mark of its cut.
const OLD_LABEL_BYTES: usize = 46;
/// The newest calls in flight that keep the details of their test run, and those that keep their files.
const DETAILED: usize = 3;
const WITH_FILES: usize = 2;

/// The last calls of one conversation. Its digests are comparable only within one version of
/// `observe`; another version drops it, and it fills again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallWindow {
    /// Completed calls, oldest first.
    pub steps: RecentCalls,
    /// The number of the next step, counted from the conversation's first.
    pub next: u64,
    /// Calls without a result.
    pub pending: Vec<CallInFlight>,
    /// Calls that ended or were refused, each by its id and its arguments: the same call is not counted twice.
    #[serde(with = "packed")]
    pub answered: VecDeque<u64>,
    /// Contents seen so far: a change is new when its content is not among them.
    #[serde(with = "packed")]
    pub contents: VecDeque<u64>,
    /// Digest of the last message, its repeats in a row, and the number of the next call then.
    pub said: (u64, u64, u64),
    /// Compactions in a row with nothing new between them, and the number of the next call at the last.
    pub compactions: (u64, u64),
    /// Edits in a row without a check, but for those of yet another file, and the files of the last two, 16
    /// bits for each.
    pub unchecked_edits: (u64, u32),
    /// Model responses seen so far.
    pub rounds: u64,
    /// The client's digest of the current model response.
    pub round_id: Option<u64>,
    /// The last content of the whole workspace, if the client reports it.
    pub workspace: Option<u64>,
    /// The number of the first call after a person's last prompt.
    pub prompted_at: u64,
    /// New changes seen so far.
    pub changes: u64,
    /// Checks that failed, with the changes made between (A13).
    pub retried: Vec<RetriedCheck>,
    /// The streak of rejected edits in which one was refused, by the number of its first call.
    pub edit_refused_at: Option<u64>,
    /// Digest of the name of the file that was edited last, until the agent looks at it.
    pub edited_file: Option<u16>,
    /// The lines of files that were shown since the last change.
    pub shown: ShownFiles,
    /// The lines that failed checks printed since the last change.
    pub printed: LineSet,
}

/// A completed call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CompletedCall {
    /// Digest of tool and arguments; 0 when unknown, which equals nothing.
    pub call: u64,
    /// Digest of the result; 0 when unknown, which equals nothing.
    pub result: u64,
    /// Digest of the tool. Short.
    pub tool: u64,
    /// Digest of the call with every number replaced; 0 when unknown. Short.
    pub shape: u64,
    /// Digest of what went wrong; 0 when nothing did. Short.
    pub error: u64,
    /// The number of the model response it belongs to.
    pub round: u64,
    /// Whether the result says nothing.
    pub trivial: bool,
    /// Whether it failed or was refused.
    pub failed: bool,
    /// What it did to the workspace.
    pub edit: EditEffect,
    /// When it began, in milliseconds.
    pub at_ms: u64,
    /// New changes of the workspace before it ended.
    pub changes: u64,
    /// Whether it waits: the numbers of the rules are then three times as large.
    pub waits: bool,
    /// Digest of what it asked about; 0 when unknown. Short.
    pub target: u64,
    /// Digest of the program that gives its status, cut to 16 bits; 0 for other calls.
    pub program: u64,
    /// Digest of the program or module that it needed and that is not there, cut to 16 bits; 0 for none.
    pub missing: u64,
    /// Whether it is a check.
    pub checks: bool,
    /// Whether it is a check that passed: it may be repeated for long.
    pub passed: bool,
    /// Whether it is a search or a look that found nothing.
    pub fruitless: bool,
    /// Whether it is an edit by an edit tool.
    pub edits: bool,
    /// Whether it brought nothing (R20).
    pub barren: bool,
    /// Whether it installed something.
    pub installed: bool,
    /// Whether it acted by means that are not known, and may have brought what was missing.
    pub may_provide: bool,
    /// Whether it only shows files, pages or logs.
    pub looks: bool,
    /// Whether it is a test run of which it is known what failed.
    pub tests: bool,
    /// Whether it acted on a server or through another agent.
    pub acts: bool,
    /// Whether it showed lines of a file that were shown before, and none else.
    pub reshows: bool,
    /// Whether its answer says that what it asked about has ended: asking again waits for nothing.
    pub ended: bool,
    /// Whether it is a check that failed as one before, and printed a line that none printed since the last change.
    pub has_new_line: bool,
    /// Whether its answer says that what it asked about is not done yet: asking again is waiting.
    pub under_way: bool,
    /// Digest of what it was given (a file, a part of the project), where it failed and that may be about it, cut to 16 bits; 0
    /// else, and where a program is missing.
    pub input: u64,
    /// Whether it only set an option or a variable, or cleared what tools make again.
    pub sets: bool,
}

/// The model response that a call belongs to, as the client reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallRound {
    /// The one with this digest.
    Named(u64),
    /// The present one: the client reports the ends of responses.
    Current,
    /// One of its own: the client reports no responses.
    Own,
}

/// What a call did to the workspace, as far as contents are known. It is stored as its place in the
/// list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EditEffect {
    /// Nothing, or nothing that is known.
    #[default]
    None,
    /// A content that is new.
    New,
    /// The content stayed the same.
    Nothing,
    /// An earlier content returned.
    Back,
}

/// A call without a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallInFlight {
    /// Digest of the client's call id; 0 where the client has none.
    #[serde(with = "fixed")]
    pub id: u64,
    /// Digest of tool and arguments; 0 when unknown.
    #[serde(with = "fixed")]
    pub call: u64,
    /// Digest of the tool. Short.
    #[serde(with = "fixed_short")]
    pub tool: u64,
    /// Digest of the call with every number replaced; 0 when unknown. Short.
    #[serde(with = "fixed_short")]
    pub shape: u64,
    /// The number of the model response it belongs to.
    pub round: u64,
    /// When it was asked for, in milliseconds.
    pub at_ms: u64,
    /// Whether the same call was already in flight: both are one decision.
    pub twin: bool,
    /// Whether it waits.
    pub waits: bool,
    /// What it runs, if it is a test run.
    pub test: Option<Box<TestCall>>,
    /// The files that it changes, as far as the call names them.
    pub files: Vec<TouchedFile>,
    /// Whether such a call changes files.
    pub writes: WriteCondition,
    /// Whether repetition rules ignore it.
    pub ignored: bool,
    /// Whether it is a search.
    pub search: bool,
    /// Whether it only prints its own arguments.
    pub talk: bool,
    /// Whether its status is not that of the program that does the work.
    pub hides_status: bool,
    /// Digest of what it asks about; 0 when unknown. Short.
    #[serde(with = "fixed_short")]
    pub target: u64,
    /// The lines of a file that it shows.
    pub lines: Option<LineRange>,
    /// Digest of the program that gives its status, cut to 16 bits; 0 for other calls.
    #[serde(with = "fixed_16")]
    pub program: u64,
    /// Digest of what a command line runs, in whichever spelling, and in which folder; 0 for other calls.
    #[serde(with = "fixed_16")]
    pub run: u16,
    /// Digest of the program that makes a check, whatever it is told, and of the folder, cut to 8 bits; 0 for other calls.
    pub checker: u8,
    /// Digest of where it meets faults: the folder, the environment and the package, cut to 8 bits; 0 for other calls,
    /// 1 for one that starts anew what runs and shows how it goes, and 2 for one that prints a secret.
    pub fault_scope: u8,
    /// What kind of work it is.
    pub work: WorkKind,
    /// Digests of the words behind those of the label, cut to 16 bits.
    pub named: Vec<u16>,
    /// Short form for people.
    pub label: String,
}

impl CallRound {
    /// Its digest.
    pub(crate) fn name(self) -> Option<u64> {
        if let Self::Named(digest) = self { Some(digest) } else { None }
    }

    /// Whether it begins with this call, after the response with the digest `last`.
    pub(crate) fn follows(self, last: Option<u64>) -> bool {
        match self {
            Self::Named(digest) => last != Some(digest),
            Self::Current => false,
            Self::Own => true,
        }
    }
}

impl EditEffect {
    pub(crate) const ALL: [Self; 4] = [Self::None, Self::New, Self::Nothing, Self::Back];
}

impl CompletedCall {
    /// Whether both are the same known call with the same known result, and neither printed more than those before.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        self.call == other.call
            && self.result == other.result
            && self.is_known()
            && !(self.has_new_line || other.has_new_line)
    }

    /// Whether call and result are known.
    pub(crate) fn is_known(&self) -> bool {
        self.call != 0 && self.result != 0
    }

    /// Whether the answer brought nothing: the call failed, found nothing, or only echoed its input.
    pub(crate) fn is_weak(&self) -> bool {
        self.failed || self.error != 0 || self.result == TALK
    }

    /// Whether the call may have done something: it neither only shows nor only waits. The same act around a wait is
    /// taken for one by the calls between; what it says is that it was done.
    pub(crate) fn may_act(&self) -> bool {
        let only_waits = self.waits && !(self.trivial && self.target != 0);
        !(only_waits || self.looks || self.failed || self.fruitless || self.result == TALK)
    }

    /// Whether both got the same answer, as far as it is known which.
    pub(crate) fn answers_as(&self, other: &Self) -> bool {
        let count = |step: &Self| step.result & CallOutcome::COUNT;
        let names = |step: &Self| step.result & !CallOutcome::BEYOND_NAMES;
        let is_unnamed = |step: &Self| names(step) == CallOutcome::UNNAMED_TESTS;
        let may_be_same = || {
            let is_known = count(self) != 0 && count(other) != 0;
            (is_unnamed(self) || is_unnamed(other)) && (!is_known || count(self) == count(other))
        };
        self.result == other.result
            || self.reshows && other.reshows
            || self.failed_check() && other.failed_check() && may_be_same()
            || self.names_as(other)
    }

    /// Whether it is a check that failed, as far as the result tells.
    pub(crate) fn failed_check(&self) -> bool {
        self.checks && !self.passed
    }

    /// Whether both are test runs in which tests of the same names failed.
    pub(crate) fn names_as(&self, other: &Self) -> bool {
        let named = |step: &Self| step.result & !CallOutcome::PLACE;
        self.tests && other.tests && self.failed_check() && named(self) == named(other)
    }

    /// Whether both are test runs in which the same tests failed, whichever were selected: tests of the same
    /// names in the same place, as far as the place is known.
    pub(crate) fn fails_as(&self, other: &Self) -> bool {
        self.names_as(other) && self.result == other.result
    }

    /// Whether it asked what `other` asked, or failed as that did, and got the same answer.
    pub(crate) fn asks_again(&self, other: &Self) -> bool {
        let is_same_question = self.target == other.target || self.is_weak();
        is_same_question && self.result == other.result
    }

    /// Whether the result says something, or that a check passed. What a look shows is never only an acknowledgement.
    pub(crate) fn is_answer(&self) -> bool {
        self.is_known() && (self.passed || !self.trivial || self.looks && !self.fruitless)
    }

    /// Whether call and result are known and the result says something.
    pub(crate) fn is_telling(&self) -> bool {
        self.is_known() && !self.trivial
    }
}

impl CallWindow {
    pub(crate) fn push(&mut self, step: CompletedCall) {
        self.next += 1;
        self.steps.push(step);
    }

    /// The index of the first step numbered `from` or later.
    pub(crate) fn index_from(&self, from: u64) -> usize {
        let first = self.next - self.steps.len() as u64;
        (from.saturating_sub(first) as usize).min(self.steps.len())
    }

    /// The number of the model response to which a new call belongs.
    pub(crate) fn round_of(&mut self, round: CallRound) -> u64 {
        if round.follows(self.round_id) {
            self.rounds += 1;
            self.round_id = round.name();
        }
        self.rounds
    }

    /// Whether this call is in flight in the model response that a call of `round` belongs to. If the
    /// client reports no responses, one lasts until a later call of it has ended:
    /// a call that is never answered must not last forever.
    pub(crate) fn awaits(&self, call: u64, round: CallRound) -> bool {
        let told = round != CallRound::Own;
        let present = self.rounds + u64::from(round.follows(self.round_id));
        let mut newest_first = self.pending.iter().rev().zip(1..);
        call != 0
            && newest_first.any(|(pending, back)| {
                let since = present.saturating_sub(pending.round);
                pending.call == call && if told { since == 0 } else { since == back }
            })
    }

    /// The calls after so many new changes, the newest first.
    pub(crate) fn since_change(
        &self,
        changes: u64,
    ) -> impl Iterator<Item = &CompletedCall> + Clone {
        self.steps.iter().rev().take_while(move |step| step.changes == changes)
    }

    /// The newest result of this call.
    pub(crate) fn last_of(&self, call: u64) -> Option<&CompletedCall> {
        self.steps.iter().rev().find(|step| step.call == call && call != 0)
    }

    /// The newest call that is this one, or asks the same.
    pub(crate) fn last_of_question(&self, call: u64, target: u64) -> Option<&CompletedCall> {
        let asks =
            |step: &&CompletedCall| step.call == call || step.target == target && target != 0;
        self.steps.iter().rev().find(asks)
    }

    /// Whether this call was made before, but neither it nor another one that asks the same a short while before
    /// `now`, and what it asks about had not ended by then, nor had the agent been denied to ask.
    pub(crate) fn was_asked_long_ago(&self, call: u64, target: u64, now: u64) -> bool {
        // Who may not ask waits for nothing.
        let is_wait = |step: &CompletedCall| !step.ended && step.error != CallOutcome::DENIAL;
        let is_old =
            |step: &CompletedCall| now >= step.at_ms.saturating_add(SPACED_MS) && is_wait(step);
        self.last_of(call).is_some() && self.last_of_question(call, target).is_some_and(is_old)
    }

    /// The newest call of this tool.
    pub(crate) fn last_of_tool(&self, tool: u64) -> Option<&CompletedCall> {
        self.steps.iter().rev().find(|step| step.tool == tool)
    }

    /// The newest call that asks about this.
    pub(crate) fn last_of_target(&self, target: u64) -> Option<&CompletedCall> {
        self.steps.iter().rev().find(|step| step.target == target && target != 0)
    }

    /// Adds a call in flight.
    pub fn begin_call(&mut self, mut pending: CallInFlight) {
        pending.label = marked_head(&pending.label, LABEL_BYTES);
        push_newest(&mut self.pending, pending, PENDING);
        for (newer, pending) in self.pending.iter_mut().rev().enumerate() {
            if newer >= WITH_FILES {
                (pending.files, pending.lines, pending.named) = (Vec::new(), None, Vec::new());
                if pending.label.len() > OLD_LABEL_BYTES + '…'.len_utf8() {
                    pending.label = marked_head(&pending.label, OLD_LABEL_BYTES);
                }
            }
            if newer >= DETAILED
                && let Some(test) = &mut pending.test
            {
                **test = TestCall { selection: test.selection, ..TestCall::default() };
            }
        }
    }

    /// Takes the call in flight that a result ends; see [`Self::call_in_flight`].
    pub(crate) fn take_call(&mut self, id: Option<u64>, call: Option<u64>) -> Option<CallInFlight> {
        let index = self.waiting(id, call)?;
        Some(self.pending.remove(index))
    }

    /// The call in flight that a result ends: by the id of the call, else by the digest of the call that the
    /// result names, of several alike the oldest; a result that has neither ends the oldest.
    #[must_use]
    pub fn call_in_flight(&self, id: Option<u64>, call: Option<u64>) -> Option<&CallInFlight> {
        self.waiting(id, call).map(|index| &self.pending[index])
    }

    fn waiting(&self, id: Option<u64>, call: Option<u64>) -> Option<usize> {
        match (id, call) {
            (Some(id), _) => self.pending.iter().position(|pending| pending.id == id),
            (None, Some(call)) => self.pending.iter().position(|pending| pending.call == call),
            (None, None) => (!self.pending.is_empty()).then_some(0),
        }
    }

    /// Whether a call numbered `from` or later gave a result that was not in the window before.
    pub(crate) fn has_news(&self, from: u64) -> bool {
        let first = self.index_from(from);
        (first..self.steps.len()).any(|i| {
            let step = &self.steps[i];
            !self.steps[..i].iter().any(|earlier| earlier.repeats(step))
        })
    }

    /// Notes the contents after an edit, one per file. The upper 16 bits of such a digest identify
    /// the file.
    pub(crate) fn note_contents(&mut self, digests: &[u64]) -> EditEffect {
        let current = digests.iter().all(|digest| {
            let mut of_file = self.contents.iter().rev().filter(|seen| *seen >> 48 == digest >> 48);
            of_file.next() == Some(digest)
        });
        // Every content is noted, also after the first new one.
        let new = digests.iter().filter(|digest| self.is_new_content(**digest)).count();
        if new > 0 {
            return EditEffect::New;
        }
        for digest in digests {
            self.contents.retain(|content| content != digest);
            self.contents.push_back(*digest);
        }
        if current { EditEffect::Nothing } else { EditEffect::Back }
    }

    /// Notes the content of the whole workspace as the client reports it. The first is the start, a
    /// different one is a change.
    pub(crate) fn note_workspace(&mut self, digest: u64) -> EditEffect {
        let before = self.workspace.replace(digest);
        let new = self.is_new_content(digest);
        match before {
            None => EditEffect::None,
            Some(before) if before == digest => EditEffect::None,
            Some(_) if new => EditEffect::New,
            Some(_) => EditEffect::Back,
        }
    }

    /// Notes a content of the workspace; true if it was not seen before.
    pub(crate) fn is_new_content(&mut self, digest: u64) -> bool {
        let new = !self.contents.contains(&digest);
        if new {
            ring(&mut self.contents, digest, CONTENTS);
        }
        new
    }
}

pub(super) fn ring<T>(ring: &mut VecDeque<T>, entry: T, cap: usize) {
    ring.push_back(entry);
    while ring.len() > cap {
        ring.pop_front();
    }
}

/// A digest cut to 32 bits, for comparisons within one window; 0 stays 0.
pub(crate) fn short(digest: u64) -> u64 {
    if digest == 0 { 0 } else { (digest & 0xffff_ffff).max(1) }
}

/// Digests are evenly spread, so eight bytes are shorter than a variable-length number.
pub(super) mod fixed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(in crate::state) fn serialize<S: Serializer>(
        digest: &u64,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        digest.to_le_bytes().serialize(to)
    }

    pub(in crate::state) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<u64, D::Error> {
        <[u8; 8]>::deserialize(from).map(u64::from_le_bytes)
    }
}

/// The same for a short digest.
mod fixed_short {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(super) fn serialize<S: Serializer>(digest: &u64, to: S) -> Result<S::Ok, S::Error> {
        let [a, b, c, d, ..] = digest.to_le_bytes();
        [a, b, c, d].serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        <[u8; 4]>::deserialize(from).map(|bytes| u64::from(u32::from_le_bytes(bytes)))
    }
}

/// The same for a digest of 16 bits.
pub(super) mod fixed_16 {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::state) fn serialize<T: Copy + Into<u64>, S: Serializer>(
        digest: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let [a, b, ..] = (*digest).into().to_le_bytes();
        [a, b].serialize(to)
    }

    pub(in crate::state) fn deserialize<'de, T: From<u16>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        <[u8; 2]>::deserialize(from).map(|bytes| u16::from_le_bytes(bytes).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(call: u64, result: u64) -> CompletedCall {
        CompletedCall { call, result, ..CompletedCall::default() }
    }

    #[test]
    fn unknown_parts_equal_nothing() {
        assert!(step(1, 2).repeats(&step(1, 2)));
        assert!(!step(0, 2).repeats(&step(0, 2)));
        assert!(!step(1, 0).repeats(&step(1, 0)));
    }

    #[test]
    fn steps_keep_their_numbers_when_old_ones_go() {
        let mut window = CallWindow::default();
        for n in 0..100 {
            window.push(step(n + 1, 1));
        }
        assert_eq!(window.steps.len(), WINDOW);
        assert_eq!(window.next, 100);
        assert_eq!(window.index_from(38), 0);
        assert_eq!(window.index_from(39), 1);
        assert_eq!(window.index_from(0), 0);
        assert_eq!(window.index_from(99), WINDOW - 1);
        assert_eq!(window.index_from(500), WINDOW);
    }
}
