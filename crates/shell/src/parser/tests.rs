//! Tables of how command lines are read.

use super::super::command::WordKind;
use super::*;

/// One command as text: `A=1 | word·word | >file` and its connectors.
fn shown(command: &SimpleCommand<'_>) -> String {
    let mut parts = Vec::new();
    for assignment in &command.assignments {
        parts.push(format!("{}={}", assignment.name, assignment.value.text));
    }
    if !command.words().is_empty() {
        let mark = |word: &ShellWord<'_>| match word.form {
            WordKind::Literal => word.text.to_string(),
            WordKind::Pattern => format!("{}%", word.text),
            WordKind::Expansion => format!("{}$", word.text),
        };
        parts.push(command.words().iter().map(mark).collect::<Vec<_>>().join("·"));
    }
    for redirect in &command.redirects {
        parts.push(format!("{:?}:{}", redirect.kind, redirect.target.text));
    }
    if command.piped_from {
        parts.push("<-".to_owned());
    }
    if command.pipes_to {
        parts.push("->".to_owned());
    }
    if command.background {
        parts.push("&".to_owned());
    }
    if let WorkingDir::Known(dir) = &command.dir {
        parts.push(format!("@{dir}"));
    }
    parts.join(" ")
}

fn check(line: &str, expected: &[&str]) {
    let script = parse(line);
    let commands: Vec<String> = script.commands.iter().map(shown).collect();
    assert_eq!(commands, expected, "{line}");
    assert!(script.complete, "{line}");
}

#[test]
fn words_and_quotes() {
    check("a 'b c' \"d e\" f\\ g", &["a·b c·d e·f g"]);
    check("a b'c'\"d\"e", &["a·bcde"]);
    check("a '' \"\"", &["a··"]);
    check("a \"b\\\"c\\d\\$e\"", &["a·b\"c\\d$e"]);
    check("a $'b\\n\\x41\\'c'", &["a·b\nA'c"]);
    check("a $\"b\"", &["a·b"]);
    check("a $b ${c:-d e} \"$e\" $ x$", &["a·$b$·${c:-d e}$·$e$·$·x$"]);
    check("a *.rs [ab] {c,d} HEAD@{1} {}", &["a·*.rs%·[ab]%·{c,d}%·HEAD@{1}·{}"]);
    check("a b\\\nc d \\\n e", &["a·bc·d·e"]);
    check("a#b #c\nd", &["a#b", "d"]);
    check("é ü\\é", &["é·üé"]);
    check("a\0b", &["a\0b"]);
}

#[test]
fn assignments_and_redirections() {
    check("A=1 B='x y' c A=2", &["A=1 B=x y c·A=2"]);
    check("A=1", &["A=1"]);
    check("A+=1 B[0]=2 c", &["A=1 B=2 c"]);
    check("A=(b 'c d'\n e) f", &["A=b A=c d A=e f"]);
    check("\"A\"=1", &["A=1"]);
    check("a >b 2>&1 >>c <d", &["a Output:b Duplicate:1 Append:c Input:d"]);
    check(
        "a 2>b &>c &>>d >|e <>f >&g 2>&-",
        &["a Output:b Output:c Append:d Output:e ReadWrite:f Output:g Duplicate:-"],
    );
    check("a <<< 'b c'", &["a HereString:b c"]);
    check("a <<E b\nc\nE\nd", &["a·b HereDoc:c\n", "d"]);
    check("a <<-'E' <<F\n\tx\n\tE\ny\nF\nd", &["a HereDoc:\tx\n HereDoc:y\n", "d"]);
    check("a2>b 2 >c", &["a2·2 Output:b Output:c"]);
}

