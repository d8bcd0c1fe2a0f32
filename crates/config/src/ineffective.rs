//! Settings that are written but have no effect because of another one.

use fusebox_engine::Policy;

use crate::layering::WinningValues;
use crate::notice::{NoticeKind, PolicyNotice};
use crate::settings::find;

/// A notice for each such setting.
pub(crate) fn ineffective_settings(values: &WinningValues, policy: &Policy) -> Vec<PolicyNotice> {
    let service = &policy.service;
    let [minimum, held] =
        [service.minimum_calls, service.rate_calls].map(|limit| limit.get().unwrap_or(u64::MAX));
    let by_time = service.rate_time.get().is_some();
    let notice = |key: &'static str| {
        let written = values.get(key)?;
        // The default value expresses no wish.
        if find(key)?.read(&Policy::default()).as_ref() == Some(&written.value) {
            return None;
        }
        let why = match key {
            _ if service.failure_rate.get().is_none() => {
                "has no effect: service.failure_rate is \"unlimited\"".to_owned()
            }
            "service.rate_calls" if by_time => {
                "has no effect: service.rate_time says which calls count".to_owned()
            }
            "service.minimum_calls" if !by_time && minimum > held => {
                format!("is more than service.rate_calls holds: {held} calls are enough")
            }
            _ => return None,
        };
        let message = format!("{}: {key} {why}", written.source);
        Some(PolicyNotice::new(NoticeKind::Ineffective, Some(key), message))
    };
    let keys = ["service.minimum_calls", "service.rate_calls", "service.rate_time"];
    keys.into_iter().filter_map(notice).collect()
}
