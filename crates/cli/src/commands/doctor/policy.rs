//! The policy: whether it compiles, what it obeys, and which limits no client can feed.

use fusebox_engine::{EnforcementMode, Policy};
use fusebox_guard::policies::{self, PolicyError};

use super::check::CheckReport;
use crate::{Context, client_settings, policy};

/// The policy of this folder, if it compiles.
pub(super) fn check(context: &Context, report: &mut CheckReport) -> Option<Policy> {
    report.begin("Policy");
    let next = "check who owns the file and its mode";
    let layers = report.ok_or_bad(policy::layers_around(context, Some(&context.dir)), next)?;
    let read = report.ok_or_bad(policy::read(&layers), next)?;
    let compiled = match policies::compile_role(&read, None) {
        Ok(compiled) => compiled,
        Err(error) => {
            if let PolicyError::Mistakes(problems) = error {
                problems.iter().for_each(|problem| report.bad(problem.to_string(), ""));
            }
            report.bad(
                "until this is corrected, the last good policy is used",
                "fusebox config check",
            );
            return None;
        }
    };
    let files = layers.user.iter().chain(&layers.project);
    let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
    let source = if files.is_empty() { "no file".to_owned() } else { files.join(", ") };
    report.good(format!("preset {}, {source}", compiled.policy.preset.join(" + ")));
    if compiled.policy.mode == EnforcementMode::Observe {
        report.warning("mode = \"observe\": nothing is refused", "fusebox config show says where");
    }
    for notice in client_settings::policy_notices(context, &compiled) {
        report.warning(notice.to_string(), "");
    }
    Some(compiled.policy)
}

/// Whether a file of the policy has changes by an agent that nobody accepted.
pub(super) fn check_withheld(context: &Context, report: &mut CheckReport) {
    if let Ok(Some(withheld)) = policy::withheld(context) {
        report.warning(withheld.text(), policy::ACCEPT);
    }
}
