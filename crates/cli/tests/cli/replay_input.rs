//! `fusebox replay` on bad input: each is named with its reason, and the rest goes on.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::replay_samples::{STUCK, canonical, claude, openai};
use crate::transcript::{CommandOutput, check};
use crate::world::World;

/// A folder with one good session.
fn world() -> World {
    let world = World::new();
    world.write("traces/good.jsonl", canonical("good", 3));
    world
}

/// The good session was read, and standard error says just this.
#[track_caller]
fn goes_on(ran: &CommandOutput, said: &str) {
    assert_eq!((ran.err.trim_end(), ran.code), (said.trim(), 0));
    assert!(ran.out.contains("good     -"), "{}", ran.out);
}

#[test]
fn nothing_to_read_is_a_wrong_command_line() {
    let world = World::new();
    fs::create_dir(world.path("traces")).unwrap();
    check(
        &world.run("replay ../traces"),
        "
2> not read: ../traces: no recorded session is in this folder
2> error: no recorded session could be read at ../traces
2> hint: `fusebox replay --help` lists the formats that are understood
exit 2
",
    );
    let ran = world.run("replay ../traces --json");
    assert_eq!(ran.code, 2);
    assert!(ran.out.starts_with(r#"{"summary":{"sessions":0,"#), "{}", ran.out);
}

#[test]
fn paths_that_cannot_be_read_are_named() {
    let world = world();
    fs::write(world.path("picture.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    world.write("notes.txt", "to do\n");
    world.write("nothing.jsonl", "");
    fs::create_dir(world.path("hollow")).unwrap();
    goes_on(
        &world.run(
            "replay ../missing.jsonl ../picture.png ../notes.txt ../nothing.jsonl ../hollow \
             ../traces",
        ),
        "
not read: ../missing.jsonl: there is no such file or folder
not read: ../picture.png: it is a binary file
not read: ../notes.txt: it is no recorded session of a known format
not read: ../nothing.jsonl: it is empty
not read: ../hollow: no recorded session is in this folder
",
    );
}

#[test]
fn other_files_of_a_folder_are_only_counted() {
    let world = world();
    fs::write(world.path("traces/picture.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    world.write("traces/notes.txt", "to do\n");
    goes_on(&world.run("replay ../traces"), "2 other files are no recorded sessions");
}

#[test]
fn a_folder_that_contains_itself_is_read_once() {
    let world = world();
    symlink(world.path("traces"), world.path("traces/again")).unwrap();
    symlink("nowhere", world.path("traces/dangling")).unwrap();
    let ran = world.run("replay ../traces");
    goes_on(&ran, "");
    assert!(ran.out.contains("In this session (3 calls)"), "{}", ran.out);
    symlink("round", world.path("traces/round")).unwrap();
    goes_on(
        &world.run("replay ../traces"),
        "not read: ../traces/round: Too many levels of symbolic links (os error 40)",
    );
}

#[test]
fn what_may_not_be_read_is_named() {
    let world = world();
    world.write("traces/secret.jsonl", claude(STUCK, 1));
    let secret = world.path("traces/secret.jsonl");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&secret).is_ok() {
        return; // the superuser may read everything
    }
    let said = "not read: ../traces/secret.jsonl: no permission to read it";
    goes_on(&world.run("replay ../traces"), said);
}

#[test]
fn a_transcript_that_is_being_written_counts_as_far_as_it_goes() {
    let world = world();
    let whole = claude(STUCK, 9);
    world.write("traces/now.jsonl", &whole[..whole.len() - 40]);
    let ran = world.run("replay ../traces");
    goes_on(
        &ran,
        "still being written: ../traces/now.jsonl: the last line is not complete and was left out",
    );
    assert!(ran.out.contains("refused at call 8 of 10"), "{}", ran.out);
}

#[test]
fn a_damaged_file_is_named() {
    let world = world();
    let whole = openai(5);
    world.write("traces/half.json", &whole[..whole.len() / 2]);
    let ran = world.run("replay ../traces");
    assert!(ran.out.contains("good     -"), "{}", ran.out);
    let said = "not read to its end: ../traces/half.json: this is not the JSON that was expected:";
    assert!(ran.err.starts_with(said), "{}", ran.err);
}

#[test]
fn a_line_of_100_mb_is_passed_over() {
    let world = world();
    let mut text = claude(STUCK, 9);
    text.push_str(&"x".repeat(100 << 20));
    text.push('\n');
    text.push_str("{\"type\":\"brand-new\"}\n");
    world.write("traces/huge.jsonl", &text);
    let ran = world.run("replay ../traces");
    goes_on(&ran, "2 records in ../traces/huge.jsonl were not understood and passed over");
    assert!(ran.out.contains("refused at call 8 of 10"), "{}", ran.out);
}
