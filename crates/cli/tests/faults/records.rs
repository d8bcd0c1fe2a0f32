//! `fusebox spend` over records that its user may not read.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::world::World;

fn response(id: u32) -> String {
    let record = json!({"uuid": format!("u{id}"), "sessionId": "s1", "type": "assistant",
        "timestamp": "2026-11-01T12:00:00Z", "requestId": format!("r{id}"),
        "message": {"id": format!("m{id}"), "model": "claude-sonnet-4-5", "content": [],
            "usage": {"input_tokens": 1000, "output_tokens": 100}}});
    format!("{record}\n")
}

#[test]
fn m01_a_folder_and_a_file_without_permission_are_named_and_the_rest_is_read() {
    let mut world = World::new();
    world.copy_programs();
    for (n, name) in (1..).zip(["open/s1", "locked/s2", "open/s3"]) {
        world.write(&format!("records/{name}.jsonl"), response(n));
    }
    world.drop_rights();
    let set = |inside: &str, mode: u32| {
        fs::set_permissions(world.path(inside), Permissions::from_mode(mode)).unwrap();
    };
    let spend = || world.run("spend ../records --json");
    set("records/locked", 0o000);
    set("records/open/s3.jsonl", 0o000);
    let ran = spend();
    assert_eq!((ran.code, &ran.json()["total"]["responses"]), (0, &json!(1)), "{}", ran.err);
    for path in ["records/locked", "records/open/s3.jsonl"] {
        assert!(ran.err.contains(&format!("{path}: no permission to read it")), "{}", ran.err);
    }
    set("records/locked", 0o755);
    set("records/open/s3.jsonl", 0o644);
    for _ in 0..2 {
        assert_eq!(spend().json()["total"]["responses"], 3, "each counts once");
    }
}
