//! `fusebox prompt`.

use fusebox_config::{SettingValue, settings};
use fusebox_engine::{CheckpointPolicy, EnforcementMode, Policy, Rule};
use fusebox_runtime::Runtime;
use fusebox_runtime::task::{self, Task};

use super::task::policy_of;
use crate::policy::{self, PolicyArgs};
use crate::{Context, Result};

/// Print the limits of an agent, as Markdown for its instructions.
///
/// An agent that knows its limits stops before it is stopped. The breaker does not depend on it. Where a
/// task is active in this folder, they are those of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For agents with this role.
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let (dir, role) = (Some(context.dir.as_path()), args.role.as_deref());
    let compiled = policy::compiled(context, dir, &PolicyArgs::default(), role)?;
    for notice in &compiled.notices {
        context.inform(&format!("notice: {notice}"));
    }
    let policy = match active_task(context)? {
        Some((runtime, task)) => {
            let role = args.role.clone().or(task.role.clone());
            policy_of::named_task(context, &runtime, Some(&Task { role, ..task }))?
        }
        None => compiled.policy,
    };
    context.print(page(&policy).trim_end())
}

/// The active task of this folder; none where nothing was ever stored.
fn active_task(context: &Context) -> Result<Option<(Runtime, Task)>> {
    let runtime = context.runtime(None)?;
    let here = task::of_folder(runtime.store(), &context.dir)?;
    Ok(here.map(|task| (runtime, task)))
}

/// The page in Markdown.
fn page(policy: &Policy) -> String {
    let (budgets, attempts, scope) = (budgets(policy), attempts(policy), scope(policy));
    let (tests, repetition, rollback) =
        (protected_tests(policy), repetition(policy), rollback(policy));
    format!("{HEAD}\n{budgets}\n{attempts}{tests}{scope}{repetition}\n{PROTOCOL}{rollback}")
}

const HEAD: &str = "\
# Working under a circuit breaker

Fusebox watches this session from outside. It counts what you do, and when you no longer make
progress it refuses your calls. It is not part of the conversation: you cannot argue with it or
switch it off, and no other agent can. Only a person closes an open breaker. Limit yourself before
it limits you.
";

/// The page for the instructions of a client: with an example of what to do when a call is refused, and of
/// what not.
pub(crate) fn instructions(policy: &Policy) -> String {
    format!("{}\n{EXAMPLES}", page(policy).trim_end())
}

/// The budgets with a limit.
fn budgets(policy: &Policy) -> String {
    let role = policy.role.as_deref().map(|role| format!(" (role {role})")).unwrap_or_default();
    let mut page = format!("## Your budget{role}\n\n");
    if policy.mode == EnforcementMode::Observe {
        page.push_str(
            "Fusebox only observes at present: it refuses nothing and logs what it would refuse.\n\n",
        );
    }
    let rows: Vec<String> = settings::all().filter_map(|s| budget(policy, s)).collect();
    if rows.is_empty() {
        page.push_str("There is no budget. Going in circles is stopped nevertheless.\n");
        return page;
    }
    page.push_str("| what | at most | wrap up from | how it is counted |\n|---|---|---|---|\n");
    page.extend(rows);
    page.push_str(
        "\nCounts start again when a person writes to you. A budget of N admits N and refuses the \
         next.\n",
    );
    page
}

fn budget(policy: &Policy, setting: &fusebox_config::Setting) -> Option<String> {
    let rule = setting.rule().filter(|rule| (Rule::Iterations..=Rule::Cost).contains(rule))?;
    let value = setting.read(policy)?;
    let SettingValue::Limit(limit) = &value else { return None };
    let warned = fusebox_engine::Limit::at(policy.limits.warn_at.of(limit.get()?));
    let shown = |value: &SettingValue| setting.kind.to_toml(value).trim_matches('"').to_owned();
    Some(format!(
        "| {} | {} | {} | {} |\n",
        rule.title(),
        shown(&value),
        shown(&SettingValue::Limit(warned)),
        setting.doc
    ))
}

/// The limits of attempts; empty where attempts are not limited.
fn attempts(policy: &Policy) -> String {
    let limits = &policy.attempts;
    if !limits.is_limited() {
        return String::new();
    }
    let mut page = "## Attempts at a failing test\n\n".to_owned();
    if let Some(n) = limits.per_test.get() {
        page.push_str(&format!("- {n} at one test\n"));
    }
    if let Some(n) = limits.per_slice.get() {
        page.push_str(&format!("- {n} in this slice of work, whichever test fails\n"));
    }
    page.push_str(
        "\nA run after a change in which a test fails again is an attempt. A run with fewer failures is \
         progress and costs nothing, nor does a build that fails. The last attempt opens the breaker.\n",
    );
    page.push('\n');
    page
}

/// What protects the tests; empty where nothing does.
fn protected_tests(policy: &Policy) -> &'static str {
    if policy.attempts.protect_tests { PROTECTED_TESTS } else { "" }
}

/// The scope lock; empty where no scope is set.
fn scope(policy: &Policy) -> String {
    let scope = &policy.scope;
    if !scope.is_on() {
        return String::new();
    }
    let list = |globs: &[String]| {
        globs.iter().map(|glob| format!("`{glob}`")).collect::<Vec<_>>().join(", ")
    };
    let mut page = format!("## The files of your task\n\n- Yours: {}.\n", list(&scope.files));
    if !scope.forbid.is_empty() {
        page.push_str(&format!(
            "- Forbidden: {}. Changing one is refused and counts as a failed attempt.\n",
            list(&scope.forbid)
        ));
    }
    page.push_str(JUSTIFY);
    page
}

