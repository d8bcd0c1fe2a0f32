"""Short sessions: one question in other words, equal answers over many targets, one error whatever is called."""
from session import healthy, stuck


@healthy("thirteenth:fields", "edge-proxy", "The image behaves differently from what the Dockerfile says. Find out how it was really built and bring the Dockerfile in line.", client="codex")
def one_image_inspected_field_by_field(s):
    image = "registry.acme.example/edge-proxy:4.12"
    for field, answer in [("Config.Entrypoint", '["/usr/bin/tini","--"]'), ("Config.Cmd", '["/opt/edge/run.sh","--listen","0.0.0.0:8443"]'), ("Config.User", '"10001:10001"'),
                          ("Config.Env", '["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin","EDGE_WORKERS=6"]'), ("Config.WorkingDir", '"/opt/edge"'), ("Config.Volumes", "null"),
                          ("Config.ExposedPorts", '{"8443/tcp":{}}'), ("Config.Labels", "null"), ("Config.Healthcheck", "null"), ("Config.OnBuild", "null"), ("Config.StopSignal", '"SIGQUIT"'), ("RootFS.Type", '"layers"')]:
        s.bash(f"docker inspect --format '{{{{json .{field}}}}}' {image}", answer)
    s.look("Dockerfile", "FROM debian:12-slim\nCOPY run.sh /opt/edge/run.sh\nENTRYPOINT [\"/opt/edge/run.sh\"]\n")
    s.edit("Dockerfile", "ENTRYPOINT [\"/opt/edge/run.sh\"]", "USER 10001:10001\nWORKDIR /opt/edge\nENV EDGE_WORKERS=6\nSTOPSIGNAL SIGQUIT\nENTRYPOINT [\"/usr/bin/tini\", \"--\"]\nCMD [\"/opt/edge/run.sh\", \"--listen\", \"0.0.0.0:8443\"]")
    s.bash("docker build -q -t edge-proxy:local .", "sha256:5b1d0c6a3e0f4f9b1c7d8e6a9f2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d", ms=21_300)


@healthy("thirteenth:windows", "turbine-scada", "Somewhere in the capture the PLC stops to answer. When, and after which request?", client="codex")
def a_capture_halved_by_time(s):
    low, high = 0, 28_800
    n = 0
    s.bash("capinfos -c -u modbus.pcapng", "File name:           modbus.pcapng\nNumber of packets:   2914 k\nCapture duration:    28800.113904 seconds")
    while high - low > 8:
        middle = (low + high) // 2
        dead = middle >= 19_377
        s.bash(f"tshark -r modbus.pcapng -Y 'modbus && frame.time_relative>={middle} && frame.time_relative<{middle + 5} && tcp.srcport==502' | wc -l", "0" if dead else str(498 + n * 3 % 7), ms=9_100 + n * 331)
        low, high = (low, middle) if dead else (middle, high)
        n += 1
    s.bash(f"tshark -r modbus.pcapng -Y 'modbus && frame.time_relative>={low}&& frame.time_relative<{high}' | tail -3", "2103311 19376.981204   10.4.0.2 → 10.4.0.40    Modbus/TCP 66    Query: Trans:  8812; Unit:   1, Func:   3: Read Holding Registers\n2103312 19376.983110  10.4.0.40 → 10.4.0.2     Modbus/TCP 79 Response: Trans:  8812; Unit:   1, Func:   3: Read Holding Registers\n2103313 19377.002871   10.4.0.2 → 10.4.0.40    Modbus/TCP 75    Query: Trans:  8813; Unit:   1, Func:  16: Write Multiple Registers", ms=9_900)
    s.write("FINDINGS.md", "The PLC is silent from 19377.0 s on, after Write Multiple Registers (transaction 8813).\n")


@healthy("thirteenth:silent", "family-archive", "The scans carry the date of the scanner. Give every album the date of its folder name.", client="plain", codes=False)
def exif_dates_set_album_by_album(s):
    s.bash("ls scans | head -30", "\n".join(f"{1961 + n}-{(n * 5) % 12 + 1:02}" for n in range(22)))
    for n in range(22):
        album = f"{1961 + n}-{(n * 5) % 12 + 1:02}"
        s.bash(f"exiftool -q -overwrite_original -AllDates='{album.replace('-', ':')}:01 12:00:00' scans/{album}/ && echo done", "done", ms=1500 + n * 61, gap=3)
    s.bash("exiftool -r -q -if '$DateTimeOriginal ge \"2000\"' -p '$Directory/$FileName' scans | wc -l", "0", ms=4100)


