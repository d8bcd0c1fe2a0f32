//! Kinds of secrets that were written down before any rule was tried on them: vendors, options of programs,
//! formats, arguments of tools, keys and sentences. Filled in as in `kinds::LINES`; `¶` stands for a line end.

use crate::kinds::{PLACES, check};
use crate::random::{Random, seed};

/// Tokens that their vendors mark, as in `kinds::TOKENS`.
const TOKENS: &str = "
sk-lf-{h8}-{h4}-{h4}-{h4}-{h12}|nfc_{a36}|ctx7sk-{h8}-{h4}-{h4}-{h4}-{h12}|AVNS_{a19}|fc-{h32}|llx-{a48}|xoxd-{a90}
sk.eyJ1Ijoi{a60}.{a22}|secret_live_{a32}|napi_{l64}|xaat-{h8}-{h4}-{h4}-{h4}-{h12}|hcaik_{l58}|cu_{h32}|vck_{a56}
packagist_ork_{h64}|dtn_{h64}|2/{d16}/{d16}:{h32}|pk_4{d7}_{u32}|access_token$production${l16}${h32}|nbp_{a36}
st.{h24}.{h32}.{h32}|sktsec_{a40}_api|sdk-{h8}-{h4}-{h4}-{h4}-{h12}|ser.{a22}|configcat-sdk-1/{a22}/{a22}
{h24}:{h64}|hvr.{a90}|ory_at_{a43}.{a43}|sk-helicone-{a7}-{a7}-{a7}-{a7}|cfut_{a40}{h8}
";

