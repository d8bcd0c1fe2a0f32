//! A TOML text taken apart: every written value with its path and place.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::lines::LineIndex;
use crate::names::{KeyPath, KeyTarget, shown};
use crate::origin::{LayerOrigin, TextPosition, ValueSource};
use crate::problem::{ConfigProblem, NameSuggestion, ProblemKind};
use crate::raw::RawValue;
use crate::setting::Setting;

/// A value that stands at a setting, unchecked.
#[derive(Debug, Clone)]
pub(crate) struct WrittenValue {
    /// The setting.
    pub(crate) setting: &'static Setting,
    /// Its name as written.
    pub(crate) name: String,
    /// The value as written.
    pub(crate) raw: RawValue,
    /// The place of the key.
    pub(crate) source: ValueSource,
    /// The place of the value.
    pub(crate) value_place: Option<TextPosition>,
}

/// What stands in a text.
#[derive(Debug, Default)]
pub(crate) struct ParsedDocument {
    /// The values, by line.
    pub(crate) written: Vec<WrittenValue>,
    /// What leads nowhere.
    pub(crate) problems: Vec<ConfigProblem>,
    /// The roles that have a table, be it empty.
    pub(crate) roles: Vec<String>,
}

/// Takes `text` apart.
pub(crate) fn document(text: &str, origin: &LayerOrigin) -> ParsedDocument {
    let (table, errors) = DeTable::parse_recoverable(text);
    let lines = LineIndex::of(text);
    let mut walk = DocumentWalk {
        lines: &lines,
        suggestions: SUGGESTIONS,
        layer: ValueSource::of(origin.clone()),
        path: Vec::new(),
        out: ParsedDocument::default(),
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
fn syntax(
    lines: &LineIndex<'_>,
    layer: &ValueSource,
    errors: &[toml::de::Error],
) -> Vec<ConfigProblem> {
    let mut problems: Vec<ConfigProblem> = errors
        .iter()
        .map(|error| {
            let at = layer.at(error.span().map(|span| lines.place(span.start)));
            ConfigProblem { at, fault: ProblemKind::Syntax(explained(lines.text(), error)) }
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

struct DocumentWalk<'a> {
    lines: &'a LineIndex<'a>,
    suggestions: usize,
    layer: ValueSource,
    path: Vec<String>,
    out: ParsedDocument,
}

impl DocumentWalk<'_> {
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
        let address = KeyPath::of(&path);
        let role = address.role.map(str::to_owned);
        let source = ValueSource { role: role.clone(), ..self.layer.at(place) };
        match (address.target(), value.get_ref()) {
            (KeyTarget::Section, DeValue::Table(table)) => {
                self.out.roles.extend(role);
                self.table(table);
            }
            (KeyTarget::Section, _) => {
                let name = shown(&self.path);
                self.problem(source, ProblemKind::SectionWithValue { name });
            }
            (KeyTarget::Setting(setting), other) => self.out.written.push(WrittenValue {
                setting,
                name: shown(&self.path),
                raw: RawValue::from_toml(other),
                source,
                // The value of a table with a header begins at the header's bracket, before its key.
                value_place: place.max(Some(self.lines.place(value.span().start))),
            }),
            (KeyTarget::Nothing, DeValue::Table(_)) => {
                let written = format!("[{}]", shown(&self.path));
                let suggestion = self.suggest(|| address.nearest_section());
                self.problem(source, ProblemKind::Unknown { written, what: "section", suggestion });
            }
            (KeyTarget::Nothing, _) => {
                let written = shown(&self.path);
                let suggestion = self.suggest(|| address.nearest_setting());
                self.problem(source, ProblemKind::Unknown { written, what: "setting", suggestion });
            }
        }
    }

    fn suggest(&mut self, nearest: impl FnOnce() -> NameSuggestion) -> NameSuggestion {
        match self.suggestions.checked_sub(1) {
            Some(left) => {
                self.suggestions = left;
                nearest()
            }
            None => NameSuggestion::List,
        }
    }

    fn problem(&mut self, at: ValueSource, fault: ProblemKind) {
        self.out.problems.push(ConfigProblem { at, fault });
    }
}
