//! Kinds of secrets where programs are set up, signed in and deployed, written down before any rule was looked at.

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;

/// Tokens that their vendors mark, as in `kinds::TOKENS`.
const TOKENS: &str = "
sk-proj-{a48}T3BlbkFJ{a48}|sk-or-v1-{h64}|sk-ant-oat01-{a95}|sk-ant-admin01-{a93}|xai-{a80}|gsk_{a52}|r8_{a37}|hf_{a34}
tvly-dev-{a32}|pplx-{a48}|nvapi-{a64}|csk-{l48}|together_{a43}|fw_{a24}|sk-svcacct-{a80}|lsv2_pt_{h32}_{h10}
xoxb-{d12}-{d13}-{a24}|xoxp-{d12}-{d12}-{d13}-{h32}|xapp-1-A{u10}-{d13}-{h64}|xoxe.xoxp-1-{a150}|glpat-{a20}|glrt-{a20}
ghp_{a36}|gho_{a36}|github_pat_{a22}_{a59}|ghs_{a36}|npm_{a36}|pypi-AgEIcHlwaS5vcmc{a120}|dckr_pat_{a27}|rubygems_{h48}
SG.{a22}.{a43}|key-{h32}|whsec_{a32}|sk_test_{a24}|rk_live_{a24}|sq0csp-{a43}|sq0atp-{a22}|EAAAl{a59}|shpat_{h32}|shpss_{h32}
hvs.{a95}|hvb.{a150}|s.{a24}|dop_v1_{h64}|dp.st.prd.{a43}|dapi{h32}|glsa_{a32}_{h8}|glc_{a70}|lin_api_{a40}|ntn_{a46}
sntrys_eyJ{a140}|sntryu_{h64}|phx_{a43}|ATATT3xFfGF0{a180}|ATBB{a32}|AKIA{u16}|ASIA{u16}|AIza{a35}|GOCSPX-{a28}|ya29.a0{a120}
pul-{h40}|tfp_{a40}|{a14}.atlasv1.{a67}|rnd_{a32}|fo1_{a43}|nfp_{a36}|vcp_{a56}|sbp_{h40}|sb_secret_{a22}_{a8}|pscale_tkn_{a43}
figd_{a40}|PMAK-{h24}-{h34}|NRAK-{u27}|{h32}-us{d2}|{d10}:AA{a33}|AccountKey={b86}==|SharedAccessKey={b43}=|sig={a43}%3D
eyJhbGciOiJIUzI1NiJ9.eyJ{a60}.{a43}|AGE-SECRET-KEY-1{u58}|tskey-auth-{a17}-{a32}|tskey-client-{a17}-{a32}
oy2{l43}|CLOJARS_{l60}|cio{a32}|jsrp_{a40}|cfat_{a40}{h8}|v1.0-{h24}-{h146}|sha256~{a43}|LTAI{a20}|AKID{a32}|JDC_{u28}
secret-token:{a32}|apify_api_{a36}|bkua_{h40}|CCIPAT_{a22}_{h40}|ops_eyJ{a200}|doo_v1_{h64}|e2b_{h40}|esecret_{a26}
";

