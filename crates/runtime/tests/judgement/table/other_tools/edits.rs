//! Rejected edits, the same edit again, edits that change nothing, and calls that the client rejects.

use serde_json::json;

use super::super::call::{Call, edit, laps, look, rejected_edit, shell, tool, unannounced};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count};

const GONE: &str = "String to replace not found in file.";

fn rejected(times: usize) -> Vec<Call> {
    (0..times)
        .map(|n| rejected_edit("lib/rates.ex", format!("def {}(x)", NAMES[n]), GONE))
        .collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let file = || look("lib/rates.ex", "defmodule Rates do\nend");
    let ok = || edit("lib/rates.ex", "defmodule Rates do", "defmodule Shop.Rates do");
    let appended = "    - name: cache\n      uses: actions/cache@v4\n";
    vec![
        stuck("eight rejected edits of one file", rejected(8)).at(4, 6),
        stuck("rejected with a look at it before each", rejected(9).into_iter().flat_map(|c| [file(), c]).collect()),
        stuck("rejected with a test run after each", rejected(8).into_iter().flat_map(|c| [c, shell("mix test", "14 tests, 1 failure\n\n  1) test rates (RatesTest)\n     test/rates_test.exs:4", 2)]).collect()),
        stuck("rejected for two reasons in turn", (0..8).map(|n| rejected_edit("lib/rates.ex", format!("def {}(x)", NAMES[n]), ["Found 3 matches of the string to replace, but replace_all is false.", GONE][n % 2])).collect()).at(4, 6),
        stuck("rejected in many files", (0..8).map(|n| rejected_edit(&format!("lib/{}.ex", NAMES[n]), "def run(x)", GONE)).collect()).at(4, 6),
        nudged_at_most("five rejected, a look, one accepted, and so on", (0..3).flat_map(|lap| {
            let mut calls: Vec<Call> = (0..5).map(|n| rejected_edit("lib/rates.ex", format!("def {}_{lap}(x)", NAMES[n]), GONE)).collect();
            calls.extend([file(), edit("lib/rates.ex", format!("def f{lap}"), format!("defp f{lap}"))]);
            calls
        }).collect()),
        nudged_at_most("four rejected, and the file is written anew", [rejected(4), vec![shell("cat > lib/rates.ex <<'E'\ndefmodule Rates do\nend\nE", "", 0), shell("mix test", "14 tests, 0 failures", 0)]].concat()),
        healthy("two rejected, then accepted, many times", (0..6).flat_map(|n| vec![
            rejected_edit("lib/rates.ex", format!("def {}(x)", NAMES[n]), GONE), rejected_edit("lib/rates.ex", format!("def {}(y)", NAMES[n]), GONE), edit("lib/rates.ex", format!("def {}", NAMES[n]), format!("defp {}", NAMES[n])),
        ]).collect()),
        healthy("each file is read after it was asked for", NAMES.iter().flat_map(|name| {
            let path = format!("lib/{name}.ex");
            [rejected_edit(&path, "use Agent", "File has not been read yet. Read it first before writing to it."), look(&path, format!("# {name}\nuse Agent")), edit(&path, "use Agent", "use GenServer")]
        }).collect()),
        healthy("three rejected by the end", [vec![ok()], rejected(3)].concat()),

        stuck("the same lines appended", count(10, |_| edit("ci.yml", "steps:\n", format!("steps:\n{appended}")))).at(4, 7),
        stuck("the same lines appended, with a look at other files", (0..9).flat_map(|n| [edit("ci.yml", "steps:\n", format!("steps:\n{appended}")), look(format!("ci/{}.yml", NAMES[n]), format!("on: {n}"))]).collect()).at(7, 13),
        stuck("the same lines appended by the shell", count(10, |_| shell("echo 'include(cmake/all.cmake)' >> CMakeLists.txt", "", 0))),
        stuck("one patch between failing runs", (0..9).flat_map(|_| [edit("top.v", "wire a;\n", "wire a;\nwire b;\n"), shell("verilator --lint-only top.v", "%Error: top.v:9: Duplicate declaration of signal: 'b'", 1)]).collect()),
        stuck("there and back again", (0..8).map(|n| if n % 2 == 0 { edit("a.toml", "lto = true", "lto = false") } else { edit("a.toml", "lto = false", "lto = true") }).collect()),
        healthy("the same edit in each of many files", NAMES.iter().flat_map(|name| [look(format!("lib/{name}.ex"), format!("# {name}")), edit(format!("lib/{name}.ex"), "use Agent", "use GenServer")]).collect()),
        healthy("another line appended each time", NAMES.iter().flat_map(|name| [edit("ci.yml", "steps:\n", format!("steps:\n    - run: make {name}\n")), shell(format!("make {name}"), "ok", 0)]).collect()),
        healthy("another line appended by the shell", NAMES.iter().map(|name| shell(format!("echo '{name}' >> list.txt"), "", 0)).collect()),
        healthy("a setting tried both ways, measured", vec![
            edit("a.toml", "lto = true", "lto = false"), shell("./bench", "812 req/s", 0), edit("a.toml", "lto = false", "lto = true"), shell("./bench", "901 req/s", 0),
        ]),
        healthy("one value raised step by step", laps(9, |n| [edit("sim.toml", format!("dt = {n}"), format!("dt = {}", n + 1)), shell("./sim", format!("energy {}", 40 - n), 0)])),

        stuck("an unknown tool", count(9, |n| unannounced(tool("ReadManyFiles", json!({"paths": [NAMES[n]]}), "<tool_use_error>Error: No such tool available: ReadManyFiles</tool_use_error>", false)))),
        stuck("a parameter that is missing", count(9, |n| unannounced(tool("write", json!({"file_path": format!("/home/dev/project/{}.md", NAMES[n])}), "<tool_use_error>InputValidationError: Write failed due to the following issue:\nThe required parameter `content` is missing</tool_use_error>", false)))),
        healthy("an unknown tool, once, then another", [vec![unannounced(tool("ReadManyFiles", json!({"paths": ["a"]}), "<tool_use_error>Error: No such tool available: ReadManyFiles</tool_use_error>", false))], NAMES.iter().map(|name| look(format!("{name}.md"), format!("# {name}"))).collect()].concat()),
        healthy("a parameter that is missing now and then", (0..9).map(|n| if n % 4 == 0 {
            unannounced(tool("write", json!({"file_path": format!("/home/dev/project/{n}.md")}), "<tool_use_error>InputValidationError: Write failed due to the following issue:\nThe required parameter `content` is missing</tool_use_error>", false))
        } else { edit(format!("{n}.md"), "a", "b") }).collect()),
    ]
}
