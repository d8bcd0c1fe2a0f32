"""Second set. Repositories: git, Subversion, Perforce, reading a large tree, batch renames, lint, translations, flaky suites."""
from session import healthy, stuck


@healthy("principle:passing", "git-bisect", "Find the commit that broke the export.", client="claude")
def a_bisect_by_hand(s):
    s.bash("git bisect start HEAD v3.1", "Bisecting: 411 revisions left to test after this (roughly 9 steps)\n[8f0a1c] exporter: buffer rows")
    left = 411
    for n, good in enumerate([True, True, False, True, False, False, True, True, True]):
        s.bash("make -s && ./t/export.sh; echo $?", "0" if good else "row 17 differs\n1", ms=31_000)
        left //= 2
        s.bash(f"git bisect {'good' if good else 'bad'}", f"Bisecting: {left} revisions left to test after this (roughly {8 - n} steps)\n[{0x3c1f00 + n * 977:x}] change {n}" if n < 8 else "c0ffee12 is the first bad commit")
    s.bash("git bisect reset", "Previous HEAD position was c0ffee1\nSwitched to branch 'main'")


@stuck("principle:same_error", "git-push", "Push the branch.", client="plain")
def push_refused_by_the_server(s):
    fails = "remote: error: GH006: Protected branch update failed for refs/heads/main.\nremote: error: Changes must be made through a pull request.\nTo github.com:acme/web.git\n ! [remote rejected] main -> main (protected branch hook declined)\nerror: failed to push some refs to 'github.com:acme/web.git'"
    for n, command in enumerate(["git push", "git push origin main", "git push -u origin main", "git push origin HEAD:main", "git push --force-with-lease origin main", "git push -f origin main", "git pull --rebase && git push", "git push --no-verify origin main", "git push origin main:refs/heads/main", "git push https://github.com/acme/web.git main", "git push --atomic origin main", "git -c push.default=current push"]):
        s.bash(command, fails if "pull" not in command else "Already up to date.\n" + fails, 1, ms=1_900 + n * 66)
        if n == 3:
            s.stuck_here()


@healthy("principle:checks", "git-picks", "Bring the eight fixes to the 4.x branch.", client="codex")
def a_cherry_pick_series_with_conflicts(s):
    for n in range(8):
        commit = f"{0xa41c00 + n * 3571:x}"
        if n in (1, 4, 6):
            s.bash(f"git cherry-pick -x {commit}", f"Auto-merging src/queue.c\nCONFLICT (content): Merge conflict in src/queue.c\nerror: could not apply {commit}... queue: fix {n}\nhint: After resolving the conflicts, mark them with\nhint: \"git add/rm <pathspec>\", then run\nhint: \"git cherry-pick --continue\".", 1)
            s.look("src/queue.c", f"<<<<<<< HEAD\n  old({n});\n=======\n  new({n});\n>>>>>>> {commit}", first=200 + n * 20)
            s.edit("src/queue.c", f"<<<<<<< HEAD\n  old({n});\n=======\n  new({n});\n>>>>>>> {commit}", f"  new({n});")
            s.bash("git add src/queue.c && git cherry-pick --continue --no-edit", f"[4.x {0xbb1000 + n:x}] queue: fix {n}\n 1 file changed, 1 insertion(+), 1 deletion(-)")
        else:
            s.bash(f"git cherry-pick -x {commit}", f"[4.x {0xbb1000 + n:x}] queue: fix {n}\n 1 file changed, 2 insertions(+)")


@stuck("principle:alternation", "git-rebase", "Rebase the feature onto main.", client="claude")
def a_rebase_started_and_aborted(s):
    fails = "Auto-merging src/app.ts\nCONFLICT (content): Merge conflict in src/app.ts\nerror: could not apply 71ab0c2... Add the drawer\nhint: Resolve all conflicts manually, mark them as resolved with"
    for n, command in enumerate(["git rebase main", "git rebase main --rebase-merges", "git rebase -X ours main", "git rebase origin/main", "git rebase main --no-autostash", "git rebase --onto main HEAD~4", "git rebase main -i", "git rebase main --apply", "git rebase main", "git rebase -X patience main"]):
        s.bash(command, fails, 1)
        s.bash("git rebase --abort", "")
        if n == 3:
            s.stuck_here()


