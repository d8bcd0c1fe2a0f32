//! Answers the hooks of a run in the supervisor's process, which holds the store open.
//!
//! The socket takes events, never a person's orders: nothing that an agent writes to it frees a session.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::os::fd::AsRawFd;
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fusebox_clients::{Client, ClientEnvironment, HookReply, client_named};
use fusebox_engine::{OnError, RunId, TaskId};
use fusebox_runtime::answer::PolicySource;
use fusebox_runtime::{FuseboxEnvironment, Runtime};
use rustix::process::{Resource, getrlimit};

use crate::answer::{self, HookOutput};
use crate::failure::HookFailure;
use crate::socket::{self, RequestHeader};
use crate::{Args, HookEnvironment};

/// The folder of the sockets, in the state folder.
const FOLDER: &str = "sockets";
/// Hooks that are answered at the same time. Further ones get no answer, and refuse their calls: no honest client has
/// as many.
const MAX_HOOKS: usize = 512;
/// The part of the process's descriptors that hooks leave to its other work: one in so many.
const SPARED_PART: u64 = 4;
/// The time after which a connection that could not be accepted is tried again.
const RETRY_TIME: Duration = Duration::from_millis(50);
/// How long a hook may take to hand its event over.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the answers depend on.
pub struct HookService {
    /// The policies; compiled in this process, which must not wait for another.
    pub policies: Box<dyn PolicySource + Send>,
    /// The environment of the run.
    pub environment: FuseboxEnvironment,
    /// The clients' settings files that a variable moved.
    pub settings: Vec<String>,
    /// The person's settings folder of each client, by the client's name.
    pub user_folders: Vec<(&'static str, PathBuf)>,
    /// Whether a person may sit in front of the client.
    pub is_attended: bool,
}

/// The socket of a run. Its hooks are answered until it is dropped.
#[derive(Debug)]
pub struct HookServer {
    path: PathBuf,
}

impl HookServer {
    /// Listens on a socket of the run `name`.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn start(state_dir: &Path, name: &str, service: HookService) -> io::Result<Self> {
        let folder = state_dir.join(FOLDER);
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        remove_dead(&folder);
        let path = folder.join(name);
        let listener = UnixListener::bind(&path)?;
        let hooks = AnsweringHooks { service, runtime: None, denies_on_obstruction: true };
        std::thread::Builder::new()
            .spawn(move || listen(&listener, &Arc::new(Mutex::new(hooks))))?;
        Ok(Self { path })
    }

    /// The path of the socket.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for HookServer {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Answers hooks, each in a thread of its own. One that there is no room for is closed, and refuses its call.
///
/// It never ends: where nobody listens any more, hooks decide by themselves. What it lacks at times, descriptors and
/// threads, an agent can take from it: both are counted for the user, and the limits of its own processes are the user's.
fn listen(listener: &UnixListener, hooks: &Arc<Mutex<AnsweringHooks>>) {
    let live = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            std::thread::sleep(RETRY_TIME);
            continue;
        };
        if live.load(Ordering::Relaxed) >= MAX_HOOKS || !leaves_descriptors(&stream) {
            continue;
        }
        let (hooks, place) = (Arc::clone(hooks), HookPlace::take(&live));
        let answer = move || {
            let _place = place;
            // A hook that is gone hears nothing.
            let _ = serve(stream, &hooks);
        };
        let _ = std::thread::Builder::new().spawn(answer);
    }
}

/// Whether enough descriptors are left besides this one, which has the lowest number that was free.
fn leaves_descriptors(stream: &UnixStream) -> bool {
    let Some(limit) = getrlimit(Resource::Nofile).current else { return true };
    u64::try_from(stream.as_raw_fd()).is_ok_and(|number| number < limit - limit / SPARED_PART)
}

/// The place of a hook among those that are answered; given back also where its thread panics.
struct HookPlace(Arc<AtomicUsize>);

impl HookPlace {
    fn take(live: &Arc<AtomicUsize>) -> Self {
        live.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(live))
    }
}

impl Drop for HookPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Removes sockets that nobody listens on.
fn remove_dead(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let connected = UnixStream::connect(&path);
        if connected.is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Answers hooks that reach the supervisor by another way than its socket. It takes events, never a person's
/// orders, and no prompt among them is a person's.
pub struct HookAnswers(Mutex<AnsweringHooks>);

/// A hook call that was posted.
#[derive(Debug)]
pub struct PostedCall<'a> {
    /// The client that posted it.
    pub client: &'static Client,
    /// The run that it names.
    pub run: Option<RunId>,
    /// The folder that the client runs in.
    pub project: &'a Path,
    /// The event as the client wrote it.
    pub event: &'a [u8],
}

