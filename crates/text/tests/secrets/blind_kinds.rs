//! Kinds of secrets of an author who knew no rule, and neighbours of them, that were found when they were first tried.

use crate::random::seed;
use crate::unseen_kinds::leaking_patterns;
use fusebox_text::redact;

/// One text a line, with the secret at each `¤`; `¶` stands for a line end.
const LINES: &str = r##"
spring.datasource.url=jdbc:postgresql://pg/app¶spring.datasource.username=app¶spring.datasource.password=¤
config vpn ipsec phase1-interface¶  edit "hq"¶    set psksecret ¤¶  next¶end
key "ddns-key" {¶  algorithm hmac-sha256;¶  secret "¤";¶};
Backlog SSID1 shed; Password1 ¤; MqttPassword ¤
alarm_panel:¶  platform: manual¶  code: "¤"¶  code_arm_required: true
erl -name rabbit@node1 -setcookie ¤ -detached
[admins]¶admin = ¤¶[couchdb]¶single_node = true
Enter passphrase for key '/home/eve/.ssh/id_ed25519': ¤¶Identity added
Can you log in to the NAS as admin with ¤ as the password and check the disk?
The Wi-Fi key for the meeting room: ¤
I rotated the API key yesterday, the new one is ¤, put it in the .env please
Ciao, la parola d'accesso per il portale fornitori è ¤, grazie
curl_easy_setopt(curl, CURLOPT_USERPWD, "uploader:¤");
[D01]¶ashost=sap01¶sysnr=00¶client=100¶user=RFCUSER¶passwd=¤
open ftp.partner.example¶user edi01 ¤¶binary¶put orders.x12¶bye
Set cn = CreateObject("ADODB.Connection"): cn.Open "Provider=SQLOLEDB;Server=acc01;Database=Finance;", "reader", "¤"
$ cat /etc/openvpn/auth-user-pass.txt¶vpnclient7¶¤
HOME=/root¶LANG=C.UTF-8¶REDIS_AUTH=¤¶SHLVL=1¶_=/usr/bin/env
<String><Key>Password</Key><Value ProtectInMemory="True">¤</Value></String>
<Server><Host>ftp.example.org</Host><User>web7</User><Pass encoding="plain">¤</Pass></Server>
[Peer]¶AllowedIPs = 10.66.0.2/32¶PresharedKey = ¤
The door code for building C is ¤, don't share it
WIFI:T:WPA;S:Cafe Luna;P:¤;;
$ sudo cat /etc/ppp/chap-secrets¶"vpnuser"	*	"¤"	10.8.0.*
MOT_DE_PASSE=¤¶UTILISATEUR=compta
[admin_users]¶alice = ¤
echo "¤" > .vault-token
echo -n ¤ > /run/secrets/db_password
printf '%s' '¤' > ~/.config/app/api_token
cat > .vault-token <<EOF¶¤¶EOF
cat <<'EOF' > /etc/openvpn/auth.txt¶vpnuser¶¤¶EOF
open sftp.example.org¶user bob ¤¶get a.csv
conn.Open "DSN=shop", "reader", "¤"
ldap_bind($conn, "cn=admin,dc=ex", "¤")
l.simple_bind_s("cn=admin,dc=ex", "¤")
you can log in as bob with ¤
the PIN for the SIM is ¤
Kennwort für den Server: ¤
la clé API est ¤
contraseña temporal: ¤
a senha do banco é ¤, não compartilhe
パスワードは ¤ です
数据库密码是 ¤
Recovery key ¤
Invitation code is ¤
Input Password    id:pw    ¤
LOGIN bob ¤
<p>Default admin: <code>admin / ¤</code>, the login for the demo</p>
"##;

#[test]
fn k03_kinds_of_an_author_who_knew_no_rule() {
    let styles = [
        "{a7}4kQ{a7}",
        "{a9}-{a7}R7b{a7}",
        "{a13}.{a6}k7Rb{a6}",
        "{a6}7R!{a5}_{a6}2kQ",
        "{p6}{p5}!{d4}",
        "{p6}-{p5}-9{d1}!",
    ];
    for style in styles {
        let lines = LINES.replace('¤', style);
        let (kinds, leaking) = leaking_patterns("", &lines, seed());
        assert!(kinds >= 45, "{kinds}");
        assert!(leaking.is_empty(), "{style}: {leaking:?} of {kinds} kinds");
    }
}

#[test]
fn k03_a_secret_is_redacted_wherever_its_text_has_it() {
    for (text, clean) in [
        (
            r#"{"password": "Kz7-horse-Rb2", "confirm": "Kz7-horse-Rb2"}"#,
            r#"{"password": "[redacted]", "confirm": "[redacted]"}"#,
        ),
        (
            "DB_PASSWORD=x7Kq!mR2vT9p\nlog: connecting with x7Kq!mR2vT9p\n",
            "DB_PASSWORD=[redacted]\nlog: connecting with [redacted]\n",
        ),
        // A word that means something else, too, and a longer one.
        ("password: \"summer\"\nin summer", "password: \"[redacted]\"\nin summer"),
        (
            "password: Kz7-horse-Rb2\nsee Kz7-horse-Rb2x and xKz7-horse-Rb2",
            "password: [redacted]\nsee Kz7-horse-Rb2x and xKz7-horse-Rb2",
        ),
    ] {
        assert_eq!(redact(text), clean);
    }
}

#[test]
fn k03_what_neighbours_of_innocents_hide() {
    for (text, secret) in [
        // A variable of psql has a `:` and a name.
        ("ALTER ROLE app PASSWORD ='Kx9!mQ2v';", "Kx9!mQ2v"),
        ("PASSWORD =\"Kx9!mQ2v\"", "Kx9!mQ2v"),
        ("PASSWORD =Kx9!mQ2v", "Kx9!mQ2v"),
        ("PASSWORD :'Kx9!mQ2v'", "Kx9!mQ2v"),
        ("DB_PASSWORD =\"swordfish99\"", "swordfish99"),
        // An item in quotes is no code.
        (r#"["mysql","--password","abc=def123"]"#, "abc=def123"),
        (r#"["x","--token","abcdefgh=="]"#, "abcdefgh=="),
        (r#"["tool","--password","abc(d9!Kx2"]"#, "abc(d9!Kx2"),
        // The element is cut off behind a quote or an escape.
        (r#"{"xml":"<user>a</user>\n<password>hunter2xyz"#, "hunter2xyz"),
        (r#"{"xml":"<password>hunter2xyz"#, "hunter2xyz"),
        ("`<password>hunter2xyz", "hunter2xyz"),
        // A word behind a `!` is no tag without a word behind it.
        ("password=!Reset", "!Reset"),
        ("DB_PASS=!Summer", "!Summer"),
        ("password: !Geheim", "!Geheim"),
        // Words that are neither rules, names of objects, variables nor examples.
        ("password: \"correct|horse\"", "correct|horse"),
        ("\"token\": \"deadbeef/cafebabe\"", "deadbeef/cafebabe"),
        ("api_key: \"qwertyuiop/asdfghjkl\"", "qwertyuiop/asdfghjkl"),
        ("password=KEYPASS", "KEYPASS"),
        ("password=MYSECRET", "MYSECRET"),
        ("postgres://superuser:password@10.0.0.3", "password"),
    ] {
        assert_eq!(redact(text), text.replace(secret, "[redacted]"));
    }
}
