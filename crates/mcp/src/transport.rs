//! The connection of the SDK over lines, with two things that the SDK leaves out: a line that is no JSON is answered,
//! and after the client has closed its side, what it asked before is still answered, however long that takes.

use std::collections::HashSet;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, ErrorData, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long requests are waited for after the client has closed its side.
const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// A line longer than this is no message of a client and is dropped, in bytes.
pub(crate) const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// The lines of a client, and the answers to it.
pub(crate) struct ClientConnection<R: AsyncRead + Unpin, W: AsyncWrite> {
    lines: AsyncRwTransport<RoleServer, LineTap<R>, W>,
    not_json: UnboundedReceiver<()>,
    /// The answers to lines that are no JSON, which go out on their own.
    complaints: JoinSet<io::Result<()>>,
    open: OpenRequests,
    is_closed: bool,
}

impl<R, W> ClientConnection<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(input: R, output: W) -> Self {
        let (sender, not_json) = unbounded_channel();
        let tap = LineTap { input, line: Vec::new(), is_too_long: false, not_json: sender };
        let lines =
            AsyncRwTransport::new_server(tap, output).with_max_line_length(MAX_MESSAGE_BYTES);
        let open = OpenRequests::default();
        Self { lines, not_json, complaints: JoinSet::new(), open, is_closed: false }
    }

    /// The next message of the client. Every wait in it can be given up and begun anew.
    async fn next(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            tokio::select! {
                biased;
                Some(()) = self.not_json.recv() => {
                    let error = ErrorData::parse_error("Parse error: the line is no JSON", None);
                    // It goes out whole, whatever becomes of this wait.
                    self.complaints.spawn(self.lines.send(JsonRpcMessage::error(error, None)));
                }
                Some(_) = self.complaints.join_next() => {}
                message = self.lines.receive(), if !self.is_closed => match message {
                    Some(message) => return Some(message),
                    None => self.is_closed = true,
                },
                () = self.open.all_answered(), if self.is_closed && self.complaints.is_empty() => {
                    return None;
                }
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for ClientConnection<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let answered = match &item {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let (sent, open) = (self.lines.send(item), self.open.clone());
        async move {
            let sent = sent.await;
            match answered {
                // Nobody reads any more.
                _ if sent.is_err() => open.end_all(),
                Some(id) => open.end(&id),
                None => {}
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let message = self.next().await?;
        match &message {
            JsonRpcMessage::Request(request) => self.open.begin(request.id.clone()),
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.open.end(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        Some(message)
    }

    fn close(&mut self) -> impl Future<Output = io::Result<()>> + Send {
        self.lines.close()
    }
}

/// The requests that wait for their answers.
#[derive(Debug, Clone)]
struct OpenRequests {
    ids: Arc<Mutex<HashSet<RequestId>>>,
    count: watch::Sender<usize>,
}

impl Default for OpenRequests {
    fn default() -> Self {
        Self { ids: Arc::default(), count: watch::Sender::new(0) }
    }
}

impl OpenRequests {
    fn begin(&self, id: RequestId) {
        self.change(|ids| {
            ids.insert(id);
        });
    }

    fn end(&self, id: &RequestId) {
        self.change(|ids| {
            ids.remove(id);
        });
    }

    fn end_all(&self) {
        self.change(HashSet::clear);
    }

    fn change(&self, change: impl FnOnce(&mut HashSet<RequestId>)) {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut ids);
        self.count.send_replace(ids.len());
    }

    async fn all_answered(&self) {
        let mut count = self.count.subscribe();
        let answered = count.wait_for(|count| *count == 0);
        let _ = tokio::time::timeout(LONGEST_WAIT, answered).await;
    }
}

/// Passes on what is read, and tells of each line that is no JSON.
struct LineTap<R> {
    input: R,
    /// The line so far.
    line: Vec<u8>,
    /// Whether the line so far is longer than a message can be.
    is_too_long: bool,
    not_json: UnboundedSender<()>,
}

impl<R> LineTap<R> {
    fn take(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (rest, after) = bytes.split_at(end);
            self.append(rest);
            if !self.is_too_long && !is_json(&self.line) {
                // The connection that listens is the one that reads here.
                let _ = self.not_json.send(());
            }
            self.line.clear();
            self.is_too_long = false;
            bytes = after.get(1..).unwrap_or_default();
        }
        self.append(bytes);
    }

    fn append(&mut self, bytes: &[u8]) {
        self.is_too_long |= self.line.len().saturating_add(bytes.len()) >= MAX_MESSAGE_BYTES;
        if self.is_too_long {
            self.line = Vec::new();
        } else {
            self.line.extend_from_slice(bytes);
        }
    }
}

/// Whether a line is JSON, or empty. A byte order mark before it is none of its content.
fn is_json(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    let Ok(text) = std::str::from_utf8(line) else { return false };
    text.is_empty() || serde_json::from_str::<Value>(text).is_ok()
}

impl<R: AsyncRead + Unpin> AsyncRead for LineTap<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.input).poll_read(context, buffer))?;
        let read = buffer.filled().get(before..).unwrap_or_default().to_vec();
        self.take(&read);
        Poll::Ready(Ok(()))
    }
}
