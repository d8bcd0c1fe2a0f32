//! Shells, networks and agents: downloads that falter, rights that nothing gives, versions that are tried, words and hunts.

use serde_json::json;

use super::super::call::{edit, every, laps, look, plan, shell, tool, unannounced};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{PARTS, count, parts};

pub(super) fn cases() -> Vec<Case> {
    [healthy_cases(), stuck_cases()].concat()
}

fn healthy_cases() -> Vec<Case> {
    let mut port = every(5, 10, shell("nc -z localhost 5432", "", 1));
    port.push(shell("nc -z localhost 5432", "", 0));
    let mut history = parts(8, |n| shell(format!("git log --oneline -S {n}_total"), "", 0));
    history.push(shell("git log --oneline -S cart_total", "4f1c9a2 Add the total of a cart", 0));
    vec![
        healthy("filters that each name another failing test", parts(14, |n| shell(format!("pytest -q -k {n}"), format!("FAILED tests/test_shop.py::test_{n} - assert 10 == 12\n1 failed in 0.41s"), 1))),
        nudged_at_most("nine filters that name one failing test", parts(9, |n| shell(format!("pytest -q -k 'cart and {n}'"), "FAILED tests/test_cart.py::test_total - assert 10 == 12\n1 failed, 3 passed in 0.41s", 1))),
        healthy(
            "downloads that falter twice and then come",
            (1..=6).flat_map(|n| {
                let line = format!("curl -fsSLO https://mirror.test/part{n}.tar.zst");
                [shell(line.clone(), "curl: (28) Operation timed out after 30001 milliseconds with 0 bytes received", 28), shell(line.clone(), "curl: (56) Recv failure: Connection reset by peer", 56), shell(line, "", 0)]
            }).collect(),
        ),
        healthy("services that sudo restarts", parts(12, |n| shell(format!("sudo systemctl restart {n}"), "", 0))),
        nudged_at_most("services whose log holds no panic", parts(14, |n| shell(format!("journalctl -u {n} --since today | grep -c panic"), "0", 1))),
        healthy(
            "a version that is found at the fourth try",
            [(1, 1), (2, 1), (3, 1), (4, 0), (5, 0)].iter().map(|(n, code)| shell(format!("pip install grpcio==1.6{n}.0"), if *code == 1 { format!("ERROR: Could not build wheels for grpcio==1.6{n}.0, which is required to install pyproject.toml-based projects") } else { format!("Successfully installed grpcio-1.6{n}.0") }, *code)).collect(),
        ),
        healthy(
            "a failing test that moves on with each edit",
            (0..12).flat_map(|n| [edit("cart.py", format!("# TODO {n}"), format!("step_{n}()")), shell("python -m pytest -x -q", format!("FAILED tests/test_cart.py::test_{} - assert 0 == 1\n1 failed, {n} passed in 0.41s", PARTS[n]), 1)]).collect(),
        ),
        healthy("a port that opens at last", port),
        healthy("a file whose text the client has cleared", every(6, 8, tool("read", json!({"file_path": "/home/dev/project/src/cart.rs"}), "[Old tool result content cleared]", true))),
        healthy(
            "a list of things to do, ticked off between good work",
            laps(9, |n| [plan(&["parse", "store", PARTS[n]]), edit(format!("src/{}.rs", PARTS[n]), "todo!()", format!("run({n})")), shell("cargo test -q", "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", 0)]),
        ),
        nudged_at_most("a suite that is run for its flakes", every(40, 15, shell("go test -count=1 ./cart/...", "ok  \tshop/cart\t0.412s", 0))),
        healthy("pairs of files without a difference", parts(14, |n| shell(format!("diff old/{n}.json new/{n}.json"), "", 0))),
        nudged_at_most("a benchmark with another figure each time", count(15, |n| shell("hyperfine -r 3 ./render", format!("Time (mean ± σ):     {}.{} ms ±   0.{} ms", 40 + n % 4, n, n % 7), 0))),
        nudged_at_most("words of a history, found at last", history),
        healthy("names that resolve to one address", parts(12, |n| shell(format!("dig +short {n}.shop.test"), "10.0.0.7", 0))),
        healthy("certificates that hold for a year", parts(12, |n| shell(format!("openssl x509 -in certs/{n}.pem -noout -enddate"), "notAfter=Mar  1 00:00:00 2026 GMT", 0))),
    ]
}

