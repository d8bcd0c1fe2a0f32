//! What git says of a work tree. It is only asked: no lock is taken and no index is refreshed.

use std::path::Path;
use std::time::Duration;

use fusebox_git::Repository;
use fusebox_report::GitState;
use fusebox_text::redact;

use crate::Context;

/// How long each question may take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Lines of an answer that are kept.
const MAX_LINES: usize = 200;
/// Characters of a line that are kept.
const LINE_CHARS: usize = 400;

/// The state of the work tree around `folder`; `None` where git knows of none.
pub(super) fn git_state(context: &Context, folder: &Path) -> Option<GitState> {
    let repository = Repository::find(folder).ok()??.with_timeout(TIMEOUT);
    match repository.overview() {
        Ok(overview) => Some(GitState {
            branch: overview.branch,
            head: overview.head,
            status: redacted_lines(&overview.status),
            recent_commits: redacted_lines(&overview.recent_commits),
        }),
        Err(error) => {
            context.inform(&format!("note: the state of the work tree is left out: {error}"));
            None
        }
    }
}

fn redacted_lines(lines: &[String]) -> Vec<String> {
    let text = lines.join("\n");
    let text = redact(&text);
    let shown = text.lines().take(MAX_LINES);
    let printable =
        |line: &str| line.chars().filter(|c| !c.is_control()).take(LINE_CHARS).collect();
    let mut shown: Vec<String> = shown.map(printable).collect();
    let more = text.lines().count().saturating_sub(MAX_LINES);
    if more > 0 {
        shown.push(format!("… and {more} more lines"));
    }
    shown
}
