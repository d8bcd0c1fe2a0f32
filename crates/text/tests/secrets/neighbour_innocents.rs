//! Texts beside the kinds of `neighbour_kinds` that are no secrets, written down before the rules were mended.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
$ printenv HOME¶/srv/shop/releases/20261127T101500Z
$ printenv GIT_COMMIT¶3f786850e387550fdab836ed7e6dc881de23001b
$ echo $?¶0
$ echo $BUILD_ID¶8bb5989a2154b79c5300
$ kubectl get pods -o name¶pod/shop-6b9f7c8d5f-9xk2p
$ kubectl get secret¶NAME TYPE DATA AGE¶shop-db Opaque 2 41d
$ aws configure get region¶eu-north-1
$ aws sts get-caller-identity --query Account --output text¶313043568353
$ pass ls¶Password Store¶├── work¶└── mail
$ pass show --help¶Usage: pass show [--clip] name
$ op read --help¶Read the value of the field
$ op read op://Engineering/SMTP/password¶[ERROR] could not read secret: item not found
$ pass show work/vpn¶Error: work/vpn is not in the password store.
$ gh auth token¶no oauth token found for github.com
$ vault kv get -field=password secret/shop¶No value found at secret/data/shop
$ cat /run/secrets/db_password¶cat: /run/secrets/db_password: No such file or directory
$ cat config/master.key¶cat: config/master.key: Permission denied
$ cat package.json¶{"name": "shop"}
$ cat VERSION.key¶2.4.1
$ terraform output -raw vpc_id¶vpc-0f3c2a1b4d5e6f708
$ terraform output -raw db_endpoint¶db-2.c9akciq32.eu-north-1.rds.amazonaws.com
$ openssl rand -hex 4 | wc -c¶9
$ security find-generic-password -s vpn -w¶security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.
$ printenv SIGNING_KEY¶$ echo done¶done
$ printenv DB_PASSWORD || echo unset¶unset
$ git rev-parse HEAD¶3f786850e387550fdab836ed7e6dc881de23001b
$ git config --get user.email¶jane@example.org
$ sha256sum token.txt¶7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069  token.txt
$ jq -r .version package.json¶1.42.0-rc.3
$ docker exec db cat /etc/hostname¶7a73cb4f1cc7
AUTH failed: WRONGPASS invalid username-password pair or user is disabled.
NOAUTH Authentication required.
echo "AUTH LOGIN" | nc mail 25
The AUTH command takes a user and a password.
expect(screen.getByText("Password:"))¶send("hello world")
expect "$ "¶send "ls -la\r"
expect "login:"¶send "jane\r"
passphrase: "enter the passphrase of the key"
"passphrase": "The passphrase does not match"
password: "This field is required and cannot be empty"
"password": "Your password must have at least 12 characters"
password: >-¶  The password of the account. It is asked for when empty.¶port: 25
description: |¶    password of the account¶port: 25
jdbc:oracle:thin:@//db.example.org:1521/SHOP
sqlplus / as sysdba
APP_KEY=base64:
new Sequelize(process.env.DB, process.env.DB_USER, process.env.DB_PASS)
new Sequelize("sqlite::memory:")
new mysqli("localhost", $user, $password, "shop")
pymysql.connect(host, user, password, "shop")
ftp.login()
ftp.login(user, password)
await page.login("jane", "Checkout")
describe.login('shows the form', 'when signed out')
logger.login("jane", "logged in")
jwt.sign(payload, secret, { expiresIn: '1h' })
jwt.sign(payload, process.env.JWT_SECRET)
jwt.verify(token, publicKey, { algorithms: ['RS256'] })
jwt.decode(token, options={"verify_signature": False})
crypto.createHmac('sha256', secret)
crypto.createHash('sha256').update("hello").digest("hex")
hmac.new(key, body, hashlib.sha256)
Fernet(os.environ["FERNET_KEY"])
cookieParser(process.env.COOKIE_SECRET)
Passwort vergessen? Passwort: wird per Mail versandt
Kennwort: mindestens 12 Zeichen
"Passwort": "Passwort"
mot de passe : obligatoire
Le mot de passe est incorrect.
contraseña: incorrecta
La contraseña es obligatoria.
clave: valor
hasło: wymagane
wachtwoord: verplicht
senha: obrigatória
пароль: обязателен
Write down the recovery phrase and keep it safe, we never ask you for it again.
The seed phrase has twelve words that you have to write down before you go on with it.
mnemonic: mov eax, ebx
Your recovery phrase is shown once only and then never again in this app, so write it down.
shop:x:1001:1001:Shop:/home/shop:/bin/bash
jane:!:19800:0:99999:7:::
daemon:*:19800:0:99999:7:::
$2b$ is the prefix of bcrypt; argon2id is better.
git://github.com/o/r.git//sub:dir@v1.2.3
postgres://db.example.org:5432/shop
see app.py:42@main and db.example.org/shop
https://prod-12.westeurope.logic.azure.com/workflows/docs
LTAI is the prefix of Alibaba keys
the pwd is /srv/shop and the login is jane
The login for staging is jane / ask in the channel.
log in with jane:admin rights on staging
I rotated the key; the new one is in the vault.
"key" => "value", 'key' => 'checkout.total'
session({ secret: process.env.SESSION_SECRET })
Stripe(process.env.STRIPE_KEY)
bkpat_ and nfu_ are prefixes
OPENAI_API_KEY=sk-xxxxxxxx
SMTP_PASSWORD="op://Private/SMTP/password"
DB_PASSWORD=vault:secret/data/shop#password
DB_PASSWORD=ssm:/shop/db/password
password: !vault |¶  $ANSIBLE_VAULT;1.1;AES256
"Password": "@Microsoft.KeyVault(VaultName=kv;SecretName=smtp)"
token = "secretsmanager:shop/token"
secret_arn: arn:aws:secretsmanager:eu-central-1:123456789012:secret:shop/api-AbCdEf
password_ref = "projects/shop/secrets/db/versions/latest"
{"auth.password": "Mot de passe", "auth.passwordConfirm": "Confirmer le mot de passe"}
"password.label": "Kodeord",
forgotPassword: "Passwort vergessen?"
showPassword: 'Zobrazit heslo'
{"Key": "logs/2026/11/27/app-0a1b2c3d.json.gz"}
"Key": "uploads/6f1c2f0e-8a0c-4c5e-9a35-0c7a5c1f2b3d/avatar.png"
"##;
