//! What becomes of the store between two events.

use fusebox_engine::EventKind;

use super::SimulatedWorld;
use crate::deed::StoreFault;
use crate::faults;

impl SimulatedWorld<'_> {
    pub(super) fn trouble(&mut self, hook: usize, trouble: StoreFault) -> Result<(), String> {
        match trouble {
            StoreFault::Reopen => self.hooks[hook] = self.hook()?,
            StoreFault::Rubbish => self.rubbish()?,
            StoreFault::Upgrade => {
                faults::age_windows(&mut self.hooks[hook])?;
                self.model.drop_windows();
                self.forget_calls();
            }
            StoreFault::OldSchema => {
                self.hooks.clear();
                faults::old_schema(self.dir.path())?;
                self.open()?;
            }
        }
        Ok(())
    }

    fn rubbish(&mut self) -> Result<(), String> {
        self.hooks.clear();
        faults::rubbish(self.dir.path())?;
        self.open()?;
        self.model.lose_everything();
        self.forget_calls();
        self.begun.clear();
        self.told.clear();
        self.logged.clear();
        Ok(())
    }

    /// What was told of calls belongs to a time that nobody remembers.
    fn forget_calls(&mut self) {
        self.waiting.clear();
        self.edits.clear();
        self.told.retain(|(_, event, ..)| {
            !matches!(event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_))
        });
    }
}
