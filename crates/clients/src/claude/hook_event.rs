//! The hooks of Claude Code that Fusebox reads.

use crate::HookPoint;
use crate::hook_settings::SettingsHook;

macro_rules! hook_events {
    ($($(#[$doc:meta])* $name:ident at $point:ident,)*) => {
        /// A hook, by the client's own name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum HookEvent {
            $($(#[$doc])* $name,)*
        }

        impl HookEvent {
            /// Every hook, in the order in which they are installed.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The same, as they stand in the settings.
            pub(crate) const SETTINGS: &'static [SettingsHook] = &[$(SettingsHook {
                name: stringify!($name),
                has_matcher: Self::$name.has_matcher(),
            }),*];

            /// Its name on the wire and in the settings.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }

            /// The point at which the client calls it.
            pub(crate) fn point(self) -> HookPoint {
                match self { $(Self::$name => HookPoint::$point),* }
            }
        }
    };
}

hook_events! {
    /// Before a tool call; it can be refused.
    PreToolUse at BeforeTool,
    /// After a tool call that succeeded.
    PostToolUse at AfterTool,
    /// After a tool call that failed.
    PostToolUseFailure at AfterFailure,
    /// After all calls of one model response; only this hook reports calls with a bad input.
    PostToolBatch at AfterRound,
    /// A prompt, a person's or a machine's.
    UserPromptSubmit at Prompt,
    /// A session began, was resumed, cleared or compacted.
    SessionStart at SessionStart,
    /// The main agent ended its turn.
    Stop at TurnEnd,
    /// The turn ended with an API error.
    StopFailure at TurnEnd,
    /// A subagent began.
    SubagentStart at SubagentStart,
    /// A subagent ended.
    SubagentStop at Silent,
    /// The conversation is about to be compacted.
    PreCompact at Silent,
    /// A settings file changed, by anyone; the running session can keep its old settings.
    ConfigChange at SettingsChange,
    /// The session ended.
    SessionEnd at Silent,
}

impl HookEvent {
    /// The hook of that name; `None` for a hook that no rule needs.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|event| event.name() == name)
    }

    /// Whether the settings select its handlers by the name of a tool.
    const fn has_matcher(self) -> bool {
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
