//! Environment variables with which a hook does not run, or reads another state or policy.

use fusebox_engine::PUBLISHED_VARIABLES;

/// Variables that move what a hook reads, or change what its shell or its loader does. A client starts its hooks with
/// those of its settings, or of its own process.
const VARIABLES: &[&str] = &[
    "HOME",
    "XDG_STATE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
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

/// Whether a variable with this value, in the environment of a client's hooks, can switch them off; `of_client` are
/// the client's own.
pub(crate) fn reaches_hooks(name: &str, value: &str, of_client: &[&str]) -> bool {
    name.starts_with("FUSEBOX_")
        || name.starts_with(SHELL_FUNCTION)
        || PUBLISHED_VARIABLES.contains(&name)
        || VARIABLES.contains(&name)
        || of_client.contains(&name)
        || matches!(name, "NODE_OPTIONS" | "BUN_OPTIONS") && loads_code(value)
}

/// Whether options of a runtime have it run a file before the client.
fn loads_code(options: &str) -> bool {
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
    words.any(|word| LOADING.contains(&word.split_once('=').map_or(word, |(name, _)| name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g01_a_variable_counts_that_reaches_a_hook() {
        for (name, value) in [
            ("FUSEBOX_MODE", "observe"),
            ("BASH_ENV", "/tmp/x"),
            ("BASH_FUNC_exec%%", "() { :; }"),
            ("LD_TRACE_LOADED_OBJECTS", "1"),
            ("NODE_OPTIONS", "--max-old-space-size=9 --require=/tmp/x.js"),
            ("NODE_OPTIONS", "\"-r /tmp/x.js\""),
            ("QWEN_HOME", "/tmp"),
        ] {
            assert!(reaches_hooks(name, value, &["QWEN_HOME"]), "{name}={value}");
        }
        for (name, value) in [
            ("NODE_OPTIONS", "--max-old-space-size=8192"),
            ("LD_SDK_KEY", "sdk-1"),
            ("ENV", "production"),
            ("PATH", "/usr/bin"),
            ("GEMINI_API_KEY", "x"),
        ] {
            assert!(!reaches_hooks(name, value, &["QWEN_HOME"]), "{name}={value}");
        }
    }
}
