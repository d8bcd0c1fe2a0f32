//! Texts that look like secrets and are none, of an author who had not seen the rules.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
curl -s http://localhost:8080/v1/orders/22cc8308-be4e-4ee6-b7c9-b62d24f69e08/items
 id | status¶----+-------¶ 0a33229f-43db-45a2-82fa-9ac3154be1a8 | shipped¶(1 row)
commit 32f692eeec1e5e87894b293eed1b762c86c9a837¶Author: Mette Larsen <m.larsen@northpier.dev>¶Date:   Thu Nov 27 10:02:11 2025 +0100¶¶    Fix rounding in invoices
Updating b711314..7755fae¶Fast-forward¶ src/app.ts | 4 ++--
Note: switching to 'e2ac2e07b5f93b77113a7b0c247ac8d2f9b5f954'.¶¶You are in 'detached HEAD' state.
diff --git a/a.py b/a.py¶index 08f8dfdf1c..a81d154ca6 100644¶--- a/a.py
100644 blob 0009e581248dd288772873b2eb053c593b497da3	README.md
version https://git-lfs.github.com/spec/v1¶oid sha256:be134e58bfe48cc25d7eeb2c8728016654b0b3e5075fc839a12fe3855d277d6a¶size 184220¶
"node_modules/left-pad": {¶  "version": "1.3.0",¶  "integrity": "sha512-AzfX5wUud5FJoXPANNqcxvKX/PG/J4ewdr2kQ7oJMUVONlRHDiHsfD7ERV9w8eExjRuCgUtnkoDgbW0ts9edeA==",¶  "license": "WTFPL"¶}
"ms@npm:2.1.3":¶  version: 2.1.3¶  checksum: 10/5ddee309fac26733f3b04287654a583b0fc3b2d8e5d387e51c6eb6fe8e98b134be00d2e40d33475e2825d7e36c2ca32c62ce87cc0309ad1c4ff8af662d8f6605¶  languageName: node
files = [¶    {file = "idna-3.7-py3-none-any.whl", hash = "sha256:803243a23dd365ff984560183146fc1ba9ea605dd1966a7b1b23738738672d74"},¶]
requests==2.32.3 \¶    --hash=sha256:439bac69cb01f1dd9db29b08678e2ce92ff659776274ee81e5be845492033080
[[package]]¶name = "serde"¶version = "1.0.210"¶source = "registry+https://github.com/rust-lang/crates.io-index"¶checksum = "8d48582fdb2c0965f1eebf7830e134aaeb0073c27c7551570e66b0e5a95c5fb4"
golang.org/x/text v0.18.0 h1:gHegpMyEhBQKbX+EzAYt4c+3oe15AR2/E7dYyoP1lF8=
"dist": {"type": "zip", "reference": "8fc9251c03d13f6637f5a2b700da1b2e2f863d33", "shasum": ""}
src = fetchFromGitHub {¶  owner = "jqlang";¶  repo = "jq";¶  hash = "sha256-0Mt7k8AAXKkkXQ7o+8ADEDc8Io50YuJyY0OzPKe1dLc=";¶};
<script src="https://cdn.example.com/vue.min.js" integrity="sha384-UJU1tMYWJ794ht4HZ2ikHzo31PpU/G0Uo1CvvzmcGdFyItIqIIuNSLCaUBJ/lNRb" crossorigin="anonymous"></script>
$ sha256sum dist.tgz¶e73883b0013e1a1da722ed7dc8ea1c60ea945cfa5f54c4a5338e7aaf93c5f661  dist.tgz
eee4b1ee96a6b86dfe96a96ecfd4bc24  ./assets/logo.svg
<img alt="dot" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAtfnRpqsJSUCVRZZsH8Pzs91Nl4+fLzO5IceiWWopJbdKcRcYD2ZDlyc1DERwMunr4/RZEyhMfDlKQevC3ai2XRQbzur/1iY+VFehqoqDbwIIQm1T+/FJjueU">
@font-face{font-family:I;src:url(data:font/woff2;base64,d09GMgABAAAANqctvU/3Q8xAMaqP/oKhjmemtuQnSTsFG4zk+wq/3hGBy6zEpZjpUshCLd2FnPw5qj7+JV2RCXMfT8XFwqmxobeTFSVfWy8QzKB8muf49/+AK5CfGDaju8cQ) format("woff2")}
<div class="Card_headerTitle__v9w3M Button_root__IwaiR">Total</div>
<button class="inline-flex items-center px-4 py-2 text-sm focus:ring-2 focus:ring-indigo-500 disabled:opacity-50">Save</button>
<span class="sc-EkJzeH pcMnA">3 items</span>
!function(e,t){"object"==typeof exports?t(exports):t(e.lib={})}(this,function(e){var n=e.key,r=n&&n.pass;return r})
function p(t,k){for(var e=t.token,n=e.length;n--;)k[e[n]]=!0;return k}
{"version":3,"sources":["a.ts"],"mappings":"AAAA,SAASA,EAAMC,GACb,OAAOA,EAAEC,OAASC,CACpB"}
public class AbstractTransactionalPasswordEncoderConfigurationBeanFactoryPostProcessor implements Factory {}
def test_reset_password_token_is_rejected_when_secret_key_has_rotated(self):¶    pass
PASSED tests/auth/test_tokens.py::TestTokenRefresh::test_expired_token_returns_401[password-grant]
  ✓ rejects login when password: is missing from body (14 ms)
