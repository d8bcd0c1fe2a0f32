"""Healthy work: repositories, monorepos, Rust, Go, .NET, PHP, Ruby, Elixir, Swift, Java, Kotlin, SQL, dbt."""
from session import healthy, run


@healthy("work:upgrade", "fleet", "@acme/http-client 4 is out. Bump it in all the repositories of repos.txt, test each and open a PR. The VPN is shaky today, just try again when it drops.", client="claude")
def a_client_bumped_in_every_repository_over_a_shaky_vpn(s):
    repos = ["billing-api", "invoice-worker", "crm-sync", "mailer", "geo-lookup", "partner-portal", "stock-feed", "pdf-render", "auth-proxy", "report-cron", "tariff-svc"]
    s.bash("cat repos.txt", "\n".join(repos))
    for n, repo in enumerate(repos):
        pull = f"git -C ../{repo} pull --ff-only"
        if n in (2, 5, 6):
            s.bash(pull, "kex_exchange_identification: read: Connection reset by peer\nConnection reset by 10.40.2.11 port 22\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.", 1, ms=9000)
        s.bash(pull, "Already up to date.", ms=2100)
        s.bash(f"cd ../{repo} && git switch -c chore/http-client-4 && npm install @acme/http-client@4 --no-fund", f"Switched to a new branch 'chore/http-client-4'\n\nchanged 3 packages, and audited {612 + n * 41} packages in {7 + n % 4}s\n\nfound 0 vulnerabilities", ms=8800)
        if n in (3, 8):
            s.bash(f"cd ../{repo} && npm test --silent", f"FAIL src/{'send' if n == 3 else 'session'}.test.ts\n  ● retries on 503\n    TypeError: client.{'setRetries' if n == 3 else 'withTimeout'} is not a function\nTests:       1 failed, {30 + n} passed, {31 + n} total", 1, ms=11_000)
            s.edit(f"../{repo}/src/{'send' if n == 3 else 'session'}.ts", "client.setRetries(3)" if n == 3 else "client.withTimeout(5_000)", "client.configure({ retries: 3 })" if n == 3 else "client.configure({ timeoutMs: 5_000 })")
        s.bash(f"cd ../{repo} && npm test --silent", f"Tests:       {31 + n} passed, {31 + n} total", ms=11_400)
        s.bash(f"cd ../{repo} && git commit -qam 'chore: http-client 4' && git push -qu origin HEAD && gh pr create --fill", f"https://github.com/acme/{repo}/pull/{118 + n * 23 % 90}", ms=5200)


@healthy("work:monorepo", "shop-nx", "Turn on noUncheckedIndexedAccess for all libs in the nx workspace, lib after lib, each one green before the next.", client="codex")
def an_index_check_switched_on_lib_after_lib(s):
    libs = [("util-dates", "parts[0].length", "parts[0]?.length ?? 0"), ("util-money", "RATES[code].toFixed", "rateOf(code).toFixed"), ("data-cart", "cart.lines[i].qty", "cart.lines[i]?.qty ?? 0"),
            ("data-user", "roles[0].name", "roles.at(0)?.name"), ("ui-table", "row[col].value", "cell(row, col).value"), ("ui-chart", "series[k].points", "series[k]?.points ?? []"),
            ("feature-search", "hits[0].score", "hits[0]?.score ?? -1"), ("feature-checkout", "steps[at].title", "stepAt(at).title"), ("feature-orders", "groups[day].push", "(groups[day] ??= []).push"), ("shell-router", "match[1].split", "match[1]?.split")]
    s.bash("npx nx show projects --type lib", "\n".join(name for name, _, _ in libs))
    for n, (name, old, new) in enumerate(libs):
        file = f"libs/{name}/src/lib/{name.split('-')[1]}.ts"
        s.edit(f"libs/{name}/tsconfig.json", '"strict": true', '"strict": true,\n    "noUncheckedIndexedAccess": true')
        s.bash(f"npx nx run {name}:typecheck", f"> nx run {name}:typecheck\n\n> tsc --noEmit -p libs/{name}/tsconfig.lib.json\n\n{file}({17 + n * 9},{5 + n}): error TS2532: Object is possibly 'undefined'.\n\n NX   Running target typecheck for project {name} failed\n\nFailed tasks:\n\n- {name}:typecheck", 1, ms=6100)
        s.edit(file, f"  return {old}", f"  return {new}")
        s.bash(f"npx nx run {name}:typecheck", f"> nx run {name}:typecheck\n\n> tsc --noEmit -p libs/{name}/tsconfig.lib.json\n\n NX   Successfully ran target typecheck for project {name}", ms=6000)
    s.bash("npx nx run-many -t typecheck test", "   ✔  nx run-many\n\n NX   Successfully ran targets typecheck, test for 23 projects (1m)\n\nNx read the output from the cache instead of running the command for 20 out of 46 tasks.", ms=64_000)


