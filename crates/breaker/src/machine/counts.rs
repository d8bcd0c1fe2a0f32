//! Statistics of a machine: nothing is decided by them.

/// The statistics of a machine.
///
/// ```
/// use fusebox_breaker::{Machine, Settings, Timestamp};
///
/// let now = Timestamp::ZERO;
/// let mut machine = Machine::new(Settings::default(), 0, now)?;
/// let token = machine.acquire(&now, &mut |_| {})?;
/// machine.abandon(token, &now, &mut |_| {});
/// assert_eq!((machine.counts().admitted, machine.counts().dropped), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Counts {
    /// Calls that were admitted.
    pub admitted: u64,
    /// Calls that were rejected.
    pub rejected: u64,
    /// Results that were good.
    pub successes: u64,
    /// Results that were failures.
    pub failures: u64,
    /// Results that were slow, whether they failed or not.
    pub slow: u64,
    /// Results that say nothing about the service.
    pub neutral: u64,
    /// Permits dropped without a result.
    pub dropped: u64,
    /// Results of an earlier epoch: they changed nothing.
    pub late: u64,
    /// Probes that outlived their lease.
    pub expired: u64,
    /// Times it opened by itself.
    pub opened: u64,
}
