//! What is done about a loop: first a nudge, then a refusal, then a trip (R12 in `docs/rules.md`).
//!
//! With a rule's number N: the Nth result nudges the agent, once; from N+3 the call is refused; the
//! second refusal of the same loop opens the breaker. Where no single call can be named, the
//! breaker opens at N+6. A loop that was named is remembered (R13): when the agent leaves it and
//! comes back, its call is refused at once.

use super::Fold;
use crate::detectors::{CallDigest, DETECTORS, Detector, LoopSighting, NextCall};
use crate::finding::FindingList;
use crate::observation::CallOutcome;
use crate::state::{
    AgentState, CallInFlight, CallWindow, CompletedCall, LoopMemory, LoopStage, ProgressMark,
    RefusalTarget, Scopes, WINDOW,
};
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, RepetitionLimits, Rule};

/// How often a check that passes, or a search that finds nothing, is repeated before it is refused.
const GENTLE_UNITS: u64 = 20;
/// Units between the nudge and a trip, where no single call can be named.
pub(crate) const UNITS_TO_TRIP: u64 = 6;
/// Refusals of one loop that open the breaker.
const REFUSALS_TO_TRIP: u64 = 2;
/// How much larger the numbers are for calls that wait (R10).
const WAITING_FACTOR: u64 = 3;
/// How much larger the first number is for those that come at once after their twin.
const HURRIED_FACTOR: u64 = 2;
/// So many answers before the newest show that something is tried again, and not waited for.
const TRIES: usize = 3;
/// A call that comes so soon after its twin did not wait for long.
const HURRIED_MS: u64 = 5_000;
/// Calls that wait so long apart have all numbers larger, and not the first alone.
const PATIENT_MS: u64 = 30_000;

/// What a rule sees of a loop, and the numbers of its ladder.
struct RuleSighting {
    rule: Rule,
    /// The number that nudges.
    limit: u64,
    /// The number from which the loop is refused.
    refused_from: u64,
    /// The number at which it trips, where no single call can be named.
    trips_at: u64,
    seen: LoopSighting,
}

