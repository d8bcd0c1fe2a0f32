"""Machines, clusters and data: Ansible, kubectl, Helm, psql, BigQuery, DuckDB, Terraform, AWS, dbt, Spark, Jupyter, logs, CI.

The two patterns of a family are twins: they look alike and only one of them leads nowhere.
"""
from session import healthy, stuck


# Ansible: many hosts, and one that lets nobody in.

@healthy("twin:ansible", "fleet", "Check each web host for pending reboots, one at a time so that I can follow.", client="claude")
def reboot_flag_on_every_host(s):
    s.look("hosts.ini", "[web]\n" + "\n".join(f"web{n:02}.int" for n in range(1, 15)))
    for n in range(1, 15):
        s.bash(f"ansible web{n:02}.int -i hosts.ini -m stat -a path=/var/run/reboot-required --one-line", f"web{n:02}.int | SUCCESS => {{\"changed\": false, \"stat\": {{\"exists\": {'true' if n == 11 else 'false'}}}}}", ms=2300)
    s.bash("ansible web11.int -i hosts.ini -b -m reboot --one-line", "web11.int | CHANGED => {\"changed\": true, \"elapsed\": 41, \"rebooted\": true}", ms=44_000)


@stuck("twin:ansible", "fleet", "Run site.yml against web07.", client="claude")
def ansible_is_let_in_by_nobody(s):
    denied = "fatal: [web07.int]: UNREACHABLE! => {\"changed\": false, \"msg\": \"Failed to connect to the host via ssh: %s@web07.int: Permission denied (publickey).\", \"unreachable\": true}\n\nPLAY RECAP *********\nweb07.int : ok=0    changed=0    unreachable=1    failed=0"
    tries = [("", "dev"), (" -u root", "root"), (" -u ubuntu", "ubuntu"), (" -u admin", "admin"), (" --private-key ~/.ssh/id_rsa", "dev"), (" --private-key ~/.ssh/id_ed25519", "dev"), (" -u deploy", "deploy"), (" -u ansible", "ansible"), (" -b", "dev"), (" -u ubuntu -b", "ubuntu"), (" -c paramiko", "dev"), (" -e ansible_ssh_common_args='-o StrictHostKeyChecking=no'", "dev"), (" -u centos", "centos"), (" -u ec2-user", "ec2-user"), (" -e ansible_port=2222", "dev"), (" -vvv 2>&1 | tail -4", "dev")]
    for n, (flag, user) in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(f"ansible-playbook -i hosts.ini site.yml -l web07.int{flag}", denied % user, 0 if "|" in flag else 4, ms=2900)


# kubectl: empty namespaces, and one pod seen in every light.

@healthy("twin:kubectl", "platform", "List what still runs in the sixteen preview namespaces.", client="codex")
def sixteen_empty_namespaces(s):
    s.bash("kubectl get ns -o name | grep preview", "\n".join(f"namespace/preview-{4100 + 13 * n}" for n in range(16)))
    for n in range(16):
        name = f"preview-{4100 + 13 * n}"
        s.bash(f"kubectl -n {name} get deploy,sts,job,pod", "NAME              READY   STATUS    RESTARTS   AGE\npod/web-7d9c-x2   1/1     Running   0          31d" if n == 9 else f"No resources found in {name} namespace.")
    s.bash("kubectl -n preview-4217 delete deploy web --dry-run=server", "deployment.apps \"web\" deleted (server dry run)")


@stuck("twin:kubectl", "platform", "ledger does not start. Repair it.", client="codex")
def one_pod_seen_in_every_light(s):
    line = "2026-06-02T08:11:40Z FATAL config: required key LEDGER_DSN missing value"
    s.bash("kubectl -n ledger get pods", "NAME                      READY   STATUS             RESTARTS      AGE\nledger-6c5f9d7b8-tq4zk    0/1     CrashLoopBackOff   41 (2m ago)   3h12m")
    tries = ["logs ledger-6c5f9d7b8-tq4zk", "logs ledger-6c5f9d7b8-tq4zk --previous", "logs deploy/ledger", "logs ledger-6c5f9d7b8-tq4zk --tail=50", "logs ledger-6c5f9d7b8-tq4zk --all-containers", "logs -l app=ledger", "logs ledger-6c5f9d7b8-tq4zk --since=1h", "logs ledger-6c5f9d7b8-tq4zk -c ledger", "logs ledger-6c5f9d7b8-tq4zk --previous --tail=200", "logs -l app=ledger --tail=100 --prefix=false", "logs deploy/ledger --previous", "logs ledger-6c5f9d7b8-tq4zk | tail -20", "logs ledger-6c5f9d7b8-tq4zk 2>&1 | grep -i fatal", "logs deploy/ledger --all-containers --tail=-1", "logs pod/ledger-6c5f9d7b8-tq4zk", "logs ledger-6c5f9d7b8-tq4zk --limit-bytes=4000"]
    for n, what in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(f"kubectl -n ledger {what}", line)


