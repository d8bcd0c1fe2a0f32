//! Finds tokens by the prefix that their vendor gives them.

use super::known_ends::{ALPHABETS, KnownEnds, ScanKind};
use super::value::is_name;
use Alphabet::{Base64, Dollar, Dotted, Hex, LowerHex, Plain, Upper, Url};

/// The characters that may follow a prefix.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Alphabet {
    /// `0-9 a-f`.
    LowerHex,
    /// `0-9 a-f A-F`.
    Hex,
    /// Letters and digits.
    Plain,
    /// Upper-case letters and digits.
    Upper,
    /// Letters, digits, `_` and `-`.
    Url,
    /// As `Url`, and `.`, `=`.
    Dotted,
    /// Letters, digits, `$`.
    Dollar,
    /// Letters, digits, `+`, `/`, `=`, `_`, `-`.
    Base64,
}

impl Alphabet {
    pub(super) fn has(self, byte: u8) -> bool {
        match self {
            LowerHex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Hex => byte.is_ascii_hexdigit(),
            Plain => byte.is_ascii_alphanumeric(),
            Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Dollar => byte.is_ascii_alphanumeric() || byte == b'$',
            Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'='),
            Base64 => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'_' | b'-')
            }
        }
    }
}

/// How many characters behind a prefix are read to distinguish a token from a name.
const NAME_BYTES: usize = 64;

/// A prefix, what follows it, and the least and greatest number of characters that follow. The
/// least number is below the real one where the prefix alone says enough: a token may be cut.
#[derive(Clone, Copy)]
struct VendorToken {
    prefix: &'static [u8],
    alphabet: Alphabet,
    least: usize,
    most: usize,
}

/// A token of any length from `least` on. The vendor's name is for readers of the table.
const fn from(
    _vendor: &'static str,
    prefix: &'static str,
    alphabet: Alphabet,
    least: usize,
) -> VendorToken {
    VendorToken { prefix: prefix.as_bytes(), alphabet, least, most: usize::MAX }
}

/// A token of one length, whose prefix alone says too little.
const fn exact(
    _vendor: &'static str,
    prefix: &'static str,
    alphabet: Alphabet,
    len: usize,
) -> VendorToken {
    VendorToken { prefix: prefix.as_bytes(), alphabet, least: len, most: len }
}

