"""Servers, databases, clusters, pipelines and clouds: postfix, git over ssh, pg_upgrade, kubeadm, md arrays, EBS snapshots, GitHub Actions, COPY by day, nginx, MySQL, gcloud, runners, systemd."""
from session import healthy, stuck


@healthy("work:mail", "mail-server", "Set up postfix so that reading-group@local.edu goes to both alice and bob. Test it with a real message.", client="claude")
def a_mail_server_that_accepts_a_little_more_each_time(s):
    s.bash("apt-get install -y postfix swaks 2>&1 | tail -1", "Processing triggers for libc-bin (2.36-9+deb12u9) ...", ms=24_000)
    s.bash("postconf -n", "alias_database = hash:/etc/aliases\nalias_maps = hash:/etc/aliases\ninet_interfaces = loopback-only\nmydestination = $myhostname, localhost\nmyhostname = 4f0c1d3aa2b1\nmynetworks = 127.0.0.0/8")
    s.bash("service postfix start", "Starting Postfix Mail Transport Agent: postfix.")
    send = "swaks --to reading-group@local.edu --from carol@local.edu --server localhost 2>&1 | grep '^<' | tail -2; tail -2 /var/log/mail.log"
    queue = [("postconf -e 'mydestination = local.edu, localhost'; postfix reload", "postfix/postfix-script: refreshing the Postfix mail system", "<** 454 4.7.1 <reading-group@local.edu>: Relay access denied", "<** 550 5.1.1 <reading-group@local.edu>: Recipient address rejected: User unknown in local recipient table"),
             ("echo 'reading-group: alice, bob' >> /etc/aliases; newaliases", "", None, "<-  250 2.0.0 Ok: queued as 3F2A1C07\nNov 11 08:12:40 mx postfix/local[812]: 3F2A1C07: to=<alice@local.edu>, relay=local, dsn=5.1.1, status=bounced (unknown user: \"alice\")"),
             ("useradd -m alice && useradd -m bob", "", None, "<-  250 2.0.0 Ok: queued as 71B0E9D2\nNov 11 08:13:31 mx postfix/local[840]: 71B0E9D2: to=<bob@local.edu>, relay=local, dsn=4.2.0, status=deferred (cannot update mailbox /var/mail/bob for user bob. unable to create lock file /var/mail/bob.lock: Permission denied)"),
             ("ls -ld /var/mail; chgrp mail /var/mail && chmod 2775 /var/mail", "drwxr-xr-x 2 root root 4096 Oct 14 00:00 /var/mail", None, "<-  250 2.0.0 Ok: queued as 9C44A10F\nNov 11 08:14:20 mx postfix/local[871]: 9C44A10F: to=<bob@local.edu>, relay=local, status=deferred (cannot update mailbox /var/mail/bob for user bob. file has 2 hard links)"),
             ("stat -c '%h %n' /var/mail/bob; rm /var/mail/bob", "2 /var/mail/bob", None, "<-  250 2.0.0 Ok: queued as A017B3EE\nNov 11 08:15:02 mx postfix/local[902]: A017B3EE: to=<bob@local.edu>, orig_to=<reading-group@local.edu>, relay=local, status=sent (delivered to mailbox)")]
    for n, (command, out, before, after) in enumerate(queue):
        if before:
            s.bash(send, before, ms=1400)
        s.bash(command, out)
        s.bash(send, after, ms=1300 + n * 70)
    s.bash("postqueue -p | tail -1; postqueue -f; sleep 5; postqueue -p | tail -1", "-- 1 Kbytes in 2 Requests.\nMail queue is empty", ms=5200)
    for who in ("alice", "bob"):
        s.bash(f"grep -c '^From ' /var/mail/{who}", "3")


