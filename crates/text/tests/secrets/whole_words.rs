//! Values with the signs of code, paths and references in them, behind keys that say what they are. `@` stands for the
//! secret.

use fusebox_text::redact;

const WORDS: [&str; 14] = [
    "Kx7m.Q2vL",
    "Kx7mQ2.vLp9Tz",
    "bQ4x.N7wZ.t2kR",
    "Kx7mQ2,vLp9Tz",
    "Kx7mQ(2vL)p9Tz",
    "Kx7mQ[2vL]p9Tz",
    "{m6dXBA}mE77N",
    "$Kx7mQ2vLp9Tz",
    "$ecretR99!x",
    "/wy5Dzm/Cc5G4R",
    "Kx7mQ2vL()",
    "(Kx7m)Q2vLp9",
    "Kx7mQ2;vLp9Tz",
    "-Kx7mQ2vLp9Tz",
];

/// Where any of these words is a secret.
const QUOTED: [&str; 6] = [
    "\"password\": \"@\"",
    "password = '@'",
    "DB_PASSWORD='@'",
    "connect(host=\"db\", password=\"@\")",
    "tool --password '@' run",
    "<password>@</password>",
];

/// Where a word without quotes is one.
const BARE: [&str; 5] = [
    "password: @",
    "  password: @",
    "The password is @ for now.",
    "client_secret: @",
    "Password: @",
];

const INNOCENTS: &str = r##"
password: config.database.password
password: settings.v2.PasswordField
password = getB2(x)
password = user.getV2Token
password: crypto.Sha256Sum
password = request.POST["password"]
password: make_password("x")
secret = hash256(base64)
token = jwt.v2.Claims
password: $DB_PASSWORD
password: $dbPass2
"password": "${DB_PASSWORD2}"
"password": "$DB_USER2:$DB_PASS2"
"password": "{{ vault.db2Password }}"
"password": "{DB_PASSWORD_V2}"
"password": "<your-password>"
"password": "<API_KEY_V2x>"
"password": "[REDACTED]"
"password": "(none)"
password: /run/secrets/db_password
password: /etc/app2/Password.txt
password_file: /opt/App2/conf/Db1.pwd
fn login(user: u8, password: u8, token: u16) {}
f(password=abc, user=me)
{password: pw1, other: pw2}
secret: db-credentials
client_secret: getV2secret
client_secret: see the vault
sshpass -p -oStrictHostKeyChecking=no
tool --password --verbose
password: e2eEnv.password,
password: s3Cfg.dbPass,
password: k8sCfg.password
password = K8sRef("db")
Reads the password from `ConfigService`.
The password comes from k8s-secrets.
PASS TC-00123
PASS CVE-2024-3094
"##;

#[test]
fn k03_signs_of_code_do_not_hide_a_password() {
    let mut leaking = Vec::new();
    for word in WORDS {
        let bare = BARE.iter().filter(|_| !word.starts_with(['-', '/', '(', '$']));
        for text in QUOTED.iter().chain(bare) {
            let text = text.replace('@', word);
            let rest = &word[word.len() - 4..];
            let clean = redact(&text);
            if clean.contains(word) || clean.contains(rest) {
                leaking.push(format!("{text} -> {clean}"));
            }
        }
    }
    assert!(leaking.is_empty(), "{leaking:#?}");
    for text in INNOCENTS.lines().filter(|line| !line.is_empty()) {
        assert_eq!(redact(text), text);
    }
}
