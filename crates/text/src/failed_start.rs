//! Finds why a program did not start, where it says so in a headline and goes on with advice.

use fusebox_scan::lines;

use super::excerpt::suffix_up_to;
use super::{ansi, tells_success};

/// A program that did not start says so at the end of what it printed, in bytes.
const END_BYTES: usize = 4 << 10;
/// A reason has so many words at least: a heading (`Description:`) has fewer.
const REASON_WORDS: usize = 4;

/// Why a program did not start, as the body of its output tells: the first sentence below a headline (`APPLICATION FAILED TO
/// START`), whatever advice follows. `None` where it says no such thing, or goes on to say that it runs.
#[must_use]
pub fn failed_start(body: &str) -> Option<String> {
    let plain = ansi::to_plain_text(suffix_up_to(body, END_BYTES));
    let mut said = lines(&plain).map(str::trim).filter(|line| !line.is_empty());
    said.by_ref().find(|line| is_headline(line))?;
    let reason = said.by_ref().find(|line| line.split_whitespace().count() >= REASON_WORDS)?;
    (!said.any(|line| tells_success(line) || runs(line))).then(|| reason.to_owned())
}

/// Whether a line is the headline of a program that did not start. In a sentence the words are somebody else's.
fn is_headline(line: &str) -> bool {
    let name =
        line.strip_suffix(" FAILED TO START").or_else(|| line.strip_suffix(" failed to start"));
    name.is_some_and(|name| {
        matches!(name.to_ascii_lowercase().as_str(), "application" | "server" | "app" | "service")
    })
}

/// Whether a line says that a program runs.
fn runs(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["started ", "listening ", "ready in "].iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_why_a_program_did_not_start() {
        let spring = "2026-03-11 10:04:07 ERROR 4100 --- [main] LoggingFailureAnalysisReporter :\n\n***************\nAPPLICATION FAILED TO START\n***************\n\nDescription:\n\nFailed to configure a DataSource: 'url' attribute is not specified.\n\nAction:\n\nConsider the following:\n\tput it on the classpath.";
        let reason = "Failed to configure a DataSource: 'url' attribute is not specified.";
        assert_eq!(failed_start(spring).as_deref(), Some(reason));
        for output in [
            &[spring, "\nRestarting\nStarted App in 3.2 seconds"].concat(),
            "Error: the application failed to start because of a port that is taken by others",
            "APPLICATION FAILED TO START",
            "Started App in 3.2 seconds",
            "",
        ] {
            assert_eq!(failed_start(output), None, "{output}");
        }
    }
}
