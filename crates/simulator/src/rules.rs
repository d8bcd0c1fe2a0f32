//! The policies of a life: as plain numbers for the model, and as policies for the engine.

use std::collections::BTreeMap;

use fusebox_engine::{
    AdvisorPolicy, AttemptLimits, BudgetLimits, CheckpointPolicy, EnforcementMode, GuidedLimits,
    Limit, Policy, RepetitionLimits, Rule, StagnationLimits, UnattendedLimits,
};
use fusebox_runtime::PolicySet;

use crate::attempts_model::Numbers;
use crate::dice::SeededDice;

/// The limits of one role.
#[derive(Debug, Clone, Default)]
pub(crate) struct RuleLimits {
    pub(crate) observe: bool,
    /// Whether only the rule of the same call is on, which the model counts itself, and no other repetition rule.
    pub(crate) only_same_call: bool,
    /// Whether a judge is asked whether an agent still gets anywhere.
    pub(crate) has_judge: bool,
    /// The tool calls within which good runs stay.
    pub(crate) calibrated: Option<u64>,
    /// Whether later sessions are told of a test that tripped.
    pub(crate) learns: bool,
    /// Budgets, by their rules.
    pub(crate) budgets: BTreeMap<Rule, u64>,
    /// The numbers at which a budget of two levels warns.
    pub(crate) warnings: BTreeMap<Rule, u64>,
    pub(crate) attempts: Numbers,
}

impl RuleLimits {
    /// Whether sessions work in a project, and know what earlier ones did there.
    pub(crate) fn has_project(&self) -> bool {
        self.learns || self.calibrated.is_some()
    }
}

/// The limits of one life: without a role, and for the role `pm`.
#[derive(Debug, Clone, Default)]
pub(crate) struct LifePolicies {
    pub(crate) name: &'static str,
    pub(crate) plain: RuleLimits,
    pub(crate) pm: Option<RuleLimits>,
}

const MINUTE_MS: u64 = 60_000;

impl LifePolicies {
    pub(crate) fn generate(dice: &mut SeededDice) -> Self {
        let name = dice.one_of(&["default", "budget", "tdd", "guided", "roles", "unattended"]);
        let mut plain = RuleLimits {
            observe: dice.once_in(6),
            only_same_call: !dice.once_in(3),
            attempts: Numbers { infra: Some(5), ..Numbers::default() },
            ..RuleLimits::default()
        };
        let mut pm = None;
        match name {
            "budget" => plain.budgets = small_budgets(),
            "tdd" => {
                (plain.has_judge, plain.learns) = (true, true);
                plain.attempts = Numbers { per_test: Some(3), per_slice: Some(7), infra: Some(3) };
            }
            "guided" => add_guided_budgets(&mut plain),
            "unattended" => {
                plain.budgets = BTreeMap::from([
                    (Rule::UnattendedToolCalls, 9),
                    (Rule::UnattendedActiveTime, 30 * MINUTE_MS),
                ]);
            }
            "roles" => {
                let calls = BTreeMap::from([(Rule::ToolCalls, 7), (Rule::Turns, 2)]);
                plain.calibrated = Some(10);
                pm = Some(RuleLimits { budgets: calls, ..plain.clone() });
            }
            _ => plain.has_judge = true,
        }
        Self { name, plain, pm }
    }

    pub(crate) fn for_role(&self, role: Option<&str>) -> &RuleLimits {
        match &self.pm {
            Some(pm) if role == Some("pm") => pm,
            _ => &self.plain,
        }
    }

    pub(crate) fn policy_set(&self) -> PolicySet {
        let roles = self.pm.iter().map(|pm| ("pm".to_owned(), to_policy(pm))).collect();
        PolicySet::new(to_policy(&self.plain), roles)
    }
}

fn small_budgets() -> BTreeMap<Rule, u64> {
    BTreeMap::from([
        (Rule::Iterations, 2),
        (Rule::ToolCalls, 15),
        (Rule::Turns, 3),
        (Rule::ActiveTime, 40 * MINUTE_MS),
        (Rule::SleepTime, 3 * 60 * MINUTE_MS),
        (Rule::OutputTokens, 900),
    ])
}

fn add_guided_budgets(rules: &mut RuleLimits) {
    rules.budgets = BTreeMap::from([
        (Rule::GuidedToolCalls, 12),
        (Rule::GuidedMessages, 60),
        (Rule::GuidedRecursion, 40),
    ]);
    rules.warnings = BTreeMap::from([(Rule::GuidedToolCalls, 8), (Rule::GuidedMessages, 45)]);
}

fn to_policy(rules: &RuleLimits) -> Policy {
    let limit = |number: Option<&u64>| number.map_or(Limit::UNLIMITED, |n| Limit::at(*n));
    let budget = |rule| limit(rules.budgets.get(&rule));
    let warning = |rule| limit(rules.warnings.get(&rule));
    let attempts = &rules.attempts;
    Policy {
        mode: if rules.observe { EnforcementMode::Observe } else { EnforcementMode::Enforce },
        checkpoints: if rules.has_project() {
            CheckpointPolicy::Never
        } else {
            CheckpointPolicy::default()
        },
        limits: BudgetLimits {
            iterations: budget(Rule::Iterations),
            tool_calls: budget(Rule::ToolCalls),
            turns: budget(Rule::Turns),
            active_time: budget(Rule::ActiveTime),
            sleep_time: budget(Rule::SleepTime),
            output_tokens: budget(Rule::OutputTokens),
            calibrated: rules.calibrated.is_some(),
            ..BudgetLimits::default()
        },
        guided: GuidedLimits {
            tool_calls_warning: warning(Rule::GuidedToolCalls),
            tool_calls_critical: budget(Rule::GuidedToolCalls),
            messages_warning: warning(Rule::GuidedMessages),
            messages_critical: budget(Rule::GuidedMessages),
            recursion: budget(Rule::GuidedRecursion),
            ..GuidedLimits::default()
        },
        unattended: UnattendedLimits {
            tool_calls: budget(Rule::UnattendedToolCalls),
            active_time: budget(Rule::UnattendedActiveTime),
            cost_micros: Limit::UNLIMITED,
        },
        attempts: AttemptLimits {
            per_test: limit(attempts.per_test.as_ref()),
            per_slice: limit(attempts.per_slice.as_ref()),
            infra: limit(attempts.infra.as_ref()),
            protect_tests: false,
            ..AttemptLimits::default()
        },
        repetition: if rules.only_same_call {
            RepetitionLimits { same_call: Limit::at(4), ..RepetitionLimits::off() }
        } else {
            RepetitionLimits::default()
        },
        advisors: AdvisorPolicy {
            judge: if rules.has_judge { "a judge".to_owned() } else { String::new() },
            ..AdvisorPolicy::default()
        },
        stagnation: StagnationLimits {
            same_error: Limit::UNLIMITED,
            ..StagnationLimits::default()
        },
        ..Policy::default()
    }
}