impl Fold<'_> {
    /// Refuses a call that continues a loop, or trips. `is_known`: it was made before, or one that asks the same.
    pub(super) fn refuse_loops(
        &mut self,
        call: CallDigest,
        is_known: bool,
        label: &str,
        waits: bool,
    ) {
        let limits = &self.policy.repetition;
        let can_ask = limits.ask && self.can_ask_person();
        let now = progress_mark(self.scopes);
        let AgentState { memories, window, .. } = &mut self.scopes.agent;
        // Whoever asks one thing after the other in vain does not wait.
        let next = NextCall::new(window, call, is_known);
        let is_new = || next.same.is_none();
        let is_tried_again = || {
            let newest = window.last_of_question(call.call, call.target);
            newest.is_some_and(|last| is_tried_again(window, last))
        };
        let waits = waits
            && !(window.steps.last().is_some_and(|last| last.error != 0) && is_new())
            && !is_tried_again();
        let waiting = match next.same {
            _ if !waits => WaitPace::No,
            Some(twin) => WaitPace::after(twin, self.scopes.session.last.0),
            None => WaitPace::Often,
        };
        let continued = limited_detectors(limits).filter_map(|(detector, limit)| {
            let seen = detector.continued_by(limits, window, &next, window.prompted_at)?;
            Some(RuleSighting::new(detector, limit, seen, waiting))
        });
        let continued: Vec<RuleSighting> = continued.collect();
        let mut refused: Vec<u64> = Vec::new();
        let is_relapse = |memory: &&mut LoopMemory| {
            let is_unchanged = memory.refuses_at_once() && memory.confirmed_at == now;
            // A program may be there by now.
            let is_open = !matches!(memory.refuses, RefusalTarget::Program(_))
                || continued.iter().any(|one| one.seen.identity == memory.identity);
            !waits && is_unchanged && is_open && memory.is_continued_by(call)
        };
        for memory in memories.iter_mut().filter(is_relapse) {
            // How far the loop has come, where its rule still sees it.
            let sighting = continued.iter().find(|one| {
                let is_same = one.rule == memory.rule && one.seen.identity == memory.identity;
                let next = one.seen.count + 1;
                is_same && next >= one.refused_from && memory.has_announced(next)
            });
            refuse(memory, label, sighting, can_ask, &mut self.out);
            refused.push(memory.identity);
        }
        for sighting in &continued {
            let LoopSighting { identity, count, .. } = sighting.seen;
            if count + 1 < sighting.refused_from || refused.contains(&identity) {
                continue;
            }
            refused.push(identity);
            let agent = &mut self.scopes.agent;
            let known = agent.memory_of(identity).map(|memory| memory.has_announced(count + 1));
            if known == Some(true) {
                let memory = memory_for(agent, sighting, now);
                refuse(memory, label, Some(sighting), can_ask, &mut self.out);
            } else {
                // Nothing is refused that was not nudged before, nor before the number that was announced.
                let number = sighting.refused_from.max(count + 2);
                self.out.push(sighting.nudge(label, true, Some(number)));
                memory_for(agent, sighting, now).announce(Some(number));
            }
        }
    }

    /// Whether a person sits at the client and can be asked about this call.
    fn can_ask_person(&self) -> bool {
        let session = &self.scopes.session;
        let is_attended = session.prompts > 0 && session.run.is_none();
        is_attended && self.enforces() && self.seen.request().is_some_and(|request| request.can_ask)
    }

    /// Whether a person was asked about this call and said no: that is the first refusal of its loop.
    pub(super) fn refused_when_asked(
        &mut self,
        outcome: &CallOutcome,
        pending: &CallInFlight,
    ) -> bool {
        if !outcome.refused {
            return false;
        }
        let CallInFlight { call, tool, target, program, .. } = *pending;
        let digest = CallDigest { call, tool, target, program };
        let memories = self.scopes.agent.memories.iter_mut();
        let asked = memories
            .filter(|memory| memory.asked && memory.denials == 0)
            .filter(|memory| memory.is_continued_by(digest));
        asked.map(LoopMemory::note_refusal).count() > 0
    }

    /// Judges a call that has ended, once it is in the window. `was_requested`: the client sent a
    /// request for it, so that the next one can be refused. `is_query`: it asked what others change,
    /// which may be asked in haste.
    pub(super) fn judge_loops(&mut self, label: &str, was_requested: bool, is_query: bool) {
        let limits = &self.policy.repetition;
        let now = progress_mark(self.scopes);
        let agent = &mut self.scopes.agent;
        let Some(last) = agent.window.steps.last().copied() else { return };
        let is_hurried = is_query && is_hurried(&agent.window, &last);
        let waiting = WaitPace::of_newest(&agent.window, &last);
        let number = agent.window.next - 1;
        let mut nudge: Option<Finding> = None;
        let mut sighted: Vec<u64> = Vec::new();
        let mut is_named = false;
        let mut first_named: Option<u64> = None;
        for (detector, limit) in limited_detectors(limits) {
            let newest =
                |agent: &AgentState, from| detector.newest(limits, &agent.window, &last, from);
            let seen = newest(agent, 0).and_then(|seen| match seen.refuses {
                // Such a loop can open the breaker by itself: only calls after a person's prompt count.
                RefusalTarget::Nothing => newest(agent, agent.window.prompted_at),
                RefusalTarget::Call(_)
                | RefusalTarget::Calls(_)
                | RefusalTarget::Tool(_)
                | RefusalTarget::Target(_)
                | RefusalTarget::Program(_) => Some(seen),
            });
            let Some(seen) = seen else { continue };
            if seen.count > 1 {
                sighted.push(seen.identity);
            } else if limit > 1 && agent.memories.is_empty() {
                // One call is no loop, and none is remembered.
                continue;
            }
            let mut sighting = RuleSighting::new(detector, limit, seen, waiting);
            if is_hurried && last.waits {
                sighting.limit = limit * HURRIED_FACTOR;
            }
            let limit = sighting.limit;
            let LoopSighting { identity, count, ref refuses, is_gentle, .. } = sighting.seen;
            let can_refuse = was_requested && *refuses != RefusalTarget::Nothing;
            end_loop(agent, &sighting, label, can_refuse, now, &mut self.out);
            match agent.memory_of(identity).map(|memory| memory.stage) {
                None if count >= limit => {
                    first_named.get_or_insert(identity);
                    let number = sighting.next_step(can_refuse);
                    nudge.get_or_insert_with(|| sighting.nudge(label, can_refuse, number));
                    agent
                        .remember(LoopMemory::new(sighting.rule, &sighting.seen, now))
                        .announce(number);
                }
                None => {}
                // Two rules may see one loop by one identity: the first has named it just now.
                Some(LoopStage::Active) if first_named == Some(identity) => {}
                Some(LoopStage::Active) => is_named |= count >= limit,
                Some(LoopStage::Left(left) | LoopStage::Relapsed(left)) => {
                    let again = newest(agent, left).filter(|again| !again.is_only_named);
                    let count = again.map_or(0, |again| again.count);
                    if let Some(memory) = agent.memory_of(identity)
                        && !is_gentle
                        && count >= sighting.units_to_relapse(memory, number - left, now)
                    {
                        memory.relapse(now);
                    }
                }
            }
        }
        // Several rules can see one loop: while it continues, the agent is nudged once.
        self.out.extend(nudge.filter(|_| !is_named));
        for memory in &mut agent.memories {
            if memory.is_active() && !sighted.contains(&memory.identity) {
                memory.leave(number);
                memory.muted = false;
            }
        }
    }

    /// Forgets the refusals and relapses of named loops after a person's prompt; the loops stay
    /// named.
    pub(super) fn forgive_loops(&mut self) {
        let AgentState { memories, window, .. } = &mut self.scopes.agent;
        window.prompted_at = window.next;
        window.said = (0, 0, 0);
        window.retried.clear();
        for memory in memories {
            memory.denials = 0;
            memory.muted = false;
            memory.asked = false;
            memory.leave(window.next);
        }
    }
}

