//! The words with which a call tells that it failed, or that what others run did.

use std::cell::LazyCell;

use fusebox_engine::test_run::{TestRun, TestRunEnd};
use fusebox_engine::{CallOutcome, CallSubject, ErrorSignature, FailureWithoutStatus, WorkKind};
use fusebox_shell::{builds_project, parse};
use fusebox_text::digest::DigestBuilder;
use fusebox_text::excerpt::suffix_up_to;
use fusebox_text::{
    NamedFaults, digest, ends_with_failure, envelope, failed_start, faulty_file,
    guess_of_exception, is_build_failure, is_closing_line, is_error_text, is_failure_line,
    is_fault_line, is_file, is_untold_error, lack_in_error, mask, named_faults, names_line,
    raising_file, restart_trouble, tells_absence, tells_refused_access, tells_success,
    tells_trouble, word_runs,
};

use crate::SessionContext;
use crate::check_spelling::unrepeated_names;
use crate::http_refusal::http_refusal;
use crate::named_words::{
    count_errors, digest_beyond_call, digest_of_words, is_of_machine, lack_in_output, lacks_part,
    tells_denial,
};

/// A label of so many bytes may have been cut.
const LONG_LABEL_BYTES: usize = 48;
/// So much of an output that a pipe has cut is read for a failure, in bytes.
const MAX_CUT_BYTES: usize = 2_000;

/// Whether what is left of the output of such a call is an error by which it ends: what is said behind a warning goes on.
pub(crate) fn has_failed_behind_filter(work: WorkKind, body: &str, label: &str) -> bool {
    let tells = |text: &str| is_error_text(text) || is_untold_error(text);
    let said = |line: &&str| line.contains(char::is_alphanumeric) && !is_closing_line(line);
    let last = || body.lines().rev().map(str::trim).find(said);
    let ends_with_it = || last().is_some_and(tells);
    let acts = matches!(work, WorkKind::Act | WorkKind::Edit | WorkKind::Select);
    (runs(work) || acts)
        && (ends_with_failure(body)
            || failed_start(body).is_some()
            || tells(body) && ends_with_it()
            || has_stopped_building(body, label))
}

/// Whether a compiler, or a tool that builds, says that it failed: no such one goes on to its end.
pub(crate) fn has_stopped_building(body: &str, label: &str) -> bool {
    let lines = || suffix_up_to(body, MAX_CUT_BYTES).lines().map(str::trim);
    let last = || envelope::last_line(body).unwrap_or_default();
    builds_project(&parse(label))
        && (lines().any(is_build_failure) || is_fault_line(last()))
        && !(tells_success(last()) || body.contains("BUILD SUCCESS"))
}

/// Whether a line runs this script: what fails in it is the error of a program.
fn is_run(label: &str, file: &str) -> bool {
    const RUNNERS: [&str; 13] = [
        "bash", "lua", "node", "perl", "php", "python", "python3", "ruby", "sh", "source", "sudo",
        "time", "zsh",
    ];
    let plain = |word: &str| word.trim_start_matches("./") == file.trim_start_matches("./");
    let mut before = ";";
    label.split_ascii_whitespace().any(|word| {
        let before = std::mem::replace(&mut before, word);
        plain(word) && (before.ends_with([';', '&', '|', '(']) || RUNNERS.contains(&before))
    })
}

/// Whether an error says that something is wrong in what a program was given to read.
fn tells_bad_input(error: &str) -> bool {
    const WORDS: [&str; 14] = [
        "assert",
        "assertion",
        "bad",
        "corrupt",
        "corrupted",
        "expected",
        "illegal",
        "invalid",
        "malformed",
        "mismatch",
        "parse",
        "syntax",
        "unexpected",
        "violates",
    ];
    word_runs(error).any(|word| WORDS.iter().any(|bad| word.eq_ignore_ascii_case(bad)))
}

/// The words of a line up to a pipe or to what stands behind the command.
fn words_of_command(label: &str) -> impl Iterator<Item = &str> {
    label.split_ascii_whitespace().take_while(|word| !word.contains(['|', '>', ';']))
}