# Helm: a release after the other, and a release that is locked.

@healthy("twin:helm", "platform", "Upgrade the ten tenants to chart 3.4, one after another, and stop at the first that fails.", client="plain")
def ten_tenants_upgraded(s):
    s.bash("helm list -A -q | grep tenant", "\n".join(f"tenant-{name}" for name in "abcdefghij"))
    for name in "abcdefghij":
        s.bash(f"helm upgrade tenant-{name} charts/tenant --version 3.4 -n tenant-{name} --reuse-values --wait", f"Release \"tenant-{name}\" has been upgraded. Happy Helming!\nNAME: tenant-{name}\nNAMESPACE: tenant-{name}\nSTATUS: deployed\nREVISION: 12\nTEST SUITE: None", ms=38_000)
    s.bash("helm list -A | grep tenant | awk '{print $9}' | sort | uniq -c", "     10 tenant-3.4.0")


@stuck("twin:helm", "platform", "Upgrade tenant-k to chart 3.4.", client="plain")
def helm_upgrade_of_a_locked_release(s):
    flags = ["", " --wait", " --install", " --force", " --atomic", " --reset-values", " --timeout 10m", " --cleanup-on-fail", " --install --force", " --no-hooks", " --debug", " --reuse-values --wait", " --history-max 3", " --skip-crds", " --disable-openapi-validation"]
    for n, flag in enumerate(flags):
        if n == 5:
            s.stuck_here()
        s.bash(f"helm upgrade tenant-k charts/tenant --version 3.4 -n tenant-k{flag}", "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress", 1, ms=1800)


# psql: many empty tables, and a password that is not known.

@healthy("twin:psql", "ledger_db", "Which of the archive tables are empty and can be dropped?", client="claude", gap=3)
def counts_of_many_tables(s):
    years = range(2010, 2026)
    s.bash("psql ledger -c '\\dt archive.*'", " Schema  |      Name      | Type  | Owner\n---------+----------------+-------+-------\n" + "\n".join(f" archive | postings_{year}  | table | app" for year in years))
    for year in years:
        s.bash(f"psql ledger -Atc 'select count(*) from archive.postings_{year}'", "0" if year not in (2019, 2022) else "48102", ms=900)
    s.write("drop.sql", "\n".join(f"drop table archive.postings_{year};" for year in years if year not in (2019, 2022)) + "\n")


@stuck("twin:psql", "ledger_db", "How many postings are there in production for May?", client="claude", gap=3)
def guessed_database_passwords(s):
    guesses = ["", "PGPASSWORD=postgres ", "PGPASSWORD=password ", "PGPASSWORD=ledger ", "PGPASSWORD=admin ", "PGPASSWORD= ", "PGPASSWORD=secret ", "PGPASSWORD=changeme ", "PGPASSWORD=Ledger1 ", "PGPASSWORD=root ", "PGPASSWORD=ledger123 ", "PGPASSWORD=app ", "PGPASSWORD=pgadmin ", "PGPASSWORD=123456 "]
    for n, guess in enumerate(guesses):
        if n == 4:
            s.stuck_here()
        s.bash(f"{guess}psql -h db.prod.int -U ledger ledger -Atc \"select count(*) from postings where month = '2026-05'\"", "psql: error: connection to server at \"db.prod.int\" (10.4.0.12), port 5432 failed: " + ("FATAL:  password authentication failed for user \"ledger\"" if guess.strip("PGASWORD= ") else "fe_sendauth: no password supplied"), 2, ms=600)


# BigQuery: a dry run for each table, and a column that is in none.

