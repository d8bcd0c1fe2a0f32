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
fn what_is_shipped_is_of_this_version() {
    for file in
        ["claude-code/fusebox/.claude-plugin/plugin.json", "gemini/fusebox/gemini-extension.json"]
    {
        assert_eq!(read(contrib(file))["version"], env!("CARGO_PKG_VERSION"), "{file}");
    }
}
