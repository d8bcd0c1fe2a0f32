"""Second set. Operations: Terraform, Ansible, Helm, Argo CD, the clouds' command lines, network gear, PowerShell, game servers."""
from session import healthy, stuck


@healthy("principle:targets", "terraform-live", "Is any of our workspaces drifting from its state?", client="codex")
def a_plan_for_each_workspace(s):
    s.bash("terraform workspace list", "\n".join("  " + w for w in ["eu-dev", "eu-test", "eu-live", "us-dev", "us-test", "us-live", "ap-dev", "ap-test", "ap-live"]))
    for n, space in enumerate(["eu-dev", "eu-test", "eu-live", "us-dev", "us-test", "us-live", "ap-dev", "ap-test", "ap-live"]):
        s.bash(f"terraform workspace select -no-color {space} && terraform plan -no-color -detailed-exitcode -compact-warnings | tail -3",
               f"Switched to workspace \"{space}\".\nNo changes. Your infrastructure matches the configuration.", ms=21_000 + n * 800)
    s.bash("terraform workspace select default", "Switched to workspace \"default\".")


@stuck("principle:same_error", "terraform-live", "Apply the change to the bucket policy.", client="claude")
def terraform_without_credentials(s):
    fails = ("╷\n│ Error: No valid credential sources found\n│ \n│   with provider[\"registry.terraform.io/hashicorp/aws\"],\n│   on main.tf line 9, in provider \"aws\":\n│    9: provider \"aws\" {\n│ \n"
             "│ Error: failed to refresh cached credentials, no EC2 IMDS role found, operation error ec2imds: GetMetadata, request canceled, context deadline exceeded\n╵")
    for n, command in enumerate(["terraform plan", "terraform plan -refresh=false", "terraform init -upgrade", "terraform apply -auto-approve", "AWS_PROFILE=default terraform plan", "AWS_REGION=eu-west-1 terraform plan", "terraform apply -target=aws_s3_bucket_policy.logs",
                                 "rm -rf .terraform && terraform init && terraform plan", "TF_LOG=debug terraform plan 2>&1 | tail -12", "AWS_SDK_LOAD_CONFIG=1 terraform plan", "terraform plan -lock=false", "AWS_EC2_METADATA_DISABLED=true terraform plan", "terraform refresh"]):
        s.bash(command, fails, 0 if "tail" in command else 1, ms=6_000 + n * 311)
        if n == 4:
            s.stuck_here()


@healthy("principle:targets", "ansible-fleet", "Set the time server on all hosts, one at a time, and verify.", client="plain")
def one_host_at_a_time(s):
    for n in range(1, 11):
        s.bash(f"ansible-playbook ntp.yml -l web{n:02} -o", f"PLAY RECAP *****\nweb{n:02} : ok=4 changed=1 unreachable=0 failed=0 skipped=0 rescued=0 ignored=0", ms=14_000)
        s.bash(f"ansible web{n:02} -a 'chronyc -n sources' -o", f"web{n:02} | CHANGED | rc=0 | (stdout) ^* 10.0.0.2 2 6 377 {20 + n} +11us[ +19us]", ms=2_000)


@stuck("principle:denied", "ansible-fleet", "Roll the playbook out.", client="plain", codes=False)
def unreachable_with_any_flag(s):
    fails = "db01 | UNREACHABLE! => {\n    \"changed\": false,\n    \"msg\": \"Failed to connect to the host via ssh: deploy@10.3.0.11: Permission denied (publickey).\",\n    \"unreachable\": true\n}"
    for n, command in enumerate(["ansible db01 -m ping", "ansible db01 -m ping -u deploy", "ansible db01 -m ping -vvv | tail -6", "ansible db01 -m ping -u root", "ssh deploy@10.3.0.11 true", "ssh -v -o BatchMode=yes deploy@10.3.0.11 true 2>&1 | tail -1", "ansible db01 -m ping -e ansible_ssh_common_args='-o StrictHostKeyChecking=no'",
                                 "ansible db01 -m raw -a true", "ssh -i ~/.ssh/id_rsa deploy@10.3.0.11 true", "ansible-playbook site.yml -l db01", "ansible db01 -m ping -c paramiko", "ssh -o PreferredAuthentications=publickey deploy@10.3.0.11 true", "ansible db01 -m ping --private-key ~/.ssh/id_ed25519"]):
        s.bash(command, "deploy@10.3.0.11: Permission denied (publickey)." if command.startswith("ssh") else fails, 255 if command.startswith("ssh") else 4, ms=1_300 + n * 91)
        if n == 5:
            s.stuck_here()


