//! The Prometheus text format, version 0.0.4.

use std::collections::BTreeMap;

use fusebox_engine::{Rule, TokenCounts};
use fusebox_runtime::service::ServiceView;
use fusebox_spend::SpendGroup;

/// What the metrics are made from.
#[derive(Debug)]
pub(super) struct MetricSources<'a> {
    /// Totals of the store, by name.
    pub(super) totals: Vec<(String, u64)>,
    /// Every shared breaker.
    pub(super) services: &'a [ServiceView],
    /// Trips that wait for a person.
    pub(super) open_incidents: usize,
    /// What was spent, by model and role.
    pub(super) spent: &'a [SpendGroup],
}

/// The labels of a sample and its value.
type MetricSample<'a> = (Vec<(&'static str, &'a str)>, String);

impl MetricSources<'_> {
    /// Every metric with its help, its type and its samples.
    pub(super) fn to_text(&self) -> String {
        let of_breakers = |sample: fn(&ServiceView) -> MetricSample<'_>| {
            self.services.iter().map(sample).collect::<Vec<_>>()
        };
        let version = vec![("version", env!("CARGO_PKG_VERSION"))];
        [
            metric(
                "fusebox_trips_total counter",
                "Trips of agents by rule, and openings of shared breakers.",
                self.trips(),
            ),
            metric(
                "fusebox_operations_total counter",
                "Calls of guarded tools by service and outcome.",
                self.operations(),
            ),
            metric(
                "fusebox_open_seconds_total counter",
                "Seconds in which a shared breaker turned calls away.",
                of_breakers(|view| {
                    let seconds = format!("{}.{:03}", view.open_ms / 1_000, view.open_ms % 1_000);
                    (vec![("breaker", view.key.as_str())], seconds)
                }),
            ),
            metric(
                "fusebox_breaker_state gauge",
                "1 for the state in which a shared breaker is.",
                of_breakers(|view| {
                    let state = view.state.as_str();
                    (vec![("breaker", view.key.as_str()), ("state", state)], "1".to_owned())
                }),
            ),
            metric(
                "fusebox_incidents_open gauge",
                "Trips that wait for a person.",
                vec![(Vec::new(), self.open_incidents.to_string())],
            ),
            metric(
                "fusebox_cost_usd_total counter",
                "What the responses of models cost, in US dollars, by the records of the clients.",
                self.spent(|group| vec![(Vec::new(), group.spent.cost_usd.to_string())]),
            ),
            metric(
                "fusebox_tokens_total counter",
                "Tokens of the responses of models, by the records of the clients.",
                self.spent(tokens),
            ),
            metric(
                "fusebox_info gauge",
                "The version of Fusebox.",
                vec![(version, "1".to_owned())],
            ),
        ]
        .concat()
    }

    /// Samples of each model and role, with these labels and values more.
    fn spent(&self, of: fn(&SpendGroup) -> Vec<MetricSample<'static>>) -> Vec<MetricSample<'_>> {
        let samples = self.spent.iter().flat_map(|group| {
            let mut names = group.names.iter().map(String::as_str);
            let model = ("model", names.next().unwrap_or_default());
            let role = ("role", names.next().unwrap_or_default());
            of(group)
                .into_iter()
                .map(move |(labels, value)| ([vec![model, role], labels].concat(), value))
        });
        samples.collect()
    }

    /// Every rule that trips has a sample from the start: a counter that starts at 1 has no
    /// increase.
    fn trips(&self) -> Vec<MetricSample<'_>> {
        let total_of = |rule: &Rule| {
            let name = format!("trips {rule}");
            self.totals.iter().find(|(total, _)| *total == name).map_or(0, |(_, n)| *n)
        };
        let sample =
            |kind, name, count: u64| (vec![("kind", kind), ("name", name)], count.to_string());
        let rules = Rule::ALL.iter().filter(|rule| rule.can_trip() && !rule.is_service_breaker());
        let rules = rules.map(|rule| sample("agent", rule.name(), total_of(rule)));
        let views = self.services.iter();
        rules.chain(views.map(|v| sample("service", v.key.as_str(), v.counts.opened))).collect()
    }

    /// Admitted calls are counted by the breaker of the service, refused calls by the one that
    /// refused.
    fn operations(&self) -> Vec<MetricSample<'_>> {
        const OUTCOMES: [&str; 4] = ["success", "failure", "ignored", "rejected"];
        let mut services: BTreeMap<&str, [u64; 4]> = BTreeMap::new();
        for view in self.services {
            let [success, failure, ignored, rejected] = services.entry(&view.service).or_default();
            *rejected = rejected.saturating_add(view.counts.rejected);
            if view.key == view.service {
                *success = view.counts.successes;
                *failure = view.counts.failures;
                *ignored = view.counts.neutral;
            }
        }
        let samples = services.into_iter().flat_map(|(service, counts)| {
            OUTCOMES.into_iter().zip(counts).map(move |(outcome, count)| {
                (vec![("service", service), ("outcome", outcome)], count.to_string())
            })
        });
        samples.collect()
    }
}

/// The tokens of a group, by kind.
fn tokens(group: &SpendGroup) -> Vec<MetricSample<'static>> {
    let TokenCounts { input, output, cache_read, cache_write, cache_write_1h } = group.spent.tokens;
    [
        ("input", input),
        ("output", output),
        ("cache_read", cache_read),
        ("cache_write", cache_write),
        ("cache_write_1h", cache_write_1h),
    ]
    .map(|(kind, count)| (vec![("kind", kind)], count.to_string()))
    .to_vec()
}

/// One metric; `name` is its name and its type.
fn metric(name: &str, help: &str, samples: Vec<MetricSample<'_>>) -> String {
    let short = name.split(' ').next().unwrap_or(name);
    let mut text = format!("# HELP {short} {help}\n# TYPE {name}\n");
    for (labels, value) in samples {
        let labels = labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value)));
        let labels = labels.collect::<Vec<_>>().join(",");
        let labels = if labels.is_empty() { labels } else { format!("{{{labels}}}") };
        text.push_str(&format!("{short}{labels} {value}\n"));
    }
    text
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
