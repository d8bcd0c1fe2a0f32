//! The agent programs that can be run, read and gone on with: one line each in [`AGENTS`].

use crate::command::Form;
use crate::records::RecordTranslator;
use crate::{claude, codex, gemini};

/// Every agent program that is known, and `generic` for all others.
pub const AGENTS: &[&AgentProgram] = &[&CLAUDE, &CODEX, &GEMINI, GENERIC_AGENT];

/// An agent program.
#[derive(Debug)]
pub struct AgentProgram {
    /// Its name on our command lines.
    pub name: &'static str,
    /// The name of its program, and of its package on npm.
    pub program: &'static str,
    pub(crate) package: &'static str,
    /// Reads its structured output, where it has one.
    pub(crate) records: Option<fn() -> Box<dyn RecordTranslator>>,
    /// How its command line is put together, where we know.
    pub(crate) form: Option<&'static Form>,
}

const CLAUDE: AgentProgram = AgentProgram {
    name: "claude",
    program: "claude",
    package: "@anthropic-ai/claude-code",
    records: Some(claude::stream::records),
    form: Some(&claude::FORM),
};
const CODEX: AgentProgram = AgentProgram {
    name: "codex",
    program: "codex",
    package: "@openai/codex",
    records: Some(codex::stream::records),
    form: Some(&codex::FORM),
};
const GEMINI: AgentProgram = AgentProgram {
    name: "gemini",
    program: "gemini",
    package: "@google/gemini-cli",
    records: Some(gemini::records),
    form: Some(&gemini::FORM),
};
/// Any other program: its output is plain text, and its prompt goes to its standard input.
pub const GENERIC_AGENT: &AgentProgram =
    &AgentProgram { name: "generic", program: "", package: "", records: None, form: None };

/// The agent of that name.
#[must_use]
pub fn agent_named(name: &str) -> Option<&'static AgentProgram> {
    AGENTS.iter().copied().find(|agent| agent.name == name)
}
