//! Tells whether a program that its own command line ended had answered by then.

use fusebox_shell::{parse, was_ended_by_bound};
use fusebox_text::{is_error_text, is_untold_error};

/// Whether a program that failed was ended by a bound of its command line, and printed until then what it was asked for:
/// neither an error nor a question.
pub(crate) fn answered_until_bound(
    line: Option<&str>,
    exit_code: Option<i32>,
    output: Option<&str>,
) -> bool {
    // Few lines have a bound: only their outputs are searched for errors.
    line.is_some_and(|line| was_ended_by_bound(&parse(line), exit_code))
        && output.is_some_and(is_answer)
}

fn is_answer(output: &str) -> bool {
    // What ends with a question waits for words that nobody types.
    let asks = output.trim_end().ends_with([':', '?']);
    let is_error = is_error_text(output) || is_untold_error(output) || tells_crash(output);
    !(output.trim().is_empty() || asks || is_error)
}

/// Whether a line says that a program crashed, whatever stands before it.
fn tells_crash(output: &str) -> bool {
    const BEGINNINGS: [&str; 4] =
        ["Segmentation fault", "Exception in thread ", "panic: ", "fatal error: "];
    let is_crash = |line: &str| {
        BEGINNINGS.iter().any(|words| line.starts_with(words)) || line.contains("' panicked at ")
    };
    output.lines().map(str::trim_start).any(is_crash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r04_what_a_program_printed_until_its_bound_is_an_answer_unless_it_is_none() {
        let listens = "timeout 6 ros2 topic hz /odom";
        for (line, code, output, expected) in [
            (listens, 124, "average rate: 19.98", true),
            (listens, 124, "", false),
            (listens, 1, "average rate: 19.98", false),
            (listens, 124, "Error: Connection refused", false),
            ("timeout 6 ./server", 124, "boot\nthread 'main' panicked at src/main.rs:4: x", false),
            ("timeout 6 ./server", 124, "boot\nSegmentation fault in worker 3", false),
            ("timeout 6 java -jar a.jar", 124, "boot\nException in thread \"main\" x", false),
            ("timeout 10 git push", 124, "Username for 'https://git.example.com': ", false),
            ("timeout 600 ./deploy.sh web", 124, "waiting for the lock", false),
        ] {
            let found = answered_until_bound(Some(line), Some(code), Some(output));
            assert_eq!(found, expected, "{line}: {output}");
        }
        assert!(!answered_until_bound(None, Some(124), Some("x")));
    }
}
