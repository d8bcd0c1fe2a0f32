//! Coding agents at work for hours, in the words of their own tools.

use serde_json::json;

use super::super::call::{
    edit, every, laps, look, look_from, plan, rejected_edit, search, shell, tool,
};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{PARTS, cline, count, create, each, gemini, open_hands, replace, view};

const RED: &str = "FAILED tests/test_stocks.py::test_reserve - AssertionError: assert 3 == 4\n========================= 1 failed, 17 passed in 1.31s =========================";

pub(super) fn cases() -> Vec<Case> {
    let mut cases = healthy_work();
    cases.extend(stuck_work());
    cases
}

fn healthy_work() -> Vec<Case> {
    let fetch_class =
        |name: &str| format!("from .base import Base\n\n\nclass {name}(Base):\n    pass");
    vec![
        healthy("a feature that is made file by file in OpenHands", PARTS.iter().flat_map(|name| [
            create(&format!("shop/{name}.py"), &format!("class {name}:\n    pass")),
            create(&format!("tests/test_{name}.py"), &format!("from shop.{name} import {name}")),
            open_hands(&format!("python -m pytest -q tests/test_{name}.py"), "2 passed in 0.05s", 0),
        ]).collect()),
        healthy("the same line in two dozen files, with an editor of SWE-agent", PARTS.iter().map(|name| replace(&format!("shop/{name}.py"), "from six import text_type", "")).collect()),
        healthy("the same line in two dozen files, with Gemini", PARTS.iter().map(|name| tool("replace", json!({"file_path": format!("/home/dev/project/src/{name}.ts"), "old_string": "import _ from 'lodash';", "new_string": "import * as _ from 'lodash-es';", "instruction": "Import from lodash-es."}), format!("Successfully modified file: /home/dev/project/src/{name}.ts (1 replacements)."), true)).collect()),
        healthy("the same rename in many files, and a check of types after each fourth", (0..40).flat_map(|n| {
            let path = format!("src/pages/{}{}.tsx", PARTS[n % 24], n / 24);
            let mut calls = vec![edit(path, "useStore()", "useCartStore()")];
            if n % 4 == 3 {
                calls.push(shell("npx tsc --noEmit 2>&1 | tail -1", format!("Found {} errors in {} files.", 84 - n, 40 - n), 2));
            }
            calls
        }).collect()),
        healthy("a bisection by hand, at each commit the same failure", (0..10).flat_map(|n| [
            shell(format!("git checkout -q 4f2c9d{n}"), "", 0),
            open_hands("make -s test", if n == 9 { "ok" } else { "cart_test: total is 3, not 4\nmake: *** [Makefile:8: test] Error 1" }, if n == 9 { 0 } else { 2 }),
        ]).collect()),
        healthy("sixty files that are read, many of them alike", (0..60).map(|n| look(format!("shop/{}{}/__init__.py", PARTS[n % 24], n / 24), match n % 3 { 0 => fetch_class(PARTS[n % 24]), _ => "from .models import *".to_owned() })).collect()),
        healthy("a linter that finds the same in each file, in Cline", PARTS[..14].iter().map(|name| cline(&format!("npx eslint src/{name}.ts"), &format!("/home/dev/project/src/{name}.ts\n  1:1  error  Missing copyright header  header/header\n\n✖ 1 problem (1 error, 0 warnings)"))).collect()),
        healthy("packages that are upgraded one by one, with a lock for a moment", PARTS[..10].iter().flat_map(|name| [
            shell(format!("cargo update -p {name}"), format!("    Updating crates.io index\n    Updating {name} v1.0.1 -> v1.0.2"), 0),
            shell("cargo test -q", "    Blocking waiting for file lock on build directory\ntest result: ok. 41 passed; 0 failed; 0 ignored", 0),
        ]).collect()),
        nudged_at_most("a lock that is free at the fourth try", [every(30, 3, shell("sudo apt-get install -y libpq-dev", "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 8121 (unattended-upgr)", 100)), vec![shell("sudo apt-get install -y libpq-dev", "Setting up libpq-dev (15.8-0) ...", 0)]].concat()),
        nudged_at_most("a test that is run fifteen times, and fails at some", count(15, |n| if n % 6 == 4 {
            open_hands("python -m pytest -q tests/test_stocks.py", RED, 1)
        } else {
            open_hands("python -m pytest -q tests/test_stocks.py", "18 passed in 1.30s", 0)
        })),
        nudged_at_most("a suite under fifteen seeds", count(15, |n| gemini(&format!("pytest -q -p randomly -p no:cacheprovider --randomly-seed={n}"), "18 passed", 0, 4000 + n))),
        healthy("a file read and replaced, one after the other, in Cline", PARTS[..16].iter().flat_map(|name| [
            tool("read_file", json!({"path": format!("src/{name}.js")}), format!("const {name} = require('./{name}');"), true),
            tool("replace_in_file", json!({"path": format!("src/{name}.js"), "diff": format!("------- SEARCH\nconst {name} = require('./{name}');\n=======\nimport {name} from './{name}';\n+++++++ REPLACE")}), format!("The content was successfully saved to src/{name}.js."), true),
        ]).collect()),
        healthy("parts that are handed to subagents", PARTS[..12].iter().map(|name| tool("Task", json!({"description": "Port a module", "subagent_type": "general-purpose", "prompt": format!("Port shop/{name}.py to the new API and run its tests.")}), "Done. All tests of the module pass.", true)).collect()),
        healthy("where each class is made, then a patch", PARTS[..14].iter().flat_map(|name| [
            search(format!("new {name}\\("), "src", format!("src/{name}.php:12:new {name}()")),
            look_from(format!("src/{name}.php"), 10, format!("$x = new {name}();")),
            edit(format!("src/{name}.php"), format!("new {name}()"), format!("{name}::make()")),
        ]).collect()),
        healthy("tests that are moved to another library, each red for a moment", PARTS[..9].iter().flat_map(|name| [
            edit(format!("test/{name}.spec.ts"), "from 'chai'", "from 'vitest'"),
            cline(&format!("npx vitest run test/{name}.spec.ts"), &format!(" FAIL  test/{name}.spec.ts\nTypeError: expect(...).to.eql is not a function\n Tests  1 failed (1)")),
            edit(format!("test/{name}.spec.ts"), ".to.eql(", ".toEqual("),
            cline(&format!("npx vitest run test/{name}.spec.ts"), &format!(" ✓ test/{name}.spec.ts (1 test) 4ms\n Tests  1 passed (1)")),
        ]).collect()),
        healthy("a review of thirty files, with notes", (0..24).flat_map(|n| {
            let mut calls = vec![view(&format!("shop/{}.py", PARTS[n]), 1, 40, |line| format!("row{line} = {n}"))];
            if n % 6 == 5 {
                calls.push(plan(&[&format!("noted up to {}", PARTS[n]), "read the next"]));
            }
            calls
        }).collect()),
        nudged_at_most("a file that is missing in half of the packages", PARTS[..14].iter().enumerate().map(|(n, name)| tool("read_file", json!({"absolute_path": format!("/home/dev/project/packages/{name}/CHANGELOG.md")}), if n % 2 == 0 { format!("# {name} 1.{n}") } else { format!("File not found: /home/dev/project/packages/{name}/CHANGELOG.md") }, n % 2 == 0)).collect()),
    ]
}

