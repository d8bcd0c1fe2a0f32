//! A TOML text taken apart: every written value with its path and place.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::lines::Lines;
use crate::names::{Address, Target, shown};
use crate::origin::{Origin, Place, Source};
use crate::problem::{Fault, Problem, Suggestion};
use crate::raw::Raw;
use crate::setting::Setting;

/// A value that stands at a setting, unchecked.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// The setting.
    pub(crate) setting: &'static Setting,
    /// Its name as written.
    pub(crate) name: String,
    /// The value as written.
    pub(crate) raw: Raw,
    /// The place of the key.
    pub(crate) source: Source,
    /// The place of the value.
    pub(crate) value_place: Option<Place>,
}

/// What stands in a text.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The values, by line.
    pub(crate) written: Vec<Written>,
    /// What leads nowhere.
    pub(crate) problems: Vec<Problem>,
    /// The roles that have a table, be it empty.
    pub(crate) roles: Vec<String>,
}

/// Takes `text` apart.
pub(crate) fn document(text: &str, origin: &Origin) -> Document {
    let (table, errors) = DeTable::parse_recoverable(text);
    let lines = Lines::of(text);
    let mut walk = Walk {
        lines: &lines,
        suggestions: SUGGESTIONS,
        layer: Source::of(origin.clone()),
        path: Vec::new(),
        out: Document::default(),
    };
    if errors.is_empty() {
        walk.table(table.get_ref());
        walk.out.written.sort_by_key(|written| written.source.place);
    } else {
        walk.out.problems = syntax(&lines, &walk.layer, &errors);
    }
    walk.out
}

/// The first error of each line: those after it are its consequences.
fn syntax(lines: &Lines<'_>, layer: &Source, errors: &[toml::de::Error]) -> Vec<Problem> {
    let mut problems: Vec<Problem> = errors
        .iter()
        .map(|error| {
            let at = layer.at(error.span().map(|span| lines.place(span.start)));
            Problem { at, fault: Fault::Syntax(explained(lines.text(), error)) }
        })
        .collect();
    problems.sort_by_key(|problem| problem.at.place);
    problems.dedup_by_key(|problem| problem.at.place.map(|place| place.line));
    problems
}

/// The parser's message, with what it leaves out for the two commonest slips.
fn explained(text: &str, error: &toml::de::Error) -> String {
    let culprit = error.span().and_then(|span| text.get(span)).unwrap_or_default().trim();
    let message = error.message();
    match message.strip_suffix(", expected literal string") {
        Some(_) if culprit.is_empty() => "the value is missing".to_owned(),
        Some(quotes) => quotes.to_owned(),
        None if message == "duplicate key" => {
            format!("{} stands twice in the same section", shown(&[culprit]))
        }
        None => message.to_owned(),
    }
}

/// The names of one text for which the nearest known one is looked for: that costs far more than
/// reading, and who has more of them needs the list.
const SUGGESTIONS: usize = 20;

struct Walk<'a> {
    lines: &'a Lines<'a>,
    suggestions: usize,
    layer: Source,
    path: Vec<String>,
    out: Document,
}

impl Walk<'_> {
    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.path.push(key.get_ref().to_string());
            self.entry(key.span(), value);
            self.path.pop();
        }
    }

    fn entry(&mut self, key: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let place = Some(self.lines.place(key.start));
        let path = self.path.clone();
        let address = Address::of(&path);
        let role = address.role.map(str::to_owned);
        let source = Source { role: role.clone(), ..self.layer.at(place) };
        match (address.target(), value.get_ref()) {
            (Target::Section, DeValue::Table(table)) => {
                self.out.roles.extend(role);
                self.table(table);
            }
            (Target::Section, _) => {
                let name = shown(&self.path);
                self.problem(source, Fault::SectionWithValue { name });
            }
            (Target::Setting(setting), other) => self.out.written.push(Written {
                setting,
                name: shown(&self.path),
                raw: Raw::from_toml(other),
                source,
                // The value of a table with a header begins at the header's bracket, before its key.
                value_place: place.max(Some(self.lines.place(value.span().start))),
            }),
            (Target::Nothing, DeValue::Table(_)) => {
                let written = format!("[{}]", shown(&self.path));
                let suggestion = self.suggest(|| address.nearest_section());
                self.problem(source, Fault::Unknown { written, what: "section", suggestion });
            }
            (Target::Nothing, _) => {
                let written = shown(&self.path);
                let suggestion = self.suggest(|| address.nearest_setting());
                self.problem(source, Fault::Unknown { written, what: "setting", suggestion });
            }
        }
    }

    fn suggest(&mut self, nearest: impl FnOnce() -> Suggestion) -> Suggestion {
        match self.suggestions.checked_sub(1) {
            Some(left) => {
                self.suggestions = left;
                nearest()
            }
            None => Suggestion::List,
        }
    }

    fn problem(&mut self, at: Source, fault: Fault) {
        self.out.problems.push(Problem { at, fault });
    }
}
