//! The command line of Codex 0.169.0.

use crate::command::{CommandFlag, CommandForm, OptionValues};

/// The form of the command line. Only `exec` runs without a person.
pub(crate) const COMMAND_FORM: CommandForm = CommandForm {
    options: OptionValues {
        one: "--add-dir --ask-for-approval -a --cd -C --color --config -c \
            --cyber-access-program --disable --enable --local-provider --model -m \
            --output-last-message -o --output-schema --profile -p --sandbox -s \
            --thread-source",
        optional: "",
        many: "--image -i",
    },
    subcommands: "exec e",
    others: "fork review help",
    headless: &[],
    format: &CommandFlag { names: "--json --experimental-json", words: "--json" },
    beside: &[],
    chooses: "--last --all --image -i --worktree",
    prompts: "",
    joins_words: false,
    forgets: "--ephemeral",
    settings: "",
    resume: "resume",
    prompt: |text| vec!["--".to_owned(), text.to_owned()],
};
