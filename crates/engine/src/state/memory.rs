//! What is remembered of a loop that was named to the agent.

use serde::{Deserialize, Serialize};

use super::{is_default, short};
use crate::Rule;
use crate::detectors::{CallDigest, LoopSighting};

/// A loop that was named to the agent. It outlives compaction and resume, so that a relapse is
/// recognized.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredMemory", into = "StoredMemory")]
pub struct LoopMemory {
    /// The rule that named it.
    pub rule: Rule,
    /// Identifies the loop; the same for every rotation of a cycle.
    pub identity: u64,
    /// The calls that are refused if the agent continues the loop; 8 at most.
    pub refuses: RefusalTarget,
    /// Changes of the workspace and prompts of a person when it was last confirmed.
    pub confirmed_at: ProgressMark,
    /// Whether the agent is in it.
    pub stage: LoopStage,
    /// Refused calls since a person's last prompt.
    pub denials: u64,
    /// Whether it ever opened the breaker.
    pub tripped: bool,
    /// Whether observe mode has recorded it; it then stays silent until the agent leaves it.
    pub muted: bool,
    /// Whether a person was asked about it instead of a first refusal.
    pub asked: bool,
    /// The number that its nudge announced: nothing happens before that. 0 where it is not known.
    pub announced: u16,
}

/// The calls that are refused if an agent continues a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalTarget {
    /// This call, by its short digest.
    Call(u64),
    /// These calls, by short digests.
    Calls(Vec<u64>),
    /// Every call of this tool, by its short digest.
    Tool(u64),
    /// Every call that asks about this, by its short digest.
    Target(u64),
    /// Every call of this program, by its short digest.
    Program(u64),
    /// No single call can be named.
    Nothing,
}

/// Whether the agent is in a loop that was named to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopStage {
    /// The loop continues.
    Active,
    /// The agent left it with this step.
    Left(u64),
    /// The agent left it with this step and came back: the next call of the loop is refused.
    Relapsed(u64),
}

/// Counters that tell whether anything has changed since: in the workspace, or by a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProgressMark {
    /// New changes of the workspace.
    pub changes: u64,
    /// Prompts of a person.
    pub prompts: u64,
}

impl LoopMemory {
    /// A loop that has just been seen.
    pub(crate) fn new(rule: Rule, seen: &LoopSighting, confirmed_at: ProgressMark) -> Self {
        let (identity, refuses) = (seen.identity, seen.refuses.clone());
        let stage = LoopStage::Active;
        let (denials, announced) = (0, 0);
        let (tripped, muted, asked) = (false, false, false);
        Self {
            rule,
            identity,
            refuses,
            confirmed_at,
            stage,
            denials,
            tripped,
            muted,
            asked,
            announced,
        }
    }

    /// Notes a refusal. The number that was announced makes no difference any more, and is not stored.
    pub(crate) fn note_refusal(&mut self) {
        self.denials += 1;
        (self.announced, self.asked) = (0, false);
    }

    /// Notes which number the agent was told; `None` where it was told none.
    pub(crate) fn announce(&mut self, number: Option<u64>) {
        if self.denials == 0 {
            self.announced = number.and_then(|number| number.try_into().ok()).unwrap_or(u16::MAX);
        }
    }

    /// Whether the agent was told of this number, or of one before it.
    pub(crate) fn has_announced(&self, number: u64) -> bool {
        number >= u64::from(self.announced)
    }

    /// Whether the agent has not left the loop since it was named.
    pub(crate) fn is_active(&self) -> bool {
        self.stage == LoopStage::Active
    }

    /// Whether a call of the loop is refused at once.
    pub(crate) fn refuses_at_once(&self) -> bool {
        self.denials > 0 || matches!(self.stage, LoopStage::Relapsed(_))
    }

    /// Whether this call continues the loop.
    pub(crate) fn is_continued_by(&self, call: CallDigest) -> bool {
        match &self.refuses {
            RefusalTarget::Call(own) => *own == short(call.call),
            RefusalTarget::Calls(calls) => calls.contains(&short(call.call)),
            RefusalTarget::Tool(tool) => *tool == call.tool,
            RefusalTarget::Target(target) => *target == call.target,
            RefusalTarget::Program(program) => *program == call.program,
            RefusalTarget::Nothing => false,
        }
    }

    /// Notes that the agent left the loop with step number `step`, unless it had left it before.
    pub(crate) fn leave(&mut self, step: u64) {
        self.stage = match self.stage {
            LoopStage::Active => LoopStage::Left(step),
            LoopStage::Left(step) | LoopStage::Relapsed(step) => LoopStage::Left(step),
        };
    }

    /// Notes that the agent came back to the loop.
    pub(crate) fn relapse(&mut self, confirmed_at: ProgressMark) {
        if let LoopStage::Left(step) = self.stage {
            self.stage = LoopStage::Relapsed(step);
        }
        self.confirmed_at = confirmed_at;
    }

