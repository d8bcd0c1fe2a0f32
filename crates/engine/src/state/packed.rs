//! Completed calls and digests as plain bytes. A window is read and written at every event; field by
//! field, that was a tenth of the hook's work.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

use super::window::{CompletedCall, EditEffect};

/// An entry of a list, written as so many bytes.
pub(super) trait Packed: Sized {
    const BYTES: usize;

    fn pack(&self, into: &mut Vec<u8>);

    fn unpack(bytes: &[u8]) -> Option<Self>;
}

pub(super) fn serialize<'a, T: Packed + 'a, S: Serializer>(
    list: impl IntoIterator<Item = &'a T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let list = list.into_iter();
    let mut bytes = Vec::with_capacity(list.size_hint().0 * T::BYTES);
    list.for_each(|entry| entry.pack(&mut bytes));
    to.serialize_bytes(&bytes)
}

pub(super) fn deserialize<'de, T: Packed, L: From<Vec<T>>, D: Deserializer<'de>>(
    from: D,
) -> Result<L, D::Error> {
    let entries = <&[u8]>::deserialize(from)?.chunks_exact(T::BYTES);
    let no_entries = || D::Error::custom("these are no packed entries");
    if !entries.remainder().is_empty() {
        return Err(no_entries());
    }
    // One more is about to be added.
    let mut list = Vec::with_capacity(entries.len() + 1);
    for entry in entries {
        list.push(T::unpack(entry).ok_or_else(no_entries)?);
    }
    Ok(list.into())
}

/// A digest. They are evenly spread, so eight bytes are shorter than a variable-length number.
impl Packed for u64 {
    const BYTES: usize = 8;

    fn pack(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(&self.to_le_bytes());
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::from_le_bytes)
    }
}

/// Bytes of a time in milliseconds, of which the five highest bits are marks: enough for 270 years.
const MS_BYTES: usize = 6;
const ENDED: u64 = 1 << (8 * MS_BYTES - 1);
const HAS_NEW_LINE: u64 = 1 << (8 * MS_BYTES - 2);
const UNDER_WAY: u64 = 1 << (8 * MS_BYTES - 3);
const HAS_INPUT: u64 = 1 << (8 * MS_BYTES - 4);
const SETS: u64 = 1 << (8 * MS_BYTES - 5);
const LATEST_MS: u64 = SETS - 1;

/// A call. Counts of rounds and changes saturate at 32 bits.
impl Packed for CompletedCall {
    const BYTES: usize = 52;

