//! Describes the command line of an agent program.

/// The form of an agent's command line. Names are separated by spaces.
#[derive(Debug)]
pub(crate) struct CommandForm {
    pub(crate) options: OptionValues,
    /// The subcommand that runs without a person; empty if a flag does.
    pub(crate) subcommands: &'static str,
    /// Subcommands below it that cannot resume a session.
    pub(crate) others: &'static str,
    /// The flags that make it run without a person.
    pub(crate) headless: &'static [&'static CommandFlag],
    /// The flag that makes its output structured.
    pub(crate) format: &'static CommandFlag,
    /// Flags that structured output needs, too.
    pub(crate) beside: &'static [&'static CommandFlag],
    /// Options that choose a session or its input; a resumed command must not have them.
    pub(crate) chooses: &'static str,
    /// Options that give a prompt.
    pub(crate) prompts: &'static str,
    /// Whether all free words together are the prompt, and not the first alone.
    pub(crate) joins_words: bool,
    /// Options under which no session is kept.
    pub(crate) forgets: &'static str,
    /// The option that adds settings to those of the files; empty if there is none.
    pub(crate) settings: &'static str,
    /// The word before the id of a session to resume.
    pub(crate) resume: &'static str,
    /// Writes a prompt as the last arguments.
    pub(crate) prompt: fn(&str) -> Vec<String>,
}

/// An option: all its names, and the words that set it.
#[derive(Debug)]
pub(crate) struct CommandFlag {
    pub(crate) names: &'static str,
    pub(crate) words: &'static str,
}

/// The options of a program that take values, as names separated by spaces.
#[derive(Debug)]
pub(crate) struct OptionValues {
    /// Options that take one value.
    pub(crate) one: &'static str,
    /// Options that take a value if one follows.
    pub(crate) optional: &'static str,
    /// Options that take every value that follows.
    pub(crate) many: &'static str,
}
