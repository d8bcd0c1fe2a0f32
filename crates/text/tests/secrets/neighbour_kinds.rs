//! Kinds of the same families as those of `outsider_kinds` that leaked, written down before the rules were mended: outputs
//! of commands that print secrets, arguments of calls, phrases of words, other languages. 88 of 114 leaked.

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;

/// One text a line, filled in as in `kinds::LINES`; `¶` stands for a line end.
const LINES: &str = r##"
$ printenv STRIPE_WEBHOOK_SECRET¶{h48}
$ printenv DB_PASS¶{p6}-{d2}{p6}
$ echo $GITHUB_PAT¶{a36}
$ echo "$JWT_SECRET"¶{b40}=
~/shop $ heroku config:get SESSION_SECRET -a shop¶{h64}
user@host:~$ vault kv get -field=password secret/shop¶{p6}{d2}{p5}
$ vault read -field=token auth/token/lookup-self¶{a26}
$ aws ssm get-parameter --name /shop/db/password --with-decryption --query Parameter.Value --output text¶{a20}
$ aws secretsmanager get-secret-value --secret-id shop/db --query SecretString --output text¶{p6}_{d2}{p6}
$ gcloud secrets versions access latest --secret=shop-db¶{a24}
$ az keyvault secret show --vault-name v --name db --query value -o tsv¶{a32}
$ az account get-access-token --query accessToken -o tsv¶{a120}
$ kubectl get secret shop -o jsonpath='{.data.token}' | base64 --decode¶{a40}
$ kubectl get secret db -o go-template='{{.data.password | base64decode}}'¶{p6}.{d2}{p6}
$ bw get password jenkins¶{p6}${d3};{p4}
$ gopass show -o work/vpn¶{p6}#{d3}!{p3}
$ lpass show --password mail¶{a18}
$ rbw get registry¶{p6}+{d2}{p5}
$ secret-tool lookup service vpn¶{p7}-{d3}
$ keyring get shop me¶{p6}_{d3}{p4}
$ git credential fill¶protocol=https¶host=example.org¶username=me¶password={a30}
$ npm config get //registry.npmjs.org/:_authToken¶{h40}
$ cat ~/.config/rails/credentials/production.key¶{h32}
$ cat .vault-token¶{a26}
$ cat /run/secrets/db_password¶{p6}@{d3}{p4}
$ doppler secrets get API_KEY --plain¶{a40}
$ pulumi config get dbPassword¶{p6}-{d2}{p6}
$ terraform output -raw db_password¶{a20}
$ terraform output db_password¶"{a20}"
$ openssl rand -base64 32¶{b43}=
$ pwgen -s 20 1¶{a20}
$ uuidgen > /dev/null; docker exec db cat /var/lib/secret/admin-password¶{p6}.{d2}{p6}
+ printenv SIGNING_KEY¶{h64}
printf 'AUTH %s\r\n' {p6}{d2}{p5} | nc cache 6379
printf "AUTH me {p6}{d2}{p5}\r\nGET a\r\n" | nc cache 6379
(echo "AUTH {p6}{d2}{p6}"; echo "KEYS *") | redis-cli
*2\r\n$4\r\nAUTH\r\n$14\r\n{p6}{d2}{p6}\r\n
expect "Password:"¶send -- "{p6}.{d2}{p6}\r"
expect -re "assphrase.*:"¶send "{p6}-{d2}{p6}\n"
child.expect("Password:")¶child.sendline("{p6}-{d2}{p6}")
passphrase: "{s5} {s6} {s5} {s7}"
"passphrase": "{s6} {s5} {s6}"
password: "{s6} {s2} {s6}"
password: >-¶  {s6} {s7} {s5}¶port: 25
passphrase: |¶    {s6} {s7}¶    {s8} {s5}¶port: 25
url=jdbc:oracle:thin:shop/{p6}-{d2}{p5}@//db.example.org:1521/SHOP
jdbc:oracle:thin:shop/{p6}_{d2}{p5}@(DESCRIPTION=(ADDRESS=(HOST=db)))
sqlplus -S shop/{p6}{d2}{p5}@//db:1521/SHOP
APP_KEY=base64:{b43}=
'key' => 'base64:{b43}='
Could not parse url 'mysql//shop:{p6}_{d2}{p5}@db.example.org/shop'
invalid connection string: shop:{p6}_{d2}{p5}@db-2.internal/shop
new Sequelize('shop', 'app', '{p6}_{d2}{p6}', { dialect: 'mysql' })
new mysqli($host, 'shop', '{p6}.{d2}{p6}', 'shop')
pymysql.connect("db", "shop", "{p6}-{d2}{p6}", "shop")
MySQLdb.connect('localhost', 'shop', '{p6}-{d2}{p6}', 'shop')
ftp.login("deploy", "{p6}_{d2}{p4}")
imap.login('jane', '{p6}-{d2}{p6}')
server.login("mailer", "{p6}_{d2}{p4}")
db.auth("app", "{p6}-{d2}{p6}")
jwt.sign(payload, "{a32}")
jwt.verify(token, '{a32}', done)
jwt.encode({"sub": 1}, "{a32}", algorithm="HS256")
Jwts.builder().signWith(SignatureAlgorithm.HS256, "{a40}")
crypto.createHmac('sha256', '{a32}')
hmac.new(b"{a32}", body, hashlib.sha256)
Fernet(b"{a43}=")
session({ secret: ["{a32}"] })
cookieParser("{a32}")
new Redis(6379, "cache", { password: "{p6}-{d2}{p6}" })
Stripe("{a32}")
OpenAI(api_key="{a40}")
EXEC sp_addlogin 'shop', '{p6}-{d2}{p6}'
ATTACH DATABASE 'a.db' AS a KEY '{p6}-{d2}{p6}';
Passwort: {p6}-{d2}{p6}
Kennwort: {p6}-{d2}{p6}
Zugangsdaten: Benutzer app, Passwort {p6}-{d2}{p6}
mot de passe : {p6}-{d2}{p6}
Le mot de passe est {p6}-{d2}{p6}.
contraseña: {p6}-{d2}{p6}
clave: {a24}
hasło: {p6}-{d2}{p6}
wachtwoord: {p6}-{d2}{p6}
senha: {p6}-{d2}{p6}
пароль: {p6}-{d2}{p6}
Seed phrase: {s6} {s5} {s7} {s6} {s5} {s6} {s7} {s5} {s6} {s5} {s6} {s7}
mnemonic: {s6} {s5} {s7} {s6} {s5} {s6} {s7} {s5} {s6} {s5} {s6} {s7}
Recovery phrase:¶  1. {s6}¶  2. {s5}¶  3. {s7}¶  4. {s6}¶  5. {s5}¶  6. {s6}¶  7. {s7}¶  8. {s5}¶  9. {s6}¶  10. {s5}¶  11. {s6}¶  12. {s7}
Your secret recovery phrase is {s6} {s5} {s7} {s6} {s5} {s6} {s7} {s5} {s6} {s5} {s6} {s7}
shop:$2b$12${a53}
jane:$apr1${a8}${a22}:
postgres:$6${a16}${a86}:19800:0:99999:7:::
password_hash: $argon2id$v=19$m=65536,t=3,p=4${b22}${b43}
ya29.c.{a120}
https://prod-12.westeurope.logic.azure.com:443/workflows/0a1b2c3d4e5f60718293a4b5c6d7e8f9/triggers/manual/paths/invoke?api-version=2016-10-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig={a43}
https://defaulta1b2.12.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/0a1b2c3d4e5f60718293a4b5c6d7e8f9/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig={a43}
PuTTY-User-Key-File-3: ssh-ed25519¶Encryption: none¶Comment: me¶Public-Lines: 2¶AAAAC3NzaC1lZDI1NTE5AAAAIA¶abc=¶Private-Lines: 1¶{b64}¶Private-MAC: 00
curl -X POST https://api.twilio.com/2010-04-01/Accounts/AC0a1b/Messages.json -u AC0a1b2c3d4e5f60718293a4b5c6d7e8f9:{h32}
TWILIO_AUTH_TOKEN={h32}
bkpat_{h40}
nfu_{a36}
phc_{a43} is public; phs_{a43}
LTAI5t{a18} secret {a30}
https://api.pushover.net/1/messages.json?token={l30}&user=me
ntfy publish --token tk_{l29} alerts done
curl -H "Authorization: Bot {a24}.{a6}.{a38}" https://discord.com/api/v10/users/@me
gitlab-runner register --registration-token {a20} --url https://git.example.org
{"name":"login","arguments":{"user":"me","pin":"1234","pwd":"{p6}-{d2}"}}
{"name":"ssh_connect","arguments":{"host":"h","auth":{"user":"me","pass":"{p6}-{d2}{p4}"}}}
{"name":"fill_form","arguments":{"fields":[{"label":"Passphrase","text":"{p6}-{d2}{p6}"}]}}
I rotated the key; the new one is {a40}.
The login for staging is jane / {p6}-{d2}{p6}.
You can log in with jane:{p6}-{d2}{p6} on staging.
sign in as jane using {p6}{d2}{p6} as the password
"##;

/// Kinds that are left, because no sign that is rare enough stands before them.
const LEFT: [&str; 8] = [
    "+ printenv SIGNING_KEY¶{h64}",
    "expect -re \"assphrase.*:\"¶send \"{p6}-{d2}{p6}\\n\"",
    "new mysqli($host, 'shop', '{p6}.{d2}{p6}', 'shop')",
    "Jwts.builder().signWith(SignatureAlgorithm.HS256, \"{a40}\")",
    "EXEC sp_addlogin 'shop', '{p6}-{d2}{p6}'",
    "ATTACH DATABASE 'a.db' AS a KEY '{p6}-{d2}{p6}';",
    "Your secret recovery phrase is {s6} {s5} {s7} {s6} {s5} {s6} {s7} {s5} {s6} {s5} {s6} {s7}",
    "sign in as jane using {p6}{d2}{p6} as the password",
];

#[test]
fn k03_neighbours_of_kinds_that_leaked() {
    let (kinds, leaking) = leaking_patterns("", LINES, seed());
    assert!(kinds >= 110, "{kinds}");
    assert_eq!(leaking, LEFT, "of {kinds} kinds");
}
