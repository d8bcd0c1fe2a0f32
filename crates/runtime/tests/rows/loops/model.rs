//! A second account of rows L1 to L14: it keeps every iteration and counts each time from the
//! whole story, where the engine keeps counts.

/// One iteration as the model sees it.
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

/// The numbers; 0 is no limit.
#[derive(Debug, Clone)]
pub(crate) struct Numbers {
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

/// What happened, in order.
#[derive(Debug, Clone)]
enum Entry {
    Iteration(ModelIteration),
    Person,
}

#[derive(Debug)]
pub(crate) struct Model {
    numbers: Numbers,
    story: Vec<Entry>,
    runs: Vec<u8>,
    pub(crate) state: State,
    pub(crate) opens: u64,
}

/// A rule that fires, and whether it opens.
pub(crate) type Fired = (&'static str, bool);

impl Model {
    pub(crate) fn new(numbers: Numbers) -> Self {
        Self { numbers, story: Vec::new(), runs: Vec::new(), state: State::Closed, opens: 0 }
    }

    /// Time passes.
    pub(crate) fn pass(&mut self, now: u64) {
        if let (State::Open { since }, Some(cooldown)) = (self.state, self.numbers.cooldown)
            && now >= since + cooldown
        {
            self.state = State::Probing;
        }
    }

    /// A person answers or speaks.
    pub(crate) fn person(&mut self) {
        self.story.push(Entry::Person);
        self.state = match self.state {
            State::Open { .. } | State::Probing => State::Probing,
            State::Closed | State::Watching => State::Closed,
        };
    }

    /// One iteration; the rules that fire, in the order in which they are named.
    pub(crate) fn iteration(&mut self, told: &ModelIteration, now: u64) -> Vec<Fired> {
        if !self.is_of_the_newest_run(told.run) {
            return Vec::new();
        }
        let (had_declined, idle_before) = (self.has_declined(), self.idle());
        self.story.push(Entry::Iteration(told.clone()));
        let recovered = had_declined
            && self.percent(self.iterations().len() - 1).is_some_and(|p| p >= self.floor());
        if matches!(self.state, State::Open { .. }) {
            return Vec::new();
        }
        let is_stagnant = self.numbers.no_progress > 0 && idle_before >= self.numbers.no_progress;
        if recovered && self.state == State::Watching && !is_stagnant {
            self.state = State::Closed;
        }
        let had_declined = had_declined && !recovered;
        let fired = self.fired(told, had_declined);
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

    fn fired(&self, told: &ModelIteration, had_declined: bool) -> Vec<Fired> {
        let mut fired = Vec::new();
        let Numbers { no_progress, same_error, floor, questions, denials, .. } = self.numbers;
        let last = self.iterations().len() - 1;
        if denials > 0 && self.denials() >= denials {
            fired.push(("denials", true));
        } else if denials > 0 && !told.denied.is_empty() && told.denied.iter().all(|(_, c)| *c) {
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
        let told = self.story.iter().filter_map(|entry| match entry {
            Entry::Iteration(told) => Some(told),
            Entry::Person => None,
        });
        told.collect()
    }

    /// How many iterations there were when a person spoke last.
    fn since_person(&self) -> usize {
        let person = self.story.iter().rposition(|entry| matches!(entry, Entry::Person));
        let before = self.story.iter().take(person.unwrap_or_default());
        before.filter(|entry| matches!(entry, Entry::Iteration(_))).count()
    }

    /// Whether the nth iteration got on; `None` where nobody looked.
    fn made_progress(&self, n: usize) -> Option<bool> {
        let all = self.iterations();
        let told = all[n];
        let best = all[..n].iter().filter_map(|told| told.tests).max();
        if told.commits > 0 || best.zip(told.tests).is_some_and(|(best, now)| now > best) {
            return Some(true);
        }
        told.files.map(|files| files > 0)
    }

    fn asks(&self, n: usize) -> bool {
        let asks = self.numbers.questions > 0 && self.iterations()[n].questions > 0;
        asks && self.made_progress(n) == Some(false)
    }

    fn is_idle(&self, n: usize) -> bool {
        self.made_progress(n) == Some(false) && !self.asks(n)
    }

    /// The iterations since progress and since a person spoke, the newest last.
    fn stretch(&self) -> std::ops::Range<usize> {
        let end = self.iterations().len();
        let progress = (0..end).rev().find(|n| self.made_progress(*n) == Some(true));
        self.since_person().max(progress.map_or(0, |n| n + 1))..end
    }

    pub(crate) fn idle(&self) -> u64 {
        self.stretch().filter(|n| self.is_idle(*n)).count() as u64
    }

    pub(crate) fn questions_asked(&self) -> u64 {
        self.stretch().filter(|n| self.asks(*n)).count() as u64
    }

    pub(crate) fn denials(&self) -> u64 {
        let all = self.iterations();
        let denied = |told: &&&ModelIteration| told.denied.iter().any(|(_, compound)| !compound);
        all[self.since_person()..].iter().rev().take_while(denied).count() as u64
    }

    fn error(&self, n: usize) -> Option<u8> {
        let told = self.iterations()[n];
        let productive = told.timeout && self.made_progress(n) != Some(false);
        told.error.filter(|_| !productive)
    }

    pub(crate) fn same_error(&self) -> u64 {
        let end = self.iterations().len();
        let Some(last) = end.checked_sub(1).and_then(|n| self.error(n)) else { return 0 };
        let since = (self.since_person()..end).rev();
        since.take_while(|n| self.error(*n) == Some(last)).count() as u64
    }

    fn floor(&self) -> f64 {
        self.numbers.floor as f64
    }

    /// What percentage of the usual output the nth iteration reached, where there is a usual one.
    fn percent(&self, n: usize) -> Option<f64> {
        let all = self.iterations();
        let output = all[n].output?;
        let mut earlier: Vec<f64> =
            all[..n].iter().filter_map(|told| told.output).map(|length| length as f64).collect();
        let mut earlier = earlier.split_off(earlier.len().saturating_sub(10));
        earlier.sort_by(f64::total_cmp);
        let low = earlier.get((earlier.len().max(1) - 1) / 2)?;
        let median = (low + earlier.get(earlier.len() / 2)?) / 2.0;
        (earlier.len() >= 5 && median > 0.0).then(|| output as f64 * 100.0 / median)
    }

    /// Two outputs in a row fell without progress, and none was back at the floor since; questions
    /// stand for nothing between them.
    fn has_declined(&self) -> bool {
        let mut fallen = 0;
        for n in self.stretch() {
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
        self.numbers.floor > 0 && fallen >= 2
    }

    pub(crate) fn iterations_told(&self) -> u64 {
        self.iterations().len() as u64
    }
}

/// Trips are named before what is only said.
fn named(mut fired: Vec<Fired>) -> Vec<Fired> {
    fired.sort_by_key(|(rule, opens)| (!*opens, *rule == "denials" && !*opens));
    fired
}