@healthy("work:git-server", "git-web", "git push to server:/git/server must publish the file at http://server:8080/hello.html. Do it here, user git, password login.", client="plain")
def a_push_that_is_published_at_last(s):
    s.cwd = ""
    s.bash("apt-get install -y git openssh-server nginx sshpass 2>&1 | tail -1", "Setting up nginx (1.22.1-9+deb12u2) ...", ms=31_000)
    s.bash("useradd -m -s /usr/bin/git-shell git && echo git:password | chpasswd && mkdir -p /git /var/www/live && git init --bare /git/server", "Initialized empty Git repository in /git/server/")
    s.bash("service ssh start && git clone ssh://git@localhost/git/server /tmp/w", "Cloning into '/tmp/w'...\nHost key verification failed.\nfatal: Could not read from remote repository.", 128)
    s.bash("ssh-keyscan localhost >> ~/.ssh/known_hosts 2>/dev/null; sshpass -p password git clone ssh://git@localhost/git/server /tmp/w", "Cloning into '/tmp/w'...\nwarning: You appear to have cloned an empty repository.")
    s.bash("cd /tmp/w && echo hello > hello.html && git add . && git commit -qm one && sshpass -p password git push origin HEAD:master", "fatal: detected dubious ownership in repository at '/git/server'\nfatal: Could not read from remote repository.", 128)
    s.bash("chown -R git:git /git/server && cd /tmp/w && sshpass -p password git push origin HEAD:master", "To ssh://localhost/git/server\n * [new branch]      HEAD -> master")
    s.write("git/server/hooks/post-receive", "#!/bin/sh\nGIT_WORK_TREE=/var/www/live git checkout -f master\n")
    push = "cd /tmp/w && date > hello.html && git commit -qam again && sshpass -p password git push origin HEAD:master 2>&1 | tail -2"
    s.bash(push, "hint: The '/git/server/hooks/post-receive' hook was ignored because it's not set as executable.\n   a1c4e02..7be0f11  HEAD -> master")
    s.bash("chmod +x /git/server/hooks/post-receive")
    s.bash(push, "remote: error: unable to create file hello.html: Permission denied\n   7be0f11..c20b9d8  HEAD -> master")
    s.bash("chown git /var/www/live")
    s.bash(push, "remote: Already on 'master'\n   c20b9d8..11fe3ab  HEAD -> master")
    s.bash("curl -s -o /dev/null -w '%{http_code}\\n' http://localhost:8080/hello.html", "000", 7)
    s.write("etc/nginx/sites-enabled/live", "server { listen 8080; root /var/www/live }\n")
    s.bash("nginx -t", "nginx: [emerg] unexpected \"}\" in /etc/nginx/sites-enabled/live:1\nnginx: configuration file /etc/nginx/nginx.conf test failed", 1)
    s.write("etc/nginx/sites-enabled/live", "server { listen 8080; root /var/www/live; }\n")
    s.bash("nginx -t && service nginx restart", "nginx: configuration file /etc/nginx/nginx.conf test is successful\nRestarting nginx: nginx.")
    s.bash("curl -s http://localhost:8080/hello.html", "Wed Nov 11 08:21:07 UTC 2026")


@healthy("work:database", "pg-16", "Upgrade the cluster from PostgreSQL 12 to 16 with pg_upgrade. It is the staging copy, so you may drop what nobody uses.", client="codex")
def an_upgrade_check_that_names_another_obstacle(s):
    check = "sudo -u postgres /usr/lib/postgresql/16/bin/pg_upgrade --check -b /usr/lib/postgresql/12/bin -B /usr/lib/postgresql/16/bin -d /srv/pg/12 -D /srv/pg/16 2>&1 | tail -8"
    head = "Performing Consistency Checks\n-----------------------------\n"
    obstacles = [("The source cluster was not shut down cleanly.", "sudo -u postgres /usr/lib/postgresql/12/bin/pg_ctl -D /srv/pg/12 start -w && sudo -u postgres /usr/lib/postgresql/12/bin/pg_ctl -D /srv/pg/12 stop -m fast", "server started\nwaiting for server to shut down.... done\nserver stopped"),
                 ("encodings for database \"template1\" do not match: old \"UTF8\", new \"SQL_ASCII\"", "rm -rf /srv/pg/16 && sudo -u postgres /usr/lib/postgresql/16/bin/initdb -D /srv/pg/16 -E UTF8 --locale=de_DE.UTF-8 | tail -1", "    /usr/lib/postgresql/16/bin/pg_ctl -D /srv/pg/16 -l logfile start"),
                 ("Checking for presence of required libraries                 fatal\nloadable libraries missing: $libdir/postgis-3", "apt-get install -y postgresql-16-postgis-3 2>&1 | tail -1", "Setting up postgresql-16-postgis-3 (3.4.2+dfsg-1) ..."),
                 ("Checking for presence of required libraries                 fatal\nloadable libraries missing: $libdir/pg_repack", "apt-get install -y postgresql-16-repack 2>&1 | tail -1", "Setting up postgresql-16-repack (1.5.0-2) ..."),
                 ("Checking for tables WITH OIDS                               fatal\nIn database: shop\n  public.old_cart", "pg12 -d shop -c 'ALTER TABLE old_cart SET WITHOUT OIDS'", "ALTER TABLE"),
                 ("Checking for incompatible polymorphic functions             fatal\nIn database: shop\n  aggregate: public.array_accum(anyelement)", "pg12 -d shop -c 'DROP AGGREGATE public.array_accum(anyelement)'", "DROP AGGREGATE"),
                 ("Checking for incompatible \"aclitem\" data type in user tables fatal\nIn database: audit\n  public.grants.acl", "pg12 -d audit -c 'ALTER TABLE grants ALTER acl TYPE text[] USING acl::text[]'", "ALTER TABLE"),
                 ("Checking for user-defined postfix operators                 fatal\nIn database: geo\n  public.!! (bigint)", "pg12 -d geo -c 'DROP OPERATOR !! (bigint, NONE)'", "DROP OPERATOR")]
    for n, (message, command, out) in enumerate(obstacles):
        s.bash(check, head + ("Checking cluster versions                                     ok\n" if n else "") + message + "\nFailure, exiting", ms=4100 + n * 311)
        s.bash(command, out, ms=2100 + n * 900)
    s.bash(check, head + "Checking cluster versions                                     ok\nChecking for user-defined postfix operators                   ok\n\n*Clusters are compatible*", ms=7100)
    s.bash(check.replace("--check ", "--link "), "Sync data directory to disk                                   ok\n\nUpgrade Complete\n----------------", ms=91_000)