@healthy("twin:bigquery", "warehouse", "What would a full scan of each events table cost?", client="codex")
def dry_run_of_each_table(s):
    tables = ["clicks", "views", "carts", "orders", "refunds", "sessions", "searches", "emails", "pushes", "logins", "errors", "exports"]
    for n, table in enumerate(tables):
        s.bash(f"bq query --use_legacy_sql=false --dry_run 'select * from shop.events_{table}'", f"Query successfully validated. Assuming the tables are not modified, running this query will process {48_211_003 * (n * 7 % 12 + 1)} bytes of data.", ms=1700)
    s.write("costs.csv", "table,bytes\n" + "\n".join(f"{table},{48_211_003 * (n * 7 % 12 + 1)}" for n, table in enumerate(tables)) + "\n")


@stuck("twin:bigquery", "warehouse", "Revenue of May by the customer's region, please.", client="codex")
def a_column_that_is_in_no_table(s):
    s.bash("bq show --schema shop.orders", "[{\"name\":\"order_id\",\"type\":\"INT64\"},{\"name\":\"customer_id\",\"type\":\"INT64\"},{\"name\":\"placed_at\",\"type\":\"TIMESTAMP\"},{\"name\":\"total\",\"type\":\"NUMERIC\"}]")
    names = ["customer_region", "region", "cust_region", "customerRegion", "region_name", "region_code", "customer_region_code", "area", "sales_region", "ship_region", "customer_area", "region_id", "customer_state", "billing_region", "geo_region", "territory"]
    for n, name in enumerate(names):
        if n == 6:
            s.stuck_here()
        s.bash(f"bq query --use_legacy_sql=false 'select {name}, sum(total) from shop.orders where date(placed_at) >= \"2026-05-01\" group by 1'", f"Error in query string: Error processing job 'acme-shop:bqjob_r{0x51a7 + 911 * n:x}': Unrecognized name: {name} at [1:8]", 1, ms=1500)


# DuckDB: many months, and a file that is not there.

@healthy("twin:duckdb", "meters", "Check every month of readings for duplicates.", client="plain", codes=False)
def duplicates_month_by_month(s):
    s.bash("ls data | head -3; ls data | wc -l", "readings-2025-01.parquet\nreadings-2025-02.parquet\nreadings-2025-03.parquet\n14")
    for n in range(14):
        month = f"{2025 + n // 12}-{n % 12 + 1:02}"
        s.bash(f"duckdb -csv -c \"select count(*) - count(distinct (meter, at)) as twice from 'data/readings-{month}.parquet'\"", "twice\n0" if n != 9 else "twice\n312", ms=700)
    s.bash("duckdb -csv -c \"select meter, count(*) n from 'data/readings-2025-10.parquet' group by meter, at having n > 1 limit 3\"", "meter,n\nM-0418,2\nM-0418,2\nM-0418,2")


@stuck("twin:duckdb", "meters", "Sum the readings of June 2026.", client="plain", codes=False)
def a_parquet_file_that_is_not_there(s):
    s.bash("ls data", "\n".join(f"readings-2025-{n:02}.parquet" for n in range(1, 13)))
    paths = ["data/readings-2026-06.parquet", "data/readings-2026-6.parquet", "./data/readings-2026-06.parquet", "data/readings_2026_06.parquet", "data/readings-202606.parquet", "data/2026-06.parquet", "data/*2026-06*", "data/readings-2026*.parquet", "data/**/readings-2026-06.parquet", "/home/dev/meters/data/readings-2026-06.parquet", "data/readings-2026-06.parquet.gz", "readings-2026-06.parquet", "../data/readings-2026-06.parquet", "data/2026/06/*.parquet", "data/2026/readings-06.parquet", "data/june*.parquet"]
    for n, path in enumerate(paths):
        if n == 7:
            s.stuck_here()
        s.bash(f"duckdb -csv -c \"select sum(kwh) from read_parquet('{path}')\"", f"IO Error: No files found that match the pattern \"{path}\"", 1, ms=300)


# Terraform: errors that change, and a lock that does not.

