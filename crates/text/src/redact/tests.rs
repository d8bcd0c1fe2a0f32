//! What counts as a secret, and what does not.

use super::{Anchors, KnownEnds, Repeats, is_word_start, redact, redact_once, secret_at};
use proptest::prelude::*;

/// `…` in the expectation stands for the placeholder.
fn check(input: &str, expected: &str) {
    assert_eq!(redact(input), expected.replace('…', "[redacted]"), "{input:?}");
}

fn check_unchanged(input: &str) {
    check(input, input);
}

#[test]
fn tokens_of_known_shapes_go() {
    check("key sk-ant-api03-AbCdEf123456 end", "key … end");
    check("sk-proj-abcDEF123456", "…");
    check("sk-abcdefghijklmnop1234", "…");
    check("ghp_abcdefABCDEF0123456789abcdefABCDEF01", "…");
    check("x=gho_abcdefABCDEF0123456789", "x=…");
    check("github_pat_11ABCDEFG0_abcdefghij", "…");
    check("glpat-abcdefABCDEF01234567", "…");
    check("xoxb-123456789012-abcdefABCDEF", "…");
    check("AKIAIOSFODNN7EXAMPLE", "…");
    check("AIzaSyA1234567890abcdefghijklmnopqrstuv", "…");
    check("ya29.a0AfH6SMBabcdef123", "…");
    check("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_DEF-123", "…");
    check("npm_abcdefABCDEF0123456789abcdefABCDEF01", "…");
    check("hf_abcdefABCDEF0123456789", "…");
    check("curl -H 'Authorization: Bearer abc123def456' x", "curl -H 'Authorization: Bearer …' x");
    check(
        "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nb",
        "a\n…\nb",
    );
    check("-----BEGIN PRIVATE KEY-----\nMIIE", "…");
    check("git clone https://user:hunter2@host/x", "git clone https://user:…@host/x");
    check("https://0123456789abcdef0123@host/x", "https://…@host/x");
    check("https://user:p@ss@host/x", "https://user:…@host/x");
    check("https://me@corp:p@ss@host/x", "https://me@corp:…@host/x");
    check("db://app:pa55@host,token=ab@cd123456", "db://app:…@cd123456");
    check("db://me@host,TOKEN=a?b,x:y@z", "db://me@host,TOKEN=…,x:…@z");
    check(
        "{\"text\":\"a\\nsk-ant-api03-AbCdEf123456\\tghp_abcdefABCDEF01\"}",
        "{\"text\":\"a\\n…\\t…\"}",
    );
    check("https://ghp_abcdefABCDEF0123456789:x-oauth-basic@host", "https://…:…@host");
}

#[test]
fn a_line_with_a_key_of_its_own_is_no_value_of_the_line_before() {
    check("token: |\n  abcdef0123456789\n", "token: |\n  …\n");
    check("token = |||\npassword: 'Hx7-kk29'", "token = |||\npassword: '…'");
    check("token: >-\n  password: 'Hx7-kk29'", "token: >-\n  password: '…'");
    check("token: \n  \"password\": \"Hx7-kk29\"", "token: \n  \"password\": \"…\"");
    check("password: \n  'Hx7-kk29'", "password: \n  '…'");
    check("login me\n  password \npassword: 'Hx7-kk29'", "login me\n  password \npassword: '…'");
}

#[test]
fn signs_before_a_value_and_names_of_addresses() {
    check("PASSWORD=@secretword", "PASSWORD=…");
    check("db_password: \"@dminpass\"", "db_password: \"…\"");
    check_unchanged("UPDATE users SET password = :password");
    check_unchanged("WHERE token = @token");
    check("smtp_pass hunter2zz\n", "smtp_pass …\n");
    check_unchanged("fastcgi_pass unix:/run/php8.2-fpm.sock");
    check_unchanged("+ proxy_pass http://app-v2:8080");
    check_unchanged("tests/test_x.py::test_basic_auth_pass FAILED");
    check_unchanged("-secret");
}

#[test]
fn values_of_secret_keys_go() {
    check("{\"password\": \"hunter2\", \"a\": 1}", "{\"password\": \"…\", \"a\": 1}");
    check("{\\\"api_key\\\": \\\"abc\\\"}", "{\\\"api_key\\\": \\\"…\\\"}");
    check("API_KEY=abcdef", "API_KEY=…");
    check("export AWS_SECRET_ACCESS_KEY=\"abc/def\"", "export AWS_SECRET_ACCESS_KEY=\"…\"");
    check("DB_PASSWORD=hunter;x", "DB_PASSWORD=…;x");
    check("password: hunter2", "password: …");
    check("password = hunter2\n", "password = …\n");
    check("login?token=abc123def456&x=1", "login?token=…&x=1");
    check("mysql --password hunter -u x", "mysql --password … -u x");
    check("tool --api-key=abc", "tool --api-key=…");
    check("Authorization: Basic dXNlcjpwYXNz=", "Authorization: Basic …");
    check("let clientSecret = 'abcdef';", "let clientSecret = '…';");
    check("{'private_key' => 'abc'}", "{'private_key' => '…'}");
    check("x.secret: \"two words\"", "x.secret: \"…\"");
}

