//! A check that fails alike after changes (A13).

use serde::{Deserialize, Serialize};

use super::CallInFlight;
use super::window::{fixed, fixed_16};
use crate::CallSubject;
use crate::detectors::mix;

/// A check that failed, and fails alike after changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetriedCheck {
    /// Digests of the check, of its error, and of the other words with which it fails.
    #[serde(with = "fixed")]
    pub key: u64,
    /// The number of the call by which it last failed after a change.
    pub at: u64,
    /// Changes, or other tries, after which it failed again.
    pub count: u64,
    /// The furthest place where it failed, as a number that grows along a file; 0 where none is known.
    #[serde(with = "fixed_16")]
    pub place: u16,
}

impl RetriedCheck {
    /// The bits of a key that tell of which check it is.
    const CHECK: u64 = 0xffff << 48;
    /// The bits that tell of its error.
    const ERROR: u64 = 0xff_ffff << 24;
    /// The bits that tell of the words around it, without those of the check itself.
    const WORDS: u64 = 0xff_ffff;
    /// Tells what a run lacks from how it failed.
    const LACK: u64 = 1;

    /// The key of a check, of its error, and of the words around it.
    pub(crate) fn key(check: u64, error: u64, words: u64) -> u64 {
        Self::check_bits(check) | mix(error, 0) & Self::ERROR | mix(error, words) & Self::WORDS
    }

    /// The key of a check, of the faults that it names, and of the program that tells them.
    pub(crate) fn fault_key(check: u64, faults: u64, program: u64) -> u64 {
        Self::check_bits(check) | mix(faults, 0) & Self::ERROR | mix(program, 0) & Self::WORDS
    }

    /// The key of what a run lacks, and of the program that tells it. It stands beside the key of how the run failed, and has no
    /// bits in common with it, where both are known by one error.
    pub(crate) fn lack_key(run: u64, lack: u64, program: u64) -> u64 {
        Self::fault_key(mix(run, Self::LACK), mix(lack, Self::LACK), mix(program, Self::LACK))
    }

    /// Whether it is what this run lacked.
    pub(crate) fn is_lack_of(&self, run: u64) -> bool {
        self.is_of(mix(run, Self::LACK))
    }

    /// Whether the program of this key told its faults.
    pub(crate) fn is_of_program(&self, key: u64) -> bool {
        (self.key ^ key) & Self::WORDS == 0
    }

    /// Whether it is this check, however it failed.
    pub(crate) fn is_of(&self, check: u64) -> bool {
        self.key & Self::CHECK == Self::check_bits(check)
    }

    /// Whether it is the check with this key, however it failed.
    pub(crate) fn is_of_check(&self, key: u64) -> bool {
        (self.key ^ key) & Self::CHECK == 0
    }

    /// Whether it fails with the error and the words of this key, whatever the check.
    pub(crate) fn fails_as(&self, key: u64) -> bool {
        (self.key ^ key) & (Self::ERROR | Self::WORDS) == 0
    }

    /// Whether it fails with the error of this key, whatever the check.
    pub(crate) fn has_error_of(&self, key: u64) -> bool {
        (self.key ^ key) & Self::ERROR == 0
    }

    fn check_bits(check: u64) -> u64 {
        mix(check, 0) & Self::CHECK
    }
}

impl CallInFlight {
    /// In place of where a call meets faults: it starts anew what runs.
    const RESTART: u8 = 1;
    /// In the same place: what it prints is a secret.
    const SECRET: u8 = 2;

    /// A digest cut to 8 bits; never one of the first, which stand for something else. It is compared beside longer digests.
    pub(crate) fn byte_of(digest: u16) -> u8 {
        digest.to_le_bytes()[0].max(Self::SECRET + 1)
    }

    /// Where such a call meets faults.
    pub(crate) fn fault_scope_of(subject: &CallSubject) -> u8 {
        match (subject.prints_secret, subject.restarts) {
            (true, _) => Self::SECRET,
            (false, true) => Self::RESTART,
            (false, false) => subject.fault_scope.map_or(0, Self::byte_of),
        }
    }

    /// Whether what it prints is a secret and nothing else.
    #[must_use]
    pub fn prints_secret(&self) -> bool {
        self.fault_scope == Self::SECRET
    }

    /// Whether it starts anew what runs, and shows how it goes.
    #[must_use]
    pub fn restarts(&self) -> bool {
        self.fault_scope == Self::RESTART
    }
}

/// The tries after which these checks failed again, of those that did so more than once: what came back but once may have
/// been left behind, or shown mended by another check.
pub(crate) fn failures_that_came_back<'c>(retried: impl Iterator<Item = &'c RetriedCheck>) -> u64 {
    retried.filter(|check| check.count > 1).map(|check| check.count).sum()
}
