//! Finds the shortest life that still fails, by leaving out steps as long as it does.

use std::fmt::Write as _;

use crate::random_life::RandomLife;
use crate::run_life;
use crate::step::{InjectedFault, ScenarioStep};

/// Shortens a life that fails and describes it.
pub(crate) fn shortest_story(life: &RandomLife) -> String {
    let mut life = life.clone();
    let mut size = life.steps.len().div_ceil(2).max(1);
    while size > 0 {
        let mut from = 0;
        let mut shorter = false;
        while from < life.steps.len() {
            let mut steps = life.steps.clone();
            steps.drain(from..(from + size).min(steps.len()));
            if still_fails(&mut life, steps) {
                shorter = true;
            } else {
                from += size;
            }
        }
        size = if size == 1 && shorter { 1 } else { size / 2 };
    }
    simplify(&mut life);
    describe(&life)
}

/// Whether the life fails with these steps too. If so, it gets them.
fn still_fails(life: &mut RandomLife, steps: Vec<ScenarioStep>) -> bool {
    let shorter = RandomLife { steps, ..life.clone() };
    let fails = run_life(&shorter).is_err();
    if fails {
        *life = shorter;
    }
    fails
}

/// Removes faults and pauses that are not needed.
fn simplify(life: &mut RandomLife) {
    let changes: [fn(&mut ScenarioStep); 3] =
        [|step| step.fault = InjectedFault::None, |step| step.gap_ms = 1_000, |step| step.hook = 0];
    for change in changes {
        for index in 0..life.steps.len() {
            let mut steps = life.steps.clone();
            change(&mut steps[index]);
            still_fails(life, steps);
        }
    }
}

fn describe(life: &RandomLife) -> String {
    let rules = &life.rules.plain;
    let mut text = format!(
        "seed {}, preset {}{}{}\n",
        life.seed,
        life.rules.name,
        if rules.observe { ", observe mode" } else { "" },
        if rules.only_same_call { ", the same call alone" } else { ", all rules" },
    );
    for (index, client) in life.clients.iter().enumerate() {
        if life.steps.iter().any(|step| step.who.session == index) {
            let _ = writeln!(
                text,
                "  s{index}: task {:?}, role {:?}, rounds {:?}, contents {}",
                client.task, client.role, client.rounds, client.reports_content
            );
        }
    }
    for step in &life.steps {
        let ScenarioStep { who, gap_ms, hook, action, fault } = step;
        let (session, agent) = (who.session_name(), who.agent_name());
        let _ = write!(text, "  +{gap_ms} ms {session}/{agent} hook {hook}: {action:?}");
        let fault = Some(format!(" {fault:?}")).filter(|_| *fault != InjectedFault::None);
        let _ = writeln!(text, "{}", fault.unwrap_or_default());
    }
    let difference = run_life(life).err().map(|error| error.to_string());
    let _ = write!(text, "  => {}", difference.unwrap_or_default());
    text
}