#[test]
fn code_and_prose_stay() {
    check_unchanged("token_count = 3");
    check_unchanged("let token = lexer.next();");
    check_unchanged("let token = self.tokens[2];");
    check_unchanged("password: String,");
    check_unchanged("token: Option<Token2>,");
    check_unchanged("pub fn token(&self) -> u64 { 12345678 }");
    check_unchanged("{\"max_tokens\": 4096, \"input_tokens\": 123456}");
    check_unchanged("PASSWORD=$DB_PASSWORD");
    check_unchanged("password=\"${DB_PASSWORD}\"");
    check_unchanged("API_KEY=<your key>");
    check_unchanged("unexpected token: identifier");
    check_unchanged("connect(password=password, token=make_token())");
    check_unchanged("sk-learn is not scikit-learn");
    check_unchanged("npm_config_registry hf_hub_download npm_lifecycle_event");
    check_unchanged("risk-free-interest-rates");
    check_unchanged("Bearer token required; bearer authentication");
    check_unchanged("-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----");
    check_unchanged("ssh://git@github.com/x http://host:8080/a@b");
    check_unchanged("Token::Secret == token");
    check_unchanged("if token == \"(\" {");
    check_unchanged("password: \"\"");
    check_unchanged("monkey=1 keyboard: 2");
    check_unchanged("retries: 3, tokens: [1, 2]");
}

/// Redacts `begin`, many of `piece`, and `end`, and asserts that no part is scanned twice.
#[track_caller]
fn reads_little(begin: &str, piece: &str, end: &str) {
    let text = format!("{begin}{}{end}", piece.repeat(100_000 / piece.len()));
    let mut known = KnownEnds::default();
    let redacted = redact_once(&text, &mut known, &mut Repeats::default());
    assert!(redacted.len() <= text.len() * 12);
    let times = known.steps / text.len();
    assert!(times <= 4, "{begin:?} {piece:?} {end:?} is read {times} times");
}

#[test]
fn odd_input_is_read_a_few_times_at_most() {
    for piece in [
        "@",
        "a@",
        "eyJ-",
        "eyJhbGci-",
        "token=$",
        "token=[",
        "password=x",
        "password:",
        "password=\\\\\"$",
        "password=\\\\\"x ",
        "password=\\\"$",
        "password=\"$",
        "--password \\\\'$ ",
        "-----BEGIN PRIVATE KEY",
        "://u:token:zz@ ",
        "token: basic ",
    ] {
        for end in ["", ".", "(", "[redacted]", "-----END "] {
            reads_little("", piece, end);
            reads_little("token=\\\"", piece, end);
        }
    }
}

#[test]
fn odd_input_takes_linear_time() {
    for piece in [
        "password:\"$",
        "://a:b",
        "-----BEGIN ",
        "token=",
        "sk-",
        "Bearer ",
        "\\",
        "eyJ.",
        "'",
        "a:",
        "key",
        "password",
        "password,",
        "|token",
        "kind: Secret\n",
    ] {
        let text = piece.repeat(300_000 / piece.len());
        assert!(redact(&text).len() <= text.len() * 12);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn redacting_twice_is_redacting_once(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "password", "token", "API_KEY", "=", ": ", "\"", "'", "\\\"", "hunter2", "sk-ant-", "abc123def456",
            "ghp_", "Bearer ", "https://", "user", ":", "@", "host", "--", " ", "\n", "é", "$", "eyJ", ".", ",",
            "-----BEGIN PRIVATE KEY-----", "Basic ", "[", "]", "/", "\\", "AKIA", "xoxb-", "hf_", "ya29.", "-",
            "[redacted]", "`", ";", "01234567890123456789", "BASIC_AUTH=", "me:", "$ printenv KEY", "$2b$12$",
            "AUTH ", "login(", "expect(", "phrase: ", "word ", "arn:", "xxxx", "|\n  ",
            "user,password\n", "| password |\n", "kind: Secret\n", "data:\n  ", "bob,",
        ]), 0..16),
    ) {
        let text = pieces.concat();
        let bytes = text.as_bytes();
        for at in (0..bytes.len()).filter(|at| is_word_start(bytes, *at)) {
            let told = Anchors::of(bytes).next_from(at) == Some(at);
            prop_assert!(told || secret_at(bytes, &mut KnownEnds::default(), 0, at).is_none(), "{at}");
        }
        let once = redact(&text).into_owned();
        prop_assert_eq!(redact(&once), once.as_str());
    }

    #[test]
    fn any_bytes_can_be_redacted(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(redact(&text).len() <= text.len() * 12);
    }
}