@healthy("work:bazel", "edge-proxy", "layering_check is on now and //... no longer builds. Add the deps that are missing.", client="plain")
def deps_that_bazel_misses_one_build_after_another(s):
    missing = [("net", "http_conn", "base/strings.h", "//base:strings"), ("net", "tls_ctx", "crypto/pem.h", "//crypto:pem"), ("net", "resolver", "base/clock.h", "//base:clock"),
               ("cache", "lru", "base/strings.h", "//base:strings"), ("cache", "disk_tier", "fs/mmap.h", "//fs:mmap"), ("routing", "table", "proto/route.pb.h", "//proto:route_cc_proto"),
               ("routing", "matcher", "base/strings.h", "//base:strings"), ("admin", "stats_page", "cache/lru.h", "//cache:lru"), ("admin", "config_dump", "proto/route.pb.h", "//proto:route_cc_proto"),
               ("filters", "gzip", "base/buffer.h", "//base:buffer"), ("filters", "jwt", "crypto/pem.h", "//crypto:pem"), ("filters", "rate", "base/clock.h", "//base:clock"), ("server", "main", "base/flags.h", "//base:flags")]
    for n, (package, name, header, dep) in enumerate(missing):
        s.bash("bazel build //...", f"INFO: Analyzed 214 targets (0 packages loaded, 0 targets configured).\nERROR: /home/dev/edge-proxy/{package}/BUILD.bazel:{9 + n * 7}:11: Compiling {package}/{name}.cc failed: (Exit 1): clang failed: error executing CppCompile command\n{package}/{name}.cc:{n % 6 + 3}:10: error: module //{package}:{name} does not depend on a module exporting '{header}'\n    {n % 6 + 3} | #include \"{header}\"\n      |          ^\n1 error generated.\nINFO: Elapsed time: {14 + n * 3}.{n * 317 % 1000:03}s, Critical Path: {9 + n}.{n * 41 % 100:02}s\nINFO: {31 + n * 58} processes: {4 + n} internal, {27 + n * 57} linux-sandbox.\nERROR: Build did NOT complete successfully", 1, ms=14_000 + n * 3000)
        s.edit(f"{package}/BUILD.bazel", f'    name = "{name}",\n    srcs = ["{name}.cc"],\n    deps = [', f'    name = "{name}",\n    srcs = ["{name}.cc"],\n    deps = [\n        "{dep}",')
    s.bash("bazel build //...", "INFO: Analyzed 214 targets (1 packages loaded, 9 targets configured).\nINFO: Found 214 targets...\nINFO: Elapsed time: 71.402s, Critical Path: 22.18s\nINFO: 804 processes: 31 internal, 773 linux-sandbox.\nINFO: Build completed successfully, 804 total actions", ms=71_000)


@healthy("work:release", "tern-rs", "Publish the new crates of the workspace at 0.1.0, in order of their dependencies. crates.io limits new names (five, then one in ten minutes), so take your time.", client="claude", gap=4)
def new_crates_published_under_a_rate_limit(s):
    crates = ["tern-units", "tern-io", "tern-codec", "tern-index", "tern-store", "tern-query", "tern-plan", "tern-exec", "tern-server", "tern-cli"]
    s.bash("cargo publish --workspace --dry-run 2>&1 | tail -3", "   Uploading tern-cli v0.1.0 (/home/dev/tern-rs/crates/cli)\nwarning: aborting upload due to dry run", ms=148_000)
    for n, crate in enumerate(crates):
        good = f"    Updating crates.io index\n   Packaging {crate} v0.1.0\n    Packaged {9 + n * 2} files, {41 + n * 13}.{n}KiB ({11 + n * 3}.2KiB compressed)\n   Verifying {crate} v0.1.0\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in {8 + n}.{n * 37 % 100:02}s\n   Uploading {crate} v0.1.0\n    Uploaded {crate} v0.1.0 to registry `crates-io`\nnote: waiting for {crate} v0.1.0 to be available at registry `crates-io`\n   Published {crate} v0.1.0 at registry `crates-io`"
        if n == 5:
            s.bash(f"cargo publish -p {crate}", "    Updating crates.io index\n   Uploading tern-query v0.1.0\nerror: failed to publish to registry at https://crates.io\n\nCaused by:\n  the remote server responded with an error (status 429 Too Many Requests): You have published too many new crates in a short period of time. Please try again after Mon, 05 Oct 2026 09:41:12 GMT and see https://crates.io/docs/rate-limits for more details.", 101, ms=21_000)
        if n >= 5:
            s.bash("sleep 595", "", ms=595_000)
        s.bash(f"cargo publish -p {crate}", good, ms=34_000 + n * 900)
    s.bash("git tag -a v0.1.0 -m 'tern 0.1.0' && git push origin v0.1.0", "To github.com:tern/tern-rs.git\n * [new tag]         v0.1.0 -> v0.1.0")


