//! Recognizes the command line of an agent, and rewrites it: with a prompt, with structured output, or
//! to resume a session. Nothing is run or looked up.

pub(crate) mod form;
mod line;

use crate::agent::{AGENTS, AgentProgram};
pub(crate) use form::{CommandFlag, CommandForm, OptionValues};
use line::{AgentCommand, is_named};

/// The longest prompt that becomes an argument, in bytes. Linux allows 128 KiB for one argument.
const MAX_ARGUMENT_BYTES: usize = 100_000;
/// The placeholder for the prompt in a command line.
const PROMPT_PLACEHOLDER: &str = "{prompt}";
/// Programs that run an npm package, with their subcommand for that; empty if they need none.
const PACKAGE_RUNNERS: &[(&str, &str)] = &[
    ("npx", ""),
    ("bunx", ""),
    ("pnpx", ""),
    ("npm", "exec"),
    ("pnpm", "dlx"),
    ("yarn", "dlx"),
    ("bun", "x"),
];

/// How a command receives its prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptDelivery {
    /// As an argument of this command.
    Argument(Vec<String>),
    /// Through the standard input of the unchanged command.
    Stdin,
}

/// The command already has a prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the command holds a prompt already: {0:?}. Give it there or with --prompt, not twice")]
pub struct DuplicatePrompt(pub String);

/// The agent that a command runs, by its program: `claude`, `/usr/bin/codex`, `env A=b gemini`,
/// `npx -y @anthropic-ai/claude-code@2`. `None` for any other.
#[must_use]
pub fn agent_of_command(command: &[String]) -> Option<&'static AgentProgram> {
    AGENTS.iter().copied().find(|agent| agent.first_argument(command).is_some())
}

impl AgentProgram {
    /// The command with the flags for structured output, unless it already chooses an output format.
    #[must_use]
    pub fn with_structured_output(&self, command: &[String]) -> Vec<String> {
        let Some((form, line)) = self.parse(command) else { return command.to_vec() };
        if line.has(form.format.names) || !line.can_be_headless() {
            return command.to_vec();
        }
        let flags = [form.headless, &[form.format], form.beside].concat();
        line.with(&flags)
    }

    /// The command with settings beside those of the files. `None` if the agent takes none, or the command
    /// has some already.
    #[must_use]
    pub fn with_settings(&self, command: &[String], settings: &str) -> Option<Vec<String>> {
        let (form, line) = self.parse(command)?;
        if form.settings.is_empty() || line.has(form.settings) {
            return None;
        }
        let (before, after) = command.split_at(self.first_argument(command)?);
        Some([before, &[form.settings.to_owned(), settings.to_owned()], after].concat())
    }

    /// The command with a prompt: in place of `{prompt}` if an argument has that, else where the agent
    /// expects it. Standard input is used for an unknown agent and for a prompt over 100 KB.
    ///
    /// # Errors
    /// When the command already has a prompt.
    pub fn with_prompt(
        &self,
        command: &[String],
        prompt: &str,
    ) -> Result<PromptDelivery, DuplicatePrompt> {
        let fits = prompt.len() <= MAX_ARGUMENT_BYTES;
        if fits && command.iter().any(|word| word.contains(PROMPT_PLACEHOLDER)) {
            let placed = command.iter().map(|word| word.replace(PROMPT_PLACEHOLDER, prompt));
            return Ok(PromptDelivery::Argument(placed.collect()));
        }
        let Some((form, line)) = self.parse(command) else { return Ok(PromptDelivery::Stdin) };
        match line.free_words().get(words_before_prompt(form, &line)) {
            Some(&"-") => return Ok(PromptDelivery::Stdin),
            Some(words) => return Err(DuplicatePrompt((*words).to_owned())),
            None => {}
        }
        if let Some(option) = form.prompts.split(' ').find(|option| line.has(option)) {
            return Err(DuplicatePrompt((*option).to_owned()));
        }
        if !fits {
            return Ok(PromptDelivery::Stdin);
        }
        let command = command.strip_suffix(&["--".to_owned()]).unwrap_or(command);
        Ok(PromptDelivery::Argument([command, &(form.prompt)(prompt)].concat()))
    }

    /// Whether the command is one that a person types into.
    #[must_use]
    pub fn wants_person(&self, command: &[String]) -> bool {
        self.parse(command).is_some_and(|(form, line)| {
            !line.can_be_headless() || form.headless.iter().any(|flag| !line.has(flag.names))
        })
    }

