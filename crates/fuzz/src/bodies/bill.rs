//! Reads exports of providers.

use fusebox_spend::{Bill, BillColumns};

/// Any bytes are an export with at least one sum, whose days are in order, or one sentence that says why not. Named
/// columns that are the found ones change nothing.
pub(super) fn body(data: &[u8]) {
    match Bill::read(data, &BillColumns::default()) {
        Ok(bill) => {
            assert!(!bill.picos.is_empty());
            let (first, last) = bill.days.unwrap_or_else(|| panic!("sums without days"));
            assert!(first <= last);
            let is_within =
                |day: &str| (first.to_string().as_str()..=last.to_string().as_str()).contains(&day);
            assert!(bill.picos.keys().all(|(day, _)| is_within(day)), "{bill:?}");
            assert!(bill.has_models || bill.picos.keys().all(|(_, model)| model.is_empty()));
        }
        Err(why) => assert!(!why.to_string().is_empty()),
    }
    let named = BillColumns {
        date: Some("a".to_owned()),
        model: Some("b".to_owned()),
        cost: Some("c".to_owned()),
    };
    let renamed = [b"a,b,c\n", data].concat();
    let known = [b"date,model,cost\n", data].concat();
    let sums =
        |text: &[u8], columns: &BillColumns| Bill::read(text, columns).ok().map(|bill| bill.picos);
    assert_eq!(sums(&renamed, &named), sums(&known, &BillColumns::default()));
}
