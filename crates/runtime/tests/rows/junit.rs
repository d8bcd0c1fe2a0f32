//! Row A9 for runs that write a report (`attempts.junit`), through `decide` and on a real disk: what
//! fails there counts, and nothing else in the folder does.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use fusebox_engine::{AttemptLimits, Policy, Rule};
use serde_json::json;
use tempfile::TempDir;

use crate::attempts::{limits, tests};
use crate::story::Story;

const GLOB: &str = "*/reports/TEST-*.xml";

/// A session in a real folder.
struct Work {
    dir: TempDir,
    story: Story,
}

impl Work {
    fn new(junit: &[&str]) -> Self {
        let junit = junit.iter().map(|glob| (*glob).to_owned()).collect();
        let attempts = AttemptLimits { junit, ..limits() };
        let dir = tempfile::tempdir().unwrap();
        let mut story = Story::new(Policy { attempts, ..Policy::default() });
        story.send(json!({"type": "session_start", "cwd": dir.path()}));
        Self { dir, story }
    }

    /// Writes a report, so many milliseconds after the clock of the story.
    fn report(&self, path: &str, failing: &[&str], passing: &[&str], after: i64) {
        let failed = failing.iter().map(|name| {
            format!(
                r#"<testcase classname="shop.CartTest" name="{name}"><failure message="expected: &lt;3&gt; but was: &lt;2&gt;">at CartTest.java:7</failure></testcase>"#
            )
        });
        let passed = passing
            .iter()
            .map(|name| format!(r#"<testcase classname="shop.CartTest" name="{name}"/>"#));
        let cases: String = failed.chain(passed).collect();
        let (tests, failures) = (failing.len() + passing.len(), failing.len());
        let path = self.dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let suite = format!(
            r#"<?xml version="1.0"?><testsuite name="shop.CartTest" tests="{tests}" failures="{failures}">{cases}</testsuite>"#
        );
        fs::write(&path, suite).unwrap();
        let at = self.story.at.checked_add_signed(after).unwrap();
        let at = SystemTime::UNIX_EPOCH + Duration::from_millis(at);
        File::options().write(true).open(&path).unwrap().set_modified(at).unwrap();
    }

    /// A change and a run that prints nothing of its tests; the rule by which the breaker opened.
    fn attempt(&mut self, code: i32, output: &str) -> Option<Rule> {
        self.story.change("src/Cart.java");
        self.story.run_with("mvn -q test", code, output)
    }
}

#[test]
fn a09_what_failed_is_read_from_the_report_of_the_run() {
    let mut work = Work::new(&[GLOB]);
    for n in 1..=3 {
        work.report("core/reports/TEST-cart.xml", &["adds"], &["subtracts"], 60_000);
        work.report("web/reports/TEST-page.xml", &[], &["renders"], 60_000);
        assert_eq!(work.attempt(0, ""), (n == 3).then_some(Rule::PerTest), "{n}");
        assert_eq!(work.story.counts(), format!("shop.CartTest.adds {n}; {n}"));
    }
    let reason = &work.story.incidents()[0].reason();
    assert!(reason.starts_with("`shop.CartTest.adds` failed again after 3 attempts"), "{reason}");
}

#[test]
fn a09_without_the_setting_no_file_is_read() {
    let mut work = Work::new(&[]);
    for _ in 0..4 {
        work.report("core/reports/TEST-cart.xml", &["adds"], &[], 60_000);
        assert_eq!(work.attempt(0, ""), None);
    }
    assert_eq!(work.story.counts(), "; 0");
}

#[test]
fn a09_a_report_of_an_earlier_run_says_nothing_of_this_one() {
    let mut work = Work::new(&[GLOB]);
    work.report("core/reports/TEST-cart.xml", &["adds"], &[], 1_000);
    for _ in 0..4 {
        work.story.wait(60_000);
        assert_eq!(work.attempt(0, ""), None);
    }
    assert_eq!(work.story.counts(), "; 0");
}

#[test]
fn a09_a_report_of_passes_hides_no_failure() {
    let mut work = Work::new(&[GLOB]);
    for n in 1..=3 {
        work.report("core/reports/TEST-cart.xml", &[], &["adds"], 60_000);
        // It failed and printed nothing that can be read.
        assert_eq!(work.attempt(1, ""), (n == 3).then_some(Rule::PerTest), "{n}");
        assert_eq!(work.story.counts(), format!("<suite> {n}; {n}"));
    }
    let mut work = Work::new(&[GLOB]);
    work.report("core/reports/TEST-cart.xml", &[], &["subtracts"], 60_000);
    work.attempt(0, &tests("adds"));
    assert_eq!(work.story.counts(), "adds 1; 1", "it printed worse than it reported");
}

#[test]
fn a09_files_of_other_calls_and_other_places_are_no_reports() {
    let mut work = Work::new(&[GLOB]);
    work.report("core/reports/other.xml", &["adds"], &[], 60_000);
    work.report("reports/TEST-cart.xml", &["adds"], &[], 60_000);
    assert_eq!(work.attempt(0, ""), None);
    work.report("core/reports/TEST-cart.xml", &["adds"], &[], 60_000);
    work.story.bash("cat core/reports/TEST-cart.xml", "");
    assert_eq!(work.story.counts(), "; 0");
}