/// The answer to a posted call.
#[derive(Debug)]
pub struct PostedReply {
    /// What a hook process would write.
    pub reply: HookReply,
    /// Effects were queued, to be delivered after the answer.
    pub effects_queued: bool,
}

impl HookAnswers {
    /// Answers with these policies, in this environment. In a confined run no call passes while other processes keep
    /// the store from being written.
    #[must_use]
    pub fn new(service: HookService, is_confined: bool) -> Self {
        let denies_on_obstruction = is_confined;
        Self(Mutex::new(AnsweringHooks { service, runtime: None, denies_on_obstruction }))
    }

    /// Answers one call.
    #[must_use]
    pub fn answer(&self, call: &PostedCall<'_>) -> PostedReply {
        let args =
            Args { client: call.client, hook: None, observe: false, on_error: OnError::Allow };
        let mut hooks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let environment = hooks.service.environment_of_posted(call);
        let HookOutput { stdout, stderr, exit, effects, refuses: _ } =
            hooks.answer(&args, call.event, &environment);
        PostedReply { reply: HookReply { stdout, stderr, exit }, effects_queued: effects }
    }
}

struct AnsweringHooks {
    service: HookService,
    /// Open from the first answer on, and opened again after a failure.
    runtime: Option<Runtime>,
    /// Whether calls are refused while other processes keep the store from being written. An agent in a confined run
    /// can bring that about: a lock wants no right but to read, and files of any kind fill a disk.
    denies_on_obstruction: bool,
}

fn serve(mut stream: UnixStream, shared: &Mutex<AnsweringHooks>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let Some((header, input)) = socket::read_request(&mut stream)? else {
        return socket::write_version(&mut stream);
    };
    let client = client_named(&header.client).ok_or(ErrorKind::InvalidInput)?;
    let on_error = if header.denies_on_error { OnError::Deny } else { OnError::Allow };
    let args = Args { client, hook: header.hook.clone(), observe: header.observe, on_error };
    let output = {
        let mut hooks = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let environment = hooks.service.environment_of(header);
        hooks.answer(&args, &input, &environment)
    };
    let written = socket::write_reply(&mut stream, &output);
    if output.effects {
        crate::process::deliver_effects();
    }
    written
}

impl AnsweringHooks {
    fn answer(&mut self, args: &Args, input: &[u8], environment: &HookEnvironment) -> HookOutput {
        let answered = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let event = answer::HookEvent::read(args, input, environment)?;
            if event.is_order() {
                return Err(HookFailure::new("a person's order does not come from inside a run"));
            }
            let runtime = match self.runtime.take() {
                Some(open) => open,
                None => event.open_runtime(args, &event.dirs()?)?,
            };
            let runtime = self.runtime.insert(runtime);
            event.answer(runtime, &*self.service.policies)
        }));
        let failure = match answered {
            Ok(Ok(output)) => return output,
            Ok(Err(failure)) => failure,
            Err(_) => HookFailure::new("a fault of its own (panic)"),
        };
        self.runtime = None;
        failure.denying_on_obstruction(self.denies_on_obstruction).reply(args, input, environment)
    }
}

impl HookService {
    /// The environment of a hook: what it says of its client, and what the run says of everything else.
    fn environment_of(&self, header: RequestHeader) -> HookEnvironment {
        let attended = if self.is_attended { header.attended } else { Some(false) };
        let client = ClientEnvironment {
            entrypoint: header.entrypoint,
            attended,
            hook: header.hook.clone(),
            role: header.role,
            task: header.task,
            run: header.run,
        };
        HookEnvironment {
            own: self.environment.clone(),
            client,
            project: header.project,
            client_pid: Some(header.client_pid),
            hook_pid: None,
            settings: self.settings.clone(),
            user_folders: self.user_folders.clone(),
        }
    }

    /// The environment of a posted hook. Its client says nothing of itself.
    fn environment_of_posted(&self, call: &PostedCall<'_>) -> HookEnvironment {
        let setting = |name| self.environment.setting(name);
        let client = ClientEnvironment {
            attended: Some(false),
            role: setting("FUSEBOX_ROLE").map(str::to_owned),
            task: setting("FUSEBOX_TASK").and_then(|task| TaskId::parse(task).ok()),
            run: call.run.clone(),
            ..ClientEnvironment::default()
        };
        HookEnvironment {
            own: self.environment.clone(),
            client,
            project: Some(call.project.to_owned()),
            client_pid: None,
            hook_pid: None,
            settings: self.settings.clone(),
            user_folders: self.user_folders.clone(),
        }
    }
}
