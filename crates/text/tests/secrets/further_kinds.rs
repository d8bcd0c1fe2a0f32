//! More kinds of secrets: other vendors, other spellings of options, other formats and sentences.

/// Tokens that their vendors mark, as in `kinds::TOKENS`.
pub(crate) const TOKENS: &str = "
4b1d{a38}|dnkey-{l26}-{l52}|t1.9eue{a60}.{a86}|ZXlKaGJHY2lPaU{a80}|sc_{l20}.{l5}.acc_{l20}.{a60}
ext_{l20}.{l5}.acc-{l20}.{a60}|hf_{w34}|api_org_{w34}|s-s4t2ud-{h64}|fm1a_{b120}|fm1r_{b120}|fm2_{b110}
glc_{b60}|whsec_{b32}|BBDC-{b44}|ABSK{b120}|sk-ant-oat01-{a93}AA|sk-ant-sid01-{a86}|glpat-{a27}.01.{l9}
glrt-t1_{a27}.01.{l9}|dapi{h32}-2|dose{h32}|PMAT-{u26}|cal_live_{h32}|wandb_v1_{a40}|rpa_{u40}|sess-{a40}
NRJS-{h19}|pubkey-{h32}|xoxs-{d12}-{d12}-{d12}-{h40}|xoxr-1-{a40}|sgp_local_{h40}|sntrys_{b60}_{b43}
LTAI{a20}|EAAA{a60}|API-{u26}|{a3}7Q~{a32}|rzp_test_{a14}|sk_prod_{a28}|rk_test_{a28}|shpss_{h32}|lsv2_sk_{h32}_{h10}
xprv9s21ZrQH143K{a96}|figdh_{a40}|shptka_{h32}
";

