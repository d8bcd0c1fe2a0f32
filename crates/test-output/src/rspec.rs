//! Reads the output of rspec.

use super::explain::Story;
use super::lines::{count, is_cut, lines};
use super::tally::Tally;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// What rspec says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks = [
        " examples, ",
        " example, ",
        "Failure/Error:",
        "\nrspec ./",
        "\nrspec './",
        "listing of valid options",
    ];
    if !marks.iter().any(|mark| text.contains(mark)) && !text.starts_with("rspec ./") {
        return None;
    }
    let mut run = Run { is_finished: true, ..Run::default() };
    lines(text).for_each(|line| run.line(line));
    run.close();
    run.reading()
}

#[derive(Default)]
struct Run<'t> {
    tally: Tally,
    is_rspec: bool,
    /// The line before lets the summary follow: `Finished in`, or the output begins here.
    is_finished: bool,
    failure: Option<Example<'t>>,
}

/// A failure of the list.
struct Example<'t> {
    name: &'t str,
    /// The code after `Failure/Error:`, which says what was wanted.
    code: Option<&'t str>,
    /// It raised an error: what follows is its class.
    raised: bool,
    story: Story<'t>,
}

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        let is_finished =
            std::mem::replace(&mut self.is_finished, line.starts_with("Finished in "));
        if let Some(name) = numbered(line) {
            self.close();
            self.failure =
                Some(Example { name, code: None, raised: false, story: Story::default() });
        } else if let Some(counts) = summary(line).filter(|_| is_finished) {
            self.close();
            self.is_rspec = true;
            let Counts { all, failed, pending, errors } = counts;
            self.tally.count(all.saturating_sub(failed).saturating_sub(pending), failed);
            if errors > 0 {
                self.tally.infra(TestRunEnd::Build);
            } else if all == 0 {
                self.tally.says(TestRunEnd::Nothing);
            }
        } else if let Some(failure) = rerun(line) {
            self.close();
            self.is_rspec = true;
            self.tally.add(failure);
        } else if line.starts_with("An error occurred while loading ./") {
            self.is_rspec = true;
            self.tally.infra(TestRunEnd::Build);
        } else if line == "Please use --help for a listing of valid options" {
            self.is_rspec = true;
            self.tally.infra(TestRunEnd::Crash);
        } else if is_cut(line) || (!line.is_empty() && !line.starts_with(' ')) {
            self.close();
        } else if let Some(example) = &mut self.failure {
            example.line(line);
        }
    }

    fn close(&mut self) {
        let Some(example) = self.failure.take() else { return };
        let Some(code) = example.code else { return };
        self.is_rspec = true;
        let mut failure = example.story.failure(example.name);
        failure.assertion = (!example.raised).then(|| code.to_owned());
        self.tally.add(failure);
    }

    fn reading(self) -> Option<ParsedTestRun> {
        self.is_rspec.then(|| self.tally.reading()).flatten()
    }
}

impl<'t> Example<'t> {
    fn line(&mut self, line: &'t str) {
        let text = line.trim();
        if let Some(place) = text.strip_prefix("# ") {
            // Pending examples say why before anything else; they have not failed.
            if self.code.is_none() {
                self.name = "";
            }
            if let Some((file, number)) = place.strip_prefix("./").and_then(super::lines::place) {
                self.story.at(file, number);
            }
        } else if let Some((_, code)) = text.split_once("Failure/Error: ") {
            self.code.get_or_insert(code);
        } else if self.code.is_some() {
            let is_class = line.starts_with("     ") && !line.starts_with("      ");
            let is_class = is_class && text.ends_with(':') && !text.contains(' ');
            self.raised |= is_class && self.story.is_empty();
            self.story.say(text);
        }
    }
}

struct Counts {
    all: u64,
    failed: u64,
    pending: u64,
    errors: u64,
}

/// The counts of `11 examples, 6 failures, 2 pending, 1 error occurred outside of examples`.
fn summary(line: &str) -> Option<Counts> {
    let mut parts = line.split(", ").map(count);
    let (all, _) = parts.next()?.filter(|(_, what)| matches!(*what, "example" | "examples"))?;
    let (failed, _) = parts.next()?.filter(|(_, what)| matches!(*what, "failure" | "failures"))?;
    let mut counts = Counts { all, failed, pending: 0, errors: 0 };
    for part in parts {
        let (n, what) = part?;
        match what {
            "pending" => counts.pending = n,
            _ if what.ends_with(" occurred outside of examples") => counts.errors = n,
            _ => return None,
        }
    }
    Some(counts)
}

/// The failure of `rspec ./spec/sums_spec.rb:20 # Sums explodes`.
fn rerun(line: &str) -> Option<TestFailure> {
    let (place, name) = line.strip_prefix("rspec ")?.split_once(" # ")?;
    let place = place.trim_matches('\'').strip_prefix("./")?;
    let (place, numbers) = place.split_once('[').unwrap_or((place, ""));
    let found = super::lines::place(place).filter(|_| numbers.is_empty());
    let file = found.map_or(place, |(file, _)| file);
    Some(TestFailure {
        file: Some(file.to_owned()),
        line: found.map(|(_, line)| line),
        ..super::tally::named(name.trim_end())
    })
}

/// The name of `  1) Sums explodes`.
fn numbered(line: &str) -> Option<&str> {
    let (number, name) = line.strip_prefix("  ")?.trim_start().split_once(") ")?;
    (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then_some(name.trim_end())
}

#[cfg(test)]
mod tests;
