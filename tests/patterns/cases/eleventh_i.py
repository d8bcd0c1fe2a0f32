"""Programs that are missing, edits that are rejected or repeated, tests that no fix moves, families of new files."""
from session import healthy, stuck


@healthy("eleventh:missing", "grpc-c", "Generate the stubs and build on this fresh machine.", client="claude")
def tools_missed_and_installed_one_by_one(s):
    for n, (command, tool, package) in enumerate([("cmake -S . -B build", "cmake", "cmake"), ("ninja -C build", "ninja", "ninja-build"), ("protoc --version", "protoc", "protobuf-compiler"), ("grpc_cpp_plugin < /dev/null", "grpc_cpp_plugin", "protobuf-compiler-grpc"), ("pkg-config --modversion grpc++", "pkg-config", "pkg-config"), ("clang-format --version", "clang-format", "clang-format")]):
        s.bash(command, f"bash: {tool}: command not found", 127, ms=20)
        s.bash(f"sudo apt-get install -y -qq {package}", f"Selecting previously unselected package {package}.\nUnpacking {package} ...\nSetting up {package} ...", ms=9000 + n * 711)
        s.bash(command, ["-- The CXX compiler identification is GNU 13.2.0\n-- Generating done (0.0s)", "[42/42] Linking CXX executable echo_server", "libprotoc 3.21.12", "", "1.51.1", "Ubuntu clang-format version 18.1.3"][n], ms=2100)
    s.bash("cmake --build build && ctest --test-dir build -Q; echo $?", "0", ms=31_000)


@healthy("eleventh:missing", "invoice-angular", "Replace the moment calls by date-fns in these five components.", client="plain")
def edits_rejected_and_right_after_a_new_look(s):
    for n, name in enumerate(["list", "detail", "filter", "export", "dunning"]):
        old = f"moment(this.{name}.due).format('DD.MM.YYYY')"
        s.edit(f"src/app/{name}.component.ts", old, f"format(this.{name}.due, 'dd.MM.yyyy')", rejected="missing" if n in (1, 2, 4) else None)
        if n in (1, 2, 4):
            s.look(f"src/app/{name}.component.ts", f"  due() {{\n    return moment( this.{name}.due ).format( 'DD.MM.YYYY' );\n  }}\n", 40 + n, 3)
            s.edit(f"src/app/{name}.component.ts", f"moment( this.{name}.due ).format( 'DD.MM.YYYY' )", f"format(this.{name}.due, 'dd.MM.yyyy')")
    s.grep("moment", "src/app", "")
    s.bash("npx ng build --configuration production 2>&1 | tail -2", "Application bundle generation complete. [11.402 seconds]\nOutput location: /home/dev/invoice-angular/dist", ms=14_000)


@healthy("eleventh:missing", "kart-godot", "Every level scene needs the new pause layer.", client="claude", gap=3)
def one_node_in_every_level_scene(s):
    for n in range(16):
        s.edit(f"levels/level_{n + 1:02}.tscn", "[node name=\"HUD\" parent=\".\"]", "[node name=\"HUD\" parent=\".\"]\n[node name=\"Pause\" parent=\".\" instance=ExtResource(\"pause\")]")
    s.bash("godot --headless --check-only --path . 2>&1 | tail -1", "Godot Engine v4.4.1.stable.official.49a5bc7b6 - https://godotengine.org", ms=5100)


