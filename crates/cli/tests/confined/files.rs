//! Protected files: written, replaced, moved, mounted over, reached by another way.

use std::fs;

use crate::attempts::{check, check_inside};
use crate::prison::Prison;

#[test]
fn protected_files_cannot_be_written_or_replaced() {
    check(&[
        ("write", "echo '{}' > ~/.claude/settings.json"),
        ("append", "echo x >> ~/.local/state/fusebox/reports/kept.md"),
        ("truncate", "truncate -s 0 ~/.claude/settings.json"),
        ("remove", "rm -f ~/.claude/settings.json"),
        ("remove the hook", "rm -f ~/bin/fusebox-hook"),
        (
            "replace the hook",
            "printf '#!/bin/sh\\n' > ~/h; chmod +x ~/h; mv -f ~/h ~/bin/fusebox-hook",
        ),
        ("replace", "echo '{}' > ~/n; mv -f ~/n ~/.claude/settings.json"),
        ("copy over", "echo '{}' > n; cp -f n ~/.claude/settings.json"),
        ("edit in place", "sed -i s/original/dark/ ~/.claude/settings.json"),
        ("link over", "echo '{}' > n; ln -sf $PWD/n ~/.claude/settings.json"),
        ("write by an interpreter", "python3 -c 'open(\"'$HOME'/.claude/settings.json\", \"w\")'"),
        ("write from another folder", "cd ~/.claude && echo > settings.json"),
        ("write by /proc", "echo > /proc/self/root$HOME/.claude/settings.json"),
        ("write by /proc/self/cwd", "echo > /proc/self/cwd/../.claude/settings.json"),
        ("remove the state", "rm -rf ~/.local/state/fusebox"),
        (
            "write by a process left behind",
            "setsid sh -c 'sleep 0.2; echo > ~/.claude/settings.json' & sleep 0.6",
        ),
    ]);
}

#[test]
fn a_folder_above_a_protected_file_cannot_be_moved_away() {
    check(&[
        (
            "the settings folder",
            "mv ~/.claude ~/.c && mkdir ~/.claude && echo > ~/.claude/settings.json",
        ),
        ("the state folder", "mv ~/.local/state ~/s"),
        ("two above the state", "mv ~/.local ~/l"),
        ("the folder of the programs", "mv ~/bin ~/b"),
        ("the home", "mv ~ ${HOME}2; mkdir -p ~/.claude; echo > ~/.claude/settings.json"),
        (
            "exchanged",
            "mkdir -p ~/x; echo > ~/x/settings.json; python3 -c \"
import ctypes, os
h = os.environ['HOME']
ctypes.CDLL(None).renameat2(-100, (h+'/x').encode(), -100, (h+'/.claude').encode(), 2)\"",
        ),
    ]);
}

#[test]
fn what_does_not_exist_cannot_be_made_and_leaves_nothing() {
    check(&[
        ("the project's policy", "echo 'mode = \"observe\"' > .fusebox.toml"),
        ("a moved folder", "mkdir d && echo '{}' > d/settings.local.json && mv d .claude"),
        ("a copied folder", "mkdir d && echo '{}' > d/settings.json && cp -rT d .claude"),
        ("a link", "mkdir d && echo '{}' > d/settings.json && ln -s d .claude"),
        (
            "an archive",
            "mkdir -p a/.claude && echo > a/.claude/settings.json && tar c -C a . | tar x",
        ),
        (
            "out of git",
            "mkdir -p .claude && echo > .claude/settings.json && git add -f . && git commit -qm x",
        ),
        ("the user's policy", "mkdir -p ~/.config/fusebox && echo > ~/.config/fusebox/config.toml"),
        (
            "the project moved away",
            "cd .. && mv project p && mkdir -p project/.claude && \
            echo > project/.claude/settings.json",
        ),
    ]);
    let prison = Prison::new();
    let ran =
        prison.confined("git status --short; git add -A && git commit -q --allow-empty -m one");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    assert_eq!(prison.world.names("project"), [".git"]);
    assert!(
        !prison.world.path(".local/state/fusebox/placeholders").read_dir().unwrap().any(|_| true)
    );
}

