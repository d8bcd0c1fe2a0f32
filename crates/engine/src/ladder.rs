//! What is done about a loop: first a nudge, then a refusal, then a trip (R12 in `docs/rules.md`).
//!
//! With a rule's number N: the Nth result nudges the agent, once; from N+3 the call is refused; the
//! second refusal of the same loop opens the breaker. Where no single call can be named, the
//! breaker opens at N+6. A loop that was named is remembered (R13): when the agent leaves it and
//! comes back, its call is refused at once.

use crate::detectors::{CallDigest, DETECTORS, Detector, LoopSighting};
use crate::finding::FindingList;
use crate::state::{
    AgentState, LoopMemory, LoopStage, ProgressMark, RefusalTarget, Scopes, WINDOW,
};
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, RepetitionLimits, Rule};

/// Units between the nudge and the first refusal.
const GRACE: u64 = 3;
/// Units between the nudge and a trip, where no single call can be named.
pub(crate) const UNITS_TO_TRIP: u64 = 6;
/// Refusals of one loop that open the breaker.
const REFUSALS_TO_TRIP: u64 = 2;
/// How much larger the numbers are for calls that wait (R10).
const WAITING_FACTOR: u64 = 3;

/// A call about to be made.
pub(crate) struct PendingCall<'a> {
    pub(crate) digest: CallDigest,
    pub(crate) label: &'a str,
    pub(crate) waits: bool,
}

/// How far a rule sees a loop, and the number with which its ladder begins.
struct LoopCount {
    rule: Rule,
    count: u64,
    limit: u64,
}

impl LoopCount {
    fn finding(&self, level: FindingLevel, label: &str) -> Finding {
        Finding::new(self.rule, level, self.count, self.limit)
            .about(FindingSubject::Call(label.to_owned()))
    }
}

fn progress_mark(scopes: &Scopes) -> ProgressMark {
    ProgressMark { changes: scopes.agent.window.changes, prompts: scopes.session.prompts }
}

/// The detectors with a limit, and that limit for a call that `waits` or does not.
fn limited_detectors(
    limits: &RepetitionLimits,
    waits: bool,
) -> impl Iterator<Item = (&'static Detector, u64)> {
    let factor = if waits { WAITING_FACTOR } else { 1 };
    DETECTORS
        .iter()
        .filter_map(move |detector| Some((detector, (detector.limit)(limits).get()? * factor)))
}

/// Refuses a call that goes on with a loop, or trips.
pub(crate) fn on_request(
    limits: &RepetitionLimits,
    scopes: &mut Scopes,
    call: &PendingCall<'_>,
    out: &mut FindingList,
) {
    let now = progress_mark(scopes);
    let mut refused: Vec<u64> = Vec::new();
    let AgentState { memories, window, .. } = &mut scopes.agent;
    let CallDigest { call: digest, tool } = call.digest;
    for memory in memories.iter_mut().filter(|_| !call.waits) {
        if memory.refuses_at_once()
            && memory.confirmed_at == now
            && memory.is_continued_by(digest, tool)
        {
            // How far the loop has come, where its rule still sees it.
            let mut detectors = limited_detectors(limits, false);
            let detector = detectors.find(|(detector, _)| detector.rule == memory.rule);
            let count = detector.and_then(|(detector, limit)| {
                let seen =
                    (detector.continued_by)(limits, window, call.digest, window.prompted_at)?;
                let same = seen.identity == memory.identity && seen.count >= limit;
                same.then_some(LoopCount { rule: memory.rule, count: seen.count, limit })
            });
            refuse(memory, call.label, count.as_ref(), out);
            refused.push(memory.identity);
        }
    }
    for (detector, limit) in limited_detectors(limits, call.waits) {
        let window = &scopes.agent.window;
        let Some(seen) = (detector.continued_by)(limits, window, call.digest, window.prompted_at)
        else {
            continue;
        };
        if refused.contains(&seen.identity) || seen.count + 1 < limit + GRACE {
            continue;
        }
        refused.push(seen.identity);
        let count = LoopCount { rule: detector.rule, count: seen.count, limit };
        let memory = memory_for(&mut scopes.agent, count.rule, &seen, now);
        refuse(memory, call.label, Some(&count), out);
    }
}

