//! The command line of an agent: recognised, given a prompt, asked for structured output, and made
//! to go on with a session. Only words are moved; nothing is run or looked up.

mod line;

use crate::agent::{AGENTS, AgentProgram};
use line::Line;
pub(crate) use line::Options;

/// The longest prompt that is put on a command line, in bytes: Linux takes 128 KiB for one
/// argument.
const ARGUMENT_BYTES: usize = 100_000;
/// Where a person says that the prompt belongs.
const PLACE: &str = "{prompt}";
/// Programs that run a package of npm, with the word that has to follow.
const RUNNERS: &[(&str, &str)] = &[
    ("npx", ""),
    ("bunx", ""),
    ("pnpx", ""),
    ("npm", "exec"),
    ("pnpm", "dlx"),
    ("yarn", "dlx"),
    ("bun", "x"),
];

/// How the command line of one agent is put together.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) options: Options,
    /// The subcommand that runs without a person; none where a flag does it.
    pub(crate) subcommands: &'static [&'static str],
    /// Subcommands below it that no session can be gone on with.
    pub(crate) others: &'static [&'static str],
    /// What makes it run without a person.
    pub(crate) headless: &'static [&'static Flag],
    /// What makes its output structured.
    pub(crate) format: &'static Flag,
    /// What it wants beside that.
    pub(crate) beside: &'static [&'static Flag],
    /// Options that choose a session, or what is read: in the way when a session goes on.
    pub(crate) chooses: &'static [&'static str],
    /// Options that give a prompt.
    pub(crate) prompts: &'static [&'static str],
    /// Options under which no session is kept.
    pub(crate) forgets: &'static [&'static str],
    /// What goes on with a session, in front of its id.
    pub(crate) resume: &'static str,
    /// How a prompt stands at the end of the line.
    pub(crate) prompt: fn(&str) -> Vec<String>,
}

/// An option of a program: all its names, and the words that give it.
#[derive(Debug)]
pub(crate) struct Flag {
    pub(crate) names: &'static [&'static str],
    pub(crate) words: &'static [&'static str],
}

/// How a command is given its prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptDelivery {
    /// It stands in this command.
    Argument(Vec<String>),
    /// It has to be written to the standard input of the command as it is.
    Stdin,
}

/// The command holds a prompt already.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the command holds a prompt already: {0:?}. Give it there or with --prompt, not twice")]
pub struct DuplicatePrompt(pub String);

/// The agent that a command runs, by its program: `claude`, `/usr/bin/codex`, `env A=b gemini`,
/// `npx -y @anthropic-ai/claude-code@2`. `None` for any other.
#[must_use]
pub fn agent_of_command(command: &[String]) -> Option<&'static AgentProgram> {
    AGENTS.iter().copied().find(|agent| agent.arguments(command).is_some())
}

impl AgentProgram {
    /// The command with what makes the output structured, for who asked to have it read. Whoever
    /// chose a form of output keeps it.
    #[must_use]
    pub fn with_structured_output(&self, command: &[String]) -> Vec<String> {
        let Some((form, line)) = self.line(command) else { return command.to_vec() };
        if line.has(form.format.names) || !line.can_be_headless() {
            return command.to_vec();
        }
        let flags = [form.headless, &[form.format], form.beside].concat();
        line.with(&flags)
    }

    /// The command with a prompt: at `{prompt}` where a word holds that, else where the agent wants
    /// it. An agent that we do not know, and any prompt over 100 KB, is told through standard input.
    ///
    /// # Errors
    /// When the command holds a prompt already.
    pub fn with_prompt(
        &self,
        command: &[String],
        prompt: &str,
    ) -> Result<PromptDelivery, DuplicatePrompt> {
        let fits = prompt.len() <= ARGUMENT_BYTES;
        if fits && command.iter().any(|word| word.contains(PLACE)) {
            let placed = command.iter().map(|word| word.replace(PLACE, prompt));
            return Ok(PromptDelivery::Argument(placed.collect()));
        }
        let Some((form, line)) = self.line(command) else { return Ok(PromptDelivery::Stdin) };
        let words = line.free_words();
        let is_resumed = words.first() == Some(&form.resume);
        // `resume --last PROMPT`, `resume SESSION PROMPT`.
        let own = if is_resumed { 1 + usize::from(!line.has(&["--last"])) } else { 0 };
        match words.get(own) {
            Some(&"-") => return Ok(PromptDelivery::Stdin),
            Some(words) => return Err(DuplicatePrompt((*words).to_owned())),
            None => {}
        }
        if let Some(option) = form.prompts.iter().find(|option| line.has(&[option])) {
            return Err(DuplicatePrompt((*option).to_owned()));
        }
        if !fits {
            return Ok(PromptDelivery::Stdin);
        }
        let command = command.strip_suffix(&["--".to_owned()]).unwrap_or(command);
        Ok(PromptDelivery::Argument([command, &(form.prompt)(prompt)].concat()))
    }

    /// The command that tells the same session something more, with the options of this one.
    /// `None` where the agent is not known, cannot go on without a person, keeps no session, or the
    /// id of the session is none that a client gives.
    #[must_use]
    pub fn resume_command(
        &self,
        command: &[String],
        session: &str,
        prompt: &str,
    ) -> Option<Vec<String>> {
        let (form, line) = self.line(command)?;
        let is_other = line.free_words().first().is_some_and(|word| form.others.contains(word));
        if !line.can_be_headless() || line.has(form.forgets) || is_other || !is_id(session) {
            return None;
        }
        let mut resumed = line.bare(form.headless, &[form.chooses, form.prompts].concat());
        resumed.extend([form.resume.to_owned(), session.to_owned()]);
        resumed.extend((form.prompt)(prompt));
        Some(resumed)
    }

    fn line<'a>(&self, command: &'a [String]) -> Option<(&'static Form, Line<'a>)> {
        let form = self.form?;
        let arguments = self.arguments(command)?;
        Some((form, Line::of(form, command, arguments)))
    }

    /// Where the words after the program begin, if the command runs this agent.
    fn arguments(&self, command: &[String]) -> Option<usize> {
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
        let (_, word) = RUNNERS.iter().find(|(runner, _)| *runner == program)?;
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

/// Whether a session's id is one that a client gives: it comes from the agent's output and goes to
/// a command line, where it must not be an option.
fn is_id(session: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    session.starts_with(|c: char| c.is_ascii_alphanumeric()) && session.chars().all(plain)
}

#[cfg(test)]
mod tests;
