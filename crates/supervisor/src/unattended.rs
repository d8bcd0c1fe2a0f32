//! A command that runs unattended: how long it may take, and how long it may be silent.

use std::time::Duration;

use crate::EndReason;

/// How a command runs unattended. Both its outputs are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unattended {
    /// How long it may take; `None` without a limit.
    pub time: Option<Duration>,
    /// How long it may show no sign of life; `None` without a limit.
    pub silence: Option<Duration>,
    /// Where its standard output is copied to.
    pub to: OutputTarget,
}

/// Where output is copied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputTarget {
    /// Our standard output.
    Stdout,
    /// Our standard error: standard output has another use.
    Stderr,
}

/// The limits of an unattended command, and what it used of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TimeLimits {
    time: Option<Duration>,
    silence: Option<Duration>,
    used: Duration,
    silent: Duration,
    signs_of_life: u64,
}

impl TimeLimits {
    pub(crate) fn of(unattended: Option<&Unattended>) -> Self {
        let (time, silence) = unattended.map_or((None, None), |of| (of.time, of.silence));
        Self { time, silence, used: Duration::ZERO, silent: Duration::ZERO, signs_of_life: 0 }
    }

    /// Counts time that passed, with the signs of life so far. Returns why the command has to end, if
    /// it has.
    pub(crate) fn spend(&mut self, passed: Duration, signs_of_life: u64) -> Option<EndReason> {
        self.used = self.used.saturating_add(passed);
        let is_silent = std::mem::replace(&mut self.signs_of_life, signs_of_life) == signs_of_life;
        self.silent = if is_silent { self.silent.saturating_add(passed) } else { Duration::ZERO };
        let is_over = |limit: Option<Duration>, used| limit.is_some_and(|limit| used >= limit);
        if is_over(self.time, self.used) {
            return Some(EndReason::TimedOut);
        }
        is_over(self.silence, self.silent).then_some(EndReason::Silent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signs of life at each second of a command that may take 5 s and be silent for 3 s.
    fn check(signs: &[u64], expected: Option<EndReason>) {
        let second = Duration::from_secs(1);
        let (time, silence) = (Some(second * 5), Some(second * 3));
        let unattended = Unattended { time, silence, to: OutputTarget::Stdout };
        let mut limits = TimeLimits::of(Some(&unattended));
        let ends: Vec<EndReason> =
            signs.iter().filter_map(|signs| limits.spend(second, *signs)).collect();
        assert_eq!(ends.last().cloned(), expected, "{signs:?}");
    }

    #[test]
    fn l10_time_and_silence_run_out_apart() {
        check(&[0, 0], None);
        check(&[0, 0, 0], Some(EndReason::Silent));
        check(&[0, 0, 1, 1], None);
        check(&[1, 2, 2, 2], None);
        check(&[1, 2, 3, 4], None);
        check(&[1, 2, 3, 4, 5], Some(EndReason::TimedOut));
    }

    #[test]
    fn without_limits_nothing_runs_out() {
        let mut limits = TimeLimits::of(None);
        assert_eq!(limits.spend(Duration::MAX, 0), None);
        assert_eq!(limits.spend(Duration::from_secs(1), 1), None);
    }
}
