//! Checks the command lines of agents.

use fusebox_clients::{AGENTS, PromptDelivery, agent_of_command};

const SESSION: &str = "251e03c2-5e10-4f4d-808e-431fad8d2ade";
const PROMPT: &str = "--stop the work";

/// Each line is a word. A changed command runs the same program, resumes the one session, and does not change again.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let command: Vec<String> = text.lines().map(str::to_owned).collect();
    for agent in AGENTS {
        let structured = agent.with_structured_output(&command);
        assert_eq!(agent.with_structured_output(&structured), structured, "asked for once");
        if let Ok(PromptDelivery::Argument(prompted)) = agent.with_prompt(&command, PROMPT) {
            assert!(prompted.iter().any(|word| word.contains(PROMPT)));
        }
        let Some(resumed) = agent.resume_command(&command, SESSION, PROMPT) else { continue };
        assert_eq!(agent_of_command(&resumed).map(|found| found.name), Some(agent.name));
        assert_eq!(resumed.first(), command.first(), "the same program");
        let named = |words: &[String]| words.iter().filter(|word| *word == SESSION).count();
        // The command may use the same id as the value of another option.
        assert!((1..=1 + named(&command)).contains(&named(&resumed)), "resumes the one session");
        assert!(resumed.last().is_some_and(|last| last.ends_with(PROMPT)));
        assert_eq!(
            agent.resume_command(&resumed, SESSION, PROMPT).as_ref(),
            Some(&resumed),
            "final"
        );
        assert_eq!(
            agent.resume_command(&command, PROMPT, PROMPT),
            None,
            "an id is never an option"
        );
    }
}
