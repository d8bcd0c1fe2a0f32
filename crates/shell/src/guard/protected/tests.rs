//! How spellings of paths relate to what is protected.

use proptest::prelude::*;

use super::*;

#[test]
fn what_is_protected_by_name_is_told_by_its_first_part() {
    for name in names_of_protected().chain(TRANSCRIPT_FOLDERS.iter().copied()) {
        assert!(may_begin_protected_name(name[0]), "{name:?}");
    }
}

proptest! {
    #[test]
    fn what_may_name_something_protected_is_what_a_plain_search_finds(
        parts in prop::collection::vec(prop::sample::select(vec![
            "fusebo", "FuSeBo", "claude", "clau", "de", "fuse", "bo", "x", "/", "/.", ".", "*", "?", "[", "{",
            "$", "HOME", "XDG_", "é", "settings.json", "projects", "a.jsonl", "~", "..", "f", "cL",
            "a word that reaches to the end of what is looked at in one go, cl",
        ]), 0..8),
    ) {
        let text = parts.concat();
        let lower = text.to_ascii_lowercase();
        let expected = text.starts_with(['/', '~'])
            || text.starts_with("..")
            || lower.contains("fusebo")
            || lower.contains("claude")
            || (text.contains(['*', '?', '[', '{']) && (text.starts_with('.') || text.contains("/.")))
            || (text.contains('$') && ["HOME", "XDG_", "CLAUDE", "CLINE", "COPILOT", "OPENCODE", "FUSEBOX"].iter().any(|v| text.contains(v)));
        let roots = ["/h/.local/state/fusebox".to_owned()];
        let protected = ProtectedPaths::new(&roots);
        prop_assert_eq!(protected.may_be_named_in(&text), expected);
        let path = PathParts::of(&text);
        let named = names_of_protected().map(|name| protection_by_names(&path.names, name, |_| true)).max();
        let near = named.max(Some(protection_by_root(&path, &PathParts::of(&roots[0]))));
        let near = if is_in_transcript(&path.names) { Some(Protection::Protected) } else { near };
        prop_assert_eq!(Some(protected.protection_of_parts(&path)), near);
    }
}

#[test]
fn a_folder_of_tests_counts_inside_of_the_project_alone() {
    let roots = ["/h/.local/state/fusebox".to_owned()];
    for (project, path, expected) in [
        ("/h/test/app", "/h/test/app/web/.claude/settings.json", Protection::Protected),
        ("/h/test/app", "/h/test/app/spec/x/.claude/settings.json", Protection::Unrelated),
        ("/h/app", "/h/app/tests/.claude/settings.json", Protection::Unrelated),
        ("/h/app", "/h/tests/.claude/settings.json", Protection::Unrelated),
        ("/home/username/app", "/home/username/app/a/.claude/settings.json", Protection::Protected),
    ] {
        let protected = ProtectedPaths::new(&roots).in_project(Some(project));
        let found = protected.protection_of_path(path);
        assert_eq!(found, expected, "{path} in {project}");
    }
}

#[test]
fn another_projects_files_have_the_same_names() {
    let roots = ["/h/.local/state/fusebox", "~/.local/state/fusebox"].map(str::to_owned);
    let protected = ProtectedPaths::new(&roots).from(Some("/h/p/src")).in_project(Some("/h/p"));
    for (path, expected) in [
        ("/h/p/.fusebox.toml", Protection::Protected),
        ("/h/.fusebox.toml", Protection::Protected),
        ("/h/p/a/.claude/settings.json", Protection::Protected),
        ("/h/.claude/settings.json", Protection::Protected),
        ("../.fusebox.toml", Protection::Protected),
        ("~/.claude/settings.json", Protection::Protected),
        ("../../.local/state/fusebox/fusebox.db", Protection::Protected),
        ("../../.local/state", Protection::Ancestor),
        ("/h/other/.fusebox.toml", Protection::Unrelated),
        ("../../other/.fusebox.toml", Protection::Unrelated),
        ("/h/p/../other/.claude", Protection::Unrelated),
        ("/tmp/x/.claude/settings.json", Protection::Unrelated),
    ] {
        assert_eq!(protected.protection(&protected.seen_from_cwd(path)), expected, "{path}");
    }
}

