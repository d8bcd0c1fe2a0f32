"""Clusters and cloud command lines: kubectl, helm, nomad, aws, az, gcloud, terraform, ansible, ssh."""
from session import healthy, stuck


@healthy("principle:targets", "platform", "Which namespaces still have pods that failed? The on-call page lists them by hand.", client="claude")
def no_failed_pods_in_each_namespace(s):
    names = ["billing", "catalog", "checkout", "edge", "fraud", "identity", "ledger", "media", "orders", "search", "shipping", "tax"]
    s.bash("kubectl get ns -o name", "\n".join(f"namespace/{name}" for name in names))
    for name in names:
        s.bash(f"kubectl get pods -n {name} --field-selector=status.phase=Failed", f"No resources found in {name} namespace.")
    s.look("runbooks/failed-pods.md", "# Failed pods\n\n| namespace | owner |\n|---|---|")
    s.edit("runbooks/failed-pods.md", "| namespace | owner |\n|---|---|", "None on 2026-11-20, checked in 12 namespaces.\n\n| namespace | owner |\n|---|---|")


@healthy("principle:targets", "cloud", "Check that every bucket is encrypted with the default key.", client="codex")
def same_encryption_of_every_bucket(s):
    answer = '{\n    "ServerSideEncryptionConfiguration": {\n        "Rules": [\n            {\n                "ApplyServerSideEncryptionByDefault": {\n                    "SSEAlgorithm": "AES256"\n                },\n                "BucketKeyEnabled": false\n            }\n        ]\n    }\n}'
    buckets = ["audit", "backups", "cdn", "datalake", "exports", "firmware", "logs-eu", "logs-us", "media", "reports", "static", "tfstate", "uploads"]
    s.bash("aws s3api list-buckets --query 'Buckets[].Name' --output text", "\t".join("nordlys-" + name for name in buckets))
    for name in buckets:
        s.bash(f"aws s3api get-bucket-encryption --bucket nordlys-{name}", answer)


@healthy("principle:waiting", "cloud", "Deploy the template to the test group and tell me when it is through.", client="claude")
def deployment_asked_once_a_minute(s):
    s.look("infra/main.bicep", "param location string = resourceGroup().location\nresource plan 'Microsoft.Web/serverfarms@2022-09-01' = {\n  name: 'plan-test'\n  location: location\n}")
    s.bash("az deployment group validate -g rg-test -f infra/main.bicep --query properties.provisioningState -o tsv", "Succeeded", ms=8200)
    s.bash("az deployment group create -g rg-test -n web-14 -f infra/main.bicep --no-wait", "")
    for _ in range(14):
        s.bash("az deployment group show -g rg-test -n web-14 --query properties.provisioningState -o tsv", "Running", ms=1400, gap=60)
    s.bash("az deployment group show -g rg-test -n web-14 --query properties.provisioningState -o tsv", "Succeeded", ms=1400, gap=60)
    s.bash("curl -sS -o /dev/null -w '%{http_code}\\n' https://web-test.example.net/healthz", "200")


@healthy("principle:waiting", "cloud", "Build the image in Cloud Build and roll it out to the staging service.")
def build_asked_until_done(s):
    s.bash("gcloud builds submit --async --tag europe-docker.pkg.dev/nordlys/app/web:1.8.2 --format='value(id)'", "5b1f0e1c-7a0e-4e0f-9a5b-5c9be3b1f2aa", ms=9100)
    for _ in range(9):
        s.bash("gcloud builds describe 5b1f0e1c-7a0e-4e0f-9a5b-5c9be3b1f2aa --format='value(status)'", "WORKING", ms=1100, gap=20)
    s.bash("gcloud builds describe 5b1f0e1c-7a0e-4e0f-9a5b-5c9be3b1f2aa --format='value(status)'", "SUCCESS", ms=1100, gap=20)
    s.bash("gcloud run deploy web-staging --image europe-docker.pkg.dev/nordlys/app/web:1.8.2 --region europe-north1 --quiet",
           "Deploying container to Cloud Run service [web-staging] in project [nordlys] region [europe-north1]\n✓ Deploying... Done.\n  ✓ Creating Revision...\n  ✓ Routing traffic...\nDone.", ms=31_000)


