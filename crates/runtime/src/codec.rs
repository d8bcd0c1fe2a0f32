//! Records of the engine to rows of the store and back.
//!
//! The durable part of a record is JSON with named fields. The window of an agent is binary and
//! belongs to one version; with another it is dropped and fills again.

use fusebox_engine::Timestamp;
use fusebox_engine::state::{AgentState, CallWindow, LoopMemory, SessionState, TaskState};
use fusebox_observe::OBSERVE_VERSION;
use fusebox_store::ScopeRow;
use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::RuntimeError;

/// The layout of the window; bump it when its fields change.
pub const STATE_VERSION: u32 = 11;

const WINDOW_VERSION: u32 = STATE_VERSION * 1_000 + OBSERVE_VERSION;

/// What a row says.
pub(crate) enum StoredRecord<T> {
    /// It was read, or there is none yet.
    State(T),
    /// It cannot be read: the breaker counts as open.
    Corrupt,
}

/// A record of the engine that has a row.
pub(crate) trait ScopeRecord: Serialize + DeserializeOwned + Default + PartialEq {
    /// What it is called in an error.
    const NAME: &'static str;

    /// Whether its breaker is open, if it has one.
    fn is_open(&self) -> bool {
        false
    }

    /// Takes what the row has beside the durable part.
    fn complete(&mut self, _: &ScopeRow) {}
}

impl ScopeRecord for SessionState {
    const NAME: &'static str = "the session's record";
}

impl ScopeRecord for TaskState {
    const NAME: &'static str = "the task's record";

    fn is_open(&self) -> bool {
        self.breaker.trip_record().is_some()
    }
}

impl ScopeRecord for AgentState {
    const NAME: &'static str = "the agent's record";

    fn is_open(&self) -> bool {
        self.breaker.trip_record().is_some()
    }

    fn complete(&mut self, row: &ScopeRow) {
        if row.window_version == WINDOW_VERSION {
            self.window = postcard::from_bytes(&row.window).unwrap_or_default();
        }
        if self.window.next == 0 {
            // Steps are numbered anew: what was left was left before all of them.
            self.memories.iter_mut().for_each(LoopMemory::renumber_steps);
        }
    }
}

/// The record in a row. The row says a second time whether its breaker is open: where both differ,
/// one is damaged.
pub(crate) fn read<T: ScopeRecord>(row: Option<&ScopeRow>) -> StoredRecord<T> {
    let Some(row) = row else { return StoredRecord::State(T::default()) };
    match serde_json::from_str::<T>(&row.durable) {
        Ok(mut state) if state.is_open() == row.open => {
            state.complete(row);
            StoredRecord::State(state)
        }
        Ok(_) | Err(_) => StoredRecord::Corrupt,
    }
}

pub(crate) fn agent_row(agent: &AgentState, at: Timestamp) -> Result<ScopeRow, RuntimeError> {
    let (window, window_version) = (window(&agent.window), WINDOW_VERSION);
    Ok(ScopeRow { window, window_version, ..row(agent, at)? })
}

/// The row of a record that has nothing beside its durable part.
pub(crate) fn row<T: ScopeRecord>(state: &T, at: Timestamp) -> Result<ScopeRow, RuntimeError> {
    let durable = json(T::NAME, state)?;
    Ok(ScopeRow::of_record(durable, state.is_open(), at))
}

/// Room for most windows, so that writing one does not move it.
const WINDOW_BYTES: usize = 4 << 10;

fn window(window: &CallWindow) -> Vec<u8> {
    // The window holds nothing that cannot be written; an empty one fills again.
    let bytes = WindowBytes(Vec::with_capacity(WINDOW_BYTES));
    postcard::serialize_with_flavor(window, bytes).unwrap_or_default()
}

/// A buffer that takes byte strings whole: that of [`postcard::to_extend`] takes them byte by byte.
struct WindowBytes(Vec<u8>);

impl Flavor for WindowBytes {
    type Output = Vec<u8>;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Self::Output> {
        Ok(self.0)
    }
}

