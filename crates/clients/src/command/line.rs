//! The words of a command line, told apart by what the options of an agent take.

use super::{Flag, Form};

/// What the options of a program take; any other takes nothing.
#[derive(Debug)]
pub(crate) struct Options {
    /// One value.
    pub(crate) valued: &'static [&'static str],
    /// A value, where one follows.
    pub(crate) maybe: &'static [&'static str],
    /// Every value that follows.
    pub(crate) many: &'static [&'static str],
}

/// A command line of an agent.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    form: &'static Form,
    command: &'a [String],
    /// Where its own words begin: after the program.
    arguments: usize,
    words: Vec<Word<'a>>,
    /// Where `--` stands, or the end: only words follow it, and none of them is a subcommand.
    only_words: usize,
}

/// An option with its values, or a word that stands alone.
#[derive(Debug)]
enum Word<'a> {
    Option { name: &'a str, all: &'a [String] },
    Alone { word: &'a str, at: usize },
}

impl<'a> Line<'a> {
    /// The line whose program is the word before `arguments`.
    pub(crate) fn of(form: &'static Form, command: &'a [String], arguments: usize) -> Self {
        let arguments = arguments.min(command.len());
        let mut words = Vec::new();
        let mut at = arguments;
        let mut only_words = command.len();
        while let Some((first, after)) = command.get(at..).and_then(<[String]>::split_first) {
            if at > only_words || !first.starts_with('-') || first == "-" {
                words.push(Word::Alone { word: first, at });
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
                words.push(Word::Option { name, all });
                at += 1 + values;
            }
        }
        Self { form, command, arguments, words, only_words }
    }

    /// Whether one of these options is there.
    pub(crate) fn has(&self, names: &[&str]) -> bool {
        self.words.iter().any(|word| word.is_one_of(names))
    }

    /// The subcommand that runs without a person, and where it stands.
    fn subcommand(&self) -> Option<(&'a str, usize)> {
        let (word, at) = self.alone().next()?;
        (at < self.only_words && self.form.subcommands.contains(&word)).then_some((word, at))
    }

    /// Whether it can run without a person.
    pub(crate) fn can_be_headless(&self) -> bool {
        self.form.subcommands.is_empty() || self.subcommand().is_some()
    }

    /// The words that stand for themselves: a prompt, and with some subcommands more.
    pub(crate) fn free_words(&self) -> Vec<&'a str> {
        let skipped = usize::from(self.subcommand().is_some());
        self.alone().skip(skipped).map(|(word, _)| word).collect()
    }

    fn alone(&self) -> impl Iterator<Item = (&'a str, usize)> {
        self.words.iter().filter_map(|word| match word {
            Word::Alone { word, at } => Some((*word, *at)),
            Word::Option { .. } => None,
        })
    }

    /// The whole line with these flags where they are missing.
    pub(crate) fn with(&self, flags: &[&Flag]) -> Vec<String> {
        let at = self.subcommand().map_or(self.arguments, |(_, at)| at + 1);
        let (before, after) = self.command.split_at(at);
        [before, &self.missing(flags), after].concat()
    }

    /// The line with these flags and without these options, and none of its free words.
    pub(crate) fn bare(&self, flags: &[&Flag], without: &[&str]) -> Vec<String> {
        let mut bare = self.command.split_at(self.arguments).0.to_vec();
        let subcommand = self.subcommand().map(|(_, at)| at);
        if subcommand.is_none() {
            bare.extend(self.missing(flags));
        }
        for word in &self.words {
            match word {
                Word::Alone { word, at } if Some(*at) == subcommand => {
                    bare.push((*word).to_owned());
                    bare.extend(self.missing(flags));
                }
                Word::Option { name, all } if !without.contains(name) && !self.lacks(name, all) => {
                    bare.extend_from_slice(all);
                }
                Word::Alone { .. } | Word::Option { .. } => {}
            }
        }
        bare
    }

    /// Whether an option at the end has no value: it would take the word that is put after it.
    fn lacks(&self, name: &str, all: &[String]) -> bool {
        let inside = all.first().is_some_and(|word| word.contains('='));
        all.len() == 1 && !inside && self.form.options.valued.contains(&name)
    }

    fn missing(&self, flags: &[&Flag]) -> Vec<String> {
        let missing = flags.iter().filter(|flag| !self.has(flag.names));
        missing.flat_map(|flag| flag.words).map(|word| (*word).to_owned()).collect()
    }
}

impl Word<'_> {
    fn is_one_of(&self, names: &[&str]) -> bool {
        matches!(self, Word::Option { name, .. } if names.contains(name))
    }
}

impl Options {
    /// How many of the words after an option are its values.
    fn values(&self, name: &str, after: &[String]) -> usize {
        let is_value = |word: &&String| !word.starts_with('-') || word.as_str() == "-";
        if self.valued.contains(&name) {
            after.len().min(1)
        } else if self.many.contains(&name) {
            after.iter().take_while(is_value).count()
        } else if self.maybe.contains(&name) {
            usize::from(after.first().is_some_and(|word| is_value(&word)))
        } else {
            0
        }
    }
}
