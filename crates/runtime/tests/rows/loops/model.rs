//! A reference model of rows L1 to L14: it keeps every iteration and counts anew from all of them,
//! where the engine keeps counts.

/// One iteration, as far as the model needs it.
#[derive(Debug, Clone, Default)]
pub(crate) struct ModelIteration {
    pub(crate) run: Option<u8>,
    pub(crate) files: Option<u64>,
    pub(crate) commits: u64,
    pub(crate) tests: Option<u64>,
    pub(crate) output: Option<u64>,
    pub(crate) error: Option<u8>,
    pub(crate) timeout: bool,
    pub(crate) questions: u64,
    pub(crate) denied: Vec<(u8, bool)>,
}

/// The limits; 0 is none.
#[derive(Debug, Clone)]
pub(crate) struct LoopLimits {
    pub(crate) no_progress: u64,
    pub(crate) same_error: u64,
    pub(crate) floor: u64,
    pub(crate) questions: u64,
    pub(crate) denials: u64,
    pub(crate) cooldown: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Closed,
    Watching,
    Probing,
    Open { since: u64 },
}

/// An event that the model remembers.
#[derive(Debug, Clone)]
enum StoryEntry {
    Iteration(ModelIteration),
    Person,
}

#[derive(Debug)]
pub(crate) struct LoopModel {
    limits: LoopLimits,
    story: Vec<StoryEntry>,
    runs: Vec<u8>,
    pub(crate) state: State,
    pub(crate) opens: u64,
}

