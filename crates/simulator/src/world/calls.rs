//! Calls with their results, which come at once, later or never, and what is told a second time.

use fusebox_engine::{Answer, Event, EventKind, Verdict};

use super::World;
use crate::compare::same;
use crate::deed::{Call, Deed, Fault, When, Who};
use crate::model::records::Effect;
use crate::model::{Fact, Kind};
use crate::telling::{self, Made, Telling};

/// Results that an agent waits for at most, and calls that never get one.
const WAITING: usize = 2;
const LOST: usize = 5;

impl World<'_> {
    pub(super) fn call(&mut self, deed: &Deed, call: &Call, when: When) -> Result<(), String> {
        let who = deed.who;
        self.make_room(deed)?;
        let number = self.number();
        let client = self.client(who);
        let made = telling::call(client, who, call, number, self.edits.get(&who));
        let made = made.map_err(|error| error.to_string())?;
        let Some(verdict) = self.tell(deed, made.request.clone())? else { return Ok(()) };
        if verdict.verdict >= Answer::Deny {
            return Ok(());
        }
        if let Some(edit) = &made.edit {
            self.edits.insert(who, edit.clone());
        }
        // Of a call that waits behind others it is not kept which files it names or what it runs.
        let Fact::Request(request) = &made.request.fact else { return Ok(()) };
        let plain = request.kind == Kind::Plain && matches!(request.effect, Effect::Nothing);
        let when = if when == When::Never && !plain { When::Later } else { when };
        self.waiting.push((who, made, when));
        if when == When::Now { self.tell_result(deed, self.waiting.len() - 1) } else { Ok(()) }
    }

    /// Before its next call an agent hears what came of its edits and test runs, and of the oldest
    /// of the others when there are many.
    fn make_room(&mut self, deed: &Deed) -> Result<(), String> {
        let who = deed.who;
        loop {
            let mine = |index: &usize| self.waiting[*index].0 == who;
            let late = |index: &usize| self.waiting[*index].2 != When::Never;
            let heavy = |index: &usize| {
                let fact = &self.waiting[*index].1.request.fact;
                let Fact::Request(request) = fact else { return false };
                !matches!(request.effect, Effect::Nothing)
            };
            let all = || (0..self.waiting.len()).filter(mine);
            let many = all().filter(late).count() >= WAITING;
            let lost = all().count() >= WAITING + LOST;
            let due = all().find(|index| lost || (late(index) && (many || heavy(index))));
            let Some(index) = due else { return Ok(()) };
            self.tell_result(&Deed { fault: Fault::None, ..deed.clone() }, index)?;
        }
    }

    fn tell_result(&mut self, deed: &Deed, index: usize) -> Result<(), String> {
        let (who, made, _) = self.waiting.remove(index);
        self.tell(&Deed { who, ..deed.clone() }, made.result).map(drop)
    }

    pub(super) fn answer(&mut self, deed: &Deed, nth: usize) -> Result<(), String> {
        let late = |(_, (.., when)): &(usize, &(Who, Made, When))| *when == When::Later;
        let late: Vec<usize> =
            self.waiting.iter().enumerate().filter(late).map(|(index, _)| index).collect();
        match late.get(nth % late.len().max(1)) {
            Some(index) => self.tell_result(deed, *index),
            None => Ok(()),
        }
    }

    pub(super) fn again(&mut self, deed: &Deed, nth: usize) -> Result<(), String> {
        let calls: Vec<(Who, Telling)> = self
            .told
            .iter()
            .filter(|(_, event, ..)| {
                matches!(event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_))
            })
            .map(|(who, _, telling, _)| (*who, telling.clone()))
            .collect();
        let Some((who, telling)) = calls.get(nth % calls.len().max(1)) else { return Ok(()) };
        self.tell(&Deed { who: *who, ..deed.clone() }, telling.clone()).map(drop)
    }

    pub(super) fn repeat(&mut self, deed: &Deed, nth: usize) -> Result<(), String> {
        let count = self.told.len().max(1);
        let Some((_, event, _, verdict)) = self.told.get(nth % count).cloned() else {
            return Ok(());
        };
        self.told_before(deed.hook, &event, &verdict)
    }

    /// The same event gets the same answer and changes nothing.
    pub(super) fn told_before(
        &mut self,
        hook: usize,
        event: &Event,
        verdict: &Verdict,
    ) -> Result<(), String> {
        let again = self.decide(hook, event)?;
        same("a repeat is known as one", (again.duplicate, again.effects), (true, false))?;
        same("a repeat's verdict", &again.verdict, verdict)
    }
}
