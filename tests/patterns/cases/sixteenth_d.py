"""Ordinary ways to get stuck, second half: reinstalling, version roulette, guessed methods, a locked browser, a growing profile, a merge redone, scripts v1 to v9, a server that is up, a tool that undoes the edit, a licence, a host behind a VPN."""
from session import stuck, run


@stuck("work:reinstalling", "map-widget", "`npm run dev` crashes since I pulled. Fix my install.", client="claude")
def node_modules_removed_for_a_binding_the_lock_file_leaves_out(s):
    err = ("/home/dev/map-widget/node_modules/rollup/dist/native.js:64\n\t\tthrow new Error(\n\t\t      ^\n\nError: Cannot find module @rollup/rollup-linux-x64-gnu. npm has a bug related to optional dependencies (https://github.com/npm/cli/issues/4828). Please try `npm i` again after removing both package-lock.json and node_modules directory.\n"
           "    at requireWithFriendlyError (/home/dev/map-widget/node_modules/rollup/dist/native.js:64:9)\n  [cause]: Error: Cannot find module '@rollup/rollup-linux-x64-gnu'\n    code: 'MODULE_NOT_FOUND'\n\nNode.js v20.18.1")
    def ci(t, word="added"):
        return f"{word} 614 packages, and audited 615 packages in {t}s\n\n142 packages are looking for funding\n  run `npm fund` for details\n\nfound 0 vulnerabilities"
    s.bash("npm run dev", "\n> map-widget@1.9.0 dev\n> vite\n\n" + err, 1, ms=1900)
    s.bash("rm -rf node_modules && npm ci", ci(11), ms=11_900)
    s.bash("npm run dev 2>&1 | head -20", "\n> map-widget@1.9.0 dev\n> vite\n\n" + err)
    s.bash("npm cache clean --force && rm -rf node_modules && npm ci", "npm warn using --force Recommended protections disabled.\n" + ci(24), ms=25_800)
    s.bash("timeout 20 npm run dev", "\n> map-widget@1.9.0 dev\n> vite\n\n" + err, 1, ms=1700)
    s.say("Still there. I'll keep the lock file out of suspicion and clean more caches.")
    s.bash("rm -rf node_modules node_modules/.vite ~/.npm/_cacache && npm ci --prefer-online", ci(28), ms=29_100)
    run(s, "npx vite build 2>&1 | tail -12", err, 1, ms=1500)
    s.stuck_here()
    s.bash("rm -rf node_modules && npm ci --legacy-peer-deps", ci(12), ms=12_600)
    s.bash("npm run dev", "\n> map-widget@1.9.0 dev\n> vite\n\n" + err, 1, ms=1800)
    s.bash("npm rebuild && npx vite --version", "rebuilt dependencies successfully\n" + err, 1, ms=5200)
    s.bash("ls node_modules/@rollup", "pluginutils")
    s.bash("cat .npmrc; npm config get optional omit", "optional=true\nomit=\n")
    s.bash("npm cache verify && rm -rf node_modules && npm ci --include=optional", "Cache verified and compressed (~/.npm/_cacache)\nContent verified: 1388 (211442109 bytes)\nFinished in 4.114s\n" + ci(13), ms=18_000)
    s.bash("npm run dev 2>&1 | tail -n 15", err)
    s.say("Let me try a completely fresh install once more, in another order.")
    s.bash("rm -rf node_modules dist .vite && npm cache clean --force && npm ci --no-audit --no-fund", "npm warn using --force Recommended protections disabled.\nadded 614 packages in 22s", ms=23_000)
    s.bash("npm run build", "\n> map-widget@1.9.0 build\n> vite build\n\n" + err, 1, ms=1500)
    s.bash("npm install --force", "npm warn using --force Recommended protections disabled.\n" + ci(4, "up to date,"), ms=4800)
    s.bash("npx vite 2>&1 | head -9", err)
    s.bash("npm dedupe && npm prune && npm run dev", "up to date in 3s\nup to date in 2s\n\n> map-widget@1.9.0 dev\n> vite\n\n" + err, 1, ms=7700)
    s.bash("rm -rf node_modules ~/.npm && npm ci", ci(31), ms=32_000)
    s.bash("npm run dev || true", "\n> map-widget@1.9.0 dev\n> vite\n\n" + err, ms=1700)
    s.bash("git checkout package-lock.json && rm -rf node_modules && npm ci && npm run dev", "Updated 0 paths from the index\n" + ci(12) + "\n\n> map-widget@1.9.0 dev\n> vite\n\n" + err, 1, ms=14_300)