@healthy("eleventh:missing", "parcel-kotlin", "testTariffTable is red since the refactoring. Repair the tariff.", client="codex")
def one_test_and_ever_another_wrong_line(s):
    for n, (got, want) in enumerate([("NullPointerException: zone", ""), ("3.20", "4.10"), ("4.10", "4.60"), ("5.00", "5.90"), ("8.30", "8.90"), ("12.00", "12.50"), ("19.90", "20.40")]):
        text = "java.lang.NullPointerException: zone must not be null\n        at parcel.TariffTest.testTariffTable(TariffTest.kt:21)" if n == 0 else f"org.opentest4j.AssertionFailedError: row {n}: expected: <{want}> but was: <{got}>\n        at parcel.TariffTest.testTariffTable(TariffTest.kt:31)"
        s.bash("./gradlew test --tests '*testTariffTable' -q", f"TariffTest > testTariffTable() FAILED\n    {text}\n\n1 test completed, 1 failed", 1, ms=11_000 + n * 233)
        s.edit("src/main/kotlin/parcel/Tariff.kt", "val zone: Zone?" if n == 0 else f"Row({n}, \"{got}\")", "val zone: Zone = Zone.DOMESTIC" if n == 0 else f"Row({n}, \"{want}\")")
    s.bash("./gradlew test --tests '*testTariffTable' -q", "", ms=12_000)
    s.bash("./gradlew test -q", "", ms=31_000)


@healthy("eleventh:missing", "bin-packing", "Try a few heuristics for the truck loading and keep the best.", client="plain", codes=False)
def seven_heuristics_in_seven_files(s):
    for n, (name, used) in enumerate([("first_fit", 41), ("best_fit", 39), ("ffd", 36), ("bfd", 36), ("genetic", 35), ("anneal", 34), ("colgen", 33)]):
        s.write(f"heur_{n + 1}.py", f"# {name}\nfrom trucks import load, report\nreport({name!r}, load('items.csv', {name!r}))\n")
        s.bash(f"python3 heur_{n + 1}.py", f"{name}: {used} trucks, fill {88.1 + (41 - used) * 1.3:.1f} %, {n * 7 + 1}.{n}s", ms=1000 + n * 7000)
    s.bash("cp heur_7.py load_trucks.py && git add load_trucks.py", "")


