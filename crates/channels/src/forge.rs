//! GitHub and GitLab: a comment, a commit status and an issue, each exactly once.
//!
//! Neither takes an idempotency id, so what may have been written is looked for before it is written again: a comment
//! and an issue by a mark that nobody sees and nobody can guess, a status by its name and its text.

mod github;
mod gitlab;
mod reading;
mod texts;

pub use self::reading::{ForgeComment, IssueEnd};

use fusebox_advisor::KeySource;
use serde_json::Value;

use crate::channel::{PlannedRequest, optional_key};
use crate::http::{Address, HttpRequest};
use crate::{DeliveryError, EscalationMessage, SendContext};

/// Entries on a page of a list.
const PAGE: usize = 100;
/// Pages that are read before the search is given up.
const PAGES: usize = 40;
/// How long a list is read, in seconds. Nothing is written later: another process may have taken the delivery over.
pub(crate) const LIST_SECONDS: u64 = 45;

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForgeKind {
    /// GitHub.
    GitHub,
    /// GitLab.
    GitLab,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForgeStep {
    /// A comment at the issue of the task.
    Comment,
    /// The status of the commit: failed.
    Status,
    /// An issue that asks for a person.
    Issue,
    /// The status of the commit: a person ended the escalation.
    StatusBack,
}

/// Where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgeTarget {
    /// `OWNER/REPO`, of GitLab with every group.
    pub project: String,
    /// The number of the issue.
    pub issue: u64,
    /// The commit whose status it is; none where there is no commit.
    pub commit: Option<String>,
}

/// What is known of earlier attempts at the same step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriorAttempts {
    /// Whether there were any.
    pub were_made: bool,
    /// When the step was queued, in milliseconds since the Unix epoch: nothing of it is older.
    pub since_ms: u64,
}

/// A list of a forge: of comments, statuses or issues.
#[derive(Clone, Copy)]
struct List<'a> {
    step: ForgeStep,
    target: &'a ForgeTarget,
    /// Nothing that is looked for is older.
    since_ms: u64,
}

/// One of the two, and how to reach it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forge {
    kind: ForgeKind,
    api: String,
    token: KeySource,
}

impl ForgeKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::GitHub, Self::GitLab];

    /// Its name, as the settings have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::GitHub => "github",
            Self::GitLab => "gitlab",
        }
    }
}

impl ForgeStep {
    /// What is written at a trip, in this order.
    pub const AT_TRIP: [Self; 3] = [Self::Comment, Self::Status, Self::Issue];
    /// Every step.
    pub const ALL: [Self; 4] = [Self::Comment, Self::Status, Self::Issue, Self::StatusBack];

    /// Its name in the outbox.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::Status => "status",
            Self::Issue => "issue",
            Self::StatusBack => "status_back",
        }
    }
}

impl ForgeTarget {
    /// Reads `OWNER/REPO#N`.
    #[must_use]
    pub fn parse(issue: &str) -> Option<Self> {
        let (project, number) = issue.rsplit_once('#')?;
        let is_part = |part: &str| {
            let is_named = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            !part.is_empty() && part != "." && part != ".." && part.bytes().all(is_named)
        };
        let is_project = project.contains('/') && project.split('/').all(is_part);
        let issue = number.parse().ok().filter(|number| *number > 0 && is_project)?;
        Some(Self { project: project.to_owned(), issue, commit: None })
    }
}

impl Forge {
    /// One of the two at this address; empty settings are the public one and its own command line's token.
    ///
    /// # Errors
    /// What is wrong in the settings, for people.
    pub fn new(kind: ForgeKind, api: &str, token: &str) -> Result<Self, String> {
        let (default_api, default_token, key) = match kind {
            ForgeKind::GitHub => ("https://api.github.com", "gh auth token", "github_token"),
            ForgeKind::GitLab => ("https://gitlab.com/api/v4", "", "gitlab_token"),
        };
        let token = match optional_key(token, key)? {
            Some(source) => source,
            None if default_token.is_empty() => return Err(format!("`escalate.{key}` is not set")),
            None => KeySource::Command(default_token.to_owned()),
        };
        let api = if api.is_empty() { default_api } else { api.trim_end_matches('/') };
        Ok(Self { kind, api: api.to_owned(), token })
    }

