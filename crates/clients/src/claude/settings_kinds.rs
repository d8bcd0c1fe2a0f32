//! What Claude Code wants of its settings, lest it drops a file whole. Seen with 2.1.197 and 2.1.330, which tell each fault.

use crate::hook_settings::{DroppedFiles, ValueKind};

/// Comments, half a file, more than two megabytes, and values of these keys of another kind. Unknown keys, a key named twice
/// and bytes that are no text do no harm.
pub(super) const DROPPED_FILES: DroppedFiles = DroppedFiles {
    requires_utf8: false,
    requires_strict_json: true,
    max_bytes: Some(2 << 20),
    value_kinds: &[
        (ValueKind::Text, TEXTS),
        (ValueKind::Number, NUMBERS),
        (ValueKind::Boolean, BOOLEANS),
        (ValueKind::List, LISTS),
        (ValueKind::Object, OBJECTS),
    ],
    requires_handler_lists: true,
    ..DroppedFiles::UNREADABLE
};

#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "$schema", "advisorModel", "agent", "apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "breakReminder.message",
    "defaultShell", "fileSuggestion.command", "fileSuggestion.type", "gcpAuthRefresh", "language", "model", "otelHeadersHelper",
    "outputStyle", "permissions.defaultMode", "permissions.disableAutoMode", "permissions.disableBypassPermissionsMode",
    "processWrapper", "proxyAuthHelper", "prUrlTemplate", "quietHours.end", "quietHours.start", "spinnerVerbs.mode",
    "statusLine.command", "statusLine.type", "worktree.baseRef",
];
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "breakReminder.breakThresholdMinutes", "breakReminder.intervalMinutes", "cleanupPeriodDays",
    "desktopSessionCleanupPeriodDays", "feedbackSurveyRate", "skillListingBudgetFraction", "skillListingMaxDescChars",
    "statusLine.padding",
];
#[rustfmt::skip]
const BOOLEANS: &[&str] = &[
    "allowAllClaudeAiMcps", "allowManagedMcpServersOnly", "allowManagedPermissionRulesOnly", "alwaysThinkingEnabled",
    "awaySummaryEnabled", "bashEditDiffEnabled", "breakReminder.enabled", "disableAgentView", "disableArtifact",
    "disableBundledSkills", "disableClaudeAiConnectors", "disableRemoteControl", "disableSkillShellExecution",
    "disableWorkflows", "emojiCompletionEnabled", "enableAllProjectMcpServers", "enableArtifact", "enableWorkflows",
    "enforceAvailableModels", "fastMode", "fastModePerSessionOptIn", "includeCoAuthoredBy", "includeGitInstructions",
    "promptSuggestionEnabled", "quietHours.enabled", "respectGitignore", "respondToBashCommands", "sandbox.enabled",
    "showClearContextOnPlanAccept", "skipWebFetchPreflight", "spinnerTipsEnabled", "statusLine.hideVimModeIndicator",
    "syncClaudeAiPlugins", "syncClaudeAiSkills", "syntaxHighlightingDisabled", "terminalTitleFromRename",
    "workflowKeywordTriggerEnabled",
];
#[rustfmt::skip]
const LISTS: &[&str] = &[
    "allowedHttpHookUrls", "availableModels", "blockedMarketplaces", "companyAnnouncements", "fallbackModel",
    "httpHookAllowedEnvVars", "permissions.additionalDirectories", "permissions.allow", "permissions.ask", "permissions.deny",
    "spinnerVerbs.verbs", "strictKnownMarketplaces", "worktree.sparsePaths", "worktree.symlinkDirectories",
];
#[rustfmt::skip]
const OBJECTS: &[&str] = &[
    "breakReminder", "enabledPlugins", "env", "fileSuggestion", "modelOverrides", "permissions", "quietHours", "sandbox",
    "sandbox.filesystem", "sandbox.network", "skillOverrides", "spinnerVerbs", "statusLine", "worktree",
];