@healthy("twin:terraform", "infra", "Move the staging network to the new provider version and apply it.", client="claude")
def terraform_plan_mended_step_by_step(s):
    steps = [("main.tf", "Error: Unsupported argument\n\n  on main.tf line 14, in resource \"aws_eip\" \"nat\":\n  14:   vpc = true\n\nAn argument named \"vpc\" is not expected here.", "vpc = true", "domain = \"vpc\""), ("s3.tf", "Error: Unsupported block type\n\n  on s3.tf line 6, in resource \"aws_s3_bucket\" \"logs\":\n   6:   versioning {\n\nBlocks of type \"versioning\" are not expected here.", "  versioning {\n    enabled = true\n  }\n", ""), ("rds.tf", "Error: Missing required argument\n\n  on rds.tf line 2, in resource \"aws_db_instance\" \"main\":\n\nThe argument \"instance_class\" is required, but no definition was found.", "engine = \"postgres\"", "engine = \"postgres\"\n  instance_class = \"db.t4g.small\""), ("sg.tf", "Error: Cycle: aws_security_group.app, aws_security_group.db", "security_groups = [aws_security_group.app.id]", "cidr_blocks = [var.app_cidr]"), ("vars.tf", "Error: Reference to undeclared input variable\n\n  on sg.tf line 9:\n   9:   cidr_blocks = [var.app_cidr]", "# variables", "variable \"app_cidr\" {\n  default = \"10.2.0.0/16\"\n}\n# variables")]
    for file, error, old, new in steps:
        s.bash("terraform plan -out plan.bin", error, 1, ms=7200)
        s.edit(file, old, new)
    s.bash("terraform plan -out plan.bin", "Plan: 3 to add, 2 to change, 0 to destroy.\n\nSaved the plan to: plan.bin", ms=12_000)
    s.bash("terraform apply plan.bin", "Apply complete! Resources: 3 added, 2 changed, 0 destroyed.", ms=94_000)


@stuck("twin:terraform", "infra", "Apply the change of the staging network.", client="claude")
def terraform_and_an_old_lock(s):
    lock = "Error: Error acquiring the state lock\n\nError message: ConditionalCheckFailedException: The conditional request failed\nLock Info:\n  ID:        6b1d8c2e-0b7a-4f52-9a63-2a1f0e0c77d4\n  Path:      acme-tf/staging/network.tfstate\n  Operation: OperationTypeApply\n  Who:       runner@ci-41\n  Created:   2026-05-28 17:02:11.52 +0000 UTC"
    commands = ["terraform apply", "terraform apply -auto-approve", "terraform plan", "terraform plan -out plan.bin", "terraform apply -refresh=false", "terraform refresh", "terraform apply -target=aws_subnet.app", "terraform plan -lock-timeout=5s", "terraform apply -auto-approve -parallelism=1", "terraform init -upgrade && terraform plan", "TF_LOG=WARN terraform apply", "terraform apply -var-file=staging.tfvars", "terraform plan -refresh-only", "terraform apply -input=false"]
    for n, command in enumerate(commands):
        if n == 5:
            s.stuck_here()
        s.bash(command, lock, 1, ms=4100 + 60 * n)


# AWS: regions without anything, and a role without the right.

@healthy("twin:aws", "audit", "Is anything left in the regions that we do not use?", client="plain", times="at")
def empty_regions_one_by_one(s):
    regions = ["ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-south-1", "ap-southeast-1", "ap-southeast-2", "ca-central-1", "eu-north-1", "eu-south-1", "eu-west-2", "eu-west-3", "sa-east-1", "us-west-1"]
    for region in regions:
        s.bash(f"aws ec2 describe-instances --region {region} --query 'Reservations[].Instances[].InstanceId' --output json", "[]" if region != "ap-east-1" else "An error occurred (AuthFailure) when calling the DescribeInstances operation: AWS was not able to validate the provided access credentials", 0 if region != "ap-east-1" else 254)
    s.write("regions.md", "Nothing runs in the unused regions; ap-east-1 is not enabled for the account.\n")