@healthy("principle:checks", "helm-charts", "Move the values of all services to the new ingress schema.", client="claude")
def the_same_schema_error_in_every_chart(s):
    for n, chart in enumerate(["cart", "search", "login", "mailer", "stock", "price", "review"]):
        s.bash(f"helm lint charts/{chart}", f"==> Linting charts/{chart}\n[ERROR] values.yaml: - ingress: Additional property host is not allowed\n\nError: 1 chart(s) linted, 1 chart(s) failed", 1)
        s.edit(f"charts/{chart}/values.yaml", f"ingress:\n  host: {chart}.shop.example", f"ingress:\n  hosts:\n    - {chart}.shop.example")
        s.bash(f"helm lint charts/{chart}", f"==> Linting charts/{chart}\n[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed")


@stuck("principle:same_error", "helm-charts", "Upgrade the release search in staging.", client="codex")
def another_operation_is_in_progress(s):
    fails = "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress"
    for n, command in enumerate(["helm upgrade search charts/search -n staging", "helm upgrade --install search charts/search -n staging", "helm upgrade search charts/search -n staging --force", "helm upgrade search charts/search -n staging --atomic", "helm upgrade search charts/search -n staging --timeout 10m",
                                 "helm upgrade search charts/search -n staging --reset-values", "helm upgrade search charts/search -n staging --debug 2>&1 | tail -1", "helm upgrade search ./charts/search -n staging --wait", "helm upgrade search charts/search -n staging --cleanup-on-fail",
                                 "helm upgrade search charts/search -n staging --reuse-values", "helm upgrade search charts/search --namespace staging --no-hooks", "helm upgrade search charts/search -n staging --history-max 5"]):
        s.bash(command, fails, 1, ms=1_900 + 73 * n)
        if n == 3:
            s.stuck_here()


@healthy("principle:waiting", "argo-apps", "Sync the app and tell me when it is healthy.", client="claude", gap=30)
def argo_sync_until_healthy(s):
    s.bash("argocd app sync storefront --async", "")
    for n in range(9):
        s.bash("argocd app get storefront -o json | jq -r '.status.sync.status, .status.health.status'", "Synced\nProgressing", ms=900)
    s.bash("argocd app get storefront -o json | jq -r '.status.sync.status, .status.health.status'", "Synced\nHealthy", ms=900)
    s.say("storefront is synced and healthy.")


@stuck("principle:waiting", "argo-apps", "Deploy the new image tag.", client="plain", gap=4)
def waits_for_a_sync_nobody_starts(s):
    s.bash("argocd app set storefront -p image.tag=4.2.0", "")
    s.bash("argocd app get storefront -o json | jq -r .spec.syncPolicy", "null")
    for n in range(20):
        if n % 5 == 4:
            s.bash("kubectl -n shop get deploy storefront -o jsonpath='{..image}'", "registry.local/storefront:4.1.9")
        s.bash("argocd app get storefront -o json | jq -r .status.sync.status", "OutOfSync", ms=700)
        if n == 6:
            s.stuck_here()


@healthy("principle:paging", "aws-audit", "Find the security groups that allow 0.0.0.0/0 on port 22.", client="plain")
def pages_of_security_groups(s):
    token = ""
    for n in range(9):
        new = f"eyJOZXh0VG9rZW4iOiBudWxsLCAiYm90b190cnVuY2F0ZV9hbW91bnQiOiA{n}fQ=="
        s.bash("aws ec2 describe-security-groups --max-items 100 --query 'SecurityGroups[?IpPermissions[?FromPort==`22`]].GroupId' --output json" + token, "[]" if n != 6 else "[\n    \"sg-0a41c9\"\n]")
        token = f" --starting-token {new}"
    s.bash("aws ec2 describe-security-groups --group-ids sg-0a41c9 --query 'SecurityGroups[0].GroupName'", "\"legacy-bastion\"")


