//! The shortest story that still differs: deeds are left out as long as it does.

use std::fmt::Write as _;

use crate::attempt;
use crate::deed::{InjectedFault, ScenarioStep};
use crate::life::RandomLife;

/// Shortens a life that fails and writes it down.
pub(crate) fn story(life: &RandomLife) -> String {
    let mut life = life.clone();
    let mut size = life.deeds.len().div_ceil(2).max(1);
    while size > 0 {
        let mut from = 0;
        let mut shorter = false;
        while from < life.deeds.len() {
            let mut deeds = life.deeds.clone();
            deeds.drain(from..(from + size).min(deeds.len()));
            if keeps(&mut life, deeds) {
                shorter = true;
            } else {
                from += size;
            }
        }
        size = if size == 1 && shorter { 1 } else { size / 2 };
    }
    calm(&mut life);
    write(&life)
}

/// Whether the life fails with these deeds too; it has them then.
fn keeps(life: &mut RandomLife, deeds: Vec<ScenarioStep>) -> bool {
    let shorter = RandomLife { deeds, ..life.clone() };
    let fails = attempt(&shorter).is_err();
    if fails {
        *life = shorter;
    }
    fails
}

/// Takes out faults and pauses that are not needed.
fn calm(life: &mut RandomLife) {
    let changes: [fn(&mut ScenarioStep); 3] =
        [|deed| deed.fault = InjectedFault::None, |deed| deed.gap_ms = 1_000, |deed| deed.hook = 0];
    for change in changes {
        for index in 0..life.deeds.len() {
            let mut deeds = life.deeds.clone();
            change(&mut deeds[index]);
            keeps(life, deeds);
        }
    }
}

fn write(life: &RandomLife) -> String {
    let rules = &life.rules.plain;
    let mut text = format!(
        "seed {}, preset {}{}{}\n",
        life.seed,
        life.rules.name,
        if rules.observe { ", observe mode" } else { "" },
        if rules.only_same_call { ", R1 alone" } else { ", all rules" },
    );
    for (index, client) in life.clients.iter().enumerate() {
        if life.deeds.iter().any(|deed| deed.who.session == index) {
            let _ = writeln!(
                text,
                "  s{index}: task {:?}, role {:?}, rounds {:?}, contents {}",
                client.task, client.role, client.rounds, client.tells_content
            );
        }
    }
    for deed in &life.deeds {
        let (who, gap) = (deed.who, deed.gap_ms);
        let _ = write!(text, "  +{gap} ms {}/{}", who.session_name(), who.agent_name());
        let _ = write!(text, " hook {}: {:?}", deed.hook, deed.what);
        let fault = if deed.fault == InjectedFault::None {
            String::new()
        } else {
            format!(" {:?}", deed.fault)
        };
        let _ = writeln!(text, "{fault}");
    }
    let difference = attempt(life).err().unwrap_or_default();
    let _ = write!(text, "  => {difference}");
    text
}
