//! Kinds of secrets as tools print them and people type them: package managers, database shells, signing,
//! prompts of programs, arguments of tools. Written down before a rule was tried on them; `¶` stands for a line end.

use fusebox_text::redact;

use crate::kinds::check;
use crate::random::{Random, seed};

/// Whole lines, one a kind, filled in as in `kinds::LINES`. What is redacted stays as it is.
const LINES: &str = r##"
bundle config gems.example.org me:{w12}
bundle config set --global rubygems.pkg.github.com me:{w12}
bundle config --local https://gems.example.org {w12}
GEM_HOST_API_KEY={l40} gem push x.gem
composer config http-basic.repo.packagist.com token {l40}
composer config --global --auth http-basic.repo.example.org me {w12}
composer config -g github-oauth.github.com {l40}
composer config bearer.repo.example.org {w12}
new PDO($dsn, 'me', '{w12}')
new PDO("mysql:host=db;dbname=shop", $user, "{w12}")
new PDO('mysql:host=db', "root", '{w12}', [PDO::ATTR_PERSISTENT => true])
login: me / {w8}42
credentials: admin / {w9}1!
cargo login {a34}
npm config set //registry.npmjs.org/:_authToken={a36}
yarn config set npmAuthToken {a36}
poetry config http-basic.private me {w12}
poetry config pypi-token.pypi {a60}
twine upload -u me -p {w12} dist/*
dotnet nuget push a.nupkg -k {l46} -s https://api.nuget.org/v3/index.json
nuget sources add -Name x -UserName me -Password {w12}
az login --service-principal -u 1f2e3d4c-aaaa-bbbb-cccc-0123456789ab -p {a34} --tenant example.org
aws configure set aws_secret_access_key {b40}
sqlcmd -S host -U sa -P {w12} -Q "select 1"
mongosh --host db --username me -p {w12} admin
sqlplus system/{w12}@//db:1521/XE
CREATE USER me IDENTIFIED BY '{w12}';
ALTER ROLE me WITH LOGIN PASSWORD '{w12}';
CREATE LOGIN me WITH PASSWORD = N'{w12}'
SET PASSWORD FOR 'me'@'%' = '{w12}';
mysqladmin -u root password {w12}
ldapsearch -x -D cn=admin,dc=x -w {w12} -b dc=x
smbclient //srv/share -U me%{w12}
mount -t cifs //srv/share /mnt -o username=me,password={w12}
http -a me:{w12} GET https://example.org
keytool -genkey -keystore a.jks -storepass {w12} -keypass {w12}
jarsigner -storepass {w12} -keystore a.jks app.apk alias
storePassword '{w12}'
signingConfigs { release { keyPassword "{w12}" } }
security unlock-keychain -p {w12} login.keychain
security import cert.p12 -k login.keychain -P {w12} -T /usr/bin/codesign
xcrun notarytool store-credentials AC --apple-id me@example.org --team-id AB12CD34EF --password {w4}-{w4}-{w4}-{w4}
host1 ansible_user=me ansible_become_pass={w12}
ansible-playbook site.yml -e "db_pass={w12} env=prod"
terraform apply -var db_password={w12}
  ~ secret_string = "{w12}" -> "{w13}"
kubectl create secret generic db --from-literal=pw={w12}
kind: Secret¶metadata:¶  name: db¶stringData:¶  pw: {w12}
kind: Secret¶data:¶  pw: {b24}
- name: DB_PASSWORD¶  value: {w12}
{"name":"API_SECRET","value":"{w12}"}
vault operator unseal {b44}
Unseal Key 1: {b44}
vault login {w12}
openssl pkcs12 -export -passout pass:{w12} -in a.pem
7z x -p{w12} a.7z
expect "Password:"; send "{w12}\r"
htpasswd -b .htpasswd me {w12}
rclone config create r sftp host h user me pass {w12}
netlify deploy --auth {a40}
echo "{w16}" | wrangler secret put API_TOKEN
wrangler secret put API_TOKEN <<< {w16}
mvn deploy -Dgpg.passphrase={w12}
<add key="ClearTextPassword" value="{w12}" />
jdbc:oracle:thin:me/{w12}@db:1521:XE
127.0.0.1:6379> AUTH {w12}
redis-cli CONFIG SET requirepass {w12}
requirepass {w12}
nmcli dev wifi connect home password {w12}
wpa_passphrase home {w12}
PrivateKey = {b43}=
Enter passphrase for key '/home/me/.ssh/id_rsa': {w12}
Password for me: {w12}
A temporary password is generated for root@localhost: {a12}
Your temporary password is {w9}42
API key created: {a32}
otpauth://totp/x?secret={u16}&issuer=y
echo {w12} | sudo -S id
sudo -S id <<< {w12}
su - me -c id <<< {w12}
xfreerdp /u:me /p:{w12} /v:host
impacket-psexec dom/me:{w12}@10.0.0.1
evil-winrm -i h -u me -p {w12}
ConvertTo-SecureString "{w12}" -AsPlainText -Force
net use Z: \\srv\share {w12} /user:me
cmdkey /add:h /user:me /pass:{w12}
ENV DB_PASS {w12}
{"auths":{"ghcr.io":{"auth":"{b32}"}}}
//registry.example.org/:_auth={b32}
pymysql.connect("h", "me", "{w12}", "db")
smtp.login("me@example.org", "{w12}")
ftp.login('me', '{w12}')
requests.get(u, auth=('me', '{w12}'))
DriverManager.getConnection(url, "me", "{w12}")
jwt.sign(payload, '{w16}')
lftp -u me,{w12} sftp://h
ftp -n h <<EOF¶user me {w12}¶bye¶EOF
::add-mask::{w12}
ssh-keygen -t ed25519 -N {w12} -f k
pdftk in.pdf input_pw {w12} output out.pdf
snmpwalk -v3 -u me -A {w12} -X {w13} h
ipmitool -I lanplus -H h -U admin -P {w12} power status
rabbitmqctl add_user me {w12}
mc alias set m https://h minio {w12}
aws rds create-db-instance --master-user-password {w12}
az storage blob list --account-key {b88}
gh auth login --with-token <<< {a36}
doctl auth init -t {h64}
git config --global credential.helper '!f() { echo username=me; echo password={w12}; }; f'
printf 'protocol=https\nhost=github.com\nusername=me\npassword={w12}\n' | git credential approve
curl -X POST https://h/login -d '{"username":"me","pw":"{w12}"}'
curl --data-urlencode "passwd={w12}" https://h/login
psql "host=db user=me password={w12} dbname=x"
{"tool":"login","arguments":{"user":"me","pass":"{w12}"}}
{"jsonrpc":"2.0","method":"tools/call","params":{"name":"fill","arguments":{"label":"Password","value":"{w12}"}}}
resource "aws_db_instance" "db" {¶  username = "me"¶  password = "{w12}"¶}
TF_VAR_admin_password={w12} terraform plan
auth_pass {w12}
bundle config gems.example.org {h40}
export BASIC_AUTH=me:{w12}
password = b"{w12}"
setPassword("me@example.org", "{w12}")
admin_secret = <<EOF¶{w16}¶EOF
bitcoin-cli walletpassphrase {w12} 60
restic -r s3:h/b init --password-command 'echo {w12}'
ngrok config add-authtoken {a49}
tailscale up --authkey {a40}
fly secrets set DB_URL_SECRET={w12}
heroku config:set SESSION_SECRET={w12}
eas secret:create --name SENTRY --value {w16}
supabase secrets set KEY={w16}
gcloud sql users set-password me --instance=i --password={w12}
createuser: Enter password for new role: {w12}
CONNECT me/{w12}@orcl
EXEC sp_addlogin 'me', '{w12}'
db.createUser({user: "me", pwd: "{w12}", roles: []})
db.auth("me", "{w12}")
db.changeUserPassword("me", "{w12}")
ALTER USER me IDENTIFIED WITH mysql_native_password BY '{w12}';
CREATE USER me IDENTIFIED WITH sha256_password BY '{w12}'
ATTACH DATABASE 'x.db' AS x KEY '{w12}';
PRAGMA key = '{w12}';
"##;

/// Kinds that are left, because nothing in their text stands out.
const LEFT: [&str; 3] = [
    "vault login {w12}",
    "EXEC sp_addlogin 'me', '{w12}'",
    "ATTACH DATABASE 'x.db' AS x KEY '{w12}';",
];

#[test]
fn k03_kinds_as_tools_and_people_write_them() {
    let seed = seed();
    let lines = LINES.lines().filter(|line| !line.is_empty());
    let leaking = lines.enumerate().filter(|(n, pattern)| {
        let (mut leaked, mut texts) = (Vec::new(), Vec::new());
        for m in 0..5 {
            let part = 2_000_000 + (n * 100 + m) as u64;
            let (text, parts) = Random::new(seed, part).fill(&pattern.replace('¶', "\n"));
            check(&text, &parts, &mut leaked);
            texts.push(text);
        }
        let cleaner = |text: &String| redact(&redact(text)) != redact(text);
        !leaked.is_empty() || texts.iter().any(cleaner)
    });
    let leaking: Vec<_> = leaking.map(|(_, pattern)| pattern).collect();
    assert_eq!(leaking, LEFT, "{} with FUSEBOX_SECRETS_SEED={seed}", leaking.len());
}
