//! Checks that another program runs: a task of a monorepo, a pod, a host, a script. One failing output for each target is an
//! answer about each, and a command that cannot do its work is one failure wherever it is tried.

use super::agent_work::PARTS;
use super::call::{Call, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};
use super::more_tools::in_turn;

const MANY: usize = 12;
const PYTHON: &str =
    "FAILED tests/test_api.py::test_health - assert 503 == 200\n1 failed, 3 passed in 0.41s";
const JEST: &str = "FAIL src/index.test.ts\n  ● renders\n\n    expect(received).toBe(expected)\n\n    Expected: 4\n    Received: 3\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total\n";

/// The line with each of the first names in place of `{}`, and one answer.
fn each(line: &str, answer: &str, code: i32) -> Vec<Call> {
    let call = |name: &&str| shell(line.replace("{}", name), answer.replace("{}", name), code);
    PARTS.iter().take(MANY).map(call).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let turbo = format!("{JEST} ERROR  run failed: command  exited (1)");
    let nx =
        format!("> nx run {{}}:test\n\n{JEST}\n NX   Running target test for project {{}} failed");
    let lerna = format!("{JEST}lerna ERR! npm run test exited 1");
    let pod = format!("{PYTHON}\ncommand terminated with exit code 1");
    vec![
        healthy("one red test in each package, run by turbo", each("npx turbo run test --filter={}", &turbo, 1)),
        healthy("one red test in each project of nx", each("npx nx run {}:test", &nx, 1)),
        healthy("one red test in each package of lerna", each("npx lerna run test --scope @shop/{}", &lerna, 1)),
        healthy("one red test in each pod", each("kubectl exec deploy/{} -- pytest -q", &pod, 1)),
        healthy("one red test on each host", each("ssh {} 'cd /srv/app && pytest -q'", PYTHON, 1)),
        healthy("one red test in each part, run by a script", each("./scripts/test.sh {}", PYTHON, 1)),
        healthy("one red test in each image", each("docker run --rm shop/{} pytest -q", PYTHON, 1)),
        healthy("one red test in each part of a Scala build", each("sbt '{}/test'", "[info] - totals *** FAILED ***\n[info] *** 1 TEST FAILED ***\n[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful", 1)),
        healthy("one red test in each folder that pytest takes for its root", each("pytest -q services/{}", PYTHON, 1)),
        healthy("one red test in a file of each service", each("pytest -q services/{}/tests/test_api.py", PYTHON, 1)),
        healthy("what one may do in each namespace", each("kubectl auth can-i delete pods -n {}", "no", 1)),
        healthy("a service that is off on each host", each("ssh {} systemctl is-active cups", "inactive", 3)),
        nudged_at_most("a process that runs on no host", each("ssh {} pgrep -x ntpd", "", 1)),
        nudged_at_most("commits that are not in the branch", each("git merge-base --is-ancestor {} main", "", 1)),
        nudged_at_most("names that nobody knows", each("getent hosts {}.internal", "", 2)),
        stuck("packages that may not be installed", each("npm --prefix {} install", "npm error code EACCES\nnpm error syscall mkdir\nnpm error Error: EACCES: permission denied, mkdir '/usr/lib/node_modules'", 243)).at(4, 7),
        stuck("versions of a package that are not there", (1..=MANY).map(|n| shell(format!("pip install foo=={n}"), format!("ERROR: Could not find a version that satisfies the requirement foo=={n} (from versions: none)\nERROR: No matching distribution found for foo=={n}"), 1)).collect()).at(4, 7),
        stuck("pods in which nobody may run a test", each("kubectl exec deploy/{} -- pytest -q", "Error from server (Forbidden): pods \"{}\" is forbidden: User \"dev\" cannot create resource \"pods/exec\"", 1)).refused(),
        stuck("a script of tests that lacks its setting", each("./scripts/test.sh {}", "error: TEST_DATABASE is not set", 1)).at(4, 7),
        stuck("the red test of one pod with other options", in_turn(MANY, &["kubectl exec deploy/cart -- pytest -q", "kubectl exec deploy/cart -- pytest -x", "kubectl exec deploy/cart -- pytest --tb=short", "kubectl exec deploy/cart -- pytest -s"], &pod, 1)).refused(),
        stuck("the red test of one package, run by turbo in every way", in_turn(MANY, &["npx turbo run test --filter=cart", "npx turbo run test --filter=cart --force", "npx turbo run test --filter=cart --no-cache"], &turbo, 1)).refused(),
        healthy("a job, asked for each minute", super::call::every(60, 12, mcp("ci/get_task", serde_json::json!({"id": "t7"}), "{\"state\":\"running\"}", true))),
        stuck("one configuration of a build, asked for again", super::call::every(60, 12, mcp("ci/get_build_config", serde_json::json!({"id": "b7"}), "{\"image\":\"node:22\"}", true))).refused(),
        nudged_at_most("a pod whose log stays at one line", super::call::every(20, 14, shell("kubectl logs deploy/cart --tail=1", "waiting for leader", 0))),
    ]
}
