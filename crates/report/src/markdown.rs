//! The report as Markdown. Text from outside can neither change the form nor hide anything: where
//! Markdown would give it a meaning, it stands between backticks or is escaped.

use crate::diagnostic::{AttemptEntry, Diagnostic, RecoveryOption};
use crate::phrases::{code_span, longest_backticks};
use crate::sections::ReportBlock;

impl Diagnostic {
    /// The report as Markdown, for a file, a terminal or an issue.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut sections = Vec::new();
        for section in self.sections() {
            let level = if sections.is_empty() { "##" } else { "###" };
            let blocks: Vec<String> = section.blocks.iter().map(block).collect();
            sections.push(format!("{level} {}\n\n{}\n", section.title, blocks.join("\n\n")));
        }
        sections.join("\n")
    }
}

/// One part of a section as Markdown.
pub(crate) fn block(block: &ReportBlock) -> String {
    // Without a break at the end two of these lines would run together in one paragraph.
    let lines = |lines: Vec<String>| lines.join("  \n");
    match block {
        ReportBlock::Facts(facts) => {
            let fact = |(name, value): &(&str, String)| format!("**{name}:** {}", inline(value));
            lines(facts.iter().map(fact).collect())
        }
        ReportBlock::Nothing => "None".to_owned(),
        ReportBlock::Text(text) => prose(text),
        ReportBlock::Quote(quoted) => {
            lines(quoted.iter().map(|line| format!("> {}", escaped(line))).collect())
        }
        ReportBlock::Output(output) => fenced("text", &output.join("\n"), ""),
        ReportBlock::Attempts(entries) => {
            entries.iter().map(attempt).collect::<Vec<_>>().join("\n")
        }
        ReportBlock::Table(columns, rows) => table(columns, rows),
        ReportBlock::Recovery(options) => {
            options.iter().map(recovery).collect::<Vec<_>>().join("\n")
        }
    }
}

fn fenced(language: &str, text: &str, indent: &str) -> String {
    let fence = "`".repeat(longest_backticks(text).max(2) + 1);
    format!("{indent}{fence}{language}\n{indent}{text}\n{indent}{fence}")
}

fn attempt(entry: &AttemptEntry) -> String {
    let files: Vec<String> = entry.files_touched.iter().map(|file| inline(file)).collect();
    format!(
        "{}. **{}** -> files: [{}] -> result: {}{}",
        entry.attempt,
        escaped(&entry.description),
        files.join(", "),
        inline(&entry.result),
        if entry.charged { "" } else { " (not counted)" }
    )
}

fn table(columns: &[&str], rows: &[Vec<String>]) -> String {
    let rule = vec!["---"; columns.len()];
    let mut lines = vec![columns.join(" | "), rule.join(" | ")];
    lines.extend(rows.iter().map(|cells| {
        // A bar ends a cell even inside backticks, unless it is escaped.
        let cells = cells.iter().map(|cell| inline(cell).replace('|', "\\|"));
        cells.collect::<Vec<_>>().join(" | ")
    }));
    lines.iter().map(|line| format!("| {line} |")).collect::<Vec<_>>().join("\n")
}

fn recovery(option: &RecoveryOption) -> String {
    let command = fenced("sh", &option.command, "  ");
    format!("- **{}.** {}\n\n{command}", escaped(&option.title), escaped(&option.effect))
}

/// A value from outside: as it is where Markdown gives it no meaning, else between backticks.
fn inline(text: &str) -> String {
    if text.is_empty() || is_plain(text) { text.to_owned() } else { code_span(text) }
}

fn is_plain(text: &str) -> bool {
    let is_safe = |c: char| c.is_alphanumeric() || " /.,:;()'\"=+%!?-–…→".contains(c);
    // An underscore between two letters is no emphasis; at the edge of a word it may be.
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let is_joined = c == '_'
            && before.is_alphanumeric()
            && chars.peek().is_some_and(|c| c.is_alphanumeric());
        if !is_safe(c) && !is_joined {
            return false;
        }
        before = c;
    }
    !text.contains("://") && !text.contains("www.")
}

/// Our own sentences: what stands between backticks stays, the rest is escaped.
fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('`') {
        let (before, from) = rest.split_at(at);
        out.push_str(&escaped(before));
        let after = from.trim_start_matches('`');
        let (fence, _) = from.split_at(from.len() - after.len());
        let Some(len) = closing_fence(after, fence.len()) else {
            out.push_str(&escaped(from));
            return out;
        };
        let (inside, beyond) = after.split_at(len);
        out.push_str(&format!("{fence}{inside}{fence}"));
        rest = beyond.get(fence.len()..).unwrap_or_default();
    }
    out.push_str(&escaped(rest));
    out
}

/// Where a run of exactly so many backticks begins.
fn closing_fence(text: &str, length: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text.get(at..)?.find('`')?;
        let from = text.get(at..)?;
        let run = from.len() - from.trim_start_matches('`').len();
        if run == length {
            return Some(at);
        }
        at += run;
    }
}

/// Words that keep their look and mean nothing to Markdown. A word that a forge would turn into a
/// mention, a reference or a link stands between backticks.
fn escaped(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let is_reference = word.contains('#') && word.contains(|c: char| c.is_ascii_digit());
        if word.contains('@') || is_reference || word.contains("://") || word.contains("www.") {
            return code_span(word);
        }
        let mut out = String::with_capacity(word.len());
        for c in word.chars() {
            if "\\`*_[]<>#|~&".contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
        out
    });
    let text = words.collect::<Vec<_>>().join(" ");
    // What would begin a list or a rule.
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - after_digits.len();
    if text.starts_with(['-', '+', '=']) || (digits > 0 && after_digits.starts_with(['.', ')'])) {
        let (number, rest) = text.split_at(digits);
        return format!("{number}\\{rest}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(render: fn(&str) -> String, rows: &[(&str, &str)]) {
        for (text, markdown) in rows {
            assert_eq!(render(text), *markdown);
        }
    }

    #[test]
    fn values_stay_plain_where_they_can() {
        check(
            inline,
            &[
                ("tests/test_cart.py::test_total", "tests/test_cart.py::test_total"),
                ("src/__init__.py", "`src/__init__.py`"),
                ("expected: <1> but was: <2>", "`expected: <1> but was: <2>`"),
                ("a`b", "``a`b``"),
                ("see https://x.example", "`see https://x.example`"),
            ],
        );
        let rows = [vec!["a | b".to_owned(), "c".to_owned()]];
        assert_eq!(table(&["x", "y"], &rows), "| x | y |\n| --- | --- |\n| `a \\| b` | c |");
    }

    #[test]
    fn words_from_outside_mean_nothing_to_markdown() {
        check(
            escaped,
            &[
                ("a *b* <!-- c", "a \\*b\\* \\<!-- c"),
                ("ping @all about #41", "ping `@all` about `#41`"),
                ("1. x", "1\\. x"),
                ("- x", "\\- x"),
                ("[x](javascript:y)", "\\[x\\](javascript:y)"),
            ],
        );
    }

    #[test]
    fn our_sentences_keep_their_code() {
        check(
            prose,
            &[
                ("`a_b` and *c*", "`a_b` and \\*c\\*"),
                ("``a`b`` x", "``a`b`` x"),
                ("open ` <b>", "open \\` \\<b\\>"),
            ],
        );
    }
}
