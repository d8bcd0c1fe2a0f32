//! How much of each client's subscription is used, where the client tells it.

use std::collections::BTreeMap;

use fusebox_engine::Timestamp;
use fusebox_engine::spend::{CapLimit, CapScope, CapStanding, CapWindow, SubscriptionWindow};
use serde_json::{Value, json};

use crate::spend_records::SpendRecords;
use crate::{clock, display};

/// A window of a client's subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClientWindow {
    client: String,
    window: CapWindow,
    used: CapLimit,
    ends: Timestamp,
}

/// Whether a standing only tells what is used, and nothing caps it.
pub(crate) fn is_uncapped(cap: &CapStanding) -> bool {
    cap.name.scope == CapScope::Subscription && cap.limit.amount() == CapLimit::WHOLE_SHARE
}

/// The windows that have not ended: of what clients told on the way, and of what their records say, whichever is more.
pub(crate) fn windows(
    told: &[(&str, SubscriptionWindow)],
    caps: &[CapStanding],
) -> Vec<ClientWindow> {
    let mut newest: BTreeMap<(String, CapWindow), ClientWindow> = BTreeMap::new();
    let of_records = told.iter().map(|(client, told)| ClientWindow {
        client: (*client).to_owned(),
        window: told.window,
        used: CapLimit::Share(told.used),
        ends: told.ends,
    });
    let of_caps = caps.iter().filter(|cap| cap.name.scope == CapScope::Subscription);
    let of_caps = of_caps.filter_map(|cap| {
        let (window, used) = (cap.name.window, cap.spent);
        Some(ClientWindow { client: cap.subject.clone(), window, used, ends: cap.until? })
    });
    for window in of_records.chain(of_caps) {
        let known = newest.entry((window.client.clone(), window.window)).or_insert(window.clone());
        if (window.ends, window.used.amount()) > (known.ends, known.used.amount()) {
            *known = window;
        }
    }
    newest.into_values().collect()
}

/// A line for each window.
pub(crate) fn lines(records: Option<&SpendRecords>, caps: &[CapStanding]) -> Vec<String> {
    let told = records.map(|records| records.subscriptions(clock::now())).unwrap_or_default();
    windows(&told, caps).iter().map(ClientWindow::line).collect()
}

impl ClientWindow {
    /// For people: `subscription of codex: 24 % of its five hours used, until 2026-11-22 14:00:00 CET`.
    pub(crate) fn line(&self) -> String {
        let Self { client, window, used, ends } = self;
        let window = window.subscription_words();
        let ends = display::time(*ends);
        format!("subscription of {client}: {} of its {window} used, until {ends}", used.shown())
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        json!({
            "client": self.client,
            "window": self.window,
            "used_percent": self.used.amount() as f64 / 100.0,
            "ends": self.ends,
        })
    }
}
