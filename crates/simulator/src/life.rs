//! A life: what a seed gives.

use crate::deed::{Call, Deed, Ends, Fault, Point, RUNS, TESTS, Trouble, USUAL, What, When, Who};
use crate::dice::Dice;
use crate::rules::RuleBook;

/// How a client tells which calls belong to one model response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounds {
    Untold,
    /// Each call names its response.
    Named,
    /// The end of each is told.
    Ended,
}

/// One session, and how its client works.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    /// The named task that it serves.
    pub(crate) task: Option<&'static str>,
    pub(crate) role: Option<&'static str>,
    pub(crate) rounds: Rounds,
    /// It tells what a file holds after an edit.
    pub(crate) tells_content: bool,
    agents: usize,
}

/// The rules, the sessions, and what happens.
#[derive(Debug, Clone)]
pub(crate) struct Life {
    pub(crate) seed: u64,
    pub(crate) rules: RuleBook,
    pub(crate) clients: Vec<Client>,
    pub(crate) deeds: Vec<Deed>,
}

impl Life {
    /// The life of a seed, with `least` to `most` deeds.
    pub(crate) fn of(seed: u64, least: usize, most: usize) -> Self {
        let mut dice = Dice::new(seed);
        let rules = RuleBook::throw(&mut dice);
        let sessions = 1 + dice.below(6);
        let clients = (0..sessions).map(|_| client(&mut dice)).collect();
        let mut writer = Writer { dice, clients, deeds: Vec::new(), rules };
        let length = least + writer.dice.below(most - least + 1);
        while writer.deeds.len() < length {
            writer.scene();
        }
        let Writer { rules, clients, deeds, .. } = writer;
        Self { seed, rules, clients, deeds }
    }
}

fn client(dice: &mut Dice) -> Client {
    Client {
        task: [None, Some("t1"), Some("t1"), Some("t2"), Some("t3")][dice.below(5)],
        role: [None, Some("pm"), Some("dev")][dice.below(3)],
        rounds: [Rounds::Untold, Rounds::Named, Rounds::Ended][dice.below(3)],
        tells_content: dice.once_in(2),
        agents: 1 + dice.below(3),
    }
}

/// Writes one life.
struct Writer {
    dice: Dice,
    clients: Vec<Client>,
    deeds: Vec<Deed>,
    rules: RuleBook,
}

impl Writer {
    fn scene(&mut self) {
        let who = self.who();
        match self.dice.weighed(&[10, 4, 8, 6, 5, 14, 1]) {
            0 => self.again_and_again(who),
            1 => self.circle(who),
            2 => {
                for _ in 0..=self.dice.below(5) {
                    self.call(who, Call::Fresh, When::Now);
                }
            }
            3 => self.tries(who),
            4 => {
                let call = self.call_of_any_kind();
                let when = [When::Now, When::Later, When::Never][self.dice.weighed(&[4, 4, 1])];
                self.call(who, call, when);
            }
            5 => {
                let what = self.aside();
                self.deed(who, what);
            }
            _ => {
                let what = match self.dice.below(4) {
                    0 | 1 => Trouble::Reopen,
                    2 => Trouble::Upgrade,
                    _ => Trouble::OldSchema,
                };
                let what = if self.dice.once_in(4) { Trouble::Rubbish } else { what };
                self.deed(who, What::Store(what));
            }
        }
    }

    fn who(&mut self) -> Who {
        // Sessions take turns of some length.
        if let Some(last) = self.deeds.last().map(|deed| deed.who)
            && !self.dice.once_in(3)
        {
            return last;
        }
        let session = self.dice.below(self.clients.len());
        let agents = self.clients[session].agents;
        Who { session, agent: if self.dice.once_in(2) { 0 } else { self.dice.below(agents) } }
    }

    /// The same call up to and over the end of its ladder.
    fn again_and_again(&mut self, who: Who) {
        let n = self.dice.below(USUAL);
        let call = if self.dice.once_in(3) { Call::Fails(n) } else { Call::Usual(n) };
        for _ in 0..2 + self.dice.below(8) {
            self.call(who, call.clone(), When::Now);
            if self.dice.once_in(14) {
                let call = self.call_of_any_kind();
                self.call(who, call, When::Now);
            }
        }
    }

