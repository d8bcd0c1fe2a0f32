//! A7, A8: when the checkpoint of a task is asked for, and which call waits for it.

use fusebox_engine::event::{CheckpointResult, ControlOrder};
use fusebox_engine::state::{CheckpointStage, CheckpointState};
use fusebox_engine::{CheckpointPolicy, EnforcementMode, Policy, TaskId, Timestamp};
use fusebox_runtime::{EventAnswer, checkpoint, query};
use fusebox_store::{DeliveryState, OutboxKind};
use serde_json::{Value, json};

use crate::story::Story;

struct CheckpointStory(Story);

/// What became of an event: the checkpoint is made; the call waits until then.
type Became = (bool, Option<u64>);
const NOTHING: Became = (false, None);
const MADE: Became = (true, None);

impl CheckpointStory {
    fn new(policy: Policy) -> Self {
        Self(Story::new(Policy { notify: Vec::new(), ..policy }))
    }

    fn in_folder(policy: Policy) -> Self {
        let mut told = Self::new(policy);
        assert_eq!(told.start(json!({"cwd": "/w"})), NOTHING);
        told
    }

    fn start(&mut self, mut fields: Value) -> Became {
        fields["type"] = json!("session_start");
        self.send_event(1_000, fields)
    }

    fn queued(&self) -> usize {
        let rows = self.0.runtime.store().read().undelivered().unwrap();
        rows.iter().filter(|row| row.kind == OutboxKind::Checkpoint).count()
    }

    fn send_event(&mut self, at: u64, event: Value) -> Became {
        let before = self.queued();
        // The story tells it a second later.
        self.0.at = at - 1_000;
        let EventAnswer { wait, effects, .. } = self.0.tell(event);
        let made = self.queued() > before;
        assert!(effects || !made, "what is queued is told, so that a drain begins");
        (made, wait.map(|wait| wait.until.0))
    }

    fn prompt(&mut self, at: u64) -> Became {
        self.send_event(at, json!({"type": "prompt", "by": "human", "text": "go"}))
    }

    fn edit(&mut self, at: u64) -> Became {
        let input = json!({"file_path": "/w/a.rs", "content": format!("{at}")});
        self.send_event(
            at,
            json!({"type": "tool_request", "call": format!("c{at}"), "tool": "write",
            "input": input}),
        )
    }

    fn bash(&mut self, command: &str, at: u64) -> Became {
        self.send_event(
            at,
            json!({"type": "tool_request", "call": format!("c{at}"), "tool": "bash",
            "input": {"command": command}}),
        )
    }

    fn became(&mut self, became: CheckpointResult) {
        self.0.at = 0;
        self.0.control(ControlOrder::Checkpoint { task: task(), became });
    }

    fn checkpoint_kept(&mut self, at: u64) {
        let tag = "fusebox/checkpoint/s1".to_owned();
        self.became(CheckpointResult::Kept { tag, at: Timestamp(at), left_out: 0 });
    }

    fn state(&self) -> CheckpointState {
        checkpoint::state(self.0.runtime.store(), &task()).unwrap()
    }

    fn view(&self) -> query::TaskView {
        query::task(self.0.runtime.store(), &task()).unwrap()
    }
}

fn task() -> TaskId {
    TaskId::parse("s1").unwrap()
}

#[test]
fn a07_the_first_prompt_asks_for_the_checkpoint_and_no_later_one_does() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    assert_eq!(told.bash("ls -l", 1_500), NOTHING, "a call that only reads is no beginning");
    assert_eq!(told.prompt(2_000), MADE);
    assert_eq!(told.prompt(3_000), NOTHING);
    let rows = told.0.runtime.store().read().undelivered().unwrap();
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
    let state = told.state();
    assert_eq!((state.tag(), state.partial()), (Some("fusebox/checkpoint/s1"), None));
}

#[test]
fn a07_no_call_waits_for_what_cannot_be_made() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    told.became(CheckpointResult::Missing { why: "/w is in no git repository".to_owned() });
    assert_eq!(told.edit(2_500), NOTHING);
    assert_eq!(told.prompt(3_000), NOTHING, "it is not tried again by itself");
    let view = told.view();
    assert_eq!(view.checkpoint_missing.as_deref(), Some("/w is in no git repository"));
}

#[test]
fn a07_a_denied_call_neither_waits_nor_counts_as_a_change() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    assert_eq!(told.bash("fusebox reset s1", 2_100), NOTHING);
    assert_eq!(told.bash("fusebox reset s1 > out.txt", 2_200), NOTHING);
    assert_eq!(told.edit(2_500), (false, Some(4_500)), "the first admitted one does");
}

#[test]
fn a07_one_that_is_made_after_the_first_change_went_on_is_partial() {
    let partial = |at: u64| {
        let mut told = CheckpointStory::in_folder(Policy::default());
        told.prompt(2_000);
        told.edit(2_500);
        told.checkpoint_kept(at);
        told.view()
    };
    assert_eq!(partial(4_499).checkpoint_partial, None);
    assert_eq!(partial(4_500).checkpoint_partial.as_deref(), Some("made after the first change"));
}

#[test]
fn a08_a_session_that_begins_again_keeps_the_checkpoint_of_its_task() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    assert_eq!(told.prompt(2_000), MADE);
    told.checkpoint_kept(2_100);
    told.send_event(3_000, json!({"type": "session_start", "cwd": "/w"}));
    assert_eq!(told.prompt(4_000), NOTHING);
    assert_eq!(told.edit(4_100), NOTHING);
}

#[test]
fn a08_two_sessions_of_one_task_ask_once() {
    let mut told = CheckpointStory::new(Policy::default());
    told.start(json!({"session": "s1", "task": "42", "cwd": "/w"}));
    told.start(json!({"session": "s2", "task": "42", "cwd": "/w"}));
    let prompt = |session: &str| json!({"session": session, "type": "prompt", "by": "automation"});
    assert_eq!(told.send_event(1_000, prompt("s1")), MADE);
    assert_eq!(told.send_event(1_000, prompt("s2")), NOTHING);
}

#[test]
fn a10_after_the_task_was_completed_its_life_begins_anew() {
    let mut told = CheckpointStory::in_folder(Policy::default());
    told.prompt(2_000);
    told.edit(2_500);
    told.checkpoint_kept(9_000);
    told.became(CheckpointResult::Removed);
    let state = told.state();
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
    let view = told.view();
    assert_eq!(view.checkpoint_missing, Some("x".to_owned() + &"é".repeat(79)));
}
