//! Scripts among a client's hooks, whose names the client gives: those of a person are not ours, and ours come back as
//! they were.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use crate::tampering::Guarded;

const SCRIPT: &str = ".cline/hooks/PreToolUse.sh";

fn mode(home: &Guarded) -> u32 {
    fs::metadata(home.world.path(SCRIPT)).unwrap().permissions().mode() & 0o777
}

fn set_mode(home: &Guarded, mode: u32) {
    fs::set_permissions(home.world.path(SCRIPT), Permissions::from_mode(mode)).unwrap();
}

/// A home with hooks for Cline, and a call before.
fn with_cline() -> Guarded {
    let mut home = Guarded::new();
    assert_eq!(home.world.run("install cline").code, 0);
    home.call("ls");
    home
}

#[test]
fn g05_a_persons_own_script_of_the_same_name_is_no_hook_of_ours() {
    for line in [
        "echo 'echo more' >> ~/.cline/hooks/PreToolUse.sh",
        "sed -i s/mine/other/ ~/.cline/hooks/PreToolUse.sh",
        "chmod -x ~/.cline/hooks/PreToolUse.sh",
        "rm ~/.cline/hooks/PreToolUse.sh",
        "mv ~/.cline/hooks ~/.cline/hooks.old",
        "echo 'rm -r ~/.cline/hooks' > x; sh x",
    ] {
        let mut home = Guarded::new();
        home.world.write(SCRIPT, "#!/bin/sh\nexec ./mine\n");
        set_mode(&home, 0o755);
        home.call("ls");
        let seen = |home: &Guarded| {
            let script = home.world.path(SCRIPT);
            (fs::read(&script).ok(), fs::metadata(script).ok().map(|of| of.permissions()))
        };
        let before = seen(&home);
        assert!(!home.call(line)[0].contains("\"deny\""), "{line}");
        assert_ne!(seen(&home), before, "{line}");
        home.call("ls");
        assert_ne!(seen(&home), before, "{line}");
        home.assert_closed();
        // The same line at a script of ours.
        let mut home = with_cline();
        let before = home.world.read(SCRIPT);
        home.call(line);
        home.call("ls");
        assert_eq!(home.world.read(SCRIPT), before, "{line}");
    }
}

#[test]
fn g01_a_script_of_ours_comes_back_with_its_permissions() {
    let mut home = with_cline();
    assert_eq!(mode(&home), 0o700);
    // Between two calls it is a person's.
    set_mode(&home, 0o750);
    home.call("ls");
    home.assert_closed();
    home.call("echo 'rm -r ~/.cline/hooks' > x; sh x");
    assert_eq!(mode(&home), 0o750);
    home.assert_tripped();

    let mut home = with_cline();
    home.call("echo 'chmod 600 ~/.cline/hooks/*' > x; sh x");
    assert_eq!(mode(&home), 0o700);
    home.assert_tripped();
}

#[test]
fn g05_a_script_that_a_person_switched_off_is_no_loss_by_an_agent() {
    let mut home = with_cline();
    set_mode(&home, 0o644);
    home.call("ls");
    let mut job = home.shell("sleep 60");
    home.call("true");
    home.call("touch a");
    job.kill().unwrap();
    job.wait().unwrap();
    assert_eq!(mode(&home), 0o644);
    home.assert_closed();
}
