//! What becomes of the store between two events.

use fusebox_engine::EventKind;

use super::World;
use crate::deed::Trouble;
use crate::faults;

impl World<'_> {
    pub(super) fn trouble(&mut self, hook: usize, trouble: Trouble) -> Result<(), String> {
        match trouble {
            Trouble::Reopen => self.hooks[hook] = self.hook()?,
            Trouble::Rubbish => self.rubbish()?,
            Trouble::Upgrade => {
                faults::age_windows(&mut self.hooks[hook])?;
                self.model.drop_windows();
                self.forget_calls();
            }
            Trouble::OldSchema => {
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
