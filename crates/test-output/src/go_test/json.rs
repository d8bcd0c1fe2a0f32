//! Turns the events of `go test -json` back into the text that they carry.

use std::borrow::Cow;

use serde::Deserialize;

use crate::lines::lines;

/// The text of all events, with other lines unchanged; `None` where no line is an event.
pub(super) fn text(text: &str) -> Option<String> {
    let is_event = |line: &str| line.starts_with("{\"") && line.contains("\"Action\":\"");
    let first = lines(text).find(|line| line.starts_with('{'))?;
    if !is_event(first) {
        return None;
    }
    let mut out = String::with_capacity(text.len() / 2);
    for line in lines(text) {
        match serde_json::from_str::<TestEvent<'_>>(line) {
            Ok(event) => out.push_str(&event.output),
            Err(_) if is_event(line) => {}
            Err(_) => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    Some(out)
}

#[derive(Deserialize)]
struct TestEvent<'t> {
    #[serde(borrow, default, rename = "Output")]
    output: Cow<'t, str>,
}
