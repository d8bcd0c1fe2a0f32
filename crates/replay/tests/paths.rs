//! Paths as people give them: folders of mixed files, links in a circle, and what cannot be read.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use fusebox_replay::{UnreadableReason, find_sessions, replay};

const CLAUDE: &str = r#"{"type":"user","sessionId":"s1","timestamp":"2026-01-01T00:00:00Z","message":{"content":"go"}}"#;
const CANONICAL: &str = r#"{"session":"s2","type":"tool_request","tool":"bash"}"#;

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn why(path: &Path) -> UnreadableReason {
    find_sessions(&[path.to_owned()]).unreadable.pop().unwrap().reason
}

#[test]
fn a_folder_of_mixed_files_gives_its_sessions_in_order() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "b/one.jsonl", CLAUDE);
    write(folder.path(), "a/two.txt", format!("{CANONICAL}\n"));
    write(folder.path(), "a/.hidden/three.jsonl", CANONICAL);
    write(folder.path(), "notes.md", "# nothing");
    write(folder.path(), "program", b"\x7fELF\0\0");
    write(folder.path(), "nothing", "");
    symlink(folder.path(), folder.path().join("a/round")).unwrap();
    symlink(folder.path().join("nowhere"), folder.path().join("a/dangling")).unwrap();
    let found = find_sessions(&[folder.path().to_owned()]);
    let formats: Vec<_> = found.sources.iter().map(|source| source.format.name).collect();
    assert_eq!(formats, ["canonical", "canonical", "claude_code"]);
    assert_eq!(found.other_files, 3);
    assert_eq!(found.unreadable, []);
}

#[test]
fn what_is_named_and_cannot_be_read_says_why() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(why(&folder.path().join("no")), UnreadableReason::Missing);
    assert_eq!(why(&write(folder.path(), "binary", b"a\0b")), UnreadableReason::Binary);
    assert_eq!(why(&write(folder.path(), "empty", "")), UnreadableReason::Empty);
    assert_eq!(why(&write(folder.path(), "notes.md", "# nothing")), UnreadableReason::Unknown);
    let empty = folder.path().join("folder");
    fs::create_dir(&empty).unwrap();
    assert!(find_sessions(&[empty]).sources.is_empty());
    let locked = write(folder.path(), "locked.jsonl", CLAUDE);
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    // Who may read everything may read this too.
    if fs::File::open(&locked).is_err() {
        assert_eq!(why(&locked), UnreadableReason::Permission);
    }
}

#[test]
fn subagents_are_told_with_their_session_in_the_order_of_time() {
    let folder = tempfile::tempdir().unwrap();
    let main = [
        CLAUDE.to_owned(),
        r#"{"type":"assistant","sessionId":"s1","timestamp":"2026-01-01T00:00:01Z","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Agent","input":{}}]}}"#.to_owned(),
        r#"{"type":"user","sessionId":"s1","timestamp":"2026-01-01T00:01:00Z","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"done"}]}}"#.to_owned(),
    ];
    let subagent = r#"{"type":"assistant","sessionId":"s1","isSidechain":true,"agentId":"a1","timestamp":"2026-01-01T00:00:30Z","message":{"id":"n","content":[{"type":"tool_use","id":"u","name":"Bash","input":{"command":"ls"}}]}}"#;
    write(folder.path(), "p/s1.jsonl", main.join("\n"));
    write(folder.path(), "p/s1/subagents/agent-a1.jsonl", subagent);
    write(folder.path(), "p/lost/subagents/agent-b.jsonl", subagent);
    let found = find_sessions(&[folder.path().to_owned()]);
    let files: Vec<usize> = found.sources.iter().map(|source| source.files.len()).collect();
    assert_eq!(files, [2, 1]);
    let policy = fusebox_replay::policy::preset_policy("default").unwrap();
    let replayed = replay(&found.sources[0], &policy);
    assert_eq!(replayed.sessions.len(), 1);
    assert_eq!(replayed.sessions[0].calls, 2);
    assert_eq!(replayed.sessions[0].session.as_str(), "s1");
}

#[test]
fn a_transcript_that_is_being_written_and_one_with_damage_are_read_as_far_as_they_go() {
    let folder = tempfile::tempdir().unwrap();
    let call = r#"{"session":"s2","type":"tool_request","tool":"bash","input":{"command":"ls"}}"#;
    let half = format!("{CLAUDE}\n{}", &CLAUDE[..40]);
    let path = write(folder.path(), "half.jsonl", half);
    let policy = fusebox_replay::policy::preset_policy("default").unwrap();
    let replayed = replay(&find_sessions(&[path]).sources[0], &policy);
    assert_eq!((replayed.unfinished, replayed.skipped), (1, 0));
    let path = write(folder.path(), "odd.jsonl", format!("{call}\nnonsense\n\n{call}\n"));
    let replayed = replay(&find_sessions(&[path]).sources[0], &policy);
    assert_eq!((replayed.sessions[0].calls, replayed.skipped), (2, 1));
    let path = write(folder.path(), "cut.traj", r#"{"trajectory":[{"action":"ls","observation":"#);
    let replayed = replay(&find_sessions(std::slice::from_ref(&path)).sources[0], &policy);
    assert_eq!(replayed.damaged.len(), 1);
    assert_eq!(replayed.damaged[0].file, path);
}

#[test]
fn a_very_long_line_is_a_record_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let output = "x".repeat(20 << 20);
    let long = format!(
        "{CANONICAL}\n{{\"session\":\"s2\",\"type\":\"tool_result\",\"output\":\"{output}\"}}\n{CANONICAL}\n"
    );
    let path = write(folder.path(), "long.jsonl", long);
    let policy = fusebox_replay::policy::preset_policy("default").unwrap();
    let replayed = replay(&find_sessions(&[path]).sources[0], &policy);
    assert_eq!((replayed.sessions[0].calls, replayed.skipped), (2, 0));
    let first = format!(
        "{{\"sessionId\":\"s1\",\"type\":\"user\",\"message\":{{\"content\":\"{output}\"}}}}"
    );
    let path = write(folder.path(), "first.jsonl", first);
    assert_eq!(find_sessions(&[path]).sources[0].format.name, "claude_code");
}
