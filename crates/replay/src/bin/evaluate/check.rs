//! The goals that the `default` preset must meet.

use serde_json::Value;

/// The goals that are not met, one line each.
pub(crate) fn unmet(sequences: &Value, traces: &Value) -> Vec<String> {
    let share = |what: &str, part: f64, whole: f64, least: f64| {
        let met = whole > 0.0 && part >= least * whole;
        (!met).then(|| format!("{what}: {part} of {whole}, at least {:.0} % wanted", least * 100.0))
    };
    let most = |what: &str, part: f64, whole: f64, most: f64| {
        let met = whole > 0.0 && part <= most * whole;
        (!met).then(|| format!("{what}: {part} of {whole}, at most {:.0} % wanted", most * 100.0))
    };
    let s = |key: &str| number(sequences, key);
    let t = |key: &str| number(traces, key);
    let median = t("median_calls_after_stuck");
    [
        share("sequences right", s("right"), s("sequences"), 0.97),
        share("strong sequences caught", s("strong_caught"), s("strong"), 1.0),
        most("sequences nudged for nothing", s("left_alone_nudged"), s("to_leave_alone"), 0.10),
        share("stuck sessions denied", t("stuck_denied"), t("stuck"), 0.90),
        share("surely stuck sessions denied", t("stuck_high_denied"), t("stuck_high"), 1.0),
        most("good sessions denied", t("well_denied"), t("well"), 0.0),
        most("good sessions nudged often", t("well_nudged_more_than_twice"), t("well"), 0.05),
        (median > 12.0).then(|| format!("median calls after the judged point: {median}, over 12")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A figure, or the length of a list. A missing figure is not a number and meets no goal.
fn number(figures: &Value, key: &str) -> f64 {
    let figure = &figures[key];
    match figure.as_array() {
        Some(list) => list.len() as f64,
        None => figure.as_f64().unwrap_or(f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::unmet;

    fn sequences(right: u64) -> serde_json::Value {
        json!({"right": right, "sequences": 100, "strong": 4, "strong_caught": 4,
            "to_leave_alone": 10, "left_alone_nudged": 1})
    }

    fn traces(denied: &[&str]) -> serde_json::Value {
        json!({"stuck": 10, "stuck_denied": 9, "stuck_high": 5, "stuck_high_denied": 5,
            "median_calls_after_stuck": 12, "well": 20, "well_denied": denied,
            "well_nudged_more_than_twice": 1})
    }

    #[test]
    fn goals_are_met_at_their_edge_and_not_below() {
        assert_eq!(unmet(&sequences(97), &traces(&[])), Vec::<String>::new());
        assert_eq!(unmet(&sequences(96), &traces(&[])).len(), 1);
        assert_eq!(unmet(&sequences(97), &traces(&["a.traj"])).len(), 1);
        assert_eq!(unmet(&json!({}), &json!({})).len(), 7, "what is missing meets no goal");
    }
}
