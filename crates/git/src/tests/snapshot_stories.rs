//! Row L6 for any story: a snapshot by name is the one that git stores, after every step.

use std::path::Path;
use std::process::Command;

use proptest::prelude::*;

use super::property::{PATHS, Step, act, clear, run_cases, step};
use super::test_support::Repo;
use crate::{DiffSide, WorktreeSnapshot};

/// What happens in an iteration, and what happens to the base.
#[derive(Debug, Clone)]
enum Turn {
    /// Anything, git's own commands among it.
    Any(Step),
    Write(usize, u8),
    Remove(usize),
    Rename(usize, usize),
    /// Without git.
    Executable(usize, bool),
    Link(usize),
    Ends(usize),
    Ignored(u8),
    Attributes(u8),
    /// What was found goes into the base.
    Move,
}

fn turn() -> impl Strategy<Value = Turn> {
    let path = || 0..PATHS.len();
    prop_oneof![
        1 => step().prop_map(Turn::Any),
        8 => (path(), any::<u8>()).prop_map(|(path, text)| Turn::Write(path, text)),
        3 => path().prop_map(Turn::Remove),
        2 => (path(), path()).prop_map(|(from, to)| Turn::Rename(from, to)),
        2 => (path(), any::<bool>()).prop_map(|(path, yes)| Turn::Executable(path, yes)),
        2 => path().prop_map(Turn::Link),
        1 => path().prop_map(Turn::Ends),
        1 => (0..3u8).prop_map(Turn::Ignored),
        1 => (0..4u8).prop_map(Turn::Attributes),
        1 => Just(Turn::Move),
    ]
}

fn take(repo: &Repo, turn: &Turn) {
    let there = |path: usize| repo.path(PATHS[path]).symlink_metadata().is_ok();
    match turn {
        Turn::Any(step) => act(repo, step),
        Turn::Write(path, text) => act(repo, &Step::Write(*path, *text)),
        Turn::Remove(path) => act(repo, &Step::Remove(*path)),
        Turn::Link(path) => act(repo, &Step::Link(*path)),
        Turn::Rename(from, to) if there(*from) && !PATHS[*to].starts_with(PATHS[*from]) => {
            let aside = repo.path(".git/aside");
            std::fs::rename(repo.path(PATHS[*from]), &aside).unwrap();
            let to = repo.path(PATHS[*to]);
            clear(repo, &to);
            std::fs::create_dir_all(to.parent().unwrap()).unwrap();
            std::fs::rename(aside, to).unwrap();
        }
        Turn::Executable(path, yes) if repo.path(PATHS[*path]).is_file() => {
            repo.set_mode(PATHS[*path], if *yes { 0o755 } else { 0o644 });
        }
        Turn::Ends(path) => {
            act(repo, &Step::Write(*path, 0));
            repo.write(PATHS[*path], "one\r\ntwo\r\n");
        }
        Turn::Ignored(list) => {
            repo.write(".gitignore", ["*.log\n", "b\n", "d/\n"][usize::from(*list)]);
        }
        Turn::Attributes(list) => {
            let lists = ["", "* text=auto\n", "* text eol=crlf\n", "a ident\n"];
            repo.write(".gitattributes", lists[usize::from(*list)]);
        }
        Turn::Rename(..) | Turn::Executable(..) | Turn::Move => {}
    }
}

/// A story in which both ways are gone after each turn, from the same base.
fn both_ways_agree(before: &[Step], story: &[Turn]) {
    let repo = Repo::empty();
    repo.write(".gitignore", "*.log\n");
    before.iter().for_each(|step| act(&repo, step));
    let ours = repo.ours();
    let mut seen: Vec<(WorktreeSnapshot, WorktreeSnapshot)> =
        vec![(ours.snapshot().unwrap(), ours.stored_snapshot().unwrap())];
    let [kept, aside, named] =
        ["fusebox", "as-it-was", "named"].map(|of| repo.path(".git").join(of));
    for turn in story {
        take(&repo, turn);
        copy(&kept, &aside);
        let by_name = ours.snapshot().unwrap();
        std::fs::rename(&kept, &named).unwrap();
        std::fs::rename(&aside, &kept).unwrap();
        let stored = ours.stored_snapshot().unwrap();
        assert_eq!(by_name, stored, "{turn:?}");
        repo.git(&["rev-list", "--objects", "-1", stored.tree.as_str()]);
        if !matches!(turn, Turn::Move) {
            std::fs::remove_dir_all(&kept).unwrap();
            std::fs::rename(&named, &kept).unwrap();
        } else {
            std::fs::remove_dir_all(&named).unwrap();
        }
        let side = |of: &WorktreeSnapshot| DiffSide::Object(of.tree.clone());
        for (old, tree) in &seen {
            let differ = ours.snapshot_changes(old, &by_name).unwrap();
            assert_eq!(differ, ours.changes(&side(tree), &side(&stored)).unwrap(), "{turn:?}");
        }
        seen.push((by_name, stored));
    }
}

#[test]
fn l06_a_folder_that_becomes_a_link() {
    // To a link that leads to itself: nobody can look whether `d/x` is gone.
    both_ways_agree(&[], &[Turn::Write(3, 0), Turn::Link(0), Turn::Link(6), Turn::Link(2)]);
    // Beside a file with other ends of lines, which are what they were when the base had them.
    both_ways_agree(&[], &[Turn::Ends(0), Turn::Write(3, 0), Turn::Attributes(1), Turn::Link(2)]);
}

/// With the times of files: git judges by them.
fn copy(from: &Path, to: &Path) {
    let done = Command::new("cp").arg("-a").args([from, to]).status().unwrap();
    assert!(done.success());
}

fn check_stories(cases: u32, before: usize, story: usize) {
    let before = prop::collection::vec(step(), 0..before);
    let story = prop::collection::vec(turn(), 1..story);
    run_cases(cases, (before, story), |(before, story)| both_ways_agree(&before, &story));
}

#[test]
fn l06_in_any_story_a_name_is_what_git_stores() {
    check_stories(60, 8, 8);
}

#[test]
#[ignore = "many stories: some minutes"]
fn l06_in_many_stories_a_name_is_what_git_stores() {
    check_stories(1000, 12, 24);
}
