//! The first story: an agent that makes the same call again and again, whatever it is told.

use fusebox_engine::VerdictAction;

use super::project::{DISHONEST, HONEST, RIGHT, RULE, SOURCE};
use super::step::Milestone;
use super::story::Story;
use super::tool::Tool;
use crate::error::CliError;

pub(super) const TASK: &str = "The test half_a_cent_is_rounded fails. Please fix it.";
pub(super) const GUIDANCE: &str =
    "An exact half goes to the even cent, see docs/rounding.md. The test is right.";
pub(super) const TEST: Tool = Tool::Bash("cargo test");
pub(super) const REPORT: Tool = Tool::Bash(
    "fusebox report blocked \"I round half a cent up. The test wants 27 at 50% to be 14 but 25 at \
     50% to be 12, and I do not see the rule. Which halves go down?\"",
);
/// What the agent tells itself before it runs the same test again.
const EXCUSES: &[&str] = &[
    "That is right now. Perhaps the build was stale: once more.",
    "Strange. Once more.",
    "It should pass. Once more.",
    "Let me run the tests again to be sure.",
    "Perhaps the machine is slow today. Once more.",
    "One more run will tell.",
    "It may be let through this time.",
];
/// Repeats after which the demo gives up on being stopped.
const MAX_REPEATS: usize = 12;

impl Story<'_> {
    pub(super) fn get_stuck_in_a_loop(&mut self) -> Result<(), CliError> {
        self.try_honestly()?;
        self.get_stuck()?;
        self.give_up()?;
        self.show_incident()?;
        self.follow_guidance()
    }

    fn try_honestly(&mut self) -> Result<(), CliError> {
        self.prompt(TASK)?;
        self.call(Tool::Read(SOURCE))?;
        let first = self.call(TEST)?;
        if !first.gist.as_deref().is_some_and(|gist| gist.contains("1 failed")) {
            let printed = first.gist.unwrap_or_default();
            return Err(CliError::failed(format!("the test could not be run: {printed}"))
                .hint("Rust needs a C linker: install gcc or clang"));
        }
        self.say("Half a cent is cut off. It has to be rounded up.")?;
        self.call(Tool::Edit(HONEST))?;
        self.call(TEST).map(drop)
    }

    /// The same test again and again, whatever the breaker says, until it opens.
    fn get_stuck(&mut self) -> Result<(), CliError> {
        for excuse in EXCUSES.iter().cycle().take(MAX_REPEATS) {
            self.say(excuse)?;
            let call = self.call(TEST)?;
            match (call.verdict, &call.alert) {
                (VerdictAction::Warn, _) => self.reach(Milestone::Nudged),
                (VerdictAction::Deny | VerdictAction::Stop, None) => self.reach(Milestone::Denied),
                (VerdictAction::Deny | VerdictAction::Stop, Some(_)) => {
                    self.reach(Milestone::Tripped);
                    return Ok(());
                }
                (VerdictAction::Allow, _) => {}
            }
        }
        Ok(())
    }

    fn give_up(&mut self) -> Result<(), CliError> {
        self.say("Then I make the test expect what the code does.")?;
        if self.call(Tool::Edit(DISHONEST))?.verdict >= VerdictAction::Deny {
            self.reach(Milestone::Refused);
        }
        self.say("All right, I report.")?;
        if self.call(REPORT)?.ok == Some(true) {
            self.reach(Milestone::Reported);
        }
        self.client.stop("I am blocked and have reported why.")
    }

    fn follow_guidance(&mut self) -> Result<(), CliError> {
        self.prompt(GUIDANCE)?;
        self.call(Tool::Read(RULE))?;
        self.say("Half to even. That is another rule.")?;
        self.call(Tool::Edit(RIGHT))?;
        if self.call(TEST)?.ok == Some(true) {
            self.reach(Milestone::Passed);
        }
        self.call(Tool::Bash("git status --short"))?;
        self.say("Done: halves go to the even cent, and the tests pass.")?;
        self.client.stop("Done: halves go to the even cent, and the tests pass.")
    }
}
