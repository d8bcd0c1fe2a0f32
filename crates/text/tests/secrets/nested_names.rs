//! Values whose name is another member of their object, the key of the object, or stands in the line before, and
//! manifests that hold nothing but secrets. `@` stands for the secret, `¶` for a line end.

use fusebox_text::redact;

use crate::lines;

const WORDS: [&str; 4] = ["Kx7mQ2vLp9Tz", "r8T-kW3q!zB5", "bQ4.xN7w.Zt2k", "S22fPODsr0Xy55"];
const TOKEN: &str = "WijVcQdioIUCHAnLfhbX84zvmnvzxM9p";

const PASSWORDS: &str = r##"
{¶ "db_password": {¶  "sensitive": true,¶  "type": "string",¶  "value": "@"¶ }¶}
"Parameter": {¶ "Name": "/app/db",¶ "Type": "SecureString",¶ "Value": "@"¶}
"type":"SecureString","value":"@"
parameters:¶  adminPassword:¶    value: @
db_password:¶  default: @
db_password:¶  description: Of the database¶  default: "@"
{"value":"@","label":"Password"}
db_password = {¶  value = "@"¶}
{"uid": "1_9", "value": "@", "name": "root_password"}
- key: DB_PASSWORD¶  val: @
- name: DB_PASSWORD¶  optional: false¶  value: @
{"contentType": null, "id": "https://v.vault.azure.net/secrets/db/1", "value": "@"}
<AdministratorPassword>¶  <Value>@</Value>¶</AdministratorPassword>
<property name="password">¶  <value>@</value>¶</property>
<Name>db_password</Name>¶<Value>@</Value>
["password"]=>¶  string(14) "@"
Array¶(¶    [user] => app¶    [password] => @¶)
Content-Disposition: form-data; name="password"¶¶@¶--boundary
K 8¶password¶V 12¶@¶END
chpasswd:¶  list: |¶    root:@¶    bob:@
apiVersion: v1¶kind: Secret¶stringData:¶  smtp-relay: @¶  dsn: "@"
stringData:¶  config.yaml: |¶    relay: @¶kind: Secret
{"apiVersion":"v1","data":{"smtp":"@"},"kind":"Secret"}
{"kind": "Secret", "stringData": {"smtp": "@", "relay": "@"}}
"##;

const TOKENS: &str = r##"
- key: API_TOKEN¶  val: @
{"uid": "1_9", "value": "@", "label": "API token"}
[¶ {¶  "keyName": "key1",¶  "permissions": "FULL",¶  "value": "@"¶ }¶]
signing_key: >-¶  @¶  @
Content-Disposition: form-data; name="api_key"¶¶@¶--boundary
apiVersion: v1¶kind: Secret¶data:¶  config.json: @¶type: Opaque
"login": {"username": "bob", "totp": "3K4KSM5E5C5VTLQ2GIUBM6ADX7BTS6IX"}
"##;

const INNOCENTS: &str = r##"
{"name":"password_policy","type":"string","value":"strict-2024"}
"name": "db_password", "type": "string", "description": "Password of the database"
- name: token¶  in: query¶  schema:¶    type: string
{"value": "password", "label": "Password"}
{"label": "Password", "value": "Passwort"}
{"type": "string", "value": "Kx7mQ2vLp9Tz"}
password:¶  type: string¶  default: required
token:¶  description: The token¶  default: ${{ github.token }}
- name: LOG_LEVEL¶  value: Kx7mQ2vLp9Tz
- name: DB_PASSWORD¶  valueFrom:¶    secretKeyRef:¶      name: db-credentials
port:¶  default: Kx7mQ2vLp9Tz
{"password": {"required": true}, "sort": {"value": "Kx7mQ2vLp9Tz"}}
<property name="timeout">¶  <value>Kx7mQ2vLp9Tz</value>¶</property>
<PasswordPolicy>¶  <Value>Kx7mQ2vLp9Tz</Value>¶</PasswordPolicy>
["password"]=>¶  NULL
["user"]=>¶  string(12) "Kx7mQ2vLp9Tz"
    [user] => Kx7mQ2vLp9Tz
Content-Disposition: form-data; name="user"¶¶Kx7mQ2vLp9Tz¶--boundary
kind: ConfigMap¶data:¶  smtp: mail.example.org
kind: SecretProviderClass¶data:¶  smtp: mail.example.org
kind: Secret¶metadata:¶  name: db-credentials¶type: Opaque
kind: Secret¶metadata:¶  name: db¶---¶kind: ConfigMap¶data:¶  smtp: mail.example.org
{"items":[{"kind":"ConfigMap","data":{"smtp":"mail.example.org"}},{"kind":"Secret","data":{}}]}
kind: Secret¶stringData:¶  smtp: ${SMTP_RELAY}
items:¶- apiVersion: v1¶  data:¶    smtp: mail.example.org¶  kind: ConfigMap¶- apiVersion: v1¶  kind: Secret¶  type: Opaque
spec:¶  valuesFrom:¶  - kind: Secret¶    name: db¶  values:¶    data:¶      smtp: mail.example.org
password = input("Password: ")
secret = getpass.getpass("Secret: ")
Cache restored from key: node-modules-Linux-9f86d081884c7d659a2feaa0c55ad015
"jsonwebtoken": "^9.0.2",
"pyjwt-token": "2.8.0"
--- PASS: TestPasswordReset2FA (0.00s)
The following commits and the token:¶3f786850e387550fdab836ed7e6dc881de23001b
"##;

#[test]
fn k03_a_name_elsewhere_announces_its_value() {
    let passwords =
        lines(PASSWORDS).flat_map(|text| WORDS.map(|word| (text.replace('@', word), word)));
    let tokens = lines(TOKENS).map(|text| (text.replace('@', TOKEN), TOKEN));
    let mut leaking = Vec::new();
    for (text, word) in passwords.chain(tokens) {
        if redact(&text).contains(word) || !redact(&text).contains("[redacted]") {
            leaking.push(redact(&text).into_owned());
        }
    }
    assert!(leaking.is_empty(), "{leaking:#?}");
    for text in lines(INNOCENTS) {
        assert_eq!(redact(&text), text);
    }
}