/// Whole lines, one a kind.
pub(crate) const LINES: &str = r##"
curl -u 'svc:{p6}{d4}' https://api.example.org/v2/items
curl --user svc:{p6}{d4} -O https://files.example.org/a.tgz
curl -sS --proxy-user corp:{p6}{d4} -x proxy:3128 https://example.org
curl -H 'Authorization: Digest username="me", realm="x", nonce="a", uri="/", response="{h32}"' https://example.org
curl -b 'sid={a32}; theme=dark' https://example.org/me
curl --cookie "JSESSIONID={h32}" https://example.org/me
curl --oauth2-bearer {a40} imaps://mail.example.org
curl -d 'grant_type=client_credentials&client_id=app&client_secret={a32}' https://id.example.org/token
curl --data-urlencode "password={p6}{d4}" https://example.org/login
curl -F token={a32} https://upload.example.org
curl --json '{"login":"me","password":"{p6}{d4}"}' https://example.org/session
curl "https://api.example.org/v1/geo?key={a32}&q=Oslo"
curl "https://maps.example.org/tiles?access_token={a40}"
http --auth-type=bearer --auth={a40} https://api.example.org
http -A bearer -a {a40} GET api.example.org/me
https api.example.org/me "Authorization:Bearer {a40}"
http POST api.example.org/login user=me pass={p6}{d4}
xh -a me:{p6}{d4} https://api.example.org
wget --http-user=me --http-password={p6}{d4} https://example.org/a
wget --header "Cookie: sessionid={l32}" https://example.org/a
Invoke-RestMethod -Uri https://x.org -Headers @{ Authorization = "Bearer {a40}" }
Invoke-WebRequest -Headers @{"X-API-Key"="{a32}"} -Uri https://x.org
iwr https://x.org -Headers @{'Private-Token'='{a20}'}
$headers = @{ "Authorization" = "Basic {a24}==" }
$cred = New-Object System.Management.Automation.PSCredential('me', (ConvertTo-SecureString '{p6}{d4}' -AsPlainText -Force))
$env:DB_PASSWORD = '{p6}{d4}'
[Environment]::SetEnvironmentVariable('API_TOKEN', '{a32}', 'User')
set DB_PASSWORD={p6}{d4}
set "SMTP_PASS={p6}{d4}"
set -gx OPENAI_API_KEY {a48}
set -Ux DB_PASSWORD '{p6}{d4}'
export PGPASSWORD='{p6}-{d4}'
env MYSQL_PWD={p6}{d4} mysqldump shop
docker run -d -e POSTGRES_PASSWORD={p6}{d4} postgres:16
docker run --env MINIO_ROOT_PASSWORD={p6}{d4} minio/minio
docker build --build-arg NPM_AUTH={a36} .
docker service create --env "REDIS_PASS={p6}{d4}" redis
ENV JWT_SECRET={a40}
ENV API_TOKEN {a32}
ARG GH_PAT={a36}
services:¶  db:¶    environment:¶      MYSQL_ROOT_PASSWORD: {p6}{d4}
    environment:¶      - RABBITMQ_DEFAULT_PASS={p6}{d4}
Environment="GRAFANA_ADMIN_PASSWORD={p6}{d4}"
Environment=SECRET_KEY={a40}
  env:¶    DEPLOY_TOKEN: {a32}¶  run: make deploy
      - run: echo "{a32}" | docker login ghcr.io -u me --password-stdin
        with:¶          password: {p6}{d4}
  password = "{p6}{d4}"¶  username = "admin"
