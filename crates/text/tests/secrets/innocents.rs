//! Texts that look like secrets and are none.

use fusebox_text::redact;

/// One text a line; `¶` stands for a line end.
const INNOCENTS: &str = r#"
commit 3f786850e387550fdab836ed7e6dc881de23001b
index 83db48f..bf2a3d1 100644
HEAD is now at 9fceb02 Fix the token reader
From 5d41402abc4b2a76b9719d911017c592 Mon Sep 17 00:00:00 2001
"integrity": "sha512-9bDkXbZhQ5Yb3o0uTDkQ4mM1T2uVwLzG5wQpNf7yX8sR3aKc6eJhVdLtMnOqPrSuWvYxZ0123456789AbCdEfGh=="
checksum = "4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f4d5b6a79808f1e2d3c4b5a6978869504"
nginx@sha256:4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f4d5b6a79808f1e2d3c4b5a6978869504
sha256:4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f4d5b6a79808f1e2d3c4b5a6978869504
github.com/a/b v1.2.3 h1:2VTzZjLZBgl62/EtslCrtky5vbi9dd7HrQPQIx6wqiw=
id: 550e8400-e29b-41d4-a716-446655440000
request_id=550e8400-e29b-41d4-a716-446655440000
trace_id: 4bf92f3577b34da6a3ce929d0e0e4736
X-Request-Id: 7b1f9c52-1f0e-4f8a-9f7e-2f1f0a3b9d11
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
.Button_root__3xK9d { color: red }
class="css-1q2w3e4r5t"
main.8f3b2c1d.chunk.js
url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1qYbR9uK2gN0fZ3x8Qw5t7LmHc4vPe6yTsDd1Ao me@host
SHA256:uNiVztksCsDhcc0u9e8BrWJqCOEqkHiCw4TnkWKMM9g
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
token_count = 3
max_tokens: 4096
{"input_tokens": 123456, "output_tokens": 789012}
let token = lexer.next();
let token = self.tokens[2];
const token = await getToken(user.id);
token: Option<Token2>,
password: String,
password: &str,
def login(user, password):
connect(password=password, token=make_token())
if (password !== confirmation) {
password=os.environ["DB_PASSWORD"]
password: process.env.DB_PASSWORD
PASSWORD=$DB_PASSWORD
password="${DB_PASSWORD}"
password: {{ .Values.password }}
API_KEY=<your key>
API_KEY=your-api-key
apiKey: "your_api_key_here"
secret: ********
token: xxxxxxxxxxxxxxxx
"token": "string"
"password": null
"secret": true
unexpected token: identifier
SyntaxError: Unexpected token '<', "<!DOCTYPE " is not valid JSON
error: expected one of `,` or `}`, found token `=`
password must be at least 8 characters long
the password is wrong
Enter password:
Password for user me:
forgot password? reset it here
fatal: could not read Password for 'https://github.com'
Permission denied (publickey,password).
5 passed, 2 failed
pass: 12, fail: 3
# pass 12
PASS src/cart.test.js
PASS=12 FAIL=0
bypass=true
compass: north
author: Jane Doe <jane@example.org>
authority=example.org
tokenizer: BertTokenizerFast
monkey=banana
keyboard: qwertz
turkey=1
KEY_LENGTH=32
secretary: Bob
PWD=/home/me/project
OLDPWD=/tmp
"pwd": "/srv/project"
--password-file=/run/secrets/db
TOKEN=/run/secrets/token
token_file: ./secrets/token.txt
next_page_token: CAEQAhoMc29tZXRoaW5nMTIz
"nextPageToken": "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA"
eos_token: <|endoftext|>
pad_token="[PAD]"
cache_key=node-linux-x64-4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f
cache-key: v1-cargo-4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f
primary_key=id
foreign_key: orders.customer_id
sort_key=created_at_2024
publicKey: MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE
KeyError: 'customer_address'
key=value
keys: a, b, c
docker run -p 8080:80 nginx
docker run --user 1000:1000 nginx
docker compose -p shop up
mkdir -p src/orders/models
cp -a build/output dist/output
tar -xzf a.tar.gz -C /usr/local
ls -la src
ps -u root
sort -u names.txt
git commit -a -m "wip"
git push -u origin main
grep -P "\d+" a.txt
cargo test -p fusebox-text redact
ssh -p 2222 me@host
nc -w 5 host 80
mysql -u root -p shop
psql -U me -d shop
curl -u me https://example.org
curl -k https://localhost:8443/health
pytest -p no:cacheprovider
python -m http.server 8000
find . -path ./target -prune -o -print
netstat -an -p tcp
https://example.org/a/b?page=2&sort=name
https://me@example.org/path
http://localhost:8080/a@b
git@github.com:me/shop.git
ssh://git@github.com/me/shop
jdbc:postgresql://db:5432/shop
Basic authentication is required
Bearer token required; bearer authentication
Authorization header is missing
Set-Cookie header was not sent
Cookie: no cookies here
session expired, log in again
session_id: 42
src/main.rs:12:5: error: cannot find value
src/orders/cart.rs:128:33:total:i64
2024-05-01T12:34:56.789Z INFO server started
00:1A:2B:3C:4D:5E
fe80::1ff:fe23:4567:890a
/usr/lib/x86_64-linux-gnu/libssl.so.3
/nix/store/4q8s7m3xk1zv9b2n5c6d7f8g9h0j1k2l-glibc-2.38/lib
target/debug/deps/fusebox_text-adb033ec1d83bef1
node_modules/.pnpm/@babel+core@7.24.4/node_modules/@babel/core
com.example.shop.orders.OrderRepositoryImplementationTest
test orders::cart::tests::adds_two_items_of_the_same_kind ... ok
ResourceNotFoundExceptionHandlerFactoryBean
AbstractSingletonProxyFactoryBean2Configuration
sk-learn is not scikit-learn
sk-toggleable__content-arrow
risk-free-interest-rates
npm_config_registry hf_hub_download npm_lifecycle_event
ghp_ is the prefix of a token
re_export_all_names_of_the_module
pat-a-cake
key-value-store-adapter-for-tests
api-gateway-integration-tests-runner
secret_manager_client_configuration
s.charAt(0).toUpperCase()
sl.append(element_of_the_list)
xox and xoxo
AKI is not AKIA
SKU1234567890
EAAA
v1.0-beta.12+build.5
cio and csk-lite
Token::Secret == token
if token == "(" {
password: ""
password=''
retries: 3, tokens: [1, 2]
Vec<Token<'a>> where Token: Clone
<password/>
<token>
enum Secret { None }
type Password = string;
x.password = hash(input.password);
assertEquals("password", field.getType());
const PASSWORD_MIN_LENGTH = 8;
The cache key is 4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f now
The public key is MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqow1
The commit is 3f786850e387550fdab836ed7e6dc881de23001b
npm ERR! code ELIFECYCLE
"resolved": "https://registry.npmjs.org/a/-/a-1.2.3.tgz#3f786850e387550fdab836ed7e6dc881de23001b"
pub fn token(&self) -> u64 { 12345678 }
0x7ffd5e8a3b20
1//2 + 3//4
cargo login
git config --global user.name Jane
docker run -e TZ=UTC -e LANG=C.UTF-8 shop
docker build --build-arg VERSION=1.2.3 .
kubectl create configmap shop --from-literal=mode=production
kubectl get secret db -o yaml
gh secret list --repo me/shop
echo done | tee out.txt
echo "$PASSWORD" | docker login -u me --password-stdin
cat token.txt | gh secret set DEPLOY
vault kv get -field=password secret/shop
aws ssm get-parameter --name /shop/db --with-decryption
terraform plan -var region=eu-west-1 -var-file=prod.tfvars
grep -rn token=lexer src
rg -e password= --type py
sed -i s/password=old/password=$NEW/ a.ini
curl -d @body.json -H "Content-Type: application/json" localhost:8080
curl -b cookies.txt -c cookies.txt https://example.org
http POST localhost:8080/cart item=shoe quantity=2
make SORT_KEY=created_at test
set -x
set -euo pipefail
ENV NODE_ENV production
ENV KEY_FILE /etc/ssl/key.pem
setx PATH "%PATH%;C:\tools"
$env:PATH = "C:\tools;$env:PATH"
$env:NODE_ENV="production"
mvn -DskipTests -Dmaven.repo.local=/tmp/m2 package
gradle build -Pversion=1.2.3 -x test
msbuild /p:Configuration=Release /v:minimal shop.sln
net use
sqlplus /nolog
npm config set registry https://registry.npmjs.org/
password: required
password: "must not be empty"
    password=password
    token=self.token,
password = getpass.getpass()
const password = useRef(null);
<input type="password" name="password" placeholder="Password" value="">
<label for="password">Password</label>
<Route path="/reset-password" element={<ResetPassword />} />
<UserManagement :token="state.token" />
<entry key="title">Welcome</entry>
variable "region" {
{"key": "title", "value": "Welcome"}
{"key": "ctrl+shift+arrowleft", "command": "editor.action.smartSelect"}
{"sessionId": "550e8400-e29b-41d4-a716-446655440000"}
"sort_key": "createdAtDescendingByCustomer"
"i18nKey": "checkoutSummaryDeliveryAddressTitle"
I18N_KEY=checkoutSummaryDeliveryAddressTitle
QUERY_KEY=getUserProfileByCustomerIdentifier
CACHE_KEY=node-linux-x64-4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f
queryKey: ['users', userId, 'ordersByCustomerAndDate']
key={`row-${index}`}
sessionKey: agent:main:subagent-orchestrator
"tokens": ["the", "quick", "brown", "fox"]
"tokens": [15496, 11, 995]
secrets: inherit
secrets: [npm_token, deploy_key]
passwords do not match
The password is stored as a hash.
The password is required.
I changed the password field to a masked input.
The token is validated by AuthenticationMiddleware.
The token `authenticateRequestMiddleware` is imported twice.
The token expired at 2024-05-01T12:34:56.
The key is the customer's identifier, customerIdentifierAndOrderNumber.
Incorrect API key provided.
Authorization: required for every request
Authorization: Bearer <token>
authorization: none
Authorization policy: default
Authorization: `Bearer ${token}`
Private-Lines are the last part of the file
PrivateKey and PublicKey are both strings
{"kty": "RSA", "alg": "RS256", "use": "sig"}
{"d": "2024-05-01", "k": "v"}
"k": "customerIdentifierAndOrderNumberAndDeliveryAddress"
src/components/Checkout/OrderSummaryDeliveryAddress.tsx
/home/me/project/src/main/java/com/example/OrderRepository.java
./gradlew :shop:orders:compileTestKotlin
pkg/mod/golang.org/x/tools@v0.21.1-0.20240508182429-e35e4ccd0d2d/go
npm:react@18.2.0
image: registry.example.org/shop:1.2.3@sha256:4ef5e4d8b1a9c3f2e6d7085b9c1a2e3f4d5b6a79808f1e2d3c4b5a6978869504
Content-Disposition: form-data; name="token"
%2Fsrc%2Fmain.rs%3Fline%3D12
iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==
| step | token | key |
| password | 12 | 3 |
cat a.txt | grep password | sort
pass: "green"
"status": "pass", "pass": "all 12 checks"
test password_is_hashed ... ok
fn set_password(&mut self, password: &str) {
def create_token(user_id: int, ttl: timedelta = timedelta(days=1)) -> str:
token = jwt.encode(payload, settings.SECRET_KEY, algorithm="HS256")
SECRET_KEY = os.environ["SECRET_KEY"]
SECRET_KEY = config("SECRET_KEY")
hashed_password=pwd_context.hash(user.password)
if (!token || token.length < 20) return null;
db.collection('users').find({ token: { $exists: true } })
net user
net user /domain
net use Z: \\host\share
the user pressed a key
using namespace std;
using System.Collections.Generic;
user pages are cached
htpasswd -c .htpasswd me
redis-cli -h cache ping
redis-cli CONFIG GET maxmemory
mc alias list
mc ls shop/bucket
xfreerdp /v:host /u:me
kubectl config set-context dev --namespace=shop
composer config --list
poetry config virtualenvs.in-project true
nmcli con mod home ipv4.dns 1.1.1.1
rabbitmqctl list_users
ansible-vault view secrets.yml
wpa_passphrase home
lftp -u me example.org
ssh-keygen -t ed25519 -C me@host -f key
openssl enc -d -aes-256-cbc -in a
openssl x509 -in a.pem -noout -text
rar x a.rar
pdftotext -layout a.pdf
useradd -m -s /bin/bash me
usermod -aG docker me
dotnet build -p:Configuration=Release
psexec \\host -u me cmd
docker swarm join-token worker
docker secret ls
gh auth status
echo done | passwd-generator
skopeo copy docker://a docker://b
supabase link --project-ref abcdefghijkl
etcdctl --user root put a b
variable "region" {¶  default = "eu-central-1"¶}
variable "password_length" {¶  default = "16"¶}
  default = "production"
{"ParameterKey": "InstanceType", "ParameterValue": "t3.micro"}
<name>fs.defaultFS</name><value>hdfs://namenode:9000</value>
<param-name>contextConfigLocation</param-name><param-value>/WEB-INF/applicationContext.xml</param-value>
RESET_PASSWORD: string
FORGOT_PASSWORD: "/forgot-password"
MIN_PASSWORD: 8
NODE_ENV: production
BYPASS: enabled
COMPASS: northwest
BYPASS=enabled
ALLPASS=yes
{Name:cart Items:3 Total:12}
{token:1 password:2}
&{Retries:3 Timeout:5s}
{Kind:Password Name:login Required:true}
PWD={password}
password={password};
f"password={password}"
connect(user=user,password=password)
create_user(name=name,password=raw_password)
password: SecretStr
password: Optional[SecretStr] = None
const token: string = "";
let password: string = "";
const keyName: string = "customerAddress";
headers["Content-Type"] = "application/json"
config["title"] = "Welcome to the shop"
os.environ["NODE_ENV"] = "production"
os.getenv("NODE_ENV", "development")
env('APP_NAME', 'Laravel')
os.environ.get("DB_PASSWORD")
define('DB_HOST', 'localhost')
process.env.NODE_ENV || "development"
process.env.PORT || 3000
process.env.API_URL ?? "http://localhost:3000"
SECRET_KEY -> settings.py
API_TOKEN -> required
| API_KEY | the key of the API |
| Name | Description |
rename PASSWORD_FIELD to passwordField
change API_TOKEN to SERVICE_TOKEN
auth=(user, password)
auth=("me", password)
auth: { type: "basic" }
secrets: { inherit: true }
"credentials": {"type": "object"}
"secrets": {"type": "string"}
"passwords": []
user: me, pass: 12, fail: 3
{"user": "me", "pass": true}
BASIC_AUTH=enabled
AUTH=none:default
OAUTH=https://example.org/oauth
oauth: google
X-Request-Token: required
X-Frame-Options: SAMEORIGIN
X-Cache-Key: /index.html
https://example.org/hooks/use-authentication-provider
https://react.dev/reference/react/hooks/useSyncExternalStore
https://github.com/me/shop/tree/main/.git/hooks/pre-commit.sample
https://www.make.com/en
git@gitlab.example.org:group/project.git
npm:typescript@5.4.5
react-dom@18.2.0(react@18.2.0)
me@10.0.0.1:22
requirepass is a setting of redis
the requirepass option is unset
rootpw and bindpw are names
Sec-WebSocket-Protocol: bearer, chat
SWMTKN-1- is the prefix of a token
live_reload and live_view_components_enabled
mfa.enabled mfa.method.totp.issuer
1000.00 1000.50
pa-rsing pa-rtial
secret-manager-client-configuration-for-tests
pk_prod_ is the prefix of a key
aio_pika aio_read aiohttp
syt_ is the prefix
plane_api_client_configuration
AAAAB3NzaC1yc2EAAAADAQABAAABAQC7
AAAAAAAAAAAAAAAAAAAAAAAAAAAA
the digest of the image as the base layer
use AbstractSingletonProxyFactoryBean as the key of the map
arn:aws:iam::123456789012:role/deploy
arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-AbCdEf
pod/orders-7d9f8b6c5-x2k4q
deployment.apps/orders-api configured
The password for the demo is in the vault.
the password of the user is hashed
password for me is wrong
Password for 'https://me@example.org':
"#;

#[test]
fn k03_innocent_texts_stay() {
    let lines = [
        INNOCENTS,
        crate::unseen_innocents::LINES,
        crate::later_innocents::LINES,
        crate::outsider_innocents::LINES,
        crate::everyday_innocents::LINES,
        crate::neighbour_innocents::LINES,
        crate::setup_innocents::LINES,
        crate::prose_innocents::LINES,
        crate::blind_innocents::LINES,
    ]
    .concat();
    let lines = lines.lines().filter(|line| !line.is_empty());
    let lines: Vec<String> = lines.map(|line| line.replace('¶', "\n")).collect();
    assert!(lines.len() >= 1300, "{}", lines.len());
    let wrong: Vec<String> = lines
        .iter()
        .filter(|line| redact(line) != line.as_str())
        .map(|line| format!("{line}\n    -> {}", redact(line)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}
