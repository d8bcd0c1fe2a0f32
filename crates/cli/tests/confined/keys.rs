//! An operator's token, which an agent must not have.

use crate::prison::Prison;

#[test]
fn a_token_of_an_operator_cannot_be_read_inside() {
    for (options, expected) in [(&[][..], "0\nsecret\n"), (&["--confine=require"], "0\n")] {
        let prison = Prison::new();
        prison.sh("echo secret > ~/key");
        let mut command = prison.world.fusebox();
        command.env("FUSEBOX_OPERATOR_TOKEN_FILE", prison.world.path("key")).arg("run");
        command.args(options).args(["--", "sh", "-c", "env | grep -c OPERATOR; cat ~/key"]);
        let ran = prison.world.finish(&mut command, b"");
        assert_eq!(ran.out, expected, "{}", ran.err);
    }
}