variable "token" {¶  default = "{a32}"¶}
terraform apply -var db_password={p6}{d4} -auto-approve
terraform plan -var="api_token={a32}"
TF_VAR_db_password={p6}{d4} terraform apply
helm install shop ./chart --set auth.password={p6}{d4}
helm upgrade shop ./chart --set-string 'global.postgresql.auth.postgresPassword={p6}{d4}'
ansible-playbook site.yml -e "ansible_password={p6}{d4}"
ansible-playbook site.yml --extra-vars '{"db_pass":"{p6}{d4}"}'
web1 ansible_host=10.0.0.4 ansible_user=me ansible_ssh_pass={p6}{d4}
vault login {a28}
vault login hvs.{a95}
vault login -method=userpass username=me password={p6}{d4}
vault kv put secret/shop db_password={p6}{d4}
vault token lookup {a28}
vault operator unseal {b44}
Unseal Key 1: {b44}
Initial Root Token: hvs.{a24}
Key                  Value¶---                  -----¶token                hvs.{a24}
consul acl token read -secret-id={h8}-{h4}-{h4}-{h4}-{h12}
SecretID:         {h8}-{h4}-{h4}-{h4}-{h12}
Secret ID  = {h8}-{h4}-{h4}-{h4}-{h12}
Password for me: {p6}{d4}
Password for user postgres: {p6}{d4}
[sudo] password for me: {p6}{d4}
me@host's password: {p6}{d4}
Enter PEM pass phrase: {p6}{d4}
Enter PEM pass phrase:{p6}{d4}
Enter pass phrase for server.key: {p6}{d4}
Enter passphrase for key '/home/me/.ssh/id_ed25519': {p6}{d4}
New password: {p6}{d4}¶Retype new password: {p6}{d4}
Enter new UNIX password: {p6}{d4}
Enter Export Password: {p6}{d4}
Verifying - Enter Export Password: {p6}{d4}
Enter keystore password:  {p6}{d4}
$ createuser -P me¶Enter password for new role: {p6}{d4}
Login Password [anonymous]: {p6}{d4}
? Enter your API key: {a32}
? Paste your authentication token: {a36}
Paste an access token: {a36}
Token: {a36}
Your new password is: {p6}{d4}
Generated password: {p6}{d4}
A temporary password is generated for root@localhost: {a12}
Initial admin password: {h32}
Please use the following password to proceed to installation:¶¶{h32}
The generated password for the elastic user is {a20}
Password for the elastic user (reset with `bin/elasticsearch-reset-password -u elastic`):¶  {a20}
Password for the [elastic] user successfully reset.¶New value: {a20}
PASSWORD elastic = {a20}
psql -c "CREATE USER shop PASSWORD '{p6}{d4}'"
psql -c "ALTER USER shop WITH ENCRYPTED PASSWORD '{p6}{d4}'"
mysql -uroot -p{p6}{d4} shop
mysql --user=root --password={p6}{d4} -e 'show tables'
mysqladmin -u root password '{p6}{d4}'
mysqladmin -u root -p{p6}{d4} status
mariadb-dump -u shop -p'{p6}{d4}' shop
redis-cli -h r -a {p6}{d4} ping
redis-cli -u redis://default:{p6}{d4}@r:6379/0
CONFIG SET requirepass {p6}{d4}
AUTH default {p6}{d4}
mongosh --username root --password {p6}{d4} --authenticationDatabase admin
db.createUser({user: "me", pwd: "{p6}{d4}", roles: []})
db.auth("me", "{p6}{d4}")
sshpass -p {p6}{d4} ssh me@host
sshpass -p'{p6}{d4}' scp a me@host:
SSHPASS={p6}{d4} sshpass -e ssh me@host
plink -ssh me@host -pw {p6}{d4} uptime
lftp -u me,{p6}{d4} sftp://host
lftp -e 'open -u me,{p6}{d4} host; ls; bye'
ncftpput -u me -p {p6}{d4} host / a
ftp://me:{p6}{d4}@host/pub
sftp://me:{p6}{d4}@host:2222/
smb://corp;me:{p6}{d4}@host/share
ldap://cn=admin:{p6}{d4}@host
ldaps://me:{p6}{d4}@host:636
postgres://me:{p6}{d4}@host:5432/shop?sslmode=require
postgresql+asyncpg://me:{p6}{d4}@host/shop
mysql+pymysql://me:{p6}{d4}@host/shop
mssql+pyodbc://sa:{p6}{d4}@host/shop?driver=ODBC
mongodb+srv://me:{p6}{d4}@c0.abc.mongodb.net/shop
redis://:{p6}{d4}@host:6379
rediss://default:{p6}{d4}@host:6380/1
amqps://me:{p6}{d4}@host/vhost
mqtt://me:{p6}{d4}@host:1883
nats://me:{p6}{d4}@host:4222
kafka+ssl://me:{p6}{d4}@host:9092
clickhouse://me:{p6}{d4}@host:9000/shop
cockroachdb://me:{p6}{d4}@host:26257/shop
snowflake://me:{p6}{d4}@acct/shop/public
bolt+s://neo4j:{p6}{d4}@host:7687
smtp://me%40example.org:{p6}{d4}@smtp.example.org:587
smtps://apikey:{a40}@smtp.example.org
imaps://me:{p6}{d4}@imap.example.org
socks5://me:{p6}{d4}@proxy:1080
https://oauth2:{a20}@gitlab.example.org/a/b.git
https://x-access-token:{a36}@github.com/a/b.git
https://{h32}@o1.ingest.sentry.io/123
svn co --username me --password {p6}{d4} https://svn.example.org/a
hg clone https://me:{p6}{d4}@hg.example.org/a
git -c http.extraHeader="Authorization: Basic {a24}==" fetch
git config --global credential.helper '!f() { echo "password={p6}{d4}"; }; f'
protocol=https¶host=git.example.org¶username=me¶password={p6}{d4}
machine git.example.org¶login me¶password {p6}{d4}
machine api.heroku.com¶  login me@x.org¶  password {h8}-{h4}-{h4}-{h4}-{h12}
default login anonymous password {p6}{d4}
db.example.org:5432:shop:me:{p6}{d4}
*:*:*:postgres:{p6}{d4}
//npm.example.org/:_authToken={h8}-{h4}-{h4}-{h4}-{h12}
_auth={b32}=
npm config set //registry.npmjs.org/:_authToken {a36}
npmAuthToken: {a36}
yarn config set npmAuthToken {a36}
yarn config set 'npmRegistries["https://x.org"].npmAuthToken' {a36}
pnpm config set //x.org/:_authToken={a36}
[global]¶index-url = https://me:{p6}{d4}@pypi.example.org/simple
extra-index-url = https://__token__:{a40}@pypi.example.org/simple
--extra-index-url https://{a32}@pypi.example.org/simple/
UV_INDEX_CORP_PASSWORD={p6}{d4}
[[tool.uv.index]]¶url = "https://me:{p6}{d4}@pypi.example.org/simple"
[http-basic.corp]¶username = "me"¶password = "{p6}{d4}"
poetry config pypi-token.pypi {a60}
BUNDLE_GEMS__EXAMPLE__ORG: "me:{p6}{d4}"
bundle config gems.contribsys.com {h8}:{h12}
gem sources --add https://{a20}@rubygems.pkg.github.com/x
:rubygems_api_key: rubygems_{h48}
<server><id>nexus</id><username>ci</username><password>{p6}{d4}</password></server>
  <passphrase>{p6}{d4}</passphrase>