@healthy("thirteenth:ranges", "lost-volume", "The first superblock of disk.img is gone. Look where the partition begins and whether a backup superblock is left.", client="plain")
def zero_blocks_walked_to_the_backup(s):
    s.bash("ls -l disk.img; file disk.img", "-rw-r--r-- 1 dev dev 68719476736 Oct 11 18:40 disk.img\ndisk.img: data")
    for n in range(16):
        s.bash(f"xxd -s {n * 2048 * 512} -l 1048576 -c 32 disk.img | grep -v ' 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000' | head -3; echo '--'", "--", ms=410 + n * 3)
    s.bash("xxd -s 16777216 -l 1048576 -c 32 disk.img | grep -v ' 0000 0000 0000 0000 0000 0000 0000 0000' | head -2; echo '--'", "01000420: 0000 2000 0000 8000 6666 0600 1b2a 7d00 f5ff 1f00 0000 0000 0200 0000 0200 0000  .. .....ff...*}.................\n01000430: 0080 0000 0080 0000 0020 0000 0000 0000 53ef 0100 0100 0000 0000 0000 0000 0000  ......... ......S...............\n--")
    s.bash("losetup -r -o 16777216 --show -f disk.img && sudo e2fsck -n -b 32768 -B 4096 /dev/loop3 | tail -2", "/dev/loop3\nlost: clean, 81122/2097152 files, 5310911/8388608 blocks", ms=8_800)


@healthy("thirteenth:role", "tide-warehouse", "Set the partition expiry of all fact tables to 400 days.", client="claude")
def three_denials_and_then_the_right_account(s):
    denied = "BigQuery error in update operation: Access Denied: Table tide-dwh:facts.{0}: Permission bigquery.tables.update denied on table tide-dwh:facts.{0} (or it may not exist)."
    tables = ["buoy_hourly", "buoy_daily", "gauge_hourly", "gauge_daily", "harbour_calls", "pilot_orders", "dredging", "wave_spectra", "surge_model", "wind_10m", "salinity", "ice_cover", "traffic_ais", "locks", "bridge_openings"]
    for table in tables[:3]:
        s.bash(f"bq update --time_partitioning_expiration 34560000 tide-dwh:facts.{table}", denied.format(table), 1, ms=1600)
    s.bash("gcloud auth list --format='value(account,status)'", "viewer-bot@tide-dwh.iam.gserviceaccount.com\t*\ndwh-admin@tide-dwh.iam.gserviceaccount.com\t")
    s.bash("gcloud config set account dwh-admin@tide-dwh.iam.gserviceaccount.com", "Updated property [core/account].")
    for n, table in enumerate(tables):
        s.bash(f"bq update --time_partitioning_expiration 34560000 tide-dwh:facts.{table}", f"Table 'tide-dwh:facts.{table}' successfully updated.", ms=1700 + n * 43)
    s.bash("bq ls --format=sparse facts | grep -c 34560000", "15")


@healthy("thirteenth:throttled", "recipe-site", "Move the 14 cookbooks into the new CMS through its API.", client="codex", times="none")
def cookbooks_posted_between_throttles(s):
    books = ["soups", "breads", "pickles", "cakes", "stews", "pasta", "salads", "grill", "tea", "jam", "fish", "cheese", "roots", "winter"]
    for n, book in enumerate(books):
        if n % 2:
            s.bash(f"curl -sS -o /dev/null -w '%{{http_code}}' -X POST -H @token.hdr --data-binary @export/{book}.json https://cms.example/api/v2/books", "429", 0)
            s.bash("sleep 30", "")
        s.bash(f"curl -sS -o /dev/null -w '%{{http_code}}' -X POST -H @token.hdr --data-binary @export/{book}.json https://cms.example/api/v2/books", "201", 0)
    s.bash("curl -sS -H @token.hdr https://cms.example/api/v2/books?count=only", '{"count":14}')


