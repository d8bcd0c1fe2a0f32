//! Where and how our hooks stand in the settings of Claude Code.

use super::hook_event::HookEvent;
use super::settings_kinds::DROPPED_FILES;
use crate::hook_settings::{
    self, CommandSpelling, HookSettingsForm, HookSwitch, ListLayout, MANAGED_ONLY,
};

/// The hooks in the settings of Claude Code.
pub(crate) const SETTINGS_FORM: HookSettingsForm = HookSettingsForm {
    client: "claude",
    layout: ListLayout::Groups,
    version: None,
    hooks: HookEvent::SETTINGS,
    command: CommandSpelling::Words,
    names_hook: false,
    // In seconds. An answer takes milliseconds; a store that is locked may take its busy timeout of 5 s.
    timeout: Some(10),
    blocks_on_failure: Some("PreToolUse"),
    before_call: &["PreToolUse"],
    switches: &[HookSwitch::off(&["disableAllHooks"]), HookSwitch::off(&[MANAGED_ONLY])],
    is_trusted_by_position: false,
    dropped_files: DROPPED_FILES,
    variables: &[
        "CLAUDE_CONFIG_DIR",
        "CLAUDE_PROJECT_DIR",
        // With these two no hook runs; the third stands before the command line of each.
        "CLAUDE_CODE_SIMPLE",
        "CLAUDE_CODE_SAFE_MODE",
        "CLAUDE_CODE_SHELL_PREFIX",
    ],
    has_status_line: true,
};

/// Compares two contents of a settings file; see [`LostProtection`](crate::LostProtection).
pub(super) fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS_FORM, accepted, present)
}
