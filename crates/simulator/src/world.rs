//! Tells a life to two hook processes on one store and to the model, and compares after each event.

mod calls;
mod hear;
mod trouble;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use fusebox_engine::event::Origin;
use fusebox_engine::{AgentId, Event, EventId, EventKind, SessionId, Timestamp, Verdict};
use fusebox_runtime::{Answered, Environment, Home, Layers, PolicySet, Runtime, replay};
use tempfile::TempDir;

use crate::Lived;
use crate::compare::{self, same};
use crate::deed::{Deed, Fault, What, When, Who};
use crate::life::{Client, Life, Rounds};
use crate::model::{Fact, Model};
use crate::telling::{self, Made, Telling, told};

/// The beginning of time.
const BEGIN_MS: u64 = 1_700_000_000_000;
/// Events that can come again.
const REMEMBERED: usize = 20;

/// The told life.
pub(crate) struct World<'a> {
    life: &'a Life,
    dir: TempDir,
    policies: PolicySet,
    hooks: Vec<Runtime>,
    model: Model,
    clock: u64,
    /// Events, calls and words so far: each gets another number.
    numbers: usize,
    begun: BTreeSet<Who>,
    waiting: Vec<(Who, Made, When)>,
    edits: BTreeMap<Who, (String, String)>,
    told: Vec<(Who, Event, Telling, Verdict)>,
    /// Events in the log, by session.
    logged: BTreeMap<usize, u64>,
    lived: Lived,
}

impl<'a> World<'a> {
    /// Lives a life; an error where the runtime and the model differ.
    pub(crate) fn live(life: &'a Life) -> Result<Lived, String> {
        let dir = folder().map_err(|error| error.to_string())?;
        let mut world = Self {
            life,
            dir,
            policies: life.rules.policies(),
            hooks: Vec::new(),
            model: Model::new(life.rules.clone()),
            clock: BEGIN_MS,
            numbers: 0,
            begun: BTreeSet::new(),
            waiting: Vec::new(),
            edits: BTreeMap::new(),
            told: Vec::new(),
            logged: BTreeMap::new(),
            lived: Lived::default(),
        };
        world.open()?;
        for (index, deed) in life.deeds.iter().enumerate() {
            world.deed(deed).map_err(|error| format!("deed {index}: {error}"))?;
        }
        world.end()
    }

    /// Opens both processes anew, and keeps the policy where a replay finds it.
    fn open(&mut self) -> Result<(), String> {
        self.hooks.clear();
        for _ in 0..2 {
            self.hooks.push(self.hook()?);
        }
        let home = Home { state_dir: PathBuf::new(), config_file: PathBuf::new() };
        let settings = vec![("FUSEBOX_SIMULATED".to_owned(), "1".to_owned())];
        let environment = Environment { settings, ..Environment::default() };
        let layers = Layers::of(&home, &environment, None);
        let at = Timestamp(self.clock);
        layers
            .keep(self.hooks[0].store_mut(), &self.policies, at)
            .map_err(|error| error.to_string())
    }

    fn hook(&self) -> Result<Runtime, String> {
        let hook = Runtime::open(self.dir.path(), Vec::new(), Timestamp(self.clock));
        hook.map_err(|error| format!("the store does not open: {error}"))
    }

    fn end(mut self) -> Result<Lived, String> {
        compare::log(&self.hooks[0], &self.logged)?;
        if !self.model.beyond_the_log {
            let replayed = replay::replay(self.hooks[1].store());
            let replayed = replayed.map_err(|error| error.to_string())?;
            same("events replayed", replayed.events, self.logged.values().sum())?;
            same("a replay differs", replayed.differences.first(), None)?;
        }
        self.lived.incidents = self.model.incidents.len() as u64;
        Ok(self.lived)
    }

