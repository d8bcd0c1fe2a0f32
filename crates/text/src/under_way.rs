//! Recognises answers that say that what was asked about is not done yet.

use super::ansi;
use super::end_state::tells_end;
use super::trouble::tells_trouble;

/// A longer answer tells of more than one thing, in bytes and in lines.
const MAX_BYTES: usize = 600;
const MAX_LINES: usize = 8;
/// States that others lead out of, lower-cased, without signs between the words.
const STATES: [&str; 56] = [
    "accepted",
    "activating",
    "allocating",
    "analyzing",
    "assembling",
    "booting",
    "building",
    "checking",
    "compiling",
    "converting",
    "copying",
    "creating",
    "deploying",
    "downloading",
    "draining",
    "encoding",
    "exporting",
    "finalizing",
    "generating",
    "importing",
    "indexing",
    "initializing",
    "inprogress",
    "inqueue",
    "inreview",
    "installing",
    "migrating",
    "modifying",
    "notready",
    "pending",
    "pendingreview",
    "preparing",
    "processing",
    "propagating",
    "provisioning",
    "publishing",
    "queued",
    "rebuilding",
    "rendering",
    "replicating",
    "resizing",
    "restoring",
    "running",
    "scanning",
    "scheduled",
    "starting",
    "stopping",
    "submitted",
    "syncing",
    "training",
    "transcoding",
    "updating",
    "uploading",
    "validating",
    "waiting",
    "waitingforreview",
];
/// How the name of a field ends that holds a state.
const FIELDS: [&str; 5] = ["status", "state", "phase", "stage", "progress"];
/// What is not so yet.
const GOALS: [&str; 8] =
    ["available", "complete", "completed", "done", "finished", "isready", "ready", "succeeded"];
/// Fields of the plans of people: what stands in them is done by whoever reads it.
const PLANS: [&str; 5] = ["assignee", "priority", "title", "due", "checklist"];

/// Whether the body of an answer says that what was asked about goes on or waits for others, and does not name anything that
/// has ended or is in trouble. Who reads this has to know that something was asked.
pub fn tells_under_way(body: &str) -> bool {
    let body = body.trim();
    if body.is_empty() || body.len() > MAX_BYTES {
        return false;
    }
    let said = ansi::to_plain_text(body).to_ascii_lowercase();
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_short = lines.clone().count() <= MAX_LINES;
    let says_so = |line: &str| is_state(line) || line.split([',', '{', '}', ';']).any(has_state);
    // Few answers say so: the rest is asked of these alone.
    (is_short && lines.any(says_so) || !said.contains('\n') && tells_in_words(&said))
        && !PLANS.iter().any(|field| has_field(&said, field))
        && !(tells_end(body) || tells_trouble(body))
}

/// Whether the text is a state and nothing else.
fn is_state(text: &str) -> bool {
    const LONGEST: usize = 24;
    let text = text.trim_matches(|sign: char| !sign.is_alphanumeric());
    let is_one = text.len() <= LONGEST
        && text.chars().all(|sign| sign.is_ascii_alphabetic() || matches!(sign, ' ' | '_' | '-'));
    is_one && {
        let packed: String = text.chars().filter(char::is_ascii_alphabetic).collect();
        STATES.contains(&packed.as_str())
    }
}

/// Whether a field of this name is there: `"title": `, `title: `.
fn has_field(said: &str, field: &str) -> bool {
    said.match_indices(field).any(|(at, _)| {
        let behind = said[at + field.len()..].trim_start_matches(['"', '\'']);
        behind.starts_with([':', '=']) && !said[..at].ends_with(char::is_alphanumeric)
    })
}

/// Whether the text is a field that holds such a state: `"status": "queued"`, `processingstate=processing`, `state:
/// creating`.
fn has_state(text: &str) -> bool {
    let Some((name, value)) = text.split_once([':', '=']) else { return false };
    let name = name.trim_matches(|sign: char| !sign.is_alphanumeric());
    let value = value.trim();
    // `"finished": false`
    if GOALS.contains(&name) && matches!(value, "false" | "no" | "0") {
        return true;
    }
    FIELDS.iter().any(|field| name.ends_with(field)) && is_state(value)
}

/// Whether one line says so in words: `import 17 is still processing`, `not ready yet`.
fn tells_in_words(said: &str) -> bool {
    const LONGEST: usize = 160;
    let words = || said.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
    let has = |known: &str| words().any(|word| word == known);
    let is_going_on = words().any(|word| STATES.contains(&word));
    said.len() <= LONGEST
        && (said.contains("in progress")
            || said.contains("not ready yet")
            || said.contains("not yet ready")
            || has("still") && is_going_on
            || (has("being") || has("currently")) && is_going_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_what_is_not_done_yet() {
        for answer in [
            "PROCESSING",
            "\"IN_REVIEW\"",
            "Waiting For Review",
            "queued\n",
            "{\"id\":17,\"status\":\"processing\"}",
            "{\n  \"id\": 17,\n  \"state\": \"rendering\"\n}",
            "ID: v1\nState: creating\nSize: 10",
            "import 17 is still processing",
            " status\n---------\n pending\n(1 row)",
            "processingState=PROCESSING",
            "in progress",
            "{\"finished\":false,\"success\":false}",
            "Report is being generated, currently queued",
        ] {
            assert!(tells_under_way(answer), "{answer}");
        }
        for answer in [
            "VALID",
            "done",
            "failed",
            "Starting server on port 80",
            "running 12 tests",
            "{\"id\":3,\"title\":\"Fix\",\"status\":\"in_progress\"}",
            "{\"status\":\"failed\"}",
            "error: pending changes",
            "Building...\nerror: no input files",
            "the build was queued and failed",
            "",
        ] {
            assert!(!tells_under_way(answer), "{answer}");
        }
    }
}