/// A rule that fires, and whether it opens.
pub(crate) type FiredRule = (&'static str, bool);

impl LoopModel {
    pub(crate) fn new(limits: LoopLimits) -> Self {
        Self { limits, story: Vec::new(), runs: Vec::new(), state: State::Closed, opens: 0 }
    }

    /// Lets time pass until `now`.
    pub(crate) fn pass(&mut self, now: u64) {
        if let (State::Open { since }, Some(cooldown)) = (self.state, self.limits.cooldown)
            && now >= since + cooldown
        {
            self.state = State::Probing;
        }
    }

    /// A person answered a trip, or wrote a prompt.
    pub(crate) fn person(&mut self) {
        self.story.push(StoryEntry::Person);
        self.state = match self.state {
            State::Open { .. } | State::Probing => State::Probing,
            State::Closed | State::Watching => State::Closed,
        };
    }

    /// Adds an iteration. Returns the rules that fire, in the order in which they are named.
    pub(crate) fn iteration(&mut self, iteration: &ModelIteration, now: u64) -> Vec<FiredRule> {
        if !self.is_of_the_newest_run(iteration.run) {
            return Vec::new();
        }
        let (had_declined, idle_before) = (self.has_declined(), self.idle());
        self.story.push(StoryEntry::Iteration(iteration.clone()));
        let recovered = had_declined
            && self.percent(self.iterations().len() - 1).is_some_and(|p| p >= self.floor());
        if matches!(self.state, State::Open { .. }) {
            return Vec::new();
        }
        let is_stagnant = self.limits.no_progress > 0 && idle_before >= self.limits.no_progress;
        if recovered && self.state == State::Watching && !is_stagnant {
            self.state = State::Closed;
        }
        let had_declined = had_declined && !recovered;
        let fired = self.fired(iteration, had_declined);
        if fired.iter().any(|(_, opens)| *opens) {
            self.state = State::Open { since: now };
            self.opens += 1;
            return named(fired);
        }
        let last = self.iterations().len() - 1;
        self.state = match self.state {
            _ if self.made_progress(last) == Some(true) => State::Closed,
            State::Probing if self.is_idle(last) => State::Closed,
            State::Closed if fired.iter().any(|(rule, _)| *rule != "denials") => State::Watching,
            State::Closed | State::Watching | State::Probing | State::Open { .. } => self.state,
        };
        named(fired)
    }

    fn fired(&self, iteration: &ModelIteration, had_declined: bool) -> Vec<FiredRule> {
        let mut fired = Vec::new();
        let LoopLimits { no_progress, same_error, floor, questions, denials, .. } = self.limits;
        let last = self.iterations().len() - 1;
        if denials > 0 && self.denials() >= denials {
            fired.push(("denials", true));
        } else if denials > 0
            && !iteration.denied.is_empty()
            && iteration.denied.iter().all(|(_, c)| *c)
        {
            fired.push(("denials", false));
        }
        if same_error > 0 && self.same_error() >= same_error {
            fired.push(("same_error", true));
        }
        if questions > 0 && self.asks(last) && self.questions_asked() > questions {
            fired.push(("questions", true));
        }
        if self.is_idle(last) {
            let idle = self.idle();
            if no_progress > 0 && (idle > no_progress || self.state == State::Probing) {
                fired.push(("no_progress", true));
            } else if no_progress > 0 && idle >= no_progress && self.state == State::Closed {
                fired.push(("no_progress", false));
            }
            if floor > 0 && had_declined {
                fired.push(("output_floor", true));
            } else if floor > 0 && self.has_declined() && self.state != State::Probing {
                fired.push(("output_floor", false));
            }
        }
        fired
    }

    fn is_of_the_newest_run(&mut self, run: Option<u8>) -> bool {
        match run {
            None => self.runs.is_empty(),
            Some(run) if self.runs.contains(&run) => self.runs.last() == Some(&run),
            Some(run) => {
                self.runs.push(run);
                true
            }
        }
    }

    fn iterations(&self) -> Vec<&ModelIteration> {
        let iteration = self.story.iter().filter_map(|entry| match entry {
            StoryEntry::Iteration(iteration) => Some(iteration),
            StoryEntry::Person => None,
        });
        iteration.collect()
    }

    /// The number of iterations before a person's last answer or prompt.
    fn since_person(&self) -> usize {
        let person = self.story.iter().rposition(|entry| matches!(entry, StoryEntry::Person));
        let before = self.story.iter().take(person.unwrap_or_default());
        before.filter(|entry| matches!(entry, StoryEntry::Iteration(_))).count()
    }

    /// Whether the nth iteration made progress; `None` where nothing was measured.
    fn made_progress(&self, n: usize) -> Option<bool> {
        let all = self.iterations();
        let iteration = all[n];
        let best = all[..n].iter().filter_map(|iteration| iteration.tests).max();
        if iteration.commits > 0 || best.zip(iteration.tests).is_some_and(|(best, now)| now > best)
        {
            return Some(true);
        }
        iteration.files.map(|files| files > 0)
    }

    fn asks(&self, n: usize) -> bool {
        let asks = self.limits.questions > 0 && self.iterations()[n].questions > 0;
        asks && self.made_progress(n) == Some(false)
    }

    fn is_idle(&self, n: usize) -> bool {
        self.made_progress(n) == Some(false) && !self.asks(n)
    }

    /// The iterations since the last progress and since a person's last answer, the newest last.
    fn since_progress(&self) -> std::ops::Range<usize> {
        let end = self.iterations().len();
        let progress = (0..end).rev().find(|n| self.made_progress(*n) == Some(true));
        self.since_person().max(progress.map_or(0, |n| n + 1))..end
    }

    pub(crate) fn idle(&self) -> u64 {
        self.since_progress().filter(|n| self.is_idle(*n)).count() as u64
    }

    pub(crate) fn questions_asked(&self) -> u64 {
        self.since_progress().filter(|n| self.asks(*n)).count() as u64
    }

    pub(crate) fn denials(&self) -> u64 {
        let all = self.iterations();
        let denied =
            |iteration: &&&ModelIteration| iteration.denied.iter().any(|(_, compound)| !compound);
        all[self.since_person()..].iter().rev().take_while(denied).count() as u64
    }

    fn error(&self, n: usize) -> Option<u8> {
        let iteration = self.iterations()[n];
        let productive = iteration.timeout && self.made_progress(n) != Some(false);
        iteration.error.filter(|_| !productive)
    }

    pub(crate) fn same_error(&self) -> u64 {
        let end = self.iterations().len();
        let Some(last) = end.checked_sub(1).and_then(|n| self.error(n)) else { return 0 };
        let since = (self.since_person()..end).rev();
        since.take_while(|n| self.error(*n) == Some(last)).count() as u64
    }

    fn floor(&self) -> f64 {
        self.limits.floor as f64
    }

    /// The output of the nth iteration as a percentage of the usual one; `None` before there is one.
    fn percent(&self, n: usize) -> Option<f64> {
        let all = self.iterations();
        let output = all[n].output?;
        let mut earlier: Vec<f64> = all[..n]
            .iter()
            .filter_map(|iteration| iteration.output)
            .map(|length| length as f64)
            .collect();
        let mut earlier = earlier.split_off(earlier.len().saturating_sub(10));
        earlier.sort_by(f64::total_cmp);
        let low = earlier.get((earlier.len().max(1) - 1) / 2)?;
        let median = (low + earlier.get(earlier.len() / 2)?) / 2.0;
        (earlier.len() >= 5 && median > 0.0).then(|| output as f64 * 100.0 / median)
    }

    /// Whether two outputs in a row were below the floor without progress, and none reached it since.
    /// Iterations that ask between them do not count.
    fn has_declined(&self) -> bool {
        let mut fallen = 0;
        for n in self.since_progress() {
            let percent = self.percent(n);
            if fallen >= 2 {
                if percent.is_some_and(|percent| percent >= self.floor()) {
                    fallen = 0;
                }
            } else if self.is_idle(n) && percent.is_some_and(|percent| percent < self.floor()) {
                fallen += 1;
            } else if !self.asks(n) {
                fallen = 0;
            }
        }
        self.limits.floor > 0 && fallen >= 2
    }

    pub(crate) fn iteration_count(&self) -> u64 {
        self.iterations().len() as u64
    }
}

/// Trips come before warnings.
fn named(mut fired: Vec<FiredRule>) -> Vec<FiredRule> {
    fired.sort_by_key(|(rule, opens)| (!*opens, *rule == "denials" && !*opens));
    fired
}
