//! The rule of the same call in a row, with its ladder and its memory of loops, written a second time.

use fusebox_engine::FindingLevel;

/// The number of results at which the agent is nudged.
const NUDGE_AT: u64 = 4;
/// The number of results after which the next call is refused.
const REFUSE_AT: u64 = 6;
/// The steps after which a loop that was left has to reach its number again.
const MEMORY_STEPS: usize = 62;

/// A completed call.
#[derive(Debug, Clone)]
pub(crate) struct CompletedCall {
    pub(crate) call: String,
    /// The result, if it is known.
    pub(crate) result: Option<String>,
    /// The changes of the workspace at that time.
    pub(crate) changes: u64,
}

/// A loop that the agent was nudged about.
#[derive(Debug, Clone, Default)]
struct NudgedLoop {
    call: String,
    /// Changes and prompts when it was last confirmed.
    progress: ProgressMark,
    /// The number of the step that left it.
    left: Option<usize>,
    /// Whether the agent fell back into it.
    relapsed: bool,
    refusals: u64,
    tripped: bool,
    /// Whether observe mode recorded its trip.
    muted: bool,
}

/// Changes of the workspace and prompts of a person so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ProgressMark {
    pub(crate) changes: u64,
    pub(crate) prompts: u64,
}

/// The calls of one agent and the loops among them.
#[derive(Debug, Clone, Default)]
pub(crate) struct SameCallModel {
    steps: Vec<CompletedCall>,
    loops: Vec<NudgedLoop>,
    prompted_at: usize,
}

impl SameCallModel {
    /// Returns the level of the finding on a request, if there is one.
    pub(crate) fn request(&mut self, call: &str, progress: ProgressMark) -> Option<FindingLevel> {
        let known = self.loops.iter().position(|nudged_loop| {
            nudged_loop.call == call
                && nudged_loop.progress == progress
                && (nudged_loop.relapsed || nudged_loop.refusals > 0)
        });
        if let Some(known) = known {
            return self.loops[known].refuse();
        }
        let last = self.steps.last().filter(|step| step.call == call)?;
        if last.changes != progress.changes || self.run_since(self.prompted_at) < REFUSE_AT {
            return None;
        }
        let known = self.loops.iter().position(|nudged_loop| nudged_loop.call == call);
        let index = known.unwrap_or(self.loops.len());
        if known.is_none() {
            // Nothing is refused that was not nudged before.
            let is_told = self.is_looping();
            self.loops.push(NudgedLoop::new(call, progress));
            if !is_told {
                return Some(FindingLevel::Warning);
            }
        }
        self.loops[index].progress = progress;
        self.loops[index].refuse()
    }

    /// Adds a completed call.
    pub(crate) fn add_result(&mut self, step: CompletedCall) {
        self.steps.push(step);
    }

    /// Judges the newest result; returns whether the agent is nudged now.
    pub(crate) fn judge(&mut self, progress: ProgressMark) -> bool {
        let Some(newest) = self.steps.last().cloned() else { return false };
        let number = self.steps.len() - 1;
        let run = self.run_since(0);
        let mut nudged = false;
        let known = self.loops.iter().position(|nudged_loop| nudged_loop.call == newest.call);
        match known.map(|index| (index, self.loops[index].left)) {
            None if run >= NUDGE_AT => {
                self.loops.push(NudgedLoop::new(&newest.call, progress));
                nudged = true;
            }
            Some((index, Some(left))) if run > 0 => {
                let again = self.run_since(left);
                let nudged_loop = &mut self.loops[index];
                let at_once = number - left <= MEMORY_STEPS && nudged_loop.progress == progress;
                if again >= if at_once { 1 } else { NUDGE_AT } {
                    nudged_loop.relapsed = true;
                    nudged_loop.progress = progress;
                }
            }
            _ => {}
        }
        for nudged_loop in &mut self.loops {
            let continues = run > 1 && nudged_loop.call == newest.call;
            if nudged_loop.left.is_none() && !continues {
                nudged_loop.left = Some(number);
                nudged_loop.muted = false;
            }
        }
        nudged
    }

    /// Whether the agent is in a loop that it was nudged about.
    pub(crate) fn is_looping(&self) -> bool {
        self.loops.iter().any(|nudged_loop| nudged_loop.left.is_none())
    }

    /// Applies a person's prompt.
    pub(crate) fn forgive(&mut self) {
        self.prompted_at = self.steps.len();
        for nudged_loop in &mut self.loops {
            nudged_loop.relapsed = false;
            nudged_loop.refusals = 0;
            nudged_loop.muted = false;
            nudged_loop.left = nudged_loop.left.or(Some(self.prompted_at));
        }
    }

    /// Applies a dismissal: the evidence was wrong.
    pub(crate) fn forget(&mut self) {
        self.loops.clear();
    }

    /// Mutes the loops that continue after observe mode recorded a trip.
    pub(crate) fn mute(&mut self) {
        for nudged_loop in &mut self.loops {
            nudged_loop.muted |= nudged_loop.tripped || nudged_loop.left.is_none();
        }
    }

    /// Forgets the steps, but not the loops.
    pub(crate) fn drop_window(&mut self) {
        self.steps.clear();
        self.prompted_at = 0;
        for nudged_loop in &mut self.loops {
            nudged_loop.left = nudged_loop.left.map(|_| 0);
        }
    }

    /// The number of times in a row that the newest call had its result, in steps from `from` on.
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
    fn new(call: &str, progress: ProgressMark) -> Self {
        Self { call: call.to_owned(), progress, ..Self::default() }
    }

    fn refuse(&mut self) -> Option<FindingLevel> {
        if self.muted {
            return None;
        }
        self.refusals += 1;
        self.tripped |= self.refusals >= 2;
        Some(if self.tripped { FindingLevel::Trip } else { FindingLevel::Block })
    }
}
