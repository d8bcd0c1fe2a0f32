//! A progress bar on standard error, if it is a terminal and much is read.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The number of bytes from which a bar is worth showing.
const LONG: u64 = 16 << 20;
const TEMPLATE: &str = "{spinner} reading {bar:32} {bytes} of {total_bytes}, {elapsed}";

/// The progress of reading.
#[derive(Debug)]
pub(crate) struct ReadProgress {
    bar: ProgressBar,
}

impl ReadProgress {
    /// Shows a bar if reading takes long and a person may look at it.
    pub(crate) fn of(bytes: u64, json: bool) -> Self {
        let piped = json && !std::io::stdout().is_terminal();
        if bytes < LONG || piped {
            return Self { bar: ProgressBar::hidden() };
        }
        // This target draws nothing if standard error is not a terminal.
        let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        // The first tick of the others comes later than a fast reading ends.
        bar.tick();
        bar.enable_steady_tick(Duration::from_millis(120));
        Self { bar }
    }

    /// Adds bytes that were read.
    pub(crate) fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
    }
}

impl Drop for ReadProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
