//! Reads what clients recorded of their usage on a thread beside the view: the first reading can take seconds.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::Scope;
use std::time::Duration;

use fusebox_engine::SessionId;
use fusebox_spend::CostSum;

use crate::spend_records::{SessionUsage, SpendRecords};
use crate::{Context, clock};

/// The shortest time between two readings.
const READ_EVERY_MS: u64 = 10_000;
/// After a reading it rests this many times as long as the reading took, because a reading has a thread for each
/// processor.
const REST_FACTOR: u64 = 200;

/// What agents spent, as far as it is recorded.
#[derive(Debug, Clone, Default)]
pub(super) struct LiveSpend {
    by_session: BTreeMap<String, SessionUsage>,
    /// Today and in the last hour; none where no client keeps records.
    pub(super) sums: Option<(CostSum, CostSum)>,
}

impl LiveSpend {
    #[cfg(test)]
    pub(super) fn of(sessions: &[(&str, SessionUsage)], sums: (CostSum, CostSum)) -> Self {
        let by_session = sessions.iter().map(|(id, usage)| ((*id).to_owned(), *usage)).collect();
        Self { by_session, sums: Some(sums) }
    }

    /// What a session used; none where no record is of it.
    pub(super) fn of_session(&self, session: &SessionId) -> Option<SessionUsage> {
        self.by_session.get(session.as_str()).copied()
    }
}

/// A thread that reads the records again and again. It ends when this is dropped.
pub(super) struct SpendReader {
    readings: Receiver<LiveSpend>,
    _until_dropped: Sender<()>,
}

impl SpendReader {
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        context: &'scope Context,
    ) -> Self {
        let (send, readings) = channel();
        let (until_dropped, end) = channel::<()>();
        scope.spawn(move || {
            loop {
                let started = clock::now();
                // What cannot be read now may be read the next time.
                if let Ok(records) = SpendRecords::read(context)
                    && send.send(records.as_ref().map(spend_of).unwrap_or_default()).is_err()
                {
                    return;
                }
                let took_ms = clock::now().since(started).0;
                let rest_ms = took_ms.saturating_mul(REST_FACTOR).max(READ_EVERY_MS);
                match end.recv_timeout(Duration::from_millis(rest_ms)) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        Self { readings, _until_dropped: until_dropped }
    }

    /// What was read since the last call.
    pub(super) fn latest(&self) -> Result<LiveSpend, TryRecvError> {
        self.readings.try_recv()
    }
}

fn spend_of(records: &SpendRecords) -> LiveSpend {
    let by_session =
        records.by_session().into_iter().map(|(id, usage)| (id.to_owned(), usage)).collect();
    LiveSpend { by_session, sums: Some((records.today(), records.last_hour())) }
}
