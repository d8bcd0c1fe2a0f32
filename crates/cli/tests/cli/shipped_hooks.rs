//! The plugin and the extension in `contrib` have the hooks that `fusebox install` writes.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::world::World;

/// What is the same in both, by the event: all but the command.
fn hooks(settings: &Value) -> BTreeMap<String, Value> {
    let mut hooks = BTreeMap::new();
    for (event, groups) in settings["hooks"].as_object().unwrap() {
        let mut groups = groups.clone();
        for handler in groups
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .flat_map(|group| group["hooks"].as_array_mut().unwrap())
        {
            let handler = handler.as_object_mut().unwrap();
            for key in ["command", "args"] {
                handler.remove(key);
            }
        }
        hooks.insert(event.clone(), groups);
    }
    hooks
}

fn contrib(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../contrib").join(file)
}

fn read(file: PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn what_is_shipped_has_the_hooks_that_install_writes() {
    for (client, folder, settings) in [
        ("claude", "claude-code/fusebox", ".claude/settings.json"),
        ("gemini", "gemini/fusebox", ".gemini/settings.json"),
        ("codex", "codex/fusebox", ".codex/hooks.json"),
    ] {
        let world = World::new();
        assert_eq!(world.run(&format!("install {client}")).code, 0, "{client}");
        let installed = read(world.path(settings));
        let shipped = read(contrib(folder).join("hooks/hooks.json"));
        assert_eq!(hooks(&installed), hooks(&shipped), "{client}");
        for handler in shipped["hooks"].as_object().unwrap().values() {
            let command = handler[0]["hooks"][0]["command"].as_str().unwrap();
            assert!(command.ends_with(&format!("exec \"$h\" {client}")), "{command}");
        }
    }
}

#[test]
fn the_package_of_opencode_is_the_plugin_that_install_writes() {
    let world = World::new();
    assert_eq!(world.run("install opencode").code, 0);
    let installed = world.read(".config/opencode/plugin/fusebox.js");
    let shipped = fs::read_to_string(contrib("opencode/fusebox/index.js")).unwrap();
    let is_own = |line: &&str| line.starts_with("// ") || line.starts_with("const COMMAND = ");
    let (own, same): (Vec<&str>, Vec<&str>) = shipped.lines().partition(is_own);
    let expected: Vec<&str> = installed.lines().filter(|line| !is_own(line)).collect();
    assert_eq!(same, expected);
    assert!(own[1].ends_with("exec \\\"$h\\\" opencode\";"), "{}", own[1]);
}

#[test]
fn what_is_shipped_is_of_this_version() {
    for file in [
        "claude-code/fusebox/.claude-plugin/plugin.json",
        "gemini/fusebox/gemini-extension.json",
        "codex/fusebox/.codex-plugin/plugin.json",
        "opencode/fusebox/package.json",
    ] {
        assert_eq!(read(contrib(file))["version"], env!("CARGO_PKG_VERSION"), "{file}");
    }
}
