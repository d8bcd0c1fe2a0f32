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

#[test]
fn esc8_what_reads_the_codes_of_trips_cannot_be_read_inside() {
    // Its own environment and that of every process, the files, and its own transcript of commands.
    let look = "cat ~/topic ~/replies/1; env; cat /proc/*/environ /proc/*/cmdline; \
                grep -rl tkn-0123 ~ 2>/dev/null; true";
    for (options, can_read) in [(["--confine=never"], true), (["--confine=require"], false)] {
        let prison = Prison::with(&[("NTFY_TOKEN", "tkn-0123-of-ntfy")]);
        let config = format!(
            "notify = []\n[escalate]\nneeds_person = [\"ntfy\"]\nntfy = \"file:{home}/topic\"\n\
             ntfy_token = \"env:NTFY_TOKEN\"\n[inbox]\ncodes = [\"ntfy\"]\nfile = \"{home}/replies\"\n",
            home = prison.world.home.display(),
        );
        let script = format!(
            "mkdir -p ~/.config/fusebox ~/replies; cat > ~/.config/fusebox/config.toml <<'E'\n{config}E\n\
             echo https://ntfy.example/tkn-0123-of-topic > ~/topic\n\
             echo fusebox tkn-0123-of-reply reset > ~/replies/1"
        );
        assert_eq!(prison.sh(&script).code, 0);
        let ran = prison.run(&options, look);
        for secret in ["tkn-0123-of-ntfy", "tkn-0123-of-topic", "tkn-0123-of-reply"] {
            assert_eq!(ran.out.contains(secret), can_read, "{secret} {options:?}: {}", ran.err);
        }
    }
}
