//! The policies that sessions are folded under: by the name of a preset, denying nothing.

use fusebox_config::{CompileRequest, ConfigProblems, PolicyLayer, compile_policy};
use fusebox_engine::{EnforcementMode, Policy};

/// The policy of a preset, or of several (`budget,tdd`).
///
/// # Errors
/// When there is no such preset, or this version does not have its rules yet.
pub fn preset_policy(name: &str) -> Result<Policy, ConfigProblems> {
    let layer = PolicyLayer::flag("--preset", "preset", name);
    Ok(observed(compile_policy(&[layer], &CompileRequest::default())?.policy))
}

/// The same policy, which denies nothing: what happened did happen.
#[must_use]
pub fn observed(policy: Policy) -> Policy {
    Policy { mode: EnforcementMode::Observe, ..policy }
}