/// Whether a call waits, the newest one or the one about to be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitPace {
    No,
    /// It asks again soon.
    Often,
    /// It lets [`PATIENT_MS`] pass before it asks again.
    Seldom,
}

impl WaitPace {
    /// What the newest call does. It does not wait where it asks something that was not asked before, and fails.
    fn of_newest(window: &CallWindow, newest: &CompletedCall) -> Self {
        if !newest.waits || is_tried_again(window, newest) {
            return Self::No;
        }
        match twin_of(window, newest) {
            Some(twin) => Self::after(twin, newest.at_ms),
            None if newest.error != 0 => Self::No,
            None => Self::Often,
        }
    }

    /// How long the same call, made before, lies back. What has ended or is not there, nobody needs to wait for.
    fn after(twin: &CompletedCall, at_ms: u64) -> Self {
        let may_change = !twin.ended && !twin.fruitless && twin.error == 0;
        let is_seldom = at_ms >= twin.at_ms.saturating_add(PATIENT_MS);
        if may_change && is_seldom { Self::Seldom } else { Self::Often }
    }
}

impl RuleSighting {
    /// What a detector saw.
    fn new(detector: &Detector, limit: u64, seen: LoopSighting, waiting: WaitPace) -> Self {
        let waits = waiting != WaitPace::No || seen.waits;
        let factor = if waits { WAITING_FACTOR } else { 1 };
        let later = if waiting == WaitPace::Seldom { WAITING_FACTOR } else { 1 };
        let limit = limit * factor;
        let least = if seen.is_gentle { GENTLE_UNITS } else { 0 };
        Self {
            rule: detector.rule,
            limit,
            refused_from: (limit + detector.grace * later).max(least),
            trips_at: (limit + detector.units_to_trip * later).max(least),
            seen,
        }
    }

