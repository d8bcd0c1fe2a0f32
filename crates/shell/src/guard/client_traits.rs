//! What the guard has to know of agent clients: their settings and their variables.

/// Settings files that hold hooks, wherever they lie, as the last names of their paths.
pub(super) const HOOK_SETTINGS: &[&[&str]] = &[
    &[".claude", "settings.json"],
    &[".claude", "settings.local.json"],
    &["$CLAUDE_CONFIG_DIR", "settings.json"],
];

/// Folders of transcripts, which Fusebox reads; their `.jsonl` files are protected.
pub(super) const TRANSCRIPT_FOLDERS: &[&[&str]] =
    &[&[".claude", "projects"], &["$CLAUDE_CONFIG_DIR", "projects"]];

/// Variables that say where a client keeps its settings.
pub(super) const SETTINGS_VARIABLES: &[&str] =
    &["$CLAUDE_CONFIG_DIR", "$CLINE_DIR", "$COPILOT_HOME", "$OPENCODE_CONFIG_DIR"];

/// Folders of a person below which clients and Fusebox keep settings, state and the notes of open sessions.
const HOMES: [&str; 5] =
    ["HOME", "USERPROFILE", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"];
/// Variables that move the settings of other clients, or leave their hooks out.
const CLIENT_VARIABLES: [&str; 8] = [
    "CODEX_HOME",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_CONTENT",
    "OPENCODE_PURE",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_CODE_SIMPLE",
    "CLAUDE_CODE_SAFE_MODE",
    // It stands before the command line of a hook.
    "CLAUDE_CODE_SHELL_PREFIX",
];

/// The same of Gemini CLI and of Qwen Code, which read the same files of variables.
pub const GEMINI_VARIABLES: [&str; 13] = [
    "GEMINI_CLI_HOME",
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
    "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
    "GEMINI_CLI_TRUSTED_FOLDERS_PATH",
    "QWEN_HOME",
    "QWEN_RUNTIME_DIR",
    "QWEN_CODE_SYSTEM_SETTINGS_PATH",
    "QWEN_CODE_SYSTEM_DEFAULTS_PATH",
    "QWEN_CODE_TRUSTED_FOLDERS_PATH",
    "QWEN_CODE_SIMPLE",
    "QWEN_CODE_SAFE_MODE",
    SANDBOXES[0],
    SANDBOXES[1],
];

/// Variables that start a client in a sandbox, where there is no program of ours.
const SANDBOXES: [&str; 2] = ["GEMINI_SANDBOX", "QWEN_SANDBOX"];

/// Variables that change what a hook's loader or its shell does; those of runtimes are in [`loads_code`].
const HOOK_VARIABLES: [&str; 13] = [
    // Code of others in the process of the hook.
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
    // The loader prints something in the place of the program, or before it.
    "LD_TRACE_LOADED_OBJECTS",
    "LD_SHOW_AUXV",
    "LD_DEBUG",
    // The shell of a hook's line reads a file first, or runs nothing.
    "BASH_ENV",
    "ZDOTDIR",
    "SHELLOPTS",
];

/// How the variables begin that hold functions, which a shell runs in the place of its own commands.
const SHELL_FUNCTION: &str = "BASH_FUNC_";

/// The names of clients whose files are protected and do not have our name, as they stand in their paths.
pub(super) const NAMES_IN_PATHS: [&[u8; 6]; 1] = [b"claude"];

/// Whether an option of a client leaves Fusebox's hooks out.
pub(super) fn disables_hooks(option: &str) -> bool {
    const WHOLE: [&str; 4] = ["--bare", "--safe-mode", "--pure", "--ignore-user-config"];
    // A value for a key as TOML: `features={hooks=false}`.
    let (name, value) = option.split_once('=').unwrap_or((option, option));
    let key = if name == "--config" { value } else { option.trim_start_matches("-c") };
    option.contains("disableAllHooks")
        || option.contains("features.hooks")
        || key.starts_with("features") && key.contains('=') && key.contains("hooks")
        || disables_hooks_by_value(name, value)
        || WHOLE.contains(&option)
        || option.starts_with("--setting-sources")
}

/// Whether an option and its value, as words of their own, leave Fusebox's hooks out.
pub(super) fn disables_hooks_by_value(option: &str, value: &str) -> bool {
    match option {
        "--disable" => value == "hooks",
        "--settings" => redirects_by_settings(value),
        _ => false,
    }
}

/// Whether settings as JSON set a variable that redirects settings. An escape in them may spell one, or a switch.
fn redirects_by_settings(settings: &str) -> bool {
    settings.trim_start().starts_with('{')
        && (settings.contains("\\u") || settings.split(['"', '\'', '\\']).any(redirects_settings))
}

/// Whether a variable changes where a client or Fusebox finds its settings or its state.
pub(super) fn redirects_settings(variable: &str) -> bool {
    variable.starts_with("FUSEBOX_")
        || HOMES.contains(&variable)
        || CLIENT_VARIABLES.contains(&variable)
        || GEMINI_VARIABLES.contains(&variable)
        || is_of_hook_process(variable)
        || SETTINGS_VARIABLES.iter().any(|known| known[1..] == *variable)
}

/// Whether a variable with this value changes what the loader, the shell or the runtime of a hook does.
#[must_use]
pub fn changes_hook_program(variable: &str, value: &str) -> bool {
    is_of_hook_process(variable) || loads_code(variable, value)
}

/// Whether a variable changes what the loader or the shell of a hook does, whatever its value is.
fn is_of_hook_process(variable: &str) -> bool {
    HOOK_VARIABLES.contains(&variable) || variable.starts_with(SHELL_FUNCTION)
}

/// Whether a variable with this value asks for no sandbox. What stands in quotes has to end there.
#[must_use]
pub fn asks_for_no_sandbox(variable: &str, value: &str) -> bool {
    let value = value.split('#').next().unwrap_or_default().trim();
    let unquoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    let word = ['\'', '"', '`'].into_iter().find_map(unquoted).unwrap_or(value).trim();
    let is_off = word.is_empty() || word == "0" || word.eq_ignore_ascii_case("false");
    is_off && SANDBOXES.contains(&variable)
}

/// Whether a variable holds options of a client's runtime, which decide what its value does.
#[must_use]
pub fn holds_options(variable: &str) -> bool {
    matches!(variable, "NODE_OPTIONS" | "BUN_OPTIONS")
}

/// Whether a variable with this value has the runtime of a client run a file before it.
pub(super) fn loads_code(variable: &str, options: &str) -> bool {
    const LOADING: [&str; 7] = [
        "-r",
        "--require",
        "--import",
        "--loader",
        "--experimental-loader",
        "--preload",
        "--env-file",
    ];
    let mut words = options.split(|c: char| c.is_whitespace() || "\"'\\`".contains(c));
    holds_options(variable)
        && words.any(|word| LOADING.contains(&word.split_once('=').map_or(word, |(name, _)| name)))
}

#[cfg(test)]
mod tests {
    use crate::guard::{ProtectedPaths, refusal};

    #[test]
    fn g01_a_client_in_a_sandbox_or_with_other_code_in_its_runtime_is_refused() {
        let is_refused =
            |line: &str| refusal(&crate::parse(line), &ProtectedPaths::new(&[])).is_some();
        for line in [
            "GEMINI_SANDBOX=docker gemini -p x",
            "export QWEN_SANDBOX=true; qwen -p x",
            "NODE_OPTIONS=--env-file=x gemini -p x",
        ] {
            assert!(is_refused(line), "{line}");
        }
        for line in
            ["GEMINI_SANDBOX=false gemini -p x", "env QWEN_SANDBOX=0 qwen -p x", "gemini -p x"]
        {
            assert!(!is_refused(line), "{line}");
        }
    }
}
