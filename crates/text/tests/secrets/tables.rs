//! Tables whose header says which column is secret. `@` stands for the secret, `¶` for a line end.

use fusebox_text::redact;

use crate::lines;

const WORDS: [&str; 4] = ["Kx7mQ2vLp9Tz", "r8T-kW3q!zB5", "kx72m-q9", "S22fPODsr0Xy55"];
const TOKEN: &str = "WijVcQdioIUCHAnLfhbX84zvmnvzxM9p";

/// Tables with a password, one a line.
const TABLES: &str = r##"
| user | password |¶|---|---|¶| bob | @ |
| user | **Password** | role |¶|:--|--|--:|¶| bob | `@` | admin |¶| eve | @ | user |
 id | email | password¶----+-------+----------¶  1 | b.x.y | @¶(1 row)
+----+------+----------------+¶| id | user | password       |¶+----+------+----------------+¶|  1 | bob  | @ |¶+----+------+----------------+
║ login │ password ║¶╠═══════╪══════════╣¶║ bob   │ @ ║
name,email,password¶bob,b.x.y,@¶eve,e.x.y,@
name,url,username,password,note¶shop,https://x.org/login,bob,@,"a, b"
"name","password"¶"bob","@"
id;user;passwd¶1;bob;@
id	user	password¶1	bob	@
user      password¶bob       @
USER      PASSWORD        ROLE¶bob       @    admin
<tr><th>User</th><th>Password</th></tr>¶<tr><td>bob</td><td>@</td></tr>
<table><tr><th>Password</th><th>User</th></tr><tr><td class="p">@</td><td>bob</td></tr></table>
+--------------+¶| password     |¶+--------------+¶| @ |¶+--------------+
{"columns":["user","password"],"rows":[["bob","@"]]}
[["email","password"],["a.b.c","@"],["d.e.f","@"]]
INSERT INTO users (email, password) VALUES ('a.b.c', '@');
INSERT INTO `users` (`id`, `password`, `at`) VALUES (1, '@', '2026-11-28'), (2, '@', NULL);
"##;

/// Tables with a token, one a line.
const TOKENS: &str = r##"
NAME   TOKEN¶ci     @
id	name	api_key¶1	bob	@
| name | token |¶|---|---|¶| ci | @ |
Access key ID,Secret access key¶AKIAQ,@
||  SecretAccessKey |  @  ||
"##;

const INNOCENTS: &str = r##"
user  password_changed¶bob   2024-11-03
| field | password rule |¶|---|---|¶| length | twelve |
name,token_limit,model¶x,8192,gpt4o-mini-2024
NAME             TYPE     DATA   AGE¶db-credentials   Opaque   3      41d
test | password | result¶-----+----------+-------¶login | too short | failed
| Option | Password |¶|---|---|¶| --min | required |¶| --max | 64 |
| file | password |¶|---|---|¶| settings.py | UserPasswordFieldV2 |
user,password,at¶bob,changed,2026-11-28
user,password¶bob,2026-11-28
user,password¶bob,hashedPassword2
user,password¶bob,/run/secrets/db1_password
key,count¶orders_by_key_v2,12
id,key¶1,orders-2026-11-28-part-0001
token,logprob¶Hello2,-0.123456789
KEY     VALUE¶port    Kx7mQ2vLp9Tz
| key | commit |¶|---|---|¶| cache | 3f786850e387550fdab836ed7e6dc881de23001b |
INSERT INTO users (email, name) VALUES ('a@b.c', 'bob42x');
INSERT INTO users (email, password) VALUES (?, ?);
INSERT INTO users (email, password) VALUES ('a@b.c', NULL);
INSERT INTO users (email, password) VALUES ($1, $2);
INSERT INTO permissions (role, change_password) VALUES ('admin', 'allow');
<tr><th>User</th><th>Password</th></tr><tr><td>bob</td><td>required</td></tr>
["user", "password"], ["bob", "required"]
fn login(user: &str, password: &str) { check(user, password) }
the user, the password, and the token
#define LN_userPassword  "userPassword"¶#define NID_userPassword                879¶#define OBJ_userPassword                OBJ_X509,35L
syn keyword	pfService	kpasswd¶syn keyword	pfService	pop3pw
it takes the name, token¶and then PasswordV2x4
"##;

#[test]
fn k03_a_header_announces_the_cells_below_it() {
    let passwords =
        lines(TABLES).flat_map(|text| WORDS.map(|word| (text.replace('@', word), word)));
    let tokens = lines(TOKENS).map(|text| (text.replace('@', TOKEN), TOKEN));
    let mut leaking = Vec::new();
    for (text, word) in passwords.chain(tokens) {
        for text in [text.clone(), format!("Hello.\n\n{text}\n\nDone.\n")] {
            if redact(&text).contains(word) {
                leaking.push(redact(&text).into_owned());
            }
        }
    }
    assert!(leaking.is_empty(), "{leaking:#?}");
    for text in lines(INNOCENTS) {
        assert_eq!(redact(&text), text);
    }
}
