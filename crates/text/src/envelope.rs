//! Finds a command's own output inside the lines that clients print around it.

use fusebox_scan::{find_byte, lines, lines_from_end};

use super::excerpt::prefix_up_to;

/// How the lines of an envelope start, lower-cased. The rest of such a line is a value.
const FIELDS: [&str; 8] = [
    "exit code",
    "wall time",
    "chunk id",
    "process exited with code",
    "original token count",
    "total output lines",
    "rc=",
    "<returncode>",
];

/// Whether an envelope line may begin with the byte.
static FIRST_BYTES: [bool; 256] = {
    let mut firsts = [false; 256];
    firsts[b'O' as usize] = true;
    let mut field = 0;
    while field < FIELDS.len() {
        let first = FIELDS[field].as_bytes()[0];
        firsts[first as usize] = true;
        firsts[first.to_ascii_uppercase() as usize] = true;
        field += 1;
    }
    firsts
};

/// Fields that say nothing of how a command ended.
const NO_STATUS: [&str; 2] = ["wall time", "chunk id"];
/// Longer is no head, in lines.
const MAX_HEAD_LINES: usize = 8;
/// A longer command in a head is not read, in bytes.
const MAX_COMMAND_BYTES: usize = 4_096;

/// The text without the command that Codex repeats above the other lines of its head, in one line or in many.
fn without_command(text: &str) -> &str {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix("Command: ") else { return text };
    let command = prefix_up_to(rest, MAX_COMMAND_BYTES);
    command.find("\nChunk ID: ").map_or(text, |end| &rest[end + 1..])
}

