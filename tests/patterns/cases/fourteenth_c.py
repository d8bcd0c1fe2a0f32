"""PHP, Ruby, documents, merges, reviews, searches, bisection, long suites; and the dead ends of the same work."""
from session import healthy, run, stuck


@healthy("work:merge", "crm-web", "Merge main into feature/contacts-v2 and resolve the conflicts; ours has the new field names, main has the new permission checks. We need both.", client="claude")
def eleven_conflicts_resolved_by_hand(s):
    run(s, "git fetch -q && git merge origin/main 2>&1 | tail -13", "".join(f"CONFLICT (content): Merge conflict in app/contacts/{name}\n" for name in ["list.ts", "edit.ts", "api.ts", "merge.ts", "import.ts", "export.ts", "search.ts", "tags.ts", "notes.ts", "share.ts", "routes.ts"]) + "Automatic merge failed; fix conflicts and then commit the result.", 1)
    for n, name in enumerate(["list", "edit", "api", "merge", "import", "export", "search", "tags", "notes", "share", "routes"]):
        run(s, f"grep -n -A8 '<<<<<<<' app/contacts/{name}.ts", f"{n * 13 + 21}:<<<<<<< HEAD\n{n * 13 + 22}-  const rows = await load(user, {{ fullName: q }})\n{n * 13 + 23}-=======\n{n * 13 + 24}-  await can(user, 'contacts:{name}')\n{n * 13 + 25}-  const rows = await load(user, {{ name: q }})\n{n * 13 + 26}->>>>>>> origin/main")
        s.edit(f"app/contacts/{name}.ts", f"<<<<<<< HEAD\n  const rows = await load(user, {{ fullName: q }})\n=======\n  await can(user, 'contacts:{name}')\n  const rows = await load(user, {{ name: q }})\n>>>>>>> origin/main", f"  await can(user, 'contacts:{name}')\n  const rows = await load(user, {{ fullName: q }})")
        run(s, f"git add app/contacts/{name}.ts && git diff --name-only --diff-filter=U | wc -l", str(10 - n))
    run(s, "git grep -n '<<<<<<<\\|>>>>>>>' -- app; npx tsc --noEmit && npx vitest run app/contacts 2>&1 | tail -4", " Test Files  11 passed (11)\n      Tests  94 passed (94)\n   Duration  4.11s", ms=19_000)
    run(s, "git commit --no-edit -q && git log --oneline -1", "5e01c7a Merge remote-tracking branch 'origin/main' into feature/contacts-v2")


@healthy("work:review", "session-store", "Review PR 318 (redis cluster). Check the claims with tests if you can and leave comments on the lines, no approval.", client="codex")
def a_pull_request_read_tried_and_commented(s):
    run(s, "gh pr view 318 --json title,additions,files -q '.title, .additions, (.files[].path)'", "Support Redis Cluster\n611\nsrc/cluster.php\nsrc/SlotMap.php\nsrc/Store.php\nsrc/Lock.php\ntests/ClusterTest.php\ndocs/cluster.md\n", ms=1200)
    run(s, "gh pr checkout 318 2>&1 | tail -1 && gh pr diff 318 | wc -l", "branch 'redis-cluster' set up to track 'origin/redis-cluster'.\n804\n", ms=2200)
    for n, (path, last) in enumerate([("src/cluster.php", 140), ("src/SlotMap.php", 96), ("src/Store.php", 61), ("src/Lock.php", 88), ("tests/ClusterTest.php", 122)]):
        run(s, f"git diff main...HEAD -- {path}", f"diff --git a/{path} b/{path}\n@@ -{n * 9 + 10},6 +{n * 9 + 10},{last} @@\n+    public function slot(string $key): int\n+    {{\n+        return crc16($key) % {16384 if n != 1 else 16383};\n+    }}\n")
    run(s, "cat > /tmp/slot.php <<'EOF'\n<?php require 'vendor/autoload.php';\nforeach (['a', 'foo', '{u1}.x', '123456789'] as $k) echo $k, ' ', (new SlotMap)->slot($k), PHP_EOL;\nEOF\nphp /tmp/slot.php; for k in a foo '{u1}.x' 123456789; do redis-cli cluster keyslot \"$k\"; done", "a 15496\nfoo 12184\n{u1}.x 4411\n123456789 12739\n(integer) 15495\n(integer) 12182\n(integer) 1022\n(integer) 12739\n")
    for path, line, text in [("src/SlotMap.php", 22, "This has to be % 16384; with 16383 most keys land elsewhere than Redis expects (foo: 12184, Redis says 12182)."), ("src/SlotMap.php", 24, "Hash tags are ignored: {u1}.x should be hashed by u1 alone."), ("src/Lock.php", 51, "The unlock deletes without comparing the token.")]:
        run(s, f"gh api repos/acme/session-store/pulls/318/comments -f body='{text}' -f path={path} -F line={line} -f side=RIGHT -f commit_id=$(git rev-parse HEAD) -q .id", f"{1800000000 + line * 7717}\n", ms=900)
    run(s, "vendor/bin/phpunit --filter Cluster 2>&1 | tail -5", "OK (17 tests, 44 assertions)\n", ms=3100)
    run(s, "rg -n 'slot\\(' tests/ClusterTest.php", "", 1)
    run(s, "gh pr review 318 --comment -b 'Three comments on the lines. The tests pass since none of them asks for a slot number.'", "- Reviewed pull request acme/session-store#318\n", ms=1100)


