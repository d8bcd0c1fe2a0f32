//! What is known of the answer to a call that asks about things and changes nothing.

use fusebox_engine::{AskedThing, WorkKind};
use fusebox_shell::{asks_for_things, asks_whether_installed, parse};
use fusebox_text::{tells_absence, tells_under_way};

use crate::tool_words::tool_words;

/// What the body of an answer says of the thing that a call with this label asks about; nothing where it does not ask.
pub(crate) fn asked_thing(
    body: Option<&str>,
    ok: bool,
    work: WorkKind,
    label: Option<&str>,
) -> AskedThing {
    let Some(body) = body else { return AskedThing::Other };
    let thing = if ok && tells_under_way(body) {
        AskedThing::UnderWay
    } else if tells_absence(body) || says_no(body) && label.is_some_and(asks_yes_or_no) {
        AskedThing::Absent
    } else {
        return AskedThing::Other;
    };
    if label.is_some_and(|label| asks(work, label)) { thing } else { AskedThing::Other }
}

/// `false` says that a thing is not there only to who asked whether it is: else it is the state of a thing, such as of what
/// is not merged yet.
fn says_no(body: &str) -> bool {
    ["false", "no"].iter().any(|no| body.trim().eq_ignore_ascii_case(no))
}

fn asks_yes_or_no(label: &str) -> bool {
    asks_whether_installed(&parse(label))
}

/// Whether the call asks about things, by its label.
fn asks(work: WorkKind, label: &str) -> bool {
    match work {
        WorkKind::Edit | WorkKind::Check | WorkKind::Install | WorkKind::Plan => false,
        WorkKind::Nothing | WorkKind::Act | WorkKind::Select | WorkKind::Settings => false,
        WorkKind::Other
        | WorkKind::Query
        | WorkKind::Look
        | WorkKind::Setup
        | WorkKind::Log
        | WorkKind::Lookup => match label.strip_prefix("mcp:") {
            Some(tool) => is_asking_tool(tool.split(' ').next().unwrap_or_default()),
            None => asks_for_things(&parse(label)),
        },
    }
}

/// Whether the tool of a server asks, by its name: `video/get_render`.
fn is_asking_tool(name: &str) -> bool {
    const VERBS: [&str; 14] = [
        "check", "describe", "fetch", "find", "get", "info", "inspect", "list", "lookup", "query",
        "retrieve", "show", "state", "view",
    ];
    let tool = name.rsplit('/').next().unwrap_or(name);
    let mut words = tool_words(tool);
    words.any(|word| VERBS.iter().any(|verb| word.eq_ignore_ascii_case(verb)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_false_is_the_absence_of_what_was_asked_for_and_else_a_state() {
        for (label, expected) in [
            ("gem list -i rails", AskedThing::Absent),
            ("gem list --installed rails", AskedThing::Absent),
            ("gem list rails", AskedThing::Other),
            ("gh pr view 5 --json merged -q .merged", AskedThing::Other),
            ("mcp:video/get_render {\"id\":7}", AskedThing::Other),
        ] {
            let thing = asked_thing(Some("false\n"), true, WorkKind::Query, Some(label));
            assert_eq!(thing, expected, "{label}");
        }
    }
}
