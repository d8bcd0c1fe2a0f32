//! What the configuration file of Codex says for our hooks: whether hooks run at all, which of them are
//! switched off, and which are trusted. The rest of the file is the person's and the client's.

use std::collections::BTreeMap;

use toml_parser::decoder::ScalarKind;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};
use toml_parser::{ParseError, Source};

use crate::hook_settings::{PLUGIN, SwitchedOff, newly_off};
use crate::install::{InstalledHook, is_hook_command};

/// Values nested deeper than this are no configuration of Codex, whose own reader goes down 80 levels.
const MAX_DEPTH: u32 = 128;

/// Compares two contents of the file; see [`LostProtection`](crate::LostProtection).
pub(super) fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    let of = |content: Option<&[u8]>| content.and_then(HookStates::read).unwrap_or_default();
    let (accepted, present) = (of(accepted), of(present));
    let mut lost = newly_off(&accepted.off, &present.off);
    let is_gone = |(hook, digest): &(&String, &String)| present.trusted.get(*hook) != Some(*digest);
    let gone = accepted.trusted.iter().filter(is_gone);
    lost.extend(gone.map(|(hook, _)| format!("lost the trust in the hook `{hook}`")));
    lost
}

/// The events of which the file does not trust every one of these hooks, which are in the settings file of
/// this path. A trust that is out of date cannot be told from one that holds.
pub(super) fn untrusted_hooks(
    settings: &str,
    hooks: &[InstalledHook],
    content: &str,
) -> Vec<String> {
    let trusted = HookStates::read(content.as_bytes()).unwrap_or_default().trusted;
    let is_trusted = |hook: &&InstalledHook| {
        let (group, handler) = hook.position;
        let event = snake_case(&hook.event);
        trusted.contains_key(&format!("{settings}:{event}:{group}:{handler}"))
    };
    hooks.iter().filter(|hook| !is_trusted(hook)).map(|hook| hook.event.clone()).collect()
}

/// `PreToolUse` as `pre_tool_use`.
/// Whether a text enables the plugin of Fusebox.
pub(super) fn enables_plugin(text: &str) -> bool {
    let all = scalars(text).unwrap_or_default();
    all.iter().any(|(path, value)| {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        matches!(path.as_slice(), ["plugins", plugin, "enabled"] if plugin.starts_with(PLUGIN))
            && value == "true"
    })
}

