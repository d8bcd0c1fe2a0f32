//! Recognises outputs that tell how fast something was.

use super::excerpt::suffix_up_to;

/// What was measured stands at the end, in bytes.
const END_BYTES: usize = 2_000;
/// Units of speed, lower-cased, as they stand behind a number.
const UNITS: [&str; 30] = [
    "b/s",
    "kb/s",
    "mb/s",
    "gb/s",
    "kib/s",
    "mib/s",
    "gib/s",
    "mbit/s",
    "gbit/s",
    "mbits/sec",
    "gbits/sec",
    "ops/s",
    "ops/sec",
    "op/s",
    "req/s",
    "requests/s",
    "requests/sec",
    "rows/s",
    "steps/s",
    "tokens/s",
    "it/s",
    "iter/s",
    "ns/op",
    "us/op",
    "ms/op",
    "ns/iter",
    "fps",
    "gflops",
    "tflops",
    "queries/s",
];

/// Whether the end of the body tells a speed: `encode 412.0 MB/s`, `x 1,200 ops/sec`.
pub fn tells_rate(body: &str) -> bool {
    let mut before = "";
    suffix_up_to(body, END_BYTES).split_ascii_whitespace().any(|word| {
        let number = std::mem::replace(&mut before, word);
        let unit = word.trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let is_number = |text: &str| {
            let text = text.trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
            text.starts_with(|sign: char| sign.is_ascii_digit())
                && text.bytes().all(|byte| byte.is_ascii_digit() || b".,_".contains(&byte))
        };
        // `412MB/s`
        let joined =
            unit.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".,".contains(sign));
        let is_joined = joined.len() < unit.len();
        let unit = if is_joined { joined } else { unit };
        (is_joined || is_number(number))
            && UNITS.iter().any(|known| unit.eq_ignore_ascii_case(known))
    })
}

/// A longer body tells more than durations, in bytes.
const MAX_DURATIONS_BYTES: usize = 400;

/// Whether the body tells nothing but durations, each with a name at most: `0.412s`, `real 0m1.203s`, `warm: 38 ms`.
pub fn tells_durations(body: &str) -> bool {
    let body = body.trim();
    let mut lines = body.lines().filter(|line| !line.trim().is_empty()).peekable();
    body.len() <= MAX_DURATIONS_BYTES && lines.peek().is_some() && lines.all(is_duration)
}

/// Whether a line is a duration, with a name before it at most. That something is done, is said by a program that does not measure.
fn is_duration(line: &str) -> bool {
    const ENDS: [&str; 8] =
        ["built", "completed", "done", "finished", "in", "ready", "succeeded", "success"];
    const UNITS: [&str; 14] = [
        "h", "m", "min", "s", "sec", "secs", "second", "seconds", "ms", "millis", "us", "\u{b5}s",
        "\u{3bc}s", "ns",
    ];
    let number_end = |text: &str| {
        let rest =
            text.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".,".contains(sign));
        text.len() - rest.len()
    };
    // `0.412s`, `0m1.203s`
    let has_unit = |word: &str| {
        let mut rest = word;
        while !rest.is_empty() {
            let digits = number_end(rest);
            let unit = rest[digits..].find(|sign: char| sign.is_ascii_digit());
            let unit = unit.map_or(&rest[digits..], |end| &rest[digits..digits + end]);
            if digits == 0 || !UNITS.contains(&unit) {
                return false;
            }
            rest = &rest[digits + unit.len()..];
        }
        !word.is_empty()
    };
    let is_number = |word: &str| !word.is_empty() && number_end(word) == word.len();
    let mut words = line.split([' ', '\t', '=', ':', '(', ')']).filter(|word| !word.is_empty());
    let Some(last) = words.next_back() else { return false };
    let told = has_unit(last) || UNITS.contains(&last) && words.next_back().is_some_and(is_number);
    let mut names = words.filter(|word| !has_unit(word));
    let is_name = |name: &str| {
        name.starts_with(char::is_alphabetic)
            && !ENDS.iter().any(|end| name.eq_ignore_ascii_case(end))
    };
    told && names.next().is_none_or(is_name) && names.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r06_outputs_that_tell_durations_alone() {
        for output in [
            "0.412s",
            "412 ms\n",
            "real\t0m1.203s\nuser\t0m1.002s\nsys\t0m0.040s",
            "warm: 38 ms\ncold: 112 ms",
            "mean = 1.20 s",
        ] {
            assert!(tells_durations(output), "{output}");
        }
        for output in [
            "",
            "done in 0.4s",
            "Finished 0.4s",
            "built (2 s)",
            "412",
            "12m of rope",
            "pod-a Running 12s",
            "total 0.4s\nERROR: no",
            "3 files 0.4s",
        ] {
            assert!(!tells_durations(output), "{output}");
        }
    }

    #[test]
    fn r06_outputs_that_tell_a_speed() {
        for output in [
            "huff: 211957760 -> 70112416 bytes, encode 412.0 MB/s, decode 824.0 MB/s",
            "fib x 1,200 ops/sec \u{b1}1.2% (88 runs sampled)",
            "BenchmarkSort-8   1000   412 ns/op",
            "done at 38MiB/s.",
            "rendered 300 frames, 59.8 fps",
        ] {
            assert!(tells_rate(output), "{output}");
        }
        for output in ["", "at 12 o'clock", "unit: MB/s", "wrote 12 bytes/s.txt", "12 files"] {
            assert!(!tells_rate(output), "{output}");
        }
    }
}
