//! Command lines as people write them, and what becomes of them.

use super::*;
use crate::agent_named;

fn split(line: &str) -> Vec<String> {
    line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Stands for "nothing" in the tables below.
const NONE: &str = "(none)";

/// The rows of a table: `agent: command line => what is expected`.
fn rows(
    table: &'static str,
) -> impl Iterator<Item = (&'static AgentProgram, &'static str, &'static str)> {
    table.trim().lines().map(|row| {
        let (agent, row) = row.trim().split_once(": ").unwrap();
        let (line, expected) = row.split_once(" => ").unwrap();
        (agent_named(agent).unwrap(), line, expected)
    })
}

#[test]
fn an_agent_is_recognised_by_its_program() {
    for (line, expected) in [
        ("claude -p x", "claude"),
        ("/usr/local/bin/claude", "claude"),
        ("env A=b C=d codex exec x", "codex"),
        ("npx @anthropic-ai/claude-code -p x", "claude"),
        ("npx -y @anthropic-ai/claude-code@2.1.330 -p x", "claude"),
        ("npm exec --yes @openai/codex -- exec x", "codex"),
        ("pnpm dlx @google/gemini-cli", "gemini"),
        ("codex.exe exec x", "codex"),
        ("opencode run x", "opencode"),
        ("npx -y opencode-ai@1.18.33 run x", "opencode"),
    ] {
        let found = agent_of_command(&split(line)).map(|agent| agent.name);
        assert_eq!(found, Some(expected), "{line}");
    }
    for line in [
        "",
        "env",
        "npx",
        "npm install @openai/codex",
        "npx @openai/codex-like",
        "npx opencode-ai-like run x",
        "claudette",
        "sh -c claude",
    ] {
        assert!(agent_of_command(&split(line)).is_none(), "{line}");
    }
}

#[test]
fn structured_output_is_asked_for_where_no_form_was_chosen() {
    // Words behind dashes, and values, are no options; Codex without `exec` is a person's.
    for (agent, line, expected) in rows(
        "
        claude: claude => claude -p --output-format stream-json --verbose
        claude: claude --print x => claude --output-format stream-json --verbose --print x
        claude: claude -p --verbose x => claude --output-format stream-json -p --verbose x
        claude: claude -p --output-format json x => claude -p --output-format json x
        claude: claude -p --output-format=text => claude -p --output-format=text
        claude: claude --model --verbose -- --output-format => claude -p --output-format stream-json --verbose --model --verbose -- --output-format
        claude: npx @anthropic-ai/claude-code -p => npx @anthropic-ai/claude-code --output-format stream-json --verbose -p
        codex: codex -m o3 exec x => codex -m o3 exec --json x
        codex: codex e --json x => codex e --json x
        codex: codex x => codex x
        codex: codex -- e => codex -- e
        gemini: gemini -p x => gemini --output-format stream-json -p x
        gemini: gemini -o json -p x => gemini -o json -p x
        opencode: opencode run -m a/b x => opencode run --format json -m a/b x
        opencode: opencode --pure run x => opencode --pure run --format json x
        opencode: opencode run --format default x => opencode run --format default x
        opencode: opencode => opencode
        opencode: opencode serve => opencode serve
        generic: claude x => claude x
        claude: ./wrapper.sh x => ./wrapper.sh x
        ",
    ) {
        let written = agent.with_structured_output(&split(line)).join(" ");
        assert_eq!(written, expected, "{line}");
    }
}

#[test]
fn a_prompt_stands_where_the_agent_wants_it() {
    for (agent, line, expected) in rows(
        "
        claude: claude -p => claude -p -- DO
        claude: claude -p --allowedTools Bash Read => claude -p --allowedTools Bash Read -- DO
        claude: claude -p -- => claude -p -- DO
        claude: claude -p --append-system-prompt {prompt} x => claude -p --append-system-prompt DO x
        codex: codex exec --json => codex exec --json -- DO
        codex: codex exec resume --last => codex exec resume --last -- DO
        codex: codex exec resume t1 => codex exec resume t1 -- DO
        codex: codex exec - => (none)
        gemini: gemini --yolo => gemini --yolo --prompt=DO
        opencode: opencode run -m a/b => opencode run -m a/b -- DO
        opencode: opencode run --file a.png b.png => opencode run --file a.png b.png -- DO
        generic: ./agent --task={prompt} => ./agent --task=DO
        generic: ./agent => (none)
        ",
    ) {
        let expected = match expected {
            NONE => PromptDelivery::Stdin,
            line => PromptDelivery::Argument(split(line)),
        };
        assert_eq!(agent.with_prompt(&split(line), "DO"), Ok(expected), "{line}");
    }
    for (agent, line, there) in rows(
        "
        claude: claude -p work => work
        codex: codex exec work => work
        codex: codex exec resume t1 work => work
        codex: codex exec resume --last work => work
        gemini: gemini work => work
        gemini: gemini -p work => -p
        opencode: opencode run -s ses_1 work => work
        ",
    ) {
        let twice = agent.with_prompt(&split(line), "DO");
        assert_eq!(twice, Err(DuplicatePrompt(there.to_owned())), "{line}");
    }
    let claude = agent_named("claude").unwrap();
    let long = |bytes: usize| claude.with_prompt(&split("claude -p"), &"x".repeat(bytes)).unwrap();
    assert!(matches!(long(100_000), PromptDelivery::Argument(_)));
    assert_eq!(long(100_001), PromptDelivery::Stdin);
}

#[test]
fn q2_the_prompt_of_a_command_is_found_and_taken_out_for_a_fresh_session() {
    for (agent, line, expected) in rows(
        "
        claude: claude -p work => claude -p | work
        claude: claude --print --allowedTools Bash Read -- work => claude --print --allowedTools Bash Read | work
        claude: claude -p --resume S0 work => claude -p | work
        claude: claude -p => (none)
        codex: codex exec --json work => codex exec --json | work
        codex: codex exec resume --last more => codex exec | more
        codex: codex exec resume t1 more => codex exec | more
        codex: codex exec resume t1 => (none)
        codex: codex exec - => (none)
        gemini: gemini --yolo -p work => gemini --yolo | work
        gemini: gemini --prompt=work => gemini | work
        gemini: gemini work => gemini | work
        opencode: opencode run -c -m a/b fix the tests => opencode run -m a/b | fix the tests
        opencode: opencode run -m a/b -- work => opencode run -m a/b | work
        opencode: opencode run => (none)
        generic: ./agent work => (none)
        claude: ./wrapper.sh -p work => (none)
        ",
    ) {
        let found = agent.split_prompt(&split(line));
        let found = found.map(|(command, prompt)| format!("{} | {prompt}", command.join(" ")));
        assert_eq!(found.as_deref().unwrap_or(NONE), expected, "{line}");
    }
}

/// The shapes were tried with the real clients, which went on with the same session.
#[test]
fn b11_a_session_is_gone_on_with_in_the_clients_own_way() {
    // Another session is in the way, and the wrap-up is told without a person.
    for (agent, line, expected) in rows(
        "
        claude: claude -p work => claude -p --resume S1 -- STOP
        claude: /bin/claude --output-format stream-json --verbose -p --allowedTools Bash Read -- work => /bin/claude --output-format stream-json --verbose -p --allowedTools Bash Read --resume S1 -- STOP
        claude: claude --session-id S0 work => claude -p --resume S1 -- STOP
        claude: claude -c --fork-session -p => claude -p --resume S1 -- STOP
        claude: claude -r S0 -p --model opus x => claude -p --model opus --resume S1 -- STOP
        claude: claude -p --input-format stream-json => claude -p --resume S1 -- STOP
        claude: npx -y @anthropic-ai/claude-code -p x => npx -y @anthropic-ai/claude-code -p --resume S1 -- STOP
        claude: claude -p --no-session-persistence x => (none)
        codex: codex -m o3 exec --json --skip-git-repo-check -C /w --sandbox workspace-write work => codex -m o3 exec --json --skip-git-repo-check -C /w --sandbox workspace-write resume S1 -- STOP
        codex: codex exec resume --last more => codex exec resume S1 -- STOP
        codex: codex exec --ephemeral work => (none)
        codex: codex exec review => (none)
        codex: codex work => (none)
        codex: codex -- exec => (none)
        gemini: gemini --approval-mode yolo --output-format stream-json -p work => gemini --approval-mode yolo --output-format stream-json --resume S1 --prompt=STOP
        gemini: gemini -r latest work => gemini --resume S1 --prompt=STOP
        opencode: opencode run --format json -m a/b -c fix the tests => opencode run --format json -m a/b --session S1 -- STOP
        opencode: opencode work => (none)
        generic: ./agent work => (none)
        ",
    ) {
        let resumed = agent.resume_command(&split(line), "S1", "STOP");
        assert_eq!(resumed, (expected != NONE).then(|| split(expected)), "{line}");
    }
}

#[test]
fn an_id_out_of_an_output_is_never_an_option() {
    let claude = agent_named("claude").unwrap();
    let resume = |id: &str| claude.resume_command(&split("claude -p x"), id, "STOP").is_some();
    assert!(resume("251e03c2-5e10-4f4d-808e-431fad8d2ade"));
    for id in ["", "--dangerously-skip-permissions", "-p", "a b", "a;b", "é", "../x"] {
        assert!(!resume(id), "{id}");
    }
}

#[test]
fn settings_are_added_where_the_agent_takes_them() {
    for (agent, line, expected) in [
        ("claude", "claude", "claude --settings {}"),
        (
            "claude",
            "npx -y @anthropic-ai/claude-code -p x",
            "npx -y @anthropic-ai/claude-code --settings {} -p x",
        ),
        ("claude", "env A=b claude -p -- x", "env A=b claude --settings {} -p -- x"),
        ("claude", "claude --settings mine.json -p x", NONE),
        ("claude", "claude --settings=mine.json", NONE),
        ("codex", "codex exec x", NONE),
        ("gemini", "gemini -p x", NONE),
        ("generic", "claude -p x", NONE),
    ] {
        let with = agent_named(agent).unwrap().with_settings(&split(line), "{}");
        assert_eq!(with.map_or(NONE.to_owned(), |words| words.join(" ")), expected, "{line}");
    }
}
