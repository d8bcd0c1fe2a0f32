//! A server on this machine that keeps what it is sent, as GitHub, GitLab, a chat or a webhook would, and fails as asked.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};

/// The login that the token belongs to.
pub(crate) const ROBOT: &str = "robot";
/// How late a late answer is.
const LATENESS: Duration = Duration::from_millis(150);
/// When people write: after any trip.
pub(crate) const LATER: &str = "2999-01-01T08:00:00Z";

/// What the server does with its next request.
#[derive(Debug, Clone)]
pub(crate) enum Fault {
    /// It works.
    None,
    /// It closes the connection and does nothing.
    DropBefore,
    /// It does the work and closes the connection without an answer.
    DropAfter,
    /// It does the work and answers late.
    Late,
    /// It does the work once nobody waits for its answer any more.
    Hold,
    /// It answers so and does nothing.
    Answer(u16, &'static str, &'static str),
    /// It answers with these bytes.
    Bytes(Vec<u8>),
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

/// What the server keeps.
#[derive(Debug, Default)]
pub(crate) struct ServerRecord {
    /// Every request that it did not refuse.
    pub(crate) received: Vec<Received>,
    pub(crate) comments: Vec<Value>,
    pub(crate) statuses: Vec<Value>,
    pub(crate) issues: Vec<Value>,
    pub(crate) faults: VecDeque<Fault>,
    /// How many requests it has held.
    pub(crate) held: usize,
    /// Messages of the topic.
    pub(crate) topic: Vec<Value>,
    /// Where the repository is now, if it was renamed.
    pub(crate) renamed: Option<&'static str>,
}

/// The server. It ends with the test.
pub(crate) struct FakeServer {
    pub(crate) url: String,
    record: Arc<Mutex<ServerRecord>>,
}

impl FakeServer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let record = Arc::new(Mutex::new(ServerRecord::default()));
        let shared = Arc::clone(&record);
        std::thread::spawn(move || {
            // One after the other: who is answered knows that all before have been.
            for stream in listener.incoming().flatten() {
                serve(stream, &shared);
            }
        });
        Self { url, record }
    }

    pub(crate) fn record(&self) -> MutexGuard<'_, ServerRecord> {
        self.record.lock().unwrap()
    }

    /// Waits until everything that was sent before has been served.
    pub(crate) fn settle(&self) {
        let host = self.url.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(b"GET /settle HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
    }

    /// What the next requests meet.
    pub(crate) fn fail(&self, faults: &[Fault]) {
        self.record().faults = faults.iter().cloned().collect();
    }

    /// Waits until it holds a request.
    pub(crate) fn wait_for_held(&self) {
        for _ in 0..6_000 {
            if self.record().held > 0 {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("no request came");
    }

    /// How many comments, statuses and issues there are.
    pub(crate) fn counts(&self) -> [usize; 3] {
        let record = self.record();
        [record.comments.len(), record.statuses.len(), record.issues.len()]
    }

    /// How many comments, statuses and issues were written below this path.
    pub(crate) fn writes_below(&self, api: &str) -> [usize; 3] {
        let record = self.record();
        let writes = record.received.iter().filter(|one| one.method == "POST");
        let paths: Vec<&str> = writes.filter_map(|one| one.path.strip_prefix(api)).collect();
        let count = |is_kind: fn(&str) -> bool| paths.iter().filter(|path| is_kind(path)).count();
        [
            count(|path| path.ends_with("/comments") || path.ends_with("/notes")),
            count(|path| path.starts_with("/statuses/")),
            count(|path| path == "/issues"),
        ]
    }

    /// A person of this login comments on an issue. Returns the place of the comment.
    pub(crate) fn comment(&self, issue: u64, login: &str, text: &str) -> usize {
        let author = json!({"login": login, "username": login, "type": "User"});
        let mut record = self.record();
        let id = record.comments.len() + 1;
        record.comments.push(of_author(json!({"body": text}), id, Some(issue), &author));
        id - 1
    }

    /// A person of this login closes the issue that asks for one.
    pub(crate) fn close(&self, login: &str) {
        let issue = &mut self.record().issues[0];
        issue["state"] = json!("closed");
        issue["closed_at"] = json!(LATER);
        issue["closed_by"] = json!({"login": login, "username": login});
    }

    /// The requests that wrote to this path.
    pub(crate) fn written_to(&self, path: &str) -> Vec<Received> {
        let record = self.record();
        let written = record.received.iter().filter(|one| one.method == "POST" && one.path == path);
        written.cloned().collect()
    }
}

/// Answers one request; a client that was killed sends none, or half of one.
fn serve(mut stream: TcpStream, mutex: &Mutex<ServerRecord>) {
    let Some(request) = read(&stream) else { return };
    if request.path == "/settle" {
        return;
    }
    let mut record = mutex.lock().unwrap();
    let fault = record.faults.pop_front().unwrap_or(Fault::None);
    match fault {
        Fault::DropBefore => {}
        Fault::Answer(status, headers, body) => {
            let _ = write!(
                stream,
                "HTTP/1.1 {status} X\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
        }
        Fault::Bytes(body) => {
            let length = body.len();
            let head = "connection: close\r\n\r\n";
            let _ = write!(stream, "HTTP/1.1 200 X\r\ncontent-length: {length}\r\n{head}");
            let _ = stream.write_all(&body);
        }
        Fault::DropAfter => drop(record.answer(request)),
        Fault::Hold => {
            record.held += 1;
            drop(record);
            let _ = stream.read(&mut [0]);
            drop(mutex.lock().unwrap().answer(request));
        }
        Fault::None | Fault::Late => {
            if matches!(fault, Fault::Late) {
                std::thread::sleep(LATENESS);
            }
            let (status, headers, body) = record.answer(request);
            drop(record);
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
            );
            let _ = stream.write_all(body.as_bytes());
        }
    }
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let mut request = Received { method, path, headers, body: Vec::new() };
    let length = request.header("content-length").and_then(|it| it.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    reader.read_exact(&mut request.body).ok()?;
    Some(request)
}

impl ServerRecord {
    /// Somebody writes to the topic.
    pub(crate) fn publish(&mut self, text: &str) {
        let id = format!("m{}", self.topic.len());
        self.topic.push(json!({"id": id, "time": 1, "event": "message", "message": text}));
    }

    /// Does what a request asks for; the status, further headers and the body of the answer.
    fn answer(&mut self, request: Received) -> (u16, String, String) {
        let (path, query) = match request.path.split_once('?') {
            Some((path, query)) => (path.to_owned(), query.to_owned()),
            None => (request.path.clone(), String::new()),
        };
        let is_write = request.method == "POST";
        let sent = serde_json::from_slice::<Value>(&request.body).unwrap_or(Value::Null);
        if let Some(new) = self.renamed.filter(|_| path.contains("/repos/acme/shop")) {
            let to = request.path.replace("/repos/acme/shop", new);
            return (301, format!("location: {to}\r\n"), String::new());
        }
        let text = String::from_utf8_lossy(&request.body).into_owned();
        self.received.push(request);
        if path.ends_with("/user") {
            return (200, String::new(), json!({"login": ROBOT, "username": ROBOT}).to_string());
        }
        let number = path.split("/issues/").nth(1).and_then(|rest| rest.split('/').next());
        let number: Option<u64> = number.and_then(|number| number.parse().ok());
        let list = if path.ends_with("/comments") || path.ends_with("/notes") {
            &mut self.comments
        } else if path.contains("/statuses") {
            &mut self.statuses
        } else if path.ends_with("/issues") {
            &mut self.issues
        } else if let Some(number) = number {
            let issue = self.issues.iter().find(|issue| issue["number"] == number);
            return match issue {
                Some(issue) => (200, String::new(), issue.to_string()),
                None => (404, String::new(), "{}".to_owned()),
            };
        } else if path.ends_with("/json") {
            let lines: String = self.topic.iter().map(|message| format!("{message}\n")).collect();
            return (200, String::new(), lines);
        } else {
            self.publish(&text);
            return (200, String::new(), "ok".to_owned());
        };
        if is_write {
            let mut entry = sent;
            // GitLab takes a state and tells a status.
            entry["status"] = entry["state"].clone();
            if path.ends_with("/issues") {
                let number = 101 + list.len();
                (entry["number"], entry["iid"]) = (json!(number), json!(number));
                entry["state"] = json!("open");
            }
            let author = json!({"login": ROBOT, "username": ROBOT, "type": "User"});
            let id = list.len() + 1;
            list.push(of_author(entry, id, number, &author));
            return (201, String::new(), "{}".to_owned());
        }
        let page = query.split('&').find_map(|part| part.strip_prefix("page="));
        let page: usize = page.and_then(|page| page.parse().ok()).unwrap_or(1);
        let is_asked = |entry: &&Value| entry["issue"].is_null() || entry["issue"] == json!(number);
        let entries: Vec<&Value> =
            list.iter().filter(is_asked).skip((page - 1) * 100).take(100).collect();
        (200, String::new(), json!(entries).to_string())
    }
}

/// An entry of an issue as both forges tell it.
fn of_author(mut entry: Value, id: usize, issue: Option<u64>, author: &Value) -> Value {
    (entry["id"], entry["issue"]) = (json!(id), json!(issue));
    (entry["user"], entry["author"]) = (author.clone(), author.clone());
    (entry["created_at"], entry["updated_at"]) = (json!(LATER), json!(LATER));
    entry
}
