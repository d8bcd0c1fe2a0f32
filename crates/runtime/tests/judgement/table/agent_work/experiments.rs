//! Long debugging in which each experiment fails alike, and attempts that are none.

use super::super::call::{edit, laps, look, search, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{PARTS, cline, count, create, open_hands, replace};

const RED: &str = "--- FAIL: TestReserve (0.01s)\n    stock_test.go:41: got 3, want 4\nFAIL\nFAIL\tshop/stock\t0.012s\nFAIL";

pub(super) fn cases() -> Vec<Case> {
    let mut cases = honest_experiments();
    cases.extend(vain_experiments());
    cases
}

fn honest_experiments() -> Vec<Case> {
    vec![
        nudged_at_most("ten hypotheses about one red test, each in another file", PARTS[..12].iter().flat_map(|name| [
            look(format!("stock/{name}.go"), format!("package stock // {name}")),
            edit(format!("stock/{name}.go"), format!("lock {name}"), format!("unlock {name}")),
            shell("go test ./stock -run TestReserve", RED, 1),
        ]).collect()),
        nudged_at_most("one red test, with more printed each time", laps(10, |n| [
            edit("stock/stock.go", format!("// print {n}"), format!("log.Println({n})\n// print {}", n + 1)),
            shell("go test ./stock -run TestReserve -v", format!("2024/11/02 10:04:05 held {} of {}\n{RED}", 7 * n, 40 + n), 1),
        ])),
        healthy("revisions that git selects, each with the same failure", (0..9).flat_map(|n| [
            open_hands("make -s check", "stock: reserve is 3, not 4\nmake: *** [check] Error 1", 2),
            open_hands("git bisect bad", &format!("Bisecting: {} revisions left to test after this\n[4f2c9d{n}] Move the stock", 512 >> n), 0),
        ]).collect()),
        healthy("settings of a cache that are measured", laps(14, |n| [
            edit("bench.toml", format!("shards = {n}"), format!("shards = {}", n + 1)),
            shell("wrk -d5 http://localhost:8080/ | grep Requests/sec", format!("Requests/sec: {}.31", 4100 + 97 * n), 0),
        ])),
        healthy("one crash, and another value at each run of a debugger", PARTS[..14].iter().enumerate().map(|(n, name)| shell(format!("gdb -batch -ex run -ex 'p {name}' ./shop"), format!("Program received signal SIGSEGV, Segmentation fault.\n0x0000555555555171 in reserve ()\n$1 = {}", 31 * n), 0)).collect()),
        healthy("one program, and other calls of the system each time", ["openat", "read", "write", "connect", "mmap", "futex", "poll", "close", "stat", "execve"].into_iter().enumerate().map(|(n, call)| shell(format!("strace -c -e trace={call} ./shop 2>&1 | tail -1"), format!("100.00    0.00{n}   {} total", 31 * n), 0)).collect()),
        nudged_at_most("an input that shrinks and still crashes", count(12, |n| shell(format!("sed -i '{},{}d' crash.sql && ./db < crash.sql", 400 - 20 * n, 419 - 20 * n), "Segmentation fault (core dumped)", 139))),
        nudged_at_most("plugins that are switched off until it works", (0..8).flat_map(|n| [
            edit("build.config.js", format!("  use({}),", PARTS[n]), String::new()),
            cline("npm run build", if n == 7 { "built in 2.1s" } else { "RangeError: Maximum call stack size exceeded\n    at walk (node_modules/acorn-walk/dist/walk.js:12:3)" }),
        ]).collect()),
        healthy("errors of a compiler that fall, with other texts", laps(14, |n| [
            edit(format!("src/{}.rs", PARTS[n]), "&str", "String"),
            shell("cargo build 2>&1 | tail -1", format!("error: could not compile `shop` (lib) due to {} previous errors", 44 - 3 * n), 101),
        ])),
        healthy("one error of types, in the next file each time", laps(12, |n| [
            edit(format!("src/{}.ts", PARTS[n]), "Cart", "Basket"),
            cline("npx tsc --noEmit | head -1", &format!("src/{}.ts(12,5): error TS2304: Cannot find name 'Cart'.", PARTS[n + 1])),
        ])),
        healthy("commits that are picked, each with a conflict in one file", (0..9).flat_map(|n| [
            shell(format!("git cherry-pick 4f2c9d{n}"), format!("Auto-merging src/stock.rs\nCONFLICT (content): Merge conflict in src/stock.rs\nerror: could not apply 4f2c9d{n}... {}", PARTS[n]), 1),
            edit("src/stock.rs", format!("<<<<<<< HEAD {n}"), format!("let {} = 1;", PARTS[n])),
            shell("git add src/stock.rs && git cherry-pick --continue --no-edit", format!("[main 7d1a{n}] {}", PARTS[n]), 0),
        ]).collect()),
        nudged_at_most("a job of CI that fails alike after each push", laps(8, |n| [
            edit(".github/workflows/ci.yml", format!("key: v{n}"), format!("key: v{}", n + 1)),
            shell(format!("git commit -qam 'try {}' && git push -q", PARTS[n]), "", 0),
            shell(format!("gh run view {} --log-failed | tail -2", 9000 + n), "Error: Cache service responded with 422\nError: Process completed with exit code 1.", 0),
        ])),
        healthy("questions to one program, each with another answer", count(14, |n| open_hands(&format!("python -c 'import shop; print(shop.total({n}))'"), &format!("{}", n * n % 7), 0))),
        healthy("one symptom, sought in many places", PARTS[..14].iter().flat_map(|name| [
            search(format!("reserve.*{name}"), "stock", format!("stock/{name}.go:41:reserve({name})")),
            shell(format!("go vet ./stock/{name}"), "", 0),
        ]).collect()),
    ]
}

fn vain_experiments() -> Vec<Case> {
    vec![
        stuck("one mend in other words", laps(9, |n| [
            replace("stock/stock.go", ["n = n + 1", "n += 1", "n++"][n % 3], ["n += 1", "n++", "n = n + 1"][n % 3]),
            shell("go test ./stock -run TestReserve", RED, 1),
        ])),
        stuck("a red test after eighteen edits that nobody watches", laps(18, |n| [
            replace("stock/stock.go", &format!("step {n}"), &format!("step {}", n + 1)),
            open_hands("go test ./stock -run TestReserve", RED, 1),
        ])).unattended().refused(),
        stuck("a look, a number in a comment, a build", laps(9, |n| [
            look("src/stock.c", format!("/* attempt {n} */\nint reserve(void);")),
            edit("src/stock.c", format!("/* attempt {n} */"), format!("/* attempt {} */", n + 1)),
            shell("make", "src/stock.c:12:1: error: unknown type name 'stok'\nmake: *** [Makefile:3: stock.o] Error 1", 2),
        ])),
        stuck("a run that gets a new number only", count(10, |n| cline(&format!("RUN_ID={n} npm run e2e -- --attempt {n}"), "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/\n1 failed"))).refused(),
        stuck("a print that comes and goes", laps(9, |n| [
            edit("shop/stock.py", ["x = 1", "x = 1; print(x)"][n % 2], ["x = 1; print(x)", "x = 1"][n % 2]),
            open_hands("python -m pytest -q", "FAILED tests/test_stock.py::test_reserve - assert 3 == 4\n1 failed in 0.12s", 1),
        ])),
        stuck("a file that is taken back and edited alike", laps(8, |_| [
            shell("git checkout -- shop/stock.py", "", 0),
            edit("shop/stock.py", "limit = 10", "limit = 20"),
            open_hands("python -m pytest -q", "FAILED tests/test_stock.py::test_reserve - assert 3 == 4\n1 failed in 0.12s", 1),
        ])),
        stuck("a time that is raised in vain", laps(8, |n| [
            edit("test/stock.spec.js", format!("timeout({}000)", 1 << n), format!("timeout({}000)", 2 << n)),
            cline("npx mocha test/stock.spec.js", "  1) reserve:\n     TimeoutError: waiting for selector `#done` failed\n  0 passing\n  1 failing"),
        ])),
        stuck("a commit that is amended and not taken", laps(8, |n| [
            shell(format!("git commit -q --amend -m 'Reserve stock {n}'"), "", 0),
            shell("git push origin main", "To github.test:acme/shop.git\n ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs to 'github.test:acme/shop.git'\nhint: Updates were rejected because the tip of your current branch is behind", 1),
        ])),
        stuck("a hook that formats, and an agent that takes it back", laps(8, |_| [
            shell("git commit -am 'Reserve stock'", "black....................................................................Failed\n- hook id: black\n- files were modified by this hook\n\nreformatted shop/stock.py\n1 file reformatted.", 1),
            shell("git checkout shop/stock.py", "Updated 1 path from the index", 0),
            edit("shop/stock.py", "a = 'x'", "a  =  'x'"),
        ])),
        stuck("solutions of which each ends alike", (1usize..=9).flat_map(|n| [
            create(&format!("solution_v{n}.py"), &format!("from shop import stock\nprint(stock.reserve({n}, mode='m{n}'))")),
            open_hands(&format!("python solution_v{n}.py"), "Traceback (most recent call last):\n  File \"/workspace/shop/shop/stock.py\", line 12, in reserve\n    return self.rows[key]\nKeyError: 'sku'", 1),
        ]).collect()),
        stuck("snippets that never find their module", count(10, |n| open_hands(&format!("python -c 'from stocklib.m{n} import reserve; print(reserve({n}))'"), "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nModuleNotFoundError: No module named 'stocklib'", 1))).refused(),
        stuck("a service that is restarted and says the same", laps(9, |_| [
            shell("systemctl --user restart shop", "", 0),
            shell("curl -sS -o /dev/null -w '%{http_code}' http://localhost:9123/stock", "500", 0),
        ])),
        stuck("a branch that is rebased and thrown away again", laps(7, |_| [
            shell("git rebase origin/main", "CONFLICT (content): Merge conflict in src/stock.rs\nerror: could not apply 4f2c9d1... Reserve stock", 1),
            shell("git rebase --abort", "", 0),
        ])).refused(),
        stuck("one query that is written in other words", ["select count(*) from stock where sku = 'a'", "SELECT COUNT(*) FROM stock WHERE sku = 'a'", "select count(1) from stock where sku='a'", "select count(*) as n from stock where sku = 'a';", "SELECT count(*) FROM public.stock WHERE sku = 'a'", "select sum(1) from stock where sku = 'a'"]
            .into_iter().cycle().take(12).map(|query| shell(format!("psql -At shop -c \"{query}\""), "0", 0)).collect()),
    ]
}
