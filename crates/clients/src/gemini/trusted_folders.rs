//! The file in which Gemini CLI, and Qwen Code after it, keeps which folders a person trusts. In one that is
//! not trusted no hook runs.

use crate::hook_settings::{ANY, HookSwitch, lost_switches};

const SWITCHES: &[HookSwitch] = &[HookSwitch::unless(&[ANY], "DO_NOT_TRUST")];

/// Compares two contents of the file; see [`LostProtection`](crate::LostProtection).
pub(crate) fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    lost_switches(SWITCHES, accepted, present)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g01_a_folder_that_is_not_trusted_any_more_is_a_loss() {
        let lost = |text: &str| lost_protection(Some(b"{}"), Some(text.as_bytes())).len();
        assert_eq!(lost(r#"{"/w":"DO_NOT_TRUST","/v":"TRUST_FOLDER"}"#), 1);
        assert_eq!(lost(r#"{"/w":"TRUST_FOLDER","/v":"TRUST_PARENT"}"#), 0);
    }
}
