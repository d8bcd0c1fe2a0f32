//! What is done about a loop: first a word, then a refusal, then a trip (R12).
//!
//! With a rule's number N: the Nth result brings the evidence to the agent, once; from N+3 the
//! call is refused; the second refusal of the same loop opens the breaker. A loop that was named
//! is remembered (R13): when the agent leaves it and comes back, it is refused at once.

use crate::detectors::{DETECTORS, Detector, Seen};
use crate::findings::Findings;
use crate::state::{AgentState, Memory, Scopes, WINDOW, Window};
use crate::{Finding, Level, Repetition, Rule};

/// Units between the first word and the first refusal.
const GRACE: u64 = 3;
/// Refusals of one loop that open the breaker.
const REFUSALS_TO_TRIP: u64 = 2;
/// How much larger the numbers are for calls that wait (R10).
const PATIENCE: u64 = 3;

/// Where the workspace and the person stand.
#[derive(Clone, Copy)]
struct Ground {
    changes: u64,
    prompts: u64,
}

fn ground(scopes: &Scopes) -> Ground {
    Ground { changes: scopes.agent.window.changes, prompts: scopes.session.prompts }
}

/// A call is about to be made.
pub(crate) fn on_request(
    policy: &Repetition,
    scopes: &mut Scopes,
    call: u64,
    label: &str,
    waits: bool,
    out: &mut Findings,
) {
    let ground = ground(scopes);
    let mut told: Vec<u64> = Vec::new();
    if !waits {
        let AgentState { memories, window, .. } = &mut scopes.agent;
        for memory in memories {
            let known = memory.armed || memory.denials > 0;
            if known
                && memory.still_holds(ground.changes, ground.prompts)
                && memory.calls.contains(&call)
            {
                let counted = counted(policy, window, memory, call);
                refuse(memory, label, counted, out);
                told.push(memory.identity);
            }
        }
    }
    for detector in DETECTORS {
        let Some(limit) = detector.limit(policy).get() else { continue };
        let limit = limit * if waits { PATIENCE } else { 1 };
        let window = &scopes.agent.window;
        let Some(seen) = detector.next(window, call, window.prompted_at) else { continue };
        if told.contains(&seen.identity) || seen.count + 1 < limit + GRACE {
            continue;
        }
        told.push(seen.identity);
        let memory = memory_for(&mut scopes.agent, *detector, &seen, ground);
        refuse(memory, label, Some((*detector, seen.count, limit)), out);
    }
}

/// A call has ended and its step is in the window.
pub(crate) fn on_result(policy: &Repetition, scopes: &mut Scopes, label: &str, out: &mut Findings) {
    let ground = ground(scopes);
    let Some(newest) = scopes.agent.window.steps.back().copied() else { return };
    let number = scopes.agent.window.next - 1;
    let mut nudges: Vec<Finding> = Vec::new();
    let mut going_on = false;
    for detector in DETECTORS {
        let Some(limit) = detector.limit(policy).get() else { continue };
        let limit = limit * if newest.waits { PATIENCE } else { 1 };
        let Some(seen) = detector.seen(&scopes.agent.window, 0) else { continue };
        let left_at = scopes.agent.memory_of(seen.identity).map(|memory| memory.left_at);
        match left_at {
            None if seen.count >= limit => {
                scopes.agent.remember(fresh(*detector, &seen, ground));
                nudges.push(nudge(*detector, label, seen.count, limit));
            }
            None => {}
            Some(None) => going_on |= seen.count >= limit,
            Some(Some(left)) => {
                relapse(*detector, &mut scopes.agent, &seen, left, limit, number, ground);
            }
        }
    }
    // One loop can be seen by several rules: while it goes on, it is named once.
    if !going_on && let Some(first) = nudges.into_iter().next() {
        out.push(first);
    }
    for memory in &mut scopes.agent.memories {
        if memory.left_at.is_none() && !memory.calls.contains(&newest.call) {
            memory.left_at = Some(number);
            memory.muted = false;
        }
    }
}

