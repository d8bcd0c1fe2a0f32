"""Second set. Languages: R, Julia, Elixir, Haskell, OCaml, Ruby, PHP, .NET, Swift, Scala, Perl, Lua."""
from session import healthy, stuck


@healthy("principle:progress", "r-package", "Make the test suite pass under R 4.4.", client="claude")
def testthat_failures_fall(s):
    where = ["test-dates.R:41", "test-dates.R:58", "test-factor.R:12", "test-join.R:88", "test-join.R:102", "test-print.R:7"]
    s.look("DESCRIPTION", "Package: ledgr\nVersion: 0.9.2\nDepends: R (>= 4.1)\nImports: dplyr, rlang")
    for left in range(6, 0, -1):
        file = where[6 - left]
        s.bash("Rscript -e 'devtools::test(reporter = \"summary\")' 2>&1 | tail -5",
               f"── Failure ({file}) ──\n`out` not equal to `expected`.\n[ FAIL {left} | WARN 0 | SKIP 2 | PASS {118 - left} ]", 0, ms=14_200)
        s.look("R/" + file.split(":")[0].removeprefix("test-"), f"f{left} <- function(x, ...) {{\n  as.vector(x)[{left}]\n}}")
        s.edit("R/" + file.split(":")[0].removeprefix("test-"), f"as.vector(x)[{left}]", f"as.vector(x)[[{left}]]")
    s.bash("Rscript -e 'devtools::test(reporter = \"summary\")' 2>&1 | tail -5", "══ DONE ══\n[ FAIL 0 | WARN 0 | SKIP 2 | PASS 118 ]")


@stuck("principle:same_error", "r-package", "Install sf so that the maps can be drawn.")
def sf_without_gdal(s):
    fails = ("checking for gdal-config... no\nno\nconfigure: error: gdal-config not found or not executable.\n"
             "ERROR: configuration failed for package ‘sf’\n* removing ‘/home/dev/R/x86_64-pc-linux-gnu-library/4.4/sf’")
    s.grep("library\\(", "maps", "maps/draw.R:1:library(sf)\nmaps/draw.R:2:library(ggplot2)")
    s.bash("Rscript -e 'install.packages(\"sf\")'", fails, 1, ms=9_100)
    s.bash("Rscript -e 'install.packages(\"sf\", repos = \"https://cloud.r-project.org\")'", fails, 1, ms=9_800)
    s.bash("Rscript -e 'install.packages(\"sf\", type = \"source\")'", fails, 1, ms=9_300)
    s.stuck_here()
    for call in ['remotes::install_cran("sf")', 'remotes::install_github("r-spatial/sf")', 'install.packages("sf", dependencies = TRUE)',
                 'pak::pkg_install("sf")', 'install.packages("sf", configure.args = "--with-proj-lib=/usr/lib")',
                 'install.packages("sf", lib = "/tmp/rlib")', 'install.packages("sf", INSTALL_opts = "--no-lock")',
                 'install.packages("https://cran.r-project.org/src/contrib/sf_1.0-16.tar.gz", repos = NULL)',
                 'devtools::install_version("sf", "1.0-14")', 'devtools::install_version("sf", "1.0-9")']:
        s.bash(f"Rscript -e '{call}'", fails, 1, ms=9_000 + 37 * len(call))


@healthy("principle:targets", "julia-solver", "Measure the solver for each grid size and write the table.", codes=False)
def a_benchmark_for_each_grid(s):
    s.look("bench/run.jl", "using BenchmarkTools, Poisson\nn = parse(Int, ARGS[1])\n@btime solve(rand($n, $n))")
    for n, ms in [(32, 0.41), (48, 0.93), (64, 1.71), (96, 4.02), (128, 7.3), (192, 17.9), (256, 33.1), (384, 79.4), (512, 148.0), (768, 351.2), (1024, 662.8)]:
        s.bash(f"julia --project=bench bench/run.jl {n}", f"  {ms} ms (18 allocations: {n * n * 8 / 1024:.2f} KiB)", ms=21_000)
    s.write("bench/table.md", "| n | ms |\n|---|---|\n| 32 | 0.41 |\n| 1024 | 662.8 |")


