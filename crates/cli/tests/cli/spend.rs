//! `fusebox spend`: what the records of clients add up to (M1, M2).

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::transcript::check;
use crate::world::World;

pub(crate) const FILE: &str = "project/records/projects/p/s1.jsonl";

/// A response of claude-sonnet-4-5: one thousand tokens sent and a hundred received, 0.0045 US dollars.
pub(crate) fn response(session: &str, id: u32, at: &str) -> String {
    let record = json!({
        "parentUuid": null, "isSidechain": false, "type": "assistant", "uuid": format!("{session}-{id}"),
        "sessionId": session, "cwd": "/srv/shop", "gitBranch": "main", "timestamp": at,
        "requestId": format!("req_{id}"),
        "message": {"id": format!("msg_{id}"), "model": "claude-sonnet-4-5", "content": [],
            "usage": {"input_tokens": 1000, "output_tokens": 100}},
    });
    format!("{record}\n")
}

fn spend(world: &World, words: &str) -> Value {
    world.run(&format!("spend records --json {words}")).json()
}

/// The cost and the number of responses of all.
fn total(world: &World) -> (String, u64) {
    let total = &spend(world, "")["total"];
    (total["cost_usd"].as_str().unwrap().to_owned(), total["responses"].as_u64().unwrap())
}

fn costs(cost: &str, responses: u64) -> (String, u64) {
    (cost.to_owned(), responses)
}

