//! Reads the output of a test run: which tests failed, by name, and whether tests ran at all.
//!
//! Each runner has a reader of its own and one line in `READERS`. A command line names a runner,
//! but `make test` may start any of them, and a pipe may have cut the beginning of the output.
//! Every reader therefore looks only for lines that its runner alone prints.

mod bats;
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
mod traceback;
mod unittest;
mod vitest;
mod xml;

pub use reading::{ParsedTestRun, TestFailure};

use fusebox_engine::test_run::TestRunEnd;
use fusebox_shell::TestRunner;
use fusebox_text::ansi;
use reading::severity;

/// The reader of one runner's output.
struct RunnerReader {
    /// The runners whose output it reads.
    runners: &'static [TestRunner],
    /// Reads the output; `None` where it is of another runner. The text has neither escapes nor
    /// carriage returns. The cost must be linear: look for the runner's own words first.
    read: fn(&str) -> Option<ParsedTestRun>,
}

/// Every reader except [`infrastructure`], which is asked when none of these recognises the output.
const READERS: &[RunnerReader] = &[
    RunnerReader { runners: &[TestRunner::Nextest], read: nextest::read },
    RunnerReader { runners: &[TestRunner::CargoTest], read: cargo_test::read },
    RunnerReader {
        runners: &[TestRunner::Pytest, TestRunner::Tox, TestRunner::Nox],
        read: pytest::read,
    },
    RunnerReader {
        runners: &[TestRunner::Unittest, TestRunner::Tox, TestRunner::Nox],
        read: unittest::read,
    },
    RunnerReader { runners: &[TestRunner::GoTest], read: go_test::read },
    RunnerReader { runners: &[TestRunner::Jest], read: jest::read },
    RunnerReader { runners: &[TestRunner::Vitest], read: vitest::read },
    RunnerReader { runners: &[TestRunner::Mocha], read: mocha::read },
    RunnerReader { runners: &[TestRunner::Node], read: node_test::read },
    RunnerReader { runners: &[TestRunner::Maven], read: maven::read },
    RunnerReader { runners: &[TestRunner::Gradle], read: gradle::read },
    RunnerReader { runners: &[TestRunner::Rspec], read: rspec::read },
    RunnerReader { runners: &[], read: minitest::read },
    RunnerReader { runners: &[TestRunner::Dotnet], read: dotnet::read },
    RunnerReader { runners: &[TestRunner::Phpunit], read: phpunit::read },
    RunnerReader { runners: &[TestRunner::Ctest], read: ctest::read },
    RunnerReader { runners: &[], read: googletest::read },
    RunnerReader { runners: &[TestRunner::Bats], read: bats::read },
    RunnerReader {
        runners: &[TestRunner::Bats, TestRunner::Node, TestRunner::Vitest, TestRunner::Mocha],
        read: tap::read,
    },
    RunnerReader { runners: &[], read: junit_xml::read },
];

/// Reads the `output` of a test run, which may contain terminal escapes. `runner` is what the
/// command line names. `None` where no reader recognises the output.
///
/// Where several readers do, the reader of the named runner decides, otherwise the one with the
/// worst end (`make test` may start several runners), otherwise the first in the list.
#[must_use]
pub fn read_test_output(runner: Option<TestRunner>, output: &str) -> Option<ParsedTestRun> {
    let text = ansi::to_plain_text(output);
    let is_named = |reader: &&RunnerReader| runner.is_some_and(|r| reader.runners.contains(&r));
    let worst = |named: bool| {
        let readers = READERS.iter().rev().filter(|reader| is_named(reader) == named);
        readers
            .filter_map(|reader| (reader.read)(&text))
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
