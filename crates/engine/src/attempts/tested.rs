//! The attempts at one failing test.

use serde::{Deserialize, Serialize};

use crate::test_run::TestCall;

/// The attempts at one failing test.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestAttempts {
    /// Its name.
    pub name: String,
    /// Short digest of the whole name.
    pub key: u32,
    /// The file where it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Failed attempts since it passed last.
    pub count: u64,
    /// Digest of what was run when it failed last.
    pub selection: u64,
}

impl TestAttempts {
    /// Whether a run with this command line covers it.
    pub(crate) fn is_covered_by(&self, call: &TestCall) -> bool {
        let concerns = |filter: &String| {
            self.name.contains(filter.as_str())
                || filter.contains(self.short())
                || self.file.as_deref().is_some_and(|file| same_path(file, filter))
        };
        call.whole || call.selects_as(self.selection) || call.filters.iter().any(concerns)
    }

    /// Whether it may be in this file: the one where it failed, or the one that its name begins with.
    pub(crate) fn is_in(&self, path: &str) -> bool {
        self.file.as_deref().is_some_and(|file| same_path(file, path))
            || same_path(self.name.split("::").next().unwrap_or_default(), path)
    }

    /// The last part of its name: the function.
    pub(crate) fn short(&self) -> &str {
        short(&self.name)
    }

    /// Whether a person means the test `name` by `called`: the whole name or its end.
    #[must_use]
    pub fn is_named(name: &str, called: &str) -> bool {
        let ends = name.strip_suffix(called).is_some_and(|before| {
            before.chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_')
        });
        !called.is_empty() && (ends || short(name) == called)
    }
}

impl TestAttempts {
    /// Whether an agent means this test; it may give the whole of a name that is kept truncated.
    pub(crate) fn is_called_by_agent(&self, called: &str) -> bool {
        let cut = self.name.len() > super::NAME_BYTES - 4 && called.starts_with(&self.name);
        cut || Self::is_named(&self.name, called)
    }
}

/// The last part of a test's name: `adds` of `tests::adds`, of `tests/test_a.py::TestA::adds[1]`.
fn short(name: &str) -> &str {
    let name = name.split_once('[').map_or(name, |(name, _)| name);
    let after = |name: &'_ str, mark: &str| name.rfind(mark).map_or(0, |at| at + mark.len());
    let begin = ["::", " > ", " › ", "/", ".", "#", "$"].map(|mark| after(name, mark));
    name[begin.into_iter().max().unwrap_or(0)..].trim()
}

/// Whether two paths can be the same file: one is the end of the other. A truncated front
/// does not matter.
#[must_use]
pub fn same_path(a: &str, b: &str) -> bool {
    let a = a.trim_start_matches("./").trim_start_matches('…');
    let b = b.trim_start_matches("./").trim_start_matches('…');
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    !short.is_empty()
        && long.strip_suffix(short).is_some_and(|before| {
            before.is_empty() || before.ends_with('/') || short.starts_with('/')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a05_a_test_is_called_by_its_name_or_the_end_of_it() {
        for (name, called, is) in [
            ("tests::adds", "tests::adds", true),
            ("tests::adds", "adds", true),
            ("tests/test_a.py::TestA::test_x[1-2]", "test_x", true),
            ("tests/test_a.py::TestA::test_x[1-2]", "test_x[1-2]", true),
            ("Cart > adds tax", "adds tax", true),
            ("CartTest.addsTax", "addsTax", true),
            ("tests::adds", "dds", false),
            ("tests::adds", "", false),
            ("tests::adds", "tests", false),
            ("tests::re_adds", "adds", false),
        ] {
            assert_eq!(TestAttempts::is_named(name, called), is, "{name} {called}");
        }
    }

    #[test]
    fn a11_paths_are_the_same_when_one_ends_with_the_other() {
        for (a, b, same) in [
            ("tests/a.rs", "/w/app/tests/a.rs", true),
            ("./tests/a.rs", "tests/a.rs", true),
            ("…pp/tests/a.rs", "tests/a.rs", true),
            ("tests/a.rs", "latests/a.rs", false),
            ("a.rs", "b/a.rs", true),
            ("/home/x/tests/a.py", "tests/a.py", true),
            ("a.py", "aa.py", false),
            ("", "a.rs", false),
        ] {
            assert_eq!(same_path(a, b), same, "{a} {b}");
        }
    }

    #[test]
    fn a05_a_run_covers_what_its_filters_name() {
        let test = TestAttempts {
            name: "tests/test_cart.py::test_adds".to_owned(),
            file: Some("tests/test_cart.py".to_owned()),
            selection: 7 << 16 | 1,
            ..TestAttempts::default()
        };
        let call = |filter: &str, selection| TestCall {
            selection,
            filters: vec![filter.to_owned()],
            ..TestCall::default()
        };
        assert!(test.is_covered_by(&call("test_cart.py", 1 << 16)));
        assert!(test.is_covered_by(&call("tests", 1 << 16)));
        assert!(test.is_covered_by(&call("test_adds or test_x", 1 << 16)));
        assert!(test.is_covered_by(&call("anything", 7 << 16 | 2)));
        assert!(test.is_covered_by(&TestCall { whole: true, ..TestCall::default() }));
        assert!(!test.is_covered_by(&call("test_order.py", 1 << 16)));
    }
}
