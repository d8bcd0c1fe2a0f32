//! `fusebox watch` with real files and processes.

use std::fs::{self, File, OpenOptions};
use std::process::{Child, Command};

use crate::machine::{Machine, kill};
use crate::terminal::AtTerminal;
use crate::world::FUSEBOX;

/// Where a watch says what it does; outside of the project.
const SAID: &str = "../said";
/// A command that writes what is watched, as long as the file `calm` is not there.
const WRITES: &str = "[ -e ../calm ] || echo x >> src/out";

/// A watch of the project's `src`, and what it said so far.
struct Watch<'a> {
    machine: &'a Machine,
    child: Child,
}

impl<'a> Watch<'a> {
    /// Starts it, and waits until it sees changes.
    fn start(
        machine: &'a Machine,
        settings: &[(&str, &str)],
        paths: &[&str],
        script: &str,
    ) -> Self {
        fs::create_dir_all(machine.path("src")).unwrap();
        let mut command = machine.fusebox();
        command.arg("watch").args(paths).args(["--", "sh", "-c", script]);
        command.envs(settings.iter().copied());
        command.stderr(File::create(machine.path(SAID)).unwrap());
        let watch = Self { machine, child: command.spawn().unwrap() };
        watch.wait_for("runs when");
        watch
    }

    fn said(&self) -> String {
        fs::read_to_string(self.machine.path(SAID)).unwrap()
    }

    fn wait_for(&self, text: &str) {
        self.machine.until(text, || self.said().contains(text).then_some(()));
    }

    fn wait_for_second(&self, text: &str) {
        self.machine.until(text, || (self.said().matches(text).count() == 2).then_some(()));
    }

    /// Ctrl-C; returns what it said.
    fn end(mut self) -> String {
        kill("INT", u64::from(self.child.id()));
        assert_eq!(self.child.wait().unwrap().code(), Some(130), "{}", self.said());
        self.said()
    }
}

fn save(machine: &Machine, file: &str) {
    let mut options = OpenOptions::new();
    let mut opened = options.append(true).create(true).open(machine.path(file)).unwrap();
    std::io::Write::write_all(&mut opened, b"x\n").unwrap();
}

fn wait_for_file(machine: &Machine, file: &str) {
    machine.until(file, || machine.path(file).exists().then_some(()));
}

fn git(machine: &Machine, words: &[&str]) {
    let mut git: Command = machine.world.command("git");
    assert!(git.arg("-C").arg(machine.path(".")).args(words).status().unwrap().success());
}

#[test]
fn a_watch_runs_nothing_before_a_change_and_ends_at_ctrl_c() {
    let machine = Machine::new();
    let watch = Watch::start(&machine, &[], &["src"], "echo ran > ../ran");
    let said = watch.end();
    assert_eq!(said, "fusebox: `sh -c echo ran > ../ran` runs when src changes\n");
    assert!(!machine.path("../ran").exists());
}

#[test]
fn each_settled_change_is_a_run_and_its_exit_code_is_said() {
    let machine = Machine::new();
    let watch = Watch::start(&machine, &[], &["src"], "exit 7");
    save(&machine, "src/a");
    watch.wait_for("run 1: src/a changed\nfusebox: run 1: the command ended with code 7");
    save(&machine, "src/b");
    watch.wait_for("run 2: src/b changed\nfusebox: run 2: the command ended with code 7");
    let said = watch.end();
    assert!(!said.contains("run 3") && !said.contains("paused"), "{said}");
}

#[test]
fn what_git_ignores_and_git_itself_do_not_count() {
    let machine = Machine::new();
    fs::remove_dir_all(machine.path(".git")).unwrap();
    git(&machine, &["init", "-q"]);
    fs::create_dir(machine.path("target")).unwrap();
    fs::write(machine.path(".gitignore"), "/target\n*.log\n").unwrap();
    let watch = Watch::start(&machine, &[], &["."], "true");
    fs::create_dir(machine.path("target/deep")).unwrap();
    for file in ["target/a", "target/deep/b", "src/c.log", ".git/d"] {
        save(&machine, file);
    }
    save(&machine, "src/counts");
    // The system reports changes in their order.
    watch.wait_for("run 1: src/counts changed\n");
    watch.wait_for("run 1: the command ended");
    assert!(!watch.end().contains("run 2"));
}

#[test]
fn a_file_counts_that_an_editor_replaces_and_its_neighbours_do_not() {
    let machine = Machine::new();
    fs::write(machine.path("PLAN.md"), "one").unwrap();
    let watch = Watch::start(&machine, &[], &["PLAN.md"], "true");
    for run in 1..=2 {
        save(&machine, "neighbour");
        fs::write(machine.path("new"), "two").unwrap();
        fs::rename(machine.path("new"), machine.path("PLAN.md")).unwrap();
        watch.wait_for(&format!("run {run}: PLAN.md changed\n"));
        watch.wait_for(&format!("run {run}: the command ended"));
    }
    watch.end();
}

