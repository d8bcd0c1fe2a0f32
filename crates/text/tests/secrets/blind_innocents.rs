//! Texts of an author who knew no rule that look like secrets and are none, and neighbours of what was redacted of them.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
import getpass¶password = getpass.getpass("Database password: ")
def check_password(self, raw_password): return verify(raw_password, self.password_hash)
const { password, passwordConfirm } = req.body;¶if (password !== passwordConfirm) throw new MismatchError();
password: ${DB_PASS}
        - name: DB_PASSWORD¶          valueFrom:¶            secretKeyRef:¶              name: pg-credentials¶              key: postgres-password
error: invalid password for user bob
2024-06-11 08:14:02.113 INFO [HikariPool-1 housekeeper] HikariPool-1 - Pool stats (total=10, active=2, idle=8, waiting=0)
{"model":"large-v2","max_tokens":4096,"temperature":0.2,"stop_sequences":["\n\nHuman:"]}
usage: prompt tokens: 5123, completion tokens: 811, total tokens: 5934
commit 8f14e45fceea167a5a36dedd4bea2543c1d2ab90¶Author: Jana Roth <jana@example.org>¶¶    Rename token_cache to tokenCache
"node_modules/left-pad": {¶  "version": "1.3.0",¶  "integrity": "sha512-XI5MPzVNApjAyhQzphX8BkmKsKUxD4LdyK24iZeQGinBN9yTQT3bFlCBy/aVx2HrNcqQGsdot8ghrjyrvMCoEA=="¶}
SHA256:uNiVztksCsDhcc0u9e8BrfJXSfY5k2aSzGZkqnRvXLM no comment (ED25519)
Key fingerprint is: MD5:43:51:43:a1:b5:fc:8b:b7:0a:3a:a9:b1:0f:66:73:a8
request_id=0b7f3a52-6c0e-4d6e-9a8d-1f0d52ab9c11 status=200 duration=14ms
.password-field { color: #3f51b5; border-bottom: 1px solid var(--token-color-border); }
:root { --token-primary: #0a84ff; --secret-badge-bg: rgba(255, 69, 58, 0.12); }
ALTER TABLE orders ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id, line_no);
FOREIGN KEY (api_key_id) REFERENCES api_keys (id) ON DELETE CASCADE
keyboard: Ctrl+K opens the command palette, Ctrl+Shift+P the action list
CREATE TABLE users (id bigserial PRIMARY KEY, email text NOT NULL, password_hash varchar(255) NOT NULL, reset_token_expires timestamptz);
secrets:¶  - source: db_password¶    target: /run/secrets/db_password
POSTGRES_PASSWORD_FILE=/run/secrets/postgres-password
api_key = os.environ["WEATHER_API_KEY"]
String token = request.getHeader("Authorization").substring("Bearer ".length());
The access token must be sent in the Authorization header using the Bearer scheme.
  -p, --password <password>   Password for the registry (default: read from stdin)
  --token-file PATH       Read the API token from PATH instead of the environment
Usage: vaultctl unseal [-key-file=FILE] [-migrate] [-reset]
Error: Missing required environment variable: STRIPE_SECRET_KEY
E/AuthRepo: PasswordResetTokenExpiredException at com.example.auth.ResetTokenService.verify(ResetTokenService.java:88)
class PasswordPolicyValidator(BaseValidator):¶    min_length = 12
test_password_reset_token_is_single_use PASSED [ 42%]
✓ rejects login with an expired session token (38 ms)
feature_flags:¶  passwordless_login: enabled¶  token_rotation: false¶  show_secret_hint: beta
"login.password.placeholder": "Enter your password",¶"login.password.forgot": "Forgot your password?"
login.password.label=Passwort eingeben¶login.password.repeat=Passwort wiederholen¶login.submit=Anmelden
msgid "Your password has been changed."¶msgstr "Votre mot de passe a été modifié."
<string name="hint_password">Contraseña</string>¶<string name="hint_pin">Introduzca su PIN</string>
<input type="password" name="password" id="password" autocomplete="current-password" required>
<label for="api-token">API token</label><span class="help">Generate one under Settings → Tokens</span>
AUTH_PASSWORD_VALIDATORS = [{"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"}]
public interface ITokenProvider { Task<string> GetTokenAsync(CancellationToken cancellationToken); }
fn parse_token(input: &str) -> Result<Token, ParseError> {
type PasswordHasher = (password: string, salt: Buffer) => Promise<string>;
tokens = nltk.word_tokenize(sentence)¶token_ids = [101, 7592, 2088, 102]
lexer.go:212: unexpected token IDENT("foo"), expected RPAREN
SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON
password_min_length = 14¶password_max_age_days = 90¶password_history = 5
PASS_MAX_DAYS   99999¶PASS_MIN_DAYS   0¶PASS_WARN_AGE   7
PasswordAuthentication no¶PubkeyAuthentication yes¶AuthorizedKeysFile .ssh/authorized_keys
password   requisite   pam_pwquality.so retry=3 minlen=12 difok=4
Last password change : Mar 04, 2024¶Password expires : never
root@db1's password:
Enter passphrase (empty for no passphrase):
ssl_certificate_key /etc/nginx/tls/shop.example.org.key;
identityFile: ~/.ssh/id_ed25519_deploy
signing.keyId=¶signing.password=¶signing.secretKeyRingFile=
h1:2yTmMvM7Yc3VJ3C0cGQxK2lYxRTg4p7QqS8hS5oF0n4= // go.sum line for example.org/auth/token v1.4.2
checksum = "7e4f1c0f2b6b9a3c2c4f2a0de6b4f8e07a54c1b85f3e8d9b6c1a2f0e9d8c7b6a"¶name = "secrecy"¶version = "0.8.0"
requests==2.31.0 --hash=sha256:58cd2187c01e70e6e26505bca751777aa9f2ee0b7f4300988b709f44e013003f
image: registry.example.com/auth/token-service@sha256:4bf2a6d0c1f9e8d7b6a5948372615f4e3d2c1b0a99887766554433221100ffee
Digest: sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08¶Status: Downloaded newer image for vault:1.15
index 3b18e51..a9c7f20 100644¶--- a/src/password_reset.py¶+++ b/src/password_reset.py
etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"¶cache-control: private
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl anna@laptop
<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==" alt="key">
@font-face { font-family: Icons; src: url(data:font/woff2;base64,d09GMgABAAAAAAK4AAsAAAAABkwAAAJrAAEAAAAAAAAA) }
{"secretName": "tls-wildcard", "secretNamespace": "ingress", "keyVaultName": "kv-prod-weu"}
arn:aws:secretsmanager:eu-central-1:000000000000:secret:prod/db/password-AbC123
projects/acme-prod/secrets/billing-api-key/versions/latest
op://Infrastructure/Postgres/password
password: !vault |¶  see group_vars/all/vault.yml
db_password: "{{ vault_db_password }}"
password = var.db_password
password = data.aws_ssm_parameter.db_password.value
connectionString: "@Microsoft.KeyVault(SecretUri=https://kv-prod.vault.azure.example/secrets/DbConn/)"
    password: <%= ENV["SHOP_DATABASE_PASSWORD"] %>
env:¶  REGISTRY_TOKEN: ${{ secrets.REGISTRY_TOKEN }}
withCredentials([usernamePassword(credentialsId: 'nexus-deployer', usernameVariable: 'U', passwordVariable: 'P')]) {
curl -H "Authorization: Bearer $TOKEN" https://api.example.org/v1/me
mysql -u root -p"$MYSQL_ROOT_PASSWORD" -e 'show databases'
read -rsp "New password: " NEW_PW; echo
docker login -u "$CI_USER" --password-stdin < /run/secrets/registry
jdbc:postgresql://localhost:5432/app?user={user}&password={password}
postgres://<user>:<password>@<host>:5432/<database>
"api_key": "[REDACTED]"
Authorization: Bearer <your-token-here>
assertNotNull(user.getPasswordHash()); assertTrue(tokenStore.isEmpty());
if token.kind == TokenKind::StringLiteral && !token.is_escaped() { advance(); }
for (const key of Object.keys(config)) { if (key === 'password') delete config[key]; }
SELECT COUNT(*) FROM auth_tokens WHERE revoked_at IS NULL AND expires_at > now();
UPDATE users SET password_changed_at = NOW(), must_change_password = FALSE WHERE id = 4711;
GRANT SELECT (id, username) ON accounts TO support; -- password column withheld
ERROR: duplicate key value violates unique constraint "users_email_key"¶DETAIL: Key (email)=(ana@example.org) already exists.
KeyError: 'secret_key'
TypeError: Cannot read properties of undefined (reading 'accessToken')
FATAL:  password authentication failed for user "reporting"
sshd[2211]: Failed password for invalid user oracle from 203.0.113.9 port 51514 ssh2
401 Unauthorized: token expired at 2024-09-01T10:00:00Z
WARN [nioEventLoopGroup-3-2] TokenBucketRateLimiter - bucket=search tokens=37/100 refill=10/s
[pool-7-thread-12] DEBUG KeyRotationJob - rotated 3 keys in 182 ms, next run in 24h
ForkJoinPool.commonPool-worker-19 [auth-cache-refresh] hit=0.973 evicted=5521
{"level":"info","msg":"secret synced","secret":"default/regcred","resourceVersion":"99881234"}
NAME                  TYPE                                  DATA   AGE¶default-token-x7k2p   kubernetes.io/service-account-token   3      41d
pod/password-service-6d4cf56db6-7xk9q   1/1   Running   0   3h12m
tokenizer.json: vocab_size=32000, bos_token="<s>", eos_token="</s>", pad_token="<pad>"
special_tokens_map: {"unk_token": "[UNK]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
throughput: 143.7 tokens/s, time to first token: 0.42 s
key_size: 4096, key_type: RSA, key_usage: digitalSignature, keyEncipherment
ssl_cipher=ECDHE-RSA-AES256-GCM-SHA384 ssl_protocol=TLSv1.3
Primary key: customer_id¶Sort key: created_at#order_id¶Partition key type: S
S3 object key: exports/2024/07/customers-part-00017.parquet
keybindings: [{"key": "ctrl+alt+t", "command": "terminal.new", "when": "!inQuickOpen"}]
<Button key="submit-password" onPress={handlePasswordSubmit} secureTextEntry={false} />
i18nKey: settings.security.passwordRules
"keywords": ["password", "secret", "vault", "token", "credentials"]
"dependencies": { "jsonwebtoken": "^9.0.2", "bcrypt": "5.1.1", "keytar": "7.9.0" }
pip install passlib[bcrypt]==1.7.4 python-jose==3.3.0 secretstorage
Unpacking libsecret-1-0:amd64 (0.20.5-3ubuntu1) ...
use App\Http\Middleware\VerifyCsrfToken;
import org.springframework.security.crypto.password.PasswordEncoder;
#include <openssl/evp.h>¶static int password_cb(char *buf, int size, int rwflag, void *userdata);
func (s *TokenStore) Revoke(ctx context.Context, tokenID uuid.UUID) error
@Value("${mail.password}") private String mailPassword;
let password = std::env::var("ADMIN_PASSWORD").expect("ADMIN_PASSWORD must be set");
$password = $_POST['password'] ?? '';
my $passphrase = prompt_for('Passphrase: ', -echo => '');
pwd = Application.InputBox("Please enter the sheet password", "Protect sheet")
token := strings.TrimPrefix(r.Header.Get("X-Token"), "v1:")
PWD=/home/lena/projects/password-manager¶OLDPWD=/home/lena
/usr/lib/python3/dist-packages/keyring/backends/SecretService.py
docs/how-to/rotate-api-keys.md:17: ## Rotating the signing key
C:\Program Files\KeePassXC\share\translations\keepassxc_de.qm
src/auth/__tests__/token-refresh.integration.spec.ts
https://docs.example.org/security/passwords#choosing-a-password
git checkout -b fix/secret-scanner-false-positives origin/main
fix(auth): stop logging password length on failed login (#1843)
BREAKING CHANGE: `token` option renamed to `credentials`; see the migration guide for v5.0.0
- [ ] Rotate the database password before Friday (owner: Mia)
Please don't paste the password here, use the vault instead.
Passwords must contain at least 12 characters, one digit and one symbol.
Ich habe das Passwort vergessen, kannst du es bitte zurücksetzen?
O token de acesso expira em 60 minutos e deve ser renovado.
PIN 13 is wired to the LED, PIN A0 to the potentiometer.
#define PIN_RESET 4¶#define PIN_CS 10¶#define KEY_MATRIX_ROWS 6
Passed: 214, Failed: 0, Skipped: 3, Pass rate: 98.61 %
pass 2/3: 48211 objects scanned, bypass=off, passthrough=on
secretary: Elena Marquez, ext. 4417
<xs:element name="Password" type="xs:string" minOccurs="0" maxOccurs="1"/>
password:¶  type: string¶  format: password¶  minLength: 8¶  writeOnly: true
{"name":"set_password","description":"Sets the password of an account","inputSchema":{"type":"object","properties":{"password":{"type":"string"}},"required":["password"]}}
message LoginRequest { string username = 1; string password = 2; optional string otp_token = 3; }
securitySchemes:¶  ApiKeyAuth:¶    type: apiKey¶    in: header¶    name: X-API-Key
OIDC: token_endpoint=https://id.example.org/oauth2/token token_endpoint_auth_methods_supported=client_secret_basic,private_key_jwt
grant_types_supported: ["authorization_code","refresh_token","client_credentials"]
Serial Number: 04:e1:9c:2b:77:5a:01:d3¶Subject Key Identifier: 2F:9A:11:C0:7E:5D:43:88:AA:10:6B:F2:0D:9C:E4:71:55:32:B8:0F
sub   rsa4096/0x3AA5C34371567BD2 2021-03-14 [E] [expires: 2027-03-13]
mac=52:54:00:12:34:56 uuid=9d0f3b1e-8f66-4c6a-8b0a-7d2c54e1f9aa machine=pc-q35-8.1
signature_key_version=7¶kid=2024-05-rotation-a
[users]¶max = 100¶default = Guest¶plan = Basic
[users]¶home = Building2B
[accounts]¶path = /srv/Data1¶driver = Sqlite3Driver
users:¶  - Alice99Smith
[admins]¶group = Ops-Team2
open README.md¶user guide section 12
open the door and user testing Round12
cn.Open "DSN=shop", "reader", pw
xhr.open("GET", "/api/v2/Users2", true)
fs.open("Data01.csv", "r")
workbook.Open "C:\Reports\Q3Report2024.xlsx", "Sheet1", "A1B2"
The door code handler is in DoorController2
error code for timeout is E1042x
exit code of Worker-3 was 137
The access code path goes through AuthHandlerV2
security code review of Module12B done
error code: Err_Timeout2
HTTP code is 404, retry
country code for Germany is DE49
The status code from HikariPool-2 was 0
[auth-service] WorkerPool-12 started
[login-worker] EventLoopGroup-3-2 idle
INFO [secret-manager] SchedulerThread-1 running
auth-proxy ConnectionPool-4 - Starting...
[password-service] TaskExecutor-1 done
login-page Button2Primary rendered
auth-gateway-v2 Deployed Revision12
2024-06-11 INFO [token-service] ForkJoinPool-1-worker-3 done
$ cat VERSION¶2.4.1¶2024-06-11
$ cat requirements.txt¶flask==2.0.1¶requests2==2.31.0
$ cat auth.txt¶No such file
$ cat password_rules.txt¶min 12 characters¶one digit
$ cat token.rs¶pub struct Token2;
cat > auth.py <<EOF¶import os¶EOF
cat > auth.txt <<EOF¶See the wiki for how to log in.¶EOF
cat > secrets.yaml <<EOF¶apiVersion: v1¶kind: Secret¶EOF
input("Password: ")
prompt('Enter the token: ');
getpass.getpass(\"Password: \")
print("New password:", new)
echo -n "Password: "; read -s pw
read -p "API token: " TOKEN
scanf("Passphrase: ", buf)
expect(screen.getByText("Password: ")).toBeVisible()
label = "Secret: " + name
log("token: %s", tok)
t("login.password: ", user)
console.log(`password: ${mask(p)}`)
connect(user=user, password=db_password)
connect(user, password=secret)
login(username=name, password=password)
Client(token=api_token)
f(api_key=api_key, secret=client_secret)
PASSWORD :'pw'
usage: x [--token TOKEN] [--secret SECRET]
x --api-key API_KEY --url URL
parser.add_argument("--api-key", default=None, help="Key")
parser.add_argument('--password', type=str)
@click.option('--secret', envvar='APP_SECRET')
add("--token", required=True)
flag.String("token", os.Getenv("TOKEN"), "the token")
env("DB_PASSWORD", getenv("PGPASSWORD"))
define('AUTH_KEY', getenv('AUTH_KEY'));
putenv("DB_PASSWORD", read_secret("x"))
'password' => 'required|min:8|confirmed'
'password' => 'nullable|string|min:8'
'token' => 'required|uuid'
"secret": "kube-system/token-signer"
"secret": "prod/mail"
credential: team/github
postgres://user:password@localhost/app
mysql://username:password@host:3306/db
mongodb://<user>:<password>@host/db
https://api.telegram.org/bot<token>/getMe
https://<token>@github.com/o/r.git
password = data.aws_secretsmanager_secret_version.db_main_credentials.secret_string
token = module.kubernetes_cluster_main.service_account_token_value
password = random_password.database_admin_master.result
secret = kubernetes_secret_v1.registry_credentials.metadata
<string name="password">Mot de passe</string>
<string name="password">Passwort</string>
<string name="hint_password">Enter your new password</string>
<label name="password">Contraseña</label>
<Password>Kennwort</Password>
token = TokenStream2,
let n = compute(Sha256Digest2);
signed in as Octocat2024, welcome
login: Build-1234, Build-1235
password check passed in Step12)
password tests: Chrome-120, Firefox-121
auth matrix Node-18, Node-20, Python-3.12
login Version2024.1, released
cookie banner Variant12B, control
token Foo12Bar34<T>
impl Auth for Vec2Token3<T>
token: Arc<Mutex<Cache2Entry7>>
secret scanning rule Rule-1042, severity high
assert!(login_works2!())
println!("auth!done!2")
vec![Token::Ident2, Token::Num3]
import x from '!!raw-loader!./Login2.md'
!important .Login2Form3{color:red}
a!==b&&Token2!==Auth3
if(!isAuth2!==!isLogin3Ok)return
createHmac("sha256", KEY)
hmac.new(key, msg, hashlib.sha256)
APP_KEY=app.name
CACHE_KEY=HomePage2024
SORT_KEY=CreatedAt2
KEY=Enter
SESSION=Chrome-120
--auth=Basic
--auth=OAuth2Client
AUTH=Kerberos5
APP_SESSION=Dev-Local-2
NODE_AUTH=basic
COOKIE=none
API_KEY_NAME=X-Api-Key2
FEATURE_KEY=DarkMode2024
ROUTE_KEY=Users-List-2
ROUTING_KEY=Orders2024Created
S3_KEY=Reports2024
IDEMPOTENCY_KEY=Order2024A
PARTITION_KEY=Tenant42User
OBJECT_KEY=Backup2024
CONFIG_KEY=FeatureFlag22
I18N_KEY=LoginTitle22
login(AdminUser2, "x")
tokens: Vec<Token3Kind>
auth.login(Alice99Smith, pw)
secretsManager.get(Prod2Config3)
password hashing (Argon2id13) is used
see RFC6749, RFC7519 and OAuth2Spec3 for token details
the token (Build42Number7) was printed
encrypted with AES256GCM, stored in S3Bucket7
passwords, Tokens2Go, and more
credentials for TestUser2A, TestUser3B
login as DevUser2024, ProdUser2025
<li>Login with Google2FA</li>
<td>Password</td><td>Required1Field</td>
<td>auth</td><td>OAuth2Flow3</td>
<b>Secret</b>: see Vault1Policy2<br>
<p>Sign in with Office365Account2</p>
log in with Chrome120Beta or later
sign in using Windows11Hello
Sign in with Apple2Id7, please
log in as bob with AdminRole2X
pin the version to Build2024A
pin React18Beta3 in package.json
pinned to Node20LTS
PIN_A0 is Sensor2Input
code: Err2024Timeout
code owner is TeamAlpha7Lead
the exit code of Job42Runner9 is 1
postal code is SW1A2AA
source code of Module2Parser is here
QR code for Table12Bistro
the dress code for Gala2024 is black tie
zip code 12345, City2Center
error code from Server2Node1: 500
door code handling in AccessControllerV2
access code is in src/AccessHandler2.ts
gate code review done by Lena2024
echo "Build2024Done" > status.txt
echo "v1.2.3-Beta4" > VERSION
echo 'Login2Page' > page-name.txt
echo "TeamAlpha7" > authors.txt
echo "PermitRootLogin2no" >> /etc/ssh/sshd_config
printf 'Release2024Notes' > auth-notes.md
echo "MyApp2Service" | tee name.txt
echo "Key2Value3" > keys.json
echo Test123Abc > test_token.py
echo "Example2Text" > token_test.txt
cat > passwords.txt <<EOF¶the first line explains¶EOF
cat > token.txt <<'EOF'¶EOF
cat > api_key.md <<EOF¶# API key¶EOF
cat > test.key.txt <<EOF¶a¶EOF
[admins]¶alice¶bob¶carol
[admin]¶theme = Dark2024Mode
[users]¶count=12¶first=2024-01-01
[users]¶shell = /bin/bash¶group = Dev-Team-2
[users]¶Alice = admin¶Bob = viewer
[superusers]¶dba = all
[webusers]¶type = SqlAuth2
[users:read]¶scope = Read2Write
password: config.db.Password2
token: response.data.AccessToken2
secret = settings.App2.SecretKey
password = Config::Db2.password
token = parser.Next2Token.value
apiKey: env.Vite2.ApiKey
auth = app.Auth2Provider.Default
password: this.form.Get2("pw")
token = k8sClient.CoreV1Api.readSecret
secret = awsSdk2.SecretsManagerV3.get
password = I18n.t2.LoginForm
key = GL.Texture2D.Format
authToken = req.headersV2.authToken
secretName: tls.example.com
token: x.y.Z1A2b3
password=props.getProperty
credential = com.azure.identity.DefaultAzureCredential2
passwordEncoder = org.springframework.Sha256Encoder
token = tokens.PeekToken1.kind
import org.bouncycastle.jce.Pkcs12KeyStore2
login: Form2.Login3.Button
password: 'Enter Password2'
{"password":"string","token":"string"}
password: Yup.string().min(8).required()
Assert.Equal("Password2Short", error.Code)
throw new Error("Token1Invalid2")
errors.push('PasswordTooShort8')
enum AuthError { Token2Old, Key3Bad }
case Login2Failed, Auth3Denied
login, Logout2All, Register3User
router.push('/login', Login2View)
<Route path="/login" element={<Login2Page />} />
<Login2Form/>, <Auth3Guard/>
auth: [Guard2A, Guard3B]
useAuth2Context(Auth3Provider)
token==Token2Type)
hash(Sha3Hash512)
ssh-rsa key of Host2Name7, added
gpg: key 3AA5C34371567BD2, created
encrypted volume Disk2Part1, mounted
register: x0, R12Reg3
register(Plugin2Name)
credentials: include, Cors2Mode
vault: Kv2Engine, Transit3Engine
unlock Level12Boss, Level13Boss
decrypt File2024A, File2024B
signed by CodeSign2024CA, issued 2024
the secret santa list: Anna1Bob2, Carl3
cookie: Chocolate2Chip3
!Token2Valid3 && !Auth2Done
if (!login2Ok!)
Login works in Version2Beta!
Great, auth Phase2Complete!
token test OK! Build2Passed!
passwordless!Login2!Now
a[!Secret2!]
http_password: !secret web_password
sign in with SsoProvider24
log in with GitHub2024 account
[power_users]¶group = Team2Alpha7
[admin_users]¶name = JaneDoe1987
cat > token <<EOF¶placeholder¶EOF
cat > secret <<EOF¶placeholder¶replace-later¶then-rotate¶EOF
cat > .vault-token <<EOF¶/run/secrets/vault-token¶EOF
token: !Ref ApiToken
password: !lookup mail_password
ALTER ROLE app PASSWORD :'app_pw';
parser.add_argument("--password", help="the password")
clone it with https://me:<password>@example.org
the url is `<password>`).
{"usage":"login --to \"<password>\"}
Started Pool [user-auth-service] com.zaxxer.hikari.HikariDataSource : HikariPool-1 - Starting...
input(\"Database password: \")
[login-gateway] EventLoopGroup-3-2 - Registered
"##;
