//! Completed calls and digests as plain bytes. A window is read and written at every event; field by
//! field, that was a tenth of the hook's work.

use std::collections::VecDeque;

use super::window::{CompletedCall, EditEffect};

/// Bytes of one step.
const STEP: usize = 45;

/// The calls of a window. Counts of rounds and changes saturate at 32 bits.
pub(super) mod steps {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::{CompletedCall, STEP, VecDeque, pack, unpack};

    pub(crate) fn serialize<S: Serializer>(
        steps: &VecDeque<CompletedCall>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(steps.len() * STEP);
        steps.iter().for_each(|step| pack(step, &mut bytes));
        to.serialize_bytes(&bytes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<VecDeque<CompletedCall>, D::Error> {
        let (steps, rest) = <&[u8]>::deserialize(from)?.as_chunks::<STEP>();
        let steps: Option<VecDeque<CompletedCall>> = steps.iter().map(unpack).collect();
        steps.filter(|_| rest.is_empty()).ok_or_else(|| D::Error::custom("these are no steps"))
    }
}

/// Digests. They are evenly spread, so eight bytes are shorter than a variable-length number.
pub(super) mod digests {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::VecDeque;

    pub(crate) fn serialize<S: Serializer>(list: &VecDeque<u64>, to: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(list.len() * 8);
        list.iter().for_each(|digest| bytes.extend_from_slice(&digest.to_le_bytes()));
        to.serialize_bytes(&bytes)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<VecDeque<u64>, D::Error> {
        let (digests, rest) = <&[u8]>::deserialize(from)?.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(D::Error::custom("these are no digests"));
        }
        Ok(digests.iter().map(|digest| u64::from_le_bytes(*digest)).collect())
    }
}

fn pack(step: &CompletedCall, into: &mut Vec<u8>) {
    let CompletedCall {
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
    } = *step;
    for whole in [call, result, at_ms] {
        into.extend_from_slice(&whole.to_le_bytes());
    }
    for short in [tool, shape, error, round, changes] {
        into.extend_from_slice(&u32::try_from(short).unwrap_or(u32::MAX).to_le_bytes());
    }
    let edit = match edit {
        EditEffect::None => 0,
        EditEffect::New => 1,
        EditEffect::Nothing => 2,
        EditEffect::Back => 3,
    };
    into.push(u8::from(trivial) | u8::from(failed) << 1 | u8::from(waits) << 2 | edit << 3);
}

fn unpack(bytes: &[u8; STEP]) -> Option<CompletedCall> {
    let (whole, rest) = bytes.split_at(3 * 8);
    let ([call, result, at_ms], []) = whole.as_chunks::<8>() else { return None };
    let ([tool, shape, error, round, changes], [flags]) = rest.as_chunks::<4>() else {
        return None;
    };
    let [call, result, at_ms] = [call, result, at_ms].map(|bytes| u64::from_le_bytes(*bytes));
    let short = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    let [tool, shape, error, round, changes] = [tool, shape, error, round, changes].map(short);
    let edit = match flags >> 3 {
        0 => EditEffect::None,
        1 => EditEffect::New,
        2 => EditEffect::Nothing,
        3 => EditEffect::Back,
        _ => return None,
    };
    let [trivial, failed, waits] = [1, 2, 4].map(|bit| flags & bit != 0);
    Some(CompletedCall {
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
    })
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Packed {
        #[serde(with = "steps")]
        steps: VecDeque<CompletedCall>,
        #[serde(with = "digests")]
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
            at_ms: u64::MAX - 2,
            changes: short - 4,
            waits: true,
        }
    }

    fn packed(steps: &[CompletedCall]) -> Packed {
        Packed { steps: steps.to_vec().into(), digests: VecDeque::from([u64::MAX, 0, 7]) }
    }

    #[test]
    fn what_is_packed_is_unpacked_again() {
        let edit = |edit| CompletedCall { edit, ..CompletedCall::default() };
        let edits =
            [EditEffect::None, EditEffect::New, EditEffect::Nothing, EditEffect::Back].map(edit);
        let flags = [
            CompletedCall { trivial: true, ..CompletedCall::default() },
            CompletedCall { failed: true, ..CompletedCall::default() },
            CompletedCall { waits: true, ..CompletedCall::default() },
        ];
        let written = packed(&[&edits[..], &flags, &[largest()]].concat());
        let bytes = postcard::to_allocvec(&written).unwrap();
        assert_eq!(postcard::from_bytes::<Packed>(&bytes).unwrap(), written);
    }

    #[test]
    fn a_count_beyond_32_bits_stays_at_the_largest() {
        let beyond = CompletedCall { round: u64::MAX, changes: 1 << 32, ..largest() };
        let bytes = postcard::to_allocvec(&packed(&[beyond])).unwrap();
        let short = u64::from(u32::MAX);
        let expected = packed(&[CompletedCall { round: short, changes: short, ..largest() }]);
        assert_eq!(postcard::from_bytes::<Packed>(&bytes).unwrap(), expected);
    }

    #[test]
    fn what_was_not_packed_is_an_error() {
        let bytes = postcard::to_allocvec(&packed(&[CompletedCall::default()])).unwrap();
        let with = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            postcard::from_bytes::<Packed>(&bytes).is_ok()
        };
        assert!(with(STEP, 3 << 3));
        assert!(!with(STEP, 4 << 3), "an edit of a later version");
        assert!(!with(0, 44), "a step too short");
        assert!(!with(STEP + 1, 23), "a digest too short");
        assert!(postcard::from_bytes::<Packed>(&bytes[..bytes.len() - 1]).is_err());
    }
}
