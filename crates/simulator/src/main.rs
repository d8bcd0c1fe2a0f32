//! The long run: lives of new seeds until the time is over or the runtime and the model differ.

use std::process::ExitCode;

use fusebox_runtime::clock;
use fusebox_simulator::{LifeLength, LifeTotals, simulate};

const USAGE: &str = "Use: fusebox-simulator [--seconds N] [--seed N] [--short] [--go-on]";

/// The options.
struct Args {
    /// How long to run. The default is 60 s.
    seconds: u64,
    /// The first seed. The default is 1.
    seed: u64,
    /// The length of the lives.
    length: LifeLength,
    /// Whether to continue after a difference.
    go_on: bool,
}

impl Args {
    fn parse(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let mut args = Self { seconds: 60, seed: 1, length: fusebox_simulator::LONG, go_on: false };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--seconds" => args.seconds = words.next()?.parse().ok()?,
                "--seed" => args.seed = words.next()?.parse().ok()?,
                "--short" => args.length = fusebox_simulator::SHORT,
                "--go-on" => args.go_on = true,
                _ => return None,
            }
        }
        Some(args)
    }
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "its lines are what it is for")]
fn main() -> ExitCode {
    let Some(args) = Args::parse(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    // A panic is reported with the life that leads to it.
    std::panic::set_hook(Box::new(|_| {}));
    let begin = clock::now();
    let (mut all, mut lives, mut failed) = (LifeTotals::default(), 0_u64, 0_u64);
    let mut seed = args.seed;
    while clock::now().since(begin).0 < args.seconds * 1_000 {
        match simulate(seed, args.length.clone()) {
            Ok(totals) => {
                all.events += totals.events;
                all.incidents += totals.incidents;
                all.questions += totals.questions;
                all.seen_before += totals.seen_before;
            }
            Err(story) => {
                failed += 1;
                println!("{story}\n");
                if !args.go_on {
                    break;
                }
            }
        }
        lives += 1;
        seed += 1;
    }
    let seconds = clock::now().since(begin).0 / 1_000;
    println!(
        "{lives} lives from seed {}, {} events, {} incidents, {} questions to a judge, {} told of a failure seen before in {seconds} s; \
         {failed} differ",
        args.seed, all.events, all.incidents, all.questions, all.seen_before
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
