"""The eighth set, first page: the principles one by one (same question and same answer, same failure, checks that find
something, searches that find nothing, results that are gone, checks that pass, waiting), with tools that other pages lack.

Each kind has stuck patterns and healthy ones that look like them; the healthy ones are meant to be hard.
"""
from session import healthy, stuck


# a. The same question with the same answer; the same answer over many targets; pages that do not overlap.

@healthy("principle:question", "nix_audit", "For each of our overlay packages: is it marked insecure or unfree, and does it evaluate on aarch64-darwin?", client="codex")
def overlay_packages_evaluated_one_by_one(s):
    names = ["ffmpeg-lgpl", "grafana-agent", "imgproxy", "jemalloc-prof", "kafkactl", "libvips-heif", "minio-client", "nats-top", "oha", "pgbouncer-scram", "qsv", "redpanda-rpk", "sqlfluff-pinned", "tippecanoe", "vector-slim", "wasmtime-lts", "xsv-fork", "zrepl"]
    s.bash("nix eval --json .#overlayNames --apply builtins.length", "18")
    for n, name in enumerate(names):
        s.bash(f"nix eval --json .#packages.aarch64-darwin.{name}.meta.insecure", "false")
        if n in (5, 13):
            s.bash(f"nix eval --raw .#packages.aarch64-darwin.{name}.drvPath", f"error:\n       … while evaluating the attribute 'drvPath'\n\n       error: Package ‘{name}-1.{n}.0’ in /nix/store/q1x2-source/pkgs/{name}/default.nix:31 is not available on the requested hostPlatform:\n         hostPlatform.config = \"arm64-apple-darwin\"\n         package.meta.platforms = [\n           \"x86_64-linux\"\n         ]", 1)
    s.write("audit.md", "No package is insecure; libvips-heif and tippecanoe do not evaluate on aarch64-darwin.\n")


@stuck("principle:question", "nix_audit", "Which version of terraform-docs is in our pinned nixpkgs? We need at least 0.19.", client="codex")
def one_version_in_nixpkgs_asked_in_every_way(s):
    s.bash("jq -r .nodes.nixpkgs.locked.rev flake.lock", "c374d94f1536013ca8e92341b540eba4c22f9c62")
    ways = [("nix eval --raw .#terraform-docs.version", "0.18.0"), ("nix eval --raw nixpkgs#terraform-docs.version", "0.18.0"), ("nix eval --json .#terraform-docs.name", "\"terraform-docs-0.18.0\""), ("nix-instantiate --eval -E '(import <nixpkgs> {}).terraform-docs.version'", "\"0.18.0\""), ("nix search nixpkgs terraform-docs", "* legacyPackages.x86_64-linux.terraform-docs (0.18.0)\n  Utility to generate documentation from Terraform modules in various output formats"), ("nix-env -qaP terraform-docs", "nixpkgs.terraform-docs  terraform-docs-0.18.0"), ("nix path-info nixpkgs#terraform-docs", "/nix/store/9vlk0d1n4pcm7r6hjj3y1jy2mspq0b6w-terraform-docs-0.18.0"), ("nix run nixpkgs#terraform-docs -- --version", "terraform-docs version v0.18.0 linux/amd64"), ("nix shell nixpkgs#terraform-docs -c terraform-docs version", "terraform-docs version v0.18.0 linux/amd64"), ("nix derivation show nixpkgs#terraform-docs | jq -r '.[].env.version'", "0.18.0"), ("nix-shell -p terraform-docs --run 'terraform-docs --version'", "terraform-docs version v0.18.0 linux/amd64"), ("nix repl --expr 'import <nixpkgs> {}' <<< 'terraform-docs.version'", "\"0.18.0\""), ("nix eval --impure --expr '(builtins.getFlake (toString ./.)).inputs.nixpkgs.legacyPackages.x86_64-linux.terraform-docs.version'", "\"0.18.0\""), ("nix eval --raw --inputs-from . nixpkgs#terraform-docs.version", "0.18.0"), ("nix eval nixpkgs#terraform-docs.name 2>/dev/null | tr -d '\"'", "terraform-docs-0.18.0"), ("grep -n 'version =' $(nix eval --raw nixpkgs#path)/pkgs/by-name/te/terraform-docs/package.nix", "9:  version = \"0.18.0\";"), ("nix edit nixpkgs#terraform-docs 2>/dev/null | grep version", "  version = \"0.18.0\";"), ("nix eval --raw nixpkgs#terraform-docs.src.rev", "v0.18.0"), ("nix eval --refresh --raw .#terraform-docs.version", "0.18.0"), ("nix eval --raw .#legacyPackages.x86_64-linux.terraform-docs.version", "0.18.0"), ("nix eval --option eval-cache false --raw .#terraform-docs.version", "0.18.0"), ("nix --version >/dev/null && nix eval --raw .#terraform-docs.version; echo", "0.18.0")]
    for n, (command, output) in enumerate(ways):
        if n == 7:
            s.stuck_here()
        s.bash(command, output)


@healthy("principle:question", "edge_network", "Check before tonight's change that every edge router has its two BGP sessions up and no config is unsaved.", client="plain", codes=False)
def twenty_routers_with_the_same_answer(s):
    s.look("inventory/edge.txt", "\n".join(f"edge-{site}-{k}" for site in ["ams", "cdg", "fra", "lhr", "mad", "mxp", "waw", "zrh"] for k in (1, 2)))
    for site in ["ams", "cdg", "fra", "lhr", "mad", "mxp", "waw", "zrh"]:
        for k in (1, 2):
            s.bash(f"ssh -o BatchMode=yes netops@edge-{site}-{k} 'show ip bgp summary | count Established'", "Count: 2")
            if k == 2:
                s.bash(f"ssh -o BatchMode=yes netops@edge-{site}-{k} 'show configuration sessions pending'", "No pending sessions")
    s.write("precheck.md", "All sixteen edge routers: two sessions, nothing pending.\n")


