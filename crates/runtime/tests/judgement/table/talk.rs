//! Words that an agent prints to itself are neither work nor news.

use serde_json::json;

use super::call::{laps, look, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

const NAMES: [&str; 10] = ["ams", "fra", "lhr", "cdg", "mad", "dub", "osl", "arn", "hel", "prg"];

pub(crate) fn cases() -> Vec<Case> {
    let prints = |words: &[&str]| -> Vec<_> {
        words.iter().map(|said| shell(format!("echo \"{said}\""), format!("{said}\n"), 0)).collect()
    };
    vec![
        stuck(
            "one farewell after the other",
            prints(&[
                "All work is done.",
                "The task is complete.",
                "I am finished now.",
                "Nothing is left to do.",
                "Done, goodbye.",
                "The session has ended.",
                "Everything is in place.",
                "No further steps.",
                "Completed.",
            ]),
        ),
        stuck(
            "one thought after the other",
            (0..9)
                .map(|n| {
                    shell(
                        format!("printf 'Next I will look at the {} part\\n'", NAMES[n]),
                        format!("Next I will look at the {} part", NAMES[n]),
                        0,
                    )
                })
                .collect(),
        ),
        stuck(
            "one announcement, printed again",
            (0..9)
                .map(|_| {
                    shell(
                        "echo 'Waiting for further instructions'",
                        "Waiting for further instructions",
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "titles above what is listed",
            NAMES
                .iter()
                .map(|name| {
                    shell(format!("echo '== {name}'; ls {name}"), format!("== {name}\nmain.tf"), 0)
                })
                .collect(),
        ),
        healthy(
            "lines put into a file",
            NAMES
                .iter()
                .map(|name| shell(format!("echo 'host {name}' >> inventory"), "", 0))
                .collect(),
        ),
        healthy(
            "variables shown",
            NAMES
                .iter()
                .map(|name| {
                    shell(
                        format!("echo ${}_HOST", name.to_uppercase()),
                        format!("{name}.shop.example"),
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "messages to ten rooms",
            NAMES
                .iter()
                .map(|name| {
                    mcp(
                        "chat-t/post",
                        json!({"room": name, "text": "The site is back."}),
                        "{\"ok\": true}",
                        true,
                    )
                })
                .collect(),
        ),
        healthy(
            "a word before each file that is read",
            laps(9, |n| {
                [
                    shell(format!("echo 'now {}'", NAMES[n]), format!("now {}", NAMES[n]), 0),
                    look(format!("sites/{}.tf", NAMES[n]), format!("site = \"{}\"", NAMES[n])),
                ]
            }),
        ),
        nudged_at_most(
            "four farewells, then work",
            [
                prints(&["Done.", "All done.", "Finished.", "Goodbye."]),
                vec![look("README.md", "# Sites"), shell("make plan", "3 to add", 0)],
            ]
            .concat(),
        ),
    ]
}
