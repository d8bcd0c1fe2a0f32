//! A7, A8: when the checkpoint of a task is asked for, and which call waits for it.

use fusebox_clients::canonical;
use fusebox_engine::event::{CheckpointResult, ControlOrder};
use fusebox_engine::state::CheckpointStage;
use fusebox_engine::{
    AgentId, CheckpointPolicy, EnforcementMode, Event, EventKind, Policy, SessionId, TaskId,
    Timestamp,
};
use fusebox_runtime::{EventAnswer, PolicySet, Runtime, checkpoint, query};
use fusebox_store::{DeliveryState, OutboxKind};
use serde_json::{Value, json};

struct CheckpointStory {
    runtime: Runtime,
    policies: PolicySet,
}

/// What became of an event: the checkpoint is made; the call waits until then.
type Became = (bool, Option<u64>);
const NOTHING: Became = (false, None);
const MADE: Became = (true, None);

impl CheckpointStory {
    fn new(policy: Policy) -> Self {
        Self {
            runtime: Runtime::in_memory().unwrap(),
            policies: PolicySet::of_one(Policy { notify: Vec::new(), ..policy }),
        }
    }

    fn in_folder(policy: Policy) -> Self {
        let mut told = Self::new(policy);
        assert_eq!(told.start(json!({"cwd": "/w"})), NOTHING);
        told
    }

    fn start(&mut self, fields: Value) -> Became {
        let mut event = json!({"type": "session_start", "at_ms": 1_000});
        event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.send_event(event)
    }

    fn queued(&self) -> usize {
        let rows = self.runtime.store().read().undelivered().unwrap();
        rows.iter().filter(|row| row.kind == OutboxKind::Checkpoint).count()
    }

    fn send_event(&mut self, mut event: Value) -> Became {
        let before = self.queued();
        event.as_object_mut().unwrap().entry("session").or_insert(json!("s1"));
        let event = canonical::read_event(event.to_string().as_bytes()).unwrap();
        let EventAnswer { wait, effects, .. } =
            self.runtime.decide(&self.policies, &event, Timestamp(1_000)).unwrap();
        let made = self.queued() > before;
        assert!(effects || !made, "what is queued is told, so that a drain begins");
        (made, wait.map(|wait| wait.until.0))
    }

    fn prompt(&mut self, at: u64) -> Became {
        self.send_event(json!({"type": "prompt", "by": "human", "text": "go", "at_ms": at}))
    }

    fn edit(&mut self, at: u64) -> Became {
        self.send_event(json!({"type": "tool_request", "call": format!("c{at}"), "tool": "write",
            "input": {"file_path": "/w/a.rs", "content": format!("{at}")}, "at_ms": at}))
    }

    fn bash(&mut self, command: &str, at: u64) -> Became {
        self.send_event(json!({"type": "tool_request", "call": format!("c{at}"), "tool": "bash",
            "input": {"command": command}, "at_ms": at}))
    }

    fn became(&mut self, became: CheckpointResult) {
        let task = TaskId::parse("s1").unwrap();
        let kind = EventKind::Control(ControlOrder::Checkpoint { task, became });
        let session = SessionId::parse("s1").unwrap();
        let event = Event { session, id: None, at: None, agent: AgentId::main(), kind };
        self.runtime.decide(&self.policies, &event, Timestamp(1_000)).unwrap();
    }

    fn checkpoint_kept(&mut self, at: u64) {
        let tag = "fusebox/checkpoint/s1".to_owned();
        self.became(CheckpointResult::Kept { tag, at: Timestamp(at), left_out: 0 });
    }
}

#[test]
fn a07_the_first_prompt_asks_for_the_checkpoint_and_no_later_one_does() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    assert_eq!(told.bash("ls -l", 1_500), NOTHING, "a call that only reads is no beginning");
    assert_eq!(told.prompt(2_000), MADE);
    assert_eq!(told.prompt(3_000), NOTHING);
    let rows = told.runtime.store().read().undelivered().unwrap();
    let row = rows.iter().find(|row| row.kind == OutboxKind::Checkpoint).unwrap();
    assert_eq!(row.body, r#"{"session":"s1","task":"s1","folder":"/w"}"#);
    assert!(matches!(row.delivery, DeliveryState::Pending { .. }));
}

#[test]
fn a07_without_a_prompt_the_first_change_asks_and_waits() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    assert_eq!(told.bash("cat a.rs", 2_000), NOTHING);
    assert_eq!(told.edit(3_000), (true, Some(5_000)));
}

#[test]
fn a07_only_the_first_change_waits_and_never_past_two_seconds() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    assert_eq!(told.bash("git status", 2_100), NOTHING);
    assert_eq!(told.bash("echo x > a.rs", 2_500), (false, Some(4_500)));
    // A call of the same response: it began while the first one waited.
    assert_eq!(told.edit(2_600), (false, Some(4_500)));
    assert_eq!(told.edit(4_499), (false, Some(4_500)));
    assert_eq!(told.edit(4_500), NOTHING);
    assert_eq!(told.edit(9_000), NOTHING);
}

