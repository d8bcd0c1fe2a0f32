//! Settings that somebody wrote and that do nothing, because of another one.

use fusebox_engine::{Limit, Policy};

use crate::layering::WinningValues;
use crate::notice::{NoticeKind, PolicyNotice};
use crate::settings::find;

/// One notice for each such setting.
pub(crate) fn idle(winners: &WinningValues, policy: &Policy) -> Vec<PolicyNotice> {
    let service = &policy.service;
    let by_time = service.rate_time.get().is_some();
    let of_rate = ["service.minimum_calls", "service.rate_calls", "service.rate_time"];
    let notice = |key: &'static str| {
        let written = winners.get(key)?;
        // Whoever writes the default down asks for nothing else.
        if find(key)?.read(&Policy::default()).as_ref() == Some(&written.value) {
            return None;
        }
        let more = number(service.minimum_calls) > number(service.rate_calls);
        let why = match key {
            _ if service.failure_rate.get().is_none() => {
                "has no effect: service.failure_rate is \"unlimited\"".to_owned()
            }
            "service.rate_calls" if by_time => {
                "has no effect: service.rate_time says which calls count".to_owned()
            }
            "service.minimum_calls" if !by_time && more => {
                let held = number(service.rate_calls);
                format!("is more than service.rate_calls holds: {held} calls are enough")
            }
            _ => return None,
        };
        let message = format!("{}: {key} {why}", written.source);
        Some(PolicyNotice { kind: NoticeKind::Idle, key: Some(key), message })
    };
    of_rate.into_iter().filter_map(notice).collect()
}

fn number(limit: Limit) -> u64 {
    limit.get().unwrap_or(u64::MAX)
}
