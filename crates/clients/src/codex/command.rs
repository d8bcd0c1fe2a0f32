//! The command line of Codex, as 0.169.0 takes it.

use crate::command::{Flag, Form, Options};

/// How it is put together. Only `exec` runs without a person.
pub(crate) const FORM: Form = Form {
    options: Options {
        valued: &[
            "--add-dir",
            "--ask-for-approval",
            "-a",
            "--cd",
            "-C",
            "--color",
            "--config",
            "-c",
            "--cyber-access-program",
            "--disable",
            "--enable",
            "--local-provider",
            "--model",
            "-m",
            "--output-last-message",
            "-o",
            "--output-schema",
            "--profile",
            "-p",
            "--sandbox",
            "-s",
            "--thread-source",
        ],
        maybe: &[],
        many: &["--image", "-i"],
    },
    subcommands: &["exec", "e"],
    others: &["fork", "review", "help"],
    headless: &[],
    format: &Flag { names: &["--json", "--experimental-json"], words: &["--json"] },
    beside: &[],
    chooses: &["--last", "--all", "--image", "-i", "--worktree"],
    prompts: &[],
    forgets: &["--ephemeral"],
    resume: "resume",
    prompt: |text| vec!["--".to_owned(), text.to_owned()],
};