@healthy("work:cluster", "kube-131", "Bring the six workers from 1.30 to 1.31. One at a time, and wait until each is Ready.", client="plain", times="at")
def kubelets_upgraded_one_worker_at_a_time(s):
    for n in range(1, 7):
        s.bash(f"kubectl drain worker-{n} --ignore-daemonsets --delete-emptydir-data --timeout=300s 2>&1 | tail -2", f"pod/web-{n * 7919:05x}-x{n}k2p evicted\nnode/worker-{n} drained" if n != 4 else "error when evicting pods/\"pg-1\" -n \"data\" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.\nerror: unable to drain node \"worker-4\" due to error: global timeout reached: 5m0s, continuing command...", 1 if n == 4 else 0, ms=61_000 if n != 4 else 301_000)
        if n == 4:
            s.bash("kubectl cnpg promote pg pg-2 -n data && kubectl get pods -n data", "Node pg-2 in cluster pg will be promoted\nNAME   READY   STATUS    RESTARTS   AGE\npg-1   1/1     Running   0          41d\npg-2   1/1     Running   0          41d\npg-3   1/1     Running   0          41d", ms=8000)
            s.bash("kubectl drain worker-4 --ignore-daemonsets --delete-emptydir-data --timeout=300s 2>&1 | tail -2", "pod/pg-1 evicted\nnode/worker-4 drained", ms=44_000)
        s.bash(f"ssh worker-{n} 'sudo apt-get install -y -qq kubeadm=1.31.2-1.1 kubelet=1.31.2-1.1 && sudo kubeadm upgrade node && sudo systemctl restart kubelet' 2>&1 | tail -1", "[upgrade] Now you should go ahead and upgrade the kubelet package using your package manager.", ms=71_000)
        for k in range(2 if n != 5 else 5):
            ready = k == (1 if n != 5 else 4)
            s.bash(f"sleep 15; kubectl get node worker-{n} --no-headers", f"worker-{n}   {'Ready' if ready else 'NotReady'},SchedulingDisabled   <none>   41{n}d   v1.31.2" if ready or n == 5 else f"worker-{n}   Ready,SchedulingDisabled   <none>   41{n}d   v1.30.6", ms=15_300)
        s.bash(f"kubectl uncordon worker-{n}", f"node/worker-{n} uncordoned")