/// Whole lines, one a kind.
const LINES: &str = r##"
signtool sign /f cert.pfx /p {w12} app.exe
signtool.exe sign /f cert.pfx /p "{w12}" /fd SHA256 app.exe
schtasks /create /tn backup /tr backup.cmd /ru me /rp {w12}
net user me {w12} /add
net.exe user jane {w12} /domain
rclone obscure {w12}
bundle config set --local gems.example.org me:{w12}
bundle config --global gems.example.org {w12}
bundle config gems.example.org {w12}
pdftk a.pdf output b.pdf user_pw {w12}
pdftk a.pdf input_pw {w12} output b.pdf
pdftk a.pdf output b.pdf owner_pw {w12} user_pw {w10}
gpg --batch --passphrase {w12} -c a.txt
gpg --batch --passphrase={w12} -d a.gpg
keytool -list -keystore a.jks -storepass {w12}
jarsigner -keystore a.jks -keypass {w12} a.jar me
ldapsearch -x -D cn=me -w {w12} -b dc=example
sqlcmd -S db -U sa -P {w12} -Q "select 1"
snowsql -a shop -u me --password {w12}
PGPASSWORD={w12} psql -h db
cmdkey /add:host /user:me /pass:{w12}
az login --service-principal -u app -p {w12} --tenant t
az login -u me -p {w12}
vault write auth/userpass/login/me password={w12}
vault write database/config/db username=me password={w12}
ansible-vault encrypt_string {w12} --name secret
wget --user=me --password={w12} https://example.org
wget --password {w12} https://example.org
ffmpeg -headers "Authorization: Bearer {a24}" -i https://example.org/a.m3u8 a.mp4
ffmpeg -headers $'X-Api-Key: {a24}\r\n' -i https://example.org/a.m3u8 a.mp4
ffmpeg -i rtsp://me:{w12}@camera/stream -c copy a.mp4
youtube-dl -u me -p {w12} https://example.org/a
yt-dlp --username me --password {w12} https://example.org/a
restic --password-command "echo {w12}" snapshots
RESTIC_PASSWORD={w12} restic snapshots
duplicity --encrypt-key A1 sftp://me:{w12}@host/backup
borg init --encryption=repokey && export BORG_PASSPHRASE='{w12}'
aria2c --http-user=me --http-passwd={w12} https://example.org
aria2c --rpc-secret={w12} --enable-rpc
axel --header="Authorization: Token {a32}" https://example.org
vncpasswd -f <<< {w12}
x11vnc -passwd {w12} -display :0
x11vnc -storepasswd {w12} ~/.vnc/passwd
rdesktop -u me -p {w12} host
remmina -c rdp://me:{w12}@host
cifscreds add -u me host <<< {w12}
smbclient //host/share -U me%{w12}
smbclient //host/share {w12} -U me
rpcclient -U "me%{w12}" host
mount.cifs //host/share /mnt -o username=me,password={w12}
sshfs -o password_stdin me@host:/ /mnt <<< {w12}
expect -c 'spawn ssh me@host; expect "assword:"; send "{w12}\r"'
kinit me@EXAMPLE.ORG <<< {w12}
echo {w12} | kinit me
echo {w12} | cryptsetup luksOpen /dev/sdb1 data -
echo -n {w12} | openssl enc -aes-256-cbc -pass stdin -in a -out b
openssl rsa -in key.pem -passin pass:{w12}
openssl enc -aes-256-cbc -k {w12} -in a -out b
7z a -p{w12} -mhe=on a.7z b
zip -e --password {w12} a.zip b
unrar x -p{w12} a.rar
tar cz a | gpg --symmetric --batch --passphrase {w12} -o a.gpg
mosquitto_pub -h host -u me -P {w12} -t a -m b
kafka-console-consumer.sh --consumer-property sasl.jaas.config='org.apache.kafka.PlainLoginModule required username="me" password="{w12}";'
influx -username me -password {w12} -execute 'show databases'
psql "postgresql://me@db/shop?password={w12}"
mongosh "mongodb://db/shop" -u me -p {w12}
mongodump --uri="mongodb://me:{w12}@db/shop"
cqlsh db -u me -p {w12}
clickhouse-client --user me --password={w12}
isql -U me -P {w12} -S db
dsn="me:{w12}@tcp(db:3306)/shop"
cockroach sql --url 'postgresql://me:{w12}@db:26257/shop'
rabbitmqadmin -u me -p {w12} list queues
nats pub --user me --password {w12} a b
etcdctl --user=me --password={w12} get a
consul acl bootstrap && export CONSUL_HTTP_TOKEN={h8}-{h4}-{h4}-{h4}-{h12}
nomad job run -token={h8}-{h4}-{h4}-{h4}-{h12} a.nomad
jf config add shop --url=https://example.org --user=me --password={w12}
jf rt upload a b --access-token={a64}
mvn --encrypt-password {w12}
gradle build -Dorg.gradle.project.signingPassword={w12}
twine upload -u me -p {w12} dist/a.whl
npm adduser --_auth={b24}
stats auth me:{w12}
pod trunk register me@example.org --password={w12}
fastlane match --git_basic_authorization {b32}
security set-key-partition-list -S apple-tool: -k {w12} login.keychain
dscl . -passwd /Users/me {w12}
sysadminctl -addUser me -password {w12}
chpasswd -e <<EOF¶me:{w12}¶EOF
passwd me <<EOF¶{w12}¶{w12}¶EOF
Enter-PSSession -Credential (New-Object PSCredential("me", (ConvertTo-SecureString '{w12}' -AsPlainText -Force)))
New-LocalUser me -Password (ConvertTo-SecureString "{w12}" -AsPlainText -Force)
$cred = [PSCredential]::new("me", ("{w12}" | ConvertTo-SecureString -AsPlainText -Force))
docker run -e POSTGRES_PASSWORD={w12} postgres
docker run --env=MYSQL_ROOT_PASSWORD={w12} mysql
kubectl set env deploy/shop DB_PASSWORD={w12}
kubectl exec db -- mysql -uroot -p{w12} shop
kubectl patch secret db -p '{"stringData":{"password":"{w12}"}}'
kubectl create secret generic db --from-literal=user=me --from-literal=pass={w12}
helm install shop . --set auth.rootPassword={w12},auth.database=shop
doctl auth init -t {h64}
linode-cli configure --token {h64}
hcloud context create shop --token {a64}
flyctl auth token {a40}
eas secret:create --name API_TOKEN --value {w20}
wrangler secret put API_KEY <<< {w20}
railway variables --set "API_SECRET={w20}"
heroku config:set DB_PASS={w12} -a shop
vercel env add API_KEY production <<< {w20}
<ssid>home</ssid><sharedKey><keyMaterial>{w12}</keyMaterial></sharedKey>
network={¶  ssid="home"¶  psk="{w12}"¶}
user = "me:{w12}"
[client]¶user=me¶password={w12}
login: me¶password: {w12}
user me insecure-password {w12}
sasl_passwd: [smtp.example.org]:587 me:{w12}
<Setting Name="SmtpPassword" Value="{w12}" />
"SmtpPassword": { "value": "{w12}" }
{"name":"DB_PASSWORD","value":"{w12}"}
{"name": "login", "arguments": {"username": "me", "password": "{w12}"}}
{"method":"tools/call","params":{"arguments":{"api_key":"{w24}"}}}
{"selector":"#password","text":"{w12}"}
{"element":"Password field","ref":"e12","text":"{w12}"}
{"fields":[{"name":"Password","type":"textbox","value":"{w12}"}]}
page.fill('#password', '{w12}')
page.getByLabel("Password").fill("{w12}");
cy.get('input[name=password]').type('{w12}')
driver.find_element(By.NAME, "password").send_keys("{w12}")
requests.post(url, auth=HTTPBasicAuth("me", "{w12}"))
client = Client(user="me", passwd="{w12}")
paramiko.connect(host, username="me", password="{w12}")
smtp.login("me@example.org", "{w12}")
DriverManager.getConnection(url, "me", "{w12}")
mysqli_connect("db", "me", "{w12}", "shop")
new PDO($dsn, 'me', '{w12}')
setPassword("{w12}")
the admin password is {w9}42
use the password "{w12}" to log in
log in as me with the password '{w12}'
login: me / {w9}42
credentials: me:{w9}42
the passphrase for the key is "{w12}"
username: me password: {w12}
User: me, Password: {w12}
DB_PASSWORD was set to {w9}42
tasklist /s host /u me /p {w12}
cat <<EOF | chpasswd¶me:{w12}¶EOF
cat <<'EOF' | sudo -n chpasswd -e¶me:{w12}¶EOF
ssh build.example.org sudo chpasswd <<EOF¶me:{w12}¶EOF
echo 'me:{w12}' | ssh build.example.org chpasswd
sudo sh -c 'echo {w16} | docker login -u me --password-stdin'
if true; then echo {w16} | docker login -u me --password-stdin; fi
time echo {w16} | gh auth login --with-token
+ echo {w16} | docker login -u me --password-stdin
RUN echo {w16} | docker login -u me --password-stdin
/bin/sh: line 1: echo {w16} | docker login -u me --password-stdin
error: printf '%s' {w16} | gh secret set DEPLOY
ssh build.example.org echo {w16} \| docker login -u me --password-stdin
"##;

