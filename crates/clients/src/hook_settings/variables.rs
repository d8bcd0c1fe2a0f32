//! Environment variables with which a hook does not run, or reads another state or policy.

use fusebox_engine::PUBLISHED_VARIABLES;
use fusebox_shell::guard::changes_hook_program;

/// Variables that move what a hook reads. A client starts its hooks with those of its settings, or of its own process.
const VARIABLES: [&str; 4] = ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"];

/// Whether a variable with this value, in the environment of a client's hooks, can switch them off; `of_client` are
/// the client's own.
pub(crate) fn reaches_hooks(name: &str, value: &str, of_client: &[&str]) -> bool {
    name.starts_with("FUSEBOX_")
        || PUBLISHED_VARIABLES.contains(&name)
        || VARIABLES.contains(&name)
        || of_client.contains(&name)
        || changes_hook_program(name, value)
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
