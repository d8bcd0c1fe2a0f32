//! The principle and the rules with tools that no other table names.

use serde_json::json;

use super::super::call::{
    edit, every, laps, look, look_from, plan, rejected_edit, search, shell, tool, unannounced,
};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{PARTS, count, each, gemini, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = innocents();
    cases.extend(to_stop());
    cases
}

fn innocents() -> Vec<Case> {
    vec![
        healthy(
            "models of types that are checked",
            PARTS[..12]
                .iter()
                .map(|name| {
                    shell(
                        format!("mypy shop/{name}.py"),
                        "Success: no issues found in 1 source file",
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "scripts that a checker has nothing against",
            each(|name| shell(format!("shellcheck scripts/{name}.sh"), "", 0)),
        ),
        healthy(
            "queries that a linter passes",
            each(|name| shell(format!("sqlfluff lint models/{name}.sql"), "All Finished!", 0)),
        ),
        healthy(
            "images with the same finding",
            each(|name| {
                shell(
                    format!("hadolint {name}/Dockerfile"),
                    format!("{name}/Dockerfile:4 DL3008 warning: Pin versions in apt get install"),
                    1,
                )
            }),
        ),
        healthy(
            "requests that are replayed",
            each(|name| {
                gemini(
                    &format!("hurl --test {name}.hurl"),
                    &format!(
                        "{name}.hurl: Success (1 request(s) in 12 ms)\nExecuted files:    1\nSucceeded files:   1 (100.0%)\nFailed files:      0 (0.0%)"
                    ),
                    0,
                    512,
                )
            }),
        ),
        healthy(
            "a long file in parts, of which the lines are equal",
            count(14, |n| {
                shell(
                    format!("bat -p -r {}:{} access.log", 40 * n, 40 * n + 39),
                    ["GET /health 200"; 40].join("\n"),
                    0,
                )
            }),
        ),
        healthy(
            "pages of a history",
            count(12, |n| {
                shell(
                    format!("git log --oneline --skip={} -n 2", 2 * n),
                    format!("4f2c9{:02} Step {}\n4f2c8{:02} Step {}", n, 2 * n, n, 2 * n + 1),
                    0,
                )
            }),
        ),
        nudged_at_most(
            "a benchmark that is repeated",
            count(15, |_| {
                shell(
                    "hyperfine -w 3 './shop --once'",
                    "  Time (mean ± σ):      12.3 ms ±   0.4 ms",
                    0,
                )
            }),
        ),
        healthy(
            "a release that others roll out, a minute apart",
            every(
                60,
                14,
                shell("argocd app get shop -o json | jq -r .status.sync.status", "OutOfSync", 0),
            ),
        ),
        healthy(
            "a process in the background that still runs",
            every(
                20,
                9,
                tool(
                    "BashOutput",
                    json!({"bash_id": "bash_1"}),
                    "<status>running</status>\n<stdout></stdout>",
                    true,
                ),
            ),
        ),
        healthy(
            "results that are gone from the context",
            every(
                6,
                8,
                tool(
                    "read",
                    json!({"file_path": "/home/dev/project/shop/stock.py"}),
                    "[Old tool result content cleared]",
                    true,
                ),
            ),
        ),
        healthy(
            "cases that are told apart by a number",
            count(14, |n| {
                shell(format!("pytest -q -k case_{n}"), "1 passed, 40 deselected in 0.10s", 0)
            }),
        ),
        healthy(
            "a play that stops at the next host",
            laps(9, |n| {
                [
                    edit(format!("host_vars/{}.yml", PARTS[n]), "user: root", "user: deploy"),
                    shell(
                        "ansible-playbook site.yml",
                        format!(
                            "fatal: [{}]: UNREACHABLE! => {{\"msg\": \"Failed to connect to the host via ssh: Permission denied (publickey)\"}}",
                            PARTS[n + 1]
                        ),
                        4,
                    ),
                ]
            }),
        ),
        healthy(
            "groups that hold no machine",
            each(|name| shell(format!("az vm list -g {name} -o json"), "[]", 0)),
        ),
        healthy(
            "projects without an instance",
            each(|name| {
                shell(
                    format!("gcloud compute instances list --project shop-{name}"),
                    "Listed 0 items.",
                    0,
                )
            }),
        ),
        healthy(
            "units that are restarted",
            each(|name| shell(format!("systemctl --user restart {name}.service"), "", 0)),
        ),
        healthy(
            "contracts that are checked",
            each(|name| shell(format!("buf lint proto/{name}"), "", 0)),
        ),
    ]
}

fn to_stop() -> Vec<Case> {
    let rspec = "Failures:\n  1) Stock reserves\n     Failure/Error: expect(stock.left).to eq(4)\n\nrspec ./spec/stock_spec.rb:12 # Stock reserves\n\n18 examples, 1 failure";
    vec![
        stuck("one document through every reader of its form", ["jq . composer.json", "cat composer.json", "python3 -m json.tool composer.json", "jq '' composer.json", "cat composer.json | jq", "jq -M . composer.json", "less composer.json", "jq . < composer.json", "head -50 composer.json", "bat composer.json", "cat ./composer.json", "jq -S . composer.json"].map(|command| shell(command, "{\n  \"name\": \"acme/shop\",\n  \"require\": {\"php\": \"^8.2\"}\n}", 0)).to_vec()).refused(),
        stuck("formulae that may not be installed", each(|name| shell(format!("brew install {name}"), format!("Error: Permission denied @ dir_s_mkdir - /opt/homebrew/Cellar/{name}"), 1))).refused(),
        stuck("a password that nobody types", ["apt-get install -y jq", "systemctl restart shop", "cp a.conf /etc/", "chown dev /srv", "mount -a", "true", "ls /root", "docker ps", "tee /etc/hosts", "service shop start"].map(|rest| shell(format!("sudo {rest}"), "sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required", 1)).to_vec()).refused(),
        stuck("versions of a gem that are guessed", count(10, |n| shell(format!("gem install rails -v 7.9.{n}"), format!("ERROR:  Could not find a valid gem 'rails' (= 7.9.{n}) in any repository"), 2))).refused(),
        stuck("a program that zsh does not know, with edits between", laps(7, |n| [
            edit("pyproject.toml", format!("line{n} = 1"), format!("line{n} = 2")),
            shell(["poetry install", "poetry run pytest", "poetry lock", "poetry env info", "poetry check", "poetry update", "poetry shell"][n], "zsh: command not found: poetry", 127),
        ])).refused(),
        stuck("a program that PowerShell does not know", ["dotnet build", "dotnet test", "dotnet restore", "dotnet run", "dotnet --info", "dotnet build -c Release", "dotnet tool restore"].map(|command| shell(command, "dotnet: The term 'dotnet' is not recognized as a name of a cmdlet, function, script file, or executable program.\nCheck the spelling of the name, or if a path was included, verify that the path is correct and try again.", 1)).to_vec()).refused(),
        stuck("a program that fish does not know", ["just build", "just test", "just", "just --list", "just lint", "just fmt", "just ci"].map(|command| shell(command, "fish: Unknown command: just", 127)).to_vec()).refused(),
        stuck("looks of every kind that find nothing", PARTS[..4].iter().flat_map(|name| [
            search(format!("{name}Legacy"), "src", ""),
            shell(format!("ls legacy/{name}"), format!("ls: cannot access 'legacy/{name}': No such file or directory"), 2),
            tool("Glob", json!({"pattern": format!("**/{name}_legacy*")}), "No files found", true),
            shell(format!("git log --oneline -S {name}Legacy"), "", 0),
        ]).collect()),
        stuck("rejected edits, with looks at other files between", laps(7, |n| [
            look(format!("shop/{}.py", PARTS[n]), format!("{} = {n}", PARTS[n])),
            rejected_edit("shop/stock.py", format!("limit = {n}"), "String to replace not found in file."),
        ])),
        stuck("the same lines that are put at the end again", every(6, 9, edit("CHANGELOG.md", "## Unreleased", "## Unreleased\n- Reserve stock."))).refused(),
        stuck("a planner and a reviewer that hand on a number", laps(8, |n| [
            tool("Task", json!({"subagent_type": "planner", "description": "plan", "prompt": format!("Round {n}: plan the stock module.")}), "The plan is ready for review.", true),
            tool("Task", json!({"subagent_type": "reviewer", "description": "review", "prompt": format!("Round {n}: review the plan of the stock module.")}), "Please revise the plan.", true),
        ])),
        stuck("lists of things to do, and nothing else", count(14, |n| plan(&["read the stock", "mend the stock", ["test it", "run the tests"][n % 2]]))),
        stuck("one example that is piped otherwise", in_turn(12, &["bundle exec rspec", "bundle exec rspec | tail -20", "bundle exec rspec spec/stock_spec.rb", "bin/rspec --no-color", "bundle exec rspec 2>&1 | grep -A3 Failures; true", "bundle exec rspec -fd || true"], rspec, 1)).refused(),
        stuck("a run that has ended, asked each minute", every(60, 18, shell("gh run view 9123 --json status,conclusion", "{\"conclusion\":\"failure\",\"status\":\"completed\"}", 0))),
        stuck("calls that lack a parameter", count(8, |n| unannounced(tool("Edit", json!({"file_path": "/home/dev/project/shop/stock.py", "new_string": format!("limit = {n}")}), "<tool_use_error>InputValidationError: Edit failed due to the following issue:\nThe required parameter `old_string` is missing</tool_use_error>", false)))),
        stuck("one part of a file, from lines that hardly differ", count(14, |n| look_from("shop/stock.py", 1 + n % 4, "limit = 10\nrate = 3\nfloor = 1"))),
    ]
}
