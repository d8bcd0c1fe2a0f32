//! Recorded sessions of every format.

use std::collections::BTreeMap;

use fusebox_engine::{Event, EventKind, Policy, SessionId};
use fusebox_replay::formats::{FileHead, RecordFraming, TranscriptEvents, recognise};
use fusebox_replay::session::SessionFold;
use fusebox_replay::{ReplayedSession, policy, read_events};

/// A recording gives the same events however it is read, and its sessions add up.
pub(super) fn body(data: &[u8]) {
    let Some((format, told, skipped)) = read_events(data, "file") else { return };
    let again = read_events(data, "file").map(|(again, told, skipped)| (again.name, told, skipped));
    assert_eq!(again, Some((format.name, told.clone(), skipped)), "reading twice is reading once");
    check_records(data, &told);
    let policy = policy::observed(Policy::default());
    let mut open: BTreeMap<&SessionId, (u64, SessionFold<'_>)> = BTreeMap::new();
    for event in &told {
        let begin = || (0, SessionFold::begin(&policy, event.session.clone(), format.client));
        let (calls, folding) = open.entry(&event.session).or_insert_with(begin);
        *calls += u64::from(matches!(event.kind, EventKind::ToolRequest(_)));
        folding.event(event);
    }
    for (calls, folding) in open.into_values() {
        check_session(&folding.end(), calls);
    }
}

/// Events that are taken at the end, not after each record, are the same ones.
fn check_records(data: &[u8], expected: &[Event]) {
    let Some((format, framing)) = recognise(&FileHead::of(data)) else { return };
    let text = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
    let mut translate = (format.open)();
    let mut told = TranscriptEvents::new("file");
    match framing {
        RecordFraming::Whole => {
            let _ = translate.translate(text, &mut told);
        }
        RecordFraming::Lines => {
            for line in text.split_inclusive(|byte| *byte == b'\n') {
                let _ = translate.translate(line, &mut told);
            }
        }
    }
    translate.finish(&mut told);
    let all: Vec<Event> = std::iter::from_fn(|| told.pop()).collect();
    assert_eq!(all, expected);
}

fn check_session(session: &ReplayedSession, calls: u64) {
    assert_eq!(session.calls, calls, "every request is a call");
    assert_eq!(session.tripped, session.rule.is_some());
    assert_eq!(session.tripped, session.trip.is_some());
    assert!(session.tripped || session.trip_call.is_none());
    let after = session.trip_call.map_or(0, |at| calls.checked_sub(at).unwrap_or(u64::MAX));
    assert_eq!(session.calls_after, after, "trip at {:?} of {calls}", session.trip_call);
    assert!(session.nudges.len() as u64 <= session.warnings);
    assert!(session.nudges.iter().all(|nudge| nudge.call <= calls && !nudge.message.is_empty()));
    assert!(session.minutes_after.is_none_or(|minutes| minutes.is_finite() && minutes >= 0.0));
    assert!(session.cost_after_usd.is_none_or(|cost| cost >= 0.0));
    let line = serde_json::to_string(session).unwrap_or_default();
    assert!(line.starts_with('{') && !line.contains('\n'), "a session is one line of JSON");
}
