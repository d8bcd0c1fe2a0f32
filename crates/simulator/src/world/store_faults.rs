//! Damages the store between two events.

use std::path::Path;

use fusebox_engine::{EventKind, SessionId, TaskId, Timestamp};
use fusebox_runtime::query;
use fusebox_store::Store;

use super::SimulatedWorld;
use crate::compare::same;
use crate::step::{AgentIndex, StoreFault};
use crate::{SimulationError, faults};

impl SimulatedWorld<'_> {
    pub(super) fn damage_store(
        &mut self,
        hook: usize,
        fault: StoreFault,
    ) -> Result<(), SimulationError> {
        match fault {
            StoreFault::Reopen => self.hooks[hook] = self.open_hook()?,
            StoreFault::Garbage => self.lose_database(faults::overwrite)?,
            StoreFault::EmptyDatabase => self.lose_database(faults::empty)?,
            StoreFault::EmptyNotes => {
                faults::empty_notes(self.dir.path())?;
                self.model.notes.values_mut().for_each(|note| note.incident = None);
            }
            StoreFault::LostNotes => {
                faults::notes(self.dir.path()).clear()?;
                self.model.notes.clear();
            }
            StoreFault::Upgrade => {
                faults::age_windows(&mut self.hooks[hook])?;
                self.model.drop_windows();
                self.forget_calls();
            }
            StoreFault::DeadSocket => self.check_reading_hooks()?,
            StoreFault::OldSchema => {
                self.hooks.clear();
                faults::downgrade_schema(self.dir.path())?;
                self.open()?;
            }
        }
        Ok(())
    }

    /// Checks what a hook makes of a call in each session when it can only read.
    fn check_reading_hooks(&self) -> Result<(), SimulationError> {
        let store = Store::read_only(self.dir.path())?;
        let notes = faults::notes(self.dir.path());
        for (index, client) in self.life.clients.iter().enumerate() {
            let session = SessionId::parse(AgentIndex { session: index, agent: 0 }.session_name())?;
            let task = client.task.map(TaskId::parse).transpose()?;
            let is_noted = !notes.holding(&session, task.as_ref()).is_empty();
            let stored = query::open_reason(&store, &session, Timestamp(self.clock))?;
            let expected = self.model.is_known_open(index, client.task, self.clock);
            let what = format!("a hook that can only read refuses {session}");
            same(&what, is_noted || stored.is_some(), expected)?;
        }
        Ok(())
    }

    fn lose_database(
        &mut self,
        lose: fn(&Path) -> Result<(), SimulationError>,
    ) -> Result<(), SimulationError> {
        self.hooks.clear();
        lose(self.dir.path())?;
        self.open()?;
        self.model.lose_everything();
        self.answered_questions = 0;
        self.forget_calls();
        self.started.clear();
        self.delivered.clear();
        self.logged.clear();
        Ok(())
    }

    /// Forgets all calls, as the engine does.
    fn forget_calls(&mut self) {
        self.pending.clear();
        self.edits.clear();
        self.delivered.retain(|past| {
            !matches!(past.event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_))
        });
    }
}