@healthy("work:docs", "hydro-docs", "The docs must build with -W --keep-going -n. Clean them up.", client="plain")
def sphinx_warnings_that_go_down_by_kinds(s):
    build = "sphinx-build -W --keep-going -n -q -b html docs docs/_build 2>&1 | tee w.txt | tail -2; grep -c WARNING w.txt"
    kinds = [(58, "docs/api/flow.rst:12: WARNING: py:class reference target not found: np.ndarray", "docs/conf.py", "extensions = [", "nitpick_ignore = [('py:class', 'np.ndarray')]\nextensions = ["), (33, "docs/api/mesh.rst:40: WARNING: py:class reference target not found: xarray.Dataset", "docs/conf.py", "intersphinx_mapping = {", "intersphinx_mapping = {\n    'xarray': ('https://docs.xarray.dev/en/stable/', None),"), (21, "docs/guide/start.md:8: WARNING: Title underline too short.", "docs/guide/start.md", "Start\n===", "Start\n====="), (20, "hydro/flow.py:docstring of hydro.flow.solve:9: WARNING: Unexpected indentation.", "hydro/flow.py", "    Returns:\n      float", "    Returns:\n        float"), (20, "hydro/flow.py:docstring of hydro.flow.solve:11: WARNING: Block quote ends without a blank line; unexpected unindent.", "hydro/flow.py", "        float the head", "        float: the head"), (12, "docs/guide/old.md: WARNING: document isn't included in any toctree", "docs/index.md", "guide/start", "guide/start\nguide/old"), (5, "docs/api/mesh.rst:71: WARNING: duplicate object description of hydro.mesh.Cell", "docs/api/mesh.rst", ".. autoclass:: hydro.mesh.Cell", ".. autoclass:: hydro.mesh.Cell\n   :no-index:"), (1, "docs/guide/runs.md:33: WARNING: Pygments lexer name 'sh-session' is not known", "docs/guide/runs.md", "```sh-session", "```console")]
    for n, (left, line, path, old, new) in enumerate(kinds):
        run(s, build, f"{line}\nbuild finished with problems, {left} warning{'s' if left > 1 else ''} (with warnings treated as errors).\n{left}", ms=14_000 + n * 300)
        if n % 2:
            run(s, f"grep -n \"{old.splitlines()[0].strip()}\" {path}", f"{n * 11 + 3}:{old.splitlines()[0]}")
        s.edit(path, old, new)
    run(s, build, "0", ms=13_800)


@healthy("work:bisect", "tzlib", "issue: next_transition('Africa/Casablanca') has been wrong since some version after 1.4. Find the commit with git bisect, I put a reproduce.py in /tmp.", client="claude")
def a_bisection_that_is_bad_nearly_all_the_way(s):
    run(s, "cat /tmp/reproduce.py; git tag | tail -3", "import tzlib, datetime as d\nr = tzlib.next_transition('Africa/Casablanca', d.datetime(2030, 1, 1))\nprint(r.date(), 'OK' if str(r.date()) == '2030-01-06' else 'WRONG')\nv1.4.0\nv1.5.0\nv1.6.2")
    run(s, "git bisect start v1.6.2 v1.4.0", "Bisecting: 255 revisions left to test after this (roughly 8 steps)\n[90ac1f3e2b] posix: parse quoted names")
    subjects = ["cache: lru", "ci: arm64", "tests: hypothesis", "tzif: v4 footer", "docs: changelog", "posix: negative dst", "tzif: speed", "posix: year range"]
    for n, left in enumerate([127, 63, 31, 15, 7, 3, 1, 0]):
        good = n == 6
        run(s, "pip install -q -e . && python /tmp/reproduce.py", "2030-01-06 OK" if good else "2030-03-31 WRONG", ms=4100 + n * 61)
        run(s, f"git bisect {'good' if good else 'bad'}", f"Bisecting: {left} revision{'s' if left != 1 else ''} left to test after this (roughly {7 - n} step{'s' if n != 6 else ''})\n[{(n * 48271001 + 305419896) % 2**32:08x}] {subjects[n]}" if n < 7 else "7d11c02e first bad commit\ncommit 7d11c02e\nAuthor: Ines <ines@example.org>\n\n    posix: year range\n\n tzlib/posix.py | 6 +++---")
    run(s, "git show 7d11c02e -- tzlib/posix.py | tail -12", "-    for year in range(start, start + 38):\n+    for year in range(start, min(start + 38, 2030)):\n         yield from self._year(year)")
    run(s, "git bisect reset", "Previous HEAD position was 7d11c02 posix: year range\nSwitched to branch 'main'")