@stuck("principle:denied", "aws-audit", "List the buckets that are public.", client="claude")
def expired_token_whatever_is_called(s):
    for n, (command, call) in enumerate([("aws s3api list-buckets", "ListBuckets"), ("aws s3 ls", "ListBuckets"), ("aws sts get-caller-identity", "GetCallerIdentity"), ("aws s3api list-buckets --profile default", "ListBuckets"), ("aws s3api list-buckets --region us-east-1", "ListBuckets"), ("AWS_DEFAULT_REGION=eu-west-1 aws s3 ls", "ListBuckets"),
                                         ("aws s3api list-buckets --no-paginate", "ListBuckets"), ("aws s3api list-buckets --output text", "ListBuckets"), ("python3 -c 'import boto3; print(boto3.client(\"s3\").list_buckets())'", "ListBuckets"), ("aws s3control list-public-access-blocks", "ListPublicAccessBlocks"), ("aws iam get-user", "GetUser"),
                                         ("aws s3 ls --no-verify-ssl", "ListBuckets"), ("aws s3api list-buckets --debug 2>&1 | tail -1", "ListBuckets")]):
        s.bash(command, f"\nAn error occurred (ExpiredToken) when calling the {call} operation: The provided token has expired.", 0 if "tail" in command else 254, ms=900 + n * 30)
        if n == 4:
            s.stuck_here()


@healthy("principle:fruitless", "gcp-ops", "Which project still has the old service account key?", client="plain", times="at")
def keys_project_by_project(s):
    for n, project in enumerate(["alpha-web", "alpha-data", "beta-web", "beta-data", "gamma-web", "gamma-data", "infra-dns", "infra-ci", "infra-logs", "labs-ml", "labs-demo"]):
        s.bash(f"gcloud iam service-accounts keys list --project {project} --iam-account deploy@{project}.iam.gserviceaccount.com --filter='validAfterTime<2023-01-01'", "Listed 0 items." if project != "infra-logs" else "KEY_ID    CREATED_AT            EXPIRES_AT\n9f01ab    2021-05-02T08:00:00Z  9999-12-31T23:59:59Z", ms=1_700)


@stuck("principle:same_error", "gcp-ops", "Deploy the function.", client="claude", gap=15)
def api_is_not_enabled(s):
    fails = ("ERROR: (gcloud.functions.deploy) ResponseError: status=[403], code=[Ok], message=[Cloud Build API has not been used in project 48120011 before or it is disabled. Enable it by visiting "
             "https://console.developers.google.com/apis/api/cloudbuild.googleapis.com/overview?project=48120011 then retry.]")
    for n, flags in enumerate(["", "--gen2", "--no-gen2", "--region europe-west1", "--runtime nodejs20", "--runtime nodejs18", "--quiet", "--docker-registry artifact-registry", "--verbosity debug 2>&1 | tail -2", "--memory 512MB", "--source .", "--build-env-vars A=1"]):
        s.bash(f"gcloud functions deploy thumb --trigger-http {flags}".rstrip(), fails, 1 if "tail" not in flags else 0, ms=9_400 + n * 201)
        if n == 4:
            s.stuck_here()


@healthy("principle:retry", "azure-ops", "Create the container apps for the four regions.", client="codex")
def names_and_quotas_then_created(s):
    s.bash("az containerapp env create -n env-weu -g apps -l westeurope -o none", "(MaxNumberOfRegionalEnvironmentsInSubExceeded) The subscription cannot have more than 1 environments in West Europe.", 1, ms=6_000)
    s.bash("az containerapp env list -g apps --query '[].{n:name,l:location}' -o table", "N        L\n-------  -----------\nenv-old  West Europe")
    s.bash("az quota create --resource-name ManagedEnvironmentCount --scope /subscriptions/51c8/providers/Microsoft.App/locations/westeurope --limit-object value=5 -o tsv --query properties.provisioningState", "InProgress")
    s.bash("sleep 300; az quota request list --scope /subscriptions/51c8/providers/Microsoft.App/locations/westeurope --query '[0].properties.provisioningState' -o tsv", "Succeeded", ms=302_000)
    for region in ["westeurope", "northeurope", "eastus", "japaneast"]:
        s.bash(f"az containerapp env create -n env-{region} -g apps -l {region} -o none", "", ms=140_000)
        s.bash(f"az containerapp create -n api-{region} -g apps --environment env-{region} --image registry.local/api:9 -o none", "", ms=44_000)


