//! Row A13 through `decide`: a check that fails alike although one change after the other was made.

use fusebox_engine::Policy;

use crate::repetition::{only, silent};
use crate::story::Story;

#[test]
fn a13_another_check_of_the_same_program_that_passes_mends_none_that_fails() {
    for (passing, failing, error) in [
        ("terraform validate", "terraform plan", "Error: Invalid index\n\n  on main.tf line 11"),
        ("cargo check", "cargo clippy", "error: this loop never loops\n  --> src/lib.rs:4:5"),
    ] {
        let mut story = only(|_| ());
        story.human();
        let said = story.hear(24, |story, n| match n % 3 {
            0 => story.edit("main.tf", &format!("n = {n}")),
            1 => story.bash(passing, "Success! The configuration is valid."),
            _ => story.fails(failing, error),
        });
        assert!(said.contains('w'), "{failing}: {said}");
        let mended = only(|_| ()).hear(24, |story, n| match n % 3 {
            0 => story.edit("main.tf", &format!("n = {n}")),
            1 => story.bash(failing, "Success! The configuration is valid."),
            _ => story.fails(failing, error),
        });
        assert_eq!(mended, silent(24), "{failing}");
    }
}

#[test]
fn a13_a_check_that_fails_alike_after_five_changes_asks_for_a_hypothesis() {
    let mut story = Story::new(Policy::default());
    story.human();
    let said = story.hear(18, |story, n| {
        story.edit("evaluate.py", &format!("n = {n}"));
        story.fails("python evaluate.py", "Traceback (most recent call last):\nKeyError: 'logits'")
    });
    assert_eq!(said, ".....w....w.......", "a person sits there");
    let mut story = Story::new(Policy::default());
    story.automation();
    let said = story.hear(16, |story, n| {
        story.edit("evaluate.py", &format!("n = {n}"));
        story.fails("python evaluate.py", "Traceback (most recent call last):\nKeyError: 'logits'")
    });
    assert_eq!(&said[..15], ".....w....w....", "nobody attends");
    let moving = Story::new(Policy::default()).hear(12, |story, n| {
        story.edit("evaluate.py", &format!("n = {n}"));
        let word = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"][n];
        story.fails("python evaluate.py", &format!("KeyError: 'column_{word}'"))
    });
    assert_eq!(moving, silent(12), "the error moves on");
}
