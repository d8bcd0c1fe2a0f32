//! GitLab's interface: where each step is written, and where it is looked for.

use fusebox_advisor::KeySource;
use serde_json::{Value, json};

use super::{ForgeStep, ForgeTarget, PAGE, commit, since, texts};
use crate::http::TokenHeader;
use crate::{DeliveryError, EscalationMessage};

pub(super) fn headers(token: &KeySource) -> (Vec<(&'static str, String)>, TokenHeader) {
    let token = TokenHeader {
        name: "private-token",
        prefix: "",
        source: token.clone(),
        what: "the token of GitLab",
    };
    (Vec::new(), token)
}

pub(super) fn write(
    step: ForgeStep,
    target: &ForgeTarget,
    message: &EscalationMessage,
    state: &str,
) -> Result<(String, Value), DeliveryError> {
    let project = project(target);
    Ok(match step {
        ForgeStep::Comment => (
            format!("{project}/issues/{}/notes", target.issue),
            json!({"body": texts::comment(message)}),
        ),
        ForgeStep::Issue => (
            format!("{project}/issues"),
            json!({
                "title": texts::title(target, message),
                "description": texts::issue(target, message),
                "labels": "needs-human,escalation",
            }),
        ),
        ForgeStep::Status | ForgeStep::StatusBack => (
            format!("{project}/statuses/{}", commit(target)?),
            json!({
                "state": state,
                "name": texts::status_name(message),
                "description": texts::status_text(step, message),
            }),
        ),
    })
}

/// The list in which a step that was done is found.
pub(super) fn list_url(
    step: ForgeStep,
    target: &ForgeTarget,
    since_ms: u64,
    page: usize,
) -> Result<String, DeliveryError> {
    let (project, since) = (project(target), since(since_ms));
    let page = format!("per_page={PAGE}&page={page}");
    Ok(match step {
        ForgeStep::Comment => {
            format!("{project}/issues/{}/notes?sort=desc&order_by=created_at&{page}", target.issue)
        }
        ForgeStep::Issue => {
            format!("{project}/issues?scope=all&created_after={since}&sort=desc&{page}")
        }
        ForgeStep::Status | ForgeStep::StatusBack => {
            format!("{project}/repository/commits/{}/statuses?all=true&{page}", commit(target)?)
        }
    })
}

/// A project is one part of a path: its slashes are escaped.
pub(super) fn project(target: &ForgeTarget) -> String {
    format!("/projects/{}", target.project.replace('/', "%2F"))
}