@stuck("principle:same_error", "azure-ops", "Create the virtual machine for the runner.", client="claude")
def sku_not_available_anywhere_tried(s):
    s.bash("az vm list-sizes -l westeurope -o table | wc -l", "711")
    for n, size in enumerate(["Standard_D4s_v5", "Standard_D4s_v5 --zone 1", "Standard_D4s_v5 --zone 2", "Standard_D4s_v5 --zone 3", "Standard_D4s_v5 --priority Spot", "Standard_D4s_v5 --no-wait", "Standard_D4s_v5 --os-disk-size-gb 64", "Standard_D4s_v5 --storage-sku Premium_LRS",
                              "Standard_D4s_v5 --accelerated-networking false", "Standard_D4s_v5 --public-ip-address ''", "Standard_D4s_v5 --ephemeral-os-disk", "Standard_D4s_v5 --nsg ''"]):
        s.bash(f"az vm create -n runner -g ci --image Ubuntu2204 --size {size}", "(SkuNotAvailable) The requested VM size for resource 'Following SKUs have failed for Capacity Restrictions: Standard_D4s_v5' is currently not available in location 'westeurope'. Please try another size or deploy to a different location.\nCode: SkuNotAvailable", 1, ms=7_000 + n * 120)
        if n == 4:
            s.stuck_here()


@healthy("principle:targets", "network", "Save the running configuration of all access switches.", client="plain", codes=False)
def save_every_switch(s):
    for n in range(1, 14):
        s.bash(f"ssh admin@sw-acc-{n:02} 'copy running-config startup-config'", "Destination filename [startup-config]? \nBuilding configuration...\n[OK]", ms=3_100)


@stuck("principle:same_error", "network", "Bring up the VLAN interface on the core switch.", client="plain")
def invalid_input_at_the_marker(s):
    said = "                      ^\n% Invalid input detected at '^' marker.\n"
    for n, words in enumerate(["interface vlan 210", "int vlan210", "interface Vlan210", "interface vlan 210 ipv4", "configure terminal ; interface vlan 210", "conf t ; int vl 210", "vlan 210 ; interface vlan 210", "enable ; configure terminal ; interface vlan 210",
                               "interface vlan-210", "interface SVI 210", "do interface vlan 210", "interface vlan 0210", "interface vlan 210 up"]):
        s.bash(f"ssh admin@core-01 '{words}'", words + "\n" + said, 1, ms=1_400)
        if n == 4:
            s.stuck_here()


@healthy("principle:targets", "windows-admin", "Which of the servers still have SMBv1 on?", client="codex")
def smb_on_every_server(s):
    for n, host in enumerate(["DC01", "DC02", "FS01", "FS02", "PRN01", "SQL01", "SQL02", "WEB01", "WEB02", "APP01", "APP02"]):
        s.bash(f"pwsh -NoProfile -Command \"Invoke-Command -ComputerName {host} {{ (Get-SmbServerConfiguration).EnableSMB1Protocol }}\"", "True" if host == "PRN01" else "False", ms=2_300 + n * 70)


