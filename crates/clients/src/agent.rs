//! The agent programs that Fusebox can run, read and resume: one line each in [`AGENTS`].

use crate::command::form::CommandForm;
use crate::own_cap::OwnCap;
use crate::posted_hooks::PostedHooks;
use crate::records::RecordTranslator;
use crate::{claude, codex, gemini, opencode};

/// Every known agent program, and `generic` for any other.
pub const AGENTS: &[&AgentProgram] = &[&CLAUDE, &CODEX, &GEMINI, &OPENCODE, GENERIC_AGENT];

/// An agent program.
#[derive(Debug)]
pub struct AgentProgram {
    /// The name on our command lines.
    pub name: &'static str,
    /// The name of the program.
    pub program: &'static str,
    /// The name of its npm package.
    pub package: &'static str,
    /// Opens a translator for its structured output, if it has one.
    pub(crate) translator: Option<fn() -> Box<dyn RecordTranslator>>,
    /// The form of its command line, if it is known.
    pub(crate) form: Option<&'static CommandForm>,
    /// The caps that it puts on itself.
    pub own_caps: &'static [OwnCap],
    /// How it is asked to post its hooks, if it can.
    pub posted_hooks: Option<&'static PostedHooks>,
}

const CLAUDE: AgentProgram = AgentProgram {
    name: "claude",
    program: "claude",
    package: "@anthropic-ai/claude-code",
    translator: Some(claude::stream::translator),
    form: Some(&claude::COMMAND_FORM),
    own_caps: claude::OWN_CAPS,
    posted_hooks: Some(&claude::POSTED_HOOKS),
};
const CODEX: AgentProgram = AgentProgram {
    name: "codex",
    program: "codex",
    package: "@openai/codex",
    translator: Some(codex::stream::translator),
    form: Some(&codex::COMMAND_FORM),
    own_caps: &[],
    posted_hooks: None,
};
const GEMINI: AgentProgram = AgentProgram {
    name: "gemini",
    program: "gemini",
    package: "@google/gemini-cli",
    translator: Some(gemini::translator),
    form: Some(&gemini::COMMAND_FORM),
    own_caps: &[],
    posted_hooks: None,
};
const OPENCODE: AgentProgram = AgentProgram {
    name: "opencode",
    program: "opencode",
    package: "opencode-ai",
    translator: Some(opencode::stream::translator),
    form: Some(&opencode::COMMAND_FORM),
    own_caps: &[],
    posted_hooks: None,
};
/// Any other program: its output is plain text, and its prompt goes to its standard input.
pub const GENERIC_AGENT: &AgentProgram = &AgentProgram {
    name: "generic",
    program: "",
    package: "",
    translator: None,
    form: None,
    own_caps: &[],
    posted_hooks: None,
};

impl AgentProgram {
    /// Whether it has structured output that can be read.
    #[must_use]
    pub fn has_readable_output(&self) -> bool {
        self.translator.is_some()
    }
}

/// The agent of that name.
#[must_use]
pub fn agent_named(name: &str) -> Option<&'static AgentProgram> {
    AGENTS.iter().copied().find(|agent| agent.name == name)
}