@healthy("work:upgrade", "shop-rails", "We went from Rails 7.0 to 7.2. Run the model specs one file at a time (they don't load together yet), and fix what is due to the upgrade.", client="codex")
def model_specs_file_by_file_after_an_upgrade(s):
    run(s, "ls spec/models | xargs", "address_spec.rb brand_spec.rb cart_spec.rb coupon_spec.rb customer_spec.rb invoice_spec.rb order_spec.rb price_spec.rb product_spec.rb refund_spec.rb stock_spec.rb tax_spec.rb\n")
    fixes = {"coupon": ("ArgumentError:\n       wrong number of arguments (given 1, expected 2..3)\n     # ./app/models/coupon.rb:4:in `enum'", "app/models/coupon.rb", "  enum kind: { fixed: 0, rate: 1 }", "  enum :kind, { fixed: 0, rate: 1 }"), "order": ("ArgumentError:\n       wrong number of arguments (given 1, expected 2..3)\n     # ./app/models/order.rb:9:in `enum'", "app/models/order.rb", "  enum status: STATES", "  enum :status, STATES"), "price": ("NoMethodError:\n       undefined method `to_s' with format for 12.5:BigDecimal\n     # ./app/models/price.rb:22", "app/models/price.rb", "amount.to_s(:currency)", "amount.to_fs(:currency)"), "refund": ("ActiveRecord::ConnectionNotDefined:\n       No database connection defined\n     # ./app/models/refund.rb:14", "app/models/refund.rb", "ActiveRecord::Base.connection.execute", "self.class.connection.execute")}
    for n, name in enumerate(["address", "brand", "cart", "coupon", "customer", "invoice", "order", "price", "product", "refund", "stock", "tax"]):
        command = f"bundle exec rspec spec/models/{name}_spec.rb --format progress 2>&1 | tail -6"
        count = n * 5 % 17 + 6
        if name in fixes:
            error, path, old, new = fixes[name]
            run(s, command, f"     {error}\n\nFinished in 0.{n + 11} seconds (files took 4.1 seconds to load)\n0 examples, 0 failures, 1 error occurred outside of examples\n", 1, ms=5100)
            s.edit(path, old, new)
        run(s, command, f"{'.' * count}\n\nFinished in 0.{n + 31} seconds (files took 4.{n} seconds to load)\n{count} examples, 0 failures\n", ms=5200 + n * 60)


@healthy("work:types", "billing-php", "Raise PHPStan from level 5 to 6 without touching the baseline.", client="plain", codes=False)
def phpstan_findings_mended_class_by_class(s):
    run(s, "sed -i 's/level: 5/level: 6/' phpstan.neon && vendor/bin/phpstan analyse --no-progress 2>&1 | tail -2", " [ERROR] Found 71 errors", ms=18_000)
    run(s, "vendor/bin/phpstan analyse --no-progress --error-format=raw | cut -d: -f1 | sort | uniq -c | sort -rn | head -12", "".join(f"     {c:2} src/{n}.php\n" for c, n in [(14, "Invoice"), (11, "Ledger"), (9, "Tax/Rules"), (8, "Pdf/Writer"), (8, "Api/Client"), (7, "Dunning"), (6, "Sepa/Export"), (5, "Mail"), (3, "Cli")]), ms=9000)
    left = 71
    for n, (count, name) in enumerate([(14, "Invoice"), (11, "Ledger"), (9, "Tax/Rules"), (8, "Pdf/Writer"), (8, "Api/Client"), (7, "Dunning"), (6, "Sepa/Export"), (5, "Mail"), (3, "Cli")]):
        run(s, f"vendor/bin/phpstan analyse --no-progress --error-format=raw src/{name}.php | cut -d: -f2- | head -3", f"{n * 9 + 18}:Method {name.split('/')[-1]}::lines() return type has no value type specified in iterable type array.\n{n * 9 + 30}:Property {name.split('/')[-1]}::$meta type has no value type specified in iterable type array.", ms=4000 + n * 110)
        s.edit(f"src/{name}.php", "    private array $meta;", "    /** @var array<string, scalar> */\n    private array $meta;")
        s.edit(f"src/{name}.php", "    public function lines(): array", "    /** @return list<Line> */\n    public function lines(): array")
        left -= count
        run(s, "vendor/bin/phpstan analyse --no-progress 2>&1 | tail -2", f" [ERROR] Found {left} errors" if left else " [OK] No errors", ms=8000 + n * 50)


