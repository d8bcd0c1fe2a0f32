//! Agents that hand work to each other, plan, talk, guess, or call what is not there.

use serde_json::json;

use super::super::call::{Call, edit, laps, look, mcp, plan, say, shell, think, tool, unannounced};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = talk();
    cases.extend(guesses());
    cases
}

fn task(prompt: impl Into<String>, answer: impl Into<String>) -> Call {
    let prompt: String = prompt.into();
    tool("task", json!({"description": "Ask another agent", "prompt": prompt}), answer, true)
}

fn talk() -> Vec<Case> {
    vec![
        stuck("a writer and a critic that hand a draft on", laps(9, |n| [
            task(format!("Draft {n}: write the introduction."), "Here is the introduction."),
            task(format!("Critique draft {n} of the introduction."), "The introduction is too long. Please shorten it."),
        ])).refused(),
        healthy("explorers that find nothing wrong", each(|name| task(format!("Look for races in src/{name}."), "No issues found."))),
        stuck("one task for one helper, over and over", count(12, |n| task(format!("Attempt {n}: find the config file of the shop."), "I could not find the file."))).refused(),
        healthy("a plan that is ticked off", (1..=8).flat_map(|n| [
            edit(format!("src/step_{n}.rs"), "todo!()", format!("run({n})")),
            plan(&[["Write it", "Test it", "Ship it"][n % 3], NAMES[n]]),
        ]).collect()),
        stuck("plans and nothing else", count(22, |n| plan(&["Read the code", "Write the code", NAMES[n % 12]]))),
        stuck("words that are only printed", count(24, |n| shell(format!("echo 'Step {n}: now I think about the carts.'"), format!("Step {n}: now I think about the carts."), 0))).refused(),
        stuck("the same words before every look", (0..12).flat_map(|n| [
            say("Let me check the configuration once more before I go on."),
            look("config.toml", "[shop]\ncurrency = 'EUR'"),
            shell(format!("date +%s # {n}"), format!("{}", 1_700_000_000 + n * 61), 0),
        ]).collect()),
        nudged_at_most("the same words before every edit", count(12, |n| edit(format!("src/part_{n}.rs"), "old", "new")).into_iter().flat_map(|call| [say("Now the next file."), call]).collect()),
        healthy("other words before every edit", count(12, |n| edit(format!("src/part_{n}.rs"), "old", "new")).into_iter().zip(1..).flat_map(|(call, n)| [say(format!("File {n} uses the old name in {} places.", n * 3 % 7)), call]).collect()),
        stuck("an agent that answers the same and calls nothing", (0..12).flat_map(|n| {
            let mut said = vec![say("I am ready to help. What would you like me to do next?")];
            if n == 10 || n == 11 { said.push(look("README.md", "# Shop")); }
            said
        }).collect()),
        healthy("thoughts that differ", (1..=10).flat_map(|n| [think(format!("Perhaps the rounding of case {n} is wrong: {} cents are lost.", n * 3)), look(format!("src/case_{n}.rs"), format!("fn case() {{ {n} }}"))]).collect()),
        stuck("a thought that comes again with every look", (0..9).flat_map(|_| [think("The total is wrong because the rounding happens before the discount is applied."), look("src/total.rs", "fn total() {}")]).collect()),
        stuck("a tool that no client knows", count(9, |n| unannounced(tool("find_symbol", json!({"name": NAMES[n]}), "<tool_use_error>Error: No such tool available: find_symbol</tool_use_error>", false)))),
        healthy("a tool that no client knows, twice", count(2, |n| unannounced(tool("find_symbol", json!({"name": NAMES[n]}), "<tool_use_error>Error: No such tool available: find_symbol</tool_use_error>", false)))
            .into_iter().chain(each(|name| look(format!("src/{name}.rs"), format!("fn {name}() {{}}")))).collect()),
        healthy("results that were cleared", count(10, |_| shell("make -n", "[Old tool result content cleared]", 0))),
        stuck("notes to oneself", count(14, |_| mcp("memory/add_note", json!({"text": "The total is rounded too early."}), "Note saved", true))).refused(),
        healthy("notes about each part", each(|name| mcp("memory/add_note", json!({"text": format!("{name} round late.")}), "Note saved", true))),
        stuck("a tool for thinking, and nothing else", count(26, |n| mcp("sequential/think", json!({"thought": "I should look at the total.", "thoughtNumber": n}), "{\"nextThoughtNeeded\":true}", true))),
    ]
}

