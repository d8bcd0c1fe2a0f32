//! A life: what a seed gives.

use crate::deed::{
    AgentIndex, CallTemplate, CrashPoint, InjectedFault, RUNS, ResultTiming, ScenarioStep,
    StepAction, StoreFault, TESTS, TestRunEnd, USUAL,
};
use crate::dice::SeededDice;
use crate::rules::LifePolicies;

/// How a client tells which calls belong to one model response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoundReporting {
    Untold,
    /// Each call names its response.
    Named,
    /// The end of each is told.
    Ended,
}

/// One session, and how its client works.
#[derive(Debug, Clone)]
pub(crate) struct SimulatedClient {
    /// The named task that it serves.
    pub(crate) task: Option<&'static str>,
    pub(crate) role: Option<&'static str>,
    pub(crate) rounds: RoundReporting,
    /// It tells what a file holds after an edit.
    pub(crate) tells_content: bool,
    agents: usize,
}

/// The rules, the sessions, and what happens.
#[derive(Debug, Clone)]
pub(crate) struct RandomLife {
    pub(crate) seed: u64,
    pub(crate) rules: LifePolicies,
    pub(crate) clients: Vec<SimulatedClient>,
    pub(crate) deeds: Vec<ScenarioStep>,
}

impl RandomLife {
    /// The life of a seed, with `least` to `most` deeds.
    pub(crate) fn of(seed: u64, least: usize, most: usize) -> Self {
        let mut dice = SeededDice::new(seed);
        let rules = LifePolicies::throw(&mut dice);
        let sessions = 1 + dice.below(6);
        let clients = (0..sessions).map(|_| client(&mut dice)).collect();
        let mut writer = ScenarioWriter { dice, clients, deeds: Vec::new(), rules };
        let length = least + writer.dice.below(most - least + 1);
        while writer.deeds.len() < length {
            writer.scene();
        }
        let ScenarioWriter { rules, clients, deeds, .. } = writer;
        Self { seed, rules, clients, deeds }
    }
}

fn client(dice: &mut SeededDice) -> SimulatedClient {
    SimulatedClient {
        task: [None, Some("t1"), Some("t1"), Some("t2"), Some("t3")][dice.below(5)],
        role: [None, Some("pm"), Some("dev")][dice.below(3)],
        rounds: [RoundReporting::Untold, RoundReporting::Named, RoundReporting::Ended]
            [dice.below(3)],
        tells_content: dice.once_in(2),
        agents: 1 + dice.below(3),
    }
}

/// Writes one life.
struct ScenarioWriter {
    dice: SeededDice,
    clients: Vec<SimulatedClient>,
    deeds: Vec<ScenarioStep>,
    rules: LifePolicies,
}

impl ScenarioWriter {
    fn scene(&mut self) {
        let who = self.who();
        match self.dice.weighed(&[10, 4, 8, 6, 5, 14, 1]) {
            0 => self.again_and_again(who),
            1 => self.circle(who),
            2 => {
                for _ in 0..=self.dice.below(5) {
                    self.call(who, CallTemplate::Fresh, ResultTiming::Now);
                }
            }
            3 => self.tries(who),
            4 => {
                let call = self.call_of_any_kind();
                let when = [ResultTiming::Now, ResultTiming::Later, ResultTiming::Never]
                    [self.dice.weighed(&[4, 4, 1])];
                self.call(who, call, when);
            }
            5 => {
                let what = self.aside();
                self.deed(who, what);
            }
            _ => {
                let what = match self.dice.below(4) {
                    0 | 1 => StoreFault::Reopen,
                    2 => StoreFault::Upgrade,
                    _ => StoreFault::OldSchema,
                };
                let what = if self.dice.once_in(4) { StoreFault::Rubbish } else { what };
                self.deed(who, StepAction::Store(what));
            }
        }
    }

    fn who(&mut self) -> AgentIndex {
        // Sessions take turns of some length.
        if let Some(last) = self.deeds.last().map(|deed| deed.who)
            && !self.dice.once_in(3)
        {
            return last;
        }
        let session = self.dice.below(self.clients.len());
        let agents = self.clients[session].agents;
        AgentIndex {
            session,
            agent: if self.dice.once_in(2) { 0 } else { self.dice.below(agents) },
        }
    }

    /// The same call up to and over the end of its ladder.
    fn again_and_again(&mut self, who: AgentIndex) {
        let n = self.dice.below(USUAL);
        let call =
            if self.dice.once_in(3) { CallTemplate::Fails(n) } else { CallTemplate::Usual(n) };
        for _ in 0..2 + self.dice.below(8) {
            self.call(who, call.clone(), ResultTiming::Now);
            if self.dice.once_in(14) {
                let call = self.call_of_any_kind();
                self.call(who, call, ResultTiming::Now);
            }
        }
    }