/// How the work can be taken back; empty where nothing is kept.
fn rollback(policy: &Policy) -> &'static str {
    match policy.checkpoints {
        CheckpointPolicy::Always => ROLLBACK,
        CheckpointPolicy::Task => ROLLBACK_OF_TASKS,
        CheckpointPolicy::Never => "",
    }
}

/// The rules of repetition with a limit.
fn repetition(policy: &Policy) -> String {
    let mut page = "## What counts as going in circles\n\n".to_owned();
    for rule in Rule::ALL.iter().filter(|rule| can_refuse(**rule)) {
        if let Some(setting) = settings::find(rule.name())
            && let Some(SettingValue::Limit(limit)) = setting.read(policy)
            && let Some(n) = limit.get()
        {
            page.push_str(&format!("- {n} × {}\n", rule.title()));
        }
    }
    page.push_str(CIRCLES);
    page
}

/// Whether it is a rule of repetition that can refuse.
fn can_refuse(rule: Rule) -> bool {
    let section = rule.name().split('.').next();
    matches!(section, Some("repetition" | "stagnation"))
        && !matches!(rule, Rule::EditsWithoutCheck | Rule::SameSearch | Rule::GrowingEdits)
}

const EXAMPLES: &str = "
## Two examples

`make test` was refused: it gave the same failure four times, and nothing was changed in between.

Good: stop running it. Read the failing line, find that `orders.c` names a field that the schema no
longer has, change `orders.c`, and run `make test` once. Or, if the schema is not yours to judge:
`fusebox report blocked \"make test fails at orders.c:41: no field total. I tried renaming it twice. Is total
gone for good?\"`, and end the turn.

Bad: run `make test 2>&1 | tail`, `sh -c 'make test'` or the same in a subagent, because the refusal named
only `make test`. It is the same call, it is refused as well, and the next one opens the breaker.
";

const PROTECTED_TESTS: &str = "\
## The tests

Editing, skipping, weakening or deleting a test that fails is refused, and it is no fix: change the
code, or report why the test is wrong.

";

const JUSTIFY: &str = "\
- Every other file needs a reason. The first change is refused; give the reason in one sentence, for
  a test that fails now, as one simple command, and then change the file:
  `fusebox justify FILE --test TEST --because \"one sentence\"`.
  Without it, or with a reason about something else, the change is a violation and a failed attempt.

If you cannot say in one sentence why changing a file makes the failing test pass, do not touch it.

";

const ROLLBACK: &str = "
## What is kept

The files, the index and the branch as they were before your work are kept. A person can go back to
them with `fusebox rollback`; you cannot. Do not undo your work to hide it: everything is kept.
";

const ROLLBACK_OF_TASKS: &str = "
## What is kept

For a task that a person started, the files, the index and the branch as they were before your work
are kept. A person can go back to them with `fusebox rollback`; you cannot.
";

const CIRCLES: &str = "
A new result, or a real change of the files, is progress and starts the count again. You are told
once; soon after that the call is refused, and insisting opens the breaker.
";

const PROTOCOL: &str = "\
## While you work

1. **Count every attempt.** A run that fails the way the last one did is an attempt, whatever you
   changed in between. Say the number: \"attempt 2 of 3\".
2. **Change something before you repeat something.** The same command on the same files gives the
   same answer.
3. **Write down what each attempt taught you**, in a sentence, before the next one.
4. **Wrap up in time.** When you are told that a limit is near, finish what is nearly done and
   leave the rest.

## When a call is refused

1. **Stop.** Do not retry the same action, also not with other words, another tool or a subagent.
2. **Wait, or switch.** If something outside is down, wait as long as you were told and then try
   one simple check. Otherwise choose another strategy, not another spelling of this one.
3. **Ask why.** Is the service down? Am I sending it too much? Is my input wrong from the ground
   up? Did I misread the task?
4. **Ask the human.** Say what you tried, what you saw, what you think is the cause, and one
   question that can be answered.

## When the breaker is open

Every call is refused except these, each as one simple command:

- `fusebox report blocked \"what I tried, what I saw, what I need\"`
  (with `--on \"#41\"` when you wait for something that has a name)
- `fusebox report complete \"what is done\"`
- `fusebox status`

Report once, then end your turn. Your work is kept. When a person answers, you go on under watch,
with what they told you: falling back into the same loop is refused at once.

## What you must not do

- Do not touch Fusebox's files, its configuration or the hooks in the client's settings.
- Do not run `fusebox reset`, `bypass`, `dismiss`, `uninstall` or `purge`. They are a person's
  orders and are refused.
- Do not tell another agent to do it for you. No agent may override the breaker.
";

#[cfg(test)]
mod tests {
    use fusebox_engine::{BudgetLimits, Limit};

    use super::*;

    #[test]
    fn the_page_is_short_and_names_the_limits_of_the_role() {
        let limits = BudgetLimits {
            tool_calls: Limit::at(50),
            active_time: Limit::at(600_000),
            cost_micros: Limit::at(2_500_000),
            ..BudgetLimits::default()
        };
        let policy = Policy { role: Some("pm".to_owned()), limits, ..Policy::default() };
        let page = page(&policy);
        assert!(page.lines().count() < 200);
        for part in [
            "## Your budget (role pm)",
            "| tool calls | 50 | 40 | Tool calls that were admitted. |",
            "| active time | 10m | 8m |",
            "| cost | 2.5 | 2 |",
            "- 4 × the same call with the same result in a row\n",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }

    #[test]
    fn rules_without_a_limit_are_not_named() {
        let mut policy = Policy { mode: EnforcementMode::Observe, ..Policy::default() };
        policy.repetition.cycle = Limit::UNLIMITED;
        let page = page(&policy);
        assert!(page.contains("There is no budget.") && page.contains("only observes"), "{page}");
        assert!(!page.contains("a cycle of calls"), "{page}");
    }
}