<add key="ClearTextPassword" value="{p6}{d4}" />
nuget push a.nupkg -ApiKey {l46}
dotnet nuget push a.nupkg --api-key {l46} --source nuget
dotnet user-secrets set "Smtp:Password" "{p6}{d4}"
sbt -Dsonatype.password={p6}{d4} publish
signing.password={p6}{d4}
storePassword={p6}{d4}¶keyPassword={p6}{d4}
cargo publish --token {a35}
[registry]¶token = "{a35}"
{"http-basic":{"repo.example.org":{"username":"me","password":"{p6}{d4}"}}}
{"github-oauth":{"github.com":"{a40}"}}
{"auths":{"ghcr.io":{"auth":"{b48}"}}}
{"auths":{"https://index.docker.io/v1/":{"username":"me","password":"{p6}{d4}"}}}
{"auths":{"x.org":{"identitytoken":"{a60}"}}}
users:¶- name: admin¶  user:¶    token: {a60}
    client-key-data: {b120}
    client-certificate-data: LS0tLS1C{b40}¶    client-key-data: LS0tLS1CRUdJTiB{b80}
data:¶  password: {b20}==¶kind: Secret
stringData:¶  api-key: {a32}
kubectl config set-credentials me --token={a60}
kubectl create secret generic api --from-literal=token={a32}
kubectl --token={a60} get pods
oc login -u me -p {p6}{d4} https://api.example.org:6443
kubeadm join 10.0.0.1:6443 --token {l6}.{l16} --discovery-token-ca-cert-hash sha256:00
k3s agent --token K10{h64}::server:{h32}
Set-Cookie: sessionid={l32}; Path=/; HttpOnly; SameSite=Lax
< set-cookie: __Secure-next-auth.session-token={a60}; Path=/
Cookie: csrftoken={a64}; sessionid={l32}
> Authorization: Bearer {a40}
> X-Auth-Token: {a32}
Authorization: AWS4-HMAC-SHA256 Credential=AKIA/x, SignedHeaders=host, Signature={h64}
Authorization: OAuth oauth_consumer_key="a", oauth_token="{a40}", oauth_signature="{b27}%3D"
Authorization: ApiKey {b60}==
Authorization: Splunk {h8}-{h4}-{h4}-{h4}-{h12}
Authorization: SSWS 00{a40}
Authorization: GenieKey {h8}-{h4}-{h4}-{h4}-{h12}
"authorization": ["Bearer {a40}"]
{"headers":{"authorization":"Token {h40}"}}
headers = {"x-api-key": "{a32}"}
headers={'Authorization': 'Bearer {a40}'}
req.Header.Set("X-Api-Key", "{a32}")
request.setRequestHeader('Authorization', 'Bearer {a40}')
.header("apikey", "{a40}")
Server=tcp:h.database.windows.net,1433;Initial Catalog=d;User ID=me;Password={p6}{d4};Encrypt=True;
Data Source=h;Initial Catalog=d;uid=sa;pwd={p6}{d4}
Driver={ODBC Driver 18 for SQL Server};Server=h;UID=sa;PWD={p6}{d4}
Provider=SQLOLEDB;Data Source=h;User Id=me;Password={p6}{d4}
jdbc:postgresql://h/shop?user=me&password={p6}{d4}
jdbc:sqlserver://h:1433;databaseName=d;user=sa;password={p6}{d4}
jdbc:oracle:thin:me/{p6}{d4}@//h:1521/XE
jdbc:mysql://me:{p6}{d4}@h/shop
Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={b43}=
DefaultEndpointsProtocol=https;AccountName=a;AccountKey={b86}==;EndpointSuffix=core.windows.net
HostName=x.azure-devices.net;DeviceId=d;SharedAccessKey={b43}=
InstrumentationKey={h8}-{h4}-{h4}-{h4}-{h12};IngestionEndpoint=https://x
https://a.blob.core.windows.net/c/f?sp=r&st=2026-01-01&se=2027-01-01&sv=2024-11-04&sr=b&sig={a42}%3D
https://b.s3.amazonaws.com/f?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=3600&X-Amz-Signature={h64}
https://b.s3.amazonaws.com/f?AWSAccessKeyId=AKIA&Expires=1700000000&Signature={a26}%3D
https://storage.googleapis.com/b/f?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Signature={h512}
https://b.oss-eu-central-1.aliyuncs.com/f?OSSAccessKeyId=a&Expires=1&Signature={a26}%3D
https://b.cos.eu-frankfurt.myqcloud.com/f?q-sign-algorithm=sha1&q-ak=a&q-signature={h40}
https://d111.cloudfront.net/f?Expires=1&Signature={a200}&Key-Pair-Id=K2
https://b.r2.cloudflarestorage.com/f?X-Amz-Signature={h64}
https://files.example.org/f?token={a40}&expires=1700000000
https://example.org/invite/accept?invitation_token={a20}
https://example.org/password/edit?reset_password_token={a20}
https://hooks.zapier.com/hooks/catch/{d7}/{l7}{l12}/
https://discordapp.com/api/webhooks/{d18}/{a68}
https://outlook.office.com/webhook/{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/{h32}/{h8}
https://chat.googleapis.com/v1/spaces/AAA/messages?key=AIza{a35}&token={a43}
https://api.telegram.org/bot{d10}:AA{a33}/sendMessage
https://prod-12.westeurope.logic.azure.com/workflows/x/triggers/manual/paths/invoke?sp=a&sv=1.0&sig={a43}
otpauth://totp/Example:me@example.org?secret={u32}&issuer=Example
otpauth://hotp/me?secret={u16}&counter=1
Setup key: {u4} {u4} {u4} {u4} {u4} {u4} {u4} {u4}
Your secret key is: {u16}
Recovery codes:¶{l5}-{l5}¶{l5}-{l5}¶{l5}-{l5}
Backup codes: {d8} {d8} {d8} {d8}
Emergency scratch codes:¶  {d8}¶  {d8}
Unseal Key (will not be printed again): {b44}
Recovery Key 1: {b44}
BitLocker recovery key: {d6}-{d6}-{d6}-{d6}-{d6}-{d6}-{d6}-{d6}
FileVault recovery key = '{u4}-{u4}-{u4}-{u4}-{u4}-{u4}'
PresharedKey = {b43}=
PrivateKey = {b43}=
$ wg genkey¶{b43}=
$ openssl rand -base64 32¶{b43}=
$ openssl rand -hex 32¶{h64}
$ pwgen -s 24 1¶{a24}
$ age-keygen¶AGE-SECRET-KEY-1{u58}
# public key: age1abc¶AGE-SECRET-KEY-1{u58}
network={¶ ssid="cafe"¶ psk={h64}¶}
[wifi-security]¶key-mgmt=wpa-psk¶psk={p6}{d4}
wpa_passphrase=cafe{d8}{a4}
option key '{p6}{d4}'
{"kty":"RSA","n":"abc","e":"AQAB","d":"{a86}"}
{"kty":"OKP","crv":"Ed25519","x":"abc","d":"{a43}"}
{"kty":"oct","k":"{a43}","alg":"HS256"}
{"type":"service_account","private_key_id":"{h40}","private_key":"-----BEGIN PRIVATE KEY-----\n{b64}\n{b64}\n-----END PRIVATE KEY-----\n"}
PRIVATE_KEY="-----BEGIN EC PRIVATE KEY-----\n{b64}\n{b64}\n-----END EC PRIVATE KEY-----"
$ANSIBLE_VAULT;1.1;AES256¶{h80}¶{h80}
  password: !vault |¶    $ANSIBLE_VAULT;1.1;AES256¶    {h80}