    fn finding(&self, level: FindingLevel, label: &str) -> Finding {
        Finding::new(self.rule, level, self.seen.count, self.limit)
            .about(FindingSubject::Call(label.to_owned()))
    }

    /// The number at which something happens after the nudge, as far as it can be told: the loop is refused, or the
    /// breaker opens where no request announces its calls.
    fn next_step(&self, can_refuse: bool) -> Option<u64> {
        let number = if can_refuse { self.refused_from } else { self.trips_at };
        (!self.seen.is_only_named).then_some(number)
    }

    /// Names the loop to the agent, and what happens at this number. A call that no request announces cannot be
    /// refused.
    fn nudge(&self, label: &str, can_refuse: bool, number: Option<u64>) -> Finding {
        let advice = number.map_or(FindingAdvice::AnotherWay, |number| match self.seen.refuses {
            _ if !can_refuse => FindingAdvice::BreakerOpensAt(number),
            RefusalTarget::Call(_) | RefusalTarget::Calls(_) | RefusalTarget::Target(_) => {
                FindingAdvice::CallRefusedFrom(number)
            }
            RefusalTarget::Tool(_) | RefusalTarget::Program(_) => {
                FindingAdvice::ToolRefusedFrom(number)
            }
            RefusalTarget::Nothing => FindingAdvice::BreakerOpensAt(number),
        });
        self.finding(FindingLevel::Warning, label).with_advice(advice)
    }

    /// Units since the agent left a loop that make a relapse. A named call relapses when it gives the
    /// old result once more with nothing changed; in every other case the rule's number has to be
    /// reached again.
    fn units_to_relapse(&self, memory: &LoopMemory, steps_ago: u64, now: ProgressMark) -> u64 {
        let at_once = steps_ago <= WINDOW as u64
            // A call or an edit that comes back now and then among others is no relapse: it has its number.
            && !matches!(memory.rule, Rule::SameCallAnywhere | Rule::SameEdit)
            && matches!(self.seen.refuses, RefusalTarget::Call(_) | RefusalTarget::Calls(_))
            && memory.confirmed_at == now;
        if at_once { 1 } else { self.limit }
    }
}

fn progress_mark(scopes: &Scopes) -> ProgressMark {
    ProgressMark { changes: scopes.agent.window.changes, prompts: scopes.session.prompts }
}

/// The detectors with a limit, and that limit.
fn limited_detectors(limits: &RepetitionLimits) -> impl Iterator<Item = (&'static Detector, u64)> {
    DETECTORS.iter().filter_map(|detector| Some((detector, (detector.limit)(limits).get()?)))
}

/// Whether the newest call came at once after its twin.
fn is_hurried(window: &CallWindow, newest: &CompletedCall) -> bool {
    twin_of(window, newest).is_some_and(|twin| newest.at_ms < twin.at_ms + HURRIED_MS)
}

/// The same call before the newest.
fn twin_of<'w>(window: &'w CallWindow, newest: &CompletedCall) -> Option<&'w CompletedCall> {
    let mut earlier = window.steps.iter().rev().skip(1);
    earlier.find(|step| step.call == newest.call)
}

/// Whether the agent does not wait for what this call asks about, but tries it again and again: what it asks has ended or
/// is not there, each of the last times alike, and it acted between all of them.
fn is_tried_again(window: &CallWindow, newest: &CompletedCall) -> bool {
    if !(newest.waits && (newest.ended || newest.fruitless)) {
        return false;
    }
    let unchanged = window.since_change(newest.changes);
    let mut from_newest = unchanged.skip_while(|step| *step != newest).skip(1);
    (0..TRIES).all(|_| {
        let mut acted = false;
        let asked = from_newest.find(|step| {
            let is_again = step.call == newest.call || step.target == newest.target;
            acted |= !is_again && acts_on_it(window, step, newest.ended);
            is_again
        });
        acted && asked.is_some_and(|step| step.result == newest.result)
    })
}

