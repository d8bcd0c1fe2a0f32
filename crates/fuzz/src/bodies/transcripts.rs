//! Checks recorded sessions of every format.

use std::collections::BTreeMap;

use fusebox_engine::{Event, EventKind, Policy, SessionId};
use fusebox_replay::formats::{FileHead, RecordFraming, TranscriptEvents, recognise};
use fusebox_replay::{ReplayedSession, SessionFold, policy, read_events};

/// Checks that a recording gives the same events each time it is read, and that the figures of its sessions agree.
pub(super) fn body(data: &[u8]) {
    let Some((format, events, skipped)) = read_events(data, "file") else { return };
    let again =
        read_events(data, "file").map(|(again, events, skipped)| (again.name, events, skipped));
    assert_eq!(again, Some((format.name, events.clone(), skipped)), "reading twice differs");
    check_records(data, &events);
    let policy = policy::in_observe_mode(Policy::default());
    let mut folds: BTreeMap<&SessionId, (u64, SessionFold<'_>)> = BTreeMap::new();
    for event in &events {
        let start = || (0, SessionFold::new(&policy, event.session.clone(), format.client));
        let (calls, fold) = folds.entry(&event.session).or_insert_with(start);
        *calls += u64::from(matches!(event.kind, EventKind::ToolRequest(_)));
        fold.fold_event(event);
    }
    for (calls, fold) in folds.into_values() {
        check_session(&fold.finish(), calls);
    }
}

/// Checks that events are the same if they are taken at the end and not after each record.
fn check_records(data: &[u8], expected: &[Event]) {
    let Some((format, framing)) = recognise(&FileHead::new(data)) else { return };
    let text = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
    let mut translate = (format.open)();
    let mut events = TranscriptEvents::new("file");
    match framing {
        RecordFraming::Whole => {
            let _ = translate.translate(text, &mut events);
        }
        RecordFraming::Lines => {
            for line in text.split_inclusive(|byte| *byte == b'\n') {
                let _ = translate.translate(line, &mut events);
            }
        }
    }
    translate.finish(&mut events);
    let all: Vec<Event> = std::iter::from_fn(|| events.pop()).collect();
    assert_eq!(all, expected);
}

fn check_session(session: &ReplayedSession, calls: u64) {
    assert_eq!(session.calls, calls, "every request is a call");
    let trip_call = session.trip_call();
    let after = trip_call.map_or(0, |at| calls.checked_sub(at).unwrap_or(u64::MAX));
    assert_eq!(session.calls_after, after, "trip at {trip_call:?} of {calls}");
    assert!(session.nudges.len() as u64 <= session.warnings);
    assert!(session.nudges.iter().all(|nudge| nudge.call <= calls && !nudge.message.is_empty()));
    assert!(session.minutes_after.is_none_or(|minutes| minutes.is_finite() && minutes >= 0.0));
    assert!(session.cost_after_usd.is_none_or(|cost| cost >= 0.0));
}