pub(crate) fn json<T: Serialize>(what: &'static str, value: &T) -> Result<String, RuntimeError> {
    serde_json::to_string(value).map_err(|source| RuntimeError::Write { what, source })
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use fusebox_engine::scope::{ScopeRecord, ScopeTouch, ScopeVerdict};
    use fusebox_engine::stagnation::{LoopPhase, LoopState, LoopTotals, RepeatedError};
    use fusebox_engine::state::{
        CallInFlight, CheckpointStage, CheckpointState, CompletedCall, GrowingEdits, LoopStage,
        ProgressMark, RefusalCounts, RefusalTarget, RetriedCheck, ShownFiles, WINDOW,
    };
    use fusebox_engine::test_run::{FileChangeKind, TestCall, TestChange, TouchedFile};
    use fusebox_engine::{
        AgentId, Breaker, ChangedTest, Finding, IncidentId, LineRange, LineSet, Rule, TaskAttempts,
        TestAttempts, TripRecord,
    };

    use super::*;

    /// An agent's record with everything as large as it can get.
    fn largest() -> AgentState {
        let big = u64::MAX;
        let at_ms = 4_102_444_800_000;
        let step = CompletedCall {
            call: big,
            result: big,
            tool: big,
            shape: big,
            error: big,
            round: 9_999_999,
            at_ms,
            changes: 9_999_999,
            ..CompletedCall::default()
        };
        let mut window = CallWindow::default();
        for _ in 0..20 {
            window.begin_call(largest_pending());
        }
        AgentState {
            breaker: Breaker::Open(TripRecord {
                since: Timestamp(at_ms),
                incident: IncidentId::from_digest(1),
                cause: Finding::from_sentence(Rule::SameCallAnywhere, "x".repeat(300)),
                prompts: Some(999_999),
                is_escalated: false,
            }),
            memories: vec![largest_memory(); 6],
            refused: RefusalCounts {
                calls: 999_999,
                rounds: 999_999,
                in_round: true,
                round: Some(big),
                incident: Some(IncidentId::from_digest(1)),
            },
            parent: AgentId::parse("x".repeat(60)).ok(),
            depth: 99,
            continuations: 999_999,
            told_signs: serde_json::from_str("255").unwrap(),
            growing_edits: GrowingEdits { file: u32::MAX, bytes: 9_999_999, count: 999_999 },
            window: CallWindow {
                steps: vec![step; WINDOW].into(),
                next: 9_999_999,
                pending: window.pending,
                answered: VecDeque::from(vec![big; 18]),
                contents: VecDeque::from(vec![big; 28]),
                said: (big, 999_999, 9_999_999),
                compactions: (999_999, 9_999_999),
                unchecked_edits: (999_999, u32::MAX),
                rounds: 9_999_999,
                round_id: Some(big),
                workspace: Some(big),
                prompted_at: 9_999_999,
                changes: 9_999_999,
                retried: vec![
                    RetriedCheck { key: big, at: 9_999_999, count: 999, place: u16::MAX };
                    4
                ],
                edit_refused_at: Some(9_999_999),
                edited_file: Some(u16::MAX),
                shown: largest_shown(),
                printed: LineSet::of(0..1_000),
            },
        }
    }

    /// The lines that were shown of two long files, in two stretches each.
    fn largest_shown() -> ShownFiles {
        let stretches = vec![(999_998, 999_999); 2];
        let file = serde_json::json!({
            "file": u32::MAX, "changes": 9_999_999, "once": stretches, "again": stretches,
        });
        serde_json::from_value(serde_json::json!({"files": vec![file; 2]})).unwrap()
    }

    fn largest_pending() -> CallInFlight {
        let big = u64::MAX;
        let at_ms = 4_102_444_800_000;
        CallInFlight {
            id: big,
            call: big,
            tool: big,
            shape: big,
            round: 9_999_999,
            at_ms,
            twin: false,
            waits: false,
            test: Some(Box::new(TestCall {
                runner: "x".repeat(12),
                whole: false,
                selection: big,
                filters: vec!["x".repeat(40); 2],
            })),
            files: vec![TouchedFile { path: "x".repeat(62), ..TouchedFile::default() }],
            writes: fusebox_engine::WriteCondition::Always,
            ignored: false,
            search: false,
            talk: false,
            hides_status: false,
            target: big,
            lines: Some(LineRange { file: u32::MAX, first: 9_999_998, last: 9_999_999 }),
            program: u64::from(u16::MAX),
            run: u16::MAX,
            checker: u8::MAX,
            fault_scope: u8::MAX,
            work: fusebox_engine::WorkKind::Install,
            named: vec![u16::MAX; 10],
            label: "x".repeat(63),
        }
    }

    fn largest_memory() -> LoopMemory {
        LoopMemory {
            rule: Rule::SameCallAnywhere,
            identity: u64::MAX,
            refuses: RefusalTarget::Calls(vec![u64::from(u32::MAX); 6]),
            confirmed_at: ProgressMark { changes: 9_999_999, prompts: 9_999_999 },
            stage: LoopStage::Left(9_999_999),
            denials: 9_999_999,
            tripped: false,
            muted: false,
            asked: false,
            // It is not kept after a refusal.
            announced: 0,
        }
    }

    #[test]
    fn the_largest_record_fits_into_8_kb() {
        let agent = largest();
        let row = agent_row(&agent, Timestamp(1)).unwrap();
        let bytes = row.durable.len() + row.window.len();
        assert!(bytes <= 8 << 10, "{} + {}", row.durable.len(), row.window.len());
    }

    /// A task's record with everything as large as it can get.
    fn largest_task() -> TaskState {
        let file = TouchedFile {
            path: "x".repeat(80),
            change: FileChangeKind::Modified,
            test: false,
            ..TouchedFile::default()
        };
        let touched = ChangedTest {
            file: "x".repeat(80),
            test: "x".repeat(100),
            how: TestChange::Rewritten,
            refused: false,
        };
        let test = TestAttempts {
            name: "x".repeat(100),
            key: u32::MAX,
            file: Some("x".repeat(80)),
            count: 999,
            selection: u64::MAX,
        };
        TaskState {
            breaker: Breaker::Open(TripRecord {
                since: Timestamp(4_102_444_800_000),
                incident: IncidentId::from_digest(1),
                cause: Finding::from_sentence(Rule::ProtectTests, "x".repeat(300)),
                prompts: Some(999_999),
                is_escalated: false,
            }),
            attempts: TaskAttempts {
                tests: vec![test; 8],
                failing: vec![u32::MAX; 100],
                total: 999,
                infra: 999,
                runs: 999_999,
                judged: false,
                changed: false,
                changed_code: false,
                touched: vec![file; 4],
                tests_touched: vec![touched; 3],
                skipped: vec!["x".repeat(100); 3],
                said: Some("x".repeat(160)),
            },
            scope: ScopeRecord {
                asked: vec![u32::MAX; 16],
                newest: (9_999_999, 16),
                justified: vec![(u32::MAX, u32::MAX); 4],
                touches: vec![
                    ScopeTouch {
                        file: "x".repeat(72),
                        justification: Some("x".repeat(100)),
                        test_name: Some("x".repeat(60)),
                        verdict: ScopeVerdict::Justified,
                    };
                    3
                ],
                charged: Some(9_999_999),
                told_off: false,
            },
            looping: largest_loop(),
            checkpoint: largest_checkpoint(),
            ..TaskState::default()
        }
    }

    /// An id of 200 bytes, each three in a ref name.
    fn largest_checkpoint() -> CheckpointState {
        let at = Timestamp(4_102_444_800_000);
        let tag = format!("fusebox/checkpoint/{}", "x".repeat(606));
        let stage = CheckpointStage::Kept { tag, at, left_out: 100 };
        CheckpointState { stage, first_change: Some(at) }
    }

    fn largest_loop() -> LoopState {
        let at = Timestamp(4_102_444_800_000);
        let outputs = serde_json::to_value([9_999_999_999_u64; 10]).unwrap();
        let outputs = serde_json::from_value(outputs).unwrap();
        LoopState {
            phase: LoopPhase::Watching,
            runs: vec![u64::from(u32::MAX); 6],
            idle: 9_999_999,
            error: Some(RepeatedError {
                digest: u64::from(u32::MAX),
                line: "x".repeat(83),
                count: 9_999_999,
            }),
            outputs,
            declines: 2,
            declined_to: 100,
            asked: 9_999_999,
            denials: 9_999_999,
            denied: vec!["x".repeat(27); 3],
            claims: 9_999_999,
            round: 9_999_999,
            best_tests: Some(9_999_999),
            last_progress: Some((9_999_999, at)),
            totals: LoopTotals {
                iterations: 9_999_999,
                progress: 9_999_999,
                failures: 9_999_999,
                opens: 9_999_999,
            },
        }
    }

    #[test]
    fn the_largest_record_of_a_task_fits_into_8_kb() {
        let row = row(&largest_task(), Timestamp(1)).unwrap();
        assert!(row.durable.len() <= 8 << 10, "{}", row.durable.len());
    }

    #[test]
    fn the_record_of_a_task_without_a_loop_says_nothing_of_one() {
        let row = row(&TaskState::default(), Timestamp(1)).unwrap();
        assert!(!row.durable.contains("loop"), "{}", row.durable);
    }

    #[test]
    fn records_of_the_version_before_loops_are_read() {
        let task = r#"{"breaker":{"state":"closed"},"used":{"tool_calls":7},"attempts":{}}"#;
        let agent = r#"{"breaker":{"state":"closed"},"iteration_error":[81985529216486895,3]}"#;
        let row = |durable: &str| ScopeRow {
            window_version: WINDOW_VERSION,
            ..ScopeRow::of_record(durable.to_owned(), false, Timestamp(1))
        };
        let StoredRecord::State(task) = read::<TaskState>(Some(&row(task))) else {
            panic!("readable")
        };
        assert_eq!((task.used.tool_calls, task.looping), (7, LoopState::default()));
        assert!(matches!(read::<AgentState>(Some(&row(agent))), StoredRecord::State(_)));
    }

    #[test]
    fn a_window_of_another_version_is_dropped_and_the_rest_stays() {
        let mut agent = largest();
        let mut row = agent_row(&agent, Timestamp(1)).unwrap();
        row.window_version += 1;
        let StoredRecord::State(read) = read::<AgentState>(Some(&row)) else { panic!("readable") };
        agent.window = CallWindow::default();
        for memory in &mut agent.memories {
            memory.stage = LoopStage::Left(0);
        }
        assert_eq!(read, agent);
    }
}