/// Judges a call that has ended, once it is in the window. `was_requested`: the client sent a
/// request for it, so that the next one can be refused.
pub(crate) fn on_result(
    limits: &RepetitionLimits,
    scopes: &mut Scopes,
    label: &str,
    was_requested: bool,
    out: &mut FindingList,
) {
    let now = progress_mark(scopes);
    let Some(newest) = scopes.agent.window.steps.back().copied() else { return };
    let number = scopes.agent.window.next - 1;
    let mut nudge: Option<Finding> = None;
    let mut sighted: Vec<u64> = Vec::new();
    let mut is_named = false;
    for (detector, limit) in limited_detectors(limits, newest.waits) {
        let window = &scopes.agent.window;
        let Some(mut seen) = (detector.newest)(limits, window, 0) else { continue };
        if seen.refuses == RefusalTarget::Nothing {
            // Such a loop can open the breaker by itself: only calls after a person's prompt count.
            match (detector.newest)(limits, window, window.prompted_at) {
                Some(since) => seen = since,
                None => continue,
            }
        }
        if seen.count > 1 {
            sighted.push(seen.identity);
        }
        let count = LoopCount { rule: detector.rule, count: seen.count, limit };
        let can_refuse = was_requested && seen.refuses != RefusalTarget::Nothing;
        if !can_refuse && seen.count >= limit + UNITS_TO_TRIP {
            let memory = memory_for(&mut scopes.agent, count.rule, &seen, now);
            memory.tripped = true;
            if !memory.muted {
                out.push(count.finding(FindingLevel::Trip, label));
            }
        }
        match scopes.agent.memory_of(seen.identity).map(|memory| memory.stage) {
            None if seen.count >= limit => {
                nudge.get_or_insert_with(|| nudge_finding(&count, label, &seen.refuses));
                scopes.agent.remember(new_memory(count.rule, &seen, now));
            }
            None => {}
            Some(LoopStage::Active) => is_named |= seen.count >= limit,
            Some(LoopStage::Left(left) | LoopStage::Relapsed(left)) => {
                let again = (detector.newest)(limits, &scopes.agent.window, left);
                let count = again.map_or(0, |again| again.count);
                let steps_ago = number - left;
                if let Some(memory) = scopes.agent.memory_of(seen.identity)
                    && count >= units_to_relapse(memory, steps_ago, &seen, now, limit)
                {
                    memory.relapse(now);
                }
            }
        }
    }
    // One loop can be seen by several rules: while it goes on, it is named once.
    out.extend(nudge.filter(|_| !is_named));
    for memory in &mut scopes.agent.memories {
        if memory.is_active() && !sighted.contains(&memory.identity) {
            memory.leave(number);
            memory.muted = false;
        }
    }
}

/// Forgets the refusals and relapses of named loops after a person's prompt; the loops stay
/// named.
pub(crate) fn forgive(scopes: &mut Scopes) {
    let next = scopes.agent.window.next;
    scopes.agent.window.prompted_at = next;
    for memory in &mut scopes.agent.memories {
        memory.denials = 0;
        memory.muted = false;
        memory.leave(next);
    }
}

/// Units since the agent left a loop that make a relapse. A named call relapses when it gives the
/// old result once more with nothing changed; in every other case the rule's number has to be
/// reached again.
fn units_to_relapse(
    memory: &LoopMemory,
    steps_ago: u64,
    seen: &LoopSighting,
    now: ProgressMark,
    limit: u64,
) -> u64 {
    let at_once = steps_ago <= WINDOW as u64
        // A call that comes back now and then among others is no relapse: it has its number.
        && memory.rule != Rule::SameCallAnywhere
        && matches!(seen.refuses, RefusalTarget::Calls(_))
        && memory.confirmed_at == now;
    if at_once { 1 } else { limit }
}

fn new_memory(rule: Rule, seen: &LoopSighting, now: ProgressMark) -> LoopMemory {
    LoopMemory::new(rule, seen.identity, seen.refuses.clone(), now)
}

/// The memory of this loop, confirmed now.
fn memory_for<'a>(
    agent: &'a mut AgentState,
    rule: Rule,
    seen: &LoopSighting,
    now: ProgressMark,
) -> &'a mut LoopMemory {
    let known = agent.memories.iter().position(|memory| memory.identity == seen.identity);
    let memory = match known {
        Some(at) => &mut agent.memories[at],
        None => agent.remember(new_memory(rule, seen, now)),
    };
    memory.confirmed_at = now;
    memory
}

fn nudge_finding(count: &LoopCount, label: &str, refuses: &RefusalTarget) -> Finding {
    count.finding(FindingLevel::Warning, label).with_advice(match refuses {
        RefusalTarget::Calls(_) => FindingAdvice::CallRefusedFrom(count.limit + GRACE),
        RefusalTarget::Tool(_) => FindingAdvice::ToolRefusedFrom(count.limit + GRACE),
        RefusalTarget::Nothing => FindingAdvice::BreakerOpensAt(count.limit + UNITS_TO_TRIP),
    })
}

/// Refuses a call of the loop; the second refusal trips. `count` is how far the loop has come,
/// where its rule still sees it.
fn refuse(memory: &mut LoopMemory, label: &str, count: Option<&LoopCount>, out: &mut FindingList) {
    if memory.muted {
        return;
    }
    memory.denials += 1;
    memory.tripped |= memory.denials >= REFUSALS_TO_TRIP;
    let (level, advice) = match memory.tripped {
        true => (FindingLevel::Trip, FindingAdvice::None),
        false => (FindingLevel::Block, FindingAdvice::DoNotRetry),
    };
    let finding = match count {
        Some(count) => count.finding(level, label),
        None => Finding::new(memory.rule, level, memory.denials, REFUSALS_TO_TRIP)
            .about(FindingSubject::RelapsedCall(label.to_owned())),
    };
    out.push(finding.with_advice(advice));
}
