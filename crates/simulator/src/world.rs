//! Tells a life to two hook processes on one store and to the model, and compares after each event.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use fusebox_engine::{
    AgentId, Answer, Event, EventId, EventKind, IncidentId, Level, Rule, SessionId, Timestamp,
    Verdict,
};
use fusebox_runtime::{Answered, Environment, Home, Layers, PolicySet, Runtime, query, replay};
use fusebox_store::{IncidentFilter, OpenList};
use tempfile::TempDir;

use crate::compare::{self, same};
use crate::deed::{Call, Deed, Fault, Point, Trouble, What, When, Who};
use crate::life::{Client, Life, Rounds};
use crate::model::records::Effect;
use crate::model::{Class, Expected, Fact, Found, Kind, Model, Told, is_budget};
use crate::telling::{self, Made, Telling, told};
use crate::{Lived, faults};

/// The beginning of time.
const BEGIN_MS: u64 = 1_700_000_000_000;
/// Results that an agent waits for at most, and calls that never get one.
const WAITING: usize = 2;
const LOST: usize = 5;
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

    fn trouble(&mut self, hook: usize, trouble: Trouble) -> Result<(), String> {
        match trouble {
            Trouble::Reopen => self.hooks[hook] = self.hook()?,
            Trouble::Rubbish => self.rubbish()?,
            Trouble::Upgrade => {
                faults::age_windows(&mut self.hooks[hook])?;
                self.model.drop_windows();
                self.forget_calls();
            }
            Trouble::OldSchema => {
                self.hooks.clear();
                faults::old_schema(self.dir.path())?;
                self.open()?;
            }
        }
        Ok(())
    }

    fn rubbish(&mut self) -> Result<(), String> {
        self.hooks.clear();
        faults::rubbish(self.dir.path())?;
        self.open()?;
        self.model.lose_everything();
        self.forget_calls();
        self.begun.clear();
        self.told.clear();
        self.logged.clear();
        Ok(())
    }

    /// What was told of calls belongs to a time that nobody remembers.
    fn forget_calls(&mut self) {
        self.waiting.clear();
        self.edits.clear();
        self.told.retain(|(_, event, ..)| {
            !matches!(event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_))
        });
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
        use fusebox_engine::event::Origin;
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

    fn call(&mut self, deed: &Deed, call: &Call, when: When) -> Result<(), String> {
        let who = deed.who;
        self.make_room(deed)?;
        let number = self.number();
        let client = self.client(who);
        let made = telling::call(client, who, call, number, self.edits.get(&who));
        let made = made.map_err(|error| error.to_string())?;
        let Some(verdict) = self.tell(deed, made.request.clone())? else { return Ok(()) };
        if verdict.verdict >= Answer::Deny {
            return Ok(());
        }
        if let Some(edit) = &made.edit {
            self.edits.insert(who, edit.clone());
        }
        // Of a call that waits behind others it is not kept which files it names or what it runs.
        let Fact::Request(request) = &made.request.fact else { return Ok(()) };
        let plain = request.kind == Kind::Plain && matches!(request.effect, Effect::Nothing);
        let when = if when == When::Never && !plain { When::Later } else { when };
        self.waiting.push((who, made, when));
        if when == When::Now { self.tell_result(deed, self.waiting.len() - 1) } else { Ok(()) }
    }

    /// Before its next call an agent hears what came of its edits and test runs, and of the oldest
    /// of the others when there are many.
    fn make_room(&mut self, deed: &Deed) -> Result<(), String> {
        let who = deed.who;
        loop {
            let mine = |index: &usize| self.waiting[*index].0 == who;
            let late = |index: &usize| self.waiting[*index].2 != When::Never;
            let heavy = |index: &usize| {
                let fact = &self.waiting[*index].1.request.fact;
                let Fact::Request(request) = fact else { return false };
                !matches!(request.effect, Effect::Nothing)
            };
            let all = || (0..self.waiting.len()).filter(mine);
            let many = all().filter(late).count() >= WAITING;
            let lost = all().count() >= WAITING + LOST;
            let due = all().find(|index| lost || (late(index) && (many || heavy(index))));
            let Some(index) = due else { return Ok(()) };
            self.tell_result(&Deed { fault: Fault::None, ..deed.clone() }, index)?;
        }
    }

    fn tell_result(&mut self, deed: &Deed, index: usize) -> Result<(), String> {
        let (who, made, _) = self.waiting.remove(index);
        self.tell(&Deed { who, ..deed.clone() }, made.result).map(drop)
    }

    fn answer(&mut self, deed: &Deed, nth: usize) -> Result<(), String> {
        let late = |(_, (.., when)): &(usize, &(Who, Made, When))| *when == When::Later;
        let late: Vec<usize> =
            self.waiting.iter().enumerate().filter(late).map(|(index, _)| index).collect();
        match late.get(nth % late.len().max(1)) {
            Some(index) => self.tell_result(deed, *index),
            None => Ok(()),
        }
    }

    fn again(&mut self, deed: &Deed, nth: usize) -> Result<(), String> {
        let calls: Vec<(Who, Telling)> = self
            .told
            .iter()
            .filter(|(_, event, ..)| {
                matches!(event.kind, EventKind::ToolRequest(_) | EventKind::ToolResult(_))
            })
            .map(|(who, _, telling, _)| (*who, telling.clone()))
            .collect();
        let Some((who, telling)) = calls.get(nth % calls.len().max(1)) else { return Ok(()) };
        self.tell(&Deed { who: *who, ..deed.clone() }, telling.clone()).map(drop)
    }

    fn repeat(&mut self, deed: &Deed, nth: usize) -> Result<(), String> {
        let count = self.told.len().max(1);
        let Some((_, event, _, verdict)) = self.told.get(nth % count).cloned() else {
            return Ok(());
        };
        self.told_before(deed.hook, &event, &verdict)
    }

    /// The same event gets the same answer and changes nothing.
    fn told_before(&mut self, hook: usize, event: &Event, verdict: &Verdict) -> Result<(), String> {
        let again = self.decide(hook, event)?;
        same("a repeat is known as one", (again.duplicate, again.effects), (true, false))?;
        same("a repeat's verdict", &again.verdict, verdict)
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

    /// One event under a fault.
    fn hear(&mut self, deed: &Deed, event: &Event) -> Result<Option<Answered>, String> {
        match deed.fault {
            Fault::None | Fault::Twice => self.decide(deed.hook, event).map(Some),
            Fault::AtOnce => self.at_once(event).map(Some),
            Fault::Crash(point) => match self.crash(deed.hook, event, point)? {
                Some(answered) => Ok(Some(answered)),
                None => self.decide(1 - deed.hook, event).map(Some),
            },
            Fault::Lost(point) => {
                let answered = self.crash(deed.hook, event, point)?;
                let lists = self.model.lists(deed.who, self.clock);
                if answered.is_none() && point == Point::Effect && lists {
                    // It was listed as open before the commit that never came.
                    let task = self.listed_task(event);
                    self.model.listed.insert(deed.who.session, ("never kept".to_owned(), task));
                }
                Ok(answered)
            }
        }
    }

    /// The task that the list holds with the session of this event.
    fn listed_task(&self, event: &Event) -> Option<String> {
        let listed = OpenList::of(self.dir.path()).read().unwrap_or_default();
        let entry = listed.into_iter().find(|entry| entry.session == event.session)?;
        entry.task.map(|task| task.to_string())
    }

    /// Both processes are told at once: one decides, the other repeats it.
    fn at_once(&mut self, event: &Event) -> Result<Answered, String> {
        let (policies, now) = (&self.policies, Timestamp(self.clock));
        let answers: Vec<_> = std::thread::scope(|scope| {
            let each = self.hooks.iter_mut();
            let running: Vec<_> =
                each.map(|hook| scope.spawn(move || hook.decide(policies, event, now))).collect();
            running.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
        });
        let mut heard = Vec::new();
        for answer in answers {
            let answer = answer.map_err(|_| "a process panicked".to_owned())?;
            heard.push(answer.map_err(|error| error.to_string())?);
        }
        heard.sort_by_key(|answer| answer.duplicate);
        same("one of two decides", heard.iter().map(|a| a.duplicate).collect(), vec![false, true])?;
        same("both answer alike", &heard[1].verdict, &heard[0].verdict)?;
        Ok(heard.swap_remove(0))
    }

    /// Ends the process at a point; `None` where it got that far, and nothing was kept.
    fn crash(
        &mut self,
        hook: usize,
        event: &Event,
        point: Point,
    ) -> Result<Option<Answered>, String> {
        faults::set(self.dir.path(), point)?;
        let answered = self.hooks[hook].decide(&self.policies, event, Timestamp(self.clock));
        faults::clear(self.dir.path())?;
        Ok(answered.ok())
    }

    /// What the model cannot know: names, and what rules saw that it does not count.
    fn outside(&self, who: Who, verdict: &Verdict) -> Result<Told, String> {
        let found = query::incidents(self.hooks[0].store(), &IncidentFilter::default());
        let found = found.map_err(|error| error.to_string())?;
        let ids = found.iter().map(|incident| incident.id.to_string());
        let opened = ids.filter(|id| !self.model.incidents.contains_key(id)).collect();
        let rules = self.life.rules.of(self.role(who));
        let read = |rule: Rule| !rules.only_same_call && is_read(rule);
        let read = verdict.findings.iter().filter(|finding| read(finding.rule));
        let read = read.map(|found| Found { rule: found.rule, level: found.level, counts: None });
        Ok(Told { opened, read: read.collect() })
    }

    fn role(&self, who: Who) -> Option<&str> {
        self.model.sessions.get(&who.session).and_then(|session| session.role.as_deref())
    }

    fn compare(
        &self,
        who: Who,
        verdict: &Verdict,
        expected: &Expected,
        outside: &Told,
    ) -> Result<(), String> {
        let class = match verdict.verdict {
            Answer::Allow | Answer::Warn => Class::Passes,
            Answer::Deny => Class::Denied,
            Answer::Stop => Class::Stopped,
        };
        self.findings(verdict, expected)?;
        same("incidents opened", outside.opened.len(), expected.opened)?;
        same("the answer", class, expected.class)?;
        let incident = verdict.incident.as_ref().map(IncidentId::to_string);
        same("the open incident", &incident, &expected.incident)?;
        let exactly = self.life.rules.plain.only_same_call;
        compare::state(verdict.state, expected.state, exactly)?;
        self.hold(who)
    }

    /// The findings, those that are notices left out; the first one in front.
    fn findings(&self, verdict: &Verdict, expected: &Expected) -> Result<(), String> {
        let loud = |level: Level| level > Level::Notice;
        let engine: Vec<(Rule, Level)> = verdict
            .findings
            .iter()
            .filter(|finding| loud(finding.level) || finding.rule == Rule::Quiet)
            .map(|finding| (finding.rule, finding.level))
            .collect();
        let model: Vec<(Rule, Level)> = expected
            .found
            .iter()
            .filter(|found| loud(found.level) || found.rule == Rule::Quiet)
            .map(|found| (found.rule, found.level))
            .collect();
        // The model of attempts names the first rule alone.
        let per_test = (Rule::PerTest, Level::Trip);
        let beside =
            |found: &(Rule, Level)| found.0 == Rule::PerSlice && engine.contains(&per_test);
        let engine: Vec<_> = engine.iter().filter(|found| !beside(found)).copied().collect();
        same("findings", engine, model)?;
        for found in &expected.found {
            let Some(counts) = found.counts.filter(|_| is_budget(found.rule)) else { continue };
            let finding = verdict.findings.iter().find(|finding| finding.rule == found.rule);
            let told = finding.map(|finding| (finding.observed, finding.limit));
            same(found.rule.name(), told, Some(counts))?;
        }
        Ok(())
    }

    /// What holds after every event.
    fn hold(&self, who: Who) -> Result<(), String> {
        compare::records(&self.hooks[0], &self.model, who)?;
        compare::incidents(&self.hooks[1], &self.model)
    }
}

/// A folder in memory where the system has one: what is tested is not the disk.
fn folder() -> std::io::Result<TempDir> {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new())
}

/// Whether the model takes what this rule saw from the verdict.
fn is_read(rule: Rule) -> bool {
    rule >= Rule::SameCall && rule < Rule::Quiet
}
