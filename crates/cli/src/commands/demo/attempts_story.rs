//! The second story: an agent that tries something else each time and comes no further.

use fusebox_engine::VerdictAction;

use super::loop_story::{GUIDANCE, REPORT, TASK, TEST};
use super::project::{DISHONEST, RIGHT_AT_LAST, RULE, SOURCE, TDD, TRIES};
use super::step::{Milestone, Step};
use super::story::Story;
use super::tool::Tool;
use crate::error::CliError;

const TITLE: &str = "Another agent, the same test: three honest tries";
const ABOUT: &str = "This one does not repeat itself, so no loop is seen. The project counts \
    attempts: its .fusebox.toml says `preset = \"tdd\"`.";
/// What the agent says before each try.
const SAID: [&str; 3] = [
    "Half a cent is cut off, so it has to be rounded up.",
    "Integers may be the fault. Floating point rounds as one expects.",
    "Then 49 instead of 50, so that 12.5 goes down.",
];

impl Story<'_> {
    pub(super) fn try_three_times(&mut self) -> Result<(), CliError> {
        self.view.show(&Step::Act { title: TITLE, text: ABOUT })?;
        self.sandbox.begin_again(TDD)?;
        self.another_session("demo-2")?;
        self.prompt(TASK)?;
        self.call(Tool::Read(SOURCE))?;
        self.call(TEST)?;
        for (n, (said, edit)) in SAID.iter().zip(TRIES).enumerate() {
            if n == 2 {
                self.say("Or the test is wrong: 13 would be right.")?;
                if self.call(Tool::Edit(DISHONEST))?.verdict >= VerdictAction::Deny {
                    self.reach(Milestone::Protected);
                }
            }
            self.say(said)?;
            self.call(Tool::Edit(edit))?;
            let run = self.call(TEST)?;
            if n == 2 && run.alert.is_some() {
                self.reach(Milestone::ThirdAttempt);
            }
        }
        self.say("I stop here and report.")?;
        self.call(REPORT)?;
        self.client.stop("I am blocked and have reported why.")?;
        if self.show_incident()?.contains('?') {
            self.reach(Milestone::Asked);
        }
        self.prompt(GUIDANCE)?;
        self.call(Tool::Read(RULE))?;
        self.say("Half to even. That is another rule.")?;
        self.call(Tool::Edit(RIGHT_AT_LAST))?;
        if self.call(TEST)?.ok == Some(true) {
            self.reach(Milestone::Fixed);
        }
        self.say("Done: halves go to the even cent, and the tests pass.")?;
        self.client.stop("Done: halves go to the even cent, and the tests pass.")
    }
}
