//! Loops that disguise themselves, and honest work that looks like them.

use serde_json::json;

use super::super::call::{edit, laps, look, shell, tool};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

const BROKEN: &str = "src/cart.c:41:9: error: 'total' undeclared (first use in this function)\nmake: *** [Makefile:12: cart.o] Error 1";
const FILE: &str = "[shop]\nurl = \"http://localhost\"\nmode = \"off\"";
const TRACE: &str = "    total = cart['total']\nKeyError: 'total'";

pub(super) fn cases() -> Vec<Case> {
    let trace = |name: &str| {
        format!(
            "Traceback (most recent call last):\n  File \"/home/dev/project/{name}\", line 4, in <module>\n{TRACE}"
        )
    };
    vec![
        healthy(
            "steps that are counted aloud, of other targets",
            each(|name| {
                shell(format!("echo 'step {name}'; make -s {name}"), format!("step {name}"), 0)
            }),
        ),
        healthy(
            "a file shown after each change of it",
            count(12, |n| {
                shell(
                    format!("sed -i 's/mode = {n}/mode = {}/' app.toml && cat app.toml", n + 1),
                    format!("mode = {}", n + 1),
                    0,
                )
            }),
        ),
        healthy(
            "configurations that are copied and tested",
            each(|name| {
                shell(
                    format!("cp base.conf {name}.conf && nginx -t -c $PWD/{name}.conf"),
                    "nginx: the configuration file syntax is ok\nnginx: configuration file test is successful",
                    0,
                )
            }),
        ),
        healthy(
            "numbers of a run that each bring another figure",
            count(12, |n| {
                shell(format!("RUN={n} ./bench.sh"), format!("{} requests/s", 900 + 13 * n * n), 0)
            }),
        ),
        healthy(
            "questions to a module that all say yes",
            each(|name| {
                shell(
                    format!("python3 -c 'import shop; print(hasattr(shop, \"{name}\"))'"),
                    "True",
                    0,
                )
            }),
        ),
        healthy(
            "scripts that are written and run once each",
            each(|name| {
                shell(
                    format!(
                        "cat > gen_{name}.py <<'EOF'\nprint(len('{name}'))\nEOF\npython3 gen_{name}.py"
                    ),
                    format!("{}", name.len()),
                    0,
                )
            }),
        ),
        healthy(
            "one script with each input",
            each(|name| shell(format!("./convert.sh in/{name}.xml > out/{name}.json"), "", 0)),
        ),
        nudged_at_most(
            "a build that is timed again",
            count(14, |n| {
                shell(
                    format!("make clean >/dev/null; time make -s # run {n}"),
                    format!("real 0m{}.1s", 12 + n % 3),
                    0,
                )
            }),
        ),
        stuck(
            "attempts that are counted aloud",
            count(10, |n| {
                shell(format!("echo \"attempt {n}\"; make"), format!("attempt {n}\n{BROKEN}"), 2)
            }),
        )
        .refused(),
        stuck(
            "a number in front of the same check",
            count(10, |n| shell(format!("RUN={n} make"), BROKEN, 2)),
        )
        .refused(),
        stuck(
            "the same build behind other words",
            in_turn(
                10,
                &[
                    "make",
                    "time make",
                    "nice make",
                    "env make",
                    "timeout 99 make",
                    "stdbuf -oL make",
                    "bash -c make",
                    "sh -c 'make'",
                    "command make",
                    "nohup make",
                ],
                BROKEN,
                2,
            ),
        )
        .refused(),
        stuck(
            "copies of one script under other names",
            count(10, |n| {
                shell(
                    format!("cp run.sh run{n}.sh && ./run{n}.sh"),
                    format!("./run{n}.sh: line 4: SHOP_URL: unbound variable"),
                    1,
                )
            }),
        )
        .refused(),
        stuck(
            "new scripts that end alike",
            count(10, |n| {
                shell(
                    format!(
                        "cat > t{n}.py <<'EOF'\nimport shop\n# version {n}\nshop.run()\nEOF\npython3 t{n}.py"
                    ),
                    trace("shop.py"),
                    1,
                )
            }),
        ),
        stuck(
            "one file through every program that prints",
            [
                "cat app.toml",
                "less app.toml",
                "bat -p app.toml",
                "head -n 999 app.toml",
                "awk 1 app.toml",
                "python3 -c 'print(open(\"app.toml\").read())'",
                "perl -pe 1 app.toml",
                "tail -n +1 app.toml",
                "grep '' app.toml",
                "sed '' app.toml",
                "more app.toml",
                "cat app.toml | cat",
            ]
            .map(|command| shell(command, FILE, 0))
            .to_vec(),
        )
        .refused(),
        stuck(
            "one file of a host, asked with other options",
            in_turn(
                12,
                &[
                    "ssh web-01 cat /etc/shop.toml",
                    "ssh -q web-01 cat /etc/shop.toml",
                    "ssh web-01 'cat /etc/shop.toml'",
                    "ssh -o BatchMode=yes web-01 cat /etc/shop.toml",
                    "ssh web-01 sudo cat /etc/shop.toml",
                    "ssh dev@web-01 cat /etc/shop.toml | cat",
                ],
                FILE,
                0,
            ),
        )
        .refused(),
        stuck(
            "one address through shells and servers",
            laps(5, |n| {
                [
                    shell("curl -s http://localhost:8080/version", "{\"version\":\"1.0\"}", 0),
                    tool(
                        "web",
                        json!({"url": "http://localhost:8080/version"}),
                        "{\"version\":\"1.0\"}",
                        true,
                    ),
                    shell("wget -qO- http://localhost:8080/version", "{\"version\":\"1.0\"}", 0),
                    shell(
                        format!(
                            "python3 -c 'import urllib.request as u; print(u.urlopen(\"http://localhost:8080/version\").read().decode())' # {n}"
                        ),
                        "{\"version\":\"1.0\"}",
                        0,
                    ),
                ]
            }),
        ),
        stuck(
            "a folder in every form, round and round",
            laps(5, |_| {
                [
                    shell("ls", "Makefile\nsrc", 0),
                    shell("ls -la", "drwxr-xr-x src\n-rw-r--r-- Makefile", 0),
                    shell("find . -maxdepth 1", ".\n./Makefile\n./src", 0),
                    shell("tree -L 1", ".\n├── Makefile\n└── src", 0),
                ]
            }),
        ),
        stuck(
            "a failure that is hidden by a second command",
            count(12, |n| {
                shell(format!("make || true; echo done {n}"), format!("{BROKEN}\ndone {n}"), 0)
            }),
        ),
        stuck(
            "ever another user who may not",
            [
                "cp a.conf /etc/shop/",
                "sudo -n cp a.conf /etc/shop/",
                "doas cp a.conf /etc/shop/",
                "su -c 'cp a.conf /etc/shop/'",
                "sudo -u shop cp a.conf /etc/shop/",
                "install a.conf /etc/shop/",
                "tee /etc/shop/a.conf < a.conf",
                "dd if=a.conf of=/etc/shop/a.conf",
                "rsync a.conf /etc/shop/",
                "mv a.conf /etc/shop/",
            ]
            .map(|command| {
                shell(
                    command,
                    format!(
                        "{}: cannot create regular file '/etc/shop/a.conf': Permission denied",
                        command.split(' ').next().unwrap_or_default()
                    ),
                    1,
                )
            })
            .to_vec(),
        )
        .refused(),
        stuck(
            "a failing build with a look at another file before each",
            laps(12, |n| {
                [
                    look(format!("include/h{n}.h"), format!("#define H{n} {}", 7 * n)),
                    shell("make", BROKEN, 2),
                ]
            }),
        )
        .refused(),
        stuck(
            "a failing build with a sleep before each",
            count(20, |n| shell(format!("sleep {n}; make"), BROKEN, 2)),
        )
        .refused(),
        stuck(
            "a failing build in a log of another name",
            count(12, |n| {
                shell(format!("make > build{n}.log 2>&1; tail -2 build{n}.log"), BROKEN, 0)
            }),
        ),
        stuck(
            "a comment that is edited before the same build",
            laps(9, |n| {
                [
                    edit("src/cart.c", format!("/* try {n} */"), format!("/* try {} */", n + 1)),
                    shell("make", BROKEN, 2),
                ]
            }),
        ),
    ]
}