#[test]
fn changes_during_a_run_are_one_more_run_and_never_two_at_a_time() {
    let machine = Machine::new();
    let script = "mkdir ../alone || touch ../together; touch ../begun; \
        while [ ! -e ../go ]; do sleep 0.05; done; rmdir ../alone";
    let watch = Watch::start(&machine, &[], &["src"], script);
    save(&machine, "src/a");
    wait_for_file(&machine, "../begun");
    save(&machine, "src/b");
    save(&machine, "src/c");
    fs::write(machine.path("../go"), "").unwrap();
    watch.wait_for("run 2: the command ended with code 0");
    let said = watch.end();
    assert!(said.contains("run 2: src/b, src/c changed\n"), "{said}");
    assert!(!said.contains("run 3"), "{said}");
    assert!(!machine.path("../together").exists());
}

#[test]
fn what_the_command_leaves_is_ended_before_the_next_run_and_at_ctrl_c() {
    let machine = Machine::new();
    let script = "sleep 7133 & [ ! -e ../stay ] || { touch ../staying; sleep 7144; }";
    fs::write(machine.path("../leave"), script).unwrap();
    let watch = Watch::start(&machine, &[], &["src"], "sh ../leave");
    save(&machine, "src/a");
    watch.wait_for("run 1: the command ended with code 0");
    assert!(!machine.has_process("sleep 7133"));
    fs::write(machine.path("../stay"), "").unwrap();
    save(&machine, "src/a");
    wait_for_file(&machine, "../staying");
    watch.end();
    assert!(!machine.has_process("sleep 71"));
}

#[test]
fn s2_a_command_that_writes_what_is_watched_is_paused_and_probed_after_the_cooldown() {
    let machine = Machine::new();
    let settings = [("FUSEBOX_WATCH_STORM", "3"), ("FUSEBOX_WATCH_COOLDOWN", "1s")];
    let watch = Watch::start(&machine, &settings, &["src"], WRITES);
    save(&machine, "src/a");
    watch.wait_for("paused: run after run, files changed again at once: src/out\n");
    watch.wait_for("it goes on in ");
    // The probe fails as well.
    watch.wait_for("the pause is over");
    watch.wait_for_second("paused: ");
    fs::write(machine.path("../calm"), "").unwrap();
    watch.wait_for_second("the pause is over");
    let said = watch.end();
    assert!(said.contains("run 3: src/out changed"), "{said}");
}

#[test]
fn s2_a_command_that_writes_elsewhere_is_not_paused() {
    let machine = Machine::new();
    let settings = [("FUSEBOX_WATCH_STORM", "1")];
    let watch = Watch::start(&machine, &settings, &["src"], "echo x >> ../out");
    save(&machine, "src/a");
    watch.wait_for("run 1: the command ended");
    assert!(!watch.end().contains("paused"));
}

#[test]
fn s7_a_person_resumes_a_paused_watch_with_enter() {
    let machine = Machine::new();
    let settings = "[watch]\nstorm = 2\ncooldown = \"unlimited\"\n";
    machine.world.write(".config/fusebox/config.toml", settings);
    fs::create_dir(machine.path("src")).unwrap();
    let size = pty_process::Size::new(24, 80);
    let words = [FUSEBOX, "watch", "src", "--", "sh", "-c", WRITES];
    let mut watch = AtTerminal::start(&machine, size, &words);
    watch.until("runs when");
    save(&machine, "src/a");
    watch.until("it goes on when you press Enter");
    fs::write(machine.path("../calm"), "").unwrap();
    watch.keys(b"\r");
    watch.until("fusebox: resumed");
    watch.until("run 3: src/out changed");
    watch.until("run 3: the command ended with code 0");
    watch.keys(b"\x03");
    assert_eq!(watch.end(), 130);
}

#[test]
fn s7_what_a_program_writes_to_it_resumes_no_watch() {
    let machine = Machine::new();
    fs::create_dir(machine.path("src")).unwrap();
    let mut command = machine.fusebox();
    command.args(["watch", "src", "--", "sh", "-c", WRITES]);
    command.envs([("FUSEBOX_WATCH_STORM", "1"), ("FUSEBOX_WATCH_COOLDOWN", "unlimited")]);
    command.stderr(File::create(machine.path(SAID)).unwrap()).stdin(std::process::Stdio::piped());
    let mut watch = Watch { machine: &machine, child: command.spawn().unwrap() };
    watch.wait_for("runs when");
    save(&machine, "src/a");
    watch.wait_for("paused: ");
    std::io::Write::write_all(&mut watch.child.stdin.take().unwrap(), b"\n\n").unwrap();
    assert!(!watch.end().contains("resumed"));
}