    fn circle(&mut self, who: Who) {
        for _ in 0..2 + self.dice.below(5) {
            self.call(who, Call::Usual(0), When::Now);
            self.call(who, Call::Fails(1), When::Now);
        }
    }

    /// Edits and test runs after them.
    fn tries(&mut self, who: Who) {
        let failing = self.failing();
        for _ in 0..1 + self.dice.below(4) {
            let test_file = self.dice.once_in(6);
            self.call(who, Call::Edit { test_file }, When::Now);
            let run = if self.dice.once_in(4) { self.dice.below(RUNS.len()) } else { 0 };
            let ends = match self.dice.weighed(&[6, 2, 1]) {
                0 => Ends::Verdict { failing },
                1 => Ends::Verdict { failing: self.failing() },
                _ => Ends::Build,
            };
            self.call(who, Call::Run { run, ends }, When::Now);
        }
    }

    fn failing(&mut self) -> u8 {
        self.dice.below(1 << TESTS.len()) as u8
    }

    fn call_of_any_kind(&mut self) -> Call {
        let n = self.dice.below(USUAL);
        match self.dice.weighed(&[6, 4, 2, 1, 2, 3, 2, 3, 1, 1, 1, 1]) {
            0 => Call::Fresh,
            1 => Call::Usual(n),
            2 => Call::Odd(n),
            3 => Call::Unknown(n),
            4 => Call::Fails(n),
            5 => Call::Edit { test_file: self.dice.once_in(5) },
            6 => Call::SameEdit,
            7 => {
                let ends = if self.dice.once_in(3) {
                    Ends::Build
                } else {
                    Ends::Verdict { failing: self.failing() }
                };
                Call::Run { run: self.dice.below(RUNS.len()), ends }
            }
            8 => Call::Status,
            9 => Call::ReportBlocked,
            10 => Call::ReportComplete,
            _ => Call::FreeItself,
        }
    }

    fn aside(&mut self) -> What {
        let nth = self.dice.below(20);
        let weights = [2, 4, 4, 5, 4, 4, 3, 2, 3, 2, 1, 2, 2, 1, 1, 2, 2, 1, 2, 1, 3, 1];
        match self.dice.weighed(&weights) {
            0 => What::Start { with_task: self.dice.once_in(2) },
            1 => What::Human,
            2 => What::Automation,
            3 => What::Answer(nth),
            4 => What::Again(nth),
            5 => What::Repeat(nth),
            6 => What::RoundEnd,
            7 => What::Message,
            8 => What::Usage { tokens: nth as u64 * 20, messages: nth as u64 * 4 },
            9 => What::Compaction,
            10 => What::StopBlocked,
            11 => What::Idle,
            12 => What::Blocked,
            13 => What::Complete,
            14 => What::Resume,
            15 => {
                let test = self.dice.below(TESTS.len());
                What::Guidance(self.dice.once_in(2).then_some(test))
            }
            16 => What::Reset { word: self.dice.once_in(2) },
            17 => What::Bypass { minutes: 1 + nth as u64 },
            18 => What::Dismiss(nth),
            19 => What::Skip(self.dice.below(TESTS.len())),
            20 => What::Tick,
            _ => What::End,
        }
    }

    fn call(&mut self, who: Who, call: Call, when: When) {
        self.deed(who, What::Call { call, when });
    }

    fn deed(&mut self, who: Who, what: What) {
        let gap_ms = self.gap_ms();
        let hook = self.dice.below(2);
        let fault = self.fault();
        self.deeds.push(Deed { who, gap_ms, hook, what, fault });
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

    fn fault(&mut self) -> Fault {
        let points = [Point::Agent, Point::Session, Point::Task, Point::Incident, Point::Effect];
        let point = points[self.dice.below(points.len())];
        match self.dice.weighed(&[60, 4, 1, 4, 1]) {
            0 => Fault::None,
            1 => Fault::Twice,
            2 => Fault::AtOnce,
            3 => Fault::Crash(point),
            _ => Fault::Lost(point),
        }
    }
}
