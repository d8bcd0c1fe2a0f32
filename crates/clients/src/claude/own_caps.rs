//! The caps that Claude Code puts on itself. Their numbers are those of 2.1.330: the depth and the number at one
//! time hold there. The number of subagents of a session was a cap from 2.1.212 to 2.1.223; other versions
//! ignore its variable.

use crate::own_cap::OwnCap;

pub(crate) const OWN_CAPS: &[OwnCap] = &[
    OwnCap {
        variable: "CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH",
        default: 3,
        setting: "repetition.subagent_depth",
        limit: |policy| policy.repetition.subagent_depth,
    },
    OwnCap {
        variable: "CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS",
        default: 20,
        setting: "limits.tool_calls",
        limit: |policy| policy.limits.tool_calls,
    },
    OwnCap {
        variable: "CLAUDE_CODE_MAX_SUBAGENTS_PER_SESSION",
        default: 200,
        setting: "limits.tool_calls",
        limit: |policy| policy.limits.tool_calls,
    },
    OwnCap {
        variable: "CLAUDE_CODE_MAX_WEB_SEARCHES_PER_SESSION",
        default: 200,
        setting: "limits.tool_calls",
        limit: |policy| policy.limits.tool_calls,
    },
];
