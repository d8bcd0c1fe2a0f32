//! `fusebox reconcile`: each kind of finding is found, its healthy neighbour is left alone, and the second
//! time there is nothing to do.

use std::process::{Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::documented::typed;
use crate::transcript::check;
use crate::world::World;

const HOUR: u64 = 3_600_000;
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

fn now() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "these sessions are as old as a test wants")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    now.as_millis() as u64
}

/// Tells events of a session under the budgets, each so many milliseconds ago.
fn decide_events(world: &World, session: &str, events: &[(u64, Value)]) {
    let now = now();
    let lines: String = events
        .iter()
        .map(|(ago, event)| {
            let mut event = event.clone();
            event["session"] = json!(session);
            event["at_ms"] = json!(now - ago);
            format!("{event}\n")
        })
        .collect();
    world.write(".config/fusebox/config.toml", "notify = []\n");
    let mut command = world.fusebox();
    command.args(["decide", "--preset", "budget", "--store"]).arg(world.state_dir());
    let ran = world.finish(&mut command, lines.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

/// A session that began to work so long ago and asked for a call that has not ended.
fn working(world: &World, session: &str, ago: u64) {
    decide_events(
        world,
        session,
        &[
            (ago, json!({"type": "session_start", "client": "claude"})),
            (ago, json!({"type": "prompt", "by": "human", "text": "go on"})),
            (
                ago,
                json!({"type": "tool_request", "call": "c", "tool": "bash", "input": {"command": "make"}}),
            ),
        ],
    );
}

/// A session that went to sleep so long ago.
fn asleep(world: &World, session: &str, ago: u64) {
    decide_events(
        world,
        session,
        &[
            (ago + HOUR, json!({"type": "session_start", "client": "claude"})),
            (ago + HOUR, json!({"type": "prompt", "by": "human", "text": "go on"})),
            (ago, json!({"type": "blocked", "on": "#41", "summary": "waits for the schema"})),
        ],
    );
}

/// Records the client's process of a session, as the hook does.
pub(crate) fn client_of(world: &World, session: &str, pid: u32, started: i64) {
    let insert = "INSERT INTO process (pid, started, session, at_ms) VALUES (?1, ?2, ?3, 1)";
    world.sql().execute(insert, rusqlite::params![pid, started, session]).unwrap();
}

/// A process that runs until it is dropped, and when it started.
pub(crate) struct LivingClient(pub(crate) Child);

impl LivingClient {
    pub(crate) fn start() -> Self {
        Self(Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().unwrap())
    }

    pub(crate) fn started(&self) -> i64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        fields.split_whitespace().nth(19).unwrap().parse().unwrap()
    }
}

impl Drop for LivingClient {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What is found with these words: kind, subject and outcome of each.
fn findings(world: &World, words: &str) -> (i32, Vec<(String, String, String)>) {
    let mut command = world.fusebox();
    command.env("PATH", PATH).args(words.split_whitespace()).arg("--json");
    let ran = world.finish(&mut command, b"");
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap().to_owned();
    let found = ran.json()["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (text(one, "kind"), text(one, "subject"), text(one, "outcome")))
        .collect();
    (ran.code, found)
}

/// Expects exactly one finding of this kind, about this subject: a check finds it and changes nothing, the
/// first time mends it, and the second finds nothing.
fn mends_only(world: &World, kind: &str, subject: &str) {
    let one = |outcome: &str| vec![(kind.to_owned(), subject.to_owned(), outcome.to_owned())];
    assert_eq!(findings(world, "reconcile --check"), (1, one("to_do")));
    assert_eq!(findings(world, "reconcile --check"), (1, one("to_do")));
    assert_eq!(findings(world, "reconcile"), (0, one("mended")));
    assert_eq!(findings(world, "reconcile --check"), (0, Vec::new()));
    assert_eq!(findings(world, "reconcile"), (0, Vec::new()));
}

fn state(world: &World, session: &str) -> Value {
    world.run(&format!("status {session} --json")).json()["state"].clone()
}

#[test]
fn an_empty_store_has_nothing_to_do() {
    let world = World::new();
    check(&world.run("reconcile --check"), "0 things to do.");
    check(&world.run("reconcile"), "0 things mended.");
}

#[test]
fn a_check_leaves_a_damaged_database_where_it_is() {
    let world = World::new();
    world.write(".local/state/fusebox/fusebox.db", "no database at all, but long enough for one");
    let path = world.state_dir().join("fusebox.db");
    let shown = "~/.local/state/fusebox/fusebox.db".to_owned();
    let of = ("database".to_owned(), shown, "to_do".to_owned());
    assert_eq!(findings(&world, "reconcile --check"), (1, vec![of]));
    let left = std::fs::read_dir(world.state_dir()).unwrap().count();
    assert_eq!((left, std::fs::read(path).unwrap().starts_with(b"no database")), (1, true));
}

#[test]
fn b06_a_session_asleep_beyond_its_limit_trips_and_a_younger_one_sleeps_on() {
    let world = World::new();
    asleep(&world, "old", 25 * HOUR);
    asleep(&world, "young", 23 * HOUR);
    mends_only(&world, "overdue", "old");
    assert_eq!((state(&world, "old"), state(&world, "young")), (json!("open"), json!("closed")));
    let incidents = world.run("incidents --json").json();
    assert_eq!(incidents.as_array().unwrap().len(), 1);
    assert_eq!(incidents[0]["findings"][0]["rule"], "limits.sleep_time");
}

#[test]
fn b06_a_session_active_beyond_its_limit_trips_and_a_younger_one_works_on() {
    let world = World::new();
    // Gaps count as ten minutes at most: these two have worked for 1 h 50 min and for 1 h 40 min.
    for (session, gaps) in [("old", 12), ("young", 11)] {
        let mut events = vec![(gaps * 600_000, json!({"type": "session_start"}))];
        for gap in 1..=gaps {
            let prompt =
                json!({"type": "prompt", "by": "automation", "text": format!("step {gap}")});
            events.push(((gaps - gap + 1) * 600_000, prompt));
        }
        decide_events(&world, session, &events);
    }
    mends_only(&world, "overdue", "old");
    assert_eq!((state(&world, "old"), state(&world, "young")), (json!("open"), json!("closed")));
}

#[test]
fn a_paused_session_does_not_trip_however_long_it_sleeps() {
    let world = World::new();
    asleep(&world, "old", 25 * HOUR);
    world.person_does(&["pause", "--all"]);
    assert_eq!(findings(&world, "reconcile --check"), (0, Vec::new()));
}

#[test]
fn a_session_whose_agent_died_is_ended_and_one_with_a_living_process_is_not() {
    let world = World::new();
    for session in ["dead", "living", "resumed", "nobody"] {
        working(&world, session, HOUR);
    }
    let living = LivingClient::start();
    let (pid, started) = (living.0.id(), living.started());
    // The pid is taken by another process now.
    client_of(&world, "dead", pid, started - 1);
    client_of(&world, "living", pid, started);
    // A dead process beside a living one: the client was started again.
    client_of(&world, "resumed", 4_000_001, 7);
    let second = LivingClient::start();
    client_of(&world, "resumed", second.0.id(), second.started());
    mends_only(&world, "agent_died", "dead");
    let record = world.run("runs --sessions --json").json();
    assert_eq!(record[0]["session"], "dead");
    let activity =
        "SELECT json_extract(durable, '$.activity') FROM scope WHERE kind = 2 AND key = ";
    for (session, expected) in [("dead", "idle"), ("living", "active"), ("nobody", "active")] {
        assert_eq!(world.text(&format!("{activity}'{session}'")), expected, "{session}");
    }
}

#[test]
fn a_session_that_was_heard_of_within_the_minute_is_not_taken_for_dead() {
    let world = World::new();
    working(&world, "young", 0);
    client_of(&world, "young", 4_000_001, 7);
    assert_eq!(findings(&world, "reconcile --check"), (0, Vec::new()));
}

#[test]
fn what_was_not_delivered_is_and_what_rests_or_was_given_up_is_left() {
    let world = World::new();
    world.tripped("s1");
    let incident = world.incident();
    // As if the process that delivers had been killed, and the lease had run out.
    let lost = "UPDATE outbox SET state = 0, attempts = 1, not_before_ms = 1 WHERE kind = 'report'";
    assert_eq!(world.sql().execute(lost, []).unwrap(), 1);
    world.sql().execute("DELETE FROM document WHERE kind = 'report'", []).unwrap();
    let insert = "INSERT INTO outbox (kind, key, body, queued_ms, state, not_before_ms, error)
        VALUES (?1, ?1, '', 1, ?2, ?3, ?4)";
    let rests = (now() + HOUR) as i64;
    world.sql().execute(insert, rusqlite::params!["rests", 0, rests, ""]).unwrap();
    world
        .sql()
        .execute("UPDATE outbox SET state = 1 WHERE kind <> 'report' AND key <> 'rests'", [])
        .unwrap();
    mends_only(&world, "delivery", "report");
    assert_eq!(world.number("SELECT count(*) FROM document WHERE kind = 'report'"), 1);
    assert!(!incident.is_empty());
    // One that fails says so once; from then on it was given up.
    world.sql().execute(insert, rusqlite::params!["unheard", 0, 0, ""]).unwrap();
    let of = |outcome: &str| vec![("delivery".into(), "unheard".into(), outcome.into())];
    assert_eq!(findings(&world, "reconcile"), (1, of("failed")));
    assert_eq!(findings(&world, "reconcile"), (0, of("left")));
    assert_eq!(findings(&world, "reconcile --check"), (0, of("left")));
}

#[test]
fn a10_the_checkpoint_of_a_completed_task_is_removed_and_no_other_ref() {
    let world = World::new();
    std::fs::remove_dir(world.path("project/.git")).unwrap();
    world.write("project/code", "one\n");
    world.write("other/code", "one\n");
    let path = format!("{}:{PATH}", crate::world::programs().display());
    let script =
        "for dir in . ../other; do (cd $dir && git init -q -b main && git config user.name A \
        && git config user.email a@b.example && git add . && git commit -q -m first); done
        fusebox task start done && fusebox task start open
        for of in . ../other; do git -C $of update-ref refs/fusebox/checkpoint/unknown HEAD; done
        git -C ../other update-ref refs/fusebox/checkpoint/done HEAD
        echo two > code && git update-ref refs/fusebox/attempts/done/1 HEAD";
    let (code, said) = typed(&world, &path, script);
    assert_eq!(code, 0, "{said}");
    // A process that was killed between the two steps of `task complete`.
    let complete = |at: u64| {
        let complete = "UPDATE task SET open = 0, body = json_set(body, '$.started_at', 0, \
            '$.completed_at', ?1) WHERE id = 'done'";
        assert_eq!(world.sql().execute(complete, [at as i64]).unwrap(), 1);
    };
    let of = |task: &str, outcome: &str| {
        ("refs_without_task".to_owned(), task.to_owned(), outcome.to_owned())
    };
    let left = of("unknown", "left");
    // Another store made the checkpoint of a task with the same name since.
    complete(1);
    assert_eq!(findings(&world, "reconcile"), (0, vec![of("done", "left"), left.clone()]));
    complete(now() + HOUR);
    let both = |outcome| vec![of("done", outcome), left.clone()];
    assert_eq!(findings(&world, "reconcile --check"), (1, both("to_do")));
    assert_eq!(findings(&world, "reconcile"), (0, both("mended")));
    assert_eq!(findings(&world, "reconcile"), (0, vec![left]));
    let (_, refs) = typed(&world, &path, "git for-each-ref --format='%(refname)' refs/fusebox");
    assert_eq!(
        refs.split_whitespace().collect::<Vec<_>>(),
        [
            "refs/fusebox/attempts/done/1",
            "refs/fusebox/checkpoint/open",
            "refs/fusebox/checkpoint/unknown"
        ]
    );
    let (_, refs) =
        typed(&world, &path, "git -C ../other for-each-ref --format='%(refname)' refs/fusebox");
    assert_eq!(refs.split_whitespace().count(), 2, "another repository keeps its refs: {refs}");
    assert_eq!(world.read("project/code"), "two\n");
}

#[test]
fn placeholders_of_a_dead_run_are_removed_and_those_of_a_living_one_stay() {
    let world = World::new();
    world.run("reconcile");
    let [dead, living] = ["dead", "living"].map(|name| world.path(&format!("project/.{name}")));
    for (run, path) in [("r1", &dead), ("r2", &living)] {
        std::fs::create_dir_all(path).unwrap();
        let list = json!([{"path": path, "text": null}]).to_string();
        world.write(&format!(".local/state/fusebox/placeholders/{run}"), list);
    }
    let list = world.state_dir().join("placeholders/r2");
    let held = std::fs::File::open(list).unwrap();
    held.lock().unwrap();
    mends_only(&world, "placeholders", "r1");
    assert!(!dead.exists() && living.exists());
}

#[test]
fn what_is_found_is_said() {
    let world = World::new();
    asleep(&world, "sleeper", 30 * HOUR);
    check(
        &world.run("reconcile --check"),
        "
to do: trip  sleeper  sleep time (1d6h/1d)
1 thing to do.
exit 1
",
    );
    check(
        &world.run("reconcile"),
        "
tripped  sleeper  sleep time (1d6h/1d)
1 thing mended.
",
    );
}

#[test]
fn why_something_is_left_is_said_whole() {
    let world = World::new();
    world.run("status");
    let why = "github.comment: http://127.0.0.1: HTTP 403: Resource not accessible by personal access token, \
        which has no right to write issues of this repository; a person with rights makes one and names it";
    world.tripped("s1");
    let given_up = "UPDATE outbox SET state = 2, error = ?1 WHERE kind = 'report'";
    assert_eq!(world.sql().execute(given_up, [why]).unwrap(), 1);
    let check = world.with("COLUMNS", "60", "reconcile --check").out;
    assert!(check.lines().all(|line| line.chars().count() <= 60), "{check}");
    let joined: Vec<&str> = check.lines().map(str::trim).collect();
    assert!(joined.join(" ").contains(why), "{check}");
    let json = world.run("reconcile --check --json").json();
    let findings = json["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["why"] == why), "{json}");
}