    /// The request of a step, to be shown.
    ///
    /// # Errors
    /// When the step has nothing to write on.
    pub fn request(
        &self,
        step: ForgeStep,
        target: &ForgeTarget,
        message: &EscalationMessage,
    ) -> Result<PlannedRequest, DeliveryError> {
        Ok(self.write_request(step, target, message)?.into())
    }

    /// Does a step, unless an earlier attempt has done it already.
    ///
    /// # Errors
    /// When it was not done, or nobody knows.
    pub fn deliver(
        &self,
        step: ForgeStep,
        target: &ForgeTarget,
        message: &EscalationMessage,
        prior: PriorAttempts,
        context: &SendContext<'_>,
    ) -> Result<(), DeliveryError> {
        let write = self.write_request(step, target, message)?;
        if prior.were_made && self.is_done(step, target, message, prior, context)? {
            return Ok(());
        }
        if prior.were_made && has_read_too_long(context.now_ms) {
            return Err(self.read_too_long());
        }
        write.send(context).map(drop)
    }

    /// Whether an earlier attempt has done the step.
    fn is_done(
        &self,
        step: ForgeStep,
        target: &ForgeTarget,
        message: &EscalationMessage,
        prior: PriorAttempts,
        context: &SendContext<'_>,
    ) -> Result<bool, DeliveryError> {
        let is_ours = |entry: &Value| self.is_ours(step, entry, message);
        let list = List { step, target, since_ms: prior.since_ms };
        self.look_through(list, context, |entries| entries.iter().any(is_ours))
    }

    /// Reads a list page by page, until `is_found` says so; says whether it did.
    fn look_through(
        &self,
        list: List<'_>,
        context: &SendContext<'_>,
        mut is_found: impl FnMut(&[Value]) -> bool,
    ) -> Result<bool, DeliveryError> {
        let List { step, target, since_ms } = list;
        let began_ms = now_ms();
        for page in 1..=PAGES {
            if has_read_too_long(began_ms) {
                return Err(self.read_too_long());
            }
            let url = match self.kind {
                ForgeKind::GitHub => github::list_url(step, target, since_ms, page),
                ForgeKind::GitLab => gitlab::list_url(step, target, since_ms, page),
            };
            let reply = self.get(&url?).send(context)?;
            // One comment that is no UTF-8 must not hide the others.
            let text = String::from_utf8_lossy(&reply.body);
            let entries = serde_json::from_str::<Vec<Value>>(&text)
                .map_err(|_| DeliveryError::later(format!("{}: its list is no JSON", self.api)))?;
            if is_found(&entries) {
                return Ok(true);
            }
            if entries.len() < PAGE {
                return Ok(false);
            }
        }
        let text = format!("{}: too much was written since to look for what is ours", self.api);
        Err(DeliveryError::Never(text))
    }

    fn read_too_long(&self) -> DeliveryError {
        DeliveryError::later(format!("{}: its list takes too long to read", self.api))
    }

    fn is_ours(&self, step: ForgeStep, entry: &Value, message: &EscalationMessage) -> bool {
        let text = |key: &str| entry[key].as_str().unwrap_or_default();
        let (body, name, state) = match self.kind {
            ForgeKind::GitHub => ("body", "context", "state"),
            ForgeKind::GitLab if step == ForgeStep::Issue => ("description", "name", "status"),
            ForgeKind::GitLab => ("body", "name", "status"),
        };
        match step {
            ForgeStep::Comment | ForgeStep::Issue => text(body).contains(&texts::mark(message)),
            ForgeStep::Status | ForgeStep::StatusBack => {
                text(name) == texts::status_name(message)
                    && text(state) == self.state(step)
                    && text("description") == texts::status_text(step, message)
            }
        }
    }

    fn state(&self, step: ForgeStep) -> &'static str {
        match (step, self.kind) {
            (ForgeStep::StatusBack, _) => "success",
            (_, ForgeKind::GitHub) => "failure",
            (_, ForgeKind::GitLab) => "failed",
        }
    }

    fn write_request(
        &self,
        step: ForgeStep,
        target: &ForgeTarget,
        message: &EscalationMessage,
    ) -> Result<HttpRequest, DeliveryError> {
        let state = self.state(step);
        let (url, body) = match self.kind {
            ForgeKind::GitHub => github::write(step, target, message, state)?,
            ForgeKind::GitLab => gitlab::write(step, target, message, state)?,
        };
        let request = HttpRequest::post(Address::Plain(format!("{}{url}", self.api)), &body);
        Ok(self.as_us(request))
    }

    fn get(&self, url: &str) -> HttpRequest {
        self.as_us(HttpRequest {
            body: None,
            address: Address::Plain(format!("{}{url}", self.api)),
            headers: Vec::new(),
            token: None,
            signature: None,
            suffix: String::new(),
            code: None,
        })
    }

    fn as_us(&self, mut request: HttpRequest) -> HttpRequest {
        let (headers, token) = match self.kind {
            ForgeKind::GitHub => github::headers(&self.token),
            ForgeKind::GitLab => gitlab::headers(&self.token),
        };
        request.headers.extend(headers);
        request.token = Some(token);
        request
    }
}

