"""Failures: many that are each another or pass by, and many that are one and the same whatever is tried."""
from session import healthy, stuck


@healthy("eleventh:failure", "edge-images", "Push the eight edge images to the new registry. It is a little shaky, repeat what fails.", client="claude")
def pushes_that_need_a_second_try_now_and_then(s):
    for n, image in enumerate(["acl", "cache", "dns", "jwt", "limiter", "metrics", "proxy", "waf", "geoip", "tls"]):
        s.bash(f"docker tag edge/{image}:3.2 reg2.acme.net/edge/{image}:3.2 && docker push -q reg2.acme.net/edge/{image}:3.2", "received unexpected HTTP status: 503 Service Unavailable" if n in (2, 3, 7) else f"reg2.acme.net/edge/{image}:3.2", 1 if n in (2, 3, 7) else 0, ms=31_000 + n * 811)
        if n in (2, 3, 7):
            s.bash(f"sleep 15; docker push -q reg2.acme.net/edge/{image}:3.2", f"reg2.acme.net/edge/{image}:3.2", ms=44_000 + n * 303)


@healthy("eleventh:failure", "city-manifests", "Make the manifests pass the server's dry run on the new 1.32 cluster.", client="codex")
def a_server_dry_run_with_another_complaint_each(s):
    faults = [("ingress.yaml", 'error: resource mapping not found for name: "city" namespace: "" from "k8s/ingress.yaml": no matches for kind "Ingress" in version "extensions/v1beta1"', "extensions/v1beta1", "networking.k8s.io/v1"), ("pdb.yaml", 'error: resource mapping not found for name: "web" namespace: "" from "k8s/pdb.yaml": no matches for kind "PodDisruptionBudget" in version "policy/v1beta1"', "policy/v1beta1", "policy/v1"), ("web.yaml", 'The Deployment "web" is invalid: spec.template.spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1', 'cpu: "2"', "cpu: 500m"), ("hpa.yaml", 'error: resource mapping not found for name: "web" namespace: "" from "k8s/hpa.yaml": no matches for kind "HorizontalPodAutoscaler" in version "autoscaling/v2beta2"', "autoscaling/v2beta2", "autoscaling/v2"), ("cron.yaml", 'The CronJob "sweep" is invalid: spec.schedule: Invalid value: "*/5 * * *": expected exactly 5 fields, found 4: [*/5 * * *]', "*/5 * * *", "*/5 * * * *"), ("svc.yaml", 'The Service "web" is invalid: spec.ports[0].nodePort: Invalid value: 8080: provided port is not in the valid range. The range of valid ports is 30000-32767', "nodePort: 8080", "nodePort: 30080"), ("quota.yaml", 'Error from server (NotFound): error when creating "k8s/quota.yaml": namespaces "city-web" not found', "city-web", "city")]
    for file, fault, old, new in faults:
        s.bash(f"kubectl apply --dry-run=server -f k8s/{file}", fault, 1, ms=700)
        s.edit(f"k8s/{file}", old, new)
        s.bash(f"kubectl apply --dry-run=server -f k8s/{file}", f"{file[:-5]} created (server dry run)", ms=720)