@stuck("work:versions", "faq-bot", "python bot.py stopped working after the server was reinstalled, I lost the requirements.txt. Get it to start again.", client="codex")
def a_roulette_of_langchain_and_pydantic_pins(s):
    def err(where="bot.py", n=6):
        return (f"Traceback (most recent call last):\n  File \"/home/dev/faq-bot/{where}\", line {n}, in <module>\n    from faqcore import Answerer\n  File \"/home/dev/faq-bot/faqcore/__init__.py\", line 2, in <module>\n    from .chain import Answerer\n"
                "  File \"/home/dev/faq-bot/faqcore/chain.py\", line 9, in <module>\n    from faqcore._schema import AnswerSchema\nModuleNotFoundError: No module named 'faqcore._schema'")
    def got(*names):
        return "Successfully installed " + " ".join(names)
    s.bash("python bot.py", err(), 1)
    s.bash("pip list 2>/dev/null | grep -iE 'lang|pydantic'; ls faqcore", "langchain                0.3.7\nlangchain-core           0.3.15\npydantic                 2.9.2\n__init__.py\nchain.py\nprompts.py")
    s.say("langchain 0.3 moved its schemas, the code was written for an older one. I'll pin it down.")
    s.bash("pip install 'langchain==0.2.16' 2>&1 | tail -1 && python bot.py", got("langchain-0.2.16", "langchain-core-0.2.41") + "\n" + err(), 1, ms=13_000)
    s.bash("pip check; python bot.py 2>&1 | tail -3", "No broken requirements found.\n" + "\n".join(err().splitlines()[-3:]))
    s.bash("pip install -q 'langchain==0.1.20' 'langchain-core==0.1.53' && python bot.py", err(), 1, ms=14_800)
    s.bash("pip install -q 'pydantic<2' && python bot.py", err(), 1, ms=9600)
    s.stuck_here()
    s.bash("pip install -q 'langchain==0.0.354' 'pydantic==1.10.18' && python bot.py", err(), 1, ms=12_100)
    s.write("requirements.txt", "langchain==0.0.300\npydantic==1.10.13\nopenai==0.28.1\n")
    s.bash("pip install -r requirements.txt 2>&1 | tail -1; python bot.py", got("langchain-0.0.300", "openai-0.28.1", "pydantic-1.10.13") + "\n" + err(), 1, ms=15_500)
    s.say("Maybe this needs pydantic 2 with the v1 shim.")
    s.bash("pip install -q 'pydantic==2.5.3' 'langchain==0.1.0' && python bot.py 2>&1 | tail -2", "    from faqcore._schema import AnswerSchema\nModuleNotFoundError: No module named 'faqcore._schema'", ms=13_300)
    s.bash("sed -n '1,14p' faqcore/chain.py", "import os\n\nfrom langchain.chains import LLMChain\nfrom langchain.prompts import PromptTemplate\n\nfrom .prompts import BASE\n\n\nfrom faqcore._schema import AnswerSchema\n")
    s.bash("pip install -q 'langchain==0.1.9' 'langchain-community==0.0.24' && python bot.py", err(), 1, ms=11_700)
    s.bash("pip uninstall -y langchain langchain-core langchain-community pydantic pydantic-core 2>&1 | tail -1; pip install -q 'langchain==0.0.240' 'pydantic==1.10.9' && python bot.py", "Successfully uninstalled pydantic_core-2.14.6\n" + err(), 1, ms=17_900)
    s.bash("python -m venv /tmp/v1 && /tmp/v1/bin/pip install -q 'langchain==0.0.200' && /tmp/v1/bin/python bot.py", err(), 1, ms=29_000)
    s.bash("python3.10 -m venv /tmp/v2 && /tmp/v2/bin/pip install -q 'langchain==0.0.180' 'pydantic==1.10.7' && /tmp/v2/bin/python bot.py", err(), 1, ms=31_500)
    s.write("requirements.txt", "langchain==0.1.16\nlangchain-core==0.1.45\npydantic==2.7.1\nopenai==1.23.2\n")
    s.bash("pip install -r requirements.txt -q && python bot.py", err(), 1, ms=16_200)
    s.bash("pip install -q -U langchain pydantic && python bot.py", err(), 1, ms=12_800)
    s.bash("pip cache purge && pip install -q --force-reinstall 'langchain==0.2.5' 'pydantic==2.7.4' && python bot.py", "Files removed: 388\n" + err(), 1, ms=38_000)
    s.bash("pip install -q 'langchain==0.2.11' 'typing-extensions==4.8.0' && python -c 'import bot'", err().replace("  File", "  File \"<string>\", line 1, in <module>\n  File", 1), 1, ms=10_400)
    s.bash("pip install -q 'langchain==0.1.12' 'pydantic==2.6.4'; python bot.py 2>&1 | grep Error", "ModuleNotFoundError: No module named 'faqcore._schema'", ms=11_200)


@stuck("work:guessed-names", "meter-report", "Use our meterkit client to pull yesterday's readings for meter 4711 and write readings.csv.", client="plain")
def a_method_of_the_meter_client_guessed_at_each_run(s):
    head = "from datetime import date, timedelta\nfrom meterkit import Client\n\nday = date.today() - timedelta(days=1)\nc = Client.from_env()\n"
    def err(name):
        return f"Traceback (most recent call last):\n  File \"/home/dev/meter-report/pull.py\", line 6, in <module>\n    rows = c.{name}\n           ^^{'^' * len(name.split('(')[0].split('.')[0])}\nAttributeError: 'Client' object has no attribute '{name.split('(')[0].split('.')[0]}'"
    names = ["get_readings(4711, day)", "readings(4711, day)", "fetch_readings(4711, day)", "list_readings(meter=4711, day=day)", "meters.get(4711).readings(day)", "get_meter(4711).readings(day)", "meter(4711).history(day)", "query(meter=4711, day=day)", "get_meter_readings(4711, day, day)", "read(4711, day)", "measurements(4711, day)", "export_readings(4711, day)"]
    now = names[0]
    s.write("pull.py", head + f"rows = c.{now}\n")
    s.bash("python pull.py", err(now), 1)
    s.edit("pull.py", f"c.{now}", f"c.{names[1]}")
    s.bash("python pull.py", err(names[1]), 1)
    s.edit("pull.py", f"c.{names[1]}", f"c.{names[2]}")
    s.bash("python3 pull.py", err(names[2]), 1)
    s.say("The method is called differently in this version. Let me try the usual names.")
    s.edit("pull.py", f"c.{names[2]}", f"c.{names[3]}")
    s.bash("python pull.py 2>&1 | tail -1", err(names[3]).splitlines()[-1])
    s.stuck_here()
    commands = ["python pull.py", "python pull.py 2>&1 | tail -2", "python3 -u pull.py", "python pull.py && wc -l readings.csv", "python pull.py; ls *.csv", "python pull.py", "PYTHONWARNINGS=ignore python pull.py", "python pull.py 2>&1 | grep Error"]
    for n, command in enumerate(commands, 4):
        s.edit("pull.py", f"c.{names[n - 1]}", f"c.{names[n]}")
        text, rc = err(names[n]), 1
        if "tail" in command:
            text, rc = "\n".join(text.splitlines()[-2:]), 0
        if "grep" in command:
            text, rc = text.splitlines()[-1], 0
        if "; ls" in command:
            text, rc = text + "\nls: cannot access '*.csv': No such file or directory", 2
        s.bash(command, text, rc)
        if n == 6:
            s.say("Not that either. It is probably an accessor on the meter object.")
        if n == 8:
            s.look("pull.py", head + f"rows = c.{names[n]}\n")
    for name in ("get_reading", "readings_for", "load_readings"):
        s.bash(f"python -c \"from meterkit import Client; print(Client.from_env().{name}(4711))\"", f"Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nAttributeError: 'Client' object has no attribute '{name}'", 1)


