//! A person's pause: calls and prompts of automation are refused, and nothing counts.

use super::Fold;
use crate::EnforcementMode;
use crate::pause::{Pause, PausedEvent};
use crate::state::PauseStage;
use crate::wording::{PAUSE_IS_OVER, paused};

impl Fold<'_> {
    /// Refuses what comes while a pause holds. The second refusal ends the turn, except under a
    /// supervisor, which stops the agent's processes instead. A bypass does not lift a pause.
    pub(super) fn hold(&mut self, pause: &Pause, event: PausedEvent) {
        if let PausedEvent::Call(id) = event {
            self.scopes.agent.window.note_refused(id, None);
        }
        let session = &mut self.scopes.session;
        let was_told = session.pause == PauseStage::Told;
        if event == PausedEvent::Tick {
            session.pause = if was_told { PauseStage::Told } else { PauseStage::Begun };
            return;
        }
        session.pause = PauseStage::Told;
        if self.policy.mode == EnforcementMode::Enforce {
            self.refused_by_pause = true;
            self.stop = was_told && self.scopes.session.run.is_none();
            self.words.push(paused(pause.why.as_deref()));
        }
    }

    /// Notes that a pause is over: what it would have refused has come and was not.
    pub(super) fn end_pause(&mut self) {
        let is_free = PausedEvent::of(&self.seen.fact).is_some();
        if is_free && std::mem::take(&mut self.scopes.session.pause) == PauseStage::Told {
            self.scopes.session.queue_notice(&self.seen.agent, PAUSE_IS_OVER);
        }
    }
}
