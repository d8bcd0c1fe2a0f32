//! Two hundred kinds of secrets, each in several places where it may stand.

use fusebox_text::redact;

use crate::random::{Random, seed};
use crate::{command_kinds, file_kinds, further_kinds};

/// Tokens that their vendors mark: `{a36}` is 36 letters and digits, `l` in lower case, `h`
/// hexadecimal, `u` upper case, `d` digits, `b` base64.
const TOKENS: &str = "
A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}|AGE-SECRET-KEY-1{u58}|AKCp{a69}|AKIA{u16}|ASIA{u16}|ABIA{u16}|ACCA{u16}
API-{u26}|AQVN{a36}|ATATT3{a186}|ATBB{a32}|ATCTT3{a180}|ATTA{h64}|AIza{a35}|BBDC-{a40}|CCIPAT_{a22}_{h40}
CFPAT-{a43}|CLOJARS_{l60}|EAAAE{a59}|EAAC{a110}|EAAM{a110}|EZAK{a54}|EZTK{a54}|FLWSECK_TEST-{h32}-X
GOCSPX-{a28}|GR1348941{a20}|HRKU-AA{a58}|LS0tLS1CRUdJTiBSU0EgUFJJ{b80}|LS0tLS1CRUdJTiBQUklWQVRF{b80}
LTAI{a20}|NRAK-{u27}|NRII-{a32}|PMAK-{h24}-{h34}|SCW{u17}|SG.{a22}.{a43}|SK{h32}|access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12}
apify_api_{a36}|api_org_{a34}|b3BlbnNzaC1rZXkt{b90}|bb_live_{a27}|bkua_{h40}|cio{a32}|chpt_{l12}9|cmVmd{a59}
csk-{l48}|dapi{h32}|dckr_pat_{a27}|dckr_oat_{a32}|ddp_{a36}|ddo_{a36}|doo_v1_{h64}|dop_v1_{h64}|dor_v1_{h64}
dp.pt.{a43}|dp.ct.{a43}|dp.st.dev.{a43}|dt0c01.{u24}.{u64}|duffel_test_{a43}|e2b_{h40}|eyJrIjoi{a80}
figd_{a40}|fio-u-{a64}|fm2_{b120}|fo1_{a43}|fw_{a24}|gho_{a36}|ghp_{a36}|ghr_{a36}|ghs_{a36}|ghu_{a36}
github_pat_{a22}_{a59}|glagent-{a50}|glc_{a64}|glcbt-1a_{a20}|gldt-{a20}|glffct-{a20}|glft-{a20}|glimt-{a25}
gloas-{a64}|glpat-{a20}|glptt-{h40}|glrt-{a20}|glsa_{a32}_{h8}|glsoat-{a20}|gsk_{a52}|hf_{a34}|hvb.{a140}|hvs.{a95}
ico-{a32}|jina_{a60}|key-{h32}|lin_api_{a40}|lin_oauth_{h64}|lsv2_pt_{h32}_{h10}|mdb_sa_sk_{a40}|nfp_{a36}
npm_{a36}|ntn_{d11}{a35}|nvapi-{a64}|nyk_v0_{a32}|ops_eyJ{a20}{b240}|ory_pat_{a32}|oy2{l43}|p8e-{l32}|pat{a14}.{h64}
pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}|pat.{a22}.{a24}.{a20}|pcsk_{a70}|phx_{a43}|pnu_{a36}|pplx-{a48}|pscale_pw_{a43}
pscale_tkn_{a43}|pscale_oauth_{a43}|pul-{h40}|pypi-AgEIcHlwaS5vcmc{a100}|r8_{a37}|rdme_{l70}|re_{a8}_{a24}
rk_live_{a24}|rnd_{a32}|rubygems_{h48}|rzp_live_{a14}9|s.{a22}1a|sb_secret_{a32}|sbp_{h40}|secret_{a43}
sgp_{h16}_{h40}|sha256~{a43}|shippo_live_{h40}|shpat_{h32}|shpca_{h32}|shppa_{h32}|shpss_{h32}|sk-{a48}
sk-ant-api03-{a93}AA|sk-ant-admin01-{a93}AA|sk-proj-{a74}|sk-svcacct-{a58}|sk-admin-{a58}|sk-or-v1-{h64}
sk_live_{a24}|sk_test_{a24}|sk_{h48}|sl.{a120}|sm_aat_{a16}|sntrys_eyJ{a20}{b80}|sntryu_{h64}|sq0atp-{a22}|sq0csp-{a43}
sqp_{h40}|squ_{h40}|tfp_{a40}|tgp_v1_{a40}|tk-us-{a48}|tskey-auth-{a12}-{a30}|tvly-{a32}|v1.0-{h24}-{h146}
v2.local.{a100}|vcp_{a24}|vercel_blob_rw_{a16}_{a30}|whsec_{a32}|xai-{a80}|xapp-1-{u11}-{d12}-{h64}|xau_{a40}
xkeysib-{h64}-{a16}|xoxb-{d11}-{d12}-{a24}|xoxp-{d11}-{d12}-{d12}-{h32}|xoxe-1-{u40}|xsmtpsib-{h64}-{a16}
ya29.{a60}|zpka_{a40}|1//0{a60}|{a3}8Q~{a34}|M{a23}.{a6}.{a38}|{a14}.atlasv1.{a67}|{h32}-us12|{a6}_{a29}_mmk
eyJ{a20}.eyJ{a40}.{a43}
";

