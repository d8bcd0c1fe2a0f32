//! Tells a life to two hook processes on one store and to the model, and compares after each event.

mod calls;
mod hear;
mod trouble;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use fusebox_engine::event::PromptOrigin;
use fusebox_engine::{AgentId, Event, EventId, EventKind, SessionId, Timestamp, Verdict};
use fusebox_runtime::{
    EventAnswer, FuseboxDirs, FuseboxEnvironment, PolicyLayers, PolicySet, Runtime, replay,
};
use tempfile::TempDir;

use crate::LifeTotals;
use crate::compare::{self, same};
use crate::deed::{AgentIndex, InjectedFault, ResultTiming, ScenarioStep, StepAction};
use crate::life::{RandomLife, RoundReporting, SimulatedClient};
use crate::model::{ModelEvent, ReferenceModel};
use crate::telling::{self, SimulatedCall, SimulatedEvent, told};

/// The beginning of time.
const BEGIN_MS: u64 = 1_700_000_000_000;
/// Events that can come again.
const REMEMBERED: usize = 20;

/// The told life.
pub(crate) struct SimulatedWorld<'a> {
    life: &'a RandomLife,
    dir: TempDir,
    policies: PolicySet,
    hooks: Vec<Runtime>,
    model: ReferenceModel,
    clock: u64,
    /// Events, calls and words so far: each gets another number.
    numbers: usize,
    begun: BTreeSet<AgentIndex>,
    waiting: Vec<(AgentIndex, SimulatedCall, ResultTiming)>,
    edits: BTreeMap<AgentIndex, (String, String)>,
    told: Vec<(AgentIndex, Event, SimulatedEvent, Verdict)>,
    /// Events in the log, by session.
    logged: BTreeMap<usize, u64>,
    lived: LifeTotals,
}

