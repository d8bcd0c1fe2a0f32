//! Passwords that are too short to be random, of keys that say little by themselves: `pass: x`, `REDIS_AUTH=x`.

use super::keys::is_password;
use super::value::{is_made_of_names, is_name};

/// Whether the key before the value is one of a password that may be short, and the value is made as such passwords are.
pub(super) fn is_short_password(bytes: &[u8], (start, end): (usize, usize)) -> bool {
    let value = bytes.get(start..end).unwrap_or_default();
    let of_password = |b: &u8| b.is_ascii_alphanumeric() || b"!@#$%^&*+~?".contains(b);
    let has_digit = value.iter().any(u8::is_ascii_digit);
    let is_made = has_digit && is_password(value) && value.iter().all(of_password);
    let before = start.checked_sub(6).and_then(|at| bytes.get(at..start)).unwrap_or_default();
    is_made
        && match before {
            // What follows may be the name of a test that passed: `--- PASS: TestReset2FA`.
            b"PASS: " => !is_name(value) && !is_made_of_names(value),
            b"Pass: " => !is_made_of_names(value),
            _ if before.eq_ignore_ascii_case(b"pass: ") => true,
            _ => ends_with_auth(bytes, start) && !is_name(value),
        }
}

/// Whether the text before the value is the name of a variable as `REDIS_AUTH`, and a sign.
fn ends_with_auth(bytes: &[u8], value: usize) -> bool {
    let before = bytes.get(value.saturating_sub(8)..value).unwrap_or_default();
    let name = before.strip_suffix(b"=").or_else(|| before.strip_suffix(b": "));
    name.is_some_and(|name| name.ends_with(b"_AUTH"))
}