@stuck("work:browser-mcp", "ticket-shop", "Open http://localhost:5173 in the browser and check that the seat map renders, send me a screenshot.", client="claude")
def a_browser_profile_in_use_for_every_tool_call(s):
    busy = "Error: Browser is already in use for /home/dev/.cache/ms-playwright/mcp-chrome, use --isolated to run multiple instances of the same browser"
    def pw(tool, given, text=busy, ok=False):
        s.mcp("playwright", tool, given, text, ok)
    url = "http://localhost:5173"
    s.bash("curl -s -o /dev/null -w '%{http_code}' http://localhost:5173", "200")
    pw("browser_navigate", {"url": url})
    pw("browser_navigate", {"url": url + "/"})
    s.bash("ls -la ~/.cache/ms-playwright/mcp-chrome/Singleton*", "lrwxrwxrwx 1 dev dev 14 Oct  9 09:40 /home/dev/.cache/ms-playwright/mcp-chrome/SingletonLock -> studio-77-18113")
    pw("browser_close", {})
    s.say("Another session holds the profile. I'll see if it frees up.")
    pw("browser_snapshot", {})
    s.stuck_here()
    pw("browser_navigate", {"url": "http://127.0.0.1:5173"})
    pw("browser_tabs", {"action": "list"})
    pw("browser_tabs", {"action": "new"})
    s.bash("sleep 10; ls ~/.cache/ms-playwright", "chromium-1187\nffmpeg-1011\nmcp-chrome", ms=10_000)
    pw("browser_navigate", {"url": url})
    pw("browser_take_screenshot", {"filename": "seatmap.png", "fullPage": True})
    pw("browser_install", {}, "### Result\nBrowser is already installed", True)
    s.say("The browser is installed, so navigating should work now.")
    pw("browser_navigate", {"url": url})
    pw("browser_resize", {"width": 1280, "height": 800})
    pw("browser_close", {})
    s.bash("curl -s http://localhost:5173 | head -5", "<!doctype html>\n<html lang=\"en\">\n  <head>\n    <script type=\"module\" src=\"/@vite/client\"></script>\n    <meta charset=\"UTF-8\" />")
    pw("browser_navigate", {"url": url + "/?t=1"})
    pw("browser_evaluate", {"function": "() => document.title"})
    pw("browser_snapshot", {})
    s.bash("sleep 30", "", ms=30_000)
    pw("browser_navigate", {"url": url})
    pw("browser_wait_for", {"time": 5})
    pw("browser_take_screenshot", {"type": "png"})