fn append(world: &World, text: &str) {
    let mut file = File::options().append(true).open(world.path(FILE)).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

#[test]
fn m01_a_person_reads_days_with_their_sum() {
    let world = World::new();
    let second = response("s1", 2, "2026-11-02T04:59:59Z");
    world.write(FILE, response("s1", 1, "2026-11-01T12:00:00Z") + &second + &second);
    check(
        &world.run("spend records --utc"),
        "
day          cost  input  output  cache read  cache write  responses
2026-11-01  $0.00    1 K     100           0            0          1
2026-11-02  $0.00    1 K     100           0            0          1
total       $0.01    2 K     200           0            0          2
",
    );
    check(
        &world.run("spend records --utc --plot --by day,session"),
        "
2026-11-01, s1  $0.00  ████████████████████████████████████████
2026-11-02, s1  $0.00  ████████████████████████████████████████
total           $0.01
",
    );
    // In New York both lie on the day of 25 hours.
    let local = world.with("TZ", "America/New_York", "spend records --json").json();
    assert_eq!(local["groups"][0]["by"], json!({"day": "2026-11-01"}));
    assert_eq!(local["total"]["cost_usd"], "0.009");
}

#[test]
fn m01_streamed_resumed_and_grown_records_count_once() {
    let world = World::new();
    let first = response("s1", 1, "2026-11-01T12:00:00Z");
    world.write(FILE, first.clone() + &first);
    assert_eq!(total(&world), costs("0.0045", 1));
    // A resumed session copies what was, and goes on.
    let copy = first.replace("\"s1\"", "\"s2\"");
    world.write(
        "project/records/projects/p/s2.jsonl",
        copy + &response("s2", 2, "2026-11-01T13:00:00Z"),
    );
    // A subagent has a file of its own.
    world.write(
        "project/records/projects/p/s1/subagents/agent-a1.jsonl",
        response("s1", 3, "2026-11-01T12:01:00Z")
            .replace("\"isSidechain\":false", "\"isSidechain\":true,\"agentId\":\"a1\""),
    );
    append(&world, &response("s1", 4, "2026-11-01T12:02:00Z"));
    assert_eq!(total(&world), costs("0.018", 4));
    let by = spend(&world, "--by session,subagent");
    let groups: Vec<_> =
        by["groups"].as_array().unwrap().iter().map(|g| (&g["by"], &g["responses"])).collect();
    assert_eq!(
        groups,
        [
            (&json!({"session": "s1", "subagent": ""}), &json!(2)),
            (&json!({"session": "s1", "subagent": "a1"}), &json!(1)),
            (&json!({"session": "s2", "subagent": ""}), &json!(1)),
        ]
    );
}

#[test]
fn m01_a_half_written_line_counts_when_it_is_whole() {
    let world = World::new();
    let (first, second) =
        (response("s1", 1, "2026-11-01T12:00:00Z"), response("s1", 2, "2026-11-01T12:01:00Z"));
    let (half, rest) = second.split_at(200);
    world.write(FILE, first + half);
    let ran = world.run("spend records --json");
    assert_eq!(ran.json()["total"]["responses"], 1);
    assert!(ran.err.contains("the last line is still being written"), "{}", ran.err);
    append(&world, rest.trim_end());
    // Whole, but without its end; then with it.
    assert_eq!(total(&world), costs("0.009", 2));
    append(&world, "\n");
    assert_eq!(total(&world), costs("0.009", 2));
    append(&world, &response("s1", 3, "2026-11-01T12:03:00Z"));
    assert_eq!(total(&world), costs("0.0135", 3));
}

#[test]
fn m01_truncated_rotated_and_damaged_files_lose_and_double_nothing() {
    let world = World::new();
    let all: Vec<String> =
        (1..=6).map(|id| response("s1", id, &format!("2026-11-01T12:0{id}:00Z"))).collect();
    world.write(FILE, all[..4].concat());
    assert_eq!(total(&world), costs("0.018", 4));
    // Cut after the second, and grown beyond the old end.
    fs::write(world.path(FILE), all[..2].concat() + &all[4..].concat() + &all[..2].concat())
        .unwrap();
    let ran = world.run("spend records --json");
    assert!(ran.err.contains("s1.jsonl was cut or replaced: it is read anew"), "{}", ran.err);
    assert_eq!(total(&world), costs("0.027", 6));
    assert_eq!(world.run("spend records --json").err, "", "said once");
    // Rotated: another file under the name, the old one under another.
    fs::rename(world.path(FILE), world.path("project/records/projects/p/old.jsonl")).unwrap();
    world.write(FILE, response("s1", 7, "2026-11-01T13:00:00Z"));
    assert_eq!(total(&world), costs("0.0315", 7));
    // A damaged line costs that line.
    append(&world, "{\"type\":\"assistant\",\"usage\":\u{0}}\n{{{\"usage\"\n");
    append(&world, &response("s1", 8, "2026-11-01T13:01:00Z"));
    let ran = world.run("spend records --json");
    assert!(ran.err.contains("s1.jsonl: a record is damaged, the rest is read"), "{}", ran.err);
    assert_eq!(total(&world), costs("0.036", 8));
    // A damaged index is made anew from what the files still have.
    for entry in fs::read_dir(world.state_dir().join("spend")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0xff;
        fs::write(path, bytes).unwrap();
    }
    assert_eq!(total(&world), costs("0.027", 6));
}

#[test]
fn m01_a_crash_between_reading_and_saving_loses_and_doubles_nothing() {
    let world = World::new();
    world.write(FILE, response("s1", 1, "2026-11-01T12:00:00Z"));
    assert_eq!(total(&world), costs("0.0045", 1));
    append(&world, &response("s1", 2, "2026-11-01T12:01:00Z"));
    // What was read cannot be kept, as if the process had ended here.
    let indexes = world.state_dir().join("spend");
    let index = fs::read_dir(&indexes).unwrap().next().unwrap().unwrap().path();
    let before = fs::read(&index).unwrap();
    assert_eq!(total(&world), costs("0.009", 2));
    fs::write(&index, before).unwrap();
    assert_eq!(total(&world), costs("0.009", 2));
    append(&world, &response("s1", 3, "2026-11-01T12:02:00Z"));
    assert_eq!(total(&world), costs("0.0135", 3));
    assert_eq!(fs::read_dir(&indexes).unwrap().count(), 1);
}

#[test]
fn m02_an_unknown_model_is_named_and_never_free() {
    let world = World::new();
    world.write(
        FILE,
        response("s1", 1, "2026-11-01T12:00:00Z").replace("claude-sonnet-4-5", "claude-lyric-9"),
    );
    let ran = world.run("spend records --by model");
    assert!(ran.err.contains("no price is known of claude-lyric-9"), "{}", ran.err);
    assert!(ran.out.contains("~$"), "{}", ran.out);
    let spent = spend(&world, "--by model");
    assert_eq!(spent["total"]["unknown_models"], json!(["claude-lyric-9"]));
    assert_ne!(spent["total"]["cost_usd"], "0");
}

#[test]
fn m01_days_filters_and_forms() {
    let world = World::new();
    let days = ["2026-10-31", "2026-11-01", "2026-11-02"];
    let records =
        days.iter().zip(1..).map(|(day, id)| response("s,1", id, &format!("{day}T12:00:00Z")));
    world.write(FILE, records.collect::<String>());
    let dayed =
        |words: &str| spend(&world, &format!("--utc {words}"))["total"]["responses"].clone();
    assert_eq!(dayed("--since 2026-11-01"), 2);
    assert_eq!(dayed("--until 2026-11-01"), 2);
    assert_eq!(dayed("--since 2026-11-01 --until 2026-11-01"), 1);
    check(
        &world.run("spend records --utc --by month,session --csv"),
        "
month,session,cost_usd,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,cache_write_1h_tokens,web_searches,responses,unknown_models
2026-10,\"s,1\",0.0045,1000,100,0,0,0,0,1,
2026-11,\"s,1\",0.009,2000,200,0,0,0,0,2,
",
    );
    let wrong = world.run("spend records --since yesterday");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("'--since <DAY>': write a day like 2026-11-01"), "{}", wrong.err);
}

