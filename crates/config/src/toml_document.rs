//! Lists every value of a TOML text with its setting and its position.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::key_path::{KeyPath, KeyTarget, shown};
use crate::line_index::LineIndex;
use crate::origin::{LayerOrigin, TextPosition, ValueSource};
use crate::problem::{ConfigProblem, NameSuggestion, ProblemKind};
use crate::raw_value::RawValue;
use crate::setting::Setting;

/// For this many unknown names of a text the nearest known name is looked up. That costs far more
/// than parsing, and a text with more of them needs the list of settings.
const MAX_SUGGESTIONS: usize = 20;

/// An unchecked value of a setting.
#[derive(Debug, Clone)]
pub(crate) struct WrittenValue {
    /// The setting.
    pub(crate) setting: &'static Setting,
    /// Its name as written.
    pub(crate) name: String,
    /// The value as written.
    pub(crate) raw: RawValue,
    /// The position of the key.
    pub(crate) source: ValueSource,
    /// The position of the value.
    pub(crate) value_position: Option<TextPosition>,
}

/// The content of a TOML text.
#[derive(Debug, Default)]
pub(crate) struct TomlDocument {
    /// The values, by line.
    pub(crate) values: Vec<WrittenValue>,
    /// Syntax errors, and names that do not exist.
    pub(crate) problems: Vec<ConfigProblem>,
    /// The roles that have a table, even an empty one.
    pub(crate) roles: Vec<String>,
}

impl TomlDocument {
    pub(crate) fn parse(text: &str, origin: &LayerOrigin) -> Self {
        let (table, errors) = DeTable::parse_recoverable(text);
        let lines = LineIndex::new(text);
        let mut walk = TableWalk {
            lines: &lines,
            suggestions_left: MAX_SUGGESTIONS,
            layer: ValueSource::of(origin.clone()),
            path: Vec::new(),
            document: Self::default(),
        };
        if errors.is_empty() {
            walk.table(table.get_ref());
            walk.document.values.sort_by_key(|value| value.source.position);
        } else {
            walk.document.problems = syntax_problems(&lines, &walk.layer, &errors);
        }
        walk.document
    }
}

/// The first error of each line: the others follow from it.
fn syntax_problems(
    lines: &LineIndex<'_>,
    layer: &ValueSource,
    errors: &[toml::de::Error],
) -> Vec<ConfigProblem> {
    let problem = |error: &toml::de::Error| {
        let at = layer.at(error.span().map(|span| lines.position(span.start)));
        ConfigProblem { at, kind: ProblemKind::Syntax(syntax_message(lines.text(), error)) }
    };
    let mut problems: Vec<ConfigProblem> = errors.iter().map(problem).collect();
    problems.sort_by_key(|problem| problem.at.position);
    problems.dedup_by_key(|problem| problem.at.position.map(|position| position.line));
    problems
}

/// The parser's message, made clearer for the two most common mistakes.
fn syntax_message(text: &str, error: &toml::de::Error) -> String {
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

/// A walk through the tables of a document.
struct TableWalk<'a> {
    lines: &'a LineIndex<'a>,
    suggestions_left: usize,
    layer: ValueSource,
    path: Vec<String>,
    document: TomlDocument,
}

impl TableWalk<'_> {
    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.path.push(key.get_ref().to_string());
            self.entry(key.span(), value);
            self.path.pop();
        }
    }

    fn entry(&mut self, key: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let position = Some(self.lines.position(key.start));
        let path = self.path.clone();
        let key_path = KeyPath::new(&path);
        let role = key_path.role.map(str::to_owned);
        let at = ValueSource { role: role.clone(), ..self.layer.at(position) };
        let kind = match (key_path.target(), value.get_ref()) {
            (KeyTarget::Section | KeyTarget::CapScope(_), DeValue::Table(table)) => {
                self.document.roles.extend(role);
                return self.table(table);
            }
            (KeyTarget::Setting(setting) | KeyTarget::CapScope(setting), raw) => {
                self.document.roles.extend(role);
                return self.document.values.push(WrittenValue {
                    setting,
                    name: shown(&path),
                    raw: RawValue::from_toml(raw),
                    source: at,
                    // The span of a table with a header begins at the bracket, before its key.
                    value_position: position.max(Some(self.lines.position(value.span().start))),
                });
            }
            (KeyTarget::Section, _) => ProblemKind::SectionWithValue { name: shown(&path) },
            (KeyTarget::Nothing, DeValue::Table(_)) => {
                let suggestion = self.suggestion(|| key_path.nearest_section());
                let written = format!("[{}]", shown(&path));
                ProblemKind::Unknown { written, what: "section", suggestion }
            }
            (KeyTarget::Nothing, _) => {
                let suggestion = self.suggestion(|| key_path.nearest_setting());
                ProblemKind::Unknown { written: shown(&path), what: "setting", suggestion }
            }
        };
        self.document.problems.push(ConfigProblem { at, kind });
    }

    fn suggestion(&mut self, nearest: impl FnOnce() -> NameSuggestion) -> NameSuggestion {
        if self.suggestions_left == 0 {
            return NameSuggestion::List;
        }
        self.suggestions_left -= 1;
        nearest()
    }
}