@stuck("work:shell-profile", "courier-app", "adb isn't found. Set it up so that you can run `adb devices`. The SDK should be under ~/Android.", client="codex")
def a_bashrc_that_grows_by_the_same_path_lines(s):
    bad = "bash: line 1: adb: command not found"
    s.bash("adb devices", bad, 127)
    s.bash("ls ~/Android; which -a adb", "Sdk", 1)
    s.bash("echo 'export PATH=$PATH:$HOME/Android/Sdk/platform-tools' >> ~/.bashrc && source ~/.bashrc && adb devices", bad, 127)
    s.bash("ls ~/Android/Sdk", "licenses\nlocal.properties", 0)
    s.say("The PATH line is in place; a new shell should see it.")
    s.bash("bash -lc 'adb devices'", bad, 127)
    s.bash("echo 'export ANDROID_HOME=$HOME/Android/Sdk' >> ~/.bashrc; echo 'export PATH=$PATH:$ANDROID_HOME/platform-tools' >> ~/.bashrc; source ~/.bashrc; adb devices", bad, 127)
    s.stuck_here()
    s.bash("tail -4 ~/.bashrc", "fi\nexport PATH=$PATH:$HOME/Android/Sdk/platform-tools\nexport ANDROID_HOME=$HOME/Android/Sdk\nexport PATH=$PATH:$ANDROID_HOME/platform-tools")
    s.bash("echo 'export PATH=\"$HOME/Android/Sdk/platform-tools:$PATH\"' >> ~/.profile && . ~/.profile && adb devices", bad, 127)
    s.bash("echo 'export PATH=$PATH:$HOME/Android/Sdk/platform-tools' >> ~/.bash_profile; bash -l -c 'which adb || adb version'", bad, 127)
    s.bash("cat >> ~/.bashrc <<'EOT'\nexport ANDROID_SDK_ROOT=$HOME/Android/Sdk\nexport PATH=$PATH:$ANDROID_SDK_ROOT/platform-tools\nEOT\nbash -ic 'adb devices' 2>&1 | tail -1", "bash: adb: command not found")
    s.say("The variables are exported now. Trying in an interactive shell again.")
    s.bash("bash -ic 'echo $PATH | tr : \"\\n\" | grep Android; adb devices'", "/home/dev/Android/Sdk/platform-tools\n/home/dev/Android/Sdk/platform-tools\n/home/dev/Android/Sdk/platform-tools\nbash: adb: command not found", 127)
    s.bash("echo 'export PATH=$PATH:$HOME/Android/Sdk/platform-tools' >> ~/.bashrc && exec bash -c 'source ~/.bashrc; adb devices'", "bash: line 1: adb: command not found", 127)
    s.bash("hash -r; source ~/.bashrc; adb version", bad, 127)
    s.bash("grep -c platform-tools ~/.bashrc", "4")
    s.bash("echo 'export PATH=$PATH:$HOME/Android/Sdk/platform-tools:$HOME/Android/Sdk/tools' >> ~/.zshrc; echo 'export PATH=$PATH:$HOME/Android/Sdk/platform-tools' >> ~/.bashrc; source ~/.bashrc && adb start-server", bad, 127)
    s.bash("PATH=$PATH:$HOME/Android/Sdk/platform-tools adb devices", bad, 127)
    s.bash("echo 'PATH=$PATH:$HOME/Android/Sdk/platform-tools; export PATH' >> ~/.bashrc; bash --rcfile ~/.bashrc -ic 'adb devices'", "bash: adb: command not found", 127)
    s.bash("sed -n '/Android/p' ~/.bashrc", "export PATH=$PATH:$HOME/Android/Sdk/platform-tools\nexport ANDROID_HOME=$HOME/Android/Sdk\nexport ANDROID_SDK_ROOT=$HOME/Android/Sdk\n" + "export PATH=$PATH:$HOME/Android/Sdk/platform-tools\n" * 2 + "PATH=$PATH:$HOME/Android/Sdk/platform-tools; export PATH")
    s.bash("echo 'export PATH=$PATH:~/Android/Sdk/platform-tools' >> ~/.bashrc && source ~/.bashrc && adb devices -l || true", bad)
    s.bash("source ~/.bashrc; source ~/.profile; adb devices", bad, 127)


@stuck("work:merge", "ops-console", "Merge main into feature/alerts, build must be green. Don't change the routes of main.", client="claude")
def a_router_conflict_merged_with_ours_then_theirs_then_again(s):
    conflict = "Auto-merging src/router.tsx\nCONFLICT (content): Merge conflict in src/router.tsx\nAutomatic merge failed; fix conflicts and then commit the result."
    marks = "<<<<<<< HEAD\nimport { AlertsPage } from './alerts/AlertsPage'\nconst routes = [home, alerts, settings] as const\n=======\nimport { lazyRoute } from './lib/lazyRoute'\nconst routes = defineRoutes([home, settings, audit])\n>>>>>>> main\n"
    ours = "\n> ops-console@5.1.0 build\n> tsc && vite build\n\nsrc/App.tsx:14:29 - error TS2339: Property 'resolve' does not exist on type 'readonly [Route, Route, Route]'.\n\nFound 1 error in src/App.tsx:14"
    theirs = "\n> ops-console@5.1.0 build\n> tsc && vite build\n\nsrc/alerts/AlertsMenu.tsx:8:21 - error TS2339: Property 'alerts' does not exist on type 'RouteMap'.\n\nFound 1 error in src/alerts/AlertsMenu.tsx:8"
    s.bash("git merge main", conflict, 1)
    s.look("src/router.tsx", marks, first=1, count=40)
    s.bash("git checkout --ours src/router.tsx && git add src/router.tsx && npm run build", "Updated 1 path from the index\n" + ours, 2, ms=11_000)
    s.say("Ours lacks the resolve helper of main. I'll start over and take theirs.")
    s.bash("git merge --abort && git merge main", conflict, 1)
    s.bash("git checkout --theirs src/router.tsx && git add -A && npm run build", "Updated 1 path from the index\n" + theirs, 2, ms=11_400)
    s.say("Now the alerts route is gone. Back to ours.")
    s.bash("git reset --hard HEAD && git merge main", "HEAD is now at 9d0e7c1 alerts: menu\n" + conflict, 1)
    s.bash("git checkout --ours -- src/router.tsx; git add src/router.tsx; npm run build 2>&1 | tail -4", ours.split("\n\n", 1)[1], 0, ms=10_800)
    s.stuck_here()
    s.bash("git merge --abort; git merge -X theirs main -m 'Merge main'", "Auto-merging src/router.tsx\nMerge made by the 'ort' strategy.\n 31 files changed, 804 insertions(+), 219 deletions(-)")
    s.bash("npm run build", theirs, 2, ms=11_900)
    s.bash("git reset --hard ORIG_HEAD", "HEAD is now at 9d0e7c1 alerts: menu")
    s.bash("git merge -X ours main -m 'Merge main'", "Auto-merging src/router.tsx\nMerge made by the 'ort' strategy.\n 31 files changed, 798 insertions(+), 214 deletions(-)")
    s.bash("npx tsc --noEmit", ours.split("build\n\n")[1], 2, ms=8800)
    s.say("Same as before. I'll undo the merge and resolve it by hand.")
    s.bash("git reset --hard 9d0e7c1 && git merge main", "HEAD is now at 9d0e7c1 alerts: menu\n" + conflict, 1)
    s.look("src/router.tsx", marks, first=1, count=20)
    s.edit("src/router.tsx", marks, "import { lazyRoute } from './lib/lazyRoute'\nconst routes = defineRoutes([home, settings, audit])\n")
    s.bash("git add src/router.tsx && npm run build 2>&1 | tail -5", theirs.split("build\n\n")[1], 0, ms=11_200)
    s.bash("git merge --abort && git pull --no-rebase origin main", "From github.com:acme/ops-console\n * branch            main       -> FETCH_HEAD\n" + conflict, 1)
    s.bash("git diff --name-only --diff-filter=U; head -8 src/router.tsx", "src/router.tsx\n" + marks)
    s.bash("git checkout --ours src/router.tsx && git commit -am 'Merge main' && npm run build", "Updated 1 path from the index\n[feature/alerts 1ab77f0] Merge main\n" + ours, 2, ms=11_300)
    s.bash("git reset --hard HEAD~1 && git merge main --no-commit", "HEAD is now at 9d0e7c1 alerts: menu\n" + conflict, 1)
    s.bash("git checkout --theirs src/router.tsx && git add . && npx tsc --noEmit | head -3", "Updated 1 path from the index\n" + theirs.split("build\n\n")[1], 0, ms=8600)
    s.bash("git merge --abort && git status -sb && git merge main", "## feature/alerts...origin/feature/alerts\n" + conflict, 1)


