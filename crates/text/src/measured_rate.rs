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

#[cfg(test)]
mod tests {
    use super::*;

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
