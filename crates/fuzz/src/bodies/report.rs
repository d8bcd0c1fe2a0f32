//! The report of a trip, from any facts.

use fusebox_report::Diagnostic;

use super::story::parse_facts;

/// The largest report, in bytes.
const LARGEST: usize = 256 << 10;

/// A report has the planned parts and no others, hides nothing, and is the same each time.
pub(super) fn body(data: &[u8]) {
    let Some(facts) = parse_facts(&String::from_utf8_lossy(data)) else { return };
    let report = Diagnostic::compose(&facts);
    assert_eq!(report, Diagnostic::compose(&facts), "the same facts give the same report");
    assert!(report.attempt_log.len() <= Diagnostic::MAX_ATTEMPTS);
    assert!(report.cumulative_files_modified.len() <= Diagnostic::MAX_FILES);
    assert!(!report.best_hypothesis.is_empty() && !report.recovery_options.is_empty());
    assert!(report.specific_question.contains('?'), "{}", report.specific_question);
    let json = serde_json::to_string(&report).unwrap_or_default();
    assert_eq!(serde_json::from_str::<Diagnostic>(&json).ok().as_ref(), Some(&report));
    let sections = report.sections();
    assert!(sections.iter().all(|section| !section.blocks.is_empty()));
    assert!(report.recovery_options.iter().all(|option| option.command.starts_with("fusebox ")));
    let planned: Vec<&str> = sections.iter().map(|section| section.title).collect();
    check_markdown(&report.markdown(), &planned);
}

fn check_markdown(markdown: &str, planned: &[&str]) {
    assert!(markdown.len() <= LARGEST, "{} bytes", markdown.len());
    let hidden = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!markdown.contains(hidden), "something is hidden:\n{markdown}");
    let headings: Vec<&str> = outside_code(markdown).filter(|line| line.starts_with('#')).collect();
    let expected: Vec<String> = (0..)
        .zip(planned)
        .map(|(n, title)| format!("{} {title}", if n == 0 { "##" } else { "###" }))
        .collect();
    assert_eq!(headings, expected, "\n{markdown}");
}

/// The lines that stand in no block of code; every block must be closed.
fn outside_code(markdown: &str) -> impl Iterator<Item = &str> {
    let mut lines = Vec::new();
    let mut open: Option<usize> = None;
    for line in markdown.lines() {
        let ticks = line.trim_start().bytes().take_while(|byte| *byte == b'`').count();
        let after = line.trim_start().trim_start_matches('`');
        match open {
            Some(fence) if ticks >= fence && after.trim().is_empty() => open = None,
            Some(_) => {}
            None if ticks >= 3 && matches!(after, "text" | "sh") => open = Some(ticks),
            None => lines.push(line),
        }
    }
    assert_eq!(open, None, "a block is left open:\n{markdown}");
    lines.into_iter()
}
