//! In which folder a call runs, as seen from the session's.

use std::borrow::Cow;

use fusebox_engine::event::ToolRequest;

use crate::SessionContext;
use crate::guard::folder;

/// The folder in which the call runs: below the session's without it, and `None` where it is the session's own or is
/// not told. The client names it, or the arguments do.
pub(crate) fn call_folder(request: &ToolRequest, context: &SessionContext<'_>) -> Option<String> {
    let cwd = request.cwd.as_deref();
    let told = request.input.as_ref().and_then(|input| folder(input, cwd));
    let told = told.or(cwd.map(Cow::Borrowed))?;
    if context.folder == Some(told.as_ref()) {
        return None;
    }
    Some(plain_folder(&[&told], context.folder)).filter(|folder| !folder.is_empty())
}

/// The folder to which these paths lead one after the other, without needless parts and as seen from `session`; empty
/// for that one itself.
pub(crate) fn plain_folder(paths: &[&str], session: Option<&str>) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut root = "";
    for path in paths {
        if path.starts_with(['/', '~']) {
            names.clear();
            root = if path.starts_with('/') { "/" } else { "" };
        }
        for name in path.split('/') {
            match name {
                "" | "." => {}
                ".." if names.last().is_some_and(|last| *last != "..") => _ = names.pop(),
                name => names.push(name),
            }
        }
    }
    let inside = session.filter(|_| root == "/").and_then(|session| {
        let mut rest = names.iter();
        let mut above = session.split('/').filter(|name| !name.is_empty());
        above.all(|name| rest.next() == Some(&name)).then_some(rest.as_slice())
    });
    match inside {
        Some(inside) => inside.join("/"),
        None => [root, &names.join("/")].concat(),
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Tool;
    use serde_json::json;

    use super::*;

    #[test]
    fn a13_the_folder_of_a_call_is_seen_from_the_session() {
        let check = |cwd: Option<&str>, told: Option<&str>, expected: Option<&str>| {
            let input = told
                .map_or(json!({"command": "a"}), |told| json!({"command": "a", "workdir": told}));
            let request = ToolRequest {
                call: None,
                round: None,
                tool: Tool::Bash,
                input: Some(input),
                cwd: cwd.map(str::to_owned),
                can_ask: false,
            };
            let context = SessionContext { folder: Some("/w/p"), ..SessionContext::default() };
            assert_eq!(call_folder(&request, &context).as_deref(), expected, "{cwd:?} {told:?}");
        };
        check(None, None, None);
        check(Some("/w/p"), None, None);
        check(Some("/w/p/"), Some("/w/p"), None);
        check(Some("/w/p/a"), None, Some("a"));
        check(Some("/w/p/a"), Some("../b"), Some("b"));
        check(Some("/w/p"), Some("a/b"), Some("a/b"));
        check(None, Some("a/b/"), Some("a/b"));
        check(Some("/w/p/a"), Some("/w/q"), Some("/w/q"));
        check(Some("/w/pa"), None, Some("/w/pa"));
        check(Some("/"), None, Some("/"));
        check(None, Some(".."), Some(".."));
    }
}
