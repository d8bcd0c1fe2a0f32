//! Texts of a later round that look like secrets and are none, written down before any rule was tried on them.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
curl -H "Authorization: Bearer $TOKEN" -H "X-Request-Id: 6f1c2f0e-8a0c-4c5e-9a35-0c7a5c1f2b3d" https://example.org
X-Request-Id: 4bf92f3577b34da6a3ce929d0e0e4736
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
ETag: "33a64df551425fcc55e4d42a148795d9f25f89d4"
If-None-Match: W/"67ab43-5f3c1a2b3c4d5"
Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==
Content-Security-Policy: script-src 'sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8='
kubeadm join 10.0.0.1:6443 --discovery-token-ca-cert-hash sha256:34e815dfaa43340d1d15a5c3a02b8476004037eb4840b34910c6e21679d288f3
pod/shop-api-7d9c6b8f5d-x2x7k restarted
deployment.apps/token-service-6c9f7d8b9d scaled
secret/shop-db-credentials configured
configmap/password-policy-h7f2k8m9t4 created
NAME                         READY   STATUS    RESTARTS   AGE¶auth-5f6d7c8b9-abcde   1/1     Running   0          3d
serviceaccount/default-token-8xk2p
aws_instance.web: Refreshing state... [id=i-0abcd1234efgh5678]
aws_security_group.token_api: Creation complete after 2s [id=sg-0f1e2d3c4b5a69788]
random_password.db: Creation complete after 0s [id=none]
module.vpc.aws_subnet.private[0]: Refreshing state... [id=subnet-0a1b2c3d4e5f60718]
arn:aws:secretsmanager:eu-central-1:123456789012:secret:shop/db-AbCdEf
arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab
vpc-0f3c2a1b4d5e6f708 eni-0a9b8c7d6e5f40312
terraform apply -var 'region=eu-central-1' -var 'instance_count=3'
terraform import aws_iam_access_key.me AKIDEXAMPLE
pulumi config set aws:region eu-central-1
az keyvault secret show --vault-name v --name db
aws ssm get-parameter --name /db/password --with-decryption
aws ssm put-parameter --name /app/version --type String --value 2026.11.27
gh secret list && gh secret set NPM_TOKEN < token.txt
vault read -field=password secret/data/db
op read op://shop/db/password
redis-cli CONFIG GET requirepass
redis-cli SET counter 42
redis-cli ACL LIST
psql -c "ALTER ROLE me WITH PASSWORD NULL"
psql -c "SELECT rolname, rolpassword IS NULL FROM pg_authid"
mysqladmin -u root status
sqlplus /nolog
etcdctl user list
mc alias list
lftp -e 'ls; quit' ftp.example.org
net use z: \\host\share
docker pull registry.example.org/token-service@sha256:645eda1c2477aaa9b879f73909b9222c6f19798dd45be6706268d82a661c6e6d
Successfully tagged shop-auth:3f78685
"resolved": "https://registry.npmjs.org/js-tokens/-/js-tokens-4.0.0.tgz#19203fb59991df98e3a287050d4647cdeaf32499"
checksum = "5d5e0b4d5d7e1e2c9e5dd1a3f9e8e6f1d8a4b7c6e3f2a1b0c9d8e7f6a5b4c3d2"
"_integrity": "sha1-GSA/tZmR35jjoocFDUZHzerzJJk="
PODFILE CHECKSUM: 3f786850e387550fdab836ed7e6dc881de23001b
nixpkgs.url = "github:NixOS/nixpkgs/5f02c91314c8ba4afe83b256b023756412218535"
sha256 = "0ssi1wpaf7plaswqqjwigppsg5fyh99vdlb9kzl7c9lng89ndq1i";
narHash = "sha256-Vy1rq5AaRuLzOxct8nz4T6wlgyUR7zLU309k9mBC768=";
!function(e,t){"object"==typeof exports?module.exports=t():e.Token=t()}(this,function(){return function(e){var t={};function n(r){if(t[r])return t[r].exports}return n}})
var e=t.token,r=n.password||"",o=a.apiKey;return e&&r
const a=e=>e.token?.value??"";export{a as t,s as p};
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXSwibWFwcGluZ3MiOiJBQUFBIn0=
<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">
.hljs-token{color:#d73a49}.css-1q2w3e4r-password{margin:0}
<div class="sc-bdVaJa kFzXyq" data-testid="password-input-8f3a2b">
@media (min-width:768px){.token--lg{width:calc(100% - 2rem)}}
password = "correct horse battery staple"  # test fixture? no: read from FIXTURES["password"]
expect(hash("password")).toBe("5f4dcc3b5aa765d61d8327deb882cf99")
assert_eq!(digest("token"), "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0");
user = User(id=uuid4(), token_hash=hashlib.sha256(raw).hexdigest())
it('rejects a wrong password', async () => { await login('jane', WRONG_PASSWORD) })
fixtures/tokens/expired.json fixtures/passwords/short.txt
TOKEN=$(cat /run/secrets/token) API_KEY=${API_KEY:?missing}
API_KEY=your-api-key-here
password: <your password>
token: "***"
Set `password` in `config.yml`, or leave it empty to be asked.
The token is refreshed every hour; the password is never stored.
the key `user_id` was rejected by the schema
the key max_connections has expired defaults
API key `X-Api-Key` is read from the header
Error: invalid token "}" at line 3
SyntaxError: Unexpected token 'export'
error: unexpected token: identifier
invalid token: expected `;`, found `}`
the token bucket has 30 tokens left, max_tokens=4096, total_tokens: 128000
I renamed token_count to tokens_used and key_size to key_bytes.
You can sign in as jane with the test account.
Access denied for user 'me'@'localhost' (using password: YES)
fatal: could not read Password for 'https://me@example.org': terminal prompts disabled
Host key verification failed. SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
Pass: 12 Fail: 0 Skip: 3
PASS: src/auth.test.ts (5.2 s)
Pass rate: 98%
pass through the middleware
commit 3f786850e387550fdab836ed7e6dc881de23001b rejects the token 3f78685
https://hooks.example.org/docs/webhooks/slack
https://github.com/o/r/settings/secrets/actions/new
https://example.org/a?key=name&sort=asc&pageToken=next
https://s3.amazonaws.com/bucket/key/1234abcd-12ab-34cd-56ef-1234567890ab.png
session 8f14e45fceea167a5a36dedd4bea2543 started
worker 01HZX3K6J9Q4T5V7W8Y0ABCDEF picked job 01HZX3K6J9Q4T5V7W8Y0ABCDEG
span_id=00f067aa0ba902b7 trace_id=4bf92f3577b34da6a3ce929d0e0e4736 key_id=42
"##;
