//! Reads the pretty output of bats, which it prints to a terminal. Its other output is TAP.

use super::explain::Story;
use super::lines::{count, lines};
use super::tally::Tally;
use super::tap_point::bats_place;
use super::{ParsedTestRun, TestRunEnd};

/// What bats says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks = [" test, ", " tests, ", ".bats\" does not exist", " ✗ "];
    if !marks.iter().any(|mark| text.contains(mark)) {
        return None;
    }
    let mut run = Run::default();
    lines(text).for_each(|line| run.line(line));
    run.close();
    run.is_bats.then(|| run.tally.reading()).flatten()
}

#[derive(Default)]
struct Run<'t> {
    tally: Tally,
    is_bats: bool,
    story: Option<(&'t str, Story<'t>)>,
}

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        if let Some((passed, name)) = test(line) {
            self.close();
            match passed {
                Some(true) => self.tally.pass(|| name),
                Some(false) => self.story = Some((name, Story::default())),
                None => {}
            }
        } else if let Some((passed, failed)) = summary(line) {
            self.close();
            self.is_bats = true;
            self.tally.count(passed, if self.tally.any_infra() { 0 } else { failed });
        } else if line.starts_with("Error: Test file ") && line.ends_with(".bats\" does not exist")
        {
            self.is_bats = true;
            self.tally.says(TestRunEnd::Nothing);
        } else if let Some((_, story)) = self.story.as_mut().filter(|_| line.starts_with("   ")) {
            let text = line.trim();
            match bats_place(text) {
                Some((file, line)) => {
                    self.is_bats = true;
                    story.at(file, line);
                }
                None => {
                    if text.starts_with('`') && text.contains("' failed") {
                        story.assert();
                    }
                    story.say(text);
                }
            }
        }
    }

    fn close(&mut self) {
        let Some((name, story)) = self.story.take() else { return };
        if story.mentions(&[": syntax error near "]) {
            self.tally.infra(TestRunEnd::Build);
        } else {
            self.tally.add(story.failure(name));
        }
    }
}

/// A test's line: whether it passed (`None` if it was skipped), and its name. The line was drawn
/// twice, first with the number of the test and no mark: `   adds1/6 ✗ adds`.
fn test(line: &str) -> Option<(Option<bool>, &str)> {
    let marks = [(" ✗ ", Some(false)), (" ✓ ", Some(true)), (" - ", None)];
    marks.into_iter().find_map(|(mark, passed)| {
        let (before, name) = line.split_once(mark)?;
        let drawn = before.strip_prefix("   ").and_then(|drawn| drawn.rsplit_once('/'));
        let is_drawn = drawn.is_some_and(|(drawn, all)| {
            drawn.ends_with(|c: char| c.is_ascii_digit()) && all.parse::<u32>().is_ok()
        });
        (is_drawn || before.is_empty()).then_some((passed, name.trim_end()))
    })
}

/// What passed and what failed, of `6 tests, 4 failures, 1 skipped`.
fn summary(line: &str) -> Option<(u64, u64)> {
    let mut parts = line.split(", ").map(count);
    let (all, what) = parts.next()??;
    let (failed, failures) = parts.next()??;
    let is_summary = matches!(what, "test" | "tests") && matches!(failures, "failure" | "failures");
    let skipped = match parts.next() {
        Some(skipped) => skipped.filter(|(_, what)| what.starts_with("skipped"))?.0,
        None => 0,
    };
    is_summary.then(|| (all.saturating_sub(failed).saturating_sub(skipped), failed))
}

#[cfg(test)]
mod tests;