@healthy("rule:R20", "fleet", "The collector was reconfigured; restart it on every edge machine, one after the other.", client="codex", times="none")
def restart_a_fleet_in_silence(s):
    hosts = [f"edge-{city}" for city in ["ams", "arn", "bru", "cdg", "cph", "dub", "fra", "hel", "lhr", "mad", "muc", "osl"]]
    s.bash("sed -n '/^\\[edge\\]/,/^$/p' inventory.ini", "[edge]\n" + "\n".join(hosts))
    for host in hosts:
        s.bash(f"ssh {host} sudo systemctl restart collector", "")
    s.bash("ansible edge -i inventory.ini -m command -a 'systemctl is-active collector' -o", "\n".join(f"{host} | CHANGED | rc=0 | (stdout) active" for host in hosts))


@healthy("principle:checks", "platform", "Run helm lint over all charts before the release.", client="claude", times="at")
def lint_every_chart(s):
    charts = ["api-gateway", "billing", "catalog", "cron", "identity", "mailer", "orders", "search", "shipping", "web"]
    s.bash("ls charts", "\n".join(charts))
    for chart in charts:
        s.bash(f"helm lint charts/{chart}", f"==> Linting charts/{chart}\n[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed")
    s.bash("git tag charts-2026.11 && git push -q origin charts-2026.11", "")


@healthy("principle:same_error", "platform", "Get `terraform plan` of the network folder to work again after the provider update.")
def each_plan_fails_with_the_next_error(s):
    s.bash("cd network && terraform init -upgrade -input=false | tail -2", "Terraform has been successfully initialized!", ms=6000)
    plan = "cd network && terraform plan -input=false -no-color"
    for line, old, new, message in [
        (14, "acl = \"private\"", "", 'Unsupported argument\n\n  on main.tf line 14, in resource "aws_s3_bucket" "logs":\n  14:   acl = "private"\n\nAn argument named "acl" is not expected here.'),
        (31, "vpc = true", "domain = \"vpc\"", 'Unsupported argument\n\n  on main.tf line 31, in resource "aws_eip" "nat":\n  31:   vpc = true\n\nAn argument named "vpc" is not expected here.'),
        (52, "data.aws_subnet_ids.all.ids", "data.aws_subnets.all.ids", 'Invalid data source\n\n  on main.tf line 52, in data "aws_subnet_ids" "all":\n  52: data "aws_subnet_ids" "all" {\n\nThe provider hashicorp/aws does not support data source "aws_subnet_ids".'),
        (77, "enable_classiclink = false", "", 'Unsupported argument\n\n  on main.tf line 77, in resource "aws_vpc" "main":\n  77:   enable_classiclink = false\n\nAn argument named "enable_classiclink" is not expected here.'),
    ]:
        s.bash(plan, f"Error: {message}", 1, ms=3800)
        s.look("network/main.tf", old, line, 1)
        s.edit("network/main.tf", f"  {old}\n", f"  {new}\n" if new else "")
    s.bash(plan, "Plan: 0 to add, 1 to change, 0 to destroy.", ms=7100)


@stuck("principle:same_error", "cloud", "List the virtual machines of the test subscription that nobody tagged.", codes=False)
def not_logged_in_whatever_is_asked(s):
    refusal = "ERROR: Please run 'az login' to setup account."
    s.stuck_here()
    for command in ["az vm list -o table", "az account show", "az account list --refresh", "az group list -o table", "az vm list --subscription test -o json",
                    "az resource list --resource-type Microsoft.Compute/virtualMachines", "az account set --subscription test", "az vm list -d --query '[].name'",
                    "az graph query -q 'Resources | where type =~ \"microsoft.compute/virtualmachines\"'", "az tag list", "az vm list --only-show-errors -o tsv",
                    "AZURE_CORE_OUTPUT=json az vm list", "az rest --method get --url https://management.azure.com/subscriptions?api-version=2020-01-01"]:
        s.bash(command, refusal)


