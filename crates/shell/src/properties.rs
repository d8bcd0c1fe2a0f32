//! Properties of the parser on any text at all.

use proptest::prelude::*;

use super::*;

/// Every recogniser, on any text; returns whether the script was complete.
fn read_all(text: &str) -> bool {
    let script = parse(text);
    let _ = test_runner(&script);
    let _ = written_paths(&script);
    let _ = is_waiting(&script);
    let protected = ["/s".to_owned(), "~/.s/t".to_owned()];
    let _ = guard::refusal(&script, &guard::ProtectedPaths::new(&protected));
    let _ = matches_pattern(&script, &["a b".to_owned()]);
    let _ = script.single();
    script.complete
}

const SEEDS: &[&str] = &[
    "cd x && RUST_BACKTRACE=1 cargo nextest run 2>&1 | tail",
    "for f in $(ls *.rs); do sed -i \"s/a/${b:-'c'}/\" \"$f\"; done > out &",
    "bash -lc \"sh -c 'echo \\`date\\` $((1+2))'\" <<-EOF\n\t$(rm a)\n\tEOF\n",
    "case $x in a|b) ls ;; (*) diff <(a) >(b);& esac; [[ a =~ ^(b|c)$ ]]",
    "xs=(a $'\\x41\\n' \"b\"); f() { echo ${xs[@]} | { cat; } }; # done",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        read_all(&text);
    }

    #[test]
    fn any_shell_like_text_is_read(text in "[a-c é\\\\'\"`$(){}\\[\\]<>|&;#=\n\t0-9!*?~-]{0,120}") {
        read_all(&text);
    }

    #[test]
    fn mutated_commands_are_read(
        seed in prop::sample::select(SEEDS),
        at in any::<prop::sample::Index>(),
        insert in "[é'\"`$(){}<>|&;\n\\\\]{0,3}",
        remove in 0_usize..4,
    ) {
        let mut chars: Vec<char> = seed.chars().collect();
        let start = at.index(chars.len());
        let end = (start + remove).min(chars.len());
        chars.splice(start..end, insert.chars());
        read_all(&chars.into_iter().collect::<String>());
    }

    #[test]
    fn quoted_words_come_back(words in prop::collection::vec("[^\0]{0,12}", 1..6)) {
        let quoted: Vec<String> =
            words.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''"))).collect();
        let line = format!("run {}", quoted.join(" "));
        let script = parse(&line);
        let command = script.single().unwrap();
        let read: Vec<&str> = command.args().collect();
        prop_assert_eq!(read, words);
    }
}

#[test]
fn huge_and_hostile_texts_are_bounded() {
    for unit in [
        "(",
        "$(",
        "${",
        "`",
        "$((",
        "((",
        "{ ",
        "<(",
        "\"$(",
        "'",
        "\\",
        "<<a ",
        "<<a\n",
        "a|",
        "a;",
        "x=(",
        "case a in ",
        "for a in ",
        "[[ ",
        "if ",
        "(a)|",
        "$(a",
        "\0",
        "é",
        "sh -c '",
        "\"`",
        "$'",
        "a{",
        "${a:-`",
        "$(( 1 ) ",
        "cd a;",
        "<<'",
        "a ",
        "a() ",
        "eval ",
        "bash <<E\n$(",
    ] {
        let text = unit.repeat((1 << 16) / unit.len());
        read_all(&text);
    }
    assert!(!read_all(&"(".repeat(1 << 20)));
    assert!(!read_all(&"a".repeat(MAX_TEXT_BYTES + 1)));
}

#[test]
fn scripts_in_scripts_are_bounded() {
    let mut line = "cargo test".to_owned();
    for _ in 0..8 {
        line = format!("sh -c '{}'", line.replace('\'', "'\\''"));
    }
    assert_eq!(test_runner(&parse(&line)), Some(TestRunner::CargoTest));
    let mut line = "cargo test".to_owned();
    for _ in 0..40 {
        line = format!("sh -c \"$({line})\"");
    }
    assert!(!read_all(&line));
}
