//! The policies that sessions are folded under: by the name of a preset, denying nothing.

use fusebox_config::{Layer, Problems, Request, compile};
use fusebox_engine::{EnforcementMode, Policy};

/// The policy of a preset, or of several (`budget,tdd`).
///
/// # Errors
/// When there is no such preset, or this version does not have its rules yet.
pub fn preset_policy(name: &str) -> Result<Policy, Problems> {
    let layer = Layer::flag("--preset", "preset", name);
    Ok(observed(compile(&[layer], &Request::default())?.policy))
}

/// The same policy, which denies nothing: what happened did happen.
#[must_use]
pub fn observed(policy: Policy) -> Policy {
    Policy { mode: EnforcementMode::Observe, ..policy }
}