/// Whether a text has hooks of Fusebox in its own table, which Codex runs beside those of `hooks.json`.
pub(super) fn has_hooks(text: &str) -> bool {
    let all = scalars(text).unwrap_or_default();
    all.iter().any(|(path, value)| {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let is_command =
            matches!(path.as_slice(), ["hooks", event, .., "command"] if *event != "state");
        is_command && is_hook_command(value, "codex")
    })
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// What the file says of hooks.
#[derive(Debug, Default)]
struct HookStates {
    off: SwitchedOff,
    /// The digests of trusted hooks, by `FILE:EVENT:GROUP:INDEX`.
    trusted: BTreeMap<String, String>,
}

impl HookStates {
    /// `None` where Codex would not read the file either.
    fn read(content: &[u8]) -> Option<Self> {
        let mut states = Self::default();
        for (path, value) in scalars(std::str::from_utf8(content).ok()?)? {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            match path.as_slice() {
                ["hooks", "state", hook, "trusted_hash"] => {
                    states.trusted.insert((*hook).to_owned(), value);
                }
                // Earlier versions called the feature `codex_hooks`.
                ["hooks", "state", _, "enabled"] | [.., "features", "hooks" | "codex_hooks"]
                    if value != "true" =>
                {
                    states.off.insert(path.join("."), value);
                }
                ["projects", _, "trust_level"] if value == "untrusted" => {
                    states.off.insert(path.join("."), value);
                }
                _ => {}
            }
        }
        Some(states)
    }
}

/// Something that is open around a value.
enum Frame {
    /// A key that waits for its value.
    Key,
    Array,
    Table,
}

/// Every plain value with the keys that lead to it; those of a list have the keys of the list.
fn scalars(text: &str) -> Option<Vec<(Vec<String>, String)>> {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let (mut events, mut error) = (Vec::<Event>::new(), None::<ParseError>);
    parse_document(&tokens, &mut RecursionGuard::new(&mut events, MAX_DEPTH), &mut error);
    let mut all = Vec::new();
    let (mut table, mut keys) = (Vec::new(), Vec::new());
    let mut frames: Vec<(Frame, Vec<String>)> = Vec::new();
    for event in events {
        let around = || frames.last().map_or(&table, |(_, path)| path).clone();
        match event.kind() {
            EventKind::SimpleKey => {
                let mut key = String::new();
                source.get(event)?.decode_key(&mut key, &mut error);
                keys.push(key);
            }
            EventKind::StdTableClose | EventKind::ArrayTableClose => {
                table = std::mem::take(&mut keys)
            }
            EventKind::KeyValSep => {
                let mut path = around();
                path.append(&mut keys);
                frames.push((Frame::Key, path));
            }
            EventKind::ArrayOpen => frames.push((Frame::Array, around())),
            EventKind::InlineTableOpen => frames.push((Frame::Table, around())),
            EventKind::Scalar => {
                let mut value = String::new();
                let kind = source.get(event)?.decode_scalar(&mut value, &mut error);
                if let ScalarKind::Boolean(is_true) = kind {
                    value = is_true.to_string();
                }
                all.push((around(), value));
                end_value(&mut frames);
            }
            EventKind::ArrayClose | EventKind::InlineTableClose => {
                frames.pop();
                end_value(&mut frames);
            }
            EventKind::Error => return None,
            EventKind::StdTableOpen
            | EventKind::ArrayTableOpen
            | EventKind::KeySep
            | EventKind::ValueSep
            | EventKind::Whitespace
            | EventKind::Comment
            | EventKind::Newline => {}
        }
    }
    error.is_none().then_some(all)
}

/// A key has one value.
fn end_value(frames: &mut Vec<(Frame, Vec<String>)>) {
    if matches!(frames.last(), Some((Frame::Key, _))) {
        frames.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "/h/.codex/hooks.json:pre_tool_use:0:0";

    fn trusted(digest: &str) -> String {
        format!("model = \"m\"\n\n[hooks.state.\"{KEY}\"]\ntrusted_hash = \"{digest}\"\n")
    }

    #[track_caller]
    fn check(accepted: &str, present: &str, expected: &[&str]) {
        let lost = lost_protection(Some(accepted.as_bytes()), Some(present.as_bytes()));
        assert_eq!(lost, expected, "{accepted}\n{present}");
    }

    fn off(name: &str) -> String {
        format!("got `{name}`, which can switch hooks off")
    }

    #[test]
    fn g01_hooks_are_switched_off_in_every_spelling() {
        let feature = off("features.hooks");
        for text in [
            "[features]\nhooks = false",
            "features.hooks = false",
            "features = { web = true, hooks = false }",
            "\"features\".'hooks' = false",
            "a = [1, [2]]\n[[b]]\nc = {d = {e = 1}}\n[features]\n# no\nhooks=false # yes",
            "note = '''\n[features]\n'''\n[ features ]\nhooks = 0",
        ] {
            check("", text, &[&feature]);
        }
        let deep = format!("x = {}{}\n[features]\nhooks = false", "[".repeat(79), "]".repeat(79));
        check("", &deep, &[&feature]);
        check("", "[features]\ncodex_hooks = false", &[&off("features.codex_hooks")]);
        let of_profile = off("profiles.night.features.hooks");
        check("", "[profiles.night.features]\nhooks = false", &[&of_profile]);
        let one = off(&format!("hooks.state.{KEY}.enabled"));
        check("", &format!("[hooks.state.\"{KEY}\"]\nenabled = false"), &[&one]);
        check("", &format!("[hooks.state]\n\"{KEY}\" = {{ enabled = false }}"), &[&one]);
        let project = off("projects./w.trust_level");
        check("", "[projects.\"/w\"]\ntrust_level = \"untrusted\"", &[&project]);
    }

    #[test]
    fn g01_a_trust_that_is_gone_or_changed_is_a_loss() {
        let lost = format!("lost the trust in the hook `{KEY}`");
        check(&trusted("sha256:1"), &trusted("sha256:2"), &[&lost]);
        check(&trusted("sha256:1"), "", &[&lost]);
        check(&trusted("sha256:1"), "broken = [", &[&lost]);
        assert_eq!(lost_protection(Some(trusted("sha256:1").as_bytes()), None), [lost]);
    }

    #[test]
    fn a_hook_is_trusted_at_its_position_in_its_file() {
        let hook = |group| InstalledHook {
            event: "PreToolUse".to_owned(),
            position: (group, 0),
            ..InstalledHook::default()
        };
        let text = trusted("sha256:1");
        let untrusted = |hook, text: &str| untrusted_hooks("/h/.codex/hooks.json", &[hook], text);
        assert!(untrusted(hook(0), &text).is_empty());
        assert_eq!(untrusted(hook(1), &text), ["PreToolUse"]);
        assert_eq!(untrusted(hook(0), ""), ["PreToolUse"]);
    }

    #[test]
    fn our_plugin_and_our_hooks_are_found_in_every_spelling() {
        for (text, is_plugin, has_table) in [
            ("[plugins.\"fusebox@fusebox\"]\nenabled = true\n", true, false),
            ("plugins = {\"fusebox@mine\" = { enabled = true }}\n", true, false),
            ("[plugins.\"fusebox@fusebox\"]\nenabled = false\n", false, false),
            ("[plugins.\"other@fusebox\"]\nenabled = true\n", false, false),
            (
                "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"/f/fusebox-hook codex\"\n",
                false,
                true,
            ),
            (
                "hooks.Stop = [{hooks = [{command = \"[ -x /f/fusebox ] || exit 0; exec /f/fusebox hook codex\"}]}]\n",
                false,
                true,
            ),
            (
                "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = \"/f/fusebox-hook claude\"\n",
                false,
                false,
            ),
            ("[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = \"lint\"\n", false, false),
            ("[mcp_servers.fusebox]\ncommand = \"/f/fusebox\"\n", false, false),
            ("broken = [", false, false),
        ] {
            assert_eq!((enables_plugin(text), has_hooks(text)), (is_plugin, has_table), "{text}");
        }
    }

    #[test]
    fn g02_the_rest_of_the_file_is_the_persons_and_the_clients() {
        let deep = format!("x = {}{}", "[".repeat(5_000), "]".repeat(5_000));
        for text in [
            "[features]\nhooks = true\nweb = false",
            "hooks = false",
            "[notes]\nfeatures = \"hooks = false\"",
            "[mcp_servers.a]\nargs = [\"features.hooks=false\"]\nenabled = false",
            "[projects.\"/w\"]\ntrust_level = \"trusted\"",
            "# [features]\n# hooks = false",
            "",
            "not TOML",
            &deep,
        ] {
            check("", text, &[]);
        }
        check(&trusted("sha256:1"), &trusted("sha256:1").replace("\"m\"", "\"n\""), &[]);
        check("", &trusted("sha256:1"), &[]);
        check("features.hooks = false", "[features]\nhooks = false", &[]);
        check("features.hooks = false", "", &[]);
    }
}
