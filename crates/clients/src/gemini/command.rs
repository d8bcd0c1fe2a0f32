//! The command line of Gemini CLI 0.61.0.

use crate::command::{CommandFlag, CommandForm, OptionValues};

/// The form of the command line. It ignores what follows `--`, so the prompt is an option.
pub(crate) const COMMAND_FORM: CommandForm = CommandForm {
    options: OptionValues {
        one: "--approval-mode --delete-session --model -m --output-format -o --prompt -p \
            --prompt-interactive -i --resume -r --session-file --session-id",
        optional: "--worktree -w",
        many: "--admin-policy --allowed-mcp-server-names --allowed-tools --extensions -e \
            --include-directories --policy",
    },
    subcommands: "",
    others: "",
    headless: &[],
    format: &CommandFlag { names: "--output-format -o", words: "--output-format stream-json" },
    beside: &[],
    chooses: "--resume -r --session-file --session-id --worktree -w",
    prompts: "--prompt -p --prompt-interactive -i",
    joins_words: false,
    forgets: "",
    settings: "",
    resume: "--resume",
    prompt: |text| vec![format!("--prompt={text}")],
};