/// The tokens of known vendors, in the order of their prefixes' first bytes.
static TOKENS: [VendorToken; 335] = [
    from("Zoho", "1000.", Dotted, 60),
    from("ClickHouse Cloud", "4b1d", Plain, 38),
    from("1Password", "A3-", Url, 30),
    exact("AWS", "A3T", Upper, 17),
    exact("AWS", "ABIA", Upper, 16),
    from("AWS Bedrock", "ABSK", Base64, 60),
    exact("AWS", "ACCA", Upper, 16),
    from("age", "AGE-SECRET-KEY-", Upper, 20),
    from("JFrog", "AKCp", Plain, 40),
    from("AWS", "AKIA", Upper, 12),
    exact("Tencent Cloud", "AKID", Plain, 32),
    exact("Octopus Deploy", "API-", Upper, 26),
    from("Yandex Cloud", "AQVN", Url, 30),
    from("AWS", "ASIA", Upper, 12),
    from("Atlassian", "ATATT3", Dotted, 30),
    from("Bitbucket", "ATBB", Plain, 24),
    from("Atlassian", "ATCTT3", Dotted, 30),
    from("Trello", "ATTA", LowerHex, 50),
    from("Google", "AIza", Url, 20),
    from("Twitter", "AAAAAAAAAAAAAAAAAAAAA", Url, 60),
    from("Volcengine", "AKLT", Plain, 40),
    from("Aiven", "AVNS_", Url, 16),
    from("Bitbucket", "BBDC-", Base64, 20),
    exact("Brave", "BSA", Url, 28),
    from("CircleCI", "CCIPAT_", Url, 20),
    from("CircleCI", "CCIPRJ_", Url, 20),
    from("Contentful", "CFPAT-", Url, 20),
    from("Clojars", "CLOJARS_", Plain, 20),
    from("Square", "EAAAE", Url, 20),
    exact("Square", "EAAA", Url, 60),
    from("Facebook", "EAAB", Plain, 90),
    from("Facebook", "EAAC", Plain, 90),
    from("Facebook", "EAAG", Plain, 90),
    from("Facebook", "EAAM", Plain, 90),
    from("EasyPost", "EZAK", Plain, 54),
    from("EasyPost", "EZTK", Plain, 54),
    from("Flutterwave", "FLWSECK-", Url, 12),
    from("Flutterwave", "FLWSECK_TEST-", Url, 12),
    from("Google", "GOCSPX-", Url, 20),
    from("GitLab", "GR1348941", Url, 16),
    from("Heroku", "HRKU-", Url, 30),
    from("Meta", "IGQV", Url, 80),
    from("JD Cloud", "JDC_", Upper, 28),
    from("a private key as base64", "LS0tLS1CRUdJTiBB", Base64, 20),
    from("a private key as base64", "LS0tLS1CRUdJTiBEU0EgUFJJ", Base64, 20),
    from("a private key as base64", "LS0tLS1CRUdJTiBFTkNSWVBU", Base64, 20),
    from("a private key as base64", "LS0tLS1CRUdJTiBFQyBQUklW", Base64, 20),
    from("a private key as base64", "LS0tLS1CRUdJTiBPUEVOU1NI", Base64, 20),
    from("a private key as base64", "LS0tLS1CRUdJTiBQR1AgUFJJ", Base64, 20),
    from("a private key as base64", "LS0tLS1CRUdJTiBQUklWQVRF", Base64, 20),
    from("a private key as base64", "LS0tLS1CRUdJTiBSU0EgUFJJ", Base64, 20),
    exact("Alibaba Cloud", "LTAI", Plain, 20),
    from("New Relic", "NRAA-", Plain, 20),
    from("New Relic", "NRAK-", Plain, 20),
    from("New Relic", "NRII-", Url, 20),
    from("New Relic", "NRIQ-", Url, 20),
    from("New Relic", "NRRA-", Plain, 20),
    from("New Relic", "NRSP-", Plain, 20),
    from("New Relic", "NRJS-", LowerHex, 19),
    from("Postman", "PMAK-", Url, 24),
    from("Postman", "PMAT-", Upper, 20),
    exact("Scaleway", "SCW", Upper, 17),
    from("SendGrid", "SG.", Dotted, 30),
    exact("Twilio", "SK", Hex, 32),
    from("Docker Swarm", "SWMTKN-1-", Url, 50),
    from("a web token as base64", "ZXlKaGJHY2lP", Base64, 20),
    from("a web token as base64", "ZXlKMGVYQWlP", Base64, 20),
    from("Alchemy", "alcht_", Plain, 24),
    from("Plaid", "access-development-", Url, 20),
    from("Plaid", "access-production-", Url, 20),
    from("Plaid", "access-sandbox-", Url, 20),
    from("Airbyte", "airbyte_", Plain, 24),
    from("Apify", "apify_api_", Plain, 20),
    exact("LaunchDarkly", "api-", Url, 36),
    from("Hugging Face", "api_org_", Plain, 20),
    from("Asana", "asana_", Plain, 20),
    from("RevenueCat", "atk_", Plain, 20),
    from("Authress", "authress_", Dotted, 50),
    from("Amazon", "amzn.mws.", Url, 30),
    from("Amazon", "amzn1.oa2-cs.v1.", LowerHex, 40),
    from("Adafruit", "aio_", Plain, 28),
    from("PayPal", "access_token$", Dollar, 40),
    from("an OpenSSH private key's body", "b3BlbnNzaC1rZXkt", Base64, 16),
    from("Kubernetes", "base64url.bearer.authorization.k8s.io.", Url, 20),
    from("Browserbase", "bb_live_", Url, 16),
    from("AWS Bedrock", "bedrock-api-key-", Base64, 20),
    from("Buildkite", "bkua_", Plain, 20),
    from("Baidu", "bce-v3/ALTAK-", Base64, 40),
    from("Buildkite", "bkaj_", Plain, 30),
    from("Buildkite", "bkct_", Plain, 30),
    from("crates.io", "cio", Plain, 32),
    from("Checkly", "cu_", Plain, 30),
    from("Chromatic", "chpt_", Plain, 12),
    from("JFrog", "cmVmd", Plain, 59),
    from("Cerebras", "csk-", Plain, 30),
    from("Cal.com", "cal_live_", Plain, 24),
    from("ConfigCat", "configcat-sdk-1/", Base64, 40),
    from("Context7", "ctx7sk-", Url, 20),
    from("Databricks", "dapi", LowerHex, 32),
    from("Docker Hub", "dckr_oat_", Url, 20),
    from("Docker Hub", "dckr_pat_", Url, 20),
    from("Deno Deploy", "ddo_", Plain, 30),
    from("Deno Deploy", "ddp_", Plain, 30),
    from("DigitalOcean", "doo_v1_", Plain, 30),
    from("DigitalOcean", "dop_v1_", Plain, 30),
    from("DigitalOcean", "dor_v1_", Plain, 30),
    from("Doppler", "dp.audit.", Plain, 20),
    from("Doppler", "dp.ct.", Plain, 20),
    from("Doppler", "dp.pt.", Plain, 20),
    from("Doppler", "dp.sa.", Plain, 20),
    from("Doppler", "dp.scim.", Plain, 20),
    from("Doppler", "dp.st.", Dotted, 20),
    from("Dynatrace", "dt0c01.", Dotted, 30),
    from("Dynatrace", "dt0s01.", Dotted, 30),
    from("Dynatrace", "dt0s16.", Dotted, 30),
    from("Duffel", "duffel_live_", Dotted, 20),
    from("Duffel", "duffel_test_", Dotted, 20),
    from("Databricks", "dose", LowerHex, 32),
    from("Defined Networking", "dnkey-", Url, 60),
    from("Intercom", "dG9rO", Base64, 50),
    from("Daytona", "dtn_", LowerHex, 40),
    from("E2B", "e2b_", Plain, 30),
    from("Anyscale", "esecret_", Plain, 20),
    from("Elastic", "essu_", Base64, 20),
    from("Grafana", "eyJrIjoi", Base64, 30),
    from("Authress", "ext_", Dotted, 80),
    from("Figma", "figd_", Url, 20),
    from("Figma", "figo_", Url, 20),
    from("Figma", "figu_", Url, 20),
    from("Frame.io", "fio-u-", Dotted, 30),
    from("Fly.io", "fm1a_", Base64, 40),
    from("Fly.io", "fm1r_", Base64, 40),
    from("Fly.io", "fm2_", Base64, 40),
    from("Fly.io", "fo1_", Url, 30),
    exact("Firecrawl", "fc-", LowerHex, 32),
    from("Fireworks", "fw_", Plain, 20),
    from("Figma", "figdh_", Url, 20),
    from("GitHub", "gho_", Plain, 8),
    from("GitHub", "ghp_", Plain, 8),
    from("GitHub", "ghr_", Plain, 8),
    from("GitHub", "ghs_", Plain, 8),
    from("GitHub", "ghu_", Plain, 8),
    from("GitHub", "github_pat_", Url, 8),
    from("GitLab", "glagent-", Url, 20),
    from("Grafana", "glc_", Base64, 24),
    from("GitLab", "glcbt-", Url, 16),
    from("GitLab", "gldt-", Url, 16),
    from("GitLab", "glffct-", Url, 16),
    from("GitLab", "glft-", Url, 16),
    from("GitLab", "glimt-", Url, 16),
    from("GitLab", "gloas-", Url, 20),
    from("GitLab", "glpat-", Dotted, 12),
    from("GitLab", "glptt-", Url, 16),
    from("GitLab", "glrt-", Dotted, 16),
    from("Grafana", "glsa_", Url, 24),
    from("GitLab", "glsoat-", Url, 16),
    from("GitLab", "glwt-", Url, 16),
    from("Groq", "gsk_", Plain, 20),
    from("Honeycomb", "hcaik_", Plain, 20),
    from("Honeycomb", "hcxik_", Plain, 20),
    from("Hugging Face", "hf_", Plain, 16),
    from("Vault", "hvb.", Url, 20),
    from("Vault", "hvr.", Url, 20),
    from("Vault", "hvs.", Url, 20),
    from("Infracost", "ico-", Plain, 30),
    from("Jina", "jina_", Url, 24),
    from("JSR", "jsrd_", Plain, 20),
    exact("Mailgun", "key-", Hex, 32),
    from("Linear", "lin_api_", Plain, 20),
    from("Linear", "lin_oauth_", Plain, 20),
    from("LangSmith", "lsv2_pt_", Url, 20),
    from("LangSmith", "lsv2_sk_", Url, 20),
    from("Lichess", "lip_", Plain, 20),
    from("Lob", "live_", LowerHex, 35),
    from("LlamaIndex", "llx-", Plain, 30),
    from("MongoDB Atlas", "mdb_sa_sk_", Url, 20),
    from("Discord", "mfa.", Url, 60),
    from("Neon", "napi_", Plain, 40),
    from("Netlify", "nfp_", Plain, 20),
    from("Nostr", "nsec1", Plain, 50),
    from("npm", "npm_", Plain, 20),
    from("Notion", "ntn_", Plain, 30),
    from("NVIDIA", "nvapi-", Url, 30),
    from("Nylas", "nyk_v0_", Plain, 20),
    from("Namespace", "nsct_", Plain, 30),
    from("Netlify", "nfb_", Plain, 20),
    from("Netlify", "nfc_", Plain, 20),
    from("Netlify", "nfo_", Plain, 20),
    from("Netlify", "nfu_", Plain, 20),
    from("1Password", "ops_eyJ", Base64, 20),
    from("Ory", "ory_at_", Dotted, 20),
    from("Ory", "ory_pat_", Plain, 20),
    exact("NuGet", "oy2", Plain, 43),
    from("OneSignal", "os_v2_app_", Plain, 40),
    from("Adobe", "p8e-", Plain, 30),
    exact("Airtable", "pat", Dotted, 79),
    from("HubSpot", "pat-eu1-", Url, 24),
    from("HubSpot", "pat-na1-", Url, 24),
    from("HubSpot", "pat-na2-", Url, 24),
    from("Harness", "pat.", Dotted, 50),
    from("Pinecone", "pcsk_", Url, 30),
    from("Paddle", "pdl_live_apikey_", Url, 20),
    from("Paddle", "pdl_sdbx_apikey_", Url, 20),
    from("PostHog", "phs_", Plain, 30),
    from("PostHog", "phx_", Plain, 30),
    from("ClickUp", "pk_1", Url, 24),
    from("ClickUp", "pk_2", Url, 24),
    from("ClickUp", "pk_3", Url, 24),
    from("ClickUp", "pk_4", Url, 24),
    from("ClickUp", "pk_5", Url, 24),
    from("ClickUp", "pk_6", Url, 24),
    from("ClickUp", "pk_7", Url, 24),
    from("ClickUp", "pk_8", Url, 24),
    from("ClickUp", "pk_9", Url, 24),
    from("Prefect", "pnb_", Plain, 30),
    from("Prefect", "pnu_", Plain, 30),
    from("Perplexity", "pplx-", Plain, 30),
    from("PlanetScale", "pscale_oauth_", Dotted, 24),
    from("PlanetScale", "pscale_pw_", Dotted, 24),
    from("PlanetScale", "pscale_tkn_", Dotted, 24),
    from("Pulumi", "pul-", LowerHex, 30),
    from("PyPI", "pypi-", Url, 40),
    exact("Mailgun", "pubkey-", Hex, 32),
    exact("Voyage", "pa-", Url, 43),
    from("Courier", "pk_prod_", Upper, 24),
    from("Plane", "plane_api_", LowerHex, 30),
    from("Packagist", "packagist_", Url, 60),
    from("Replicate", "r8_", Plain, 30),
    from("ReadMe", "rdme_", Plain, 40),
    exact("Resend", "re_", Url, 33),
    from("Retool", "retool_", Plain, 20),
    from("Stripe", "rk_live_", Plain, 8),
    from("Stripe", "rk_prod_", Plain, 8),
    from("Stripe", "rk_test_", Plain, 8),
    from("Render", "rnd_", Plain, 20),
    from("Rootly", "rootly_", LowerHex, 40),
    from("RubyGems", "rubygems_", LowerHex, 30),
    from("Razorpay", "rzp_live_", Plain, 14),
    from("Razorpay", "rzp_test_", Plain, 14),
    exact("RunPod", "rpa_", Upper, 40),
    exact("Vault", "s.", Plain, 24),
    from("Intra42", "s-s4t2", Url, 30),
    from("Harness", "sat.", Dotted, 50),
    from("Supabase", "sb_secret_", Url, 16),
    from("Supabase", "sbp_", LowerHex, 30),
    exact("LaunchDarkly", "sdk-", Url, 36),
    from("Stytch", "secret-live-", Dotted, 20),
    from("Notion", "secret_", Plain, 40),
    from("Sourcegraph", "sgp_", Url, 40),
    from("OpenShift", "sha256~", Url, 43),
    from("Shippo", "shippo_live_", Hex, 30),
    from("Shippo", "shippo_test_", Hex, 30),
    from("Shopify", "shpat_", Hex, 24),
    from("Shopify", "shpca_", Hex, 24),
    from("Shopify", "shppa_", Hex, 24),
    from("Shopify", "shpss_", Hex, 24),
    from("OpenAI and its like", "sk-", Plain, 20),
    from("OpenAI", "sk-admin-", Url, 16),
    from("Anthropic", "sk-ant-", Url, 6),
    from("Fusebox", "sk-fusebox-", Url, 16),
    from("Helicone", "sk-helicone-", Url, 16),
    from("Langfuse", "sk-lf-", Url, 20),
    from("OpenRouter", "sk-or-v1-", Plain, 20),
    from("OpenAI", "sk-proj-", Url, 6),
    from("OpenAI", "sk-svcacct-", Url, 16),
    from("Mapbox", "sk.eyJ", Dotted, 20),
    from("Stripe", "sk_live_", Plain, 8),
    from("Stripe", "sk_prod_", Plain, 8),
    from("Stripe", "sk_test_", Plain, 8),
    exact("ElevenLabs", "sk_", LowerHex, 48),
    from("Dropbox", "sl.", Url, 60),
    from("SettleMint", "sm_aat_", Plain, 16),
    from("SettleMint", "sm_pat_", Plain, 16),
    from("SettleMint", "sm_sat_", Plain, 16),
    from("Sentry", "sntrys_", Base64, 30),
    from("Sentry", "sntryu_", LowerHex, 30),
    from("Square", "sq0atp-", Url, 20),
    from("Square", "sq0csp-", Url, 20),
    from("SonarQube", "sqa_", LowerHex, 30),
    from("SonarQube", "sqp_", LowerHex, 30),
    from("SonarQube", "squ_", LowerHex, 30),
    from("Authress", "sc_", Dotted, 80),
    from("Authress", "scauth_", Dotted, 80),
    from("OpenAI", "sess-", Plain, 40),
    from("Shopify", "shptka_", Hex, 24),
    exact("Statsig", "secret-", Url, 43),
    from("Snyk", "snyk_uat.", Dotted, 40),
    from("Branch", "secret_live_", Plain, 24),
    exact("Flagsmith", "ser.", Plain, 22),
    from("Infisical", "st.", Dotted, 80),
    from("Socket", "sktsec_", Url, 30),
    from("Matrix", "syt_", Url, 30),
    from("Typeform", "tfp_", Url, 30),
    from("Together", "tgp_v1_", Url, 24),
    from("Scalingo", "tk-us-", Url, 30),
    exact("ntfy", "tk_", Plain, 29),
    from("Trigger.dev", "tr_dev_", Plain, 16),
    from("Trigger.dev", "tr_prod_", Plain, 16),
    from("Tailscale", "tskey-", Url, 16),
    from("Tavily", "tvly-", Url, 20),
    from("Yandex Cloud", "t1.9eu", Dotted, 60),
    from("Unkey", "unkey_", Plain, 16),
    from("UpCloud", "ucat_", Upper, 30),
    from("Cloudflare", "v1.0-", Url, 60),
    from("PASETO", "v2.local.", Dotted, 40),
    from("PASETO", "v3.local.", Dotted, 40),
    from("PASETO", "v4.local.", Dotted, 40),
    from("Vercel", "vck_", Plain, 20),
    from("Vercel", "vcp_", Plain, 20),
    from("Vercel", "vercel_blob_rw_", Url, 20),
    from("VK", "vk1.a.", Url, 60),
    from("Svix and Stripe webhooks", "whsec_", Base64, 20),
    from("Weights & Biases", "wandb_v1_", Url, 20),
    from("xAI", "xai-", Plain, 40),
    from("Slack", "xapp-", Url, 8),
    from("Xata", "xau_", Plain, 20),
    from("Brevo", "xkeysib-", Url, 30),
    from("Slack", "xoxa-", Url, 8),
    from("Slack", "xoxb-", Url, 8),
    from("Slack", "xoxc-", Url, 8),
    from("Slack", "xoxd-", Url, 8),
    from("Slack", "xoxe-", Url, 8),
    from("Slack", "xoxe.xoxb-", Url, 8),
    from("Slack", "xoxe.xoxp-", Url, 8),
    from("Slack", "xoxo-", Url, 8),
    from("Slack", "xoxp-", Url, 8),
    from("Slack", "xoxr-", Url, 8),
    from("Slack", "xoxs-", Url, 8),
    from("Brevo", "xsmtpsib-", Url, 30),
    from("Bitcoin", "xprv9s21ZrQH143K", Plain, 40),
    from("Axiom", "xaat-", Url, 36),
    from("Axiom", "xapt-", Url, 36),
    from("Google", "ya29.", Dotted, 10),
    from("Yandex", "y0_", Url, 50),
    from("Zuplo", "zpka_", Plain, 30),
];

