//! Prose, code and headings that speak of secrets and hold none, written down before the rules were mended.

/// One text a line; `¶` stands for a line end.
pub(crate) const LINES: &str = r##"
password: must have some long word in it
password: this only says what they want
Password: type your very long word here
the passphrase: four more word here than before
password: Must Have Some Long
TOKEN: THIS ONLY SAYS WHAT THEY WANT
PIN: FOUR CHAR CODE ONLY
PASSWORD: THIS MUST HAVE FOUR
passwd: read from /dev/tty when able
secret: more than what they said last
Commits that touch the token:¶3f786850e387550fdab836ed7e6dc881de23001b
Commits that rotate the API key:¶¶3f786850e387550fdab836ed7e6dc881de23001b
The commit for the password reset:¶  3f786850e387550fdab836ed7e6dc881de23001b
Reverted the change of the token:¶9daeafb9864cf43055ae93beb0afd6c7d144bfa4
Files with the password:¶settings_v2_production_2026.py
Tests of the token:¶test_refresh_token_v2_after_30_days
Modules that read the key:¶app_config_v2_loader_2
The class behind the password field:¶UserPasswordFieldV2Factory3
Branches for the token rewrite:¶feature-token-rotation-v2-2026
Name of the token:¶deploy-bot-2026-readonly-v2
Tables with a password:¶users_2026_archive_v2
Test for the key:¶orders_by_key_v2_2026_test
Images of the token service:¶token-service-2026.11.28-rc2
Digest of the password file:¶0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0
Steps for the new token:¶- 3f786850e387550fdab836ed7e6dc881de23001b
Changes to the password check:¶1. 3f786850e387550fdab836ed7e6dc881de23001b¶2. 9daeafb9864cf43055ae93beb0afd6c7d144bfa4
Commits about the secret:¶```¶3f786850e387550fdab836ed7e6dc881de23001b¶```
Output of the token test:¶```text¶test_token_v2_rotation_2026 ... ok¶```
Usage of the key:¶```rust¶KeyRingV2::load_from_2_places()¶```
# backup code: line-42 of the loader
// Recovery code: retry-after-5 seconds
/* emergency code: step-1, step-2, step-3 */
// recovery codes: ERR-1001, ERR-1002, ERR-1003
# Backup codes: E2001 E2002 E2003
// backup code: copy2disk is called first
recovery code: utils2.rs
# emergency codes: 2026-11-28, 2026-11-29
backup code:¶    return 12345678
recovery code: v1.2.3-rc4
recovery codes: HTTP-500, HTTP-502
secret = sha256sum
secret = base64urlsafe
let secret = hmacSha256Key
const secret = createKeyV2
  secret = token2secret
client_secret = getV2secret
secret = aes256gcm
var secret = Argon2Params
my $secret = md5sum16
    secret = user1secret
self.secret = rfc6238seed
shared_secret = x25519shared
shared_secret = ecdh256p
shared_secret: x25519bytes
run openssl passwd to make the hash
the output of openssl passwd is a hash
use openssl passwd instead
you can set an snmp-server community string there
the snmp-server community has to match
an snmp-server community with write access
the radius-server key must be the same on both
a radius-server key that differs is refused
type bw unlock first
run bw login with your address
the net user command shows accounts
see net user for that
the user opens Settings >General
user clicks File >Export and waits
user input >hundred signs is cut
user with age >eighteen sees it
the user chose Menu >Preferences
echo done | docker context create remote
printf 'FROM alpine' | docker build -t context create
echo hello | docker run -i alpine cat
echo "some text" | gh pr create --body-file -
echo text | helm template x -
Please note the password policy for release: v2026-rc-14
Enter the name of the password file: secrets2026.kdbx
Set the password length to: sixteen12
New passwords are listed in chapter: chapter12
Please read about passwords in section: section42b
Type of password hash: argon2id19
Set by the password module in: module2026
The passwords table changed.¶Old value: order2026
The password column was checked.¶Next value: 20261128
No password was asked.¶Default value: utf8mb4general
BUNDLE_BUILD__PG: "--with-pg-config=/usr/pgsql-16/bin:/opt"
BUNDLE_BUILD__NOKOGIRI: "--use-system:libraries"
BUNDLE_LOCAL__MYGEM: "C:/gems/mygem"
BUNDLE_CACHE__PATH: "C:\gems\cache"
BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/: "https://mirror.example.org"
BUNDLE_JOBS__WINDOW: 10:30
The *3F786850E387550FDAB836ED7E6DC881DE23001B* commit
**3F786850E387550FDAB836ED7E6DC881DE23001B**
* *9DAEAFB9864CF43055AE93BEB0AFD6C7D144BFA4* is the parent
key=reports/2026-11-28/orders.csv
cache_key=build-2026-11-28-linux-x86-64
key=2026-11-28T10:00:00Z
session=2026-11-28-morning-standup
key=orders-2026-11-28-3f786850e387.parquet
Cookie: theme=dark; lang=en
Set-Cookie: consent=accepted; Path=/
Cookie: layout=compact; sort=newest
token: sk-...
api_key: ghp_...
secret: abc...
mysql -u root -p shop
docker login --password-stdin
the option -p password is asked for
Use `config2` as the password field.
{SSHA512} is the scheme of our directory
{sha256} and {md5} name the scheme
the scheme pbkdf2:sha256 with 600000 rounds
scrypt:32768:8:1 are its parameters
SCRAM-SHA-512 is offered by the server
$P$ begins a hash of WordPress
echo $A$B
it costs $5 and $6 each
Recovery codes:¶- print them¶- keep them safe
Backup codes:¶1. open the page¶2. press the button
The recovery codes are in the vault.
Tokens:¶- access¶- refresh
API keys:¶- created by the team in 2026¶- rotated
Keys:¶- customer_id_v2¶- order_id_2026
Passwords:¶```¶see the vault¶```
Access tokens:¶1. Open Settings¶2. Press Create
The token is used as follows:¶    deploy2026_staging_v2.example
The key is read here:¶  src/keys2/reader_v2_2026.rs
Your password was changed by:¶jane.doe.2026@example.org
The password is checked in:¶auth_service_v2_handler_2.go
This removes the token:¶3f786850e387550fdab836ed7e6dc881de23001b
Introduced the secret:¶9daeafb9864cf43055ae93beb0afd6c7d144bfa4
snmp-server community is not set
BUNDLE_WITHOUT__X: "development:test"
BUNDLE_BIN__PATH: "bin:vendor"
Cookie: session=none
Cookie: auth=true; theme=dark
Where the password is kept:¶password_store_v2_2026.kdbx
"##;
