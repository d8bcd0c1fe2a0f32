//! The command line of opencode 1.18.33.

use crate::command::{CommandFlag, CommandForm, OptionValues};

/// The form of the command line. Only `run` runs without a person.
pub(crate) const COMMAND_FORM: CommandForm = CommandForm {
    options: OptionValues {
        one: "--agent --attach --command --dir --format --hostname --log-level --model -m \
            --password -p --port --prompt --session -s --title --username -u --variant",
        optional: "",
        many: "--cors --file -f",
    },
    subcommands: "run",
    others: "",
    headless: &[],
    format: &CommandFlag { names: "--format", words: "--format json" },
    beside: &[],
    chooses: "--session -s --continue -c --fork --command --file -f",
    prompts: "",
    joins_words: true,
    forgets: "",
    settings: "",
    resume: "--session",
    prompt: |text| vec!["--".to_owned(), text.to_owned()],
};