me:$6${a16}${a86}:19000:0:99999:7:::
root:$y$j9T${a22}${a43}:19000:::::
admin:$apr1${a8}${a22}
INSERT INTO users VALUES (1,'me','$2b$12${a53}');
COPY users FROM stdin;¶1	me	$argon2id$v=19$m=65536,t=3,p=4${a22}${a43}
password_hash: pbkdf2_sha256$600000${a22}${a43}=
{"hash":"$scrypt$ln=16,r=8,p=1${a22}${a43}"}
SCRAM-SHA-256$4096:{b22}==${b43}=:{b43}=
ALTER ROLE me PASSWORD 'md5{h32}'
IDENTIFIED WITH mysql_native_password AS '*{x40}'
{SSHA}{b32}
userPassword: {SSHA}{b32}
userPassword:: {b44}
requirepass {p6}{d4}
masterauth {p6}{d4}
user default on >{p6}{d4} ~* +@all
rootpw {p6}{d4}
bindpw {p6}{d4}
smtp_password: '{p6}{d4}'
SMTP_AUTH_PASS="{p6}{d4}"
auth_pass {a8}
snmp-server community {p6}{d4} RO
enable secret 5 $1${a4}${a22}
username me password 7 {d14}
ppp chap password {p6}{d4}
radius-server key {p6}{d4}
secret = {p6}{d4} # freeradius
shared_secret: {p6}{d4}
ipsec: PSK "{p6}{d4}"
%any %any : PSK "{p6}{d4}"
me : EAP "{p6}{d4}"
credentials:¶  username: me¶  password: {p6}{d4}
{"name":"mcp__db__connect","input":{"dsn":"postgres://me:{p6}{d4}@h/shop"}}
{"name":"mcp__browser__fill","input":{"selector":"#password","value":"{p6}{d4}"}}
{"name":"mcp__http__request","input":{"headers":[{"name":"Authorization","value":"Bearer {a40}"}]}}
{"name":"mcp__ssh__exec","input":{"host":"h","user":"me","password":"{p6}{d4}"}}
{"name":"mcp__env__set","input":{"key":"API_TOKEN","value":"{a32}"}}
{"name":"mcp__vault__write","input":{"path":"secret/shop","data":{"password":"{p6}{d4}"}}}
{"mcpServers":{"x":{"command":"npx","args":["-y","x","--api-key","{a32}"]}}}
{"mcpServers":{"x":{"env":{"X_API_KEY":"{a32}"}}}}
{"mcpServers":{"x":{"url":"https://x.org/mcp?apiKey={a32}"}}}
["--token", "{a32}"]
["mysql", "-u", "root", "-p{p6}{d4}"]
subprocess.run(["sshpass", "-p", "{p6}{d4}", "ssh", "h"])
fusebox report blocked "the deploy needs the password {p6}{d4}, which the server refuses"
fusebox report blocked "login as me / {p6}{d4} fails"
fusebox report blocked "token {a36} has expired"
I logged in with the token `{a36}` and it worked.
I used the API key {a32} from the wiki.
The database password was changed to `{p6}{d4}`.
The password for the staging server is `{p6}{d4}`.
I set DB_PASSWORD={p6}{d4} in .env and restarted.
Use `{p6}{d4}` as the password.
Sign in as admin with password {p6}{d4}.
The root password (`{p6}{d4}`) no longer works.
credentials: admin / {p6}{d4}
Username: admin¶Password: {p6}{d4}
user=admin password={p6}{d4} host=h
ERROR 1045 (28000): Access denied, using password {p6}{d4}
Error: invalid API key: {a32}
openai.AuthenticationError: Incorrect API key provided: sk-{a48}
401 Unauthorized: token {a36} is revoked
KeyError: unknown token '{a36}'
fatal: Authentication failed for 'https://me:{p6}{d4}@git.example.org/a.git/'
connection to postgres://me:{p6}{d4}@h/shop failed: timeout
dial redis: redis://:{p6}{d4}@h:6379: i/o timeout
could not connect: user=me password={p6}{d4} host=h port=5432
+ export AWS_SECRET_ACCESS_KEY={b40}
+ curl -H 'Authorization: Bearer {a40}' https://x.org
$ printenv API_KEY¶{a32}
aws configure set aws_session_token {b200}
aws_access_key_id = AKIA{u16}¶aws_secret_access_key = {b40}
"SecretAccessKey": "{b40}"
"SessionToken": "{b200}"
"SecretString": "{\"username\":\"me\",\"password\":\"{p6}{d4}\"}"
aws iam create-login-profile --user-name me --password '{p6}{d4}'
aws cognito-idp admin-set-user-password --user-pool-id p --username me --password {p6}{d4}
aws lambda update-function-configuration --environment 'Variables={API_KEY={a32}}'
$ aws ecr get-login-password¶{b200}
gcloud auth print-access-token¶ya29.{a120}
gcloud compute ssh h --command "mysql -p{p6}{d4}"
az keyvault secret set --vault-name v --name db --value {p6}{d4}
az webapp config appsettings set --settings API_KEY={a32}
az ad sp create-for-rbac¶{"appId":"x","password":"{a34}","tenant":"t"}
doctl auth init -t dop_v1_{h64}
doctl auth init --access-token {h64}
flyctl auth token¶fo1_{a43}
$ heroku auth:token¶{h8}-{h4}-{h4}-{h4}-{h12}
hcloud context create x <<< {a64}
linode-cli --token {h64} linodes list
export HCLOUD_TOKEN="{a64}"
cf login -a https://x -u me -p {p6}{d4}
ibmcloud login --apikey {a44}
sentry-cli --auth-token {h64} releases list
snyk auth {h8}-{h4}-{h4}-{h4}-{h12}
ngrok authtoken {a27}_{a21}
stripe listen --api-key sk_test_{a24}
> Ready! Your webhook signing secret is whsec_{h64}
twilio login --auth-token {h32}
TWILIO_AUTH_TOKEN={h32}
SLACK_SIGNING_SECRET={h32}
datadog-agent configcheck DD_API_KEY={h32}
zip -P {p6}{d4} a.zip a
7z x -p{p6}{d4} a.7z
unzip -P {p6}{d4} a.zip
qpdf --password={p6}{d4} --decrypt a.pdf b.pdf
qpdf --encrypt {p6}{d4} {p6}{d4} 256 -- a.pdf b.pdf
openssl enc -d -aes-256-cbc -k {p6}{d4} -in a
openssl pkcs12 -in a.p12 -passin pass:{p6}{d4} -nodes
openssl aes-256-cbc -pass pass:{p6}{d4} -in a
openssl enc -aes-256-cbc -K {h64} -iv 0
gpg --pinentry-mode loopback --passphrase '{p6}{d4}' -s a
ssh-keygen -p -P {p6}{d4} -N {p6}{d4} -f k
cryptsetup open /dev/sdb1 x <<< '{p6}{d4}'
restic init --password-file <(echo {p6}{d4})
keepassxc-cli show a.kdbx x <<< '{p6}{d4}'
bw login me@x.org {p6}{d4}
BW_SESSION={b86}== bw list items
$ op signin --raw¶{a43}
pass insert -e x <<< {p6}{d4}
secret-tool store --label=x a b <<< {p6}{d4}
net use Z: \\h\s /user:me {p6}{d4}
wmic /node:h /user:me /password:{p6}{d4} os get
psexec \\h -u me -p {p6}{d4} cmd
runas /user:me cmd # password {p6}{d4}
evil-winrm -i h -u me -p '{p6}{d4}'
impacket-secretsdump corp/me:'{p6}{d4}'@h
crackmapexec smb h -u me -p {p6}{d4}
hydra -l me -p {p6}{d4} ssh://h
nmcli con modify x wifi-sec.psk {p6}{d4}
nmcli con modify x vpn.secrets "password={p6}{d4}"
iwctl --passphrase={p6}{d4} station wlan0 connect x
useradd -p '$6${a16}${a86}' me
usermod --password '$6${a16}${a86}' me
echo "me:{p6}{d4}" | sudo chpasswd
printf '{p6}{d4}\n{p6}{d4}\n' | passwd me
htpasswd -b -B /etc/nginx/htpasswd me {p6}{d4}
openssl passwd -6 {p6}{d4}
mkpasswd -m sha-512 {p6}{d4}
python -c "import hashlib; print(hashlib.sha256(b'{p6}{d4}').hexdigest())"
hmac.new(b"{a32}", msg, hashlib.sha256)
createHmac('sha256', '{a32}')
jwt.encode({"a": 1}, "{a32}", algorithm="HS256")
jwt.decode(token, "{a32}", algorithms=["HS256"])
Fernet("{a43}=")
Fernet(b"{a43}=")
boto3.client("s3", aws_access_key_id="AKIA", aws_secret_access_key="{b40}")
openai.api_key = "sk-{a48}"
client = OpenAI(api_key="{a48}")
stripe.api_key = 'sk_test_{a24}'
Stripe.apiKey = "rk_live_{a24}";
cloudinary://{d15}:{a27}@cloud
app.config["SECRET_KEY"] = "{a32}"
secret_key_base: {h128}
config.action_mailer.smtp_settings = { password: "{p6}{d4}" }
devise: config.pepper = '{h128}'
APP_KEY=base64:{b43}=
define( 'SECURE_AUTH_KEY', '{a64}' );
$databases['default']['default'] = ['username' => 'me', 'password' => '{p6}{d4}'];
$CFG->dbpass = '{p6}{d4}';
$wgDBpassword = "{p6}{d4}";
public $password = '{p6}{d4}';
"##;

/// What is left: a word that nothing tells from an ordinary one, or a place that no rule knows.
const LEFT: [&str; 6] = [
    "option key '{p6}{d4}'",
    "masterauth {p6}{d4}",
    "username me password 7 {d14}",
    "impacket-secretsdump corp/me:'{p6}{d4}'@h",
    "python -c \"import hashlib; print(hashlib.sha256(b'{p6}{d4}').hexdigest())\"",
    "devise: config.pepper = '{h128}'",
];

#[test]
fn k03_kinds_where_programs_are_set_up() {
    let (kinds, leaking) = leaking_patterns(TOKENS, LINES, seed());
    assert!(kinds >= 450, "{kinds}");
    assert_eq!(leaking, LEFT, "{} of {kinds} kinds", leaking.len());
}