#[test]
fn a_path_is_known_however_it_is_spelled() {
    let roots = ["/h/.local/state/fusebox", "~/.local/state/fusebox", "/h/.config/fusebox"];
    let roots = roots.map(str::to_owned);
    let hooks = [
        "/h/.copilot/hooks/fusebox.json",
        "/h/.copilot/hooks/fusebox-vscode.json",
        "/h/p/.github/hooks/fusebox.json",
        "/h/p/.github/hooks/fusebox-vscode.json",
        "/h/.kiro/hooks/fusebox.json",
        "/h/.config/opencode/plugin/fusebox.js",
        "/h/p/.opencode/plugin/fusebox.js",
        "/h/.cline/hooks/PreToolUse.sh",
        "/h/.cline/hooks/PostToolUse.sh",
    ];
    let hooks = hooks.map(str::to_owned);
    for (path, expected) in [
        ("/h/.local/state/fusebox", Protection::Protected),
        ("/h/.local/state/fusebox/fusebox.db", Protection::Protected),
        ("/h/x/../.local//state/./fusebox/", Protection::Protected),
        ("/proc/self/root/h/.local/state/fusebox", Protection::Protected),
        ("$HOME/.local/state/fusebox", Protection::Protected),
        ("${HOME}/.local/state/fuse*", Protection::Protected),
        ("~/.l*/st?te/[f]usebox/x", Protection::Protected),
        ("~/.local/state/*", Protection::Protected),
        ("${XDG_STATE_HOME:-$HOME/.local/state}/fusebox", Protection::Protected),
        ("link/.local/state/fusebox", Protection::Protected),
        (".fusebox.toml", Protection::Protected),
        ("a/b/.fusebox.toml", Protection::Protected),
        ("~/.claude/settings.{json,bak}", Protection::Protected),
        ("~/{.claude/settings.json,x}", Protection::Protected),
        (".claude/$NAME", Protection::Protected),
        (".CLAUDE/Settings.json", Protection::Protected),
        ("~/.claude/projects/-p/s1.jsonl", Protection::Protected),
        (".claude", Protection::ClientFolder),
        ("/h/p/.claude/", Protection::ClientFolder),
        ("/h/.local", Protection::Ancestor),
        ("/", Protection::Ancestor),
        ("~", Protection::Ancestor),
        ("~/.local/state", Protection::Ancestor),
        ("~/.claude/projects/-p/memory/a.md", Protection::Unrelated),
        ("~/.claude/commands/x.md", Protection::Unrelated),
        ("/h/.local/state/fuseboxes", Protection::Unrelated),
        ("/h/.local/share", Protection::Unrelated),
        ("settings.json", Protection::Unrelated),
        ("~/.copilot/hooks/fusebox.json", Protection::Protected),
        (".github/hooks/fusebox.json", Protection::Protected),
        ("~/.copilot/hooks/fusebox-vscode.json", Protection::Protected),
        (".github/hooks/fusebox-vscode.json", Protection::Protected),
        (".github/hooks/fusebox-notes.json", Protection::Unrelated),
        ("/h/.kiro/hooks/./fusebox.json", Protection::Protected),
        ("$HOME/.config/opencode/plugin/fusebox.js", Protection::Protected),
        (".opencode/plugin/fusebox.js", Protection::Protected),
        (".cline/hooks/PreToolUse.sh", Protection::Protected),
        ("~/.cline/hooks/./PostToolUse.sh", Protection::Protected),
        ("$CLINE_DIR/hooks/PreToolUse.sh", Protection::Protected),
        ("$COPILOT_HOME/hooks/fusebox.json", Protection::Protected),
        ("$OPENCODE_CONFIG_DIR/plugin/fusebox.js", Protection::Protected),
        (".cline/hooks", Protection::ClientFolder),
        (".cline/hooks/", Protection::ClientFolder),
        ("~/.cline", Protection::ClientFolder),
        ("~/.cline/hooks/*", Protection::ClientFolder),
        (".cline/hooks/*.sh", Protection::ClientFolder),
        (".cline/hooks/P*Use.sh", Protection::ClientFolder),
        (".cline/h*", Protection::ClientFolder),
        ("$CLINE_DIR/hooks", Protection::ClientFolder),
        ("~/.copilot/hooks", Protection::ClientFolder),
        ("~/.copilot/hooks/*.json", Protection::ClientFolder),
        (".kiro/hooks", Protection::ClientFolder),
        ("~/.config/opencode/plugin", Protection::ClientFolder),
        ("~/.config/opencode", Protection::ClientFolder),
        (".cline/hooks/T*", Protection::Unrelated),
        (".cline/hooks/$F", Protection::Unrelated),
        (".cline/rules", Protection::Unrelated),
        (".github/workflows", Protection::Unrelated),
        (".github/*.yml", Protection::Unrelated),
        (".cline/hooks/TaskStart.sh", Protection::Unrelated),
        ("hooks/PreToolUse.sh", Protection::Unrelated),
        (".github", Protection::HookAncestor),
        (".github/*", Protection::HookAncestor),
        (".github/*/*", Protection::HookAncestor),
        (".github/h*/*.json", Protection::HookAncestor),
        ("/h/p", Protection::HookAncestor),
        ("/h/other", Protection::Unrelated),
        ("/h/other/.github/hooks/fusebox.json", Protection::Unrelated),
        ("/h/other/.cline/hooks", Protection::Unrelated),
        (".github/hooks/mine.json", Protection::Unrelated),
        (".github/hooks/*", Protection::ClientFolder),
        (".opencode/plugin/mine.js", Protection::Unrelated),
        ("src/hooks/fusebox.json", Protection::Unrelated),
        ("~/.gemini/settings.json", Protection::Unrelated),
        (".vscode/settings.json", Protection::Unrelated),
        ("*", Protection::Unrelated),
        ("*/*.json", Protection::Unrelated),
        ("**/*.toml", Protection::Unrelated),
        ("$A/$B", Protection::Unrelated),
        ("$DIR", Protection::Unrelated),
        ("pkg/.config", Protection::Unrelated),
        ("src/fusebox/mod.rs", Protection::Unrelated),
        ("", Protection::Unrelated),
        ("é{,}/\u{0}*[", Protection::Unrelated),
    ] {
        let protected = ProtectedPaths::new(&roots).with_hook_files(&hooks);
        assert_eq!(protected.protection(path), expected, "{path}");
        let is_by_name = |path: &str| {
            ["hooks", "plugin", ".cline", ".github", "opencode"]
                .iter()
                .any(|name| path.contains(name))
        };
        if is_by_name(path) {
            let none = ProtectedPaths::new(&roots).protection(path);
            assert_eq!(none, Protection::Unrelated, "{path}, of which no file is there");
        }
    }
}