impl<'a> SimulatedWorld<'a> {
    /// Lives a life; an error where the runtime and the model differ.
    pub(crate) fn live(life: &'a RandomLife) -> Result<LifeTotals, String> {
        let dir = folder().map_err(|error| error.to_string())?;
        let mut world = Self {
            life,
            dir,
            policies: life.rules.policies(),
            hooks: Vec::new(),
            model: ReferenceModel::new(life.rules.clone()),
            clock: BEGIN_MS,
            numbers: 0,
            begun: BTreeSet::new(),
            waiting: Vec::new(),
            edits: BTreeMap::new(),
            told: Vec::new(),
            logged: BTreeMap::new(),
            lived: LifeTotals::default(),
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
        let home = FuseboxDirs { state_dir: PathBuf::new(), config_file: PathBuf::new() };
        let settings = vec![("FUSEBOX_SIMULATED".to_owned(), "1".to_owned())];
        let environment = FuseboxEnvironment { settings, ..FuseboxEnvironment::default() };
        let layers = PolicyLayers::of(&home, &environment, None);
        let at = Timestamp(self.clock);
        layers
            .keep(self.hooks[0].store_mut(), &self.policies, at)
            .map_err(|error| error.to_string())
    }

    fn hook(&self) -> Result<Runtime, String> {
        let hook = Runtime::open(self.dir.path(), Vec::new(), Timestamp(self.clock));
        hook.map_err(|error| format!("the store does not open: {error}"))
    }

    fn end(mut self) -> Result<LifeTotals, String> {
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

    fn client(&self, who: AgentIndex) -> &'a SimulatedClient {
        &self.life.clients[who.session]
    }

    fn number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    fn deed(&mut self, deed: &ScenarioStep) -> Result<(), String> {
        self.clock = self.clock.saturating_add_signed(deed.gap_ms).max(1);
        if let StepAction::Store(trouble) = deed.what {
            return self.trouble(deed.hook, trouble);
        }
        self.begin(deed)?;
        self.event(deed)
    }

    /// The first words of a session and of an agent.
    fn begin(&mut self, deed: &ScenarioStep) -> Result<(), String> {
        let main = AgentIndex { agent: 0, ..deed.who };
        let quiet = |who| ScenarioStep { who, fault: InjectedFault::None, ..deed.clone() };
        if self.begun.insert(main) {
            let client = self.client(main);
            let start = telling::start(client, true).map_err(|error| error.to_string())?;
            self.tell(&quiet(main), start)?;
            if client.rounds == RoundReporting::Ended {
                self.tell(&quiet(main), told(EventKind::RoundEnd, ModelEvent::RoundEnd))?;
            }
        }
        if self.begun.insert(deed.who) {
            self.tell(&quiet(deed.who), telling::subagent())?;
        }
        Ok(())
    }

    fn event(&mut self, deed: &ScenarioStep) -> Result<(), String> {
        let who = deed.who;
        let telling = match &deed.what {
            StepAction::Start { with_task } => {
                telling::start(self.client(who), *with_task).map_err(|error| error.to_string())?
            }
            StepAction::Human => telling::prompt(PromptOrigin::Human),
            StepAction::Automation => telling::prompt(PromptOrigin::Automation),
            StepAction::Call { call, when } => return self.call(deed, call, *when),
            StepAction::Answer(nth) => return self.answer(deed, *nth),
            StepAction::Again(nth) => return self.again(deed, *nth),
            StepAction::Repeat(nth) => return self.repeat(deed, *nth),
            StepAction::RoundEnd => told(EventKind::RoundEnd, ModelEvent::RoundEnd),
            StepAction::Message => telling::message(self.number()),
            StepAction::Usage { tokens, messages } => telling::usage(*tokens, *messages),
            StepAction::Compaction => told(EventKind::Compaction, ModelEvent::Other),
            StepAction::StopBlocked => {
                told(EventKind::StopBlocked { text: "go on".to_owned() }, ModelEvent::Other)
            }
            StepAction::Idle => told(EventKind::Idle { said: None }, ModelEvent::Idle),
            StepAction::Blocked => {
                told(EventKind::Blocked { on: None, summary: None }, ModelEvent::Blocked)
            }
            StepAction::Complete => {
                told(EventKind::Complete { summary: None }, ModelEvent::Complete)
            }
            StepAction::Resume => told(EventKind::Resume, ModelEvent::Resume),
            StepAction::Guidance(test) => telling::guidance(*test),
            StepAction::Reset { word } => telling::reset(*word),
            StepAction::Bypass { minutes } => telling::bypass(self.clock + minutes * 60_000),
            StepAction::Dismiss(nth) => return self.dismiss(deed, *nth),
            StepAction::Skip(test) => telling::skip(*test),
            StepAction::Tick => told(EventKind::Tick, ModelEvent::Tick),
            StepAction::End => told(EventKind::SessionEnd, ModelEvent::End),
            StepAction::Store(_) => return Ok(()),
        };
        self.tell(deed, telling).map(drop)
    }

    /// A person gives the order to the agent that the incident stopped.
    fn dismiss(&mut self, deed: &ScenarioStep, nth: usize) -> Result<(), String> {
        let known: Vec<(String, AgentIndex)> =
            self.model.incidents.iter().map(|(id, known)| (id.clone(), known.who)).collect();
        let Some((incident, who)) = known.get(nth % known.len().max(1)) else { return Ok(()) };
        let telling = telling::dismiss(incident).map_err(|error| error.to_string())?;
        self.tell(&ScenarioStep { who: *who, ..deed.clone() }, telling).map(drop)
    }

    fn decide(&mut self, hook: usize, event: &Event) -> Result<EventAnswer, String> {
        let now = Timestamp(self.clock);
        let answered = self.hooks[hook].decide(&self.policies, event, now);
        answered.map_err(|error| format!("the store fails: {error}"))
    }

    /// Tells one event and compares; `None` where it was lost.
    fn tell(
        &mut self,
        deed: &ScenarioStep,
        telling: SimulatedEvent,
    ) -> Result<Option<Verdict>, String> {
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
        if deed.fault == InjectedFault::Twice {
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