/// Whole lines, one a kind; `¶` stands for a line end.
pub(crate) const LINES: &str = r#"
deploy --token={a24}
deploy --token {w20}
deploy --api-token="{w20}"
docker run -e PASSWORD={w12} shop
docker run --env db_password={w12} shop
docker run -e db_password={w12} shop
docker build --build-arg NPM_TOKEN={w20} .
docker build --build-arg npm_token={w20} .
docker service create --env "API_KEY={w16}" shop
kubectl create secret generic db --from-literal=password={w12}
kubectl create secret generic db --from-literal=api={w20}
kubectl create secret generic db --from-literal 'pin={w12}'
kubectl create secret docker-registry r --docker-password={w12}
gh secret set DEPLOY -b {w20}
gh secret set DEPLOY --body "{w20}"
gh secret set DEPLOY --body={w16}
echo {w16} | gh secret set DEPLOY
echo {w12} | docker login -u me --password-stdin
printf '%s' '{w12}' | docker login -u me --password-stdin
docker login -u me --password-stdin <<< {w12}
echo {w12} | sudo -S true
echo "me:{w12}" | chpasswd
chpasswd <<< "me:{w12}"
heroku config:set SESSION_SECRET={w20}
fly secrets set UPSTREAM={w20}
aws ssm put-parameter --name /shop/db --value {w16} --type SecureString
aws secretsmanager create-secret --name db --secret-string {w16}
aws secretsmanager put-secret-value --secret-id db --secret-string '{"password":"{w12}"}'
az keyvault secret set --vault-name v -n s --value {w16}
vault kv put secret/shop api={w20}
vault write auth/userpass/users/me password={w12}
consul kv put shop/password {w12}
npm config set //registry.npmjs.org/:_authToken {l36}
//registry.npmjs.org/:_authToken={l36}
//registry.example.org/:_password={w24}
pip install --index-url https://me:{w12}@pypi.example.org/simple shop
git remote add o https://oauth2:{w20}@gitlab.example.org/shop.git
git -c http.extraHeader="AUTHORIZATION: bearer {a24}" fetch
git config --global user.password {w12}
cargo login {a32}
wandb login {h40}
snyk auth {h8}-{h4}-{h4}-{h4}-{h12}
ngrok config add-authtoken {a49}
sentry-cli --auth-token {h64} releases list
netlify deploy --auth {a40}
vercel deploy --token {a24}
tailscale up --authkey {a30}
pulumi config set --secret dbPassword {w12}
mysqladmin -u root password {w12}
ansible-playbook -e "ansible_become_pass={w12}" site.yml
ansible-playbook --extra-vars 'db_password={w12}' site.yml
cmdkey /add:host /user:me /pass:{w12}
sqlplus me/{w12}@db
nmcli device wifi connect home password {w12}
security add-generic-password -a me -s shop -w {w12}
curl -d password={w12} https://example.org/login
curl -d 'user=me&password={w12}' https://example.org/login
curl -F token={w20} https://example.org/login
curl --data-urlencode "client_secret={w20}" https://example.org/token
curl -H "X-Auth-Token: {a24}" https://example.org
curl -H x-api-key:{a24} https://example.org
curl --oauth2-bearer {a30} https://example.org
curl -b "session={a32}" https://example.org
curl --cookie "sid={a32}; theme=dark" https://example.org
curl -d '{"user":"me","password":"{w12}"}' https://example.org
curl me:{a16}@example.org/reports
http POST example.org/login user=me password={w12}
http example.org X-Api-Key:{a24}
http example.org Authorization:"Bearer {a24}"
xh --bearer {a24} example.org
wget --header="Authorization: Token {a24}" https://example.org
wget --http-password={w12} https://example.org
wget --post-data="user=me&password={w12}" https://example.org
wget --post-data="password={w12}" https://example.org
https://example.org/a?api_key={w24}&q=1
https://example.org/a?access_token={w24}
https://maps.example.org/a?q=1&key={a39}
wss://example.org/socket?token={a30}
https://example.org/done#access_token={w30}&expires_in=3600
ftp://me:{w12}@example.org/a
smb://me:{w12}@host/share
mysql+pymysql://me:{w12}@db/shop
https://{h32}@o1.ingest.sentry.io/1
/callback?next=https%3A%2F%2Fexample.org%2F%3Ftoken%3D{a30}
body=%7B%22password%22%3A%22{w12}%22%7D
$env:API_TOKEN="{w20}"
$env:DB_PASSWORD = '{w12}'
$env:API_TOKEN={w20}
set DB_PASSWORD={w12}
set "DB_PASSWORD={w12}"
setx API_KEY {w20}
setx API_TOKEN "{w20}" /M
[Environment]::SetEnvironmentVariable("API_TOKEN", "{w20}", "User")
ConvertTo-SecureString "{w12}" -AsPlainText -Force
Connect-Shop -Password {w12} -Server db
msdeploy -dest:userName=me,password={w12},wmsvc=host
msbuild /p:Password={w12} shop.proj
set -gx GITHUB_TOKEN {w20}
set -x DB_PASSWORD {w12}
setenv API_TOKEN {w20}
$env.API_TOKEN = "{w20}"
declare -x API_TOKEN="{w20}"
Environment="API_TOKEN={w20}"
API_TOKEN := {w20}
ENV API_TOKEN {w20}
  - API_TOKEN={w20}
"Env": ["PATH=/bin", "API_TOKEN={w20}"]
    API_TOKEN: {a24}
env -u HOME API_TOKEN={w20} make
terraform apply -var db_password={w12}
terraform apply -var="db_password={w12}"
TF_VAR_db_password={w12} terraform apply
gradle publish -PrepoPassword={w12}
mvn deploy -Dpassword={w12}
java -Djavax.net.ssl.keyStorePassword={w12} -jar a.jar
dotnet user-secrets set "Db:Password" "{w12}"
dotnet nuget push a.nupkg -k {l46}
::set-output name=token::{a30}
::add-mask::{a30}
  password: {a16}
