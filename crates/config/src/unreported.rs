//! Finds limits that can never trip, because no installed client reports what they count.

use fusebox_engine::Policy;

use crate::notice::{NoticeKind, PolicyNotice};
use crate::settings::find;
use crate::value::SettingValue;

/// A quantity that only some clients report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedQuantity {
    /// The number of messages in the conversation.
    Messages,
    /// The tokens in the conversation.
    ContextTokens,
    /// The tokens written by the model.
    OutputTokens,
    /// The cost.
    Cost,
}

/// An installed client, and what it reports.
#[derive(Debug, Clone, Copy)]
pub struct ReportingClient<'a> {
    /// The client's display name.
    pub name: &'a str,
    /// What it reports.
    pub reports: &'a [ReportedQuantity],
}

const LIMITS: &[(ReportedQuantity, &str, &str)] = &[
    (ReportedQuantity::Messages, "limits.messages", "messages"),
    (ReportedQuantity::ContextTokens, "limits.context_tokens", "context tokens"),
    (ReportedQuantity::OutputTokens, "limits.output_tokens", "output tokens"),
    (ReportedQuantity::Cost, "limits.cost_usd", "cost"),
    (ReportedQuantity::Messages, "guided.messages_critical", "messages"),
    (ReportedQuantity::Messages, "guided.recursion", "messages"),
    (ReportedQuantity::ContextTokens, "guided.context_critical", "context tokens"),
];

/// One notice for each limit of `policy` whose quantity no client reports.
#[must_use]
pub fn unreported_limits(policy: &Policy, clients: &[ReportingClient<'_>]) -> Vec<PolicyNotice> {
    let names: Vec<&str> = clients.iter().map(|client| client.name).collect();
    let mut notices = Vec::new();
    for (quantity, key, what) in LIMITS {
        let Some(setting) = find(key) else { continue };
        let Some(value @ SettingValue::Limit(limit)) = setting.read(policy) else { continue };
        let is_reported = clients.iter().any(|client| client.reports.contains(quantity));
        if limit.get().is_none() || is_reported {
            continue;
        }
        let why = match names.as_slice() {
            [] => "no client is installed".to_owned(),
            [name] => format!("{name} does not report {what}"),
            names => format!("none of {} reports {what}", names.join(", ")),
        };
        let message = format!("{key} = {} can never trip: {why}", setting.kind.to_toml(&value));
        notices.push(PolicyNotice::new(NoticeKind::UnreportedLimit, Some(setting.key), message));
    }
    notices
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Limit;

    use super::*;

    #[test]
    fn a_limit_that_nobody_feeds_is_named() {
        let mut policy = Policy::default();
        policy.limits.cost_micros = Limit::at(2_500_000);
        policy.limits.messages = Limit::at(200);
        let claude =
            ReportingClient { name: "Claude Code", reports: &[ReportedQuantity::Messages] };
        let codex = ReportingClient { name: "Codex", reports: &[] };
        let said = |clients: &[ReportingClient<'_>]| -> Vec<String> {
            unreported_limits(&policy, clients).iter().map(ToString::to_string).collect()
        };
        let cost = "limits.cost_usd = 2.5 can never trip";
        assert_eq!(said(&[claude]), [format!("{cost}: Claude Code does not report cost")]);
        assert_eq!(
            said(&[codex, claude]),
            [format!("{cost}: none of Codex, Claude Code reports cost")]
        );
        assert_eq!(
            said(&[]),
            [
                "limits.messages = 200 can never trip: no client is installed",
                &format!("{cost}: no client is installed"),
            ]
        );
        assert!(unreported_limits(&Policy::default(), &[]).is_empty());
    }
}
