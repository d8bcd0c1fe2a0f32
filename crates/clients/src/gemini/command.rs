//! The command line of Gemini CLI, as 0.61.0 takes it.

use crate::command::{Flag, Form, Options};

/// How it is put together. What stands behind `--` never reaches it, so a prompt is an option.
pub(crate) const FORM: Form = Form {
    options: Options {
        valued: &[
            "--approval-mode",
            "--delete-session",
            "--model",
            "-m",
            "--output-format",
            "-o",
            "--prompt",
            "-p",
            "--prompt-interactive",
            "-i",
            "--resume",
            "-r",
            "--session-file",
            "--session-id",
        ],
        maybe: &["--worktree", "-w"],
        many: &[
            "--admin-policy",
            "--allowed-mcp-server-names",
            "--allowed-tools",
            "--extensions",
            "-e",
            "--include-directories",
            "--policy",
        ],
    },
    subcommands: &[],
    others: &[],
    headless: &[],
    format: &Flag { names: &["--output-format", "-o"], words: &["--output-format", "stream-json"] },
    beside: &[],
    chooses: &["--resume", "-r", "--session-file", "--session-id", "--worktree", "-w"],
    prompts: &["--prompt", "-p", "--prompt-interactive", "-i"],
    forgets: &[],
    resume: "--resume",
    prompt: |text| vec![format!("--prompt={text}")],
};
