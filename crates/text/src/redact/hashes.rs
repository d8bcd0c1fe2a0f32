//! Finds the hashes of passwords: they can be tried against lists of words.

use super::value::has_all_classes;

/// The ids of the ways in which passwords are hashed, with a `$` at either side.
const SCHEMES: [&[u8]; 27] = [
    b"1",
    b"2",
    b"2a",
    b"2b",
    b"2x",
    b"2y",
    b"5",
    b"6",
    b"7",
    b"8",
    b"9",
    b"y",
    b"gy",
    b"sm3",
    b"md5",
    b"sha1",
    b"apr1",
    b"argon2d",
    b"argon2i",
    b"argon2id",
    b"scrypt",
    b"bcrypt-sha256",
    b"pbkdf2",
    b"pbkdf2-sha256",
    b"pbkdf2-sha512",
    b"wp",
    b"A",
];
/// The ids behind which nothing but letters and digits stands: those of WordPress, phpBB and Drupal.
const SOLID_SCHEMES: [&[u8]; 3] = [b"P", b"H", b"S"];
/// The least length of a hash with its salt, in bytes.
const MIN_BYTES: usize = 24;
/// The length of the hash of WordPress, behind its id.
const SOLID_BYTES: usize = 31;

/// What the word before the first `$` begins with, in either case, where it is the name of a scheme and its
/// parameters: `pbkdf2_sha256$`, `scrypt:32768:8:1$`.
const NAMED_SCHEMES: [&[u8]; 10] = [
    b"pbkdf2",
    b"scrypt",
    b"bcrypt",
    b"scram-sha-",
    b"argon2",
    b"sha1",
    b"sha256",
    b"sha512",
    b"md5",
    b"unsalted_",
];
/// The longest such word, in bytes.
const MAX_NAME_BYTES: usize = 40;
/// Schemes of hashes in a directory, as they stand in braces, in either case.
const DIRECTORY_SCHEMES: [&[u8]; 19] = [
    b"SSHA",
    b"SSHA224",
    b"SSHA256",
    b"SSHA384",
    b"SSHA512",
    b"SHA",
    b"SHA1",
    b"SHA256",
    b"SHA384",
    b"SHA512",
    b"SMD5",
    b"MD5",
    b"CRYPT",
    b"ARGON2",
    b"BCRYPT",
    b"PBKDF2",
    b"PBKDF2-SHA1",
    b"PBKDF2-SHA256",
    b"PBKDF2-SHA512",
];
/// The longest part of a hash before a `/`, in bytes.
const MAX_PART_BYTES: usize = 96;

/// The hash of a password whose first `$` is at `at`: `$2b$12$…`, `$6$…`, `$argon2id$…`, `scrypt:32768:8:1$…`.
pub(super) fn password_hash(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"$")?;
    if rest.starts_with(b"ANSIBLE_VAULT;") {
        return vault_lines(bytes, at);
    }
    let id = rest.iter().take(14).position(|b| *b == b'$');
    let id = id.and_then(|id| rest.get(..id)).unwrap_or_default();
    let is_known = SCHEMES.contains(&id);
    let is_solid = SOLID_SCHEMES.contains(&id);
    // Most signs are behind no letter.
    if !is_known && !is_solid && !names_scheme(bytes.get(at.saturating_sub(MAX_NAME_BYTES)..at)?) {
        return None;
    }
    let of_hash = |b: &&u8| {
        b.is_ascii_alphanumeric()
            || b"./$=,+-".contains(b)
            || !is_known && **b == b':'
            // The salt is any text.
            || id == b"A" && b.is_ascii_graphic() && !b"\"'`".contains(b)
    };
    let len = rest.iter().take(512).take_while(of_hash).count();
    let hash = rest.get(..len)?;
    let signs = hash.iter().filter(|b| **b == b'$').count();
    let is_hash = if is_solid {
        signs == 1 && len - id.len() > SOLID_BYTES
    } else {
        signs > usize::from(is_known) && len >= MIN_BYTES
    };
    is_hash.then_some((at, at + 1 + len))
}

/// Whether the text ends with the name of a scheme: `pbkdf2:sha256:600000`, `{PBKDF2}10000`.
fn names_scheme(before: &[u8]) -> bool {
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || b"_:-".contains(b);
    let word = before.iter().rev().take_while(of_name).count();
    let (before, word) = before.split_at(before.len() - word);
    let begins =
        |name: &&[u8]| word.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    // A number of rounds, behind a scheme in braces.
    let is_rounds = word.iter().all(u8::is_ascii_digit) && !word.is_empty();
    NAMED_SCHEMES.iter().any(begins) || is_rounds && directory_scheme(before).is_some()
}

/// The scheme in braces that the text ends with: `{SSHA512}`.
fn directory_scheme(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_suffix(b"}")?;
    let name = text.get(text.iter().rposition(|b| *b == b'{')? + 1..)?;
    DIRECTORY_SCHEMES.iter().any(|scheme| name.eq_ignore_ascii_case(scheme)).then_some(name)
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
    let close = rest.iter().take(MAX_NAME_BYTES).position(|b| *b == b'}')?;
    let start = at + close + 2;
    let name = directory_scheme(bytes.get(at..start)?)?;
    let len = bytes.get(start..)?.iter().take(256).take_while(of_base64).count();
    is_directory_hash(name, bytes.get(start..start + len)?).then_some((at, start + len))
}

/// Whether a text may be the hash of the scheme. The name of a digest in lower case may stand for a part of a path:
/// `{sha256}/…`.
fn is_directory_hash(scheme: &[u8], hash: &[u8]) -> bool {
    let is_digest = scheme.starts_with(b"sha") || scheme.starts_with(b"md5");
    hash.len() >= MIN_BYTES && (!is_digest || !hash.starts_with(b"/") && has_all_classes(hash))
}

/// The hash of a boot loader's password at `at`: `grub.pbkdf2.sha512.10000.…`.
pub(super) fn boot_hash(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let of_hash = |b: &&u8| b.is_ascii_hexdigit() || **b == b'.';
    let rest = bytes.get(at..)?.strip_prefix(b"grub.pbkdf2.sha512.")?;
    let len = rest.iter().take(1024).take_while(of_hash).count();
    (len >= MIN_BYTES).then(|| (at, bytes.len() - rest.len() + len))
}

/// The hash at `at`, or of which a `/` parts what stands before `at`, behind a sign that says so: `{SSHA}…`, `*94BD…`.
pub(super) fn marked_hash(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(MAX_PART_BYTES)..at)?;
    match before.last()? {
        b'*' => {
            let of_digest = |b: &&u8| b.is_ascii_digit() || (b'A'..=b'F').contains(b);
            let len = bytes.get(at..)?.iter().take(41).take_while(of_digest).count();
            // Where signs stand at both sides, they make a commit's id bold.
            let is_bold = before.ends_with(b"**") || bytes.get(at + len) == Some(&b'*');
            (len == 40 && !is_bold).then_some((at, at + len))
        }
        b'}' | b'/' => {
            let begun = before.iter().rev().take_while(of_base64).count();
            let scheme = directory_scheme(before.get(..before.len() - begun)?)?;
            let len = bytes.get(at..)?.iter().take(256).take_while(of_base64).count();
            let hash = bytes.get(at - begun..at + len)?;
            is_directory_hash(scheme, hash).then_some((at - begun, at + len))
        }
        _ => None,
    }
}

/// Whether the byte may be in a hash in base64, with its salt.
fn of_base64(byte: &&u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=.$".contains(byte)
}