@healthy("principle:targets", "git-submodules", "Move every submodule to its latest tag.", client="plain", codes=False)
def submodules_in_turn(s):
    for n, name in enumerate(["zlib", "libpng", "freetype", "harfbuzz", "icu", "sqlite", "lua"]):
        s.bash(f"git -C third_party/{name} fetch -q --tags", "")
        s.bash(f"git -C third_party/{name} checkout -q $(git -C third_party/{name} describe --tags --abbrev=0 origin/HEAD)", "")
    s.bash("git submodule status", "\n".join(f"+{0x91ab00 + n:x} third_party/{name}" for n, name in enumerate(["zlib", "libpng", "freetype", "harfbuzz", "icu", "sqlite", "lua"])))
    s.bash("git commit -qam 'Update the libraries'", "")


@stuck("principle:denied", "svn-archive", "Commit the corrected manual.", client="plain")
def svn_asks_for_a_password(s):
    for n, command in enumerate(["svn commit -m manual", "svn commit -m manual --non-interactive", "svn ci -m manual doc/manual.txt", "svn commit -m manual --username dev", "svn commit -m manual --no-auth-cache", "svn update", "svn commit -m manual --trust-server-cert --non-interactive", "svn commit -m manual --username build", "svn log -l 1", "svn commit -m manual --config-option servers:global:store-passwords=yes", "svn commit -m manual --force-log", "svn info ^/"]):
        s.bash(command, f"svn: E170001: {'Commit' if 'c' in command.split()[1][:2] else 'Operation'} failed (details follow):\nsvn: E170001: Authorization failed: Could not authenticate to server: rejected Basic challenge", 1, ms=900 + 10 * n)
        if n == 4:
            s.stuck_here()


@healthy("principle:targets", "p4-depot", "Move the twelve shaders into the new folder in one changelist.", client="plain")
def p4_move_file_by_file(s):
    s.bash("p4 change -o | sed 's/<enter.*>/Move the shaders/' | p4 change -i", "Change 88121 created.")
    for name in ["sky", "water", "grass", "skin", "glass", "metal", "smoke", "fire", "decal", "terrain", "hair", "cloth"]:
        s.bash(f"p4 edit -c 88121 fx/{name}.hlsl && p4 move -c 88121 fx/{name}.hlsl shaders/{name}.hlsl", f"//depot/fx/{name}.hlsl#3 - opened for edit\n//depot/shaders/{name}.hlsl#1 - moved from //depot/fx/{name}.hlsl#3")
    s.bash("p4 submit -c 88121", "Change 88121 submitted.")