@stuck("principle:same_error", "julia-solver", "The package does not precompile any more, please mend it.", client="codex")
def precompile_says_the_same(s):
    fails = ("Precompiling project...\n  ✗ GridIO\n  0 dependencies successfully precompiled in {} seconds. 83 already precompiled.\n\n"
             "ERROR: LoadError: UndefVarError: `libgridio` not defined\nin expression starting at /home/dev/julia-solver/src/GridIO.jl:14")
    s.look("src/GridIO.jl", "module GridIO\nusing Libdl\ninclude(\"../deps/deps.jl\")\nconst handle = dlopen(libgridio)\nend")
    for n, call in enumerate(["Pkg.precompile()", "Pkg.instantiate(); Pkg.precompile()", "Pkg.resolve(); Pkg.precompile()"]):
        s.bash(f"julia --project -e 'using Pkg; {call}'", fails.format(3 + n), 1, ms=6_000)
    s.stuck_here()
    for n, call in enumerate(["Pkg.update(); Pkg.precompile()", "Pkg.gc(); Pkg.precompile()", "Pkg.precompile(strict=true)", "using GridIO"]):
        s.bash(f"julia --project -e 'using Pkg; {call}'", fails.format(4 + n), 1, ms=6_400)
    s.bash("rm -rf ~/.julia/compiled/v1.10/GridIO", "")
    for n, flags in enumerate(["--startup-file=no", "--compiled-modules=no", "-O0", "--pkgimages=no", "-t 1"]):
        s.bash(f"julia {flags} --project -e 'using Pkg; Pkg.precompile()'", fails.format(3 + n), 1, ms=5_800)


@healthy("principle:passing", "elixir-shop", "CartTest fails about once in twenty runs. Find the seed, then find out why.", client="claude")
def seeds_until_one_fails(s):
    s.bash("mix test test/cart_test.exs", "Running ExUnit with seed: 4711, max_cases: 8\n..............\nFinished in 0.9 seconds (0.4s async, 0.5s sync)\n14 tests, 0 failures")
    for n, seed in enumerate([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]):
        s.bash(f"mix test test/cart_test.exs --seed {seed}", f"Running ExUnit with seed: {seed}, max_cases: 8\n..............\n"
               f"Finished in 0.{8 + n % 2} seconds (0.4s async, 0.{4 + n % 2}s sync)\n14 tests, 0 failures", ms=2_900 + n * 31)
    s.bash("mix test test/cart_test.exs --seed 13", "Running ExUnit with seed: 13, max_cases: 8\n.....\n\n  1) test a cart expires (CartTest)\n     test/cart_test.exs:61\n"
           "     Assertion with == failed\n     left:  :open\n     right: :expired\n\n14 tests, 1 failure", 2)
    s.look("test/cart_test.exs", "  test \"a cart expires\" do\n    Cart.put(:a, 1)\n    Process.sleep(10)\n    assert Cart.state(:a) == :expired\n  end", first=61)
    s.edit("test/cart_test.exs", "    Process.sleep(10)\n", "    send(Cart, :tick)\n    :sys.get_state(Cart)\n")
    s.bash("mix test test/cart_test.exs --seed 13", "Running ExUnit with seed: 13, max_cases: 8\n..............\n14 tests, 0 failures")


@stuck("principle:versions", "elixir-shop", "Add the rate limiter to the dependencies.", client="claude")
def hex_versions_by_guess(s):
    s.look("mix.exs", "  defp deps do\n    [\n      {:phoenix, \"~> 1.7\"},\n      {:ex_limiter, \"~> 3.0\"}\n    ]\n  end")
    old = "~> 3.0"
    for n, version in enumerate(["~> 2.9", "~> 2.5", "~> 2.1", "~> 2.0", "~> 1.9", "~> 1.6", "~> 1.2", ">= 1.0.0", "~> 0.9", "~> 0.5"]):
        s.bash("mix deps.get", f"Resolving Hex dependencies...\nResolution completed in 0.0{n % 4 + 3}s\nBecause your app depends on ex_limiter {old} which doesn't match any versions, version solving failed.\n"
               "** (Mix) Hex dependency resolution failed", 1)
        if n == 3:
            s.stuck_here()
        s.edit("mix.exs", f'{{:ex_limiter, "{old}"}}', f'{{:ex_limiter, "{version}"}}')
        old = version
    s.bash("mix deps.get", f"Resolving Hex dependencies...\nBecause your app depends on ex_limiter {old} which doesn't match any versions, version solving failed.\n** (Mix) Hex dependency resolution failed", 1)


