//! The table of judgement: pieces of work, each healthy or stuck, by the part of the principle or the rule
//! that decides about them. One file a family.

#![expect(clippy::too_many_lines, reason = "a family is one list of cases")]

mod agent_work;
mod asked_things;
mod attempts;
mod barren;
mod batches;
mod bounded;
mod call;
mod case;
mod cleared;
mod durations;
mod ended;
mod failures;
mod findings;
mod fruitless;
mod given_files;
mod handed_over;
mod handovers;
mod hidden_status;
mod in_turns;
mod made_files;
mod messages;
mod missing;
mod mixed_work;
mod more_tools;
mod named_faults;
mod named_things;
mod numbers;
mod one_error;
mod one_lack;
mod other_tools;
mod other_tries;
mod passing;
mod plans;
mod printed_status;
mod prose;
mod quiet_runs;
mod refused_access;
mod rejected_edits;
mod rejections;
mod reruns;
mod reset_first;
mod restarts;
mod retried_spellings;
mod retried_tests;
mod run_folders;
mod same_edits;
mod selected_tests;
mod settings;
mod spellings;
mod standing;
mod talk;
mod targets;
mod test_answers;
mod tests;
mod tried_again;
mod unattended;
mod unfamiliar_tools;
mod variant;
mod waiting;
mod wider_work;
mod wrapped_checks;

pub(crate) use case::Answer;
use case::Case;
use variant::{Variant, Wording, variants};

/// The families of the table, with their cases.
fn families() -> Vec<(&'static str, Vec<Case>)> {
    let mut families = vec![
        ("targets", targets::cases()),
        ("absent things", asked_things::absent()),
        ("things under way", asked_things::under_way()),
        ("measured", asked_things::measured()),
        ("spellings", spellings::cases()),
        ("failures", failures::cases()),
        ("findings", findings::cases()),
        ("fruitless", fruitless::cases()),
        ("given files", given_files::cases()),
        ("settings", settings::cases()),
        ("cleared", cleared::cases()),
        ("passing", passing::cases()),
        ("waiting", waiting::cases()),
        ("durations", durations::cases()),
        ("ended", ended::cases()),
        ("made_files", made_files::cases()),
        ("plans", plans::cases()),
        ("prose", prose::cases()),
        ("missing", missing::cases()),
        ("barren", barren::cases()),
        ("bounded", bounded::cases()),
        ("rejected_edits", rejected_edits::cases()),
        ("same_edits", same_edits::cases()),
        ("attempts", attempts::cases()),
        ("unattended", unattended::cases()),
        ("unfamiliar_tools", unfamiliar_tools::cases()),
        ("numbers", numbers::cases()),
        ("test_answers", test_answers::cases()),
        ("selected_tests", selected_tests::cases()),
        ("reruns", reruns::cases()),
        ("wrapped checks", wrapped_checks::cases()),
        ("talk", talk::cases()),
        ("messages", messages::cases()),
        ("rejections", rejections::cases()),
        ("handovers", handovers::cases()),
        ("in turns", in_turns::cases()),
        ("steps", in_turns::steps()),
        ("one error", one_error::cases()),
        ("retried spellings", retried_spellings::cases()),
        ("nameless checks", retried_spellings::nameless()),
        ("named faults", named_faults::cases()),
        ("handed over", handed_over::cases()),
        ("reset first", reset_first::cases()),
        ("end to end", named_things::end_to_end()),
        ("faults of more compilers", named_things::faults_of_more_compilers()),
        ("full batches", batches::cases()),
        ("standing", standing::cases()),
        ("other tries", other_tries::cases()),
        ("restarts", restarts::cases()),
        ("hidden status", hidden_status::cases()),
        ("printed status", printed_status::cases()),
        ("retried tests", retried_tests::cases()),
        ("set anew", retried_tests::set_anew()),
        ("run folders", run_folders::cases()),
        ("tried again", tried_again::cases()),
        ("changing answers", tried_again::changing_answers()),
        ("kept failures", tried_again::kept_failures()),
        ("quiet runs", quiet_runs::quiet_runs()),
        ("devices", quiet_runs::devices()),
        ("one lack", one_lack::lacks()),
        ("manners of one run", one_lack::manners()),
        ("who is not let in", refused_access::cases()),
        ("pages found", refused_access::searches()),
        ("shown files", one_lack::shown_files()),
    ];
    families.extend(other_tools::families());
    families.extend(more_tools::families());
    families.extend(mixed_work::families());
    families.extend(agent_work::families());
    families.extend(wider_work::families());
    families
}