@healthy("work:search", "monolith", "Somewhere we send a mail with 'Ihr Zugang läuft ab' (expiring access). Customers get it twice. Find where it is sent from; the repo is large, don't change anything.", client="claude")
def a_doubled_mail_found_after_many_empty_greps(s):
    for n, (command, out) in enumerate([("grep -rn 'Ihr Zugang' --include=*.php --include=*.twig . | head", ""), ("grep -rni 'zugang l' --include=*.html --include=*.txt . | head", ""), ("grep -rn 'expir' --include=*.php src/Mail | head", ""), ("ls && ls src | head -40", "bin\nconfig\ndb\njobs\nlegacy\npublic\nsrc\ntranslations\nAccess\nBilling\nCrm\nMail\nPortal\nShared"), ("grep -rn 'Zugang' translations | head -5", "translations/portal.de.yaml:118:access.title: 'Ihr Zugang'\ntranslations/portal.de.yaml:131:access.none: 'Kein Zugang'"), ("grep -rn 'access.title' src legacy --include=*.php --include=*.twig | head", ""), ("grep -rlP 'l\\x{00e4}uft|l&auml;uft|l=C3=A4uft' . --include=*.{php,twig,html,eml,sql} 2>/dev/null | head", "db/seeds/mail_templates.sql"), ("grep -n 'l&auml;uft' db/seeds/mail_templates.sql | cut -c1-120", "442:INSERT INTO mail_template VALUES (71, 'ACC_EXP', 'Ihr Zugang l&auml;uft ab', …"), ("grep -rn \"ACC_EXP\" src jobs legacy bin | head", ""), ("grep -rn 'ACC_' --include=*.php src jobs legacy | head", "legacy/lib/notify.php:58:    $key = 'ACC_' . strtoupper($event);"), ("grep -rn 'notify(' legacy jobs src --include=*.php | grep -v function | head", "jobs/nightly_access.php:31:    notify($user, 'exp');\nlegacy/cron/expire.php:17:  notify($u, 'exp');"), ("crontab -l 2>/dev/null; grep -rn 'expire.php\\|nightly_access' config bin | head", "config/cron.d/legacy:6:15 2 * * * app php legacy/cron/expire.php\nconfig/cron.d/jobs:9:30 2 * * * app php jobs/nightly_access.php"), ("sed -n '8,22p' legacy/cron/expire.php && sed -n '20,36p' jobs/nightly_access.php", "foreach (users_expiring(14) as $u) {\n  notify($u, 'exp');\n}\nforeach ($repo->expiring(days: 14) as $user) {\n    notify($user, 'exp');\n}"), ("git log --format='%h %ad %s' --date=short -3 -- jobs/nightly_access.php", "41b0c97 2025-03-02 jobs: port of legacy/cron/expire.php")]):
        run(s, command, out, 0 if out else 1, ms=900 + n * 311)
    s.say("It is sent twice because the ported job jobs/nightly_access.php and the old legacy/cron/expire.php both run.")


@healthy("work:testing", "solver-rs", "Run the whole integration suite (an hour or so) in the background, tell me the failures, and in the meantime explain in NOTES.md how presolve works.", client="codex")
def an_hour_of_integration_tests_and_notes_meanwhile(s):
    run(s, "nohup cargo test --release --test integration > /tmp/it.log 2>&1 & echo $!", "48211\n")
    files = ["mod", "bounds", "dualfix", "doubleton", "parallel", "probing", "scaling", "undo"]
    for n, name in enumerate(files):
        run(s, f"sed -n '1,160p' src/presolve/{name}.rs", f"//! Presolve step: {name}.\nuse crate::model::{{Row, Col}};\n\npub fn apply(m: &mut Model, log: &mut Undo) -> Reduced {{\n    // {name}: {n * 3 + 2} rules\n")
        s.edit("NOTES.md", f"<!-- {name} -->", f"## {name}\n\n{n * 3 + 2} rules; each writes what it removed into the undo log.\n\n<!-- {files[n + 1] if n < 7 else 'end'} -->")
        run(s, "tail -1 /tmp/it.log; grep -c ' ok$' /tmp/it.log", f"test miplib::{['air04', 'bell5', 'dcmulti', 'egout', 'fiber', 'gesa2', 'khb05250', 'lseu'][n]} ... {'FAILED' if n == 4 else 'ok'}\n{n * 17 + 6}\n", gap=240)
    for n in range(5):
        run(s, "sleep 300; tail -1 /tmp/it.log | cut -c1-80", ["test miplib::rentacar has been running for over 60 seconds", "test miplib::rentacar has been running for over 60 seconds", "test miplib::rentacar ... ok", "test miplib::vpm2 has been running for over 60 seconds", "test result: FAILED. 158 passed; 2 failed; 0 ignored; finished in 3811.20s"][n] + "\n", ms=300_100)
    run(s, "grep -A6 '^failures:$' /tmp/it.log | tail -5", "failures:\n    miplib::fiber\n    miplib::pk1\n")