@healthy("principle:progress", "haskell-parser", "Port the parser to megaparsec 9.")
def ghc_errors_move_down(s):
    for line, said in [(31, "Variable not in scope: parseErrorPretty"), (58, "Couldn't match type ‘Dec’ with ‘Void’"),
                       (77, "Variable not in scope: getPosition :: Parser SourcePos"), (104, "Not in scope: type constructor or class ‘Token’"),
                       (139, "Couldn't match expected type ‘Int’ with actual type ‘Pos’"), (188, "Ambiguous occurrence ‘label’")]:
        s.bash("cabal build -v1", f"[3 of 9] Compiling Lang.Parser ( src/Lang/Parser.hs )\n\nsrc/Lang/Parser.hs:{line}:9: error: [GHC-88464]\n    {said}\n", 1, ms=7_400)
        s.edit("src/Lang/Parser.hs", f"-- old {line}", f"-- new {line}")
    s.bash("cabal build -v1", "[3 of 9] Compiling Lang.Parser\n[9 of 9] Compiling Main\nLinking ...", ms=21_000)
    s.bash("cabal test", "1 of 1 test suites (1 of 1 test cases) passed.")


@stuck("principle:same_error", "haskell-parser", "Make evalExpr polymorphic in its monad.", client="claude")
def one_type_error_under_new_annotations(s):
    fails = ("src/Lang/Eval.hs:{}:14: error: [GHC-39999]\n    • Could not deduce ‘MonadError EvalError m’ arising from a use of ‘throwError’\n"
             "      from the context: Monad m\n    • In the expression: throwError (Unbound v)")
    s.look("src/Lang/Eval.hs", "evalExpr :: Monad m => Expr -> EvalT m Value\nevalExpr (Var v) = throwError (Unbound v)")
    signs = ["forall m. Monad m => Expr -> EvalT m Value", "Monad m => Expr -> EvalT m (Value)", "(Monad m) => Expr -> EvalT m Value",
             "forall (m :: Type -> Type). Monad m => Expr -> EvalT m Value", "(Monad m, Applicative m) => Expr -> EvalT m Value",
             "(Functor m, Monad m) => Expr -> EvalT m Value", "Monad n => Expr -> EvalT n Value", "(Monad m, Show Value) => Expr -> EvalT m Value",
             "(Monad m, MonadFail m) => Expr -> EvalT m Value", "(MonadIO m) => Expr -> EvalT m Value"]
    old = "Monad m => Expr -> EvalT m Value"
    for n, sign in enumerate(signs):
        s.edit("src/Lang/Eval.hs", f"evalExpr :: {old}", f"evalExpr :: {sign}")
        s.bash("cabal build 2>&1 | tail -20", fails.format(22 + n % 2), ms=4_100 + 90 * n)
        old = sign
        if n == 3:
            s.stuck_here()


@healthy("principle:checks", "ocaml-mail", "Turn on warning 32 as an error and remove what is unused, library by library.", client="codex")
def unused_values_library_by_library(s):
    for lib in ["smtp", "imap", "mime", "dkim", "spf", "queue", "rules", "store"]:
        s.bash(f"dune build ./lib/{lib} 2>&1", f"File \"lib/{lib}/{lib}.ml\", line 12, characters 4-8:\n12 | let help x = x\n         ^^^^\nError (warning 32 [unused-value-declaration]): unused value help.", 1)
        s.edit(f"lib/{lib}/{lib}.ml", "let help x = x", "")
        s.bash(f"dune build ./lib/{lib} 2>&1", "")


@stuck("principle:same_error", "ocaml-mail", "Install the dependencies of the project with opam.")
def opam_conflict_in_every_spelling(s):
    fails = ("[ERROR] Package conflict!\n  * No agreement on the version of ocaml-base-compiler:\n    - (invariant) → ocaml-base-compiler = 5.2.0\n"
             "    - letsencrypt → x509 < 0.12 → ocaml-base-compiler < 5.0\n\nNo solution found, exiting")
    s.bash("opam switch list", "#  switch   compiler                    description\n→  5.2.0    ocaml-base-compiler.5.2.0   5.2.0")
    for n, command in enumerate(["opam install . --deps-only", "opam install . --deps-only -y", "opam install . --deps-only --with-test -y", "opam update && opam install . --deps-only -y",
                                 "opam install . --deps-only --ignore-constraints-on=mail -y", "opam install letsencrypt -y", "opam install ./mail.opam --deps-only -y",
                                 "opam install . --deps-only --solver=builtin-mccs+glpk -y", "opam install . --deps-only --best-effort=false -y",
                                 "OPAMSOLVERTIMEOUT=600 opam install . --deps-only -y", "opam pin add mail . -y", "opam install --locked . -y", "opam reinstall . -y", "opam install . --deps-only --assume-depexts -y"]):
        s.bash(command, fails, 20, ms=3_000 + 211 * n)
        if n == 3:
            s.stuck_here()


