//! `[unattended]`: the net under hook sessions that no person attends.

use crate::kind::SettingKind;
use crate::setting::Setting;

pub(super) const DOC: &str = "Limits of hook sessions that no person attends, because they are headless or a program drives them; `fusebox run` \
     and `loop` have budgets of their own. Half of a limit is a notice.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::limit("unattended.tool_calls", |p| &mut p.unattended.tool_calls)
        .doc("Tool calls that were admitted."),
    Setting::time("unattended.active_time", |p| &mut p.unattended.active_time)
        .doc("Time inside turns, as `limits.active_time` counts it."),
    Setting::number("unattended.cost_usd", SettingKind::Money, |p| &mut p.unattended.cost_micros)
        .doc("Cost of its responses, in US dollars."),
];
