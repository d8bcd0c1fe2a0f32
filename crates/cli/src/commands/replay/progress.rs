//! A bar on standard error while much is read; only a terminal sees it.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Less than that, in bytes, is read before a bar could be looked at.
const LONG: u64 = 16 << 20;
const TEMPLATE: &str = "{spinner} reading {bar:32} {bytes} of {total_bytes}, {elapsed}";

/// How far the reading has come.
#[derive(Debug)]
pub(super) struct ReadProgress {
    bar: ProgressBar,
}

impl ReadProgress {
    /// A bar over so many bytes, if that is long work and somebody may look.
    pub(super) fn of(bytes: u64, json: bool) -> Self {
        let piped = json && !std::io::stdout().is_terminal();
        if bytes < LONG || piped {
            return Self { bar: ProgressBar::hidden() };
        }
        // Such a target draws nothing where standard error is no terminal.
        let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Self { bar }
    }

    /// So many bytes more were read.
    pub(super) fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
    }
}

impl Drop for ReadProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
