//! Reads the output of a test run: which tests failed, by name, and whether tests ran at all.
//!
//! Each runner has a reader of its own and one line in `READERS`. A command line names a runner,
//! but `make test` may start any of them, and a pipe may have cut the beginning of the output.
//! Every reader therefore looks only for lines that its runner alone prints.

mod bats;
mod cargo_target;
mod cargo_test;
mod counts;
mod ctest;
mod dotnet;
mod failure_text;
mod findings;
mod frames;
mod go_test;
mod googletest;
mod gradle;
mod infrastructure;
mod jest;
mod junit_xml;
mod lines;
mod marks;
mod maven;
mod minitest;
mod mocha;
mod nextest;
mod node_test;
mod phpunit;
mod pytest;
mod reading;
mod rspec;
mod rust_panic;
mod tap;
mod tap_point;
mod test_groups;
mod unittest;
mod vitest;
mod xml;

pub use reading::{ParsedTestRun, TestFailure};

use std::cell::LazyCell;

use fusebox_engine::test_run::TestRunEnd;
use fusebox_shell::TestRunner;
use fusebox_text::ansi;
use marks::MarkIndex;
use reading::severity;

/// The reader of one runner's output.
struct RunnerReader {
    /// The runners whose output it reads.
    runners: &'static [TestRunner],
    /// What every output of theirs contains one of; empty where only the lines tell.
    marks: &'static [&'static str],
    /// Reads the output; `None` where it is of another runner. The text has neither escapes nor
    /// carriage returns. The cost must be linear.
    read: fn(&str) -> Option<ParsedTestRun>,
}

/// Every reader except [`infrastructure`], which is asked when none of these recognises the output.
const READERS: &[RunnerReader] = &[
    RunnerReader { runners: &[TestRunner::Nextest], marks: &[], read: nextest::read },
    RunnerReader { runners: &[TestRunner::CargoTest], marks: &[], read: cargo_test::read },
    RunnerReader {
        runners: &[TestRunner::Pytest, TestRunner::Tox, TestRunner::Nox],
        marks: &[],
        read: pytest::read,
    },
    RunnerReader {
        runners: &[TestRunner::Unittest, TestRunner::Tox, TestRunner::Nox],
        marks: &[],
        read: unittest::read,
    },
    RunnerReader { runners: &[TestRunner::GoTest], marks: &[], read: go_test::read },
    RunnerReader { runners: &[TestRunner::Jest], marks: jest::MARKS, read: jest::read },
    RunnerReader { runners: &[TestRunner::Vitest], marks: vitest::MARKS, read: vitest::read },
    RunnerReader { runners: &[TestRunner::Mocha], marks: mocha::MARKS, read: mocha::read },
    RunnerReader { runners: &[TestRunner::Node], marks: node_test::MARKS, read: node_test::read },
    RunnerReader { runners: &[TestRunner::Maven], marks: maven::MARKS, read: maven::read },
    RunnerReader { runners: &[TestRunner::Gradle], marks: gradle::MARKS, read: gradle::read },
    RunnerReader { runners: &[TestRunner::Rspec], marks: rspec::MARKS, read: rspec::read },
    RunnerReader { runners: &[], marks: minitest::MARKS, read: minitest::read },
    RunnerReader { runners: &[TestRunner::Dotnet], marks: dotnet::MARKS, read: dotnet::read },
    RunnerReader { runners: &[TestRunner::Phpunit], marks: phpunit::MARKS, read: phpunit::read },
    RunnerReader { runners: &[TestRunner::Ctest], marks: ctest::MARKS, read: ctest::read },
    RunnerReader {
        runners: &[TestRunner::Googletest],
        marks: googletest::MARKS,
        read: googletest::read,
    },
    RunnerReader { runners: &[TestRunner::Bats], marks: bats::MARKS, read: bats::read },
    RunnerReader {
        runners: &[TestRunner::Bats, TestRunner::Node, TestRunner::Vitest, TestRunner::Mocha],
        marks: tap::MARKS,
        read: tap::read,
    },
    RunnerReader { runners: &[], marks: junit_xml::MARKS, read: junit_xml::read },
];

/// Of each reader its marks, in their order.
const MARKS: [&[&str]; READERS.len()] = {
    let mut marks: [&[&str]; READERS.len()] = [&[]; READERS.len()];
    let mut reader = 0;
    while reader < READERS.len() {
        marks[reader] = READERS[reader].marks;
        reader += 1;
    }
    marks
};
static MARK_INDEX: MarkIndex<{ marks::count(&MARKS) }> = MarkIndex::new(&MARKS);

/// Reads the `output` of a test run, which may contain terminal escapes. `runner` is what the
/// command line names. `None` where no reader recognises the output.
///
/// Where several readers do, the reader of the named runner decides, otherwise the one with the
/// worst end (`make test` may start several runners), otherwise the first in the list.
#[must_use]
pub fn read_test_output(runner: Option<TestRunner>, output: &str) -> Option<ParsedTestRun> {
    let text = ansi::to_plain_text(output);
    let is_named = |reader: &RunnerReader| runner.is_some_and(|r| reader.runners.contains(&r));
    let marked = LazyCell::new(|| MARK_INDEX.groups_in(&text));
    let is_marked = |at: usize| *marked >> at & 1 == 1;
    let worst = |named: bool| {
        let readers = READERS.iter().enumerate().rev();
        readers
            .filter(|(_, reader)| is_named(reader) == named)
            .filter(|(at, reader)| reader.marks.is_empty() || is_marked(*at))
            .filter_map(|(_, reader)| (reader.read)(&text))
            .max_by_key(|reading| severity(reading.end))
    };
    worst(true)
        .or_else(|| worst(false))
        .or_else(|| infrastructure::read(&text))
        .map(ParsedTestRun::bounded)
}

/// Reads a JUnit XML report. `xml` may be cut, and other text may surround it; `None` where it
/// contains no report.
#[must_use]
pub fn read_junit_report(xml: &str) -> Option<ParsedTestRun> {
    junit_xml::read(xml).map(ParsedTestRun::bounded)
}

/// The worse of a run's report and its printed output; the report where both are equally bad,
/// because it has all names.
pub fn worse_run(
    reported: Option<ParsedTestRun>,
    printed: Option<ParsedTestRun>,
) -> Option<ParsedTestRun> {
    let weight =
        |reading: &Option<ParsedTestRun>| reading.as_ref().map(|reading| severity(reading.end));
    if weight(&printed) > weight(&reported) { printed } else { reported }
}

#[cfg(test)]
mod tests;