password={w12}
db.password={w12}
spring.datasource.password = {a16}
secret.key = {a24}
password = "{w12}"
<property name="password" value="{w12}"/>
<entry key="password">{w12}</entry>
<string name="api_key">{a24}</string>
<key>Password</key>¶<string>{w12}</string>
{"a": "{\\\"password\\\": \\\"{w12}\\\"}"}
{"a": "{\"token\": \"{w20}\"}"}
{"Password":"{w12}","Host":"db"}
{"username": "me", "pass": "{a16}"}
{"password": ["{w12}"]}
{"api_keys": ["{a32}", "{a32}"]}
{"headers": {"authorization": "Bearer {a24}"}}
{"headers": [["x-api-key", "{a32}"]]}
{"env": {"GITHUB_TOKEN": "{w24}"}}
{"name": "api_token", "type": "string", "value": "{w20}"}
{"key": "DB_PASSWORD", "value": "{w12}"}
{"secret_value": "{w16}"}
{"auth": {"type": "bearer", "bearer": "{a30}"}}
{"kty":"EC","crv":"P-256","d":"{a43}"}
{"kty":"oct","k":"{a43}"}
PrivateKey = {b43}=
PresharedKey = {b43}=
PRIVATE_KEY=0x{h64}
export MNEMONIC="{w6} {w7} {w9} {w5}"
Private-Lines: 2¶{b64}¶{b64}¶Private-MAC: 00
  .dockerconfigjson: {b80}
cookie: theme=dark; connect.sid=s%3A{a32}.{a43}
document.cookie = "token={a30}";
"Cookie": "sid={a32}; theme=dark"
'set-cookie': ['sid={a32}; Path=/']
PHPSESSID={l26}
ASP.NET_SessionId={l24}
XSRF-TOKEN={a40}
csrftoken={a32}
AccountEndpoint=https://shop.documents.azure.com:443/;AccountKey={b86}==;
cache.example.org:6380,password={w12},ssl=True
mongodb://me:{w12}@a.example.org,b.example.org/shop
jdbc:oracle:thin:me/{w12}@db:1521:shop
Driver={ODBC Driver 18};Server=db;UID=me;PWD={w12}
cloudinary://{d15}:{a27}@shop
export PASSWORD=\¶{w12}
password: |¶  {w16}
password: >-¶  {a16}
"password":¶  "{w12}"
PASSWORD='{w12}'"{w12}"
PASSWORD={w12}"{w12}"
--password="{w12}"'{w12}'
PASSWORD={w12}\ {w12}
Authorization: AWS4-HMAC-SHA256 Credential=me/20240501/eu/s3/aws4_request, SignedHeaders=host, Signature={h64}
Authorization: SSWS 00{a40}
Authorization: GenieKey {h8}-{h4}-{h4}-{h4}-{h12}
Authorization: Klaviyo-API-Key pk_{h34}
Authorization: OAuth oauth_consumer_key="a", oauth_token="{a40}"
Authorization: Digest username="me", response="{h32}"
Authorization: {a40}
authorization: sso-key {a12}:{a22}
I set the admin password to {a16} and restarted.
The password is `{a15}7`.
Log in with user admin and password {a16}.
The token {a30} was rejected.
I used the key {a32} from the mail.
Incorrect API key provided: {a32}.
invalid token '{a32}'
level=debug msg=login token={w24} user=me
[DEBUG] password={w12}
Config(user=me, password={a16}, url=db)
{User:me Password:{a16} Host:db}
psycopg2.OperationalError: connection to "postgresql://me:{w12}@db/shop" failed
fatal: Authentication failed for 'https://me:{w20}@example.org/shop.git/'
fusebox report blocked "cannot log in at https://me:{w12}@example.org"
fusebox report blocked 'the API answers 401 for token {a32}'
fusebox report blocked "login with password={w12} fails"
report_blocked(reason="DB_PASSWORD={w12} is refused")
"#;
