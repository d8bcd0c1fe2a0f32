//! The sentences about what is spent.

use crate::spend::{CapLimit, CapStanding, CapWindow, UsualCost};
use crate::{Finding, FindingSubject, PicoUsd};

impl Finding {
    /// The command by which a person lets more be spent, where a cap or a limit of that was reached: of every spent cap where
    /// the record of this one is of a version that named it otherwise.
    #[must_use]
    pub fn allow_command(&self) -> Option<String> {
        let Some(CapStanding { name, limit, .. }) = self.spend_cap() else {
            return self.rule.is_spend_cap().then(|| "fusebox spend allow 5".to_owned());
        };
        let more = match limit {
            CapLimit::Usd(_) => "5",
            CapLimit::Tokens(_) => "'100000 tokens'",
            CapLimit::Share(_) => "'5 %'",
        };
        Some(format!("fusebox spend allow {more} --cap {name}"))
    }

    /// The cap that it is about, if it is about one.
    #[must_use]
    pub fn spend_cap(&self) -> Option<&CapStanding> {
        if let FindingSubject::SpendCap(cap) = &self.subject { Some(cap) } else { None }
    }

    /// Whether this is a cap of a window. It has room again when the window ends, without a person.
    #[must_use]
    pub fn ends_with_window(&self) -> bool {
        self.spend_cap().is_some_and(|cap| cap.name.window != CapWindow::Lifetime)
    }
}

pub(super) fn cap_message(finding: &Finding, cap: &CapStanding) -> String {
    let (name, sentence) = (cap.name, cap.sentence());
    if !cap.is_spent() {
        return format!("The spending cap {name} is near: {sentence}. Plan to wrap up soon.");
    }
    format!("The spending cap {name} is reached: {sentence}.{}", how_to_allow(finding))
}

/// How a person allows more, where a cap was reached.
pub(super) fn how_to_allow(finding: &Finding) -> String {
    let Some(allow) = finding.allow_command() else { return String::new() };
    let ends = match finding.ends_with_window() {
        true => ", or wait until the window ends",
        false => "",
    };
    format!(" A person allows more with `{allow}`{ends}.")
}

pub(super) fn unusual_cost_message(cost: PicoUsd, usual: UsualCost) -> String {
    format!(
        "This session has cost ${}, far more than the ${} that is usual here: the median of the last {} sessions of \
         the project.",
        cost.to_cents(),
        usual.median.to_cents(),
        usual.sessions
    )
}