#[test]
fn a07_no_call_waits_for_what_is_there() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    told.checkpoint_kept(2_100);
    assert_eq!(told.edit(2_500), NOTHING);
    let task = TaskId::parse("s1").unwrap();
    let state = checkpoint::state(told.runtime.store(), &task).unwrap();
    assert_eq!((state.tag(), state.partial()), (Some("fusebox/checkpoint/s1"), None));
}

#[test]
fn a07_no_call_waits_for_what_cannot_be_made() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    told.became(CheckpointResult::Missing { why: "/w is in no git repository".to_owned() });
    assert_eq!(told.edit(2_500), NOTHING);
    assert_eq!(told.prompt(3_000), NOTHING, "it is not tried again by itself");
    let view = query::task(told.runtime.store(), &TaskId::parse("s1").unwrap()).unwrap();
    assert_eq!(view.checkpoint_missing.as_deref(), Some("/w is in no git repository"));
}

#[test]
fn a07_a_denied_call_neither_waits_nor_counts_as_a_change() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    assert_eq!(told.bash("fusebox reset s1", 2_100), NOTHING);
    let refused = json!({"type": "tool_request", "call": "x", "tool": "bash", "at_ms": 2_200,
        "input": {"command": "fusebox reset s1 > out.txt"}});
    assert_eq!(told.send_event(refused), NOTHING);
    assert_eq!(told.edit(2_500), (false, Some(4_500)), "the first admitted one does");
}

#[test]
fn a07_one_that_is_made_after_the_first_change_went_on_is_partial() {
    let partial = |at: u64| {
        let mut told = CheckpointStory::in_folder(Policy::default());
        told.prompt(2_000);
        told.edit(2_500);
        told.checkpoint_kept(at);
        query::task(told.runtime.store(), &TaskId::parse("s1").unwrap()).unwrap()
    };
    assert_eq!(partial(4_499).checkpoint_partial, None);
    assert_eq!(partial(4_500).checkpoint_partial.as_deref(), Some("made after the first change"));
}

#[test]
fn a08_a_session_that_begins_again_keeps_the_checkpoint_of_its_task() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    assert_eq!(told.prompt(2_000), MADE);
    told.checkpoint_kept(2_100);
    told.start(json!({"at_ms": 3_000, "cwd": "/w"}));
    assert_eq!(told.prompt(4_000), NOTHING);
    assert_eq!(told.edit(4_100), NOTHING);
}

#[test]
fn a08_two_sessions_of_one_task_ask_once() {
    let mut told = CheckpointStory::new(Policy::default());
    told.start(json!({"session": "s1", "task": "42", "cwd": "/w"}));
    told.start(json!({"session": "s2", "task": "42", "cwd": "/w"}));
    let prompt = |session: &str| json!({"session": session, "type": "prompt", "by": "automation"});
    assert_eq!(told.send_event(prompt("s1")), MADE);
    assert_eq!(told.send_event(prompt("s2")), NOTHING);
}

#[test]
fn a10_after_the_task_was_completed_its_life_begins_anew() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    told.edit(2_500);
    told.checkpoint_kept(9_000);
    told.became(CheckpointResult::Removed);
    let task = TaskId::parse("s1").unwrap();
    let state = checkpoint::state(told.runtime.store(), &task).unwrap();
    assert_eq!((state.stage, state.first_change), (CheckpointStage::Unasked, None));
}

#[test]
fn what_became_of_another_task_is_not_taken_for_this_one() {
    let mut told = CheckpointStory::new(Policy::default());
    told.start(json!({"task": "42", "cwd": "/w"}));
    told.prompt(2_000);
    told.checkpoint_kept(2_100);
    assert_eq!(told.edit(2_500), (false, Some(4_500)));
}

#[test]
fn the_setting_and_the_mode_decide_whose_work_gets_one() {
    let asks = |checkpoints, mode, fields: Value| {
        let mut told = CheckpointStory::new(Policy { checkpoints, mode, ..Policy::default() });
        told.start(fields);
        told.prompt(2_000) == MADE
    };
    let (here, named) = (json!({"cwd": "/w"}), json!({"cwd": "/w", "task": "42"}));
    let enforce = EnforcementMode::Enforce;
    assert!(asks(CheckpointPolicy::Always, enforce, here.clone()));
    assert!(asks(CheckpointPolicy::Task, enforce, named.clone()));
    assert!(!asks(CheckpointPolicy::Task, enforce, here.clone()));
    assert!(!asks(CheckpointPolicy::Never, enforce, named.clone()));
    assert!(!asks(CheckpointPolicy::Always, EnforcementMode::Observe, here));
    assert!(!asks(CheckpointPolicy::Always, enforce, json!({})), "the folder is not known");
}

#[test]
fn a_long_reason_is_cut_between_characters() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    told.became(CheckpointResult::Missing { why: "x".to_owned() + &"é".repeat(500) });
    let view = query::task(told.runtime.store(), &TaskId::parse("s1").unwrap()).unwrap();
    assert_eq!(view.checkpoint_missing, Some("x".to_owned() + &"é".repeat(79)));
}
