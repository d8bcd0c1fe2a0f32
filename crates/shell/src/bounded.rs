//! Recognises command lines that end what they run after a time, or after so many lines.

use super::command::{CommandLine, SimpleCommand, basename};

/// The status of `timeout` when its time is over.
const TIME_IS_OVER: i32 = 124;
/// 128 and the number of the signal that ended a program.
const INTERRUPTED: i32 = 130;
const KILLED: i32 = 137;
const PIPE_CLOSED: i32 = 141;
const TERMINATED: i32 = 143;
/// The longest time limit that takes a sample of what never ends by itself, in seconds. Longer ones are a safety net: what
/// they end did not get done.
const MAX_SAMPLE_S: f64 = 15.0;

/// Whether a line that failed with this status was ended by its own bound: `timeout 6 …` by its time, unless that is long,
/// `… | head -5` by the closed pipe. Where the status is not told, whether it may have been.
#[must_use]
pub fn was_ended_by_bound(line: &CommandLine<'_>, exit_code: Option<i32>) -> bool {
    let any = |is_bound: fn(&SimpleCommand<'_>) -> bool| line.commands.iter().any(is_bound);
    match exit_code {
        Some(TIME_IS_OVER) => any(has_time_limit),
        Some(INTERRUPTED | KILLED | TERMINATED) => any(passes_signal),
        Some(PIPE_CLOSED) => any(closes_pipe),
        Some(_) => false,
        None => any(has_time_limit) || any(closes_pipe) && line.text.contains("pipefail"),
    }
}

/// Whether a time limit is as short as for a sample.
fn has_time_limit(command: &SimpleCommand<'_>) -> bool {
    time_limit(command).and_then(limit_s).is_some_and(|limit| limit <= MAX_SAMPLE_S)
}

/// The time in the words of `timeout`, in seconds: `6`, `0.5`, `6s`, `2m`.
fn limit_s<'c>(words: impl Iterator<Item = &'c str>) -> Option<f64> {
    let mut is_value = false;
    let time = words.into_iter().find(|word| {
        let is_option = std::mem::take(&mut is_value) || word.starts_with('-');
        is_value = matches!(*word, "-s" | "--signal" | "-k" | "--kill-after");
        !is_option
    })?;
    let unit = time.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(time.len());
    let factor = match &time[unit..] {
        "" | "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    Some(time[..unit].parse::<f64>().ok()? * factor)
}

/// Whether a command may end before it has read all that is piped to it.
fn closes_pipe(command: &SimpleCommand<'_>) -> bool {
    command.piped_from && matches!(command.program(), "head" | "grep" | "sed" | "awk")
}

/// The words of `timeout` before the program that it bounds.
fn time_limit<'c>(command: &'c SimpleCommand<'_>) -> Option<impl Iterator<Item = &'c str>> {
    let mut words = command.wrappers().iter().map(|word| word.text.as_ref());
    words.any(|word| matches!(basename(word), "timeout" | "gtimeout")).then_some(words)
}

/// Whether a time limit tells the signal that ended the program: `-s KILL`, `-k 5`, `--preserve-status`.
fn passes_signal(command: &SimpleCommand<'_>) -> bool {
    const OPTIONS: [&str; 5] = ["-s", "--signal", "-k", "--kill-after", "--preserve-status"];
    let is_option = |word: &str| OPTIONS.iter().any(|option| word.starts_with(option));
    has_time_limit(command) && time_limit(command).is_some_and(|mut words| words.any(is_option))
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn r04_a_line_that_is_ended_by_its_own_bound() {
        for (line, code, expected) in [
            ("timeout 6 ros2 topic hz /odom", 124, true),
            ("cd /w && gtimeout 6s tcpdump -i eth0", 124, true),
            ("sudo timeout -s INT 6 tcpdump -i eth0", 124, true),
            ("timeout 6 ros2 topic hz /odom", 1, false),
            ("./run.sh", 124, false),
            ("grep timeout a.txt", 124, false),
            ("timeout -s INT --preserve-status 6 tcpdump", 130, true),
            ("timeout -k 5 15 ./serve", 137, true),
            ("timeout -k 5 600 ./train", 137, false),
            ("timeout 6 ./serve", 137, false),
            ("timeout 0.5m ./serve", 124, false),
            ("timeout --kill-after 2 -s INT 1.5s candump can0", 124, true),
            ("timeout 16 make", 124, false),
            ("timeout 300 make", 124, false),
            ("timeout 2h make", 124, false),
            ("timeout $T make", 124, false),
            ("./serve", 143, false),
            ("set -o pipefail; journalctl -u web | head -5", 141, true),
            ("head -5 a.txt", 141, false),
        ] {
            assert_eq!(was_ended_by_bound(&parse(line), Some(code)), expected, "{line} {code}");
        }
        for (line, expected) in [
            ("timeout 6 ros2 topic hz /odom", true),
            ("set -o pipefail; journalctl -u web | head -5", true),
            ("journalctl -u web | head -5", false),
            ("./serve", false),
            ("timeout 60 git push", false),
        ] {
            assert_eq!(was_ended_by_bound(&parse(line), None), expected, "{line}");
        }
    }
}
