"""Waiting for what others change, and waiting for what nobody but the agent would change."""
from session import healthy, stuck


@healthy("eleventh:wait", "data-stack", "Roll out the stack and tell me when it is through.", client="claude")
def a_cloudformation_stack_until_complete(s):
    s.bash("aws cloudformation deploy --stack-name data --template-file data.yaml --no-execute-changeset && aws cloudformation execute-change-set --stack-name data --change-set-name awscli-cloudformation-package-deploy-1791800000", "Waiting for changeset to be created..\nChangeset created successfully.", ms=12_000)
    for n in range(17):
        s.bash("aws cloudformation describe-stacks --stack-name data --query 'Stacks[0].StackStatus' --output text", "UPDATE_IN_PROGRESS" if n < 16 else "UPDATE_COMPLETE", ms=1100 + n * 13, gap=45)


@healthy("eleventh:wait", "scout-expo", "Build for iOS on EAS and give me the link.", client="codex")
def an_eas_build_in_the_queue(s):
    s.bash("eas build -p ios --profile preview --non-interactive --no-wait", "✔ Uploaded to EAS\nSee logs: https://expo.dev/accounts/scout/projects/app/builds/7b1e", ms=51_000)
    for n in range(15):
        status = "IN_QUEUE" if n < 6 else "IN_PROGRESS" if n < 14 else "FINISHED"
        s.bash(f"{'sleep 60; ' if n else ''}eas build:view 7b1e --json | jq -r '.status, .queuePosition'", f"{status}\n{'null' if n >= 6 else 9 - n}", ms=62_000 + n * 91)
    s.bash("eas build:view 7b1e --json | jq -r .artifacts.buildUrl", "https://expo.dev/artifacts/eas/q8ZtR.ipa")


@healthy("eleventh:wait", "wind-openfoam", "The run on node 7 was started by Jens. Tell me when it has converged; write nothing there.", client="plain")
def residuals_of_a_colleagues_run(s):
    for n in range(16):
        s.bash("ssh node7 tail -2 /scratch/jens/wing/log.simpleFoam", f"ExecutionTime = {41_200 + n * 311}.{n * 7 % 100:02} s  ClockTime = {41_460 + n * 311} s\nsmoothSolver:  Solving for Ux, Initial residual = {2.1e-4 / (n + 1):.5e}, Final residual = {1.9e-6 / (n + 1):.5e}, No Iterations 2" if n < 15 else "SIMPLE solution converged in 4120 iterations\n", ms=500, gap=300)


@healthy("eleventh:wait", "vm-azure", "Create the jump host and wait until I can log in.", client="claude", times="none")
def a_virtual_machine_until_ssh_answers(s):
    s.bash("az vm create -g ops -n jump2 --image Ubuntu2404 --no-wait", "")
    for n in range(7):
        s.bash("az vm show -g ops -n jump2 --query provisioningState -o tsv", "Creating" if n < 6 else "Succeeded")
    for n in range(6):
        s.bash("ssh -o ConnectTimeout=5 azureuser@jump2.ops.example true", "ssh: connect to host jump2.ops.example port 22: Connection refused" if n < 5 else "", 255 if n < 5 else 0)
    s.bash("ssh azureuser@jump2.ops.example cloud-init status", "status: done")


@healthy("eleventh:wait", "app-submit", "The build was uploaded. Wait for Apple to process it, then put it into the external group.", client="plain", codes=False)
def a_testflight_build_in_processing(s):
    for n in range(14):
        s.bash("asc builds list --app 6470012 --limit 1 --output json | jq -r '.data[0].attributes.processingState'", "PROCESSING" if n < 13 else "VALID", ms=1900 + n * 31, gap=60)
    s.bash("asc testflight add --build 412 --group External", "Build 412 added to group External")


@stuck("eleventh:wait", "survey-report", "Compute the weights with weights.R and tell me the three largest.", client="claude")
def a_result_of_a_script_that_was_never_started(s):
    s.write("weights.R", "d <- readRDS('survey.rds'); saveRDS(rake(d), 'weights.rds')\n")
    for n in range(25):
        if n == 7:
            s.stuck_here()
        if n % 8 == 5:
            s.look("weights.R", "d <- readRDS('survey.rds'); saveRDS(rake(d), 'weights.rds')\n")
        else:
            s.bash(["ls -l weights.rds", "sleep 30; ls -l weights.rds", "ls *.rds", "test -f weights.rds && echo done || echo not yet", "sleep 60 && ls -la weights.rds"][n % 5], ["ls: cannot access 'weights.rds': No such file or directory", "ls: cannot access 'weights.rds': No such file or directory", "survey.rds", "not yet", "ls: cannot access 'weights.rds': No such file or directory"][n % 5], [2, 2, 0, 0, 2][n % 5], ms=30 + [0, 30_000, 0, 0, 60_000][n % 5])


