//! The socket of a supervisor: a hook hands its event over and gets the answer.
//!
//! A request is the version, the length of a header, the header as JSON and the event as the client wrote
//! it. A reply is the version, the exit code, whether it refuses, and the text for each of the two outputs behind its length.
//! The reply to a request of another version is the version alone.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use fusebox_engine::{RunId, TaskId};
use rustix::io::Errno;
use rustix::net::{self, AddressFamily, SocketAddrUnix, SocketType, sockopt};
use serde::{Deserialize, Serialize};

use crate::answer::HookOutput;
use crate::{Args, HookEnvironment};

/// The variable that names the socket.
pub const SOCKET_VARIABLE: &str = "FUSEBOX_SOCKET";

/// The version of both messages. A supervisor answers no other.
const VERSION: u8 = 3;
/// Why there is no answer where the versions differ.
const OTHER_VERSION: &str = "it is of another version of Fusebox than this hook, as after an upgrade in the middle of a \
    run; end the run, and start it again with `fusebox run`";
/// How long an answer may take: a first change waits for its checkpoint.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest event that is read. A hook shortens a longer one before it hands it over.
const MAX_EVENT_BYTES: u64 = 64 << 20;
/// How much room for a text is made at once, in bytes.
const FIRST_READ_BYTES: usize = 16 << 10;
/// The longest header and the longest reply.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// What the supervisor needs to know of the hook.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RequestHeader {
    pub(crate) client: String,
    pub(crate) observe: bool,
    pub(crate) denies_on_error: bool,
    #[serde(default)]
    pub(crate) hook: Option<String>,
    pub(crate) entrypoint: Option<String>,
    pub(crate) attended: Option<bool>,
    pub(crate) role: Option<String>,
    pub(crate) task: Option<TaskId>,
    pub(crate) run: Option<RunId>,
    pub(crate) project: Option<PathBuf>,
    pub(crate) client_pid: u32,
}

/// Has the supervisor at `path` answer. `None` where none listens; an error where it gives no answer.
pub(crate) fn ask(
    path: &str,
    args: &Args,
    input: &[u8],
    environment: &HookEnvironment,
) -> Option<io::Result<HookOutput>> {
    let stream = match connect(path) {
        Err(error) if !is_starved(error) => return None,
        connected => connected.map_err(io::Error::from),
    };
    let client = &environment.client;
    let header = RequestHeader {
        client: args.client.name.to_owned(),
        observe: args.observe,
        denies_on_error: args.on_error == fusebox_engine::OnError::Deny,
        hook: client.hook.clone(),
        entrypoint: client.entrypoint.clone(),
        attended: client.attended,
        role: client.role.clone(),
        task: client.task.clone(),
        run: client.run.clone(),
        project: environment.project.clone(),
        client_pid: environment.client_pid().unwrap_or_else(std::os::unix::process::parent_id),
    };
    Some(stream.and_then(|stream| exchange(stream, &header, input)))
}

/// Connects, and waits no longer than for an answer: others can fill the queue of those that wait.
fn connect(path: &str) -> rustix::io::Result<UnixStream> {
    let socket = net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
    rustix::io::fcntl_setfd(&socket, rustix::io::FdFlags::CLOEXEC)?;
    sockopt::set_socket_timeout(&socket, sockopt::Timeout::Send, Some(PATIENCE))?;
    net::connect(&socket, &SocketAddrUnix::new(path)?)?;
    Ok(socket.into())
}

/// Whether it is not known if somebody listens there, because this process was given no descriptor or no place in the
/// queue, or was stopped while it waited for one: others can see to that.
fn is_starved(error: Errno) -> bool {
    use Errno as E;
    matches!(error, E::AGAIN | E::INTR | E::MFILE | E::NFILE | E::NOMEM | E::NOBUFS)
}

/// Hands over one canonical event of a process that is no hook.
///
/// # Errors
/// When the supervisor does not answer.
pub fn report(path: &str, event: &str) -> io::Result<()> {
    let header = RequestHeader {
        client: "generic".to_owned(),
        observe: false,
        denies_on_error: false,
        hook: None,
        entrypoint: None,
        attended: None,
        role: None,
        task: None,
        run: None,
        project: None,
        client_pid: std::os::unix::process::parent_id(),
    };
    exchange(connect(path)?, &header, event.as_bytes()).map(drop)
}

fn exchange(
    mut stream: UnixStream,
    header: &RequestHeader,
    input: &[u8],
) -> io::Result<HookOutput> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let header = serde_json::to_vec(header)?;
    let mut first = vec![VERSION];
    first.extend_from_slice(&length(header.len())?);
    first.extend_from_slice(&header);
    stream.write_all(&first)?;
    stream.write_all(input)?;
    stream.shutdown(Shutdown::Write)?;
    if !is_same_version(&mut stream)? {
        return Err(io::Error::other(OTHER_VERSION));
    }
    let mut head = [0; 2];
    stream.read_exact(&mut head)?;
    let [exit, refuses] = head;
    let text = read_text(&mut stream)?;
    let stdout = String::from_utf8(text).map_err(io::Error::other)?;
    let stderr = String::from_utf8(read_text(&mut stream)?).map_err(io::Error::other)?;
    Ok(HookOutput { stdout, stderr, exit, effects: false, refuses: refuses != 0 })
}

/// Reads a request to its end. `None`: it is of another version.
pub(crate) fn read_request(
    stream: &mut UnixStream,
) -> io::Result<Option<(RequestHeader, Vec<u8>)>> {
    if !is_same_version(stream)? {
        // The hook reads the reply once it has written everything.
        io::copy(&mut stream.take(MAX_EVENT_BYTES), &mut io::sink())?;
        return Ok(None);
    }
    let header = serde_json::from_slice(&read_text(stream)?)?;
    // Most events need one read then.
    let mut input = Vec::with_capacity(FIRST_READ_BYTES);
    stream.take(MAX_EVENT_BYTES).read_to_end(&mut input)?;
    Ok(Some((header, input)))
}

/// Answers a request of another version.
pub(crate) fn write_version(stream: &mut UnixStream) -> io::Result<()> {
    stream.write_all(&[VERSION])
}

pub(crate) fn write_reply(stream: &mut UnixStream, output: &HookOutput) -> io::Result<()> {
    let mut reply = vec![VERSION, output.exit, u8::from(output.refuses)];
    for text in [&output.stdout, &output.stderr] {
        reply.extend_from_slice(&length(text.len())?);
        reply.extend_from_slice(text.as_bytes());
    }
    stream.write_all(&reply)
}

fn is_same_version(stream: &mut UnixStream) -> io::Result<bool> {
    let mut version = [0];
    stream.read_exact(&mut version)?;
    Ok(version[0] == VERSION)
}

fn length(bytes: usize) -> io::Result<[u8; 4]> {
    Ok(u32::try_from(bytes).map_err(io::Error::other)?.to_le_bytes())
}

/// Reads a length and as many bytes.
fn read_text(stream: &mut UnixStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u64::from(u32::from_le_bytes(length));
    if length > MAX_TEXT_BYTES {
        return Err(io::Error::other("it is too long"));
    }
    let mut text =
        Vec::with_capacity(usize::try_from(length).unwrap_or_default().min(FIRST_READ_BYTES));
    stream.take(length).read_to_end(&mut text)?;
    if text.len() as u64 == length { Ok(text) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
