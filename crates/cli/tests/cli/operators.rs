//! Orders without a terminal, with an operator's token.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::world::World;

const TOKEN: &str = "FUSEBOX_OPERATOR_TOKEN_FILE";

/// A home in which an operator has a token, in the file `key`.
fn with_operator() -> (World, String) {
    let world = World::new();
    let made = world.person_does(&["operator", "create", "night", "--yes"]);
    let token = made.out.split_whitespace().find(|word| word.starts_with("sk-fusebox-")).unwrap();
    world.write("key", token);
    (world, token.to_owned())
}

#[test]
fn an_operator_gives_a_persons_orders_and_each_is_recorded() {
    let (world, token) = with_operator();
    let key = world.path("key");
    let none = world.run("task start 42 --role dev");
    assert!(none.err.contains("there is no terminal"), "{}", none.err);
    let ran = world.with(TOKEN, key.to_str().unwrap(), "task start 42 --role dev");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = world.pipe("purge --everything --operator", &token);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let acts = world.read(".local/state/fusebox/operators.log");
    assert!(acts.contains("\"operator\":\"night\"") && acts.contains("purge"), "{acts}");
    for file in ["operators.log", "operators.json"] {
        let path = world.state_dir().join(file);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!fs::read_to_string(path).unwrap().contains(&token));
    }
}

#[test]
fn a_wrong_token_a_removed_one_and_a_second_operator_give_no_order() {
    let (world, token) = with_operator();
    let ran = world.pipe("purge --everything --operator", "sk-fusebox-00");
    assert!(ran.code != 0 && ran.err.contains("the token of no operator"), "{}", ran.err);
    let ran = world.pipe("operator create other --yes --operator", &token);
    assert!(ran.code == 2 && ran.err.contains("'--operator'"), "{}", ran.err);
    world.write("token", &token);
    let mut command = world.fusebox();
    command.env("FUSEBOX_OPERATOR_TOKEN_FILE", world.path("token"));
    let ran = world.finish(command.args(["operator", "create", "other", "--yes"]), b"");
    assert!(ran.code != 0 && ran.err.contains("there is no terminal"), "{}", ran.err);
    world.person_does(&["operator", "remove", "night", "--yes"]);
    let ran = world.pipe("purge --everything --operator", &token);
    assert!(ran.code != 0, "{}", ran.err);
}

#[test]
fn a_run_does_not_pass_the_token_on_and_no_order_is_given_inside() {
    let (world, _) = with_operator();
    let key = world.path("key");
    let mut command = world.fusebox();
    command.env("PATH", "/usr/bin:/bin").env(TOKEN, &key);
    command.args(["run", "--", "sh", "-c"]).arg(format!(
        "env | grep -c OPERATOR; {TOKEN}={} {} purge --everything --yes",
        key.display(),
        crate::world::FUSEBOX
    ));
    let ran = world.finish(&mut command, b"");
    assert_eq!(ran.out, "0\n");
    assert!(ran.err.contains("this runs inside a supervised run"), "{}", ran.err);
}

#[test]
fn a_token_is_redacted() {
    let (world, token) = with_operator();
    let event = format!(
        "{{\"session\":\"s1\",\"type\":\"tool_request\",\"tool\":\"bash\",\
         \"input\":{{\"command\":\"echo {token}\"}}}}"
    );
    world.pipe("hook generic", &event);
    for file in ["fusebox.db", "fusebox.db-wal"] {
        let bytes = fs::read(world.state_dir().join(file)).unwrap_or_default();
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "{file}");
    }
}