/// By first byte, the number of tokens that begin with a lower one.
static BEGINNINGS: [usize; 129] = {
    let mut counts = [0; 129];
    let mut n = 0;
    while n < TOKENS.len() {
        let mut above = TOKENS[n].prefix[0] as usize + 1;
        while above < counts.len() {
            counts[above] += 1;
            above += 1;
        }
        n += 1;
    }
    counts
};

/// By first byte, one bit for each second byte of the tokens.
pub(super) const SECONDS: [u128; 128] = {
    let mut seconds = [0; 128];
    let mut n = 0;
    while n < TOKENS.len() {
        let prefix = TOKENS[n].prefix;
        seconds[prefix[0] as usize] |= 1 << prefix[1];
        n += 1;
    }
    seconds
};

static VENDOR_SECONDS: [u128; 128] = SECONDS;

/// The length of the token that begins with a vendor's prefix at `at`.
pub(super) fn prefixed_token(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let (first, second) = (usize::from(*rest.first()?), *rest.get(1)?);
    if !second.is_ascii() || VENDOR_SECONDS.get(first)? >> second & 1 == 0 {
        return None;
    }
    let range = *BEGINNINGS.get(first)?..*BEGINNINGS.get(first + 1)?;
    let is_part = at > 0 && matches!(bytes.get(at - 1), Some(b'-' | b'_' | b'.'));
    let begins = |token: &&VendorToken| token.prefix[1] == second && rest.starts_with(token.prefix);
    let tokens = TOKENS.get(range)?.iter().filter(begins);
    let lens = tokens.filter_map(|token| {
        let start = at + token.prefix.len();
        let kind = ScanKind::Token(token.alphabet as usize % ALPHABETS);
        let has = |byte: &&u8| token.alphabet.has(**byte);
        let count = || bytes.get(start..).unwrap_or_default().iter().take_while(has).count();
        let end = known.end(kind, start, || start + count());
        token_len(bytes.get(start..)?, end - start, token, is_part)
    });
    lens.max()
}

