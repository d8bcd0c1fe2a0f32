//! Row A7 for any story: random work, a checkpoint in its middle, a rollback at its end.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::test_support::Repo;

/// Names that get into each other's way: `d` is a file or a folder.
pub(super) const PATHS: &[&str] =
    &["a", "b", "d", "d/x", "d/y/z", "e f", "n\nl", "i.log", "g/i.log"];

#[derive(Debug, Clone)]
pub(super) enum Step {
    Write(usize, u8),
    Remove(usize),
    Executable(usize),
    Stage(usize),
    StageAll,
    Unstage,
    Untrack(usize),
    Move(usize, usize),
    Commit,
    CommitAll,
    Switch(u8),
    NewBranch(u8),
    Detach,
    Link(usize),
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    let path = || 0..PATHS.len();
    prop_oneof![
        6 => (path(), any::<u8>()).prop_map(|(path, text)| Step::Write(path, text)),
        2 => path().prop_map(Step::Remove),
        1 => path().prop_map(Step::Executable),
        2 => path().prop_map(Step::Stage),
        1 => Just(Step::StageAll),
        1 => Just(Step::Unstage),
        1 => path().prop_map(Step::Untrack),
        2 => (path(), path()).prop_map(|(from, to)| Step::Move(from, to)),
        1 => Just(Step::Commit),
        2 => Just(Step::CommitAll),
        1 => (0..3u8).prop_map(Step::Switch),
        1 => (0..3u8).prop_map(Step::NewBranch),
        1 => Just(Step::Detach),
        1 => path().prop_map(Step::Link),
    ]
}

/// Does a step as far as it can be done: git refuses some, and that is part of the story.
pub(super) fn act(repo: &Repo, step: &Step) {
    let literal = |args: &[&str]| {
        let mut all = vec!["--literal-pathspecs"];
        all.extend_from_slice(args);
        repo.try_git(&all);
    };
    match step {
        Step::Write(path, text) => {
            let path = repo.path(PATHS[*path]);
            clear(repo, &path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            // Few contents, so that some come back; short and long, so that sizes differ.
            std::fs::write(path, "x".repeat(usize::from(text % 7))).unwrap();
        }
        Step::Link(path) => {
            let path = repo.path(PATHS[*path]);
            clear(repo, &path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            repo.link("a", path);
        }
        Step::Remove(path) if repo.exists(PATHS[*path]) => repo.remove(PATHS[*path]),
        Step::Executable(path) if repo.path(PATHS[*path]).is_file() => {
            repo.set_mode(PATHS[*path], 0o755);
        }
        Step::Remove(_) | Step::Executable(_) => {}
        Step::Stage(path) => literal(&["add", "-f", "--", PATHS[*path]]),
        Step::StageAll => literal(&["add", "-A"]),
        Step::Unstage => literal(&["reset", "-q"]),
        Step::Untrack(path) => literal(&["rm", "-r", "-q", "--cached", "--", PATHS[*path]]),
        Step::Move(from, to) => literal(&["mv", "-f", "--", PATHS[*from], PATHS[*to]]),
        Step::Commit => literal(&["commit", "-q", "-m", "staged"]),
        Step::CommitAll => repo.commit("all"),
        Step::Switch(branch) => literal(&["switch", "-q", &format!("b{branch}")]),
        Step::NewBranch(branch) => literal(&["switch", "-q", "-c", &format!("b{branch}")]),
        Step::Detach => literal(&["checkout", "-q", "--detach"]),
    }
}

/// Takes away what is at this path, and files that are where its folders have to be.
pub(super) fn clear(repo: &Repo, path: &std::path::Path) {
    for place in path.ancestors().take_while(|place| *place != repo.top) {
        match place.symlink_metadata() {
            Ok(meta) if meta.is_dir() && place != path => {}
            Ok(_) => repo.remove(place.strip_prefix(&repo.top).unwrap()),
            Err(_) => {}
        }
    }
}

/// Random stories are told and taken back.
fn check_stories(cases: u32, before: usize, after: usize) {
    let steps = |max| prop::collection::vec(step(), 0..max);
    run_cases(cases, (steps(before), steps(after)), |(before, after)| {
        let repo = Repo::empty();
        repo.write(".gitignore", "*.log\n");
        before.iter().for_each(|step| act(&repo, step));
        repo.goes_back(|repo| after.iter().for_each(|step| act(repo, step)));
    });
}

#[test]
fn a07_any_story_goes_back() {
    check_stories(60, 8, 14);
}

#[test]
#[ignore = "many stories: some minutes"]
fn a07_many_stories_go_back() {
    check_stories(1000, 16, 24);
}

/// Checks so many random values.
pub(super) fn run_cases<S: Strategy>(cases: u32, values: S, check: impl Fn(S::Value)) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let checked = TestRunner::new(config).run(&values, |value| {
        check(value);
        Ok(())
    });
    checked.unwrap();
}
