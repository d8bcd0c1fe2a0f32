//! Kinds of secrets of a later round, again written down before any rule was tried on them: keys of services in requests,
//! commands that store a secret, databases, webhooks, sentences of reports. Filled in as in `kinds::LINES`; `¶` stands
//! for a line end.

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;

/// Tokens that their vendors mark, as in `kinds::TOKENS`.
const TOKENS: &str = "
K10{h64}::server:{h32}
0.{h8}-{h4}-{h4}-{h4}-{h12}.{a30}:{b24}
depot_org_{l48}
polar_oat_{a43}
tines_{a40}
sprkl_live_{a36}
zt_sk_{h64}
northwind-secret-{a40}
acme_key_{h40}
";

/// Whole lines, one a kind.
const LINES: &str = r##"
CONVEX_DEPLOY_KEY=prod:happy-animal-123|{a60}
curl -H 'Authorization: SSWS 00{a40}' https://example.okta.com/api/v1/users
curl -H "Authorization: GenieKey {h8}-{h4}-{h4}-{h4}-{h12}" https://api.opsgenie.com/v2/alerts
curl -H "Authorization: Token token={a20}" https://api.pagerduty.com/users
curl -H "Authorization: Splunk {h8}-{h4}-{h4}-{h4}-{h12}" https://splunk:8088/services/collector
curl -H "Authorization: ApiKey {b56}==" https://es:9200/_search
curl -H "Authorization: NRAK {a30}" https://example.org
curl -H "DD-API-KEY: {h32}" -H "DD-APPLICATION-KEY: {h40}" https://api.datadoghq.com
curl -H "Ocp-Apim-Subscription-Key: {h32}" https://example.cognitiveservices.azure.com
curl -H 'X-Vault-Token: {a26}' https://vault:8200/v1/secret
curl -H "PRIVATE-TOKEN: {a20}" https://git.example.org/api/v4/projects
curl -H "X-Shopify-Access-Token: {h32}" https://shop.example.org
curl -H "x-functions-key: {a54}==" https://example.azurewebsites.net/api/a
curl -H 'X-Plex-Token: {a20}' http://nas:32400/status
curl -H "apikey: {a32}" https://gateway.example.org
curl -H 'Authorization: Digest username="me", realm="a", nonce="b", uri="/", response="{h32}"' https://example.org
Authorization: AWS4-HMAC-SHA256 Credential=AKID/20260101/eu/s3/aws4_request, SignedHeaders=host, Signature={h64}
Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.{a60}, v4.channel.k8s.io
X-Amz-Security-Token: {b120}
curl -u me@example.org/token:{a40} https://example.zendesk.com/api/v2/tickets.json
curl -u me:11{h32} https://ci.example.org/job/a/build
grpcurl -H 'authorization: Bearer {a32}' host:443 list
grpcurl -H 'x-api-key: {a32}' host:443 list
websocat -H='Authorization: Bearer {a32}' wss://example.org
xh --auth me:{w12} https://example.org
hey -a me:{w12} https://example.org
ab -A me:{w12} https://example.org/
k6 run -e API_TOKEN={w20} load.js
newman run a.json --env-var apiKey={w20}
git clone https://oauth2:{w20}@git.example.org/a.git
git remote set-url origin https://{a40}@github.com/o/r
git -c http.extraheader="AUTHORIZATION: basic {a40}" fetch
git config credential.helper '!f() { echo username=me; echo password={w20}; }; f'
ngrok config add-authtoken {a27}_{a21}
cloudflared tunnel run --token eyJ{a120}
cloudflared service install eyJ{a120}
netbird up --setup-key {h8}-{h4}-{h4}-{h4}-{h12}
tailscale up --authkey={a40}
kubeadm join 10.0.0.1:6443 --token {l6}.{l16} --discovery-token-ca-cert-hash sha256:00
k3s agent --server https://h:6443 --token {w20}
terraform apply -var 'db_password={w16}'
terraform plan -var="api_token={w20}" -out p
TF_VAR_db_password={w16} terraform apply
pulumi config set --secret dbPassword {w16}
pulumi config set dbPassword {w16} --secret
aws ssm put-parameter --name /db/password --type SecureString --value {w20}
aws ssm put-parameter --name=/db/x --value={w20} --type=SecureString
aws secretsmanager create-secret --name db --secret-string {w20}
aws secretsmanager put-secret-value --secret-id db --secret-string '{"password":"{w16}"}'
az keyvault secret set --vault-name v --name db --value {w20}
az storage blob list --account-name a --account-key {b86}==
az storage blob list --account-name a --sas-token "sv=2024&sig={a43}%3D"
gcloud secrets versions add db --data-file=- <<< {w20}
printf %s {w20} | gcloud secrets create db --data-file=-
fly secrets set SESSION_KEY={w20}
supabase secrets set API_KEY={w20}
npx convex env set API_KEY {w20}
netlify env:set API_SECRET {w20}
doppler secrets set API_KEY {w20}
doppler secrets set API_KEY={w20}
chamber write shop api_key {w20}
gh variable list && gh secret set NPM_TOKEN --body {w20}
glab variable set DEPLOY_TOKEN {w20} --masked
op item create --category=login password={w16}
bw unlock {w16}
bw login me@example.org {w16}
pass insert -e shop/db <<< {w16}
secret-tool store --label=db service db <<< {w16}
keyring set shop me <<< {w16}
mc alias set shop https://s3.example.org shop {w20}
s3cmd --access_key=shop --secret_key={w20} ls
rclone config create shop s3 access_key_id=shop secret_access_key={b40}
lftp -u me,{w16} ftp.example.org
ncftpput -u me -p {w16} ftp.example.org / a
plink -pw {w16} me@host uname
pscp -pw {w16} a me@host:b
net use \\host\share {w16} /user:me
psexec \\host -u me -p {w16} cmd
xfreerdp /u:me /p:{w16} /v:host
htpasswd -b .htpasswd me {w16}
htpasswd -nbB me {w16}
mysqladmin -u root password {w16}
mysql -e "ALTER USER 'me'@'%' IDENTIFIED BY '{w16}'"
psql -c "CREATE ROLE me LOGIN PASSWORD '{w16}'"
psql -c "ALTER USER me WITH ENCRYPTED PASSWORD '{w16}'"
redis-cli CONFIG SET requirepass {w16}
redis-cli AUTH {w16}
redis-cli ACL SETUSER me on '>{w16}' '~*' +@all
mongosh --eval "db.createUser({user: 'me', pwd: '{w16}', roles: []})"
mongosh --eval "db.auth('me', '{w16}')"
sqlplus me/{w16}@db
rman target sys/{w16}@db
beeline -u jdbc:hive2://h -n me -p {w16}
cypher-shell -u neo4j -p {w16}
NEO4J_AUTH=neo4j/{w16}
influx setup --username me --password {w16} --org o --bucket b --force
etcdctl user add me:{w16}
vault login {a26}
vault operator unseal {b44}
npm config set //registry.npmjs.org/:_authToken {w20}
yarn config set npmAuthToken {w20}
pip config set global.index-url https://me:{w16}@pypi.example.org/simple
poetry config pypi-token.pypi {w20}
poetry config http-basic.shop me {w16}
cargo login {a34}
dotnet nuget add source https://example.org --username me --password {w16}
nuget setapikey {a43}
nuget push a.nupkg -ApiKey {a43}
composer config http-basic.repo.example.org me {w16}
helm registry login -u me -p {w16} registry.example.org
skopeo copy --dest-creds me:{w16} docker://a docker://b
crane auth login registry.example.org -u me -p {w16}
oras login registry.example.org -u me -p {w16}
vercel deploy --token {a24}
netlify deploy --auth {a43}
snyk auth {h8}-{h4}-{h4}-{h4}-{h12}
codecov -t {h8}-{h4}-{h4}-{h4}-{h12}
sonar-scanner -Dsonar.login={h40}
sentry-cli --auth-token {h64} releases list
https://hooks.zapier.com/hooks/catch/{d7}/{l8}{l7}/
https://maker.ifttt.com/trigger/done/with/key/{a22}
https://open.feishu.cn/open-apis/bot/v2/hook/{h8}-{h4}-{h4}-{h4}-{h12}
https://oapi.dingtalk.com/robot/send?access_token={h64}
https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={h8}-{h4}-{h4}-{h4}-{h12}
https://chat.googleapis.com/v1/spaces/A/messages?key=k&token={a43}
https://mattermost.example.org/hooks/{l26}
https://rocket.example.org/hooks/{a17}/{a43}
https://api.telegram.org/bot{d10}:AA{a33}/sendMessage
https://example.org/callback#access_token={a40}&state=a
https://example.org/dl?Expires=1&Signature={a120}&Key-Pair-Id=K
https://storage.googleapis.com/b/o?X-Goog-Signature={h128}
rediss://:{w16}@cache:6380/0
mqtts://me:{w16}@broker:8883
smtps://me%40example.org:{w16}@mail:465
[Interface]¶PrivateKey = {b43}=
[Peer]¶PresharedKey = {b43}=
auth-user-pass¶<auth-user-pass>¶me¶{w16}¶</auth-user-pass>
echo "me:{w16}" | sudo chpasswd
{"tool":"create_user","input":{"login":"me","initialPassword":"{w16}"}}
{"arguments":{"headers":{"Authorization":"Basic {a32}"}}}
{"arguments":{"headers":["X-Api-Key: {a32}"]}}
{"arguments":{"env":{"STRIPE_SECRET":"{a32}"}}}
{"arguments":{"connectionString":"Server=h;User Id=me;Password={w16};"}}
{"arguments":{"dsn":"postgres://me:{w16}@h/db"}}
{"key":"NPM_TOKEN","value":"{w20}","masked":true}
{"arguments":{"script":"set -e\nmysql -u root -p{w16} shop\nls"}}
{"arguments":{"script":"cd a\ncurl -u me:{w16} https://example.org\n"}}
{"arguments":{"script":"cd a\nsshpass -p {w16} ssh me@host"}}
I set the admin password to `{w16}`.
The API key is {a32}, keep it safe.
You can sign in as jane with {w12}42.
The new token (valid for 30 days): {a32}
I generated this recovery code: {u5}-{u5}-{u5}
Pass: {w14}42
the database rejects me:{w16}
API key `{a32}` was rejected
the service says 401 with the token {a32}
the key {a32} has expired
Incorrect API key provided: {a32}.
Error: invalid token "{a32}"
Access denied: invalid api key '{a20}'
FATAL: password authentication failed for user "me" (password: {a16})
remote: HTTP Basic: Access denied for me:{w16}
jwt malformed: {a40}
"##;

/// Kinds that are left, because nothing in their text stands out.
const LEFT: [&str; 5] = [
    "chamber write shop api_key {w20}",
    "yarn config set npmAuthToken {w20}",
    "auth-user-pass¶<auth-user-pass>¶me¶{w16}¶</auth-user-pass>",
    "You can sign in as jane with {w12}42.",
    "the database rejects me:{w16}",
];

#[test]
fn k03_later_kinds_of_secrets() {
    let (kinds, leaking) = leaking_patterns(TOKENS, LINES, seed());
    assert!(kinds >= 150, "{kinds}");
    assert_eq!(leaking, LEFT, "of {kinds} kinds");
}
