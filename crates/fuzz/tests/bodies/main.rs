//! Runs every body on its corpus and on mutations of it. The inputs are the same in every run, so that a failure is a
//! change of the code; `run.sh` searches for new inputs.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod corpus;
mod mutated;
mod pieces;

use fusebox_fuzz::{TARGETS, bodies};
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// Mutations of each corpus.
const CASES: u32 = 384;
/// The largest size of the whole corpus, in bytes.
const CORPUS_BYTES: usize = 300_000;

fn check(target: &str) {
    let seeds = corpus::inputs(target);
    assert!(seeds.len() >= 4, "{target} has no corpus");
    for (name, seed) in &seeds {
        let broken = std::panic::catch_unwind(|| bodies::run(target, seed)).is_err();
        assert!(!broken, "corpus/{target}/{name} breaks it");
    }
    let seeds: Vec<Vec<u8>> = seeds.into_iter().map(|(_, seed)| seed).collect();
    let inputs = mutated::inputs(seeds, &pieces::of(target));
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let ran = TestRunner::new_with_rng(config, rng).run(&inputs, |input| {
        bodies::run(target, &input);
        Ok(())
    });
    if let Err(TestError::Fail(why, input)) = &ran {
        let text = String::from_utf8_lossy(input);
        panic!("{why}\nKeep this under corpus/{target}:\n{text}\nAs bytes: {text:?}");
    }
    ran.unwrap();
}

macro_rules! bodies {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

bodies! {
    audit_query bill canonical claude_hook claude_stream client_hooks codex_stream command config gemini_stream import json mask opencode_stream
    redact report service shell tail test_output transcripts
}

#[test]
fn every_target_is_tested_and_kept() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names, TESTED);
    assert_eq!(corpus::names("corpus"), names);
    let bytes: usize =
        names.iter().flat_map(|name| corpus::inputs(name)).map(|(_, input)| input.len()).sum();
    assert!(bytes <= CORPUS_BYTES, "{bytes} bytes are kept; at most {CORPUS_BYTES}");
}