@healthy("work:benchmark", "kvlog", "Which write buffer is best, 64 KiB to 1 MiB? Bench each size three times, the machine is not quiet. A table at the end.", client="codex", gap=8)
def a_write_buffer_benched_three_times_a_size(s):
    sizes = [64, 128, 256, 512, 1024]
    nanos = [4120, 3388, 2911, 2874, 3140]
    for n, size in enumerate(sizes):
        s.edit("internal/wal/writer.go", f"const bufferSize = {sizes[n - 1] if n else 32} << 10", f"const bufferSize = {size} << 10")
        for k in range(3):
            noise = nanos[n] + (k * 61 + n * 29) % 97 - 40
            s.bash(f"go test -run '^$' -bench BenchmarkAppend -benchtime 30s ./internal/wal | tee -a bench/{size}k.txt", f"goos: linux\ngoarch: amd64\npkg: acme.dev/kvlog/internal/wal\ncpu: AMD EPYC 7313P 16-Core Processor\nBenchmarkAppend-16    \t {36_000_000_000 // noise}\t      {noise} ns/op\t     {n and 16 or 48} B/op\t       1 allocs/op\nPASS\nok  \tacme.dev/kvlog/internal/wal\t{38 + k}.{noise % 1000:03}s", ms=39_000 + k * 700)
    s.bash("benchstat bench/64k.txt bench/128k.txt bench/256k.txt bench/512k.txt bench/1024k.txt", "          │ 64k.txt │ 128k.txt           │ 256k.txt           │ 512k.txt           │ 1024k.txt          │\n          │ sec/op  │ sec/op    vs base  │ sec/op    vs base  │ sec/op    vs base  │ sec/op    vs base  │\nAppend-16   4.118µ    3.391µ   -17.65%     2.908µ   -29.38%     2.880µ   -30.06%     3.151µ   -23.48%")
    s.edit("internal/wal/writer.go", "const bufferSize = 1024 << 10", "const bufferSize = 256 << 10")


@healthy("work:dotnet", "Clinic.Net", "Enable nullable in the Clinic.Domain project and get rid of all the warnings properly, no bangs.", client="codex")
def nullable_warnings_worked_off_file_by_file(s):
    s.edit("src/Clinic.Domain/Clinic.Domain.csproj", "<TargetFramework>net9.0</TargetFramework>", "<TargetFramework>net9.0</TargetFramework>\n    <Nullable>enable</Nullable>")
    work = [("Patient", "public string Name { get; set; }", "public required string Name { get; set; }"), ("Patient", "public string Phone { get; set; }", "public string? Phone { get; set; }"),
            ("Visit", "public Doctor Doctor { get; set; }", "public required Doctor Doctor { get; set; }"), ("Visit", "public string Note { get; set; }", "public string? Note { get; set; }"),
            ("Invoice", "Find(string id) => _all.FirstOrDefault", "Invoice? Find(string id) => _all.FirstOrDefault"), ("Invoice", "return Find(id).Total;", "return (Find(id) ?? throw new UnknownInvoice(id)).Total;"),
            ("Rota", "private Shift _current;", "private Shift? _current;"), ("Rota", "_current.End()", "_current?.End()"), ("Address", "public string Line2", "public string? Line2"),
            ("Mapper", "object Convert(object source)", "object? Convert(object? source)"), ("Mapper", "(string)row[\"code\"]", "row[\"code\"] as string ?? \"\""), ("AuditLog", "event EventHandler Written;", "event EventHandler? Written;")]
    left = [31, 27, 27, 24, 19, 21, 17, 12, 9, 8, 4, 2, 0]
    for n, count in enumerate(left):
        name = work[n][0] if count else ""
        code = ["CS8618", "CS8618", "CS8618", "CS8618", "CS8603", "CS8602", "CS8618", "CS8602", "CS8618", "CS8603", "CS8600", "CS8618"][n] if count else ""
        shown = f"/home/dev/Clinic.Net/src/Clinic.Domain/{name}.cs({12 + n * 5},{19 + n % 4}): warning {code} [/home/dev/Clinic.Net/src/Clinic.Domain/Clinic.Domain.csproj]\n" if count else ""
        s.bash("dotnet build src/Clinic.Domain --no-restore --no-incremental -clp:NoSummary=false | grep -E 'warning|Warn|Error' | sort -u | tail -3", f"{shown}    {count} Warning(s)\n    0 Error(s)", ms=5200 + n * 83)
        if count:
            s.edit(f"src/Clinic.Domain/{name}.cs", work[n][1], work[n][2])
    s.bash("dotnet test --no-restore -v q", "Passed!  - Failed:     0, Passed:   412, Skipped:     3, Total:   415, Duration: 9 s - Clinic.Domain.Tests.dll (net9.0)", ms=21_000)


