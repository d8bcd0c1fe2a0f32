//! Which programs are agents: they start one, or hand a prompt to one.

use crate::CommandLine;

/// Programs that run an agent, and whether the client has hooks in which Fusebox can be installed.
const AGENT_PROGRAMS: &[(&str, bool)] = &[
    ("aider", false),
    ("amp", true),
    ("claude", true),
    ("codex", true),
    ("copilot", true),
    ("cursor-agent", true),
    ("gemini", true),
    ("goose", false),
    ("llm", false),
    ("opencode", true),
    ("pi", true),
    ("qwen", true),
];

/// Whether the line hands a prompt to another agent: `codex exec 'attempt 2: …'`, `claude -p …`.
#[must_use]
pub fn prompts_agent(line: &CommandLine<'_>) -> bool {
    let is_agent = |program: &str| AGENT_PROGRAMS.iter().any(|(name, _)| *name == program);
    line.commands.iter().any(|command| is_agent(command.program()))
}

/// Whether the program starts an agent whose hooks can be left out or changed.
pub(crate) fn has_hooks(program: &str) -> bool {
    AGENT_PROGRAMS.iter().any(|(name, has_hooks)| *name == program && *has_hooks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn every_agent_is_prompted_and_only_some_have_hooks() {
        for line in ["codex exec 'attempt 2'", "cd a && pi -p go", "timeout 60 aider -m go"] {
            assert!(prompts_agent(&parse(line)), "{line}");
        }
        for line in ["cat codex", "pip install llm", "echo claude"] {
            assert!(!prompts_agent(&parse(line)), "{line}");
        }
        assert!(["claude", "pi", "qwen"].into_iter().all(has_hooks));
        assert!(!["aider", "goose", "llm", "cat"].into_iter().any(has_hooks));
    }
}
