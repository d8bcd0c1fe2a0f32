//! A small language of steps, so that a case reads as a table.
//!
//! A step is `AT OP[*TIMES] [+|-] STATE`: at this millisecond, this happened, it was let through or turned away, and
//! the state was this afterwards. `ok`, `err`, `ign`, `slow` and `panic` are whole calls; `ask#a` takes permit `a`
//! and `ok#a`, `err#a`, `ign#a`, `slow#a`, `drop#a` end it; `ok@5000` took 5 s; `tick` only looks.

use std::collections::HashMap;
use std::time::Duration;

use fusebox_breaker::{Machine, Outcome, Settings, State, Timestamp, Trip};

use crate::subject::{CallResult, Concurrent, Order, Subject};

/// Added to every time, so that a case may begin with something that is already over.
const START_MS: u64 = 1 << 32;

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) at_ms: u64,
    pub(crate) op: Op,
    pub(crate) times: u32,
    pub(crate) admitted: Option<bool>,
    pub(crate) state: State,
    pub(crate) text: String,
}

#[derive(Clone, Debug)]
pub(crate) enum Op {
    Call(CallResult),
    Panic,
    Ask(Option<String>),
    End(String, CallResult),
    Drop(String),
    Order(Order),
    Tick,
}

/// The default settings with another trip.
pub(crate) fn tripping(trip: Trip) -> Settings {
    Settings { trip, ..Settings::default() }
}

/// Runs a case with the default settings on every machine there is.
pub(crate) fn check_default(steps: &str) {
    check(&Settings::default(), steps);
}

/// Runs a case on every machine there is.
pub(crate) fn check(settings: &Settings, steps: &str) {
    let steps: Vec<Step> =
        steps.lines().map(str::trim).filter(|l| !l.is_empty()).map(parse).collect();
    run_all("", settings, None, &steps);
}

/// Tells read steps to every machine there is.
pub(crate) fn run_all(name: &str, settings: &Settings, open_for: Option<Duration>, steps: &[Step]) {
    run::<Machine>(name, settings, open_for, steps);
    run::<Concurrent>(name, settings, open_for, steps);
}

fn run<S: Subject>(name: &str, settings: &Settings, open_for: Option<Duration>, steps: &[Step]) {
    let time = |at_ms: u64| Timestamp::from_millis(START_MS + at_ms);
    let mut subject = match open_for {
        Some(elapsed) => S::open_since(settings.clone(), elapsed, time(0)),
        None => S::new(settings.clone(), time(0)),
    };
    let mut permits: HashMap<String, S::Permit> = HashMap::new();
    for step in steps {
        for turn in 0..step.times {
            let shown =
                format!("{} {name} {} (turn {turn})", std::any::type_name::<S>(), step.text);
            let now = time(step.at_ms);
            let admitted = act(&mut subject, &mut permits, &step.op, now);
            if step.admitted.is_some() {
                assert_eq!(admitted, step.admitted, "{shown}");
            }
            if turn + 1 == step.times {
                // Asked twice: a query changes nothing.
                assert_eq!(subject.state(now), step.state, "{shown}");
                assert_eq!(subject.state(now), step.state, "{shown}, asked again");
            }
        }
    }
}

fn act<S: Subject>(
    subject: &mut S,
    permits: &mut HashMap<String, S::Permit>,
    op: &Op,
    now: Timestamp,
) -> Option<bool> {
    match op {
        Op::Call(result) => match subject.acquire(now) {
            Ok(permit) => subject.complete(permit, *result, now),
            Err(_) => return Some(false),
        },
        Op::Panic => return Some(subject.call_that_panics(now).is_ok()),
        Op::Ask(name) => match subject.acquire(now) {
            Ok(permit) => {
                let name = name.clone().unwrap_or_else(|| format!("unnamed {}", permits.len()));
                permits.insert(name, permit);
            }
            Err(_) => return Some(false),
        },
        Op::End(name, result) => {
            subject.complete(permits.remove(name).unwrap(), *result, now);
            return None;
        }
        Op::Drop(name) => {
            subject.abandon(permits.remove(name).unwrap(), now);
            return None;
        }
        Op::Order(order) => {
            subject.order(*order, now);
            return None;
        }
        Op::Tick => return None,
    }
    Some(true)
}

fn parse(line: &str) -> Step {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (admitted, state) = match words[2..] {
        ["+", state] => (Some(true), state),
        ["-", state] => (Some(false), state),
        [state] => (None, state),
        _ => panic!("not a step: {line}"),
    };
    let (op, times) = words[1].split_once('*').unwrap_or((words[1], "1"));
    Step {
        at_ms: words[0].parse().unwrap(),
        op: parse_op(op),
        times: times.parse().unwrap(),
        admitted,
        state: parse_state(state),
        text: line.to_owned(),
    }
}

fn parse_op(text: &str) -> Op {
    let (text, took) = match text.split_once('@') {
        Some((text, millis)) => (text, Some(Duration::from_millis(millis.parse().unwrap()))),
        None => (text, None),
    };
    let (word, permit) = match text.split_once('#') {
        Some((word, permit)) => (word, Some(permit.to_owned())),
        None => (text, None),
    };
    let outcome = match word {
        "ok" => Outcome::Success,
        "err" => Outcome::Failure,
        "ign" => Outcome::Neutral,
        "slow" => Outcome::Slow,
        "panic" => return Op::Panic,
        "ask" => return Op::Ask(permit),
        "drop" => return Op::Drop(permit.unwrap()),
        "force_open" => return Op::Order(Order::ForceOpen),
        "force_closed" => return Op::Order(Order::ForceClosed),
        "disable" => return Op::Order(Order::Disable),
        "reset" => return Op::Order(Order::Reset),
        "tick" => return Op::Tick,
        _ => panic!("no such step: {text}"),
    };
    match permit {
        Some(permit) => Op::End(permit, (outcome, took)),
        None => Op::Call((outcome, took)),
    }
}

pub(crate) fn parse_state(text: &str) -> State {
    match text {
        "closed" => State::Closed,
        "open" => State::Open,
        "half_open" => State::HalfOpen,
        // A breaker that is shut down turns everything away for good.
        "forced_open" | "shutdown" => State::ForcedOpen,
        "forced_closed" => State::ForcedClosed,
        "disabled" => State::Disabled,
        _ => panic!("no such state: {text}"),
    }
}
