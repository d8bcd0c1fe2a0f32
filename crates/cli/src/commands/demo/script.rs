//! What the two scripted agents and the person do, in order.

use super::project::{DISHONEST, HONEST, RIGHT, RIGHT_AT_LAST, RULE, SOURCE, TDD, TRIES};
use super::step::Milestone;
use super::tool::ToolCall;

/// One action of the script.
#[derive(Debug, Clone, Copy)]
pub(super) enum ScriptAction {
    /// Another agent starts, in a session and on a project of its own.
    NextAgent {
        title: &'static str,
        text: &'static str,
        session: &'static str,
        policy: &'static str,
    },
    /// A person types a prompt.
    Prompt(&'static str),
    /// The agent says something.
    Say(&'static str),
    /// The agent calls a tool.
    Call(ToolCall),
    /// The agent calls a tool, which has to reach a milestone.
    Reach(Milestone, ToolCall),
    /// The agent runs the test, which has to fail.
    FailingTest,
    /// The agent ends its turn.
    Stop(&'static str),
    /// The report of the latest incident is shown; its question reaches the milestone.
    ShowIncident(Option<Milestone>),
}

use ScriptAction::{Call, FailingTest, NextAgent, Prompt, Reach, Say, ShowIncident, Stop};

pub(super) const TEST: ToolCall = ToolCall::Bash("cargo test");
const TASK: &str = "The test half_a_cent_is_rounded fails. Please fix it.";
const GUIDANCE: &str =
    "An exact half goes to the even cent, see docs/rounding.md. The test is right.";
const REPORT: ToolCall = ToolCall::Bash(
    "fusebox report blocked \"I round half a cent up. The test wants 27 at 50% to be 14 but 25 at \
     50% to be 12, and I do not see the rule. Which halves go down?\"",
);
const BLOCKED: &str = "I am blocked and have reported why.";
const DONE: &str = "Done: halves go to the even cent, and the tests pass.";

/// The first agent repeats one call, whatever the answers say. The second tries
/// something else each time and comes no further.
pub(super) const SCRIPT: &[ScriptAction] = &[
    Prompt(TASK),
    Call(ToolCall::Read(SOURCE)),
    FailingTest,
    Say("Half a cent is cut off. It has to be rounded up."),
    Call(ToolCall::Edit(HONEST)),
    Call(TEST),
    Say("That is right now. Perhaps the build was stale: once more."),
    Call(TEST),
    Say("Strange. Once more."),
    Call(TEST),
    Say("It should pass. Once more."),
    Reach(Milestone::Nudged, TEST),
    Say("Let me run the tests again to be sure."),
    Call(TEST),
    Say("Perhaps the machine is slow today. Once more."),
    Call(TEST),
    Say("One more run will tell."),
    Reach(Milestone::Denied, TEST),
    Say("It may be let through this time."),
    Reach(Milestone::Tripped, TEST),
    Say("Then I make the test expect what the code does."),
    Reach(Milestone::Refused, ToolCall::Edit(DISHONEST)),
    Say("All right, I report."),
    Reach(Milestone::Reported, REPORT),
    Stop(BLOCKED),
    ShowIncident(None),
    Prompt(GUIDANCE),
    Call(ToolCall::Read(RULE)),
    Say("Half to even. That is another rule."),
    Call(ToolCall::Edit(RIGHT)),
    Reach(Milestone::Passed, TEST),
    Call(ToolCall::Bash("git status --short")),
    Say(DONE),
    Stop(DONE),
    NextAgent {
        title: "Another agent, the same test: three honest tries",
        text: "This one does not repeat itself, so no loop is seen. The project counts attempts: its \
               .fusebox.toml says `preset = \"tdd\"`.",
        session: "demo-2",
        policy: TDD,
    },
    Prompt(TASK),
    Call(ToolCall::Read(SOURCE)),
    Call(TEST),
    Say("Half a cent is cut off, so it has to be rounded up."),
    Call(ToolCall::Edit(TRIES[0])),
    Call(TEST),
    Say("Integers may be the fault. Floating point rounds as one expects."),
    Call(ToolCall::Edit(TRIES[1])),
    Call(TEST),
    Say("Or the test is wrong: 13 would be right."),
    Reach(Milestone::Protected, ToolCall::Edit(DISHONEST)),
    Say("Then 49 instead of 50, so that 12.5 goes down."),
    Call(ToolCall::Edit(TRIES[2])),
    Reach(Milestone::ThirdAttempt, TEST),
    Say("I stop here and report."),
    Call(REPORT),
    Stop(BLOCKED),
    ShowIncident(Some(Milestone::Asked)),
    Prompt(GUIDANCE),
    Call(ToolCall::Read(RULE)),
    Say("Half to even. That is another rule."),
    Call(ToolCall::Edit(RIGHT_AT_LAST)),
    Reach(Milestone::Fixed, TEST),
    Say(DONE),
    Stop(DONE),
];