@stuck("work:bugfix", "ledger-php", "composer test fails with class not found since I moved Money into its own folder. Please fix.", client="claude")
def a_class_in_the_wrong_case_reloaded_for_ever(s):
    error = "1) App\\Tests\\MoneyTest::testAdd\nError: Class \"App\\Money\\Amount\" not found\n\n/home/dev/ledger-php/tests/MoneyTest.php:14\n\nERRORS!\nTests: 1, Assertions: 0, Errors: 1."
    run(s, "vendor/bin/phpunit --filter Money", error, 2)
    run(s, "ls src src/money && grep -n 'psr-4' -A3 composer.json", "src:\nLedger.php\nmoney\n\nsrc/money:\nAmount.php\n12:    \"psr-4\": {\n13-      \"App\\\\\": \"src/\"\n14-    }")
    run(s, "composer dump-autoload && vendor/bin/phpunit --filter Money", "Generating autoload files\nGenerated autoload files\n" + error, 2, ms=2300)
    run(s, "composer dump-autoload -o && vendor/bin/phpunit --filter Money", "Generating optimized autoload files\nClass App\\Money\\Amount located in ./src/money/Amount.php does not comply with psr-4 autoloading standard (rule: App\\ => ./src). Skipping.\nGenerated optimized autoload files containing 812 classes\n" + error, 2, ms=3100)
    s.stuck_here()
    for n, (command, prefix) in enumerate([("composer dump-autoload --no-cache && vendor/bin/phpunit --filter Money", "Generating autoload files\nGenerated autoload files\n"), ("rm -rf .phpunit.cache && vendor/bin/phpunit tests/MoneyTest.php", ""), ("composer clear-cache && composer dump-autoload && composer test -- --filter Money", "Cache directory does not exist (cache-vcs-dir): \nAll caches cleared.\nGenerating autoload files\nGenerated autoload files\n"), ("head -12 src/money/Amount.php", None), ("composer install --no-scripts 2>&1 | tail -2 && vendor/bin/phpunit --filter Money", "Nothing to install, update or remove\nGenerating autoload files\n"), ("rm -rf vendor && composer install -q && vendor/bin/phpunit --filter MoneyTest", ""), ("composer dump-autoload --apcu && vendor/bin/phpunit --filter Money", "Generating autoload files (with APCu cache)\nGenerated autoload files\n"), ("vendor/bin/phpunit --filter testAdd", ""), ("composer dump-autoload --classmap-authoritative && vendor/bin/phpunit --filter Money", "Generating optimized autoload files (authoritative)\nGenerated optimized autoload files (authoritative) containing 811 classes\n"), ("head -20 tests/MoneyTest.php", None), ("php -d opcache.enable_cli=0 vendor/bin/phpunit --filter Money", ""), ("composer update --lock -q && composer dump-autoload && vendor/bin/phpunit --filter Money", "Generating autoload files\nGenerated autoload files\n"), ("vendor/bin/phpunit --bootstrap vendor/autoload.php tests/MoneyTest.php", ""), ("composer reinstall --all -q; composer dump-autoload -q; composer test", "")]):
        run(s, command, ("<?php\n\ndeclare(strict_types=1);\n\nnamespace App\\Money;\n\nfinal class Amount\n{" if n == 3 else "<?php\n\nnamespace App\\Tests;\n\nuse App\\Money\\Amount;\n\nfinal class MoneyTest extends TestCase") if prefix is None else prefix + error, 0 if prefix is None else 2, ms=1900 + n * 231)


@stuck("work:bugfix", "slugger", "spec/slug_spec.rb: 'keeps umlauts readable' is red. Make it green without breaking others.", client="codex")
def two_specs_of_which_one_is_always_red(s):
    a = "  1) Slug keeps umlauts readable\n     Failure/Error: expect(slug('Größe')).to eq('groesse')\n       expected: \"groesse\"\n            got: \"grosse\"\n\n24 examples, 1 failure\n"
    b = "  1) Slug leaves Turkish alone\n     Failure/Error: expect(slug('gör')).to eq('gor')\n       expected: \"gor\"\n            got: \"goer\"\n\n24 examples, 1 failure\n"
    run(s, "bundle exec rspec spec/slug_spec.rb 2>&1 | tail -8", a, 1)
    run(s, "cat lib/slugger/translit.rb", "module Slugger\n  MAP = { 'ß' => 'ss', 'ç' => 'c', 'ı' => 'i' }.freeze\n  def self.translit(s) = s.unicode_normalize(:nfd).gsub(/\\p{Mn}/, '').gsub(/[ßçı]/, MAP)\nend\n")
    plain, german = "  def self.translit(s) = s.unicode_normalize(:nfd).gsub(/\\p{Mn}/, '').gsub(/[ßçı]/, MAP)", "  def self.translit(s) = s.gsub(/[äöü]/, 'ä' => 'ae', 'ö' => 'oe', 'ü' => 'ue').gsub(/[ßçı]/, MAP)"
    s.edit("lib/slugger/translit.rb", plain, german)
    run(s, "bundle exec rspec spec/slug_spec.rb 2>&1 | tail -8", b, 1)
    s.edit("lib/slugger/translit.rb", german, plain)
    run(s, "bundle exec rspec spec/slug_spec.rb 2>&1 | tail -8", a, 1)
    s.stuck_here()
    for n, variant in enumerate([german, german.replace("/[äöü]/", "/ä|ö|ü/"), german, german.replace("s.gsub", "s.dup.gsub")]):
        s.edit("lib/slugger/translit.rb", plain, variant)
        run(s, ["bundle exec rspec spec/slug_spec.rb 2>&1 | tail -8", "bundle exec rspec 2>&1 | tail -8", "bundle exec rspec spec/slug_spec.rb --order defined 2>&1 | tail -8", "bundle exec rake spec 2>&1 | tail -8"][n], b, 1, ms=1900 + n * 40)
        if n == 1:
            run(s, "sed -n '18,33p' spec/slug_spec.rb", "  it 'keeps umlauts readable' do\n    expect(slug('Größe')).to eq('groesse')\n  end\n  it 'leaves Turkish alone' do\n    expect(slug('gör', locale: :tr)).to eq('gor')\n  end\n")
        s.edit("lib/slugger/translit.rb", variant, plain)
        run(s, ["bundle exec rspec spec/slug_spec.rb 2>&1 | tail -8", "bundle exec rspec spec/slug_spec.rb --seed 1 2>&1 | tail -8", "bundle exec rspec 2>&1 | tail -8", "bundle exec rspec spec/slug_spec.rb:18 spec/slug_spec.rb:21 2>&1 | tail -8"][n], a if n < 3 else a.replace("24", "2"), 1, ms=1900 + n * 31)


