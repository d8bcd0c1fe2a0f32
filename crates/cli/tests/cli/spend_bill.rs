//! `fusebox spend compare`: a provider's export beside the records.

use serde_json::json;

use crate::spend::{FILE, response};
use crate::transcript::check;
use crate::world::World;

/// Two responses of claude-sonnet-4-5 on two days, 0.0045 US dollars each, and one of another model.
fn world() -> World {
    let world = World::new();
    let opus = response("s1", 3, "2026-11-02T09:00:00Z")
        .replace("claude-sonnet-4-5", "claude-opus-4-5-20251101");
    world.write(
        FILE,
        response("s1", 1, "2026-11-01T12:00:00Z")
            + &response("s1", 2, "2026-11-02T12:00:00Z")
            + &opus,
    );
    world
}

#[test]
fn m01_an_export_is_held_against_the_records_by_day_and_by_model() {
    let world = world();
    world.write(
        "project/bill.csv",
        "date,model,cost\n2026-11-01,Claude Sonnet 4.5,$0.0045\n2026-11-02,claude-sonnet-4-5,0.50\n\
         2026-11-02,anthropic/claude-opus-4-5,0.0075\n",
    );
    let value = world.run("spend compare bill.csv records --json").json();
    assert_eq!(value["has_models"], true);
    assert_eq!(
        value["rows"],
        json!([
            {"day": "2026-11-01", "model": "claude-sonnet-4-5", "bill_usd": "0.0045", "records_usd": "0.0045",
                "difference_usd": "0"},
            {"day": "2026-11-02", "model": "claude-opus-4-5", "bill_usd": "0.0075", "records_usd": "0.0075",
                "difference_usd": "0"},
            {"day": "2026-11-02", "model": "claude-sonnet-4-5", "bill_usd": "0.5", "records_usd": "0.0045",
                "difference_usd": "-0.4955"},
        ])
    );
    assert_eq!(value["total"]["difference_usd"], "-0.4955");
    check(
        &world.run("spend compare bill.csv records"),
        "
day (UTC)    bill  records  difference
2026-11-01  $0.00    $0.00       $0.00
2026-11-02  $0.51    $0.01      -$0.50
total       $0.51    $0.02      -$0.50

model               bill  records  difference
claude-opus-4-5    $0.01    $0.01       $0.00
claude-sonnet-4-5  $0.50    $0.01      -$0.50
total              $0.51    $0.02      -$0.50

days and models that differ by a cent or more
2026-11-02  claude-sonnet-4-5  $0.50  $0.00  -$0.50
",
    );
}

#[test]
fn m01_columns_are_named_and_an_error_names_line_and_column() {
    let world = world();
    world.write("project/bill.csv", "Tag;Netto\n2026-11-01;0.0045\n2026-11-02;0.012\n");
    let ran = world.run("spend compare bill.csv records");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("no column is the date; the columns are `Tag`, `Netto`"),
        "{}",
        ran.err
    );
    let named = "spend compare bill.csv records --columns date=tag,cost=NETTO --json";
    let value = world.run(named).json();
    assert_eq!((&value["total"]["difference_usd"], &value["models"]), (&json!("0"), &json!([])));
    world.write("project/bill.csv", "Tag;Netto\n2026-11-01;0.0045\nyesterday;0.012\n");
    let ran = world.run(named);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 3, column `Tag`: `yesterday` is no day"), "{}", ran.err);
    assert_eq!(world.run("spend compare bill.csv --columns day=x").code, 2);
    assert_eq!(world.run("spend compare nowhere.csv records").code, 2);
}

#[test]
fn m01_an_amount_of_another_currency_is_named_with_its_place_and_nothing_is_compared() {
    let world = world();
    for amount in ["0.50 EUR", "€5", "\"5,00 USD\"", "NaN", "1e400", ""] {
        world.write(
            "project/bill.csv",
            format!("date,cost\n2026-11-01,5 usd\n2026-11-02,{amount}\n"),
        );
        let ran = world.run("spend compare bill.csv records");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{amount}");
        let cell = amount.trim_matches('"');
        let place =
            format!("line 3, column `cost`: `{cell}` is no amount of US dollars like 1234.50");
        assert!(ran.err.contains(&place), "{amount}: {}", ran.err);
        assert!(ran.err.contains("other currencies have to be converted before"), "{}", ran.err);
    }
}
