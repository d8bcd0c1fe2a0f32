//! Finds the agent of a record: the main agent or a subagent.

use std::collections::{BTreeSet, VecDeque};

use fusebox_engine::AgentId;

use super::super::{JsonValue, agent_id};

/// The most records that are remembered to follow the chain of a subagent without an id.
const CHAIN: usize = 512;

/// The agents seen so far.
#[derive(Default)]
pub(super) struct SidechainAgents {
    known: BTreeSet<AgentId>,
    /// The last records of subagents by their `uuid`, in old versions.
    chains: VecDeque<(String, AgentId)>,
}

impl SidechainAgents {
    /// The agent of a record, and whether it is a new subagent.
    pub(super) fn of(&mut self, record: &JsonValue<'_>) -> (AgentId, bool) {
        if !record.is_true("isSidechain") {
            return (AgentId::main(), false);
        }
        let agent = match record.text("agentId") {
            Some(id) => agent_id(id),
            None => self.by_chain(record),
        };
        let is_new = !agent.is_main() && self.known.insert(agent.clone());
        (agent, is_new)
    }

    fn by_chain(&mut self, record: &JsonValue<'_>) -> AgentId {
        let uuid = record.text("uuid").unwrap_or_default().to_owned();
        let parent = record.text("parentUuid").unwrap_or_default();
        let of_parent = self.chains.iter().rev().find(|(known, _)| *known == parent);
        let agent = match of_parent {
            Some((_, agent)) => agent.clone(),
            None => agent_id(&format!("side-{uuid}")),
        };
        self.chains.push_back((uuid, agent.clone()));
        if self.chains.len() > CHAIN {
            self.chains.pop_front();
        }
        agent
    }
}
