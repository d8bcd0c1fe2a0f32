//! Reads the output of a test run: what failed, by name, and whether it ran at all.
//!
//! Each runner has a reader of its own and one line in `READERS`. A command line says which runner
//! was meant, but a `make test` may run any of them and a pipe may have cut the beginning away, so
//! every reader looks only for lines that are its runner's own and says how much it recognised.

mod bats;
mod cargo_test;
mod counts;
#[cfg(test)]
mod cross;
mod explain;
#[cfg(test)]
mod fixture;
mod found;
mod frames;
mod go_test;
mod gradle;
mod infra;
mod jest;
mod junit_xml;
mod libtest;
mod lines;
mod maven;
mod minitest;
mod mocha;
mod nextest;
mod node_test;
mod pytest;
mod reading;
mod rspec;
mod tally;
mod tap;
mod tap_point;
mod traceback;
mod tree;
mod unittest;
mod vitest;
mod xml;

pub use reading::{ParsedTestRun, TestFailure};

use fusebox_engine::test_run::TestRunEnd;
use fusebox_shell::TestRunner;
use fusebox_text::ansi;
use reading::severity;

/// A reader of one runner's output.
struct Reader {
    /// The runners whose command lines lead here.
    runners: &'static [TestRunner],
    /// What the output says; `None` where it is not this runner's. The text has no colours and no
    /// carriage returns, and its cost must be linear: look for the runner's own words first.
    read: fn(&str) -> Option<ParsedTestRun>,
}

/// Every reader, but for [`infra`], which is asked when none of these recognises the output.
const READERS: &[Reader] = &[
    Reader { runners: &[TestRunner::Nextest], read: nextest::read },
    Reader { runners: &[TestRunner::CargoTest], read: cargo_test::read },
    Reader { runners: &[TestRunner::Pytest, TestRunner::Tox, TestRunner::Nox], read: pytest::read },
    Reader {
        runners: &[TestRunner::Unittest, TestRunner::Tox, TestRunner::Nox],
        read: unittest::read,
    },
    Reader { runners: &[TestRunner::GoTest], read: go_test::read },
    Reader { runners: &[TestRunner::Jest], read: jest::read },
    Reader { runners: &[TestRunner::Vitest], read: vitest::read },
    Reader { runners: &[TestRunner::Mocha], read: mocha::read },
    Reader { runners: &[TestRunner::Node], read: node_test::read },
    Reader { runners: &[TestRunner::Maven], read: maven::read },
    Reader { runners: &[TestRunner::Gradle], read: gradle::read },
    Reader { runners: &[TestRunner::Rspec], read: rspec::read },
    Reader { runners: &[], read: minitest::read },
    Reader { runners: &[TestRunner::Bats], read: bats::read },
    Reader {
        runners: &[TestRunner::Bats, TestRunner::Node, TestRunner::Vitest, TestRunner::Mocha],
        read: tap::read,
    },
    Reader { runners: &[], read: junit_xml::read },
];

/// Reads the `output` of a test run, colours and all. `runner` is what the command line names.
/// `None` where no reader recognises it.
///
/// Where several readers recognise an output, the one of the named runner is believed, else the one
/// that says the worst (`make test` may run several), else the first in the list.
#[must_use]
pub fn read_test_output(runner: Option<TestRunner>, output: &str) -> Option<ParsedTestRun> {
    let text = ansi::to_plain_text(output);
    let is_named = |reader: &&Reader| runner.is_some_and(|r| reader.runners.contains(&r));
    let worst = |named: bool| {
        let readers = READERS.iter().rev().filter(|reader| is_named(reader) == named);
        readers
            .filter_map(|reader| (reader.read)(&text))
            .max_by_key(|reading| severity(reading.end))
    };
    worst(true).or_else(|| worst(false)).or_else(|| infra::read(&text)).map(ParsedTestRun::bounded)
}

/// Reads a JUnit XML report. `xml` may be cut, and other text may stand around it; `None` where it
/// holds no report.
#[must_use]
pub fn read_junit_report(xml: &str) -> Option<ParsedTestRun> {
    junit_xml::read(xml).map(ParsedTestRun::bounded)
}

/// What a test run says that wrote a report beside what it printed: whichever says worse, and the
/// report where both are as bad, because it has all names.
pub fn worse_run(
    reported: Option<ParsedTestRun>,
    printed: Option<ParsedTestRun>,
) -> Option<ParsedTestRun> {
    let weight =
        |reading: &Option<ParsedTestRun>| reading.as_ref().map(|reading| severity(reading.end));
    if weight(&printed) > weight(&reported) { printed } else { reported }
}
