//! Spirals that are no plain repetition, and honest work that looks like them.

use serde_json::json;

use super::super::call::{edit, gaps, laps, look, mcp, rejected_edit, search, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{PARTS, cline, count, in_turn, open_hands};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = honest_twins();
    cases.extend(places_and_names());
    cases.extend(oscillations());
    cases
}

fn honest_twins() -> Vec<Case> {
    vec![
        healthy("a tool of each package manager", [("pip install -q ruff", ""), ("npm install -g prettier", "added 1 package in 1s"), ("cargo install -q taplo-cli", ""), ("sudo apt-get install -qq jq", "Setting up jq (1.7) ..."), ("go install golang.org/x/tools/gopls@latest", ""), ("gem install -q rubocop", "1 gem installed"), ("brew install shfmt", "Pouring shfmt"), ("pipx install black", "installed package black")].map(|(command, output)| shell(command, output, 0)).to_vec()),
        healthy("a suite in each folder", PARTS[..14].iter().map(|name| shell(format!("cd packages/{name} && npm test --silent"), "Tests:       4 passed, 4 total", 0)).collect()),
        healthy("tests by their names, one after the other", PARTS[..14].iter().map(|name| open_hands(&format!("cargo test -q reserve_{name}"), "running 1 test\n.\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 41 filtered out", 0)).collect()),
        healthy("packages that have no tests", PARTS[..14].iter().map(|name| shell(format!("go test ./internal/{name}"), format!("?   \tshop/internal/{name}\t[no test files]"), 0)).collect()),
        healthy("files that a formatter changes", PARTS[..14].iter().map(|name| cline(&format!("black shop/{name}.py"), &format!("reformatted shop/{name}.py\n\nAll done! ✨ 🍰 ✨\n1 file reformatted."))).collect()),
        healthy("commits that a hook mends first", PARTS[..7].iter().flat_map(|name| [
            edit(format!("shop/{name}.py"), format!("{name} = 1"), format!("{name} = 2")),
            shell(format!("git commit -qam 'Mend {name}'"), "trim trailing whitespace.................................................Failed\n- hook id: trailing-whitespace\n- exit code: 1\n- files were modified by this hook", 1),
            shell(format!("git commit -qam 'Mend {name}'"), "trim trailing whitespace.................................................Passed", 0),
        ]).collect()),
        healthy("a word that is replaced file by file", PARTS[..12].iter().enumerate().flat_map(|(n, name)| [
            shell(format!("sed -i 's/Cart/Basket/g' src/{name}.rs"), "", 0),
            shell("git diff --shortstat", format!("{} files changed, {} insertions(+), {} deletions(-)", n + 1, 3 * n + 3, 3 * n + 3), 0),
        ]).collect()),
        healthy("names of which half are used nowhere", PARTS[..16].iter().enumerate().map(|(n, name)| search(format!("{name}_legacy"), "src", if n % 2 == 0 { format!("src/{name}.rs:4:{name}_legacy()") } else { String::new() })).collect()),
        healthy("an environment for each package", PARTS[..8].iter().flat_map(|name| [
            shell(format!("rm -rf {name}/.venv && python3 -m venv {name}/.venv"), "", 0),
            shell(format!("{name}/.venv/bin/pip install -q -r {name}/requirements.txt"), "", 0),
        ]).collect()),
        healthy("a build folder that is made anew for each kind", ["Debug", "Release", "RelWithDebInfo", "MinSizeRel", "Asan", "Tsan", "Ubsan", "Coverage"].into_iter().flat_map(|kind| [
            shell("rm -rf build", "", 0),
            shell(format!("cmake -B build -DCMAKE_BUILD_TYPE={kind} -Wno-dev > /dev/null && cmake --build build > /dev/null"), "", 0),
            shell("ctest --test-dir build | tail -1", "100% tests passed, 0 tests failed out of 12", 0),
        ]).collect()),
        nudged_at_most("files that are read a second time before they are changed", (0..2).flat_map(|_| PARTS[..8].iter().map(|name| look(format!("shop/{name}.py"), format!("class {name}: ...")))).chain(PARTS[..8].iter().map(|name| edit(format!("shop/{name}.py"), "...", "pass"))).collect()),
        nudged_at_most("a network that comes back", [count(3, |_| shell("pip install -q httpx", "ERROR: Could not find a version that satisfies the requirement httpx\nWARNING: Retrying after connection broken by 'NewConnectionError: Temporary failure in name resolution'", 1)), vec![shell("pip install -q httpx", "", 0)], PARTS[..6].iter().map(|name| shell(format!("pip install -q shop-{name}"), "", 0)).collect()].concat()),
        healthy("a port that is taken, and the next one", vec![shell("npm run dev", "Error: listen EADDRINUSE: address already in use :::3000", 1), shell("PORT=3001 npm run dev &", "ready on http://localhost:3001", 0), shell("curl -s http://localhost:3001/", "<h1>Shop</h1>", 0)]),
        nudged_at_most("machines that are down, named by a number", count(15, |n| shell(format!("ssh -o ConnectTimeout=3 rack-{n:02} uptime"), format!("ssh: connect to host rack-{n:02} port 22: Connection timed out"), 255))),
        nudged_at_most("a build that is timed under one clock", count(12, |n| open_hands("time make -s -B", &format!("\nreal\t0m{}.{}s\nuser\t0m11.2s", 12 + n % 2, n % 3), 0))),
    ]
}

