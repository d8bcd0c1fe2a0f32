//! A trip that was tried again in vain belongs to a person: it ends with an order, and with nothing else.

use std::time::Duration;

use serde_json::{Value, json};

use crate::fake_server::FakeServer;
use crate::machine::{Machine, output_of};
use crate::retries::{GUIDED, HEADLINE, LOOPS, prompts, run, with_client};

const ONE_RETRY: (&str, &str) = ("FUSEBOX_GUIDED_MAX_RETRIES", "1");

/// A machine whose one retry of task 42 tripped again.
fn given_up() -> Machine {
    let machine = with_client(&[ONE_RETRY], LOOPS);
    let options = [&GUIDED[..], &["--task", "42"]].concat();
    let ran = run(&machine, &options, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(prompts(&machine).len(), 2);
    machine
}

pub(crate) fn lifecycle(machine: &Machine) -> Value {
    machine.run_fusebox(&["task", "show", "42", "--json"]).json()["lifecycle"].clone()
}

#[test]
fn esc1_used_up_retries_escalate_the_task_until_a_person_ends_it() {
    let machine = given_up();
    assert_eq!(lifecycle(&machine), "escalated");
    let status = machine.run_fusebox(&["status"]).out;
    assert!(status.contains("escalated"), "{status}");
    // A fresh session of the task does not go on, and a prompt in the old one frees nothing.
    assert_eq!(machine.run(&["--task", "42"], "echo started").code, 3);
    let session = machine.run_fusebox(&["incidents", "--json"]).json()[0]["session"].clone();
    let fields = json!({"session_id": session, "prompt": "go on", "source": "user"});
    machine.world.claude("UserPromptSubmit", fields);
    assert_eq!(lifecycle(&machine), "escalated");
    assert_eq!(machine.run_fusebox(&["incidents", "--json"]).json()[0]["status"], "open");
    machine.person(&["reset", "42"]);
    assert_eq!(lifecycle(&machine), "active");
    assert_eq!(machine.run(&["--task", "42"], "echo started").code, 0);
}

#[test]
fn esc1_one_step_earlier_a_prompt_is_an_answer() {
    // Without a retry the same trip stays open and waits for anybody's word.
    let machine = with_client(&[("FUSEBOX_GUIDED_ENABLED", "false")], LOOPS);
    let ran = run(&machine, &["--task", "42"], &["./claude", "-p", "work"]);
    assert_eq!((ran.code, machine.queued("escalate")), (3, 1), "{}", ran.err);
    assert_eq!(lifecycle(&machine), "active");
    let session = machine.run_fusebox(&["incidents", "--json"]).json()[0]["session"].clone();
    let mut command = machine.world.hook();
    let fields = json!({"session_id": session, "prompt": "go on", "source": "user"});
    let event = machine.world.event("UserPromptSubmit", fields);
    machine.world.finish(command.env("CLAUDE_CODE_ENTRYPOINT", "cli"), &event);
    assert_eq!(machine.run_fusebox(&["incidents", "--json"]).json()[0]["status"], "guided");
}

/// A machine whose runs tell issues at this server.
pub(crate) fn with_forge(
    server: &FakeServer,
    retries: (&'static str, &str),
    work: &str,
) -> Machine {
    let variables = [retries, ("TOKEN", "tkn-1")];
    let machine = with_client(&variables, work);
    let config = format!(
        "notify = []\n[escalate]\nneeds_person = [\"github\"]\ngithub_api = \"{}\"\n\
         github_token = \"env:TOKEN\"\n",
        server.url
    );
    machine.world.write(".config/fusebox/config.toml", config);
    machine
}

pub(crate) const OF_ISSUE: [&str; 6] =
    ["--preset", "guided", "--task", "42", "--issue", "acme/shop#42"];

/// What a process that was killed had begun to deliver waits for the end of its lease, two minutes.
const LEASE_AND_MORE: Duration = Duration::from_secs(240);

/// Delivers until nothing is left, and counts the comments that the server has then.
pub(crate) fn comments(machine: &Machine, server: &FakeServer) -> usize {
    machine.within(LEASE_AND_MORE, "the deliveries", || {
        machine.run_fusebox(&["effects", "drain"]);
        let left = "SELECT count(*) FROM outbox WHERE state = 0";
        (machine.world.number(left) == 0).then_some(())
    });
    server.counts()[0]
}

#[test]
fn esc3_a_run_tells_its_issue_when_it_gives_up_and_not_before() {
    let server = FakeServer::start();
    let machine = with_forge(&server, ONE_RETRY, LOOPS);
    let ran = run(&machine, &OF_ISSUE, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(prompts(&machine).len(), 2);
    assert_eq!(comments(&machine, &server), 1);
    assert_eq!(lifecycle(&machine), "escalated");

    let server = FakeServer::start();
    let work = format!("if ! is_retry; then {LOOPS}; fi; call pwd; exit 0");
    let machine = with_forge(&server, ONE_RETRY, &work);
    let ran = run(&machine, &OF_ISSUE, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(std::fs::read_to_string(machine.path("prompt.2")).unwrap().contains(HEADLINE));
    assert_eq!(comments(&machine, &server), 0);
}

#[test]
fn esc3_a_trip_without_retries_escalates_at_once_where_an_issue_is_named() {
    let server = FakeServer::start();
    let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), LOOPS);
    let ran = run(&machine, &OF_ISSUE, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!((comments(&machine, &server), lifecycle(&machine)), (1, json!("escalated")));
}

#[test]
fn esc5_a_run_that_waits_reads_the_answer_at_its_issue_and_goes_on() {
    let server = FakeServer::start();
    let work = format!("case \"$prompt\" in *'use make'*) call pwd; exit 0;; esac; {LOOPS}");
    let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), &work);
    let file = ".config/fusebox/config.toml";
    let inbox = "[inbox]\nallow = [\"alice\"]\nevery = \"1s\"\n";
    machine.world.write(file, machine.world.read(file) + inbox);
    let mut command = machine.fusebox();
    let words = ["--watch-escalations", "--prompt", "work", "--", "./claude", "-p"];
    let child = command.arg("run").args(OF_ISSUE).args(words).spawn().unwrap();
    machine.until("the comment", || (server.counts()[2] == 1).then_some(()));
    server.comment(42, "mallory", "fusebox guidance use ninja");
    server.comment(42, "alice", "fusebox guidance use make");
    let ran = output_of(child);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("not in `inbox.allow`"), "{}", ran.err);
    assert!(ran.err.contains("comment 3 by alice: guidance use make"), "{}", ran.err);
    assert_eq!((prompts(&machine).len(), lifecycle(&machine)), (2, json!("active")));
}