@healthy("work:sysadmin", "nas-raid", "sdc in md0 is broken; I have put a new disk in as sde. Replace it, and when the rebuild is done start the scrub.", client="claude")
def an_array_rebuilt_while_the_agent_waits(s):
    s.bash("cat /proc/mdstat", "Personalities : [raid6]\nmd0 : active raid6 sdd1[3] sdc1[2](F) sdb1[1] sda1[0]\n      7813770240 blocks super 1.2 level 6, 512k chunk, algorithm 2 [4/3] [UU_U]")
    s.bash("sgdisk -R /dev/sde /dev/sda && sgdisk -G /dev/sde", "The operation has completed successfully.\nThe operation has completed successfully.")
    s.bash("mdadm /dev/md0 --remove /dev/sdc1 --add /dev/sde1", "mdadm: hot removed /dev/sdc1 from /dev/md0\nmdadm: added /dev/sde1")
    speeds = [181, 180, 176, 31, 29, 30, 164, 161, 155, 149, 140, 133, 127, 118]
    done = 0
    for n, speed in enumerate(speeds):
        done += speed * 590 * 1000
        if n == 5:
            s.bash("iotop -obn1 | head -3", "Total DISK READ: 201.10 M/s | Total DISK WRITE: 31.41 M/s\n    PID  PRIO  USER     DISK READ  DISK WRITE  COMMAND\n 311804 idle root      171.22 M/s    0.00 B/s  updatedb.plocate")
            s.bash("systemctl stop plocate-updatedb.service", "")
        left = max(0, (1953442560 - done * 1.8)) / speed / 60_000
        s.bash("sleep 590; grep -A3 md0 /proc/mdstat", f"md0 : active raid6 sde1[4] sdd1[3] sdb1[1] sda1[0]\n      7813770240 blocks super 1.2 level 6, 512k chunk, algorithm 2 [4/3] [UU_U]\n      [{'=' * (n + 1)}>{'.' * (19 - n)}]  recovery = {done * 1.8 / 19534425.60:.1f}% ({int(done * 1.8)}/1953442560) finish={left:.1f}min speed={speed}{n * 37 % 1000:03}K/sec", ms=590_100)
    s.bash("sleep 560; cat /proc/mdstat", "Personalities : [raid6]\nmd0 : active raid6 sde1[4] sdd1[3] sdb1[1] sda1[0]\n      7813770240 blocks super 1.2 level 6, 512k chunk, algorithm 2 [4/4] [UUUU]\n\nunused devices: <none>", ms=560_100)
    s.bash("echo check > /sys/block/md0/md/sync_action && cat /sys/block/md0/md/sync_action", "check")


@healthy("work:cloud", "ebs-clean", "Delete the snapshots in old.txt (they are older than two years and nobody needs them). Leave those which an AMI uses.", client="codex")
def old_snapshots_deleted_without_a_word(s):
    ids = [f"snap-0{(n + 3) * 0x9E3779B97F4A7C15 % 2 ** 64:016x}" for n in range(18)]
    s.bash("wc -l old.txt && head -18 old.txt", "18 old.txt\n" + "\n".join(ids))
    for n, i in enumerate(ids):
        if n in (5, 6, 13):
            s.bash(f"aws ec2 delete-snapshot --snapshot-id {i} --region eu-central-1", f"\nAn error occurred (InvalidSnapshot.InUse) when calling the DeleteSnapshot operation: The snapshot {i} is currently in use by ami-0{(n + 7) * 0xC2B2AE3D27D4EB4F % 2 ** 64:016x}", 254, ms=1300)
        else:
            s.bash(f"aws ec2 delete-snapshot --snapshot-id {i} --region eu-central-1", "", ms=1100 + n * 13)
    s.bash("aws ec2 describe-snapshots --owner-ids self --region eu-central-1 --query 'length(Snapshots)'", "43", ms=2100)


@healthy("work:ci", "matrix-ci", "The CI is red on all legs since we moved to uv. Make it green; you cannot run Windows here, so push and look.", client="claude")
def a_workflow_pushed_until_every_leg_is_green(s):
    legs = ["ubuntu-3.10", "ubuntu-3.13", "macos-3.13", "windows-3.13"]
    s.bash("gh run list -L1 && gh run view --log-failed 11820040007 | grep -i error | head -1", "completed\tfailure\tuse uv\tCI\tmain\tpush\t11820040007\t9s\t2026-11-11T08:51:40Z\ntest (ubuntu-3.10)\tSet up job\tError: Unable to resolve action `astral-sh/setup-uv@v1`, unable to find version `v1`", ms=2900)
    rounds = [("uses: astral-sh/setup-uv@v1", "uses: astral-sh/setup-uv@v6", "newer action", "XXXX", 0, "error: Failed to spawn: `pytest`  Caused by: No such file or directory (os error 2)"),
              ("run: uv sync", "run: uv sync --all-extras", "extras", "X-XX", 0, "error: No interpreter found for Python 3.1 in managed installations or search path"),
              ("py: [3.10, 3.13]", "py: [\"3.10\", \"3.13\"]", "quotes", "--XX", 2, "ld: library 'jpeg' not found  clang: error: linker command failed with exit code 1"),
              ("- name: deps", "- name: deps\n        if: runner.os == 'macOS'\n        run: brew install jpeg", "jpeg", "--XX", 2, "src/thumbs/_jpeg.c:3:10: fatal error: 'jpeglib.h' file not found"),
              ("env:", "env:\n      CPATH: /opt/homebrew/include", "headers", "---X", 3, "UnicodeDecodeError: 'charmap' codec can't decode byte 0x81 in position 914: character maps to <undefined>"),
              ("env:", "env:\n      PYTHONUTF8: 1", "utf8", "---X", 3, "FAILED tests/test_paths.py::test_relative - AssertionError: assert 'a\\\\b.png' == 'a/b.png'"),
              ("return str(path)", "return path.as_posix()", "posix paths", "----", 0, "")]
    for n, (old, new, subject, shape, leg, message) in enumerate(rounds):
        run = 11820044193 + n * 40127
        s.edit("src/thumbs/paths.py" if n == 6 else ".github/workflows/ci.yml", old, new)
        s.bash(f"git commit -qam 'ci: {subject}' && git push -q && sleep 8 && gh run list -L1 --json databaseId -q '.[0].databaseId'", f"{run}", ms=10_100)
        s.bash(f"gh run watch {run} --exit-status 2>&1 | tail -4", "\n".join(f"{'X' if c == 'X' else '✓'} test ({name}) in {1 + n % 3}m{(n * 17 + k * 11) % 60}s (ID {33018227101 + n * 991 + k})" for k, (name, c) in enumerate(zip(legs, shape))), 0, ms=171_000 + n * 9000)
        if message:
            s.bash(f"gh run view {run} --log-failed | grep -iE 'error|assert' | head -1", f"test ({legs[leg]})\tRun\t2026-11-11T09:{n * 6 + 4:02}:11.{n}41Z {message}", ms=2600)