@stuck("principle:question", "print_server", "Users cannot print. Is the spooler on PRN02 running?", client="claude")
def a_spooler_that_is_stopped_whoever_asks(s):
    ways = [("powershell -c \"Get-Service -ComputerName PRN02 Spooler\"", "\nStatus   Name               DisplayName\n------   ----               -----------\nStopped  Spooler            Print Spooler\n"), ("sc.exe \\\\PRN02 query Spooler", "\nSERVICE_NAME: Spooler\n        TYPE               : 110  WIN32_OWN_PROCESS  (interactive)\n        STATE              : 1  STOPPED\n        WIN32_EXIT_CODE    : 1068  (0x42c)"), ("powershell -c \"(Get-Service -ComputerName PRN02 Spooler).Status\"", "Stopped"), ("powershell -c \"Invoke-Command PRN02 { Get-Service Spooler | Select Status }\"", "\nStatus  PSComputerName\n------  --------------\nStopped PRN02\n"), ("wmic /node:PRN02 service where name='Spooler' get State", "State\nStopped"), ("powershell -c \"Get-CimInstance -ComputerName PRN02 Win32_Service -Filter \\\"Name='Spooler'\\\" | % State\"", "Stopped"), ("powershell -c \"Invoke-Command -ComputerName PRN02 { (Get-Service Spooler).Status.ToString() }\"", "Stopped"), ("powershell -c \"Get-WmiObject Win32_Service -ComputerName PRN02 | ? Name -eq Spooler | select State\"", "\nState\n-----\nStopped\n"), ("sc.exe \\\\PRN02 queryex Spooler | findstr STATE", "        STATE              : 1  STOPPED"), ("powershell -c \"Invoke-Command PRN02 { sc.exe query Spooler } | Select-String STATE\"", "\n        STATE              : 1  STOPPED\n"), ("tasklist /S PRN02 /FI \"IMAGENAME eq spoolsv.exe\"", "INFO: No tasks are running which match the specified criteria."), ("powershell -c \"Invoke-Command PRN02 { Get-Process spoolsv -ErrorAction SilentlyContinue | measure | % Count }\"", "0"), ("powershell -c \"Get-Service Spooler -ComputerName PRN02.corp.example | fl Name,Status\"", "\nName   : Spooler\nStatus : Stopped\n"), ("psexec \\\\PRN02 sc query Spooler | find \"STATE\"", "        STATE              : 1  STOPPED"), ("powershell -c \"if ((Get-Service Spooler -ComputerName PRN02).Status -eq 'Running') {'yes'} else {'no'}\"", "no"), ("powershell -c \"Get-CimInstance Win32_Service -ComputerName PRN02 | where Name -eq 'Spooler' | ft Name,State,StartMode\"", "\nName    State   StartMode\n----    -----   ---------\nSpooler Stopped Auto\n"), ("powershell -c \"Get-Service -ComputerName PRN02 | ? DisplayName -like '*Spooler*'\"", "\nStatus   Name               DisplayName\n------   ----               -----------\nStopped  Spooler            Print Spooler\n"), ("powershell -c \"icm PRN02 {gsv spooler} | % status\"", "Stopped"), ("sc.exe \\\\PRN02.corp.example query spooler | findstr /C:STOPPED", "        STATE              : 1  STOPPED"), ("powershell -c \"Get-Service Spooler -ComputerName 10.8.4.22 | select -Expand Status\"", "Stopped"), ("powershell -c \"(New-Object System.ServiceProcess.ServiceController('Spooler','PRN02')).Status\"", "Stopped"), ("net use \\\\PRN02\\ipc$ >nul & sc.exe \\\\PRN02 query Spooler | findstr STATE", "        STATE              : 1  STOPPED")]
    for n, (command, output) in enumerate(ways):
        if n == 7:
            s.stuck_here()
        s.bash(command, output, ms=900 + 40 * n)


@healthy("principle:question", "clicks_archive", "Read through the 900 rejected rows of yesterday's load and tell me what kinds of mistakes they have.", client="claude")
def rejected_rows_page_after_page(s):
    s.bash("clickhouse-client -q \"SELECT count() FROM load.rejects WHERE day = '2026-11-26'\"", "900")
    for page in range(18):
        rows = "\n".join(f"{page * 50 + k}\tcannot parse DateTime: '{['0000-00-00', '', '2026-13-01'][(page + k) % 3]}'\tfile_{(page * 7 + k) % 23:02}.csv:{page * 431 + k * 11}" for k in range(50))
        s.bash(f"clickhouse-client -q \"SELECT rowNumberInAllBlocks(), error, source FROM load.rejects WHERE day = '2026-11-26' ORDER BY source LIMIT 50 OFFSET {page * 50}\"", rows)
    s.write("rejects.md", "All 900 rows fail on the column booked_at: zero dates, empty strings, month 13.\n")


@stuck("principle:question", "clicks_archive", "The dashboard shows no refunds for November. Are there any in events.raw?", client="plain")
def no_refunds_however_they_are_counted(s):
    s.bash("clickhouse-client -q 'DESCRIBE events.raw FORMAT TSV' | cut -f1,2", "ts\tDateTime\nkind\tLowCardinality(String)\namount\tDecimal(18, 2)\nuser\tUInt64")
    queries = ["SELECT count() FROM events.raw WHERE kind = 'refund'", "SELECT count(*) FROM events.raw WHERE kind = 'refund' AND ts >= '2026-11-01'", "SELECT count() FROM events.raw WHERE kind IN ('refund')", "SELECT sum(kind = 'refund') FROM events.raw", "SELECT countIf(kind = 'refund') FROM events.raw", "SELECT count() FROM events.raw PREWHERE kind = 'refund'", "SELECT count() FROM events.raw WHERE lower(kind) = 'refund'", "SELECT count() FROM events.raw WHERE kind LIKE 'refund'", "SELECT count() FROM events.raw WHERE kind ILIKE '%refund%'", "SELECT count() FROM events.raw WHERE positionCaseInsensitive(kind, 'refund') > 0", "SELECT count() FROM events.raw FINAL WHERE kind = 'refund'", "SELECT count() FROM events.raw WHERE match(kind, '(?i)refund')", "SELECT uniqExact(user) FROM events.raw WHERE kind = 'refund'", "SELECT count() FROM (SELECT * FROM events.raw WHERE kind = 'refund')", "SELECT count() FROM events.raw WHERE toString(kind) = 'refund'", "SELECT count() FROM events.raw WHERE trim(kind) = 'refund'", "SELECT count() FROM events.raw WHERE startsWith(kind, 'refund')", "SELECT countIf(kind = 'refund' AND toYYYYMM(ts) = 202611) FROM events.raw", "SELECT count() FROM clusterAllReplicas('main', events.raw) WHERE kind = 'refund'", "SELECT count() FROM events.raw WHERE kind = 'refund' SETTINGS use_query_cache = 0", "SELECT count() FROM events.raw WHERE has(['refund'], kind)", "SELECT count() FROM events.raw WHERE hasToken(kind, 'refund')"]
    for n, query in enumerate(queries):
        if n == 8:
            s.stuck_here()
        s.bash(f"clickhouse-client -q \"{query}\"", "0", ms=310 + 12 * n)


# b. The same failure whatever the target or the spelling; failures that move on.

