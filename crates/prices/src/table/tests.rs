//! Which prices hold for a model.

use fusebox_engine::event::TokenUsage;

use super::*;
use crate::{PriceSources, price_response};

fn table(rows: &[&str]) -> PriceTable {
    PriceTable::parse(&rows.join("\n").replace(' ', "\t")).unwrap()
}

/// Sent and received, in US dollars for a million tokens.
fn shown(rates: Rates) -> (String, String) {
    (rates.input.times(1_000_000).to_string(), rates.output.times(1_000_000).to_string())
}

#[test]
fn every_built_in_row_is_read() {
    let table = PriceTable::built_in();
    assert_eq!(table.rows().len(), BUILT_IN.lines().count());
    assert_eq!(table.to_text(), BUILT_IN);
    for row in table.rows() {
        assert!(!row.rates.cache_read.is_zero() || row.rates.input.is_zero(), "{row}");
    }
}

#[test]
fn m01_known_models_cost_what_their_provider_says() {
    let table = PriceTable::built_in();
    for (model, prompt, service, expected) in [
        ("claude-sonnet-4-5-20250929", 1, ServiceTier::Standard, ("3", "15")),
        ("anthropic/claude-sonnet-4.5", 1, ServiceTier::Standard, ("3", "15")),
        ("us.anthropic.claude-haiku-4-5-20251001-v1:0", 1, ServiceTier::Standard, ("1", "5")),
        ("claude-haiku-5-5", 100_000, ServiceTier::Standard, ("0.1", "0.5")),
        ("claude-haiku-5-5", 100_001, ServiceTier::Standard, ("0.5", "2.5")),
        ("gpt-5", 1, ServiceTier::Flex, ("0.625", "5")),
        ("gpt-6-astra", 272_000, ServiceTier::Standard, ("10", "50")),
        ("gpt-6-astra", 272_001, ServiceTier::Standard, ("20", "75")),
        ("gpt-6-astra", 272_001, ServiceTier::Priority, ("40", "150")),
        // This one has no priority.
        ("claude-opus-4-5", 1, ServiceTier::Priority, ("5", "25")),
    ] {
        let priced = table.price_of(model);
        assert!(priced.is_known(), "{model}");
        assert_eq!(PriceSources::default().price_of(model), priced);
        let (input, output) = shown(priced.rates(prompt, service, None));
        assert_eq!((input.as_str(), output.as_str()), expected, "{model} {prompt} {service}");
    }
}

#[test]
fn m02_an_unknown_model_costs_what_the_dearest_of_its_family_does() {
    let table = table(&[
        "claude-opus-4 anthropic standard  0 15 75 1 1 1",
        "claude-opus-5 anthropic standard  0 5 80 2 1 1",
        "claude-opus-5 anthropic priority  0 900 900 9 9 9",
        "claude-haiku-4 anthropic standard  0 1 5 1 1 1",
        "gpt-5.1 openai standard  0 2 10 1 1 1",
    ]);
    use PriceBasis::{Dearest, DearestOfFamily};
    for (model, basis, expected) in [
        ("claude-opus-9", DearestOfFamily("claude-opus".into()), ("15", "80")),
        ("claude-haiku-9-20300101", DearestOfFamily("claude-haiku".into()), ("1", "5")),
        ("claude-lyric-1", DearestOfFamily("claude".into()), ("15", "80")),
        ("gpt-5.1-codex", DearestOfFamily("gpt-5.1".into()), ("2", "10")),
        ("gpt-5", DearestOfFamily("gpt-5".into()), ("2", "10")),
        ("someone-else", Dearest, ("15", "80")),
        ("", Dearest, ("15", "80")),
    ] {
        let priced = table.price_of(model);
        let (input, output) = shown(priced.rates(1, ServiceTier::Standard, None));
        assert_eq!((priced.basis, (input.as_str(), output.as_str())), (basis, expected), "{model}");
    }
    let tokens = TokenCounts { output: 1, ..TokenCounts::default() };
    for unknown in ["fake-model", "", "claude-unknown", "gpt", "é-1"] {
        let priced = PriceTable::built_in().price_of(unknown);
        assert!(!priced.is_known(), "{unknown}");
        assert_eq!(PriceSources::default().price_of(unknown), priced);
        assert!(!priced.cost(&tokens, ServiceTier::Standard, None).is_zero(), "{unknown}");
    }
}

#[test]
fn dated_prices_hold_from_their_day() {
    let table = table(&["m p standard  0 1 10 1 1 1", "m p standard  1000 2 20 1 1 1"])
        .with(table(&["m p standard 2026-03-01 0 5 50 1 1 1"]));
    // 2026-02-28T23:59:59.999Z and one millisecond later.
    let (before, after) = (Timestamp(1_772_323_199_999), Timestamp(1_772_323_200_000));
    for (at, prompt, expected) in [
        (Some(before), 1, "1"),
        (Some(before), 1_001, "2"),
        (Some(after), 1, "5"),
        (Some(after), 1_001, "5"),
        (None, 1, "5"),
    ] {
        let rates = table.price_of("m").rates(prompt, ServiceTier::Standard, at);
        assert_eq!(shown(rates).0, expected, "{at:?} {prompt}");
    }
    // An undated row replaces all.
    let replaced = table.with(self::table(&["m p standard  0 7 70 1 1 1"]));
    let rates = replaced.price_of("m").rates(5_000, ServiceTier::Standard, Some(before));
    assert_eq!(shown(rates).0, "7");
}

#[test]
fn dates_are_those_of_the_calendar() {
    for (ms, date) in [
        (0, "1970-01-01"),
        (951_782_400_000, "2000-02-29"),
        (1_772_323_199_999, "2026-02-28"),
        (1_798_761_600_000, "2027-01-01"),
    ] {
        assert_eq!(utc_date(Timestamp(ms)), date);
    }
}

#[test]
fn m01_the_response_of_an_event_is_priced_unless_its_client_did() {
    let usage = TokenUsage {
        input_tokens: 6_257,
        output_tokens: 138,
        cache_read_tokens: 11_169,
        cache_write_tokens: 100,
        cache_write_1h_tokens: 6_154,
        model: Some("claude-sonnet-4-6".to_owned()),
        ..TokenUsage::default()
    };
    assert_eq!(price_response(&usage, None, "").cost.to_string(), "0.0427287");
    for free in [
        TokenUsage { cost_usd: 0.5, ..usage.clone() },
        TokenUsage { model: None, ..usage.clone() },
        TokenUsage { model: usage.model.clone(), ..TokenUsage::default() },
    ] {
        assert!(price_response(&free, None, "").cost.is_zero(), "{free:?}");
    }
}
