//! The policy: in order, in force, and fed.

use fusebox_config::{CompileRequest, compile_policy, unreported_limits};
use fusebox_engine::{EnforcementMode, Policy};

use super::check::Checks;
use crate::client_settings;
use crate::context::Context;
use crate::policy::{self, PolicyArgs};

/// The policy that holds here, if there is one.
pub(super) fn check(context: &Context, checks: &mut Checks) -> Option<Policy> {
    checks.begin("Policy");
    let read = policy::look(context, None).and_then(|looked_at| {
        let layers = policy::layers(&PolicyArgs::default(), &looked_at)?;
        Ok((looked_at, layers))
    });
    let (looked_at, layers) = match read {
        Ok(read) => read,
        Err(error) => {
            checks.bad(error.to_string(), "check who owns the file and its mode");
            return None;
        }
    };
    let compiled = match compile_policy(&layers, &CompileRequest::default()) {
        Ok(compiled) => compiled,
        Err(problems) => {
            for problem in problems.iter() {
                checks.bad(problem.to_string(), "");
            }
            checks.bad("until that is mended, the last good policy holds", "fusebox config check");
            return None;
        }
    };
    let files: Vec<String> = looked_at
        .user
        .iter()
        .chain(&looked_at.project)
        .map(|file| file.display().to_string())
        .collect();
    let from = if files.is_empty() { "no file".to_owned() } else { files.join(", ") };
    checks.good(format!("preset {}, {from}", compiled.policy.preset.join(" + ")));
    if compiled.policy.mode == EnforcementMode::Observe {
        checks.warning("mode = \"observe\": nothing is refused", "fusebox config show says where");
    }
    let clients = client_settings::hooked_clients(context);
    for notice in compiled
        .notices
        .iter()
        .chain(&unreported_limits(&compiled.policy, &client_settings::usage_feeds(&clients)))
    {
        checks.warning(notice.to_string(), "");
    }
    Some(compiled.policy)
}
