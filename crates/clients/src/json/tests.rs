//! The reader beside `serde_json`, and texts that are damaged, cut or nested deeply.

use std::borrow::Cow;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// Reads the text strictly, as `serde_json` must read it; returns whether it is JSON.
fn is_json(text: &[u8]) -> bool {
    let expected = serde_json::from_slice::<Value>(text);
    let read = JsonValue::read(text);
    assert_eq!(read.clone().map(Value::from).ok(), expected.ok(), "{text:?}");
    let unread = JsonValue::read_except(text, &["a", "é", ""]);
    if read.is_ok() {
        assert_eq!(unread.map(Value::from).ok(), read.clone().map(Value::from).ok(), "{text:?}");
    }
    read.is_ok()
}

#[test]
fn what_is_json_is_what_serde_json_says() {
    let long = format!("\"{}\\n{}é\"", "x".repeat(2_000), "y".repeat(100));
    for (text, expected) in [
        (" {\"a\" : [1, -2.5e3, true, null], \"b\":{}, \"c\":[]} \n", true),
        (r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#, true),
        ("[0,-0,7,123456789012345678901234567890,0.1]", true),
        (&long, true),
        (r#"{"a":1,"a":2}"#, true),
        ("", false),
        ("[1,]", false),
        ("[1", false),
        ("{\"a\"}", false),
        ("{\"a\":1,}", false),
        ("01", false),
        ("1e999", false),
        ("nul", false),
        ("1 2", false),
        (r#""\ud83d""#, false),
        (r#""\ud83d\n""#, false),
        (r#""\x""#, false),
        (r#""\u00g0""#, false),
        (r#""\u+041""#, false),
        (r#""\ud83d\u+e00""#, false),
        ("\"\n\"", false),
        ("\"\0\"", false),
        ("\"a", false),
        ("\u{feff}1", false),
    ] {
        assert_eq!(is_json(text.as_bytes()), expected, "{text}");
    }
    assert!(!is_json(b"\"\xff\""));
    for (depth, expected) in [(127, true), (128, false), (1 << 20, false)] {
        assert_eq!(
            is_json(format!("{}{}", "[".repeat(depth), "]".repeat(depth)).as_bytes()),
            expected
        );
    }
}

#[test]
fn unread_values_are_kept_as_text() {
    let record = br#"{"a":{"b":[1,{"z":2}],"z":{"c":["}"]}},"z": {"a" :1e999} ,"d":[{"z":1}]}"#;
    let value = JsonValue::read_except(record, &["z"]).unwrap();
    assert_eq!(value.field("z").unread_text(), br#"{"a" :1e999}"#);
    assert_eq!(value.field("a").field("z").unread_text(), br#"{"c":["}"]}"#);
    assert_eq!(value.field("d").as_array()[0].count("z"), Some(1));
    assert_eq!(value.field("z").clone().into_read(), JsonValue::Null, "a number out of range");
    assert_eq!(Value::from(value.field("a").field("z").clone()), json!({"c": ["}"]}));
    let deep = format!("{{\"z\":{}{}}}", "[".repeat(1 << 16), "]".repeat(1 << 16));
    assert!(JsonValue::read_except(deep.as_bytes(), &["z"]).is_ok());
    for damaged in
        ["{\"z\":[1 2]}", "{\"z\":{1:2}}", "{\"z\":{\"a\":1,}}", "{\"z\":\"\\x\"}", "{\"z\":01}"]
    {
        assert!(JsonValue::read_except(damaged.as_bytes(), &["z"]).is_err(), "{damaged}");
    }
}

#[test]
fn of_a_damaged_text_everything_before_the_defect_is_read() {
    for (text, expected, defect) in [
        (r#"{"a":[1,{"b":"x"#, json!({"a": [1, {"b": "x"}]}), JsonDefect::CutEnd),
        (r#"{"a":"x\ny"#, json!({"a": "x\ny"}), JsonDefect::CutEnd),
        (r#"{"a":"x\u00"#, json!({"a": null}), JsonDefect::CutEnd),
        (r#"{"a":1,"b":tr"#, json!({"a": 1, "b": null}), JsonDefect::CutEnd),
        (r#"{"a":1,"b"#, json!({"a": 1}), JsonDefect::CutEnd),
        (r#"{"a":1,}"#, json!({"a": 1}), JsonDefect::Invalid),
        ("[1] x", json!([1]), JsonDefect::Invalid),
    ] {
        let partial = read_partial(text.as_bytes(), &[]);
        assert_eq!(
            (Value::from(partial.value), partial.defect),
            (expected, Some(defect)),
            "{text}"
        );
    }
    let deep = format!("{{\"a\":1,\"b\":{}{}}}", "[".repeat(1 << 16), "]".repeat(1 << 16));
    let partial = read_partial(deep.as_bytes(), &[]);
    assert_eq!((partial.value.count("a"), partial.defect), (Some(1), Some(JsonDefect::TooDeep)));
}

#[test]
fn text_is_borrowed_and_the_last_of_two_fields_counts() {
    let mut value = JsonValue::read(br#"{"a":"plain","a":["x",{"text":"y\n"}],"n":2.5}"#).unwrap();
    assert_eq!((value.count("n"), value.text("a"), value.count("b")), (Some(2), None, None));
    assert_eq!(value.take_content("a"), "x\ny\n");
    assert_eq!((value.take("a"), value.take("b")), (Some(JsonValue::Null), None));
    let text = JsonValue::read(br#""plain""#).unwrap();
    assert!(matches!(text, JsonValue::Text(Cow::Borrowed("plain"))));
}

#[test]
fn halves_of_characters_are_repaired() {
    for (text, expected) in [
        (r#""a\ud83d""#, "a\u{fffd}"),
        (r#""\udc00b""#, "\u{fffd}b"),
        (r#""\ud83d\ude00""#, "\u{1f600}"),
        (r#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
        (r#""\\ud83d""#, "\\ud83d"),
        (r#""\ud83d\n""#, "\u{fffd}\n"),
    ] {
        assert_eq!(
            read_repaired(text.as_bytes(), &[]),
            Ok(JsonValue::Text(expected.into())),
            "{text}"
        );
    }
    assert_eq!(read_repaired(b"\xef\xbb\xbf\"a\"", &[]), Ok(JsonValue::Text("a".into())));
    assert_eq!(read_repaired(b"\"a\xff\"", &[]), Ok(JsonValue::Text("a\u{fffd}".into())));
}

#[test]
fn an_error_says_where() {
    let error = read_repaired(b"{\n  // no\n}", &[]).unwrap_err();
    assert_eq!((error.line, error.column), (2, 3));
    assert_eq!(error.to_string(), "key must be a string at line 2 column 3");
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let pieces = r#"{ } [ ] , : " "a": "b": "" "x" \ \n \" \u00e9 \ud83d \ude00 é 0 12 - 1.5 1e5 true null fals"#;
    let mut pieces: Vec<&str> = pieces.split(' ').collect();
    pieces.extend([
        " ",
        "\n",
        "\u{0}",
        "\u{1f}",
        "some words that are longer than those beside them are",
    ]);
    let piece = prop::sample::select(pieces).prop_map(|text| text.as_bytes().to_vec());
    let odd = prop_oneof![9 => piece, 1 => any::<u8>().prop_map(|byte| vec![byte])];
    prop::collection::vec(odd, 0..24).prop_map(|pieces| pieces.concat())
}

fn any_json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        any::<f64>().prop_map(|value| Value::from(value).to_string()),
        any::<String>().prop_map(|value| Value::from(value).to_string()),
        "([a-z ]{0,40}[\n\t\"\\\\é])*".prop_map(|value| Value::from(value).to_string()),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        let key = prop::sample::select(vec!["a", "b", "é", "\\n"]);
        let field = (key, inner.clone()).prop_map(|(key, value)| format!("\"{key}\": {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..5).prop_map(|items| format!("[{}]", items.join(", "))),
            prop::collection::vec(field, 0..5).prop_map(|items| format!("{{{}}}", items.join(","))),
        ]
    })
}

proptest! {
    #[test]
    fn anything_is_read_as_serde_json_reads_it(text in pieces()) {
        is_json(&text);
    }

    #[test]
    fn json_is_read_and_damaged_json_is_not(text in any_json(), at in any::<prop::sample::Index>(), byte: u8) {
        prop_assert!(is_json(text.as_bytes()), "{}", text);
        let mut text = text.into_bytes();
        let at = at.index(text.len());
        is_json(&text[..at]);
        let cut = read_partial(&text[..at], &[]).defect;
        prop_assert!(matches!(cut, None | Some(JsonDefect::CutEnd | JsonDefect::Repaired)), "{:?}", cut);
        text[at] = byte;
        is_json(&text);
    }
}