/// Whether the call may have been an attempt to mend what is asked about in turn with it. Of what is not there it is not
/// known that it failed: only an act that was tried before is one.
fn acts_on_it(window: &CallWindow, step: &CompletedCall, has_ended: bool) -> bool {
    let is_act = step.may_act() && !step.checks;
    let is_known = || {
        let same = |other: &&CompletedCall| other.call == step.call && step.call != 0;
        window.steps.iter().filter(same).nth(1).is_some()
    };
    is_act && (has_ended || is_known())
}

/// Opens the breaker for a loop that was named and has come to its end. One that comes to an earlier end than was
/// announced, or to one where none was, is announced again.
fn end_loop(
    agent: &mut AgentState,
    sighting: &RuleSighting,
    label: &str,
    can_refuse: bool,
    now: ProgressMark,
    out: &mut FindingList,
) {
    let LoopSighting { identity, count, .. } = sighting.seen;
    let is_muted = agent.memories.iter().any(|known| known.muted && known.is_active());
    if agent.memory_of(identity).is_none() {
        return;
    }
    if !can_refuse && count >= sighting.trips_at {
        let memory = memory_for(agent, sighting, now);
        if memory.has_announced(count) {
            memory.tripped = true;
            if !is_muted && !memory.muted {
                out.push(sighting.finding(FindingLevel::Trip, label));
            }
        }
    }
    let end = if can_refuse { sighting.refused_from } else { sighting.trips_at };
    if let Some(memory) = agent.memory_of(identity)
        && count + 1 >= end
        && !(memory.muted || memory.has_announced(count + 1))
    {
        memory.announce(Some(count + 1));
        out.push(sighting.nudge(label, can_refuse, Some(count + 1)));
    }
}

/// The memory of this loop, confirmed now.
fn memory_for<'a>(
    agent: &'a mut AgentState,
    sighting: &RuleSighting,
    now: ProgressMark,
) -> &'a mut LoopMemory {
    let RuleSighting { rule, seen, .. } = sighting;
    let memory = match agent.memories.iter().position(|known| known.identity == seen.identity) {
        Some(at) => &mut agent.memories[at],
        None => agent.remember(LoopMemory::new(*rule, seen, now)),
    };
    memory.confirmed_at = now;
    memory
}

/// Refuses a call of the loop; the second refusal trips. Where `can_ask`, a person is asked once in place
/// of the first. `sighting` is how far the loop has come, where its rule still sees it.
fn refuse(
    memory: &mut LoopMemory,
    label: &str,
    sighting: Option<&RuleSighting>,
    can_ask: bool,
    out: &mut FindingList,
) {
    if memory.muted {
        return;
    }
    let asks = can_ask && !memory.asked && memory.denials == 0 && !memory.tripped;
    if asks {
        memory.asked = true;
    } else {
        memory.note_refusal();
    }
    memory.tripped |= memory.denials >= REFUSALS_TO_TRIP;
    let (level, advice) = match memory.tripped {
        true => (FindingLevel::Trip, FindingAdvice::None),
        false if asks => (FindingLevel::Block, FindingAdvice::AskPerson),
        false => (FindingLevel::Block, FindingAdvice::DoNotRetry),
    };
    let finding = match sighting {
        Some(sighting) => sighting.finding(level, label),
        None => Finding::new(memory.rule, level, memory.denials, REFUSALS_TO_TRIP)
            .about(FindingSubject::RelapsedCall(label.to_owned())),
    };
    out.push(finding.with_advice(advice));
}