@healthy("eleventh:failure", "lab-laptop", "Bring the tools on this Windows box up to date.", client="plain")
def winget_upgrades_some_of_which_fail(s):
    tools = ["Git.Git", "Notepad++.Notepad++", "7zip.7zip", "Python.Python.3.13", "PuTTY.PuTTY", "Zotero.Zotero", "RProject.R", "GIMP.GIMP", "JGraph.Draw", "VideoLAN.VLC", "WinSCP.WinSCP", "Inkscape.Inkscape"]
    s.bash("winget upgrade", "Name          Id             Version   Available  Source\n------------------------------------------------------\n" + "\n".join(f"{t.split('.')[-1]:<13} {t:<20} 1.{n}.0    1.{n + 1}.0   winget" for n, t in enumerate(tools)) + "\n12 upgrades available.")
    for n, tool in enumerate(tools):
        if n == 3:
            s.bash(f"winget upgrade --id {tool} --silent", "Installer hash does not match; this cannot be overridden when running as admin", 2316632081, ms=9000)
            s.bash(f"winget source update; winget upgrade --id {tool} --silent", f"Found [{tool}]\nSuccessfully verified installer hash\nStarting package install...\nSuccessfully installed", ms=41_000)
        elif n == 7:
            s.bash(f"winget upgrade --id {tool} --silent", "Installer failed with exit code: 5\nThe application is currently running. Exit the application then try again.", 2316632107, ms=12_000)
            s.bash("Get-Process gimp* | Stop-Process; winget upgrade --id GIMP.GIMP --silent", "Successfully verified installer hash\nStarting package install...\nSuccessfully installed", ms=58_000)
        else:
            s.bash(f"winget upgrade --id {tool} --silent", f"Found [{tool}] Version 1.{n + 1}.0\nSuccessfully verified installer hash\nStarting package install...\nSuccessfully installed", ms=22_000 + n * 900)


@healthy("eleventh:failure", "upload-dir", "The export writes nothing since the move to the new disk. Repair it.", client="claude")
def a_denied_write_traced_up_the_tree(s):
    s.bash("sudo -u export ./bin/export.sh", "mkdir: cannot create directory ‘/data/export/2026-10-12’: Permission denied", 1)
    for path, mode in [("/data/export", "drwxr-x--- 2 root   root   4096 Oct  9 11:02 /data/export"), ("/data", "drwxr-xr-x 5 root   root   4096 Oct  9 11:00 /data"), ("/data/export.old", "drwxrwx--- 9 export export 4096 Oct  8 23:10 /data/export.old")]:
        s.bash(f"ls -ld {path}", mode)
    s.bash("sudo chown -R export:export /data/export && sudo chmod 770 /data/export", "")
    s.bash("sudo -u export ./bin/export.sh", "./bin/export.sh: line 14: /data/export/2026-10-12/.lock: Permission denied", 1)
    s.bash("getfacl -p /data/export | head", "# file: /data/export\n# owner: export\n# group: export\nuser::rwx\ngroup::rwx\nother::---\ndefault:user::r-x")
    s.bash("sudo setfacl -k /data/export && sudo rm -rf /data/export/2026-10-12", "")
    s.bash("sudo -u export ./bin/export.sh", "psql: error: connection to server on socket \"/run/postgresql/.s.PGSQL.5432\" failed: FATAL:  Peer authentication failed for user \"export\"", 2)
    s.grep("PGHOST|PGUSER", "bin", "bin/env.sh:3:#export PGHOST=db1")
    s.edit("bin/env.sh", "#export PGHOST=db1", "export PGHOST=db1")
    s.bash("sudo -u export ./bin/export.sh", "orders       41822 rows\ninvoices     12001 rows\ndone /data/export/2026-10-12", ms=21_000)
    s.bash("ls /data/export/2026-10-12", "invoices.csv.gz\norders.csv.gz")


@healthy("eleventh:failure", "solver-rust", "Port the solver from nalgebra 0.29 to 0.33.", client="codex", times="none")
def rust_error_codes_one_behind_another(s):
    codes = [("E0432", "unresolved import `nalgebra::base::storage::Storage`"), ("E0107", "struct takes 4 generic arguments but 3 generic arguments were supplied"), ("E0277", "the trait bound `D: DimName` is not satisfied"), ("E0308", "mismatched types"), ("E0599", "no method named `lu_solve` found for struct `Matrix`"), ("E0282", "type annotations needed"), ("E0061", "this method takes 2 arguments but 1 argument was supplied"), ("E0308", "mismatched types"), ("E0502", "cannot borrow `*a` as mutable because it is also borrowed as immutable"), ("E0605", "non-primitive cast: `OMatrix<f64, D, D>` as `DMatrix<f64>`")]
    for n, (code, text) in enumerate(codes):
        s.bash("cargo check 2>&1 | head -4", f"    Checking solver v0.4.0 (/home/dev/solver-rust)\nerror[{code}]: {text}\n  --> src/{['lib', 'lu', 'qr', 'newton'][n // 3 % 4]}.rs:{n * 29 + 8}:{n % 7 + 5}\n   |")
        s.edit(f"src/{['lib', 'lu', 'qr', 'newton'][n // 3 % 4]}.rs", f"step{n}(a)", f"step{n}::<D>(a.clone_owned(), &mut ws)")
    s.bash("cargo check 2>&1 | tail -1", "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 6.11s")
    s.bash("cargo test 2>&1 | tail -2", "test result: ok. 61 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.31s")


