//! Shells of Windows and of others: files, pushes, registries, missing programs, and machines that lack something.

use super::super::call::{edit, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = machines();
    cases.extend(registries());
    cases
}

fn machines() -> Vec<Case> {
    vec![
        healthy("services of Windows that run", each(|name| shell(format!("powershell -c \"(Get-Service {name}).Status\""), "Running", 0))),
        stuck("files of Windows that nobody may read", each(|name| shell(format!("powershell -c \"Set-Content C:\\ProgramData\\Shop\\{name}.ini on\""), format!("Set-Content : Access to the path 'C:\\ProgramData\\Shop\\{name}.ini' is denied.\n    + CategoryInfo          : NotSpecified: (:) [Set-Content], UnauthorizedAccessException"), 1))).refused(),
        healthy("files of Windows that are copied", each(|name| shell(format!("powershell -c \"Copy-Item {name}.dll out\""), "", 0))),
        stuck("a program that PowerShell does not know, with edits between", (1..=8).flat_map(|n| [
            edit("main.tf", format!("v{}", n - 1), format!("v{n}")),
            shell(format!("terraform validate -json -no-color # {n}"), "terraform : The term 'terraform' is not recognized as the name of a cmdlet, function, script file, or operable program.", 1),
        ]).collect()).refused(),
        stuck("a program that cmd does not know", ["java -version", "java -jar a.jar", "java -cp . Main", "java Main", "java -jar b.jar", "java -Xmx1g -jar a.jar", "java --list-modules", "java -m shop"]
            .map(|command| shell(command, "'java' is not recognized as an internal or external command,\noperable program or batch file.", 1)).to_vec()).refused(),
        nudged_at_most("paths of Windows that do not exist", each(|name| shell(format!("powershell -c \"Test-Path C:\\Shop\\{name}\""), "False", 0))),
        stuck("a disk that is full, whoever writes", ["cp a.bin b.bin", "cargo build", "git commit -m x", "tar xf a.tar", "dd if=/dev/zero of=z bs=1M count=9", "npm install", "pip download shop", "docker build .", "sqlite3 a.db vacuum", "go build ./...", "make", "unzip a.zip", "rsync a b", "touch c"]
            .map(|command| shell(command, format!("{}: error: No space left on device (os error 28)", command.split(' ').next().unwrap_or_default()), 1)).to_vec()).refused(),
        healthy("folders of one size", each(|name| shell(format!("du -sh data/{name}"), format!("4.0K\tdata/{name}"), 0))),
        healthy("files that are made without a word", each(|name| shell(format!("mkdir -p src/{name} && touch src/{name}/mod.rs"), "", 0))),
        stuck("a program for another machine", in_turn(8, &["./shopd", "./shopd --help", "bash -c ./shopd", "sudo ./shopd", "./shopd version"], "bash: ./shopd: cannot execute binary file: Exec format error", 126)).refused(),
        stuck("a folder that is not there, before every command", ["ls", "cargo build", "git status", "npm test", "make", "cat README.md", "pwd", "python run.py", "go test", "ls -la", "git log", "npm ci"]
            .map(|command| shell(format!("cd /srv/shop && {command}"), "bash: line 1: cd: /srv/shop: No such file or directory", 1)).to_vec()).refused(),
        healthy("places of twelve programs", each(|name| shell(format!("command -v shop-{name}"), format!("/usr/bin/shop-{name}"), 0))),
        stuck("names that nobody resolves", each(|name| shell(format!("curl -sS https://{name}.acme.test"), format!("curl: (6) Could not resolve host: {name}.acme.test"), 6))),
        stuck("hosts that never answer", each(|name| shell(format!("ssh {name}-01 uptime"), format!("ssh: connect to host {name}-01 port 22: Connection timed out"), 255))),
        healthy("kernels of twelve hosts", each(|name| shell(format!("ssh {name}-01 uname -r"), "6.1.0-18-amd64", 0))),
        stuck("a lock that another installer holds", in_turn(26, &["sudo apt-get install -y jq", "sudo apt install jq", "sudo dpkg --configure -a", "sudo apt-get -f install"], "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 812 (unattended-upgr)", 100)),
        healthy("certificates that are made one by one", each(|name| shell(format!("openssl req -x509 -nodes -newkey rsa:2048 -keyout {name}.key -out {name}.crt -subj /CN={name} 2>/dev/null"), "", 0))),
        stuck("a port that is taken, whatever is started", in_turn(12, &["npm run dev", "npx vite", "npx vite --host", "npm run dev -- --force", "node server.js"], "Error: listen EADDRINUSE: address already in use :::3000", 1)).refused(),
        healthy("users that are added", each(|name| shell(format!("sudo useradd -m {name}"), "", 0))),
        stuck("a password that sudo wants", each(|name| shell(format!("sudo systemctl restart {name}"), "sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required", 1))).refused(),
        healthy("units that are restarted without a word", each(|name| shell(format!("systemctl --user restart {name}"), "", 0))),
        stuck("a shell that has no memory", each(|name| shell(format!("node -e 'require(\"./{name}\")'"), "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\nAborted (core dumped)", 134))).refused(),
    ]
}

