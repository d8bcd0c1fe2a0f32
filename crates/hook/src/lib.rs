//! The hook: reads one event, writes one answer, in a few milliseconds.
//!
//! A client starts it at every event, so nothing slow is linked here: no command-line parser, no
//! reader of policies, no regular expressions, no network. It never ends with a code that a client would take
//! for an answer: panics are caught, an error is one line, and then `on_error` decides.

mod answer;
mod args;
mod client_process;
mod environment;
mod failure;
mod fork_search;
mod process;
mod server;
mod socket;
mod transcript;
mod usage_cursor;

use std::fs::{File, Metadata};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::panic::AssertUnwindSafe;

use failure::HookFailure;
use fusebox_clients::JsonShortener;
use fusebox_store::failpoint::reach;

pub use args::Args;
pub use environment::{HookEnvironment, kept_part, read_environment};
pub use process::{ORIGINALS_LINK, command_of, deliver_effects};
pub use server::{HookAnswers, HookServer, HookService, PostedCall, PostedReply};
pub use socket::{SOCKET_VARIABLE, report};

/// How much of an event is read at once, in bytes.
const PART_BYTES: usize = 256 << 10;

/// Answers one event: reads standard input, writes standard output, and gives the exit code.
///
/// `args` are the words after the program's name: the client, then options.
#[must_use]
pub fn main(args: &[String]) -> u8 {
    if args.first().is_some_and(|word| word == "--version") {
        let _ = writeln!(std::io::stdout(), "fusebox-hook {}", env!("CARGO_PKG_VERSION"));
        return 0;
    }
    let args = Args::parse(args);
    let mut environment = read_environment(args.as_ref().ok().map(|args| args.client));
    // A panic of ours must not print into the client's conversation.
    std::panic::set_hook(Box::new(|_| {}));
    let args = match args {
        Ok(args) => args,
        Err(message) => {
            failure::log_warning(&environment, &message);
            return 0;
        }
    };
    environment.client.hook.clone_from(&args.hook);
    let input = read_event();
    let answered = std::panic::catch_unwind(AssertUnwindSafe(|| {
        if let Some(socket) = environment.own.setting(SOCKET_VARIABLE)
            && let Some(answered) = socket::ask(socket, &args, &input, &environment)
        {
            return answered
                .map_err(|error| HookFailure::unanswered(&error, &args, &input, &environment));
        }
        answer::answer(&args, &input, &environment)
    }));
    let answered = match answered {
        Ok(answered) => answered,
        Err(_) => Err(HookFailure::new("a fault of its own (panic)")),
    };
    let mut reply = answered.unwrap_or_else(|failed| failed.reply(&args, &input, &environment));
    reach("before-answer");
    if !is_taken(&reply.stdout) {
        failure::log_warning(&environment, "the client did not take the answer");
        reply.refuse_unread(&args, &input, &environment);
    }
    let _ = std::io::stderr().write_all(reply.stderr.as_bytes());
    if reply.effects {
        reach("before-effects");
        deliver_effects();
    }
    reply.exit
}

/// Writes an answer; false where nobody reads it. That is so of the null device, whether the output was led there or is
/// closed: then the runtime opens it at the start.
fn is_taken(answer: &str) -> bool {
    if answer.is_empty() {
        return true;
    }
    let mut stdout = std::io::stdout();
    // A line without an end is only written by the flush.
    stdout.write_all(answer.as_bytes()).and_then(|()| stdout.flush()).is_ok() && !is_null(&stdout)
}

/// Whether what is written there is lost.
fn is_null(stdout: &std::io::Stdout) -> bool {
    let written = stdout.as_fd().try_clone_to_owned().map(File::from);
    is_same_device(written.and_then(|file| file.metadata()), std::fs::metadata("/dev/null"))
}

/// Whether both are one device. What is none, such as a pipe or a file, has the number 0 for it.
fn is_same_device(a: std::io::Result<Metadata>, b: std::io::Result<Metadata>) -> bool {
    let device = |of: std::io::Result<Metadata>| {
        of.ok().filter(|of| of.file_type().is_char_device()).map(|of| of.rdev())
    };
    device(a).is_some_and(|a| Some(a) == device(b))
}

/// Reads the event. What is too long in it is left out, and a read that fails is the end of it: what there is
/// of an event is judged.
fn read_event() -> Vec<u8> {
    // One mapping instead of one at every doubling: outputs are often large.
    let mut input = Vec::with_capacity(PART_BYTES);
    let mut stdin = std::io::stdin().lock();
    let whole = JsonShortener::WHOLE_BYTES;
    let _ = stdin.by_ref().take(whole as u64).read_to_end(&mut input);
    if input.len() < whole {
        return input;
    }
    let mut shortener = JsonShortener::default();
    while !input.is_empty() {
        shortener.push(&input);
        input.clear();
        let _ = stdin.by_ref().take(PART_BYTES as u64).read_to_end(&mut input);
    }
    shortener.into_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g06_what_is_no_device_is_none_that_loses_what_is_written() {
        let is_same = |a: &str, b: &str| is_same_device(std::fs::metadata(a), std::fs::metadata(b));
        assert!(is_same("/dev/null", "/dev/null"));
        for (a, b) in [("/dev/zero", "/dev/null"), ("/", "/"), ("/", "/dev/null"), ("/a/b", "/a/b")]
        {
            assert!(!is_same(a, b), "{a} {b}");
        }
    }
}
