//! A life: the policies, sessions and steps that a seed gives.

use fusebox_engine::EventKind;
use fusebox_engine::event::{ControlOrder, PromptOrigin, Tampering, TokenUsage};
use fusebox_engine::spend::CapLimit;

use crate::LifeLength;
use crate::dice::SeededDice;
use crate::rules::LifePolicies;
use crate::step::{
    AgentIndex, CallTemplate, CrashPoint, InjectedFault, RUNS, ResultTiming, ScenarioStep,
    StepAction, StoreFault, TESTS, TestRunEnd, USUAL_CALLS,
};

/// How a client reports which calls belong to one model response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundReporting {
    Unreported,
    /// Each call names its response.
    Named,
    /// The end of each response is reported.
    Ended,
}

impl RoundReporting {
    const ALL: [Self; 3] = [Self::Unreported, Self::Named, Self::Ended];
}

/// A session and the habits of its client.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedClient {
    /// The named task that it serves.
    pub(crate) task: Option<&'static str>,
    pub(crate) role: Option<&'static str>,
    pub(crate) rounds: RoundReporting,
    /// Whether it reports the content of a file after an edit.
    pub(crate) reports_content: bool,
    agents: usize,
}

/// Policies, sessions and steps.
#[derive(Debug, Clone)]
pub(crate) struct RandomLife {
    pub(crate) seed: u64,
    pub(crate) rules: LifePolicies,
    pub(crate) clients: Vec<SimulatedClient>,
    pub(crate) steps: Vec<ScenarioStep>,
}

impl RandomLife {
    /// Generates the life of a seed, with so many steps.
    pub(crate) fn generate(seed: u64, length: &LifeLength) -> Self {
        let mut dice = SeededDice::new(seed);
        let rules = LifePolicies::generate(&mut dice);
        let sessions = 1 + dice.below(6);
        let clients = (0..sessions).map(|_| random_client(&mut dice)).collect();
        let judge_dice = SeededDice::new(seed ^ u64::MAX);
        let mut writer = ScenarioWriter { dice, judge_dice, clients, steps: Vec::new(), rules };
        let (least, most) = (*length.start(), *length.end());
        let length = least + writer.dice.below(most - least + 1);
        while writer.steps.len() < length {
            writer.write_scene();
            if writer.rules.plain.has_judge {
                writer.write_judged_scene();
            }
        }
        let ScenarioWriter { rules, clients, steps, .. } = writer;
        Self { seed, rules, clients, steps }
    }
}

fn random_client(dice: &mut SeededDice) -> SimulatedClient {
    SimulatedClient {
        task: dice.one_of(&[None, Some("t1"), Some("t1"), Some("t2"), Some("t3")]),
        role: dice.one_of(&[None, Some("pm"), Some("dev")]),
        rounds: dice.one_of(&RoundReporting::ALL),
        reports_content: dice.once_in(2),
        agents: 1 + dice.below(3),
    }
}

/// Generates the steps of one life.
struct ScenarioWriter {
    dice: SeededDice,
    /// The dice of scenes in lives with a judge, which change nothing of other lives.
    judge_dice: SeededDice,
    clients: Vec<SimulatedClient>,
    steps: Vec<ScenarioStep>,
    rules: LifePolicies,
}

impl ScenarioWriter {
    fn write_scene(&mut self) {
        let who = self.next_agent();
        match self.dice.weighed(&[20, 8, 16, 12, 10, 28, 3, 1]) {
            0 => self.repeat_call(who),
            1 => self.repeat_cycle(who),
            2 => {
                for _ in 0..=self.dice.below(5) {
                    self.call(who, CallTemplate::Fresh, ResultTiming::Now);
                }
            }
            3 => self.attempt_tests(who),
            4 => {
                let call = self.random_call();
                let when = [ResultTiming::Now, ResultTiming::Later, ResultTiming::Never]
                    [self.dice.weighed(&[4, 4, 1])];
                self.call(who, call, when);
            }
            5 => {
                let what = self.random_action();
                self.add_step(who, what);
            }
            6 => {
                let what = self.store_fault();
                self.add_step(who, StepAction::Store(what));
            }
            _ => self.tamper(who),
        }
    }