@healthy("work:php", "webshop-symfony", "Work off phpstan-baseline.neon: take out one entry, fix what comes up, go on. As many as you can.", client="claude")
def a_phpstan_baseline_emptied_entry_by_entry(s):
    entries = [("Cart/CartService.php", "Method App\\Cart\\CartService::total() has no return type specified.", "function total()", "function total(): Money"),
               ("Cart/Line.php", "Property App\\Cart\\Line::$qty has no type specified.", "private $qty;", "private int $qty;"),
               ("Mail/Sender.php", "Parameter #1 $to of method send() expects string, string|null given.", "send($user->getEmail())", "send($user->getEmail() ?? throw new NoAddress($user))"),
               ("Order/Export.php", "Method App\\Order\\Export::rows() return type has no value type specified in iterable type array.", "rows(): array", "/** @return list<array<string, scalar>> */ rows(): array"),
               ("Order/Repo.php", "Cannot call method getId() on App\\Entity\\Order|null.", "$order->getId()", "$order?->getId()"),
               ("Stock/Feed.php", "Parameter #1 $json of function json_decode expects string, string|false given.", "json_decode($body)", "json_decode((string) $body, flags: JSON_THROW_ON_ERROR)"),
               ("Stock/Sync.php", "Strict comparison using === between int and '0' will always evaluate to false.", "=== '0'", "=== 0"),
               ("Tax/Rates.php", "Offset 'DE' might not exist on array<string, float>.", "$this->rates['DE']", "$this->rates['DE'] ?? self::DEFAULT")]
    for n, (file, message, old, new) in enumerate(entries):
        s.edit("phpstan-baseline.neon", f"\t\t-\n\t\t\tmessage: '#^{message}$#'\n\t\t\tcount: 1\n\t\t\tpath: src/{file}\n", "")
        s.bash("vendor/bin/phpstan analyse --no-progress --error-format=raw", f"/home/dev/webshop-symfony/src/{file}:{24 + n * 13}:{message}", 1, ms=7000)
        s.edit(f"src/{file}", old, new)
        if n == 4:
            s.bash("vendor/bin/phpstan analyse --no-progress --error-format=raw", f"/home/dev/webshop-symfony/src/{file}:81:Method App\\Order\\Repo::lastId() should return int but returns int|null.", 1, ms=7000)
            s.edit(f"src/{file}", "lastId(): int", "lastId(): ?int")
        s.bash("vendor/bin/phpstan analyse --no-progress --error-format=raw", "", ms=6900)
    s.bash("vendor/bin/phpunit --no-progress", "PHPUnit 11.4.3 by Sebastian Bergmann and contributors.\n\nTime: 00:14.221, Memory: 88.00 MB\n\nOK (611 tests, 2044 assertions)", ms=15_000)