@healthy("work:pipeline", "meter-load", "Load the fourteen missing days of meter readings. Each day has one reading per second.", client="plain", codes=False)
def days_copied_with_the_same_row_count(s):
    for n in range(14):
        day = f"2026-10-{n + 5:02}"
        s.bash(f"aws s3 cp s3://meter-raw/{day}.csv.gz - | gunzip | psql -q meters -c \"\\copy readings_{day.replace('-', '')} from stdin csv header\"", "COPY 86400" if n != 8 else "ERROR:  relation \"readings_20261013\" does not exist", 1 if n == 8 else 0, ms=21_000 + n * 307)
        if n == 8:
            s.bash("psql meters -c \"create table readings_20261013 partition of readings for values from ('2026-10-13') to ('2026-10-14')\"", "CREATE TABLE")
            s.bash(f"aws s3 cp s3://meter-raw/{day}.csv.gz - | gunzip | psql -q meters -c \"\\copy readings_20261013 from stdin csv header\"", "COPY 86400", ms=22_800)
    s.bash("psql -At meters -c \"select count(*) from readings where at >= '2026-10-05' and at < '2026-10-19'\"", "1209600")


@stuck("work:web-server", "docs-nginx", "docs.intern must answer with the new manual instead of the welcome page.", client="claude")
def a_site_edited_that_was_never_enabled(s):
    s.cwd = ""
    page = "<title>Welcome to nginx!</title>"
    s.bash("ls /etc/nginx/sites-available /etc/nginx/sites-enabled", "/etc/nginx/sites-available:\ndefault  docs\n\n/etc/nginx/sites-enabled:\ndefault")
    s.bash("curl -s -H 'Host: docs.intern' localhost | grep title", page)
    changes = [("root /var/www/html;", "root /srv/docs;"), ("server_name docs;", "server_name docs.intern;"), ("index index.htm;", "index index.html;"), ("try_files $uri =404;", "try_files $uri $uri/ =404;"), ("listen 80;", "listen 80 default_server;"), ("root /srv/docs;", "root /srv/docs/html;"), ("server_name docs.intern;", "server_name docs.intern *.docs.intern;"), ("listen 80 default_server;", "listen 0.0.0.0:80;"), ("try_files $uri $uri/ =404;", "try_files $uri $uri/ /index.html;"), ("location / {", "location ^~ / {")]
    for n, (old, new) in enumerate(changes):
        if n == 4:
            s.stuck_here()
        s.edit("etc/nginx/sites-available/docs", old, new)
        s.bash(["nginx -t && systemctl reload nginx", "nginx -t 2>&1 | tail -1; systemctl restart nginx"][n % 2], "nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\nnginx: configuration file /etc/nginx/nginx.conf test is successful" if n % 2 == 0 else "nginx: configuration file /etc/nginx/nginx.conf test is successful", ms=700 + n)
        s.bash(["curl -s -H 'Host: docs.intern' localhost | grep title", "curl -s http://docs.intern/ | grep -o '<title>.*</title>'", "curl -sH 'Host: docs.intern' http://127.0.0.1/?x=%d | grep title" % n][n % 3], page)