    /// Adapts to a dropped window, whose calls are numbered from 0 again: the loop counts as left
    /// before all of them.
    pub fn renumber_steps(&mut self) {
        if let LoopStage::Left(step) | LoopStage::Relapsed(step) = &mut self.stage {
            *step = 0;
        }
    }
}

/// A memory as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredMemory {
    rule: Rule,
    identity: u64,
    refuses: Vec<u64>,
    #[serde(default, skip_serializing_if = "is_default")]
    whole_tool: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    by: RefusedBy,
    changes: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    prompts: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    left_at: Option<u64>,
    #[serde(default, skip_serializing_if = "is_default")]
    armed: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    denials: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    tripped: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    muted: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    asked: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    announced: u16,
}

/// What identifies a refused call, where it is neither the call nor the tool.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RefusedBy {
    #[default]
    Call,
    Target,
    Program,
}

impl From<StoredMemory> for LoopMemory {
    fn from(stored: StoredMemory) -> Self {
        let refuses = match (stored.refuses.as_slice(), stored.by) {
            ([tool], RefusedBy::Call) if stored.whole_tool => RefusalTarget::Tool(*tool),
            ([target], RefusedBy::Target) => RefusalTarget::Target(*target),
            ([program], RefusedBy::Program) => RefusalTarget::Program(*program),
            ([call], RefusedBy::Call) => RefusalTarget::Call(*call),
            ([], _) => RefusalTarget::Nothing,
            _ => RefusalTarget::Calls(stored.refuses),
        };
        let stage = match stored.left_at {
            None => LoopStage::Active,
            Some(step) if stored.armed => LoopStage::Relapsed(step),
            Some(step) => LoopStage::Left(step),
        };
        let confirmed_at = ProgressMark { changes: stored.changes, prompts: stored.prompts };
        let StoredMemory { rule, identity, denials, tripped, muted, asked, announced, .. } = stored;
        Self {
            rule,
            identity,
            refuses,
            confirmed_at,
            stage,
            denials,
            tripped,
            muted,
            asked,
            announced,
        }
    }
}

impl From<LoopMemory> for StoredMemory {
    fn from(memory: LoopMemory) -> Self {
        let whole_tool = matches!(memory.refuses, RefusalTarget::Tool(_));
        let (left_at, armed) = match memory.stage {
            LoopStage::Active => (None, false),
            LoopStage::Left(step) => (Some(step), false),
            LoopStage::Relapsed(step) => (Some(step), true),
        };
        let (refuses, by) = match memory.refuses {
            RefusalTarget::Call(call) => (vec![call], RefusedBy::Call),
            RefusalTarget::Calls(calls) => (calls, RefusedBy::Call),
            RefusalTarget::Tool(tool) => (vec![tool], RefusedBy::Call),
            RefusalTarget::Target(target) => (vec![target], RefusedBy::Target),
            RefusalTarget::Program(program) => (vec![program], RefusedBy::Program),
            RefusalTarget::Nothing => (Vec::new(), RefusedBy::Call),
        };
        let ProgressMark { changes, prompts } = memory.confirmed_at;
        let LoopMemory { rule, identity, denials, tripped, muted, announced, .. } = memory;
        // After a refusal it makes no difference.
        let asked = memory.asked && denials == 0;
        let announced = if denials == 0 { announced } else { 0 };
        Self {
            rule,
            identity,
            refuses,
            whole_tool,
            by,
            changes,
            prompts,
            left_at,
            armed,
            denials,
            tripped,
            muted,
            asked,
            announced,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_is_read_as_it_was_written() {
        let calls = || RefusalTarget::Calls(vec![7, 9]);
        for (refuses, stage, asked, json) in [
            (calls(), LoopStage::Active, false, r#""refuses":[7,9],"changes":2"#),
            (calls(), LoopStage::Active, true, r#""asked":true"#),
            (RefusalTarget::Tool(7), LoopStage::Left(4), false, r#""whole_tool":true"#),
            (RefusalTarget::Target(7), LoopStage::Left(4), false, r#""by":"target""#),
            (RefusalTarget::Nothing, LoopStage::Relapsed(4), false, r#""left_at":4,"armed":true"#),
        ] {
            let confirmed_at = ProgressMark { changes: 2, prompts: 1 };
            let memory = LoopMemory {
                rule: Rule::Cycle,
                identity: 3,
                refuses,
                confirmed_at,
                stage,
                denials: u64::from(!asked),
                tripped: false,
                muted: false,
                asked,
                announced: if asked { 7 } else { 0 },
            };
            let written = serde_json::to_string(&memory).unwrap();
            assert!(written.contains(json), "{written}");
            assert_eq!(serde_json::from_str::<LoopMemory>(&written).unwrap(), memory);
        }
    }
}
