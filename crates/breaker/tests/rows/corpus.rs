//! Cases from the suites of other libraries, read from the folder that `FUSEBOX_CORPUS` names.

use std::time::Duration;

use fusebox_breaker::{
    Compare, Decide, Evaluate, HalfOpen, OnMax, OpenPeriod, Outcome, Rate, Settings, SlowCall, Trip,
};
use serde_json::Value;

use crate::steps::{Op, Step, parse_state, run_all};
use crate::subject::Order;

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
#[expect(clippy::disallowed_methods, reason = "the one place that asks where the cases are")]
fn the_cases_of_other_libraries() {
    let corpus = std::env::var("FUSEBOX_CORPUS").expect("FUSEBOX_CORPUS names the recorded data");
    let path = std::path::Path::new(&corpus).join("cases/breaker.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for case in &cases {
        let config = &case["config"];
        let steps: Vec<Step> =
            case["steps"].as_array().unwrap().iter().map(|step| read_step(step, config)).collect();
        let open_for = config["initial"]["open_elapsed_ms"].as_u64().map(Duration::from_millis);
        run_all(case["id"].as_str().unwrap(), &read_settings(config), open_for, &steps);
    }
    println!("{} cases hold", cases.len());
    assert!(cases.len() >= 62, "{} cases", cases.len());
}

fn millis(value: &Value) -> Duration {
    Duration::from_millis(value.as_u64().unwrap())
}

fn number(value: &Value, default: u32) -> u32 {
    value.as_u64().map_or(default, |value| u32::try_from(value).unwrap())
}

fn compare(value: &Value) -> Compare {
    if value == "gt" { Compare::MoreThan } else { Compare::AtLeast }
}

fn read_settings(config: &Value) -> Settings {
    let trip = &config["trip"];
    let rate = Rate {
        threshold: trip["rate"].as_f64().unwrap_or(1.0),
        min_calls: number(&trip["min_calls"], 1),
        compare: compare(&trip["cmp"]),
        evaluate: if trip["evaluate_on"] == "failure" {
            Evaluate::Failure
        } else {
            Evaluate::AnyResult
        },
        failures_in_a_row: None,
    };
    let trip = match trip["kind"].as_str().unwrap() {
        "consecutive" => Trip::Consecutive { failures: number(&trip["failures"], 0) },
        "count_window" => Trip::CountWindow { size: number(&trip["size"], 0), rate },
        "time_window" => Trip::TimeWindow {
            length: millis(&trip["ms"]),
            buckets: number(&trip["buckets"], 10),
            rate,
        },
        "tumbling_window" => Trip::TumblingWindow { length: millis(&trip["ms"]), rate },
        kind => panic!("{kind}"),
    };
    let slow = &config["slow"];
    let slow_call = slow.is_object().then(|| SlowCall {
        threshold: millis(&slow["threshold_ms"]),
        rate: slow["rate"].as_f64().unwrap(),
    });
    let open = match config["open_ms"].as_array() {
        Some(steps) => OpenPeriod::Steps(steps.iter().map(millis).collect()),
        None => OpenPeriod::Fixed(millis(&config["open_ms"])),
    };
    Settings {
        trip,
        slow_call,
        open,
        open_boundary: compare(&config["open_boundary"]),
        half_open: read_half_open(&config["half_open"]),
        ..Settings::default()
    }
}

fn read_half_open(half_open: &Value) -> HalfOpen {
    let permits = number(&half_open["permits"], 1);
    let decide = if half_open["decide"] == "rate" {
        Decide::Rate {
            sample: permits,
            threshold: half_open["rate"].as_f64().unwrap(),
            compare: compare(&half_open["cmp"]),
            early: half_open["early_open"] == true,
        }
    } else {
        Decide::Successes(number(&half_open["successes"], 1))
    };
    let max = half_open["max_ms"].as_u64().map(Duration::from_millis);
    let on_max = if half_open["on_max"] == "closed" { OnMax::Closed } else { OnMax::Open };
    HalfOpen { permits, decide, max, on_max, ..HalfOpen::default() }
}

fn read_step(step: &Value, config: &Value) -> Step {
    let text = step["op"].as_str().unwrap();
    let (op, kind) = text.split_once(':').unwrap_or((text, ""));
    let permit = || step["id"].as_str().unwrap().to_owned();
    let took = step["dur_ms"].as_u64().map(Duration::from_millis);
    let op = match op {
        "call_ok" => Op::Call((Outcome::Success, took)),
        "call_err" => Op::Call((classify(kind, config), took)),
        "call_timeout" => Op::Call((Outcome::Failure, took)),
        "call_panic" => Op::Panic,
        "try_acquire" => Op::Ask(step["id"].as_str().map(str::to_owned)),
        "permit_ok" | "late_ok" => Op::End(permit(), (Outcome::Success, took)),
        "permit_err" | "late_err" => Op::End(permit(), (classify(kind, config), took)),
        "drop_permit" => Op::Drop(permit()),
        "force_open" | "shutdown" => Op::Order(Order::ForceOpen),
        "force_close" => Op::Order(Order::ForceClosed),
        "disable" => Op::Order(Order::Disable),
        "enable" | "reset" => Op::Order(Order::Reset),
        "tick" => Op::Tick,
        other => panic!("{other}"),
    };
    Step {
        at_ms: step["at_ms"].as_u64().unwrap(),
        op,
        times: number(&step["n"], 1),
        admitted: step["expect"].as_str().map(|expect| expect == "allowed"),
        state: parse_state(step["state"].as_str().unwrap()),
        text: step.to_string(),
    }
}

/// What the case's own classifier would say of an error of this kind.
fn classify(kind: &str, config: &Value) -> Outcome {
    let lists =
        |name: &str| config[name].as_array().is_some_and(|list| list.iter().any(|k| k == kind));
    if lists("success_kinds") {
        Outcome::Success
    } else if lists("ignore") || (config["record_only"].is_array() && !lists("record_only")) {
        Outcome::Neutral
    } else {
        Outcome::Failure
    }
}
