//! The files that a call writes, for the scope of a task: all of them, as they are written.

use std::collections::BTreeSet;

use fusebox_engine::Tool;
use fusebox_engine::event::EventKind;
use serde_json::Value;

use crate::guard::tools::CHANGING;
use crate::guard::{justified, justify_command};
use fusebox_shell::{self as shell, CommandLine, ShellWord, SimpleCommand, Variables, WorkingDir};

/// Where a tool names its file.
const PATHS: &[&str] = &["file_path", "path", "notebook_path", "filePath"];
/// The same for a server's tool, which may name several.
const OF_SERVERS: &[&str] = &["file", "filename", "source", "destination", "old_path", "new_path"];
/// Where a patch stands.
const PATCHES: &[&str] = &["input", "patch", "diff", "command", "value"];

/// The files that a call is about to write, or that a justification is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// Paths from where the session works, as the call has them; the folder where a pattern or a
    /// variable hides which files of it.
    pub paths: BTreeSet<String>,
    /// A server's tool: a path of it may mean something else than a file here.
    pub by_server: bool,
}

/// What a call writes, as far as it says; nothing for other events.
#[must_use]
pub fn written(kind: &EventKind) -> Written {
    let EventKind::ToolRequest(request) = kind else { return Written::default() };
    let Some(input) = &request.input else { return Written::default() };
    let mut found = Written::default();
    match &request.tool {
        Tool::Bash => {
            if let Some(line) = input.get("command").and_then(Value::as_str) {
                by_command(&mut found.paths, &shell::parse(line));
            }
        }
        Tool::Edit | Tool::Write | Tool::ApplyPatch => by_edit(&mut found.paths, input),
        Tool::Read | Tool::Search | Tool::Web | Tool::Task => {}
        tool @ (Tool::Mcp { .. } | Tool::Other(_)) => {
            let name = tool.name();
            if tool.on_server("fusebox") == Some("justify") {
                found.paths.extend(justified(Some(input)).map(|(file, _)| file));
            } else if CHANGING.iter().any(|verb| name.contains(verb)) {
                found.by_server = true;
                found.paths.extend(texts(input, PATHS).chain(texts(input, OF_SERVERS)).map(local));
            }
        }
    }
    found
}

fn texts<'v>(input: &'v Value, keys: &'static [&'static str]) -> impl Iterator<Item = &'v str> {
    keys.iter().filter_map(|key| input.get(*key).and_then(Value::as_str))
}

fn local(path: &str) -> String {
    path.strip_prefix("file://").unwrap_or(path).to_owned()
}

fn by_edit(found: &mut BTreeSet<String>, input: &Value) {
    let before = found.len();
    found.extend(texts(input, PATHS).map(str::to_owned));
    if found.len() == before {
        found.extend(texts(input, PATCHES).flat_map(patched));
    }
}

