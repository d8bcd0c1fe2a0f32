//! Caps that an agent program puts on itself, where an environment variable sets them.

use fusebox_engine::{Limit, Policy};

/// A cap of an agent program on itself.
#[derive(Debug)]
pub struct OwnCap {
    /// The environment variable that sets it, to a whole number from 1 on.
    pub variable: &'static str,
    /// The cap without the variable.
    pub default: u64,
    /// The setting of ours that lowers it.
    pub setting: &'static str,
    /// The limit of that setting.
    pub(crate) limit: fn(&Policy) -> Limit,
}

impl OwnCap {
    /// The number that lowers the cap to the limit of a policy; `None` where it is as low already. `set` is the
    /// variable as the person has it: a cap is never raised.
    #[must_use]
    pub fn lowered(&self, policy: &Policy, set: Option<&str>) -> Option<u64> {
        let limit = (self.limit)(policy).get()?;
        let number = set.and_then(|text| text.trim().parse::<u64>().ok());
        let in_force = number.filter(|number| *number > 0).unwrap_or(self.default);
        (limit < in_force).then_some(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cap_is_lowered_to_the_limit_and_never_raised() {
        let cap = OwnCap {
            variable: "CAP",
            default: 20,
            setting: "limits.tool_calls",
            limit: |policy| policy.limits.tool_calls,
        };
        for (limit, set, expected) in [
            (Limit::at(7), None, Some(7)),
            (Limit::at(20), None, None),
            (Limit::at(50), None, None),
            (Limit::at(50), Some("80"), Some(50)),
            (Limit::at(7), Some("6"), None),
            (Limit::at(7), Some("7"), None),
            (Limit::at(7), Some("8"), Some(7)),
            // The client takes neither for a number.
            (Limit::at(7), Some("none"), Some(7)),
            (Limit::at(7), Some("0"), Some(7)),
            (Limit::UNLIMITED, Some("8"), None),
        ] {
            let mut policy = Policy::default();
            policy.limits.tool_calls = limit;
            assert_eq!(cap.lowered(&policy, set), expected, "{limit} {set:?}");
        }
    }
}