@stuck("work:dependencies", "press-site", "Run the jekyll build and fix the broken permalink of /team (bundle install first).", client="plain")
def a_native_gem_without_its_header(s):
    error = "Gem::Ext::BuildError: ERROR: Failed to build gem native extension.\n\n    current directory: /home/dev/.gem/gems/ffi-1.15.5/ext/ffi_c\nchecking for ffi.h... no\nchecking for ffi.h in /usr/local/include,/usr/include/ffi... no\nextconf failed, exit code 1\n\nAn error occurred while installing ffi (1.15.5), and Bundler cannot continue."
    run(s, "bundle install 2>&1 | tail -9", error, 5, ms=21_000)
    run(s, "grep -rn 'permalink' _pages/team.md _config.yml", "_pages/team.md:4:permalink: /about/team/\n_config.yml:9:permalink: /:title/")
    run(s, "sudo apt-get install -y libffi-dev", "sudo: a password is required", 1)
    run(s, "gem install ffi -v 1.15.5 2>&1 | tail -6", error, 1, ms=19_000)
    s.stuck_here()
    for n, command in enumerate(["bundle config build.ffi --enable-system-libffi && bundle install 2>&1 | tail -9", "bundle config set --local path vendor/bundle && bundle install 2>&1 | tail -9", "bundle install --jobs 1 --retry 5 2>&1 | tail -9", "gem install ffi -v 1.15.5 -- --with-ffi-dir=/usr 2>&1 | tail -6", "bundle config build.ffi --disable-system-libffi && bundle install 2>&1 | tail -9", "find / -name 'ffi.h' 2>/dev/null | head", "CFLAGS=-I/usr/include/x86_64-linux-gnu bundle install 2>&1 | tail -9", "apt-get install -y libffi-dev 2>&1 | tail -2", "rm -rf vendor && bundle install --full-index 2>&1 | tail -9", "gem install --user-install ffi -v 1.15.5 2>&1 | tail -6", "PKG_CONFIG_PATH=/usr/lib/pkgconfig bundle install 2>&1 | tail -9", "bundle exec jekyll build 2>&1 | tail -2", "bundle install --verbose 2>&1 | tail -9", "bundle config unset build.ffi && bundle install 2>&1 | tail -9"]):
        run(s, command, "" if n == 5 else "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?" if n == 7 else "Could not find ffi-1.15.5 in locally installed gems\nRun `bundle install` to install missing gems." if n == 11 else error, 1, ms=18_000 + n * 410)


@stuck("work:review", "tile-server", "Please review branch feat/etag and write your findings into REVIEW.md.", client="claude")
def one_small_diff_shown_again_and_no_review_written(s):
    diff = "diff --git a/server/etag.go b/server/etag.go\n@@ -18,7 +18,9 @@ func etag(t *Tile) string {\n-\treturn fmt.Sprintf(\"%x\", md5.Sum(t.Data))\n+\tif t.sum == \"\" {\n+\t\tt.sum = fmt.Sprintf(\"%x\", xxhash.Sum64(t.Data))\n+\t}\n+\treturn t.sum\n }"
    run(s, "git log --oneline main..feat/etag && git diff --stat main...feat/etag", "b81c00e etag: cache and xxhash\n server/etag.go | 6 +++---\n 1 file changed, 4 insertions(+), 2 deletions(-)")
    run(s, "git diff main...feat/etag", diff)
    s.look("server/etag.go", "func etag(t *Tile) string {\n\tif t.sum == \"\" {\n\t\tt.sum = fmt.Sprintf(\"%x\", xxhash.Sum64(t.Data))\n\t}\n\treturn t.sum\n}\n", first=17, count=10)
    s.grep("etag(", "server", "server/etag.go:17:func etag(t *Tile) string {\nserver/http.go:61:\t\tw.Header().Set(\"ETag\", etag(t))")
    run(s, "git show b81c00e", "commit b81c00e\n    etag: cache and xxhash\n\n" + diff)
    s.stuck_here()
    for n, command in enumerate(["git diff main...feat/etag -- server/etag.go", "git show feat/etag", "git diff main..feat/etag", "read", "git log -p main..feat/etag", "git diff -U10 main...feat/etag", "grep", "git diff --word-diff main...feat/etag", "git show feat/etag:server/etag.go | sed -n '17,24p'", "read", "git diff --stat main...feat/etag", "git diff -w main...feat/etag", "git log -p -1 feat/etag -- server", "cat -n server/etag.go | sed -n '15,25p'", "git diff --no-color main...feat/etag | cat"]):
        code = "func etag(t *Tile) string {\n\tif t.sum == \"\" {\n\t\tt.sum = fmt.Sprintf(\"%x\", xxhash.Sum64(t.Data))\n\t}\n\treturn t.sum\n}"
        if command == "read":
            s.look("server/etag.go", code, first=17 - n % 3, count=9 + n % 4)
        elif command == "grep":
            s.grep("etag\\(", "server", "server/etag.go:17:func etag(t *Tile) string {\nserver/http.go:61:\t\tw.Header().Set(\"ETag\", etag(t))")
        else:
            run(s, command, " server/etag.go | 6 +++---\n 1 file changed, 4 insertions(+), 2 deletions(-)" if "--stat" in command else code if "sed" in command else ("commit b81c00e\n    etag: cache and xxhash\n\n" if "show" in command or "log" in command else "") + diff)


