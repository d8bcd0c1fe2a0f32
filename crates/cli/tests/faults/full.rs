//! A full disk: nothing is half written, and what was open stays open.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::session::Answer;
use crate::transcript::CommandOutput;
use crate::world::{FUSEBOX, HOOK, World};

/// The hook where files cannot grow past `blocks` of 512 bytes. Refused, a write fails as on a full
/// disk; without the `trap` the system would end the process instead.
fn limited(world: &World, words: &[&str], blocks: u64, session: &str, id: &str) -> CommandOutput {
    let mut command = world.command("/bin/sh");
    let script = format!("trap '' 25; ulimit -f {blocks}; exec \"$0\" claude \"$@\"");
    command.args(["-c", &script, HOOK]).args(words);
    world.finish(&mut command, &world.call(session, id))
}

#[test]
fn a_file_that_may_not_grow_is_a_full_disk() {
    let world = World::with_programs();
    world.trip_by_looping();
    world.ask("s2", "first");
    for (n, blocks) in [0, 1, 8, 30, 60].into_iter().enumerate() {
        for (words, expected) in
            [(&[][..], Answer::Passes), (&["--on-error=deny"][..], Answer::Denied)]
        {
            let id = format!("call-{n}-{}", words.len());
            let ran = limited(&world, words, blocks, "s2", &id);
            assert_eq!(ran.answer(), expected, "{blocks}: {ran:?}");
            assert_eq!(ran.err.lines().count(), 1, "{blocks}: {ran:?}");
            let open = limited(&world, words, blocks, "s1", &id);
            assert_eq!(open.answer(), Answer::Denied, "{blocks}: {open:?}");
            world.is_sound();
        }
    }
    assert_eq!(world.logged("s2"), ["first:request"]);
    assert_eq!(world.ask("s2", "last").answer(), Answer::Passes);
    assert_eq!(world.logged("s2"), ["first:request", "last:request"]);
}

#[test]
fn a_first_call_on_a_full_disk_leaves_nothing_in_the_way() {
    let world = World::with_programs();
    for blocks in [0, 1, 8, 30, 60] {
        let ran = limited(&world, &[], blocks, "s2", "call");
        assert_eq!(ran.answer(), Answer::Passes, "{blocks}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{blocks}: {ran:?}");
        assert_eq!(world.ask("s2", &format!("next-{blocks}")).answer(), Answer::Passes);
    }
    assert_eq!(world.logged("s2").len(), 5);
    assert_eq!(world.run("purge --dry-run").code, 0);
}

/// Mounts a small file system over the state folder, fills it, and gives the hook a call there.
const SMALL: &str = r#"
set -e
mount -t tmpfs -o size=1m none "$STATE"
cp -a "$KEPT/." "$STATE"
dd if=/dev/zero of="$STATE/filler" bs=1k 2> /dev/null || true
"$HOOK" claude $WORDS < "$CALL"
echo
"$HOOK" claude $WORDS < "$OPEN"
rm "$STATE/filler"
"$HOOK" claude < "$CALL"
"$FUSEBOX" status s2 --json
"#;

#[test]
#[ignore = "mounts a file system, as root or in a user namespace; .ci/run runs it"]
fn a_file_system_without_space_is_a_full_disk() {
    for words in ["", "--on-error=deny"] {
        let world = World::with_programs();
        world.trip_by_looping();
        let kept = world.path("kept");
        fs::rename(world.state_dir(), &kept).unwrap();
        fs::create_dir(world.state_dir()).unwrap();
        fs::write(world.path("call"), world.call("s2", "call")).unwrap();
        fs::write(world.path("open"), world.call("s1", "open")).unwrap();
        let mut command: Command = world.command("/usr/bin/unshare");
        command.args(["--map-root-user", "--mount", "/bin/sh", "-c", SMALL]);
        command.env("STATE", world.state_dir()).env("KEPT", &kept).env("WORDS", words);
        command.env("HOOK", HOOK).env("FUSEBOX", FUSEBOX);
        command.env("CALL", world.path("call")).env("OPEN", world.path("open"));
        let ran = world.finish(&mut command, b"");
        assert_eq!(ran.code, 0, "{ran:?}");
        let (call, rest) = ran.out.split_once('\n').unwrap();
        assert_eq!(call.contains("\"deny\""), !words.is_empty(), "{ran:?}");
        assert!(rest.starts_with("{\"hookSpecificOutput\""), "{ran:?}");
        // The call, and the start of its session, which nobody reported.
        assert!(rest.contains("\"events\": 2,"), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 2, "{ran:?}");
        // Which of its files finds no space first decides about the words.
        let told = ["no space is left for", "look at the disk and its free space"];
        assert!(ran.err.lines().all(|line| told.iter().any(|t| line.contains(t))), "{ran:?}");
        assert!(Path::new(&kept).exists());
    }
}

#[test]
fn g07_an_answer_that_the_client_does_not_take_is_said() {
    let world = World::with_programs();
    world.trip_by_looping();
    for (redirection, is_said) in [("> /dev/full", true), ("> /dev/null", true), ("", false)] {
        let mut command = world.command("/bin/sh");
        command.args(["-c", &format!("\"$0\" claude {redirection}"), HOOK]);
        let ran = world.finish(&mut command, &world.call("s1", "open"));
        assert_eq!(ran.err.contains("did not take the answer"), is_said, "{ran:?}");
    }
}
