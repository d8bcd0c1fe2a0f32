//! Which files hold tests and nothing else, by their names.

/// Folders whose files are tests.
const FOLDERS: &[&str] = &["test", "tests", "__tests__", "spec", "specs", "e2e", "testsuite"];

/// Whether a file of this path holds tests and nothing else.
#[must_use]
pub fn is_test_file(path: &str) -> bool {
    let mut parts = path.as_bytes().rsplit(|byte| matches!(byte, b'/' | b'\\'));
    let name = parts.next().unwrap_or_default();
    let dot = name.iter().rposition(|byte| *byte == b'.');
    let (stem, ending) = name.split_at(dot.unwrap_or(name.len()));
    let is_one_of = |name: &[u8], names: &[&str]| {
        names.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name))
    };
    let begins = |start: &str| stem.get(..start.len()).is_some_and(|s| is_one_of(s, &[start]));
    let ends = |end: &&str| {
        let at = stem.len().checked_sub(end.len());
        at.and_then(|at| stem.get(at..)).is_some_and(|s| is_one_of(s, &[end]))
    };
    let by_name = begins("test_")
        || is_one_of(stem, &["conftest", "test", "tests"])
        || ["_test", "_tests", "_spec", ".test", ".spec", "-test", ".e2e", ".cy"].iter().any(ends);
    // `CartTest.java`: the capital tells it from `latest.java`.
    let by_capital =
        matches!(ending, b".java" | b".kt" | b".kts" | b".scala" | b".cs" | b".php" | b".swift")
            && ["Test", "Tests", "IT", "Spec", "TestCase"]
                .iter()
                .any(|end| stem.ends_with(end.as_bytes()));
    // More than a dot: a file, and no folder.
    let is_file = ending.len() > 1;
    by_name || by_capital || (is_file && parts.any(|part| is_one_of(part, FOLDERS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a03_tests_are_told_by_their_paths() {
        for path in [
            "tests/cart.rs",
            "/w/app/test_cart.py",
            "pkg/cart_test.go",
            "src/cart.test.ts",
            "src/__tests__/cart.js",
            "spec/cart_spec.rb",
            "src/test/java/org/CartTest.java",
            "CartTests.cs",
            "conftest.py",
            "crates/a/src/fold/tests.rs",
        ] {
            assert!(is_test_file(path), "{path}");
        }
        for path in [
            "src/cart.rs",
            "latest.java",
            "src/contest.py",
            "attest.go",
            "Makefile",
            "src/testing.rs",
            "app/inspect.py",
            "manifest.json",
        ] {
            assert!(!is_test_file(path), "{path}");
        }
    }
}