#[test]
fn m01_sub_folders_and_linked_work_trees_are_the_project_of_their_repository() {
    let world = World::new();
    world.write("shop/.git/HEAD", "ref: refs/heads/main\n");
    world.write("shop/src/cart/x", "");
    // As `git worktree add ../fix` makes it.
    let own = "shop/.git/worktrees/fix";
    world.write("fix/.git", format!("gitdir: {}\n", world.path(own).display()));
    world.write(&format!("{own}/gitdir"), format!("{}\n", world.path("fix/.git").display()));
    world.write(&format!("{own}/commondir"), "../..\n");
    world.write("other/x", "");
    let folders = ["shop", "shop/src/cart", "fix", "other", "shop/deleted"];
    let records = folders.iter().zip(1..).map(|(folder, id)| {
        let folder = world.path(folder).display().to_string();
        response(&format!("s{id}"), id, "2026-11-01T12:00:00Z").replace("/srv/shop", &folder)
    });
    world.write(FILE, records.collect::<String>());
    let groups = spend(&world, "--by project")["groups"].clone();
    let found: Vec<(String, u64)> = groups
        .as_array()
        .unwrap()
        .iter()
        .map(|group| {
            let project = group["by"]["project"].as_str().unwrap().to_owned();
            (project, group["responses"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(found, [("~/other".to_owned(), 1), ("~/shop".to_owned(), 4)]);
}

#[test]
fn m01_weeks_begin_on_the_day_that_is_set() {
    let world = World::new();
    // A Saturday, a Sunday and a Monday.
    let days = ["2026-10-31", "2026-11-01", "2026-11-02"];
    let records =
        days.iter().zip(1..).map(|(day, id)| response("s1", id, &format!("{day}T12:00:00Z")));
    world.write(FILE, records.collect::<String>());
    for (starts, weeks) in [
        ("monday", vec![("2026-10-26", 2), ("2026-11-02", 1)]),
        ("saturday", vec![("2026-10-31", 3)]),
        ("sunday", vec![("2026-10-25", 1), ("2026-11-01", 2)]),
    ] {
        let config = format!("spend.days = \"utc\"\nspend.week_starts = \"{starts}\"\n");
        world.write(".config/fusebox/config.toml", config);
        let value = world.run("spend records --by week --json").json();
        let groups = value["groups"].as_array().unwrap().iter();
        let found: Vec<(String, u64)> = groups
            .map(|group| {
                let week = group["by"]["week"].as_str().unwrap().to_owned();
                (week, group["responses"].as_u64().unwrap())
            })
            .collect();
        let expected: Vec<(String, u64)> =
            weeks.into_iter().map(|(week, count)| (week.to_owned(), count)).collect();
        assert_eq!(found, expected, "{starts}");
    }
}

#[test]
fn m01_a_block_is_five_hours_from_the_full_hour_of_its_first_response() {
    let world = World::new();
    let times = ["10:40:00Z", "14:59:59Z", "15:00:00Z", "19:59:59Z", "20:00:00Z"];
    let lines =
        (1..).zip(times).map(|(id, time)| response("s1", id, &format!("2026-11-01T{time}")));
    world.write(FILE, lines.collect::<String>());
    let spent = spend(&world, "--utc --by block");
    let rows = spent["groups"].as_array().unwrap();
    let blocks: Vec<(&str, u64)> = rows
        .iter()
        .map(|row| (row["by"]["block"].as_str().unwrap(), row["responses"].as_u64().unwrap()))
        .collect();
    let expected = [("2026-11-01 10:00", 2), ("2026-11-01 15:00", 2), ("2026-11-01 20:00", 1)];
    assert_eq!(blocks, expected, "{spent}");
}

#[test]
fn m01_what_cannot_be_read_is_named_and_the_rest_is_read() {
    let world = World::new();
    world.write(FILE, response("s1", 1, "2027-11-01T12:00:00Z"));
    let ran = world.run("spend records nowhere --json");
    assert_eq!((ran.code, &ran.json()["total"]["responses"]), (0, &json!(1)));
    assert!(ran.err.contains("nowhere: there is no such file or folder"), "{}", ran.err);
    assert!(ran.err.contains("lies in the future"), "{}", ran.err);
    for words in ["spend nowhere", "spend", "spend ../project/.git"] {
        assert_eq!(world.run(words).code, 2, "{words}");
    }
    // Where the state folder cannot be written, the sums are the same.
    let state = world.state_dir();
    fs::remove_dir_all(&state).unwrap();
    fs::write(&state, "a file").unwrap();
    let ran = world.run("spend records --json");
    assert_eq!(ran.json()["total"]["responses"], 1);
    assert!(ran.err.contains("could not be kept"), "{}", ran.err);
    assert_eq!(fs::metadata(&state).unwrap().permissions().mode() & 0o777, 0o644);
}

#[test]
fn m01_what_is_written_while_it_is_read_counts_once() {
    const RESPONSES: u32 = 400;
    let world = World::new();
    world.write(FILE, response("s1", 0, "2026-11-01T12:00:00Z"));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for id in 1..=RESPONSES {
                let line = response("s1", id, "2026-11-01T12:00:01Z");
                // Each line comes in two parts, as a client's buffer may be written.
                let (begin, end) = line.split_at(line.len() / 2);
                append(&world, begin);
                append(&world, end);
            }
        });
        let mut known = 0;
        for _ in 0..5 {
            let (_, responses) = total(&world);
            assert!(responses >= known, "{responses} after {known}");
            known = responses;
        }
    });
    assert_eq!(total(&world), costs("1.8045", u64::from(RESPONSES) + 1));
}

