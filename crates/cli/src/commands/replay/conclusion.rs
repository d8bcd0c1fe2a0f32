//! Summarises all sessions in one paragraph that is complete by itself.

use fusebox_engine::{Rule, Timestamp};
use fusebox_replay::{ReplayTotals, ReplayedSession};

use super::figures::{count, joined, minutes, plural, tokens, usd};
use super::folding::{FoldedFiles, totals};

/// Writes the paragraph.
pub(super) fn of(folded: &[FoldedFiles<'_>], presets: &[String]) -> String {
    let totals = totals(folded);
    let number = |of: &dyn Fn(&ReplayedSession) -> bool| {
        folded.iter().flat_map(FoldedFiles::sessions).filter(|session| of(session)).count() as u64
    };
    let nudged = number(&|session| !session.is_tripped() && session.warnings > 0);
    let silent = number(&ReplayedSession::is_silent);
    let mut said = match totals.sessions {
        1 => of_one(&totals, nudged > 0, silent > 0),
        _ => format!("{}{}", opening(&totals), others(&totals, nudged, silent)),
    };
    said.push_str(&guarded(totals.guarded));
    if totals.judge_asked > 0 {
        let times = plural(totals.judge_asked, "time");
        said.push_str(&format!(" (The judge would have been asked {times}.)"));
    }
    let idle = number(&|session| session.calls == 0);
    if idle > 0 {
        let have = if idle == 1 { "has" } else { "have" };
        said.push_str(&format!(" ({} {have} no tool calls.)", count(idle)));
    }
    if !presets.is_empty() {
        said.push_str(&format!(" (Preset {}.)", presets.join(", ")));
    }
    said
}

/// What the last days of one's own sessions came to: `Your last 30 days: 214 sessions, 6 loops, 71 calls and $38.20 after
/// the point where they were stuck.` A limit that was reached is no loop: `no loop, 1 other stop`. Nothing where no session
/// was that recent.
pub(super) fn of_last_days(folded: &[FoldedFiles<'_>], now: Timestamp) -> Option<String> {
    const DAYS: u64 = 30;
    let since = Timestamp(now.0.saturating_sub(DAYS * 24 * 3_600_000));
    let (mut totals, mut loops) = (ReplayTotals::default(), 0);
    let all = folded.iter().flat_map(FoldedFiles::sessions);
    for session in all.filter(|session| session.work.last() >= since) {
        totals.add_session(session);
        loops += u64::from(session.rule().is_some_and(Rule::finds_no_progress));
    }
    let sessions = match totals.sessions {
        0 => return None,
        sessions => plural(sessions, "session"),
    };
    if totals.tripped == 0 {
        return Some(format!("Your last {DAYS} days: {sessions}, no loop."));
    }
    let (others, were) =
        (totals.tripped - loops, if totals.tripped == 1 { "it was" } else { "they were" });
    let mut parts =
        vec![sessions, if loops == 0 { "no loop".to_owned() } else { plural(loops, "loop") }];
    let state = if others == 0 {
        "stuck"
    } else {
        parts.push(plural(others, "other stop"));
        "stopped"
    };
    let cost = totals.cost_saved_usd.map(|cost| format!(" and {}", usd(cost))).unwrap_or_default();
    parts.push(plural(totals.calls_saved, "call"));
    let parts = parts.join(", ");
    Some(format!("Your last {DAYS} days: {parts}{cost} after the point where {were} {state}."))
}

/// The sentence about refusals that are no trips.
fn guarded(calls: u64) -> String {
    let (it, is) = if calls == 1 { ("it changes", "is") } else { ("they change", "are") };
    match calls {
        0 => String::new(),
        _ => format!(
            " ({} {is} refused because {it} what belongs to the breaker or the client's hooks; the \
             agent goes on.)",
            plural(calls, "call")
        ),
    }
}

fn of_one(totals: &ReplayTotals, nudged: bool, silent: bool) -> String {
    let calls = plural(totals.calls, "call");
    match (totals.tripped, nudged) {
        (0, false) if silent => {
            format!("In this session ({calls}) Fusebox would have stayed silent.")
        }
        (0, false) => format!("In this session ({calls}) Fusebox would not have stepped in."),
        (0, true) => format!("In this session ({calls}) Fusebox would only have nudged."),
        _ => format!("In this session Fusebox would have stepped in; {}.", after(totals)),
    }
}

fn opening(totals: &ReplayTotals) -> String {
    let sessions = plural(totals.sessions, "session");
    if totals.tripped == 0 {
        let calls = plural(totals.calls, "call");
        return format!("In none of {sessions} ({calls}) would Fusebox have stepped in");
    }
    let tripped = count(totals.tripped);
    format!("In {tripped} of {sessions} Fusebox would have stepped in; {}", after(totals))
}

fn after(totals: &ReplayTotals) -> String {
    let came = saved(totals);
    let with = if came.is_empty() { came } else { format!(", and with them {came}") };
    let saved = count(totals.calls_saved);
    format!("{saved} of {} came after that point{with}", plural(totals.calls, "call"))
}

/// The sentence about sessions that would not have been stopped.
fn others(totals: &ReplayTotals, nudged: u64, silent: u64) -> String {
    match (nudged, silent) {
        (0, 0) => ".".to_owned(),
        (0, silent) if silent == totals.sessions => {
            ": it would have stayed silent in all of them.".to_owned()
        }
        (0, silent) => format!(". It would have stayed silent in {}.", count(silent)),
        (nudged, 0) => format!(". In {} it would only have nudged.", count(nudged)),
        (nudged, silent) => format!(
            ". In {} it would only have nudged, and in {} it would have stayed silent.",
            count(nudged),
            count(silent)
        ),
    }
}

fn saved(totals: &ReplayTotals) -> String {
    let mut parts = Vec::new();
    if totals.minutes_saved >= 1.0 {
        parts.push(minutes(totals.minutes_saved));
    }
    if totals.tokens_saved > 0 {
        parts.push(tokens(totals.tokens_saved));
    }
    parts.extend(totals.cost_saved_usd.filter(|cost| *cost > 0.0).map(usd));
    joined(&parts)
}
