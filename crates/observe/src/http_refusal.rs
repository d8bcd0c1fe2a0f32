//! Finds how a server has refused what an HTTP client of a command line asked of it.

use fusebox_shell::{SimpleCommand, parse};
use fusebox_text::{ServerRefusal, digest, mask, server_refusal};

use crate::named_words::{digest_beyond_call, is_among};

/// The clients whose answers are read.
const CLIENTS: [&str; 5] = ["curl", "http", "https", "wget", "xh"];
/// How a server says that somebody has asked too much of it, lower-cased: it answers so at every address of a host.
const USED_UP: [&str; 5] = ["quota", "rate limit", "rate-limit", "rate_limit", "too many requests"];
/// A path of fewer bytes may stand in any text.
const LEAST_PATH_BYTES: usize = 4;

/// How a server refuses a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HttpRefusal {
    /// Digest of its words or of its status, without what the call itself named.
    pub(crate) words: u64,
    /// Where it says why: digest of that and of what it is about, an address or all that the server has. Without it, it is no refusal
    /// that could be told again.
    pub(crate) lack: Option<u64>,
}

/// The refusal that an answer shows. `more` are the words of the call that its `label` has no room for.
pub(crate) fn http_refusal(label: &str, more: &[u16], body: &str) -> Option<HttpRefusal> {
    // Most calls ask no server: their lines need not be parsed.
    if !CLIENTS.iter().any(|name| label.contains(name)) {
        return None;
    }
    let line = parse(label);
    let client = line.commands.iter().find(|command| CLIENTS.contains(&command.program()))?;
    let is_piped = line.commands.last().is_some_and(|last| last.piped_from);
    let shows_status = label.contains("http_code") || is_among(more, "http_code");
    let refusal = server_refusal(body, shows_status && !is_piped)?;
    let (said, is_absent) = match refusal {
        ServerRefusal::Status(status) => {
            return Some(HttpRefusal { words: status.into(), lack: None });
        }
        ServerRefusal::Words(said) => (said, false),
        ServerRefusal::Absent(said) => (said, true),
    };
    let address = address(client)?;
    let host = host(address)?;
    if is_absent {
        // That there is no such thing is an answer about it. That there is no such path is none about what is asked of it.
        let path = named_path(label, more, &said)?;
        let words = digest::of_parts(&[host, path]);
        return Some(HttpRefusal { words, lack: Some(words) });
    }
    let beyond = digest_beyond_call(label, more, &said);
    let words = beyond.unwrap_or_else(|| digest::of_text(&mask(&said)));
    let lower = said.to_ascii_lowercase();
    let is_used_up = USED_UP.iter().any(|sign| lower.contains(sign));
    // Of an address that the label has no room for, it is not known which one it is.
    let about = if is_used_up { host } else { Some(address).filter(|it| !it.ends_with('…'))? };
    Some(HttpRefusal { words, lack: Some(digest::of_text(about) ^ words) })
}

/// The address that a client asks.
fn address<'c>(client: &'c SimpleCommand<'_>) -> Option<&'c str> {
    // Behind these options stands no address.
    const VALUED: [char; 10] = ['A', 'F', 'H', 'X', 'b', 'd', 'e', 'o', 'u', 'x'];
    const VALUED_LONG: [&str; 10] = [
        "--cookie",
        "--data",
        "--data-binary",
        "--data-raw",
        "--form",
        "--header",
        "--output",
        "--proxy",
        "--referer",
        "--user",
    ];
    const BEGINNINGS: [&str; 5] = ["http://", "https://", "localhost", "127.0.0.1", "$"];
    let mut before = "";
    client.args().find(|word| {
        let option = std::mem::replace(&mut before, word);
        let is_short = option.starts_with('-') && !option.starts_with("--");
        let is_value = VALUED_LONG.contains(&option) || is_short && option.ends_with(VALUED);
        !is_value && BEGINNINGS.iter().any(|begin| word.starts_with(begin))
    })
}

/// The host of an address; `None` of one that was cut before its end.
fn host(address: &str) -> Option<&str> {
    let behind = address.split_once("://").map_or(address, |(_, behind)| behind);
    let host = behind.split(['/', '?', '#']).next()?;
    (!host.ends_with('…')).then_some(host)
}

/// The path in what a server says that the call asked for, part by part.
fn named_path<'s>(label: &str, more: &[u16], said: &'s str) -> Option<&'s str> {
    let is_end = |sign: char| sign.is_whitespace() || "\"'()[]{},".contains(sign);
    let is_part_end = |sign: char| !(sign.is_alphanumeric() || "._-~".contains(sign));
    let is_named =
        |part: &str| label.split(is_part_end).any(|word| word == part) || is_among(more, part);
    said.split(is_end).filter(|word| word.contains('/') && !word.contains("://")).find_map(|word| {
        let path = word.trim_matches(['/', '.', ':', ';']);
        let is_asked = path.len() >= LEAST_PATH_BYTES && path.split('/').all(is_named);
        is_asked.then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lack(label: &str, body: &str) -> Option<u64> {
        http_refusal(label, &[], body)?.lack
    }

    #[test]
    fn a13_a_path_that_is_not_there_is_one_whatever_is_asked_of_it() {
        let body = r#"{"title":"Not Found","status":404,"detail":"No static resource v2/hourly."}"#;
        let first = lack("curl -sS 'https://h.example/v2/hourly?lat=1'", body);
        assert!(first.is_some());
        for label in [
            "curl -sS 'https://h.example/v2/hourly?lat=2&key='$KEY",
            "curl -X POST https://h.example/v2/hourly -d '{}'",
            "http --ignore-stdin GET https://h.example/v2/hourly/ lat==1",
            "curl -sS -X POST 'https://h.example/v2/hourly' -H \"X-Api-Key: $METCAST…",
            "curl -sS 'https://h.example/v2/hourly?lat=59.91&lon=10.74&key='$METCAS…",
        ] {
            assert_eq!(lack(label, body), first, "{label}");
        }
        let spring = r#"{"timestamp":"x","status":404,"error":"Not Found","path":"/v2/hourly"}"#;
        assert_eq!(lack("curl https://h.example/v2/hourly", spring), first);
        assert_ne!(lack("curl https://h.example/v3/hourly", &body.replace("v2", "v3")), first);
        assert_ne!(lack("curl https://i.example/v2/hourly", body), first);
        assert_eq!(lack("curl -sS 'https://h.exam…", body), None);
        for (label, body) in [
            (
                "curl -H 'Content-Type: application/json' https://h.example/a",
                r#"{"status":404,"error":"Expected application/xml"}"#,
            ),
            ("curl https://h.example/users/7", r#"{"detail":"user not found"}"#),
            ("curl https://h.example/users/7", r#"{"error":"Not Found","path":"/people"}"#),
            ("curl https://h.example/a", r#"{"error":"Not Found","path":"/a"}"#),
        ] {
            assert_eq!(lack(label, body), None, "{label} {body}");
        }
    }

    #[test]
    fn a13_who_has_asked_too_much_is_refused_at_every_address() {
        let body = r#"{"error":"rate_limited","message":"Daily quota exhausted."}"#;
        let [one, other] =
            [lack("curl https://h.example/1", body), lack("curl https://h.example/2", body)];
        assert!(one.is_some());
        assert_eq!(one, other);
        assert_ne!(lack("curl https://i.example/1", body), one);
        let body = r#"{"error":"no field a"}"#;
        let [one, other] =
            [lack("curl https://h.example/1", body), lack("curl https://h.example/2", body)];
        assert!(one.is_some());
        assert_ne!(one, other);
    }
}
