//! The tests of the families. Whoever includes the table plays its sessions, with a function `play` beside it.

use std::collections::BTreeSet;

use super::super::play;
use super::{
    Wording, agent_work, families, mixed_work, one_lack, other_tries, refused_access, variants,
    wider_work,
};

/// Whether a case is judged otherwise than written, in at least one of its tellings.
fn is_known_wrong(name: &str) -> bool {
    mixed_work::KNOWN_WRONG.contains(&name)
        || agent_work::KNOWN_WRONG.contains(&name)
        || other_tries::KNOWN_WRONG.contains(&name)
        || one_lack::KNOWN_WRONG.contains(&name)
        || refused_access::KNOWN_WRONG.contains(&name)
        || wider_work::KNOWN_WRONG.contains(&name)
}

/// What is wrong with how the cases of a family are judged, in all variants.
fn check(family: &str) {
    let (_, cases) = families().into_iter().find(|(name, _)| *name == family).unwrap();
    let told: Vec<_> = Wording::ALL
        .into_iter()
        .flat_map(variants)
        .flat_map(|variant| cases.iter().map(move |case| (case, variant)))
        .collect();
    let sessions: Vec<_> =
        told.iter().zip(0..).map(|((case, variant), day)| case.events(*variant, day)).collect();
    let answers = play(&sessions);
    assert_eq!(answers.len(), told.len());
    let (mut complaints, mut known) = (Vec::new(), BTreeSet::new());
    for ((case, variant), answers) in told.iter().zip(answers) {
        match case.complaint(*variant, &answers) {
            Some(_) if is_known_wrong(case.name) => _ = known.insert(case.name),
            complaint => complaints.extend(complaint),
        }
    }
    assert!(complaints.is_empty(), "{}\n", complaints.join("\n"));
    let named = cases.iter().map(|case| case.name).filter(|name| is_known_wrong(name));
    let right: Vec<_> = named.filter(|name| !known.contains(name)).collect();
    assert!(right.is_empty(), "judged right, and still named as wrong: {right:?}");
}

#[test]
fn a13_one_fault_that_several_programs_tell() {
    check("named faults");
}

#[test]
fn r01_runs_that_print_nothing() {
    check("quiet runs");
}

#[test]
fn r02_r10_devices_that_are_heard() {
    check("devices");
}

#[test]
fn a13_one_thing_that_is_lacking() {
    check("one lack");
}

#[test]
fn a13_one_run_in_other_manners() {
    check("manners of one run");
}

#[test]
fn r06_one_file_shown_in_other_ways() {
    check("shown files");
}

#[test]
fn a13_faults_of_more_compilers() {
    check("faults of more compilers");
}

#[test]
fn a13_work_that_is_handed_over_beside_a_check() {
    check("handed over");
}

#[test]
fn a13_what_is_reset_first() {
    check("reset first");
}

#[test]
fn a13_end_to_end_tests() {
    check("end to end");
}

#[test]
fn r02_batches_that_are_full() {
    check("full batches");
}

#[test]
fn a13_what_is_lacking_whatever_is_tried() {
    check("standing");
}

#[test]
fn a13_tries_that_are_no_edits() {
    check("other tries");
}

#[test]
fn a13_what_is_started_anew_and_fails_alike() {
    check("restarts");
}

#[test]
fn r04_checks_that_another_program_runs() {
    check("wrapped checks");
}

#[test]
fn r04_r10_statuses_that_a_line_prints() {
    check("printed status");
}

#[test]
fn r04_r19_faults_in_what_a_program_is_given() {
    check("given files");
}

#[test]
fn r04_what_is_set_between_failures() {
    check("settings");
}

#[test]
fn r04_r20_things_that_are_not_there() {
    check("absent things");
}

#[test]
fn r10_things_that_are_not_done_yet() {
    check("things under way");
}

#[test]
fn r06_what_is_measured_again() {
    check("measured");
}

#[test]
fn a13_runs_of_one_name_in_many_folders() {
    check("run folders");
}

#[test]
fn a13_failures_that_come_in_turns() {
    check("in turns");
}