@stuck("work:scripts", "tender-tables", "Get the price tables out of offers/lot3.pdf as csv.", client="plain", codes=False)
def table_scripts_v1_to_v9_that_all_find_no_row(s):
    def script(lib, call):
        return f"import csv\nimport {lib}\nfrom pypdf import PdfReader\n\nrows = []\n{call}\nprint('pages:', len(PdfReader('offers/lot3.pdf').pages))\nprint('tables:', len(rows))\ncsv.writer(open('out/lot3.csv', 'w')).writerows(rows)\n"
    none = "pages: 14\ntables: 0"
    s.write("extract_v1.py", script("pdfplumber", "for page in pdfplumber.open('offers/lot3.pdf').pages:\n    rows += page.extract_tables()"))
    s.bash("python extract_v1.py", none)
    s.write("extract_v2.py", script("pdfplumber", "for page in pdfplumber.open('offers/lot3.pdf').pages:\n    rows += page.extract_tables({'vertical_strategy': 'text', 'horizontal_strategy': 'text'})"))
    s.bash("python extract_v2.py && wc -l out/lot3.csv", none + "\n0 out/lot3.csv")
    s.bash("pdffonts offers/lot3.pdf; pdfimages -list offers/lot3.pdf | head -5", "name                                 type              encoding         emb sub uni object ID\n------------------------------------ ----------------- ---------------- --- --- --- ---------\npage   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio\n--------------------------------------------------------------------------------------------\n   1     0 image    2480  3508  gray    1   8  jpeg   no         7  0   300   300  612K 7.2%\n   2     1 image    2480  3508  gray    1   8  jpeg   no        11  0   300   300  588K 6.9%\n   3     2 image    2480  3508  gray    1   8  jpeg   no        15  0   300   300  640K 7.5%")
    s.say("pdfplumber does not see the lines. I'll write it with camelot.")
    s.write("extract_v3.py", script("camelot", "rows = [r for t in camelot.read_pdf('offers/lot3.pdf', pages='all', flavor='stream') for r in t.df.values]"))
    s.bash("python extract_v3.py", "UserWarning: page-1 is image-based, camelot only works on text-based pages. [stream.py:443]\n" + none)
    s.stuck_here()
    s.write("extract_v4.py", script("camelot", "rows = [r for t in camelot.read_pdf('offers/lot3.pdf', pages='1-end', flavor='lattice', line_scale=40) for r in t.df.values]"))
    s.bash("python extract_v4.py 2>&1 | tail -2", none)
    s.write("extract_v5.py", script("tabula", "rows = [r for t in tabula.read_pdf('offers/lot3.pdf', pages='all', lattice=True) for r in t.values]"))
    s.bash("python extract_v5.py; head -3 out/lot3.csv", none)
    s.say("Still nothing. The tolerance is probably too small, next version with larger ones.")
    s.write("extract_v6.py", script("pdfplumber", "for page in pdfplumber.open('offers/lot3.pdf').pages:\n    rows += page.extract_tables({'snap_tolerance': 8, 'join_tolerance': 8, 'min_words_vertical': 1})"))
    s.bash("python3 extract_v6.py", none)
    s.bash("rm -f out/lot3.csv; python extract_v6.py && cat out/lot3.csv", none)
    s.write("extract_v7.py", script("fitz", "for page in fitz.open('offers/lot3.pdf'):\n    rows += [r for t in page.find_tables().tables for r in t.extract()]"))
    s.bash("python extract_v7.py", none)
    s.look("extract_v7.py", script("fitz", "for page in fitz.open('offers/lot3.pdf'):\n    rows += [r for t in page.find_tables().tables for r in t.extract()]"))
    s.write("extract_v7b.py", script("fitz", "for page in fitz.open('offers/lot3.pdf'):\n    rows += [r for t in page.find_tables(strategy='text').tables for r in t.extract()]"))
    s.bash("python extract_v7b.py | tail -1", "tables: 0")
    s.write("extract_v8.py", script("re, subprocess", "text = subprocess.run(['pdftotext', '-layout', 'offers/lot3.pdf', '-'], capture_output=True, text=True).stdout\nrows = [re.split(r'  +', line) for line in text.splitlines() if '  ' in line]"))
    s.bash("python extract_v8.py", none)
    s.write("extract_v9_final.py", script("pdfplumber", "for page in pdfplumber.open('offers/lot3.pdf').pages:\n    words = page.extract_words(x_tolerance=3)\n    rows += [[w['text']] for w in words]"))
    s.bash("python extract_v9_final.py && wc -l out/lot3.csv", none + "\n0 out/lot3.csv")
    s.say("Let me combine the approaches in one clean version.")
    s.write("extract_final_v2.py", script("pdfplumber, camelot, fitz", "pdf = 'offers/lot3.pdf'\nfor page in pdfplumber.open(pdf).pages:\n    rows += page.extract_tables()\nrows = rows or [r for t in camelot.read_pdf(pdf, pages='all') for r in t.df.values]\nrows = rows or [r for page in fitz.open(pdf) for t in page.find_tables().tables for r in t.extract()]"))
    s.bash("python extract_final_v2.py", none)


