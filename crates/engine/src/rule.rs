//! The rules by name, in the fixed order in which a verdict names them.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident => $name:literal, $title:literal;)*) => {
        /// A rule. The order of the variants is the order in which findings are named.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Rule {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl Rule {
            /// Every rule, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in configuration, output and the log.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it counts, for people.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }
        }
    };
}

rules! {
    /// A call that touches Fusebox itself.
    Protected => "guard.protected", "calls that touch Fusebox itself";
    /// What was remembered could not be read: open until a person looks.
    StateCorrupt => "breaker.state_corrupt", "unreadable state";
    /// Failing test runs after a change.
    Iterations => "limits.iterations", "iterations";
    /// Admitted tool calls.
    ToolCalls => "limits.tool_calls", "tool calls";
    /// Automation prompts.
    Turns => "limits.turns", "turns";
    /// Time inside turns.
    ActiveTime => "limits.active_time", "active time";
    /// Time asleep.
    SleepTime => "limits.sleep_time", "sleep time";
    /// Messages in the conversation.
    Messages => "limits.messages", "messages";
    /// Tokens in the conversation.
    ContextTokens => "limits.context_tokens", "context tokens";
    /// Tokens written by the model.
    OutputTokens => "limits.output_tokens", "output tokens";
    /// Money.
    Cost => "limits.cost_usd", "cost";
    /// R1.
    SameCall => "repetition.same_call", "the same call with the same result in a row";
    /// R2.
    SameCallAnywhere => "repetition.same_call_anywhere",
        "the same call with the same result without progress";
    /// R3.
    Cycle => "repetition.cycle", "a cycle of calls without progress";
    /// Two subagents of one agent tripped.
    TrippedSubagents => "repetition.tripped_subagents", "tripped subagents";
    /// L3.
    SameError => "stagnation.same_error", "the same error at the end of an iteration";
    /// No event for a while.
    Quiet => "limits.quiet_after", "time without activity";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