@stuck("twin:aws", "audit", "Get the invoice export of May from the finance bucket.", client="plain", times="at")
def a_bucket_that_is_denied(s):
    arn = "arn:aws:sts::104455667788:assumed-role/agent/dev"
    tries = [("aws s3 cp s3://acme-finance/2026/05/invoices.csv .", "fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden"), ("aws s3 ls s3://acme-finance/2026/05/", "ListObjectsV2"), ("aws s3api get-object --bucket acme-finance --key 2026/05/invoices.csv out.csv", "GetObject"), ("aws s3 ls s3://acme-finance", "ListObjectsV2"), ("aws s3 sync s3://acme-finance/2026/05 may", "ListObjectsV2"), ("aws s3api list-objects-v2 --bucket acme-finance", "ListObjectsV2"), ("aws s3 cp --recursive s3://acme-finance/2026/05 may", "ListObjectsV2"), ("aws s3api list-objects --bucket acme-finance", "ListObjects"), ("aws s3api get-bucket-acl --bucket acme-finance", "GetBucketAcl"), ("aws s3 cp s3://acme-finance/2026/05/invoices.csv - --region eu-central-1", "fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden"), ("aws s3api get-bucket-policy --bucket acme-finance", "GetBucketPolicy"), ("aws s3api get-object --bucket acme-finance --key 2026/05/invoices.csv.gz out.gz", "GetObject"), ("aws s3 presign s3://acme-finance/2026/05/invoices.csv | xargs curl -fsS -o out.csv", "curl: (22) The requested URL returned error: 403"), ("aws s3api head-object --bucket acme-finance --key 2026/05/invoices.csv", "fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden"), ("aws s3 mv s3://acme-finance/2026/05/invoices.csv .", "fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden")]
    for n, (command, error) in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, error if " " in error else f"An error occurred (AccessDenied) when calling the {error} operation: User: {arn} is not authorized to perform: s3:{error} because no identity-based policy allows it", 1)


# dbt: a run for each model, and a test with thirteen theories.

@healthy("twin:dbt", "metrics", "Rebuild the staging models one at a time, the warehouse is small.", client="claude")
def staging_models_one_at_a_time(s):
    models = ["stg_accounts", "stg_addresses", "stg_carts", "stg_coupons", "stg_customers", "stg_invoices", "stg_items", "stg_orders", "stg_payments", "stg_products", "stg_refunds", "stg_visits"]
    for n, model in enumerate(models):
        s.bash(f"dbt run --select {model} --full-refresh", f"10:{12 + n}:04  Running with dbt=1.8.3\n10:{12 + n}:06  1 of 1 START sql table model staging.{model} ......... [RUN]\n10:{12 + n}:31  1 of 1 OK created sql table model staging.{model} .... [SUCCESS in 24.{n % 10}1s]\n10:{12 + n}:31  Done. PASS=1 WARN=0 ERROR=0 SKIP=0 TOTAL=1", ms=29_000)
    s.bash("dbt test --select staging", "10:31:12  Done. PASS=48 WARN=0 ERROR=0 SKIP=0 TOTAL=48", ms=61_000)


@stuck("twin:dbt", "metrics", "unique_fct_orders_order_id fails. Make it pass.", client="claude")
def a_unique_test_with_thirteen_theories(s):
    s.bash("dbt test --select fct_orders", "10:12:31  1 of 1 FAIL 214 unique_fct_orders_order_id ........ [FAIL 214 in 1.21s]\n10:12:31  Done. PASS=0 WARN=0 ERROR=1 SKIP=0 TOTAL=1", 1, ms=8800)
    theories = ["left join payments using (order_id)", "inner join payments using (order_id)", "left join payments on payments.order_id = orders.order_id", "left join payments p on p.order_id = orders.order_id and p.is_paid", "left join {{ ref('stg_payments') }} p using (order_id)", "left join payments p on p.order_id = orders.order_id and p.amount > 0", "full join payments using (order_id)", "left join payments p on p.order_id = orders.order_id where orders.order_id is not null", "left join payments p on trim(p.order_id) = trim(orders.order_id)", "left join payments p on lower(p.order_id) = lower(orders.order_id)", "left join payments p on p.order_id = orders.order_id and not p.deleted", "left join payments p on p.order_id = orders.order_id and p.kind <> 'test'", "left join payments p on p.order_id = orders.order_id and p.currency = orders.currency", "left join payments p on p.order_id = orders.order_id order by orders.order_id"]
    for n, (old, new) in enumerate(zip(theories, theories[1:])):
        if n == 5:
            s.stuck_here()
        s.say(["Now I see the real cause: the join.", "The duplicates must come from another condition.", "This time the join is right."][n % 3])
        s.edit("models/marts/fct_orders.sql", old, new)
        s.bash("dbt build --select fct_orders", f"10:{14 + n}:31  1 of 2 OK created sql table model marts.fct_orders ....... [SUCCESS in 2.{n % 10}4s]\n10:{14 + n}:33  2 of 2 FAIL 214 unique_fct_orders_order_id ........ [FAIL 214 in 1.{n % 10}1s]\n10:{14 + n}:33  Done. PASS=1 WARN=0 ERROR=1 SKIP=0 TOTAL=2", 1, ms=12_000)


