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

/// What stands before the first `$` of hashes that begin with the name of their scheme.
const NAMED_SCHEMES: [&[u8]; 7] = [
    b"pbkdf2_sha256",
    b"pbkdf2_sha1",
    b"pbkdf2_sha512",
    b"bcrypt_sha256",
    b"SCRAM-SHA-256",
    b"SCRAM-SHA-1",
    b"argon2",
];
/// Schemes of hashes in a directory, as they stand in braces.
const DIRECTORY_SCHEMES: [&[u8]; 7] =
    [b"SSHA}", b"SSHA256}", b"SSHA512}", b"SHA}", b"SMD5}", b"CRYPT}", b"ARGON2}"];
/// The longest part of a hash before a `/`, in bytes.
const MAX_PART_BYTES: usize = 96;

/// The hash of a password whose first `$` is at `at`: `$2b$12$…`, `$6$…`, `$argon2id$…`.
pub(super) fn password_hash(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"$")?;
    if rest.starts_with(b"ANSIBLE_VAULT;") {
        return vault_lines(bytes, at);
    }
    let before = bytes.get(..at)?;
    let id = rest.iter().take(14).position(|b| *b == b'$');
    let is_known = id.is_some_and(|id| rest.get(..id).is_some_and(|id| SCHEMES.contains(&id)));
    // Most signs are behind other letters.
    let is_named = || {
        matches!(before.last(), Some(b'1' | b'2' | b'6'))
            && NAMED_SCHEMES.iter().any(|name| before.ends_with(name))
    };
    if !is_known && !is_named() {
        return None;
    }
    let of_hash =
        |b: &&u8| b.is_ascii_alphanumeric() || b"./$=,+-".contains(b) || !is_known && **b == b':';
    let len = rest.iter().take(512).take_while(of_hash).count();
    let hash = rest.get(..len)?;
    let signs = hash.iter().filter(|b| **b == b'$').count();
    (signs > usize::from(is_known) && len >= MIN_BYTES).then_some((at, at + 1 + len))
}

/// The lines of hexadecimal digits below the header at `at`: what a password opens is tried against lists of words.
fn vault_lines(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let of_body = |b: &&u8| b.is_ascii_hexdigit() || b.is_ascii_whitespace();
    let header = bytes.get(at..)?.iter().take(MAX_PART_BYTES).position(|b| *b == b'\n')?;
    let start = at + header + 1;
    let body = bytes.get(start..)?.iter().take_while(of_body).count();
    let body = bytes.get(start..start + body)?;
    // The last of these bytes begin the next line.
    let last = body.iter().rposition(|b| *b == b'\n').unwrap_or(body.len());
    let is_end = start + body.len() == bytes.len();
    let len = if is_end { body.len() } else { last };
    (len >= MIN_BYTES).then_some((start, start + len))
}

/// The hash of a directory at `at`, behind the name of its scheme: `{SSHA}…`.
pub(super) fn directory_hash(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"{")?;
    let scheme = DIRECTORY_SCHEMES.iter().find(|scheme| rest.starts_with(scheme))?;
    let len = rest.get(scheme.len()..)?.iter().take(256).take_while(of_base64).count();
    (len >= MIN_BYTES).then_some((at, at + 1 + scheme.len() + len))
}

/// The hash at `at`, or of which a `/` parts what stands before `at`, behind a sign that says so: `{SSHA}…`, `*94BD…`.
pub(super) fn marked_hash(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(MAX_PART_BYTES)..at)?;
    match before.last()? {
        b'*' => {
            let of_digest = |b: &&u8| b.is_ascii_digit() || (b'A'..=b'F').contains(b);
            let len = bytes.get(at..)?.iter().take(41).take_while(of_digest).count();
            (len == 40).then_some((at, at + len))
        }
        b'}' | b'/' => {
            let begun = before.iter().rev().take_while(of_base64).count();
            let tag = before.get(..before.len() - begun)?.strip_suffix(b"}")?;
            let tag = before.get(..=tag.len())?;
            DIRECTORY_SCHEMES.iter().any(|scheme| tag.ends_with(scheme)).then_some(())?;
            let len = bytes.get(at..)?.iter().take(256).take_while(of_base64).count();
            Some((at - begun, at + len))
        }
        _ => None,
    }
}

/// Whether the byte may be in a hash in base64, with its salt.
fn of_base64(byte: &&u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=.$".contains(byte)
}
