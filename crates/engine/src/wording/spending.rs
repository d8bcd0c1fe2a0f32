//! The sentences about what is spent.

use crate::spend::{CapLimit, CapStanding, CapWindow, UsualCost};
use crate::{Finding, FindingSubject, PicoUsd, Rule};

impl Finding {
    /// The command by which a person lets more be spent, where a cap or a limit of that was reached.
    #[must_use]
    pub fn allow_command(&self) -> Option<String> {
        let (name, unit) = if let FindingSubject::SpendCap(cap) = &self.subject {
            (cap.name.to_string(), cap.limit)
        } else {
            let unit = match self.rule == Rule::OutputTokens {
                true => CapLimit::Tokens(1),
                false => CapLimit::Usd(PicoUsd::from_picos(1)),
            };
            (self.rule.is_raised_by(unit).then(|| self.rule.to_string())?, unit)
        };
        let more = match unit {
            CapLimit::Usd(_) => "5",
            CapLimit::Tokens(_) => "'100000 tokens'",
            CapLimit::Share(_) => "'5 %'",
        };
        Some(format!("fusebox spend allow {more} --cap {name}"))
    }

    /// Whether this is a cap of a window. It has room again when the window ends, without a person.
    #[must_use]
    pub fn ends_with_window(&self) -> bool {
        matches!(&self.subject, FindingSubject::SpendCap(cap) if cap.name.window != CapWindow::Lifetime)
    }
}

pub(super) fn cap_message(finding: &Finding, cap: &CapStanding) -> String {
    let (name, sentence) = (cap.name, cap.sentence());
    if !cap.is_spent() {
        return format!("The spending cap {name} is near: {sentence}. Plan to wrap up soon.");
    }
    let allow = finding.allow_command().unwrap_or_default();
    let ends = match name.window == CapWindow::Lifetime {
        true => "",
        false => ", or wait until the window ends",
    };
    format!(
        "The spending cap {name} is reached: {sentence}. A person allows more with `{allow}`{ends}."
    )
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
