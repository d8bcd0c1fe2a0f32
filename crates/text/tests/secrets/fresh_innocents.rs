//! Lines with telling words and no secret, written down before a rule was tried on them; `¶` stands for a line end.

use fusebox_text::redact;

/// What is left as it is.
const INNOCENTS: &str = r##"
chown user:group file
chown -R www-data:www-data /srv/app
sudo chown me:staff ~/.config
docker run -u 1000:1000 img
docker run --user node:node img npm test
docker run -u app:appgroup --rm img
docker exec -u root:root web sh
podman run --user=1000:1000 img
install -o root -g root -m 755 a /usr/bin/a
rsync --chown=deploy:www-data a h:/srv
COPY --chown=node:node . .
USER node:node
tokenId: 507f1f77bcf86cd799439011
{"_id":{"$oid":"507f1f77bcf86cd799439011"},"token_type":"bearer"}
ObjectId("507f1f77bcf86cd799439011") has no password
the token 507f1f77bcf86cd799439011 was revoked by id
user 507f1f77bcf86cd799439011 changed the password
session 507f191e810c19729de860ea: password reset
"secretId": "507f191e810c19729de860ea"
api_key_id=507f191e810c19729de860ea
secret sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
password.ts 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  token.rs
token-service@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
digest of the token file: sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
sha256(secrets.yaml) = 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
SHA256 (token.txt) = 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
key fingerprint: SHA256:uNiVztksCsDhcc0u9e8BrwXAjnZr4dPz0Y2r4Ew1x3s
256 SHA256:uNiVztksCsDhcc0u9e8BrwXAjnZr4dPz0Y2r4Ew1x3s me@host (ED25519)
secret "db" created: resourceVersion 8812394
secret/db configured
kubectl get secret db -o yaml
kubectl create secret generic db --from-file=./password.txt
kubectl delete secret token-reader-7f4c8d9b5d-x2x9k
bundle config set --local path vendor/bundle
bundle config set without development:test
bundle config build.nokogiri --use-system-libraries
bundle config jobs 4
composer config platform.php 8.2.0
composer config repositories.private composer https://repo.example.org
composer config --global process-timeout 2000
poetry config virtualenvs.in-project true
npm config set registry https://registry.example.org/
yarn config set nodeLinker node-modules
new PDO($dsn, $user, $password)
new PDO('sqlite::memory:')
new PDO($dsn, null, null, $options)
login: me / guest users only
login / logout / profile pages
Login: 3 passed / 0 failed
logins: 42 / 100
sign in / sign up
credentials: aws / gcp / azure
login: admin / viewer roles differ
login: src/login.ts / src/logout.ts
pymysql.connect(host, user, db=name)
client.connect("host", "me", "utf8")
smtp.login(user, password)
auth.login("me", "remember")
new User("alice", "editor")
getConnection(url, "autocommit", "true")
jwt.sign(payload, privateKey, { algorithm: "RS256" })
jwt.verify(token, publicKey)
expect(page.getByLabel("Password")).toBeVisible()
expect "Password:"; send "$PASS\r"
sudo -S id < /run/secrets/sudo
vault login -method=oidc
vault kv list secret/app
vault operator unseal
cargo login --registry mine
doctl auth init
redis-cli AUTH $REDIS_PASSWORD
requirepass "" # no password
PASSWORD_RESET_TIMEOUT = 259200
password_hashers = ["Argon2PasswordHasher"]
ALTER TABLE users ADD COLUMN password_digest varchar(255)
CREATE USER me IDENTIFIED BY :password
SET PASSWORD FOR 'me'@'%' = PASSWORD(?)
PRAGMA key_size = 4096;
PRIMARY KEY 'orders_pkey'
ATTACH DATABASE 'x.db' AS archive
Password for me:
Enter passphrase for key '/home/me/.ssh/id_rsa':
ssh-keygen -t ed25519 -N "" -f k
ssh-keygen -lf key.pub
security find-generic-password -s shop -w login.keychain
security find-certificate -a -p login.keychain
security import cert.p12 -k login.keychain -T /usr/bin/codesign
ipmitool -P
snmpwalk -v2c h system
git log --author=me -p src/auth.rs
mkdir -p secrets/token
docker run -p 8080:80 nginx
ls -p password
redis-cli -p 6380 ping
psql -p 5432 -U me db
twine check dist/*
keytool -list -keystore debug.keystore
signingConfig signingConfigs.debug
{"name":"LOG_LEVEL","value":"information"}
- name: APP_NAME¶  value: frontendservice
kind: ConfigMap¶data:¶  greeting: hello
kind: SecretProviderClass¶spec:¶  provider: azure
secretKeyRef:¶  name: db-credentials¶  key: connection-string
  secretName: tls-wildcard-example
imagePullSecrets:¶- name: regcred
secrets: inherit
permissions: id-token: write
token: ${{ secrets.GITHUB_TOKEN }}
with: { cache-key: deps-3f786850e387550fdab836ed7e6dc881de23001b }
key: Linux-cargo-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
Cache restored from key: node-cache-Linux-x64-npm-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
idempotency key 4bf92f3577b34da6a3ce929d0e0e4736
Authorization: Bearer <token>
error: password authentication failed for user "postgres"
FATAL: password authentication failed for user me
TOKEN_EXPIRED at src/auth/token.rs:42
expected token `;`, found `}`
unexpected token: identifier in column 12
AUTH failed: WRONGPASS invalid username-password pair
pass 1 of 3: optimizing
second_pass finished
Password for admin: required
SQL> connect me@orcl
npm i connect acme/shop@1.2.3
user me admin
{"label":"Password strength","value":"strong"}
PRIMARY_KEY=order_line_number
hostKey: order_host_name
db.connect("localhost", "shop", "utf8mb4")
auth("header", "bearer")
password = b""
password = <<EOF¶$PASSWORD¶EOF
PASS src/components/Password.test.tsx
auth_pass_count 42
rabbitmqctl add_vhost staging
rabbitmqctl set_user_tags me administrator
htpasswd -D .htpasswd me
net use Z: \\srv\share /persistent:yes
mc alias list
mc cp local/file m/bucket
rclone copy r:path /tmp/path
eas build --profile production
fly secrets list
heroku config:get PORT
admin_secret = data.vault_secret.db
secret: !Ref DatabaseSecret
passwd: all authentication tokens updated successfully
::add-mask::***
::set-output name=version::1.2.3
"##;

#[test]
fn k03_innocent_lines_of_tools_are_left() {
    let lines =
        INNOCENTS.lines().filter(|line| !line.is_empty()).map(|line| line.replace('¶', "\n"));
    let changed: Vec<_> = lines.filter(|line| redact(line) != line.as_str()).collect();
    let shown: Vec<_> =
        changed.iter().map(|line| format!("{line}\n    -> {}", redact(line))).collect();
    assert!(shown.is_empty(), "{}:\n{}", shown.len(), shown.join("\n"));
}