    fn pack(&self, into: &mut Vec<u8>) {
        let mut entry = [0; Self::BYTES];
        let mut at = 0;
        let mut put = |bytes: &[u8]| {
            entry[at..at + bytes.len()].copy_from_slice(bytes);
            at += bytes.len();
        };
        put(&self.call.to_le_bytes());
        put(&self.result.to_le_bytes());
        let ended = if self.ended { ENDED } else { 0 };
        let more = if self.has_new_line { HAS_NEW_LINE } else { 0 };
        let goes_on = if self.under_way { UNDER_WAY } else { 0 };
        // Where a program is missing, no input is at fault: both share their bytes.
        let has_input = if self.input != 0 { HAS_INPUT } else { 0 };
        let missing = if self.input != 0 { self.input } else { self.missing };
        let sets = if self.sets { SETS } else { 0 };
        let at_ms = self.at_ms.min(LATEST_MS) | ended | more | goes_on | has_input | sets;
        put(&at_ms.to_le_bytes()[..MS_BYTES]);
        for short in [self.tool, self.shape, self.error, self.round, self.changes, self.target] {
            put(&u32::try_from(short).unwrap_or(u32::MAX).to_le_bytes());
        }
        for name in [self.program, missing] {
            put(&u16::try_from(name).unwrap_or(u16::MAX).to_le_bytes());
        }
        let marks = [self.trivial, self.failed, self.waits, self.tests, self.acts].map(u8::from);
        let marks = marks[0] | marks[1] << 1 | marks[2] << 2 | marks[3] << 5 | marks[4] << 6;
        put(&[marks | (self.edit as u8) << 3 | u8::from(self.reshows) << 7]);
        let marks = [
            self.passed,
            self.fruitless,
            self.edits,
            self.barren,
            self.installed,
            self.checks,
            self.may_provide,
            self.looks,
        ];
        put(&[marks.iter().rev().fold(0, |byte, mark| byte << 1 | u8::from(*mark))]);
        into.extend_from_slice(&entry);
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        let (whole, rest) = bytes.split_at_checked(2 * 8)?;
        let ([call, result], []) = whole.as_chunks::<8>() else { return None };
        let [call, result] = [call, result].map(|bytes| u64::from_le_bytes(*bytes));
        let (ms, rest) = rest.split_at_checked(MS_BYTES)?;
        let at_ms = ms.iter().rev().fold(0, |ms, byte| ms << 8 | u64::from(*byte));
        let [ended, has_new_line, under_way, has_input, sets] =
            [ENDED, HAS_NEW_LINE, UNDER_WAY, HAS_INPUT, SETS].map(|mark| at_ms & mark != 0);
        let at_ms = at_ms & LATEST_MS;
        let (shorts, rest) = rest.split_at_checked(6 * 4)?;
        let ([tool, shape, error, round, changes, target], []) = shorts.as_chunks::<4>() else {
            return None;
        };
        let short = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
        let [tool, shape, error, round, changes, target] =
            [tool, shape, error, round, changes, target].map(short);
        let ([program, missing, [marks, more]], []) = rest.as_chunks::<2>() else { return None };
        let name = |bytes: &[u8; 2]| u64::from(u16::from_le_bytes(*bytes));
        let [program, missing] = [program, missing].map(name);
        let (input, missing) = if has_input { (missing, 0) } else { (0, missing) };
        let edit = *EditEffect::ALL.get(usize::from(marks >> 3 & 3))?;
        let [trivial, failed, waits, tests, acts, reshows] =
            [1, 2, 4, 32, 64, 128].map(|bit| marks & bit != 0);
        let [passed, fruitless, edits, barren, installed, checks, may_provide, looks] =
            [1, 2, 4, 8, 16, 32, 64, 128].map(|bit| more & bit != 0);
        Some(Self {
            call,
            result,
            tool,
            shape,
            error,
            round,
            trivial,
            failed,
            edit,
            at_ms,
            changes,
            waits,
            target,
            program,
            missing,
            checks,
            passed,
            fruitless,
            edits,
            barren,
            installed,
            may_provide,
            looks,
            tests,
            acts,
            reshows,
            ended,
            has_new_line,
            under_way,
            input,
            sets,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use serde::{Deserialize, Serialize};

    use super::super::RecentCalls;
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Lists {
        steps: RecentCalls,
        #[serde(with = "super")]
        digests: VecDeque<u64>,
    }

    fn largest() -> CompletedCall {
        let short = u64::from(u32::MAX);
        CompletedCall {
            call: u64::MAX,
            result: u64::MAX - 1,
            tool: short,
            shape: short - 1,
            error: short - 2,
            round: short - 3,
            trivial: true,
            failed: true,
            edit: EditEffect::Back,
            at_ms: LATEST_MS,
            changes: short - 4,
            waits: true,
            target: short - 5,
            program: 65_535,
            missing: 65_534,
            checks: true,
            passed: true,
            fruitless: true,
            edits: true,
            barren: true,
            installed: true,
            may_provide: true,
            looks: true,
            tests: true,
            acts: true,
            reshows: true,
            ended: true,
            has_new_line: true,
            under_way: true,
            input: 0,
            sets: true,
        }
    }

    fn packed(steps: &[CompletedCall]) -> Lists {
        Lists { steps: steps.to_vec().into(), digests: VecDeque::from([u64::MAX, 0, 7]) }
    }

    #[test]
    fn what_is_packed_is_unpacked_again() {
        let edit = |edit| CompletedCall { edit, ..CompletedCall::default() };
        let edits = EditEffect::ALL.map(edit);
        let flags = [
            CompletedCall { trivial: true, ..CompletedCall::default() },
            CompletedCall { failed: true, ..CompletedCall::default() },
            CompletedCall { waits: true, ..CompletedCall::default() },
            CompletedCall { passed: true, ..CompletedCall::default() },
            CompletedCall { installed: true, ..CompletedCall::default() },
            CompletedCall { ended: true, at_ms: 7, ..CompletedCall::default() },
            CompletedCall { has_new_line: true, at_ms: 7, ..CompletedCall::default() },
            CompletedCall { under_way: true, at_ms: 7, ..CompletedCall::default() },
            CompletedCall { input: 65_535, at_ms: 7, ..CompletedCall::default() },
            CompletedCall { sets: true, at_ms: 7, ..CompletedCall::default() },
        ];
        let written = packed(&[&edits[..], &flags, &[largest()]].concat());
        let bytes = postcard::to_allocvec(&written).unwrap();
        assert_eq!(postcard::from_bytes::<Lists>(&bytes).unwrap(), written);
    }

    #[test]
    fn a_count_beyond_32_bits_stays_at_the_largest() {
        let beyond = CompletedCall { round: u64::MAX, changes: 1 << 32, ..largest() };
        let bytes = postcard::to_allocvec(&packed(&[beyond])).unwrap();
        let short = u64::from(u32::MAX);
        let expected = packed(&[CompletedCall { round: short, changes: short, ..largest() }]);
        assert_eq!(postcard::from_bytes::<Lists>(&bytes).unwrap(), expected);
    }

    #[test]
    fn what_was_not_packed_is_an_error() {
        let bytes = postcard::to_allocvec(&packed(&[CompletedCall::default()])).unwrap();
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            postcard::from_bytes::<Lists>(&bytes).is_ok()
        };
        assert!(with(CompletedCall::BYTES - 1, 3 << 3));
        assert!(!with(0, 51), "a step too short");
        assert!(!with(CompletedCall::BYTES + 1, 23), "a digest too short");
        assert!(postcard::from_bytes::<Lists>(&bytes[..bytes.len() - 1]).is_err());
    }
}
