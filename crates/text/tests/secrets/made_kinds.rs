//! Kinds of secrets of an author who had not seen the rules, and that were found when they were first tried: 230 of 674,
//! with passwords of three styles.

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;

/// One text a line, with the secret at each `¤`; `¶` stands for a line end.
const LINES: &str = r##"
curl -H "X-Api-Key: ¤" https://api.weather.example/v2/now
curl -H 'X-Vault-Token: ¤' -X LIST https://vault.example/v1/secret/metadata
replicaof 10.0.0.2 6379¶masterauth ¤
sentinel monitor mymaster 10.0.0.3 6379 2¶sentinel auth-pass mymaster ¤
INSERT INTO settings (name, value) VALUES ('smtp_password', '¤');
SELECT pgp_sym_decrypt(card, '¤') FROM payments LIMIT 1;
UPDATE users SET pw = crypt('¤', gen_salt('bf')) WHERE email = 'a@b.example';
TF_VAR_registry_token=¤ terraform plan
location /api {¶  proxy_set_header X-Internal-Secret "¤";¶  proxy_pass http://backend;¶}
proxy_set_header Authorization "Bearer ¤";
secure_link_md5 "$secure_link_expires$uri ¤";
olcRootDN: cn=admin,dc=example,dc=org¶olcRootPW: ¤
ldap_default_bind_dn = cn=svc,dc=ex¶ldap_default_authtok = ¤
^login.example.org:bob:¤
doveadm user add -p ¤ bob@example.org
remoteuser = bob¶remotepass = ¤
[wifi-security]¶key-mgmt=wpa-psk¶psk=¤
[Peer]¶Endpoint = vpn.example:51820¶PresharedKey = ¤
[Interface]¶PrivateKey = ¤¶Address = 10.9.0.2/32
# client  server  secret  addresses¶bob       *       ¤   *
cat > /etc/openvpn/auth.txt <<EOT¶vpnuser¶¤¶EOT
enable secret 0 ¤¶username admin privilege 15 secret 0 ¤
rocommunity ¤ 10.0.0.0/8
createUser monitor SHA "¤" AES
set system root-authentication plain-text-password-value "¤"
tacacs-server key ¤
neighbor 10.0.0.9 remote-as 65001¶neighbor 10.0.0.9 password ¤
ip ospf message-digest-key 1 md5 ¤
net {¶  cram-hmac-alg sha1;¶  shared-secret "¤";¶}
/usr/lib/gnupg/gpg-preset-passphrase --preset -P ¤ 5BAA61E4C9B93F3F
$env:AZDO_PAT = "¤"
username=bob¶password=¤¶domain=CORP
[nas]¶type = webdav¶user = bob¶pass = ¤
access_key = AKREADER¶secret_key = ¤
[default]¶aws_access_key_id = EXAMPLEID¶aws_secret_access_key = ¤
aws configure set aws_secret_access_key ¤ --profile ci
vault login ¤
circleci context store-secret github acme prod DB_PASS ¤
travis encrypt MY_SECRET_ENV=¤ --add env.global
new UsernamePasswordCredentialsImpl(CredentialsScope.GLOBAL, "nexus", "Nexus", "deploy", "¤")
signing.keyId=24875D73¶signing.password=¤
//npm.corp.example/:username=ci¶//npm.corp.example/:_password=¤
//registry.corp.example/:_authToken=¤
cargo login ¤
{"Jwt": {"Issuer": "acme", "SigningKey": "¤"}}
<machineKey validationKey="¤" validation="SHA1" />
@Value("${jwt.secret:¤}")¶private String jwtSecret;
SecretKeySpec k = new SecretKeySpec("¤".getBytes(), "HmacSHA256");
props.put("mail.smtp.password", "¤");
request.withHeaders(Authorization(BasicCredentials("bob", "¤")))
ftp = ftplib.FTP("ftp.example.org", "bob", "¤")
sig = hmac.new(b"¤", body, hashlib.sha256).hexdigest()
f = Fernet(b"¤")
password = os.environ.get("DB_PASSWORD", "¤")
ssh.connect("10.0.0.7", 22, "root", "¤")
if request.headers.get("X-Admin-Token") != "¤": abort(403)
User.objects.create_superuser("admin", "a@b.example", "¤")
hashed = pwd_context.hash("¤")
keyring.set_password("backup", "bob", "¤")
const apiKey = '¤';
app.use(cookieParser('¤'));
crypto.createHmac('sha256', '¤').update(body).digest('hex')
const key = crypto.scryptSync('¤', 'salt', 32);
const hash = await bcrypt.hash('¤', 10);
const stripe = require('stripe')('¤');
const client = require('twilio')('AC0001', '¤');
localStorage.setItem('access_token', '¤');
document.cookie = "session_id=¤; path=/; Secure";
await signInWithEmailAndPassword(auth, 'a@b.example', '¤');
CryptoJS.AES.encrypt(text, '¤').toString()
export const env = z.object({ API_TOKEN: z.string().default("¤") });
req.Header.Set("X-Auth-Token", "¤")
mac := hmac.New(sha256.New, []byte("¤"))
signed, err := token.SignedString([]byte("¤"))
auth := smtp.PlainAuth("", "bob@example.org", "¤", "smtp.example.org")
const MASTER_KEY: &str = "¤";
let r = client.get(url).basic_auth("bob", Some("¤")).send()?;
let r = client.get(url).bearer_auth("¤").send()?;
let key = EncodingKey::from_secret("¤".as_ref());
let pw = env::var("DB_PASS").unwrap_or_else(|_| "¤".to_string());
request.basic_auth 'bob', '¤'
config.secret_key = '¤'
ActiveSupport::MessageVerifier.new('¤')
define( 'LOGGED_IN_SALT', '¤' );
echo password_hash('¤', PASSWORD_BCRYPT);
curl_setopt($ch, CURLOPT_USERPWD, "bob:¤");
APP_KEY=¤¶APP_DEBUG=true
var key = new SymmetricSecurityKey(Encoding.UTF8.GetBytes("¤"));
await userManager.CreateAsync(user, "¤");
[InlineData("bob", "¤")] // user name, password
if (strcmp(password, "¤") == 0) unlock();
mysql_real_connect(conn, "db", "app", "¤", "shop", 0, NULL, 0);
keychain.set("¤", forKey: "refreshToken")
erl -name a@host -setcookie ¤
local ok, err = red:auth("¤")
webopts = weboptions('Username','bob','Password','¤');
login_with_password "$USER" '¤'
git -c http.extraheader="PRIVATE-TOKEN: ¤" fetch
[auth]¶corp.prefix = hg.example¶corp.username = bob¶corp.password = ¤
https://store1.blob.core.windows.net/c/f?sv=2022-11-02&se=2026-01-01&sig=¤
POST https://hooks.chat.example/services/T0001/B0001/¤
$ argocd admin initial-password -n argocd¶¤
Error: invalid API key provided: ¤
X-CSRF-Token: ¤
Username          admin¶Password          ¤¶URL               https://panel.example
| user  | password |¶|-------|----------|¶| admin | ¤ |
NAME    SECRET¶web     ¤
HOME=/root¶VAULT_ROLE_ID=web¶VAULT_SECRET_ID=¤¶LANG=C
config/prod.yml:12:  secret_key_base: ¤
$ sops -d secrets.yaml¶slack: ¤
0 3 * * * BACKUP_KEY=¤ /opt/backup.sh
Use this API key for the tests: ¤
the token is ¤ and expires tomorrow
Set the webhook secret to `¤` in the dashboard.
The unlock code for the vault: ¤
Le mot de passe est ¤.
la contraseña es ¤
I put the new client secret below:¶¤
What's the admin password? It's ¤
The backup is encrypted with ¤, don't lose it.
| DB password | `¤` |
## Root password¶¶```¶¤¶```
<meta name="csrf-token" content="¤">
<env-entry><env-entry-name>apiKey</env-entry-name><env-entry-value>¤</env-entry-value></env-entry>
["api_secret", "¤"]
user	token¶bob	¤
password: &pw ¤
password: !!str ¤
bearer_token: ¤
d-i passwd/user-password password ¤
mosquitto_passwd -b /etc/mosquitto/pw dev ¤
neo4j-admin dbms set-initial-password ¤
"app" "¤"
cache_peer proxy.up parent 3128 0 login=bob:¤
socks5 10.0.0.1 1080 bob ¤
govc about -u 'admin:¤@vc.example'
/msg NickServ IDENTIFY ¤
USER bob¶331 Password required¶PASS ¤
a001 LOGIN bob ¤
TELEGRAM_BOT=¤ # bot token
static-auth-secret=¤
macaroon_secret_key: ¤
SIGNING_SALT_KEY = "¤"
AIRFLOW__CORE__FERNET_KEY=¤
User.find(1).update!(password: '¤', password_confirmation: '¤')
User::create(['email' => 'a@b.example', 'password' => Hash::make('¤')]);
(echo ¤; echo ¤) | smbpasswd -s -a bob
ngrok config add-authtoken ¤
users:¶- name: admin¶  user:¶    token: ¤
snyk auth ¤
bash <(curl -s https://codecov.io/bash) -t ¤
license_key: ¤
DBUser=zabbix¶DBPassword=¤
command[check_mysql]=/usr/lib/nagios/plugins/check_mysql -u mon -p ¤
SecretValue.unsafePlainText("¤")
param adminPassword string = '¤'
"adminPassword": { "type": "securestring", "defaultValue": "¤" }
services.nextcloud.config.adminpass = "¤";
DEPLOY_PASSWORD ?= ¤
set -gx ANTHROPIC_KEY ¤
$env.SERVICE_TOKEN = "¤"
Input Password    id:pwd    ¤
steamcmd +login bob ¤ +quit
rcon.password=¤¶enable-rcon=true
mcrcon -H mc1 -p ¤ list
key "rndc-key" {¶  algorithm hmac-sha256;¶  secret "¤";¶};
nsupdate -y hmac-sha256:ddns-key:¤ zone.txt
dns_ovh_application_secret = ¤
certbot register --eab-kid k1 --eab-hmac-key ¤
  network_key: ¤
appKey: "¤"
# /etc/stunnel/psk.txt¶client1:¤
# psk.txt: identifier and key¶10.0.0.1   ¤
key omapi_key { algorithm hmac-md5; secret ¤; };
MONITOR ups@localhost 1 monuser ¤ master
set superusers="root"¶password root ¤
open -u bob,¤ sftp://files.example
curlftpfs -o user=bob:¤ ftp.example /mnt
https://dav.example/ bob ¤
# virtual users: name, then password¶bob¶¤
prosodyctl register bob example.org ¤
ejabberdctl change_password bob example.org ¤
teamcity.auth.token ¤
conan user -p ¤ -r corp ci
[assembly: ApiKey("¤")]
@Credentials('bob', '¤')
m := map[string]string{"signing_key": "¤"}
m.insert("client_secret", "¤".to_owned());
buildConfigField("String", "API_SECRET", "\"¤\"")
USERS = [("bob", "¤")]  # name, password
'Basic ' + btoa('bob:¤')
base64.b64encode(b"bob:¤")
err := svc.Authenticate(ctx, "bob", "¤")
ks.load(in, "¤".toCharArray());
key = PBKDF2("¤", salt, dkLen=32)
OpenSSL::HMAC.hexdigest('SHA256', '¤', data)
hash_hmac('sha256', $body, '¤');
var aes = Rijndael.Create(); aes.Key = Encoding.ASCII.GetBytes("¤");
const token: string | undefined = '¤';
static var apiSecret: String { "¤" }
flag.String("admin-password", "¤", "password of the first admin")
headers["Authorization"] = f"Bearer ¤"
awk -v token=¤ '{print token}' in.txt
{"apps":[{"name":"x","env":{"COOKIE_KEY":"¤"}}]}
401 Unauthorized: token "¤" is expired
sqlalchemy.exc.ArgumentError: Could not parse URL from 'postgres//app:¤@db/shop'
* Server auth using Basic with user 'bob'¶> x-auth-token: ¤
Settings { user: "bob", api_token: Some("¤") }
    [api_secret] => ¤
E       assert 'x' == '¤'¶E        +  where '¤' = Settings().api_key
 id | login | api_token¶----+-------+------------------¶  1 | bob   | ¤
   id: 1¶login: bob¶  pwd: ¤
1) "user"¶2) "bob"¶3) "password"¶4) "¤"
# database password¶PGPW=¤
{"credentials":{"type":"basic","login":"bob","value":"¤"}}
secrets:¶  mail: ¤¶  shop: ¤
passwords:¶  bob: ¤
[tokens]¶ci = "¤"
[users]¶bob = ¤, admin
api_keys:¶  - ¤
API_TOKENS=¤,second
[security]¶admin_user = admin¶admin_password = """¤"""
basicauth {¶  bob ¤¶}
inline_string: "¤" # client secret
/vault unlock ¤
Creds for the demo tenant -> user: demo, pwd: ¤
Your verification code is ¤
Backup key: ¤ (store it offline)
// TODO remove hardcoded password ¤
-- password for reporting: ¤
"##;

