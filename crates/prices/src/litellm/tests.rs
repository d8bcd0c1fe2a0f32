//! A price file of LiteLLM, read.

use std::path::Path;

use super::*;

fn import(text: &str) -> LitellmImport {
    read_litellm(text).unwrap()
}

fn lines(import: &LitellmImport) -> String {
    import.table.to_text().replace('\t', " ")
}

#[test]
fn every_price_of_a_model_becomes_a_row() {
    let read = import(
        r#"{"sample_spec": {"input_cost_per_token": "what it costs"},
        "m": {"litellm_provider": "p", "input_cost_per_token": 1e-06, "output_cost_per_token": 5e-06,
          "cache_read_input_token_cost": 1e-07, "cache_creation_input_token_cost": 1.25e-06,
          "cache_creation_input_token_cost_above_1hr": 2e-06,
          "input_cost_per_token_above_200k_tokens": 2e-06, "output_cost_per_token_above_200k_tokens": 7.5e-06,
          "input_cost_per_token_flex": 5e-07, "input_cost_per_token_batches": 1e-09},
        "painter": {"output_cost_per_image": 0.04},
        "Plain": {"input_cost_per_token": 0, "output_cost_per_token": "3e-6"}}"#,
    );
    assert_eq!((read.faults.len(), read.without_tokens), (0, 1));
    let expected = "\
m p standard  0 1 5 0.1 1.25 2
m p standard  200000 2 7.5 0.1 1.25 2
m p flex  0 0.5 5 0.1 1.25 2
plain  standard  0 0 3 0 0 0
";
    assert_eq!(lines(&read), expected);
}

#[test]
fn m02_a_byte_order_mark_before_the_prices_is_no_fault() {
    let text = r#"{"m": {"input_cost_per_token": 1e-06, "output_cost_per_token": 5e-06}}"#;
    assert_eq!(lines(&import(&format!("\u{feff}{text}"))), lines(&import(text)));
    assert!(read_litellm(&format!("\u{feff}\u{feff}{text}")).is_err(), "one mark alone");
}

#[test]
fn a_price_that_cannot_be_used_names_its_model_and_the_rest_is_read() {
    let read = import(
        r#"{"good NaN \" NaN": {"input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06},
        "half": {"input_cost_per_token": 1e-06},
        "debt": {"input_cost_per_token": 1e-06, "output_cost_per_token": -1e-06},
        "odd": {"input_cost_per_token": NaN, "output_cost_per_token": 1e-06},
        "vast": {"input_cost_per_token": 1e-06, "output_cost_per_token": Infinity},
        "vaster": {"input_cost_per_token": 1e400, "output_cost_per_token": 1e-06},
        "euro": {"input_cost_per_token": "0.50 EUR", "output_cost_per_token": 1e-06},
        "flag": {"input_cost_per_token": true, "output_cost_per_token": 1e-06},
        "tier": {"input_cost_per_token": 1e-06, "output_cost_per_token": 1e-06,
          "input_cost_per_token_above_200k_tokens": -Infinity},
        "word": {"input_cost_per_token": "much", "output_cost_per_token": 1e-06},
        "list": {"input_cost_per_token": [1], "output_cost_per_token": 1e-06},
        "cache": {"input_cost_per_token": 1, "output_cost_per_token": 1, "cache_read_input_token_cost": -1}}"#,
    );
    let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
    let number = "it is not a decimal number of US dollars";
    assert_eq!(
        faults,
        [
            "cache: cache_read_input_token_cost: it is below zero".to_owned(),
            "debt: output_cost_per_token: it is below zero".to_owned(),
            format!("euro: input_cost_per_token: {number}"),
            format!("flag: input_cost_per_token: {number}"),
            "half: output_cost_per_token: the price is missing".to_owned(),
            format!("list: input_cost_per_token: {number}"),
            format!("odd: input_cost_per_token: {number}"),
            format!("tier: input_cost_per_token_above_200k_tokens: {number}"),
            format!("vast: output_cost_per_token: {number}"),
            "vaster: input_cost_per_token: it is more than 18 million US dollars".to_owned(),
            format!("word: input_cost_per_token: {number}"),
        ]
    );
    assert_eq!(lines(&read), "good nan \" nan  standard  0 1 2 1 1 1\n");
    for text in ["", "[]", "{\"a\": ", "7", "{\"a\": 1x}", "{a: 1}"] {
        assert!(read_litellm(text).is_err(), "{text}");
    }
}

/// Makes the built-in table anew with `FUSEBOX_BLESS=1`.
#[test]
#[ignore = "needs the recorded data"]
#[expect(
    clippy::disallowed_methods,
    reason = "the data and the wish for a new table are told there"
)]
fn the_built_in_table_is_what_the_public_data_gives() {
    let corpus = std::env::var("FUSEBOX_CORPUS").unwrap();
    let text = std::fs::read_to_string(Path::new(&corpus).join("facts/prices.json")).unwrap();
    let made = import(&text);
    assert_eq!(made.faults, []);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/table.tsv");
    if std::env::var_os("FUSEBOX_BLESS").is_some() {
        std::fs::write(&path, made.table.to_text()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), made.table.to_text());
}
