//! The command line of Claude Code 2.1.330.

use crate::command::{CommandFlag, CommandForm, OptionValues};

/// The form of the command line.
pub(crate) const COMMAND_FORM: CommandForm = CommandForm {
    options: OptionValues {
        one: "--agent --agents --append-system-prompt --append-system-prompt-file \
            --autocompact --debug-file --effort --environment --fallback-model \
            --input-format --json-schema --max-budget-usd --max-turns --model --name -n \
            --output-format --permission-mode --permission-prompt-tool \
            --permission-prompts --plugin-dir --plugin-url \
            --remote-control-session-name-prefix --session-id --setting-sources --settings \
            --system-prompt --system-prompt-file --system-prompt-snapshot",
        optional: "--cloud --debug -d --from-pr --prompt-suggestions --remote-control --resume -r \
            --teleport --worktree -w",
        many: "--add-dir --allowedTools --allowed-tools --betas --disallowedTools \
            --disallowed-tools --file --mcp-config --tools",
    },
    subcommands: "",
    others: "",
    headless: &[&CommandFlag { names: "-p --print", words: "-p" }],
    format: &CommandFlag { names: "--output-format", words: "--output-format stream-json" },
    // The client refuses the format without it.
    beside: &[&CommandFlag { names: "--verbose", words: "--verbose" }],
    chooses: "--session-id --resume -r --continue -c --fork-session --from-pr --teleport \
            --input-format --replay-user-messages --worktree -w",
    prompts: "",
    joins_words: false,
    forgets: "--no-session-persistence",
    settings: "--settings",
    resume: "--resume",
    prompt: |text| vec!["--".to_owned(), text.to_owned()],
};
