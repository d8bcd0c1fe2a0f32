//! What is done about a loop: first a word, then a refusal, then a trip (R12).
//!
//! With a rule's number N: the Nth result brings the evidence to the agent, once; from N+3 the
//! call is refused; the second refusal of the same loop opens the breaker. Where no single call
//! can be named, the breaker opens at N+6. A loop that was named is remembered (R13): when the
//! agent leaves it and comes back, it is refused at once.

use crate::detectors::{CallDigest, DETECTORS, Detector, LoopSighting, RefusalTarget};
use crate::findings::FindingList;
use crate::state::{AgentState, CallWindow, LoopMemory, Scopes, WINDOW, short};
use crate::{Finding, FindingLevel, RepetitionLimits, Rule};

/// Units between the first word and the first refusal.
const GRACE: u64 = 3;
/// Units between the first word and a trip, where no single call can be named.
pub(crate) const FAR: u64 = 6;
/// Refusals of one loop that open the breaker.
const REFUSALS_TO_TRIP: u64 = 2;
/// How much larger the numbers are for calls that wait (R10).
const PATIENCE: u64 = 3;

/// A call about to be made.
pub(crate) struct PendingCall<'a> {
    pub(crate) ask: CallDigest,
    pub(crate) label: &'a str,
    pub(crate) waits: bool,
}

/// Where the workspace and the person stand.
#[derive(Clone, Copy)]
struct ProgressMark {
    changes: u64,
    prompts: u64,
}

fn ground(scopes: &Scopes) -> ProgressMark {
    ProgressMark { changes: scopes.agent.window.changes, prompts: scopes.session.prompts }
}

/// A call is about to be made.
pub(crate) fn on_request(
    policy: &RepetitionLimits,
    scopes: &mut Scopes,
    asked: &PendingCall<'_>,
    out: &mut FindingList,
) {
    let ground = ground(scopes);
    let mut told: Vec<u64> = Vec::new();
    if !asked.waits {
        let AgentState { memories, window, .. } = &mut scopes.agent;
        for memory in memories {
            let known = memory.armed || memory.denials > 0;
            if known && memory.still_holds(ground.changes, ground.prompts) && goes_on(memory, asked)
            {
                let counted = counted(policy, window, memory, asked.ask);
                refuse(memory, asked.label, counted, out);
                told.push(memory.identity);
            }
        }
    }
    for detector in DETECTORS {
        let Some(limit) = detector.limit(policy).get() else { continue };
        let limit = limit * if asked.waits { PATIENCE } else { 1 };
        let window = &scopes.agent.window;
        let Some(seen) = detector.next(policy, window, &asked.ask, window.prompted_at) else {
            continue;
        };
        if told.contains(&seen.identity) || seen.count + 1 < limit + GRACE {
            continue;
        }
        told.push(seen.identity);
        let memory = memory_for(&mut scopes.agent, *detector, &seen, ground);
        refuse(memory, asked.label, Some((*detector, seen.count, limit)), out);
    }
}

fn goes_on(memory: &LoopMemory, asked: &PendingCall<'_>) -> bool {
    let what = if memory.whole_tool { asked.ask.tool } else { short(asked.ask.call) };
    memory.refuses.contains(&what)
}