#[test]
fn a13_one_error_that_several_checks_come_back_to() {
    check("one error");
}

#[test]
fn r10_r20_calls_that_go_a_step_further() {
    check("steps");
}

#[test]
fn r06_one_failing_test_with_new_output() {
    check("reruns");
}

#[test]
fn a13_who_is_not_let_in() {
    check("who is not let in");
}

#[test]
fn r20_searches_of_the_web_find_pages() {
    check("pages found");
}

#[test]
fn every_family_has_cases_to_stop_and_innocents() {
    for (family, cases) in families() {
        let stuck = cases.iter().filter(|case| case.is_stuck()).count();
        assert!(stuck >= 2 && cases.len() - stuck >= 4, "{family}");
    }
}

#[test]
fn r06_successful_work_over_many_targets() {
    check("targets");
}

#[test]
fn r02_r06_the_same_target_however_it_is_spelled() {
    check("spellings");
}

#[test]
fn r04_r05_r16_failures_with_the_same_error() {
    check("failures");
}

#[test]
fn r04_checks_that_find_something() {
    check("findings");
}

#[test]
fn r06_r20_searches_that_find_nothing() {
    check("fruitless");
}

#[test]
fn r01_results_that_the_client_cleared() {
    check("cleared");
}

#[test]
fn r06_checks_that_pass() {
    check("passing");
}

#[test]
fn r10_asking_about_what_others_change() {
    check("waiting");
}

#[test]
fn r10_how_long_a_call_takes() {
    check("durations");
}

#[test]
fn r04_what_tools_make_is_removed() {
    check("made_files");
}

#[test]
fn r10_what_has_ended() {
    check("ended");
}

#[test]
fn r20_plans() {
    check("plans");
}

#[test]
fn r19_programs_that_are_not_there() {
    check("missing");
}

#[test]
fn r04_programs_that_a_time_limit_ends() {
    check("bounded");
}

#[test]
fn r20_windows_that_bring_nothing() {
    check("barren");
}

#[test]
fn r04_edits_that_are_rejected() {
    check("rejected_edits");
}

#[test]
fn r08_the_same_edit_again_and_again() {
    check("same_edits");
}

#[test]
fn a13_checks_that_fail_alike() {
    check("attempts");
}

#[test]
fn a13_prose_between_two_checks() {
    check("prose");
}

#[test]
fn a13_checks_that_fail_alike_while_nobody_watches() {
    check("unattended");
}

#[test]
fn r01_r02_r04_r19_a13_tools_that_no_other_family_names() {
    check("unfamiliar_tools");
}

#[test]
fn r03_r06_numbers_that_are_names_and_numbers_that_count() {
    check("numbers");
}

#[test]
fn r02_answers_of_test_runs() {
    check("test_answers");
}

#[test]
fn r06_tests_however_they_are_selected_and_tests_of_one_name() {
    check("selected_tests");
}

#[test]
fn r06_talk() {
    check("talk");
}

#[test]
fn r07_messages() {
    check("messages");
}

#[test]
fn r04_s0_calls_that_the_client_rejects() {
    check("rejections");
}

#[test]
fn r03_handovers() {
    check("handovers");
}

#[test]
fn r02_r06_many_targets_of_other_tools() {
    check("other targets");
}

#[test]
fn r02_r10_one_target_of_other_tools_however_it_is_spelled() {
    check("other spellings");
}

#[test]
fn r04_r05_r16_failures_of_other_tools() {
    check("other failures");
}

#[test]
fn r04_r19_checks_of_other_tools_and_programs_that_are_not_there() {
    check("other checks");
}

#[test]
fn r06_r20_searches_of_other_tools_that_find_nothing() {
    check("other searches");
}

#[test]
fn r10_waits_of_other_tools() {
    check("other waits");
}

#[test]
fn r04_r08_edits_of_other_files() {
    check("other edits");
}

#[test]
fn a13_checks_of_other_tools_that_fail_alike() {
    check("other attempts");
}

#[test]
fn r02_r03_r07_test_runs_of_other_tools_and_talk() {
    check("other test runs");
}