#[test]
fn m01_the_database_of_opencode_is_read_as_it_grows_and_counts_once_beside_its_older_files() {
    let world = World::new();
    let message = |output: u64| {
        json!({"role": "assistant", "modelID": "gpt-5", "path": {"cwd": "/srv/shop"}, "cost": 0.5,
            "tokens": {"input": 10, "output": output, "reasoning": 5,
                "cache": {"read": 7, "write": 0}},
            "time": {"created": 1_795_305_111_986_u64}})
    };
    let mut file = message(20);
    (file["id"], file["sessionID"]) = (json!("msg_1"), json!("ses_1"));
    let folder = ".local/share/opencode";
    world.write(&format!("{folder}/storage/message/ses_1/msg_1.json"), file.to_string());
    let store = rusqlite::Connection::open(world.path(&format!("{folder}/opencode.db"))).unwrap();
    store
        .execute_batch(
            "PRAGMA journal_mode = WAL;
            CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL,
                time_created INTEGER, time_updated INTEGER NOT NULL, data TEXT NOT NULL)",
        )
        .unwrap();
    let put = |id: &str, data: &str| {
        let row = "INSERT OR REPLACE INTO message VALUES (?1, 'ses_1', 1795305111986, 1, ?2)";
        store.execute(row, [id, data]).unwrap();
    };
    let spent = || world.run("spend --by client,project --json").json();
    put("msg_0", "{\"role\": \"user\"}");
    put("msg_1", &message(20).to_string());
    let first = spent();
    assert_eq!(first["groups"][0]["by"], json!({"client": "opencode", "project": "/srv/shop"}));
    assert_eq!(
        (&first["total"]["responses"], &first["total"]["tokens"]["output"]),
        (&json!(1), &json!(25))
    );
    // A response that is written on, and another one, while the client has its database open.
    put("msg_1", &message(40).to_string());
    put("msg_2", &message(30).to_string());
    put("msg_3", "{\"tokens\": {");
    let ran = world.run("spend --json");
    let total = &ran.json()["total"];
    assert_eq!((&total["responses"], &total["tokens"]["output"]), (&json!(2), &json!(80)));
    assert!(ran.err.contains("opencode.db: a record is damaged, the rest is read"), "{}", ran.err);
    // A row without its time is damaged as well, and no other.
    put("msg_3", &message(1).to_string());
    let row = "INSERT INTO message VALUES ('msg_4', 'ses_1', NULL, 1, ?1)";
    store.execute(row, [message(50).to_string()]).unwrap();
    let ran = world.run("spend --json");
    assert_eq!(ran.json()["total"]["responses"], 3, "{}", ran.err);
    assert!(ran.err.contains("opencode.db: a record is damaged, the rest is read"), "{}", ran.err);
    // A database of another program is nobody's record.
    let other = rusqlite::Connection::open(world.path("project/other.db")).unwrap();
    other.execute_batch("CREATE TABLE t (x)").unwrap();
    assert_eq!(world.run("spend other.db").code, 2);
}

