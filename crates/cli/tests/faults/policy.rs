//! Policies that are wrong, edited in the middle, or loosened by a project.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use fusebox_runtime::clock;

use crate::session::Answer;
use crate::transcript::CommandOutput;
use crate::world::World;

const USER: &str = ".config/fusebox/config.toml";
const PROJECT: &str = "project/.fusebox.toml";
const MISTAKE: &str = "the policy has a mistake, the last good one holds: error: ";

#[test]
fn a_broken_edit_leaves_the_last_good_policy() {
    let world = World::with_programs();
    world.write(USER, "[limits]\ntool_calls = 2\n");
    assert_eq!(world.ask("s2", "a").answer(), Answer::Passes);
    assert_eq!(world.ask("s2", "b").answer(), Answer::Passes);
    for broken in ["[limits\ntool_calls = 200\n", "[limits]\ntool_cals = 200\n", "\u{0}\u{1}"] {
        world.write(USER, broken);
        let ran = world.ask("s2", "c");
        assert_eq!(ran.answer(), Answer::Denied, "{broken}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
        assert!(ran.err.contains(MISTAKE) && ran.err.contains("config.toml:"), "{ran:?}");
    }
    assert_eq!(world.errors().len(), 3);
    let doctor = world.run("doctor");
    assert_eq!(doctor.code, 1);
    assert!(doctor.out.contains("until this is corrected, the last good policy is used"));
    world.write(USER, "[limits]\ntool_calls = 200\n");
    world.ask("s4", "d").passes_quietly();
}

/// A file without end takes no room on the disk.
#[test]
fn g07_a_policy_file_without_end_keeps_no_hook_waiting() {
    for file in [USER, PROJECT] {
        let world = World::with_programs();
        world.write(file, "[limits]\ntool_calls = 2\n");
        assert_eq!(world.ask("s2", "a").answer(), Answer::Passes);
        assert_eq!(world.ask("s2", "b").answer(), Answer::Passes);
        fs::File::options().write(true).open(world.path(file)).unwrap().set_len(8 << 30).unwrap();
        let begun = clock::now();
        let ran = world.ask("s2", "c");
        assert!(clock::now().since(begun).0 < 10_000, "{file}");
        assert_eq!(ran.answer(), Answer::Denied, "{file}: {ran:?}");
        assert!(ran.err.contains(MISTAKE) && ran.err.contains("longer than 256 KiB"), "{ran:?}");
    }
}

#[test]
fn a_policy_that_was_never_good_is_the_default_one() {
    let world = World::with_programs();
    world.write(USER, "on_error = \"maybe\"\n");
    let ran = world.ask("s2", "a");
    assert_eq!(ran.answer(), Answer::Passes);
    assert!(ran.err.contains(MISTAKE), "{ran:?}");
    world.loops("s1", 8);
    assert_eq!(world.ask("s1", "after").answer(), Answer::Denied);
    // The report is kept; whom to tell of it waits until the settings are mended.
    world.wait_until_idle();
    assert_eq!(world.number("SELECT count(*) FROM document WHERE kind = 'report'"), 1);
    assert_eq!(world.number("SELECT count(*) FROM outbox WHERE kind = 'report' AND state = 0"), 1);
}

#[test]
fn a_policy_that_cannot_be_read_is_a_mistake_too() {
    let world = World::with_programs();
    fs::create_dir_all(world.path(USER)).unwrap();
    let ran = world.ask("s2", "a");
    assert_eq!(ran.answer(), Answer::Passes);
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    assert!(ran.err.contains("config.toml: Is a directory"), "{ran:?}");
}

/// A program that answers hooks, alone in its folder under another name, and what it answers to the second call of a
/// session that may make one.
fn ask_renamed_hook(world: &World, program: &str) -> CommandOutput {
    let alone = world.path("bin").join(program);
    fs::create_dir_all(alone.parent().unwrap()).unwrap();
    // Another process writes it: what starts in a test beside this one would hold an own file open, which cannot be started.
    let copied = Command::new("cp").arg(world.programs.join("fusebox-hook")).arg(&alone).status();
    assert!(copied.unwrap().success());
    let [_, second] = ["a", "b"].map(|call| {
        let mut hook = world.command(&alone);
        hook.arg("claude").stdin(Stdio::piped());
        world.finish(&mut hook, &world.call("s2", call))
    });
    second
}

#[test]
fn a_hook_that_cannot_read_the_policy_says_so_and_what_was_read_last_holds() {
    // One has no command beside it, and another one takes itself for the command.
    for (program, why) in [
        ("guard-hook", "there is no `fusebox` beside this program"),
        ("fusebox", "`fusebox config compile` made nothing"),
    ] {
        let world = World::with_programs();
        world.write(USER, "[limits]\ntool_calls = 1\n");
        let ran = ask_renamed_hook(&world, program);
        assert_eq!(ran.answer(), Answer::Passes, "{ran:?}");
        assert!(ran.err.contains(why) && ran.err.lines().count() == 1, "{ran:?}");
        let errors = world.errors();
        assert!(errors.iter().any(|line| line.contains(why)), "{errors:?}");
        assert!(world.run("doctor").out.contains("a failure"), "{errors:?}");

        let world = World::with_programs();
        world.write(USER, "[limits]\ntool_calls = 1\n");
        world.ask("s1", "a").passes_quietly();
        world.write(USER, "[limits]\ntool_calls = 200\n");
        let ran = ask_renamed_hook(&world, program);
        assert_eq!(ran.answer(), Answer::Denied, "{ran:?}");
        assert!(ran.err.contains(why), "{ran:?}");
    }
}

/// Asks three times in a folder of a project.
fn ask_in_project(world: &World, session: &str) -> Vec<Answer> {
    let ask = |n: usize| {
        let mut hook = world.hook();
        hook.env("CLAUDE_PROJECT_DIR", world.path("project"));
        let ran = world.finish(&mut hook, &world.call(session, &format!("{n}")));
        ran.answer()
    };
    (0..3).map(ask).collect()
}

#[test]
fn a_project_tightens_and_does_not_loosen_what_a_person_wrote() {
    use Answer::{Denied, Passes};
    let world = World::with_programs();
    world.write(PROJECT, "[limits]\ntool_calls = 2\n");
    assert_eq!(ask_in_project(&world, "p1"), [Passes, Passes, Denied]);
    world.write(USER, "[limits]\ntool_calls = 1\n");
    assert_eq!(ask_in_project(&world, "p2"), [Passes, Denied, Denied]);
    world.write(PROJECT, "mode = \"observe\"\n");
    assert_eq!(ask_in_project(&world, "p3"), [Passes, Passes, Passes]);
    world.write(USER, "mode = \"enforce\"\n[limits]\ntool_calls = 1\n");
    assert_eq!(ask_in_project(&world, "p4"), [Passes, Denied, Denied]);
    world.write(USER, "project_may_loosen = [\"limits.tool_calls\"]\n[limits]\ntool_calls = 1\n");
    world.write(PROJECT, "[limits]\ntool_calls = 2\n");
    assert_eq!(ask_in_project(&world, "p5"), [Passes, Passes, Denied]);
}

/// Every file of the folder: a valid one is in order, and an invalid one says its last line.
#[test]
fn every_sample_is_in_order_or_says_why_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/policies");
    let mut counted = (0, 0);
    for entry in fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        let world = World::with_programs();
        let ran = world.run(&format!("config check {}", file.display()));
        let text = fs::read_to_string(&file).unwrap();
        if file.file_name().unwrap().to_str().unwrap().starts_with("invalid-") {
            counted.1 += 1;
            let told = text.lines().last().unwrap().trim_start_matches("# ");
            assert_eq!(ran.out, format!("{}:{told}\n1 problem\n", file.display()));
            assert_eq!(ran.code, 2);
        } else {
            counted.0 += 1;
            assert_eq!(ran.code, 0, "{ran:?}");
        }
    }
    assert_eq!(counted, (5, 14));
}