@healthy("principle:passing", "rails-billing", "Run the slow feature specs one by one and tell me how long each takes.")
def specs_one_by_one(s):
    for n, spec in enumerate(["invoice", "refund", "coupon", "trial", "upgrade", "downgrade", "dunning", "tax", "export", "webhook", "seat", "proration"]):
        s.bash(f"bundle exec rspec spec/features/{spec}_spec.rb", f"...\n\nFinished in {4 + n * 0.7:.2f} seconds (files took 3.1 seconds to load)\n3 examples, 0 failures\n", ms=8_000 + 600 * n)


@stuck("principle:same_error", "rails-billing", "Set the application up so that the specs run.", client="claude")
def a_native_extension_that_never_builds(s):
    fails = ("Gem::Ext::BuildError: ERROR: Failed to build gem native extension.\nchecking for mysql.h... no\nchecking for mysql/mysql.h... no\n-----\n"
             "mysql client is missing. You may need to 'sudo apt-get install libmysqlclient-dev'\n-----\nAn error occurred while installing mysql2 (0.5.6), and Bundler cannot continue.")
    s.bash("ruby -v", "ruby 3.3.1 (2024-04-23 revision c56cd86388) [x86_64-linux]")
    s.bash("bundle install", fails, 5, ms=31_000)
    s.bash("gem install mysql2", fails.replace("An error", "ERROR: an error"), 1, ms=8_000)
    s.bash("bundle install --jobs 1", fails, 5, ms=33_000)
    s.bash("bundle config set --local path vendor/bundle && bundle install", fails, 5, ms=34_000)
    s.stuck_here()
    for command in ["bundle install --retry 5", "bundle config build.mysql2 --with-mysql-dir=/usr && bundle install", "rm Gemfile.lock && bundle install", "bundle update mysql2",
                    "bundle config force_ruby_platform true && bundle install", "gem install mysql2 -v 0.5.6 -- --with-mysql-config=/usr/bin/mysql_config", "bundle install --full-index", "bin/setup"]:
        s.bash(command, fails, 5, ms=29_000)


@healthy("principle:progress", "php-cms", "Get PHPStan to level 6.", client="codex")
def phpstan_errors_fall(s):
    for left, file in [(41, "Entity/Page.php"), (33, "Entity/Block.php"), (24, "Form/PageType.php"), (17, "Repository/PageRepository.php"), (9, "Twig/Menu.php"), (2, "Kernel.php")]:
        s.bash("vendor/bin/phpstan analyse --no-progress --level 6 src | tail -4", f" ------ ----------\n\n [ERROR] Found {left} errors\n", 0)
        s.bash(f"vendor/bin/phpstan analyse --no-progress --level 6 src/{file}", f" ------ ------\n  Line   {file}\n ------ ------\n  18     Method has parameter $items with no value type specified in iterable type array.\n\n [ERROR] Found 1 error", 1)
        s.edit(f"src/{file}", "    public function set(array $items)", "    /** @param list<string> $items */\n    public function set(array $items)")
    s.bash("vendor/bin/phpstan analyse --no-progress --level 6 src | tail -4", "\n [OK] No errors\n")


@stuck("principle:versions", "php-cms", "Install the PDF bundle.", times="none")
def composer_constraints_by_guess(s):
    s.bash("php -v", "PHP 8.3.6 (cli)")
    for n, version in enumerate(["", ":^5.0", ":^4.2", ":^4.0", ":^3.9", ":^3.5", ":^3.0", ":^2.0", ":~1.8", ":dev-master", ":*", ":@dev"]):
        s.bash(f"composer require knp/pdf-bundle{version}", "\nIn PackageDiscoveryTrait.php line 400:\n  Could not find a matching version of package knp/pdf-bundle. Check the package spelling, your version constraint and that the package is available in a stability which matches your minimum-stability (stable).", 1)
        if n == 3:
            s.stuck_here()


