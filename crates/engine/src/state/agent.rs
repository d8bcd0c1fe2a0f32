//! The state of one conversation.

use serde::{Deserialize, Serialize};

use super::{CallRound, CallWindow, LoopMemory, is_default, push_newest};
use crate::breaker::Breaker;
use crate::{AgentId, IncidentId, Rule};

/// Named loops remembered at most; the oldest goes first.
const MEMORIES: usize = 6;

/// The state of one conversation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AgentState {
    /// Its breaker.
    #[serde(skip_serializing_if = "is_default")]
    pub breaker: Breaker,
    /// Loops that were named to it; they survive compaction and resume.
    #[serde(skip_serializing_if = "is_default")]
    pub memories: Vec<LoopMemory>,
    /// Refusals since the trip.
    #[serde(skip_serializing_if = "is_default")]
    pub refused: RefusalCounts,
    /// The agent that started it.
    #[serde(skip_serializing_if = "is_default")]
    pub parent: Option<AgentId>,
    /// Its depth; the main agent is at 0.
    #[serde(skip_serializing_if = "is_default")]
    pub depth: u32,
    /// Continuations forced at the stop since the last person's prompt.
    #[serde(skip_serializing_if = "is_default")]
    pub continuations: u64,
    /// Early signs that it was told since the last person's prompt.
    #[serde(skip_serializing_if = "is_default")]
    pub told_signs: ToldSigns,
    /// Its latest edits, while they concern one file and grow.
    #[serde(skip_serializing_if = "is_default")]
    pub growing_edits: GrowingEdits,
    /// The last calls; stored apart.
    #[serde(skip)]
    pub window: CallWindow,
}

/// Edits of one file in a row, each larger than the one before. It is stored as a list, because records
/// are bounded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u64, u64)", into = "(u32, u64, u64)")]
pub struct GrowingEdits {
    /// Digest of the file. Short; 0 before the first edit.
    pub file: u32,
    /// How much text the latest one wrote, in bytes.
    pub bytes: u64,
    /// How many they are.
    pub count: u64,
}

impl From<(u32, u64, u64)> for GrowingEdits {
    fn from((file, bytes, count): (u32, u64, u64)) -> Self {
        Self { file, bytes, count }
    }
}

impl From<GrowingEdits> for (u32, u64, u64) {
    fn from(edits: GrowingEdits) -> Self {
        (edits.file, edits.bytes, edits.count)
    }
}

/// The early signs that an agent was told, one bit for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ToldSigns(u8);

impl ToldSigns {
    /// Notes a sign. Returns whether it is new.
    pub(crate) fn note(&mut self, rule: Rule) -> bool {
        let signs = [Rule::EditsWithoutCheck, Rule::SameSearch, Rule::GrowingEdits];
        let bit = signs.iter().position(|sign| *sign == rule).map_or(0, |place| 1 << place);
        let is_new = self.0 & bit == 0;
        self.0 |= bit;
        is_new
    }
}

/// Refused calls since a trip.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RefusalCounts {
    /// Refused calls.
    pub calls: u64,
    /// Model responses with at least one refused call.
    pub rounds: u64,
    /// Whether the current response has one, if the client does not name responses.
    pub in_round: bool,
    /// The current response, if the client names it.
    pub round: Option<u64>,
    /// The incident they belong to.
    pub incident: Option<IncidentId>,
}

impl RefusalCounts {
    /// Counts a refused call.
    pub(crate) fn count_call(&mut self, incident: Option<IncidentId>, round: CallRound) {
        if self.incident != incident {
            *self = Self { incident, ..Self::default() };
        }
        self.calls += 1;
        if round.follows(self.round) {
            self.rounds += 1;
            self.round = round.name();
        } else if round == CallRound::Current {
            self.in_round = true;
        }
    }

    /// Ends the current response.
    pub(crate) fn round_end(&mut self) {
        if self.in_round {
            self.rounds += 1;
            self.in_round = false;
        }
    }
}

impl AgentState {
    pub(crate) fn remember(&mut self, memory: LoopMemory) -> &mut LoopMemory {
        push_newest(&mut self.memories, memory, MEMORIES);
        let last = self.memories.len() - 1;
        &mut self.memories[last]
    }

    pub(crate) fn memory_of(&mut self, identity: u64) -> Option<&mut LoopMemory> {
        self.memories.iter_mut().find(|memory| memory.identity == identity)
    }

    /// Whether a named loop is still going on.
    pub(crate) fn is_looping(&self) -> bool {
        self.memories.iter().any(LoopMemory::is_active)
    }
}