/// The commit of a target; a status without one has nothing to stand on.
fn commit(target: &ForgeTarget) -> Result<&str, DeliveryError> {
    target.commit.as_deref().ok_or_else(|| {
        let text = "the folder of the task has no commit for a status to stand on";
        DeliveryError::Never(text.to_owned())
    })
}

/// Whether lists have been read for too long since this time, in milliseconds.
fn has_read_too_long(began_ms: u64) -> bool {
    now_ms().saturating_sub(began_ms) > LIST_SECONDS * 1_000
}

fn now_ms() -> u64 {
    u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or_default()
}

/// A time as both read it, a day earlier: their clock may be behind ours.
fn since(ms: u64) -> String {
    let day = 24 * 3_600_000;
    let ms = i64::try_from(ms.saturating_sub(day)).unwrap_or_default();
    let at = jiff::Timestamp::from_second(ms / 1_000).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    at.to_string()
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::path::Path;

    use super::*;

    /// What a second attempt meets at a server with empty lists, if the first request of it was made at `now_ms`.
    fn second_attempt(now_ms: u64) -> (Result<(), DeliveryError>, Vec<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let api = format!("http://{}", listener.local_addr().unwrap());
        let server = std::thread::spawn(move || {
            let mut methods = Vec::new();
            loop {
                let (mut stream, _) = listener.accept().unwrap();
                let mut request = [0; 4_096];
                let length = stream.read(&mut request).unwrap();
                let request = String::from_utf8_lossy(&request[..length]).into_owned();
                if request.starts_with("END") {
                    return methods;
                }
                methods.extend(request.split_whitespace().next().map(str::to_owned));
                let head = "HTTP/1.1 200 X\r\ncontent-length: 2\r\nconnection: close";
                let _ = write!(stream, "{head}\r\n\r\n[]");
            }
        });
        let forge = Forge::new(ForgeKind::GitHub, &api, "command:echo t").unwrap();
        let target = ForgeTarget::parse("acme/shop#42").unwrap();
        let prior = PriorAttempts { were_made: true, since_ms: now_ms };
        let context = SendContext { dir: Path::new("/"), now_ms };
        let message = EscalationMessage::default();
        let sent = forge.deliver(ForgeStep::Comment, &target, &message, prior, &context);
        let host = api.strip_prefix("http://").unwrap();
        std::net::TcpStream::connect(host).unwrap().write_all(b"END").unwrap();
        (sent, server.join().unwrap())
    }

    #[test]
    fn esc3_nothing_is_written_after_lists_were_read_for_too_long() {
        let (sent, methods) = second_attempt(now_ms());
        assert_eq!((sent.is_ok(), methods), (true, vec!["GET".to_owned(), "POST".to_owned()]));
        let (sent, methods) = second_attempt(now_ms() - (LIST_SECONDS + 1) * 1_000);
        assert_eq!(methods, ["GET"]);
        assert!(matches!(sent, Err(DeliveryError::Later { .. })), "{sent:?}");
    }

    #[test]
    fn an_issue_is_read_and_what_could_leave_its_path_is_none() {
        let target = ForgeTarget::parse("acme/shop#42").unwrap();
        assert_eq!((target.project.as_str(), target.issue), ("acme/shop", 42));
        assert!(ForgeTarget::parse("group/sub/shop#1").is_some());
        for wrong in
            ["#41", "shop#1", "acme/shop", "acme/shop#0", "acme/../x#1", "a/b?x#1", "a//b#1"]
        {
            assert_eq!(ForgeTarget::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_search_begins_a_day_before_the_step_was_queued() {
        assert_eq!(since(1_795_309_608_000), "2026-11-21T01:06:48Z");
        assert_eq!(since(5), "1970-01-01T00:00:00Z");
    }
}
