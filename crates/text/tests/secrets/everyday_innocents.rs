//! Texts of everyday work that look like secrets and are none.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
password_hash = bcrypt.hash(password, 12)
The password field is required and must have at least 12 characters.
token: str = Depends(oauth2_scheme)
def login(username: str, password: str) -> Token:
if password != confirm_password: raise ValueError("passwords do not match")
export GITHUB_TOKEN=$(gh auth token)
docker login -u me --password-stdin < ~/.docker-token
curl -u "$USER:$PASS" https://example.org
psql "host=localhost user=app dbname=shop sslmode=disable"
kubectl get secret db -o yaml
secretKeyRef: {name: db, key: password}
- name: DB_PASSWORD¶  valueFrom: {secretKeyRef: {name: db, key: password}}
api_key: ${API_KEY}
apiKey: process.env.API_KEY,
token = os.environ["API_TOKEN"]
password=<your password here>
password: ********
ldapsearch -x -s sub -b dc=example,dc=org '(uid=jane)'
count_wo: 12
key: value
The key 3f2a1c9e-0d4b-4e59-8d2f-9c3b1a7e5f60 was not found.
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==
etag: W/"33a64df551425fcc55e4d42a148795d9f25f89d4"
x-request-id: 0a1b2c3d4e5f60718293a4b5c6d7e8f9
session_id=5f2c1a9e-8d2f-4e59-9c3b-0d4b1a7e5f60
next_page_token: CAUQAA
nextToken: null
max_tokens: 4096
tokens used: 12034 of 200000
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
token_type_ids and attention_mask differ in length
SyntaxError: Unexpected token '}' at line 12
expected token `;`, found `}`
error[E0433]: failed to resolve: use of undeclared crate or module `secret_service`
fn test_password_reset_token_expires() {
test auth::tests::token_is_refreshed ... ok
src/auth/password_reset.rs:42:17
GET /api/tokens/42 200 OK
secrets/production/README.md
keys = sorted(d.keys())
primary key (id), foreign key (user_id) references users(id)
sort -k 2 -t , data.csv
mysql -u root -p shop < dump.sql
ssh -p 2222 deploy@example.org
tar -C /tmp -xpf a.tar
cp -p a b; mkdir -p x/y
grep -P '\bpassword\b' -r src
git log --author=me -p src/token.rs
npm run test -- -t 'token refresh'
redis-cli -h localhost -p 6379 ping
ansible-playbook site.yml --ask-become-pass
sudo -S true < /dev/null
openssl rand -hex 32
ssh-keygen -lf ~/.ssh/id_ed25519.pub
SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8 git@example.org (ED25519)
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SaG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@host
color: #ff5733; background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)
"@babel/core": "^7.24.0"
uses: actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11
image: ghcr.io/org/app@sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf
projects/my-proj/secrets/db-password/versions/3
https://example.org/docs/reset-password?lang=en
https://github.com/org/repo/pull/123#discussion_r1234567890
href="/oauth/authorize?client_id=web&response_type=code"
code=404 message=Not found
exit code=1, signature=None
Signature: int main(int argc, char **argv)
signature verification failed for package foo-1.2.3
Invalid password for user "me"
FATAL: password authentication failed for user "app"
pass: 12 fail: 3 skip: 1
PASS src/login.test.ts (5.2 s)
--- PASS: TestTokenRefresh (0.02s)
12 passed, 1 failed; password tests skipped
auth = HTTPBasicAuth(user, password)
requests.get(url, auth=(user, password))
client = Client(api_key=settings.API_KEY)
const { token } = await login(user, password);
<input type="password" name="password" placeholder="Your password">
<PasswordInput value={password} onChange={setPassword} />
{"element":"Username field","text":"jane"}
{"name":"read_file","arguments":{"path":"src/secrets.rs"}}
{"tool":"grep","pattern":"password","path":"src"}
The secret to fast builds is caching.
Key findings: the token bucket refills at 10 per second.
I renamed `token` to `session_token` in auth.ts.
We pass the cookie jar to the session.
Use a passphrase of at least five words.
License key validation happens in license.rs.
let secret = Secret::new(length);
SECRET_NAME=prod-db KEY_VERSION=3
AWS_REGION=eu-west-1 AWS_PROFILE=dev
kid: 2024-06-01 alg: RS256 typ: JWT
public_key: |¶  -----BEGIN PUBLIC KEY-----
access_key_id = "AKID" # see vault
monkey = banana; turkey: stuffing
keyboard layout: us; keycode 37
hotkey = ctrl+shift+p
"##;
