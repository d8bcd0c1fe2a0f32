//! Tools that the other families do not name: what a type checker misses, what a registry tells, a page after
//! the other, a workspace that is selected, a check whose tests no reader names.

use serde_json::json;

use super::attempts::{WORDS, attempts};
use super::call::{gaps, laps, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let nine = || WORDS.iter().take(9);
    let no_device = [
        ("adb shell getprop", "error"),
        ("adb install app.apk", "adb: error"),
        ("adb logcat -d", "error"),
        ("adb push a /sdcard/", "error"),
        ("adb install -r app.apk", "adb: error"),
        ("adb shell ls", "error"),
        ("adb uninstall a.b", "error"),
        ("adb install -t app.apk", "adb: error"),
        ("adb forward tcp:1 tcp:1", "error"),
    ];
    let no_device = no_device.map(|(command, speaker)| {
        shell(command, format!("{speaker}: no devices/emulators found"), 1)
    });
    let same = |output: &'static str| move |_: usize| ("make check".to_owned(), output.to_owned());
    vec![
        healthy(
            "packages that lack one module, type-checked one by one",
            nine()
                .map(|word| {
                    let says = "error TS2307: Cannot find module 'zod' or its corresponding type declarations.";
                    shell(format!("npx tsc --noEmit -p packages/{word}"), says, 2)
                })
                .collect(),
        ),
        stuck(
            "a module that the program itself lacks",
            ["node a.js", "node a.js -v", "node ./a.js", "node --trace a.js", "node a.js x", "node a.js y"]
                .map(|command| shell(command, "Error: Cannot find module 'zod'\nRequire stack:\n- /w/a.js", 1))
                .into(),
        )
        .at(3, 5),
        nudged_at_most(
            "names that the registry does not have",
            nine()
                .map(|word| {
                    let says = format!("npm ERR! code E404\nnpm ERR! 404 Not Found - GET https://registry.npmjs.org/@acme%2f{word}");
                    shell(format!("npm view @acme/{word} version"), says, 1)
                })
                .collect(),
        ),
        healthy(
            "compilers looked for",
            ["clang", "icc", "tcc", "nvc", "xlc", "cl"]
                .map(|name| shell(format!("command -v {name}"), "", 1))
                .into(),
        ),
        stuck("no device, whatever is asked of it", no_device.into()),
        healthy(
            "the next page of one site after the other",
            laps(12, |n| {
                let word = WORDS[n];
                [
                    mcp("browser/navigate", json!({"url": format!("https://a.example/{word}")}), format!("Title: {word}"), true),
                    mcp("browser/click", json!({"ref": "next"}), "clicked", true),
                    mcp("browser/get_text", json!({}), format!("What {word} says"), true),
                ]
            }),
        ),
        stuck(
            "one page opened and clicked again and again",
            laps(8, |_| {
                [
                    mcp("browser/navigate", json!({"url": "https://a.example/"}), "Title: Home", true),
                    mcp("browser/click", json!({"ref": "next"}), "clicked", true),
                ]
            }),
        ),
        healthy(
            "the plan of one workspace after the other",
            laps(12, |n| {
                let word = WORDS[n];
                [
                    shell(format!("terraform workspace select {word}"), format!("Switched to workspace \"{word}\"."), 0),
                    shell("terraform plan", "No changes. Your infrastructure matches the configuration.", 0),
                ]
            }),
        ),
        nudged_at_most("a benchmark as a task of the build", vec![shell("zig build bench", "All 14 tests passed.", 0); 18]),
        stuck("one failing test of a suite that no reader knows", attempts(7, same("FAIL: roundtrip\n# TOTAL: 14\n# FAIL:  1"))).at(12, 0),
        healthy(
            "the failing test of such a suite moves on",
            attempts(9, |n| ("make check".to_owned(), format!("FAIL: {}\n# TOTAL: 14\n# FAIL:  1", WORDS[n]))),
        ),
        // It is named although the second rule that sees it has reached its number too.
        stuck(
            "a stack asked slowly, then at once",
            [vec![6; 9], vec![1; 12]]
                .concat()
                .into_iter()
                .flat_map(|gap| {
                    let command = "aws cloudformation describe-stacks --stack-name s";
                    gaps(gap, vec![shell(command, "\"CREATE_IN_PROGRESS\"", 0)])
                })
                .collect(),
        ),
    ]
}
