//! Rule R1 with its ladder (R12) and its memory (R13), written a second time.

use fusebox_engine::FindingLevel;

/// The Nth result is named.
const NAMED: u64 = 4;
/// So many results of the loop, and the next call is refused.
const REFUSED: u64 = 6;
/// How much larger the numbers are for a call that waits (R10).
const PATIENCE: u64 = 3;
/// A call so long after its twin waits.
const APART_MS: u64 = 30_000;
/// A loop that was left longer ago, in steps, has to reach its number again.
const NEAR: usize = 64;

/// A completed call.
#[derive(Debug, Clone)]
struct CompletedCall {
    call: String,
    /// What came of it, if that is known.
    result: Option<String>,
    /// The changes of the workspace there were then.
    changes: u64,
    waits: bool,
    at: u64,
}

/// A loop that was named.
#[derive(Debug, Clone)]
struct NudgedLoop {
    call: String,
    /// Changes and prompts when it was confirmed last.
    ground: ProgressMark,
    /// The number of the step with which it was left.
    left: Option<usize>,
    /// The agent fell back into it.
    relapsed: bool,
    refusals: u64,
    tripped: bool,
    /// Observe mode wrote it down.
    told: bool,
}

/// Changes of the workspace and prompts of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProgressMark {
    pub(crate) changes: u64,
    pub(crate) prompts: u64,
}

/// The steps of one agent and the loops among them.
#[derive(Debug, Clone, Default)]
pub(crate) struct SameCallModel {
    steps: Vec<CompletedCall>,
    named: Vec<NudgedLoop>,
    prompted_at: usize,
}

impl SameCallModel {
    /// A call is asked for after a pause, and nothing but waiting was done in it.
    pub(crate) fn waits(&self, call: &str, now: u64) -> bool {
        let mut since = self.steps.iter().rev().skip_while(|step| step.waits && step.call != call);
        since.next().is_some_and(|step| step.call == call && now >= step.at + APART_MS)
    }

    /// How a request is met: not at all, with a refusal, with a trip.
    pub(crate) fn request(
        &mut self,
        call: &str,
        waits: bool,
        ground: ProgressMark,
    ) -> Option<FindingLevel> {
        let known = self.named.iter().position(|named| {
            named.call == call
                && named.ground == ground
                && (named.relapsed || named.refusals > 0)
                && !waits
        });
        if let Some(known) = known {
            return self.named[known].refuse();
        }
        let refused_from = if waits { NAMED * PATIENCE + 2 } else { REFUSED };
        let last = self.steps.last().filter(|step| step.call == call)?;
        if last.changes != ground.changes || self.run_since(self.prompted_at) < refused_from {
            return None;
        }
        let index = self.named.iter().position(|named| named.call == call).unwrap_or_else(|| {
            self.named.push(NudgedLoop::new(call, ground));
            self.named.len() - 1
        });
        self.named[index].ground = ground;
        self.named[index].refuse()
    }

    /// A result came; true when the loop is named to the agent now.
    pub(crate) fn result(
        &mut self,
        call: &str,
        result: Option<String>,
        waits: bool,
        at: u64,
        ground: ProgressMark,
    ) {
        let step =
            CompletedCall { call: call.to_owned(), result, changes: ground.changes, waits, at };
        self.steps.push(step);
    }

    /// What the newest result means; true when the loop is named to the agent now.
    pub(crate) fn judge(&mut self, ground: ProgressMark) -> bool {
        let Some(newest) = self.steps.last().cloned() else { return false };
        let number = self.steps.len() - 1;
        let limit = if newest.waits { NAMED * PATIENCE } else { NAMED };
        let run = self.run_since(0);
        let mut nudged = false;
        let known = self.named.iter().position(|named| named.call == newest.call);
        match known.map(|index| (index, self.named[index].left)) {
            None if run >= limit => {
                self.named.push(NudgedLoop::new(&newest.call, ground));
                nudged = true;
            }
            Some((index, Some(left))) if run > 0 => {
                let again = self.run_since(left);
                let named = &mut self.named[index];
                let at_once = number - left <= NEAR && named.ground == ground;
                if again >= if at_once { 1 } else { limit } {
                    named.relapsed = true;
                    named.ground = ground;
                }
            }
            _ => {}
        }
        for named in &mut self.named {
            let goes_on = run > 1 && named.call == newest.call;
            if named.left.is_none() && !goes_on {
                named.left = Some(number);
                named.told = false;
            }
        }
        nudged
    }

    /// Whether a named loop goes on.
    pub(crate) fn is_looping(&self) -> bool {
        self.named.iter().any(|named| named.left.is_none())
    }

    /// A person spoke.
    pub(crate) fn forgive(&mut self) {
        self.prompted_at = self.steps.len();
        for named in &mut self.named {
            named.relapsed = false;
            named.refusals = 0;
            named.told = false;
            named.left = named.left.or(Some(self.prompted_at));
        }
    }

    /// A person said that the evidence was wrong.
    pub(crate) fn forget(&mut self) {
        self.named.clear();
    }

    /// Observe mode wrote a trip down: what goes on is not told again.
    pub(crate) fn mute(&mut self) {
        for named in &mut self.named {
            named.told |= named.tripped || named.left.is_none();
        }
    }

    /// The steps are gone; what was named is not.
    pub(crate) fn drop_window(&mut self) {
        self.steps.clear();
        self.prompted_at = 0;
        for named in &mut self.named {
            named.left = named.left.map(|_| 0);
        }
    }

    /// How often the newest call came with its result in a row, in steps from `from` on.
    fn run_since(&self, from: usize) -> u64 {
        let Some(newest) = self.steps.last() else { return 0 };
        let same = |step: &&CompletedCall| {
            step.call == newest.call
                && step.result == newest.result
                && step.changes == newest.changes
        };
        let steps = self.steps.get(from..).unwrap_or_default();
        if newest.result.is_none() { 0 } else { steps.iter().rev().take_while(same).count() as u64 }
    }
}

impl NudgedLoop {
    fn new(call: &str, ground: ProgressMark) -> Self {
        Self {
            call: call.to_owned(),
            ground,
            left: None,
            relapsed: false,
            refusals: 0,
            tripped: false,
            told: false,
        }
    }

    fn refuse(&mut self) -> Option<FindingLevel> {
        if self.told {
            return None;
        }
        self.refusals += 1;
        self.tripped |= self.refusals >= 2;
        Some(if self.tripped { FindingLevel::Trip } else { FindingLevel::Block })
    }
}