/// What is sought in the wrong place, or under the wrong name.
fn places_and_names() -> Vec<Case> {
    vec![
        stuck("no network, whichever package manager", [
            ("pip install httpx", "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(': Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/httpx/\nERROR: Could not find a version that satisfies the requirement httpx (from versions: none)"),
            ("apt-get install -y python3-httpx", "Err:1 http://deb.debian.org/debian bookworm InRelease\n  Temporary failure resolving 'deb.debian.org'\nE: Unable to locate package python3-httpx"),
            ("conda install -y httpx", "CondaHTTPError: HTTP 000 CONNECTION FAILED for url <https://repo.anaconda.com/pkgs/main/linux-64/repodata.json>"),
            ("npm install httpx", "npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error request to https://registry.npmjs.org/httpx failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org"),
            ("curl -O https://files.pythonhosted.org/httpx.whl", "curl: (6) Could not resolve host: files.pythonhosted.org"),
            ("wget https://files.pythonhosted.org/httpx.whl", "wget: unable to resolve host address ‘files.pythonhosted.org’"),
            ("git clone https://github.com/encode/httpx", "fatal: unable to access 'https://github.com/encode/httpx/': Could not resolve host: github.com"),
            ("uv pip install httpx", "error: Failed to fetch: `https://pypi.org/simple/httpx/`\n  Caused by: dns error: failed to lookup address information: Temporary failure in name resolution"),
        ].into_iter().cycle().take(16).map(|(command, output)| shell(command, output, 1)).collect()).refused(),
        stuck("a folder that is not there, in front of every command", ["npm test", "npm run build", "npm ci", "ls", "npx jest", "node index.js", "npm run lint", "git status", "cat package.json", "npm start", "npx tsc", "pwd"].map(|rest| open_hands(&format!("cd backend && {rest}"), "bash: line 1: cd: backend: No such file or directory", 1)).to_vec()).refused(),
        stuck("folders that are guessed", ["/app", "/workspace", "/repo", "/src", "/code", "/home/user/app", "/srv/app", "/opt/app", "/project", "/root/app", "/var/www", "/usr/src/app", "/mnt/app", "/data/app"].map(|path| shell(format!("cd {path} && ls"), format!("bash: line 1: cd: {path}: No such file or directory"), 1)).to_vec()),
        stuck("a test that is misspelled, with other flags", ["", " -v", " -x", " -s", " --tb=long", " -rA", " -p no:cacheprovider", " -q", " -vv", " --co", " -l", " --lf"].map(|flags| open_hands(&format!("python -m pytest tests/test_stock.py::test_resrve{flags}"), "ERROR: not found: /workspace/shop/tests/test_stock.py::test_resrve\n(no match in any of [<Module test_stock.py>])\n\n============================ no tests ran in 0.01s =============================", 4)).to_vec()).refused(),
        stuck("a filter of cargo that fits no test", in_turn(12, &["cargo test resrve", "cargo test resrve -- --nocapture", "cargo test --lib resrve", "cargo test -p shop resrve", "cargo test --all resrve", "cargo test resrve -- --test-threads=1"], "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 12 filtered out; finished in 0.00s", 0)),
        stuck("a filter of Go that fits no test", in_turn(12, &["go test -run TestResrve ./stock", "go test -v -run TestResrve ./stock", "go test -count=1 -run TestResrve ./stock", "go test -race -run TestResrve ./stock", "go test -run '^TestResrve$' ./stock", "go test -run TestResrve -timeout 9m ./stock"], "testing: warning: no tests to run\nPASS\nok  \tshop/stock\t0.003s [no tests to run]", 0)),
        stuck("a filter of Jest that fits no test", in_turn(12, &["npx jest -t resrve", "npx jest --testNamePattern resrve", "npm test -- -t resrve", "npx jest resrve", "npx jest --verbose -t resrve", "npx jest --runInBand -t resrve"], "No tests found, exiting with code 1\nRun with `--passWithNoTests` to exit with code 0", 1)).refused(),
        stuck("a name that is nowhere, sought in every way", ["rg -n ReserveLedger", "grep -rn ReserveLedger .", "git grep ReserveLedger", "rg -i reserve_ledger", "rg -n 'Reserve.*Ledger' src", "grep -rni reserveledger src lib", "git log -S ReserveLedger --oneline", "rg -n ReserveLedger --hidden", "find . -iname '*reserveledger*'", "fd -i reserve_ledger", "rg -uuu ReserveLedger", "ag ReserveLedger", "git log --all --grep ReserveLedger", "rg -n 'struct ReserveLedger'"].map(|command| shell(command, "", i32::from(!command.starts_with("git log") && !command.starts_with("f")))).to_vec()),
        stuck("a script that no interpreter starts", in_turn(12, &["./run.sh", "chmod +x run.sh && ./run.sh", "sudo ./run.sh", "exec ./run.sh", "env ./run.sh", "bash -c ./run.sh"], "bash: ./run.sh: cannot execute: required file not found", 127)).refused(),
        stuck("buttons that a page does not have", ["text=Pay", "#pay", "button.pay", "role=button[name=Pay]", "xpath=//button[1]", "[data-test=pay]", "button:has-text('Pay')", ".checkout >> button", "css=button", "text=/pay/i"].map(|selector| mcp("playwright/browser_click", json!({"element": "Pay", "ref": selector}), "### Result\nTimeoutError: locator.click: Timeout 5000ms exceeded.", false)).to_vec()).refused(),
        stuck("what was answered is read again and again", laps(6, |_| [
            look("shop/stock.py", "def reserve(n): return n"),
            look("shop/orders.py", "def place(n): return n"),
            look("tests/test_stock.py", "def test_reserve(): ..."),
            search("reserve", "shop", "shop/stock.py:1:def reserve(n): return n"),
            shell("git log --oneline -2", "4f2c9d1 Import\n4f2c9d0 Begin", 0),
        ])).refused(),
    ]
}