@healthy("work:ruby", "museum-rails", "Rails 7.0 to 8.0. Gemfile is bumped and bundled; make the app boot again.", client="claude")
def a_rails_app_that_boots_a_line_further_each_time(s):
    steps = [("config/application.rb:21", "undefined method 'raise_in_transactional_callbacks=' for class ActiveRecord::Base (NoMethodError)", "config/application.rb", "config.active_record.raise_in_transactional_callbacks = true\n", ""),
             ("config/initializers/new_framework_defaults_6_1.rb:4", "undefined method 'urlsafe_csrf_tokens=' for module ActionController (NoMethodError)", "config/initializers/new_framework_defaults_6_1.rb", "Rails.application.config.action_controller.urlsafe_csrf_tokens = true\n", ""),
             ("app/models/artist.rb:3", "wrong number of arguments (given 2, expected 1) (ArgumentError) in 'enum'", "app/models/artist.rb", "enum status: { draft: 0, live: 1 }, _prefix: true", "enum :status, { draft: 0, live: 1 }, prefix: true"),
             ("app/models/exhibit.rb:7", "wrong number of arguments (given 2, expected 1) (ArgumentError) in 'enum'", "app/models/exhibit.rb", "enum hall: %w[north south], _suffix: true", "enum :hall, %w[north south], suffix: true"),
             ("app/models/ticket.rb:5", "wrong number of arguments (given 2, expected 1) (ArgumentError) in 'enum'", "app/models/ticket.rb", "enum kind: %i[full reduced], _default: :full", "enum :kind, %i[full reduced], default: :full"),
             ("app/models/user.rb:11", "wrong number of arguments (given 2, expected 1) (ArgumentError) in 'serialize'", "app/models/user.rb", "serialize :prefs, JSON", "serialize :prefs, coder: JSON"),
             ("config/initializers/cookies.rb:2", "uninitialized constant ActiveSupport::LegacyKeyGenerator (NameError)", "config/initializers/cookies.rb", "ActiveSupport::LegacyKeyGenerator", "ActiveSupport::KeyGenerator"),
             ("app/controllers/api/base_controller.rb:6", "undefined method 'before_filter' for class Api::BaseController (NoMethodError)", "app/controllers/api/base_controller.rb", "before_filter", "before_action"),
             ("lib/middleware/locale.rb:9", "uninitialized constant Rack::Utils::HeaderHash (NameError)", "lib/middleware/locale.rb", "Rack::Utils::HeaderHash.new(headers)", "Rack::Headers[headers]"),
             ("config/routes.rb:44", "uninitialized constant Sidekiq::Web (NameError)", "config/routes.rb", "Rails.application.routes.draw do", "require \"sidekiq/web\"\n\nRails.application.routes.draw do")]
    for n, (where, error, file, old, new) in enumerate(steps):
        s.bash("bin/rails runner 'puts :up'", f"/home/dev/museum-rails/{where}:in '<top (required)>': {error}\n\tfrom /home/dev/.gem/ruby/3.3.5/gems/bootsnap-1.18.4/lib/bootsnap/load_path_cache/core_ext/kernel_require.rb:30:in 'require'\n\tfrom /home/dev/museum-rails/config/environment.rb:5:in '<top (required)>'\n\tfrom bin/rails:4:in '<main>'", 1, ms=3100 + n * 140)
        s.edit(file, old, new)
    s.bash("bin/rails runner 'puts :up'", "up", ms=5200)
    s.bash("bin/rails zeitwerk:check", "Hold on, I am eager loading the application.\nAll is good!", ms=6100)


@healthy("work:elixir", "auction_live", "One of the LiveView tests is flaky on CI, about one run in five. Find it, fix it, and show that it holds.", client="claude")
def a_liveview_test_flaky_by_seed_then_shown_to_hold(s):
    def good(seed):
        run(s, f"mix test --seed {seed} 2>&1 | tail -5", f"\nFinished in {11 + seed % 3}.{seed % 10} seconds ({7 + seed % 2}.1s async, 4.{seed % 9}s sync)\n318 tests, 0 failures\n\nRunning ExUnit with seed: {seed}, max_cases: 16", ms=14_000)
    for seed in (1, 2, 3, 4, 5, 6):
        good(seed)
    run(s, "mix test --seed 7 2>&1 | tail -14", "  1) test bid shows at once for the second bidder (AuctionLiveWeb.RoomLiveTest)\n     test/auction_live_web/room_live_test.exs:88\n     Expected truthy, got false\n     code: assert render(view2) =~ \"€ 120\"\n\nFinished in 12.4 seconds (7.8s async, 4.6s sync)\n318 tests, 1 failure\n\nRunning ExUnit with seed: 7, max_cases: 16", ms=14_000)
    s.look("test/auction_live_web/room_live_test.exs", "  test \"bid shows at once for the second bidder\", %{conn: conn} do\n    {:ok, view1, _} = live(conn, ~p\"/rooms/1\")\n    {:ok, view2, _} = live(conn, ~p\"/rooms/1\")\n    view1 |> form(\"#bid\", amount: 120) |> render_submit()\n    assert render(view2) =~ \"€ 120\"\n  end", 88, 6)
    s.grep("broadcast", "lib", "lib/auction_live/rooms.ex:41:    Task.start(fn -> Phoenix.PubSub.broadcast(AuctionLive.PubSub, topic(room), {:bid, bid}) end)")
    s.edit("lib/auction_live/rooms.ex", "    Task.start(fn -> Phoenix.PubSub.broadcast(AuctionLive.PubSub, topic(room), {:bid, bid}) end)", "    Phoenix.PubSub.broadcast(AuctionLive.PubSub, topic(room), {:bid, bid})")
    for seed in (7, 8, 9, 10, 11, 12, 13, 14):
        good(seed)
    run(s, "mix test test/auction_live_web/room_live_test.exs:88 --repeat-until-failure 200 2>&1 | tail -4", "Finished in 0.1 seconds (0.1s async, 0.00s sync)\n14 tests, 0 failures, 13 excluded\n\nRunning ExUnit with seed: 481516, max_cases: 16", ms=48_000)