fn guesses() -> Vec<Case> {
    vec![
        stuck("versions of a library, guessed", count(12, |n| shell(format!("npm install cartkit@{n}.0.0"), format!("npm error code ETARGET\nnpm error notarget No matching version found for cartkit@{n}.0.0."), 1))).refused(),
        stuck("passwords of a host, guessed", count(10, |n| shell(format!("sshpass -p admin{n} ssh root@10.0.0.7 true"), "root@10.0.0.7: Permission denied (publickey,password).", 255))).refused(),
        stuck("options of a program, guessed", ["--out", "--output", "-o", "--outfile", "--out-dir", "--outdir", "--dest", "--destination", "--target", "--to", "--into", "--write"]
            .map(|option| shell(format!("shopctl export {option} a.csv"), format!("error: unexpected argument '{option}' found\n\nUsage: shopctl export [ID]\n\nFor more information, try '--help'."), 2)).to_vec()).refused(),
        healthy("the help of twelve commands", each(|name| shell(format!("shopctl {name} --help"), format!("Usage: shopctl {name} [OPTIONS]\n\nManages {name}."), 0))),
        healthy("programs of one version", each(|name| shell(format!("shop-{name} --version"), "1.0.0", 0))),
        stuck("names of a host, guessed", ["db", "db1", "db-1", "database", "postgres", "pg", "pg1", "db.local", "db.internal", "db.acme.test", "postgres.local", "sql"]
            .map(|host| shell(format!("psql -h {host} -c 'select 1'"), format!("psql: error: could not translate host name \"{host}\" to address: Name or service not known"), 2)).to_vec()),
        stuck("branches of a repository, guessed", ["main", "master", "develop", "dev", "trunk", "release", "stable", "prod", "production", "next", "default", "head"]
            .map(|branch| shell(format!("git fetch upstream {branch}"), format!("fatal: couldn't find remote ref {branch}"), 128)).to_vec()).refused(),
        healthy("tables that are there", each(|name| shell(format!("psql shop -Atc \"select to_regclass('{name}') is not null\""), "t", 0))),
        stuck("keys of a model, one after the other", count(12, |n| shell(format!("OPENAI_API_KEY=sk-{n} python ask.py"), "openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided'}}", 1))).refused(),
        stuck("arguments of a tool that are never right", [json!({"query": "carts"}), json!({"q": "carts"}), json!({"text": "carts"}), json!({"search": "carts"}), json!({"term": "carts"}), json!({"sql": "carts"}), json!({"filter": "carts"}), json!({"keywords": "carts"}), json!({"input": "carts"}), json!({"body": "carts"})]
            .map(|input| mcp("warehouse/search", input, "MCP error -32602: Invalid arguments for tool search: expression is required", false)).to_vec()).refused(),
        healthy("arguments of a tool that are right at the third try", [json!({"query": "carts"}), json!({"q": "carts"})].map(|input| mcp("warehouse/search", input, "MCP error -32602: Invalid arguments for tool search: expression is required", false)).into_iter()
            .chain(each(|name| mcp("warehouse/search", json!({"expression": name}), format!("3 rows of {name}"), true))).collect()),
        healthy("checksums that all agree", each(|name| shell(format!("sha256sum -c {name}.sha256"), "archive.tar.gz: OK", 0))),
        stuck("flags of a compiler against one error", in_turn(14, &[
            "gcc -O0 cart.c", "gcc -O2 cart.c", "gcc -std=c11 cart.c", "gcc -w cart.c", "gcc -fpermissive cart.c", "clang cart.c",
        ], "cart.c:4:10: fatal error: shop/cart.h: No such file or directory\n    4 | #include <shop/cart.h>\ncompilation terminated.", 1)).refused(),
        healthy("certificates of twelve hosts", each(|name| shell(format!("echo | openssl s_client -connect {name}.acme.test:443 2>/dev/null | openssl x509 -noout -enddate"), "notAfter=Dec 31 23:59:59 2025 GMT", 0))),
        healthy("names that resolve alike", each(|name| shell(format!("dig +short {name}.acme.test"), "10.0.0.7", 0))),
    ]
}
