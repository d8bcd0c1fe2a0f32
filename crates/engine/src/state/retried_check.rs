//! A check that fails alike after changes (A13).

use serde::{Deserialize, Serialize};

use super::window::{fixed, fixed_16};
use crate::detectors::mix;

/// A check that failed, and fails alike after changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetriedCheck {
    /// Digests of the check, of its error, and of the other words with which it fails.
    #[serde(with = "fixed")]
    pub key: u64,
    /// The number of the call by which it last failed after a change.
    pub at: u64,
    /// Changes after which it failed again.
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

    /// The key of a check, of its error, and of the words around it.
    pub(crate) fn key(check: u64, error: u64, words: u64) -> u64 {
        Self::check_bits(check) | mix(error, 0) & Self::ERROR | mix(error, words) & Self::WORDS
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

/// The changes after which these checks failed again, of those that did so more than once: what came back but once may have
/// been left behind, or shown mended by another check.
pub(crate) fn failures_that_came_back<'c>(retried: impl Iterator<Item = &'c RetriedCheck>) -> u64 {
    retried.filter(|check| check.count > 1).map(|check| check.count).sum()
}
