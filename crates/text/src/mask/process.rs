//! Finds numbers that the operating system assigns: process ids and local ports.

use super::cursor::{MaskCursor, Replacement, is_word_byte};
use super::digit_run::DigitRun;
use fusebox_scan::WordSet;

const PID: &str = "<pid>";
const PORT: &str = "<port>";

static PIDS: WordSet<4> = WordSet::new("pid ppid tid pgid");
static PROCESSES: WordSet<1> = WordSet::new("process");
static PORTS: WordSet<1> = WordSet::new("port");

/// The lowest port that is masked. Lower ports are chosen by people.
const EPHEMERAL: u32 = 10_000;

/// Whether the operating system may have assigned this number.
pub(super) fn fits(digits: &DigitRun) -> bool {
    // The last letters of `pid`, `process` and `port`.
    let named = || matches!(&digits.word(), b"di" | b"ss" | b"tr");
    let may_be = match digits.before() {
        [b' ', b']'] => true,
        [b' ' | b'"' | b'#', _] => named(),
        [b'=', sign] => sign == b'=' || named(),
        [b':', host] => host == b']' || host.is_ascii_alphanumeric() || host == b'.',
        [b'[' | b'(', _] => matches!(digits.after[0], b']' | b')'),
        [b'<', _] => digits.after[0] == b'.',
        _ => false,
    };
    may_be && !is_word_byte(digits.after[0])
}

/// The process id or port at `at`.
pub(super) fn find(p: MaskCursor<'_>, at: usize, digits: &DigitRun) -> Option<Replacement> {
    let end = at + digits.len;
    if p.take_before(at, 5, |_| true) == b"#PID<" {
        return of_erlang(p, at, end);
    }
    if !p.is_word_end(end) {
        return None;
    }
    let placeholder = match p.before(at) {
        b':' => is_local_port(p, at, end).then_some(PORT),
        b'[' => is_log_prefix(p, at, end).then_some(PID),
        b'(' => (p.has(end, b") panicked") || p.has(end, b") - No such process")).then_some(PID),
        b'=' if p.take_before(at, 2, |_| true) == b"==" => p.has(end, b"==").then_some(PID),
        b' ' | b'=' | b'"' | b'#' => by_name_before(p, at, end),
        _ => None,
    }?;
    Some(Replacement { start: at, end, placeholder })
}

/// The process id of Erlang at `start`, whose first number ends at `end`: `#PID<0.842.0>`.
fn of_erlang(p: MaskCursor<'_>, start: usize, end: usize) -> Option<Replacement> {
    let numbers = p.end_of(end, |byte| byte.is_ascii_digit() || *byte == b'.');
    let is_id =
        p.slice(start, numbers).split(|byte| *byte == b'.').filter(|part| !part.is_empty()).count()
            == 3;
    (is_id && p.at(numbers) == b'>').then_some(Replacement {
        start,
        end: numbers,
        placeholder: PID,
    })
}

/// The placeholder for `pid 123`, `PID: 123`, `"pid": 123`, `port 54321`, `process 12345`, and for
/// the shell's `[1] 12345`.
fn by_name_before(p: MaskCursor<'_>, at: usize, end: usize) -> Option<&'static str> {
    let gap = p.take_before(at, 3, |b| matches!(b, b' ' | b':' | b'=' | b'"' | b'#')).len();
    let name = p.letters_before(at - gap);
    let is_pid =
        PIDS.has(name) || PROCESSES.has(name) && end - at >= 4 || is_background_job(p, at, end);
    if is_pid {
        Some(PID)
    } else {
        (PORTS.has(name) && is_ephemeral(p.slice(at, end))).then_some(PORT)
    }
}

/// Whether the line is only `[1] 12345`.
fn is_background_job(p: MaskCursor<'_>, at: usize, end: usize) -> bool {
    if p.take_before(at, 2, |_| true) != b"] " {
        return false;
    }
    let job = p.take_before(at, 8, |b| b.is_ascii_digit() || b"[] ".contains(b));
    let line_start = matches!(p.before(at - job.len()), b'\n' | b' ');
    let is_job = matches!(job, [b'[', number @ .., b']', b' ']
        if !number.is_empty() && number.iter().all(u8::is_ascii_digit));
    is_job && line_start && end - at >= 3 && matches!(p.at(end), b'\n' | 0)
}

/// Whether it is a log prefix, as in `sshd[123]:`. One or two digits are an index.
fn is_log_prefix(p: MaskCursor<'_>, at: usize, end: usize) -> bool {
    end - at >= 3 && p.has(end, b"]:") && p.before(at - 1).is_ascii_alphabetic()
}

/// Whether it is a local port: `127.0.0.1:54321`, `localhost:54321`, `[::1]:54321`.
fn is_local_port(p: MaskCursor<'_>, at: usize, end: usize) -> bool {
    let host = p.take_before(at - 1, 16, |b| b.is_ascii_alphanumeric() || *b == b'.');
    let local = host.eq_ignore_ascii_case(b"localhost")
        || host.iter().filter(|b| **b == b'.').count() == 3
            && host.iter().all(|b| b.is_ascii_digit() || *b == b'.')
        || p.before(at - 1) == b']';
    local && is_ephemeral(p.slice(at, end))
}

fn is_ephemeral(digits: &[u8]) -> bool {
    let number = digits.iter().take(6).fold(0, |n, d| n * 10 + u32::from(d - b'0'));
    (EPHEMERAL..=65_535).contains(&number)
}
