//! The hooks of Claude Code that Fusebox reads.

macro_rules! hook_events {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A hook, by the client's own name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum HookEvent {
            $($(#[$doc])* $name,)*
        }

        impl HookEvent {
            /// Every hook, in the order in which they are installed.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its name on the wire and in the settings.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }
        }
    };
}

hook_events! {
    /// Before a tool call; it can be refused.
    PreToolUse,
    /// After a tool call that succeeded.
    PostToolUse,
    /// After a tool call that failed.
    PostToolUseFailure,
    /// After all calls of one model response; only this hook reports calls with a bad input.
    PostToolBatch,
    /// A prompt, a person's or a machine's.
    UserPromptSubmit,
    /// A session began, was resumed, cleared or compacted.
    SessionStart,
    /// The main agent ended its turn.
    Stop,
    /// The turn ended with an API error.
    StopFailure,
    /// A subagent began.
    SubagentStart,
    /// A subagent ended.
    SubagentStop,
    /// The conversation is about to be compacted.
    PreCompact,
    /// The session ended.
    SessionEnd,
}

impl HookEvent {
    /// The hook of that name; `None` for a hook that no rule needs.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.name() == name)
    }

    /// Whether the settings select its handlers by the name of a tool.
    pub(crate) fn has_matcher(self) -> bool {
        matches!(self, Self::PreToolUse | Self::PostToolUse | Self::PostToolUseFailure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_is_found_by_its_name() {
        assert_eq!(HookEvent::named("PostToolBatch"), Some(HookEvent::PostToolBatch));
        assert_eq!(HookEvent::named("MessageDisplay"), None);
    }
}