    fn circle(&mut self, who: AgentIndex) {
        for _ in 0..2 + self.dice.below(5) {
            self.call(who, CallTemplate::Usual(0), ResultTiming::Now);
            self.call(who, CallTemplate::Fails(1), ResultTiming::Now);
        }
    }

    /// Edits and test runs after them.
    fn tries(&mut self, who: AgentIndex) {
        let failing = self.failing();
        for _ in 0..1 + self.dice.below(4) {
            let test_file = self.dice.once_in(6);
            self.call(who, CallTemplate::Edit { test_file }, ResultTiming::Now);
            let run = if self.dice.once_in(4) { self.dice.below(RUNS.len()) } else { 0 };
            let ends = match self.dice.weighed(&[6, 2, 1]) {
                0 => TestRunEnd::Verdict { failing },
                1 => TestRunEnd::Verdict { failing: self.failing() },
                _ => TestRunEnd::Build,
            };
            self.call(who, CallTemplate::Run { run, ends }, ResultTiming::Now);
        }
    }

    fn failing(&mut self) -> u8 {
        self.dice.below(1 << TESTS.len()) as u8
    }

    fn call_of_any_kind(&mut self) -> CallTemplate {
        let n = self.dice.below(USUAL);
        match self.dice.weighed(&[6, 4, 2, 1, 2, 3, 2, 3, 1, 1, 1, 1]) {
            0 => CallTemplate::Fresh,
            1 => CallTemplate::Usual(n),
            2 => CallTemplate::Odd(n),
            3 => CallTemplate::Unknown(n),
            4 => CallTemplate::Fails(n),
            5 => CallTemplate::Edit { test_file: self.dice.once_in(5) },
            6 => CallTemplate::SameEdit,
            7 => {
                let ends = if self.dice.once_in(3) {
                    TestRunEnd::Build
                } else {
                    TestRunEnd::Verdict { failing: self.failing() }
                };
                CallTemplate::Run { run: self.dice.below(RUNS.len()), ends }
            }
            8 => CallTemplate::Status,
            9 => CallTemplate::ReportBlocked,
            10 => CallTemplate::ReportComplete,
            _ => CallTemplate::FreeItself,
        }
    }

    fn aside(&mut self) -> StepAction {
        let nth = self.dice.below(20);
        let weights = [2, 4, 4, 5, 4, 4, 3, 2, 3, 2, 1, 2, 2, 1, 1, 2, 2, 1, 2, 1, 3, 1];
        match self.dice.weighed(&weights) {
            0 => StepAction::Start { with_task: self.dice.once_in(2) },
            1 => StepAction::Human,
            2 => StepAction::Automation,
            3 => StepAction::Answer(nth),
            4 => StepAction::Again(nth),
            5 => StepAction::Repeat(nth),
            6 => StepAction::RoundEnd,
            7 => StepAction::Message,
            8 => StepAction::Usage { tokens: nth as u64 * 20, messages: nth as u64 * 4 },
            9 => StepAction::Compaction,
            10 => StepAction::StopBlocked,
            11 => StepAction::Idle,
            12 => StepAction::Blocked,
            13 => StepAction::Complete,
            14 => StepAction::Resume,
            15 => {
                let test = self.dice.below(TESTS.len());
                StepAction::Guidance(self.dice.once_in(2).then_some(test))
            }
            16 => StepAction::Reset { word: self.dice.once_in(2) },
            17 => StepAction::Bypass { minutes: 1 + nth as u64 },
            18 => StepAction::Dismiss(nth),
            19 => StepAction::Skip(self.dice.below(TESTS.len())),
            20 => StepAction::Tick,
            _ => StepAction::End,
        }
    }

    fn call(&mut self, who: AgentIndex, call: CallTemplate, when: ResultTiming) {
        self.deed(who, StepAction::Call { call, when });
    }

    fn deed(&mut self, who: AgentIndex, what: StepAction) {
        let gap_ms = self.gap_ms();
        let hook = self.dice.below(2);
        let fault = self.fault();
        self.deeds.push(ScenarioStep { who, gap_ms, hook, what, fault });
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
        let points = [
            CrashPoint::Agent,
            CrashPoint::Session,
            CrashPoint::Task,
            CrashPoint::Incident,
            CrashPoint::Effect,
        ];
        let point = points[self.dice.below(points.len())];
        match self.dice.weighed(&[60, 4, 1, 4, 1]) {
            0 => InjectedFault::None,
            1 => InjectedFault::Twice,
            2 => InjectedFault::AtOnce,
            3 => InjectedFault::Crash(point),
            _ => InjectedFault::Lost(point),
        }
    }
}