# Spark: an application that runs, and one that has ended.

@healthy("twin:spark", "clicks", "Submit the sessionize job and tell me when it is done.", client="plain", gap=45)
def a_spark_job_that_runs_long(s):
    s.bash("spark-submit --master yarn --deploy-mode cluster --conf spark.yarn.submit.waitAppCompletion=false sessionize.py", "26/06/02 09:01:11 INFO Client: Submitted application application_1716900000000_0412", ms=14_000)
    for n in range(14):
        state = "ACCEPTED" if n < 3 else "RUNNING"
        s.bash("yarn application -status application_1716900000000_0412 | grep -E ' State|Progress|Final'", f"\tProgress : {0 if n < 3 else min(10 * (n - 2), 100)}%\n\tState : {state}\n\tFinal-State : UNDEFINED", ms=2100)
    s.bash("yarn application -status application_1716900000000_0412 | grep -E ' State|Progress|Final'", "\tProgress : 100%\n\tState : FINISHED\n\tFinal-State : SUCCEEDED", ms=2100)
    s.bash("hdfs dfs -ls /out/sessions | tail -1", "-rw-r--r--   3 dev dev  402118 2026-06-02 09:14 /out/sessions/part-00199.parquet")


@stuck("twin:spark", "clicks", "Submit the sessionize job and tell me when it is done.", client="plain", gap=45)
def a_spark_job_that_was_killed(s):
    s.bash("spark-submit --master yarn --deploy-mode cluster --conf spark.yarn.submit.waitAppCompletion=false sessionize.py", "26/06/02 09:01:11 INFO Client: Submitted application application_1716900000000_0413", ms=14_000)
    s.bash("yarn application -status application_1716900000000_0413 | grep -E ' State|Progress|Final'", "\tProgress : 10%\n\tState : RUNNING\n\tFinal-State : UNDEFINED", ms=2100)
    for n in range(20):
        if n == 3:
            s.stuck_here()
        s.bash("yarn application -status application_1716900000000_0413 | grep -E ' State|Progress|Final'", "\tProgress : 100%\n\tState : KILLED\n\tFinal-State : KILLED", ms=2100)


# Jupyter: a notebook mended cell by cell, and a cell that the tool does not know.

@healthy("twin:notebook", "forecast", "Run the notebook from the top and repair what fails.", client="claude")
def a_notebook_mended_cell_by_cell(s):
    errors = [("a3f1", "AttributeError: 'DataFrame' object has no attribute 'append'", "df = pd.concat([df, extra])"), ("b07c", "KeyError: 'load_mw'", "y = df['load']"), ("c9d2", "ValueError: Input X contains NaN.", "X = X.fillna(0)"), ("d410", "TypeError: OneHotEncoder.__init__() got an unexpected keyword argument 'sparse'", "enc = OneHotEncoder(sparse_output=False)"), ("e55e", "ValueError: x and y must have same first dimension, but have shapes (168,) and (167,)", "plt.plot(t[1:], pred)")]
    for cell, error, source in errors:
        s.bash("jupyter nbconvert --to notebook --execute --inplace forecast.ipynb 2>&1 | tail -3", f"------------------\n{error}\n", 0, ms=16_000)
        s.other("NotebookEdit", {"notebook_path": "/home/dev/forecast/forecast.ipynb", "cell_id": cell, "new_source": source}, f"Updated cell {cell} with {source}")
    s.bash("jupyter nbconvert --to notebook --execute --inplace forecast.ipynb 2>&1 | tail -1", "[NbConvertApp] Writing 418220 bytes to forecast.ipynb", ms=39_000)


@stuck("twin:notebook", "forecast", "Change the horizon in the notebook to 48 hours.", client="claude")
def a_cell_that_the_tool_does_not_know(s):
    cells = ["3", "4", "cell-3", "cell-4", "cell_4", "In[4]", "horizon", "#4", "5", "cell-5", "c4", "HORIZON", "code-4", "0004"]
    for n, cell in enumerate(cells):
        if n == 5:
            s.stuck_here()
        s.other("NotebookEdit", {"notebook_path": "/home/dev/forecast/forecast.ipynb", "cell_id": cell, "new_source": "HORIZON = 48"}, f"<tool_use_error>Cell with ID \"{cell}\" not found in notebook.</tool_use_error>", ok=False)