@stuck("work:docs", "radar-lib", "`make html` shows no API pages. Repair the autodoc, in docs/ only.", client="codex")
def autodoc_that_lacks_a_compiled_module(s):
    warn = "WARNING: autodoc: failed to import module 'radar'; the following exception was raised:\nNo module named 'radar._core' [autodoc.import_object]\n"
    run(s, "make -C docs html 2>&1 | grep -A1 WARNING", warn, ms=6100)
    run(s, "sed -n '1,25p' docs/conf.py && ls radar", "import os, sys\nproject = 'radar'\nextensions = ['sphinx.ext.autodoc']\n__init__.py\n_core.pyx\nscan.py\n")
    s.edit("docs/conf.py", "import os, sys\n", "import os, sys\nsys.path.insert(0, os.path.abspath('..'))\n")
    run(s, "make -C docs html 2>&1 | grep -A1 WARNING", warn, ms=6000)
    s.edit("docs/conf.py", "os.path.abspath('..')", "os.path.abspath('../radar')")
    run(s, "make -C docs clean html 2>&1 | grep -A1 WARNING", warn, ms=6200)
    s.stuck_here()
    for n, (old, new, command) in enumerate([("os.path.abspath('../radar')", "str(Path(__file__).parents[1])", "make -C docs html 2>&1 | grep -A1 WARNING"), ("import os, sys\n", "import os, sys\nfrom pathlib import Path\n", "sphinx-build -b html docs docs/_build 2>&1 | grep -A1 WARNING"), ("str(Path(__file__).parents[1])", "str(Path(__file__).resolve().parent.parent)", "rm -rf docs/_build && make -C docs html 2>&1 | grep -A1 WARNING"), ("extensions = ['sphinx.ext.autodoc']", "extensions = ['sphinx.ext.autodoc', 'sphinx.ext.autosummary']", "sphinx-build -E -a -b html docs docs/_build 2>&1 | grep -A1 WARNING"), ("project = 'radar'", "project = 'radar'\nautodoc_default_options = {'members': True}", "PYTHONPATH=. make -C docs html 2>&1 | grep -A1 WARNING"), ("sys.path.insert(0, ", "sys.path.append(", "make -C docs html SPHINXOPTS=-E 2>&1 | grep -A1 WARNING"), ("sys.path.append(", "sys.path.insert(0, ", "PYTHONPATH=$PWD sphinx-build -b html docs /tmp/o 2>&1 | grep -A1 WARNING")]):
        s.edit("docs/conf.py", old, new)
        run(s, command, warn, ms=5800 + n * 70)
        if n == 4:
            run(s, "sed -n '1,12p' docs/conf.py", "import os, sys\nfrom pathlib import Path\nsys.path.insert(0, str(Path(__file__).resolve().parent.parent))\nproject = 'radar'\nautodoc_default_options = {'members': True}\n")


@stuck("work:merge", "game-tools", "I stashed my work on the importer yesterday. Bring it back, please.", client="plain")
def a_stash_in_the_way_of_its_own_files(s):
    error = "tools/import/cache.bin already exists, no checkout\ntools/import/index.json already exists, no checkout\nerror: could not restore untracked files from stash"
    run(s, "git stash list && git status --short | head", "stash@{0}: WIP on main: 61ab00c importer: atlas\nstash@{1}: WIP on main: 09c1aa2 ci")
    run(s, "git stash pop", error + "\nThe stash entry is kept in case you need it again.", 1)
    run(s, "git check-ignore -v tools/import/cache.bin", ".gitignore:12:tools/import/*.bin\ttools/import/cache.bin")
    run(s, "git stash apply", error, 1)
    s.stuck_here()
    for n, (command, out) in enumerate([("git stash pop --index", error + "\nThe stash entry is kept in case you need it again."), ("git stash apply stash@{0}", error), ("git reset --hard -q && git stash pop", error + "\nThe stash entry is kept in case you need it again."), ("git status --short", ""), ("git checkout -- . && git stash apply --index", error), ("git stash show --stat", " tools/import/atlas.py | 41 ++++++++++++++++++-----\n 1 file changed, 34 insertions(+), 7 deletions(-)"), ("git stash pop -q stash@{0}", error + "\nThe stash entry is kept in case you need it again."), ("git gc -q && git stash apply", error), ("git stash apply 0", error), ("git checkout -q main && git pull -q && git stash pop", error + "\nThe stash entry is kept in case you need it again."), ("git reset -q HEAD && git stash apply -q", error), ("git stash list", "stash@{0}: WIP on main: 61ab00c importer: atlas\nstash@{1}: WIP on main: 09c1aa2 ci"), ("git checkout -q -b restore && git stash pop", error + "\nThe stash entry is kept in case you need it again."), ("git checkout -q main; git stash apply --index stash@{0}", error), ("git -c core.ignoreCase=false stash pop", error + "\nThe stash entry is kept in case you need it again.")]):
        run(s, command, out, 1 if error in out else 0)