/// The text without the leading lines that report the exit code, the time taken and the like.
pub fn output_body(text: &str) -> &str {
    let mut rest = without_command(text);
    while !rest.is_empty() {
        let end = find_byte(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let (line, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        match line_kind(line.trim()) {
            LineKind::Field => rest = after.trim_start_matches(['\r', '\n']),
            LineKind::Opening => {
                rest = after.strip_prefix('\n').unwrap_or(after);
                break;
            }
            LineKind::Output => break,
        }
    }
    let rest = rest.strip_prefix("<output>").unwrap_or(rest).trim_end();
    rest.strip_suffix("</output>").unwrap_or(rest)
}

/// The last line of an output's body.
pub fn last_line(body: &str) -> Option<&str> {
    let is_tag = |line: &str| line.starts_with("</output") && line.ends_with('>');
    lines_from_end(body).map(str::trim).find(|line| !line.is_empty() && !is_tag(line))
}

/// The envelope line that reports the exit code, as it is written. Behind the first line of another kind stands what the
/// command printed: `inactive`, `rc=3`.
pub fn exit_line(text: &str) -> Option<&str> {
    let head = lines(without_command(text)).map(str::trim).take(MAX_HEAD_LINES);
    let mut head = head.take_while(|line| line_kind(line) == LineKind::Field);
    head.find(|line| !NO_STATUS.iter().any(|field| starts_ignoring_case(line, field)))
}

/// Whether a head says where the output begins (`Exit code: 0`, `Output:`): it is then a client's, whatever the command
/// prints of its own end.
pub fn is_opened(text: &str) -> bool {
    let head = lines(without_command(text)).map(str::trim).take(MAX_HEAD_LINES);
    let mut behind = head.skip_while(|line| line_kind(line) == LineKind::Field);
    behind.next().is_some_and(|line| line_kind(line) == LineKind::Opening)
}

/// The exit code that the envelope reports.
pub fn exit_code(text: &str) -> Option<i32> {
    // Some clients say it behind the output.
    let ending =
        || lines_from_end(text.trim_end()).next()?.strip_prefix("Command exited with code ");
    if let Some(code) = ending() {
        return code.parse().ok();
    }
    let line = exit_line(text)?;
    let digits = line
        .rsplit(|sign: char| !(sign.is_ascii_digit() || sign == '-'))
        .find(|part| !part.is_empty());
    digits?.parse().ok()
}

/// The status that the command line itself prints behind an output (`make; echo "exit $?"`), and the output without it. A
/// number alone may be any, and a status alone may be the answer.
pub fn printed_status(output: &str) -> Option<(&str, i32)> {
    const ENDS: [&str; 8] =
        ["exit", "exited", "exitcode", "errorlevel", "rc", "ret", "retcode", "retval"];
    /// Words in a line that says how what was run ended: `npm test exit code: 1`.
    const MAX_WORDS: usize = 4;
    let (before, last) = output.trim_end().rsplit_once('\n')?;
    let is_sign = |sign: char| !sign.is_ascii_alphanumeric();
    let mut words = last.split(is_sign).filter(|word| !word.is_empty()).rev();
    let status = words.next()?.parse().ok().filter(|status| (0..=255).contains(status))?;
    let names = words.clone().count();
    let says_end = words.any(|word| ENDS.iter().any(|end| word.eq_ignore_ascii_case(end)));
    let answers = || output_body(before).contains(char::is_alphanumeric);
    (says_end && names <= MAX_WORDS && answers()).then_some((before, status))
}

#[derive(PartialEq)]
enum LineKind {
    Field,
    Opening,
    Output,
}

fn line_kind(line: &str) -> LineKind {
    let first = line.as_bytes().first();
    if !first.is_some_and(|first| FIRST_BYTES[usize::from(*first)]) {
        LineKind::Output
    } else if line == "Output:" || line == "<output>" {
        LineKind::Opening
    } else if FIELDS.iter().any(|field| is_field(line, field)) {
        LineKind::Field
    } else {
        LineKind::Output
    }
}

/// Whether the line is this field with a short value: `Exit code 3 is not allowed here` is output.
fn is_field(line: &str, field: &str) -> bool {
    if !starts_ignoring_case(line, field) {
        return false;
    }
    let value = line.get(field.len()..).unwrap_or_default().trim_start_matches([':', ' ']);
    let value = value.strip_suffix("</returncode>").unwrap_or(value);
    let value = value.strip_suffix(" seconds").unwrap_or(value);
    !value.is_empty() && value.len() <= 40 && !value.contains(char::is_whitespace)
}

/// Whether the line starts with `prefix`, which is lower-cased. The first letter rules out most
/// lines.
fn starts_ignoring_case(line: &str, prefix: &str) -> bool {
    let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    first(line) == first(prefix)
        && line.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str) {
        assert_eq!(output_body(input), expected, "{input:?}");
    }

    #[test]
    fn envelopes_are_taken_off() {
        check("hello\n", "hello");
        check("Exit code 1\nboom", "boom");
        check("Exit code: 1\nWall time: 0.2 seconds\nOutput:\nboom\n", "boom");
        check("Chunk ID: a1\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\n", "");
        check("<returncode>1</returncode>\n<output>\nboom\n</output>", "boom\n");
        check("rc=0\nok", "ok");
        check("Exit code 3 is not allowed here", "Exit code 3 is not allowed here");
        check("", "");
        for (text, last) in [
            ("<returncode>0</returncode>\n<output>\n12 passed\n</output>", Some("12 passed")),
            ("<output_head>\na\n</output_head>\n<output_tail>\nb\n</output_tail>", Some("b")),
            ("<returncode>0</returncode>\n<output>\n</output>", None),
            ("a\nb\n\n", Some("b")),
        ] {
            assert_eq!(last_line(output_body(text)), last, "{text:?}");
        }
        for (body, expected) in [
            ("boom\nexit 1", Some(1)),
            ("boom\n\n=== EXIT: 101 ===\n", Some(101)),
            ("boom\nrc=0", Some(0)),
            ("boom\nbuild exit code: 2", Some(2)),
            ("boom\nEXIT_CODE=137", Some(137)),
            // What is not about an end, what is no status, and what nothing was printed before.
            ("boom\n1", None),
            ("boom\nstatus: 200", None),
            ("boom\nexit 1000", None),
            ("boom\nthe shell of the last worker did exit 1", None),
            ("exit 1", None),
            ("---\nexit 1", None),
            ("Exit code: 0\nWall time: 0.2 seconds\nOutput:\nrc=1", None),
            ("Exit code: 0\nWall time: 0.2 seconds\nOutput:\nboom\nrc=1", Some(1)),
            ("boom\nerror: exit 1 is no option", None),
        ] {
            assert_eq!(printed_status(body).map(|(_, status)| status), expected, "{body:?}");
        }
    }

    #[test]
    fn r10_what_a_command_prints_of_an_end_is_no_envelope() {
        for (text, code, is_a_clients) in [
            ("Chunk ID: a\nProcess exited with code 3", Some(3), false),
            ("Exit code: 1\nWall time: 0.2 seconds\nOutput:\nrc=0", Some(1), true),
            ("Wall time: 0.2 seconds\nOutput:\nrc=3", None, true),
            ("Command: a\nb\nChunk ID: x1\nProcess exited with code 2\nOutput:\nno", Some(2), true),
            ("<returncode>1</returncode>\n<output>\nboom", Some(1), true),
            ("rc=1\nboom", Some(1), false),
            ("rc=1", Some(1), false),
            ("inactive\nrc=3", None, false),
            ("a.c: ok\nExit code: 1\nb.c: no\nExit code: 2", None, false),
            ("", None, false),
        ] {
            assert_eq!(exit_code(text), code, "{text:?}");
            assert_eq!(is_opened(text), is_a_clients, "{text:?}");
        }
        check("Command: a\nb\nChunk ID: x1\nOutput:\nno", "no");
        check("Command: a\nb", "Command: a\nb");
    }
}