@healthy("principle:passing", "dotnet-bank", "Run every test project in Release and report.", client="claude")
def dotnet_test_project_by_project(s):
    s.bash("ls tests", "\n".join(f"Bank.{name}.Tests" for name in ["Core", "Ledger", "Fees", "Fx", "Audit", "Api", "Jobs", "Web"]))
    for n, name in enumerate(["Core", "Ledger", "Fees", "Fx", "Audit", "Api", "Jobs", "Web"]):
        s.bash(f"dotnet test tests/Bank.{name}.Tests -c Release --nologo -v q", f"\nPassed!  - Failed:     0, Passed:    {20 + n * 3}, Skipped:     0, Total:    {20 + n * 3}, Duration: {300 + n * 17} ms - Bank.{name}.Tests.dll (net8.0)", ms=11_000)
    s.say("All eight projects pass in Release.")


@stuck("principle:denied", "dotnet-bank", "Restore the solution so that it builds.")
def nuget_feed_says_401(s):
    fails = ("/home/dev/dotnet-bank/src/Bank.Core/Bank.Core.csproj : error NU1301: Unable to load the service index for source https://pkgs.dev.azure.com/bank/_packaging/internal/nuget/v3/index.json.\n"
             "/home/dev/dotnet-bank/src/Bank.Core/Bank.Core.csproj : error NU1301:   Response status code does not indicate success: 401 (Unauthorized).")
    s.look("NuGet.config", "<configuration><packageSources><add key=\"internal\" value=\"https://pkgs.dev.azure.com/bank/_packaging/internal/nuget/v3/index.json\" /></packageSources></configuration>")
    for n, command in enumerate(["dotnet restore", "dotnet restore --no-cache", "dotnet restore --force", "dotnet restore --disable-parallel", "dotnet nuget locals all --clear && dotnet restore",
                                 "dotnet build", "dotnet restore --interactive false", "dotnet restore -s https://pkgs.dev.azure.com/bank/_packaging/internal/nuget/v3/index.json", "dotnet restore --configfile NuGet.config",
                                 "dotnet restore Bank.sln -v d | grep error", "dotnet msbuild -t:Restore", "dotnet restore --ignore-failed-sources=false"]):
        s.bash(command, fails, 1, ms=2_600 + n * 77)
        if n == 3:
            s.stuck_here()


@healthy("principle:progress", "swift-reader", "Move the model to Swift 6 concurrency.", client="claude", gap=14)
def swift_six_errors_in_turn(s):
    for n, (file, said) in enumerate([("Feed", "static property 'shared' is not concurrency-safe because it is nonisolated global shared mutable state"),
                                      ("Store", "sending 'self.items' risks causing data races"), ("Sync", "capture of 'task' with non-sendable type 'SyncTask' in a '@Sendable' closure"),
                                      ("Cache", "static property 'queue' is not concurrency-safe because it is nonisolated global shared mutable state"),
                                      ("Badge", "main actor-isolated property 'count' can not be mutated from a nonisolated context")]):
        s.bash("swift build 2>&1 | grep error: | head", f"/home/dev/swift-reader/Sources/Reader/{file}.swift:{9 + n}:16: error: {said}", ms=18_000)
        s.look(f"Sources/Reader/{file}.swift", f"final class {file} {{\n  static var shared = {file}()\n}}")
        s.edit(f"Sources/Reader/{file}.swift", f"final class {file}", f"@MainActor final class {file}")
    s.bash("swift build 2>&1 | grep error: | head", "", ms=44_000)
    s.bash("swift test 2>&1 | tail -2", "Test Suite 'All tests' passed.\n\t Executed 61 tests, with 0 failures (0 unexpected) in 2.114 (2.120) seconds")


@stuck("principle:denied", "swift-reader", "Build the app for my phone.", client="codex")
def no_profile_for_the_bundle(s):
    fails = ("error: No profiles for 'org.reader.app' were found: Xcode couldn't find any iOS App Development provisioning profiles matching 'org.reader.app'. (in target 'Reader' from project 'Reader')\n"
             "** BUILD FAILED **\n")
    s.bash("xcodebuild -list", "Information about project \"Reader\":\n    Schemes:\n        Reader")
    for n, flags in enumerate(["-destination generic/platform=iOS", "-sdk iphoneos", "-destination generic/platform=iOS CODE_SIGN_STYLE=Automatic", "-sdk iphoneos clean build",
                               "-configuration Debug -sdk iphoneos", "-configuration Release -sdk iphoneos", "-sdk iphoneos CODE_SIGN_IDENTITY='Apple Development'", "-sdk iphoneos DEVELOPMENT_TEAM=''",
                               "-derivedDataPath /tmp/dd -sdk iphoneos", "-sdk iphoneos -jobs 1", "archive -archivePath /tmp/r.xcarchive", "-sdk iphoneos PROVISIONING_PROFILE_SPECIFIER=''"]):
        s.bash(f"xcodebuild -scheme Reader {flags} 2>&1 | tail -5", fails + f"({n % 2 + 1} failure)", 0, ms=6_700 + n * 133)
        if n == 3:
            s.stuck_here()


