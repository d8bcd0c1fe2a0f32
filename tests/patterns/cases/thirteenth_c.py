"""Long healthy sessions: many helpers and cleared results, a Rails upgrade, encodes, a long rebase, a game, a message bus."""
import random
from session import healthy


@healthy("thirteenth:long-review", "tax-forms", "Have every form module reviewed by a helper, apply what they find and prepare the release.", client="claude", gap=4)
def helpers_who_find_nothing_and_results_that_were_cleared(s):
    r = random.Random(151)
    forms = ["w2", "w4", "1040", "1065", "1099", "1120", "2441", "4562", "4868", "5695", "8606", "8829", "8889", "8949", "8962"]
    limit = {f: r.randint(1000, 9000) for f in forms}
    s.bash("ls src/forms", "\n".join(f"form_{f}.py" for f in forms))
    for f in forms:
        s.task("reviewer", f"Review src/forms/form_{f}.py for rounding and for the limits of 2026. Answer with findings or 'No issues found.'", "No issues found." if f not in ("4562", "8606", "8889") else f"form_{f}.py:{r.randint(30, 200)} uses the 2025 limit.")
    for f in ("4562", "8606", "8889"):
        s.look(f"src/forms/form_{f}.py", f"LIMIT = {limit[f]}  # 2025\n\ndef fill(d):\n    return min(d.amount, LIMIT)\n")
        s.edit(f"src/forms/form_{f}.py", "# 2025", "# 2026")
        s.bash(f"pytest -q tests/test_{f}.py 2>&1 | tail -1", f"{r.randint(6, 30)} passed in 0.{r.randint(10, 90)}s")
    s.look("docs/limits.md", "# Limits\n\n" + "\n".join(f"{f}: {limit[f]}" for f in forms))
    s.look("CHANGELOG.md", "# Changelog\n\n## 26.1\n\n- …\n")
    s.say("The context was trimmed; earlier results are gone. I read what I need again.")
    for f in ("4562", "8606", "8889"):
        s.look(f"src/forms/form_{f}.py", f"LIMIT = {limit[f]}  # 2026\n\ndef fill(d):\n    return min(d.amount, LIMIT)\n")
    s.look("docs/limits.md", "[Old tool result content cleared]")
    s.look("docs/limits.md", "# Limits\n\n" + "\n".join(f"{f}: {limit[f]}" for f in forms))
    for f in ("4562", "8606", "8889"):
        s.edit("docs/limits.md", f"{f}: ", f"{f} (new): ")
    for f in forms:
        s.bash(f"python -m taxforms.schema --check form_{f}", "valid", ms=r.randint(400, 900))
    s.edit("CHANGELOG.md", "- …", "- Limits of 2026 for 4562, 8606 and 8889")
    for k in range(4):
        s.bash("pytest -q -p no:randomly 2>&1 | tail -1" if not k else f"pytest -q -p randomly --randomly-seed={k * 37} 2>&1 | tail -1", f"402 passed in {r.uniform(11, 14):.2f}s", ms=13_000)
    s.bash("git commit -qam 'Limits of 2026' && git tag v26.2", "")