/// A person spoke: what was held against the next call is forgotten, what was named is not.
pub(crate) fn forgive(scopes: &mut Scopes) {
    let next = scopes.agent.window.next;
    scopes.agent.window.prompted_at = next;
    for memory in &mut scopes.agent.memories {
        memory.armed = false;
        memory.denials = 0;
        memory.muted = false;
        memory.left_at = memory.left_at.or(Some(next));
    }
}

/// The agent left this loop and its steps since then are counted anew. It has fallen back when the
/// call gave the old result once more with nothing changed; after a change or a person's word,
/// when the rule's number is reached again.
fn relapse(
    detector: &dyn Detector,
    agent: &mut AgentState,
    seen: &Seen,
    left: u64,
    limit: u64,
    number: u64,
    ground: Ground,
) {
    let count = detector.seen(&agent.window, left).map_or(0, |again| again.count);
    let Some(memory) = agent.memory_of(seen.identity) else { return };
    let near = number - left <= WINDOW as u64;
    let enough = if near && memory.still_holds(ground.changes, ground.prompts) { 1 } else { limit };
    if count >= enough {
        memory.armed = true;
        memory.changes = ground.changes;
        memory.prompts = ground.prompts;
    }
}

/// How far a remembered loop has come, where its rule still sees it.
fn counted(
    policy: &Repetition,
    window: &Window,
    memory: &Memory,
    call: u64,
) -> Option<(&'static dyn Detector, u64, u64)> {
    let detector = DETECTORS.iter().find(|detector| detector.rule() == memory.rule)?;
    let limit = detector.limit(policy).get()?;
    let seen = detector.next(window, call, window.prompted_at)?;
    let same = seen.identity == memory.identity && seen.count >= limit;
    same.then_some((*detector, seen.count, limit))
}

fn fresh(detector: &dyn Detector, seen: &Seen, ground: Ground) -> Memory {
    Memory {
        rule: detector.rule(),
        identity: seen.identity,
        calls: seen.calls.clone(),
        changes: ground.changes,
        prompts: ground.prompts,
        left_at: None,
        armed: false,
        denials: 0,
        tripped: false,
        muted: false,
    }
}

fn memory_for<'a>(
    agent: &'a mut AgentState,
    detector: &dyn Detector,
    seen: &Seen,
    ground: Ground,
) -> &'a mut Memory {
    if agent.memory_of(seen.identity).is_none() {
        agent.remember(fresh(detector, seen, ground));
    }
    let last = agent.memories.len() - 1;
    let index = agent.memories.iter().position(|memory| memory.identity == seen.identity);
    let memory = &mut agent.memories[index.unwrap_or(last)];
    memory.changes = ground.changes;
    memory.prompts = ground.prompts;
    memory
}

fn nudge(detector: &dyn Detector, label: &str, count: u64, limit: u64) -> Finding {
    Finding {
        rule: detector.rule(),
        level: Level::Warning,
        observed: count,
        limit,
        message: format!(
            "{} Doing it again will not give a new answer: change something, try another way, or \
             say what blocks you. From number {} on it is refused.",
            detector.describe(label, count),
            limit + GRACE
        ),
    }
}

fn refuse(
    memory: &mut Memory,
    label: &str,
    counted: Option<(&dyn Detector, u64, u64)>,
    out: &mut Findings,
) {
    if memory.muted {
        return;
    }
    memory.denials += 1;
    let trips = memory.tripped || memory.denials >= REFUSALS_TO_TRIP;
    memory.tripped |= trips;
    let (rule, what, observed, limit) = match counted {
        Some((detector, count, limit)) => {
            (detector.rule(), detector.describe(label, count), count, limit)
        }
        None => (memory.rule, relapsed(memory.rule, label), memory.denials, REFUSALS_TO_TRIP),
    };
    let (level, rest) = if trips {
        (Level::Trip, "")
    } else {
        (
            Level::Block,
            " This call is refused. Do not retry it: one more attempt opens the breaker.",
        )
    };
    out.push(Finding { rule, level, observed, limit, message: format!("{what}{rest}") });
}

fn relapsed(rule: Rule, label: &str) -> String {
    format!("`{label}` goes back into a loop that was named before: {}.", rule.title())
}