# Logs: a long hunt that narrows down, and a word that nobody wrote.

@healthy("twin:log_hunt", "orders", "Order 77120 was charged twice last night. Find out why from the logs.", client="codex")
def a_hunt_through_many_logs(s):
    s.bash("ls -sh logs", "212M api.log\n 88M billing.log\n 41M jobs.log\n 19M mailer.log\n  6M nginx.log")
    hunts = [("77120", "logs/api.log", "88213: 02:11:04 POST /orders/77120/pay 202 req=5c1e"), ("5c1e", "logs/billing.log", "40112: 02:11:04 req=5c1e charge queued job=b81"), ("77120", "logs/mailer.log", ""), ("b81", "logs/jobs.log", "9120: 02:11:05 job=b81 start worker=3\n9188: 02:11:35 job=b81 start worker=7"), ("b81.*(end|done)", "logs/jobs.log", ""), ("worker=3.*02:11", "logs/jobs.log", ""), ("02:11:[0-3].*worker=3", "logs/jobs.log", "9121: 02:11:05 worker=3 lock b81 ttl=30"), ("timeout", "logs/jobs.log", ""), ("lost lock", "logs/jobs.log", ""), ("lock.*expired", "logs/jobs.log", ""), ("ttl", "logs/jobs.log", "9121: 02:11:05 worker=3 lock b81 ttl=30\n9189: 02:11:35 worker=7 lock b81 ttl=30"), ("charge.*b81", "logs/billing.log", "40140: 02:11:36 charge b81 ok gw=38s\n40141: 02:11:41 charge b81 ok gw=6s"), ("gw=[3-9][0-9]s", "logs/billing.log", "40140: 02:11:36 charge b81 ok gw=38s"), ("idempotency", "logs/billing.log", ""), ("Idempotency-Key", "src", ""), ("LOCK_TTL", "src", "src/jobs/lock.py:8:LOCK_TTL = 30"), ("gateway.charge", "src", "src/billing/charge.py:31:    gateway.charge(order.total, timeout=60)")]
    for pattern, path, hits in hunts:
        s.grep(pattern, path, hits)
    s.edit("src/jobs/lock.py", "LOCK_TTL = 30", "LOCK_TTL = 120")


@stuck("twin:log_hunt", "orders", "Find where the setting `double_charge_guard` is read and turn it on.", client="codex")
def a_setting_that_nobody_reads(s):
    s.bash("git ls-files", "README.md\nsrc/app.py\nsrc/billing/charge.py\nsrc/jobs/lock.py")
    words = ["double_charge_guard", "doubleChargeGuard", "double-charge-guard", "DOUBLE_CHARGE_GUARD", "charge_guard", "double_charge", "chargeGuard", "doublecharge", "[Dd]ouble.?[Cc]harge", "guard", "Guard", "GUARD", "charge.*guard", "guard.*charge", "no_double", "prevent_double", "dup_charge", "duplicate_charge", "duplicateCharge", "twice", "charge_twice", "once_only", "dedupe_charge", "double.*guard"]
    for n, word in enumerate(words):
        if n == 12:
            s.stuck_here()
        s.grep(word, ["src", "."][n % 2])


# CI: a run that takes long, and a workflow that does not exist.

@healthy("twin:ci_wait", "webshop", "Push it and tell me when CI is through.", client="claude", gap=60)
def ci_takes_its_time(s):
    s.bash("git push origin fix-cart", "To github.com:acme/webshop.git\n   51cd2aa..9e01b77  fix-cart -> fix-cart", ms=2300, gap=3)
    for n in range(13):
        s.bash("gh pr checks 418", "build\tpass\t3m2s\thttps://github.com/acme/webshop/actions/runs/91\ne2e\tpending\t0\thttps://github.com/acme/webshop/actions/runs/91" if n > 3 else "build\tpending\t0\thttps://github.com/acme/webshop/actions/runs/91\ne2e\tpending\t0\thttps://github.com/acme/webshop/actions/runs/91", 8, ms=1100)
    s.bash("gh pr checks 418", "build\tpass\t3m2s\thttps://github.com/acme/webshop/actions/runs/91\ne2e\tpass\t12m40s\thttps://github.com/acme/webshop/actions/runs/91", ms=1100)