/// What goes back and forth.
fn oscillations() -> Vec<Case> {
    const INSTALL: &str = "error: subprocess-exited-with-error\n× Building wheel for lxml (pyproject.toml) did not run successfully.\nfatal error: libxml/xmlversion.h: No such file or directory";
    vec![
        stuck("a formatter that undoes the edit", laps(9, |_| [
            edit("src/stock.js", "const a = {b: 1}", "const a = { b : 1 }"),
            shell("npx prettier --write src/stock.js", "src/stock.js 21ms", 0),
        ])),
        stuck("an edit that is told to be made and is not", laps(8, |_| [
            edit("shop/stock.py", "limit = 10", "limit = 20"),
            look("shop/stock.py", "limit = 10\nrate = 3"),
        ])),
        stuck("edits of which the file shows none", laps(10, |n| [
            edit("shop/stock.py", format!("rate = {n}"), format!("rate = {}", n + 4)),
            look("shop/stock.py", "limit = 10\nrate = 3"),
        ])),
        stuck("a replacement that fits nothing", ["s/Cart /Basket /", "s/^Cart/Basket/", "s/Cart\\b/Basket/g", "s/\\<Cart/Basket/", "s/class Cart/class Basket/", "s|Cart|Basket|1", "s/Cart(/Basket(/", "s/ Cart/ Basket/", "s/[C]art/Basket/", "s/Car[t]/Basket/"].map(|code| shell(format!("sed -i '{code}' src/cart.rs && grep -n Cart src/cart.rs"), "12:pub struct Cart {", 0)).to_vec()),
        stuck("one environment that is thrown away and made again", count(8, |_| shell("rm -rf .venv && python3 -m venv .venv && .venv/bin/pip install -r requirements.txt", INSTALL, 1))).refused(),
        stuck("one environment that is made again in three steps", laps(7, |_| [
            shell("rm -rf .venv", "", 0),
            shell("python3 -m venv .venv", "", 0),
            shell(".venv/bin/pip install -r requirements.txt", INSTALL, 1),
        ])).refused(),
        stuck("modules that are deleted and installed in vain", laps(7, |_| [
            shell("rm -rf node_modules package-lock.json", "", 0),
            shell("npm install", "npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error While resolving: grid@2.1.0", 1),
        ])).refused(),
        stuck("an image that fails, and space that is not freed", laps(7, |_| [
            shell("docker build -t shop .", "ERROR: failed to solve: write /var/lib/docker/tmp/x: no space left on device", 1),
            shell("docker system prune -f", "Total reclaimed space: 0B", 0),
        ])).refused(),
        stuck("two tools in turn, of which neither works", laps(7, |n| [
            rejected_edit("shop/stock.py", format!("limit = 1{n}"), "String to replace not found in file."),
            shell(format!("sed -i 's/limit = 1{n}/limit = 20/' stock.py"), "sed: can't read stock.py: No such file or directory", 2),
        ])).refused(),
        stuck("a commit of nothing", laps(12, |n| [
            shell("git add -A", "", 0),
            shell(format!("git commit -m 'wip {n}'"), "On branch main\nnothing to commit, working tree clean", 1),
        ])).refused(),
        stuck("a server on a port that is taken", in_turn(12, &["npm run dev", "npx next dev", "PORT=3000 npm start", "node server.js", "npx next dev -p 3000", "yarn dev"], "Error: listen EADDRINUSE: address already in use :::3000", 1)).refused(),
        stuck("a file that nobody writes", gaps(6, laps(14, |_| [
            shell("sleep 5", "", 0),
            shell("cat out/report.json", "cat: out/report.json: No such file or directory", 1),
        ]))),
    ]
}
