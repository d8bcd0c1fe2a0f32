//! Answers posted hooks on a port of loopback, in threads of its own.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fusebox_clients::Client;
use fusebox_engine::RunId;
use fusebox_hook::{HookAnswers, PostedCall, deliver_effects};

use super::post_connections::{PostConnection, PostConnections};
use super::posted_request::{self, EventRequest, HOOKS_PATH, REQUEST_TIME, Refusal};

/// The time after which a port that gives no connection is asked again.
const RETRY_TIME: Duration = Duration::from_millis(50);

/// How often what comes after a refused request is read, and how long each time.
const LINGER_READS: usize = 64;
const LINGER_TIME: Duration = Duration::from_millis(500);

/// What a server of posted hooks answers with.
pub(super) struct PostServer {
    /// The run or loop.
    pub(super) id: RunId,
    /// The client that posts.
    pub(super) client: &'static Client,
    /// The folder that it runs in.
    pub(super) project: PathBuf,
    /// What a request must name.
    pub(super) secret: String,
    /// Gives the answers.
    pub(super) answers: HookAnswers,
}

impl PostServer {
    /// Answers until the process ends. Returns the address.
    pub(super) fn start(self) -> io::Result<String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let url = format!("http://{}{HOOKS_PATH}", listener.local_addr()?);
        let server = Arc::new(self);
        let listen = move || {
            let connections = Arc::new(PostConnections::default());
            for stream in listener.incoming() {
                // A connection that cannot be kept is closed: the client refuses the call.
                let admitted = stream.and_then(|stream| Ok((connections.admit(&stream)?, stream)));
                let Ok((connection, stream)) = admitted else {
                    std::thread::sleep(RETRY_TIME);
                    continue;
                };
                let server = Arc::clone(&server);
                // A client that is gone hears nothing.
                let serve = move || drop(server.serve(stream, &connection));
                let _ = std::thread::Builder::new().spawn(serve);
            }
        };
        std::thread::Builder::new().spawn(listen)?;
        Ok(url)
    }

    fn serve(&self, mut stream: TcpStream, connection: &PostConnection) -> io::Result<()> {
        stream.set_write_timeout(Some(REQUEST_TIME))?;
        stream.set_nodelay(true)?;
        let request = match posted_request::read(&mut stream, &self.secret) {
            Ok(request) => request,
            Err(refusal) => return refuse(&mut stream, refusal),
        };
        connection.has_arrived();
        let EventRequest { run, event } = request;
        let Some(run) = run.and_then(|run| RunId::parse(run).ok()).filter(|run| self.is_ours(run))
        else {
            return refuse(&mut stream, Refusal::OtherRun);
        };
        let (run, client, project) = (Some(run), self.client, self.project.as_path());
        let answer = self.answers.answer(&PostedCall { client, run, project, event: &event });
        // A refusal that only an exit code can tell is a failure, at which the client refuses too.
        let status = if answer.reply.exit == 0 { 200 } else { 500 };
        let written = reply(&mut stream, status, &answer.reply.stdout);
        if answer.effects_queued {
            deliver_effects();
        }
        written
    }

    /// Whether it is the run itself, or a run of the loop.
    fn is_ours(&self, run: &RunId) -> bool {
        let rest = run.as_str().strip_prefix(self.id.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

/// Refuses a request, and takes a little of what comes after it: a connection that is closed on top of that may lose
/// the answer.
fn refuse(stream: &mut TcpStream, refusal: Refusal) -> io::Result<()> {
    reply(stream, refusal as u16, "")?;
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(LINGER_TIME))?;
    let mut rest = [0; 4096];
    for _ in 0..LINGER_READS {
        if stream.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok(())
}

/// Every answer ends its connection: none is closed for idleness while the client writes to it.
fn reply(stream: &mut TcpStream, status: u16, body: &str) -> io::Result<()> {
    let length = body.len();
    let text = format!(
        "HTTP/1.1 {status} \r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes())
}