#[test]
fn connectors_and_groups() {
    check("a && b || c; d & e", &["a", "b", "c", "d &", "e"]);
    check("a | b |& c", &["a ->", "b <- ->", "c <-"]);
    check("(a; b) | c", &["a ->", "b ->", "c <-"]);
    check("a | (b; c)", &["a ->", "b <-", "c <-"]);
    check("{ a; b; } > f &", &["a &", "b &", "Output:f &"]);
    check("a |\n b", &["a ->", "b <-"]);
    check("a $(b | c) d", &["b ->", "c <-", "a·$(b | c)$·d"]);
    check("a `b \\`c\\``", &["c", "b·`c`$", "a·`b \\`c\\``$"]);
    check("a <(b) >(c)", &["b", "c", "a·<(b)$·>(c)$"]);
    check("if a; then b; elif c; then d; else e; fi", &["a", "b", "c", "d", "e"]);
    check("while a; do b; done < f", &["a", "b", "Input:f"]);
    check("for x in a 'b c'; do d $x; done", &["x=a x=b c", "d·$x$"]);
    check("for ((i=0; i<3; i++)); do a; done", &["a"]);
    check("case $x in (a|b) c;; *) d;; esac; e", &["=$x", "c", "d", "e"]);
    check("f() { a; }; function g { b; }", &["a", "b"]);
    check("[[ a > b && c ]] && d", &["[[·a·>·b·&&·c·]]", "d"]);
    check("((a > b)); c $((1 > 2))", &["c·$((1 > 2))$"]);
    check("echo if then fi done", &["echo·if·then·fi·done"]);
}

#[test]
fn directories() {
    check("cd a && b; cd ../c; d", &["cd·a", "b @a", "cd·../c @a", "d @a/../c"]);
    check("(cd a; b); c", &["cd·a", "b @a", "c"]);
    check("a $(cd b; c); d", &["cd·b", "c @b", "a·$(cd b; c)$", "d"]);
    check("cd 'a b'/c && d", &["cd·a b/c", "d @a b/c"]);
    check("cd a | b; c", &["cd·a ->", "b <-", "c"]);
    assert_eq!(parse("cd $x; a").commands[1].dir, WorkingDir::Unknown);
}

#[test]
fn incomplete_texts() {
    for line in ["'a", "\"a", "a $(b", "a `b", "(a", "{ a", "a )", "${a", "case a in b", "a $((1"] {
        assert!(!parse(line).complete, "{line}");
    }
    assert_eq!(parse("cargo test 'a").commands[0].words().len(), 3);
}

#[test]
fn a_single_command() {
    for line in [
        "fusebox report complete \"did it\"",
        "fusebox status 2>&1",
        "fusebox status >/dev/null",
        " fusebox status # now\n",
        "fusebox report complete 'it'\\''s $(done)'",
    ] {
        assert!(parse(line).single().is_some_and(|c| c.program() == "fusebox"), "{line}");
    }
    for line in [
        "",
        "fusebox status; ls",
        "fusebox status | cat",
        "fusebox status &",
        "fusebox status > x",
        "fusebox status < x",
        "fusebox report complete \"$(rm a)\"",
        "fusebox report complete `rm a`",
        "fusebox report complete $X",
        "fusebox report complete *",
        "PATH=. fusebox status",
        "sudo fusebox status",
        "sh -c 'fusebox status'",
        "(fusebox status) | cat",
        "fusebox status 'a",
        "fusebox status <(ls)",
        "fusebox status <<E\n$(rm a)\nE",
        "f=(x); fusebox status",
    ] {
        assert!(parse(line).single().is_none(), "{line}");
    }
}

#[test]
fn programs_are_known_by_their_basename() {
    let script = parse("a; /x/fusebox one | b; sudo sh -c 'fusebox two'");
    let ours = script.commands.iter().filter(|command| command.program() == "fusebox");
    let found: Vec<_> = ours.filter_map(|command| command.args().next()).collect();
    assert_eq!(found, ["one", "two"]);
}

#[test]
fn each_command_knows_the_operator_before_it() {
    use CommandOperator::{And, Background, Or, Pipe, Then};
    let operators = |line: &str| -> Vec<Option<CommandOperator>> {
        parse(line).commands.iter().map(|command| command.behind).collect()
    };
    let expected = [None, Some(And), Some(Or), Some(Pipe), Some(Then), Some(Background)];
    assert_eq!(operators("a && b || c | d; e & f"), expected);
    assert_eq!(operators("a &&\n\n b\nc"), [None, Some(And), Some(Then)]);
    assert_eq!(operators("{ a; b; } && echo $(c)"), [None, Some(Then), None, Some(And)]);
    assert_eq!(operators("bash -c 'a || b'"), [None, None, Some(Or)]);
}