@healthy("work:swift", "TrailKit", "Swift 6 language mode for TrailKit. Fix the concurrency errors, no @unchecked Sendable.", client="claude")
def concurrency_errors_of_swift_six_in_waves(s):
    s.edit("Package.swift", "// swift-tools-version: 5.9", "// swift-tools-version: 6.0")
    waves = [(9, "Sources/TrailKit/TileCache.swift:14:16: error: static property 'shared' is not concurrency-safe because non-'Sendable' type 'TileCache' may have shared mutable state", "TileCache", "final class TileCache {", "actor TileCache {"),
             (17, "Sources/TrailKit/MapLoader.swift:33:27: error: actor-isolated instance method 'tile(at:)' can not be referenced from a nonisolated context", "MapLoader", "let t = cache.tile(at: key)", "let t = await cache.tile(at: key)"),
             (16, "Sources/TrailKit/MapLoader.swift:52:9: error: 'async' call in a function that does not support concurrency", "MapLoader", "func preload(_ keys: [Key]) {", "func preload(_ keys: [Key]) async {"),
             (12, "Sources/TrailKit/Recorder.swift:20:14: error: sending 'self.points' risks causing data races", "Recorder", "queue.async { upload(self.points) }", "let batch = points\n        Task { await upload(batch) }"),
             (12, "Sources/TrailKit/Recorder.swift:41:22: error: capture of 'self' with non-sendable type 'Recorder' in a `@Sendable` closure", "Recorder", "final class Recorder {", "@MainActor\nfinal class Recorder {"),
             (15, "Sources/TrailKit/RecorderView.swift:18:25: error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context", "RecorderView", "struct RecorderModel {", "@MainActor struct RecorderModel {"),
             (8, "Sources/TrailKit/Units.swift:5:12: error: var 'preferred' is not concurrency-safe because it is nonisolated global shared mutable state", "Units", "var preferred = Unit.km", "let preferred = Mutex(Unit.km)"),
             (5, "Sources/TrailKit/GPXParser.swift:61:18: error: type 'Waypoint' does not conform to the 'Sendable' protocol", "Waypoint", "class Waypoint {", "struct Waypoint: Sendable {"),
             (6, "Sources/TrailKit/GPXParser.swift:74:13: error: cannot assign to property: 'last' is a 'let' constant", "GPXParser", "let last = Waypoint()", "var last = Waypoint()"),
             (2, "Sources/TrailKit/Export.swift:29:31: error: passing closure as a 'sending' parameter risks causing data races", "Export", "group.addTask { write(rows) }", "group.addTask { [rows] in write(rows) }")]
    for n, (count, error, file, old, new) in enumerate(waves):
        run(s, "swift build 2>&1 | grep error: | sort -u | tee /tmp/e | tail -1; wc -l < /tmp/e", f"/home/dev/TrailKit/{error}\n      {count}", ms=16_000 + n * 410)
        s.look(f"Sources/TrailKit/{file}.swift", f"import Foundation\n\n{old}\n    // … {file}", 1, 30)
        s.edit(f"Sources/TrailKit/{file}.swift", old, new)
    s.bash("swift build && swift test 2>&1 | tail -2", "Build complete! (21.40s)\n✔ Test run with 96 tests in 14 suites passed after 3.118 seconds.", ms=44_000)