@stuck("principle:denied", "windows-admin", "Restart the print spooler service.", client="claude")
def spooler_cannot_be_opened(s):
    for n, (command, text) in enumerate([("Restart-Service Spooler", "Restart-Service: Service 'Print Spooler (Spooler)' cannot be stopped due to the following error: Cannot open Spooler service on computer '.'."), ("Restart-Service Spooler -Force", "Restart-Service: Service 'Print Spooler (Spooler)' cannot be stopped due to the following error: Cannot open Spooler service on computer '.'."),
                                         ("Stop-Service Spooler", "Stop-Service: Service 'Print Spooler (Spooler)' cannot be stopped due to the following error: Cannot open Spooler service on computer '.'."), ("net stop spooler", "System error 5 has occurred.\n\nAccess is denied.\n"), ("sc.exe stop spooler", "[SC] OpenService FAILED 5:\n\nAccess is denied.\n"),
                                         ("Get-Service Spooler | Stop-Service", "Stop-Service: Service 'Print Spooler (Spooler)' cannot be stopped due to the following error: Cannot open Spooler service on computer '.'."), ("taskkill /f /im spoolsv.exe", "ERROR: The process \"spoolsv.exe\" with PID 3312 could not be terminated.\nReason: Access is denied."),
                                         ("Stop-Process -Name spoolsv -Force", "Stop-Process: Cannot stop process \"spoolsv (3312)\" because of the following error: Access is denied."), ("sc.exe \\\\localhost stop spooler", "[SC] OpenService FAILED 5:\n\nAccess is denied.\n"), ("(Get-WmiObject Win32_Service -Filter \"Name='Spooler'\").StopService()", "Get-WmiObject: Access is denied."),
                                         ("net start spooler", "System error 5 has occurred.\n\nAccess is denied.\n"), ("wmic service where name='spooler' call stopservice", "ERROR:\nDescription = Access is denied."), ("Restart-Service -Name 'Print Spooler'", "Restart-Service: Service 'Print Spooler (Spooler)' cannot be stopped due to the following error: Cannot open Spooler service on computer '.'.")]):
        s.bash(f"pwsh -c \"{command}\"", text, 1, ms=800 + n * 20)
        if n == 4:
            s.stuck_here()


@healthy("principle:deadends", "game-server", "Players time out on the EU server since yesterday. Find out why.", client="plain")
def cause_of_the_timeouts_after_dead_ends(s):
    s.bash("systemctl status game-eu --no-pager | head -3", "● game-eu.service - EU shard\n     Active: active (running) since Mon 2026-11-02 04:00:11 UTC; 1 day 5h ago")
    s.bash("journalctl -u game-eu -p err --since yesterday", "-- No entries --", 1)
    s.bash("journalctl -k --since yesterday | grep -i oom", "", 1)
    s.bash("journalctl -k --since yesterday | grep -i 'link is'", "", 1)
    s.bash("ss -s | head -3", "Total: 412\nTCP:   31 (estab 18, closed 2, orphaned 0, timewait 2)")
    s.bash("dmesg | grep -i nf_conntrack", "", 1)
    s.bash("grep -c timeout /var/log/game/eu.log", "0", 1)
    s.bash("grep -rl 'client lost' /var/log/game", "", 1)
    s.bash("ethtool -S eth0 | grep -E 'drop|err' | grep -v ': 0'", "", 1)
    s.bash("netstat -su | grep -i 'receive buffer'", "    418231 receive buffer errors")
    s.bash("sysctl net.core.rmem_max", "net.core.rmem_max = 212992")
    s.bash("git -C /etc log -3 --format='%ad %s' --date=short -- sysctl.d", "2026-11-02 drop game.conf, defaults are fine")
    s.say("Yesterday's change removed our receive buffer of 8 MB; since then the kernel drops UDP packets under load.")


@stuck("principle:same_error", "game-server", "Start the EU shard.", client="plain", times="none")
def port_is_taken_all_the_time(s):
    for n, command in enumerate(["./bin/shard --config eu.toml", "systemctl restart game-eu; journalctl -u game-eu -n 1 -o cat", "./bin/shard --config eu.toml --verbose", "nohup ./bin/shard --config eu.toml & sleep 2; tail -1 nohup.out", "sleep 5; ./bin/shard --config eu.toml", "./bin/shard --config ./eu.toml --no-discovery", "RUST_LOG=debug ./bin/shard --config eu.toml",
                                 "./bin/shard -c eu.toml --threads 1", "sudo -u game ./bin/shard --config eu.toml", "./start.sh eu", "./bin/shard --config eu.toml --reset-world=false", "./bin/shard --config /srv/game/eu.toml"]):
        s.bash(command, f"2026-11-03T09:{12 + n}:4{n % 10}Z ERROR shard: cannot bind udp 0.0.0.0:27015: Address already in use (os error 98)", 0 if ("tail" in command or "journalctl" in command) else 1)
        if n == 4:
            s.stuck_here()
