//! Batches: calls that take so many rows or things at a time, until there are no more.

use super::call::{Call, every, shell};
use super::case::{Case, healthy, stuck};

/// A batch and a look at how far behind a replica is, so many times.
fn batches(count: usize, command: &str, answer: impl Fn(usize) -> String) -> Vec<Call> {
    let lap = |n: usize| {
        let lag = "psql -h replica shop -Atc 'select lag()'";
        let waited = ["0.4", "0.4", "0.6", "0.4", "1.1", "0.4", "0.4"][n % 7];
        [shell(command, answer(n), 0), shell(lag, waited, 0)]
    };
    (0..count).flat_map(lap).collect()
}

fn moved(count: usize) -> String {
    format!("BEGIN\nINSERT 0 {count}\nCOMMIT")
}

pub(crate) fn cases() -> Vec<Case> {
    let from_file = "psql events -f archive_batch.sql";
    let program = "./bin/archive-events --batch 1000";
    vec![
        healthy(
            "a transaction that moves a full batch, as often as asked",
            batches(30, from_file, |_| moved(10_000)),
        ),
        healthy(
            "a transaction that deletes a full batch, and nothing else in between",
            every(5, 24, shell("psql shop -f purge.sql", "BEGIN\nDELETE 5000\nCOMMIT", 0)),
        ),
        healthy(
            "a program that archives a full batch, as often as asked",
            every(9, 24, shell(program, "Archived 1000 events.", 0)),
        ),
        healthy(
            "a task that purges a full batch, with a look at the replica",
            batches(24, "BATCH_SIZE=2500 bin/rails carts:purge", |_| {
                "2,500 carts deleted".to_owned()
            }),
        ),
        healthy("full batches, and a last one that is smaller", {
            let mut calls = batches(20, from_file, |n| moved(if n == 19 { 412 } else { 10_000 }));
            calls.push(shell(from_file, moved(0), 0));
            calls
        }),
        healthy("batches of which a program says how many are left", {
            batches(20, program, |n| format!("Archived 1000 events, {} left.", 31_000 - n * 1000))
        }),
        stuck(
            "a transaction that moves nothing any more",
            every(5, 16, shell(from_file, moved(0), 0)),
        )
        .refused(),
        stuck(
            "a transaction that moves the same part of a batch again",
            every(5, 16, shell(from_file, moved(412), 0)),
        )
        .refused(),
        stuck(
            "a program that finds no batch any more",
            every(5, 16, shell(program, "Archived 0 events.", 0)),
        )
        .refused(),
        stuck(
            "a program that archives, and nothing becomes less",
            every(5, 16, shell(program, "Archived 1000 events, 31000 left.", 0)),
        )
        .refused(),
        stuck(
            "a program that checks the same batch again",
            every(5, 24, shell("./bin/check-events --batch 1000", "Checked 1000 events.", 0)),
        )
        .refused(),
    ]
}