@stuck("eleventh:missing", "sensor-proto", "Regenerate the protobuf code and build.", client="codex")
def protoc_missed_whatever_the_makefile_says(s):
    forms = ["protoc --cpp_out=gen proto/*.proto", "$(shell which protoc) --cpp_out=gen proto/*.proto", "/usr/bin/env protoc --cpp_out=gen proto/*.proto", "protoc -I proto --cpp_out=gen proto/sensor.proto"]
    for n in range(25):
        if n == 7:
            s.stuck_here()
        kind = n % 4
        if kind == 0:
            s.edit("Makefile", forms[n // 4 % 4], forms[(n // 4 + 1) % 4])
        elif kind == 3:
            s.bash(["which protoc", "export PATH=$PATH:/usr/local/bin && protoc --version", "ls proto"][n // 4 % 3], ["", "bash: protoc: command not found", "sensor.proto"][n // 4 % 3], [1, 127, 0][n // 4 % 3])
        else:
            s.bash(["make gen", "make -B gen", "make clean gen", "make gen V=1"][(n // 2) % 4], "protoc -I proto --cpp_out=gen proto/sensor.proto\nmake: protoc: No such file or directory\nmake: *** [Makefile:7: gen] Error 127", 2, ms=90 + n)


@stuck("eleventh:missing", "ticket-blazor", "Show the price with two decimals in the basket.", client="claude", gap=5)
def a_razor_line_remembered_from_an_older_version(s):
    olds = ["<td>@item.Price</td>", "<td>@item.Price</td>\n", "    <td>@item.Price</td>", "<td>@(item.Price)</td>", "\t<td>@item.Price</td>"]
    for n in range(22):
        if n == 6:
            s.stuck_here()
        if n % 6 == 4:
            s.bash("git status -s", "")
        elif n % 6 == 5:
            s.plan([("Format the price", "in_progress"), ("Run the tests", "pending")])
        else:
            old = olds[n % 5]
            s.edit("Pages/Basket.razor", old, old.replace("@item.Price", "@item.Price.ToString(\"F2\")").replace("@(item.Price)", "@item.Price.ToString(\"F2\")"), rejected="missing")


@stuck("eleventh:missing", "farm-terraform", "Set the instance type of the workers to m7g.large.", client="plain")
def a_type_that_a_generator_sets_back(s):
    for n in range(24):
        if n == 8:
            s.stuck_here()
        kind = n % 4
        if kind == 0:
            s.edit("workers.tf", "  instance_type = \"m6i.large\"", "  instance_type = \"m7g.large\"")
        elif kind == 1:
            s.bash("make plan", f"python3 gen.py > workers.tf\nterraform plan -no-color | tail -1\nNo changes. Your infrastructure matches the configuration.", ms=9000 + n * 31)
        elif kind == 2:
            s.grep("instance_type", "workers.tf", "8:  instance_type = \"m6i.large\"")
        else:
            s.bash(["terraform refresh | tail -1", "terraform init -upgrade | tail -1", "rm -rf .terraform && terraform init | tail -1"][n // 4 % 3], ["", "commands will detect it and remind you to do so if necessary.", "commands will detect it and remind you to do so if necessary."][n // 4 % 3], ms=6000)


@stuck("eleventh:missing", "quiz-rails", "quiz_spec:48 fails. Make it pass.", client="codex")
def a_spec_that_eleven_repairs_do_not_move(s):
    ideas = ["reload", "touch: true", "save!", "transaction do", "order(:id)", "to_a", "freeze_time", "uncached { }", "reload.score", "with_lock", "reset_column_information", "includes(:answers)", "sum(&:points)"]
    for n in range(13):
        if n == 5:
            s.stuck_here()
        s.edit(["app/models/quiz.rb", "app/models/answer.rb", "app/services/scorer.rb"][n % 3], f"# try {n}", f"{ideas[n]}\n# try {n + 1}")
        s.bash(["bundle exec rspec spec/models/quiz_spec.rb:48", "bin/rspec spec/models/quiz_spec.rb:48 -fd", "DISABLE_SPRING=1 bundle exec rspec spec/models/quiz_spec.rb:48"][n % 3], f"Failures:\n\n  1) Quiz#score counts each right answer once\n     Failure/Error: expect(quiz.score).to eq 3\n\n       expected: 3\n            got: 6\n\n       (compared using ==)\n     # ./spec/models/quiz_spec.rb:52:in `block (3 levels) in <main>'\n\nFinished in 0.{211 + n * 37 % 700} seconds (files took {2 + n % 3}.{n * 7 % 10} seconds to load)\n1 example, 1 failure\n\nRandomized with seed {n * 7919 % 60000}", 1, ms=4100 + n * 71)


@stuck("eleventh:missing", "ad-report", "Write a script that lists the AD accounts without a logon for 90 days.", client="plain", times="none")
def one_more_powershell_script_without_the_module(s):
    names = ["Get-Stale.ps1", "Get-Stale2.ps1", "Get-StaleUsers.ps1", "Get-StaleUsers_fixed.ps1", "Get-StaleUsers_v2.ps1", "Get-StaleUsers_final.ps1", "StaleReport.ps1", "StaleReport_simple.ps1", "StaleReport_minimal.ps1", "Report_new.ps1", "Report_new2.ps1", "Report_last.ps1"]
    for n, name in enumerate(names):
        if n == 4:
            s.stuck_here()
        s.write(name, f"{['', '#requires -Version 5', 'Import-Module ActiveDirectory -ErrorAction SilentlyContinue'][n % 3]}\n$limit = (Get-Date).AddDays(-90)\nGet-ADUser -Filter {{{['LastLogonDate -lt $limit', 'Enabled -eq $true', '*'][n % 3]}}} -Properties LastLogonDate | {['Select Name', 'Export-Csv stale.csv', 'Format-Table'][n % 3]}\n")
        s.bash(f"powershell -File .\\{name}", f"Get-ADUser : The term 'Get-ADUser' is not recognized as the name of a cmdlet, function, script file, or operable program.\nAt C:\\dev\\ad-report\\{name}:3 char:1\n+ Get-ADUser -Filter ...\n    + CategoryInfo          : ObjectNotFound: (Get-ADUser:String) [], CommandNotFoundException", 1)