/// The files that a line gives to what it runs and, where it checks or builds, the folders and parts of the project.
fn given_inputs(label: &str, names_parts: bool) -> impl Iterator<Item = &str> {
    const PARTS: [&str; 10] = [
        "-p",
        "--package",
        "-pl",
        "--projects",
        "--filter",
        "-w",
        "--workspace",
        "-C",
        "--project",
        "--prefix",
    ];
    let mut before = "";
    words_of_command(label).filter(move |word| {
        let option = std::mem::replace(&mut before, word);
        let is_part = || PARTS.contains(&option) || word.contains('/') && !word.contains("://");
        !word.starts_with('-')
            && !option.is_empty()
            && (is_file(word) || names_parts && is_part())
            && !is_run(label, word)
    })
}

/// The numbers of the states and statuses that lines tell: `Exited (137)`, `status=1/FAILURE`.
fn statuses(lines: &str) -> impl Iterator<Item = &str> {
    let begins = |sign: char| matches!(sign, '(' | '=');
    lines.split(begins).skip(1).filter_map(|rest| {
        let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        rest.get(..end).filter(|number| (1..=3).contains(&number.len()))
    })
}

/// Whether a call of this kind runs something that is no check.
fn runs(work: WorkKind) -> bool {
    matches!(work, WorkKind::Other | WorkKind::Setup | WorkKind::Install | WorkKind::Settings)
}

/// Digest of what an error says is lacking or denied, or of the line of the project that guesses a member.
fn lack_of_failure(error: &ErrorSignature, body: &str) -> Option<u64> {
    let is_denied = tells_denial(&error.line) || tells_refused_access(&error.line);
    let denial = is_denied.then_some(error.digest);
    let guess = || guess_of_exception(body, &error.line);
    denial.or_else(guess).or_else(|| lack_told(&error.line, body))
}

/// Digest of what a line of an output says is lacking. A headline says it below.
fn lack_told(line: &str, body: &str) -> Option<u64> {
    lack_of_line(line).or_else(|| lack_below(line, body))
}

/// Digest of what one line by itself says is lacking.
fn lack_of_line(line: &str) -> Option<u64> {
    lack_in_error(line.trim()).map(|lack| digest::of_text(&mask(lack)))
}

/// Digest of what the line below a headline says is lacking.
fn lack_below(headline: &str, body: &str) -> Option<u64> {
    let headline = Some(headline.trim()).filter(|line| line.ends_with(':'))?;
    let mut rest = body.lines().map(str::trim).skip_while(|line| *line != headline).skip(1);
    lack_of_line(rest.find(|line| !line.is_empty())?)
}

/// Digest of what a failure whose status is hidden says is lacking.
fn hidden_lack(body: &str) -> Option<u64> {
    let end = suffix_up_to(body, MAX_CUT_BYTES);
    end.lines().filter(|line| is_failure_line(line)).find_map(|line| lack_told(line, end))
}

/// Whether a fault that is named is that somebody may not do something: no line of a file is at fault for that.
fn is_denied(body: &str) -> bool {
    let names_line = |line: &str| {
        line.as_bytes()
            .windows(2)
            .any(|two| matches!(two[0], b':' | b'(') && two[1].is_ascii_digit())
    };
    body.lines().any(|line| is_fault_line(line) && tells_denial(line) && !names_line(line))
}

/// What is known of a call that was answered, and may have failed.
pub(crate) struct AnsweredCall<'c> {
    pub(crate) work: WorkKind,
    pub(crate) label: Option<&'c str>,
    /// The words of the call that its label has no room for.
    pub(crate) more: &'c [u16],
    pub(crate) is_check: bool,
    pub(crate) test: Option<&'c TestRun>,
    /// Whether it succeeded, as far as that is known.
    pub(crate) ok: bool,
    /// Whether a status, or the client, says that it failed.
    pub(crate) has_status: bool,
    /// Whether its status is that of a filter.
    pub(crate) hides_status: bool,
    /// Whether it starts anew what runs.
    pub(crate) restarts: bool,
    /// The lines by which what it starts anew tells that it failed again.
    pub(crate) trouble: Option<String>,
    /// Whether what it starts anew runs: an older line of its log may tell of an error.
    pub(crate) has_started: bool,
    /// The folder that the agent works in.
    pub(crate) folder: Option<&'c str>,
}

