//! Settings files of every client, there or not: none can be changed or made, and a run leaves no trace of that.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::prison::Prison;

/// Every file that can switch hooks off, below the home; the run is in `project/deep/er`.
const FILES: &[&str] = &[
    ".claude/settings.json",
    ".codex/config.toml",
    ".codex/hooks.json",
    ".gemini/settings.json",
    ".gemini/trustedFolders.json",
    ".qwen/settings.json",
    ".qwen/trustedFolders.json",
    ".copilot/settings.json",
    ".copilot/hooks/fusebox.json",
    "project/.claude/settings.json",
    "project/.claude/settings.local.json",
    "project/.codex/config.toml",
    "project/.codex/hooks.json",
    "project/.gemini/settings.json",
    "project/.qwen/settings.json",
    "project/.github/hooks/fusebox.json",
    "project/.github/copilot/settings.json",
    "project/.github/copilot/settings.local.json",
    "project/deep/.codex/config.toml",
    "project/deep/er/.gemini/settings.json",
];
/// Makes a file.
const WRITE: &str = "mkdir -p $(dirname FILE); echo off > FILE\n";
/// The same by another file or folder that takes the place of its own.
const REPLACE: &str = "mkdir -p new; echo off > new/$(basename FILE)
    cp -f new/* FILE; mv -f new/* FILE; echo off > new/$(basename FILE); ln -f new/* FILE; rm -f FILE
    mv $(dirname FILE) old; mv -T new $(dirname FILE); ln -sfT $PWD/new $(dirname FILE); rm -rf old new\n";

/// A script for each file.
fn for_each_file(script: &str) -> String {
    FILES.iter().map(|file| script.replace("FILE", &format!("~/{file}"))).collect()
}

/// A prison in whose home a script has run for each file, and was committed.
fn prison(prepare: &str) -> Prison {
    let prison = Prison::new();
    prison.sh(&format!("mkdir -p deep/er; {}", for_each_file(prepare)));
    prison.sh("git add -A; git commit -qm all");
    prison
}

/// Every file and folder of the home with the text of files, but for what git and Fusebox write, and for notes,
/// which anybody may remove.
fn tree(prison: &Prison) -> BTreeMap<PathBuf, Option<String>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![prison.world.home.clone()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if [".git", ".local", ".cache", "bin", "notes.md"]
                .iter()
                .any(|name| path.ends_with(name))
            {
                continue;
            }
            found.insert(path.clone(), fs::read_to_string(&path).ok());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}

fn is_switched_off(prison: &Prison, file: &str) -> bool {
    fs::read_to_string(prison.world.path(file)).is_ok_and(|text| text == "off\n")
}

#[track_caller]
fn check(prepare: &str) {
    let free = prison(prepare);
    free.sh(&for_each_file(WRITE));
    assert!(FILES.iter().all(|file| is_switched_off(&free, file)), "without it");

    let held = prison(prepare);
    let before = tree(&held);
    let script = format!("git status --short\n{}true", for_each_file(&format!("{WRITE}{REPLACE}")));
    let mut command = held.world.fusebox();
    command.args(["run", "--confine=require", "--", "sh", "-c", &script]);
    let ran = held.world.finish(command.current_dir(held.world.path("project/deep/er")), b"");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert_eq!(tree(&held), before);
}

#[test]
fn g01_no_settings_file_can_be_made_where_there_is_none() {
    check("");
}

#[test]
fn g01_no_settings_file_can_be_made_beside_others() {
    check("mkdir -p $(dirname FILE); echo kept > $(dirname FILE)/notes.md\n");
}

#[test]
fn g01_no_settings_file_that_is_there_can_be_changed() {
    check("mkdir -p $(dirname FILE); echo {} > FILE\n");
}

#[test]
fn g01_a_settings_folder_that_a_variable_names_is_protected() {
    let attempt =
        "mkdir -p ~/moved; echo off > ~/moved/config.toml; echo off > ~/moved/settings.json";
    for (options, expected) in [(&[][..], true), (&["--confine=require"], false)] {
        let prison = Prison::with(&[("CODEX_HOME", "../moved"), ("COPILOT_HOME", "../moved")]);
        prison.run(options, attempt);
        for file in ["moved/config.toml", "moved/settings.json"] {
            assert_eq!(is_switched_off(&prison, file), expected, "{file}");
        }
        assert!(expected || !prison.world.path("moved").exists());
    }
}

/// In the home folder a project's settings are the person's, and the folder stays the client's own.
#[test]
fn a_client_keeps_its_folder_in_a_run_from_the_home() {
    let prison = Prison::new();
    let ran = prison.sh("cd ~; ~/bin/fusebox run --confine=require -- \
        sh -c 'cat .gemini/settings.json; mkdir -p .gemini/tmp .codex/sessions && echo made'");
    assert_eq!((ran.code, ran.out.as_str()), (0, "{}\nmade\n"), "{}", ran.err);
}
