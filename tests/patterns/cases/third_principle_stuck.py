"""Third set. Stuck work for each sentence of the principle: the same areas as the healthy cases, told by other tools."""
from session import stuck


def _each(s, commands, answer, rc=1, from_call=4, ms=900):
    for n, command in enumerate(commands):
        if n == from_call - 1:
            s.stuck_here()
        s.bash(command, answer, rc, ms=ms)


@stuck("principle:targets", "dns-zones", "Why does the name not resolve?", client="codex")
def one_name_asked_with_other_flags(s):
    _each(s, ["dig old.shop.example", "dig +short old.shop.example", "dig old.shop.example A", "dig +noall +answer old.shop.example", "dig old.shop.example | tail -3", "dig +trace old.shop.example | tail -1",
              "dig old.shop.example +nocomments", "dig +short old.shop.example A", "dig old.shop.example +nostats", "dig old.shop.example +noedns", "dig -4 old.shop.example", "dig +tcp old.shop.example"], ";; connection timed out; no servers could be reached", 9)


@stuck("principle:targets", "zfs-pools", "Import the pool.", client="claude")
def a_pool_that_is_not_there(s):
    _each(s, ["zpool import tank", "zpool import -f tank", "zpool import -F tank", "zpool import -d /dev/disk/by-id tank", "zpool import -N tank", "sudo zpool import tank", "zpool import -o readonly=on tank", "zpool import -fF tank", "zpool import -m tank", "sudo zpool import -f tank", "zpool import -D tank"],
          "cannot import 'tank': no such pool available")


@stuck("principle:rereading", "config", "What port does the proxy use?", client="plain", codes=False, times="none")
def one_file_read_in_every_spelling(s):
    text = "listen = 8080\nbackend = 9000\nworkers = 4\n"
    _each(s, ["cat proxy.toml", "cat proxy.toml | head -20", "head -21 proxy.toml", "sed -n 1,40p proxy.toml", "less proxy.toml", "cat ./proxy.toml", "bat -p proxy.toml", "head -n 50 proxy.toml", "awk 1 proxy.toml", "tail -n 100 proxy.toml", "cat proxy.toml | head -30", "nl -b n proxy.toml"], text, 0, 5)


@stuck("principle:rereading", "sensor", "What does the calibration say?", client="claude")
def one_file_by_overlapping_ranges(s):
    text = "gain: 1.20\noffset: -0.03\nunit: mV\n"
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.look("calibration.yaml", text, 1, 20 + n)


@stuck("principle:denied", "mounts", "Copy the export into the share.", client="codex")
def no_right_to_write_the_share(s):
    _each(s, ["cp export.csv /srv/share/", "sudo cp export.csv /srv/share/", "install -m 644 export.csv /srv/share/export.csv", "rsync export.csv /srv/share/", "cat export.csv > /srv/share/export.csv", "tee /srv/share/export.csv < export.csv", "mv export.csv /srv/share/", "cp -f export.csv /srv/share/",
              "sudo -E cp export.csv /srv/share/", "dd if=export.csv of=/srv/share/export.csv", "touch /srv/share/export.csv"], "/srv/share/export.csv: Permission denied")


@stuck("principle:denied", "packages", "Add the twelve packages.", client="claude")
def every_package_ends_in_eacces(s):
    _each(s, [f"npm install -g {name}" for name in ["eslint", "prettier", "typescript", "rimraf", "nodemon", "serve", "tsx", "vitest", "husky", "knip", "turbo", "pnpm"]],
          "npm ERR! code EACCES\nnpm ERR! syscall mkdir\nnpm ERR! path /usr/local/lib/node_modules\nnpm ERR! errno -13", 243, 5)


@stuck("principle:versions", "wheels", "Install the solver.", client="plain")
def a_wheel_in_no_version(s):
    _each(s, [f"pip install cplexsolve=={n}.0" for n in range(1, 15)], "ERROR: No matching distribution found for cplexsolve", 1, 5)


@stuck("principle:same_error", "push", "Push the branch.", client="codex")
def a_remote_that_is_not_found(s):
    _each(s, ["git push origin fix", "git push -u origin fix", "git push origin HEAD", "git push --force-with-lease origin fix", "git push origin fix:fix", "git push --verbose origin fix", "git push", "git push --no-verify origin fix", "git push origin --all", "git fetch origin", "git ls-remote origin"],
          "remote: Repository not found.\nfatal: repository 'https://git.example/shop/web.git/' not found", 128)


@stuck("principle:checks", "shell-scripts", "Make deploy.sh clean.", client="claude")
def one_check_of_one_script_again(s):
    _each(s, ["shellcheck bin/deploy.sh", "shellcheck -f gcc bin/deploy.sh", "shellcheck bin/deploy.sh | head -5", "shellcheck -S style bin/deploy.sh", "shellcheck -x bin/deploy.sh", "shellcheck bin/deploy.sh 2>&1", "shellcheck ./bin/deploy.sh", "shellcheck --color=never bin/deploy.sh", "shellcheck bin/deploy.sh", "shellcheck bin/deploy.sh | cat", "shellcheck bin/deploy.sh"],
          "bin/deploy.sh:3:8: note: Double quote to prevent globbing and word splitting. [SC2086]", 1, 5)


