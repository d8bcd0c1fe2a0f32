"""Running things: resolvers, certificates, Airflow, training on GPUs, PowerShell, Terraform, cores, ROS, nginx, dbt, jobs, probes."""
from session import healthy, stuck


@healthy("work:resolvers", "dns-ops", "We moved the shop to a new address. See whether the big resolvers have it.", client="claude", gap=2)
def one_name_at_many_resolvers(s):
    for n, server in enumerate(["1.1.1.1", "1.0.0.1", "8.8.8.8", "8.8.4.4", "9.9.9.9", "149.112.112.112", "208.67.222.222", "208.67.220.220", "94.140.14.14", "76.76.2.0", "185.228.168.9", "84.200.69.80", "64.6.64.6", "156.154.70.1"]):
        s.bash(f"dig +short A shop.acme.dev @{server}", "203.0.113.80" if n not in (6, 7) else "198.51.100.14", ms=60)


@healthy("work:certificates", "tls-inventory", "Note when the certificate of each of our hosts ends.", client="plain", gap=2)
def the_end_of_each_certificate(s):
    for host in ["api", "app", "auth", "blog", "cdn", "docs", "git", "grafana", "id", "mail", "pay", "shop", "status", "vpn", "wiki"]:
        s.bash(f"echo | openssl s_client -connect {host}.acme.dev:443 -servername {host}.acme.dev 2>/dev/null | openssl x509 -noout -enddate", "notAfter=Jan 30 23:59:59 2027 GMT" if host not in ("git", "vpn") else "notAfter=Dec  3 08:12:00 2026 GMT", ms=150)


@healthy("work:airflow", "lake-dags", "Airflow was raised to 3. Test each DAG and repair those that do not run.", client="claude")
def each_dag_tested_alone(s):
    for n, dag in enumerate(["ads_daily", "billing_close", "crm_sync", "events_hourly", "fx_rates", "geo_refresh", "hr_export", "inventory", "leads", "orders_daily", "returns", "web_logs"]):
        bad = dag in ("crm_sync", "inventory")
        ok = f"[2026-11-20T09:{n:02}:14] INFO - DagRun Finished: dag_id={dag}, state=success"
        s.bash(f"airflow dags test {dag} 2026-11-20 2>&1 | tail -1", f"airflow.exceptions.AirflowException: {dag}: Invalid arguments were passed to BashOperator. Invalid arguments were: **kwargs: {{'provide_context': True}}" if bad else ok, ms=26_000)
        if bad:
            s.edit(f"dags/{dag}.py", ", provide_context=True", "")
            s.bash(f"airflow dags test {dag} 2026-11-20 2>&1 | tail -1", ok, ms=27_000)


@healthy("work:propagation", "zone-move", "The registrar changes our name servers today. Tell me when it has happened and then switch the mail record.", client="codex", gap=5)
def name_servers_change_in_the_afternoon(s):
    for n in range(12):
        s.bash("sleep 540; dig +short NS acme.dev @a.nic.dev", "ns1.oldhost.net.\nns2.oldhost.net." if n < 11 else "ns1.newhost.net.\nns2.newhost.net.", ms=540_300)
    s.bash("octodns-sync --config-file zones.yaml --doit", "* acme.dev. Update <MxRecord 3600>\n  Summary: Creates=0, Updates=1, Deletes=0", ms=4000)


@healthy("work:training", "tiny-translator", "Start the training and watch it; stop when the loss no longer falls.", client="claude")
def a_training_that_is_watched(s):
    s.bash("nohup torchrun --nproc-per-node 4 train.py --config base.yaml > train.log 2>&1 & echo $!", "22817")
    for n, loss in enumerate([6.91, 5.02, 4.33, 3.97, 3.71, 3.58, 3.49, 3.43, 3.40, 3.38, 3.38, 3.38]):
        s.bash("sleep 580; tail -1 train.log", f"step {(n + 1) * 2000} | loss {loss:.2f} | lr {3e-4 * (1 - n / 14):.2e} | {412 - n % 3}k tok/s", ms=580_400)
    s.bash("kill 22817 && ls -1 ckpt | tail -1", "step_24000.pt")


@healthy("work:sweep", "defect-detector", "Try the learning rates and weight decays of the list with three epochs each.", client="plain")
def a_grid_of_rates_and_decays(s):
    for n, (rate, decay) in enumerate((rate, decay) for rate in ("1e-2", "3e-3", "1e-3", "3e-4") for decay in ("0", "1e-4", "1e-2")):
        s.bash(f"python train.py --lr {rate} --wd {decay} --epochs 3 --quiet", f"epoch 3/3 val_acc={['nan', '0.500', '0.500', '0.500', '0.812', '0.815', '0.807', '0.861', '0.866', '0.858', '0.840', '0.841'][n]}", ms=180_000)
    s.bash("python train.py --lr 1e-3 --wd 1e-4 --epochs 30 --quiet", "epoch 30/30 val_acc=0.934", ms=590_000)