@stuck("work:mail", "relay-host", "Let the app server 10.4.0.17 send mail through this postfix.", client="plain")
def relay_denied_after_every_setting_in_the_wrong_file(s):
    s.cwd = ""
    denied = "<** 454 4.7.1 <test@example.com>: Relay access denied"
    test = "ssh app17 swaks --to test@example.com --server mx1 --quit-after RCPT 2>&1 | grep '^<\\*\\*'"
    s.bash(test, denied, ms=1400)
    s.bash("postconf -h config_directory mail_version; ls /etc/postfix /opt/mail/etc", "/opt/mail/etc\n3.8.6\n/etc/postfix:\nmain.cf  master.cf\n\n/opt/mail/etc:\nmain.cf  master.cf")
    tries = [("mynetworks = 127.0.0.0/8", "mynetworks = 127.0.0.0/8 10.4.0.17"), ("mynetworks = 127.0.0.0/8 10.4.0.17", "mynetworks = 127.0.0.0/8 10.4.0.0/24"), ("mynetworks_style = host", "mynetworks_style = subnet"), ("smtpd_relay_restrictions = reject_unauth_destination", "smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination"),
             ("relay_domains =", "relay_domains = example.com"), ("smtpd_recipient_restrictions =", "smtpd_recipient_restrictions = permit_mynetworks"), ("mynetworks = 127.0.0.0/8 10.4.0.0/24", "mynetworks = 127.0.0.0/8 10.0.0.0/8"), ("smtpd_client_restrictions =", "smtpd_client_restrictions = permit"), ("relay_domains = example.com", "relay_domains = *"), ("mydestination = $myhostname", "mydestination = $myhostname, example.com")]
    for n, (old, new) in enumerate(tries):
        if n == 5:
            s.stuck_here()
        s.edit("etc/postfix/main.cf", old, new)
        s.bash(["postfix reload", "systemctl restart postfix", "postfix stop && postfix start"][n % 3], ["postfix/postfix-script: refreshing the Postfix mail system", "", "postfix/postfix-script: stopping the Postfix mail system\npostfix/postfix-script: starting the Postfix mail system"][n % 3], ms=900)
        s.bash(test + ["", " | head -1"][n % 2], denied, ms=1300 + n * 31)


@stuck("work:cluster", "join-node", "Join node-4 to the cluster.", client="codex")
def a_join_with_a_token_that_expired_in_spring(s):
    bad = "error execution phase preflight: couldn't validate the identity of the API Server: could not find a JWS signature in the cluster-info ConfigMap for token ID \"q8c1ze\"\nTo see the stack trace of this error execute with --v=5 or higher"
    s.bash("cat join.sh; ls -l --time-style=long-iso join.sh", "kubeadm join 10.1.0.10:6443 --token q8c1ze.41g8vjd0w7h2n5xs --discovery-token-ca-cert-hash sha256:1f0c9a…e2\n-rw-r--r-- 1 root root 122 2026-04-02 11:20 join.sh")
    base = "kubeadm join 10.1.0.10:6443 --token q8c1ze.41g8vjd0w7h2n5xs --discovery-token-ca-cert-hash sha256:1f0c9a…e2"
    for n, command in enumerate(["sh join.sh", base + " --v=5 2>&1 | tail -2", "kubeadm reset -f && sh join.sh", base + " --ignore-preflight-errors=all"]):
        s.bash("ssh node-4 '" + command + "'", bad, 1, ms=301_000 - n * 700)
    s.stuck_here()
    for n, command in enumerate([base + " --node-name node-4", "systemctl restart kubelet containerd; sh join.sh", base + " --cri-socket unix:///run/containerd/containerd.sock", "swapoff -a; sh join.sh", "kubeadm reset -f; rm -rf /etc/cni/net.d; sh join.sh", base + " --discovery-token-unsafe-skip-ca-verification", "iptables -F; iptables -t nat -F; sh join.sh", base + " --v=9 2>&1 | tail -3", "reboot", base + " --ignore-preflight-errors=all --v=2", "apt-get install -y --reinstall kubeadm >/dev/null; sh join.sh", base.replace("10.1.0.10", "cp1.intern"), "kubeadm reset -f --cleanup-tmp-dir; " + base]):
        if command == "reboot":
            s.bash("ssh node-4 reboot; sleep 90; ssh node-4 uptime", " 09:41:10 up 0 min,  1 user,  load average: 0.41, 0.10, 0.03", ms=93_000)
        else:
            s.bash("ssh node-4 '" + command + "'", ("[reset] Reading configuration from the cluster...\n" if "reset" in command else "") + bad, 0 if "tail" in command else 1, ms=300_200 + n * 113)