fn registries() -> Vec<Case> {
    vec![
        stuck("a push that is behind", in_turn(11, &["git push", "git push origin main", "git push -u origin main", "git push origin HEAD:main", "git push --no-verify"], "To github.com:acme/shop.git\n ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs to 'github.com:acme/shop.git'\nhint: Updates were rejected because the tip of your current branch is behind", 1)).refused(),
        stuck("a repository that nobody may push to", in_turn(15, &["git push origin feature", "git push -f origin feature", "git push https://github.com/acme/shop feature", "gh pr create --fill", "git push origin HEAD"], "remote: Permission to acme/shop.git denied to dev.\nfatal: unable to access 'https://github.com/acme/shop.git/': The requested URL returned error: 403", 128)).refused(),
        healthy("mirrors that have everything", each(|name| shell(format!("git push mirror-{name} main"), "Everything up-to-date", 0))),
        stuck("a package that is published already", in_turn(10, &["npm publish", "npm publish --access public", "npm publish --tag latest", "npm publish --registry https://registry.npmjs.org"], "npm error code E403\nnpm error 403 403 Forbidden - PUT https://registry.npmjs.org/cartkit - You cannot publish over the previously published versions: 1.0.0.", 1)).refused(),
        healthy("packages that are published one by one", each(|name| shell(format!("npm publish -w packages/{name}"), format!("+ @shop/{name}@1.0.0"), 0))),
        stuck("images that nobody may push", each(|name| shell(format!("docker push acme/{name}:1"), format!("The push refers to repository [docker.io/acme/{name}]\ndenied: requested access to the resource is denied"), 1))).refused(),
        healthy("images that are up to date", each(|name| shell(format!("docker pull acme/{name}:1"), "Digest: sha256:4f2c9d\nStatus: Image is up to date", 0))),
        stuck("a hook that refuses every commit", in_turn(15, &["git commit -m 'Add carts'", "git commit -am 'Add carts'", "git commit -m 'feat: Add carts'", "git commit -m 'Add carts' --allow-empty", "git commit -F message.txt"], "✖   subject may not be empty [subject-empty]\n✖   type may not be empty [type-empty]\nhusky - commit-msg script failed (code 1)", 1)).refused(),
        healthy("commits of twelve parts", each(|name| shell(format!("git add {name} && git commit -qm 'Add {name}'"), "", 0))),
        stuck("a merge that is never finished", in_turn(12, &["git pull", "git merge origin/main", "git pull --rebase", "git checkout main", "git rebase origin/main"], "error: Pulling is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nfatal: Exiting because of an unresolved conflict.", 128)).refused(),
        healthy("tags that are pushed one by one", count(12, |n| shell(format!("git push origin v1.{n}.0"), format!("To github.com:acme/shop.git\n * [new tag]         v1.{n}.0 -> v1.{n}.0"), 0))),
        stuck("a token that has expired, before every command", ["gh pr list", "gh issue list", "gh repo view", "gh run list", "gh api user", "gh release list", "gh pr view 4", "gh issue view 7", "gh secret list", "gh variable list", "gh label list", "gh gist list", "gh workflow list", "gh pr status"]
            .map(|command| shell(command, "HTTP 401: Bad credentials (https://api.github.com/graphql)\nTry authenticating with:  gh auth login", 1)).to_vec()).refused(),
        healthy("issues that are closed one by one", count(14, |n| shell(format!("gh issue close {n}"), "✓ Closed issue (Clean up)", 0))),
    ]
}
