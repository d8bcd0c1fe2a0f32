//! `[on_trip]`: what a trip of an unattended run starts.

use crate::kind::{OFF, SettingKind};
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, SettingScope};

pub(super) const DOC: &str = "What a trip of `fusebox run` and `fusebox loop` starts.";

pub(super) const SETTINGS: &[Setting] = &[Setting::new("on_trip.debugger", SettingKind::Text)
    .doc(
        "The command line of an agent that looks for the cause of a trip, in a work tree of its own with the files of the checkpoint. \
         What it prints is attached to the report; `off` starts none.",
    )
    .looser(LooserDirection::AnyChange)
    .scope(SettingScope::NotInProject)
    .field(PolicyField::Word(
        |p| match p.advisors.debugger.as_str() {
            "" => OFF.to_owned(),
            debugger => debugger.to_owned(),
        },
        |p, word| p.advisors.debugger = if word == OFF { String::new() } else { word.to_owned() },
    ))];
