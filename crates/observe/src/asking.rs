//! What is known of the answer to a call that asks about things and changes nothing.

use fusebox_engine::{AskedThing, WorkKind};
use fusebox_shell::{asks_for_things, parse};
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
    } else if tells_absence(body) {
        AskedThing::Absent
    } else {
        return AskedThing::Other;
    };
    if label.is_some_and(|label| asks(work, label)) { thing } else { AskedThing::Other }
}

/// Whether the call asks about things, by its label.
fn asks(work: WorkKind, label: &str) -> bool {
    match work {
        WorkKind::Edit | WorkKind::Check | WorkKind::Install | WorkKind::Plan => false,
        WorkKind::Nothing | WorkKind::Act | WorkKind::Select => false,
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
