//! Checks canonical events, one per line.

use fusebox_clients::{ClientEnvironment, canonical, client_named};

use super::called;

/// A line is read or rejected with a clear message, and an event that was read reads back after it was written.
pub(super) fn body(data: &[u8]) {
    let Some(client) = client_named("generic") else { panic!("there is no such client") };
    let Some(call) = called::check(client, data, &ClientEnvironment::default()) else { return };
    assert_eq!(call.events.len(), 1, "one line is one event");
    for event in &call.events {
        let Some(line) = canonical::write_event(event) else { panic!("no line gives an order") };
        assert!(!line.contains(|c: char| c < ' '), "one line: {line:?}");
        assert_eq!(canonical::read_event(line.as_bytes()).as_ref(), Ok(event), "{line}");
    }
}