@healthy("principle:failure", "infra_live", "Bring the old DNS zone under Terragrunt: everything exists already, import what plan complains about.", client="claude")
def records_imported_as_they_come_up(s):
    records = ["www", "mail", "_dmarc", "api", "api-eu", "docs", "status", "vpn", "grafana", "k8s-int", "cdn", "autodiscover", "selector1._domainkey"]
    for n, record in enumerate(records):
        s.bash("cd live/prod/dns && terragrunt apply -auto-approve 2>&1 | tail -12", f"aws_route53_record.this[\"{record}\"]: Creating...\n╷\n│ Error: creating Route53 Record: operation error Route 53: ChangeResourceRecordSets, https response error StatusCode: 400, InvalidChangeBatch: [Tried to create resource record set [name='{record}.example.org.', type='{'TXT' if record[0] == '_' else 'CNAME'}'] but it already exists]\n│ \n│   with aws_route53_record.this[\"{record}\"],\n│   on main.tf line 11, in resource \"aws_route53_record\" \"this\":\n╵\ntime=2026-11-27T09:0{n % 10}:11Z level=error msg=terraform invocation failed in ./.terragrunt-cache\nexit status 1", 0, ms=14_000)
        s.bash(f"cd live/prod/dns && terragrunt import 'aws_route53_record.this[\"{record}\"]' Z02Q7_{record}.example.org_{'TXT' if record[0] == '_' else 'CNAME'}", f"aws_route53_record.this[\"{record}\"]: Import prepared!\n  Prepared aws_route53_record for import\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=9000)
    s.bash("cd live/prod/dns && terragrunt plan 2>&1 | tail -3", "No changes. Your infrastructure matches the configuration.", ms=11_000)


@stuck("principle:failure", "infra_pulumi", "Roll out the new bucket policy to staging with pulumi up.", client="plain")
def a_stack_that_stays_locked(s):
    lock = "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`.\n  s3://acme-pulumi/.pulumi/locks/organization/web/staging/8f2c.json: created by root@ci-runner-11 (pid 4471) at 2026-11-12T03:11:40Z"
    denied = "error: s3://acme-pulumi/.pulumi/locks/organization/web/staging/8f2c.json: operation error S3: DeleteObject, https response error StatusCode: 403, AccessDenied: Access Denied"
    commands = [("pulumi up --yes --stack staging", lock), ("pulumi cancel --yes --stack staging", denied), ("pulumi up --yes --stack staging --skip-preview", lock), ("pulumi cancel --yes", denied), ("pulumi up -y -s organization/web/staging", lock), ("PULUMI_BACKEND_URL=s3://acme-pulumi pulumi up -y", lock), ("aws s3 rm s3://acme-pulumi/.pulumi/locks/organization/web/staging/8f2c.json", "delete failed: s3://acme-pulumi/.pulumi/locks/organization/web/staging/8f2c.json An error occurred (AccessDenied) when calling the DeleteObject operation: Access Denied"), ("pulumi refresh --yes --stack staging", lock), ("pulumi up --yes --refresh --stack staging", lock), ("sudo -E pulumi cancel --yes --stack staging", denied), ("pulumi preview --stack staging && pulumi up --yes", lock), ("pulumi up --yes --stack staging --parallel 1", lock), ("pulumi up --yes --target 'urn:pulumi:staging::web::aws:s3/bucketPolicy:BucketPolicy::assets'", lock), ("aws s3api delete-object --bucket acme-pulumi --key .pulumi/locks/organization/web/staging/8f2c.json", "An error occurred (AccessDenied) when calling the DeleteObject operation: Access Denied"), ("pulumi cancel -s staging -y --non-interactive", denied), ("pulumi up --yes --non-interactive --stack staging", lock), ("pulumi stack select staging && pulumi up --yes", lock), ("pulumi login s3://acme-pulumi && pulumi up -y -s staging", "Logged in to ci as dev (s3://acme-pulumi)\n" + lock), ("pulumi up --yes --stack staging --continue-on-error", lock), ("AWS_REGION=eu-west-1 pulumi cancel --yes --stack staging", denied), ("npx pulumi up --yes --stack staging", lock), ("pulumi up --yes --stack staging -v=3 2>&1 | tail -2", lock), ("pulumi destroy --yes --stack staging --target assets", lock)]
    for n, (command, output) in enumerate(commands):
        if n == 8:
            s.stuck_here()
        s.bash(command, output, 255 if "pulumi" in command[:14] else 1, ms=2400)


@healthy("principle:failure", "gateway_os", "Get core-image-gateway to build again after the move to scarthgap.", client="codex")
def bitbake_that_fails_at_the_next_recipe(s):
    steps = [("modemd_2.1.bb", "QA Issue: modemd: Files/directories were installed but not shipped in any package:\n  /usr/lib/systemd [installed-vs-shipped]", "FILES:${PN} += \"${systemd_unitdir}\""), ("paho-mqtt-c_1.3.bb", "ERROR: paho-mqtt-c-1.3.9-r0 do_fetch: Fetcher failure for URL: 'git://github.com/eclipse/paho.mqtt.c.git;branch=master'. Unable to resolve branch", "branch=main;protocol=https"), ("lora-pktfwd_4.0.bb", "ERROR: lora-pktfwd-4.0-r2 do_compile: oe_runmake failed\n| Makefile:44: *** missing separator.  Stop.", "EXTRA_OEMAKE = \"-f Makefile.yocto\""), ("gpsd-conf_1.0.bb", "ERROR: gpsd-conf-1.0-r0 do_package_qa: QA Issue: gpsd-conf: LICENSE file missing [license-checksum]", "LIC_FILES_CHKSUM = \"file://COPYING;md5=5ae2f37d\""), ("webui_3.2.bb", "ERROR: webui-3.2-r0 do_compile: network access is disabled in do_compile: npm ERR! code EAI_AGAIN", "inherit npm"), ("u-boot-gw_2024.01.bb", "ERROR: u-boot-gw-2024.01-r0 do_patch: Applying patch '0003-env.patch' failed: Hunk #2 FAILED at 118", "SRC_URI:remove = \"file://0003-env.patch\""), ("linux-gw_6.6.bb", "ERROR: linux-gw-6.6.32-r0 do_kernel_configcheck: CONFIG_CAN_MCP251X not set in final config", "KERNEL_FEATURES += \"cfg/can.scc\""), ("core-image-gateway.bb", "ERROR: Nothing RPROVIDES 'python3-pyserial' (but core-image-gateway.bb RDEPENDS on it)", "IMAGE_INSTALL += \"python3-serial\"")]
    for n, (recipe, error, fix) in enumerate(steps):
        s.bash("bitbake core-image-gateway 2>&1 | tail -4", f"{error}\nNOTE: Tasks Summary: Attempted {3120 + 211 * n} tasks of which {3100 + 200 * n} didn't need to be rerun and 1 failed.\n\nSummary: There was 1 ERROR message, returning a non-zero exit code.", 0, ms=240_000)
        s.look(f"meta-gw/recipes/{recipe}", f"SUMMARY = \"{recipe.split('_')[0]}\"\nLICENSE = \"MIT\"\nPR = \"r{n}\"\n")
        s.edit(f"meta-gw/recipes/{recipe}", "LICENSE = \"MIT\"", f"LICENSE = \"MIT\"\n{fix}")
    s.bash("bitbake core-image-gateway 2>&1 | tail -2", "NOTE: Tasks Summary: Attempted 5034 tasks of which 4880 didn't need to be rerun and all succeeded.", ms=600_000)


@stuck("principle:failure", "gis_reports", "Install the R package rgdal, the report needs it.", client="claude")
def an_r_package_that_no_mirror_has(s):
    def refused(version="4.4"):
        return f"Installing package into ‘/home/dev/R/x86_64-pc-linux-gnu-library/{version}’\n(as ‘lib’ is unspecified)\nWarning message:\npackage ‘rgdal’ is not available for this version of R\n\nA version of this package for your version of R might be available elsewhere,\nsee the ideas at\nhttps://cran.r-project.org/doc/manuals/r-patched/R-admin.html#Installing-packages"
    mirrors = ["https://cloud.r-project.org", "https://cran.rstudio.com", "https://ftp.fau.de/cran", "https://cran.uni-muenster.de", "https://packagemanager.posit.co/cran/latest", "https://cran.ma.imperial.ac.uk", "https://mirrors.tuna.tsinghua.edu.cn/CRAN", "https://cran.csiro.au"]
    s.bash("Rscript report.R", "Error in library(rgdal) : there is no package called ‘rgdal’\nExecution halted", 1)
    n = 0
    for mirror in mirrors:
        for command in (f"Rscript -e 'install.packages(\"rgdal\", repos=\"{mirror}\")'", f"sudo Rscript -e 'install.packages(\"rgdal\", repos=\"{mirror}\", type=\"source\")'", f"R -q -e 'install.packages(\"rgdal\", repos=c(\"{mirror}\"), dependencies=TRUE)' 2>&1 | tail -7"):
            if n == 7:
                s.stuck_here()
            s.bash(command, refused(), 0, ms=5200 + 90 * n)
            n += 1


@healthy("principle:failure", "ledger_hs", "Move the ledger from base 4.14 to 4.20 (GHC 9.10).", client="plain", times="at")
def a_type_error_that_moves_down_the_file(s):
    spots = [(31, "Variable not in scope: (<>) :: Text -> Text -> t", "import Data.Semigroup"), (58, "Couldn't match type ‘Text’ with ‘[Char]’", "T.unpack name"), (77, "No instance for ‘Semigroup Ledger’ arising from the superclasses of an instance declaration", "instance Semigroup Ledger where (<>) = mergeL"), (102, "Ambiguous occurrence ‘foldl'’\n    It could refer to either ‘Prelude.foldl'’ or ‘Data.List.foldl'’", "import Data.List hiding (foldl')"), (144, "Couldn't match type ‘Text’ with ‘[Char]’", "T.unpack account"), (171, "Couldn't match type ‘Text’ with ‘[Char]’", "T.unpack memo"), (203, "Pattern match(es) are non-exhaustive\n    In a case alternative: Patterns of type ‘Entry’ not matched: Reversal _", "Reversal e -> undo e"), (240, "Couldn't match type ‘Text’ with ‘[Char]’", "T.unpack payee")]
    for n, (line, error, fix) in enumerate(spots):
        s.bash("cabal build ledger 2>&1 | grep -A4 error | head -5", f"src/Ledger/Book.hs:{line}:{9 + n}: error: [GHC-{[88464, 83865, 39999, 87543][n % 4]}]\n    • {error}", 0, ms=17_000)
        s.edit("src/Ledger/Book.hs", f"-- {line}", fix)
    s.bash("cabal build ledger 2>&1 | tail -1", "[14 of 14] Linking dist-newstyle/build/x86_64-linux/ghc-9.10.1/ledger-0.9/x/ledger/build/ledger/ledger", ms=61_000)
    s.bash("cabal test 2>&1 | tail -2", "1 of 1 test suites (1 of 1 test cases) passed.", ms=8000)


@stuck("principle:failure", "sensor_node", "Flash the new firmware on the node on my desk.", client="codex")
def a_serial_port_that_cannot_be_opened(s):
    tail = "A fatal error occurred: Could not open /dev/ttyUSB0, the port is busy or doesn't exist.\n([Errno 2] could not open port /dev/ttyUSB0: [Errno 2] No such file or directory: '/dev/ttyUSB0')\n\nHint: Check if the port is correct and ESP connected"
    s.bash("idf.py build 2>&1 | tail -2", "Project build complete. To flash, run:\n idf.py flash", ms=44_000)
    commands = ["idf.py flash", "idf.py -p /dev/ttyUSB0 flash", "sudo idf.py -p /dev/ttyUSB0 flash", "idf.py -p /dev/ttyUSB0 -b 115200 flash", "esptool.py --port /dev/ttyUSB0 chip_id", "esptool.py -p /dev/ttyUSB0 --before no_reset chip_id", "sudo chmod 666 /dev/ttyUSB0; idf.py flash", "python -m esptool --chip esp32s3 -p /dev/ttyUSB0 flash_id", "sudo -E esptool.py -p /dev/ttyUSB0 write_flash 0x0 build/node.bin", "idf.py -p /dev/ttyUSB0 -b 9600 flash", "ESPPORT=/dev/ttyUSB0 idf.py flash", "idf.py -p /dev/ttyUSB0 erase-flash", "esptool.py --port /dev/ttyUSB0 --baud 460800 --before usb_reset flash_id", "sg dialout -c 'idf.py -p /dev/ttyUSB0 flash'", "esptool.py --connect-attempts 20 -p /dev/ttyUSB0 chip_id", "idf.py -p /dev/ttyUSB0 app-flash", "sudo modprobe cp210x; idf.py -p /dev/ttyUSB0 flash", "idf.py -p /dev/ttyUSB0 bootloader-flash", "esptool.py --chip auto --port /dev/ttyUSB0 run", "esptool.py --no-stub --port /dev/ttyUSB0 read_mac", "idf.py -p /dev/ttyUSB0 monitor", "idf.py -p /dev/ttyUSB0 flash monitor"]
    for n, command in enumerate(commands):
        if n == 7:
            s.stuck_here()
        s.bash(command, ("chmod: cannot access '/dev/ttyUSB0': No such file or directory\n" if "chmod" in command else "esptool.py v4.8.1\nSerial port /dev/ttyUSB0\n") + tail, 2, ms=3100)


# c. Checks that ran and found something.

@healthy("principle:checks", "fleet_ansible", "Run ansible-lint on every role and write down what has to be done; change nothing.", client="plain")
def each_role_linted_and_noted(s):
    roles = ["apt_mirror", "bind", "chrony", "consul", "docker", "etcd", "firewalld", "haproxy", "keepalived", "loki", "nfs", "node_exporter", "postfix", "sshd", "unbound", "wireguard"]
    for n, role in enumerate(roles):
        if n in (3, 9):
            s.bash(f"ansible-lint -p roles/{role}", "Passed: 0 failure(s), 0 warning(s) on 9 files. Last profile that met the validation criteria was 'production'.", ms=4100)
        else:
            s.bash(f"ansible-lint -p roles/{role}", f"roles/{role}/tasks/main.yml:12: fqcn[action-core]: Use FQCN for builtin module actions (copy).\nroles/{role}/tasks/main.yml:30: no-changed-when: Commands should not change things if nothing needs doing.\nFailed: 2 failure(s), 0 warning(s) on 9 files. Last profile that met the validation criteria was 'min'.", 2, ms=4100)
    s.write("lint.md", "Fourteen roles: fqcn in line 12, no-changed-when in line 30. consul and loki are clean.\n")


@stuck("principle:checks", "fleet_ansible", "The lint job of the role sshd is red. Make it green.", client="plain")
def one_role_linted_over_and_over(s):
    found = "roles/sshd/tasks/main.yml:12: fqcn[action-core]: Use FQCN for builtin module actions (template).\nroles/sshd/handlers/main.yml:2: name[casing]: All names should start with an uppercase letter.\nFailed: 2 failure(s), 0 warning(s) on 7 files. Last profile that met the validation criteria was 'min'."
    commands = ["ansible-lint roles/sshd", "ansible-lint -p roles/sshd", "ansible-lint --offline roles/sshd", "ansible-lint -q roles/sshd", "ansible-lint roles/sshd 2>&1", "ansible-lint --nocolor roles/sshd", "ansible-lint --strict roles/sshd", "cd roles && ansible-lint sshd", "ansible-lint ./roles/sshd/", "ansible-lint -v roles/sshd", "python -m ansiblelint roles/sshd", "ansible-lint -f pep8 roles/sshd", "ansible-lint -c .ansible-lint roles/sshd", "ansible-lint --profile min roles/sshd", "ansible-lint roles/sshd/tasks roles/sshd/handlers", "ansible-lint --force-color roles/sshd | cat", "pre-commit run ansible-lint --files roles/sshd/tasks/main.yml roles/sshd/handlers/main.yml", "ansible-lint --project-dir . roles/sshd", "ansible-lint roles/sshd | tee lint.log", "make lint ROLE=sshd", "ansible-lint -R roles/sshd", "ansible-lint roles/sshd"]
    for n, command in enumerate(commands):
        if n == 7:
            s.stuck_here()
        s.bash(command, found, 0 if "|" in command else 2, ms=3900 + 31 * n)


@healthy("principle:checks", "booking_ex", "mix test is red since the Ecto upgrade. Bring it back.", client="claude")
def a_set_of_elixir_failures_that_shrinks(s):
    tests = ["test/rooms_test.exs:14", "test/rooms_test.exs:41", "test/prices_test.exs:9", "test/prices_test.exs:88", "test/guests_test.exs:23", "test/invoices_test.exs:17", "test/invoices_test.exs:60", "test/calendar_test.exs:12", "test/calendar_test.exs:52"]
    left = list(tests)
    for n in range(11):
        shown = "\n\n".join(f"  {k}) test case {t.split(':')[1]} ({t.split('/')[1].split('_')[0].title()}Test)\n     {t}\n     ** (Ecto.Query.CastError) value `\"12\"` cannot be dumped to type :id" for k, t in enumerate(left, 1))
        s.bash("mix test 2>&1 | tail -60", f"{shown}\n\nFinished in 4.{n} seconds (2.1s async, 2.0s sync)\n212 tests, {len(left)} failures", 0, ms=6000)
        if not left:
            break
        s.edit(f"lib/booking/{left[0].split('/')[1].split('_')[0]}.ex", f"where: r.id == ^id # {n}", f"where: r.id == type(^id, :id) # {n}")
        if n not in (3, 6):
            left.pop(0)


@stuck("principle:checks", "dwh_dbt", "Three dbt tests fail after the model change. Repair fct_orders.", client="codex")
def three_dbt_tests_that_no_edit_moves(s):
    edits = ["coalesce(o.customer_id, -1)", "distinct o.order_id", "left join {{ ref('dim_customer') }} c using (customer_id)", "inner join {{ ref('dim_customer') }} c on c.id = o.customer_id", "where o.order_id is not null", "qualify row_number() over (partition by o.order_id order by o.ts desc) = 1", "cast(o.customer_id as bigint)", "group by all", "union distinct", "where o.deleted = false", "nullif(o.customer_id, 0)", "{{ config(materialized='table') }}", "{{ dbt_utils.deduplicate('o', 'order_id', 'ts') }}"]
    old = "o.customer_id"
    for n, new in enumerate(edits):
        if n == 6:
            s.stuck_here()
        s.edit("models/marts/fct_orders.sql", old, new)
        s.bash("dbt build -s fct_orders", f"0{9}:{10 + n}:02  Failure in test not_null_fct_orders_customer_id (models/marts/schema.yml)\n  Got 1204 results, configured to fail if != 0\n\n  Failure in test unique_fct_orders_order_id (models/marts/schema.yml)\n  Got 311 results, configured to fail if != 0\n\n  Failure in test relationships_fct_orders_customer_id__id__ref_dim_customer_ (models/marts/schema.yml)\n  Got 1204 results, configured to fail if != 0\n\nDone. PASS=9 WARN=0 ERROR=3 SKIP=0 TOTAL=12", 1, ms=21_000)
        old = new


@healthy("principle:checks", "charts", "Bump the ingress API version in all charts and make sure that each still lints.", client="codex", times="none")
def charts_that_all_lint_alike(s):
    charts = ["audit", "billing", "catalog", "checkout", "emailer", "feature-flags", "geo", "identity", "media", "notifier", "payments", "search", "sessions", "webhooks"]
    for chart in charts:
        s.edit(f"charts/{chart}/templates/ingress.yaml", "apiVersion: networking.k8s.io/v1beta1", "apiVersion: networking.k8s.io/v1")
        s.bash(f"helm lint charts/{chart} --strict | tail -2", "\n1 chart(s) linted, 0 chart(s) failed")
    s.bash("git commit -qam 'Ingress v1 in all charts' && git push", "To git.acme.example:platform/charts.git\n   51ab20c..9e02d7f  main -> main")


@stuck("principle:checks", "pos_android", "Unit tests of the POS app are red. Fix.", client="plain", times="none", codes=False)
def gradle_counts_behind_a_tail(s):
    files = ["CartReducer.kt", "TaxTable.kt", "Receipt.kt", "CartReducer.kt", "Rounding.kt", "TaxTable.kt", "Drawer.kt", "Receipt.kt", "CartReducer.kt", "Rounding.kt", "TaxTable.kt", "Money.kt", "CartReducer.kt"]
    s.bash("./gradlew testDebugUnitTest 2>&1 | tail -1", "148 tests completed, 6 failed")
    for n, file in enumerate(files):
        if n == 6:
            s.stuck_here()
        s.edit(f"app/src/main/kotlin/pos/{file}", f"// rev {n}", f"// rev {n + 1}\n    private val scale = {n % 3 + 1}")
        s.bash(f"./gradlew testDebugUnitTest {['', '--rerun-tasks', '--no-daemon', '--offline'][n % 4]} 2>&1 | tail -1".replace("  ", " "), "148 tests completed, 6 failed")


@healthy("principle:checks", "pos_ios", "Work off the SwiftLint errors, one rule after the other.", client="claude")
def swiftlint_counts_that_go_down_behind_a_tail(s):
    rules = [("force_cast", 61), ("force_try", 57), ("line_length", 57), ("identifier_name", 40), ("cyclomatic_complexity", 36), ("function_body_length", 36), ("type_body_length", 33), ("large_tuple", 30), ("nesting", 22), ("todo", 4)]
    for n, (rule, count) in enumerate(rules):
        s.bash("swiftlint lint --strict 2>&1 | tail -1", f"Done linting! Found {count} violations, {count} serious in 212 files.", 0)
        s.edit(f"Sources/POS/{rule.title().replace('_', '')}Sites.swift", f"// swiftlint:disable {rule}", f"// {rule} resolved")
        if n % 3 == 1:
            s.bash("swift build 2>&1 | tail -1", "Build complete! (14.20s)", ms=14_000)
    s.bash("swiftlint lint --strict 2>&1 | tail -1", "Done linting! Found 0 violations, 0 serious in 212 files.")


@stuck("principle:checks", "voip_erl", "Dialyzer reports two warnings in the call router. Resolve them.", client="claude")
def dialyzer_run_again_without_a_change(s):
    found = "===> Verifying dependencies...\n===> Analyzing applications...\n===> Compiling callrouter\n===> Dialyzer starting, this may take a while...\n===> Analyzing 31 files with _build/default/rebar3_27_plt...\n\nsrc/cr_route.erl\nLine 88 Column 2: Function pick/2 has no local return\nLine 91 Column 14: The call lists:nth(0, _) breaks the contract (N, List) -> Elem\n===> Warnings written to _build/default/27.dialyzer_warnings\n===> Warnings occurred running dialyzer: 2"
    commands = ["rebar3 dialyzer", "rebar3 as test dialyzer", "rebar3 dialyzer 2>&1 | tail -20", "rebar3 clean && rebar3 dialyzer", "DIAGNOSTIC=1 rebar3 dialyzer", "rebar3 dialyzer --update-plt=false", "rm -rf _build/default/rebar3_27_plt && rebar3 dialyzer", "rebar3 dialyzer -u", "rebar3 do compile, dialyzer", "make dialyzer", "rebar3 dialyzer -s true"]
    for n, command in enumerate(commands * 2):
        if n == 6:
            s.stuck_here()
        s.bash(command, found, 0 if "|" in command else 1, ms=38_000)
        if n % 4 == 2:
            s.look("src/cr_route.erl", "pick(Routes, 0) ->\n    fallback(Routes);\npick(Routes, N) ->\n    lists:nth(N - 1, Routes).", 86, 4)


# d. Searches that find nothing.

@healthy("principle:nothing", "clinic_php", "Security questionnaire: answer the sixteen yes/no questions about our PHP code.", client="claude")
def sixteen_questions_mostly_answered_with_no(s):
    questions = [("eval\\(", "Do we use eval?"), ("md5\\(\\$pass", "MD5 passwords?"), ("unserialize\\(", "unserialize on input?"), ("extract\\(\\$_", "extract on request?"), ("CURLOPT_SSL_VERIFYPEER, *(false|0)", "TLS checks off?"), ("shell_exec|passthru|proc_open", "Shell calls?"), ("mysql_query", "Old mysql driver?"), ("\\$_GET\\[.*\\]\\s*\\.\\s*['\"]", "String SQL from GET?"), ("phpinfo\\(", "phpinfo left in?"), ("display_errors.*(On|1)", "Errors shown?"), ("AKIA[0-9A-Z]{16}", "AWS keys in code?"), ("BEGIN (RSA|EC) PRIVATE KEY", "Private keys in code?"), ("header\\(['\"]Access-Control-Allow-Origin: \\*", "CORS for all?"), ("mt_rand\\(", "Weak random in tokens?"), ("preg_replace\\(.*/e['\"]", "preg /e?"), ("assert\\(['\"]", "String asserts?")]
    hits = {7: "src/Legacy/Export.php:41:    $sql = \"select * from visits where id = \" . $_GET['id'] . \" limit 1\";", 13: "src/Support/Colour.php:9:        return mt_rand(0, 359);"}
    for n, (pattern, question) in enumerate(questions):
        s.think(question)
        s.grep(pattern, "src", hits.get(n, ""))
    s.look("src/Legacy/Export.php", "$sql = \"select * from visits where id = \" . $_GET['id'] . \" limit 1\";\n$rows = $db->query($sql);", 41, 2)
    s.write("questionnaire.md", "8: yes, src/Legacy/Export.php:41. 14: only for colours. All others: no.\n")


@stuck("principle:nothing", "dungeon_unity", "Where is the dodge cooldown set? Make it 0.4 s.", client="claude")
def one_cooldown_sought_in_every_spelling(s):
    patterns = [("dodgeCooldown", "Assets"), ("DodgeCooldown", "Assets"), ("dodge_cooldown", "Assets"), ("dodgeCoolDown", "Assets/Scripts"), ("cooldownDodge", "Assets/Scripts"), ("dodge.*cooldown", "Assets"), ("Dodge.*Cooldown", "Assets/Scripts"), ("(?i)dodge[_ ]?cool", "Assets"), ("dodgeDelay", "Assets"), ("rollCooldown", "Assets"), ("m_DodgeCooldown", "Assets"), ("_dodgeCooldown", "Assets"), ("dodgeCd", "Assets/Scripts"), ("dodgeCD", "Assets"), ("(?i)dodge.*cd", "Assets"), ("cooldown.*[dD]odge", "Assets/Prefabs"), ("dodgeCooldown:", "Assets/Data"), ("DODGE_COOLDOWN", "Assets"), ("dodge-cooldown", "Assets"), ("dodgeTimer", "Assets"), ("DodgeCoolDown", "ProjectSettings"), ("kDodgeCooldown", "Assets"), ("dodgeCooldownSeconds", "Assets")]
    for n, (pattern, path) in enumerate(patterns):
        if n == 9:
            s.stuck_here()
        s.grep(pattern, path)


@healthy("principle:nothing", "helpdesk", "For each customer in the list: did they write to us about the outage of 14 November? Mark them.", client="plain")
def customers_of_whom_most_never_wrote(s):
    customers = ["alvarado", "bright-dental", "coop-nord", "deltapark", "ekman", "fruitly", "granit-ag", "hvb-tours", "iris-optik", "jolas", "kanto", "lindenhof", "metrix", "nolte", "opaal", "prisma"]
    s.mcp("sheets", "get_values", {"spreadsheet": "8hQm", "range": "Outage!A2:A17"}, {"values": [[c] for c in customers]})
    for n, customer in enumerate(customers):
        found = n in (4, 11)
        s.mcp("gmail", "search_messages", {"query": f"from:({customer}) after:2026/11/13 before:2026/11/21 (outage OR down OR unreachable)"}, {"messages": [{"id": f"18f{n}c", "snippet": "Your service was down on Friday, what happened?"}], "resultSizeEstimate": 1} if found else {"resultSizeEstimate": 0})
        if found:
            s.mcp("gmail", "get_message", {"id": f"18f{n}c"}, {"from": f"it@{customer}.example", "date": "Mon, 16 Nov 2026 08:1%d:00 +0100" % (n % 10), "body": "Your service was down on Friday, what happened? Will there be a credit?"})
    s.mcp("sheets", "update_values", {"spreadsheet": "8hQm", "range": "Outage!B2:B17", "values": [["yes" if n in (4, 11) else "no"] for n in range(16)]}, {"updatedCells": 16})


@stuck("principle:nothing", "wiki_notion", "There is a page that says who signs off DPA changes. Find it in Notion.", client="claude")
def a_notion_page_that_no_search_brings(s):
    queries = ["DPA sign-off", "DPA approval", "who signs DPA", "data processing agreement sign off", "data processing agreement approval", "DPA approver", "DPA signatory", "DPA changes", "DPA change approval", "sign off DPA changes", "data processing addendum", "AVV Freigabe", "DPA owner", "approve DPA", "DPA signing", "DPA review sign-off", "legal DPA approval", "privacy sign-off", "DPA process owner", "DPA signoff matrix", "RACI DPA", "DPA responsible", "who approves data processing agreements", "DPA authority"]
    page = {"object": "page", "id": "b41e07", "title": "Vendors A–Z", "url": "https://www.notion.so/b41e07", "highlight": "… DPA: see legal drive …"}
    for n, query in enumerate(queries):
        if n == 9:
            s.stuck_here()
        s.mcp("notion", "search", {"query": query}, {"results": [page] if n % 4 == 1 else [], "type": "workspace_search"})


@stuck("principle:nothing", "plc_gateway", "Which Modbus register holds the inlet temperature? It must be somewhere in the vendor bundle.", client="codex", gap=9)
def a_long_window_with_hardly_a_new_line(s):
    commands = ["rg -n 'inlet' vendor", "rg -ni 'inlet.?temp' vendor", "rg -n 'T_in' vendor/docs", "find vendor -name '*regist*'", "rg -ni 'temperature' vendor/docs", "strings vendor/bin/gwcfg | rg -i inlet", "unzip -l vendor/manuals.zip | rg -i modbus", "rg -uu -ni inlet vendor", "strings -el vendor/bin/gwcfg | rg -i inlet", "pdftotext vendor/docs/quickstart.pdf - | rg -i inlet", "find vendor -iname '*inlet*'", "rg -z -ni inlet vendor", "git log -S inlet --oneline -- vendor", "rg -n 'Zulauf' vendor", "xxd vendor/bin/gwcfg | rg -i 'inle'", "rg -ni 'supply.?temp' vendor", "rg -n 'IN_TEMP|TEMP_IN' vendor", "zgrep -i inlet vendor/logs/*.gz", "find vendor -type f -exec grep -il inlet {} +", "ag -i inlet vendor", "rg -n 'inletTemp' vendor", "grep -rin 'inlet' vendor | head", "strings vendor/lib/*.so | rg -i 'inlet|t_in'", "rg --hidden -ni inlet vendor"]
    for n, command in enumerate(commands):
        if n == 10:
            s.stuck_here()
        found = {4: "vendor/docs/safety.txt:14:Storage temperature -20 to 60 C", 6: "    88213  2024-03-02 11:20   manuals/modbus_safety.pdf"}
        quiet = n in found or command.startswith(("find", "git")) and "exec" not in command or "| head" in command
        s.bash(command, found.get(n, ""), 0 if quiet else 1)


@healthy("principle:nothing", "game_unreal", "Remove the assets that nothing references any more; look each of them up first.", client="codex")
def assets_without_a_reference(s):
    assets = ["T_Barrel_Old_D", "M_Rope_v1", "SM_Crate_Legacy", "SFX_Door_03", "BP_TorchProto", "T_Moss_N", "MI_GlassTest", "SK_RatPlaceholder", "NS_SparkOld", "DA_LootTest", "WBP_DebugHud", "CurveFadeA", "T_Ui_Arrow2", "SM_Fence_Broken"]
    s.bash("cat cleanup/candidates.txt", "\n".join(assets))
    for n, asset in enumerate(assets):
        hit = n in (2, 10)
        s.bash(f"rg -la --no-messages {asset} Content Config Source -g '!{asset}.uasset'", "Content/Maps/Harbor.umap" if hit else "", 0 if hit else 1)
        if not hit and n % 2:
            s.bash(f"git rm -q Content/Old/{asset}.uasset Content/Old/{assets[n - 1]}.uasset" if n - 1 not in (2, 10) else f"git rm -q Content/Old/{asset}.uasset", "")
    s.bash("git status --short | wc -l", "12")


# e. Results that the client cleared; reading again after the memory was pressed together.

@healthy("principle:cleared", "actuary_jl", "Port the reserve model from R to Julia, all nine modules.", client="claude")
def read_again_after_a_compaction(s):
    modules = ["mortality", "lapse", "expenses", "discount", "cashflow", "reserve", "tax", "bonus", "report"]
    for module in modules[:5]:
        s.look(f"R/{module}.R", f"{module} <- function(age, t) {{\n  x <- table_{module}[age + t]\n  x * adj_{module}\n}}")
        s.write(f"src/{module}.jl", f"{module}(age, t) = table_{module}[age + t + 1] * adj_{module}\n")
    s.bash("julia --project -e 'using Pkg; Pkg.test()' 2>&1 | tail -3", "Test Summary: | Pass  Total  Time\nreserves      |   25     25  4.1s\n     Testing Reserves tests passed", ms=19_000)
    s.say("This session is being continued from a previous conversation that ran out of context. mortality to cashflow are ported; reserve, tax, bonus, report are open.")
    for module in modules[2:5]:
        s.look(f"R/{module}.R", f"{module} <- function(age, t) {{\n  x <- table_{module}[age + t]\n  x * adj_{module}\n}}")
        s.look(f"src/{module}.jl", f"{module}(age, t) = table_{module}[age + t + 1] * adj_{module}")
    for module in modules[5:]:
        s.look(f"R/{module}.R", f"{module} <- function(age, t) {{\n  cashflow(age, t) * discount(age, t) - {module}_0\n}}")
        s.write(f"src/{module}.jl", f"{module}(age, t) = cashflow(age, t) * discount(age, t) - {module}_0\n")
    s.bash("julia --project -e 'using Pkg; Pkg.test()' 2>&1 | tail -3", "Test Summary: | Pass  Total  Time\nreserves      |   45     45  4.9s\n     Testing Reserves tests passed", ms=21_000)


@stuck("principle:cleared", "actuary_jl", "Compare tax.R with tax.jl and say where they differ.", client="claude")
def read_and_cleared_and_read_without_a_word(s):
    old = "tax <- function(base, year) {\n  rate <- rates[year]\n  round(base * rate, 2)\n}"
    new = "tax(base, year) = round(base * rates[year + 1], digits = 2)"
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.look("R/tax.R", old)
        s.look("src/tax.jl", new)
        s.say(["The earlier tool results were cleared, so I need to read both files again.", "I no longer have the contents of the files; reading them once more.", "Old tool result content cleared. I will look at the files again."][n % 3])
        if n % 3 == 2:
            s.look("R/rates.csv", "year,rate\n2024,0.27\n2025,0.26")


@healthy("principle:cleared", "erp_export", "Summarise each of the twelve export logs in a line; they are large.", client="plain")
def large_results_put_away_and_read_in_parts(s):
    for n in range(12):
        s.mcp("erp", "get_export_log", {"run": 7700 + n}, f"[Result of 91,{200 + n * 13} tokens exceeds the limit. Saved to /tmp/results/export_{7700 + n}.txt]")
        s.bash(f"grep -c ERROR /tmp/results/export_{7700 + n}.txt; tail -1 /tmp/results/export_{7700 + n}.txt", "0\n03:10:44 export finished, 48200 rows" if n % 5 else f"{n + 3}\n03:0{n % 10}:12 export aborted: lock wait timeout")
    s.write("summary.md", "Runs 7700, 7705 and 7710 were aborted by a lock wait timeout, the others finished.\n")


@stuck("principle:cleared", "erp_export", "How many rows did run 7731 reject?", client="plain", times="at")
def a_result_that_is_always_too_large(s):
    given = [{"run": 7731}, {"run": 7731, "format": "text"}, {"run": 7731, "format": "json"}, {"run": "7731"}, {"run": 7731, "verbose": False}, {"run": 7731, "limit": 0}, {"run": 7731, "format": "csv"}, {"run": 7731, "summary": True}, {"run": 7731, "level": "ERROR"}, {"run": 7731, "compact": True}, {"run": 7731, "format": "plain"}]
    for n, one in enumerate(given * 2):
        if n == 7:
            s.stuck_here()
        s.mcp("erp", "get_export_log", one, "[Result of 118,402 tokens exceeds the limit of 25,000 and was evicted from the conversation. Full text: /tmp/results/export_7731.txt]")


# f. Checks that pass, again and again.

@healthy("principle:passing", "codec_zig", "The CI says that the ring buffer test hangs once in a while. See whether it is flaky here and measure the decoder.", client="plain")
def eighteen_runs_that_all_pass(s):
    for n in range(11):
        s.bash("zig build test --summary all", f"Build Summary: 3/3 steps succeeded; 41/41 tests passed\ntest success\n└─ run test 41 passed {310 + n * 13 % 40}ms MaxRSS:{7 + n % 3}M", ms=1900)
    for n in range(7):
        s.bash("zig build bench -Doptimize=ReleaseFast", f"decode 4096x4096   {18.2 + n * 7 % 5 / 10:.1f} ms   {921 - n * 7 % 5 * 5} MB/s", ms=5200)
    s.write("flaky.md", "Eleven runs without a hang; decoder between 18.2 and 18.6 ms.\n")


@stuck("principle:passing", "codec_zig", "Make sure that the tests pass, then open the pull request.", client="plain")
def thirty_six_runs_that_all_pass(s):
    s.edit("src/ring.zig", "head +% 1", "(head +% 1) & mask")
    for n in range(36):
        if n == 20:
            s.stuck_here()
        s.bash(["zig build test --summary all", "zig build test", "zig test src/ring.zig"][n % 3], ["Build Summary: 3/3 steps succeeded; 41/41 tests passed", "", "All 12 tests passed."][n % 3], ms=1700 + 10 * n)


@stuck("principle:passing", "landing_pages", "Check the links of the start page before the launch.", client="claude")
def links_that_are_fine_every_time(s):
    for n in range(37):
        if n == 21:
            s.stuck_here()
        s.say("All links work. Let me verify once more to be certain.")
        s.bash("lychee --no-progress dist/index.html", "🔍 48 Total (in 2s) ✅ 48 OK 🚫 0 Errors", ms=2100)


@healthy("principle:passing", "renderer_ml", "Bisect the noise of the benchmark: does pinning, governor or ASLR matter? Use ten runs or so in all.", client="codex")
def benchmarks_with_hardly_any_difference(s):
    setups = ["", "taskset -c 3 ", "setarch -R ", "taskset -c 3 setarch -R ", "nice -n -5 ", "OCAMLRUNPARAM=s=4M ", "OCAMLRUNPARAM=s=4M taskset -c 3 ", "chrt -f 10 "]
    for n, setup in enumerate(setups):
        for k in range(2):
            s.bash(f"{setup}dune exec --profile release bench/main.exe -- --quota 5", f"Estimated testing time 5s (1 benchmarks x 5s).\n┌────────┬──────────┬─────────┐\n│ Name   │ Time/Run │ mWd/Run │\n├────────┼──────────┼─────────┤\n│ raster │ {12.1 + (n * 3 + k) % 4 / 10:.2f}ms  │  18.40k │\n└────────┴──────────┴─────────┘", ms=6100)
    s.write("noise.md", "Between 12.1 and 12.4 ms whatever the setup: no matter.\n")


# g. Waiting for what others change, and asking what has long ended.

@healthy("principle:waiting", "cfd_slurm", "Submit the three meshes and collect the drag when they are through.", client="claude")
def slurm_jobs_that_pend_for_long(s):
    for k, mesh in enumerate(["coarse", "medium", "fine"]):
        s.bash(f"sbatch --parsable run_{mesh}.sbatch", f"88412{k}")
    for n in range(17):
        if n < 8:
            text = "884120|PENDING|Priority\n884121|PENDING|Priority\n884122|PENDING|Priority"
        elif n < 13:
            text = "884120|RUNNING|None\n884121|PENDING|Resources\n884122|PENDING|Priority"
        else:
            text = f"884120|COMPLETED|None\n884121|RUNNING|None\n884122|{'PENDING|Resources' if n < 15 else 'RUNNING|None'}"
        s.bash("sleep 540; squeue --me -t all -o '%i|%T|%r' -h", text, ms=541_000)
    s.bash("sleep 590; sacct -X -n -o jobid,state -j 884120,884121,884122", "884120        COMPLETED\n884121        COMPLETED\n884122        COMPLETED", ms=591_000)
    for mesh in ["coarse", "medium", "fine"]:
        s.bash(f"tail -1 out/{mesh}/forces.dat", f"2000 0.31{len(mesh)} 0.002")


@stuck("principle:waiting", "cfd_slurm", "Tell me the drag of the fine mesh when the job is through.", client="claude")
def a_slurm_job_that_failed_hours_ago(s):
    commands = ["sacct -j 884133 -X -n -o state,exitcode,end", "squeue -j 884133 -h", "sacct -n -X -j 884133 -o jobid,state%12", "scontrol show job 884133 | grep JobState", "seff 884133 | grep State", "sacct -j 884133 --parsable2 -n -o State"]
    outputs = ["    FAILED      1:0 2026-11-27T02:14:09", "", "884133             FAILED", "   JobState=FAILED Reason=NonZeroExitCode Dependency=(null)", "State: FAILED (exit code 1)", "FAILED\nFAILED\nFAILED"]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        s.bash(commands[n % 6], outputs[n % 6], ms=380, gap=2)


@healthy("principle:waiting", "shop_gitops", "Sync checkout to the new image with Argo CD and tell me when the rollout is healthy.", client="plain", times="at")
def a_rollout_that_takes_its_time(s):
    s.bash("argocd app set checkout -p image.tag=4.12.0", "")
    s.bash("argocd app sync checkout --async", "")
    weights = [0, 0, 5, 5, 5, 5, 20, 20, 20, 20, 20, 50, 50, 50, 100]
    for n, weight in enumerate(weights):
        s.bash("kubectl argo rollouts get rollout checkout --no-color | sed -n 2,6p", f"Namespace:       shop\nStatus:          {'✔ Healthy' if weight == 100 else '॥ Paused' if n % 2 else '◌ Progressing'}\nStrategy:        Canary\n  Step:          {[0, 5, 20, 50, 100].index(weight) * 2}/8\n  SetWeight:     {weight}", gap=180)
    s.bash("argocd app get checkout -o json | jq -r .status.health.status", "Healthy")


@stuck("principle:waiting", "cloud_access", "Request access to the billing project and then read the November costs.", client="plain")
def a_request_that_has_been_denied(s):
    s.mcp("access", "create_request", {"project": "billing-prod", "role": "viewer", "reason": "November costs"}, {"id": "REQ-20871", "state": "SUBMITTED"})
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 4 == 3:
            s.bash("gcloud billing accounts list --project billing-prod", "ERROR: (gcloud.billing.accounts.list) User [agent@acme.example] does not have permission to access projects instance [billing-prod] (or it may not exist): The caller does not have permission", 1)
        else:
            s.mcp("access", "get_request", {"id": "REQ-20871"}, {"id": "REQ-20871", "state": "DENIED", "decided_by": "m.okoye", "decided_at": "2026-11-27T08:02:11Z", "comment": "Finance only. Please ask the controlling team."}, gap=4)


@healthy("principle:waiting", "topics_kafka", "Move the topic clickstream to the new brokers and wait until the reassignment is through.", client="codex")
def a_reassignment_watched_until_it_ends(s):
    s.bash("kafka-reassign-partitions.sh --bootstrap-server k1:9092 --reassignment-json-file move.json --throttle 50000000 --execute", "Current partition replica assignment\n…\nThe inter-broker throttle limit was set to 50000000 B/s\nSuccessfully started partition reassignments for clickstream-0,clickstream-1,clickstream-2,clickstream-3")
    for n in range(16):
        lines = [f"Reassignment of partition clickstream-{k} is {'completed' if n > 4 + k * 3 else 'still in progress'}." for k in range(4)]
        s.bash("kafka-reassign-partitions.sh --bootstrap-server k1:9092 --reassignment-json-file move.json --verify --preserve-throttles", "Status of partition reassignment:\n" + "\n".join(lines), gap=240, ms=2100)
    s.bash("kafka-reassign-partitions.sh --bootstrap-server k1:9092 --reassignment-json-file move.json --verify", "Status of partition reassignment:\n" + "\n".join(f"Reassignment of partition clickstream-{k} is completed." for k in range(4)) + "\n\nClearing broker-level throttles on brokers 1,2,3,4,5,6\nClearing topic-level throttles on topic clickstream")


@stuck("principle:waiting", "mobile_ci", "Wait for the pipeline of my merge request and merge it when it is green.", client="codex")
def a_pipeline_that_ended_red_yesterday(s):
    ways = [("glab ci status", "(failed) • 12m 04s\tbuild\t\tassemble\n(skipped)\ttest\t\tunit\n\nhttps://gitlab.acme.example/mobile/app/-/pipelines/99121\nSHA: 41cc0d9\nPipeline state: failed"), ("glab ci get -p 99121 | grep status", "status:\tfailed"), ("glab api projects/:id/pipelines/99121 | jq -r .status", "failed"), ("glab mr view 431 -F json | jq -r .head_pipeline.status", "failed"), ("curl -s https://gitlab.acme.example/api/v4/projects/18/pipelines/99121 | jq -r '.status, .finished_at'", "failed\n2026-11-26T16:40:19Z"), ("glab ci list -P 1", "Showing 1 pipeline on mobile/app. (Page 1)\n(failed) • #99121\tfix-login\t(about 17 hours ago)")]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        command, output = ways[n * 5 % 6]
        s.bash(command, output, gap=5)
