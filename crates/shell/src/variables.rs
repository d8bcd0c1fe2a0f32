//! The values that a command line gives to its own variables: `D=~/x; rm $D/y`.

use std::collections::BTreeMap;

use super::command::CommandLine;

/// The most values of one word.
const MAX_VALUES: usize = 8;
/// How often variables in values are replaced.
const MAX_ROUNDS: usize = 4;
/// The longest word or value that is read, in bytes.
const MAX_BYTES: usize = 1024;

/// The variables that a command line assigns, with all their values.
#[derive(Debug, Default)]
pub struct ScriptVariables<'s> {
    values: BTreeMap<&'s str, Vec<&'s str>>,
}

impl<'s> ScriptVariables<'s> {
    /// The variables of assignments, loops, and `export` and the like.
    #[must_use]
    pub fn of(line: &'s CommandLine<'_>) -> Self {
        let mut variables = Self::default();
        for command in &line.commands {
            // `HOME=x rm $HOME/y` removes from the old home.
            let applies = |name: &str| name != "HOME" || command.words().is_empty();
            for one in command.assignments.iter().filter(|one| applies(&one.name)) {
                variables.add(&one.name, &one.value.text);
            }
            let program = command.program();
            if matches!(program, "export" | "declare" | "local" | "readonly" | "typeset") {
                for (name, value) in command.args().filter_map(|word| word.split_once('=')) {
                    variables.add(name, value);
                }
            }
        }
        variables
    }

    fn add(&mut self, name: &'s str, value: &'s str) {
        let values = self.values.entry(name).or_default();
        if values.len() < MAX_VALUES && value.len() <= MAX_BYTES {
            values.push(value);
        }
    }

    /// The values of a word: the word itself if it has none of these variables.
    #[must_use]
    pub fn values(&self, word: &str) -> Vec<String> {
        let mut values = vec![word.to_owned()];
        for _ in 0..MAX_ROUNDS {
            if !values.iter().any(|value| self.are_in(value)) {
                break;
            }
            values = values.iter().flat_map(|value| self.once(value)).take(MAX_VALUES).collect();
        }
        values
    }

    /// Whether a word has one of these variables.
    #[must_use]
    pub fn are_in(&self, word: &str) -> bool {
        self.first_in(word).is_some()
    }

    /// Replaces the first of these variables in the word by each of its values.
    fn once(&self, word: &str) -> Vec<String> {
        match self.first_in(word) {
            Some((from, to, values)) => values
                .iter()
                .map(|value| format!("{}{value}{}", &word[..from], &word[to..]))
                .collect(),
            None => vec![word.to_owned()],
        }
    }

    /// The range of the first of these variables in the word, and its values.
    fn first_in(&self, word: &str) -> Option<(usize, usize, &[&'s str])> {
        if self.values.is_empty() || word.len() > MAX_BYTES {
            return None;
        }
        word.match_indices('$').find_map(|(at, _)| {
            let (name, end) = variable(&word[at + 1..])?;
            Some((at, at + 1 + end, self.values.get(name)?.as_slice()))
        })
    }
}

/// The name after a `$`, and where what follows the variable begins.
fn variable(after: &str) -> Option<(&str, usize)> {
    let braced = after.starts_with('{');
    let inside = after.strip_prefix('{').unwrap_or(after);
    let length = inside.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let name = inside.get(..length).filter(|name| !name.is_empty())?;
    let end = if braced { after.find('}')? + 1 } else { length };
    Some((name, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn check(script: &str, word: &str, expected: &[&str]) {
        assert_eq!(ScriptVariables::of(&parse(script)).values(word), expected, "{script}");
    }

    #[test]
    fn variables_of_the_script_have_their_values() {
        check("D=~/.claude; rm x", "$D/settings.json", &["~/.claude/settings.json"]);
        check("A=a; B=$A/b; x", "${B}/c", &["a/b/c"]);
        check("export F=a; x", "\"$F\"", &["\"a\""]);
        check("for f in a b; do rm $f; done", "$f", &["a", "b"]);
        check("xs=(a b); x", "${xs[@]}", &["a", "b"]);
        check("x", "$HOME/a", &["$HOME/a"]);
        check("HOME=/b rm $HOME/a", "$HOME/a", &["$HOME/a"]);
        check("HOME=/b; rm $HOME/a", "$HOME/a", &["/b/a"]);
        check("A=$A$A; x", "$", &["$"]);
        check("A=${A; x", "${A", &["${A"]);
    }
}
