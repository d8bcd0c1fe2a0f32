//! Formats that are no JSON: a chat history and a terminal's log.

use crate::shown::check;

const HISTORY: &str = "
# aider chat started at 2026-01-01 00:00:00

> Aider v0.80.0
> Model: m

#### /add a.py
> Added a.py to the chat.

#### change it
#### please

I will.

> Tokens: 1.5k sent, 20 received. Cost: $0.01 message, $0.02 session.
> The LLM did not conform to the edit format.
> https://aider.chat/docs/troubleshooting/edit-errors.html
> # 1 SEARCH/REPLACE block failed to match!

## SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in a.py
<<<<<<< SEARCH
x
=======
y
>>>>>>> REPLACE

Again.

> Applied edit to a.py
> Running make

# aider chat started at 2026-01-02 00:00:00
";

#[test]
fn aider_tells_edits_and_what_did_not_fit() {
    check(
        HISTORY,
        "aider",
        r#"
        start file#1 aider
        prompt "change it\nplease\n"
        says "\nI will.\n\n"
        used 1500 20 0 0.01
        c1 r1 edit {"file_path":"a.py","search":"x"}
        c1 failed "The LLM did not conform to the edit format.\n# 1 SEARCH/REPLACE block failed to match!\n" changed 0
        c2 r1 edit ?
        c2 ok "?" changed [a.py]
        c3 r1 bash {"command":"make"}
        c3 ended "?"
        end of round
        start file#2 aider
        "#,
    );
}

#[test]
fn a_terminal_log_is_cut_at_its_steps() {
    let log = "mini-swe-agent starts\r\n\u{1b}[1mmini-swe-agent\u{1b}[0m (step 1, $0.01):\r\nTHOUGHT: look\r\n\r\n\
        ```bash\r\nls\r\n```\r\n\r\nUser:\r\n<returncode>2</returncode>\r\n<output>\r\nno\r\n</output>\r\n────\r\n\
        mini-swe-agent (step 2, $0.03):\r\ndone\r\n";
    check(
        log,
        "terminal_log",
        r#"
        start file mini-swe-agent
        machine "mini-swe-agent starts\n"
        used 0 0 0 0.01
        says "THOUGHT: look\n\n"
        c1 r1 bash {"command":"ls"}
        c1 failed "<returncode>2</returncode>\n<output>\nno\n</output>" code 2
        end of round
        used 0 0 0 0.019999999999999997
        says "done\n"
        end of round
        "#,
    );
}