@healthy("thirteenth:long-rails", "allotments", "Upgrade to Rails 7.2 and make the specs green; then add the waiting list.", client="plain", times="none")
def rails_in_steps_with_a_spec_red_for_a_while(s):
    r = random.Random(152)
    for version, conflict in [("7.1", "devise (>= 4.9.3)"), ("7.1", "ransack (>= 4.1)"), ("7.1", ""), ("7.2", "paper_trail (>= 15.2)"), ("7.2", "")]:
        s.edit("Gemfile", f"gem 'rails', '~> {version}'", f"gem 'rails', '~> {version}'\n# {conflict or 'resolved'}")
        s.bash(f"bundle update rails 2>&1 | tail -4", f"Could not find compatible versions\n\nBecause every version of {conflict.split()[0]} in Gemfile depends on railties < {version}\n  and Gemfile depends on {conflict}, version solving has failed." if conflict else f"Fetching rails {version}.4\nInstalling rails {version}.4\nBundle updated!", 6 if conflict else 0)
    dirs = ["models", "requests", "mailers", "jobs", "policies", "services", "helpers", "channels", "lib", "system"]
    for n, d in enumerate(dirs):
        fails = [3, 2, 0, 0, 1, 0, 0, 0, 0, 2][n]
        for left in range(fails, -1, -1):
            s.bash(f"bundle exec rspec spec/{d} --format progress 2>&1 | tail -{3 + left}", f"Finished in {r.uniform(1, 9):.2f} seconds (files took {r.uniform(2, 3):.2f} seconds to load)\n{20 + n * 7} examples, {left} failure{'' if left == 1 else 's'}" + "".join(f"\nrspec ./spec/{d}/plot_{k}_spec.rb:{12 + k} # Plot {k}" for k in range(left)), 1 if left else 0)
            if left:
                s.edit(f"app/{d if d not in ('requests', 'system', 'lib') else 'controllers'}/plot_{left}.rb", f"  enum status_{left}: %i[free taken]", f"  enum :status_{left}, %i[free taken]")
    s.bash("bin/rails g migration CreateWaitingEntries member:references position:integer", "      invoke  active_record\n      create    db/migrate/20261006081122_create_waiting_entries.rb")
    for cmd in ["db:migrate", "db:rollback", "db:migrate"]:
        s.bash(f"bin/rails {cmd}", f"== 20261006081122 CreateWaitingEntries: {'reverting' if 'roll' in cmd else 'migrating'} ====\n-- {'drop' if 'roll' in cmd else 'create'}_table(:waiting_entries)\n   -> 0.0{r.randint(100, 400)}s")
    s.write("app/models/waiting_entry.rb", "class WaitingEntry < ApplicationRecord\n  belongs_to :member\nend\n")
    s.write("spec/models/waiting_entry_spec.rb", "RSpec.describe WaitingEntry do\n  it 'moves up' do\n  end\nend\n")
    for idea, got in [("acts_as_list", "expected: 1\n            got: 2"), ("a callback", "expected: 1\n            got: nil"), ("update_all", "expected: [1, 2, 3]\n            got: [1, 3, 2]"), ("an order", "")]:
        s.edit("app/models/waiting_entry.rb", "  belongs_to :member", f"  belongs_to :member # {idea}")
        s.bash("bundle exec rspec spec/models/waiting_entry_spec.rb", f"F\n\nFailures:\n\n  1) WaitingEntry {'keeps the order' if '[' in got else 'moves up'}\n     Failure/Error: expect(subject).to eq(want)\n\n       {got}\n\n2 examples, 1 failure" if got else f"..\n\nFinished in 0.{r.randint(100, 400)} seconds\n2 examples, 0 failures", 1 if got else 0)
    s.bash("bundle exec rubocop -a | tail -1", "212 files inspected, 6 offenses detected, 6 offenses corrected")
    s.bash("bundle exec rspec 2>&1 | tail -1", "611 examples, 0 failures")


@healthy("thirteenth:long-media", "oral-history", "Digitise the tapes: encode all, check the loudness, and make subtitles for the first four.", client="codex")
def tapes_encoded_behind_a_progress_file(s):
    r = random.Random(153)
    tapes = [f"tape{n:02}" for n in range(1, 17)]
    s.bash("ls raw | wc -l; df -h /srv | tail -1", "16\n/dev/sdb1       3.6T  2.9T  550G  85% /srv")
    s.write("encode.sh", "#!/bin/sh\nfor t in raw/*.wav; do ffmpeg -v error -y -i $t -c:a libopus -b:a 48k out/$(basename $t .wav).opus && echo $t >> done.txt; done\n")
    s.bash("nohup sh encode.sh > encode.log 2>&1 & echo $!", "41822")
    for done in [0, 1, 1, 2, 4, 4, 6, 7, 9, 9, 11, 12, 14, 16]:
        s.bash("sleep 300; wc -l < done.txt", str(done) if done else "sh: 1: cannot open done.txt: No such file", 0 if done else 2, ms=300_200)
    for t in tapes:
        s.bash(f"ffmpeg -hide_banner -nostats -i out/{t}.opus -af ebur128 -f null - 2>&1 | awk '/I:/{{print $2}}' | tail -1", f"-{r.choice(['23.0', '23.0', '23.0', '23.1', '22.9'])}" if t != "tape11" else "-31.4", ms=r.randint(9000, 21_000))
    s.bash("ffmpeg -v error -y -i raw/tape11.wav -af loudnorm=I=-23 -c:a libopus -b:a 48k out/tape11.opus", "", ms=180_000)
    s.bash("ffmpeg -hide_banner -nostats -i out/tape11.opus -af ebur128 -f null - 2>&1 | awk '/I:/{print $2}' | tail -1", "-23.0")
    for t in tapes:
        s.bash(f"ffprobe -v error -i out/{t}.opus && echo ok", "ok")
    s.bash("whisper-cli -m models/ggml-medium.bin -f out/tape01.opus -osrt", "whisper_init_from_file_with_params_no_state: loading model from 'models/ggml-medium.bin'\nwhisper_init_from_file_with_params_no_state: failed to open 'models/ggml-medium.bin'\nerror: failed to initialize whisper context", 3)
    s.bash("sh ~/whisper.cpp/models/download-ggml-model.sh medium models | tail -1", "Done! Model 'medium' saved in 'models/ggml-medium.bin'", ms=91_000)
    for t in tapes[:4]:
        s.bash(f"ffmpeg -v error -y -i out/{t}.opus -ar 16000 /tmp/{t}.wav", "")
        s.bash(f"whisper-cli -m models/ggml-medium.bin -f /tmp/{t}.wav -osrt -of subs/{t} 2>&1 | tail -1", f"output_srt: saving output to 'subs/{t}.srt'", ms=r.randint(240_000, 420_000))
    s.bash("md5sum -c checksums.txt --quiet", "")