fn stuck_work() -> Vec<Case> {
    let flags = [
        "",
        " -v",
        " -x",
        " --tb=short",
        " -rA",
        " -s",
        " --lf",
        " -vv",
        " --no-header",
        " -q",
        " -l",
        " --color=no",
    ];
    vec![
        stuck("one red suite in OpenHands, with other flags", flags.map(|flags| open_hands(&format!("python -m pytest tests/test_stocks.py{flags}"), RED, 1)).to_vec()).refused(),
        stuck("text that SWE-agent does not find", count(8, |n| tool("str_replace_editor", json!({"command": "str_replace", "path": "/testbed/shop/stocks.py", "old_str": format!("    return self.total({n})"), "new_str": "    return self.sum()"}), format!("No replacement was performed, old_str `    return self.total({n})` did not appear verbatim in /testbed/shop/stocks.py."), false))),
        stuck("text that Gemini does not find", count(8, |n| tool("replace", json!({"file_path": "/home/dev/project/src/stocks.ts", "old_string": format!("return total({n});"), "new_string": "return sum();"}), "Failed to edit, could not find the string to replace. 0 occurrences found for old_string in /home/dev/project/src/stocks.ts. No edits made.", false))),
        stuck("blocks that Aider does not find", count(8, |n| rejected_edit("shop/stocks.py", format!("def reserve(self, n={n}):"), "SearchReplaceNoExactMatch: This SEARCH block failed to exactly match lines in shop/stocks.py"))),
        stuck("blocks that Cline does not find", count(8, |n| tool("replace_in_file", json!({"path": "src/stocks.js", "diff": format!("------- SEARCH\nreturn total({n});\n=======\nreturn sum();\n+++++++ REPLACE")}), "The tool execution failed with the following error:\n<error>\nThe SEARCH block:\nreturn total\n...does not match anything in the file.\n</error>", false))),
        stuck("one build error in Gemini, in other groups of processes", count(12, |n| gemini("npm run build", "src/stocks.ts(12,5): error TS2551: Property 'totl' does not exist on type 'Stock'.", 2, 7100 + 13 * n))).refused(),
        stuck("a line that goes back and forth", count(12, |n| replace("shop/stocks.py", ["limit = 10", "limit = 20"][n % 2], ["limit = 20", "limit = 10"][n % 2]))),
        stuck("an edit and its undoing", laps(8, |_| [
            replace("shop/stocks.py", "limit = 10", "limit = 20"),
            tool("str_replace_editor", json!({"command": "undo_edit", "path": "/testbed/shop/stocks.py"}), "Last edit to /testbed/shop/stocks.py undone successfully. Here's the result of running `cat -n` on /testbed/shop/stocks.py:\n     1\tlimit = 10\n", true),
        ])),
        stuck("one red suite with the changes and without them", laps(6, |_| [
            shell("git stash", "Saved working directory and index state WIP on main: 4f2c9d1 Import", 0),
            open_hands("python -m pytest -q", RED, 1),
            shell("git stash pop", "Dropped refs/stash@{0} (4f2c9d1a)", 0),
            open_hands("python -m pytest -q", RED, 1),
        ])).refused(),
        stuck("one file in SWE-agent, at ranges that overlap", count(16, |n| view("shop/stocks.py", 1 + n % 5, 30 + n % 7, |line| format!("row{line} = 1")))).refused(),
        stuck("a name that no file holds, in Gemini", count(16, |n| tool("search_file_content", json!({"pattern": (["StockLedger", "stock_ledger", "class StockLedger", "Stock.?Ledger", "ledger.*stock", "import.*StockLedger", "StockLedger\\(", "(?i)stockledger"][n % 8]), "include": (["*.py", "*.ts", "**/*"][n % 3])}), "No matches found for pattern in path \".\".", true))),
        stuck("files of a name that no folder holds", ["**/ledger.py", "**/ledger*", "**/*ledger*", "src/**/ledger.*", "**/Ledger.py", "lib/**/*ledger*", "**/stock_ledger.py", "**/*Ledger*.ts", "shop/**/ledger*", "**/ledgers/**", "**/*.ledger", "**/ledger/**", "**/*LEDGER*", "tests/**/*ledger*"]
            .map(|pattern| tool("Glob", json!({"pattern": pattern}), "No files found", true)).to_vec()),
        stuck("a subagent that is asked the same again", count(9, |n| tool("Task", json!({"description": "Find the ledger", "subagent_type": "Explore", "prompt": format!("Attempt {n}: find where StockLedger is defined.")}), "I could not find a definition of StockLedger in this repository.", true))),
        stuck("folders that are listed in Cline, round and round", laps(6, |_| [
            tool("list_files", json!({"path": "src", "recursive": false}), "src/a.js\nsrc/b.js", true),
            tool("list_files", json!({"path": "src", "recursive": true}), "src/a.js\nsrc/b.js\nsrc/lib/", true),
            tool("list_files", json!({"path": ".", "recursive": false}), "package.json\nsrc/", true),
        ])).refused(),
        stuck("a suite that Cline runs again and again", count(10, |_| cline("npm test", "FAIL src/stocks.test.js\n  ● reserve\n    Expected: 4\n    Received: 3\nTests:       1 failed, 17 passed, 18 total"))).refused(),
        stuck("packages without a version that fits", each(|name| shell(format!("npm install @shop/{name}@latest"), "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error Found: react@19.0.0\nnpm error Could not resolve dependency:\nnpm error peer react@\"^17\" from react-grid@2.1.0", 1))).refused(),
    ]
}
