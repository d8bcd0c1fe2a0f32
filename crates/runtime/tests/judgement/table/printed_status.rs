//! Lines that print themselves how what they ran ended (`test -f a; echo rc=$?`): that is an answer about each thing, and no
//! envelope of a client.

use super::attempts::WORDS;
use super::call::{Call, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// One line for each of twelve things, and what it printed.
fn each(line: impl Fn(&str) -> String, output: impl Fn(&str, usize) -> String) -> Vec<Call> {
    let things = WORDS.iter().enumerate().take(12);
    things.map(|(n, word)| shell(line(word), output(word, n), 0)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let same = |output: &'static str| move |_: &str, _: usize| output.to_owned();
    vec![
        healthy(
            "units that do not run, with the status of each",
            each(|unit| format!("systemctl is-active {unit}; echo rc=$?"), same("inactive\nrc=3")),
        ),
        healthy(
            "files that are not there, by a status alone",
            each(|name| format!("test -f services/{name}/Dockerfile; echo rc=$?"), same("rc=1")),
        ),
        healthy(
            "files that are not there, by a status in words",
            each(
                |name| format!("test -f {name}.yml; echo \"exit code: $?\""),
                same("exit code: 1"),
            ),
        ),
        healthy(
            "services that do not speak of a thing",
            each(|name| format!("grep -q tls {name}.yml; echo rc=$?"), same("rc=1")),
        ),
        nudged_at_most(
            "accounts that are not there, with the status of each",
            each(
                |name| format!("id {name}; echo rc=$?"),
                |name, _| format!("id: '{name}': no such user\nrc=1"),
            ),
        ),
        healthy(
            "files compared one by one, in loops of the shell",
            each(
                |name| format!("for f in {name}/*; do cmp -s $f ref/$f; echo rc=$?; done"),
                |_, n| format!("rc=1\nrc=0\nrc={}", n % 2),
            ),
        ),
        healthy(
            "modules loaded one after the other that print their state in a line of their own",
            each(
                |name| format!("modprobe -n {name}; lsmod | grep -c {name}; echo rc=$?"),
                same("0\nrc=1"),
            ),
        ),
        stuck(
            "one unit asked for its state again and again",
            vec![shell("systemctl is-active api; echo rc=$?", "inactive\nrc=3", 0); 30],
        ),
        stuck(
            "one installation that fails, and says so with its status",
            [
                "-y",
                "-f -y",
                "--no-install-recommends",
                "-q",
                "-qq",
                "-V",
                "-m",
                "-u",
                "--reinstall",
            ]
            .map(|option| {
                let said = "E: Unable to locate package libfoo\nrc=100";
                shell(format!("apt-get install {option} libfoo; echo rc=$?"), said, 0)
            })
            .to_vec(),
        )
        .refused(),
        stuck(
            "one file that is not there, asked for in other words",
            [
                "test -f", "test -e", "test -s", "test -r", "test -w", "[ -f", "ls", "stat",
                "file", "wc",
            ]
            .map(|how| shell(format!("{how} out/app.bin; echo rc=$?"), "rc=1", 0))
            .to_vec(),
        ),
    ]
}
