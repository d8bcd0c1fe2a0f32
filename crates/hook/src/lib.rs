//! The hook: reads one event, writes one answer, in a few milliseconds.
//!
//! A client starts it at every event, so nothing slow is linked here: no command-line parser, no
//! TOML, no regular expressions, no network. It never ends with a code that a client would take
//! for an answer: panics are caught, an error is one line, and then `on_error` decides.

mod answer;
mod args;
mod environment;
mod failure;
mod process;
mod transcript;

use std::io::{Read, Write};
use std::panic::AssertUnwindSafe;

use fusebox_store::failpoint::reach;

pub use args::Args;
pub use environment::{HookEnvironment, read_environment};

/// The largest event that is read, in bytes. Clients send whole tool outputs.
const MAX_EVENT_BYTES: u64 = 64 << 20;

/// Answers one event: reads standard input, writes standard output, and gives the exit code.
///
/// `args` are the words after the program's name: the client, then options.
#[must_use]
pub fn main(args: &[String]) -> u8 {
    if args.first().is_some_and(|word| word == "--version") {
        let _ = writeln!(std::io::stdout(), "fusebox-hook {}", env!("CARGO_PKG_VERSION"));
        return 0;
    }
    let environment = read_environment();
    // A panic of ours must not print into the client's conversation.
    std::panic::set_hook(Box::new(|_| {}));
    let args = match Args::parse(args) {
        Ok(args) => args,
        Err(message) => {
            failure::log_warning(&environment, &message);
            return 0;
        }
    };
    let answered = std::panic::catch_unwind(AssertUnwindSafe(|| {
        let input = read_event()?;
        answer::answer(&args, &input, &environment)
    }));
    let reply = match answered {
        Ok(Ok(reply)) => reply,
        Ok(Err(failed)) => failed.reply(&args, &environment),
        Err(_) => {
            failure::HookFailure::new("a fault of its own (panic)").reply(&args, &environment)
        }
    };
    reach("before-answer");
    if std::io::stdout().write_all(reply.stdout.as_bytes()).is_err() {
        failure::log_warning(&environment, "the client closed the pipe before the answer");
    }
    let _ = std::io::stdout().flush();
    if reply.effects {
        reach("before-effects");
        process::deliver_effects();
    }
    reply.exit
}

fn read_event() -> Result<Vec<u8>, failure::HookFailure> {
    // One mapping instead of one at every doubling: outputs are often large.
    let mut input = Vec::with_capacity(256 << 10);
    let read = std::io::stdin().lock().take(MAX_EVENT_BYTES + 1).read_to_end(&mut input);
    match read {
        Ok(bytes) if bytes as u64 > MAX_EVENT_BYTES => Err(failure::HookFailure::new(format!(
            "an event of over {} MiB",
            MAX_EVENT_BYTES >> 20
        ))),
        Ok(_) => Ok(input),
        Err(error) => Err(failure::HookFailure::new(format!("standard input: {error}"))),
    }
}
