//! Recognises that another machine was told to restart or to stop.

use crate::named_words::is_last;

/// What a machine is told.
const ORDERS: [&str; 5] = ["reboot", "poweroff", "shutdown", "halt", "kexec"];

/// Whether another machine was told to restart or to stop over a connection that stood: it closes it, and that is no
/// failure. `more` are the words of the call that its label has no room for. A login that never happened is a failure.
pub(crate) fn has_restarted(label: &str, more: &[u16], body: Option<&str>) -> bool {
    let is_closed = |body: &str| {
        let (before, last) = body.trim().rsplit_once('\n').unwrap_or(("", body.trim()));
        let said = last.strip_prefix("Connection to ");
        said.and_then(|said| said.strip_suffix(" closed by remote host."))
            .is_some_and(|host| !host.contains(char::is_whitespace))
            // What a host says to everybody who comes.
            && !(before.contains('\n') || before.contains("rror") || before.contains("ailed"))
    };
    label.starts_with("ssh ")
        && body.is_some_and(is_closed)
        && (orders_restart(label)
            // The order may stand behind the end of what is kept of a long line.
            || ["reboot", "poweroff"].iter().any(|order| is_last(more, order)))
}

/// Whether a command of the line that `ssh` runs on its host is such an order.
fn orders_restart(label: &str) -> bool {
    label.split(['\'', '"', ';', '&', '|']).any(|part| {
        let mut words = part.split_whitespace().peekable();
        if words.next_if_eq(&"ssh").is_some() {
            while let Some(option) = words.next_if(|word| word.starts_with('-')) {
                if ["-i", "-p", "-l", "-o", "-F", "-J"].contains(&option) {
                    words.next();
                }
            }
            words.next();
        }
        let is_wrapper = |word: &str| matches!(word, "sudo" | "nohup" | "setsid" | "exec" | "(");
        while words.next_if(|word| is_wrapper(word) || word.starts_with('-')).is_some() {}
        let is_order = |word: &str| {
            let word = word.trim_matches(['(', ')']);
            ORDERS.contains(&word.rsplit('/').next().unwrap_or(word))
        };
        match words.next() {
            Some("systemctl") => words.find(|word| !word.starts_with('-')).is_some_and(is_order),
            first => first.is_some_and(is_order),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named_words::words_behind;

    #[test]
    fn r16_a_machine_that_is_told_to_restart_closes_the_connection() {
        let closed = Some("Connection to lab-1 closed by remote host.");
        let long = "ssh lab-1 'sudo grubby --update-kernel=ALL --args=\"acpi_osi=!\" && sudo systemctl reboot'";
        assert!(has_restarted(&long[..60], &words_behind(long, 60), closed));
        let greeted = Some("Authorised use only\nConnection to lab-1 closed by remote host.");
        assert!(has_restarted("ssh lab-1 sudo reboot", &[], greeted));
        for label in [
            "ssh lab-1 sudo reboot",
            "ssh -p 22 lab-1 'sync; sudo systemctl -q poweroff'",
            "ssh lab-1 /sbin/shutdown -r now",
            "ssh lab-1 'nohup sudo reboot &'",
            "ssh lab-1 '(sleep 2; reboot) &'",
        ] {
            assert!(has_restarted(label, &[], closed), "{label}");
            for body in [
                "kex_exchange_identification: Connection closed by remote host",
                "Connection closed by 192.0.2.1 port 22",
                "make: *** [all] Error 1\nConnection to lab-1 closed by remote host.",
                "",
            ] {
                assert!(!has_restarted(label, &[], Some(body)), "{label}: {body}");
            }
        }
        for label in [
            "ssh reboot.svc.local ./deploy.sh",
            "ssh lab-1 ./sshd-test --case shutdown",
            "ssh lab-1 systemctl restart shutdown",
            "ssh lab-1 cat reboot",
            "./ssh-all reboot",
        ] {
            assert!(!has_restarted(label, &[], closed), "{label}");
        }
    }
}