@stuck("work:commit", "ops-charts", "Commit the changes to values.yaml with a good message. Hooks must stay on.", client="claude")
def a_hook_that_wants_the_net_at_every_commit(s):
    error = "[INFO] Initializing environment for https://github.com/norwoodj/helm-docs.\nAn unexpected error has occurred: CalledProcessError: command: ('/usr/bin/git', 'fetch', 'origin', '--tags')\nreturn code: 128\nstderr:\n    fatal: unable to access 'https://github.com/norwoodj/helm-docs/': Could not resolve host: github.com\nCheck the log at /home/dev/.cache/pre-commit/pre-commit.log"
    run(s, "git status --short && git diff values.yaml", " M values.yaml\n-  replicas: 2\n+  replicas: 3")
    run(s, "git add values.yaml && git commit -m 'values: three replicas'", error, 3, ms=9000)
    run(s, "cat .pre-commit-config.yaml", "repos:\n  - repo: https://github.com/norwoodj/helm-docs\n    rev: v1.14.2\n    hooks:\n      - id: helm-docs")
    run(s, "pre-commit run --all-files", error, 3, ms=9100)
    s.stuck_here()
    for n, (command, out) in enumerate([("git commit -m 'values: raise replicas to three'", error), ("pre-commit clean && git commit -m 'values: three replicas'", "Cleaned /home/dev/.cache/pre-commit.\n" + error), ("pre-commit install --install-hooks", "pre-commit installed at .git/hooks/pre-commit\n" + error), ("pre-commit gc && git commit -m 'chore: raise replicas'", "0 repo(s) removed.\n" + error), ("tail -5 /home/dev/.cache/pre-commit/pre-commit.log", "fatal: unable to access 'https://github.com/norwoodj/helm-docs/': Could not resolve host: github.com"), ("git commit -am 'values: three replicas'", error), ("git config --global http.sslVerify false; git commit -m 'values: three replicas'", error), ("pre-commit run helm-docs --files values.yaml", error), ("pre-commit autoupdate", error), ("git -c http.proxy= commit -m 'Raise replicas to 3'", error), ("curl -sSI https://github.com | head -1", "curl: (6) Could not resolve host: github.com"), ("pre-commit uninstall && pre-commit install && git commit -m 'values: three replicas'", "pre-commit uninstalled\npre-commit installed at .git/hooks/pre-commit\n" + error), ("GIT_TRACE=0 git commit -v -m 'values: three replicas'", error), ("sleep 30; git commit -m 'values: three replicas'", error), ("pre-commit install-hooks -v", error)]):
        run(s, command, out, 3 if error in out else 0, ms=8700 + n * 51)


@stuck("work:bugfix", "barcode-js", "Issue #40: the EAN-13 check digit is wrong when it should be 0. One line fix I think.", client="codex")
def a_check_digit_reread_and_never_mended(s):
    code = "function checkDigit(s) {\n  let sum = 0;\n  for (let i = 0; i < 12; i++) sum += +s[i] * (i % 2 ? 3 : 1);\n  return 10 - (sum % 10);\n}\n"
    run(s, "rg -n checkDigit", "src/ean.js:7:function checkDigit(s) {\nsrc/ean.js:21:  return s + checkDigit(s);\n")
    run(s, "sed -n '1,30p' src/ean.js", code)
    run(s, "node -e \"console.log(require('./src/ean').ean13('400638133394'))\"", "40063813339010\n")
    run(s, "cat -n src/ean.js | sed -n '5,14p'", "".join(f"{n:6}\t{line}\n" for n, line in enumerate(code.splitlines(), 7)))
    s.say("I see: 10 - 0 gives 10. Let me look at the function once more before I change it.")
    run(s, "nl -ba src/ean.js | head -14", "".join(f"{n:6}\t{line}\n" for n, line in enumerate(code.splitlines(), 7)))
    s.stuck_here()
    numbered = "".join(f"{n}:{line}\n" for n, line in enumerate(code.splitlines(), 7))
    for n, (command, out) in enumerate([("sed -n '7,11p' src/ean.js", code), ("cat src/ean.js | head -20", code), ("rg -n 'function checkDigit' -A4 src/ean.js", numbered), ("node -e \"console.log(require('./src/ean').ean13('400638133394'))\"", "40063813339010\n"), ("awk 'NR>=6 && NR<=12' src/ean.js", code), ("git show HEAD:src/ean.js | sed -n '7,11p'", code), ("rg -n '10 - ' src", "src/ean.js:10:  return 10 - (sum % 10);\n"), ("grep -n 'sum' src/ean.js", "8:  let sum = 0;\n9:  for (let i = 0; i < 12; i++) sum += +s[i] * (i % 2 ? 3 : 1);\n10:  return 10 - (sum % 10);\n"), ("sed -n '5,12p' src/ean.js", code), ("tail -n +7 src/ean.js | head -5", code), ("git blame -s -L7,11 src/ean.js", "".join(f"3f1e0aa {n}) {line}\n" for n, line in enumerate(code.splitlines(), 7))), ("node -p \"require('./src/ean').ean13('400638133394')\"", "40063813339010\n"), ("git diff --stat", ""), ("sed -n '6,13p' src/ean.js", code), ("rg -n 'return' src/ean.js", "10:  return 10 - (sum % 10);\n21:  return s + checkDigit(s);\n"), ("cat -n src/ean.js | sed -n '7,11p'", "".join(f"{n:6}\t{line}\n" for n, line in enumerate(code.splitlines(), 7)))]):
        run(s, command, out)
