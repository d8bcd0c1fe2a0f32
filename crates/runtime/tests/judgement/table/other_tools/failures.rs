//! Failures with one error whatever is asked, and answers that only look like failures.

use serde_json::json;

use super::super::call::{Call, edit, look, mcp, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each};

fn fails(commands: &[&str], output: &str) -> Vec<Call> {
    commands.iter().map(|c| shell(*c, output, 1)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let full = "No space left on device";
    let hosts: Vec<_> = NAMES.iter().map(|name| format!("{name}.shop.example")).collect();
    vec![
        stuck("no daemon of Docker", fails(&["docker images", "docker build -t web .", "docker compose up -d", "docker run --rm alpine true", "sudo docker images", "docker volume ls", "docker info", "docker buildx ls", "docker pull alpine"], "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?")).at(4, 7),
        stuck("a wrong password of Snowflake", fails(&["snowsql -c dev", "snowsql -c dev -q 'select 1'", "snowsql -a acme -u bot -q 'select 1'", "snowsql -a acme.eu-west-1 -u bot", "snowsql -c prod -q 'select 1'", "snowsql -u bot -d lake", "snowsql --config ~/.snowsql/config", "snowsql -c dev -o quiet=true", "snowsql -c dev --authenticator snowflake"], "250001 (08001): Failed to connect to DB: acme.snowflakecomputing.com:443. Incorrect username or password was specified.")),
        stuck("a feature of Nix that is off", fails(&["nix build .#web", "nix develop", "nix flake show", "nix run .#web", "nix flake check", "nix build .#web --impure", "nix flake update", "nix shell nixpkgs#jq", "nix eval .#web"], "error: experimental Nix feature 'nix-command' is disabled; add '--extra-experimental-features nix-command' to enable it")).at(4, 7),
        stuck("no kernel for this card", fails(&["python train.py", "python train.py --amp", "CUDA_VISIBLE_DEVICES=0 python train.py", "python train.py --bs 4", "torchrun train.py", "python eval.py", "CUDA_LAUNCH_BLOCKING=1 python train.py", "python -c 'import torch; torch.ones(1).cuda()+1'", "python train.py --fp32"], "RuntimeError: CUDA error: no kernel image is available for execution on the device")).at(4, 7),
        stuck("no SDK of Android", fails(&["./gradlew assembleDebug", "./gradlew :app:assembleDebug", "./gradlew assembleRelease", "./gradlew clean assembleDebug", "./gradlew bundleDebug", "./gradlew assembleDebug --stacktrace", "./gradlew assembleDebug --no-daemon", "./gradlew :app:lintDebug", "./gradlew installDebug"], "* What went wrong:\nSDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable or by setting the sdk.dir path in your project's local properties file.")).at(4, 7),
        stuck("no workspace of Bazel", ["build //...", "query //...", "test //...", "info", "run //:web", "build //svc:api", "cquery //...", "clean", "fetch //..."].map(|c| shell(format!("bazel {c}"), format!("ERROR: The '{}' command is only supported from within a workspace (below a directory having a MODULE.bazel file).", c.split(' ').next().unwrap_or_default()), 2)).into()),
        stuck("no switch of OPAM", each(|name| shell(format!("opam install {name}"), "[ERROR] No switch is currently set. Please use 'opam switch' to set or install a switch", 1))),
        stuck("no space, whoever writes", [("cp build.tar /data/", "cp: error writing '/data/build.tar': "), ("tar xf build.tar -C /data", "tar: bin/app: Cannot write: "), ("dd if=/dev/zero of=/data/x bs=1M count=1", "dd: error writing '/data/x': "), ("git -C /data/repo fetch", "fatal: write error: "), ("touch /data/y", "touch: cannot touch '/data/y': "), ("mkdir /data/new", "mkdir: cannot create directory '/data/new': "), ("rsync -a out/ /data/out", "rsync: write failed on \"/data/out/a\": "), ("echo x > /data/z", "bash: echo: write error: "), ("install -m 644 a /data/a", "install: error writing '/data/a': "), ("tee /data/b < a", "tee: /data/b: ")].map(|(c, who)| shell(c, format!("{who}{full}"), 1)).into()),
        stuck("an authority that nobody knows", [("curl https://reg.shop.example/v2/", "curl: (60) SSL certificate problem: unable to get local issuer certificate"), ("curl -v https://reg.shop.example/v2/", "curl: (60) SSL certificate problem: unable to get local issuer certificate"), ("curl -L https://reg.shop.example", "curl: (60) SSL certificate problem: unable to get local issuer certificate"), ("git clone https://reg.shop.example/a.git", "fatal: unable to access 'https://reg.shop.example/a.git/': SSL certificate problem: unable to get local issuer certificate"), ("curl -4 https://reg.shop.example", "curl: (60) SSL certificate problem: unable to get local issuer certificate"), ("git ls-remote https://reg.shop.example/a.git", "fatal: unable to access 'https://reg.shop.example/a.git/': SSL certificate problem: unable to get local issuer certificate"), ("curl https://reg.shop.example/", "curl: (60) SSL certificate problem: unable to get local issuer certificate"), ("curl --tlsv1.2 https://reg.shop.example/", "curl: (60) SSL certificate problem: unable to get local issuer certificate"), ("git fetch", "fatal: unable to access 'https://reg.shop.example/a.git/': SSL certificate problem: unable to get local issuer certificate")].map(|(c, o)| shell(c, o, 1)).into()),
        stuck("secrets of Vault that may not be read", each(|name| shell(format!("vault kv get secret/{name}"), format!("Error making API request.\n\nURL: GET https://vault:8200/v1/secret/data/{name}\nCode: 403. Errors:\n\n* 1 error occurred:\n\t* permission denied"), 2))),
        stuck("a kernel that is dead", count(10, |n| mcp("jupyter-f/execute", json!({"code": (["df.head()", "import pandas", "1+1", "df.shape", "print('x')"][n % 5]), "cell": n}), "Error: Kernel is dead", false))),
        stuck("one target that make lacks", ["make tests", "make check-all", "make unit", "make test-unit", "make t", "make tests/unit", "make run-tests", "make testsuite", "make verify"].map(|c| shell(c, format!("make: *** No rule to make target '{}'.  Stop.", c.trim_start_matches("make ")), 2)).into()),
        stuck("a state that is locked", fails(&["pulumi up --yes", "pulumi preview", "pulumi refresh --yes", "pulumi up --yes --skip-preview", "pulumi destroy --yes", "pulumi up -f", "pulumi up --yes -v 3", "pulumi preview --diff", "pulumi up --yes --logtostderr"], "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`.")).at(4, 7),
        stuck("installations that fail between looks", laps_of_installs()),
        healthy("packages that each fail in their own way", each(|name| shell(format!("cabal build {name}"), format!("src/{name}.hs:9:1: error: [GHC-76037]\n    Not in scope: type constructor or class '{}Config'", name.to_uppercase()), 1))),
        healthy("a debugging session whose error moves", NAMES.iter().flat_map(|name| [
            shell("dune build", format!("File \"src/{name}.ml\", line 12, characters 4-9:\nError: Unbound value {name}_init"), 1),
            look(format!("src/{name}.ml"), format!("let {name} = {name}_init ()")),
            edit(format!("src/{name}.ml"), format!("{name}_init ()"), format!("Init.{name} ()")),
        ]).collect()),
        healthy("a few conflicts among many that work", NAMES.iter().enumerate().map(|(n, name)| match n % 4 {
            2 => shell(format!("nomad job plan {name}.hcl"), format!("Error during plan: {name}: group \"web\" has no tasks"), 255),
            _ => shell(format!("nomad job plan {name}.hcl"), "+/- Job changed\nScheduler dry-run:\n- All tasks successfully allocated.", 0),
        }).collect()),
        healthy("links that are dead", hosts.iter().map(|h| shell(format!("curl -s -o /dev/null -w '%{{http_code}}' https://{h}/old"), "404", 0)).collect()),
        healthy("units that are off", each(|name| shell(format!("systemctl is-enabled {name}.service"), "disabled", 1))),
        healthy("submodules without a change", each(|name| shell(format!("git -C sub/{name} diff --quiet"), "", 0))),
        nudged_at_most("processes that do not run", each(|name| shell(format!("pgrep -x {name}"), "", 1))),
        nudged_at_most("ports that are closed", each(|name| shell(format!("nc -zv {name} 8443"), format!("nc: connect to {name} port 8443 (tcp) failed: Connection refused"), 1))),
        nudged_at_most("names that do not resolve", hosts.iter().map(|h| shell(format!("dig +short {h}"), "", 0)).collect()),
        healthy("three times the same, then the cause", vec![
            shell("nix build .#web", "error: hash mismatch in fixed-output derivation", 1), shell("nix build .#web -L", "error: hash mismatch in fixed-output derivation", 1),
            shell("nix build .#web --show-trace", "error: hash mismatch in fixed-output derivation", 1), edit("flake.nix", "sha256-AAA", "sha256-Bq3"), shell("nix build .#web", "", 0),
        ]),
        healthy("tables that are not in this database, found in the next", NAMES.iter().take(6).flat_map(|name| [
            shell(format!("psql app -c '\\d {name}'"), format!("Did not find any relation named \"{name}\"."), 1),
            shell(format!("psql dwh -c '\\d {name}'"), format!("Table \"public.{name}\"\n id | bigint"), 0),
        ]).collect()),
        healthy("records that say error", each(|name| shell(format!("duckdb q.db \"select last_error from jobs where name = '{name}'\""), "ERROR: deadlock detected", 0))),
    ]
}

/// An installation that fails and two looks, round and round.
fn laps_of_installs() -> Vec<Call> {
    (0..7)
        .flat_map(|_| {
            [
                shell("gem install nokogiri", "ERROR:  While executing gem ... (Gem::FilePermissionError)\n    You don't have write permissions for the /var/lib/gems/3.1.0 directory.", 1),
                shell("gem env home", "/var/lib/gems/3.1.0", 0),
                shell("ls -ld /var/lib/gems", "drwxr-xr-x 3 root root 4096 Nov 1 10:00 /var/lib/gems", 0),
            ]
        })
        .collect()
}