/// The files that a patch names, in either of the two forms.
fn patched(patch: &str) -> Vec<String> {
    const OWN: &[&str] =
        &["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    const DIFF: &[&str] = &["+++ ", "--- ", "rename from ", "rename to "];
    let is_own = patch.lines().any(|line| OWN.iter().any(|head| line.starts_with(head)));
    let heads = if is_own { OWN } else { DIFF };
    let path = |line: &str| {
        let path = heads.iter().find_map(|head| line.strip_prefix(head))?;
        if is_own {
            return Some(path.trim().to_owned());
        }
        let path = path.split('\t').next().unwrap_or(path).trim();
        let path = path.strip_prefix("a/").or(path.strip_prefix("b/")).unwrap_or(path);
        (path != "/dev/null").then(|| path.to_owned())
    };
    patch.lines().filter_map(path).collect()
}

fn by_command(found: &mut BTreeSet<String>, script: &CommandLine<'_>) {
    if let Some(single) = script.single()
        && single.words().first().is_some_and(|program| program.text == "fusebox")
        && let Some((file, _)) = justify_command(single)
    {
        found.insert(file);
        return;
    }
    found.extend(shell::written_paths(script).targets().iter().cloned());
    let hidden = |word: &ShellWord<'_>| !word.is_literal();
    let mut variables = None;
    for command in &script.commands {
        let redirects = command.redirects.iter().filter(|r| r.kind.writes() && r.is_file());
        let redirects = redirects.map(|redirect| &redirect.target).filter(|word| hidden(word));
        let named: BTreeSet<String> = shell::written_words(command).0.into_iter().collect();
        let words = command.words().iter().skip(1);
        let words = words.filter(|word| hidden(word) && named.contains(word.text.as_ref()));
        for word in redirects.chain(words) {
            let variables = variables.get_or_insert_with(|| Variables::of(script));
            found.extend(variables.values(&word.text).iter().filter_map(|w| folder(command, w)));
        }
    }
}

/// The folder that a pattern or an unknown variable is in; the path itself where there is none.
/// `None` where it may be anywhere.
fn folder(command: &SimpleCommand<'_>, word: &str) -> Option<String> {
    let word = word.trim_matches('"');
    let joined = |path: &str| WorkingDir::join(&command.dir, path).map(|path| path.into_owned());
    let Some(at) = word.find(['*', '?', '[', '{', '$', '`', '(']) else { return joined(word) };
    let before = word.get(..at).unwrap_or_default();
    let pattern = word.get(at..).is_some_and(|rest| rest.starts_with(['*', '?', '[', '{']));
    match before.rsplit_once('/') {
        Some(("", _)) => Some("/".to_owned()),
        Some((folder, _)) => joined(folder),
        None if pattern => joined("."),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::event::ToolRequest;
    use serde_json::json;

    use super::*;

    fn check(tool: &str, input: Value, expected: &[&str]) {
        let shown = format!("{tool} {input}");
        let request =
            ToolRequest { tool: tool.into(), input: Some(input), ..ToolRequest::default() };
        let found = written(&EventKind::ToolRequest(request)).paths;
        let expected: BTreeSet<String> = expected.iter().map(|path| (*path).to_owned()).collect();
        assert_eq!(found, expected, "{shown}");
    }

    fn line(command: &str, expected: &[&str]) {
        check("bash", json!({"command": command}), expected);
    }

    #[test]
    fn a06_edits_and_patches_name_their_files() {
        check("edit", json!({"file_path": "/w/a.rs", "edits": []}), &["/w/a.rs"]);
        check("write", json!({"file_path": "a.rs", "content": "x"}), &["a.rs"]);
        check("read", json!({"file_path": "a.rs"}), &[]);
        check("search", json!({"path": "src"}), &[]);
        let patch = "*** Begin Patch\n*** Update File: a.rs\n*** Move to: b.rs\n@@\n--- x\n+++ y\n\
            *** Delete File: c.rs\n";
        check("apply_patch", json!({"input": patch}), &["a.rs", "b.rs", "c.rs"]);
        let diff = "--- a/x.rs\t2026\n+++ b/x.rs\t2026\n@@\n--- /dev/null\n+++ b/y.rs\n";
        check("apply_patch", json!({"patch": diff}), &["x.rs", "y.rs"]);
        check("mcp:fs/write_file", json!({"path": "a.rs"}), &["a.rs"]);
        check("mcp:fs/read_file", json!({"path": "a.rs"}), &[]);
        let input = json!({"file": "a.rs", "test": "t", "because": "w"});
        check("mcp:fusebox/justify", input, &["a.rs"]);
    }

    #[test]
    fn a06_commands_name_their_files() {
        line("cat a.rs b.rs 2>/dev/null", &[]);
        line("echo x > a.rs", &["a.rs"]);
        line("echo x | tee -a a.rs b.rs", &["a.rs", "b.rs"]);
        line("sed -i s/x/y/ a.rs", &["a.rs"]);
        line("mv a.rs b.rs", &["a.rs", "b.rs"]);
        line("rm -f a.rs", &["a.rs"]);
        line("git checkout -- a.rs", &["a.rs"]);
        line("git -C sub checkout -- a.rs", &["sub/a.rs"]);
        line("cd src && rm a.rs && cd .. && rm b.rs", &["src/a.rs", "src/../b.rs"]);
        line("sh -c 'rm a.rs'", &["a.rs"]);
        line("rm src/routes/*.ts", &["src/routes"]);
        line("rm *.ts", &["."]);
        line("D=src/routes; echo > $D/a.ts", &["src/routes/a.ts"]);
        line("for f in a.rs b.rs; do sed -i s/x/y/ $f; done", &["a.rs", "b.rs"]);
        line("for f in src/*.rs; do rm \"$f\"; done", &["src"]);
        line("rm src/$X.rs", &["src"]);
        line("rm $X", &[]);
        line("echo > 'app/[id]/page.tsx'", &["app/[id]/page.tsx"]);
    }

    #[test]
    fn a06_a_justification_names_its_file_where_it_is_the_whole_command() {
        let justify = "fusebox justify src/lib.rs --test t --because 'a b c d'";
        line(justify, &["src/lib.rs"]);
        for other in [
            format!("cd src && {justify}"),
            format!("sh -c \"{justify}\""),
            format!("{justify} | cat"),
            format!("{justify}; true"),
            format!("X=1 {justify}"),
            "fusebox justify src/lib.rs --test t".to_owned(),
        ] {
            line(&other, &[]);
        }
    }
}