/// In namespaces of its own the agent is root and may mount.
#[test]
fn namespaces_of_the_agent_do_not_undo_the_mounts() {
    let root = |script: &str| {
        format!("unshare -Urm sh -c 'id -u; {script}; echo > ~/.claude/settings.json; echo tried'")
    };
    let scripts = [
        ("umount", "umount ~/.claude/settings.json; umount -l ~/.claude; umount -R ~"),
        ("remount", "mount -o remount,bind,rw ~/.claude/settings.json ~/.claude/settings.json"),
        ("bind", "mkdir -p ~/m; mount --bind ~ ~/m; echo > ~/m/.claude/settings.json"),
        (
            "rbind",
            "mkdir -p ~/m; mount --rbind ~ ~/m; umount ~/m/.claude/settings.json; \
            echo > ~/m/.claude/settings.json; rm -f ~/m/.claude/settings.json",
        ),
        (
            "overlay",
            "mkdir -p ~/o/m ~/o/w ~/o/l; mount -t overlay o -o \
            userxattr,lowerdir=$HOME/o/l,upperdir=$HOME/.claude,workdir=$HOME/o/w ~/o/m; \
            echo > ~/o/m/settings.json",
        ),
        ("move", "mkdir -p ~/m; mount --move ~/.claude ~/m; echo > ~/m/settings.json"),
        ("rename", "mv ~/.claude ~/.c; mkdir ~/.claude"),
        ("pivot", "mkdir -p ~/m; mount --rbind / ~/m; cd ~/m; pivot_root . mnt; umount -l $HOME"),
        ("enter another's", "nsenter -t 1 -m true; nsenter -t 1 -U -m --preserve-credentials true"),
        (
            "the mounts of its parent",
            "ls /proc/*/root >/dev/null; for p in /proc/[0-9]*; do \
            echo > $p/root$HOME/.claude/settings.json; done",
        ),
    ];
    let scripts = scripts.map(|(name, script)| (name, root(script)));
    let scripts: Vec<(&str, &str)> =
        scripts.iter().map(|(name, it)| (*name, it.as_str())).collect();
    check_inside(&scripts);
    check_inside(&[
        (
            "without namespaces",
            "umount ~/.claude/settings.json; mount -o remount,bind,rw \
            ~/.claude/settings.json; mount --bind /tmp ~/.claude; echo > ~/.claude/settings.json; echo tried",
        ),
        (
            "nested twice",
            "unshare -Urm unshare -Urm sh -c 'umount ~/.claude/settings.json; \
            echo > ~/.claude/settings.json; echo tried'",
        ),
    ]);
}

#[test]
fn a_folder_that_is_open_already_is_refused() {
    let prison = Prison::new();
    let script = format!(
        "exec 7<. && {}/fusebox run --confine -- sh -c 'echo > /proc/self/fd/7/.fusebox.toml'",
        prison.world.programs.display()
    );
    let ran = prison.sh(&script);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("descriptor 7 is the open folder "), "{}", ran.err);
}

#[test]
fn the_loop_and_its_checks_are_confined_too() {
    let prison = Prison::new();
    fs::write(prison.world.path("project/PLAN.md"), "go").unwrap();
    let breaks = "echo > ~/.claude/settings.json; true";
    let mut command = prison.world.fusebox();
    command.args(["loop", "--confine=require", "--prompt", "PLAN.md", "--max", "1", "--until"]);
    command.args([&format!("{breaks}; false"), "--test", breaks, "--", "sh", "-c", breaks]);
    let ran = prison.world.finish(&mut command, b"");
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert_eq!(prison.changes(), Vec::<std::path::PathBuf>::new());
}
