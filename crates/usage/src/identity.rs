//! The identity of a response: the same in every record of it, on every machine and in every version.

use xxhash_rust::xxh3::xxh3_64;

/// The digest of the parts that name a response. An absent part is different from an empty text.
pub(crate) fn identity(client: &str, parts: &[&[u8]]) -> u64 {
    let mut text = client.as_bytes().to_vec();
    for part in parts {
        text.push(0);
        text.extend_from_slice(part);
    }
    xxh3_64(&text)
}
