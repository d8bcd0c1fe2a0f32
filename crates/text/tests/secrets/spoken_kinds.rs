//! Kinds of secrets in the words of commands, protocols, comparisons and sentences, and texts in the same words that hold
//! none.

use fusebox_text::redact;

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;

/// One text a line, filled in as in `kinds::LINES`; `¶` stands for a line end.
const SECRETS: &str = r##"
argocd account update-password --current-password {a14} --new-password {a14}
argocd account update-password --account bob --current-password {a14} --new-password {a14}
redis-cli AUTH default {a14}
redis-cli -h db.internal AUTH {a14}
slappasswd -h '{SSHA}' -s {a14}
influx setup -f -u admin -p {a14} -o acme -b main
unrar x -hp{a14} backup.rar
snmpwalk -v2c -c {a12} 10.0.0.1
openssl dgst -sha256 -hmac {a14} release.tgz
openssl dgst -sha256 -mac HMAC -macopt hexkey:{h64} release.tgz
oathtool --totp -b {u32}
drush user:password admin {a14}
drush @prod user:password admin {a14}
erl -name shop@host -setcookie {u20}
iex --name shop@host --cookie {u20}
kubeadm join 10.0.0.1:6443 --control-plane --certificate-key {h64}
echo {a14} | openconnect --passwd-on-stdin vpn.example.org
I ran `echo "deploy:{a14}" | sudo chpasswd` and it failed.
+ sudo -S apt update <<< '{a14}'
"Cmd": [¶    "redis-server",¶    "--requirepass",¶    "{a14}"¶]
args:¶- --db-password¶- {a14}¶- --port
args:¶  - "--api-key"¶  - "{a24}"
["mysql", "-u", "root", "-p{a5}1{a8}"]
["-u", "root", "-p{a5}1{a8}"]
assert cfg.password == "{a6}1{a9}"
expect(user.password).toBe("{a6}1{a9}")
expect(user.apiKey).not.toEqual('{a32}');
assert '{a32}' == settings.secret_key
if config.db.password != "{a6}1{a9}" {
User { name: "bob", password: Some("{a6}1{a9}"), id: 4 }
Password = new SecureString("{a6}1{a9}")
crypt('{a6}1{a9}', gen_salt('bf'))
pgp_sym_encrypt('card', '{a6}1{a9}')
#0 /app/Db.php(12): PDO->__construct('mysql:host=db;d...', 'app', '{a6}1{a9}')
WiFi.begin("Home", "{a6}1{a9}")
Credentials("Nexus", "repo.example.org", "me", "{a6}1{a9}")
new ethers.Wallet("0x{h64}")
new OpenAI("{a40}")
REDIS_AUTH={a5}1{a8}
Environment=REDIS_AUTH={a5}1{a8}
DB_AUTH: {a5}1{a8}
authtok = {a14}
masterauth: {a14}
APP_KEYS={a24},{a24}
device_code={h40}
SAMLResponse={b60}
AppSKey = {h32}
SSLPassPhrase {a6}1{a7}
iface wlan0 inet dhcp¶    wpa-psk "{a6}1{a7}"
> PASS {a6}1{a9}
C: PASS {a6}1{a9}
USER bob¶PASS {a6}1{a9}
a1 LOGIN me {a6}1{a9}
a1 LOGIN "me@example.org" "{a6}1{a9}"
"AUTH" "app" "{a6}1{a9}"
+AUTH {a6}1{a9}
The credentials admin:{a5}1{a8} work on staging.
Auth as bob:{a5}1{a8} works.
I changed the password from {a5}1{a8} to {a5}2{a8}.
Das Passwort lautet {a5}1{a8}.
The key is nsec1{l5}4{l52}
alcht_{a32}
rootly_{h64}
"##;

/// The same words without a secret.
const INNOCENTS: &str = r##"
argocd account update-password --account bob
redis-cli AUTH
redis-cli --cookie-file jar.txt
bash -c 'make 2x4 check'
snmpwalk --help
openssl dgst -sha256 release.tgz
drush user:block admin
drush user:login admin 1234
claude --resume-session 0f8fad5b-d9cb-469f-a165-70867728950e
actions/cache --key Linux-node-20-968a85d1f1f8e5c6892747c9dc8b2910e57dd3e3
docker run -u root -p8080:80 app
["-u", "root", "-p8080:80"]
["-p", "8080:80", "-u", "root"]
args:¶- --token-file¶- /run/token¶- --port
args:¶- --no-password¶- --port
+ sudo apt update
echo hello2you | tee out.txt
assert token.kind == "identifier2"
assert token == "end2end"
expect(form.password).toBe(undefined)
expect(form.password).toBe("required")
expect(errors.password).toBe("Password is too short")
expect(session.token).toBe(res.body.token)
expect(token.type).toBe("STRING")
expect(input.type).toBe("password")
assert 'a3f5c1d2e4b6a7' == commit.short_id
if (e.key === 'F12' || event.key == "Enter2x") {
assert res.key == "users:v3:42"
assert len(password) == 12
Some("password") // the name of the field
password: Some(String::from(text))
password: Some("string")
crypt(password, gen_salt('bf'))
crypt('password', gen_salt('bf'))
PDO->__construct('mysql:host=db', 'app', NULL)
WiFi.begin("your-ssid", "your-password")
WiFi.begin(ssid, pass)
PG_AUTH=scram-sha-256
HTTP_AUTH=digest
AUTH_BACKEND=ldap2
AUTH_MODE=oauth2
DB_AUTH_SOURCE: admin2
DB_AUTH: ldap2
salt_version: 3006.1
salt = crypto.randomBytes(16)
wpa-psk enabled
SSLPassPhraseDialog builtin
device_code = response.device_code
appKeys: ["name", "version"]
PASS src/login.test.ts (5.123 s)
PASS src/login2.test.ts
PASS TestLogin1
PASS TestPasswordReset2FA
PASS browser_test_20240110
PASS LoginV2Handler
PASS: TestPasswordReset2FA
--- PASS: TestPasswordReset2FA (0.00s)
LOGIN page renders ok
a1 LOGIN page renders ok
AUTH module loaded v2x4
The credentials admin:admin work on staging.
Auth as of v2.4 works.
I changed the password test from login_v1 to login_v2.
I changed the password field from text2 to input3.
Das Passwort lautet immer anders.
"##;

#[test]
fn k03_kinds_in_the_words_of_commands_protocols_and_comparisons() {
    let (kinds, leaking) = leaking_patterns("", SECRETS, seed());
    assert!(kinds >= 60, "{kinds}");
    assert_eq!(leaking, [""; 0], "of {kinds} kinds");
}

#[test]
fn k03_the_same_words_without_a_secret_are_left() {
    for line in INNOCENTS.lines().filter(|line| !line.is_empty()) {
        let text = line.replace('¶', "\n");
        assert_eq!(redact(&text), text, "{line}");
    }
}
