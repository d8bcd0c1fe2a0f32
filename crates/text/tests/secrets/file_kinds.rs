//! Secrets in files, headers, URLs, code, arguments of tools and sentences: one kind a line, filled in as in
//! `kinds::LINES`; `¶` stands for a line end.

/// Tokens that their vendors mark, as in `kinds::TOKENS`.
pub(crate) const TOKENS: &str = "
amzn.mws.{h8}-{h4}-{h4}-{h4}-{h12}|amzn1.oa2-cs.v1.{h64}|aio_{a28}|mfa.{a84}|lip_{a20}|y0_{a55}|1000.{h32}.{h32}
pa-{a43}|BSA{a28}|os_v2_app_{l80}|syt_{a12}_{a20}_{a6}|vk1.a.{a180}|AKLT{a44}|plane_api_{h32}|snyk_uat.{h8}.{a90}
ucat_{u52}|dG9rO{b56}|{h36}NRAL|pk_prod_{u28}|secret-{a43}|live_{h35}|bce-v3/ALTAK-{a21}/{h40}
AAAAAAAAAAAAAAAAAAAAA{a80}|SWMTKN-1-{l50}-{l25}|bkaj_{a40}|nsct_{a40}|JDC_{u28}|FlyV1 fm2_{b110}
eyJ{a20}.{a80}.{a16}.{a120}.{a22}|eyJ{a20}..{a16}.{a120}.{a22}|oauth:{a28}42
";

/// Whole lines, one a kind.
pub(crate) const LINES: &str = r#"
machine example.org¶  login me¶  password {w12}
{"auths":{"registry.example.org":{"username":"me","password":"{w12}"}}}
users:¶- name: me¶  user:¶    token: {a40}
    password: {a11}7
_auth={b23}7
//registry.example.org/:_password="{b24}"
[pypi]¶username = me¶password = {a15}7
[global]¶index-url = https://me:{w12}@pypi.example.org/simple
<add key="Password" value="{b60}" />
<server><id>a</id><username>me</username><password>{w12}</password></server>
<server><id>a</id><passphrase>{w12}</passphrase></server>
<param-name>password</param-name><param-value>{w12}</param-value>
<param-name>dbPassword</param-name>¶    <param-value>{w12}</param-value>
<name>fs.s3a.secret.key</name><value>{a40}</value>
<property><name>javax.jdo.option.ConnectionPassword</name><value>{w12}</value></property>
signing.password={w12}
mavenPassword={w12}
systemProp.http.proxyPassword={w12}
credentials { username 'me'; password '{w12}' }
ansible_ssh_pass: {a12}7
ansible_become_password: "{w12}"
host1 ansible_host=10.0.0.1 ansible_password={w12}
host1 ansible_user=me ansible_ssh_pass={w12}
[Service]¶Environment="DB_PASSWORD={w12}"
Environment=API_TOKEN={w20} MODE=prod
0 3 * * * BACKUP_PW={w12} /usr/bin/backup
MAILPASS={w12}
ADMINPASS: {a11}7
POSTGRES_PASSWORD: {w12}
      MYSQL_ROOT_PASSWORD: {w12}
  GITHUB_TOKEN: {w24}
bindpw {w12}
rootpw --plaintext {w12}
rootpw {w12}
requirepass {w12}
[smtp.example.org]:587 me:{a15}7
variable "db_password" {¶  type = string¶  default = "{w12}"¶}
variable "api_token" {¶  default     = "{w20}"¶}
db_password = "{w12}"
{"ParameterKey": "DbPassword", "ParameterValue": "{w12}"}
--parameters ParameterKey=DbPassword,ParameterValue={w12}
MasterUserPassword: {a15}7
data:¶  password: {b21}7==
Server=db;Password='{w12}';Encrypt=true
Driver={ODBC Driver 18};UID=me;PWD={{a15}7};Server=db
Data Source=db;User ID=me;Password={w12}
jdbc:redshift://h:5439/shop;UID=me;PWD={w12}
jdbc:hive2://h:10000/;user=me;password={w12}
sqlserver://sa:{w12}@db:1433?database=shop
smtp://me%40example.org:{w12}@smtp.example.org:587
rediss://default:{w12}@cache.example.org:6379
socks5://me:{w12}@proxy:1080
http_proxy=http://me:{w12}@proxy:3128
git+https://me:{w12}@example.org/shop.git
otpauth://totp/shop:me?secret={u32}&issuer=shop
https://bucket.s3.amazonaws.com/a?X-Amz-Security-Token={a180}&X-Amz-Expires=60
https://a.blob.core.windows.net/a?sp=r&sig={a21}%2B{a20}%3D
https://d1.cloudfront.net/a?Expires=1&Signature={a60}~&Key-Pair-Id=K1
https://prod-01.westeurope.logic.azure.com/workflows/a/triggers/manual/paths/invoke?sp=a&sig={a43}
https://events.pagerduty.com/integration/{h32}/enqueue
https://hook.eu1.make.com/{l32}
https://oapi.dingtalk.com/robot/send?access_token={h64}
https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={h8}-{h4}-{h4}-{h4}-{h12}
https://chat.example.org/hooks/{a17}/{a43}
https://mattermost.example.org/hooks/{l26}
https://webexapis.com/v1/webhooks/incoming/{b76}
https://api.render.com/deploy/srv-{l20}?key={a11}
https://api.vercel.com/v1/integrations/deploy/prj_{a28}/{a10}
https://api.netlify.com/build_hooks/{h24}
https://media.guilded.gg/webhooks/{h8}-{h4}-{h4}-{h4}-{h12}/{a86}
https://ptb.discord.com/api/webhooks/{d18}/{a68}
https://firebasestorage.googleapis.com/a?alt=media&token={h8}-{h4}-{h4}-{h4}-{h12}
---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----¶{b70}¶---- END SSH2 ENCRYPTED PRIVATE KEY ----
-----BEGIN OpenVPN Static key V1-----¶{h32}¶{h32}¶-----END OpenVPN Static key V1-----
-----BEGIN ENCRYPTED PRIVATE KEY-----¶{b64}¶{b64}¶-----END ENCRYPTED PRIVATE KEY-----
"private_key": "-----BEGIN PRIVATE KEY-----\n{b64}\n{b64}\n-----END PRIVATE KEY-----\n"
     1→-----BEGIN EC PRIVATE KEY-----¶     2→{b64}¶     3→-----END EC PRIVATE KEY-----
