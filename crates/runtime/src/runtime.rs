//! The runtime: a store, and the transactions in which events are decided. A corrupt database is begun anew.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};

use fusebox_engine::state::SessionState;
use fusebox_engine::{Event, OnError, SessionId, Timestamp};
use fusebox_store::{
    OpenNotes, OpenedStore, ProcessRow, Store, StoreError, StoreLocation, StoreTx,
};

use crate::event_answer::EventAnswer;
use crate::event_decision::{EventDecision, SessionNotes, save_unsaved};
use crate::guarded::policy_files::PolicyFileLooks;
use crate::incidents::remove_notes;
use crate::load;
use crate::message_parts::MessageParts;
use crate::record_cache::RecordCache;
use crate::session_policy::{SessionPolicy, is_persons_word};
use crate::spend::MachineCaps;
use crate::tx_context::TxContext;
use crate::{FuseboxDirs, FuseboxEnvironment, PolicyLayers, PolicySet, RuntimeError};

/// A store, and what deciding events in it needs.
#[derive(Debug)]
pub struct Runtime {
    store: Store,
    dir: Option<PathBuf>,
    notes: Option<OpenNotes>,
    protected: Vec<String>,
    set_aside: Option<PathBuf>,
    is_new: bool,
    lost_state: Option<OnError>,
    parts: MessageParts,
    records: RefCell<RecordCache>,
    /// Whether it is known without a look at the store that no policy file is withheld.
    pub(crate) withholds_nothing: bool,
    /// The policy's files as they were looked at for the events that are being answered.
    pub(crate) policy_looks: PolicyFileLooks,
    /// The files of hooks that are there and that Fusebox alone writes, as they were looked at for these events.
    pub(crate) hook_files: Vec<String>,
}

impl Runtime {
    /// The notes of open sessions.
    pub(crate) fn notes(&self) -> Option<&OpenNotes> {
        self.notes.as_ref()
    }

    /// Opens a store. An unreadable database is set aside, never deleted. The notes of open sessions lie
    /// beside the database; see [`Runtime::with_notes`].
    ///
    /// # Errors
    /// When it cannot be opened or made; the message says what to do.
    pub fn open(
        location: impl Into<StoreLocation>,
        protected: Vec<String>,
        now: Timestamp,
    ) -> Result<Self, RuntimeError> {
        let location = location.into();
        let dir = location.folder().map(Path::to_owned);
        let OpenedStore { store, set_aside, is_new } = Store::open(location, now)?;
        Ok(Self { set_aside, is_new, ..Self::of(store, dir, protected) })
    }