@healthy("thirteenth:long-rebase", "lathe-firmware", "Rebase feature/threading on main (it is two years old), and make it build for every target again.", client="claude")
def a_rebase_with_a_conflict_at_every_stop(s):
    r = random.Random(154)
    titles = ["Add thread table", "Add pitch input", "Parse pitch", "Spindle sync", "Encoder filter", "Half nut state", "Metric table", "Imperial table", "Retract on stop", "Beep", "UI for threads", "Undo pitch", "Limits", "Test table", "Docs", "Clean up"]
    s.bash("git log --oneline main..feature/threading | wc -l", "16")
    for n, t in enumerate(titles):
        c = "git rebase main feature/threading" if n == 0 else "GIT_EDITOR=true git rebase --continue"
        f = ["src/thread.c", "src/ui.c", "src/spindle.c"][n % 3]
        if n not in (5, 9, 13):
            s.bash(c, f"Rebasing ({n + 1}/16)\nAuto-merging {f}\nCONFLICT (content): Merge conflict in {f}\nerror: could not apply {r.getrandbits(28):07x}... {t}\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\".\nCould not apply {r.getrandbits(28):07x}... {t}", 1)
            s.bash("git diff --diff-filter=U | head -20", f"diff --cc {f}\n@@@ -{n * 20 + 3},6 -{n * 20 + 3},8 +{n * 20 + 3},13 @@@\n++<<<<<<< HEAD\n +  step_{n}(ctx);\n++=======\n+   step_{n}(ctx, pitch);\n++>>>>>>> {t}")
            s.edit(f, f"<<<<<<< HEAD\n  step_{n}(ctx);\n=======\n  step_{n}(ctx, pitch);\n>>>>>>> {t}", f"  step_{n}(ctx, ctx->pitch);")
            s.bash(f"git add {f}", "")
    s.bash("GIT_EDITOR=true git rebase --continue", "Successfully rebased and updated refs/heads/feature/threading.")
    for target in ["stm32f4", "stm32g4", "rp2040", "esp32s3", "sim", "avr"]:
        if target in ("rp2040", "avr"):
            s.bash(f"make -s TARGET={target}", f"src/spindle.c:{r.randint(20, 200)}:12: error: implicit declaration of function 'tim_capture' [-Wimplicit-function-declaration]\nmake: *** [Makefile:41: build/{target}/spindle.o] Error 1", 2)
            s.edit(f"hal/{target}.h", "#pragma once", f"#pragma once\nuint32_t tim_capture(uint8_t ch); /* {target} */")
        s.bash(f"make -s TARGET={target}", "", ms=r.randint(8000, 31_000))
    s.bash("ctest --test-dir build/sim -j8 | tail -2", "100% tests passed, 0 tests failed out of 88\n\nTotal Test time (real) =   4.21 sec")