@stuck("thirteenth:route", "branch-vpn", "The branch office cannot reach 10.60.0.0/16 any more. Make it work.", client="plain")
def one_route_read_by_every_tool(s):
    s.bash("ping -c 2 -W 2 10.60.0.1", "PING 10.60.0.1 (10.60.0.1) 56(84) bytes of data.\n\n--- 10.60.0.1 ping statistics ---\n2 packets transmitted, 0 received, 100% packet loss, time 1012ms", 1, ms=3100)
    s.look("etc/swanctl/conf.d/branch.conf", "connections {\n  branch {\n    remote_addrs = 198.51.100.7\n    children {\n      lan { remote_ts = 10.60.0.0/16 }\n    }\n  }\n}\n")
    asks = [("ip route get 10.60.0.1", "10.60.0.1 via 192.0.2.1 dev eth0 src 192.0.2.14 uid 0\n    cache"), ("ip -4 route show", "default via 192.0.2.1 dev eth0 proto dhcp src 192.0.2.14 metric 100\n192.0.2.0/24 dev eth0 proto kernel scope link src 192.0.2.14 metric 100"),
            ("route -n", "Kernel IP routing table\nDestination     Gateway         Genmask         Flags Metric Ref    Use Iface\n0.0.0.0         192.0.2.1       0.0.0.0         UG    100    0        0 eth0\n192.0.2.0       0.0.0.0         255.255.255.0   U     100    0        0 eth0"),
            ("netstat -rn", "Kernel IP routing table\nDestination     Gateway         Genmask         Flags   MSS Window  irtt Iface\n0.0.0.0         192.0.2.1       0.0.0.0         UG        0 0          0 eth0\n192.0.2.0       0.0.0.0         255.255.255.0   U         0 0          0 eth0"),
            ("ip -j route | jq -r '.[].dst'", "default\n192.0.2.0/24"), ("ip route show table 220", "")]
    flags = ["", " 2>&1", " | cat", " | head -20"]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        command, answer = asks[n * 5 % 6]
        if n in (11, 18):
            s.edit("etc/swanctl/conf.d/branch.conf", "# branch", "# branch office, site 7" if n == 11 else "# branch")
        s.bash(command + flags[n // 6], answer)


@stuck("thirteenth:week", "clinic-desk", "Find a free slot for Dr Amari in the week of 5 October and book Mrs Held.", client="claude", gap=3)
def one_week_listed_in_every_time_zone(s):
    events = [{"id": f"ev{n}", "summary": ["Ward round", "Clinic", "Teaching", "Surgery"][n % 4], "start": f"2026-10-0{5 + n % 5}T{8 + n}:00:00+02:00"} for n in range(6)]
    shapes = [{"timeMin": "2026-10-05T00:00:00+02:00", "timeMax": "2026-10-10T00:00:00+02:00"}, {"timeMin": "2026-10-04T22:00:00Z", "timeMax": "2026-10-09T22:00:00Z"}, {"timeMin": "2026-10-05", "timeMax": "2026-10-10", "timeZone": "Europe/Berlin"},
              {"timeMin": "2026-10-05T00:00:00", "timeMax": "2026-10-10T00:00:00", "timeZone": "Europe/Vienna"}, {"timeMin": "2026-10-04T18:00:00-04:00", "timeMax": "2026-10-09T18:00:00-04:00"}]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        if n % 8 == 6:
            s.mcp("calendar", "list_calendars", {}, {"items": [{"id": "amari@clinic.example", "summary": "Dr Amari"}, {"id": "rooms@clinic.example", "summary": "Rooms"}]})
            continue
        given = {"calendarId": "amari@clinic.example"} | shapes[n % 5]
        if n % 3 == 1:
            given |= {"singleEvents": True, "orderBy": "startTime"}
        if n % 4 == 2:
            given |= {"maxResults": [50, 100, 250][n % 3]}
        s.mcp("calendar", "list_events", given, {"kind": "calendar#events", "etag": f"\"p{33 + n * 7919}\"", "items": events})


@stuck("thirteenth:socket", "shop-stack", "Start the stack with docker compose and load the fixtures.", client="codex")
def a_docker_socket_closed_to_this_user(s):
    denied = "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: {} \"http://%2Fvar%2Frun%2Fdocker.sock/v1.47/{}\": dial unix /var/run/docker.sock: connect: permission denied"
    s.look("compose.yaml", "services:\n  shop:\n    build: .\n  db:\n    image: postgres:16\n")
    asks = [("docker compose up -d", "Get", "containers/json?all=1"), ("docker ps", "Get", "containers/json"), ("docker build -t shop .", "Head", "_ping"), ("docker pull postgres:16", "Post", "images/create?fromImage=postgres&tag=16"), ("docker volume create shop-db", "Post", "volumes/create"), ("docker network ls", "Get", "networks"), ("DOCKER_HOST=unix:///var/run/docker.sock docker compose up", "Get", "containers/json?all=1"), ("docker compose -f compose.yaml up --build", "Get", "containers/json?all=1")]
    for n in range(24):
        if n == 6:
            s.stuck_here()
        if n % 6 == 3:
            command, text = [("sudo -n docker compose up -d", "sudo: a password is required"), ("newgrp docker", "newgrp: failed to crypt password with previous salt: Invalid argument"), ("sudo -nE usermod -aG docker dev", "sudo: a password is required"), ("su -c 'docker ps'", "Password: \nsu: Authentication failure")][n // 6]
            s.bash(command, text, 1)
        elif n in (10, 19):
            s.edit("compose.yaml", "    image: postgres:16", "    image: postgres:16\n    restart: unless-stopped" if n == 10 else "    image: docker.io/library/postgres:16")
        else:
            command, verb, where = asks[n * 3 % 8]
            s.bash(command, denied.format(verb, where), 1, ms=60 + n)


@stuck("thirteenth:privacy", "mail-migration", "Copy the old mailboxes from ~/Library/Mail to the external disk.", client="plain", codes=False)
def a_mac_folder_closed_by_privacy(s):
    forms = [("ls ~/Library/Mail", "ls: /Users/dev/Library/Mail: Operation not permitted"), ("cp -R ~/Library/Mail /Volumes/Old/", "cp: /Users/dev/Library/Mail: unable to copy extended attributes to /Volumes/Old/Mail: Operation not permitted\ncp: /Users/dev/Library/Mail: Operation not permitted"), ("rsync -a ~/Library/Mail/ /Volumes/Old/Mail/", "rsync: opendir \"/Users/dev/Library/Mail/.\" failed: Operation not permitted (1)\nrsync error: some files could not be transferred (code 23) at main.c(1031) [sender=3.2.7]"),
             ("ditto ~/Library/Mail /Volumes/Old/Mail", "ditto: /Users/dev/Library/Mail: Operation not permitted"), ("sudo ls -la /Users/dev/Library/Mail", "total 0\nls: /Users/dev/Library/Mail: Operation not permitted"), ("find ~/Library/Mail -name '*.mbox'", "find: /Users/dev/Library/Mail: Operation not permitted"), ("tar cf /Volumes/Old/mail.tar -C ~/Library Mail", "tar: Mail: Couldn't visit directory: Operation not permitted\ntar: Error exit delayed from previous errors."),
             ("osascript -e 'do shell script \"ls ~/Library/Mail\" '", "0:28: execution error: ls: /Users/dev/Library/Mail: Operation not permitted (1)")]
    for n in range(23):
        if n == 7:
            s.stuck_here()
        if n in (4, 9, 15, 20):
            command, text = {4: ("csrutil status", "System Integrity Protection status: enabled."), 9: ("ls -lde ~/Library", "drwx------@ 96 dev  staff  3072 Oct 12 08:11 /Users/dev/Library\n 0: group:everyone deny delete"), 15: ("chmod -R u+rX ~/Library/Mail", "chmod: /Users/dev/Library/Mail: Operation not permitted"), 20: ("df -h /Volumes/Old", "Filesystem      Size   Used  Avail Capacity  Mounted on\n/dev/disk4s2   931Gi  211Gi  720Gi    23%    /Volumes/Old")}[n]
            s.bash(command, text, 1 if n == 15 else 0)
            continue
        command, text = forms[n * 3 % 8]
        s.bash(command, text, 1, ms=70 + n * 3)