/// The length of the token with its prefix, where `len` characters of its alphabet follow that.
fn token_len(tail: &[u8], len: usize, token: &VendorToken, is_part: bool) -> Option<usize> {
    let is_exact = token.least == token.most;
    if is_exact && is_part {
        return None;
    }
    // A sentence may end behind a token.
    let len = len - tail.get(..len)?.iter().rev().take_while(|byte| **byte == b'.').count();
    let ends = tail.get(len).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    let fits = (token.least..=token.most).contains(&len);
    let one_class = matches!(token.alphabet, Upper | Plain | Hex | LowerHex);
    let is_random = one_class && !is_exact && len >= 24
        || token.alphabet == Upper && len >= 16
        || is_no_name(tail.get(..len.min(NAME_BYTES))?, is_exact);
    (fits && ends && is_random).then_some(token.prefix.len() + len)
}

/// Whether these characters contain a digit or both cases, as tokens do and most names do not, or are many
/// whose letters do not follow each other as in words; where the prefix says little, they must not in any
/// case.
fn is_no_name(tail: &[u8], wants_digit: bool) -> bool {
    let some = |is: fn(&u8) -> bool| tail.iter().any(is);
    let both = || some(u8::is_ascii_lowercase) && some(u8::is_ascii_uppercase);
    let is_long = tail.iter().filter(|b| b.is_ascii_alphabetic()).count() >= 24;
    some(u8::is_ascii_digit)
        || both() && !(wants_digit && is_name(tail))
        || is_long && !is_name(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        let begins = |token: &VendorToken| token.prefix[0];
        assert!(TOKENS.windows(2).all(|two| begins(&two[0]) <= begins(&two[1])));
    }
}
