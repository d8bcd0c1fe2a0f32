//! Effects are delivered exactly once, whoever drains.

use std::sync::Barrier;
use std::thread;

use fusebox_engine::{Duration, Timestamp};
use fusebox_store::{DeliveryOutcome, DeliveryState, OutboxKind, OutboxRow, Store};
use tempfile::TempDir;

use crate::{NOW, on_each, open};

const LEASE: Duration = Duration::from_secs(60);

fn claim(store: &mut Store, now: Timestamp) -> Vec<OutboxRow> {
    store.write(|tx| tx.claim_outbox(now, LEASE, 10)).unwrap()
}

fn finish(store: &mut Store, row: &OutboxRow, settled: DeliveryOutcome) -> bool {
    store.write(|tx| tx.finish_outbox(row, &settled)).unwrap()
}

#[test]
fn a_question_to_a_judge_lets_the_others_go_first() {
    let dir = TempDir::new().unwrap();
    let mut store = open(&dir);
    for kind in [OutboxKind::Judge, OutboxKind::Report, OutboxKind::Message] {
        store.write(|tx| tx.queue(&kind, "1", "{}", NOW)).unwrap();
    }
    let mut next = || store.write(|tx| tx.claim_outbox(NOW, LEASE, 1)).unwrap().remove(0).kind;
    let kinds = [next(), next(), next()];
    assert_eq!(kinds, [OutboxKind::Report, OutboxKind::Message, OutboxKind::Judge]);
}

#[test]
fn concurrent_drains_never_take_the_same_effect() {
    let dir = TempDir::new().unwrap();
    for key in 0..100 {
        open(&dir).write(|tx| tx.queue(&OutboxKind::Report, &key.to_string(), "{}", NOW)).unwrap();
    }
    let start = Barrier::new(16);
    let mut taken: Vec<u64> = thread::scope(|threads| {
        let drains: Vec<_> = (0..16)
            .map(|_| {
                threads.spawn(|| {
                    start.wait();
                    let mut taken = Vec::new();
                    loop {
                        let mut store = open(&dir);
                        let rows = store.write(|tx| tx.claim_outbox(NOW, LEASE, 3)).unwrap();
                        if rows.is_empty() {
                            return taken;
                        }
                        for row in rows {
                            assert!(finish(&mut store, &row, DeliveryOutcome::Done));
                            taken.push(row.seq);
                        }
                    }
                })
            })
            .collect();
        drains.into_iter().flat_map(|drain| drain.join().unwrap()).collect()
    });
    taken.sort_unstable();
    assert_eq!(taken, (1..=100).collect::<Vec<u64>>());
}

#[test]
fn a_lease_that_runs_out_lets_another_try_and_shuts_the_late_one_out() {
    on_each(|store| {
        store.write(|tx| tx.queue(&OutboxKind::Escalation, "7", "{}", NOW)).unwrap();
        let first = claim(store, NOW);
        assert_eq!(claim(store, Timestamp(NOW.0 + 59_999)), []);
        let second = claim(store, Timestamp(NOW.0 + 60_000));
        assert_eq!((first[0].attempts, second[0].attempts), (1, 2));
        assert!(!finish(store, &first[0], DeliveryOutcome::Done));
        assert!(finish(store, &second[0], DeliveryOutcome::Done));
        assert!(!finish(store, &second[0], DeliveryOutcome::Done));
        assert!(!store.write(|tx| tx.queue(&OutboxKind::Escalation, "7", "{}", NOW)).unwrap());
    });
}

#[test]
fn a_retry_rests_and_a_failure_stays() {
    on_each(|store| {
        store.write(|tx| tx.queue(&OutboxKind::Escalation, "7", "{\"a\":1}", NOW)).unwrap();
        let row = claim(store, NOW).remove(0);
        let later = Timestamp(NOW.0 + 5);
        let retry = DeliveryOutcome::Retry { at: later, error: "503".to_owned() };
        assert!(finish(store, &row, retry));
        assert_eq!(claim(store, NOW), []);
        let row = claim(store, later).remove(0);
        assert_eq!(row.body, "{\"a\":1}");
        assert!(finish(store, &row, DeliveryOutcome::Failed { error: "404".to_owned() }));
        let left = store.read().undelivered().unwrap();
        assert_eq!(left[0].delivery, DeliveryState::Failed { error: "404".to_owned() });
        assert_eq!(claim(store, Timestamp(u64::MAX)), []);
        assert_eq!(store.read().effect(&OutboxKind::Escalation, "7").unwrap().unwrap().attempts, 2);
    });
}
