//! Canonical events, one line each.

use fusebox_clients::{Surroundings, by_name, canonical};

use super::called;

/// A line is read or refused clearly, and an event that was read is written so that it reads back.
pub(super) fn body(data: &[u8]) {
    let Some(client) = by_name("generic") else { panic!("there is no such client") };
    let Some(call) = called::check(client, data, &Surroundings::default()) else { return };
    assert_eq!(call.events.len(), 1, "one line is one event");
    for event in &call.events {
        let Some(line) = canonical::write(event) else { panic!("no line gives an order") };
        assert!(!line.contains(|c: char| c < ' '), "one line: {line:?}");
        assert_eq!(canonical::read(line.as_bytes()).as_ref(), Ok(event), "{line}");
    }
}