See https://github.com/northpier/billing-api/actions/runs/33995166337/job/43194257847 for details
The design notes are in https://docs.google.com/document/d/1fBNKBmdx7IlG3bIHt72ekUPM2iI3WNNWAJ4sIWTBqcW/edit (tab 2).
Background talk: https://www.youtube.com/watch?v=Zol2WsOX4ZI
Implemented per https://www.figma.com/design/fsUb6TsjaNr9uijimiok9l/Checkout?node-id=412-1187
The process failed with 0xC0000005 (STATUS_ACCESS_VIOLATION).
An error occurred (ExpiredToken) when calling the ListObjects operation: the provided token has expired.
ORA-01017: invalid username/password; logon denied
FATAL:  password authentication failed for user "app"
ERROR 1045 (28000): Access denied for user 'shop'@'10.20.4.9' (using password: YES)
Digest: sha256:f7302c12b3ea1a08a504feb6f64264bae19298ce04c09fcb8eea19375e3fee2f¶Status: Downloaded newer image for postgres:16
FROM node:20-alpine@sha256:d6e1c79b97832374fa5e721f7faeb7eb65d80b922f1b0beeb5427be0d9c7ae65¶WORKDIR /app
CONTAINER ID   IMAGE         STATUS¶27f521f99852   postgres:16   Up 3 hours
 => => sha256:c9be92bf2d05d9e96a15b134e09ef133e99830e3c27ab56ad93994a1e47e2924 3.62MB / 3.62MB
BuildID[sha1]=3098a5c4ca540e39216b00e11f47909e58cb60f0, with debug_info, not stripped
GET /_next/static/Zhl5n43GOVpeeQvXwZ26O/_buildManifest.js 200
NAME                     READY   STATUS¶checkout-api-3356ba298f-2j3di   1/1     Running
metadata:¶  uid: 0f1a8b70-4560-4da6-b943-b816e0f892b4¶  resourceVersion: "88123411"
env:¶- name: DB_PASSWORD¶  valueFrom:¶    secretKeyRef:¶      name: shop-db-credentials¶      key: password
NAME            TYPE     DATA   AGE¶shop-db         Opaque   2      41d
traceparent: 00-87a30c7cf288ee7a32bd2971c578f7a5-1d17cc77a53addce-01
X-Amzn-Trace-Id: Root=1-044d21d0-2a3a10001ab060389a8b1519
{"level":"info","dd.trace_id":"7102907655537650536","msg":"charge ok"}
x-request-id: 4fd2c7ff-29d3-4a07-a2bd-5ce16eb21efe
botocore.exceptions.ClientError: (NoSuchKey) ... RequestId: TUM2GH131KYA89V7
x-request-id: req_78c69c526c26cd99bad218095f26e16f
CF-RAY: 88989ac495d02861-CPH
HTTP/1.1 200 OK¶ETag: "7e64488655a352219a0df5c7b4be62ce"¶Cache-Control: max-age=3600
ETag: W/"3a7-ZKoAaBDib/yP2cbKxtp95mhhqlQ"
Content-MD5: ymDuSK3NBUv+Z1TJeqKtuw==
dist/assets/index-83onMPMu.js   142.31 kB │ gzip: 45.92 kB
GET /static/js/main.8bb5989a2154b79c5300.chunk.js 304
  Stored in directory: /home/dev/.cache/pip/wheels/9c/21/04/fd0ccd90bb1cd38bc79363b3fe66f62b8996fbc8c313738826243997f1
