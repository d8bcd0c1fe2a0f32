//! Reads a posted hook from a connection: within bounds of size and time, and only with the run's secret.

use std::io::{ErrorKind, Read};
use std::net::TcpStream;
use std::time::Duration;

use fusebox_clients::{JsonShortener, RUN_HEADER};
use fusebox_engine::Timestamp;

use crate::clock;

/// How long a client may take for a whole request.
pub(super) const REQUEST_TIME: Duration = Duration::from_secs(10);
/// The longest line and headers of a request, in bytes.
const MAX_HEAD_BYTES: usize = 16 << 10;
/// The longest event that is read, in bytes; what is long in it is shortened while it is read.
const MAX_EVENT_BYTES: usize = 64 << 20;
/// How much is read at once, in bytes.
const PART_BYTES: usize = 16 << 10;
const MAX_HEADERS: usize = 32;
/// Where hooks are posted.
pub(super) const HOOKS_PATH: &str = "/hooks";

/// A posted event.
#[derive(Debug)]
pub(super) struct EventRequest {
    /// The run that it names.
    pub(super) run: Option<String>,
    /// The event, as the client wrote it.
    pub(super) event: Vec<u8>,
}

/// The status by which a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    BadRequest = 400,
    WrongSecret = 401,
    OtherRun = 403,
    OtherPath = 404,
    NotPosted = 405,
    TooSlow = 408,
    NoLength = 411,
    TooLong = 413,
}

/// Reads one request. The body is read only where the secret is right.
pub(super) fn read(stream: &mut TcpStream, secret: &str) -> Result<EventRequest, Refusal> {
    let mut input = TimedInput { stream, begun: clock::now() };
    let mut text = Vec::new();
    let (head, at) = loop {
        if let Some(found) = read_head(&text, secret)? {
            break found;
        }
        if text.len() >= MAX_HEAD_BYTES {
            return Err(Refusal::TooLong);
        }
        input.read_part(&mut text, PART_BYTES)?;
    };
    let mut event = text.split_off(at);
    let mut left = head.length.checked_sub(event.len()).ok_or(Refusal::BadRequest)?;
    let mut shortener = JsonShortener::default();
    let is_shortened = head.length > JsonShortener::WHOLE_BYTES;
    loop {
        if is_shortened {
            shortener.push(&event);
            event.clear();
        }
        if left == 0 {
            break;
        }
        left -= input.read_part(&mut event, left.min(PART_BYTES))?;
    }
    let event = if is_shortened { shortener.into_text() } else { event };
    Ok(EventRequest { run: head.run, event })
}

struct RequestHead {
    length: usize,
    run: Option<String>,
}

/// The head of a request and where it ends; `None` where it is not whole yet.
fn read_head(text: &[u8], secret: &str) -> Result<Option<(RequestHead, usize)>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let at = match request.parse(text) {
        Ok(httparse::Status::Complete(at)) => at,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(Refusal::BadRequest),
    };
    // One that is given twice counts as not given.
    let header = |name: &str| {
        let mut of_name = request.headers.iter().filter(|one| one.name.eq_ignore_ascii_case(name));
        of_name.next().filter(|_| of_name.next().is_none()).map(|one| one.value)
    };
    let given = header("Authorization").and_then(|value| value.strip_prefix(b"Bearer "));
    if !given.is_some_and(|given| is_same(given, secret.as_bytes())) {
        return Err(Refusal::WrongSecret);
    }
    if request.path != Some(HOOKS_PATH) {
        return Err(Refusal::OtherPath);
    }
    if request.method != Some("POST") {
        return Err(Refusal::NotPosted);
    }
    let text_of = |name| std::str::from_utf8(header(name)?).ok();
    let is_chunked =
        request.headers.iter().any(|one| one.name.eq_ignore_ascii_case("Transfer-Encoding"));
    let digits = text_of("Content-Length").filter(|_| !is_chunked);
    let digits = digits.filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()));
    // More digits than fit are a length, too.
    let length = digits.ok_or(Refusal::NoLength)?.parse().unwrap_or(usize::MAX);
    if length > MAX_EVENT_BYTES {
        return Err(Refusal::TooLong);
    }
    Ok(Some((RequestHead { length, run: text_of(RUN_HEADER).map(str::to_owned) }, at)))
}

/// Compares secrets in a time that does not depend on where they differ.
fn is_same(given: &[u8], secret: &[u8]) -> bool {
    given.len() == secret.len()
        && given.iter().zip(secret).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// A connection whose whole request has one time limit.
struct TimedInput<'a> {
    stream: &'a mut TcpStream,
    begun: Timestamp,
}

