//! The windows of a client's subscription: how much of each is used, as the client tells it.

use fusebox_engine::Timestamp;
use fusebox_engine::spend::{
    CapLimit, CapName, CapScope, CapWindow, SpendCalendar, SubscriptionWindow,
};

use super::row::CapRow;
use super::sums::{CapSums, MachineCaps, ReadCaps};
use crate::{Runtime, RuntimeError};

/// The cap of a window.
pub(super) fn subscription_cap(window: CapWindow) -> CapName {
    CapName { scope: CapScope::Subscription, window }
}

impl Runtime {
    /// Keeps how much of a client's subscription is used, for the caps of its sessions. Nothing is written where that is
    /// known.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_subscription(
        &mut self,
        client: &str,
        windows: &[SubscriptionWindow],
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        let limit = CapLimit::Share(CapLimit::WHOLE_SHARE);
        let load = |reader: &dyn fusebox_store::StoreTx, told: &SubscriptionWindow| {
            let name = subscription_cap(told.window);
            let calendar = SpendCalendar::default();
            let read = ReadCaps { machine: &MachineCaps::default(), records: None };
            CapRow::load(
                CapSums { store: Some(reader), read },
                name,
                client.to_owned(),
                limit,
                calendar,
                now,
            )
            .map(|mut row| {
                let before = row.standing();
                row.note_share(told, now);
                (row.standing() != before).then_some(row)
            })
        };
        let reader = self.store().read();
        let mut has_news = false;
        for told in windows {
            has_news |= load(reader, told)?.is_some();
        }
        if !has_news {
            return Ok(());
        }
        self.transact(now, |tx, context| {
            for told in windows {
                if let Some(row) = load(tx, told)? {
                    let read = ReadCaps { machine: &context.machine_caps, records: None };
                    row.save((tx, read), now)?;
                }
            }
            Ok(())
        })
    }
}