/// What is left in every style: nothing says that it is a secret.
const LEFT: [&str; 18] = [
    r#"secure_link_md5 "$secure_link_expires$uri ¤";"#,
    r#"cat > /etc/openvpn/auth.txt <<EOT¶vpnuser¶¤¶EOT"#,
    r#"rocommunity ¤ 10.0.0.0/8"#,
    r#"const stripe = require('stripe')('¤');"#,
    r#"const client = require('twilio')('AC0001', '¤');"#,
    r#"ActiveSupport::MessageVerifier.new('¤')"#,
    r#"await userManager.CreateAsync(user, "¤");"#,
    r#"$ sops -d secrets.yaml¶slack: ¤"#,
    r#""app" "¤""#,
    r#"socks5 10.0.0.1 1080 bob ¤"#,
    r#"(echo ¤; echo ¤) | smbpasswd -s -a bob"#,
    r#"bash <(curl -s https://codecov.io/bash) -t ¤"#,
    r#"MONITOR ups@localhost 1 monuser ¤ master"#,
    r#"https://dav.example/ bob ¤"#,
    r#"base64.b64encode(b"bob:¤")"#,
    r#"ks.load(in, "¤".toCharArray());"#,
    r#"E       assert 'x' == '¤'¶E        +  where '¤' = Settings().api_key"#,
    r#"[users]¶bob = ¤, admin"#,
];
/// What is left where people choose the password.
const LEFT_CHOSEN: [&str; 8] = [
    r#"f = Fernet(b"¤")"#,
    r#"POST https://hooks.chat.example/services/T0001/B0001/¤"#,
    r#"Set the webhook secret to `¤` in the dashboard."#,
    r#"The backup is encrypted with ¤, don't lose it."#,
    r#"<env-entry><env-entry-name>apiKey</env-entry-name><env-entry-value>¤</env-entry-value></env-entry>"#,
    r#"key omapi_key { algorithm hmac-md5; secret ¤; };"#,
    r#"buildConfigField("String", "API_SECRET", "\"¤\"")"#,
    r#"API_TOKENS=¤,second"#,
];

#[test]
fn k03_words_that_are_made_as_secrets() {
    let styles =
        [("{a7}4kQ{a7}", &[][..]), ("{a9}-{a7}R7b{a7}", &[]), ("{p6}{p5}!{d4}", &LEFT_CHOSEN)];
    for (style, chosen) in styles {
        let lines = LINES.replace('¤', style);
        let (kinds, leaking) = leaking_patterns("", &lines, seed());
        assert!(kinds >= 200, "{kinds}");
        let leaking = leaking.iter().map(|line| line.replace(style, "¤"));
        let new: Vec<String> =
            leaking.filter(|line| !LEFT.iter().chain(chosen).any(|left| left == line)).collect();
        assert!(new.is_empty(), "{style}: {new:?} of {kinds} kinds");
    }
}