#[test]
fn what_is_not_there_is_a_wrong_use() {
    let machine = Machine::new();
    let none = machine.run_fusebox(&["watch", "nowhere", "--", "true"]);
    assert_eq!(
        (none.code, none.err.contains("cannot watch nowhere: No such file")),
        (2, true),
        "{}",
        none.err
    );

    let mut watch = Watch::start(&machine, &[], &["src"], "true");
    fs::remove_dir(machine.path("src")).unwrap();
    watch.wait_for("src: it is gone");
    assert_eq!(watch.child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_folder_that_another_one_replaces_ends_the_watch() {
    let machine = Machine::new();
    let ends = |mut watch: Watch<'_>, text: &str| {
        watch.wait_for(text);
        assert_eq!(watch.child.wait().unwrap().code(), Some(2));
    };
    let watch = Watch::start(&machine, &[], &["src"], "true");
    fs::create_dir(machine.path("new")).unwrap();
    let (old, new) = (machine.path("src"), machine.path("new"));
    let exchange = rustix::fs::RenameFlags::EXCHANGE;
    rustix::fs::renameat_with(rustix::fs::CWD, old, rustix::fs::CWD, new, exchange).unwrap();
    ends(watch, "src: another folder has taken its place");
    // The system may give the new folder the number of the one that was removed.
    let watch = Watch::start(&machine, &[], &["src"], "true");
    fs::remove_dir(machine.path("src")).unwrap();
    fs::create_dir(machine.path("src")).unwrap();
    // It may have looked between the two, or after both.
    ends(watch, "cannot watch ");
}

#[test]
fn a_link_in_a_folder_is_not_followed_and_a_path_that_is_a_link_is() {
    let machine = Machine::new();
    fs::create_dir_all(machine.path("src")).unwrap();
    fs::create_dir_all(machine.path("other")).unwrap();
    std::os::unix::fs::symlink("..", machine.path("src/up")).unwrap();
    std::os::unix::fs::symlink("src", machine.path("link")).unwrap();
    let watch = Watch::start(&machine, &[], &["link"], "true");
    save(&machine, "other/a");
    save(&machine, "src/b");
    watch.wait_for("run 1: src/b changed\n");
    watch.wait_for("run 1: the command ended");
    watch.end();
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_read_is_left_out_with_a_warning() {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    let machine = Machine::new();
    for folder in ["a", "closed", "deep/closed", "z"] {
        fs::create_dir_all(machine.path("src").join(folder)).unwrap();
    }
    let allow = |mode| {
        for folder in ["src/closed", "src/deep/closed"] {
            fs::set_permissions(machine.path(folder), fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    allow(0o000);
    let is_root = fs::read_dir(machine.path("src/closed")).is_ok();
    let mut command = machine.world.command(if is_root { "setpriv" } else { "env" });
    if is_root {
        // Root reads everything unless it gives this up.
        command.args(["--bounding-set", "-dac_override,-dac_read_search"]);
    }
    command.args([FUSEBOX, "watch", "src", "--", "true"]);
    command.stderr(File::create(machine.path(SAID)).unwrap());
    let mut watch = Watch { machine: &machine, child: command.spawn().unwrap() };
    watch.wait_for("not watched, because they cannot be read: src/closed, src/deep/closed\n");
    watch.wait_for("runs when");
    for (run, file) in [(1, "src/a/f"), (2, "src/z/f"), (3, "src/deep/f")] {
        save(&machine, file);
        watch.wait_for(&format!("run {run}: {file} changed\n"));
        watch.wait_for(&format!("run {run}: the command ended"));
    }
    // One that may be read later is watched from then on, and one that is made later is named.
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(machine.path("src/closed"), open).unwrap();
    watch.wait_for("run 4: src/closed changed\n");
    watch.wait_for("run 4: the command ended");
    save(&machine, "src/closed/f");
    watch.wait_for("run 5: src/closed/f changed\n");
    watch.wait_for("run 5: the command ended");
    fs::DirBuilder::new().mode(0o000).create(machine.path("src/later")).unwrap();
    watch.wait_for("not watched, because they cannot be read: src/later\n");
    allow(0o755);
    kill("TERM", u64::from(watch.child.id()));
    watch.child.wait().unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn a_watched_file_system_can_be_unmounted_which_ends_the_watch() {
    let machine = Machine::new();
    let script = format!(
        "mkdir m && mount -t tmpfs none m || exit 9; {FUSEBOX} watch m -- true 2> {SAID} & \
        until grep -q 'runs when' {SAID}; do sleep 0.05; done; umount m || exit 8; wait $!"
    );
    let mut command = machine.world.command("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
    let ended = command.current_dir(machine.path(".")).status().unwrap();
    let said = fs::read_to_string(machine.path(SAID)).unwrap_or_default();
    assert_eq!(ended.code(), Some(2), "{said}");
    assert!(said.contains("m: another folder has taken its place"), "{said}");
}