@healthy("thirteenth:long-game", "moss-quest", "Convert the old levels to the new tile format, get the headless tests green and export for all platforms.", client="plain", codes=False, gap=4)
def levels_converted_a_test_mended_and_five_exports(s):
    r = random.Random(155)
    levels = [f"{w}_{n}" for w in ("bog", "cave", "ridge", "keep") for n in range(1, 6)]
    s.bash("ls levels | wc -l", "20")
    s.write("tools/convert.gd", "extends SceneTree\nfunc _init():\n\tpass\n")
    for n, err in enumerate(["Parse Error: Identifier \"TileMapLayer\" not declared in the current scope.", "Invalid call. Nonexistent function 'set_cellv' in base 'TileMap'.", "Invalid access to property or key 'tile_data' on a base object of type 'Nil'.", ""]):
        s.bash("godot --headless -s tools/convert.gd -- levels/bog_1.tscn", f"Godot Engine v4.3.stable.official.77dcf97d8\n\nSCRIPT ERROR: {err}\n   at: GDScript::reload (res://tools/convert.gd:{14 + n * 6})" if err else "Godot Engine v4.3.stable.official.77dcf97d8\n\nconverted", 1 if err else 0, ms=r.randint(2000, 3000))
        if err:
            s.edit("tools/convert.gd", f"\tpass # {n}" if n else "\tpass", f"\tstep_{n}()\n\tpass # {n + 1}")
    for level in levels[1:]:
        s.bash(f"godot --headless -s tools/convert.gd -- levels/{level}.tscn", "Godot Engine v4.3.stable.official.77dcf97d8\n\nconverted", ms=r.randint(2000, 3500))
    why = ["player falls through (1, 14)", "player falls through (22, 9)", "player stops at (22, 8)", "door does not open", ""]
    for n, w in enumerate(why):
        s.bash("godot --headless -s addons/gut/gut_cmdln.gd -gexit 2>&1 | tail -5", f"res://test/test_levels.gd\n* test_walk_through\n    [Failed]:  {w}\n---- 1 failing tests ----\nTests 41  Passing 40" if w else f"Tests             41\nPassing           41\nTime              {r.uniform(9, 12):.2f}s\n---- All tests passed! ----", 1 if w else 0, ms=r.randint(9000, 14_000))
        if w:
            s.grep("physics_layer", "tiles", f"tiles/moss.tres:{12 + n * 4}:physics_layer_{n}/collision_layer = 0")
            s.edit("tiles/moss.tres", f"physics_layer_{n}/collision_layer = 0", f"physics_layer_{n}/collision_layer = 1")
    for preset, out in [("Linux", "moss.x86_64"), ("Windows", "moss.exe"), ("macOS", "moss.zip"), ("Web", "index.html"), ("Android", "moss.apk")]:
        if preset == "Android":
            s.bash(f"godot --headless --export-release {preset} dist/{out}", "ERROR: Cannot export project with preset \"Android\" due to configuration errors:\nA valid Java SDK path is required in Editor Settings.\n   at: _fs_changed (editor/editor_node.cpp:1024)", 1)
            s.bash("sed -i 's#java_sdk_path = \"\"#java_sdk_path = \"/usr/lib/jvm/java-17-openjdk-amd64\"#' ~/.config/godot/editor_settings-4.3.tres", "")
        s.bash(f"godot --headless --export-release {preset} dist/{out}", "Godot Engine v4.3.stable.official.77dcf97d8\n\nsavepack: end\n[ DONE ] export", ms=r.randint(20_000, 70_000))
    for level in levels[::3]:
        s.bash(f"godot --headless --path . levels/{level}.tscn --quit-after 60 2>&1 | grep -c ERROR", "0", 1)


@healthy("thirteenth:long-kafka", "meter-bus", "Consumers lag since the deploy. Find out why, mend it, and watch until the lag is gone.", client="codex", gap=10)
def a_lag_explained_by_one_setting_and_watched_down(s):
    r = random.Random(156)
    groups = ["billing", "alerts", "archive", "forecast", "portal", "export"]
    for g in groups:
        s.bash(f"kafka-consumer-groups --bootstrap-server kafka:9092 --describe --group {g} | awk '{{l+=$6}} END {{print l}}'", "0" if g != "billing" else "1811402", ms=r.randint(2000, 3000))
    for p in range(12):
        s.bash(f"kafka-consumer-groups --bootstrap-server kafka:9092 --describe --group billing | awk '$3=={p}'", f"billing         readings        {p}          {r.randint(80_000_000, 90_000_000)}        {r.randint(90_000_000, 99_000_000)}        {r.randint(140_000, 160_000)}          consumer-billing-{p % 3 + 1}-{r.getrandbits(32):08x}  /10.1.4.{20 + p % 3}  consumer-billing-{p % 3 + 1}")
    for q in ["rebalance", "OutOfMemoryError", "CommitFailedException", "RecordTooLarge", "TimeoutException", "Full GC"]:
        s.bash(f"kubectl logs -l app=billing --tail=20000 | grep -c {q}", "0", 1, ms=r.randint(900, 1500))
    s.bash("git diff v71..v72 --stat", " deploy/billing.yaml             | 2 +-\n src/main/scala/Sink.scala       | 9 +++++----\n 2 files changed, 6 insertions(+), 5 deletions(-)")
    s.bash("git diff v71..v72", "-      - name: MAX_POLL_RECORDS\n-        value: \"2000\"\n+      - name: MAX_POLL_RECORDS\n+        value: \"20\"")
    s.edit("deploy/billing.yaml", 'value: "20"', 'value: "2000"')
    s.bash("sbt -Dsbt.supershell=false 'testOnly *SinkSpec' | tail -3", "[info] Tests: succeeded 14, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.\n[success] Total time: 21 s", ms=44_000)
    s.bash("kubectl apply -f deploy/billing.yaml", "deployment.apps/billing configured")
    s.bash("kubectl rollout status deploy/billing", "deployment \"billing\" successfully rolled out", ms=38_000)
    lag = 1_811_402
    for k in range(24):
        s.bash("kafka-consumer-groups --bootstrap-server kafka:9092 --describe --group billing | awk '{l+=$6} END {print l}'", str(max(lag, 0)), gap=120, ms=r.randint(2000, 3000))
        lag -= 84_000 if k not in (6, 7, 8) else 0
    s.say("The lag is gone; the deploy had lost two zeros of MAX_POLL_RECORDS.")
