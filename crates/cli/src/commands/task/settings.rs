//! A task's own settings: checked like those of a file, and resolved to what they change.

use std::path::Path;

use fusebox_config::{
    CompileRequest, ConfigProblems, LayerOrigin, PolicyLayer, PolicyNotice, compile_policy,
};
use fusebox_engine::Policy;
use fusebox_guard::policies;
use fusebox_runtime::task::Task;
use serde_json::{Map, Value, json};

use crate::{CliError, Context, Result, policy};

/// Sets `KEY=VALUE` in the task. `flag` is the flag that holds it.
pub(crate) fn set(task: &mut Task, flag: &str, pair: &str) -> Result<()> {
    let (key, value) = pair
        .split_once('=')
        .map(|(key, value)| (key.trim(), value.trim()))
        .filter(|(key, _)| !key.is_empty())
        .ok_or_else(|| {
            CliError::usage(format!("{flag}: `{pair}` is not KEY=VALUE"))
                .hint("such as --set limits.tool_calls=50; docs/configuration.md lists the keys")
        })?;
    if key.starts_with("roles.") {
        return Err(CliError::usage(format!("{flag}: {key} is a role's; a task has one policy"))
            .hint("give the key alone, and --role for the role of the task"));
    }
    if matches!(key, "verification_criteria" | "verificationCriteria") {
        // A published design has it among the settings of a task.
        if !task.criteria.iter().any(|known| known == value) {
            task.criteria.push(value.to_owned());
        }
        return Ok(());
    }
    let layer = PolicyLayer::task(task.id.as_str(), [(key, value)]);
    let compiled = compile_policy(&[layer], &CompileRequest::default())
        .map_err(|problems| setting_error(flag, &problems))?;
    let is_own = |origin: &LayerOrigin| matches!(origin, LayerOrigin::Task(_));
    let own = compiled.provenance.iter().find(|entry| is_own(&entry.source.origin));
    // The canonical name, so that an alias replaces the value instead of standing beside it.
    let key = own.map_or(key, |entry| entry.key);
    task.set.insert(key.to_owned(), value.to_owned());
    Ok(())
}

fn setting_error(flag: &str, problems: &ConfigProblems) -> CliError {
    let lines: Vec<String> = problems.iter().map(|problem| problem.kind.to_string()).collect();
    CliError::usage(format!("{flag}: {}", lines.join("; ")))
        .hint("docs/configuration.md lists the keys, `fusebox config show --all` what holds")
}

/// Stores in the task what its settings change in the policy of its folder.
pub(crate) fn resolve(context: &Context, task: &mut Task) -> Result<Vec<PolicyNotice>> {
    if task.set.is_empty() {
        task.patch = Value::Null;
        return Ok(Vec::new());
    }
    let folder = Path::new(&task.folder);
    let mut layers = policy::read(&policy::layers_around(context, Some(folder))?)?;
    // The agent's environment can differ from that of this terminal.
    layers.forget_environment();
    let mut with_own = layers.clone();
    with_own.push(&PolicyLayer::task(task.id.as_str(), task.set.clone()));
    let own_role = task.role.as_deref();
    let before = policies::compile_role(&layers, own_role)?;
    let after = policies::compile_role(&with_own, own_role)?;
    let mut patch = json!({});
    // A task's setting overrides those of every role, so it has to be in the patch even where it
    // does not change the policy of the task's own role. A preset keeps its values for each role.
    if !task.set.contains_key("preset") {
        for role in &after.roles {
            let before = policies::compile_role(&layers, Some(role))?.policy;
            let after = policies::compile_role(&with_own, Some(role))?.policy;
            merge(&mut patch, difference(&before, &after)?);
        }
    }
    merge(&mut patch, difference(&before.policy, &after.policy)?);
    merge(&mut patch, own_budgets(task, &after.policy)?);
    task.patch = if patch == json!({}) { Value::Null } else { patch };
    Ok(after.notices.into_iter().filter(|notice| !before.notices.contains(notice)).collect())
}

/// The budgets that the task names, also where they change nothing here: they raise the levels of a
/// preset that a run may choose.
fn own_budgets(task: &Task, after: &Policy) -> Result<Value> {
    let limits = serde_json::to_value(&after.limits)?;
    let named = ["tool_calls", "context_tokens"].into_iter().filter_map(|name| {
        let is_named = task.set.contains_key(&format!("limits.{name}"));
        Some((name.to_owned(), limits.get(name).filter(|_| is_named)?.clone()))
    });
    let named: Map<String, Value> = named.collect();
    Ok(if named.is_empty() { json!({}) } else { json!({"limits": named}) })
}

/// The JSON merge patch from `before` to `after`; empty where they are equal.
fn difference(before: &Policy, after: &Policy) -> Result<Value> {
    let leaves = changed(&serde_json::to_value(before)?, serde_json::to_value(after)?);
    Ok(leaves.unwrap_or_else(|| json!({})))
}

/// The leaves of `after` that differ from those of `before`.
fn changed(before: &Value, after: Value) -> Option<Value> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let leaves: Map<String, Value> = after
                .into_iter()
                .filter_map(|(key, value)| {
                    let leaf = changed(before.get(&key).unwrap_or(&Value::Null), value)?;
                    Some((key, leaf))
                })
                .collect();
            (!leaves.is_empty()).then_some(Value::Object(leaves))
        }
        (before, after) => (*before != after).then_some(after),
    }
}

fn merge(patch: &mut Value, over: Value) {
    match (patch, over) {
        (Value::Object(patch), Value::Object(over)) => {
            for (key, value) in over {
                merge(patch.entry(key).or_insert(Value::Null), value);
            }
        }
        (patch, over) => *patch = over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_leaves_are_in_the_patch() {
        let before = json!({"mode": "enforce", "limits": {"turns": 5, "tool_calls": null}});
        let after = json!({"mode": "enforce", "limits": {"turns": null, "tool_calls": null}});
        assert_eq!(changed(&before, after), Some(json!({"limits": {"turns": null}})));
        assert_eq!(changed(&before, before.clone()), None);
        let lists = changed(&json!({"notify": ["bell", "desktop"]}), json!({"notify": ["bell"]}));
        assert_eq!(lists, Some(json!({"notify": ["bell"]})));
    }
}
