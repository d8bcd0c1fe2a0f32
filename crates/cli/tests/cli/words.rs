//! One word for one thing in all that a person reads: a nudge, a refusal and a trip have no other names.

use std::fs;
use std::path::{Path, PathBuf};

use crate::widths::stopped_world;
use crate::world::World;

/// How far a word may stand from the object that tells what is meant, in words.
const NEAR: usize = 3;

/// What is never said of Fusebox: the beginnings of the words, beside which objects (any, where there is none), in which
/// sentences they are honest, and the word to use.
struct StraySynonym {
    beginnings: &'static [&'static str],
    beside: &'static [&'static str],
    honest_with: &'static [&'static str],
    word: &'static str,
}

const WHO: &[&str] = &["agent", "agents", "session", "sessions", "turn", "turns", "loop", "loops"];
const WHAT: &[&str] = &["call", "calls", "command", "commands", "edit", "edits", "retry"];
const BREAKER: &[&str] = &["breaker", "breakers", "circuit", "fusebox"];

const STRAY: &[StraySynonym] = &[
    // A client denies a permission, and `deny` is the verdict of a protocol.
    StraySynonym {
        beginnings: &["deny", "denie", "denial"],
        beside: &[],
        honest_with: &["permission", "permissions", "compound"],
        word: "refuse",
    },
    StraySynonym {
        beginnings: &["block", "veto", "prohibit", "reject", "disallow"],
        beside: WHAT,
        // What the client or a tool does with an edit, and what the service breaker's library does with a call.
        honest_with: &[
            "edits that are rejected",
            "rejected edits",
            "edits rejected",
            "turns away",
            "blocked on",
            "circuit",
        ],
        word: "refuse",
    },
    StraySynonym {
        beginnings: &["halt", "abort", "terminate", "kill"],
        beside: WHO,
        honest_with: &[],
        word: "trip",
    },
    StraySynonym {
        beginnings: &["fire", "fires", "fired", "trigger", "blow", "blown", "explode"],
        beside: BREAKER,
        honest_with: &[],
        word: "trip",
    },
    // Budgets and caps warn at a share of their limit; a loop nudges.
    StraySynonym {
        beginnings: &["warn", "remind", "admonish", "alert", "scold"],
        beside: &["loop", "repetition", "repeated", "same", "cycle", "ladder", "refusal"],
        honest_with: &[],
        word: "nudge",
    },
];

/// The text without what is code or a value: blocks, spans, and words in double quotes.
fn prose(text: &str) -> String {
    let outside_blocks = text.split("```").step_by(2).collect::<Vec<_>>().join("\n\n");
    let outside =
        |text: &str, mark: char| text.split(mark).step_by(2).collect::<Vec<_>>().join(" v ");
    let paragraphs = outside_blocks.split("\n\n");
    paragraphs.map(|text| outside(&outside(text, '`'), '"')).collect::<Vec<_>>().join("\n\n")
}

/// Every stray synonym of a text, with its sentence.
fn stray_words(text: &str) -> Vec<String> {
    let prose = prose(text);
    let lines = prose.replace("\n\n", ". ").replace(['\n', '|'], " ");
    let sentences = lines.split(". ").flat_map(|part| part.split("; "));
    sentences.flat_map(|sentence| STRAY.iter().filter_map(|stray| found(stray, sentence))).collect()
}

fn found(stray: &StraySynonym, sentence: &str) -> Option<String> {
    let sentence = sentence.to_lowercase();
    let words: Vec<&str> =
        sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if stray.honest_with.iter().any(|honest| words.join(" ").contains(honest)) {
        return None;
    }
    let is_near = |at: usize| {
        let near = &words[at.saturating_sub(NEAR)..words.len().min(at + NEAR + 1)];
        stray.beside.is_empty() || near.iter().any(|word| stray.beside.contains(word))
    };
    let is_one = |word: &str| stray.beginnings.iter().any(|beginning| word.starts_with(beginning));
    let at = words.iter().enumerate().find(|(at, word)| is_one(word) && is_near(*at))?.0;
    Some(format!("`{}` for {}: {}", words[at], stray.word, words.join(" ")))
}

#[test]
fn stray_words_are_found_and_honest_ones_are_left_alone() {
    for text in [
        "The seventh call is blocked.",
        "It denies the call",
        "Fusebox kills the session. Nothing is lost.",
        "the breaker fires",
        "The agent is warned of the loop",
    ] {
        assert_eq!(stray_words(text).len(), 1, "{text}");
    }
    for text in [
        "The seventh call is refused.",
        "The verdict is `deny`: the call is `blocked`.",
        "Iterations in which permissions were denied",
        "At 80 % the agent is warned once",
        "The agent says that it is blocked",
        "Its processes are killed. The agent goes on",
        "on_error = \"deny\" refuses the call",
    ] {
        assert_eq!(stray_words(text), [] as [String; 0], "{text}");
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The files of a folder with this ending.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

#[test]
fn one_word_for_one_thing_in_documents_and_presets() {
    let mut wrong = Vec::new();
    let pages = files("docs", "md").into_iter().chain([root().join("README.md")]);
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        wrong.extend(
            stray_words(&text).into_iter().map(|word| format!("{}: {word}", page.display())),
        );
    }
    for preset in files("crates/config/presets", "toml") {
        let text = fs::read_to_string(&preset).unwrap();
        let comments = text.lines().filter_map(|line| line.split_once('#')).map(|(_, said)| said);
        let comments = comments.collect::<Vec<_>>().join("\n\n");
        wrong.extend(
            stray_words(&comments).into_iter().map(|word| format!("{}: {word}", preset.display())),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_word_for_one_thing_in_what_commands_print() {
    let (world, id) = stopped_world();
    let mut wrong = Vec::new();
    for command in [
        "status",
        "status --all",
        "status ID",
        "incidents",
        "show ID",
        "show ID --markdown",
        "log ID",
        "runs --stats",
        "debug 9f3c",
        "replay",
        "audit 42",
        "patterns list",
        "spend",
        "service list",
        "task show 42",
        "doctor",
        "calibrate",
        "loop status night",
        "config check",
        "reconcile --check",
        "escalate ID --dry-run",
        "metrics",
    ] {
        let ran = world.run(&command.replace("ID", &id));
        let said = stray_words(&(ran.out + &ran.err));
        wrong.extend(said.into_iter().map(|word| format!("{command}: {word}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_word_for_one_thing_in_the_help() {
    let world = World::new();
    let mut wrong = Vec::new();
    let mut commands = vec![String::new()];
    while let Some(command) = commands.pop() {
        let help = world.run(&format!("{command} --help")).out;
        wrong
            .extend(stray_words(&help).into_iter().map(|word| format!("{command} --help: {word}")));
        let below = help.split_once("\nCommands:\n").map_or("", |(_, list)| list);
        let names = below.lines().take_while(|line| line.starts_with("  "));
        let names = names
            .filter(|line| !line.starts_with("   "))
            .filter_map(|line| line.split_whitespace().next());
        commands.extend(names.map(|name| format!("{command} {name}")));
        if command.is_empty() {
            let own =
                help.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
            commands
                .extend(own.filter_map(|line| line.split_whitespace().next()).map(str::to_owned));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