    /// Now and then, changes that no test run confirms, or what a judge says to them.
    fn write_judged_scene(&mut self) {
        std::mem::swap(&mut self.dice, &mut self.judge_dice);
        let who = self.next_agent();
        match self.dice.weighed(&[10, 2, 1]) {
            0 => {}
            1 => {
                let (gets_anywhere, reason) = (self.dice.once_in(4), "It goes round.".to_owned());
                let answer = ControlOrder::Judgement { gets_anywhere, reason };
                self.add_step(who, StepAction::Event(EventKind::Control(answer)));
            }
            _ => {
                for _ in 0..8 + self.dice.below(8) {
                    self.call(who, CallTemplate::Edit { test_file: false }, ResultTiming::Now);
                }
            }
        }
        // A session that begins again knows which tests tripped before.
        if self.rules.plain.learns && self.dice.once_in(6) {
            self.add_step(who, StepAction::SessionStart { with_task: true });
            self.attempt_tests(who);
        }
        std::mem::swap(&mut self.dice, &mut self.judge_dice);
    }

    fn store_fault(&mut self) -> StoreFault {
        let (reopen, upgrade) = (StoreFault::Reopen, StoreFault::Upgrade);
        match self.dice.weighed(&[6, 2, 2, 4]) {
            0 => self.dice.one_of(&[reopen, reopen, upgrade, StoreFault::OldSchema]),
            1 => self.dice.one_of(&[StoreFault::Garbage, StoreFault::EmptyDatabase]),
            2 => self.dice.one_of(&[StoreFault::EmptyNotes, StoreFault::LostNotes]),
            _ => StoreFault::DeadSocket,
        }
    }

    /// Takes protection away once or again and again, before calls that have to be refused.
    fn tamper(&mut self, who: AgentIndex) {
        for _ in 0..=self.dice.below(2) {
            let put_back = !self.dice.once_in(4);
            let tampering = Tampering { lost: "the hooks are gone".to_owned(), put_back };
            self.add_step(who, StepAction::Event(EventKind::Tampering(tampering)));
            self.call(who, CallTemplate::Fresh, ResultTiming::Now);
        }
        self.add_step(who, StepAction::Store(StoreFault::DeadSocket));
    }

    fn next_agent(&mut self) -> AgentIndex {
        // An agent makes several steps in a row.
        if let Some(last) = self.steps.last().map(|step| step.who)
            && !self.dice.once_in(3)
        {
            return last;
        }
        let session = self.dice.below(self.clients.len());
        let agents = self.clients[session].agents;
        let agent = if self.dice.once_in(2) { 0 } else { self.dice.below(agents) };
        AgentIndex { session, agent }
    }

    /// Makes the same call until its ladder ends, and beyond.
    fn repeat_call(&mut self, who: AgentIndex) {
        let n = self.dice.below(USUAL_CALLS);
        let call =
            if self.dice.once_in(3) { CallTemplate::Fails(n) } else { CallTemplate::Usual(n) };
        for _ in 0..2 + self.dice.below(8) {
            self.call(who, call.clone(), ResultTiming::Now);
            if self.dice.once_in(14) {
                let call = self.random_call();
                self.call(who, call, ResultTiming::Now);
            }
        }
    }

    fn repeat_cycle(&mut self, who: AgentIndex) {
        for _ in 0..2 + self.dice.below(5) {
            self.call(who, CallTemplate::Usual(0), ResultTiming::Now);
            self.call(who, CallTemplate::Fails(1), ResultTiming::Now);
        }
    }

    /// Edits files and runs tests after each edit.
    fn attempt_tests(&mut self, who: AgentIndex) {
        let failing = self.failing_tests();
        for _ in 0..1 + self.dice.below(4) {
            let test_file = self.dice.once_in(6);
            self.call(who, CallTemplate::Edit { test_file }, ResultTiming::Now);
            let run = if self.dice.once_in(4) { self.dice.below(RUNS.len()) } else { 0 };
            let end = match self.dice.weighed(&[6, 2, 1]) {
                0 => TestRunEnd::Verdict { failing },
                1 => TestRunEnd::Verdict { failing: self.failing_tests() },
                _ => TestRunEnd::BuildError,
            };
            self.call(who, CallTemplate::TestRun { run, end }, ResultTiming::Now);
        }
    }

    fn failing_tests(&mut self) -> u8 {
        self.dice.below(1 << TESTS.len()) as u8
    }