@stuck("work:cloud", "gpu-vm", "Make me a VM with one T4 in our project for the demo.", client="claude")
def a_quota_of_nought_for_every_kind_of_machine(s):
    def bad(zone):
        return f"ERROR: (gcloud.compute.instances.create) Could not fetch resource:\n - Quota 'GPUS_ALL_REGIONS' exceeded.  Limit: 0.0 globally.\n\tmetric name = compute.googleapis.com/gpus_all_regions\n\tlimit name = GPUS-ALL-REGIONS-per-project\n\tlimit = 0.0\nTry your request in another zone, or view documentation on how to increase quotas: https://cloud.google.com/compute/quotas."
    base = "gcloud compute instances create demo --zone={} --machine-type={} --accelerator=type={},count=1 --maintenance-policy=TERMINATE"
    tries = [("europe-west4-a", "n1-standard-4", "nvidia-tesla-t4"), ("europe-west4-b", "n1-standard-4", "nvidia-tesla-t4"), ("europe-west1-b", "n1-standard-4", "nvidia-tesla-t4"), ("us-central1-a", "n1-standard-4", "nvidia-tesla-t4"),
             ("us-central1-b", "n1-standard-2", "nvidia-tesla-t4"), ("us-central1-f", "n1-standard-1", "nvidia-tesla-t4"), ("us-east1-c", "n1-standard-4", "nvidia-tesla-t4"), ("us-east1-d", "n1-highmem-2", "nvidia-tesla-t4"), ("us-west1-a", "n1-standard-4", "nvidia-tesla-p100"), ("us-west1-b", "g2-standard-4", "nvidia-l4"), ("us-west4-a", "g2-standard-4", "nvidia-l4"), ("asia-east1-a", "n1-standard-4", "nvidia-tesla-t4"), ("asia-northeast1-c", "n1-standard-4", "nvidia-tesla-t4"), ("europe-west2-a", "n1-standard-2", "nvidia-tesla-t4"), ("europe-west3-b", "n1-standard-2", "nvidia-tesla-t4"), ("southamerica-east1-c", "n1-standard-4", "nvidia-tesla-t4"), ("us-east4-b", "n1-standard-4", "nvidia-tesla-p4")]
    for n, given in enumerate(tries):
        if n == 4:
            s.bash("gcloud compute project-info describe --flatten=quotas --filter='quotas.metric=GPUS_ALL_REGIONS' --format='value(quotas.limit)'", "0.0", ms=2100)
            s.stuck_here()
        s.bash(base.format(*given) + (" --preemptible" if n in (6, 11) else " --provisioning-model=SPOT" if n in (9, 14) else ""), bad(given[0]), 1, ms=3100 + n * 173)


@stuck("work:database", "wiki-mysql", "The wiki says it cannot reach the database. Repair it.", client="plain", times="none")
def a_socket_that_no_mysql_client_finds(s):
    bad = "ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2)"
    s.bash("mysql -e 'select 1'", bad, 1)
    s.bash("systemctl is-active mysql", "failed", 3)
    s.bash("systemctl start mysql", "Job for mysql.service failed because the control process exited with error code.\nSee \"systemctl status mysql.service\" and \"journalctl -xeu mysql.service\" for details.", 1)
    for command in ["mysql -u root -e 'select 1'", "mysqladmin ping", "mysql --protocol=socket -e 'select 1'"]:
        s.bash(command, ("mysqladmin: connect to server at 'localhost' failed\nerror: '" + bad[20:] + "'") if "admin" in command else bad, 1)
    s.stuck_here()
    for n, command in enumerate(["mysql -h localhost -u root -e 'select 1'", "mysql -S /var/run/mysqld/mysqld.sock -e 'show databases'", "mkdir -p /var/run/mysqld; chown mysql /var/run/mysqld; mysql -e 'select 1'", "mysql -u wiki -pwiki wiki -e 'show tables'", "touch /var/run/mysqld/mysqld.sock; rm /var/run/mysqld/mysqld.sock; mysql -e 'select 1'", "mysqlcheck --all-databases 2>&1 | tail -1", "mysql -u debian-sys-maint -e 'select version()'", "mysqldump wiki > /tmp/w.sql", "mysql --defaults-file=/etc/mysql/debian.cnf -e 'select 1'", "sudo mysql", "sudo -u mysql mysql -e 'status'", "mysql -vvv -e 'select 1'", "mysqlshow", "mysql_upgrade 2>&1 | tail -1", "sudo mysql -u root wiki"]):
        s.bash(command, ("mysqlcheck: Got error: 2002: " if "check" in command else "mysqldump: Got error: 2002: " if "dump" in command else "mysqlshow: " if "show" == command[5:] else "") + (bad[20:] if "check" in command or "dump" in command or command == "mysqlshow" else bad), 0 if "tail" in command else 2 if "dump" in command else 1)