#[test]
fn r01_r02_r03_r15_r17_repeats_of_other_tools() {
    check("other repeats");
}

#[test]
fn r02_r04_r06_warehouses_queues_and_migrations() {
    check("data");
}

#[test]
fn r04_r06_infrastructure_and_clouds() {
    check("infrastructure");
}

#[test]
fn r04_r19_a13_builds_of_apps_games_and_firmware() {
    check("builds");
}

#[test]
fn r02_r03_a13_science_documents_and_media() {
    check("science");
}

#[test]
fn r03_r04_r17_services_behind_mcp_servers() {
    check("services");
}

#[test]
fn r03_r04_r08_edits_and_reading_of_many_files() {
    check("editing");
}

#[test]
fn r02_r03_a13_hunts_for_faults() {
    check("hunts");
}

#[test]
fn r03_r04_r07_r20_talk_and_guesses() {
    check("agents");
}

#[test]
fn r04_r05_r16_r19_shells_and_registries() {
    check("shells");
}

#[test]
fn r10_waits_and_what_has_ended() {
    check("waits");
}

#[test]
fn r02_r04_r16_brokers_and_databases() {
    check("brokers");
}

#[test]
fn r04_r05_r10_stacks_and_networks() {
    check("stacks");
}

#[test]
fn r04_r16_a13_telephones_boards_and_games() {
    check("devices");
}

#[test]
fn r02_r04_a13_notebooks_and_suites() {
    check("notebooks");
}

#[test]
fn r02_r03_r04_pages_sheets_and_boards() {
    check("pages");
}

#[test]
fn r04_r16_a13_compilers_and_documents() {
    check("toolchains");
}

#[test]
fn r02_r04_windows() {
    check("windows");
}

#[test]
fn r02_r04_scans_and_media() {
    check("scans");
}

#[test]
fn r02_r03_r04_histories_and_refactors() {
    check("histories");
}

#[test]
fn r02_r06_r20_research_and_translation() {
    check("research");
}

#[test]
fn r03_r04_r10_several_agents() {
    check("several agents");
}

#[test]
fn s0_r02_r13_a13_long_sequences() {
    check("long");
}

#[test]
fn r02_r04_r16_a13_disguises() {
    check("disguises");
}

#[test]
fn r03_r04_r08_a13_coding_agents_in_their_own_words() {
    check("coding");
}

#[test]
fn r02_r04_r10_moves_of_data() {
    check("moves");
}

#[test]
fn r02_r16_a13_experiments_that_fail_alike() {
    check("experiments");
}

#[test]
fn r02_r03_r08_r19_spirals() {
    check("spirals");
}

#[test]
fn r01_r02_r04_r10_r19_r20_the_principle_in_other_words() {
    check("other words");
}

#[test]
fn r02_r04_r05_r19_what_only_seems_to_be_said() {
    check("seeming");
}

#[test]
fn r02_r04_r19_a13_build_systems() {
    check("build systems");
}

#[test]
fn r02_r04_r10_a13_data_platforms() {
    check("data platforms");
}

#[test]
fn r02_r04_r10_r19_delivery() {
    check("delivery");
}

#[test]
fn r04_r08_r19_a13_hardware_and_media() {
    check("hardware");
}

#[test]
fn r02_r03_r04_r20_office_tools() {
    check("office");
}

#[test]
fn r02_r04_r16_r20_networks_and_rights() {
    check("networks");
}

#[test]
fn r06_a13_one_run_in_several_spellings() {
    check("retried spellings");
}

#[test]
fn r02_r03_r10_what_is_tried_again() {
    check("tried again");
}

#[test]
fn r02_r06_r20_answers_of_which_only_numbers_are_new() {
    check("changing answers");
}

#[test]
fn a13_failures_that_changes_leave_as_they_are() {
    check("kept failures");
}

#[test]
fn r04_failures_of_which_a_filter_hides_the_status() {
    check("hidden status");
}

#[test]
fn a13_tests_that_fail_however_they_are_selected() {
    check("retried tests");
}

#[test]
fn a13_things_of_a_server_that_are_set_anew() {
    check("set anew");
}