@stuck("twin:ci_wait", "webshop", "Push it and tell me when it is deployed.", client="claude", gap=60)
def a_workflow_that_does_not_exist(s):
    s.bash("git push origin fix-cart", "To github.com:acme/webshop.git\n   51cd2aa..9e01b77  fix-cart -> fix-cart", ms=2300, gap=3)
    for n in range(18):
        if n == 4:
            s.stuck_here()
        s.bash("gh run list --workflow deploy.yml --branch fix-cart --limit 1", "could not find any workflows named deploy.yml", 1, ms=1100)


# A port that opens late, and one that never opens because the server has ended.

@healthy("twin:port", "catalog", "Start the search server and load the catalogue.", client="codex", gap=5)
def a_port_that_opens_late(s):
    s.bash("docker run -d --name os -p 9200:9200 opensearchproject/opensearch:2", "f1d0b9a47e2c", ms=2000)
    for n in range(11):
        s.bash("curl -s localhost:9200/_cluster/health", "", 7 if n < 5 else 56, ms=60)
    s.bash("docker ps --filter name=os --format '{{.Status}}'", "Up About a minute")
    s.bash("curl -s localhost:9200/_cluster/health", "{\"cluster_name\":\"docker-cluster\",\"status\":\"green\",\"number_of_nodes\":1}", ms=90)
    s.bash("curl -s -H 'content-type: application/x-ndjson' localhost:9200/_bulk --data-binary @catalog.ndjson | jq .errors", "false", ms=3100)


@stuck("twin:port", "catalog", "Start the search server and load the catalogue.", client="codex", gap=20)
def a_port_of_a_server_that_has_ended(s):
    s.bash("docker run -d --name os -p 9200:9200 opensearchproject/opensearch:2", "f1d0b9a47e2c", ms=2000)
    s.bash("curl -s localhost:9200/_cluster/health", "", 7, ms=60)
    s.bash("docker ps -a --filter name=os --format '{{.Status}}'", "Exited (137) 9 seconds ago")
    for n in range(26):
        if n == 3:
            s.stuck_here()
        s.bash("sleep 2; curl -s localhost:9200/_cluster/health" if n % 2 else "curl -s localhost:9200/_cluster/health", "", 7, ms=60)


# npm: a network that comes back, and a sandbox without one.

@healthy("twin:npm_network", "dashboard", "Update the chart library and run the tests.", client="plain")
def npm_after_two_resets(s):
    reset = "npm error code ECONNRESET\nnpm error network aborted\nnpm error network This is a problem related to network connectivity."
    s.bash("npm install chart.js@4", reset, 1, ms=31_000)
    s.bash("npm install chart.js@4", reset, 1, ms=29_000, gap=30)
    s.bash("npm install chart.js@4", "added 2 packages, and audited 611 packages in 9s", ms=9000, gap=30)
    for n, (file, old, new) in enumerate([("line.ts", "xAxes: [{", "x: {"), ("bar.ts", "yAxes: [{", "y: {"), ("pie.ts", "tooltips:", "tooltip:")]):
        s.bash("npm test 2>&1 | tail -4", f" FAIL  src/charts/{file}.test.ts\n   TypeError: Cannot read properties of undefined (reading 'ticks')\nTests:       {3 - n} failed, {40 + n} passed, 43 total", ms=9000)
        s.edit(f"src/charts/{file}", old, new)
    s.bash("npm test 2>&1 | tail -1", "Tests:       43 passed, 43 total", ms=9000)


@stuck("twin:npm_network", "dashboard", "Update the chart library and run the tests.", client="plain")
def npm_without_any_network(s):
    commands = ["npm install chart.js@4", "npm i chart.js@latest", "npm install chart.js@4 --legacy-peer-deps", "npm install chart.js@4 --force", "npm cache clean --force && npm install chart.js@4", "npm install chart.js@4 --registry https://registry.npmjs.org", "npm install chart.js@4 --registry http://registry.npmjs.org", "npm install chart.js@4 --no-audit", "npm install chart.js@4 --fetch-retries 5", "npm install chart.js@4.4.3", "npm install --save chart.js@4", "npm update chart.js", "npm install chart.js@4 --verbose 2>&1 | tail -5", "npm add chart.js@4", "npm install chart.js@4 --prefer-online"]
    for n, command in enumerate(commands):
        if n == 6:
            s.stuck_here()
        s.bash(command, "npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\nnpm error network request to https://registry.npmjs.org/chart.js failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org", 0 if "|" in command else 1, ms=4000 + 100 * n)
