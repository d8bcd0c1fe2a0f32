//! Short digests written as one string, which is half as long as a list of decimals.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Characters of one digest: 6 times 6 bits hold its 32.
const WIDTH: usize = 6;
const ALPHABET: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/// The stored form; earlier versions wrote a list of numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredDigests {
    Text(String),
    Numbers(Vec<u32>),
}

pub(crate) fn serialize<S: Serializer>(digests: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    let characters = digests.iter().flat_map(|digest| {
        (0..WIDTH).filter_map(move |at| {
            let place = (digest >> (6 * at)) & 63;
            ALPHABET.get(place as usize).map(|byte| char::from(*byte))
        })
    });
    characters.collect::<String>().serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<u32>, D::Error> {
    match StoredDigests::deserialize(reader)? {
        StoredDigests::Numbers(digests) => Ok(digests),
        StoredDigests::Text(text) => {
            let (digests, rest) = text.as_bytes().as_chunks::<WIDTH>();
            let whole = if rest.is_empty() { digests.iter().map(digest).collect() } else { None };
            whole.ok_or_else(|| D::Error::custom("not a list of digests"))
        }
    }
}

fn digest(characters: &[u8; WIDTH]) -> Option<u32> {
    let mut digest: u64 = 0;
    for character in characters.iter().rev() {
        let place = ALPHABET.iter().position(|known| known == character)?;
        digest = digest << 6 | place as u64;
    }
    u32::try_from(digest).ok()
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Record(#[serde(with = "super")] Vec<u32>);

    #[test]
    fn what_is_written_is_read_and_so_is_a_list_of_numbers() {
        for (digests, text) in [
            (vec![], r#""""#),
            (vec![0, 1, 63, 64], r#""000000100000_00000010000""#),
            (vec![u32::MAX], r#""_____3""#),
        ] {
            let record = Record(digests);
            assert_eq!(serde_json::to_string(&record).unwrap(), text);
            assert_eq!(serde_json::from_str::<Record>(text).unwrap(), record);
        }
        let older: Record = serde_json::from_str("[7,4294967295]").unwrap();
        assert_eq!(older, Record(vec![7, u32::MAX]));
        for text in [r#""00000""#, r#""00000!""#, r#""______""#, r#""äääääääää""#, "[-1]", "7"]
        {
            assert!(serde_json::from_str::<Record>(text).is_err(), "{text}");
        }
    }
}
