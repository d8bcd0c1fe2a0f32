"""Game engines, media and documents: Godot, Unity, ffmpeg; and edits, searches and plans around them."""
from session import healthy, stuck


@healthy("principle:fruitless", "godot", "Which of these functions of the old input layer can go? Delete those that nothing calls.", client="claude")
def dead_code_has_no_callers(s):
    names = ["poll_joypad", "remap_axis", "legacy_rumble", "is_chord_down", "frame_of_press", "buffer_input", "flush_buffer", "mouse_delta_raw", "touch_to_mouse", "swap_confirm"]
    s.look("addons/input/old_input.gd", "\n".join(f"func {name}():\n\tpass" for name in names))
    s.think("The file as it stands:\n```gdscript\n" + "\n".join(f"func {name}():\n\tpass" for name in names) + "\n```\nI look for callers of each one.")
    for name in names:
        s.grep(rf"\b{name}\(", "scenes")
    s.bash("git rm -q addons/input/old_input.gd && godot --headless --quit --check-only 2>&1 | tail -1", "", ms=5000)
    s.bash("git commit -qm 'Remove the old input layer, which nothing calls'", "")


@healthy("rule:R8", "godot", "Replace the deprecated call in every enemy script.", client="claude", times="at")
def the_same_edit_in_ten_files(s):
    files = ["bat", "boar", "crab", "drone", "ghost", "golem", "imp", "slime", "spider", "wolf"]
    s.grep("move_and_slide\\(velocity", "enemies", "\n".join(f"enemies/{name}.gd:18:\tvelocity = move_and_slide(velocity, Vector2.UP)" for name in files))
    for name in files:
        s.look(f"enemies/{name}.gd", "\tvelocity = move_and_slide(velocity, Vector2.UP)", 18, 1)
        s.edit(f"enemies/{name}.gd", "\tvelocity = move_and_slide(velocity, Vector2.UP)", "\tmove_and_slide()")
    s.bash("godot --headless --path . -s addons/gut/gut_cmdln.gd -gexit | tail -3", "Tests             41\nPassing           41\nAsserts          112", ms=9000)


@healthy("rule:names", "godot", "Check that every level loads without an error.", codes=False)
def one_check_for_each_level(s):
    s.bash("ls levels", "\n".join(f"level_{n}.tscn" for n in range(1, 13)))
    for n in range(1, 13):
        s.bash(f"godot --headless --path . --quit-after 2 res://levels/level_{n}.tscn", "Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org", ms=2300)
    s.bash("godot --headless --path . --export-release 'Linux/X11' build/game.x86_64 2>&1 | tail -1", "[ DONE ] export", ms=40_000)


@healthy("rule:R6", "media", "Make a 720p version of every clip for the web page.", client="codex")
def clips_converted_in_silence(s):
    clips = ["arrival", "bridge", "choir", "dusk", "ferry", "harbour", "lantern", "market", "orchard", "quay", "rain", "tower", "waltz"]
    s.bash("ls raw", "\n".join(f"{clip}.mov" for clip in clips))
    for clip in clips:
        s.bash(f"ffmpeg -y -loglevel error -i raw/{clip}.mov -vf scale=-2:720 -c:v libx264 -crf 22 web/{clip}.mp4", "", ms=18_000)
        s.bash(f"ffprobe -v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0 web/{clip}.mp4", "1280,720")


@healthy("rule:client_rejects", "unity", "Rename the serialized field in the three spawner classes.", client="claude")
def a_file_not_read_before(s):
    s.grep("spawnDelay", "Assets/Scripts", "Assets/Scripts/Spawner.cs:12:  [SerializeField] float spawnDelay;\nAssets/Scripts/BossSpawner.cs:9:  [SerializeField] float spawnDelay;\nAssets/Scripts/WaveSpawner.cs:15:  [SerializeField] float spawnDelay;")
    for name in ["Spawner", "BossSpawner", "WaveSpawner"]:
        s.edit(f"Assets/Scripts/{name}.cs", "[SerializeField] float spawnDelay;", "[FormerlySerializedAs(\"spawnDelay\")] [SerializeField] float delay;", rejected="unread")
    for name in ["Spawner", "BossSpawner", "WaveSpawner"]:
        s.look(f"Assets/Scripts/{name}.cs", "  [SerializeField] float spawnDelay;", 9, 8)
        s.edit(f"Assets/Scripts/{name}.cs", "[SerializeField] float spawnDelay;", "[FormerlySerializedAs(\"spawnDelay\")] [SerializeField] float delay;")
    s.bash("Unity -batchmode -nographics -quit -projectPath . -logFile - | tail -2", "Batchmode quit successfully invoked - shutting down!\nExiting batchmode successfully now!", ms=52_000)