@healthy("work:propertytest", "fare-engine", "The jqwik property for FareParser (print, then parse, gives the same) fails. Fix the parser until it holds.", client="plain", codes=False)
def a_round_trip_property_with_another_counterexample_each_time(s):
    found = [("Fare[zone=A, cents=0, tags=[]]", "if (cents > 0)", "if (cents >= 0)"), ("Fare[zone=A, cents=-1, tags=[]]", "\"\\\\d+\"", "\"-?\\\\d+\""), ("Fare[zone=A, cents=0, tags=[\"\"]]", "text.split(\",\")", "text.split(\",\", -1)"),
             ("Fare[zone=A, cents=0, tags=[\",\"]]", "String.join(\",\", tags)", "tags.stream().map(Escape::comma).collect(joining(\",\"))"), ("Fare[zone=A, cents=0, tags=[\"\\\"]]", "s.replace(\",\", \"\\\\,\")", "s.replace(\"\\\\\", \"\\\\\\\\\").replace(\",\", \"\\\\,\")"),
             ("Fare[zone=A, cents=0, tags=[\" \"]]", "part.trim()", "part"), ("Fare[zone=A, cents=2147483648, tags=[]]", "Integer.parseInt(c)", "Long.parseLong(c)"), ("Fare[zone=İ, cents=0, tags=[]]", "zone.toLowerCase()", "zone.toLowerCase(Locale.ROOT)"),
             ("Fare[zone=ß, cents=0, tags=[]]", "zone.toUpperCase()", "zone"), ("Fare[zone=A, cents=0, tags=[\"\\u0000\"]]", "c >= ' '", "true")]
    for n, (sample, old, new) in enumerate(found):
        run(s, "./gradlew test --tests FareParserProperties 2>&1 | tail -16", f"FareParserProperties > printThenParse FAILED\n    org.opentest4j.AssertionFailedError: expected same fare\n\n        tries = {[3, 4, 9, 12, 31, 18, 66, 140, 212, 731][n]}                  | # of calls to property\n        checks = {[3, 4, 9, 12, 31, 18, 66, 140, 212, 731][n]}                 | # of not rejected calls\n        seed = {-4821190331 + n * 99991723}            | random seed to reproduce generated values\n\n        Shrunk Sample ({2 + n % 5} steps)\n        -------------------------\n          fare: {sample}\n\nBUILD FAILED in {7 + n % 3}s", ms=8000 + n * 211)
        s.edit(f"src/main/java/fare/{'FarePrinter' if n in (3, 4) else 'FareParser'}.java", old, new)
    run(s, "./gradlew test --tests FareParserProperties 2>&1 | tail -4", "BUILD SUCCESSFUL in 9s\n4 actionable tasks: 2 executed, 2 up-to-date", ms=9400)
    run(s, "./gradlew test -Djqwik.tries.default=100000 --tests FareParserProperties 2>&1 | tail -4", "BUILD SUCCESSFUL in 1m 12s\n4 actionable tasks: 1 executed, 3 up-to-date", ms=72_000)


@healthy("work:review", "transit-android", "Work through Mira's review on PR 731, one comment at a time: fix, compile, commit, answer. Don't resolve them, she does that.", client="claude")
def review_comments_fixed_and_answered_one_at_a_time(s):
    notes = [(2204511, "ui/StopScreen.kt", 41, "collectAsState leaks here, use collectAsStateWithLifecycle", "vm.state.collectAsState()", "vm.state.collectAsStateWithLifecycle()"),
             (2204518, "ui/StopScreen.kt", 66, "hoist this lambda", "onClick = { vm.open(stop) }", "onClick = onOpen"),
             (2204530, "data/StopRepo.kt", 19, "runBlocking on the main thread?", "runBlocking { dao.all() }", "dao.allFlow()"),
             (2204533, "data/StopRepo.kt", 52, "swallows CancellationException", "catch (e: Exception) {", "catch (e: IOException) {"),
             (2204541, "data/Api.kt", 12, "timeout in seconds please", "readTimeout(10_000, MILLISECONDS)", "readTimeout(10, SECONDS)"),
             (2204547, "domain/Delay.kt", 8, "value class", "data class Delay(val min: Int)", "@JvmInline value class Delay(val min: Int)"),
             (2204550, "domain/Delay.kt", 15, "when instead of the ifs", "if (min > 10) RED else if (min > 3) AMBER else GREEN", "when { min > 10 -> RED; min > 3 -> AMBER; else -> GREEN }"),
             (2204562, "di/AppModule.kt", 27, "needs @Singleton", "@Provides fun db(", "@Provides @Singleton fun db("),
             (2204569, "ui/theme/Color.kt", 5, "unused", "val Purple200 = Color(0xFFBB86FC)\n", "")]
    s.bash("gh api repos/transit/transit-android/pulls/731/comments --jq '.[] | [.id, .path, .line, .body] | @tsv'", "\n".join(f"{i}\tapp/src/main/java/app/{p}\t{line}\t{body}" for i, p, line, body, _, _ in notes))
    for n, (ident, path, line, body, old, new) in enumerate(notes):
        s.edit(f"app/src/main/java/app/{path}", old, new)
        s.bash("./gradlew -q :app:compileDebugKotlin", "", ms=18_000 + n * 350)
        s.bash(f"git commit -qam 'review: {body}' && git push -q", "", ms=2600)
        s.bash(f"gh api repos/transit/transit-android/pulls/731/comments/{ident}/replies -f body='Done in '$(git rev-parse --short HEAD) --jq .id", f"{2209000 + n * 3}", ms=800)


