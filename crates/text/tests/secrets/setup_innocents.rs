//! Texts beside the kinds of `setup_kinds` that are no secrets, written down before the rules were mended.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
request 6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f took 31 ms
Accessor: 6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f
AccessorID:       6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f
Trace ID  = 6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f
subscriptionId: 6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f
tenant = "6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f"
{"appId":"6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f","displayName":"ci"}
index 3f78685..9daeafb 100644
HEAD is now at 3f786850 Rename the token of a page
Merge 3f786850e387550fdab836ed7e6dc881de23001b into 9daeafb9864cf43055ae93beb0afd6c7d144bfa4
9daeafb9864cf43055ae93beb0afd6c7d144bfa4	refs/heads/password-reset
"integrity": "sha512-oVb0EVEpTfkF5Q3oqzv0yVTZ0XoTfq9lpcqP6XoJnUu2L1zGqlpTyA6ZBB7ln0C0DjgQ7m5Qh4Gyx4bVLSU7pA=="
checksum = "a26f5f2c1dbd5ad0a3f3ddcb0d1dce18f3b1f9d44b2c1ab2f4a4a6c1c8f1e2d3"
sha256 = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
resolution: {integrity: sha512-7x3b8Y2Xl2J8oYb8mYV0w0c7bq9m7nA1rj8b4Q0p5cQk7z1m0n3v5t7r9p1l3j5h7f9d1b3z5x7v9t1r3p5n7==}
h1:Qh1c3r9vMZ8wC2YbGBKpD7bTfTxN7xTn3sUo0Jxk2mE=
h1-0f1e2d3c go.sum verified
FROM alpine@sha256:c5b1261d6d3e43071626931fc004f70149baeba2c8ec672bd4f27761f8e1ad6b
Digest: sha256:c5b1261d6d3e43071626931fc004f70149baeba2c8ec672bd4f27761f8e1ad6b
etag: "5d41402abc4b2a76b9719d911017c592"
md5 5d41402abc4b2a76b9719d911017c592  release.tar.gz
background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)
src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
@font-face { src: url(/static/inter-v13-latin-regular.8e2f1a3b.woff2) }
.btn--primary:not(:disabled):hover { box-shadow: 0 0 0 3px #3b82f680 }
<div class="_1a2B3c4D css-1q2w3e4r5t token-list__item--active">
.sc-bdVaJa.kKxYzQ { color: #a1b2c3d4 }
#app > .password-field__input-wrapper--focused { outline: none }
app.4f3e2d1c0b9a.js 182.4 kB
chunk-vendors.9f8e7d6c5b4a3928.css
org.springframework.security.authentication.UsernamePasswordAuthenticationToken
com.example.auth.JwtAuthenticationTokenFilter.doFilterInternal(JwtAuthenticationTokenFilter.java:42)
class AbstractUserDetailsPasswordServiceFactoryBean2 {}
System.Security.Cryptography.RSACryptoServiceProvider
k8s.io/client-go/tools/auth/exec/testdata/key
tests::tokens::refresh_token_is_rotated_after_use ... ok
--- FAIL: TestParsePasswordFromURL/with_at_sign (0.00s)
test_api_key_is_masked_in_logs[secret0-expected3] PASSED
✓ hides the secret key after 30 seconds (124 ms)
PASSED tests/test_auth.py::TestPassword::test_hash_differs_from_password
rspec ./spec/models/access_token_spec.rb:42 # AccessToken expires
password:
Password:
Password: 
Enter password:
Enter PEM pass phrase:
[sudo] password for me:
me@host's password:
New password:¶Retype new password:
Enter passphrase (empty for no passphrase):
Enter same passphrase again:
Password for user postgres:¶psql: error: fe_sendauth: no password supplied
Password for me: ¶Login failed
Password updated successfully
Password: required
Password: must contain at least one digit
password: [hidden]
password: (unchanged)
password: ••••••••
password=****** host=h
token: <redacted>
token: (not set)
API key: none
api_key: YOUR_API_KEY
api_key="YOUR_API_KEY_HERE"
API_KEY=xxxxxxxxxxxxxxxx
API_TOKEN=<your-token>
SECRET_KEY=change-me-in-production
export OPENAI_API_KEY="sk-..."
OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxx
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
Authorization: Bearer ${{ secrets.GITHUB_TOKEN }}
-H "Authorization: Bearer $(cat token.txt)"
curl -u "$USER" https://example.org
curl -u user:password https://example.org/docs
mysql -u root -p shop
mysql -p"$MYSQL_PWD" shop
mysqldump --single-transaction -P 3307 shop
PGPASSWORD=$DB_PASS psql -h db
docker run -e POSTGRES_PASSWORD postgres
docker run -e POSTGRES_PASSWORD=$PGPASS postgres
--build-arg VERSION=1.24.3 --build-arg COMMIT=3f786850
helm upgrade shop ./chart --set image.tag=3f786850e387550fdab8
helm install x --set auth.existingSecret=shop-credentials
terraform apply -var region=eu-north-1 -var instance_type=t3.medium
ansible-playbook site.yml -e env=staging -e version=2026.11.3
vault login
vault login -method=oidc role=developer
vault kv get secret/shop/db
vault status¶Sealed          false¶Total Shares    5
vault token revoke -accessor 8609694a-cdbc-db9b-d345-e782dbb562ed
createuser -U postgres --createdb me
createuser: error: could not connect to server: Connection refused
wg show wg0 latest-handshakes
PublicKey = HIgo9xNzJMWLKASShiTqIybxZ0U3wGLiUeJ1PKf8ykw=
peer: HIgo9xNzJMWLKASShiTqIybxZ0U3wGLiUeJ1PKf8ykw=
public key: age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGr0N2d1Q3l6bWJhc2U2NGtleWZvcnRlc3Rz me@host
256 SHA256:uNiVztksCsDhcc0u9e8BgrJXVGLpDhcc0u9e8BgrJXU me@host (ED25519)
{"kty":"RSA","e":"AQAB","kid":"2026-11","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECP"}
{"d":"M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"}
<path d="M10.29 3.86L1.82 18a2 2 0 0 0 1.71 3h16.94a2 2 0 0 0 1.71-3L13.71 3.86a2 2 0 0 0-3.42 0z"/>
{"k":"v","alg":"none"}
issuer=https://id.example.org client_id=shop-web scope=openid
redirect_uri=https%3A%2F%2Fexample.org%2Fcallback&state=login
level=info msg="token refreshed" user=me ttl=3600 attempt=2
time=2026-11-28T05:00:00Z level=warn component=auth key=session.ttl value=3600
ts=1764306000 caller=auth.go:118 event=login_failed reason=bad_password ip=10.0.0.4
cache key=users:42:profile hit=true
key=orders-2026-11-28 partition=3 offset=1184
idempotency-key: order-2026-11-28-0042
x-amz-request-id: 4442587FB7D0A2F9
cf-ray: 8a1b2c3d4e5f6a7b-ARN
x-trace: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
set-cookie: theme=dark; Path=/; Max-Age=31536000
Cookie: consent=yes; lang=en
WWW-Authenticate: Basic realm="Restricted"
WWW-Authenticate: Bearer error="invalid_token", error_description="The token expired"
HTTP/1.1 401 Unauthorized¶content-length: 42
Access denied for user 'me'@'localhost' (using password: YES)
Access denied for user 'me'@'localhost' (using password: NO)
FATAL:  no pg_hba.conf entry for host "10.0.0.4", user "me", database "shop", SSL off
error: invalid API key provided
Error: the token in .npmrc has expired
npm ERR! code E401¶npm ERR! Unable to authenticate, need: Basic realm="Artifactory"
denied: requested access to the resource is denied
remote: Support for password authentication was removed on August 13, 2021.
I used the API key from the environment.
I rotated the token and updated the docs.
Use `password` as the name of the field.
Use `token_bucket` as the limiter.
The password for the staging server is in 1Password.
Sign in as admin with the password from the vault.
The secret is mounted at /run/secrets/shop_db.
fusebox report blocked "the deploy needs a password that I do not have"
fusebox report blocked "token in CI has expired; a person has to renew it"
fusebox report done "login page: password field has a label"
credentials: none
credentials: ~/.aws/credentials
Username: admin
User: me Host: db.example.org
postgres://localhost:5432/shop
redis://localhost:6379/0
https://example.org/a@2x.png
https://user@example.org/path
git@github.com:example/shop.git
mailto:me@example.org
https://example.org/reset-password
https://example.org/docs/tokens?page=2&sort=created
https://cdn.example.org/assets/3f786850e387550f/main.js?v=20261128
https://api.github.com/repos/example/shop/commits/3f786850e387550fdab836ed7e6dc881de23001b
Recovery codes are shown once.
Backup codes: 8 left
Setup key is shown below the QR code.
zip -r release.zip dist
7z x archive.7z -oout
unzip -l a.zip
openssl enc -aes-256-cbc -kfile key.bin -in a
openssl x509 -in cert.pem -noout -fingerprint
ssh-keygen -l -f ~/.ssh/id_ed25519.pub
hmac.new(key, msg, hashlib.sha256)
hmac.new(SECRET.encode(), body, hashlib.sha256)
createHmac('sha256', secret)
createHmac("sha256", process.env.WEBHOOK_SECRET)
jwt.encode(payload, settings.SECRET_KEY, algorithm="HS256")
jwt.decode(token, key, algorithms=["HS256"])
Fernet(key)
Fernet(Fernet.generate_key())
hashlib.sha256(b'hello world').hexdigest()
hashlib.md5("shop".encode())
createHash('sha256').update('hello')
["--token", "$TOKEN"]
["--filter", "password"]
["grep", "-p", "token"]
subprocess.run(["git", "push", "--force-with-lease"])
yarn config set nodeLinker node-modules
yarn config set npmRegistryServer https://registry.example.org
npm config set registry https://registry.example.org
pnpm config set store-dir ~/.pnpm-store
bundle config set --local path vendor/bundle
bundle config build.nokogiri --use-system-libraries
http -v GET api.example.org/items
http --session=me api.example.org/me
snyk test --org=6f1c2b7e-93d4-4c0a-8e5f-1a2b3c4d5e6f
username me privilege 15
snmp-server location "Server room"
useradd -m -s /bin/bash me
usermod -aG docker me
net use Z: \\host\share
net user me
openssl passwd -help
op signin --account example
auth_user_pass: true
pass: 42, fail: 0
data:¶  config.yaml: aGVsbG86IHdvcmxkCg==¶kind: ConfigMap
Enabled: true¶SecretName: shop-tls
secretName: shop-tls-2026
INSERT INTO users VALUES (1,'me','me@example.org','2026-11-28');
x-b3-traceid: 80f198ee56343ba864fe8b2a57d3eff7
build 4f3e2d1c-20261128.3 uploaded
image: ghcr.io/example/shop:3f786850e387
arn:aws:iam::123456789012:role/deploy-token-rotation
msgid "Password"¶msgstr "Passwort"
"passwordHint": "At least twelve signs"
"tokenType": "Bearer"
grant_type=refresh_token
token_endpoint_auth_method=client_secret_basic
keyUsage = digitalSignature, keyEncipherment
subjectKeyIdentifier=hash
AES-256-GCM ECDHE-RSA-AES256-GCM-SHA384 TLS_AES_128_GCM_SHA256
the generated admin password (Linux/macOS)
127.0.0.1 - - [28/Nov/2026 14:53:41] "POST /api/auth/login HTTP/1.1" 401 -¶127.0.0.1 - - [28/Nov/2026 14:53:41] "GET /static/js/auth.js HTTP/1.1" 304 -
Backup codes: one-time use only
Recovery codes: print them and keep them
Enter the password of the new user: see the vault
Verify password hash: skipped
The following token was not found:¶  identifier
secret: shop-db-3
secret = hmac.new(key, msg)
Secret ID: prod/shop/db
SecretId: prod/db
aws secretsmanager get-secret-value --secret-id prod/shop/db-2026
The primary key is: order_id
public key is: HIgo9xNzJMWLKASShiTqIybxZ0U3wGLiUeJ1PKf8ykw=
%any : RSA server.key
user default off
login as jane / admin fails
Use `password` as the password field.
The password (`min. 12 characters`) is required.
"##;