KEY="-----BEGIN RSA PRIVATE KEY-----\\n{b64}\\n-----END RSA PRIVATE KEY-----"
Exported:¶-----BEGIN PGP PRIVATE KEY BLOCK-----¶¶{b64}¶-----END PGP PRIVATE KEY BLOCK-----
[Peer]¶PresharedKey={b43}=
X-Amz-Security-Token: {b200}
x-goog-api-key: {a39}
X-Auth-Key: {h37}
X-CSRF-Token: {a40}
X-Gitlab-Token: {w20}
Fastly-Key: {a31}7
DD-API-KEY: {h32}
DD-APPLICATION-KEY: {h40}
api-key: {h32}
apikey: {h32}
X-Shopify-Access-Token: {h32}
Sec-WebSocket-Protocol: bearer, {a40}7
os.environ["API_KEY"] = "{w20}"
os.environ['DB_PASSWORD'] = '{w12}'
app.config["SECRET_KEY"] = "{a32}"
process.env['API_TOKEN'] = '{w20}'
os.environ.setdefault("API_TOKEN", "{w20}")
os.Setenv("DB_PASSWORD", "{w12}")
std::env::set_var("API_KEY", "{w20}");
System.setProperty("db.password", "{w12}");
req.setHeader('X-Auth-Token', '{a24}')
define('DB_PASSWORD', '{w12}');
define( 'AUTH_KEY', '{b64}' );
const token = "{w24}";
const apiKey: string = "{w24}";
String password = "{w12}";
private static final String API_KEY = "{w24}";
requests.get(url, auth=("me", "{a12}"))
new Sequelize("shop", "me", null, { password: "{w12}" })
{ user: "me", pass: "{w12}" }
{"user": "me", "pass": "{w12}"}
:password => "{w12}"
password "{w12}"
@password = '{w12}'
$password = '{w12}';
'password' => env('DB_PASSWORD', '{w12}'),
secret = os.getenv("JWT_SECRET", "{w24}")
ENV.fetch("API_TOKEN", "{w20}")
process.env.API_KEY || "{w24}"
{"params":{"arguments":{"credentials":{"password":"{w12}"}}}}
{"arguments":{"auth":{"type":"basic","user":"me","pass":"{w12}"}}}
{"arguments":{"headers":{"X-Api-Key":"{w20}"}}}
{"arguments":{"env":[{"name":"API_KEY","value":"{w20}"}]}}
{"arguments":{"env":["API_KEY={w20}"]}}
{"command":"mysql","args":["-uroot","-p{w12}"]}
{"command":"curl","args":["--user","me:{w12}","https://example.org"]}
{"arguments":{"dsn":"postgres://me:{w12}@db/shop"}}
{"arguments":{"secrets":{"db":"{a15}7"}}}
{"arguments":{"passwords":["{w12}","{w12}"]}}
{"query":{"filter":{"sessionToken":"{w24}"}}}
{"request":{"body":"grant_type=password&username=me&password={w12}"}}
{"request":{"body":"{\"client_secret\":\"{w24}\"}"}}
{"old_string":"API_KEY=x","new_string":"API_KEY={w20}"}
{"content":"DB_PASSWORD={w12}\nMODE=prod"}
my password is {a11}7
The password for admin is {a11}7
password for me@example.org: {a11}7
pw: {a11}7
pass: {a11}7
use {a29}7 as the API key
The passphrase of the key is {a14}7
Please set API_KEY to {a23}7 and try again.
I exported STRIPE_KEY={a24} in the shell
the secret ({a29}7) has to be changed
fusebox report blocked "the vault wants {a29}7 as token"
fusebox report complete "set DB_PASSWORD to {a15}7"
fusebox report blocked 'login as me:{a15}7@db.example.org fails'
[2024-05-01] DEBUG headers={'Authorization': 'Bearer {a24}', 'Host': 'a'}
HTTPError: 401 for url: https://example.org/a?api_key={w24}
curl: (22) error 403 https://me:{w12}@example.org/a
{User:me Password:{a16} Host:db}
{Host:db Port:5432 User:me Password:{w12}}
&{Token:{w24} Retries:3}
Settings(db_password='{w12}', port=5432)
Settings { password: "{w12}", port: 5432 }
password=SecretStr('{w12}')
ConnectionInfo[user=me, password={w12}]
DB_PASSWORD -> {a15}7
| DB_PASSWORD | {a15}7 |
env: API_TOKEN={w20} HOME=/root
declare -x NPM_TOKEN="{w20}"
+ docker login -u me -p {w12} registry.example.org
+ export API_TOKEN={w20}
"#;
