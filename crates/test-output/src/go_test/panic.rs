//! Reads a Go panic: its message, and where in the project's code it began.

use crate::TestFailure;
use crate::lines::{is_foreign, place};

/// A panic as far as it is read.
pub(super) struct GoPanic<'t> {
    message: &'t str,
    place: Option<(&'t str, u32)>,
    /// Whether the next lines are names of running tests.
    names_tests: bool,
    running: Option<&'t str>,
}

impl<'t> GoPanic<'t> {
    /// The panic that starts with this line.
    pub(super) fn new(line: &'t str) -> Self {
        let message = line.strip_suffix(" [recovered]").unwrap_or(line);
        let message = message.split(" [recovered,").next().unwrap_or(message);
        Self { message, place: None, names_tests: false, running: None }
    }

    /// Reads the next line.
    pub(super) fn read(&mut self, line: &'t str) {
        let Some(text) = line.strip_prefix('\t') else {
            self.names_tests = false;
            return;
        };
        if text == "running tests:" {
            self.names_tests = true;
        } else if self.names_tests {
            self.running = self.running.or_else(|| text.trim_start().split(' ').next());
        } else if self.place.is_none() {
            let is_own = |file: &str| file.ends_with(".go") && !is_foreign(file);
            self.place = place(text).filter(|(file, _)| is_own(file) && *file != "_testmain.go");
        }
    }

    /// The running test that the panic names.
    pub(super) fn running(&self) -> Option<&'t str> {
        self.running
    }

    /// Writes what was read into the failure.
    pub(super) fn complete(self, failure: &mut TestFailure) {
        failure.explain(None, &[self.message], self.place);
    }
}