impl TimedInput<'_> {
    /// Reads up to `most` bytes, at least one.
    fn read_part(&mut self, text: &mut Vec<u8>, most: usize) -> Result<usize, Refusal> {
        let mut part = [0; PART_BYTES];
        let part = &mut part[..most.min(PART_BYTES)];
        loop {
            let passed = Duration::from_millis(clock::now().since(self.begun).0);
            let left = REQUEST_TIME.checked_sub(passed).filter(|left| !left.is_zero());
            let left = left.ok_or(Refusal::TooSlow)?;
            self.stream.set_read_timeout(Some(left)).map_err(|_| Refusal::BadRequest)?;
            match self.stream.read(part) {
                Ok(0) => return Err(Refusal::BadRequest),
                Ok(count) => {
                    text.extend_from_slice(&part[..count]);
                    return Ok(count);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Refusal::TooSlow),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    /// What a head says: its length, its run, and where it ends.
    fn parts(text: &[u8]) -> Result<Option<(usize, Option<String>, usize)>, Refusal> {
        let head = read_head(text, SECRET)?;
        Ok(head.map(|(head, at)| (head.length, head.run, at)))
    }

    fn head(secret: &str, length: usize, run: &str) -> String {
        format!(
            "POST /hooks HTTP/1.1\r\nHost: 127.0.0.1:9\r\nAuthorization: Bearer {secret}\r\n\
             Content-Length: {length}\r\nFusebox-Run: {run}\r\n\r\n"
        )
    }

    fn header() -> impl Strategy<Value = String> {
        let name = prop_oneof![
            Just("Authorization".to_owned()),
            Just("Content-Length".to_owned()),
            Just("Transfer-Encoding".to_owned()),
            Just("Fusebox-Run".to_owned()),
            "[A-Za-z-]{1,12}",
        ];
        let value = prop_oneof![
            Just(format!("Bearer {SECRET}")),
            "[0-9]{0,30}",
            "Bearer [0-9a-f]{0,33}",
            "\\PC{0,20}",
        ];
        (name, value).prop_map(|(name, value)| format!("{name}: {value}\r\n"))
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..2000)) {
            // No bytes at random name the secret.
            prop_assert!(matches!(parts(&text), Ok(None) | Err(Refusal::BadRequest | Refusal::WrongSecret)));
        }

        #[test]
        fn only_a_head_with_the_secret_is_read(
            method in "GET|POST|PUT|post|[A-Z]{1,8}",
            path in "/hooks|/|/hooks/[a-z]{1,4}|[!-~]{1,9}",
            headers in prop::collection::vec(header(), 0..8),
        ) {
            let text = format!("{method} {path} HTTP/1.1\r\n{}\r\n", headers.concat());
            let named = |name: &str| -> Vec<&str> {
                headers.iter().filter_map(|line| line.strip_prefix(name)).map(str::trim).collect()
            };
            if let Ok(read) = parts(text.as_bytes()) {
                let (length, run, at) = read.expect("the head is whole");
                prop_assert_eq!((method.as_str(), path.as_str(), at), ("POST", HOOKS_PATH, text.len()));
                let secret = format!("Bearer {SECRET}");
                prop_assert_eq!(named("Authorization:"), [secret.as_str()]);
                prop_assert_eq!(named("Content-Length:"), [named("Content-Length:")[0]]);
                prop_assert_eq!(named("Content-Length:")[0].parse::<usize>(), Ok(length));
                prop_assert!(length <= MAX_EVENT_BYTES && named("Transfer-Encoding:").is_empty());
                prop_assert_eq!(run.as_deref(), named("Fusebox-Run:").first().copied());
            }
        }

        #[test]
        fn a_head_is_the_same_in_whatever_pieces_it_comes(
            length in 0..=MAX_EVENT_BYTES,
            run in "[a-z0-9-]{1,20}",
            body in prop::collection::vec(any::<u8>(), 0..50),
        ) {
            let head = head(SECRET, length, &run);
            let text = [head.as_bytes(), &body].concat();
            for end in 0..head.len() {
                prop_assert_eq!(parts(&text[..end]), Ok(None));
            }
            for end in head.len()..=text.len() {
                prop_assert_eq!(parts(&text[..end]), Ok(Some((length, Some(run.clone()), head.len()))));
            }
        }

        #[test]
        fn no_other_secret_is_the_same(other in "[0-9a-f]{0,33}") {
            let read = parts(head(&other, 2, "r1").as_bytes());
            prop_assert_eq!(read.is_ok(), other == SECRET);
        }
    }
}
