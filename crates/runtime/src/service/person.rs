//! Orders of a person to a service's breaker (S7).

use fusebox_engine::{ServicePolicy, Timestamp};
use fusebox_observe::service::BreakerNames;
use fusebox_store::Store;

use super::shared::{SharedBreaker, moment};
use crate::RuntimeError;

/// What a person sets a shared breaker to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceOrder {
    /// Nothing passes until another order.
    Open,
    /// Everything passes and is counted; nothing opens it.
    Close,
    /// Everything passes and nothing is counted.
    Disable,
    /// Closed, and from then on as the settings say.
    Reset,
}

/// Carries out a person's order; the breaker is made where nobody has one yet.
///
/// # Errors
/// When the store fails; nothing is changed then.
pub fn order(
    store: &mut Store,
    policy: &ServicePolicy,
    key: &str,
    order: ServiceOrder,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    store.write(|tx| {
        let of_service = BreakerNames::of_tool(key).service.is_none() && !key.contains('/');
        let mut shared = SharedBreaker::load(tx, policy, key, of_service, now)?;
        let SharedBreaker { machine, heard, .. } = &mut shared;
        let heard = &mut |change| heard.push(change);
        match order {
            ServiceOrder::Open => machine.force_open(&moment(now), heard),
            ServiceOrder::Close => machine.force_closed(&moment(now), heard),
            ServiceOrder::Disable => machine.disable(&moment(now), heard),
            ServiceOrder::Reset => machine.reset(&moment(now), heard),
        }
        shared.save(tx, now)?;
        tx.require_durable();
        Ok(())
    })
}