fn stuck_cases() -> Vec<Case> {
    let proxy = |n: usize| {
        let name = PARTS[n];
        match n % 4 {
            0 => shell(
                format!("curl -fLO https://cdn.test/{name}.tgz"),
                "curl: (56) CONNECT tunnel failed, response 407",
                56,
            ),
            1 => shell(
                format!("wget https://cdn.test/{name}.tgz"),
                "Proxy tunneling failed: Proxy Authentication Required\nUnable to establish SSL connection.",
                4,
            ),
            2 => shell(
                format!("git clone https://git.test/{name}"),
                format!(
                    "Cloning into '{name}'...\nfatal: unable to access 'https://git.test/{name}/': Received HTTP code 407 from proxy after CONNECT"
                ),
                128,
            ),
            _ => shell(
                format!("pip install {name}"),
                "WARNING: Retrying after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 407 Proxy Authentication Required'))'\nERROR: No matching distribution found",
                1,
            ),
        }
    };
    let rights = |n: usize| {
        let commands = [
            "touch /etc/shop.conf",
            "sudo touch /etc/shop.conf",
            "sudo -E touch /etc/shop.conf",
            "su -c 'touch /etc/shop.conf'",
            "echo a=1 > /etc/shop.conf",
            "cp shop.conf /etc/shop.conf",
            "install -m 644 shop.conf /etc/shop.conf",
            "tee /etc/shop.conf < shop.conf",
        ];
        let answers = [
            "touch: cannot touch '/etc/shop.conf': Permission denied",
            "touch: cannot touch '/etc/shop.conf': Permission denied",
            "touch: cannot touch '/etc/shop.conf': Permission denied",
            "touch: cannot touch '/etc/shop.conf': Permission denied",
            "bash: /etc/shop.conf: Permission denied",
            "cp: cannot create regular file '/etc/shop.conf': Permission denied",
            "install: cannot create regular file '/etc/shop.conf': Permission denied",
            "tee: /etc/shop.conf: Permission denied",
        ];
        shell(commands[n % 8], answers[n % 8], 1)
    };
    let red =
        "FAILED tests/test_cart.py::test_total - assert 10 == 12\n1 failed, 3 passed in 0.41s";
    let filters = [
        "total",
        "cart",
        "sum",
        "price",
        "not slow",
        "test_total",
        "tot",
        "add",
        "cart and total",
        "total or x",
        "Cart",
        "tax",
        "vat",
        "round",
        "cents",
        "eur",
        "net",
        "gross",
        "line",
        "items",
    ];
    let hits = "1. Fixing ECONNRESET in Node - blog.test/econnreset\n2. node issue 4412 - tracker.test/4412\n3. Keep-alive and sockets - docs.test/sockets";
    let questions = [
        "node ECONNRESET fix",
        "how to fix ECONNRESET in node",
        "ECONNRESET node solution",
        "nodejs econnreset resolve",
        "fix ECONNRESET nodejs",
        "solve node ECONNRESET error",
        "node ECONNRESET error fix",
        "ECONNRESET how fix node",
    ];
    let stale = ["cat", "head -5", "tail", "less", "wc -l", "stat", "file", "md5sum"];
    vec![
        stuck("rights that no command gives", (0..18).map(rights).collect()).refused(),
        stuck("a proxy that wants a password, whatever program", (0..22).map(proxy).collect()).refused(),
        stuck("versions of a library, each with the same red suite", (1..=9).flat_map(|n| [shell(format!("npm install --save-exact left@2.{n}.0"), "changed 1 package, and audited 214 packages in 2s", 0), shell("npm test", "  1) cart adds up:\n     AssertionError [ERR_ASSERTION]: 10 == 12\n  7 passing (12ms)\n  1 failing", 1)]).collect()),
        stuck("one question to the web in other words", questions.iter().cycle().take(28).map(|query| tool("web_search", json!({"query": query}), hits, true)).collect()).refused(),
        stuck("one red test under ever another filter", filters.iter().map(|filter| shell(format!("pytest -q -k '{filter}'"), red, 1)).collect()).refused(),
        stuck("cells that a notebook does not have", count(9, |n| tool("NotebookEdit", json!({"notebook_path": "/home/dev/project/a.ipynb", "cell_id": format!("c{n}"), "new_source": format!("x = {n}")}), format!("Cell with ID \"c{n}\" not found in notebook."), false))),
        stuck("one red script, with another file read between", laps(12, |n| [shell("python load.py", "Traceback (most recent call last):\n  File \"load.py\", line 9, in <module>\n    rows = parse(text)\nValueError: could not convert string to float: 'n/a'", 1), look(format!("lib/{}.py", PARTS[n]), format!("def {}():\n    return {n}", PARTS[n]))])).refused(),
        stuck("a release of a tool, its number guessed", count(24, |n| shell(format!("curl -fsSLO https://releases.test/tool/v1.{n}.0/tool.tar.gz"), "curl: (22) The requested URL returned error: 404", 22))).refused(),
        stuck("files that may not be made executable", parts(14, |n| shell(format!("chmod +x scripts/{n}.sh"), format!("chmod: changing permissions of 'scripts/{n}.sh': Operation not permitted"), 1))).refused(),
        stuck("a share that is gone, whatever reads it", (0..24).map(|n| { let (program, name) = (stale[n % 8], PARTS[n]); let first = program.split(' ').next().unwrap_or(program); shell(format!("{program} /mnt/share/{name}"), format!("{first}: /mnt/share/{name}: Stale file handle"), 1) }).collect()).refused(),
        stuck("a tool that this client does not have", count(8, |n| unannounced(tool("apply_edit", json!({"n": n, "path": "src/a.rs"}), "<tool_use_error>Error: No such tool available: apply_edit</tool_use_error>", false)))),
        stuck("lookups of nothing, and words", laps(6, |n| [shell(format!("grep -rn '{}_handler' src", PARTS[n]), "", 1), shell(format!("find . -name '{}*.proto'", PARTS[n]), "", 0), shell(format!("echo 'checking {}'", PARTS[n]), format!("checking {}", PARTS[n]), 0)])),
        stuck("a socket in use, whatever the spelling of the start", parts(16, |n| shell(format!("PROFILE={n} node server.js"), "node:events:497\n      throw er; // Unhandled 'error' event\n      ^\n\nError: listen EADDRINUSE: address already in use :::3000", 1))).refused(),
    ]
}