#[test]
fn m01_outcome_role_and_task_come_from_the_sessions_that_fusebox_knows() {
    let world = World::new();
    world.write(
        FILE,
        response("s1", 1, "2026-11-01T12:00:00Z") + &response("s9", 2, "2026-11-01T12:00:00Z"),
    );
    let outcomes = |world: &World| {
        let spent = spend(world, "--by outcome,task");
        let groups = spent["groups"].as_array().unwrap().iter();
        groups.map(|group| group["by"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(outcomes(&world), [json!({"outcome": "", "task": ""})]);
    world.claude("SessionStart", json!({"session_id": "s1", "source": "startup"}));
    assert_eq!(
        outcomes(&world),
        [json!({"outcome": "", "task": ""}), json!({"outcome": "under way", "task": "s1"})]
    );
}

#[test]
fn m01_what_no_watched_session_tells_is_said_and_not_only_left_empty() {
    let world = World::new();
    world.write(FILE, response("s1", 1, "2026-11-01T12:00:00Z"));
    let asked = world.run("spend records --by task,outcome,model");
    let note = |what: &str| {
        format!(
            "note: the {what} of no session here is known: Fusebox knows it where its hooks are installed \
             (`fusebox install`)"
        )
    };
    for what in ["task", "outcome"] {
        assert!(asked.err.contains(&note(what)), "{}", asked.err);
    }
    let known = world.run("spend records --by day,branch");
    assert!(!known.err.contains("of no session here is known"), "{}", known.err);
}
