//! Texts that look like secrets and are none, written down before any rule was tried on them.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
id = "6f1c2f0e-8a0c-4c5e-9a35-0c7a5c1f2b3d"
user 6f1c2f0e-8a0c-4c5e-9a35-0c7a5c1f2b3d logged in
Merge: 3f78685 9fceb02
commit 7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1f (HEAD -> main)
[main 3f78685] Store the password as a hash
    "node_modules/ws": {"version": "8.17.1", "integrity": "sha512-6XQFvXTkbfUOZOKKILFG1PDK2NDQs4azKQl26T0YS5CxqWLgXajbPZ+h4gZekJyRqFU8pvnbAbbs/3TgRPy+GQ=="}
yarn-4: resolution: "ws@npm:8.17.1"¶  checksum: 10c0/f9a82600d0f4e0ba7a5f8e4a9c6a3a2e5c27f3ddf6e19d2ae0c0f0d1c2f7a08f5b1c4c62ff7b10e57f3df20fd0fda8b7bcd2a6cdd8fb3c3a1d39f7b23ad7ac30
flask==3.0.3 --hash=sha256:34e815dfaa43340d1d15a5c3a02b8476004037eb4840b34910c6e21679d288f3
golang.org/x/crypto v0.24.0/go.mod h1:Z1PMYSOR5nyMcyAVAIQSKCDwalqy85Aqn1x3Ws4L5DM=
source = "git+https://github.com/me/shop?rev=3f786850e387550fdab836ed7e6dc881de23001b#3f786850e387550fdab836ed7e6dc881de23001b"
<script src="https://cdn.example.org/a.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>
<link rel="stylesheet" href="/assets/index-BfR3mGzX.css">
.btn-primary:hover{background-color:#0b5ed7;border-color:#0a58ca}
.password-field{padding:0 12px;font-family:monospace}
.token.keyword{color:#c678dd}.token.string{color:#98c379}
input[type=password]{letter-spacing:.2em}
@font-face{src:url(data:font/woff2;base64,d09GMgABAAAAAAZkAA0AAAAADQgAAAYOAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP0ZGVE0cGhgGYACCQhEICo0kiXgLHgABNgIkAyoEIAWDdgeBHRsJC1GUcF6H7OdhTLyJRRRRxQ)}
background-image:url("data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjwvc3ZnPg==")
docker run -p 8080:80 -p 8443:443 nginx
FROM docker.io/library/nginx:alpine@sha256:645eda1c2477aaa9b879f73909b9222c6f19798dd45be6706268d82a661c6e6d
docker run -p 127.0.0.1:5432:5432 postgres
docker run -u 1000:1000 -w /app node
docker run --name db -e POSTGRES_USER=me -e POSTGRES_DB=shop postgres
psql -h db -p 5432 -U me -w shop
redis-cli -p 6379 -n 2 keys '*'
mysql --host=db --port=3306 --protocol=tcp -u root -p
mongosh --port 27017 shop
ssh -p 2222 -i ~/.ssh/id_ed25519 me@host
scp -P 2222 a me@host:b
ssh-keygen -t rsa -b 4096 -f key -q
ssh-keygen -l -E sha256 -f key.pub
nmap -p 1-1024 host
restic --password-file /etc/restic/password snapshots
ansible-playbook --vault-password-file .vault_pass site.yml
gpg --batch --passphrase-file pass.txt -c a.txt
gpg --passphrase-fd 0 -d a.gpg
gpg --keyserver keys.openpgp.org --recv-keys 3AA5C34371567BD2
gpg: Signature made with RSA key 4AEE18F83AFDEB23
curl -k -sS -o out.json https://localhost:8443/api
curl -u "$USER:$PASSWORD" https://example.org
curl -H "Authorization: Bearer $TOKEN" https://example.org
curl --user me --netrc https://example.org
wget --user=me --ask-password https://example.org
tar -xkf a.tar
pytest -k "password and not slow" tests/test_login.py
pytest tests/test_auth.py::TestLogin::test_password_reset_token -q
go test -run TestPasswordHash ./...
cargo test password_is_hashed -- --nocapture
npx jest -t 'shows an error when the password is wrong'
git log -p -S password -- src
git log --grep=token -i --oneline
git diff -w -b --stat
git stash push -m "password form"
git checkout -b fix/password-reset
git branch -m token-refresh
git tag -a v1.2.3 -m "token refresh"
git config user.name "Jane Doe"
git config credential.helper store
git config --global init.defaultBranch main
bundle config set path vendor/bundle
bundle config --local without production
bundle config build.nokogiri --use-system-libraries
rclone config show
rclone copy a remote:b --password-command "pass show rclone"
net user
net user jane /active:no
net start MSSQLSERVER
schtasks /query /tn backup /fo list
schtasks /create /tn backup /tr backup.cmd /sc daily /ru SYSTEM
signtool verify /pa /v app.exe
signtool sign /a /fd SHA256 app.exe
pdftk a.pdf cat 1-3 output b.pdf
pdftk a.pdf dump_data
keytool -list -v -keystore a.jks
ldapsearch -x -H ldap://host -b dc=example -W
sqlcmd -S db -E -Q "select 1"
snowsql -c prod -q "select 1"
az login --use-device-code
az account set -s 6f1c2f0e-8a0c-4c5e-9a35-0c7a5c1f2b3d
az group create -n shop -l westeurope
vault read database/creds/shop
vault write -f auth/approle/role/shop/secret-id
ansible-vault edit group_vars/all/vault.yml
ffmpeg -i a.mp4 -c:v libx264 -preset slow -crf 22 b.mp4
ffmpeg -headers "User-Agent: shop/1.0" -i https://example.org/a.m3u8 a.mp4
passwd -l me
mvn -s settings.xml -P release deploy
make -k test
make -p | less
cp -p a b
mkdir -p a/b
ls -p
tmux -L shop new -d
kubectl get pods -l app=shop -o name
pod/payments-worker-6b9f7c8d5f-9xk2p
pod/token-refresher-29187360-xz8bq 0/1 Completed
replicaset.apps/auth-gateway-5d4f8c7b9 1 1 1
kubectl create secret generic db --from-file=password=./password.txt
kubectl get secret db-credentials -n shop
kubectl logs deploy/auth -c token-proxy
helm install shop ./chart --set image.tag=1.2.3 --set replicas=2
helm install shop ./chart --set auth.existingSecret=shop-db
terraform plan -out plan.bin
aws s3 cp a s3://bucket/key
aws sts get-caller-identity --profile shop
aws iam list-access-keys --user-name me
aws ssm get-parameter --name /shop/db/password
gcloud auth print-access-token
gh auth token
gh secret set DEPLOY < token.txt
gh api repos/me/shop/actions/secrets
npm token list
npm config get registry
cargo login --help
the token is invalid or has expired
the password is not long enough
the password is incorrect
enter the password for the key
Enter PEM pass phrase:
invalid username or password
password authentication failed for user "me"
no password supplied
sudo: a password is required
Incorrect password attempts: 3
login: me
user: me, status: active
logged in as me with the role 'administrator'
use the password field to log in
the passphrase for the key is empty
credentials: include
credentials: 'same-origin'
Password strength: weak
password policy: minimum length 12
password: z.string().min(8)
password: Joi.string().required(),
password: fields.CharField(max_length=128)
password = models.CharField(max_length=128)
"password": {"type": "string", "minLength": 8}
{"name":"password","type":"string","required":true}
{"name": "Password", "type": "textbox", "value": ""}
{"selector":"#password","action":"click"}
{"element":"Password field","ref":"e12"}
{"element":"Search field","ref":"e13","text":"running shoes"}
{"selector":"#search","text":"running shoes"}
page.fill('#email', 'me@example.org')
page.getByLabel("Password").click();
page.getByLabel('Password').fill(process.env.PASSWORD)
expect(page.getByLabel('Password')).toBeVisible()
cy.get('input[name=password]').should('be.visible')
cy.get('input[name=email]').type('me@example.org')
driver.find_element(By.NAME, "password").clear()
setPassword(event.target.value)
setPassword("")
const [password, setPassword] = useState("");
smtp.login(user, password)
smtp.login(settings.MAIL_USER, settings.MAIL_PASSWORD)
requests.get(url, auth=HTTPBasicAuth(user, password))
DriverManager.getConnection(url, user, password)
new PDO($dsn, $user, $password)
mysqli_connect($host, $user, $password, $database)
logger.info("password", "changed")
t("password", "Password")
fill("title", "Welcome to the shop")
!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?t(exports):t((e=e||self).a={})}(this,function(e){"use strict";var t=e.token||"",n=e.key})
var a=n(7294),r=n(5893),o=n.n(a);t.Z=function(e){var t=e.password,n=e.onChange;return(0,r.jsx)("input",{type:"password",value:t})}
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEuanMiXSwibmFtZXMiOltdLCJtYXBwaW5ncyI6IkFBQUEifQ==
main.7c1f3b0d9e5a4c2b.js 142.31 kB
assets/vendor-DkqY8z3x.js 512.40 kB
__NEXT_DATA__ buildId "kQ3v9xT2mZ7nB1cW5yR8p"
test-3f786850-login-reset-password.png
testcontainers-ryuk-6f1c2f0e-8a0c-4c5e-9a35-0c7a5c1f2b3d
data-testid="password-input-3f78685"
id="headlessui-menu-button-:r1a:"
sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
Content-Security-Policy: script-src 'nonce-rAnd0mNonce' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
ETag: W/"5e15153d-120f"
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
sdk-for-javascript-and-typescript-developers
fc-match monospace
st.markdown("# Title")
ser.validated_data ser.is_valid
cu_seqlens_k and cu_seqlens_q
pk_order_id and pk_customer_id
nbp_config nbp_rates
secret_live_reload_handler
createConnection(host, port, "utf8mb4")
mysqli_connect($host, $user, "localhost")
{"selector":"#password","value":"Submit"}
fill("#password-form", "Continue")
tasklist /p foo
chunk_a8Kd93jfLq02Zx7Vb5Nm1Rt6Yw4Es0Gh.js
{"id":"call_a8Kd93jfLq02Zx7Vb5Nm1Rt6Yw4Es0Gh"}
"##;