    fn random_call(&mut self) -> CallTemplate {
        let n = self.dice.below(USUAL_CALLS);
        match self.dice.weighed(&[6, 4, 2, 1, 2, 3, 2, 3, 1, 1, 1, 1]) {
            0 => CallTemplate::Fresh,
            1 => CallTemplate::Usual(n),
            2 => CallTemplate::Odd(n),
            3 => CallTemplate::Unknown(n),
            4 => CallTemplate::Fails(n),
            5 => CallTemplate::Edit { test_file: self.dice.once_in(5) },
            6 => CallTemplate::SameEdit,
            7 => {
                let end = if self.dice.once_in(3) {
                    TestRunEnd::BuildError
                } else {
                    TestRunEnd::Verdict { failing: self.failing_tests() }
                };
                CallTemplate::TestRun { run: self.dice.below(RUNS.len()), end }
            }
            8 => CallTemplate::Status,
            9 => CallTemplate::ReportBlocked,
            10 => CallTemplate::ReportComplete,
            _ => CallTemplate::ResetItself,
        }
    }

    fn random_action(&mut self) -> StepAction {
        let nth = self.dice.below(20);
        let weights = [2, 4, 4, 5, 4, 4, 3, 2, 3, 2, 1, 2, 2, 1, 1, 2, 2, 1, 2, 1, 3, 1];
        let prompt = |by| EventKind::Prompt { by, text: "go on".to_owned() };
        let guidance = || "round up".to_owned();
        StepAction::Event(match self.dice.weighed(&weights) {
            0 => return StepAction::SessionStart { with_task: self.dice.once_in(2) },
            1 => prompt(PromptOrigin::Human),
            2 => prompt(PromptOrigin::Automation),
            3 => return StepAction::LateResult(nth),
            4 => return StepAction::ResentCall(nth),
            5 => return StepAction::RepeatedEvent(nth),
            6 => EventKind::RoundEnd,
            7 => return StepAction::Message,
            8 => EventKind::Usage(TokenUsage {
                output_tokens: nth as u64 * 20,
                messages: Some(nth as u64 * 4),
                ..TokenUsage::default()
            }),
            9 => EventKind::Compaction,
            10 => EventKind::StopBlocked { text: "go on".to_owned() },
            11 => EventKind::Idle { said: None },
            12 => EventKind::Blocked { on: None, summary: None },
            13 => EventKind::Complete { summary: None },
            14 => EventKind::Resume,
            15 => {
                let test = self.random_test();
                let test = self.dice.once_in(2).then_some(test);
                EventKind::Guidance { text: guidance(), test }
            }
            16 => {
                let guidance = self.dice.once_in(2).then(guidance);
                EventKind::Control(ControlOrder::Reset { guidance, test: None })
            }
            17 => return StepAction::Bypass { minutes: 1 + nth as u64 },
            18 if self.dice.once_in(3) => return StepAction::Escalate(nth),
            18 => return StepAction::Dismiss(nth),
            19 if nth.is_multiple_of(2) => {
                let more = CapLimit::Tokens(1 + nth as u64 * 40);
                EventKind::Control(ControlOrder::AllowSpend { more })
            }
            19 => EventKind::Control(ControlOrder::Skip { test: self.random_test() }),
            20 => EventKind::Tick,
            _ => EventKind::SessionEnd,
        })
    }

    fn random_test(&mut self) -> String {
        self.dice.one_of(&TESTS).to_owned()
    }

    fn call(&mut self, who: AgentIndex, call: CallTemplate, when: ResultTiming) {
        self.add_step(who, StepAction::Call { call, timing: when });
    }

    fn add_step(&mut self, who: AgentIndex, action: StepAction) {
        let gap_ms = self.gap_ms();
        let hook = self.dice.below(2);
        let fault = self.fault();
        self.steps.push(ScenarioStep { who, gap_ms, hook, action, fault });
    }

    fn gap_ms(&mut self) -> i64 {
        const SECOND: i64 = 1_000;
        const MINUTE: i64 = 60 * SECOND;
        const HOUR: i64 = 60 * MINUTE;
        match self.dice.weighed(&[80, 15, 8, 5, 2, 1, 2]) {
            0 => self.dice.between(100, 5 * SECOND),
            1 => 0,
            2 => self.dice.between(29 * SECOND, 4 * MINUTE),
            3 => self.dice.between(9 * MINUTE, 11 * MINUTE),
            4 => self.dice.between(HOUR, 5 * HOUR),
            5 => self.dice.between(24 * HOUR, 90 * HOUR),
            _ => -self.dice.between(1, HOUR),
        }
    }

    fn fault(&mut self) -> InjectedFault {
        let point = self.dice.one_of(&CrashPoint::ALL);
        match self.dice.weighed(&[60, 4, 1, 4, 1]) {
            0 => InjectedFault::None,
            1 => InjectedFault::Twice,
            2 => InjectedFault::AtOnce,
            3 => InjectedFault::Crash(point),
            _ => InjectedFault::Lost(point),
        }
    }
}
