//! Parses the command line of an agent into options, their values, and free words.

use super::form::{CommandFlag, CommandForm, OptionValues};

/// A parsed command line of an agent.
#[derive(Debug)]
pub(crate) struct AgentCommand<'a> {
    form: &'static CommandForm,
    command: &'a [String],
    /// The position of the first argument.
    arguments: usize,
    words: Vec<CommandWord<'a>>,
    /// The position of `--`, or the end: only free words follow, and none of them is a subcommand.
    only_words: usize,
}

/// An option with its values, or a free word.
#[derive(Debug)]
enum CommandWord<'a> {
    Option { name: &'a str, all: &'a [String] },
    Alone { word: &'a str, at: usize },
}

impl<'a> AgentCommand<'a> {
    /// Parses a command whose first argument is at the position `arguments`.
    pub(crate) fn of(form: &'static CommandForm, command: &'a [String], arguments: usize) -> Self {
        let arguments = arguments.min(command.len());
        let mut words = Vec::new();
        let mut at = arguments;
        let mut only_words = command.len();
        while let Some((first, after)) = command.get(at..).and_then(<[String]>::split_first) {
            if at > only_words || !first.starts_with('-') || first == "-" {
                words.push(CommandWord::Alone { word: first, at });
                at += 1;
            } else if first == "--" {
                only_words = at;
                at += 1;
            } else {
                let (name, values) = match first.split_once('=') {
                    Some((name, _)) => (name, 0),
                    None => (first.as_str(), form.options.values(first, after)),
                };
                let all = command.get(at..at + 1 + values).unwrap_or_default();
                words.push(CommandWord::Option { name, all });
                at += 1 + values;
            }
        }
        Self { form, command, arguments, words, only_words }
    }

    /// Whether one of these options is set.
    pub(crate) fn has(&self, names: &str) -> bool {
        self.words.iter().any(|word| word.is_one_of(names))
    }

    /// The value of the first of these options that is set and has one.
    pub(crate) fn value_of(&self, names: &str) -> Option<&'a str> {
        self.words.iter().find_map(|word| match word {
            CommandWord::Option { name, all } if is_named(names, name) => {
                let inside = all.first().and_then(|word| word.split_once('='));
                all.get(1).map(String::as_str).or(inside.map(|(_, value)| value))
            }
            CommandWord::Option { .. } | CommandWord::Alone { .. } => None,
        })
    }

    /// The subcommand that runs without a person, and its position.
    fn subcommand(&self) -> Option<(&'a str, usize)> {
        let (word, at) = self.alone().next()?;
        (at < self.only_words && is_named(self.form.subcommands, word)).then_some((word, at))
    }

    /// Whether the command can run without a person.
    pub(crate) fn can_be_headless(&self) -> bool {
        self.form.subcommands.is_empty() || self.subcommand().is_some()
    }

    /// The free words: a prompt, and more with some subcommands.
    pub(crate) fn free_words(&self) -> Vec<&'a str> {
        let skipped = usize::from(self.subcommand().is_some());
        self.alone().skip(skipped).map(|(word, _)| word).collect()
    }

    fn alone(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.words.iter().filter_map(|word| match word {
            CommandWord::Alone { word, at } => Some((*word, *at)),
            CommandWord::Option { .. } => None,
        })
    }

    /// The command with these flags, if they are missing.
    pub(crate) fn with(&self, flags: &[&CommandFlag]) -> Vec<String> {
        let at = self.subcommand().map_or(self.arguments, |(_, at)| at + 1);
        let (before, after) = self.command.split_at(at);
        [before, &self.missing(flags), after].concat()
    }

    /// The command with these flags, without these options and without its free words.
    pub(crate) fn bare(&self, flags: &[&CommandFlag], without: &str) -> Vec<String> {
        let mut bare = self.command.split_at(self.arguments).0.to_vec();
        let subcommand = self.subcommand().map(|(_, at)| at);
        if subcommand.is_none() {
            bare.extend(self.missing(flags));
        }
        for word in &self.words {
            match word {
                CommandWord::Alone { word, at } if Some(*at) == subcommand => {
                    bare.push((*word).to_owned());
                    bare.extend(self.missing(flags));
                }
                CommandWord::Option { name, all }
                    if !is_named(without, name) && !self.lacks(name, all) =>
                {
                    bare.extend_from_slice(all);
                }
                CommandWord::Alone { .. } | CommandWord::Option { .. } => {}
            }
        }
        bare
    }

    /// Whether an option lacks its value, and would take the next word for it.
    fn lacks(&self, name: &str, all: &[String]) -> bool {
        let inside = all.first().is_some_and(|word| word.contains('='));
        all.len() == 1 && !inside && is_named(self.form.options.one, name)
    }

    fn missing(&self, flags: &[&CommandFlag]) -> Vec<String> {
        let missing = flags.iter().filter(|flag| !self.has(flag.names));
        missing.flat_map(|flag| flag.words.split(' ')).map(str::to_owned).collect()
    }
}

/// Whether a list of names, separated by spaces, has a name.
pub(crate) fn is_named(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

impl CommandWord<'_> {
    fn is_one_of(&self, names: &str) -> bool {
        matches!(self, CommandWord::Option { name, .. } if is_named(names, name))
    }
}

impl OptionValues {
    /// The number of words after an option that are its values.
    fn values(&self, name: &str, after: &[String]) -> usize {
        let is_value = |word: &&String| !word.starts_with('-') || word.as_str() == "-";
        if is_named(self.one, name) {
            after.len().min(1)
        } else if is_named(self.many, name) {
            after.iter().take_while(is_value).count()
        } else if is_named(self.optional, name) {
            usize::from(after.first().is_some_and(|word| is_value(&word)))
        } else {
            0
        }
    }
}
