//! Settings files that are links, as managers of dotfiles make them: the link and what it leads to stay as they
//! are.

use std::fs;

use crate::prison::Prison;

/// Ways to other settings by a link.
const ATTEMPTS: &[&str] = &[
    "echo off > ~/.claude/settings.json",
    "rm -f ~/.claude/settings.json",
    "echo off > ~/off; mv -f ~/off ~/.claude/settings.json",
    "echo off > ~/off; ln -sf ~/off ~/.claude/settings.json",
    "mv ~/.claude/settings.json ~/.claude/other",
    "rm -rf ~/.claude; mkdir ~/.claude; echo off > ~/.claude/settings.json",
    "mv ~/.claude ~/old; mkdir ~/.claude; echo off > ~/.claude/settings.json",
    "mv ~/dotfiles ~/old; mkdir -p ~/dotfiles/claude; echo off > ~/dotfiles/claude/settings.json",
    "rm -f ~/dotfiles/current; mkdir -p ~/x/claude; echo off > ~/x/claude/settings.json; ln -s ~/x ~/dotfiles/current",
    "for f in ~/dotfiles/claude/settings.json ~/dotfiles/v2/claude/settings.json ~/project/claude.json; do echo off > $f; rm -f $f; mkdir -p ${f%/*}; echo off > $f; done",
    "unshare -rm sh -c 'umount ~/.claude/settings.json; rm -f ~/.claude/settings.json; echo off > ~/.claude/settings.json'",
];

/// Settings that a link made by `prepare` leads to. A free command changes them by some attempt, a confined one
/// by none, and what is beside them can be changed.
#[track_caller]
fn check(prepare: &str, beside: &str) {
    let prepare = format!("set -e; {prepare}");
    let settings = |prison: &Prison| fs::read(prison.world.path(".claude/settings.json")).ok();
    let prepared = || {
        let prison = Prison::new();
        let ran = prison.sh(&prepare);
        assert_eq!(ran.code, 0, "{}", ran.err);
        prison
    };
    let free = prepared();
    let before = settings(&free);
    free.run(&[], ATTEMPTS[3]);
    assert_ne!(settings(&free), before, "without it");

    let held = prepared();
    let links = "cd; find . -type l -printf '%p %l\\n' | sort";
    let before_links = held.sh(links).out;
    // An attempt may make other links.
    let stay = |found: &str| before_links.lines().all(|link| found.lines().any(|one| one == link));
    for attempt in ATTEMPTS {
        let ran = held.confined(&format!("{attempt}; echo tried"));
        assert_eq!((ran.code, ran.out.as_str()), (0, "tried\n"), "{attempt}: {}", ran.err);
        assert!(!ran.err.contains("not confined"), "{}", ran.err);
        assert_eq!(settings(&held), before, "{attempt}");
    }
    let ran = held.confined(&format!("set -e; {beside}; {links}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(stay(&ran.out), "inside: {}", ran.out);
    let outside = held.sh(links).out;
    assert!(stay(&outside), "{before_links} became {outside}");
}

#[test]
fn g01_a_link_into_a_repository_of_dotfiles_stays() {
    check(
        "mkdir -p ~/dotfiles/claude; mv ~/.claude/settings.json ~/dotfiles/claude/; \
         ln -s ../dotfiles/claude/settings.json ~/.claude/settings.json",
        "echo a > ~/dotfiles/claude/b; mv ~/dotfiles/claude/b ~/dotfiles/c; echo x > ~/.claude/notes",
    );
}

#[test]
fn g01_a_link_to_a_link_stays() {
    check(
        "mkdir -p ~/dotfiles/v2/claude; mv ~/.claude/settings.json ~/dotfiles/v2/claude/; \
         ln -s v2 ~/dotfiles/current; \
         ln -s ~/dotfiles/current/claude/settings.json ~/.claude/settings.json",
        "echo a > ~/dotfiles/current/claude/b; rm ~/dotfiles/v2/claude/b",
    );
}

#[test]
fn g01_a_folder_of_settings_that_is_a_link_stays() {
    check(
        "mkdir -p ~/dotfiles; mv ~/.claude ~/dotfiles/claude; ln -s dotfiles/claude ~/.claude",
        "echo x > ~/.claude/notes; rm ~/dotfiles/claude/notes",
    );
}

#[test]
fn g01_a_link_into_the_workspace_stays() {
    check(
        "mv ~/.claude/settings.json ~/project/claude.json; \
         ln -s ~/project/claude.json ~/.claude/settings.json",
        "echo x > ~/project/x; rm ~/project/x",
    );
}

#[test]
fn g01_what_a_dangling_link_leads_to_cannot_be_made() {
    let prepare = "rm ~/.claude/settings.json; ln -s ~/dotfiles/claude.json ~/.claude/settings.json; \
        mkdir ~/dotfiles";
    let attempt = "echo off > ~/dotfiles/claude.json; echo off > ~/.claude/settings.json; \
        mv ~/dotfiles ~/old; mkdir ~/dotfiles; echo off > ~/dotfiles/claude.json";
    let tried = |options: &[&str]| {
        let prison = Prison::new();
        prison.sh(prepare);
        let ran = prison.run(options, attempt);
        assert!(!ran.err.contains("not confined"), "{}", ran.err);
        prison
    };
    assert!(tried(&[]).world.path(".claude/settings.json").exists(), "without it");
    let held = tried(&["--confine=require"]);
    assert!(!held.world.path(".claude/settings.json").exists());
    assert_eq!(held.sh("readlink ~/.claude/settings.json; ls ~/dotfiles").out.lines().count(), 1);
}
