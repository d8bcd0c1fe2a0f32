//! Kinds of secrets as an author wrote them down who had not seen the rules: 220 whole texts, as tools print or take
//! them. 22 leaked when they were first tried.

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;

/// One text a line, filled in as in `kinds::LINES`; `¶` stands for a line end.
const LINES: &str = r##"
git clone https://x-access-token:ghp_{a36}@github.com/northpier/billing-api.git /srv/build/billing-api
$ cat ~/.config/gh/hosts.yml¶github.com:¶    users:¶        mlarsen:¶            oauth_token: github_pat_11{u20}_{a59}¶    git_protocol: https¶    user: mlarsen
fatal: unable to access 'https://x-access-token:ghs_{a36}@github.com/northpier/infra.git/': The requested URL returned error: 403
GET /api/v4/projects/1182/pipelines HTTP/1.1¶Host: gitlab.northpier.dev¶PRIVATE-TOKEN: glpat-{a17}-iL¶Accept: */*
sudo gitlab-runner register --non-interactive --url https://gitlab.com --token glrt-{a20} --executor docker --docker-image alpine:3.20
┌────────┬─────────┬────────────┬──────────┐¶npm info Created publish token npm_{a36}¶└────────┴─────────┴────────────┴──────────┘
twine upload -u __token__ -p pypi-AgEIcHlwaS5vcmc{a15}_{a25}_v0_{a33}_{a8}-{a27}-{a8}_E_{a23} dist/*
---¶:rubygems_api_key: rubygems_{h48}¶
cargo login cio{a32}
Pushed the image after logging in as northpierbot with the token dckr_pat__{l9}-{a5}_Gh_{a7}, since the cached credential had expired. The digest is listed below.
dotnet nuget push bin/Release/Northpier.Core.2.4.1.nupkg -k oy2{l43} -s https://api.nuget.org/v3/index.json
huggingface-cli login --token hf_{a34} --add-to-git-credential
openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided: sk-proj-{a26}-{a66}_{a58}_hlS. You can find your API key at https://platform.openai.com/account/api-keys.', 'type': 'invalid_request_error', 'code': 'invalid_api_key'}}
POST /v1/messages HTTP/2¶host: api.anthropic.com¶x-api-key: sk-ant-api03-K_j9_{a90}¶anthropic-version: 2023-06-01¶content-type: application/json
curl -s 'https://maps.googleapis.com/maps/api/geocode/json?address=Aarhus&key=AIza{a23}_{a11}' | jq .status
from groq import Groq¶¶client = Groq(¶    api_key="gsk_{a52}",¶    timeout=20,¶)¶
{"name":"replicate_run","arguments":{"model":"black-forest-labs/flux-schnell","token":"r8_{a37}","input":{"prompt":"a lighthouse"}}}
> OPENROUTER_API_KEY detected: sk-or-v1-{h64}¶> Using model anthropic/claude-sonnet-4
aws_access_key_id = AKIA{u16}¶region = eu-north-1
AWS_BEARER_TOKEN_BEDROCK=ABSK{b128} python run_eval.py --model sonnet
> GET /storage/v1/b/np-artifacts/o HTTP/2¶> Host: storage.googleapis.com¶> authorization: Bearer ya29.{a19}_{a25}_{a63}_{a39}-{a27}-{a11}-Wt¶> user-agent: curl/8.5.0
{"installed":{"client_id":"627566158842-a7sqny6dmvs5ampewa7aa5cx4myydl2h.apps.googleusercontent.com","project_id":"np-desk","client_secret":"GOCSPX-{a28}","redirect_uris":["http://localhost"]}}
{¶  "appId": "480c3397-400a-4d5c-ac43-f696403e825e",¶  "displayName": "np-deployer",¶  "password": "{a3}8Q~{a34}",¶  "tenant": "c60b5b6a-1dc4-4448-9cf5-b9256eeadfcb"¶}
doctl auth init -t dop_v1_{h64} --context prod
$ heroku authorizations:create -d ci¶Client:      <none>¶Description: ci¶Scope:       global¶Token:       HRKU-AA{a20}-{a29}_{a7}
fly deploy --remote-only --access-token "fm2_{b160}"
X-Auth-User-Service-Key: v1.0-{h24}-{h146}
{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"slack_post","arguments":{"channel":"C04QK1LM2","text":"deploy done","bot":"xoxb-{d12}-{d13}-{a24}"}}}
import { App } from "@slack/bolt";¶¶const app = new App({¶  socketMode: true,¶  appToken: 'xapp-1-A{u10}-{d13}-{h64}',¶});¶
While reading the old script I noticed line 41 passes xoxp-{d12}-{d12}-{d13}-{h32} straight to conversations.history; that should move to the vault.
client.on("ready", () => console.log("up"));¶client.login("M{a25}.{a6}.{a38}");¶
curl -s https://api.telegram.org/bot{d10}:AA{a33}/getMe
curl https://api.stripe.com/v1/charges/ch_3PqLx2 -u sk_live_{a99}:
> Ready! You are using Stripe API Version [2024-06-20]. Your webhook signing secret is whsec_{h64} (^C to quit)
SQUARE_ENV=production¶SQUARE_TOKEN=EAAA{a20}-{a4}_{a34}¶
X-Shopify-Access-Token: shpat_{h32}
gateway = braintree.BraintreeGateway(access_token="access_token$production${l16}${h32}")
HTTPError: 401 Unauthorized while sending with key SG.{a22}._z-OU_{a9}-{a16}_{a10} (helpers/mail.py:88)
curl -s --user 'api:key-{h32}' https://api.eu.mailgun.net/v3/mg.northpier.dev/messages -F to=ops@northpier.dev -F subject=test -F text=hi
mailchimp.setConfig({¶  apiKey: "{h32}-{l4}",¶  server: "us14",¶});
api-key: xkeysib-{h64}-{a16}¶accept: application/json
sentry-cli --auth-token sntrys_eyJ{a132}_{a43} releases new web@4.18.0
NEW_RELIC_API_KEY=NRAK-{u27} newrelic apm application search --name checkout
{"id":14,"name":"terraform","key":"glsa_{a32}_{h8}"}
public static final LDClient LD = new LDClient("sdk-{h8}-{h4}-{h4}-{h4}-{h12}", config);
mapboxgl.accessToken = "sk.eyJ1Ijoi{a56}.{a8}-__{a11}";¶const map = new mapboxgl.Map({ container: "map" });
pscale branch list shop --service-token-id y0isbuwscywj --service-token pscale_tkn_{a4}_{a38}
supabase link --project-ref ndqpykxwpjmfodixwajs && SUPABASE_ACCESS_TOKEN=sbp_{h40} supabase db push
doppler run --token dp.st.prd.{a43} -- ./bin/server
Key                  Value¶---                  -----¶token                hvs.{a74}_{a6}_{a10}¶token_accessor       e1KL4KqPL9VoBYu7osqBSiXI¶token_duration       768h
credentials "app.terraform.io" {¶  token = "{a14}.atlasv1.{a67}"¶}¶
GET /api/v1/users?limit=25 HTTP/1.1¶Host: northpier.okta.com¶Authorization: SSWS 00{a33}_{a6}
{"tool":"jira_search","input":{"jql":"project = OPS AND status = Open","email":"m.larsen@northpier.dev","auth":"ATATT3{a16}_{a9}-x_{a46}-{a22}-{a6}_{a38}_{a21}_{a10}={u8}"}}
[DEFAULT]¶host  = https://adb-4018823371.9.azuredatabricks.net¶token = dapi{h32}-{d1}
sudo tailscale up --authkey=tskey-auth-{a17}-{a32} --hostname=build-03 --ssh
curl -fsS -u deploy:{p4}-{d2}{p6} -T build.tgz https://nexus.northpier.dev/repository/raw/build.tgz
curl --user 'm.larsen:{p5}#{d3}^kin' -o report.csv https://reports.northpier.dev/export
curl -x http://proxy.corp:3128 -U svc_build:{s7}{d2} -I https://example.org
mysql -h db-1.internal -u shop -p{p5}.{d2}{p5} shop -e 'SELECT COUNT(*) FROM orders'
mysqldump --single-transaction --user=root --password={a18} shop | gzip > /backup/shop.sql.gz
redis-cli -h cache.internal -p 6380 -a {a32} --tls INFO memory
printf "AUTH default {s9}{d2}\r\nPING\r\n" | nc cache.internal 6379
sshpass -p '{p4}${d3};vel' ssh -o StrictHostKeyChecking=no admin@10.20.4.17 'show version'
docker login registry.northpier.dev -u ci -p {a20}
docker run -d --name pg -e POSTGRES_USER=app -e POSTGRES_PASSWORD={s8}{d2} -p 5432:5432 postgres:16
helm upgrade --install pg bitnami/postgresql --set auth.username=app,auth.password={a16},primary.persistence.size=20Gi -n data
helm install grafana grafana/grafana --set-string adminPassword={p6}.{d2}{p6} --set service.type=NodePort
7z a -t7z -mhe=on -p{p5}_{d2}{p4} exports-2025.7z ./exports
unzip -P {s7}{d2} -o customer-dump.zip -d /tmp/dump
zip -r --password {p4}{d3}+Ta logs.zip logs/
openssl rsa -in server.key -passin pass:{p5}_{d2}{p5} -out server.nopass.key
openssl enc -d -aes-256-cbc -pbkdf2 -k {a24} -in vault.enc -out vault.json
openssl pkcs12 -export -inkey k.pem -in c.pem -out c.p12 -passout 'pass:{p4}#{d3}^ri'
psql postgres://app:{p5}{d2}%{l4}@db-2.internal:5432/shop -c "\dt"
PGPASSWORD={s7}{d2} pg_dump -h db-2.internal -U app -Fc shop > shop.dump
mongosh "mongodb://mongo-0.internal:27017/admin" -u root -p {a15} --eval "rs.status().ok"
ldapsearch -x -H ldaps://dc1.corp.local -D "cn=svc-ldap,ou=svc,dc=corp,dc=local" -w {p6}_{d2}{p5} -b "dc=corp,dc=local" "(uid=mlarsen)"
smbclient //files01/finance -U 'CORP\mlarsen%{p6}.{d2}{p5}' -c 'ls'
sudo mount -t cifs //files01/share /mnt/share -o username=svc_backup,password={p5}.{d2}{p6},vers=3.0,uid=1000
rclone config create hetzner webdav url=https://u3312.your-storagebox.de vendor=other user=u3312 pass={a16}
kubectl -n shop create secret generic smtp --from-literal=user=mailer --from-literal=pw={p5}-{d2}{p4}
kubectl config set-credentials kubeuser/foo --username=kubeuser --password={a14}
vault kv put secret/shop/db username=app password={a22}
vault login -method=userpass username=mlarsen password={p6}-{d2}{p6}
vault operator unseal {b44}
az login --service-principal -u 4f1e4f03-75b8-44c7-8fc8-78ed83cca7f2 -p {a40} --tenant e3407166-f3ad-41b5-b864-b63d75309c0d
az sql server create -n np-sql -g rg-prod -l northeurope --admin-user npadmin --admin-password '{p6}&{d3}(no'
az keyvault secret set --vault-name np-kv --name smtp --value {a26}
gh secret set DEPLOY_WEBHOOK -b {h40} -R northpier/infra
ansible-playbook -i prod site.yml -e 'ansible_become_pass={p4}-{d2}{p6} target=web'
ansible-playbook db.yml --extra-vars '{"db_user":"app","db_password":"{p4}_{d2}{p6}"}'
terraform apply -auto-approve -var region=eu-north-1 -var "rds_master_password={a20}"
wget --user=deploy --password={s8}{d2} https://files.northpier.dev/releases/4.18.0.tar.gz
lftp -u web4412,{p5}.{d2}{p5} -e "mirror -R dist /htdocs; quit" ftp.hosting.example
curl -T index.html ftp://web4412:{s8}{d2}@ftp.hosting.example/htdocs/
net use Z: \\files01\finance /user:CORP\mlarsen {p5}_{d2}{p5} /persistent:no
net user buildagent {p6}-{d2}{p4} /add
cmdkey /generic:TERMSRV/rdp01 /user:CORP\mlarsen /pass:{p4}_{d2}{p5}
$sec = ConvertTo-SecureString "{p5}{d3}!Sto" -AsPlainText -Force¶$cred = New-Object System.Management.Automation.PSCredential ("corp\svc", $sec)
$env:SNOWFLAKE_PWD='{p5}{d3}%So'; snowsql -a np-eu -u loader -q 'select 1'
setx NUGET_FEED_PASSWORD "{l52}" /M
echo 'deploy:{p5}_{d2}{p5}' | sudo chpasswd
echo {s7}{d2} | sudo -S systemctl restart nginx
#!/usr/bin/expect -f¶spawn ssh admin@10.20.4.17¶expect "assword:"¶send "{p5}.{d2}{p5}\r"¶interact¶
sqlcmd -S tcp:np-sql.database.windows.net,1433 -d shop -U npadmin -P {p5}_{d2}{p6} -Q "SELECT name FROM sys.tables"
keytool -list -keystore release.jks -storepass {s8}{d2} -alias upload
apksigner sign --ks release.jks --ks-pass pass:{p5}_{d2}{p4} --out app-signed.apk app-release.apk
gpg --batch --yes --pinentry-mode loopback --passphrase "{s9} {s4} {s8} {s7}" -d backup.tar.gpg > backup.tar
nmcli device wifi connect "NP-Office" password {s7}{d2}
psql -h db-2.internal -U postgres -c "ALTER ROLE app WITH LOGIN PASSWORD '{p4}_{d2}{p5}'"
machine api.heroku.com¶  login m.larsen@northpier.dev¶  password {h8}-{h4}-{h4}-{h4}-{h12}¶machine git.northpier.dev¶
http://np-media.oss-eu-central-1.aliyuncs.com/clip.mp4?OSSAccessKeyId=TMP.example&Expires=1764240000&Signature={a27}%3D
# hostname:port:database:username:password¶db-2.internal:5432:shop:app:{p6}_{d2}{p5}¶
[client]¶user = root¶password = "{p4}&{d3}!lap"¶host = 127.0.0.1¶¶[mysqldump]¶quick¶
{¶	"auths": {¶		"registry.northpier.dev": {¶			"auth": "{a31}="¶		}¶	}¶}
users:¶- name: kubernetes-admin¶  user:¶    client-key-data: {b160}¶
apiVersion: v1¶kind: Config¶users:¶- name: ci¶  user:¶    token: eyJhbGci{a82}.{a103}.{a18}_{a24}-{a16}-{a22}-{a5}-{a33}-{a4}-{d1}-{a10}-{a7}_{a29}_MVm_uM-{a7}_{a32}-{a21}-{a15}_{a26}-{a16}_{a6}_{a25}
GET /account HTTP/1.1¶Host: app.northpier.dev¶Cookie: theme=dark; sessionid={l32}; _ga=GA1.2.1183.1764
HTTP/1.1 302 Found¶Location: /home¶Set-Cookie: connect.sid=s%3AVg9_{a15}_{a12}.{a43}; Path=/; HttpOnly; Secure; SameSite=Lax
# Netscape HTTP Cookie File¶#HttpOnly_app.northpier.dev	FALSE	/	TRUE	1795737600	remember_user_token	{a14}-{a12}-N-{a19}_{a14}¶
<datasource>¶  <user-name>app</user-name>¶  <password>{p5}.{d2}{p4}</password>¶  <max-pool-size>20</max-pool-size>¶</datasource>
<add name="Smtp" userName="mailer" host="smtp.northpier.dev" password="{p5}{d3}@So" port="587" />
<settings>¶  <servers>¶    <server>¶      <id>releases</id>¶      <username>deploy</username>¶      <password>{a28}</password>¶    </server>¶  </servers>¶</settings>
spring.datasource.url=jdbc:postgresql://db-2.internal/shop¶spring.datasource.username=app¶spring.datasource.password={p5}-{d2}{p5}¶spring.jpa.show-sql=false¶
[smtp]¶host: smtp.northpier.dev¶user: mailer¶passwd: {p5}-{d2}{p5}¶tls: yes¶
[database]¶host = "db-2.internal"¶port = 5432¶password = "{p4}#{d3}(wi"¶¶[pool]¶size = 10¶
apiVersion: v1¶kind: Secret¶metadata:¶  name: signing¶stringData:¶  signing-secret: |¶    {a48}¶  issuer: northpier¶
smtp:¶  username: mailer¶  password: >-¶    {s7} {s8} {s9} vel¶  port: 587¶
{"services":{"mail":{"smtp":{"auth":{"user":"mailer","pass":"{p6}-{d2}{p5}"},"secure":true}}}}
{"SecretString":"{\"username\":\"app\",\"password\":\"{a32}\",\"port\":5432}","Name":"prod/shop/db"}
"ConnectionStrings": {¶  "Default": "Server=tcp:np-sql.database.windows.net,1433;Database=shop;User ID=npadmin;Password={p5}{d3}.Lap;Encrypt=True;"¶}
com.zaxxer.hikari.pool.HikariPool$PoolInitializationException: Failed to initialize pool: jdbc:mysql://db-1.internal:3306/shop?user=shop&password={s6}{d2}&useSSL=true
url=jdbc:oracle:thin:billing/{p4}-{d2}{p4}@//ora01.corp.local:1521/BILL
conn = pyodbc.connect("DRIVER={ODBC Driver 18 for SQL Server};SERVER=np-sql;DATABASE=shop;UID=etl;PWD={{p4}#{d3})wi}")
# SECURITY WARNING: keep this value out of git!¶SECRET_KEY = '{s6}-{s8}-{l7}#{l4}@_)th4@*tt7^zg_@a_a=_yt){s4}{d1}@{l8}'¶DEBUG = False¶
https://d1a2b3c4.cloudfront.net/video/ep4.m3u8?Expires=1764240000&Key-Pair-Id=K2JCJMDEHXQW5F&Signature={a26}-{a18}~{a40}-{a30}-{u8}~Fb~{a11}~{a42}-{a70}-{a5}-{a80}__
$ cat config/master.key¶{h32}
const HOOK = "https://discord.com/api/webhooks/4532248763087115358/{a55}-{a12}";
APP_NAME=Shop¶APP_ENV=production¶APP_KEY=base64:{b43}=¶APP_DEBUG=false¶
define( 'DB_NAME', 'wp_shop' );¶define( 'DB_USER', 'wp' );¶define( 'DB_PASSWORD', '{p4}${d3}^rim' );¶define( 'DB_HOST', 'localhost' );
-----BEGIN ENCRYPTED PRIVATE KEY-----¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{a64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{a16}¶-----END ENCRYPTED PRIVATE KEY-----¶
region          = "eu-north-1"¶db_username     = "app"¶db_password     = "{a24}"¶
@northpier:registry=https://npm.northpier.dev/¶//npm.northpier.dev/:_authToken={h8}-{h4}-{d4}-{h4}-{h12}¶always-auth=true¶
//nexus.northpier.dev/repository/npm/:_auth={a26}==¶
[distutils]¶index-servers = internal¶¶[internal]¶repository = https://pypi.northpier.dev/¶username = upload¶password = {a20}¶
org.gradle.jvmargs=-Xmx4g¶RELEASE_STORE_FILE=release.jks¶RELEASE_STORE_PASSWORD={s7}{d2}¶RELEASE_KEY_ALIAS=upload¶
{¶  "Jwt": {¶    "Issuer": "northpier",¶    "SigningKey": "{b64}",¶    "ExpiryMinutes": 60¶  }¶}
mlarsen:$2y${d2}${b53}¶
root:$6${a16}${b85}.:20054:0:99999:7:::
[Interface]¶PrivateKey = {a43}=¶Address = 10.66.0.2/32¶DNS = 10.66.0.1¶
network={¶	ssid="NP-Office"¶	psk="{s7} {s5} {s6}"¶	key_mgmt=WPA-PSK¶}
-----BEGIN RSA PRIVATE KEY-----¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b40}¶-----END RSA PRIVATE KEY-----¶
-----BEGIN EC PRIVATE KEY-----¶{a64}¶{b64}¶{b29}¶-----END EC PRIVATE KEY-----¶
-----BEGIN PRIVATE KEY-----¶{a64}¶{b64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b56}¶-----END PRIVATE KEY-----¶
$ cat ~/.ssh/id_ed25519¶-----BEGIN OPENSSH PRIVATE KEY-----¶{a70}¶{b70}¶{b70}¶{a70}¶{b70}¶{b52}¶-----END OPENSSH PRIVATE KEY-----
{¶  "type": "service_account",¶  "project_id": "np-prod",¶  "private_key": "-----BEGIN PRIVATE KEY-----\n{b64}\{b65}\{b65}\{b65}\{a65}\{b65}\{b65}\{b65}\{b65}\{b65}\{b65}\{b65}\{b65}\{b65}\{a65}\{b65}\{b65}\{b65}\{b65}\{a65}\{b65}\{b65}\{b65}\{b65}\{b57}\n-----END PRIVATE KEY-----\n",¶  "client_email": "deployer@np-prod.iam.gserviceaccount.com"¶}
{"kty":"EC","crv":"P-256","kid":"sig-2025","x":"lr2rPZDdsWhMMn652vancDoRZHnBx2uSxf2Dr01VfDw","y":"g8Frp4gA3c_-30IHjc7T4-k-TjFtsbZJKV7Gu1y2xU0","d":"{a9}_{a4}-{a28}","use":"sig"}
# created: 2025-10-02T09:14:11+02:00¶# public key: age1yjxg5nthzwhxxe2y29kwhqrtjk2nsk8pfz3w2htjf2hv9d9h4d0u88jjpt¶AGE-SECRET-KEY-1{u58}¶
-----BEGIN PGP PRIVATE KEY BLOCK-----¶¶{b64}¶{a64}¶{b64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{a64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b64}¶{b55}¶=Lftk¶-----END PGP PRIVATE KEY BLOCK-----¶
Generated wallet. Write down the recovery phrase:¶¶  {s7} {s7} {s6} {s6} {s6} {s6} {s6} {s7} {s7} {s5} {s6} {s6}¶¶Address: 0xe08a2a9e5afeb94611e3725fb4216e314e4ac52c
otpauth://totp/Northpier:m.larsen%40northpier.dev?secret={u32}&issuer=Northpier&digits=6&period=30
https://np-artifacts.s3.eu-north-1.amazonaws.com/exports/q3.csv?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20251127T101500Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature={h64}
The export is ready: https://storage.googleapis.com/np-exports/q3.csv?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=20251127T101500Z&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature={h160}
azcopy copy ./dist 'https://npstore.blob.core.windows.net/web?sv=2023-11-03&ss=b&srt=sco&sp=rwdl&se=2026-01-31T00:00:00Z&spr=https&sig={a40}%{a4}%3D' --recursive
curl -X POST -H 'Content-type: application/json' --data '{"text":"done"}' https://hooks.slack.com/services/{b48}
MySqlConnector.MySqlException: Access denied. ConnectionString was 'Server=db-1;Uid=shop;Pwd={p5}-{d2}{p6};Database=shop'
smtp_host=smtp.northpier.dev¶smtp_pass={p6}-{d2}{p5}¶smtp_port=587¶
export AZDO_PAT={l52} && az pipelines run --name nightly
replicas: 3¶dbPassword: {p4}-{d2}{p5}¶dbHost: db-2.internal¶
curl -s -X POST https://login.northpier.dev/oauth/token -d 'grant_type=client_credentials&client_id=web&client_secret={a40}'
DBUSER=etl¶DBPASSWD={s6}{d2}¶DBHOST=ora01.corp.local
https.createServer({¶  pfx: fs.readFileSync("site.pfx"),¶  passphrase: "{s5} bo {s6}",¶}, app).listen(443);
POST /openai/deployments/gpt4o/chat/completions?api-version=2024-06-01 HTTP/1.1¶Host: np-ai.openai.azure.com¶api-key: {h32}
curl -H 'x-api-key: {a40}' https://k3v9.execute-api.eu-north-1.amazonaws.com/prod/orders
GET /rest/api/2/myself HTTP/1.1¶Host: jira.northpier.dev¶Authorization: Basic c3Z{a25}=
CONNECT registry.npmjs.org:443 HTTP/1.1¶Proxy-Authorization: Basic c3Z{a25}=¶Proxy-Connection: Keep-Alive
> GET /v2/me HTTP/1.1¶> Authorization: Bearer {a6}-{a23}_{a12}¶> Accept: application/json
{"name":"http_request","arguments":{"url":"https://api.northpier.dev/v2/orders","headers":{"Authorization":"Bearer eyJhbGci{a28}.{a64}.{a13}-{a29}"}}}
DD-API-KEY: {h32}¶Content-Type: application/json
private_key_id = "3d41c45b8461934fbd82dd0e5674d82362865ad7"¶hmac_secret    = "{b54}=="¶
DB_PW='{p6}${d3})lap'; mariadb -ushop -p"$DB_PW" shop < fix.sql
export AWS_SECRET_ACCESS_KEY={b40}¶aws s3 ls s3://np-artifacts
cat > .env <<'EOF'¶NODE_ENV=production¶SESSION_SECRET={h48}¶PORT=8080¶EOF
sudo -u postgres psql <<SQL¶CREATE USER reporting WITH ENCRYPTED PASSWORD '{p6}.{d2}{p5}';¶GRANT CONNECT ON DATABASE shop TO reporting;¶SQL
echo {a24} | docker login registry.northpier.dev -u ci --password-stdin
printf '%s' '{a30}' | helm registry login ghcr.io -u mlarsen --password-stdin
podman login --username ci --password-stdin quay.io <<< "{u64}"
import psycopg¶¶def connect():¶    return psycopg.connect(host="db-2.internal", user="app", password="{p5}-{d2}{p6}", dbname="shop")¶
server = smtplib.SMTP("smtp.northpier.dev", 587)¶server.starttls()¶server.login("mailer@northpier.dev", "{p4}_{d2}{p4}")¶
r = requests.get(URL, auth=("deploy", "{s7}{d2}"), timeout=10)¶
const sequelize = new Sequelize("shop", "app", "{p5}_{d2}{p5}", { host: "db-2.internal", dialect: "postgres" });
const token = jwt.sign({ id: user.id }, '{a32}', { expiresIn: '1h' });
cfg := mysql.Config{¶	User:   "shop",¶	Passwd: "{p5}-{d2}{p4}",¶	Net:    "tcp",¶	Addr:   "db-1.internal:3306",¶}¶
conn = PG.connect(:host => "db-2.internal", :user => "app", :password => "{p4}-{d2}{p4}")
HikariConfig c = new HikariConfig();¶c.setUsername("app");¶c.setPassword("{p6}-{d2}{p5}");¶
private static final String ENCRYPTION_KEY = "{b43}=";
$ gcloud auth print-access-token¶ya29.c.{a57}_{a113}_{a28}-{a41}
$db = new mysqli("localhost", "shop", "{p6}.{d2}{p6}", "shop");
$ gh auth token¶gho_{a36}
2025-11-27T09:41:12.118Z WARN  [pool-3] retrying amqp://worker:{p4}-{d2}{p5}@rabbit-0.internal:5672/jobs in 5s (attempt 4)
Traceback (most recent call last):¶  File "/app/db.py", line 31, in engine¶    return create_engine(url)¶sqlalchemy.exc.ArgumentError: Could not parse SQLAlchemy URL from string 'postgresql+psycopg2//app:{p4}_{d2}{p5}@db-2.internal/shop'
MongoParseError: Invalid connection string "mongodb+srv://shop:{a16}@cluster0.x8kq2.mongodb.net/shop?retryWrites=true": option foo is not supported
panic: dial redis://:{a28}@cache.internal:6379/0: i/o timeout¶¶goroutine 1 [running]:¶main.main()¶	/src/cmd/worker/main.go:48 +0x1f4
pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings¶smtp_port¶  Input should be a valid integer [type=int_parsing, input_value={'smtp_user': 'mailer', 'smtp_password': '{p5}_{d2}{p6}', 'smtp_port': ''}, input_type=dict]
$ env¶SHELL=/bin/bash¶PWD=/srv/shop¶LOGNAME=deploy¶REDIS_PASSWORD={a24}¶LANG=C.UTF-8¶PATH=/usr/local/bin:/usr/bin:/bin
$ printenv SESSION_SIGNING_KEY¶{h64}
BASH_VERSINFO=([0]="5" [1]="2")¶FTP_PASSWORD='{p4}&{d3}^ma'¶HISTSIZE=1000¶IFS=$' \t\n'
declare -x HOME="/root"¶declare -x MINIO_ROOT_PASSWORD="{a20}"¶declare -x TERM="xterm"
"Config": {¶    "Hostname": "7a73cb4f1cc7",¶    "Env": [¶        "MYSQL_DATABASE=shop",¶        "MYSQL_ROOT_PASSWORD={p4}_{d2}{p4}",¶        "GOSU_VERSION=1.17"¶    ]¶}
$ kubectl get secret shop-db -o yaml¶apiVersion: v1¶data:¶  password: {a19}=¶  username: YXBw¶kind: Secret¶metadata:¶  name: shop-db¶type: Opaque
$ kubectl get secret shop-db -o jsonpath='{.data.password}' | base64 -d¶{p5}-{d2}{p5}
$ aws configure get aws_secret_access_key --profile prod¶{b40}
{¶    "Credentials": {¶        "SessionToken": "IQoJb3JpZ2luX2Vj{b160}",¶        "Expiration": "2025-11-27T22:10:00+00:00"¶    }¶}
$ security find-generic-password -s np-vpn -a mlarsen -w¶{p4}${d3};dor
$ pass show work/jenkins¶{p5}#{d3})za¶user: mlarsen¶url: https://jenkins.northpier.dev
$ op read op://Engineering/SMTP/password¶{a20}
I reset the staging admin account (admin@northpier.dev); the new password is {p4}.{d2}{p4} and it must be changed at first login.
Die Datenbank läuft wieder. Benutzer: app, Passwort: {p5}-{d2}{p5}, Port 5432. Bitte nach dem Test ändern.
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"db_connect","arguments":{"host":"db-2.internal","user":"app","pw":"{p4}.{d2}{p6}"}}}
{"mcpServers":{"tracker":{"command":"npx","args":["-y","@northpier/tracker-mcp"],"env":{"TRACKER_API_TOKEN":"{h40}"}}}}
"##;

/// Kinds that are left.
const LEFT: [&str; 0] = [];

#[test]
fn k03_kinds_of_an_author_who_did_not_know_the_rules() {
    let (kinds, leaking) = leaking_patterns("", LINES, seed());
    assert!(kinds >= 220, "{kinds}");
    assert_eq!(leaking, LEFT, "of {kinds} kinds");
}