/// How a call tells of a failure.
#[derive(Default)]
pub(crate) struct FailingWords {
    /// Digest of the words, where no reader knows the names in them.
    pub(crate) digest: Option<u64>,
    /// Whether what others run failed.
    pub(crate) of_others: bool,
    /// How it tells of a failure of which no status tells.
    pub(crate) without_status: FailureWithoutStatus,
    /// Digest of the target that an error is about.
    pub(crate) faulty: Option<u64>,
    /// Digest of the error without what the call itself named.
    pub(crate) beyond_call: Option<u64>,
    /// Digest of what the call was given, where the failure may be about it.
    pub(crate) input: Option<u16>,
    /// Digest of the faults that it names, in whichever program's words, or of why a program did not start.
    pub(crate) faults: Option<u64>,
    /// Digest of what it says is lacking, or of the line in which a member is guessed.
    pub(crate) lack: Option<u64>,
    /// Whether a server refused what it was asked.
    pub(crate) has_refusal: bool,
}

impl<'c> AnsweredCall<'c> {
    /// The call before its answer is read; `unasked` is the call, where its request was not seen.
    pub(crate) fn of(unasked: Option<&'c CallSubject>, context: &SessionContext<'c>) -> Self {
        Self {
            work: unasked.map_or(context.work, |asked| asked.work),
            label: context.label.or(unasked.map(|asked| asked.label.as_str())),
            more: unasked.map_or(context.named, |asked| asked.named.as_slice()),
            is_check: false,
            test: None,
            ok: false,
            has_status: false,
            hides_status: unasked.map_or(context.hides_status, |asked| asked.hides_status),
            restarts: unasked.map_or(context.restarts, |asked| asked.restarts),
            trouble: None,
            has_started: false,
            folder: context.folder,
        }
    }
}