@stuck("principle:same_error", "infra", "Apply the DNS change.", client="codex")
def state_lock_nobody_releases(s):
    lock = ("Error: Error acquiring the state lock\n\nError message: operation error DynamoDB: PutItem, ConditionalCheckFailedException: The conditional request failed\n"
            "Lock Info:\n  ID:        7d1c9a42-0b8e-3c1f-5b1e-2f6f1a90cc01\n  Path:      nordlys-tfstate/dns.tfstate\n  Operation: OperationTypeApply\n  Who:       maja@build-3\n  Created:   2026-11-19 16:02:11.402118 +0000 UTC")
    s.bash("git diff --stat HEAD~1 -- dns", " dns/records.tf | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)")
    s.stuck_here()
    for command in ["terraform -chdir=dns apply -auto-approve", "terraform -chdir=dns plan", "terraform -chdir=dns apply -auto-approve -lock-timeout=5s", "terraform -chdir=dns refresh",
                    "terraform -chdir=dns apply -auto-approve -target=aws_route53_record.www", "terraform -chdir=dns plan -refresh=false", "terraform -chdir=dns apply -input=false -auto-approve",
                    "terraform -chdir=dns apply -auto-approve -parallelism=1", "terraform -chdir=dns plan -out=dns.plan", "cd dns && terraform apply -auto-approve -lock-timeout=10s",
                    "cd dns && terraform plan -detailed-exitcode", "cd dns && terraform apply -auto-approve -compact-warnings"]:
        s.bash(command, lock, 1, ms=5600)


@stuck("rule:nudge_first", "platform", "Build the worker image.", client="claude")
def an_image_that_takes_half_a_minute_to_fail(s):
    s.look("worker/Dockerfile", "FROM debian:12-slim\nRUN apt-get update && apt-get install -y libvips\nCOPY . /src\nRUN make -C /src worker", 1)
    s.stuck_here()
    for n in range(12):
        s.bash("docker build -q -t worker worker", "worker/Dockerfile:4\n--------------------\n   3 |     COPY . /src\n   4 | >>> RUN make -C /src worker\n--------------------\nERROR: failed to solve: process \"/bin/sh -c make -C /src worker\" did not complete successfully: exit code: 2",
               1, ms=25_400 + 190 * (n % 4))


@stuck("rule:R5", "fleet", "Install the exporter on this build machine.")
def no_right_to_become_root(s):
    no = "sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required"
    s.look("docs/exporter.md", "Install `prometheus-node-exporter` with apt, then enable its unit.")
    s.stuck_here()
    s.bash("apt-get install -y prometheus-node-exporter", "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?", 100)
    for command in ["sudo apt-get install -y prometheus-node-exporter", "sudo -E apt-get install -y prometheus-node-exporter", "sudo -n apt-get install -y prometheus-node-exporter", "sudo apt install -y prometheus-node-exporter",
                    "sudo -i apt-get install -y prometheus-node-exporter", "DEBIAN_FRONTEND=noninteractive sudo apt-get -yq install prometheus-node-exporter", "sudo bash -c 'apt-get install -y prometheus-node-exporter'",
                    "sudo -u root apt-get install -y prometheus-node-exporter", "sudo dpkg -i /tmp/prometheus-node-exporter.deb", "sudo -H apt-get install prometheus-node-exporter -y", "sudo true"]:
        s.bash(command, no, 1)


@stuck("rule:R3", "platform", "Make the rollout of `ledger` finish.", client="claude")
def applies_and_rolls_back(s):
    s.look("k8s/ledger.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ledger\nspec:\n  progressDeadlineSeconds: 20")
    s.stuck_here()
    for _ in range(7):
        s.bash("kubectl apply -f k8s/ledger.yaml", "deployment.apps/ledger configured")
        s.bash("kubectl rollout status deploy/ledger --timeout=20s", 'error: deployment "ledger" exceeded its progress deadline', 1, ms=20_300)
        s.bash("kubectl rollout undo deploy/ledger", "deployment.apps/ledger rolled back")
