//! Secrets among the arguments of programs: one kind a line, filled in as in `kinds::LINES`.

/// Programs that take a secret by an option, by its place, or from their input.
pub(crate) const LINES: &str = r#"
htpasswd -b .htpasswd me {w12}
htpasswd -nb me {a12}
htpasswd -bc /etc/nginx/.htpasswd me {w10}
htpasswd -nbB me '{w12}' > .htpasswd
net user me {a12} /add
net user "Jane Doe" {w12}
net use Z: \\host\share {w12} /user:me
net use \\host\share /user:me {w12}
xfreerdp /v:host /u:me /p:{w12}
xfreerdp3 /u:me /p:'{w12}' /v:host
winrs -r:host -u:me -p:{w12} dir
db2 connect to shop user me using {w12}
db2 "connect to shop user me using {w12}"
mc alias set shop https://minio.example.org {a20} {a40}
mc config host add shop https://minio.example.org {l20} {w40}
sonar-scanner -Dsonar.login={h40}
sonar-scanner -Dsonar.token={h40}
mvn sonar:sonar -Dsonar.login={w12} -Dsonar.password={w12}
rclone config create shop s3 access_key_id={u20} secret_access_key={a40}
s3cmd --access_key={u20} --secret_key={a40} ls
openstack --os-password {w12} server list
oc login --token={a43} https://api.example.org:6443
oc login -u me -p {w12}
kubectl config set-credentials me --token={a40}
argocd login host --username admin --password {w12}
vault login {a26}
vault login -method=userpass username=me password={w12}
consul kv get -token={h8}-{h4}-{h4}-{h4}-{h12} shop
etcdctl --user root:{w12} put a b
psql "host=db user=me password={w12}"
pg_dump --dbname=postgresql://me:{w12}@db/shop
clickhouse-client --password {w12} -q select
osql -S db -U sa -P {w12}
impdp me/{w12}@db full=y
rman target sys/{w12}@shop
mount -t cifs //host/share /mnt -o username=me,password={w12}
mount -t cifs //host/share /mnt -o user=me,pass={w12},uid=1000
curl --pass {w12} --cert a.pem https://example.org
curl -sS -X POST -u 'me:{w12}' https://example.org
curl -H "apikey: {a32}" https://example.org
curl -H 'X-Gitlab-Token: {w20}' https://example.org
wget --ftp-password={w12} ftp://example.org/a
lftp -u me,{w12} example.org
lftp -e 'open -u me,{w12} example.org'
ssh-keygen -t ed25519 -N {w12} -f key
ssh-keygen -p -P {w12} -N '{w12}' -f key
openssl pkcs12 -export -in a.pem -passout pass:{w12}
openssl pkcs12 -in a.p12 -password pass:{w12}
openssl enc -aes-256-cbc -K {h64} -iv 00 -in a
qpdf --encrypt {w12} {w12} 256 -- a.pdf b.pdf
pdftotext -upw {w12} a.pdf
rar a -hp{w12} a.rar b
echo '{w12}' | passwd --stdin me
echo 'me:{w12}' | sudo chpasswd
useradd -m -p {a12} me
usermod -p '{w12}' me
echo {a40} | gh auth login --with-token
echo {a40} | glab auth login --stdin
printf '{w12}' | docker secret create db -
echo -n {w12} | podman secret create db -
svn checkout --username me --password {w12} https://example.org/a
composer config http-basic.repo.example.org me {w12}
composer config --global github-oauth.github.com {a40}
poetry config http-basic.shop me {w12}
poetry config pypi-token.shop {w40}
yarn config set npmAuthToken {a40}
pnpm config set //registry.example.org/:_authToken={l36}
pip config set global.index-url https://me:{w12}@pypi.example.org/simple
nuget sources add -Name a -Username me -Password {w12}
dotnet nuget add source https://example.org -n a -u me -p {w12}
docker exec db mysql -uroot -p{w12} shop
docker compose run -e API_KEY={w16} web
docker swarm join --token SWMTKN-1-{l50}-{l25} host:2377
skopeo copy --src-creds me:{w12} docker://a docker://b
skopeo copy --dest-creds=me:{w12} docker://a docker://b
skopeo inspect --creds me:{w12} docker://a
helm registry login -u me -p {w12} registry.example.org
helm repo add shop https://example.org --username me --password {w12}
helm upgrade shop . --set-string db.password={w12}
helm upgrade shop . --set "smtp.pass={w12}"
helm upgrade shop . --set secrets.apiToken={w20},replicas=2
kustomize edit add secret db --from-literal=pin={w12}
ansible all -e '{"db_password":"{w12}"}' -m ping
ansible-vault encrypt_string '{w12}' --name db_password
wpa_passphrase home {w12}
nmcli con mod home wifi-sec.psk {w12}
psexec \\host -u me -p {w12} cmd
wmic /node:host /user:me /password:{w12} os get
java -jar jenkins-cli.jar -s http://ci:8080 -auth me:{a34} build a
apksigner sign --ks a.jks --ks-pass pass:{w12} a.apk
security unlock-keychain -p {w12} login.keychain
security import a.p12 -k login.keychain -P {w12}
xcrun notarytool submit a.zip --apple-id me --password {w4}-{w4}-{w4}-{w12}
xcrun altool --upload-app -u me -p {w4}-{w4}-{w4}-{w12}
kcat -b host -X sasl.password={w12} -L
rabbitmqctl add_user me {w12}
rabbitmqctl change_password me {w12}
redis-cli AUTH {w12}
redis-cli CONFIG SET requirepass {w12}
crackmapexec smb host -u me -p {w12}
evil-winrm -i host -u me -p {w12}
psexec.py shop/me:{w12}@10.0.0.1
airflow connections add a --conn-password {w12}
grafana-cli admin reset-admin-password {w12}
gitlab-runner register --registration-token {w20}
./config.sh --url https://github.com/me/shop --token {u29}
kubeadm join 10.0.0.1:6443 --token {l6}.{l16}
cloudflared service install {a180}
ngrok http --basic-auth="me:{w12}" 80
ngrok http --basic-auth 'me:{w12}' 80
caddy hash-password --plaintext {w12}
bitcoin-cli -rpcuser=me -rpcpassword={w12} getinfo
cast send --private-key 0x{h64} --rpc-url localhost
swaks --to a@example.org --auth-user me --auth-password {w12}
sendxmpp -u me -p {w12} you
git remote set-url origin https://x-access-token:{a36}@github.com/me/shop
git clone https://me:{w12}@dev.azure.com/shop/_git/shop
firebase deploy --token {w40}
supabase link --project-ref a -p {w12}
mysqlsh me:{w12}@db:3306
keytool -genkey -storepass {w12} -keypass {w12}
DJANGO_SUPERUSER_PASSWORD={w12} ./manage.py createsuperuser
BORG_PASSPHRASE={w12} borg list
SNOWSQL_PWD={w12} snowsql -q select
MAILPASS={w12} /usr/bin/backup
export SMTPPASS={w12}
export BASIC_AUTH=me:{w12}
export NEXUS_CREDS=me:{w12}
export ROOTPW={w12}
TF_TOKEN_app_terraform_io={a40} terraform init
twilio api --auth-token {h32} get
mysql -h db -u root --password="{w12}" -e 'select 1'
mysql -e "SET PASSWORD FOR 'me'@'localhost' = '{w12}'"
mysql -e "CREATE USER 'me'@'%' IDENTIFIED WITH caching_sha2_password BY '{w12}'"
psql -c "ALTER ROLE me WITH LOGIN PASSWORD '{w12}'"
sqlcmd -Q "CREATE LOGIN me WITH PASSWORD = '{w12}'"
sqlite3 a.db "PRAGMA key = '{w12}'"
duckdb -c "CREATE SECRET s (TYPE S3, KEY_ID '{u20}', SECRET '{a40}')"
psql -c "SELECT dblink_connect('host=db user=me password={w12}')"
"#;