@stuck("eleventh:wait", "etl-compose", "Load the March dump into the warehouse with the loader container.", client="plain")
def a_container_that_exited_and_is_still_awaited(s):
    s.bash("docker compose run -d --name load loader --month 2026-03", "load")
    for n in range(24):
        if n == 8:
            s.stuck_here()
        looks = [("docker ps -a --filter name=load --format '{{.Status}}'", f"Exited (1) {n + 2} minutes ago"), ("docker logs load | tail -1", "loader: /dumps/2026-03.sql.zst: decompression failed: unknown header"), ("sleep 30; docker ps --filter name=load --format '{{.Names}}'", ""), ("docker inspect load --format '{{.State.Status}} {{.State.ExitCode}}'", "exited 1"), ("docker logs --tail 5 load", "loader: month 2026-03\nloader: /dumps/2026-03.sql.zst: decompression failed: unknown header"), ("sleep 45; psql -Atc 'select count(*) from stage_march'", "0")]
        command, answer = looks[n % 6]
        s.bash(command, answer, ms=200 + n * 11 + (30_000 if "sleep" in command else 0))
        if n in (9, 17):
            s.say("The load is still in progress; I give it some more time.")


@stuck("eleventh:wait", "thesis-stan", "Fit the model and report R-hat.", client="codex")
def the_log_of_a_sampler_that_crashed(s):
    s.bash("nohup ./model sample num_samples=4000 data file=d.json > fit.log 2>&1 &", "")
    text = "Gradient evaluation took 0.000412 seconds\nIteration:  210 / 5000 [  4%]  (Warmup)\nterminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc"
    for n in range(24):
        if n == 8:
            s.stuck_here()
        looks = [("tail -4 fit.log", text), ("sleep 60; tail -2 fit.log", "\n".join(text.splitlines()[-2:])), ("pgrep -fa 'model sample'", ""), ("ls -l output.csv", "-rw-r--r-- 1 dev dev 40122 Oct 12 10:02 output.csv"), ("sleep 120; wc -l fit.log", "41 fit.log"), ("tail -n 3 fit.log", "\n".join(text.splitlines()[-3:]))]
        command, answer = looks[n % 6]
        s.bash(command, answer, 1 if "pgrep" in command else 0, ms=40 + (60_000 if "sleep" in command else 0), gap=20)


@stuck("eleventh:wait", "api-node", "Restart the dev server and check that /me answers.", client="claude", gap=8)
def a_background_shell_that_ended_with_an_error(s):
    s.other("Bash", {"command": "npm run dev", "run_in_background": True}, "Command running in background with ID: bash_3")
    for n in range(25):
        if n == 7:
            s.stuck_here()
        kind = n % 4
        if kind == 1:
            s.bash(["curl -s localhost:3000/me", "curl -i http://localhost:3000/me", "sleep 10; curl -sS localhost:3000/me"][n // 4 % 3], "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server", 7)
        elif kind == 3 and n % 8 == 7:
            s.bash("cat .env | cut -d= -f1", "PORT\nDATABASE_URL")
        else:
            s.other("BashOutput", {"bash_id": "bash_3"}, f"<status>failed</status>\n\n<exit_code>1</exit_code>\n\n<stderr>\nError: Missing environment variable JWT_SECRET\n    at load (/home/dev/api-node/src/env.ts:12:9)\n</stderr>\n\n<timestamp>2026-10-12T10:{n + 10}:{n * 13 % 60:02}.000Z</timestamp>")


@stuck("eleventh:wait", "sprite-pack", "Have the atlas packed by tools/pack.ps1 and commit it.", client="plain", times="none")
def a_folder_counted_after_the_job_was_stopped(s):
    s.bash("$job = Start-Job { .\\tools\\pack.ps1 }; Start-Sleep 5; Stop-Job $job; Get-Job", "Id     Name            PSJobTypeName   State         HasMoreData     Location\n--     ----            -------------   -----         -----------     --------\n1      Job1            BackgroundJob   Stopped       False           localhost")
    for n in range(23):
        if n == 7:
            s.stuck_here()
        looks = [("(Get-ChildItem atlas).Count", "12"), ("Get-ChildItem atlas | Measure-Object | Select -Expand Count", "12"), ("Start-Sleep 20; (Get-ChildItem atlas).Count", "12"), ("Get-Job", "Id     Name            PSJobTypeName   State         HasMoreData     Location\n--     ----            -------------   -----         -----------     --------\n1      Job1            BackgroundJob   Stopped       False           localhost"), ("Get-ChildItem atlas\\*.png | Sort LastWriteTime | Select -Last 1 -Expand Name", "atlas_011.png")]
        command, answer = looks[(n + n // 5) % 5]
        s.bash(command, answer)
        if n in (8, 15):
            s.say("The packing should be done soon.")
