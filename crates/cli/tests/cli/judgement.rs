//! The table of judgement through `fusebox decide`: the sessions of a family in one stream.

use std::fs::File;

use fusebox_engine::VerdictAction;
use serde::Deserialize;
use serde_json::Value;

use crate::world::World;
use table::Answer;

#[path = "../../../runtime/tests/judgement/table/mod.rs"]
mod table;

/// What is answered to each event of each session.
fn play(sessions: &[Vec<Value>]) -> Vec<Vec<Answer>> {
    let world = World::new();
    let lines: String = sessions.iter().flatten().map(|event| format!("{event}\n")).collect();
    // A file, as each line is answered before the next one is read.
    world.write("events.jsonl", lines);
    let mut command = world.fusebox();
    command.arg("decide").stdin(File::open(world.path("events.jsonl")).unwrap());
    let ran = world.finish(&mut command, b"");
    let verdicts = ran.lines();
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(verdicts.len(), sessions.iter().flatten().count());
    let mut verdicts = verdicts.iter();
    let answers = |events: &Vec<Value>| {
        events
            .iter()
            .zip(verdicts.by_ref())
            .map(|(event, verdict)| answer(event, verdict))
            .collect()
    };
    sessions.iter().map(answers).collect()
}

fn answer(event: &Value, verdict: &Value) -> Answer {
    assert_eq!(verdict["session"], event["session"]);
    let action = VerdictAction::deserialize(&verdict["verdict"]).unwrap();
    let findings = verdict["findings"].as_array().unwrap();
    let rules: Vec<_> = findings.iter().map(|finding| finding["rule"].as_str().unwrap()).collect();
    Answer::new(event, action, &rules)
}