    fn client(&self, who: Who) -> &'a Client {
        &self.life.clients[who.session]
    }

    fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    fn deed(&mut self, deed: &Deed) -> Result<(), String> {
        self.clock = self.clock.saturating_add_signed(deed.gap_ms).max(1);
        if let What::Store(trouble) = deed.what {
            return self.trouble(deed.hook, trouble);
        }
        self.begin(deed)?;
        self.event(deed)
    }

    /// The first words of a session and of an agent.
    fn begin(&mut self, deed: &Deed) -> Result<(), String> {
        let main = Who { agent: 0, ..deed.who };
        let quiet = |who| Deed { who, fault: Fault::None, ..deed.clone() };
        if self.begun.insert(main) {
            let client = self.client(main);
            let start = telling::start(client, true).map_err(|error| error.to_string())?;
            self.tell(&quiet(main), start)?;
            if client.rounds == Rounds::Ended {
                self.tell(&quiet(main), told(EventKind::RoundEnd, Fact::RoundEnd))?;
            }
        }
        if self.begun.insert(deed.who) {
            self.tell(&quiet(deed.who), telling::subagent())?;
        }
        Ok(())
    }

    fn event(&mut self, deed: &Deed) -> Result<(), String> {
        let who = deed.who;
        let telling = match &deed.what {
            What::Start { with_task } => {
                telling::start(self.client(who), *with_task).map_err(|error| error.to_string())?
            }
            What::Human => telling::prompt(Origin::Human),
            What::Automation => telling::prompt(Origin::Automation),
            What::Call { call, when } => return self.call(deed, call, *when),
            What::Answer(nth) => return self.answer(deed, *nth),
            What::Again(nth) => return self.again(deed, *nth),
            What::Repeat(nth) => return self.repeat(deed, *nth),
            What::RoundEnd => told(EventKind::RoundEnd, Fact::RoundEnd),
            What::Message => telling::message(self.number()),
            What::Usage { tokens, messages } => telling::usage(*tokens, *messages),
            What::Compaction => told(EventKind::Compaction, Fact::Other),
            What::StopBlocked => {
                told(EventKind::StopBlocked { text: "go on".to_owned() }, Fact::Other)
            }
            What::Idle => told(EventKind::Idle { said: None }, Fact::Idle),
            What::Blocked => told(EventKind::Blocked { on: None, summary: None }, Fact::Blocked),
            What::Complete => told(EventKind::Complete { summary: None }, Fact::Complete),
            What::Resume => told(EventKind::Resume, Fact::Resume),
            What::Guidance(test) => telling::guidance(*test),
            What::Reset { word } => telling::reset(*word),
            What::Bypass { minutes } => telling::bypass(self.clock + minutes * 60_000),
            What::Dismiss(nth) => return self.dismiss(deed, *nth),
            What::Skip(test) => telling::skip(*test),
            What::Tick => told(EventKind::Tick, Fact::Tick),
            What::End => told(EventKind::SessionEnd, Fact::End),
            What::Store(_) => return Ok(()),
        };
        self.tell(deed, telling).map(drop)
    }

    /// A person gives the order to the agent that the incident stopped.
    fn dismiss(&mut self, deed: &Deed, nth: usize) -> Result<(), String> {
        let known: Vec<(String, Who)> =
            self.model.incidents.iter().map(|(id, known)| (id.clone(), known.who)).collect();
        let Some((incident, who)) = known.get(nth % known.len().max(1)) else { return Ok(()) };
        let telling = telling::dismiss(incident).map_err(|error| error.to_string())?;
        self.tell(&Deed { who: *who, ..deed.clone() }, telling).map(drop)
    }

    fn decide(&mut self, hook: usize, event: &Event) -> Result<Answered, String> {
        let now = Timestamp(self.clock);
        let answered = self.hooks[hook].decide(&self.policies, event, now);
        answered.map_err(|error| format!("the store fails: {error}"))
    }

    /// Tells one event and compares; `None` where it was lost.
    fn tell(&mut self, deed: &Deed, telling: Telling) -> Result<Option<Verdict>, String> {
        let who = deed.who;
        let event = Event {
            session: SessionId::parse(who.session_name()).map_err(|error| error.to_string())?,
            id: EventId::parse(format!("e{}", self.number())).ok(),
            at: Some(Timestamp(self.clock)),
            agent: AgentId::parse(who.agent_name()).map_err(|error| error.to_string())?,
            kind: telling.kind.clone(),
        };
        let Some(answered) = self.hear(deed, &event)? else { return Ok(None) };
        same("a new event is known as one", answered.duplicate, false)?;
        let verdict = answered.verdict;
        self.lived.events += 1;
        *self.logged.entry(who.session).or_default() += 1;
        let outside = self.outside(who, &verdict)?;
        let expected = self.model.event(who, self.clock, &telling.fact, &outside);
        self.compare(who, &verdict, &expected, &outside).map_err(|error| {
            format!("{} {:?}: {error}", who.session_name() + "/" + &who.agent_name(), telling.fact)
        })?;
        if deed.fault == Fault::Twice {
            self.told_before(1 - deed.hook, &event, &verdict)?;
            self.hold(who)?;
        }
        if self.told.len() >= REMEMBERED {
            self.told.remove(0);
        }
        self.told.push((who, event, telling, verdict.clone()));
        Ok(Some(verdict))
    }
}

/// A folder in memory where the system has one: what is tested is not the disk.
fn folder() -> std::io::Result<TempDir> {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new())
}
