//! What was kept is found again: listed, compared, taken back.

use serde_json::json;

use super::repo::Repo;
use crate::transcript::check;

/// Two sessions that were rolled back once each.
fn two() -> Repo {
    let repo = Repo::new();
    for (session, text) in [("s1", "first\n"), ("s2", "second\n")] {
        repo.begun(session);
        repo.edits(session, "a.txt");
        repo.write("a.txt", text);
        repo.write(format!("{session}.txt"), text);
        repo.person_does(&["rollback", "--yes", "--task", session]);
    }
    repo
}

#[test]
fn a07_every_attempt_of_every_task_is_listed() {
    let repo = two();
    check(
        &repo.run("attempts list"),
        "
TASK  ATTEMPT SAVED  WHY
s1          1 AGO  before the rollback to refs/fusebox/checkpoint/s1
s2          1 AGO  before the rollback to refs/fusebox/checkpoint/s2
",
    );
    for columns in ["60", "80", "160"] {
        let narrow = repo.world.with("COLUMNS", columns, "attempts list");
        assert_eq!(narrow.out.lines().count(), 3, "one line for each: {}", narrow.out);
        let back = repo.world.with("COLUMNS", columns, "rollback --task s1 --dry-run");
        assert_eq!(back.code, 0, "{}", back.err);
        for line in
            narrow.out.lines().chain(back.out.lines().filter(|line| !line.contains("  in ")))
        {
            assert!(line.chars().count() <= columns.parse().unwrap(), "at {columns}: {line}");
        }
    }
    let listed = repo.run("attempts list --task s2 --json").json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["ref"], "refs/fusebox/attempts/s2/1");
    assert_eq!(listed[0]["commit"], repo.commit_of("refs/fusebox/attempts/s2/1").unwrap());
    let none = Repo::new().run("attempts list");
    assert_eq!((none.code, none.out.as_str()), (0, ""));
}

#[test]
fn a07_an_attempt_is_compared_with_the_checkpoint_and_with_now() {
    let repo = two();
    let diff = repo.run("attempts diff 1 --task s1").out;
    assert!(diff.contains("-one\n+first\n") && diff.contains("+++ b/s1.txt\n"), "{diff}");
    let stat = repo.run("attempts diff 1 --task s1 --stat").out;
    assert!(stat.contains("2 files changed"), "{stat}");
    repo.write("a.txt", "third\n");
    let now = repo.run("attempts diff 1 --task s1 --now").out;
    assert!(now.contains("-third\n+first\n"), "{now}");
    let missing = repo.run("attempts diff 7 --task s1");
    assert_eq!(missing.code, 1);
}

#[test]
fn a07_files_are_taken_back_and_what_was_there_is_kept() {
    let repo = two();
    repo.write("a.txt", "third\n");
    let words = ["attempts", "restore", "1", "a.txt", "--task", "s1"];
    assert_eq!(repo.person(&words, "n\n").code, 1);
    assert_eq!(repo.read("a.txt"), "third\n");
    check(
        &repo.person(&words, "y\n"),
        "
  changes  a.txt
Done. What was there is kept as attempt 2.
",
    );
    assert_eq!(repo.read("a.txt"), "first\n");
    assert!(!repo.exists("s1.txt"), "only what was named");
    assert_eq!(repo.git(&["show", "refs/fusebox/attempts/s1/2:a.txt"]), "third\n");
    let refused = repo.run("attempts restore 1 --task s1 --yes");
    assert!(refused.err.contains("only a person may do that"), "{}", refused.err);
}

#[test]
fn a07_the_work_at_a_trip_is_kept() {
    let repo = Repo::new();
    repo.begun("s1");
    repo.edits("s1", "a.txt");
    repo.write("a.txt", "half done\n");
    repo.world.tripped("s1");
    repo.run("effects drain");
    assert_eq!(repo.git(&["show", "refs/fusebox/attempts/s1/1:a.txt"]), "half done\n");
    let list = repo.run("attempts list").out;
    let incident = repo.world.incident();
    let words = format!("incident {incident}: repetition.same_call");
    assert!(list.contains(&words), "{list}");
}

#[test]
fn a07_a_trip_without_work_keeps_nothing() {
    let repo = Repo::new();
    repo.begun("s1");
    repo.world.tripped("s1");
    repo.run("effects drain");
    assert_eq!(repo.git(&["for-each-ref", "refs/fusebox/attempts"]), "");
    let rows = repo.run("attempts list --json").json();
    assert_eq!(rows, json!([]));
}

#[test]
fn a07_the_report_names_the_checkpoint_the_way_back_and_what_was_touched() {
    let repo = Repo::new();
    repo.begun("s1");
    repo.edits("s1", "a.txt");
    repo.write("a.txt", "half done\n");
    repo.write("by-a-script.txt", "new\nand longer\n");
    repo.write("picture.png", "\u{0}\u{1}\n\n");
    repo.world.tripped("s1");
    repo.run("effects drain");
    let report = repo.run("show --json").json();
    // A binary file is a file without lines.
    let checkpoint = json!({"ref": "refs/fusebox/checkpoint/s1", "partial": null,
        "changed": {"files": 3, "lines_added": 3, "lines_removed": 1}});
    assert_eq!(report["branch"], "main");
    assert_eq!(report["checkpoint"], checkpoint, "{report}");
    let files = json!([
        {"file": "a.txt", "change_type": "modified", "attempts": []},
        {"file": "by-a-script.txt", "change_type": "created", "attempts": []},
        {"file": "picture.png", "change_type": "created", "attempts": []},
    ]);
    assert_eq!(report["cumulative_files_modified"], files);
    let shown = repo.run("show").out;
    let back = "\nGo back     fusebox rollback a2d4  3 files, +3 −1 since the checkpoint\n";
    assert!(shown.contains(back), "{shown}");
    let narrow = repo.world.with("COLUMNS", "60", "show --brief").out;
    let back = "\nGo back     fusebox rollback a2d4  3 files, +3 −1\n";
    assert!(narrow.contains(back), "{narrow}");
    assert!(shown.contains("\nbranch main · session s1 · repetition.same_call\n"), "{shown}");
}
