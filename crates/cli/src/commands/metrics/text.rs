//! Prometheus' text format, version 0.0.4.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fusebox_engine::Rule;
use fusebox_runtime::service::ServiceView;

/// What was counted.
#[derive(Debug)]
pub(super) struct Counted<'a> {
    /// Totals of the store, by name.
    pub(super) totals: Vec<(String, u64)>,
    /// Every shared breaker.
    pub(super) services: &'a [ServiceView],
    /// Trips that wait for a person.
    pub(super) open_incidents: usize,
}

/// One figure: its labels and its value.
type Sample<'a> = (Vec<(&'static str, &'a str)>, String);

pub(super) fn metrics(counted: &Counted<'_>) -> String {
    let mut text = String::new();
    write(
        &mut text,
        (
            "fusebox_trips_total",
            "counter",
            "Trips of agents by rule, and openings of shared breakers.",
        ),
        trips(counted),
    );
    write(
        &mut text,
        ("fusebox_operations_total", "counter", "Calls of guarded tools by service and outcome."),
        operations(counted),
    );
    write(
        &mut text,
        (
            "fusebox_open_seconds_total",
            "counter",
            "Seconds in which a shared breaker turned calls away.",
        ),
        counted.services.iter().map(|view| {
            let seconds = format!("{}.{:03}", view.open_ms / 1_000, view.open_ms % 1_000);
            (vec![("breaker", view.key.as_str())], seconds)
        }),
    );
    write(
        &mut text,
        ("fusebox_breaker_state", "gauge", "1 for the state in which a shared breaker is."),
        counted.services.iter().map(|view| {
            let labels = vec![("breaker", view.key.as_str()), ("state", view.state.as_str())];
            (labels, "1".to_owned())
        }),
    );
    let open = (Vec::new(), counted.open_incidents.to_string());
    write(
        &mut text,
        ("fusebox_incidents_open", "gauge", "Trips that wait for a person."),
        std::iter::once(open),
    );
    let version = (vec![("version", env!("CARGO_PKG_VERSION"))], "1".to_owned());
    write(
        &mut text,
        ("fusebox_info", "gauge", "The version that counts."),
        std::iter::once(version),
    );
    text
}

/// Every rule that ends work has a figure from the start: what begins at 1 has no increase.
fn trips<'a>(counted: &'a Counted<'_>) -> impl Iterator<Item = Sample<'a>> {
    let of_rule = |rule: &&Rule| {
        let name = format!("trips {rule}");
        counted.totals.iter().find(|(total, _)| *total == name).map_or(0, |(_, n)| *n)
    };
    let rules = Rule::ALL.iter().filter(|rule| !rule.is_service_breaker()).map(move |rule| {
        (vec![("kind", "agent"), ("name", rule.name())], of_rule(&rule).to_string())
    });
    let breakers = counted.services.iter().map(|view| {
        (vec![("kind", "service"), ("name", view.key.as_str())], view.counts.opened.to_string())
    });
    rules.chain(breakers)
}

/// What went through is counted by the breaker of the service; what was refused, by whoever refused.
fn operations<'a>(counted: &'a Counted<'_>) -> impl Iterator<Item = Sample<'a>> {
    let mut services: BTreeMap<&str, [u64; 4]> = BTreeMap::new();
    for view in counted.services {
        let [success, failure, ignored, rejected] = services.entry(&view.service).or_default();
        *rejected = rejected.saturating_add(view.counts.rejected);
        if view.key == view.service {
            *success = view.counts.successes;
            *failure = view.counts.failures;
            *ignored = view.counts.neutral;
        }
    }
    const OUTCOMES: [&str; 4] = ["success", "failure", "ignored", "rejected"];
    services.into_iter().flat_map(|(service, counts)| {
        OUTCOMES.into_iter().zip(counts).map(move |(outcome, count)| {
            (vec![("service", service), ("outcome", outcome)], count.to_string())
        })
    })
}

fn write<'a>(
    text: &mut String,
    (name, kind, help): (&str, &str, &str),
    samples: impl Iterator<Item = Sample<'a>>,
) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    for (labels, value) in samples {
        let labels: Vec<String> =
            labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value))).collect();
        let labels =
            if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(text, "{name}{labels} {value}");
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