impl AnsweredCall<'_> {
    /// The call, with what its output tells of what it starts anew.
    pub(crate) fn with_restart(self, body: Option<&str>) -> Self {
        let shown = body.filter(|_| self.restarts);
        let trouble = shown.and_then(restart_trouble);
        Self { has_started: shown.is_some() && trouble.is_none(), trouble, ..self }
    }

    /// The words of `output`, of which `is_failure` says whether it is known to be that of a failed call.
    pub(crate) fn failing_words(
        &self,
        output: Option<&str>,
        is_failure: bool,
        error: Option<&ErrorSignature>,
    ) -> FailingWords {
        let Some(output) = output else { return FailingWords::default() };
        let body = envelope::output_body(output);
        if let Some(trouble) = &self.trouble {
            return self.of_restart(trouble, error);
        }
        let of_others = !(is_failure || self.restarts) && self.tells_trouble_of_others(body);
        let is_seen = is_failure || of_others;
        let hidden = if is_seen { None } else { self.hidden_failure(body) };
        let has_failed = is_seen || hidden.is_some() || self.ends_as_no_number(body);
        let refusal = self.label.and_then(|label| http_refusal(label, self.more, body));
        let digest = has_failed.then(|| self.digest(output)).flatten();
        let digest = digest.map(|words| words ^ hidden.unwrap_or_default());
        let below = error.and_then(|error| lack_below(&error.line, body)).unwrap_or_default();
        let digest = digest.map(|words| words ^ below).or(refusal.map(|refusal| refusal.words));
        let faulty = error.and_then(|error| self.faulty_target(error, output));
        let machine_lack = LazyCell::new(|| lack_in_output(output));
        let told_lack = || if self.ok { None } else { *machine_lack };
        let beyond_call = self.beyond_call(error, told_lack, faulty);
        let input = error.and_then(|error| self.input_at_fault(error, output));
        let may_name = has_failed && self.may_name_faults();
        let named = if may_name { self.named_faults(body) } else { None };
        let denied = named.as_ref().filter(|_| !self.is_check && is_denied(body));
        let denied = denied.map(|named| named.digest);
        let named = named.filter(|_| denied.is_none());
        let faults = match &named {
            Some(named) => Some(named.digest),
            None if may_name => failed_start(body).map(|reason| digest::of_text(&mask(&reason))),
            None => None,
        };
        // What a check says is lacking, it found in what it was given.
        let may_lack = may_name && !self.is_check && faults.is_none();
        let refused = refusal.and_then(|refusal| refusal.lack);
        let refused = refused.or_else(|| error.and_then(|error| self.refused_look(error)));
        let lack = refused.or_else(|| match named {
            Some(named) => named.guess,
            None => error
                .filter(|_| may_lack)
                .and_then(|error| machine_lack.or_else(|| lack_of_failure(error, body)))
                .or(denied)
                .or_else(|| if may_lack && hidden.is_some() { hidden_lack(body) } else { None }),
        });
        let has_refusal = refusal.is_some();
        let without_status = self.failure_without_status(body, has_refusal, of_others);
        FailingWords {
            digest,
            of_others,
            without_status,
            faulty,
            beyond_call,
            input,
            faults,
            lack,
            has_refusal,
        }
    }

    /// Digest of how a look was refused because of who asks: that is no answer about what it asks for. The words have to name who
    /// is refused, or by whom: another host is another one.
    fn refused_look(&self, error: &ErrorSignature) -> Option<u64> {
        let is_refused = self.work == WorkKind::Look && self.has_status && !self.ok;
        let said = Some(error.text()).filter(|said| is_refused && said.contains(['"', '\'']))?;
        tells_refused_access(said).then(|| digest::of_text(said))
    }

    /// How the answer tells of a failure of which no status tells.
    fn failure_without_status(
        &self,
        body: &str,
        is_refusal: bool,
        of_others: bool,
    ) -> FailureWithoutStatus {
        let tells = |line: &str| tells_trouble(line) || line.trim().is_empty();
        if self.ok && is_refusal {
            FailureWithoutStatus::ByServer
        } else if of_others && body.lines().all(tells) {
            FailureWithoutStatus::OnlyOfOthers
        } else if self.ok && self.is_check && self.hides_status && self.test.is_none() {
            FailureWithoutStatus::Hidden(digest::of_result(body, false))
        } else {
            FailureWithoutStatus::None
        }
    }

    /// Digest of the files or the parts of the project that the call names, where its failure may be about them: a check of
    /// each, or words that something is wrong in what was read. What the machine lacks, or who may not do something,
    /// is not about them, nor what fails in the program that is run or in a file that all of them include.
    fn input_at_fault(&self, error: &ErrorSignature, output: &str) -> Option<u16> {
        let label = self.label.filter(|_| self.work == WorkKind::Check || runs(self.work))?;
        let is_check = self.work == WorkKind::Check;
        if self.work == WorkKind::Install || !(is_check || tells_bad_input(&error.line)) {
            return None;
        }
        let is_of_machine =
            || lacks_part(&error.line) || tells_absence(&error.line) || is_of_machine(output);
        let is_elsewhere = || {
            let file = faulty_file(envelope::output_body(output), error.text());
            file.is_some_and(|file| is_run(label, file) || !label.contains(file))
        };
        if is_of_machine() || is_elsewhere() {
            return None;
        }
        let mut digest = DigestBuilder::new();
        let mut inputs = given_inputs(label, is_check || builds_project(&parse(label))).peekable();
        inputs.peek()?;
        inputs.for_each(|input| digest.text(input));
        Some(digest.finish_short())
    }

    /// What was started anew has failed again, as these lines say.
    fn of_restart(&self, trouble: &str, error: Option<&ErrorSignature>) -> FailingWords {
        let mut digest = DigestBuilder::new();
        digest_of_words(trouble, None).into_iter().for_each(|words| digest.number(words));
        statuses(trouble).for_each(|status| digest.text(status));
        let beyond_call = self.beyond_call(error, || None, None);
        FailingWords {
            digest: Some(digest.finish()),
            of_others: true,
            beyond_call,
            lack: lack_in_output(trouble),
            ..FailingWords::default()
        }
    }

    /// Whether a failure of such a call may be known by the faults or the lack that it tells of: it names no tests that failed.
    fn may_name_faults(&self) -> bool {
        let names_tests = self.test.is_some_and(|run| {
            !(run.failing.is_empty() || run.failing.contains(&TestRun::SUITE_KEY))
        });
        !names_tests && (self.is_check || self.work.may_meet_faults())
    }

    /// The faults that a call names; how many there are is part of their digest.
    fn named_faults(&self, body: &str) -> Option<NamedFaults> {
        // What else a program of the project prints of its run may be news.
        let is_bare = || self.is_check || builds_project(&parse(self.label.unwrap_or_default()));
        let faults = named_faults(body, self.folder);
        let faults = faults.filter(|faults| faults.are_errors || is_bare())?;
        let mut digest = DigestBuilder::new();
        digest.number(faults.digest);
        digest.number(count_errors(body).unwrap_or_default().max(faults.count));
        Some(NamedFaults { digest: digest.finish(), ..faults })
    }

    /// Digest of an error without what the call itself named, or of what the machine lacks. `faulty` is the target that is at
    /// fault.
    fn beyond_call(
        &self,
        error: Option<&ErrorSignature>,
        machine_lack: impl FnOnce() -> Option<u64>,
        faulty: Option<u64>,
    ) -> Option<u64> {
        let beyond = digest_beyond_call(self.label?, self.more, &error?.line);
        let is_denial = beyond == Some(CallOutcome::DENIAL);
        // A check that ran tells what it found, and not what the machine lacks.
        let has_run = self.is_check || self.test.is_some();
        let lack = if is_denial || has_run { None } else { machine_lack() };
        match faulty.filter(|_| !is_denial && lack.is_none()) {
            // What a tool found in one file is another fault than the same words about the next.
            Some(faulty) => Some(beyond.unwrap_or(error?.digest) ^ faulty),
            None => lack.or(beyond),
        }
    }

    /// Digest of the target that an error is about, and of no other: the file in which a tool found a fault, or what the call
    /// names where it is not known what failed. `None` where the same words about another target are the same error.
    fn faulty_target(&self, error: &ErrorSignature, output: &str) -> Option<u64> {
        if !(runs(self.work) || self.work == WorkKind::Check) {
            return None;
        }
        self.faulty_file(error, output).or_else(|| self.uncertain_target(error, output))
    }

    /// Digest of the files that a call names where it is not known what failed: nobody tells whether it did, and it went on to
    /// its end, or a filter left no more than that it did.
    fn uncertain_target(&self, error: &ErrorSignature, output: &str) -> Option<u64> {
        let last = envelope::last_line(envelope::output_body(output))?;
        let label = self.label?;
        let is_bare = error.line.starts_with("make") && error.line.contains("***");
        // What it did not find stands above, in one file or another.
        let is_linker = error.line.contains(": ld returned ");
        let is_uncertain = !self.has_status && is_closing_line(last);
        if !(is_uncertain || is_linker || is_bare && label.contains(" | ")) {
            return None;
        }
        let mut digest = DigestBuilder::new();
        let mut is_value = false;
        for word in label.split_ascii_whitespace().take_while(|word| !word.contains(['|', '>'])) {
            let was_option = std::mem::replace(&mut is_value, word.starts_with('-'));
            if !is_value && (!was_option || word.contains(['/', '.'])) {
                digest.text(word);
            }
        }
        Some(digest.finish())
    }

    /// Digest of the file at fault, where the error is none of the machine's lacks. In another folder the same name is another
    /// file. A compiler of documents names the line alone (`l.14 \foo`): the file is the one that it was given.
    fn faulty_file(&self, error: &ErrorSignature, output: &str) -> Option<u64> {
        let body = envelope::output_body(output);
        let label = self.label?;
        if lacks_part(&error.line) {
            return None;
        }
        let Some(file) = faulty_file(body, error.text()) else {
            return self.given_files(label).filter(|_| names_line(body));
        };
        if is_run(label, file) {
            return None;
        }
        let entered = body.split_once("Entering directory '").map(|(_, rest)| rest);
        let entered = entered.and_then(|rest| rest.split('\'').next());
        let begun = || label.strip_prefix("cd ")?.split([' ', ';', '&']).next();
        let folder = match file.starts_with(['/', '.']) {
            true => None,
            false => entered.or_else(begun),
        };
        Some(digest::of_parts(&[folder.unwrap_or_default(), file]))
    }

    /// Digest of the files that the call names, where it runs none of them. Of a label that was cut before them, of the words
    /// behind it.
    fn given_files(&self, label: &str) -> Option<u64> {
        let mut digest = DigestBuilder::new();
        let is_given = |word: &&str| !word.starts_with('-') && is_file(word);
        let mut files = words_of_command(label).filter(is_given).peekable();
        if files.peek().is_none() {
            let is_cut = label.len() >= LONG_LABEL_BYTES && !label.contains(['|', '>']);
            self.more.iter().for_each(|word| digest.number(u64::from(*word)));
            return (is_cut && !self.more.is_empty()).then(|| digest.finish());
        }
        for file in files {
            if is_run(label, file) {
                return None;
            }
            digest.text(file);
        }
        Some(digest.finish())
    }

    /// Which file of a family was run, the call itself says: of one that is no check, the words of its label are left out,
    /// and so are indented lines: they show code, which an edit changes.
    fn digest(&self, output: &str) -> Option<u64> {
        let names_none = |run: &TestRun| {
            run.end == TestRunEnd::Failed && run.failing.contains(&TestRun::SUITE_KEY)
        };
        if !self.test.is_none_or(names_none) {
            return None;
        }
        let label = self.label.filter(|_| !self.is_check);
        let mut words = digest_of_words(output, label)?;
        if let Some(label) = self.label.filter(|_| self.work == WorkKind::Check) {
            words ^= unrepeated_names(label, self.more, output);
        }
        // The call itself may name it.
        let is_named = |file: &&str| label.is_some_and(|label| label.contains(*file));
        if let Some(file) = raising_file(output).filter(|file| !is_named(file)) {
            words ^= digest::of_text(file);
        }
        // A rebase that stops at the next commit has gone on.
        let rest = output.split_once("could not apply ").map(|(_, rest)| rest);
        let commit = rest.and_then(|rest| rest.split(' ').next());
        Some(commit.map_or(words, |commit| words ^ digest::of_text(commit)))
    }

    /// Whether the answer about what others run tells of trouble.
    fn tells_trouble_of_others(&self, body: &str) -> bool {
        match self.work {
            WorkKind::Query => tells_trouble(body),
            // What stands in a log above its last line is over.
            WorkKind::Log => envelope::last_line(body).is_some_and(tells_trouble),
            WorkKind::Other | WorkKind::Edit | WorkKind::Check | WorkKind::Install => false,
            WorkKind::Plan | WorkKind::Nothing | WorkKind::Look | WorkKind::Setup => false,
            WorkKind::Lookup | WorkKind::Act | WorkKind::Select | WorkKind::Settings => false,
        }
    }

    /// Digest of how a call failed whose status a pipe hides: `make 2>&1 | tail -5`. Where the last line tells it, of the
    /// lines that do; else whatever was printed may be news. Numbers count, but for times.
    fn hidden_failure(&self, body: &str) -> Option<u64> {
        // The end of a long line is not kept.
        let is_cut = self.label.is_some_and(|label| {
            label.contains("| tail") || label.contains("| head") || label.len() >= LONG_LABEL_BYTES
        });
        if !runs(self.work) || !is_cut {
            return None;
        }
        let lines = || suffix_up_to(body, MAX_CUT_BYTES).lines();
        let told = || lines().filter(|line| is_failure_line(line));
        told().next()?;
        let ends_with_it = envelope::last_line(body).is_some_and(is_failure_line);
        let mut digest = DigestBuilder::new();
        let mut add = |line| digest.text(&mask(line));
        if ends_with_it {
            told().for_each(&mut add)
        } else {
            lines().for_each(&mut add)
        }
        Some(digest.finish())
    }

    /// Whether what was to become small ended as no number: `loss: nan`. In a table of data it may be.
    fn ends_as_no_number(&self, body: &str) -> bool {
        const GOALS: [&str; 4] = ["loss", "train_loss", "training_loss", "grad_norm"];
        let last = envelope::last_line(body).filter(|_| runs(self.work)).unwrap_or_default();
        let is_sign = |sign: char| !sign.is_ascii_alphanumeric() && sign != '_';
        let mut before = "";
        last.split(is_sign).filter(|word| !word.is_empty()).any(|word| {
            let name = std::mem::replace(&mut before, word);
            let is_goal = || GOALS.iter().any(|goal| name.eq_ignore_ascii_case(goal));
            word.eq_ignore_ascii_case("nan") && is_goal()
        })
    }
}
