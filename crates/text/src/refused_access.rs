//! Finds that somebody is not let in: a server, or what runs a service, refuses who asks.

use super::word_runs;

/// How it is said in words, lower-cased.
const REFUSALS: [&str; 28] = [
    "returned error: 401",
    "returned error: 403",
    "returned error: 407",
    "authentication failed",
    "authentication failure",
    "failed to authenticate",
    "could not authenticate",
    "unable to authenticate",
    "cannot authenticate",
    "login failed",
    "login incorrect",
    "access denied",
    "not accessible by",
    "bad credentials",
    "invalid credential",
    "incorrect password",
    "wrong password",
    "invalid password",
    "invalid username",
    "invalid user name",
    "invalid api key",
    "incorrect api key",
    "invalid token",
    "invalid access token",
    "invalid_grant",
    "invalid_client",
    "insufficient_scope",
    "insufficient scope",
];
/// The statuses of a server that lets nobody in who asks so.
const STATUSES: [&str; 3] = ["401", "403", "407"];
/// What stands in front of a status, lower-cased.
const IN_FRONT: [&str; 4] = ["http", "status", "code", "response"];
/// What stands behind a status, lower-cased.
const BEHIND: [&str; 3] = ["forbidden", "unauthorized", "proxy"];

/// Whether the line of an error says that somebody is not let in: `FATAL: password authentication failed for user "a"`, `HTTP 403:
/// Resource not accessible by personal access token`.
#[must_use]
pub fn tells_refused_access(error: &str) -> bool {
    let lower = error.to_ascii_lowercase();
    let mut before = "";
    let is_status = word_runs(&lower).any(|word| {
        let before = std::mem::replace(&mut before, word);
        STATUSES.contains(&word) && IN_FRONT.contains(&before)
            || STATUSES.contains(&before) && BEHIND.contains(&word)
    });
    is_status || REFUSALS.iter().any(|words| lower.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_who_is_not_let_in() {
        for (error, is_refused) in [
            (
                "psql: error: connection to server at \"h\", port 5432 failed: FATAL:  password authentication failed for user \"a\"",
                true,
            ),
            ("HTTP 403: Resource not accessible by personal access token (https://h/r)", true),
            ("fatal: unable to access 'https://h/r/': The requested URL returned error: 403", true),
            ("npm error 403 403 Forbidden - PUT https://h/@a%2fb", true),
            ("Error: Request failed with status code 401", true),
            ("remote: Invalid username or token.", true),
            ("ERROR 1045 (28000): Access denied for user 'a'@'h' (using password: YES)", true),
            ("HTTP 404: Not Found (https://h/r)", false),
            ("HTTP 503: Service Unavailable", false),
            ("Error: 403 lines of a.py are left", false),
            ("403 files changed", false),
            ("AssertionError: 3 != 4", false),
            ("", false),
        ] {
            assert_eq!(tells_refused_access(error), is_refused, "{error}");
        }
    }
}
