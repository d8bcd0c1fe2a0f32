//! How the shared breakers stand. Asking changes nothing (S7).

use fusebox_breaker::State;
use fusebox_breaker::machine::Counts;
use fusebox_engine::{ServicePolicy, Timestamp};
use fusebox_observe::service::BreakerNames;
use fusebox_store::{BreakerRow, Store, StoreTx};
use serde::Serialize;

use super::shared::{SharedBreaker, millis_of, moment};
use crate::RuntimeError;

/// How one shared breaker stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServiceView {
    /// Its name: `mcp:jira/search`, or `mcp:jira` for all tools of that service.
    pub key: String,
    /// The service that it belongs to; its own name where it is the service's, or has none above.
    pub service: String,
    /// Its state now. One whose period is over shows as half-open: the next call is a probe.
    pub state: State,
    /// Failures in a row, while it is closed.
    pub failures: u64,
    /// Failures in a row that open it; `None` where there is no limit.
    pub threshold: Option<u64>,
    /// The share of failures, where one opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<ServiceRate>,
    /// Milliseconds until a probe may run, where it is open for a time.
    pub retry_after_ms: Option<u64>,
    /// Probes whose results it waits for.
    pub probes: usize,
    /// Milliseconds in which it has turned calls away.
    pub open_ms: u64,
    /// When it was last used.
    pub last: Timestamp,
    /// What was counted since it was made.
    pub counts: Counts,
}

/// The calls that the share of failures of a breaker is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ServiceRate {
    /// Those that count, while it is closed.
    pub calls: u64,
    /// Of these, how many failed.
    pub failed: u64,
    /// Percent of failures that opens it.
    pub limit: u64,
}

/// Every shared breaker, by its name.
///
/// # Errors
/// When the store fails.
pub fn views(
    store: &Store,
    policy: &ServicePolicy,
    now: Timestamp,
) -> Result<Vec<ServiceView>, RuntimeError> {
    let reader = store.read();
    let rows = reader.breakers()?;
    let services: Vec<&str> =
        rows.iter().filter_map(|row| row.key.split_once('/').map(|(service, _)| service)).collect();
    rows.iter()
        .map(|row| view(reader, policy, row, services.contains(&row.key.as_str()), now))
        .collect()
}

/// One of them, if it is kept.
///
/// # Errors
/// As [`views`].
pub fn one(
    store: &Store,
    policy: &ServicePolicy,
    key: &str,
    now: Timestamp,
) -> Result<Option<ServiceView>, RuntimeError> {
    Ok(views(store, policy, now)?.into_iter().find(|view| view.key == key))
}

fn view(
    reader: &dyn StoreTx,
    policy: &ServicePolicy,
    row: &BreakerRow,
    of_service: bool,
    now: Timestamp,
) -> Result<ServiceView, RuntimeError> {
    let shared = SharedBreaker::load(reader, policy, &row.key, of_service, now)?;
    let at = moment(now);
    let state = shared.machine.state(at);
    let open = state == State::Open;
    let window = shared.machine.window(at);
    let rate = |limit| ServiceRate { calls: window.calls, failed: window.failed, limit };
    Ok(ServiceView {
        key: row.key.clone(),
        service: BreakerNames::of_tool(&row.key).service.unwrap_or_else(|| row.key.clone()),
        state,
        failures: shared.machine.failures_in_a_row().into(),
        threshold: shared.in_a_row.get(),
        rate: shared.rate.get().map(rate),
        retry_after_ms: shared.machine.retry_after(at).filter(|_| open).map(millis_of),
        probes: shared.machine.probes_in_flight(),
        open_ms: shared.open_ms(now),
        last: row.at,
        counts: shared.machine.counts(),
    })
}
