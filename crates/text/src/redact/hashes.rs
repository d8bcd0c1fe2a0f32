//! Finds the hashes of passwords: they can be tried against lists of words.

/// The ids of the ways in which passwords are hashed.
const SCHEMES: [&[u8]; 18] = [
    b"1",
    b"2",
    b"2a",
    b"2b",
    b"2x",
    b"2y",
    b"5",
    b"6",
    b"7",
    b"y",
    b"gy",
    b"apr1",
    b"argon2d",
    b"argon2i",
    b"argon2id",
    b"scrypt",
    b"pbkdf2-sha256",
    b"pbkdf2-sha512",
];
/// The least length of a hash with its salt, in bytes.
const MIN_BYTES: usize = 24;

/// The hash of a password whose first `$` is at `at`: `$2b$12$…`, `$6$…`, `$argon2id$…`.
pub(super) fn password_hash(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"$")?;
    let id = rest.iter().take(14).position(|b| *b == b'$')?;
    if !SCHEMES.contains(&rest.get(..id)?) {
        return None;
    }
    let of_hash = |b: &&u8| b.is_ascii_alphanumeric() || b"./$=,+-".contains(b);
    let len = rest.iter().take(512).take_while(of_hash).count();
    let hash = rest.get(..len)?;
    let salted = hash.iter().filter(|b| **b == b'$').count() >= 2;
    (salted && len >= MIN_BYTES).then_some((at, at + 1 + len))
}
