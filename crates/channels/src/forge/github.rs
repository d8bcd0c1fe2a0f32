//! GitHub's interface: where each step is written, and where it is looked for.

use fusebox_advisor::KeySource;
use serde_json::{Value, json};

use super::{ForgeStep, ForgeTarget, PAGE, commit, since, texts};
use crate::http::TokenHeader;
use crate::{DeliveryError, EscalationMessage};

pub(super) fn headers(token: &KeySource) -> (Vec<(&'static str, String)>, TokenHeader) {
    let headers = vec![
        ("accept", "application/vnd.github+json".to_owned()),
        ("x-github-api-version", "2022-11-28".to_owned()),
    ];
    let token = TokenHeader {
        name: "authorization",
        prefix: "Bearer ",
        source: token.clone(),
        what: "the token of GitHub",
    };
    (headers, token)
}

pub(super) fn write(
    step: ForgeStep,
    target: &ForgeTarget,
    message: &EscalationMessage,
    state: &str,
) -> Result<(String, Value), DeliveryError> {
    let repo = format!("/repos/{}", target.project);
    Ok(match step {
        ForgeStep::Comment => (
            format!("{repo}/issues/{}/comments", target.issue),
            json!({"body": texts::comment(message)}),
        ),
        ForgeStep::Issue => (
            format!("{repo}/issues"),
            json!({
                "title": texts::title(target, message),
                "body": texts::issue(target, message),
                "labels": ["needs-human", "escalation"],
            }),
        ),
        ForgeStep::Status | ForgeStep::StatusBack => (
            format!("{repo}/statuses/{}", commit(target)?),
            json!({
                "state": state,
                "context": texts::status_name(message),
                "description": texts::status_text(step, message),
            }),
        ),
    })
}

/// The list in which a step that was done is found. The search of GitHub would be of no use: it is minutes behind.
pub(super) fn list_url(
    step: ForgeStep,
    target: &ForgeTarget,
    since_ms: u64,
    page: usize,
) -> Result<String, DeliveryError> {
    let (repo, since) = (format!("/repos/{}", target.project), since(since_ms));
    let page = format!("per_page={PAGE}&page={page}");
    Ok(match step {
        ForgeStep::Comment => {
            format!("{repo}/issues/{}/comments?since={since}&{page}", target.issue)
        }
        ForgeStep::Issue => {
            format!("{repo}/issues?state=all&sort=created&direction=desc&since={since}&{page}")
        }
        ForgeStep::Status | ForgeStep::StatusBack => {
            format!("{repo}/commits/{}/statuses?{page}", commit(target)?)
        }
    })
}