/nix/store/kkd9n5kwf7hculrqtawogz2sttkrm0eb-openssl-3.0.14
interface Login {¶  username: string;¶  password: string;¶}
type Opts = { token?: string | null; apiKey?: string };
def set_password(self, password):¶        self.hash = bcrypt.hash(password)
def login(user: str, password: str = "") -> Token:¶    ...
password = models.CharField(max_length=128)
private final String clientSecret;
type Cfg struct {¶	Password string `json:"password" yaml:"password"`¶}
CREATE TABLE users (¶  id bigint PRIMARY KEY,¶  password_hash varchar(255) NOT NULL¶);
docker login ghcr.io -u ci --password-stdin < ~/.ghcr-pass
DB_USER=app¶DB_PASSWORD=¶DB_HOST=localhost¶
[client]¶password = ""¶
environment:¶  POSTGRES_PASSWORD: ${DB_PASSWORD}
environment:¶  - MYSQL_ROOT_PASSWORD=${MYSQL_ROOT_PASSWORD:?must be set}
export API_TOKEN=$(cat /run/secrets/api_token)
mysql -u root -p"$(pass show db/root)" shop
curl -H "Authorization: Bearer $TOKEN" https://api.northpier.dev
curl -u "$NEXUS_USER:$NEXUS_PASS" https://nexus.northpier.dev
psql "postgres://app:${PGPASS}@db-2.internal/shop"
Set the header `Authorization: Bearer <your-token>` on each request.
# copy to .env¶STRIPE_SECRET_KEY=your_stripe_secret_key_here
OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxx
adminPassword: CHANGE_ME
Password: ********¶Login Succeeded
Run deploy --token ***
const client = new Client({ apiKey: process.env.API_KEY });
SECRET_KEY = os.environ["DJANGO_SECRET_KEY"]
token := os.Getenv("GITHUB_TOKEN")
password: ENV.fetch("DB_PASSWORD")
env:¶  GH_TOKEN: ${{ secrets.GITHUB_TOKEN }}
script:¶  - docker login -u "$CI_REGISTRY_USER" -p "$CI_REGISTRY_PASSWORD" $CI_REGISTRY
spring.datasource.password=${DB_PASSWORD:}
resource "aws_db_instance" "db" {¶  password = var.db_password¶}
variable "db_password" {¶  type      = string¶  sensitive = true¶}
password: {{ .Values.auth.password | quote }}
ansible_become_pass: "{{ vault_become_pass }}"
SMTP_PASSWORD="op://Engineering/SMTP/password"
secret_arn = "arn:aws:secretsmanager:eu-north-1:313043568353:secret:prod/shop/db-ts6ETZ"
"Password": "@Microsoft.KeyVault(SecretUri=https://np-kv.vault.azure.net/secrets/smtp/)"
The run used input tokens: 1204, output tokens: 388 and finished in 41 s.
python gen.py --max_tokens=4096 --temperature 0.2
{"usage":{"prompt_tokens":18422,"completion_tokens":911,"total_tokens":19333}}
cache_read_input_tokens=102344 cache_creation_input_tokens=2210
{¶  "login.password": "Kodeord",¶  "login.forgotPassword": "Glemt kodeord?"¶}
{"auth":{"token_expired":"Your session has expired","password_label":"Password"}}
<input type="password" name="password" placeholder="Enter your password" autocomplete="current-password" />
<label for="api-key">API key</label>
$ cat ~/.ssh/id_ed25519.pub¶ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIZWVz9N04DQro1lBsrJ453lzQObZBghG8Vm+olU6gad4 mlarsen@laptop
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQnNfeRPzT2DZ+vUwxrB7fiJLOH7sO0AECe0BCeBCtn7WzjJJy0BXPfegDXvxFhV6Uo/NtV+OV2VyL6xPsse/GGC237diLFrCFb8bj+WIejcKDpjnrOc+TdSbJ/442p/EVN36KtKDDJJQQly9tHEZV68M5Fp2J/S0nxiqSoKQ8aEAt9ODFSx6pVG5U79Mi0czUN6NsAB4qPv7zb9t36yyANgY2eMur/JYg3MlFkVgmo9ddESSzlqd+eUvPb98yaoh8sAUQCeYeQ9/AefjFxZ/oKBcgqQBgMPzKU4+4ukK+28FeCGvolxeBmFg+MP2O6D0Z/8nsp4Etc+WyAmQTwL162Arq deploy@build
256 SHA256:rPGM839t366g1J5Hh2nB1j9GKsDTbxWdaEd5A/DQYNo mlarsen@laptop (ED25519)
github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIv1UV7H1kgWQUI7fdVZBmKb6JP0ksyoCGmd7b8FmYqbQ
pub   ed25519 2025-03-01 [SC]¶      59966FEE7DF3E50CA21D2C90F15E9994D95E7865¶uid           Mette Larsen <m.larsen@northpier.dev>
-----BEGIN CERTIFICATE-----¶MIIDdzCCAl+gAwIBAgIEtDPymTaVhSmRKnGuVYR6zZJBZI0rLTfXtbYFgnb9tCdi¶WWv6bpmUvKrTuJnCTLkCrcbLWUfKeJ0UavMQAuwQVLJx7jIifj4dLHLNK2yfarOY¶XaAA5EL3biQG2G4TK32pC9IAhFAw52Jq8/JOQ3cV7Q55iJUqcPvInJrSIaa1n/xX¶aABrxzCGNpYYatJ5iLbhgKod0tbt+NIPQn0k9/winJiCKyvlDIOQEErga5D8lNmB¶0SJx7thhGb95rZeXuW6y4O74/v+fN/whr1h6hKA9YIxG1YFF1Zx9uRJbKDtuty0Q¶7APHDqQVKJub9XIrCy4L3WfRXzKaHAkgZJ/C3wYVHddf2BlDHkRzhCqP+AVZ1Ahz¶5x3YqORF8Jav2vsHEri9SkcJ9kyeK/CcTqBLtKodKmquHApn6/1qav+/j+ebeSBb¶jzt7cEXI68sU9vylr6xrbW845J24YhG+ho8/TWVdS7/yRWlYE/7dyiJjy/SFRhPA¶UHvGrfC7qxedRy+tE/WSfsfZ4kn3QroZAwt7LWD6QBo0ZHmbOet3D5cJLtrFukhG¶2k8J0KcWx0pJSO6uCXagYYDGWHdSJJv3wv+RUnXPtPRsrdCvvtTXylpjfVcYTc5Z¶UBGqGWiCieKT8GUtcwEoMKDV0yjul4ga7e3gJtUi9R541EcD94SwhGj1glaaKIPV¶Sty0fLj9KvP71boKOg38yR5G6OFlq95DwHeNBeRKLzv1OGSJTzrNGT5w/RcggPfZ¶YvBfCqrvbpn46wRxYejhfl9q8JC7xWDgiK/vANkJdKmQhiosNMzh¶-----END CERTIFICATE-----
-----BEGIN PUBLIC KEY-----¶MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AAPKLipFz0iJ7mAxar4dGwJ0oA8XYz5W6¶gp1n3LjD7SD7Z/vShqvRjDgzu0h8xPLIoLEHKSyg+kF7yBjUHZngCMKF8Cs/kNB5¶0y4YGDVEh1GI+g52e/sHn2c2kwnIdciyOcPP1wgQYcguEIYAEVrm60GSR1vBdfrO¶fBPvLwfh28WfT351Qo/ziJFRIRdiy1DLkPbu4yODLxh7YIsgqeiVIwkgEPxFZXZ4¶UcLZ4nJKtAGXHo+Bf79MbqJ6zaWsfHmzkyJdhQsHp0tgY/Lx+cMsA901fLOGJS22¶wPqFzXS1DZkSWTsktExJLeCWYwb3k1ZtHDUAMuHcopYGp4eewQ44ExnrztkHvN6B¶DEV4uKd+¶-----END PUBLIC KEY-----
sha256 Fingerprint=12:9F:66:C0:44:AF:FF:10:0D:2C:D5:21:C2:6B:32:A3:C7:23:91:96:B5:C8:03:79:77:84:99:56:69:48:66:DE
creation_rules:¶  - age: age1ytrutdjwq27wcnacn8kdk6tje9px9rpsv3ag40kdm53tgx8sq4z7hcljcw
[Peer]¶PublicKey = VFcFfaB82+1X6+fIxjAeteeaQA31Rj1iJYFAMjoR9lk=¶AllowedIPs = 10.66.0.0/24
{"keys":[{"kty":"RSA","kid":"sig-2025","e":"AQAB","n":"uLZq5NbNAsAlmAIXp_CgLra9Y_K-rwhBL5YkOrnH5MS5BOMQSO9zF3zxmQC7sKbpwH2Iv2n4LmKBdqsD32M6BJc68L5WZ3AWGmeZgpzcrU7Rgiyp1Mq3XFiMZgAYwpdLAxnWlbW0xeS57CTb6XHzzQaaItaLOo5AvtmoUk4jGR3I_ljBG664O5eFd_uEbc64XMcRnOIh7XIAsG-Tw98RRODbrAh7qSjkczXa9jWYA0gpy8qLY3NLQFk0TZlzfR_iTy7EUSyVdJ5mN1MMYTKYLMZvoCx90tJ9y5_KVZ_96kFRvZ9Gk7iXfvOE2twqmRJwSbD660874cCMxpiAeYRlRw"}]}
Keys that start with pk_ are publishable; keys that start with sk_live_ must stay on the server.
items.map((it) => <Row key={it.id} item={it} />)
<Tab key="notifications-settings-panel" title="Notifications" />
<li data-key="checkout_summary_total" accesskey="s">Total</li>
Cache restored from key: Linux-node-20-968a85d1f1f8e5c6892747c9dc8b2910e57dd3e3c7524609f3566e12c49e2c76
MISS key=catalog:v3:product:653248:da-DK ttl=300
rows.sort(key=lambda r: (r.created_at, r.id))
{"LastEvaluatedKey":{"pk":{"S":"ORDER#237400"},"sk":{"S":"LINE#0003"}}}
{"Contents":[{"Key":"exports/2025/11/27/orders-c1e4bf28.parquet","Size":48211}]}
ALTER TABLE orders ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id, line_no);
Key (customer_id)=(44182) is not present in table "customers".
if (e.key === "Enter" && e.ctrlKey) submit();
KeyError: 'access_token'
author="Mette Larsen" authority="northpier.dev" authors=3
total=14 passed=12 failed=2 skipped=0
# tests 12¶# pass: 12 fail: 0
curl --noproxy "*" -H "X-Cache-Bypass: true" -d bypass=true http://localhost:3000
compass=north encompass=all passenger=42 passport_no=required
tokenizer = AutoTokenizer.from_pretrained("bert-base-multilingual-cased", pad_token="[PAD]")
{"bos_token":"<s>","eos_token":"</s>","unk_token":"<unk>","token_type_ids":[0,0,1]}
SyntaxError: Unexpected token '}', "{"a":1,}" is not valid JSON
The site sets three cookies: sessionid, csrftoken and remember_user_token; none is marked Secure.
Set-Cookie: sessionid=; Path=/; Max-Age=0; HttpOnly
WWW-Authenticate: Bearer realm="registry", error="invalid_token", scope="repository:shop:pull"
Passwords are hashed with argon2id, the token lives 15 minutes, and the secret rotates every 90 days.
{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"get_issue","arguments":{"issue_id":"f9b575ac-e2cb-487e-b421-2c1f994e5a23","page_token":null,"sort_key":"updated_at"}}}
{"name":"login","inputSchema":{"type":"object","properties":{"username":{"type":"string"},"password":{"type":"string","description":"Password of the user"}},"required":["username","password"]}}
{"name":"Grep","arguments":{"pattern":"(password|secret|api_key)\\s*[:=]","path":"src"}}
grep -rnE 'password|passwd|token' src/ --include='*.py' | wc -l
"##;
