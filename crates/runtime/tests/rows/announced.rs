//! What a nudge announces: nothing is refused, and no breaker opens, before the number that the agent was told.

use std::collections::BTreeMap;

use fusebox_engine::{
    FindingAdvice, FindingLevel, FindingSubject, Limit, Policy, RepetitionLimits, Rule, Verdict,
};
use proptest::prelude::*;

use crate::ladder::{life_step, take};
use crate::story::{Call, Story};

/// The least number that each rule has announced to the agent.
#[derive(Default)]
struct Announcements(BTreeMap<Rule, u64>);

impl Announcements {
    /// The first loop that ended before the number that was announced. `next`: 1 where the call is asked for, and is
    /// not counted yet.
    fn broken_by(&mut self, verdict: &Verdict, next: u64) -> Option<String> {
        for finding in &verdict.findings {
            if let FindingAdvice::CallRefusedFrom(number)
            | FindingAdvice::ToolRefusedFrom(number)
            | FindingAdvice::BreakerOpensAt(number) = finding.advice
            {
                let least = self.0.entry(finding.rule).or_insert(number);
                *least = number.min(*least);
            }
            let is_named = matches!(finding.subject, FindingSubject::Call(_));
            if finding.level > FindingLevel::Warning
                && is_named
                && let Some(announced) = self.0.get(&finding.rule)
                && finding.observed + next < *announced
            {
                return Some(format!("{announced} was announced: {finding:?}"));
            }
        }
        None
    }
}

/// A story in which only these rules hold.
fn with_limits(repetition: RepetitionLimits) -> Story {
    let mut policy = Policy { repetition, ..Policy::default() };
    policy.attempts.advice = Limit::UNLIMITED;
    Story::new(policy)
}

#[test]
fn s0_a_loop_that_is_to_be_refused_earlier_is_announced_again() {
    let mut story =
        with_limits(RepetitionLimits { same_tool_error: Limit::at(4), ..RepetitionLimits::off() });
    let denied = |folder: &str| format!("ls: cannot open directory '{folder}': Permission denied");
    let folders = ["/a", "/b", "/c", "/d", "/e", "/f", "/g", "/g", "/a", "/b"];
    let heard: Vec<Call> = folders
        .iter()
        .zip(0..)
        .map(|(folder, n)| {
            story.fails(&format!("ls {folder}{}", " ".repeat(n) + "-l"), &denied(folder))
        })
        .collect();
    let said: String = heard.iter().map(Call::heard).collect();
    assert_eq!(said, "...w...wdT");
    let text = |verdict: &Verdict| verdict.context.clone().unwrap_or_default();
    assert!(
        text(heard[3].answered.as_ref().unwrap())
            .contains("From number 20 on this tool is refused")
    );
    assert!(
        text(heard[7].answered.as_ref().unwrap()).contains("From number 9 on this tool is refused")
    );
}

#[test]
fn s0_who_falls_back_into_a_loop_is_told_that_and_no_number() {
    let mut story =
        with_limits(RepetitionLimits { same_tool_error: Limit::at(4), ..RepetitionLimits::off() });
    let fail =
        |story: &mut Story, n: usize| story.fails(&format!("deploy --try {n}"), "error: no quota");
    assert_eq!(story.hear(4, fail), "...w");
    story.edit("a.rs", "fn a() {}");
    assert_eq!(story.hear(4, fail), "....");
    let refused = fail(&mut story, 9);
    assert_eq!(refused.heard(), 'd');
    let text = refused.asked.context.unwrap();
    assert!(text.contains("goes back into a loop that was named before"), "{text}");
}

#[test]
fn r16_failures_of_many_kinds_are_named_and_no_number_is_announced() {
    let mut story = with_limits(RepetitionLimits {
        failure_run: Limit::at(8),
        failure_run_errors: Limit::at(3),
        ..RepetitionLimits::off()
    });
    let mut fail = |n: usize| {
        let word = ["red", "green", "blue", "grey"][n % 4];
        story
            .fails(&format!("west build -b board{n}"), &format!("error: the {word} one is unknown"))
    };
    let heard: Vec<Call> = (0..24).map(&mut fail).collect();
    let said: String = heard.iter().map(Call::heard).collect();
    assert_eq!(said, format!("{}w{}", ".".repeat(9), ".".repeat(14)));
    let text = heard[9].answered.as_ref().unwrap().context.clone().unwrap();
    assert!(text.ends_with("try another way, or say what blocks you."), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What the agent was told holds, whatever comes between.
    #[test]
    fn s0_nothing_is_refused_before_the_number_that_was_announced(
        life in prop::collection::vec(life_step(), 1..80),
        lap in prop::collection::vec(life_step(), 1..3),
    ) {
        for steps in [life, lap.into_iter().cycle().take(40).collect()] {
            let (mut story, mut announced) = (Story::new(Policy::default()), Announcements::default());
            for (step, gap) in steps {
                story.wait(gap);
                let Some(call) = take(&mut story, step) else { continue };
                let broken = announced.broken_by(&call.asked, 1);
                prop_assert!(broken.is_none(), "{step:?}: {broken:?}");
                let broken = call.answered.and_then(|answer| announced.broken_by(&answer, 0));
                prop_assert!(broken.is_none(), "{step:?}: {broken:?}");
            }
        }
    }
}