@stuck("principle:checks", "workspaces", "Fix the types.", client="codex")
def types_checked_without_an_edit(s):
    _each(s, ["npx tsc --noEmit", "npx tsc --noEmit | head", "npx tsc --noEmit --pretty false", "npx tsc --noEmit 2>&1 | tail -3", "npx tsc --noEmit --skipLibCheck", "npx tsc --noEmit", "npx tsc --noEmit | grep error", "npx tsc --noEmit", "npx tsc --noEmit --incremental false", "npx tsc --noEmit"], "src/a.ts(4,11): error TS2304: Cannot find name 'Env'.", 2, 5)


@stuck("principle:fruitless", "leaks", "Where is the discount computed?", client="claude")
def one_pattern_in_many_spellings(s):
    for n, pattern in enumerate(["discountRate", "DiscountRate", "discount_rate", "discountrate", "discount.*rate", "DISCOUNT_RATE", "discountRate\\(", "discount-rate", "[dD]iscountRate", "getDiscountRate", "calcDiscountRate", "discountRate =", "discountRates", "discountRateFor"]):
        if n == 7:
            s.stuck_here()
        s.grep(pattern, "src")


@stuck("principle:fruitless", "log-search", "Find the request in the log.", client="codex")
def one_search_of_one_log(s):
    _each(s, ["grep 7f3a app.log", "grep -i 7f3a app.log", "grep -c 7f3a app.log", "rg 7f3a app.log", "grep -n 7f3a app.log", "awk '/7f3a/' app.log", "cat app.log | grep 7f3a", "grep -F 7f3a app.log", "grep -a 7f3a app.log", "grep -E 7f3a app.log", "grep 7f3a ./app.log | tail -5", "sed -n /7f3a/p app.log"], "", 1, 6)


@stuck("principle:progress", "push-failed", "Clean the folder.", client="plain", codes=False)
def removal_that_fails(s):
    _each(s, ["rm -rf /mnt/ro/cache", "rm -r /mnt/ro/cache", "chmod -R u+w /mnt/ro/cache", "rm -rf /mnt/ro/cache", "sudo rm -rf /mnt/ro/cache", "find /mnt/ro/cache -delete", "rm -rf /mnt/ro/cache/", "chmod -R 777 /mnt/ro/cache", "rm -rfv /mnt/ro/cache", "rmdir /mnt/ro/cache", "unlink /mnt/ro/cache"],
          "'/mnt/ro/cache': Read-only file system")


@stuck("principle:passing", "green", "Is the suite green?", client="claude")
def a_green_suite_twenty_five_times(s):
    for n in range(25):
        if n == 8:
            s.stuck_here()
        s.bash("bundle exec rspec spec/checkout", f"Finished in {1.2 + n / 100:.2f} seconds\n48 examples, 0 failures")


@stuck("principle:waiting", "cutover", "Wait for the export.", client="codex", gap=3)
def a_pod_that_never_comes(s):
    _each(s, ["kubectl get pod export-0"] * 30, "NAME       READY   STATUS    RESTARTS   AGE\nexport-0   0/1     Pending   0          4d", 0, 15)


@stuck("principle:waiting", "boot", "Start the service.", client="plain", gap=2)
def a_port_that_never_opens(s):
    _each(s, ["nc -z localhost 6543"] * 32, "", 1, 15)


@stuck("principle:duration", "slow-suite", "Fix the tests.", client="claude", gap=40)
def a_slow_failure_with_gaps(s):
    _each(s, ["cargo test --test orders"] * 12, "test totals ... FAILED\nthread 'totals' panicked at tests/orders.rs:14:5:\nassertion `left == right` failed\ntest result: FAILED. 3 passed; 1 failed; 0 ignored", 101, 4, 25_000)


@stuck("principle:duration", "slow-build", "Build the image.", client="plain", gap=90)
def a_slow_build_without_a_base(s):
    _each(s, ["docker build .", "docker build -t app .", "docker build --no-cache .", "docker build . 2>&1", "docker build --pull .", "docker build -t app:1 .", "docker build --progress=plain .", "docker build -q .", "docker build .", "docker build -t app ."], "ERROR: failed to solve: base/none:1: pull access denied, repository does not exist", 1, 4, 40_000)


@stuck("principle:plans", "todo", "Port the screens.", client="claude")
def plans_are_rewritten_for_ever(s):
    for n in range(14):
        if n == 5:
            s.stuck_here()
        s.plan([(f"Think about screen {k + n}", "pending") for k in range(3)])


@stuck("principle:rereading", "mcp-sheet", "Which cell holds the total?", client="claude")
def one_range_of_one_sheet(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.mcp("sheets", "get_values", {"spreadsheet": "1AbC", "range": "Totals!A1:C9"}, {"values": [["total", "", "412.00"]]})