/// Where a token may stand; `@` is the token.
pub(crate) const PLACES: [&str; 6] = [
    "deploy --to prod @ && echo done",
    "saved the answer of @.",
    "X-Something: @\r\nHost: example.org",
    "{\"text\": \"first\\n@\", \"a\": 1}",
    "fusebox report blocked \"the service refuses @\"",
    "https://example.org/callback?x=@&y=2",
];

/// Whole lines, one a kind.
const LINES: &str = r#"
curl -u admin:{a12} https://example.org
curl -uadmin:{a12} https://example.org
curl --user admin:{w12} https://example.org
curl --proxy-user 'admin:{a12}' https://example.org
http -a admin:{a12} GET example.org
mysql -p{a12} -u root shop
mysqldump -u root -p'{a12}' shop
/usr/bin/mariadb -uroot -p{w12} shop
redis-cli -h cache -a {w12} ping
sshpass -p {w12} ssh me@host
sshpass -p'{a12}' ssh me@host
docker login -u me -p {w12} registry.example.org
podman login --password {w12} registry.example.org
helm upgrade shop ./chart --set auth.password={w12}
helm upgrade shop ./chart --set db.rootPassword={a12},replicas=2
zip -P {w12} out.zip a.txt
unzip -P {w12} in.zip
7z x -p{a12} in.7z
openssl rsa -in key.pem -passin pass:{w12}
openssl enc -aes-256-cbc -pass pass:{w12} -in a
openssl enc -aes-256-cbc -k {w12} -in a
keytool -list -keystore a.jks -storepass {w12}
jarsigner -keypass {w12} a.jar
ldapsearch -x -D cn=admin -w {w12} uid=1
sqlcmd -S db -U sa -P {w12} -Q select
mongosh db -u admin -p {w12}
cqlsh -u cassandra -p {w12}
smbclient //host/share -U me%{w12}
ipmitool -H host -U admin -P {w12} power status
twine upload -u me -p {w12} dist/a.whl
plink -pw {w12} me@host
az login --service-principal -u id -p {a24}
gpg --batch --passphrase {w12} -d a.gpg
PGPASSWORD={w12} psql -h db
MYSQL_PWD={w12} mysql shop
export STRIPE_KEY={a24}
GH_PAT={a40} make release
AZURE_DEVOPS_PAT={l52} az pipelines run
["sshpass", "-p", "{w12}", "ssh"]
["tool", "--password", "{w12}"]
{"args": ["curl", "-u", "me:{a12}", "https://example.org"]}
machine example.org login me password {w12}
default login me password {w12}
db.example.org:5432:shop:me:{a12}
*:*:*:me:{w12}
{"identitytoken": "{a40}"}
    client-key-data: {a80}
    token: {a40}
  - name: DB_PASSWORD
    value: {a12}
{"name": "DB_PASSWORD", "value": "{w12}"}
<add key="ClearTextPassword" value="{a12}" />
Cookie: theme=dark; session={a32}
Set-Cookie: sid={a32}; Path=/; HttpOnly
curl -H 'Cookie: auth={a32}' https://example.org
JSESSIONID={u32}
<password>{w12}</password>
<ns:apiKey>{a24}</ns:apiKey>
<user name="me" password="{w12}"/>
Server=db;Database=shop;User Id=sa;Password={w12};Encrypt=true
Server=db;Uid=sa;Pwd={w12};
jdbc:mysql://db:3306/shop?user=me&password={w12}
jdbc:sqlserver://db;user=me;password={a12};encrypt=true
host=db user=me password={w12} dbname=shop
amqp://me:{w12}@queue:5672/
postgres://me:{w12}@db/shop
redis://:{w12}@cache:6379/0
mongodb+srv://me:{w12}@cluster.example.org/shop
git clone https://{l40}@example.org/me/shop.git
DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={b86}==;EndpointSuffix=core.windows.net
Endpoint=sb://shop.example.org/;SharedAccessKeyName=Root;SharedAccessKey={b43}=
https://shop.blob.core.windows.net/a?sv=2022-11-02&sp=r&sig={a40}%3D
https://bucket.s3.amazonaws.com/a?X-Amz-Expires=60&X-Amz-Signature={h64}
https://storage.googleapis.com/a?X-Goog-Signature={h128}
https://hooks.slack.com/services/T{u8}/B{u8}/{a24}
https://hooks.slack.com/triggers/E{u8}/{d13}/{h32}
https://discord.com/api/webhooks/{d18}/{a68}
https://shop.webhook.office.com/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@{h8}/IncomingWebhook/{h32}/{h8}
https://api.telegram.org/bot{d9}:AA{a33}/getMe
Authorization: Bearer {a24}
Authorization: Basic {a24}
Authorization: Token {h40}
Proxy-Authorization: Basic {a24}
X-Api-Key: {a24}
X-Vault-Token: {a26}
PRIVATE-TOKEN: {a20}
curl -H "Api-Key: {a24}" https://example.org
DATABASE_PASSWORD={w12}
SECRET_KEY_BASE={h128}
APP_KEY=base64:{a43}=
password: "{w12}"
smtp_pass = '{w12}'
dbPassword: {a15}7
clientSecret = "{a32}"
client-secret: {a32}
aws_secret_access_key = {b40}
AWS_SESSION_TOKEN={b120}
{"accessToken":"{a40}","expires":3600}
{\"refresh_token\": \"{a40}\"}
"encryption_key": "{a32}"
wifi-psk={a15}7
requirepass: {a15}7
CREATE USER me WITH PASSWORD '{w12}'
ALTER USER me IDENTIFIED BY '{w12}'
aws configure set aws_secret_access_key {a39}9
The new token is {a30}7 and works.
your API key: {a30}7
vault write secret/shop password={a12}
"#;

/// Asserts that nothing of the secret is left.
pub(crate) fn check(text: &str, parts: &[String], leaked: &mut Vec<String>) {
    let clean = redact(text);
    // A short part, such as that of a user's id, may be kept.
    let longest = parts.iter().map(String::len).max().unwrap_or_default();
    if parts.iter().any(|part| part.len() == longest && clean.contains(&part[..part.len().min(12)]))
    {
        leaked.push(format!("{text}\n    -> {clean}"));
    }
}

#[test]
fn k03_no_kind_of_secret_is_left() {
    let (kinds, leaked) = leaks(seed());
    assert!(kinds >= 500, "{kinds}");
    let seed = seed();
    assert!(
        leaked.is_empty(),
        "{} of {kinds} kinds, with FUSEBOX_SECRETS_SEED={seed}:\n{}",
        leaked.len(),
        leaked.join("\n")
    );
}

/// How many kinds there are, and what is left of secrets of this seed.
fn leaks(seed: u64) -> (u64, Vec<String>) {
    let (mut kinds, mut leaked) = (0, Vec::new());
    for pattern in [TOKENS, further_kinds::TOKENS, file_kinds::TOKENS]
        .concat()
        .split(['|', '\n'])
        .filter(|pattern| !pattern.is_empty())
    {
        kinds += 1;
        for (n, place) in PLACES.iter().enumerate() {
            let (token, parts) = Random::new(seed, kinds * 10 + n as u64).fill(pattern);
            check(&place.replace('@', &token), &parts, &mut leaked);
        }
    }
    let lines = [LINES, further_kinds::LINES, command_kinds::LINES, file_kinds::LINES].concat();
    let mut lines = lines.lines().filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        kinds += 1;
        // An entry of a list goes on in the next line.
        let next = lines.next_if(|next| line.contains("- name:") && next.contains("value:"));
        let line = [line, next.unwrap_or_default()].join("\n").replace('¶', "\n");
        for n in 0..5 {
            let (text, parts) = Random::new(seed, kinds * 10 + n).fill(&line);
            check(&text, &parts, &mut leaked);
            check(&format!("> {text}\nnext line"), &parts, &mut leaked);
        }
    }
    (kinds, leaked)
}

#[test]
fn k03_keys_and_encoded_pairs_are_redacted() {
    let body = "MIIEpAIBAAKCAQEA7bq1\nq8w7e6r5t4y3u2i1o0p9a8s7d6f5g4h3j2k1\n";
    for text in [
        format!("-----BEGIN RSA PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----"),
        format!("-----BEGIN OPENSSH PRIVATE KEY-----\n{body}"),
        format!("{body}-----END PRIVATE KEY-----\nnext"),
        format!(
            "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{body}-----END PGP PRIVATE KEY BLOCK-----"
        ),
    ] {
        assert!(!redact(&text).contains("q8w7e6r5"), "{}", redact(&text));
    }
    let docker = r#"{"auths": {"registry.example.org": {"auth": "bWU6aHVudGVyMg=="}}}"#;
    assert_eq!(redact(docker), docker.replace("bWU6aHVudGVyMg==", "[redacted]"));
}