@healthy("work:sqlbatch", "events-db", "Move the events before 2024 to the archive with archive_batch.sql (10 000 rows a go, it takes the oldest). After each go look at the replica lag; above 5 s wait until it is down. Do the first twenty by hand, then tell me.", client="plain", gap=5)
def the_same_archive_batch_run_twenty_times_as_asked(s):
    lag = "psql -h replica1 events -Atc \"select extract(epoch from now() - pg_last_xact_replay_timestamp())::numeric(6,1)\""
    s.look("archive_batch.sql", "begin;\nwith old as (delete from events where id in (select id from events where at < '2024-01-01' order by id limit 10000 for update skip locked) returning *)\ninsert into events_archive select * from old;\ncommit;")
    s.bash("psql events -Atc \"select count(*) from events where at < '2024-01-01'\"", "41882310", ms=22_000)
    for n in range(20):
        s.bash("psql events -f archive_batch.sql", "BEGIN\nINSERT 0 10000\nCOMMIT", ms=3800)
        s.bash(lag, f"{[0.4, 0.4, 0.6, 0.4, 1.1, 0.9, 0.4, 6.2, 0.8, 0.4, 0.4, 0.7, 0.4, 1.0, 5.9, 0.6, 0.4, 0.4, 0.5, 0.4][n]}", ms=90)
        if n in (7, 14):
            s.bash(f"sleep 20; {lag}", f"0.{n % 5 + 3}", ms=20_100)
    s.bash("psql events -Atc \"select count(*) from events where at < '2024-01-01'\"", "41682310", ms=21_000)


@healthy("work:dbt", "analytics-dbt", "We move from Redshift to Snowflake. Build the marts model by model, in order of the lineage, and fix the SQL where it breaks.", client="codex")
def marts_built_on_another_warehouse_model_by_model(s):
    models = ["stg_orders", "stg_customers", "stg_payments", "stg_refunds", "int_order_lines", "int_payments_pivoted", "int_sessions", "dim_customers", "dim_products", "dim_dates", "fct_orders", "fct_refunds", "fct_sessions", "mart_revenue", "mart_retention"]
    broken = {2: ("SQL compilation error: error line 7 at position 4\n  Unknown function GETDATE", "getdate()", "current_timestamp()"), 5: ("SQL compilation error: error line 12 at position 9\n  Unknown function LISTAGG_DISTINCT", "listagg_distinct(method)", "listagg(distinct method, ',')"),
              6: ("SQL compilation error: error line 3 at position 21\n  syntax error unexpected 'interval'", "interval '30 min'", "interval '30 minutes'"), 9: ("SQL compilation error: error line 1 at position 14\n  Unknown function GENERATE_SERIES", "generate_series(0, 3650)", "table(generator(rowcount => 3651))"),
              13: ("SQL compilation error: error line 22 at position 2\n  invalid identifier 'REVENUE_NET'", "sum(\"revenue_net\")", "sum(revenue_net_eur)")}
    for n, model in enumerate(models):
        folder = {"stg": "staging", "int": "intermediate"}.get(model[:3], "marts")
        tests = 2 + n % 2
        if n in broken:
            error, old, new = broken[n]
            run(s, f"dbt build --select {model} | tail -8", f"09:{12 + n}:04  Completed with 1 error, 0 partial successes, and 0 warnings:\n09:{12 + n}:04\n09:{12 + n}:04    Database Error in model {model} (models/{folder}/{model}.sql)\n  001003 (42000): {error}\n09:{12 + n}:04\n09:{12 + n}:04  Done. PASS=0 WARN=0 ERROR=1 SKIP={tests} NO-OP=0 TOTAL={tests + 1}", ms=9000)
            s.edit(f"models/{folder}/{model}.sql", old, new)
        run(s, f"dbt build --select {model} | tail -3", f"09:{12 + n}:51  Completed successfully\n09:{12 + n}:51\n09:{12 + n}:51  Done. PASS={tests + 1} WARN=0 ERROR=0 SKIP=0 NO-OP=0 TOTAL={tests + 1}", ms=11_000 + n * 300)
