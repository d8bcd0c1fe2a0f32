//! A program with its own home and state, run once in every round.

use std::path::{Path, PathBuf};

use fusebox_engine::SessionId;
use fusebox_runtime::clock;
use fusebox_store::{LogSelection, Store};

use super::start::{RunFolders, RunTime, run};
use crate::BenchError;
use crate::home::{PreparedHome, SESSION};
use crate::stopwatch::TimeSamples;
use crate::workload::{CallPayloads, ClientWorkload};

/// The size of a large tool result, in bytes.
const RESULT_BYTES: usize = 100_000;

/// What a program does with an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgramRole {
    /// It does not even read it.
    Nothing,
    /// It counts calls in a file of its own.
    Counts,
    /// The hook's transaction and nothing else.
    Transaction,
    /// The hook.
    Decides,
}

/// Milliseconds of many starts.
#[derive(Debug, Default)]
pub(crate) struct RunTimes {
    pub(crate) wall: TimeSamples,
    pub(crate) busy: TimeSamples,
}

impl RunTimes {
    fn add(&mut self, took: RunTime) {
        self.wall.add(took.wall);
        self.busy.add(took.busy);
    }
}

/// A program in its own home.
#[derive(Debug)]
pub(crate) struct TimedProgram {
    pub(crate) name: String,
    /// For requests.
    pub(crate) before: RunTimes,
    /// For large results.
    pub(crate) after: RunTimes,
    pub(crate) place: RunFolders,
    pub(crate) program: PathBuf,
    does: ProgramRole,
    args: Vec<String>,
    /// The lane with the same transaction and nothing else.
    floor: Option<String>,
    workload: ClientWorkload,
    /// The number of the next event, and how long its observation is before and after a call.
    next: u64,
    lengths: (usize, usize),
    /// Another process that keeps the database open: this one.
    keeper: Option<Store>,
}

impl TimedProgram {
    pub(crate) fn new(
        name: String,
        does: ProgramRole,
        program: &Path,
        place: RunFolders,
        primed: &PreparedHome,
    ) -> Result<Self, BenchError> {
        std::fs::create_dir_all(&place.home)?;
        std::fs::create_dir_all(&place.project)?;
        if matches!(does, ProgramRole::Transaction | ProgramRole::Decides) {
            primed.copy_to(&place.state_dir())?;
        }
        let args =
            if does == ProgramRole::Decides { vec!["claude".to_owned()] } else { Vec::new() };
        Ok(Self {
            name,
            before: RunTimes::default(),
            after: RunTimes::default(),
            place,
            program: program.to_owned(),
            does,
            args,
            floor: None,
            workload: primed.workload.clone(),
            next: primed.events,
            lengths: (primed.request_bytes, primed.result_bytes),
            keeper: None,
        })
    }

    /// Another process keeps the database open from now on.
    pub(crate) fn kept_open(mut self) -> Result<Self, BenchError> {
        self.keeper = Some(Store::open(&self.place.state_dir(), clock::now())?.store);
        Ok(self)
    }

    /// Names the lane to which this one is compared.
    pub(crate) fn above(mut self, floor: &str) -> Self {
        self.floor = Some(floor.to_owned());
        self
    }

    pub(crate) fn with_arg(mut self, arg: &Path) -> Self {
        self.args.push(arg.to_string_lossy().into_owned());
        self
    }

    /// One request, and its result where the program has a use for it.
    pub(crate) fn round(&mut self, counts: bool) -> Result<(), BenchError> {
        let CallPayloads { before, after } = self.next_call();
        let args = self.args_before();
        let took = run(&self.program, &args, &self.place, &before)?;
        if counts {
            self.before.add(took);
        }
        if self.has_results() {
            let args = self.args_after();
            let took = run(&self.program, &args, &self.place, &after)?;
            if counts {
                self.after.add(took);
            }
        }
        Ok(())
    }

    /// The session's next call.
    pub(crate) fn next_call(&mut self) -> CallPayloads {
        self.workload.next_test_run(RESULT_BYTES)
    }

    /// The program's words for a request, which is then the log's next event.
    pub(crate) fn args_before(&mut self) -> Vec<String> {
        self.next_args("request", self.lengths.0)
    }

    /// As [`TimedProgram::args_before`], for a result.
    pub(crate) fn args_after(&mut self) -> Vec<String> {
        self.next_args("result", self.lengths.1)
    }

    fn next_args(&mut self, what: &str, bytes: usize) -> Vec<String> {
        let n = self.next;
        self.next += 1;
        if self.does != ProgramRole::Transaction {
            return self.args.clone();
        }
        let dir = self.place.state_dir().to_string_lossy().into_owned();
        let id = format!("toolu_01bare{n:018}:{what}");
        vec![dir, SESSION.to_owned(), id, n.to_string(), bytes.to_string()]
    }

    pub(crate) fn has_results(&self) -> bool {
        matches!(self.does, ProgramRole::Transaction | ProgramRole::Decides)
    }

    pub(crate) fn floor<'a>(&self, lanes: &'a [Self]) -> Option<&'a Self> {
        let floor = self.floor.as_ref()?;
        lanes.iter().find(|lane| lane.name == *floor)
    }

    /// The hook never fails its client, so whether it did its work is seen in the log.
    pub(crate) fn check(&self, primed: &PreparedHome) -> Result<(), BenchError> {
        if !self.has_results() {
            return Ok(());
        }
        let opened = Store::open(&self.place.state_dir(), clock::now())?.store;
        let session = SessionId::parse(SESSION)?;
        let rows = opened.read().log(LogSelection::Session(&session), primed.events, u32::MAX)?;
        let new = rows.iter().filter(|row| row.n >= primed.events);
        let (found, expected) = (new.clone().count() as u64, self.next - primed.events);
        if found != expected || new.clone().any(|row| !row.verdict.is_empty()) {
            return Err(format!("{}: {found} plain events, not {expected}", self.name).into());
        }
        Ok(())
    }
}
