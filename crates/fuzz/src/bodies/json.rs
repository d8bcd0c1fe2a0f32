//! A record of JSON, read by the reader for transcripts and by `serde_json`.

use fusebox_clients::records::{JsonDefect, JsonValue, read_partial};
use serde_json::Value;

/// In the corpus's records the values of these keys are left unread.
const UNREAD: &[&str] = &["session", "content", "a"];

/// The two readers agree, whether values are left unread or not, and a cut text is known for one.
pub(super) fn body(data: &[u8]) {
    let expected = serde_json::from_slice::<Value>(data).ok();
    let whole = JsonValue::read(data).ok().map(Value::from);
    assert_eq!(whole, expected, "all of it");
    if expected.is_some() {
        let unread = JsonValue::read_except(data, UNREAD).ok().map(Value::from);
        assert_eq!(unread, expected, "with values left unread");
    }
    let half = data.get(..data.len() / 2).unwrap_or_default();
    if expected.is_some() && serde_json::from_slice::<Value>(half).is_err() {
        let defect = read_partial(half, &[]).defect;
        assert!(defect.is_some_and(|defect| defect <= JsonDefect::CutEnd), "{defect:?}");
    }
}
