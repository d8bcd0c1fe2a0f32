//! A program with its own home and state, run once in every round.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fusebox_engine::SessionId;
use fusebox_hook::{HookServer, HookService};
use fusebox_runtime::answer::PolicySource;
use fusebox_runtime::{FuseboxEnvironment, PolicySet, Runtime, clock};
use fusebox_store::{LogSelection, Store};

use super::launch::{RunFolders, RunTime, run};
use crate::BenchError;
use crate::home::{PreparedHome, SESSION};
use crate::stopwatch::TimeSamples;
use crate::workload::{CallPayloads, ClientWorkload};

/// The size of a large tool result, in bytes.
pub(crate) const RESULT_BYTES: usize = 100_000;

/// What a program does with an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgramRole {
    /// It decides nothing: its time does not depend on the state.
    Other,
    /// It runs the hook's transaction and nothing else.
    Transaction,
    /// It is the hook.
    Decides,
}

/// Milliseconds of many runs.
#[derive(Debug, Default)]
pub(crate) struct RunTimes {
    pub(crate) wall: TimeSamples,
    pub(crate) busy: TimeSamples,
}

impl RunTimes {
    fn add(&mut self, time: RunTime) {
        self.wall.add(time.wall);
        self.busy.add(time.busy);
    }
}

/// A program in its own home.
#[derive(Debug)]
pub(crate) struct TimedProgram {
    pub(crate) name: String,
    /// Times of requests.
    pub(crate) requests: RunTimes,
    /// Times of large results.
    pub(crate) results: RunTimes,
    pub(crate) folders: RunFolders,
    pub(crate) program: PathBuf,
    role: ProgramRole,
    args: Vec<String>,
    /// The name of the program with the same transaction and nothing else.
    floor: Option<String>,
    workload: ClientWorkload,
    /// The number of the next event, and the lengths of the observations of a request and a result.
    next: u64,
    lengths: (usize, usize),
    /// Keeps the database open in another process, this one.
    keeper: Option<Store>,
    /// Answers its events in this process, as `fusebox run --confine` does.
    server: Option<HookServer>,
}

impl TimedProgram {
    pub(crate) fn new(
        name: String,
        role: ProgramRole,
        program: &Path,
        folders: RunFolders,
        prepared: &PreparedHome,
    ) -> Result<Self, BenchError> {
        std::fs::create_dir_all(&folders.home)?;
        std::fs::create_dir_all(&folders.project)?;
        if matches!(role, ProgramRole::Transaction | ProgramRole::Decides) {
            prepared.copy_to(&folders.state_dir())?;
        }
        let is_hook = role == ProgramRole::Decides;
        Ok(Self {
            name,
            requests: RunTimes::default(),
            results: RunTimes::default(),
            folders,
            program: program.to_owned(),
            role,
            args: if is_hook { vec!["claude".to_owned()] } else { Vec::new() },
            floor: None,
            workload: prepared.workload.clone(),
            next: prepared.events,
            lengths: (prepared.request_bytes, prepared.result_bytes),
            keeper: None,
            server: None,
        })
    }

    /// Keeps the database open in another process from now on, if it is to be kept.
    pub(crate) fn kept_open(mut self, is_kept: bool) -> Result<Self, BenchError> {
        let open = || Store::open(&self.folders.state_dir(), clock::now());
        self.keeper = is_kept.then(open).transpose()?.map(|opened| opened.store);
        Ok(self)
    }

    /// Answers its events in this process from now on, over a socket.
    pub(crate) fn answered_here(mut self) -> Result<Self, BenchError> {
        let home = ("HOME".to_owned(), self.folders.home.to_string_lossy().into_owned());
        let service = HookService {
            policies: Box::new(DefaultPolicies(Arc::default())),
            environment: FuseboxEnvironment::of(std::iter::once(home)),
            settings: Vec::new(),
            user_folders: Vec::new(),
            is_attended: false,
        };
        let server = HookServer::start(&self.folders.state_dir(), "b", service)?;
        self.folders.socket = Some(server.path().to_owned());
        self.server = Some(server);
        Ok(self)
    }

    /// Names the program that this one is compared with.
    pub(crate) fn above(mut self, floor: &str) -> Self {
        self.floor = Some(floor.to_owned());
        self
    }

    pub(crate) fn with_arg(mut self, arg: &Path) -> Self {
        self.args.push(arg.to_string_lossy().into_owned());
        self
    }

    /// Runs one request, and its result if the program has a use for it.
    pub(crate) fn run_round(&mut self, is_counted: bool) -> Result<(), BenchError> {
        let times = self
            .next_events()
            .into_iter()
            .map(|(args, event)| run(&self.program, &args, &self.folders, &event));
        let times = times.collect::<Result<Vec<_>, _>>()?;
        for (time, of_kind) in times.into_iter().zip([&mut self.requests, &mut self.results]) {
            if is_counted {
                of_kind.add(time);
            }
        }
        Ok(())
    }

    /// The session's next request, and its result if the program has a use for it: the arguments and the payload of each.
    /// They are then the next events of the log.
    pub(crate) fn next_events(&mut self) -> Vec<(Vec<String>, Vec<u8>)> {
        let CallPayloads { before, after } = self.workload.next_test_run(RESULT_BYTES);
        let mut events = vec![(self.next_args("request", self.lengths.0), before)];
        if self.has_results() {
            events.push((self.next_args("result", self.lengths.1), after));
        }
        events
    }

    fn next_args(&mut self, kind: &str, bytes: usize) -> Vec<String> {
        let n = self.next;
        self.next += 1;
        if self.role != ProgramRole::Transaction {
            return self.args.clone();
        }
        let dir = self.folders.state_dir().to_string_lossy().into_owned();
        let id = format!("toolu_01bare{n:018}:{kind}");
        vec![dir, SESSION.to_owned(), id, n.to_string(), bytes.to_string()]
    }

    pub(crate) fn has_results(&self) -> bool {
        matches!(self.role, ProgramRole::Transaction | ProgramRole::Decides)
    }

    pub(crate) fn floor<'a>(&self, programs: &'a [Self]) -> Option<&'a Self> {
        let floor = self.floor.as_ref()?;
        programs.iter().find(|program| program.name == *floor)
    }

    /// Checks in the log that every event was decided: the hook never fails its client.
    pub(crate) fn check(&self, prepared: &PreparedHome) -> Result<(), BenchError> {
        if !self.has_results() {
            return Ok(());
        }
        let opened = Store::open(&self.folders.state_dir(), clock::now())?.store;
        let session = SessionId::parse(SESSION)?;
        let rows = opened.read().log(LogSelection::Session(&session), prepared.events, u32::MAX)?;
        let new = rows.iter().filter(|row| row.n >= prepared.events);
        let (found, expected) = (new.clone().count() as u64, self.next - prepared.events);
        if found != expected || new.clone().any(|row| !row.verdict.is_empty()) {
            return Err(format!("{}: {found} plain events, not {expected}", self.name).into());
        }
        Ok(())
    }
}

/// The policies of a supervisor that has read its layers.
struct DefaultPolicies(Arc<PolicySet>);

impl PolicySource for DefaultPolicies {
    fn policies(&self, _: Option<&Path>, _: &mut Runtime) -> Result<Arc<PolicySet>, String> {
        Ok(Arc::clone(&self.0))
    }

    fn keep_stricter(
        &self,
        _: Option<&Path>,
        _: u64,
        _: &PolicySet,
        _: &mut Runtime,
    ) -> Result<(), String> {
        Ok(())
    }
}
