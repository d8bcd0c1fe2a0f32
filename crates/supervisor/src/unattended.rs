//! A command that nobody sits in front of: how long it may take, and how long it may be silent.

use std::time::Duration;

use crate::EndReason;

/// How a command runs that nobody sits in front of. Both its outputs are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unattended {
    /// How long it may take; `None` without a limit.
    pub time: Option<Duration>,
    /// How long it may show no sign of life; `None` without a limit.
    pub silence: Option<Duration>,
    /// Where its standard output is passed on to.
    pub to: Output,
}

/// Where output is passed on to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Our standard output.
    Stdout,
    /// Our standard error: standard output has another use.
    Stderr,
}

/// What is left of its time and of its silence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    time: Option<Duration>,
    silence: Option<Duration>,
    silent: Duration,
    signs: u64,
}

impl Patience {
    pub(crate) fn of(limits: Option<&Unattended>) -> Self {
        Self {
            time: limits.and_then(|limits| limits.time),
            silence: limits.and_then(|limits| limits.silence),
            silent: Duration::ZERO,
            signs: 0,
        }
    }

    /// So much time passed, and there were so many signs of life in all: why the command has to end,
    /// if it has.
    pub(crate) fn spend(&mut self, passed: Duration, signs: u64) -> Option<EndReason> {
        if let Some(time) = &mut self.time {
            *time = time.saturating_sub(passed);
        }
        let is_silent = std::mem::replace(&mut self.signs, signs) == signs;
        self.silent = if is_silent { self.silent + passed } else { Duration::ZERO };
        if self.time.is_some_and(|left| left.is_zero()) {
            return Some(EndReason::TimedOut);
        }
        self.silence.is_some_and(|most| self.silent >= most).then_some(EndReason::Silent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signs of life at each second of a command that may take 5 s and be silent for 3 s.
    fn check(signs: &[u64], expected: Option<EndReason>) {
        let second = Duration::from_secs(1);
        let limits =
            Unattended { time: Some(second * 5), silence: Some(second * 3), to: Output::Stdout };
        let mut patience = Patience::of(Some(&limits));
        let ends: Vec<EndReason> =
            signs.iter().filter_map(|signs| patience.spend(second, *signs)).collect();
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
        let mut patience = Patience::of(None);
        assert_eq!(patience.spend(Duration::MAX, 0), None);
        assert_eq!(patience.spend(Duration::from_secs(1), 1), None);
    }
}