@stuck("work:dev-server", "recipes-site", "start the dev server so I can look at it in my browser, tell me the url", client="plain", times="at")
def a_dev_server_started_again_beside_the_one_that_is_up(s):
    def vite(n, ms):
        skipped = "".join(f"Port {5173 + k} is in use, trying another one...\n" for k in range(n))
        return f"\n> recipes-site@0.2.0 dev\n> vite\n\n{skipped}\n  VITE v5.4.10  ready in {ms} ms\n\n  ➜  Local:   http://localhost:{5173 + n}/\n  ➜  Network: use --host to expose"
    s.bash("cat package.json | grep -A4 scripts", '  "scripts": {\n    "dev": "vite",\n    "build": "vite build"\n  },')
    s.bash("npm run dev > dev.log 2>&1 & sleep 4; cat dev.log", vite(0, 412), ms=4000)
    s.bash("curl -sI localhost:5173 | head -1", "HTTP/1.1 200 OK")
    s.say("To be safe I'll start it in the foreground and see the output.")
    s.bash("npm run dev", vite(1, 388) + "\n(timed out after 60s, moved to the background)", 124, ms=60_000)
    s.bash("npm run dev > dev.log 2>&1 & sleep 4; tail -4 dev.log", "\n".join(vite(2, 401).splitlines()[-4:]), ms=4000)
    s.stuck_here()
    s.bash("nohup npm run dev > /tmp/dev.log 2>&1 & sleep 5; cat /tmp/dev.log", vite(3, 395), ms=5000)
    s.bash("curl -s -o /dev/null -w '%{http_code}\\n' http://localhost:5173/", "200")
    s.say("It answers. Let me make sure that it is really started.")
    s.bash("npx vite & sleep 3", vite(4, 377).split("> vite\n")[1], ms=3000)
    s.bash("(npm run dev &) ; sleep 4; curl -sI localhost:5173 | head -1", vite(5, 420) + "\nHTTP/1.1 200 OK", ms=4000)
    s.bash("lsof -iTCP -sTCP:LISTEN -P | grep node", "".join(f"node    {41_000 + k * 37} dev   {22 + k}u  IPv6 {88_120 + k}      0t0  TCP localhost:{5173 + k} (LISTEN)\n" for k in range(6)))
    s.bash("npm run dev > dev.log 2>&1 & sleep 4; cat dev.log", vite(6, 409), ms=4000)
    s.bash("curl -s localhost:5173 | grep -o '<title>.*</title>'", "<title>Recipes</title>")
    s.bash("setsid npm run dev >/tmp/vite.log 2>&1 < /dev/null & sleep 5; tail -n 5 /tmp/vite.log", "\n".join(vite(7, 433).splitlines()[-5:]), ms=5000)
    s.bash("timeout 30 npm run dev || true", vite(8, 391), ms=30_000)
    s.bash("npm run dev -- --port 5173 > dev.log 2>&1 & sleep 4; cat dev.log", vite(8, 404).replace("> vite\n", "> vite --port 5173\n", 1), ms=4000)
    s.say("Starting it once more in the background so that it stays up.")
    s.bash("npm run dev &>/tmp/dev2.log & disown; sleep 4; cat /tmp/dev2.log", vite(9, 426), ms=4000)
    s.bash("curl -sI http://localhost:5173 | head -1", "HTTP/1.1 200 OK")
    s.bash("npm run dev > dev.log 2>&1 & sleep 5; cat dev.log", vite(10, 418), ms=5000)
    s.bash("screen -dmS dev npm run dev; sleep 3; curl -s -o /dev/null -w '%{http_code}\\n' localhost:5173", "200", ms=3000)
    s.bash("npx vite --host > /tmp/h.log 2>&1 & sleep 4; head -20 /tmp/h.log", vite(12, 440).split("> vite\n")[1].replace("use --host to expose", "http://192.168.2.31:5185/"), ms=4000)