@healthy("principle:plans", "unity", "Add a pause menu: button, key, audio, tests.", client="claude")
def a_plan_kept_beside_the_work(s):
    steps = ["Read the scene", "Add the menu prefab", "Bind the key", "Lower the audio", "Write a play mode test", "Run the tests"]
    for done in range(len(steps) + 1):
        s.plan([(step, "completed" if n < done else "in_progress" if n == done else "pending") for n, step in enumerate(steps)])
        if done == 0:
            s.look("Assets/Scenes/Main.unity", "%YAML 1.1\n--- !u!1 &100")
        elif done in (1, 2, 3, 4):
            s.write(f"Assets/Scripts/Pause{['Menu', 'Key', 'Audio', 'MenuTest'][done - 1]}.cs", f"public class Pause{done} : MonoBehaviour {{ }}\n")
        elif done == 5:
            s.bash("Unity -batchmode -runTests -testPlatform PlayMode -projectPath . -testResults r.xml; grep -o 'result=\"[A-Za-z]*\"' r.xml | head -1", 'result="Passed"', ms=61_000)


@stuck("principle:fruitless", "godot", "Where is the vibration strength set?", client="codex")
def one_name_searched_in_every_way(s):
    s.bash("ls", "addons\nenemies\nlevels\nproject.godot\nscripts")
    s.stuck_here()
    for command in ["rg -n vibration_strength", "rg -n 'vibration_strength' scripts", "grep -rn vibration_strength .", "grep -rni 'vibration_strength' .", "rg -ni 'vibration_strength'", "git grep -n vibration_strength", "rg -n --hidden vibration_strength",
                    "rg -uu -n vibration_strength", "find . -name '*.gd' | xargs grep -n vibration_strength", "grep -rn --include='*.gd' vibration_strength .", "rg -n 'vibration.strength'", "ag vibration_strength", "git log -S vibration_strength --oneline",
                    "grep -rn \"vibration_strength\" scripts addons"]:
        s.bash(command, "", 1 if not command.startswith(("find", "git log")) else 123 if "xargs" in command else 0)


@stuck("rule:R20", "godot", "The dialogue of the third level is never shown. Find out why.", client="claude")
def nothing_comes_of_anything(s):
    s.grep("dialogue", "levels", "levels/level_3.tscn:44:[node name=\"Dialogue\" type=\"CanvasLayer\"]")
    s.stuck_here()
    s.look_fails("scripts/dialogue.gd")
    s.grep("show_dialogue", "scripts")
    s.bash("# perhaps the node is created at run time", "")
    s.look_fails("scripts/ui/dialogue.gd")
    s.bash("find . -iname '*dialog*.gd'", "")
    s.bash("echo \"checking the dialogue\"", "checking the dialogue")
    s.look_fails("scripts/dialogue/dialogue.gd")
    s.bash("true", "")
    s.grep("DialogueManager", ".")
    s.bash("ls scripts/dialogue", "ls: cannot access 'scripts/dialogue': No such file or directory", 2)
    s.bash("# the autoload may have another name", "")
    s.look_fails("autoload/dialogue.gd")
    s.grep("dialogue_started", ".")
    s.bash("echo \"still looking\"", "still looking")
    s.bash("cat scripts/dialogue.gd", "cat: scripts/dialogue.gd: No such file or directory", 1)
    s.bash("find . -path '*dialogue*' -name '*.json'", "")
    s.look_fails("scripts/dialogue_box.gd")
    s.grep("dialogue_finished", "addons")