/// The patterns that leave a secret, of any place and of five fillings, and how many patterns there are.
pub(crate) fn leaking_patterns<'a>(
    tokens: &'a str,
    lines: &'a str,
    seed: u64,
) -> (usize, Vec<&'a str>) {
    let tokens = tokens.split(['|', '\n']).filter(|pattern| !pattern.is_empty());
    let lines = lines.lines().filter(|line| !line.is_empty());
    let tokens = tokens.map(|pattern| (pattern, &PLACES[..]));
    let patterns: Vec<_> = tokens.chain(lines.map(|line| (line, &["@"][..]))).collect();
    let leaking = patterns.iter().enumerate().filter(|(n, (pattern, places))| {
        let mut leaked = Vec::new();
        for (m, place) in (0..5).flat_map(|_| places.iter()).enumerate() {
            let part = 1_000_000 + (n * 100 + m) as u64;
            let (secret, parts) = Random::new(seed, part).fill(&pattern.replace('¶', "\n"));
            check(&place.replace('@', &secret), &parts, &mut leaked);
        }
        !leaked.is_empty()
    });
    (patterns.len(), leaking.map(|(_, (pattern, _))| *pattern).collect())
}

/// Kinds that are left, because nothing in their text stands out.
const LEFT: [&str; 1] = ["bundle config gems.example.org {w12}"];

#[test]
fn k03_kinds_that_no_rule_was_made_for() {
    let (kinds, leaking) = leaking_patterns(TOKENS, LINES, seed());
    assert!(kinds >= 170, "{kinds}");
    assert_eq!(leaking, LEFT, "of {kinds} kinds");
}
