//! Names of scripts and targets of build tools: `test:unit`, `check-all`, `format`.

/// Whether a script or target of this name runs tests.
pub(super) fn is_test_task(name: &str) -> bool {
    let mut parts = name.split([':', '-', '_']);
    let first = parts.next().unwrap_or_default();
    let last = parts.next_back().unwrap_or(first);
    let preparing = matches!(first, "build" | "compile" | "lint" | "install" | "clean" | "setup");
    matches!(first, "test" | "tests" | "regress" | "regression")
        || (matches!(last, "test" | "tests") && !preparing)
}

/// Whether a script or target of this name waits for changes.
pub(super) fn is_watch_task(name: &str) -> bool {
    name.split([':', '-', '_']).any(|part| part == "watch")
}

/// Whether a script or target of this name changes sources.
pub(super) fn is_rewrite_task(name: &str) -> bool {
    let mut parts = name.split([':', '-', '_']).peekable();
    let rewrites = |part| matches!(part, "format" | "fmt" | "fix" | "generate" | "codegen");
    parts.any(rewrites) && !name.ends_with("check")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_test_targets() {
        for name in ["test", "tests", "test:unit", "test-all", "unit-test", "e2e:test", "regress"] {
            assert!(is_test_task(name), "{name}");
        }
        for name in [
            "build-test",
            "lint:test",
            "tests/a.ts",
            "pretest",
            "latest",
            "attest",
            "contest",
            "dev",
        ] {
            assert!(!is_test_task(name), "{name}");
        }
    }

    #[test]
    fn names_of_watching_and_rewriting_targets() {
        assert!(
            is_watch_task("test:watch") && is_watch_task("watch") && !is_watch_task("watchman")
        );
        assert!(
            is_rewrite_task("lint:fix") && is_rewrite_task("fmt") && !is_rewrite_task("fmt-check")
        );
    }
}