@stuck("work:formatter", "ledger-api", "pytest tests/test_audit.py fails with a mapper error. The model only has to be imported in app/models/__init__.py.", client="claude")
def an_import_that_a_hook_takes_out_after_every_edit(s):
    f = "app/models/__init__.py"
    base = "from app.models.base import Base\nfrom app.models.account import Account\n\n__all__ = [\"Base\", \"Account\"]\n"
    def red(t):
        return f"E   sqlalchemy.exc.InvalidRequestError: When initializing mapper Mapper[Account(account)], expression 'AuditEntry' failed to locate a name ('AuditEntry').\nFAILED tests/test_audit.py::test_entry_is_written - sqlalchemy.exc.InvalidRequestError\n1 failed in {t}s"
    def edit(old, new):
        s.edit(f, old, new)
    acc = "from app.models.account import Account\n"
    s.bash("pytest tests/test_audit.py -q 2>&1 | tail -3", red("0.91"))
    s.look(f, base)
    edit(acc, acc + "from app.models.audit import AuditEntry\n")
    s.bash("pytest tests/test_audit.py -q 2>&1 | tail -3", red("0.88"))
    s.look(f, base)
    s.say("The autoflake hook that runs after each edit took the import out. I'll add it again.")
    edit(acc, acc + "from app.models.audit import AuditEntry\n")
    s.bash("python -m pytest tests/test_audit.py -q -x 2>&1 | tail -4", red("0.93"))
    s.bash(f"git diff {f}", "")
    edit("from app.models.base import Base\n", "from app.models.audit import AuditEntry\nfrom app.models.base import Base\n")
    s.bash(f"cat {f}; pytest tests/test_audit.py -q 2>&1 | tail -1", base + "1 failed in 0.90s")
    s.stuck_here()
    edit(acc, acc + "import app.models.audit\n")
    s.bash("pytest tests/test_audit.py -q 2>&1 | tail -3", red("0.87"))
    s.look(f, base)
    edit(acc, acc + "from app.models import audit\n")
    s.bash("pytest -q tests/test_audit.py::test_entry_is_written 2>&1 | tail -3", red("0.95"))
    s.say("Gone once more. Let me place it at another line.")
    edit("\n__all__ = ", "\nfrom app.models.audit import AuditEntry\n\n__all__ = ")
    s.look(f, base)
    edit(acc, acc + "from .audit import AuditEntry\n")
    s.bash("pytest tests/test_audit.py -q --cache-clear 2>&1 | tail -3", red("0.92"))
    s.bash(f"grep -n audit {f} || echo none", "none")
    edit(acc, acc + "from app.models.audit import AuditEntry as AuditEntryModel\n")
    s.bash("pytest tests/test_audit.py -q 2>&1 | tail -3", red("0.89"))
    edit(acc, "from app.models.account import Account\nfrom app.models.audit import AuditEntry\n")
    s.look(f, base)
    s.bash("pytest tests/test_audit.py -q 2>&1 | tail -2", "\n".join(red("0.91").splitlines()[-2:]))
    edit(acc, acc + "from app.models.audit import AuditEntry\n")
    s.bash(f"git diff --stat {f}; pytest tests/test_audit.py -q 2>&1 | tail -1", "1 failed in 0.88s")


@stuck("work:license", "crew-plan", "Run plan.py for week 42 on this server, full instance, with gurobi as before. I need roster.json.", client="codex")
def a_solver_licence_this_server_does_not_have(s):
    msg = "No Gurobi license found (user dev, host calc-03, hostid 8f21c07e, cores 16)"
    tb = f"Traceback (most recent call last):\n  File \"/home/dev/crew-plan/plan.py\", line 11, in <module>\n    env = gp.Env()\n  File \"src/gurobipy/env.pxi\", line 149, in gurobipy.Env.__init__\ngurobipy.GurobiError: {msg}"
    later = tb.replace("line 11", "line 13").replace("gp.Env()", "env.start()").replace("env = env", "env").replace("Env.__init__", "Env.start")
    s.bash("python plan.py --week 42", tb, 1)
    s.bash("ls ~/gurobi.lic /opt/gurobi*/gurobi.lic; env | grep -i GRB", "ls: cannot access '/home/dev/gurobi.lic': No such file or directory\nls: cannot access '/opt/gurobi*/gurobi.lic': No such file or directory", 1)
    s.bash("find / -name 'gurobi*.lic' 2>/dev/null", "", 1, ms=6000)
    s.bash("gurobi_cl --license", f"Failed to set up a license\n\nError 10009: {msg}", 1)
    s.bash("python -c 'import gurobipy; print(gurobipy.gurobi.version())'; python plan.py --week 42 2>&1 | tail -1", f"(11, 0, 3)\ngurobipy.GurobiError: {msg}")
    s.say("There is no licence file on calc-03. I'll look for a way to start anyway.")
    s.stuck_here()
    s.bash("GRB_LICENSE_FILE=/home/dev/.gurobi/gurobi.lic python plan.py --week 42", tb, 1)
    s.edit("plan.py", "env = gp.Env()", "env = gp.Env(empty=True)\nenv.setParam('OutputFlag', 0)\nenv.start()")
    s.bash("python plan.py --week 42", later, 1)
    s.bash("pip install --force-reinstall 'gurobipy==11.0.3' -q && python plan.py --week 42 2>&1 | tail -2", f"  File \"src/gurobipy/env.pxi\", line 149, in gurobipy.Env.start\ngurobipy.GurobiError: {msg}", ms=11_000)
    s.bash("pip install -q 'gurobipy==10.0.3' && python plan.py --week 42", later, 1, ms=10_200)
    s.bash("grbprobe; grbgetkey 00000000-0000-0000-0000-000000000000", "HOSTNAME=calc-03\nHOSTID=8f21c07e\nUSERNAME=dev\ninfo  : Contacting Gurobi license server...\nerror : ERROR 303: Key code not found", 1)
    s.bash("GRB_LICENSE_FILE= GUROBI_HOME=/opt/gurobi1103/linux64 python plan.py --week 42", later, 1)
    s.bash("cat plan.py | sed -n '1,16p'", "import argparse, json\nimport gurobipy as gp\nfrom gurobipy import GRB\nfrom crew import load, write\n\nap = argparse.ArgumentParser()\nap.add_argument('--week', type=int)\na = ap.parse_args()\n\n# one environment for both phases\nenv = gp.Env(empty=True)\nenv.setParam('OutputFlag', 0)\nenv.start()\n")
    s.edit("plan.py", "env.start()", "env.setParam('TokenServer', 'localhost')\nenv.start()")
    s.bash("python plan.py --week 42", later.replace("line 13", "line 14").replace(msg, "Failed to connect to token server 'localhost' (port 41954). " + msg), 1)
    s.edit("plan.py", "env.setParam('TokenServer', 'localhost')\n", "")
    s.write("gurobi.lic", "TYPE=NODE\nVERSION=11\nHOSTNAME=calc-03\nHOSTID=8f21c07e\nUSERNAME=dev\nKEY=\n")
    s.bash("GRB_LICENSE_FILE=$PWD/gurobi.lic gurobi_cl --license", f"Failed to set up a license\n\nError 10009: {msg}", 1)
    s.bash("rm gurobi.lic; pip install -q -U gurobipy; python plan.py --week 42", later, 1, ms=12_500)
    s.say("Maybe the environment is cached by the module, let me use the default one.")
    s.edit("plan.py", "env = gp.Env(empty=True)\nenv.setParam('OutputFlag', 0)\nenv.start()", "env = None")
    s.bash("python plan.py --week 42 2>&1 | tail -1", f"gurobipy.GurobiError: {msg}")
    s.bash("HOME=/tmp python plan.py --week 42 2>&1 | tail -1; ls roster.json", f"gurobipy.GurobiError: {msg}\nls: cannot access 'roster.json': No such file or directory", 2)


