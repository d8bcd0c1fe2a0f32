//! What people answer at GitHub and GitLab: comments, who wrote them, and issues that were closed.

use serde_json::Value;

use super::{Forge, ForgeKind, ForgeStep, ForgeTarget, List, gitlab, texts};
use crate::{DeliveryError, SendContext};

/// A comment of an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgeComment {
    /// Its number, which no other comment of the server has.
    pub id: u64,
    /// The login of who wrote it.
    pub author: String,
    /// Whether a program wrote it, as far as the server tells.
    pub is_of_program: bool,
    /// Whether it was changed after it was written.
    pub is_edited: bool,
    /// When it was written, in milliseconds since the Unix epoch by the server's clock, in whole seconds.
    pub at_ms: u64,
    /// Its text.
    pub text: String,
}

/// How an issue stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssueEnd {
    /// It is open.
    Open,
    /// It is closed; by whom, where the server tells.
    Closed {
        /// The login of who closed it.
        by: Option<String>,
        /// When, as the server writes it.
        at: String,
    },
}

impl Forge {
    /// The login that the token belongs to. An agent of this machine can write as it.
    ///
    /// # Errors
    /// When the server does not tell.
    pub fn login(&self, context: &SendContext<'_>) -> Result<String, DeliveryError> {
        let user = self.read("/user", context)?;
        let login = self.login_in(&user).map(str::to_owned);
        login.ok_or_else(|| DeliveryError::later(format!("{}: it names no user", self.api)))
    }

    /// The comments of an issue that may be newer than `since_ms`, the oldest first.
    ///
    /// # Errors
    /// When they cannot be read, or are too many.
    pub fn comments(
        &self,
        target: &ForgeTarget,
        since_ms: u64,
        context: &SendContext<'_>,
    ) -> Result<Vec<ForgeComment>, DeliveryError> {
        let mut comments = Vec::new();
        let list = List { step: ForgeStep::Comment, target, since_ms };
        self.look_through(list, context, |entries| {
            comments.extend(entries.iter().filter_map(|entry| self.comment(entry)));
            // The newest come first at GitLab, which has no way to ask for those since a time.
            self.kind == ForgeKind::GitLab
                && comments.last().is_some_and(|oldest: &ForgeComment| oldest.at_ms < since_ms)
        })?;
        comments.sort_by_key(|comment: &ForgeComment| comment.id);
        Ok(comments)
    }

    /// The number of the issue that asks for a person: the one with the mark of the message `id`.
    ///
    /// # Errors
    /// When the issues cannot be read.
    pub fn find_issue(
        &self,
        target: &ForgeTarget,
        id: &str,
        since_ms: u64,
        context: &SendContext<'_>,
    ) -> Result<Option<u64>, DeliveryError> {
        let (mark, mut found) = (texts::mark_of(id), None);
        let (body, number) = match self.kind {
            ForgeKind::GitHub => ("body", "number"),
            ForgeKind::GitLab => ("description", "iid"),
        };
        let list = List { step: ForgeStep::Issue, target, since_ms };
        self.look_through(list, context, |entries| {
            let is_ours =
                |entry: &&Value| entry[body].as_str().is_some_and(|it| it.contains(&mark));
            found = entries.iter().find(is_ours).and_then(|entry| entry[number].as_u64());
            found.is_some()
        })?;
        Ok(found)
    }

    /// Whether an issue is closed, and by whom.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn issue_end(
        &self,
        target: &ForgeTarget,
        context: &SendContext<'_>,
    ) -> Result<IssueEnd, DeliveryError> {
        let number = target.issue;
        let issue = match self.kind {
            ForgeKind::GitHub => format!("/repos/{}/issues/{number}", target.project),
            ForgeKind::GitLab => format!("{}/issues/{number}", gitlab::project(target)),
        };
        let issue = self.read(&issue, context)?;
        if issue["state"] != "closed" {
            return Ok(IssueEnd::Open);
        }
        let at = issue["closed_at"].as_str().unwrap_or_default().to_owned();
        Ok(IssueEnd::Closed { by: self.login_in(&issue["closed_by"]).map(str::to_owned), at })
    }

    fn read(&self, url: &str, context: &SendContext<'_>) -> Result<Value, DeliveryError> {
        let reply = self.get(url).send(context)?;
        let text = String::from_utf8_lossy(&reply.body);
        serde_json::from_str(&text)
            .map_err(|_| DeliveryError::later(format!("{}: its answer is no JSON", self.api)))
    }

    fn login_in<'a>(&self, user: &'a Value) -> Option<&'a str> {
        let key = match self.kind {
            ForgeKind::GitHub => "login",
            ForgeKind::GitLab => "username",
        };
        user[key].as_str().filter(|login| !login.is_empty())
    }

    /// Reads an entry of the list; nothing where it is no comment of anybody.
    fn comment(&self, entry: &Value) -> Option<ForgeComment> {
        let user = match self.kind {
            ForgeKind::GitHub => &entry["user"],
            ForgeKind::GitLab => &entry["author"],
        };
        let (created, updated) = (entry["created_at"].as_str()?, entry["updated_at"].as_str());
        Some(ForgeComment {
            id: entry["id"].as_u64()?,
            author: self.login_in(user)?.to_owned(),
            is_of_program: user["type"] == "Bot"
                || user["bot"] == true
                || entry["system"] == true
                || !entry["performed_via_github_app"].is_null(),
            // A server that does not say when it was changed may hide a change.
            is_edited: updated != Some(created),
            at_ms: ms_of(created)?,
            text: entry["body"].as_str()?.to_owned(),
        })
    }
}

fn ms_of(time: &str) -> Option<u64> {
    let at: jiff::Timestamp = time.parse().ok()?;
    u64::try_from(at.as_second()).ok().map(|seconds| seconds * 1_000)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry() -> Value {
        json!({"id": 7, "user": {"login": "alice", "type": "User"}, "body": "fusebox reset",
            "created_at": "2026-11-26T06:00:00Z", "updated_at": "2026-11-26T06:00:00Z",
            "performed_via_github_app": null})
    }

    fn read(entry: &Value) -> Option<ForgeComment> {
        Forge::new(ForgeKind::GitHub, "", "env:T").unwrap().comment(entry)
    }

    #[test]
    fn esc5_who_wrote_a_comment_and_whether_it_was_changed_is_read() {
        let comment = read(&entry()).unwrap();
        assert_eq!((comment.id, comment.author.as_str()), (7, "alice"));
        assert!(!comment.is_of_program && !comment.is_edited);
        assert_eq!(comment.at_ms, 1_795_672_800_000);
        let changed = |key: &str, value: Value| {
            let mut entry = entry();
            entry[key] = value;
            read(&entry)
        };
        assert!(changed("updated_at", json!("2026-11-26T06:00:01Z")).unwrap().is_edited);
        assert!(changed("updated_at", Value::Null).unwrap().is_edited);
        assert!(changed("performed_via_github_app", json!({"id": 1})).unwrap().is_of_program);
        let bot = json!({"login": "alice", "type": "Bot"});
        assert!(changed("user", bot).unwrap().is_of_program);
        for key in ["user", "created_at", "id", "body"] {
            assert_eq!(changed(key, Value::Null), None, "{key}");
        }
    }
}