@healthy("principle:repair", "scala-stream", "Run the property tests.")
def sbt_is_fetched_first(s):
    s.bash("sbt test", "bash: sbt: command not found", 127)
    s.bash("which cs coursier java", "/usr/bin/java", 1)
    s.bash("java -version", "openjdk version \"17.0.11\" 2024-04-16")
    s.bash("curl -fLo ~/.local/bin/cs.gz https://github.com/coursier/launchers/raw/master/cs-x86_64-pc-linux.gz", "")
    s.bash("gunzip ~/.local/bin/cs.gz && chmod +x ~/.local/bin/cs", "")
    s.bash("~/.local/bin/cs install sbt", "Wrote sbt")
    s.bash("sbt test", "bash: sbt: command not found", 127)
    s.bash("export PATH=$PATH:~/.local/share/coursier/bin && sbt test", "[info] + Stream.windowed: OK, passed 100 tests.\n[info] Passed: Total 12, Failed 0, Errors 0, Passed 12\n[success] Total time: 31 s", ms=71_000)


@stuck("principle:missing", "scala-stream", "Format the sources with scalafmt.", client="claude")
def scalafmt_is_nowhere(s):
    for n, command in enumerate(["scalafmt", "scalafmt --check", "scalafmt src/", "./scalafmt", "scalafmt --non-interactive", "npx scalafmt .", "bin/scalafmt", "scalafmt -c .scalafmt.conf", "scalafmt --mode diff",
                                 "sh -c scalafmt", "env scalafmt --list", "scalafmt-native", "command scalafmt", "bash -lc scalafmt"]):
        word = "scalafmt" if "native" not in command else command
        s.bash(command, f"npm error could not determine executable to run" if command.startswith("npx") else f"/bin/bash: line 1: {word}: command not found", 1 if command.startswith("npx") else 127)
        if n == 3:
            s.stuck_here()


@healthy("principle:fruitless", "perl-billing", "Which of the old report modules can go? List those nobody uses.", client="codex")
def nobody_uses_these_modules(s):
    s.bash("ls lib/Report", "Aging.pm\nBalance.pm\nCash.pm\nDaily.pm\nEscrow.pm\nFloat.pm\nGross.pm\nHoliday.pm\nInterest.pm\nJournal.pm")
    for name in ["Aging", "Balance", "Cash", "Daily", "Escrow", "Float", "Gross", "Holiday", "Interest", "Journal"]:
        s.grep(f"Report::{name}\\b", "bin lib cron t", "cron/monthly.pl:4:use Report::Cash;" if name == "Cash" else "")
    s.bash("prove -l t", "All tests successful.\nFiles=31, Tests=402, 11 wallclock secs\nResult: PASS")


@stuck("principle:edits", "perl-billing", "Rename the parameter cust to customer in Aging.pm.", client="claude")
def a_string_with_other_whitespace(s):
    text = "sub age {\n\tmy ($self, $cust, $day) = @_;\n\treturn $self->{rows}{$cust}{$day};\n}"
    s.look("lib/Report/Aging.pm", text)
    tries = ["    my ($self, $cust, $day) = @_;", "  my ($self, $cust, $day) = @_;", "my ($self, $cust, $day) = @_;\n    return", "    my ($self,$cust,$day) = @_;", "sub age {\n    my ($self, $cust, $day) = @_;",
             "        my ($self, $cust, $day) = @_;", "my ($self, $cust,  $day) = @_;", "sub age{\n  my ($self, $cust, $day) = @_;", "   my ($self, $cust, $day) = @_;", "sub age\n{\n    my ($self, $cust, $day) = @_;"]
    for n, old in enumerate(tries):
        s.edit("lib/Report/Aging.pm", old, old.replace("cust", "customer"), rejected="missing")
        if n in (2, 6):
            s.look("lib/Report/Aging.pm", text)
        if n == 3:
            s.stuck_here()