/// A call has ended and its step is in the window.
pub(crate) fn on_result(
    policy: &RepetitionLimits,
    scopes: &mut Scopes,
    label: &str,
    asked_for: bool,
    out: &mut FindingList,
) {
    let ground = ground(scopes);
    let Some(newest) = scopes.agent.window.steps.back().copied() else { return };
    let number = scopes.agent.window.next - 1;
    let mut nudges: Vec<Finding> = Vec::new();
    let mut sighted: Vec<u64> = Vec::new();
    let mut going_on = false;
    for detector in DETECTORS {
        let Some(limit) = detector.limit(policy).get() else { continue };
        let limit = limit * if newest.waits { PATIENCE } else { 1 };
        let window = &scopes.agent.window;
        let Some(mut seen) = detector.seen(policy, window, 0) else { continue };
        if seen.refuses == RefusalTarget::Nothing {
            // It can open the breaker by itself: only what came after a person's word is held
            // against the agent.
            match detector.seen(policy, window, window.prompted_at) {
                Some(since) => seen = since,
                None => continue,
            }
        }
        if seen.count > 1 {
            sighted.push(seen.identity);
        }
        let refusable = asked_for && seen.refuses != RefusalTarget::Nothing;
        if !refusable && seen.count >= limit + FAR {
            let memory = memory_for(&mut scopes.agent, *detector, &seen, ground);
            memory.tripped = true;
            if !memory.muted {
                out.push(trip(*detector, label, seen.count, limit));
            }
        }
        let left_at = scopes.agent.memory_of(seen.identity).map(|memory| memory.left_at);
        match left_at {
            None if seen.count >= limit => {
                scopes.agent.remember(fresh(*detector, &seen, ground));
                nudges.push(nudge(*detector, label, seen.count, limit, &seen.refuses));
            }
            None => {}
            Some(None) => going_on |= seen.count >= limit,
            Some(Some(left)) => {
                let fell_back =
                    LoopRelapse { policy, detector: *detector, seen: &seen, left, limit, number };
                fell_back.note(&mut scopes.agent, ground);
            }
        }
    }
    // One loop can be seen by several rules: while it goes on, it is named once.
    if !going_on && let Some(first) = nudges.into_iter().next() {
        out.push(first);
    }
    for memory in &mut scopes.agent.memories {
        if memory.left_at.is_none() && !sighted.contains(&memory.identity) {
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

/// A loop that the agent had left and that is seen again.
struct LoopRelapse<'a> {
    policy: &'a RepetitionLimits,
    detector: &'a dyn Detector,
    seen: &'a LoopSighting,
    left: u64,
    limit: u64,
    number: u64,
}

impl LoopRelapse<'_> {
    /// Its steps since it was left are counted anew. A named call has fallen back when it gave the
    /// old result once more with nothing changed; in every other case when the rule's number is
    /// reached again.
    fn note(&self, agent: &mut AgentState, ground: ProgressMark) {
        let again = self.detector.seen(self.policy, &agent.window, self.left);
        let count = again.map_or(0, |again| again.count);
        let Some(memory) = agent.memory_of(self.seen.identity) else { return };
        let near = self.number - self.left <= WINDOW as u64;
        // A call that comes back now and then among others is no fall back: it has its number.
        let at_once = near
            && memory.rule != Rule::SameCallAnywhere
            && matches!(self.seen.refuses, RefusalTarget::Calls(_))
            && memory.still_holds(ground.changes, ground.prompts);
        let enough = if at_once { 1 } else { self.limit };
        if count >= enough {
            memory.armed = true;
            memory.changes = ground.changes;
            memory.prompts = ground.prompts;
        }
    }
}

/// How far a remembered loop has come, where its rule still sees it.
fn counted(
    policy: &RepetitionLimits,
    window: &CallWindow,
    memory: &LoopMemory,
    ask: CallDigest,
) -> Option<(&'static dyn Detector, u64, u64)> {
    let detector = DETECTORS.iter().find(|detector| detector.rule() == memory.rule)?;
    let limit = detector.limit(policy).get()?;
    let seen = detector.next(policy, window, &ask, window.prompted_at)?;
    let same = seen.identity == memory.identity && seen.count >= limit;
    same.then_some((*detector, seen.count, limit))
}

fn fresh(detector: &dyn Detector, seen: &LoopSighting, ground: ProgressMark) -> LoopMemory {
    let (refuses, whole_tool) = match &seen.refuses {
        RefusalTarget::Calls(calls) => (calls.iter().map(|call| short(*call)).collect(), false),
        RefusalTarget::Tool(tool) => (vec![*tool], true),
        RefusalTarget::Nothing => (Vec::new(), false),
    };
    LoopMemory {
        rule: detector.rule(),
        identity: seen.identity,
        refuses,
        whole_tool,
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
    seen: &LoopSighting,
    ground: ProgressMark,
) -> &'a mut LoopMemory {
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

fn nudge(
    detector: &dyn Detector,
    label: &str,
    count: u64,
    limit: u64,
    refuses: &RefusalTarget,
) -> Finding {
    let then = match refuses {
        RefusalTarget::Calls(_) => format!("From number {} on it is refused.", limit + GRACE),
        RefusalTarget::Tool(_) => format!("From number {} on this tool is refused.", limit + GRACE),
        RefusalTarget::Nothing => format!("At number {} the breaker opens.", limit + FAR),
    };
    Finding {
        rule: detector.rule(),
        level: FindingLevel::Warning,
        observed: count,
        limit,
        message: format!(
            "{} Doing it again will not give a new answer: change something, try another way, or \
             say what blocks you. {then}",
            detector.describe(label, count),
        ),
    }
}

fn trip(detector: &dyn Detector, label: &str, count: u64, limit: u64) -> Finding {
    Finding {
        rule: detector.rule(),
        level: FindingLevel::Trip,
        observed: count,
        limit,
        message: detector.describe(label, count),
    }
}

fn refuse(
    memory: &mut LoopMemory,
    label: &str,
    counted: Option<(&dyn Detector, u64, u64)>,
    out: &mut FindingList,
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
        (FindingLevel::Trip, "")
    } else {
        (
            FindingLevel::Block,
            " This call is refused. Do not retry it: one more attempt opens the breaker.",
        )
    };
    out.push(Finding { rule, level, observed, limit, message: format!("{what}{rest}") });
}

fn relapsed(rule: Rule, label: &str) -> String {
    format!("`{label}` goes back into a loop that was named before: {}.", rule.title())
}