#[test]
fn esc6_a_run_that_an_agent_started_answers_for_no_trip() {
    let server = FakeServer::start();
    let work = format!("case \"$prompt\" in *'use make'*) call pwd; exit 0;; esac; {LOOPS}");
    let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), &work);
    let file = ".config/fusebox/config.toml";
    let inbox = "[inbox]\nallow = [\"mallory\"]\nevery = \"1s\"\n";
    machine.world.write(file, machine.world.read(file) + inbox);
    let said = std::fs::File::create(machine.path("../said")).unwrap();
    let mut command = machine.fusebox();
    let words = ["--watch-escalations", "--prompt", "work", "--", "./claude", "-p"];
    command.env("CLAUDECODE", "1").arg("run").args(OF_ISSUE).args(words).stderr(said);
    let child = command.spawn().unwrap();
    machine.until("the comment", || (server.counts()[2] == 1).then_some(()));
    server.comment(42, "mallory", "fusebox guidance use make");
    machine.until("what it says", || {
        let said = std::fs::read_to_string(machine.path("../said")).unwrap();
        said.contains("an agent started this run").then_some(())
    });
    machine.person(&["reset", "42", "--guidance", "use make"]);
    let ran = output_of(child);
    let said = std::fs::read_to_string(machine.path("../said")).unwrap();
    assert_eq!(ran.code, 0, "{said}");
    assert!(!said.contains("mallory"), "{said}");
    let asked = server.record().received.iter().any(|one| one.path.ends_with("/user"));
    assert!(!asked, "it reads nobody's answers");
}

#[test]
fn esc9_two_retries_then_an_escalation_then_an_answer_by_ntfy_end_in_success() {
    let server = FakeServer::start();
    let topic = format!("{}/topic", server.url);
    let variables = [("FUSEBOX_GUIDED_MAX_RETRIES", "2"), ("NTFY", topic.as_str())];
    let work = format!("case \"$prompt\" in *'use make'*) call pwd; exit 0;; esac; {LOOPS}");
    let machine = with_client(&variables, &work);
    let config = "notify = []\n[escalate]\nretry_failed = [\"ntfy\"]\nntfy = \"env:NTFY\"\n\
        [inbox]\ncodes = [\"ntfy\"]\nevery = \"1s\"\n";
    machine.world.write(".config/fusebox/config.toml", config);
    let words = ["--task", "42", "--watch-escalations", "--prompt", "work", "--", "./claude", "-p"];
    let child = machine.fusebox().arg("run").args(GUIDED).args(words).spawn().unwrap();
    let message = machine.until("the message", || {
        Some(server.record().topic.first()?["message"].as_str().unwrap().to_owned())
    });
    assert_eq!((prompts(&machine).len(), lifecycle(&machine)), (3, json!("escalated")));
    let code = message.split_once("CODE: ").unwrap().1.split_whitespace().next().unwrap();
    server.record().publish("fusebox 00000-00000-00000-00000-00000-0 reset");
    server.record().publish(&format!("fusebox {code} guidance use make"));
    let ran = output_of(child);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("by the reader of ntfy: guidance use make"), "{}", ran.err);
    assert!(ran.err.contains("wrong, void or spent"), "{}", ran.err);
    assert_eq!((prompts(&machine).len(), lifecycle(&machine)), (4, json!("active")));
    assert_eq!(server.record().topic.len(), 3, "one message was sent");
}

#[test]
fn esc1_a_run_that_watches_starts_a_fresh_session_when_a_person_ends_the_escalation() {
    let machine = with_client(
        &[("FUSEBOX_GUIDED_ENABLED", "false")],
        &format!("case \"$prompt\" in *'use make'*) call pwd; exit 0;; esac; {LOOPS}"),
    );
    let words = ["--task", "42", "--issue", "acme/shop#42", "--watch-escalations"];
    let mut command = machine.fusebox();
    command.arg("run").args(GUIDED).args(words).args(["--prompt", "work", "--", "./claude", "-p"]);
    let child = command.spawn().unwrap();
    machine.until("the escalation", || {
        let view = machine.run_fusebox(&["task", "show", "42", "--json"]).out;
        view.contains("\"escalated\"").then_some(())
    });
    machine.person(&["reset", "42", "--guidance", "use make"]);
    let ran = output_of(child);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("a fresh session begins"), "{}", ran.err);
    assert_eq!(prompts(&machine).len(), 2);
    assert_eq!(lifecycle(&machine), "active");
}
