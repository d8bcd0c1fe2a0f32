//! The report as Markdown. Text from outside can neither change the form nor hide anything: where
//! Markdown would read something into it, it stands between backticks or is escaped.

use super::document::Diagnostic;
use super::sections::{ReportLine, ReportSection};

impl Diagnostic {
    /// The report as Markdown, for a file, a terminal or an issue.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        for (n, section) in self.sections().iter().enumerate() {
            if n > 0 {
                out.push('\n');
            }
            write_section(&mut out, section, if n == 0 { "##" } else { "###" });
        }
        out
    }
}

fn write_section(out: &mut String, section: &ReportSection, level: &str) {
    out.push_str(&format!("{level} {}\n\n", section.title));
    let same_kind =
        |a: &ReportLine, b: &ReportLine| std::mem::discriminant(a) == std::mem::discriminant(b);
    for (n, group) in section.lines.chunk_by(same_kind).enumerate() {
        // A table's rows belong to its head.
        if n > 0 && !matches!(group.first(), Some(ReportLine::Row(_))) {
            out.push('\n');
        }
        write_group(out, group);
    }
}

/// Lines of one kind.
fn write_group(out: &mut String, group: &[ReportLine]) {
    let output = |line: &ReportLine| match line {
        ReportLine::Output(text) => Some(text.clone()),
        ReportLine::Fact { .. }
        | ReportLine::Text(_)
        | ReportLine::Quote(_)
        | ReportLine::Attempt { .. }
        | ReportLine::Head(_)
        | ReportLine::Row(_)
        | ReportLine::Recovery { .. } => None,
    };
    let block: Vec<String> = group.iter().filter_map(output).collect();
    if !block.is_empty() {
        let block = block.join("\n");
        let fence = "`".repeat(longest_run(&block).max(2) + 1);
        out.push_str(&format!("{fence}text\n{block}\n{fence}\n"));
        return;
    }
    let last = group.len().saturating_sub(1);
    for (n, line) in group.iter().enumerate() {
        out.push_str(&one_line(line));
        // Without a break two of them would run together in one paragraph.
        let breaks = n < last && matches!(line, ReportLine::Fact { .. } | ReportLine::Quote(_));
        out.push_str(if breaks { "  \n" } else { "\n" });
    }
}

fn one_line(line: &ReportLine) -> String {
    match line {
        ReportLine::Fact { name, value } => format!("**{name}:** {}", inline(value)),
        ReportLine::Text(text) => prose(text),
        ReportLine::Quote(text) => format!("> {}", escaped(text)),
        ReportLine::Output(text) => text.clone(),
        ReportLine::Attempt { number, description, files, result, charged } => {
            let files: Vec<String> = files.iter().map(|file| inline(file)).collect();
            let free = if *charged { "" } else { " (not counted)" };
            format!(
                "{number}. **{}** -> files: [{}] -> result: {}{free}",
                escaped(description),
                files.join(", "),
                inline(result)
            )
        }
        ReportLine::Head(names) => {
            let rule: Vec<&str> = names.iter().map(|_| "---").collect();
            format!("| {} |\n| {} |", names.join(" | "), rule.join(" | "))
        }
        ReportLine::Row(cells) => {
            // A bar ends a cell even inside backticks, unless it is escaped.
            let cells: Vec<String> =
                cells.iter().map(|cell| inline(cell).replace('|', "\\|")).collect();
            format!("| {} |", cells.join(" | "))
        }
        ReportLine::Recovery { title, command, effect } => {
            let fence = "`".repeat(longest_run(command).max(2) + 1);
            format!(
                "- **{}.** {}\n\n  {fence}sh\n  {command}\n  {fence}",
                escaped(title),
                escaped(effect)
            )
        }
    }
}

/// A value from outside: as it is where Markdown reads nothing into it, else between backticks.
fn inline(text: &str) -> String {
    if text.is_empty() || is_plain(text) { text.to_owned() } else { code(text) }
}

fn is_plain(text: &str) -> bool {
    let safe = |c: char| c.is_alphanumeric() || " /.,:;()'\"=+%!?-–…→".contains(c);
    // An underscore between two letters is no emphasis; at the edge of a word it may be.
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let joined = c == '_'
            && before.is_alphanumeric()
            && chars.peek().is_some_and(|c| c.is_alphanumeric());
        if !safe(c) && !joined {
            return false;
        }
        before = c;
    }
    !text.contains("://") && !text.contains("www.")
}

fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

fn longest_run(text: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
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
        let Some(len) = closing(after, fence.len()) else {
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
fn closing(text: &str, fence: usize) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        at += rest.find('`')?;
        let from = text.get(at..)?;
        let run = from.len() - from.trim_start_matches('`').len();
        if run == fence {
            return Some(at);
        }
        at += run;
    }
}

/// Words that keep their look and mean nothing to Markdown. A word that a forge would make a mention,
/// a reference or a link of stands between backticks.
fn escaped(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let reference = word.contains('#') && word.contains(|c: char| c.is_ascii_digit());
        if word.contains('@') || reference || word.contains("://") || word.contains("www.") {
            return code(word);
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
    match text.chars().next() {
        Some('-' | '+' | '=') => format!("\\{text}"),
        Some(c) if c.is_ascii_digit() => {
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, rest) = text.split_at(digits);
            if rest.starts_with(['.', ')']) { format!("{number}\\{rest}") } else { text }
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_plain_where_they_can() {
        assert_eq!(inline("tests/test_cart.py::test_total"), "tests/test_cart.py::test_total");
        assert_eq!(inline("src/__init__.py"), "`src/__init__.py`");
        assert_eq!(inline("expected: <1> but was: <2>"), "`expected: <1> but was: <2>`");
        assert_eq!(inline("a`b"), "``a`b``");
        assert_eq!(inline("see https://x.example"), "`see https://x.example`");
    }

    #[test]
    fn words_from_outside_mean_nothing_to_markdown() {
        assert_eq!(escaped("a *b* <!-- c"), "a \\*b\\* \\<!-- c");
        assert_eq!(escaped("ping @all about #41"), "ping `@all` about `#41`");
        assert_eq!(escaped("1. x"), "1\\. x");
        assert_eq!(escaped("- x"), "\\- x");
        assert_eq!(escaped("[x](javascript:y)"), "\\[x\\](javascript:y)");
    }

    #[test]
    fn our_sentences_keep_their_code() {
        assert_eq!(prose("`a_b` and *c*"), "`a_b` and \\*c\\*");
        assert_eq!(prose("``a`b`` x"), "``a`b`` x");
        assert_eq!(prose("open ` <b>"), "open \\` \\<b\\>");
    }

    #[test]
    fn a_cell_is_one_cell() {
        let row = ReportLine::Row(vec!["a | b".to_owned(), "c".to_owned()]);
        assert_eq!(one_line(&row), "| `a \\| b` | c |");
    }
}
