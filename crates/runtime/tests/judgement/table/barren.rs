//! Windows in which nearly nothing is brought, and operations over many targets that are none.

use serde_json::json;

use super::call::{Call, look, mcp, plan, search, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

const SITES: [&str; 12] =
    ["ams", "fra", "lhr", "cdg", "mad", "dub", "osl", "arn", "hel", "prg", "vie", "waw"];

fn each(command: &str, output: &str) -> Vec<Call> {
    SITES
        .iter()
        .map(|site| shell(command.replace("{}", site), output.replace("{}", site), 0))
        .collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let looks = [
        ("ls deploy", "chart.yaml\nvalues.yaml"),
        ("cat deploy/values.yaml", "replicas: 2\nimage: web"),
        ("git status --short", " M deploy/values.yaml"),
        ("helm template deploy", "kind: Deployment\nname: web"),
    ];
    let names = ["frobnicate", "frob_nicate", "Frobnicate"];
    vec![
        stuck("four looks in turn, and comments", (0..20).map(|n| match n % 5 {
            4 => shell(format!("# once more, {}", SITES[n / 5]), "", 0),
            at => shell(looks[at].0, looks[at].1, 0),
        }).collect()),
        stuck("three searches in turn", (0..16).map(|n| search(names[n % 3], "src", "")).collect()),
        stuck("lists, a look and nothing", (0..15).map(|n| match n % 3 {
            0 => plan(&["Read the code", "Repair it"]),
            1 => look("src/a.py", "def a():\n    return 1"),
            _ => shell("true", "", 0),
        }).collect()),
        stuck("no access to any bucket", SITES.iter().map(|site| shell(format!("aws s3 ls s3://{site}-raw"), "An error occurred (AccessDenied) when calling the ListObjectsV2 operation: Access Denied", 1)).collect()),
        nudged_at_most("twelve names that nobody uses", SITES.iter().map(|site| search(format!("legacy_{site}"), "src", "")).collect()),
        nudged_at_most("twelve logs without a panic", SITES.iter().map(|site| shell(format!("kubectl logs deploy/{site} --since=1h | grep -i panic"), "", 1)).collect()),
        healthy("a service restarted on every host", each("ssh {} sudo systemctl restart nginx", "")),
        healthy("a file copied to every host", each("scp -q collector.conf {}:/etc/collector.conf", "")),
        healthy("a unit asked on every host", each("ssh {} systemctl is-active nginx", "active")),
        healthy("a disk of every host", each("ssh {} df -h / | tail -1", "/dev/sda1        40G   11G   27G  29% /")),
        healthy("a replica set of every cluster", each("mongosh --quiet --host {} --eval 'rs.conf().members.length'", "3")),
        healthy("a sequence of every tenant", each("psql -d tenant_{} -Atc \"select setval('orders_id_seq', 1000)\"", "1000")),
        healthy("a table dropped in every set", each("bq rm -f -t lake.tmp_{}", "")),
        healthy("a setting of every cache", each("redis-cli -h cache-{} config set maxmemory-policy allkeys-lru > /dev/null", "")),
        healthy("failed pods of every namespace", each("kubectl get pods -n {} --field-selector=status.phase=Failed -o name", "")),
        healthy("events of every database", each("aws rds describe-events --source-identifier db-{} | jq .Events", "[]")),
        healthy("errors of today in every table", each("clickhouse-client -q 'select * from errors_{} where day = today()'", "")),
        healthy("the version of every cluster", each("kubectl --context {} version -o json | jq -r .serverVersion.gitVersion", "v1.30.4")),
        healthy("rules of every site, checked", each("promtool check rules rules/{}.yml", "Checking rules/{}.yml\n  SUCCESS: 12 rules found")),
        healthy("open issues of every project", SITES.iter().map(|site| mcp("sentry/list_issues", json!({"project": site}), "[]", true)).collect()),

        stuck("searches, comments, and folders that are not there", vec![
            search("frobnicate", "src", ""),
            shell("true", "", 0),
            shell("# let me think about it", "", 0),
            shell("find . -name 'frob*'", "", 0),
            search("Frobnicate", "src", ""),
            shell(": planning", "", 0),
            shell("ls src/frob", "ls: cannot access 'src/frob': No such file or directory", 2),
            search("frobnicate", "lib", ""),
            plan(&["find frob"]),
            shell("ls lib/frob", "ls: cannot access 'lib/frob': No such file or directory", 2),
        ]),
        healthy("files moved one by one", SITES.iter().map(|site| shell(format!("mv raw/{site}.exr graded/{site}.exr"), "", 0)).collect()),
        healthy("a sleep and a question, a minute apart", [shell("sleep 60", "", 0), shell("velero backup get nightly -o name", "nightly InProgress", 0)].iter().cycle().take(22).cloned().map(|call| Call { gap_s: 33, ..call }).collect()),
        stuck("searches, words, lists and looks in turn", (0..15).map(|n| match n % 4 {
            0 => search(format!("legacy_{}", SITES[n / 4]), "src", ""),
            1 => shell(format!("echo 'Let me think about {}'", SITES[n / 4]), format!("Let me think about {}", SITES[n / 4]), 0),
            2 => plan(&["Find it", SITES[n / 4]]),
            _ => shell(format!("ls src/{}", SITES[n / 4]), format!("ls: cannot access 'src/{}': No such file or directory", SITES[n / 4]), 2),
        }).collect()).at(8, 11),
        stuck("comments and words for nobody", (0..13).map(|n| match n % 3 {
            0 => shell(format!("# {} next", SITES[n % 12]), "", 0),
            1 => shell(format!("echo 'I think of {}' > /dev/null", SITES[n % 12]), "", 0),
            _ => shell("true", "", 0),
        }).collect()),
        healthy("files that may be there, then those that are", SITES.iter().enumerate().map(|(n, site)| match n {
            0..4 => shell(format!("ls conf/{site}"), format!("ls: cannot access 'conf/{site}': No such file or directory ({n})"), 2),
            _ => look(format!("conf/{site}.toml"), format!("site = '{site}'")),
        }).collect()),
        healthy("words between commands that act", SITES.iter().flat_map(|site| [
            shell(format!("echo 'Next is {site}'"), format!("Next is {site}"), 0),
            shell(format!("ssh {site} sudo systemctl reload nginx"), "", 0),
        ]).collect()),
        nudged_at_most("a file that may be on any host", SITES.iter().map(|site| shell(format!("cat mnt/{site}/override.conf"), format!("cat: mnt/{site}/override.conf: No such file or directory"), 1)).collect()),
    ]
}
