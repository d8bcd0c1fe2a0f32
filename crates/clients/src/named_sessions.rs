//! Finds the sessions that a call names which is no JSON.

use fusebox_engine::SessionId;

use crate::json::{JsonValue, read_partial};

/// Sessions of one text, at most: of a text that names more, the first ones.
const MAX_SESSIONS: usize = 16;
/// An id and the bytes before it, at most.
const FIELD_BYTES: usize = 2 << 10;

/// The sessions that fields of these names hold anywhere in a text, whatever the text is.
#[must_use]
pub fn named_sessions(text: &[u8], fields: &[&str]) -> Vec<SessionId> {
    let mut sessions = Vec::new();
    for field in fields {
        add_sessions(text, &format!("\"{field}\""), &mut sessions);
    }
    sessions
}

fn add_sessions(text: &[u8], key: &str, sessions: &mut Vec<SessionId>) {
    let mut rest = text;
    while let Some(at) = rest.windows(key.len()).position(|part| part == key.as_bytes()) {
        rest = rest.get(at + key.len()..).unwrap_or_default();
        if let Some(session) = session_after_key(rest)
            && !sessions.contains(&session)
        {
            sessions.push(session);
        }
        if sessions.len() == MAX_SESSIONS {
            break;
        }
    }
}

fn session_after_key(text: &[u8]) -> Option<SessionId> {
    let value = text.trim_ascii_start().strip_prefix(b":")?;
    let value = read_partial(value.get(..FIELD_BYTES).unwrap_or(value), &[]).value;
    SessionId::parse(JsonValue::as_text(&value)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g06_a_broken_text_names_its_sessions() {
        for (text, expected) in [
            (&br#"{"session_id":"s1","tool"#[..], &["s1"][..]),
            (br#"no JSON "session_id" : "s1", at all"#, &["s1"]),
            (b"\xff\xfe\"session_id\":\"s1\xff\"", &["s1\u{fffd}"]),
            (br#"{"input":{"session_id":"s2"},"session_id":"s1"}]"#, &["s2", "s1"]),
            (br#"{"text":"\"session_id\":\"s2\"","session_id":"s1"#, &["s1"]),
            (br#"{"session_id":"s1","session_id":"s1"#, &["s1"]),
            (br#"{"session_id":7,"session_id""#, &[]),
            (b"", &[]),
        ] {
            let found = named_sessions(text, &["session_id"]);
            let found: Vec<&str> = found.iter().map(SessionId::as_str).collect();
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn g06_a_flood_of_sessions_is_bounded() {
        let flood: String = (0..1_000).map(|n| format!("\"session_id\":\"s{n}\" ")).collect();
        assert_eq!(named_sessions(flood.as_bytes(), &["session_id"]).len(), MAX_SESSIONS);
    }
}
