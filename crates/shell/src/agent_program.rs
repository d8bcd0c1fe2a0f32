//! Which programs are agents: they start one, or hand a prompt to one.

use crate::CommandLine;

/// Programs that run an agent, and whether the client has hooks in which Fusebox can be installed.
const AGENT_PROGRAMS: &[(&str, bool)] = &[
    ("aider", false),
    ("amp", true),
    ("claude", true),
    ("claude-code", true),
    ("codex", true),
    ("copilot", true),
    ("cursor-agent", true),
    ("gemini", true),
    ("gemini-cli", true),
    ("goose", false),
    ("llm", false),
    ("opencode", true),
    ("opencode-ai", true),
    ("pi", true),
    ("qwen", true),
    ("qwen-code", true),
];

/// Whether the line hands a prompt to another agent: `codex exec 'attempt 2: …'`, `claude -p …`.
#[must_use]
pub fn prompts_agent(line: &CommandLine<'_>) -> bool {
    line.commands.iter().any(|command| agent_program(command.program()).is_some())
}

/// Whether the program starts an agent whose hooks can be left out or changed.
pub(crate) fn has_hooks(program: &str) -> bool {
    agent_program(program).is_some_and(|(_, has_hooks)| *has_hooks)
}

/// The agent that a program's name means, which may be that of a package: `claude-code@latest`.
fn agent_program(program: &str) -> Option<&'static (&'static str, bool)> {
    let program = program.split('@').next().unwrap_or(program);
    AGENT_PROGRAMS.iter().find(|(name, _)| *name == program)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn every_agent_is_prompted_and_only_some_have_hooks() {
        for line in [
            "npx -y @anthropic-ai/claude-code@latest -p go",
            "codex exec 'attempt 2'",
            "cd a && pi -p go",
            "timeout 60 aider -m go",
        ] {
            assert!(prompts_agent(&parse(line)), "{line}");
        }
        for line in ["cat codex", "pip install llm", "echo claude"] {
            assert!(!prompts_agent(&parse(line)), "{line}");
        }
        assert!(["claude", "pi", "qwen"].into_iter().all(has_hooks));
        assert!(!["aider", "goose", "llm", "cat"].into_iter().any(has_hooks));
    }
}
