//! Programs that run until they are ended: a time limit of the command line's own is no failure.

use super::call::{Call, shell};
use super::case::{Case, healthy, stuck};

/// Each of these words in a command line, and what it prints, ended with a status.
fn over(words: &[&str], line: impl Fn(&str) -> String, printed: &str, code: i32) -> Vec<Call> {
    words.iter().map(|word| shell(line(word), printed, code)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    const NODES: [&str; 14] = [
        "pump", "valve", "mixer", "heater", "fan", "chiller", "scale", "belt", "press", "lift",
        "oven", "dryer", "robot", "gate",
    ];
    vec![
        healthy(
            "the messages of every device, each read for five seconds",
            over(
                &NODES,
                |node| format!("timeout 5 mosquitto_sub -h broker -t plant/{node}/state -v"),
                "state ok\nstate ok",
                124,
            ),
        ),
        healthy(
            "the traffic of every interface, interrupted after a time",
            over(
                &NODES,
                |node| format!("timeout -s INT --preserve-status 4 candump vcan_{node}"),
                "  can0  1A4   [8]  00 00 00 00 00 00 00 00",
                130,
            ),
        ),
        healthy(
            "every server is started and killed after a time",
            over(
                &NODES,
                |node| format!("timeout -k 2 -s KILL 8 ./build/{node}_sim --dry-run"),
                "listening on 0.0.0.0:7000\nready",
                137,
            ),
        ),
        healthy(
            "the first lines of every journal, through a pipe that is closed",
            over(
                &NODES,
                |node| format!("set -o pipefail; journalctl -u {node} --no-pager | head -1"),
                "-- Logs begin at Mon 2026-11-02 08:00:01 UTC --",
                141,
            ),
        ),
        stuck(
            "a suite that hangs under every time limit",
            over(
                &["60", "90", "120", "60", "180", "240", "300", "60", "120", "600", "60", "90"],
                |seconds| format!("timeout {seconds} npm test"),
                "> shop@1.0.0 test\n> jest --runInBand\n",
                124,
            ),
        ),
        stuck(
            "one device that is read again and again",
            over(
                &["5", "10", "5", "8", "15", "5", "20", "30", "5", "10", "12", "6"],
                |seconds| {
                    format!("timeout {seconds} mosquitto_sub -h broker -t plant/pump/state -v")
                },
                "state stale",
                124,
            ),
        ),
        stuck(
            "every device refuses the connection until the time is over",
            over(
                &NODES,
                |node| format!("timeout 5 mosquitto_sub -h broker -t plant/{node}/state -v"),
                "Error: Connection refused\nError: Connection refused",
                124,
            ),
        ),
    ]
}
