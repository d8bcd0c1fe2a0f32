//! The policies that sessions are folded under, all in observe mode.

use fusebox_config::{CompileRequest, ConfigProblems, PolicyLayer, compile_policy};
use fusebox_engine::{EnforcementMode, Policy};

/// The policy of a preset, or of several (`budget,tdd`), in observe mode.
///
/// # Errors
/// There is no such preset, or this version does not have its rules yet.
pub fn preset_policy(name: &str) -> Result<Policy, ConfigProblems> {
    let layer = PolicyLayer::flag("--preset", "preset", name);
    Ok(in_observe_mode(compile_policy(&[layer], &CompileRequest::default())?.policy))
}

/// The same policy in observe mode: a recorded call has happened and cannot be refused.
#[must_use]
pub fn in_observe_mode(policy: Policy) -> Policy {
    Policy { mode: EnforcementMode::Observe, ..policy }
}