@stuck("rule:R4", "unity", "Guard the null reference in Inventory.Drop.", client="claude")
def edits_rejected_with_looks_between(s):
    s.look("Assets/Scripts/Inventory.cs", "  public void Drop(Item item)\n  {\n\t\tslots[item.slot].Clear();\n  }", 60)
    s.stuck_here()
    for n, old in enumerate(["    slots[item.slot].Clear();", "    slots[item.Slot].Clear();", "  public void Drop(Item item) {\n    slots[item.slot].Clear();", "      slots[item.slot].Clear();", "    this.slots[item.slot].Clear();",
                             "    slots[item.slot].Clear() ;", "public void Drop(Item item)\n{\n    slots[item.slot].Clear();\n}", "    slots[ item.slot ].Clear();", "   slots[item.slot].Clear();"]):
        s.edit("Assets/Scripts/Inventory.cs", old, old.replace("slots[", "if (item != null) slots["), rejected="missing")
        if n % 3 == 1:
            s.grep("Clear\\(\\)", "Assets/Scripts/Inventory.cs", "62:\t\tslots[item.slot].Clear();")
        if n == 5:
            s.look("Assets/Scripts/Inventory.cs", "  public void Drop(Item item)\n  {\n\t\tslots[item.slot].Clear();\n  }", 60)


@stuck("rule:R4", "media", "Make the encoder preset configurable.", client="codex")
def patches_that_never_apply(s):
    s.look("transcode/profiles.py", "PRESETS = {\n    \"web\": (\"libx264\", \"medium\", 22),\n    \"archive\": (\"libx265\", \"slow\", 18),\n}")
    s.stuck_here()
    for n, old in enumerate(["PRESETS = {\n  'web': ('libx264', 'medium', 22),", "PRESETS = dict(\n    web=(\"libx264\", \"medium\", 22),", "    \"web\": (\"libx264\", \"medium\", 21),", "PRESETS: dict = {\n    \"web\": (\"libx264\", \"medium\", 22),",
                             "PRESETS={\n    \"web\":(\"libx264\",\"medium\",22),", "    'web': (\"libx264\", \"medium\", 22),", "PRESETS = {\n\t\"web\": (\"libx264\", \"medium\", 22),", "PRESETS = {\n    \"web\": [\"libx264\", \"medium\", 22],",
                             "    \"web\" : (\"libx264\", \"medium\", 22),"]):
        s.edit("transcode/profiles.py", old, old.replace("medium", "{preset}"), rejected="missing")
        if n in (2, 5):
            s.bash("git status --short", "")


@stuck("principle:plans", "media", "Write the script that cuts the silence out of the recordings.", client="codex", times="none")
def plans_and_nothing_else(s):
    steps = ["Understand the recordings", "Design the cutter", "Implement the cutter", "Test on a sample", "Document it"]
    s.bash("ls recordings | head -3", "2026-10-01.wav\n2026-10-02.wav\n2026-10-03.wav")
    s.stuck_here()
    for n in range(14):
        s.plan([(f"{step}{['', ' carefully', ' in detail', ' (revised)'][n % 4]}", "in_progress" if m == n % 2 else "pending") for m, step in enumerate(steps[n % 3:] + steps[:n % 3])])


@stuck("principle:evicted", "unity", "Explain how the save system versions its files.", client="claude")
def the_same_file_read_again_and_again(s):
    text = "public class SaveFile {\n  public int version;\n  public byte[] body;\n  public static SaveFile Load(string path) => Json.Read<SaveFile>(path);\n}"
    s.grep("class SaveFile", "Assets", "Assets/Scripts/Save/SaveFile.cs:1:public class SaveFile {")
    s.stuck_here()
    for n in range(15):
        if n in (4, 9):
            s.other("read", {"file_path": f"{s.cwd}/Assets/Scripts/Save/SaveFile.cs"}, "[Old tool result content cleared]", ms=12)
        else:
            s.look("Assets/Scripts/Save/SaveFile.cs", text)