@healthy("work:patching", "windows-farm", "Install the November update on all file servers and restart them one by one.", client="claude", gap=5)
def file_servers_patched_one_by_one(s):
    for n in range(1, 9):
        host = f"FS{n:02}"
        s.other("PowerShell", {"command": f"Invoke-Command {host} {{ Install-WindowsUpdate -KBArticleID KB5070311 -AcceptAll -IgnoreReboot }}"}, "X ComputerName Result     KB          Size Title\n- ------------ ------     --          ---- -----\n3 " + host + "         Installed  KB5070311  710MB 2026-11 Cumulative Update for Windows Server 2025", ms=300_000)
        s.other("PowerShell", {"command": f"Restart-Computer {host} -Wait -For PowerShell -Timeout 600 -Force"}, "", ms=180_000)
        s.other("PowerShell", {"command": f"(Get-HotFix -Id KB5070311 -ComputerName {host}).HotFixID"}, "KB5070311", ms=2000)


@healthy("work:import", "infra-import", "Bring the buckets that were made by hand under Terraform.", client="codex")
def buckets_imported_one_after_another(s):
    for n, name in enumerate(["assets", "audit", "backup", "billing", "exports", "images", "invoices", "logs", "media", "reports", "snapshots", "uploads"]):
        s.bash(f"terraform import 'aws_s3_bucket.all[\"{name}\"]' acme-{name}", f"aws_s3_bucket.all[\"{name}\"]: Importing from ID \"acme-{name}\"...\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=5000)
        if n % 4 == 3:
            s.bash("terraform plan -detailed-exitcode | tail -1", f"Plan: 0 to add, {n // 4 + 1} to change, 0 to destroy.", ms=9000)
            s.edit("buckets.tf", f"# tags {n}", f"tags = {{ team = \"t{n}\" }}")
    s.bash("terraform plan -detailed-exitcode | tail -1", "found no differences, so no changes are needed.", ms=9000)


@healthy("work:cores", "trade-gateway", "There are thirteen core files from last night. Is it one bug or several?", client="plain", gap=3)
def the_stack_of_every_core(s):
    s.bash("ls /var/cores", "\n".join(f"core.gw.{4100 + n * 37}" for n in range(13)))
    for n in range(13):
        other = n in (4, 10)
        s.bash(f"gdb -batch -ex bt bin/gw /var/cores/core.gw.{4100 + n * 37} 2>/dev/null | grep '^#' | head -3", "#0  abort ()\n#1  fmt::throw_format_error\n#2  log_fill" if other else "#0  Book::erase (this=0x0)\n#1  Session::on_cancel\n#2  epoll_loop", ms=2500)


@healthy("work:topics", "rover-ros", "Look whether every sensor publishes with its rate.", client="claude", gap=2)
def the_rate_of_every_topic(s):
    topics = ["/camera/front/image", "/camera/rear/image", "/camera/left/image", "/camera/right/image", "/imu/data", "/gps/fix", "/lidar/front/points", "/lidar/rear/points", "/odom", "/sonar/0", "/sonar/1", "/sonar/2", "/sonar/3", "/wheel/ticks"]
    for n, topic in enumerate(topics):
        if topic == "/sonar/2":
            s.bash(f"timeout 6 ros2 topic hz {topic}", "WARNING: topic [/sonar/2] does not appear to be published yet", 124, ms=6000)
            s.bash("ros2 node info /sonar_driver | grep -A5 Publishers", "  Publishers:\n    /sonar/0: sensor_msgs/msg/Range\n    /sonar/1: sensor_msgs/msg/Range\n    /sonar/3: sensor_msgs/msg/Range", ms=900)
        else:
            s.bash(f"timeout 6 ros2 topic hz {topic}", f"average rate: {30.0 if 'image' in topic else 10.0 if 'sonar' in topic else 50.0:.3f}\n\tmin: 0.0{n % 3 + 1}s max: 0.0{n % 3 + 3}s std dev: 0.00{n}s window: 120", 124, ms=6000)


# Those that lead nowhere.

@stuck("loop:restarts", "shop-web", "The shop answers with 502. Repair it.", client="claude")
def nginx_and_php_restarted_in_turn(s):
    curl = "HTTP/1.1 502 Bad Gateway\nServer: nginx/1.26.2\nDate: Fri, 20 Nov 2026 10:{:02}:11 GMT\nContent-Type: text/html"
    for n in range(9):
        if n == 4:
            s.stuck_here()
        s.bash(["sudo systemctl restart nginx", "sudo systemctl restart php8.3-fpm", "sudo systemctl restart nginx php8.3-fpm", "sudo systemctl reload nginx"][n % 4], "", ms=2100)
        s.bash(["curl -sI https://shop.acme.dev", "curl -sI https://shop.acme.dev/ | head -4", "curl -I -s https://shop.acme.dev"][n % 3], curl.format(3 + n * 2), ms=130)


@stuck("loop:challenge", "mail-tls", "Get a certificate for mail.acme.dev.", client="plain", gap=20)
def certbot_after_too_many_failures(s):
    for n, flags in enumerate(["--nginx -d mail.acme.dev", "--standalone -d mail.acme.dev", "--webroot -w /var/www/html -d mail.acme.dev", "--nginx -d mail.acme.dev --force-renewal", "--standalone --preferred-challenges http -d mail.acme.dev", "--nginx --key-type rsa -d mail.acme.dev", "--standalone -d mail.acme.dev --cert-name mail2", "--webroot -w /srv/www -d mail.acme.dev -v", "--nginx -d mail.acme.dev --agree-tos -n", "--standalone -d mail.acme.dev --http-01-port 8080"]):
        if n == 4:
            s.stuck_here()
        s.bash(f"sudo certbot certonly {flags}", "Saving debug log to /var/log/letsencrypt/letsencrypt.log\nRequesting a certificate for mail.acme.dev\nAn unexpected error occurred:\nError creating new order :: too many failed authorizations (5) for \"mail.acme.dev\" in the last 1h0m0s, retry after 2026-11-20 14:02:11 UTC", 1, ms=3100)


@stuck("loop:flush", "lab-dns", "grafana.lab.acme.dev does not resolve. Mend that.", client="codex", gap=4)
def resolver_caches_flushed_for_a_missing_record(s):
    for n in range(8):
        if n == 4:
            s.stuck_here()
        s.bash(["sudo resolvectl flush-caches", "sudo systemctl restart systemd-resolved", "sudo rndc flush", "sudo systemctl restart unbound"][n % 4], "")
        s.bash(["dig grafana.lab.acme.dev", "dig A grafana.lab.acme.dev", "dig grafana.lab.acme.dev @127.0.0.53"][n % 3], f"; <<>> DiG 9.18.30 <<>> grafana.lab.acme.dev\n;; ->>HEADER<<- opcode: QUERY, status: NXDOMAIN, id: {(n * 7919 + 4001) % 65536}\n;; AUTHORITY SECTION:\nlab.acme.dev.  {900 - n * 9} IN SOA ns1.acme.dev. host.acme.dev. 2026111901 3600 600 604800 900\n;; Query time: {n % 4} msec", ms=40)


@stuck("loop:clears", "lake-nightly", "The task load_orders of last night failed. Get it through.", client="claude", gap=5)
def a_task_cleared_and_failed_again(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash("airflow tasks clear orders_nightly -t load_orders -s 2026-11-19 -y" + (" --downstream" if n % 2 else ""), "", ms=2000)
        s.bash("sleep 60; airflow tasks state orders_nightly load_orders 2026-11-19", "failed", ms=62_000)
        if n % 3 == 1:
            s.bash("tail -1 logs/orders_nightly/load_orders/latest.log", "PermissionError: [Errno 13] s3://lake-raw/orders/2026-11-19: Access Denied")


@stuck("loop:reinstall", "vision-train", "torch does not see the GPU. Repair the environment.", client="claude")
def torch_installed_for_every_cuda(s):
    for n, wheel in enumerate(["cu124", "cu121", "cu118", "cu126", "cu128", "cu124 --force-reinstall", "nightly/cu128"]):
        if n == 3:
            s.stuck_here()
        s.bash(f"pip install -q torch --index-url https://download.pytorch.org/whl/{wheel}", "", ms=120_000)
        s.bash("python -c 'import torch; print(torch.cuda.is_available())'", "UserWarning: Can't initialize NVML\nFalse", ms=3000)
        if n % 2:
            s.bash("nvidia-smi", "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 570.86", 18)


@stuck("loop:refresh", "sales-dbt", "fct_sales fails since this morning. Repair it.", client="plain")
def full_refresh_for_a_column_that_is_gone(s):
    error = "Database Error in model fct_sales (models/marts/fct_sales.sql)\n  column \"region\" does not exist\n  LINE 14:     o.region,\n  compiled code at target/run/sales/models/marts/fct_sales.sql\n\nDone. PASS=0 WARN=0 ERROR=1 SKIP=0 NO-OP=0 TOTAL=1"
    for n, command in enumerate(["dbt run -s fct_sales", "dbt run -s fct_sales --full-refresh", "dbt clean && dbt deps && dbt run -s fct_sales", "dbt run -s fct_sales --no-partial-parse", "dbt build -s fct_sales", "rm -rf target && dbt run -s fct_sales", "dbt retry", "dbt run -s fct_sales --full-refresh --threads 1", "dbt run -s fct_sales --target dev", "dbt clean && dbt run -s fct_sales --full-refresh --no-partial-parse"]):
        if n == 4:
            s.stuck_here()
        s.bash(command, f"0{n % 10}:12:4{n % 10}  Running with dbt=1.10.4\n0{n % 10}:12:5{n % 10}  1 of 1 ERROR creating sql table model marts.fct_sales ........ [ERROR in {1 + n % 3}.{n}2s]\n{error}", 1, ms=11_000)


@stuck("loop:dead-job", "import-jobs", "Wait for the import job and then switch the traffic.", client="codex", gap=5)
def a_job_awaited_after_it_has_failed(s):
    s.bash("kubectl create job import-1120 --from=cronjob/import", "job.batch/import-1120 created")
    for n in range(15):
        if n == 6:
            s.stuck_here()
        minutes = 3 + 2 * n
        s.bash("sleep 120; kubectl get job import-1120", f"NAME          STATUS   COMPLETIONS   DURATION   AGE\nimport-1120   Failed   0/1           {minutes}m       {minutes}m", ms=120_500)


@stuck("loop:policy", "office-win", "Run Setup-Printers.ps1 on this machine.", client="claude")
def a_script_that_the_policy_forbids(s):
    denied = "Setup-Printers.ps1 cannot be loaded. The file is blocked by software restriction policies, such as those created by using Group Policy.\n    + CategoryInfo          : SecurityError: (:) [], PSSecurityException\n    + FullyQualifiedErrorId : UnauthorizedAccess"
    for n, command in enumerate([".\\Setup-Printers.ps1", "powershell -ExecutionPolicy Bypass -File .\\Setup-Printers.ps1", "Set-ExecutionPolicy Bypass -Scope Process -Force; .\\Setup-Printers.ps1", "Unblock-File .\\Setup-Printers.ps1; .\\Setup-Printers.ps1", "pwsh -ep Bypass -f .\\Setup-Printers.ps1", "& 'C:\\it\\Setup-Printers.ps1'", ". .\\Setup-Printers.ps1", "Start-Process powershell -ArgumentList '-ep bypass -file C:\\it\\Setup-Printers.ps1' -Wait", "copy .\\Setup-Printers.ps1 $env:TEMP; & $env:TEMP\\Setup-Printers.ps1", "powershell -ep Unrestricted -NoProfile -File C:\\it\\Setup-Printers.ps1"]):
        if n == 5:
            s.stuck_here()
        s.other("PowerShell", {"command": command}, f"{['', '& : ', 'File '][n % 3]}{denied}", ok=False, ms=700)


@stuck("loop:simtime", "arm-ros", "The arm refuses goals because of TF. Repair the launch file.", client="plain")
def sim_time_on_and_off(s):
    for n in range(9):
        if n == 4:
            s.stuck_here()
        old, new = ("true", "false") if n % 2 else ("false", "true")
        s.edit("launch/arm.launch.py", f"'use_sim_time': {old.title()}", f"'use_sim_time': {new.title()}")
        s.bash("timeout 30 ros2 launch arm arm.launch.py 2>&1 | grep -m1 ERROR", f"[move_group-2] [ERROR] [{1_790_000_100 + n * 47}.{n}1822] [moveit.tf]: Lookup would require extrapolation into the past.  Requested time {1_790_000_099 + n * 47}.20 but the earliest data is at time {1_790_000_100 + n * 47}.01, when looking up transform from frame [tool0] to frame [world]", ms=30_000)


@stuck("loop:silent-board", "pump-fw", "Flash the firmware and see that it starts.", client="codex", gap=4)
def a_board_flashed_again_and_silent(s):
    for n in range(8):
        if n == 4:
            s.stuck_here()
        s.bash(["probe-rs download --chip STM32G071 pump.elf", "probe-rs erase --chip STM32G071 && probe-rs download --chip STM32G071 pump.elf", "probe-rs download --chip STM32G071 --verify pump.elf"][n % 3], f"      Erasing ✔ 100% [####################]  34.00 KiB @  41.{n} KiB/s (took 1s)\n  Programming ✔ 100% [####################]  34.00 KiB @  20.{n} KiB/s (took 2s)\n     Finished in 2.{n}3s", ms=3300)
        s.bash("probe-rs reset --chip STM32G071", "", ms=300)
        s.bash(["timeout 5 cat /dev/ttyACM0", "timeout 10 cat /dev/ttyACM0", "timeout 8 picocom -b 115200 -q /dev/ttyACM0"][n % 3], "", 124, ms=8000)
