//! A failure with the same error is no news, whatever the target; a writer that failed changed nothing.

use serde_json::json;

use super::call::{Call, edit, every, look, mcp, rejected_edit, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let names = [
        "zlib",
        "lz4",
        "snappy",
        "brotli",
        "zstd",
        "bzip2",
        "xz",
        "lzo",
        "miniz",
        "libdeflate",
        "isal",
        "blosc",
    ];
    let many = |call: &dyn Fn(&str) -> Call| names.iter().map(|name| call(name)).collect();
    let fails = |commands: &[&str], output: &str| {
        commands.iter().map(|command| shell(*command, output, 1)).collect::<Vec<_>>()
    };
    vec![
        stuck(
            "twelve gems and one folder that is not writable",
            many(&|name| shell(format!("gem install {name}"), "ERROR:  While executing gem ... (Gem::FilePermissionError)\n    You don't have write permissions for the /var/lib/gems/3.1.0 directory.", 1)),
        ),
        stuck(
            "one disk that is full, whatever is copied",
            many(&|name| shell(format!("cp build/{name}.so /mnt/sd/lib/"), format!("cp: error writing '/mnt/sd/lib/{name}.so': No space left on device"), 1)),
        ),
        stuck(
            "one remote that refuses every push",
            fails(&["git push", "git push origin main", "git push --force-with-lease", "git push -u origin main", "git push origin HEAD", "GIT_SSH_COMMAND='ssh -v' git push", "git push --no-verify", "git push --all", "git push origin main:main"], "git@git.shop.example: Permission denied (publickey).\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists."),
        ),
        stuck(
            "one file that no program may read",
            ["cat", "less", "head", "tail", "grep key", "sort", "wc", "xxd", "cut -c1-9"]
                .map(|program| shell(format!("{program} /etc/ssl/private/site.key"), format!("{}: /etc/ssl/private/site.key: Permission denied", program.split(' ').next().unwrap_or_default()), 1)).into(),
        ),
        stuck(
            "one lock that every command meets",
            fails(&["apt-get install -y jq", "apt-get install -y curl", "apt-get update", "apt install tree", "sudo apt-get install -y jq", "apt-get -o Dpkg::Lock::Timeout=1 install jq", "dpkg --configure -a", "apt-get -f install", "apt-get upgrade -y"], "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 811 (unattended-upgr)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?"),
        ),
        stuck(
            "one version after the other that does not exist",
            (0..12).map(|n| shell(format!("cargo add tokio-magic@0.{n}.0"), format!("error: the crate `tokio-magic@0.{n}.0` could not be found in registry index."), 101)).collect(),
        ),
        stuck(
            "a server that denies every table",
            many(&|table| mcp("warehouse-d/query", json!({"sql": format!("select * from {table} limit 5")}), format!("Access Denied: Table shop:{table}: User does not have bigquery.tables.getData permission"), false)),
        ),
        stuck(
            "a server that answers that it did not do it",
            many(&|name| mcp("chat-e/post", json!({"channel": name, "text": "Summary"}), "{\"ok\": false, \"error\": \"missing_scope\"}", true)),
        ),
        healthy(
            "a server that answers that it did it",
            many(&|name| mcp("chat-f/post", json!({"channel": name, "text": "Summary"}), "{\"ok\": true, \"error\": null}", true)),
        ),
        healthy(
            "weather in German, place by place",
            many(&|name| mcp("weather-h/forecast", json!({"place": name}), "Am Abend und nachts 11 Grad, Wind aus Nord.", true)),
        ),
        healthy(
            "budgets of errors, ticket by ticket",
            many(&|name| mcp("desk-i/budget", json!({"ticket": name}), "Ticket 3 (closed by build (12,3)): error budget 3 percent left", true)),
        ),
        healthy(
            "crosses and ticks, board by board",
            many(&|name| mcp("board-j/close", json!({"board": name}), "✖ 3 closed, ✔ 12 open", true)),
        ),
        healthy(
            "devices that are recalled, shop by shop",
            many(&|name| mcp("shop-k/recall", json!({"shop": name}), "No devices are recalled this week.", true)),
        ),
        healthy(
            "a museum and its policy, hall by hall",
            many(&|name| mcp("museum-l/book", json!({"hall": name}), "Booked. Dogs are not allowed by the security policy.", true)),
        ),
        healthy(
            "errors that are numbered, list by list",
            many(&|name| mcp("desk-m/close", json!({"list": name}), "Error 3 of 12 is closed.", true)),
        ),
        healthy(
            "links that are told, page by page",
            many(&|name| mcp("links-n/mark", json!({"page": name}), "Marked 1 link of 12.\n/old: not found", true)),
        ),
        healthy(
            "a server that answers with what is wrong with each",
            many(&|name| mcp("forms-g/check", json!({"form": name}), format!("{{\"success\": false, \"error\": \"field x{}z of this form is empty\"}}", name.len() * name.len() + usize::from(name.as_bytes()[0])), true)),
        ),
        healthy(
            "one error after the other, each mended",
            names.iter().take(9).flat_map(|name| [
                shell("zig build", format!("src/main.zig:4:5: error: use of undeclared identifier '{name}'"), 1),
                edit("src/main.zig", format!("{name}.init()"), format!("@import(\"{name}\").init()")),
            ]).collect(),
        ),
        healthy(
            "half of the hosts are down",
            names.iter().enumerate().map(|(n, name)| match n % 2 {
                0 => shell(format!("ssh {name} uptime"), format!("ssh: connect to host {name} port 22: Connection refused"), 255),
                _ => shell(format!("ssh {name} uptime"), " 10:22:01 up 9 days, load average: 0.11", 0),
            }).collect(),
        ),
        healthy(
            "one package after the other that needs another library",
            names.iter().take(8).flat_map(|name| [
                shell("R CMD INSTALL .", format!("ERROR: dependency '{name}' is not available for package 'tides'"), 1),
                shell(format!("Rscript -e 'install.packages(\"{name}\")'"), format!("* DONE ({name})"), 0),
            ]).collect(),
        ),
        healthy(
            "removals of which some were not there",
            names.iter().enumerate().map(|(n, name)| match n % 3 {
                0 => shell(format!("rm cache/{name}.tmp"), format!("rm: cannot remove 'cache/{name}.tmp': No such file or directory"), 1),
                _ => shell(format!("rm cache/{name}.tmp"), "", 0),
            }).collect(),
        ),
        healthy(
            "a formula asked in every engine, each with its own complaint",
            vec![
                shell("ghc -e 'foldr (+) 0 [1..'", "<interactive>:1:16: error: parse error (possibly incorrect indentation)", 1),
                shell("ocaml -e 'List.fold'", "Error: Unbound value List.fold", 2),
                shell("julia -e 'sum(1:'", "ERROR: syntax: incomplete: premature end of input", 1),
                shell("octave --eval 'sum(1:'", "parse error:\n\n  syntax error\n\n>>> sum(1:", 1),
                shell("lua -e 'return sum('", "lua: (command line):1: unexpected symbol near <eof>", 1),
                shell("perl -e 'print sum('", "syntax error at -e line 1, at EOF", 255),
            ],
        ),
        healthy(
            "folders of which some may be read",
            names.iter().enumerate().map(|(n, name)| match n % 4 {
                1 => shell(format!("ls /srv/{name}"), "data.db", 0),
                _ => shell(format!("ls /srv/{name}"), format!("ls: cannot open directory '/srv/{name}': Permission denied"), 2),
            }).collect(),
        ),
        nudged_at_most(
            "folders of which none may be read",
            many(&|name| shell(format!("ls /var/spool/{name}"), format!("ls: cannot open directory '/var/spool/{name}': Permission denied"), 2)),
        ),
        nudged_at_most(
            "inputs that have to be rejected",
            names.iter().enumerate().map(|(n, name)| shell(format!("./parse bad/{name}.ini"), format!("error: {} is no {} here", "x".repeat(n + 3), name.to_uppercase()), 2)).collect(),
        ),
        healthy(
            "installations of which each misses another library",
            names.iter().zip(["expat", "event", "mysql", "pcre2", "png", "yaml", "gmp", "curl", "glob"]).map(|(name, header)| shell(format!("luarocks install {name}"), format!("Error: Could not find header file for {}\n  No file {header}.h in /usr/include", header.to_uppercase()), 1)).collect(),
        ),
        stuck(
            "one way after the other to become root",
            fails(&["sudo make install", "sudo -E make install", "sudo -n make install", "sudo -H make install", "sudo --non-interactive make install", "sudo -S make install", "sudo -i make install", "sudo sh -c 'make install'"], "sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper"),
        ),
        stuck(
            "one folder that many programs may not write",
            [("touch /opt/app/a", "touch: cannot touch '/opt/app/a': Permission denied"), ("echo x > /opt/app/a", "bash: line 1: /opt/app/a: Permission denied"), ("echo x | tee /opt/app/a", "tee: /opt/app/a: Permission denied"), ("cp a /opt/app/a", "cp: cannot create regular file '/opt/app/a': Permission denied"), ("install -m 644 a /opt/app/a", "install: cannot create regular file '/opt/app/a': Permission denied"), ("mkdir -p /opt/app/b", "mkdir: cannot create directory '/opt/app/b': Permission denied"), ("dd if=a of=/opt/app/a", "dd: failed to open '/opt/app/a': Permission denied"), ("ln -s a /opt/app/a", "ln: failed to create symbolic link '/opt/app/a': Permission denied"), ("mv a /opt/app/a", "mv: cannot move 'a' to '/opt/app/a': Permission denied"), ("tar xf a.tar -C /opt/app", "tar: a: Cannot open: Permission denied"), ("chmod u+w /opt/app", "chmod: changing permissions of '/opt/app': Operation not permitted")]
                .map(|(command, output)| shell(command, output, 1)).into(),
        ),
        stuck(
            "one manifest that no registry has",
            ["docker pull shop/web:1", "docker pull shop/web:latest", "docker pull docker.io/shop/web:1", "podman pull shop/web:1", "docker pull ghcr.io/shop/web", "docker run shop/web", "docker pull quay.io/shop/web", "docker manifest inspect shop/web:1", "skopeo inspect docker://shop/web:1", "docker pull shop/web:2", "docker buildx imagetools inspect shop/web:1"]
                .map(|command| shell(command, format!("Error response from daemon: manifest for {}/shop/web not found: manifest unknown", command.len()), 1)).into(),
        ),
        nudged_at_most(
            "three tries of a download, then a mirror",
            vec![
                shell("wget https://a.example/x.tgz", "wget: unable to resolve host address 'a.example'", 4),
                shell("wget https://a.example/x.tgz", "wget: unable to resolve host address 'a.example'", 4),
                shell("curl -O https://a.example/x.tgz", "curl: (6) Could not resolve host: a.example", 6),
                shell("curl -O https://mirror.example/x.tgz", "", 0),
                shell("tar xzf x.tgz", "", 0),
            ],
        ),
        healthy(
            "two edits that do not fit, a look, and one that does",
            vec![
                rejected_edit("src/a.nim", "proc a", "String to replace not found in file."),
                rejected_edit("src/a.nim", "proc a()", "String to replace not found in file."),
                look("src/a.nim", "proc a*() = discard"),
                edit("src/a.nim", "proc a*() = discard", "proc a*() = echo 1"),
                shell("nim check src/a.nim", "Hint: success", 0),
            ],
        ),

        stuck("one token that is expired, whatever is asked", ["instances", "vpcs", "subnets", "images", "volumes", "snapshots", "addresses", "key-pairs", "regions", "tags"].iter().map(|what| shell(format!("aws ec2 describe-{what}"), "An error occurred (ExpiredToken) when calling the operation: The security token included in the request is expired", 254)).collect()),
        stuck(
            "an expired token, whatever is asked",
            many(&|name| shell(format!("aws ec2 describe-{name}"), format!("An error occurred (ExpiredToken) when calling the Describe{name} operation: The security token included in the request is expired"), 254)),
        )
        .at(4, 7),
        stuck(
            "a cluster that knows nobody",
            many(&|name| shell(format!("kubectl get {name}"), "error: You must be logged in to the server (Unauthorized)", 1)),
        )
        .at(4, 7),
        stuck(
            "an account that was never set up",
            many(&|name| shell(format!("az {name} list -o table"), "ERROR: Please run 'az login' to setup account.", 1)),
        )
        .at(4, 7),
        healthy(
            "one permission that takes effect late",
            every(40, 9, shell("gcloud projects describe shop-prod", "ERROR: (gcloud.projects.describe) User [ci@shop.example] does not have permission to access projects instance [shop-prod] (or it may not exist): Permission denied", 1)),
        ),
        healthy(
            "two services that come up, asked in turn",
            (0..10).map(|n| shell(format!("sleep 20; curl -sf http://{}:8080/health", ["cart", "mail"][n % 2]), format!("curl: (7) Failed to connect to {} port 8080: Connection refused", ["cart", "mail"][n % 2]), 7)).collect(),
        ),
        healthy(
            "denied once, signed in, and asked for the rest",
            [shell("gcloud sql instances list", "ERROR: (gcloud.sql.instances.list) Reauthentication failed: Unauthenticated", 1), shell("gcloud auth login --brief", "You are now logged in as [dev@shop.example].", 0)]
                .into_iter().chain(names.iter().map(|name| shell(format!("gcloud {name} instances list"), format!("NAME  ZONE\n{name}  eu"), 0))).collect(),
        ),
    ]
}
