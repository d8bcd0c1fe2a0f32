//! Which programs are agents: they start one, or hand a prompt to one.

use crate::{CommandLine, SimpleCommand};

/// Programs that run a script of JavaScript, as most agents are.
const SCRIPT_RUNNERS: [&str; 5] = ["bun", "deno", "node", "nodejs", "tsx"];

/// Programs that run an agent, and whether the client has hooks in which Fusebox can be installed.
const AGENT_PROGRAMS: &[(&str, bool)] = &[
    ("agy", true),
    ("aider", false),
    ("amp", true),
    ("claude", true),
    ("claude-code", true),
    ("cline", true),
    ("codex", true),
    ("copilot", true),
    ("cursor-agent", true),
    ("gemini", true),
    ("gemini-cli", true),
    ("goose", false),
    ("kiro-cli", true),
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
    line.commands.iter().any(|command| agent_of(command).is_some())
}

/// Whether the command starts an agent whose hooks can be left out or changed.
pub(crate) fn starts_hooked_agent(command: &SimpleCommand<'_>) -> bool {
    agent_of(command).is_some_and(|(_, has_hooks)| *has_hooks)
}

/// The agent that a command starts: by its program, or by the script of its package.
fn agent_of(command: &SimpleCommand<'_>) -> Option<&'static (&'static str, bool)> {
    let program = command.program();
    agent_named(program).or_else(|| {
        let mut words = command.args().filter(|_| SCRIPT_RUNNERS.contains(&program));
        words.find_map(agent_of_script)
    })
}

/// The agent whose package a script belongs to: `…/node_modules/@openai/codex/bin/codex.js`.
fn agent_of_script(path: &str) -> Option<&'static (&'static str, bool)> {
    let (_, package) = path.rsplit_once("node_modules/")?;
    let mut parts = package.split('/');
    let name = parts.next()?;
    agent_named(if name.starts_with('@') { parts.next()? } else { name })
}

/// The agent that a program's name means, which may be that of a package: `claude-code@latest`.
fn agent_named(program: &str) -> Option<&'static (&'static str, bool)> {
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
            "node --no-warnings /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js -p go",
        ] {
            assert!(prompts_agent(&parse(line)), "{line}");
        }
        for line in [
            "cat codex",
            "pip install llm",
            "echo claude",
            "node src/pi/main.js",
            "node node_modules/lib/pi/a.js",
        ] {
            assert!(!prompts_agent(&parse(line)), "{line}");
        }
        let has_hooks = |line: &&str| starts_hooked_agent(&parse(line).commands[0]);
        assert!(
            ["claude", "pi -p go", "qwen", "cline task", "kiro-cli chat", "agy -p go"]
                .iter()
                .all(has_hooks)
        );
        assert!(!["aider", "goose", "llm", "cat"].iter().any(has_hooks));
    }
}