    /// Opens the store in a folder to ask it. Nothing is made, upgraded or set aside.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn read_only(folder: &Path, protected: Vec<String>) -> Result<Self, RuntimeError> {
        let store = Store::read_only(folder)?;
        Ok(Self::of(store, Some(folder.to_owned()), protected))
    }

    fn of(store: Store, dir: Option<PathBuf>, protected: Vec<String>) -> Self {
        Self {
            store,
            notes: dir.as_deref().map(OpenNotes::beside),
            dir,
            protected,
            set_aside: None,
            is_new: false,
            lost_state: None,
            parts: MessageParts::default(),
            records: RefCell::default(),
            withholds_nothing: false,
            policy_looks: PolicyFileLooks::default(),
            hook_files: Vec::new(),
        }
    }

    /// The same with the notes of open sessions in a place that does not fail together with the database.
    #[must_use]
    pub fn with_notes(self, notes: OpenNotes) -> Self {
        Self { notes: Some(notes), ..self }
    }

    /// The same where a session is under way, and neither the database nor a note knows of any: this, or the
    /// policy's `on_error`, decides whether it is held.
    #[must_use]
    pub fn with_lost_state(self, on_error: OnError) -> Self {
        Self { lost_state: Some(on_error), ..self }
    }

    /// Whether there was no database, or an empty one.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// A runtime that forgets everything at its end.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn in_memory() -> Result<Self, RuntimeError> {
        Self::open(StoreLocation::Memory, Vec::new(), Timestamp(0))
    }

    /// What is known of a session; nothing of one that is new or cannot be read.
    ///
    /// # Errors
    /// When the store fails.
    pub fn session(
        &mut self,
        session: &SessionId,
        now: Timestamp,
    ) -> Result<SessionState, RuntimeError> {
        self.steady(now, |runtime| {
            let cache = &mut runtime.records.borrow_mut().session;
            load::cached_session(runtime.store.read(), session, cache)
        })
    }

    /// The same, and how far the client's record of its main conversation was read.
    pub(crate) fn session_and_position(
        &mut self,
        session: &SessionId,
        now: Timestamp,
    ) -> Result<(SessionState, String), RuntimeError> {
        let state = self.session(session, now)?;
        let records = self.records.borrow();
        let position = records.session.row().map(|row| row.position.clone());
        Ok((state, position.unwrap_or_default()))
    }

    /// The store, for questions.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The store, for what is not a decision: deliveries, purging, the cache of policies.
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// Leaves the closing of the store to the system, for a process that ends now.
    pub fn end_with_process(self) {
        self.store.end_with_process();
    }

    /// The folder of the state; none in memory.
    #[must_use]
    pub fn state_dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// The unreadable database that was set aside while opening.
    #[must_use]
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// Records the client's pid and start time, so that `fusebox reset` can refuse callers that descend from it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn record_client(
        &mut self,
        session: &SessionId,
        pid: u32,
        started: u64,
        at: Timestamp,
    ) -> Result<(), RuntimeError> {
        let row = ProcessRow { session: session.clone(), pid, started };
        self.steady(at, |runtime| {
            runtime.store.write(|tx| Ok::<_, RuntimeError>(tx.record_process(&row, at)?))
        })
    }

    /// What was compiled of exactly these layers.
    ///
    /// # Errors
    /// When the store fails.
    pub fn policies(
        &mut self,
        layers: &PolicyLayers,
        now: Timestamp,
    ) -> Result<Option<PolicySet>, RuntimeError> {
        self.steady(now, |runtime| layers.find(&runtime.store))
    }

    /// The layers of the policy around `folder`; what an agent loosened in their files is not obeyed.
    ///
    /// # Errors
    /// When the store fails.
    pub fn policy_layers(
        &mut self,
        (dirs, environment): (&FuseboxDirs, &FuseboxEnvironment),
        folder: Option<&Path>,
        now: Timestamp,
    ) -> Result<PolicyLayers, RuntimeError> {
        let layers = PolicyLayers::looked_at(dirs, environment, folder, &self.policy_looks);
        if self.withholds_nothing {
            return Ok(layers);
        }
        self.steady(now, |runtime| layers.clone().withholding(&runtime.store))
    }

    /// Decides one event under these policies.
    ///
    /// # Errors
    /// When the store fails; nothing is half done then.
    pub fn decide(
        &mut self,
        policies: &PolicySet,
        event: &Event,
        now: Timestamp,
    ) -> Result<EventAnswer, RuntimeError> {
        let whole = self.parts.join(event);
        let event = whole.as_ref().unwrap_or(event);
        let policies = Some(policies);
        let notes = SessionNotes::default();
        self.transact(now, |tx, context| {
            EventDecision { tx, policies, event, notes, now, context }.decide()
        })
    }

    /// Carries out a person's order, under the policies that its session obeys.
    ///
    /// # Errors
    /// As [`Runtime::decide`].
    pub fn order(&mut self, event: &Event, now: Timestamp) -> Result<EventAnswer, RuntimeError> {
        self.transact(now, |tx, context| decide_order(tx, event, now, context))
    }

    /// The same where `holds` says so in the same transaction; `None` where it does not.
    pub(crate) fn order_where(
        &mut self,
        event: &Event,
        now: Timestamp,
        holds: impl Fn(&dyn StoreTx) -> Result<bool, RuntimeError>,
    ) -> Result<Option<EventAnswer>, RuntimeError> {
        self.transact(now, |tx, context| {
            if !holds(&*tx)? {
                return Ok(None);
            }
            decide_order(tx, event, now, context).map(Some)
        })
    }

    /// What a session obeys at these events, where its layers give `found`.
    ///
    /// # Errors
    /// When the store fails.
    pub fn in_force(
        &mut self,
        session: &SessionState,
        events: &[Event],
        found: &PolicySet,
        now: Timestamp,
    ) -> Result<SessionPolicy, RuntimeError> {
        if events.iter().any(|event| is_persons_word(&event.kind)) {
            return Ok(SessionPolicy::Found);
        }
        self.steady(now, |runtime| SessionPolicy::of(runtime.store.read(), session, found))
    }

    /// Decides events that came together, in their order, all or none.
    ///
    /// # Errors
    /// When the store fails; nothing is half done then.
    pub fn decide_all(
        &mut self,
        policies: &PolicySet,
        events: &[Event],
        now: Timestamp,
    ) -> Result<Vec<EventAnswer>, RuntimeError> {
        self.decide_all_after(policies, events, SessionNotes::default(), now, |_, _| Ok(Vec::new()))
    }

    /// Decides events behind others that `first` gives in the same transaction.
    pub(crate) fn decide_all_after<'e>(
        &mut self,
        policies: &PolicySet,
        events: &[Event],
        notes: SessionNotes,
        now: Timestamp,
        first: impl Fn(&mut dyn StoreTx, &TxContext<'_>) -> Result<Vec<Cow<'e, Event>>, RuntimeError>,
    ) -> Result<Vec<EventAnswer>, RuntimeError> {
        let whole: Vec<Cow<'_, Event>> = events
            .iter()
            .map(|event| self.parts.join(event).map_or(Cow::Borrowed(event), Cow::Owned))
            .collect();
        let policies = Some(policies);
        self.transact(now, |tx, context| {
            let first = first(tx, context)?;
            let mut answers = Vec::with_capacity(first.len() + whole.len());
            for event in first.iter().chain(&whole) {
                let decision = EventDecision { tx, policies, event, notes, now, context };
                answers.push(decision.decide()?);
            }
            Ok(answers)
        })
    }

    /// One transaction, which may have to be begun anew.
    pub(crate) fn transact<T>(
        &mut self,
        now: Timestamp,
        work: impl Fn(&mut dyn StoreTx, &TxContext<'_>) -> Result<T, RuntimeError>,
    ) -> Result<T, RuntimeError> {
        let once = |runtime: &mut Self, doubted| {
            let Self { store, notes, protected, hook_files, records, lost_state, dir, .. } =
                runtime;
            let notes = notes.as_ref();
            let context = TxContext {
                protected,
                hook_files,
                state_dir: dir.as_deref(),
                imported_prices: OnceCell::new(),
                notes,
                lost_state: *lost_state,
                records,
                unsaved: RefCell::default(),
                unlogged: RefCell::default(),
                read_on: RefCell::default(),
                moved: RefCell::default(),
                doubted,
                machine_caps: MachineCaps::default(),
                closed: RefCell::default(),
            };
            let done = store.write(|tx| {
                let done = work(tx, &context)?;
                save_unsaved(tx, &context)?;
                Ok::<_, RuntimeError>(done)
            })?;
            remove_notes(notes, &context.closed.borrow());
            Ok(done)
        };
        match self.steady(now, |runtime| once(runtime, false)) {
            Err(RuntimeError::Store(StoreError::LostUpdate { .. })) => once(self, true),
            other => other,
        }
    }

    /// Does something, and does it again on a new database where the old one turns out to be
    /// corrupt.
    pub(crate) fn steady<T>(
        &mut self,
        now: Timestamp,
        work: impl Fn(&mut Self) -> Result<T, RuntimeError>,
    ) -> Result<T, RuntimeError> {
        match work(self) {
            Err(RuntimeError::Store(StoreError::Corrupt { .. })) => {
                self.begin_anew(now)?;
                work(self)
            }
            other => other,
        }
    }

    /// The database turned out to be corrupt in the middle: it is set aside and a new one begun.
    fn begin_anew(&mut self, now: Timestamp) -> Result<(), RuntimeError> {
        let store = std::mem::replace(&mut self.store, Store::in_memory()?);
        let opened = store.set_aside(now)?;
        self.store = opened.store;
        self.set_aside = opened.set_aside.or(self.set_aside.take());
        Ok(())
    }
}

/// Decides an event under the policy that its session obeys.
pub(crate) fn decide_order(
    tx: &mut dyn StoreTx,
    event: &Event,
    now: Timestamp,
    context: &TxContext<'_>,
) -> Result<EventAnswer, RuntimeError> {
    let notes = SessionNotes::default();
    EventDecision { tx, policies: None, event, notes, now, context }.decide()
}
