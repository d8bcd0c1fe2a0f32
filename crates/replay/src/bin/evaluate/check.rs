//! The goals that the `default` preset must meet.

use crate::sequences::SequenceFigures;
use crate::traces::TraceFigures;

/// The goals that are not met, one line each.
pub(crate) fn unmet(s: &SequenceFigures, t: &TraceFigures) -> Vec<String> {
    // The share of none meets no goal.
    let share = |what: &str, part: usize, whole: usize, least: f64| {
        let met = whole > 0 && part as f64 >= least * whole as f64;
        (!met).then(|| format!("{what}: {part} of {whole}, at least {:.0} % wanted", least * 100.0))
    };
    let most = |what: &str, part: usize, whole: usize, most: f64| {
        let met = whole > 0 && part as f64 <= most * whole as f64;
        (!met).then(|| format!("{what}: {part} of {whole}, at most {:.0} % wanted", most * 100.0))
    };
    let late = t.median_calls_after_stuck.filter(|median| *median > 12);
    [
        share("sequences right", s.right, s.sequences, 0.97),
        share("strong sequences caught", s.strong_caught, s.strong, 1.0),
        most("sequences nudged for nothing", s.left_alone_nudged, s.to_leave_alone, 0.10),
        share("stuck sessions denied", t.stuck_denied, t.stuck, 0.90),
        share("surely stuck sessions denied", t.stuck_high_denied, t.stuck_high, 1.0),
        most("good sessions denied", t.well_denied.len(), t.well, 0.0),
        most("good sessions nudged often", t.well_nudged_more_than_twice, t.well, 0.05),
        late.map(|median| format!("median calls after the judged point: {median}, over 12")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_met_at_their_edge_and_not_below() {
        let s = |right| SequenceFigures {
            right,
            sequences: 100,
            strong: 4,
            strong_caught: 4,
            to_leave_alone: 10,
            left_alone_nudged: 1,
            wrong: Vec::new(),
        };
        let t = |denied: &[&str]| TraceFigures {
            stuck: 10,
            stuck_denied: 9,
            stuck_high: 5,
            stuck_high_denied: 5,
            median_calls_after_stuck: Some(12),
            well: 20,
            well_denied: denied.iter().map(|file| (*file).to_owned()).collect(),
            well_nudged_more_than_twice: 1,
        };
        assert_eq!(unmet(&s(97), &t(&[])), Vec::<String>::new());
        assert_eq!(unmet(&s(96), &t(&[])).len(), 1);
        assert_eq!(unmet(&s(97), &t(&["a.traj"])).len(), 1);
        let late = TraceFigures { median_calls_after_stuck: Some(13), ..t(&[]) };
        assert_eq!(unmet(&s(97), &late).len(), 1);
        let nothing = unmet(&SequenceFigures::default(), &TraceFigures::default());
        assert_eq!(nothing.len(), 7, "a share of none meets no goal");
    }
}