@stuck("eleventh:failure", "ml-image", "Fetch the weights, the sources and the Python packages into the build context.", client="codex")
def an_intercepted_certificate_met_by_every_tool(s):
    tries = [("curl -fLO https://files.acme-models.org/weights.bin", "curl: (60) SSL certificate problem: self-signed certificate in certificate chain\nMore details here: https://curl.se/docs/sslcerts.html", 60), ("pip download -d wheels torch", "WARNING: Retrying (Retry(total=0)) after connection broken by 'SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate in certificate chain (_ssl.c:1018)'))'\nERROR: No matching distribution found for torch", 1), ("git clone --depth 1 https://github.com/acme/tokeniser", "Cloning into 'tokeniser'...\nfatal: unable to access 'https://github.com/acme/tokeniser/': SSL certificate problem: self-signed certificate in certificate chain", 128), ("wget -q https://files.acme-models.org/weights.bin", "ERROR: cannot verify files.acme-models.org's certificate, issued by ‘CN=Corp Proxy CA’:\n  Self-signed certificate encountered.", 5), ("npm pack @acme/tok", "npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error errno SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://registry.npmjs.org/@acme%2ftok failed, reason: self-signed certificate in certificate chain", 1)]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        if n % 8 == 6:
            s.bash(["date", "openssl version", "env | grep -i proxy"][n // 8], [f"Mon Oct 12 10:1{n % 10}:41 CEST 2026", "OpenSSL 3.0.13 30 Jan 2024", "https_proxy=http://proxy.corp:3128"][n // 8])
            continue
        command, text, rc = tries[(n * 3) % 5]
        s.bash(command.replace("torch", ["torch", "numpy", "safetensors"][n % 3]).replace("weights.bin", ["weights.bin", "vocab.txt", "config.json"][n % 3]), text.replace("torch", ["torch", "numpy", "safetensors"][n % 3]), rc, ms=800 + n * 67)


@stuck("eleventh:failure", "triage-bot", "Label the ten new issues and leave a short comment on each.", client="plain")
def a_token_without_write_for_each_issue(s):
    for n in range(24):
        if n == 7:
            s.stuck_here()
        issue = 3301 + n % 10
        tool, given = [("add_labels_to_issue", {"labels": ["bug"]}), ("add_issue_comment", {"body": f"Thanks, we look into it ({n})."}), ("update_issue", {"labels": ["bug", "triaged"]})][n % 3]
        s.mcp("github", tool, {"owner": "acme", "repo": "shop", "issue_number": issue} | given, f"failed to {tool.replace('_', ' ')}: {['POST', 'POST', 'PATCH'][n % 3]} https://api.github.com/repos/acme/shop/issues/{issue}{['/labels', '/comments', ''][n % 3]}: 403 Resource not accessible by personal access token []", ok=False, ms=290 + n)
        if n % 6 == 5:
            s.mcp("github", "get_issue", {"owner": "acme", "repo": "shop", "issue_number": issue}, {"number": issue, "title": ["Cart empties itself", "Wrong VAT for CH", "Login loop on Safari", "Search ignores umlauts"][n // 6], "labels": []})


@stuck("eleventh:failure", "ota-builder", "Generate the four OTA packages.", client="codex")
def no_space_left_wherever_it_is_written(s):
    places = ["out/ota", "/tmp/ota", "build/ota", "/var/tmp/ota", "$HOME/ota"]
    for n in range(22):
        if n == 6:
            s.stuck_here()
        place = places[n % 5]
        if n % 6 == 4:
            s.bash(["rm -f *.log", "ccache -c", "sync", "rm -rf __pycache__"][n // 6], ["", "Cleanups: 1", "", ""][n // 6])
        else:
            s.bash(f"{['', 'nice '][n % 2]}python3 ota_from_target_files.py --board rev{n % 4 + 1} target.zip {place}{n % 4 + 1}.zip", f"{n * 7 % 60:02}:11:{n * 13 % 60:02} - ota_from_target_files.py - INFO : Generating full payload\nTraceback (most recent call last):\n  File \"ota_from_target_files.py\", line 1140, in <module>\n    main(sys.argv[1:])\nOSError: [Errno 28] No space left on device", 1, ms=6100 + n * 71)


@stuck("eleventh:failure", "kiosk-setup", "Set up the kiosk: firewall rule, scheduled task, autologin key, and service.", client="claude")
def access_denied_for_each_piece_of_a_windows_setup(s):
    tries = [("New-NetFirewallRule -DisplayName Kiosk -Direction Inbound -LocalPort 8443 -Protocol TCP -Action Allow", "New-NetFirewallRule : Access is denied."), ("Register-ScheduledTask -TaskName KioskStart -Action $a -Trigger $t", "Register-ScheduledTask : Access is denied."), ("Set-ItemProperty 'HKLM:\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon' AutoAdminLogon 1", "Set-ItemProperty : Requested registry access is not allowed."), ("New-Service -Name Kiosk -BinaryPathName C:\\kiosk\\kiosk.exe", "New-Service : Service 'Kiosk (Kiosk)' cannot be created due to the following error: Access is denied"), ("netsh advfirewall firewall add rule name=Kiosk dir=in action=allow protocol=TCP localport=8443", "The requested operation requires elevation (Run as administrator)."), ("schtasks /create /tn KioskStart /tr C:\\kiosk\\kiosk.exe /sc onlogon /rl highest", "ERROR: Access is denied."), ("sc.exe create Kiosk binPath= C:\\kiosk\\kiosk.exe", "[SC] OpenSCManager FAILED 5:\n\nAccess is denied.")]
    for n in range(25):
        if n == 9:
            s.stuck_here()
        if n == 13:
            s.say("The rule may exist already in another profile; I try the command-line tools.")
        command, text = tries[n % 7]
        s.bash(f"powershell -NoProfile -Command \"{command}\"" if n >= 14 and n % 2 else command, text, 1, ms=500 + n * 9)


@stuck("eleventh:failure", "club-firebase", "Deploy rules, functions and hosting.", client="plain", codes=False)
def a_firebase_project_without_the_permission(s):
    for n in range(23):
        if n == 6:
            s.stuck_here()
        what = ["hosting", "functions", "firestore:rules", "storage", "hosting,functions"][n % 5]
        if n % 7 == 4:
            s.bash(["firebase projects:list", "firebase use club-prod", "firebase login:list"][n // 7 % 3], ["┌──────────────────────┬────────────────┐\n│ Project Display Name │ Project ID     │\n├──────────────────────┼────────────────┤\n│ club-dev             │ club-dev       │\n└──────────────────────┴────────────────┘", "Now using project club-prod", "Logged in as bot@club.example"][n // 7 % 3])
        elif n % 7 == 6:
            s.edit("firebase.json", '"public": "dist"' if n // 7 % 2 == 0 else '"public": "./dist"', '"public": "./dist"' if n // 7 % 2 == 0 else '"public": "dist"')
        else:
            s.bash(f"firebase deploy --only {what}{['', ' --force', ' --project club-prod', ' --debug 2>&1 | tail -4'][n % 4]}", f"\n=== Deploying to 'club-prod'...\n\ni  deploying {what}\nError: Request to https://serviceusage.googleapis.com/v1/projects/club-prod/services/firebase.googleapis.com had HTTP Error: 403, Permission denied to get service [firebase.googleapis.com]", 1, ms=4100 + n * 91)
