//! Kinds of secrets of everyday tools, files, errors and requests, written down before any rule was looked at.

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;

/// One text a line, filled in as in `kinds::LINES`; `¶` stands for a line end.
const LINES: &str = r##"
export PLANETSCALE_SERVICE_TOKEN={a40}
curl -H 'X-Vault-Token: s.{a24}' http://127.0.0.1:8200/v1/secret/data/app
curl -H "DD-API-KEY: {h32}" https://api.datadoghq.com/api/v1/validate
curl -H 'X-Auth-Key: {h37}' -H 'X-Auth-Email: a@b.c' https://api.cloudflare.com/client/v4/zones
curl 'https://api.openweathermap.org/data/2.5/weather?q=Oslo&appid={h32}'
curl 'https://api.nasa.gov/planetary/apod?api_key={a40}'
wget --header='Authorization: Token {h40}' https://dvc.example.org/x
http POST :8000/login username=me password={p6}{d3}
httpie: http -a me:{p6}{d3} GET https://api.example.org
ansible-vault encrypt_string '{p6}-{d3}' --name db_password
ansible all -m ping -e ansible_become_pass={p6}{d3}
kubectl create secret docker-registry regcred --docker-username=me --docker-password={a20}
kubectl create secret generic db --from-literal=pw={p6}{d3}
oc login --token=sha256~{a43} --server=https://api.ocp.example.org:6443
rancher login https://r.example.org --token token-{l5}:{a54}
argocd login cd.example.org --username admin --password {a16}
flux bootstrap github --token-auth --password={p6}{d3}
pulumi config set --secret dbPassword {p6}{d3}
sops --set '["db"]["password"] "{p6}{d3}"' secrets.yaml
age-encryption key: AGE-SECRET-KEY-1{u58}
wg set wg0 peer x preshared-key <(echo {a43}=)
[Interface]¶PrivateKey = {a43}=¶Address = 10.0.0.2/24
nmcli dev wifi connect Home password {p6}{d3}
wpa_passphrase home {p6}{d3}
network={¶  ssid="home"¶  psk="{p6}{d3}"¶}
iwctl --passphrase {p6}{d3} station wlan0 connect home
restic -r s3:x backup /srv # RESTIC_PASSWORD={p6}{d3}
borg init --encryption=repokey && export BORG_PASSPHRASE='{p6} {s5} {d3}'
duplicity --encrypt-sign-key x PASSPHRASE={p6}{d3}
rclone config create r s3 access_key_id AK secret_access_key {a40}
rclone obscure {p6}{d3}
gpg --batch --passphrase {p6}{d3} -d x.gpg
ssh-keygen -t ed25519 -N {p6}{d3} -f k
openssl pkcs12 -export -passout pass:{p6}{d3} -in c -out x.p12
keytool -importkeystore -srcstorepass {p6}{d3} -deststorepass {p6}{d3}x
jarsigner -storepass {p6}{d3} -keypass {p6}{d3}y a.jar k
xcrun notarytool submit a.zip --apple-id me@x.y --password {l4}-{l4}-{l4}-{l4} --team-id T
fastlane: FASTLANE_APPLE_APPLICATION_SPECIFIC_PASSWORD={l4}-{l4}-{l4}-{l4}
psql "host=h user=u password={p6}{d3} dbname=d"
PGPASSWORD={p6}{d3} psql -h h -U u
mongosh "mongodb+srv://u:{p6}{d3}@c0.x.mongodb.net/d"
sqlcmd -S h -U sa -P {p6}!{d3}
sqlplus scott/{p6}{d3}@db
CREATE USER app WITH PASSWORD '{p6}{d3}';
ALTER ROLE app PASSWORD '{p6}{d3}';
CREATE USER 'a'@'%' IDENTIFIED BY '{p6}{d3}';
GRANT ALL ON *.* TO 'a'@'%' IDENTIFIED BY '{p6}{d3}';
SET PASSWORD FOR 'a'@'%' = PASSWORD('{p6}{d3}');
CREATE SECRET s (TYPE s3, KEY_ID 'AK', SECRET '{a40}');
CREATE LOGIN a WITH PASSWORD = '{p6}{d3}';
spring.datasource.password={p6}{d3}
<property name="password" value="{p6}{d3}"/>
<connectionStrings><add connectionString="Server=h;User Id=u;Password={p6}{d3};"/></connectionStrings>
{"ConnectionStrings":{"Default":"Server=h;Uid=u;Pwd={p6}{d3};"}}
DATABASES = {'default': {'USER': 'u', 'PASSWORD': '{p6}{d3}'}}
app.secret_key = '{a32}'
SECRET_KEY_BASE={h128}
$config['encryption_key'] = '{h32}';
define('AUTH_KEY', '{a64}');
'password' => env('DB_PASSWORD', '{p6}{d3}'),
jwt: {secret: "{p6}{d3}{p6}"}
signing_key: {a32}
server.ssl.key-store-password: {p6}{d3}
smtp_sasl_password_maps static:me:{p6}{d3}
[smtp.example.org]:587 me@example.org:{p6}{d3}
machine api.example.org login me password {p6}{d3}
//registry.example.org/:_authToken={a36}
registry.example.org/:_password={a24}==
[distutils]¶[pypi]¶username = me¶password = {p6}{d3}
<server><id>x</id><username>me</username><password>{p6}{d3}</password></server>
systemProp.gradle.wrapperPassword={p6}{d3}
poetry config http-basic.x me {p6}{d3}
pip install --index-url https://me:{p6}{d3}@pypi.example.org/simple x
uv publish --token pypi-AgEIcHlwaS5vcmc{a80}
cargo login {a35}
npm login --auth-type=legacy # password: {p6}{d3}
gem push --key x # Rubygems: rubygems_{h48}
composer config http-basic.repo.example.org me {p6}{d3}
mix hex.user auth --key {h32}
dotnet nuget add source https://x -u me -p {p6}{d3} --store-password-in-clear-text
conan remote login x me -p {p6}{d3}
helm registry login x -u me -p {p6}{d3}
skopeo copy --src-creds me:{p6}{d3} docker://a docker://b
crane auth login x -u me -p {p6}{d3}
podman login -u me -p {p6}{d3} quay.io
buildah login --username me --password {p6}{d3} quay.io
az login --service-principal -u id -p {a34} --tenant t
az storage blob list --account-name a --account-key {a86}==
gcloud sql users set-password root --instance i --password {p6}{d3}
aws configure set aws_secret_access_key {a40}
aws rds create-db-instance --master-user-password {p6}{d3}
aws secretsmanager put-secret-value --secret-id x --secret-string {p6}{d3}
aws ssm put-parameter --name x --type SecureString --value {p6}{d3}
heroku config:set STRIPE_SECRET=sk_live_{a24}
fly secrets set API_TOKEN={a32}
wrangler secret put KEY <<< {a32}
vercel env add KEY production <<< {a32}
netlify env:set API_TOKEN {a32}
railway variables --set "API_TOKEN={a32}"
gh secret set TOKEN --body {a32}
gh auth login --with-token <<< ghp_{a36}
glab auth login --token glpat-{a20}
circleci setup --token {h40} --host https://circleci.com
buildkite-agent start --token {h50}
sonar-scanner -Dsonar.login={h40}
sonar-scanner -Dsonar.token=sqp_{h40}
snyk auth {h8}-{h4}-{h4}-{h4}-{h12}
codecov -t {h8}-{h4}-{h4}-{h4}-{h12}
ngrok config add-authtoken {a27}_{a21}
tailscale up --auth-key tskey-auth-{a17}-{a32}
cloudflared tunnel run --token eyJhIjoi{a120}
snmpwalk -v3 -u me -A {p6}{d3} -X {p6}{d3}z h
ldapsearch -D cn=admin -w {p6}{d3} -b dc=x
ldappasswd -s {p6}{d3} uid=me
kinit me <<< {p6}{d3}
smbclient //h/s -U me%{p6}{d3}
mount -t cifs //h/s /m -o username=me,password={p6}{d3}
xfreerdp /u:me /p:{p6}{d3} /v:h
echo 'me:{p6}{d3}' | chpasswd
echo {p6}{d3} | sudo -S apt update
passwd me <<< $'{p6}{d3}\n{p6}{d3}'
htpasswd -bc f me {p6}{d3}
virsh secret-set-value --secret x --base64 {a32}=
ipmitool -H h -U root -P {p6}{d3} power status
racadm -r h -u root -p {p6}{d3} getsysinfo
Error: login failed for user "me" with password "{p6}{d3}"
AuthenticationException: invalid credentials me:{p6}{d3}
ConnectionError: redis://:{p6}{d3}@h:6379/0 refused
amqp.exceptions.AccessRefused: amqp://me:{p6}{d3}@h//
Traceback: requests.get("https://x.example.org", auth=("me", "{p6}{d3}"))
{"tool":"browser_type","element":"Password field","text":"{p6}{d3}"}
{"name":"db_connect","arguments":{"host":"h","user":"u","passwd":"{p6}{d3}"}}
{"name":"send","arguments":{"webhook":"https://discord.com/api/webhooks/{d18}/{a68}"}}
{"name":"http","arguments":{"headers":{"X-Api-Key":"{a32}"}}}
{"name":"ssh","arguments":{"host":"h","username":"me","passphrase":"{p6}{d3}"}}
The new admin password is {p6}{d3}.
Your one-time recovery key: {u4}-{u4}-{u4}-{u4}-{u4}-{u4}
I set DB_PASS to {p6}{d3} in the compose file.
https://hooks.slack.com/services/T{u8}/B{u10}/{a24}
https://x.webhook.office.com/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/{h32}/{h8}-{h4}-{h4}-{h4}-{h12}
https://bucket.s3.amazonaws.com/k?X-Amz-Credential=AK&X-Amz-Signature={h64}
https://a.blob.core.windows.net/c/b?sv=2022&sig={a43}%3D
https://storage.googleapis.com/b/o?GoogleAccessId=x&Signature={a86}
https://app.example.org/reset?token={a40}
https://app.example.org/oauth/callback?code={a40}&state=x
Set-Cookie: session={a40}; HttpOnly
Cookie: _gitlab_session={h32}; x=1
Authorization: Basic {a24}==
Proxy-Authorization: Basic {a24}=
X-Amz-Security-Token: {a200}
X-Goog-Api-Key: AIza{a35}
Ocp-Apim-Subscription-Key: {h32}
apikey: {a40}
mongodb_password = "{p6}{d3}"
variable "db_password" { default = "{p6}{d3}" }
resource "x" "y" { admin_password = "{p6}{d3}" }
  password_wo: {p6}{d3}
MYSQL_ROOT_PASSWORD: {p6}{d3}
- name: REDIS_PASSWORD¶  value: {p6}{d3}
"##;

/// What is left: a word that nothing tells from an ordinary one, or a place that no rule knows.
const LEFT: [&str; 5] = [
    "curl 'https://api.openweathermap.org/data/2.5/weather?q=Oslo&appid={h32}'",
    "sops --set '[\"db\"][\"password\"] \"{p6}{d3}\"' secrets.yaml",
    "smtp_sasl_password_maps static:me:{p6}{d3}",
    "AuthenticationException: invalid credentials me:{p6}{d3}",
    "I set DB_PASS to {p6}{d3} in the compose file.",
];

#[test]
fn k03_kinds_of_everyday_tools() {
    let (kinds, leaking) = leaking_patterns("", LINES, seed());
    assert!(kinds >= 150, "{kinds}");
    assert_eq!(leaking, LEFT, "{} of {kinds} kinds", leaking.len());
}