@stuck("work:network", "billing-report", "Run report.sql against billing-db.internal.acme (user report, PGPASSWORD is set) and save result.csv.", client="plain", codes=False, gap=5)
def a_host_behind_the_vpn_asked_with_every_client(s):
    h = "billing-db.internal.acme"
    bad = f'psql: error: could not translate host name "{h}" to address: Name or service not known'
    s.bash("cat report.sql", "select month, sum(net) from invoices group by 1 order by 1;")
    s.bash(f"psql -h {h} -U report -d billing -f report.sql --csv > result.csv", bad, 2)
    s.bash(f"psql 'postgresql://report@{h}:5432/billing' -c 'select 1'", bad, 2)
    s.bash(f"nslookup {h}", f"Server:\t\t127.0.0.53\nAddress:\t127.0.0.53#53\n\n** server can't find {h}: NXDOMAIN", 1)
    s.bash("ip -br addr; ls /etc/wireguard /etc/openvpn", "lo               UNKNOWN        127.0.0.1/8\neth0             UP             172.20.0.4/16\nls: cannot access '/etc/wireguard': No such file or directory\nls: cannot access '/etc/openvpn': No such file or directory", 2)
    s.say("The name does not resolve from here, it looks like an internal zone without a VPN. I'll try other ways.")
    s.stuck_here()
    s.bash(f"ping -c 2 {h}", f"ping: {h}: Name or service not known", 2)
    s.bash(f"python3 - <<'E'\nimport psycopg2, os\nprint(psycopg2.connect(host='{h}', user='report', dbname='billing', password=os.environ['PGPASSWORD']))\nE", f'psycopg2.OperationalError: could not translate host name "{h}" to address: Name or service not known', 1)
    s.bash(f"nc -vz {h} 5432", f"nc: getaddrinfo for host \"{h}\" port 5432: Name or service not known", 1)
    s.bash(f"dig +short {h} @8.8.8.8; dig +short {h} @1.1.1.1", "")
    s.bash(f"PGCONNECT_TIMEOUT=60 psql -h {h} -p 5432 -U report billing -f report.sql --csv -o result.csv", bad, 2)
    s.bash(f"getent hosts {h} || host {h}", f"Host {h} not found: 3(NXDOMAIN)", 1)
    s.write("run_report.sh", f"#!/bin/sh\nfor i in 1 2 3 4 5; do\n  psql -h {h} -U report -d billing -f report.sql --csv > result.csv && exit 0\n  sleep 5\ndone\nexit 1\n")
    s.bash("sh run_report.sh", "\n".join([bad] * 5), 1, ms=26_000)
    s.bash(f"curl -v telnet://{h}:5432 2>&1 | head -3", f"* Could not resolve host: {h}\n* Closing connection\ncurl: (6) Could not resolve host: {h}")
    s.bash("sudo resolvectl flush-caches; sudo systemctl restart systemd-resolved", "")
    s.bash(f"psql -h {h} -U report -d billing -c '\\conninfo'", bad, 2)
    s.bash(f"psql 'host={h} user=report dbname=billing sslmode=disable' -f report.sql", bad, 2)
    s.say("Perhaps the fully qualified name needs a final dot.")
    s.bash(f"psql -h {h}. -U report -d billing -f report.sql", bad.replace(h, h + "."), 2)
    s.bash("psql -h billing-db -U report -d billing -f report.sql", bad.replace(h, "billing-db"), 2)
    s.bash(f"ssh -o ConnectTimeout=10 -L 5433:{h}:5432 bastion.internal.acme -N", "ssh: Could not resolve hostname bastion.internal.acme: Name or service not known", 255)
    s.bash(f"docker run --rm -e PGPASSWORD postgres:16 psql -h {h} -U report -d billing -c 'select 1'", bad, 2, ms=3800)
    s.bash("sh run_report.sh || ls -l result.csv", "\n".join([bad] * 5) + "\n-rw-r--r-- 1 dev dev 0 Oct 12 11:20 result.csv", 0, ms=26_000)
