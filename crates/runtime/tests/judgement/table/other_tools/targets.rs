//! Work over many targets with equal output, and one target that is asked about again.

use serde_json::json;

use super::super::call::{Call, edit, laps, look, mcp, shell};
use super::super::case::{Case, healthy, stuck};
use super::{NAMES, count, each};

/// One command for each name, with one output.
fn over(command: &str, output: &str) -> Vec<Call> {
    each(|name| shell(command.replace("{}", name), output, 0))
}

pub(crate) fn cases() -> Vec<Case> {
    let titles = [
        "aarch64-linux",
        "x86_64-linux",
        "riscv64-linux",
        "x86_64-windows",
        "aarch64-macos",
        "x86_64-macos",
        "wasm32-wasi",
        "arm-linux",
        "x86-linux",
        "powerpc64le-linux",
    ];
    vec![
        healthy("a job of Nomad for every service", over("nomad job run jobs/{}.nomad.hcl", "==> Monitoring evaluation\n    Evaluation status: complete\n==> Deployment successful")),
        healthy("a key of Consul for every service", over("consul kv put config/{}/limit 50", "Success! Data written")),
        healthy("every stack of Pulumi", over("pulumi up --yes --stack acme/{}", "Resources:\n    14 unchanged\n\nDuration: 3s")),
        healthy("a policy of Vault for every service", over("vault policy write {} policies/{}.hcl", "Success! Uploaded policy")),
        healthy("every application of Argo", over("argocd app sync {}", "Sync Status:   Synced to main (3f9ac21)\nHealth Status: Healthy")),
        healthy("every release of Helm", over("helm upgrade --install {} charts/web -f values/{}.yaml", "STATUS: deployed\nHappy Helming!")),
        healthy("every warehouse of Snowflake", over("snowsql -q 'alter warehouse {} set auto_suspend = 60'", "Statement executed successfully.")),
        healthy("a checkpoint of every DuckDB file", over("duckdb data/{}.duckdb 'checkpoint'", "")),
        healthy("every table of ClickHouse merged", over("clickhouse-client -q 'optimize table {} final'", "")),
        healthy("every topic deleted", over("kafka-topics.sh --bootstrap-server b:9092 --delete --topic {}", "")),
        healthy("every Spark job", over("spark-submit --master yarn jobs/{}.py", "WARN NativeCodeLoader: Unable to load native-hadoop library for your platform\n")),
        healthy("every DAG of Airflow", over("airflow dags unpause {}", "Dag is unpaused")),
        healthy("every model of dbt", over("dbt run -s {}", "Completed successfully\n\nDone. PASS=1 WARN=0 ERROR=0 SKIP=0 TOTAL=1")),
        healthy("every target of Bazel", over("bazel build //svc/{}:image", "INFO: Analyzed target\nINFO: Build completed successfully, 1 total action")),
        healthy("every target of Buck", over("buck2 build //apps/{}:bin", "BUILD SUCCEEDED")),
        healthy("every Flutter package", over("cd packages/{} && flutter pub get", "Resolving dependencies...\nGot dependencies!")),
        healthy("firmware for every board", over("west build -p -b {} app", "[214/214] Linking C executable zephyr/zephyr.elf")),
        healthy("every environment of PlatformIO", over("pio run -e {} -t upload", "========= [SUCCESS] =========")),
        healthy("every preset exported by Godot", over("godot --headless --export-release {} build/{}.zip", "Godot Engine v4.3.stable.official")),
        healthy("every method of Unity", over("Unity -batchmode -quit -projectPath . -executeMethod Build.{}", "Exiting batchmode successfully now!")),
        healthy("every notebook run", over("jupyter nbconvert --to notebook --execute nb/{}.ipynb", "[NbConvertApp] Converting notebook to notebook")),
        healthy("every report of R", over("Rscript reports/{}.R", "Warning message:\npackage 'dplyr' was built under R version 4.3.3 ")),
        healthy("every package of Julia", over("julia --project=pkgs/{} -e 'using Pkg; Pkg.instantiate()'", "  No Changes to `Manifest.toml`")),
        healthy("every release of Erlang", over("rebar3 as prod release -n {}", "===> Release successfully assembled")),
        healthy("every derivation of Nix", over("nix build .#{} --no-link", "")),
        healthy("every graphics card", over("ssh gpu-{} nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader", "0 %")),
        healthy("every model promoted in MLflow", each(|name| mcp("mlflow-o/transition_stage", json!({"name": name, "version": 3, "stage": "Production"}), "{\"status\": \"READY\"}", true))),
        healthy("a cell after the other in a sheet", count(14, |n| mcp("sheets-o/set_cell", json!({"sheet": "Q4", "cell": format!("C{}", n + 2), "formula": format!("=A{0}*B{0}", n + 2)}), "{\"updatedCells\": 1}", true))),
        healthy("a cell after the other in a notebook", count(12, |n| mcp("jupyter-o/execute_cell", json!({"notebook": "fit.ipynb", "index": n}), "", true))),
        healthy("pictures of every page", laps(10, |n| [
            mcp("browser-o/browser_navigate", json!({"url": format!("http://localhost:3000/{}", NAMES[n])}), "- Page Title: Shop", true),
            mcp("browser-o/browser_take_screenshot", json!({"filename": format!("{}.png", NAMES[n])}), "Took the screenshot", true),
        ])),
        healthy("every platform of Zig", titles.iter().map(|t| shell(format!("zig build -Doptimize=ReleaseSafe -Dtarget={t}"), "", 0)).collect()),
        healthy("a huge repository that is only read", NAMES.iter().flat_map(|name| [
            shell(format!("ls services/{name}"), "BUILD.bazel\nREADME.md\nmain.go", 0),
            look(format!("services/{name}/BUILD.bazel"), "load(\"@rules_go//go:def.bzl\", \"go_binary\")\ngo_binary(name = \"bin\", srcs = [\"main.go\"])"),
        ]).collect()),
        healthy("a chart bumped and linted, one after the other", NAMES.iter().flat_map(|name| [
            edit(format!("charts/{name}/Chart.yaml"), "version: 1.2.0", "version: 1.3.0"),
            shell(format!("helm lint charts/{name}"), "1 chart(s) linted, 0 chart(s) failed", 0),
        ]).collect()),
        stuck("one key of Consul", count(9, |_| shell("consul kv get config/ledger/limit", "50", 0))).at(4, 7),
        stuck("one page looked at", count(9, |_| mcp("browser-o/browser_snapshot", json!({}), "- Page URL: http://localhost:3000/\n- button \"Save\" [ref=e4]", true))).at(4, 7),
        stuck("one stack's output in every way", ["pulumi stack output url", "pulumi stack output url --show-secrets", "pulumi stack output url | cat", "pulumi stack output url 2>/dev/null", "pulumi stack output url | tail -1", "pulumi stack output url | head -1", "pulumi stack output url 2>&1", "pulumi stack output url --stack dev", "pulumi stack output url -s dev"].map(|c| shell(c, "https://dev.shop.example", 0)).into()),
        stuck("one range of a sheet, rendered otherwise", count(9, |n| mcp("sheets-o/get_values", json!({"sheet": "Q4", "range": "A1:C3", "render": (["FORMATTED", "UNFORMATTED", "FORMULA"][n % 3])}), "[[\"Rent\",\"2\",\"600\"]]", true))),
        stuck("one application of Argo, round and round", laps(7, |_| [
            shell("helm get values web", "replicas: 2", 0),
            shell("cat values.yaml", "replicas: 2", 0),
            shell("git log -1 --oneline", "3f9ac21 Two replicas", 0),
        ])),
    ]
}