@stuck("work:ci", "arm-runner", "Start the arm64 release workflow and tell me when the artifacts are there.", client="claude")
def a_queued_job_that_no_runner_can_take(s):
    s.bash("gh workflow run release-arm.yml && sleep 5 && gh run list -L1 -w release-arm.yml", "✓ Created workflow_dispatch event for release-arm.yml at main\nqueued\t\trelease-arm\trelease-arm\tmain\tworkflow_dispatch\t11820661120\t5s\t2026-11-11T09:00:02Z", ms=7100)
    for n in range(3):
        s.bash("sleep 120; gh run view 11820661120 --json status -q .status", "queued", ms=121_000)
    s.bash("gh api repos/acme/probe/actions/runners -q '.total_count, (.runners[]|.name+\" \"+.status)'", "1\nx64-builder offline", ms=900)
    s.bash("grep runs-on .github/workflows/release-arm.yml", "    runs-on: [self-hosted, arm64]")
    s.say("No arm64 runner is registered, and the only runner is offline. I keep waiting for the run.")
    s.stuck_here()
    for n in range(15):
        s.bash(f"sleep {[120, 180, 300, 240][n % 4]}; " + ["gh run view 11820661120 --json status -q .status", "gh run list -L1 -w release-arm.yml --json status -q '.[0].status'", "gh run view 11820661120 | grep -m1 -i queued", "gh api repos/acme/probe/actions/runs/11820661120 -q .status"][n % 4], "queued" if n % 4 != 2 else "* main release-arm · 11820661120 (queued)", ms=[121_000, 181_000, 301_000, 241_000][n % 4])


@stuck("work:sysadmin", "unit-203", "syncd.service does not start after the reinstall. Make it run.", client="codex")
def a_unit_that_dies_with_203_exec(s):
    bad = "× syncd.service - Directory sync\n     Active: failed (Result: exit-code) since Wed 2026-11-11 09:{}:07 UTC; 1s ago\n    Process: {} ExecStart=/opt/sync/syncd.sh (code=exited, status=203/EXEC)"
    s.bash("systemctl status syncd --no-pager | head -3", bad.format("02", 2207), 3)
    s.bash("journalctl -u syncd -n2 --no-pager", "Nov 11 09:02:07 box (syncd.sh)[2207]: syncd.service: Failed to execute /opt/sync/syncd.sh: No such file or directory\nNov 11 09:02:07 box (syncd.sh)[2207]: syncd.service: Failed at step EXEC spawning /opt/sync/syncd.sh: No such file or directory")
    s.bash("ls -l /opt/sync/; head -c 20 /opt/sync/syncd.sh | xxd", "total 4\n-rwxr-xr-x 1 root root 812 Nov 11 08:40 syncd.sh\n00000000: 2321 2f62 696e 2f62 6173 680d 0a73 6574  #!/bin/bash..set\n00000010: 202d 650d                                 -e.")
    edits = [("User=sync", "User=root"), ("Type=simple", "Type=exec"), ("ProtectSystem=strict", ""), ("WorkingDirectory=/var/lib/sync", "WorkingDirectory=/opt/sync"), ("PrivateTmp=yes", "PrivateTmp=no"), ("After=network.target", "After=network-online.target"), ("NoNewPrivileges=yes", ""), ("Restart=no", "Restart=on-failure"), ("Type=exec", "Type=forking"), ("Environment=", "Environment=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"), ("RootDirectory=", "")]
    for n, (old, new) in enumerate(edits):
        if n == 4:
            s.stuck_here()
        s.edit("/etc/systemd/system/syncd.service", old, new)
        s.bash("systemctl daemon-reload; systemctl restart syncd; " + ["systemctl status syncd --no-pager | head -3", "sleep 1; systemctl status syncd --no-pager | sed -n 1,3p"][n % 2], bad.format(f"{4 + n * 2:02}", 2311 + n * 57))
        if n in (5, 8):
            s.bash("chmod 755 /opt/sync/syncd.sh; ls -l /opt/sync/syncd.sh", "-rwxr-xr-x 1 root root 812 Nov 11 08:40 /opt/sync/syncd.sh")