    /// Whether the command takes its prompt as text from its standard input: it runs without a person and
    /// holds none.
    #[must_use]
    pub fn reads_stdin(&self, command: &[String]) -> bool {
        // Messages that are streamed to it are no prompt, and are answered one by one.
        let takes_text =
            |line: &AgentCommand<'_>| line.can_be_headless() && !line.has("--input-format");
        self.parse(command).is_some_and(|(_, line)| takes_text(&line))
            && self.split_prompt(command).is_none()
    }

    /// The prompt that the command holds, and the command without it for a fresh session. `None` if it
    /// holds none, or if the agent is unknown.
    #[must_use]
    pub fn split_prompt(&self, command: &[String]) -> Option<(Vec<String>, String)> {
        let (form, line) = self.parse(command)?;
        let words = line.free_words();
        let words = words.get(words_before_prompt(form, &line)..).unwrap_or_default();
        let prompt = match words {
            ["-", ..] => return None,
            words @ [_, ..] if form.joins_words => words.join(" "),
            [prompt, ..] => (*prompt).to_owned(),
            [] => line.value_of(form.prompts)?.to_owned(),
        };
        let without = [form.chooses, form.prompts].join(" ");
        Some((line.bare(form.headless, &without), prompt))
    }

    /// The command that resumes a session with another prompt, with the options of this command.
    /// `None` if the agent is unknown, cannot run without a person or keeps no session, or if the
    /// session's id is not in the form that clients use.
    #[must_use]
    pub fn resume_command(
        &self,
        command: &[String],
        session: &str,
        prompt: &str,
    ) -> Option<Vec<String>> {
        let (form, line) = self.parse(command)?;
        let is_other = line.free_words().first().is_some_and(|word| is_named(form.others, word));
        if !line.can_be_headless() || line.has(form.forgets) || is_other || !is_session_id(session)
        {
            return None;
        }
        let mut resumed = line.bare(form.headless, &[form.chooses, form.prompts].join(" "));
        resumed.extend([form.resume.to_owned(), session.to_owned()]);
        resumed.extend((form.prompt)(prompt));
        Some(resumed)
    }

    fn parse<'a>(&self, command: &'a [String]) -> Option<(&'static CommandForm, AgentCommand<'a>)> {
        let form = self.form?;
        let arguments = self.first_argument(command)?;
        Some((form, AgentCommand::of(form, command, arguments)))
    }

    /// The position of the first argument, if the command runs this agent.
    fn first_argument(&self, command: &[String]) -> Option<usize> {
        self.form?;
        let is_assigned = |word: &&String| word.contains('=') && !word.starts_with('-');
        let base = |word: &str| word.rsplit(['/', '\\']).next().unwrap_or(word).to_owned();
        let mut at = 0;
        if command.first().is_some_and(|word| base(word) == "env") {
            at = 1 + command.iter().skip(1).take_while(is_assigned).count();
        }
        let file = base(command.get(at)?);
        let program = file.strip_suffix(".exe").or(file.strip_suffix(".cmd")).unwrap_or(&file);
        if program == self.program {
            return Some(at + 1);
        }
        let (_, word) = PACKAGE_RUNNERS.iter().find(|(runner, _)| *runner == program)?;
        let mut rest = command.iter().enumerate().skip(at + 1);
        if !word.is_empty() && rest.next().is_none_or(|(_, next)| next != word) {
            return None;
        }
        let (at, package) = rest.find(|(_, word)| !word.starts_with('-'))?;
        let after = package.strip_prefix(self.package)?;
        if !after.is_empty() && !after.starts_with('@') {
            return None;
        }
        // `npm exec package -- arguments`
        let dashes = command.get(at + 1).is_some_and(|word| word == "--" && program == "npm");
        Some(at + 1 + usize::from(dashes))
    }
}

/// How many free words come before the prompt: `resume --last PROMPT`, `resume SESSION PROMPT`.
fn words_before_prompt(form: &CommandForm, line: &AgentCommand<'_>) -> usize {
    let is_resumed = line.free_words().first() == Some(&form.resume);
    if is_resumed { 1 + usize::from(!line.has("--last")) } else { 0 }
}

/// Whether a text has the form of a session's id. It comes from the agent's output and becomes an
/// argument, and must not be taken for an option there.
fn is_session_id(session: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    session.starts_with(|c: char| c.is_ascii_alphanumeric()) && session.chars().all(plain)
}

#[cfg(test)]
mod tests;