@stuck("principle:edits", "p4-depot", "Set the sample count to 8 in water.hlsl.", client="claude")
def a_file_that_is_read_only(s):
    s.look("shaders/water.hlsl", "#define SAMPLES 4\nfloat4 main() : SV_Target { return 0; }")
    for n in range(9):
        with_text = ["EACCES: permission denied, open '/home/dev/p4-depot/shaders/water.hlsl'"]
        if n % 3 == 2:
            s.bash(["sed -i 's/SAMPLES 4/SAMPLES 8/' shaders/water.hlsl", "echo '#define SAMPLES 8' > shaders/water.hlsl", "python3 -c \"open('shaders/water.hlsl','w')\""][n // 3],
                   ["sed: couldn't open temporary file shaders/sedX91: Permission denied", "bash: shaders/water.hlsl: Permission denied", "PermissionError: [Errno 13] Permission denied: 'shaders/water.hlsl'"][n // 3], [4, 1, 1][n // 3])
        else:
            s.edit("shaders/water.hlsl", ["#define SAMPLES 4", "SAMPLES 4", "#define SAMPLES 4\n", "SAMPLES 4\nfloat4", "#define SAMPLES 4"][n % 5], "#define SAMPLES 8", rejected=with_text[0])
        if n == 3:
            s.stuck_here()


@healthy("principle:rereading", "monorepo-reading", "Explain to me how a request becomes a job.", client="codex")
def a_large_tree_is_read(s):
    files = ["router.go", "middleware/auth.go", "handler/export.go", "queue/client.go", "queue/broker.go", "worker/main.go", "worker/pool.go", "job/export.go", "job/registry.go", "store/jobs.go"]
    for n, file in enumerate(files):
        s.grep(f"func.*{['Route', 'Auth', 'Export', 'Publish', 'Deliver', 'Main', 'Run', 'Handle', 'Register', 'Save'][n]}", ".", f"./{file}:{20 + n * 7}:func {['Route', 'Auth', 'Export', 'Publish', 'Deliver', 'Main', 'Run', 'Handle', 'Register', 'Save'][n]}(ctx context.Context) error {{")
        s.look(file, f"package {file.split('/')[0].split('.')[0]}\n\n// step {n}\nfunc x() {{\n\ty{n}()\n}}", first=20 + n * 7, count=40)
    s.look("queue/client.go", "// Publish puts the job on the stream and returns its id.\nfunc (c *Client) Publish(j Job) (string, error) {", first=1, count=30)
    s.look("router.go", "mux.Handle(\"/export\", auth(export))", first=60, count=20)


@stuck("principle:rereading", "monorepo-reading", "Where is the retry limit set? Change it to 5.", client="claude")
def two_files_read_for_ever(s):
    a, b = "package queue\n\ntype Options struct {\n\tRetries int\n}", "package worker\n\nfunc New(o queue.Options) *Pool {\n\treturn &Pool{retries: o.Retries}\n}"
    for n in range(8):
        s.look("queue/options.go", a)
        s.look("worker/pool.go", b)
        if n in (1, 4):
            s.grep("Retries", "worker", "worker/pool.go:4:\treturn &Pool{retries: o.Retries}")
        if n == 2:
            s.stuck_here()


@healthy("principle:targets", "renames", "Rename the component files to kebab case and fix imports.", client="claude")
def rename_and_check_each(s):
    for name in ["DatePicker", "DropZone", "FileList", "NavBar", "SideBar", "ToolTip", "UserCard", "ZoomBox"]:
        kebab = "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")
        s.bash(f"git mv src/{name}.vue src/{kebab}.vue", "")
        s.bash(f"git grep -l {name}.vue | xargs sed -i s/{name}.vue/{kebab}.vue/", "")
        s.bash("npx vue-tsc --noEmit", "", ms=9_000)


@stuck("principle:edits", "renames", "Replace the deprecated call in all templates.", client="codex")
def a_patch_with_lines_that_are_not_there(s):
    text = "{{#each items as |item|}}\n  {{item.name}}\n{{/each}}"
    s.look("app/list.hbs", text)
    for n, old in enumerate(["{{each items}}", "{{#each items}}", "  {{#each items as |item|}}", "{{#each items as item}}", "{{#each @items as |item|}}", "{{#each this.items as |item|}}", "{{#each model.items as |item|}}", "{{# each items as |item|}}", "\t{{#each items as |item|}}", "{{#each  items as |item|}}"]):
        s.edit("app/list.hbs", old, "{{#each (sort items) as |item|}}", rejected="missing")
        if n in (3, 6):
            s.bash("wc -l app/list.hbs", "3 app/list.hbs")
        if n == 3:
            s.stuck_here()


@healthy("principle:progress", "mass-lint", "Fix all ESLint findings of the rule no-floating-promises.", client="plain")
def lint_findings_fall(s):
    left = 63
    for n, folder in enumerate(["api", "auth", "billing", "charts", "editor", "export", "hooks", "store"]):
        found = [9, 4, 11, 6, 13, 8, 7, 5][n]
        s.bash("npx eslint src --quiet -f unix | tail -1", f"\n{left} problems", 1, ms=14_000)
        s.bash(f"node scripts/void-promises.mjs src/{folder}", f"changed {found} places")
        left -= found
    s.bash("npx eslint src --quiet -f unix | tail -1", "", ms=14_000)


@stuck("principle:same_error", "mass-lint", "Fix the lint finding in chart.ts.", client="claude")
def one_finding_after_every_edit(s):
    old = "const f = (d: any) => d.v"
    for n, new in enumerate(["const f = (d: any): any => d.v", "const f = (d: any) => (d as any).v", "const f = (d: unknown) => (d as any).v", "function f(d: any) { return d.v }", "const f = ({ v }: any) => v", "const f = (d: Record<string, any>) => d.v", "const f = <T extends any>(d: T) => (d as any).v", "const f = (d: { v: any }) => d.v", "const f = (d: any[]) => d[0].v", "const f = (d: any) => d?.v"]):
        s.edit("src/chart.ts", old, new)
        s.bash("npx eslint src/chart.ts", f"\n/home/dev/mass-lint/src/chart.ts\n  {12 + n % 3}:{14 + n}  error  Unexpected any. Specify a different type  @typescript-eslint/no-explicit-any\n\n✖ 1 problem (1 error, 0 warnings)\n", 1, ms=2_900)
        old = new
        if n == 3:
            s.stuck_here()


@healthy("principle:targets", "translations", "Add the key cart.empty to all languages.", client="claude")
def a_key_in_every_language(s):
    s.look("locales/en.json", '{\n  "cart.title": "Cart"\n}')
    for lang, text in [("de", "Der Warenkorb ist leer"), ("fr", "Le panier est vide"), ("it", "Il carrello è vuoto"), ("es", "La cesta está vacía"), ("pl", "Koszyk jest pusty"), ("nl", "De winkelwagen is leeg"), ("sv", "Varukorgen är tom"), ("da", "Kurven er tom"), ("fi", "Ostoskori on tyhjä")]:
        s.edit(f"locales/{lang}.json", "{\n", "{\n  \"cart.empty\": \"" + text + "\",\n", rejected="unread")
        s.look(f"locales/{lang}.json", '{\n  "cart.title": "…"\n}')
        s.edit(f"locales/{lang}.json", "{\n", "{\n  \"cart.empty\": \"" + text + "\",\n")
    s.bash("npx i18next-parser --fail-on-update", "")


@stuck("principle:same_error", "flaky-suite", "Make SyncTest pass.", client="plain", gap=10)
def a_test_that_times_out_after_every_fix(s):
    for n, what in enumerate(["await sync.start()", "await sync.start(); await sleep(100)", "jest.useRealTimers()", "jest.setTimeout(30000)", "await flush()", "sync.start().catch(() => {})", "await Promise.all([sync.start()])", "done()", "await waitFor(() => sync.ready)"]):
        s.bash("npx jest sync.test.ts", f"FAIL test/sync.test.ts ({30 + n * 0.03:.3f} s)\n  ● syncs twice\n\n    thrown: \"Exceeded timeout of 30000 ms for a test.\n\n      at test/sync.test.ts:{21 + n % 2}:3\n\nTests:       1 failed, 8 passed, 9 total\nTime:        {31 + n * 0.2:.1f} s", 1, ms=32_000)
        s.edit("test/sync.test.ts", f"// {n}", what)
        if n == 4:
            s.stuck_here()
    s.bash("npx jest sync.test.ts", "FAIL test/sync.test.ts (30.411 s)\n  ● syncs twice\n\n    thrown: \"Exceeded timeout of 30000 ms for a test.\n\nTests:       1 failed, 8 passed, 9 total", 1, ms=32_000)


@healthy("principle:passing", "flaky-suite", "UploadTest was flaky. I think it is mended; run it 15 times to be sure.", client="codex")
def fifteen_runs_that_were_asked_for(s):
    for n in range(15):
        s.bash("npx jest upload.test.ts --silent", f"PASS test/upload.test.ts\n\nTest Suites: 1 passed, 1 total\nTests:       9 passed, 9 total\nTime:        {2.1 + n % 4 * 0.1:.3f} s, estimated 3 s\nRan all test suites matching /upload.test.ts/i.", ms=3_200)


@stuck("principle:passing", "flaky-suite", "Add a test for the empty upload.", client="plain")
def a_done_task_verified_for_ever(s):
    s.write("test/empty.test.ts", "test('empty upload', () => expect(upload([])).toEqual([]))")
    for n, command in enumerate(["npx jest empty.test.ts", "npx jest test/empty.test.ts", "npx jest empty", "npx jest --runInBand empty.test.ts", "npx jest empty.test.ts --verbose", "npm test -- empty.test.ts", "npx jest -t 'empty upload'", "npx jest empty.test.ts --no-cache", "npx jest empty.test.ts --ci", "npx jest empty.test.ts", "npm test -- empty", "npx jest empty.test.ts --coverage=false", "npx jest empty.test.ts", "npx jest empty", "npx jest --verbose empty.test.ts", "npx jest empty.test.ts", "npx jest test/empty.test.ts", "npx jest empty.test.ts --verbose"]):
        s.bash(command, f"PASS test/empty.test.ts\n  ✓ empty upload ({1 + n % 3} ms)\n\nTests:       1 passed, 1 total\nTime:        0.{61 + n} s", ms=1_900)
        if n == 6:
            s.stuck_here()
