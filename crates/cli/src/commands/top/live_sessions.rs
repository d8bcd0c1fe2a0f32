//! The sessions that the live view lists, as the store has them.

use fusebox_engine::BreakerState;
use fusebox_engine::pause::Pause;
use fusebox_runtime::Runtime;
use fusebox_runtime::query::SessionView;

use crate::commands::status;
use crate::{Context, Result};

/// The sessions that the live view lists.
#[derive(Debug, Default)]
pub(super) struct LiveSessions {
    /// One session of each trip, in the order of `fusebox status`.
    pub(super) views: Vec<SessionView>,
    /// How many more the same trips hold.
    pub(super) left_out: usize,
    /// The pause of every session, if it holds.
    pub(super) pause_of_all: Option<Pause>,
}

impl LiveSessions {
    pub(super) fn read(runtime: &Runtime, context: &Context) -> Result<Self> {
        let all = status::listed_views(runtime, context)?;
        let rows: Vec<SessionView> =
            status::one_row_for_each_trip(&all).into_iter().cloned().collect();
        Ok(Self {
            left_out: all.len() - rows.len(),
            views: rows,
            pause_of_all: status::pause_of_all(runtime)?,
        })
    }

    /// How many of the listed sessions are in a state.
    pub(super) fn count(&self, state: BreakerState) -> usize {
        self.views.iter().filter(|view| view.state == state).count()
    }
}
