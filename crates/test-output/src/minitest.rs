//! Reads the output of minitest, also under rails.

use super::explain::Story;
use super::lines::{count, is_cut, lines, place};
use super::tally::Tally;
use super::{ParsedTestRun, TestRunEnd};

/// What minitest says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks = [" assertions, ", "Failure:\n", "Error:\n", "(LoadError)"];
    if !marks.iter().any(|mark| text.contains(mark)) {
        return None;
    }
    let mut run = Run::default();
    lines(text).for_each(|line| run.line(line));
    run.close();
    run.is_minitest.then(|| run.tally.reading()).flatten()
}

#[derive(Default)]
struct Run<'t> {
    tally: Tally,
    is_minitest: bool,
    /// The last line was the head of a failure, and whether it is an assertion's.
    head: Option<bool>,
    story: Option<(&'t str, Story<'t>)>,
}

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        if let Some(asserts) = self.head.take() {
            self.test(line, asserts);
        } else if let Some(head) = head(line) {
            self.close();
            self.head = head;
        } else if let Some([all, failed, skipped]) = summary(line) {
            self.close();
            self.is_minitest = true;
            self.tally.count(all.saturating_sub(failed).saturating_sub(skipped), failed);
            if all == skipped {
                self.tally.says(TestRunEnd::Nothing);
            }
        } else if line.contains("': cannot load such file -- ") && line.ends_with(" (LoadError)") {
            self.is_minitest = true;
            self.tally.infra(TestRunEnd::Build);
        } else if let Some((test, _)) =
            line.split_once(" s = .").and_then(|(l, _)| l.split_once(" = "))
        {
            if test.contains('#') {
                self.tally.pass(|| test);
            }
        } else if is_cut(line) || line.starts_with("bin/rails test ") || line.is_empty() {
            self.close();
        } else if let Some((_, story)) = &mut self.story {
            match place(line.trim()).filter(|_| line.starts_with("    ") && line.contains(":in ")) {
                Some((file, _)) if file.starts_with("/usr/") || file.contains("/gems/") => {}
                Some((file, number)) => story.at(file, number),
                None => story.say(line),
            }
        }
    }

    /// The line below the head: `SumsTest#test_adds [test/sums_test.rb:6]:`.
    fn test(&mut self, line: &'t str, asserts: bool) {
        let Some(test) = line.trim_end().strip_suffix(':').filter(|test| test.contains('#')) else {
            return;
        };
        let mut story = Story::default();
        let (name, at) = test.split_once(" [").unwrap_or((test, ""));
        if let Some((file, number)) = place(at) {
            story.at(file, number);
        }
        if asserts {
            story.assert();
        }
        self.is_minitest = true;
        self.story = Some((name, story));
    }

    fn close(&mut self) {
        let Some((name, story)) = self.story.take() else { return };
        self.tally.add(story.failure(name));
    }
}

/// Whether a line begins a test's report, and if that test failed, whether by an assertion.
fn head(line: &str) -> Option<Option<bool>> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = line.get(digits..).and_then(|rest| rest.strip_prefix(") "));
    match numbered.filter(|_| digits > 0).unwrap_or(line).trim_end() {
        "Failure:" => Some(Some(true)),
        "Error:" => Some(Some(false)),
        "Skipped:" => Some(None),
        _ => None,
    }
}

/// All, failed and skipped of `6 runs, 4 assertions, 3 failures, 1 errors, 1 skips`.
fn summary(line: &str) -> Option<[u64; 3]> {
    let words =
        [["runs", "tests"], ["assertions"; 2], ["failures"; 2], ["errors"; 2], ["skips"; 2]];
    let mut parts = line.trim_end().split(", ").map(count);
    let mut counts = [0; 5];
    for (n, words) in counts.iter_mut().zip(words) {
        *n = parts.next()?.filter(|(_, what)| words.contains(what))?.0;
    }
    let [all, _, failures, errors, skipped] = counts;
    parts.next().is_none().then(|| [all, failures.saturating_add(errors), skipped])
}

#[cfg(test)]
mod tests;
