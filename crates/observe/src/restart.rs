//! Recognises that another machine was told to restart or to stop.

use fusebox_text::is_error_text;

use crate::named_words::is_among;

/// What a machine is told, as words of a command line.
const ORDERS: [&str; 6] = ["reboot", "poweroff", "shutdown", "halt", "kexec", "sysrq"];
/// Options of `ssh` that a word follows.
const WITH_VALUE: &str = "BbcDEeFIiJLlmOoPpQRSWw";

/// Whether another machine was told to restart or to stop over a connection that stood: it closes it, and that is no
/// failure. `more` are the words of the call that its label has no room for. A login that never happened is a failure.
pub(crate) fn has_restarted(label: &str, more: &[u16], body: Option<&str>) -> bool {
    label.contains("ssh ")
        && body.is_some_and(is_closed)
        && (orders_restart(label)
            // The order may stand behind the end of what is kept of a long line.
            || ORDERS.iter().any(|order| is_among(more, order)))
}

/// Whether the output ends with what `ssh` says when the host closes the connection, and nothing before it says that more failed.
fn is_closed(body: &str) -> bool {
    let is_end = |line: &&str| line.starts_with("Connection to ") && line.ends_with(" closed.");
    let mut lines = body.trim().lines().rev().skip_while(is_end);
    let is_told = |line: &str| {
        line.starts_with("Connection to ") && line.trim_end().ends_with(" closed by remote host.")
    };
    lines.next().is_some_and(is_told) && !lines.any(is_error_text)
}

/// Whether the command that `ssh` runs on its host has the word of such an order.
fn orders_restart(label: &str) -> bool {
    let mut words = label.split_whitespace().skip_while(|word| *word != "ssh").skip(1).peekable();
    while let Some(option) = words.next_if(|word| word.starts_with('-')) {
        let has_value = |letter: &str| letter.len() == 1 && WITH_VALUE.contains(letter);
        if option.strip_prefix('-').is_some_and(has_value) {
            words.next();
        }
    }
    let _host = words.next();
    let is_sign = |sign: char| !sign.is_ascii_alphabetic();
    let mut last = "";
    words.any(|word| {
        let before = std::mem::replace(&mut last, word);
        before.ends_with("init") && matches!(word, "0" | "6")
            || word.split(is_sign).any(|part| ORDERS.contains(&part))
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
            "timeout 30 ssh -E log -l root lab-1 doas reboot",
            "ssh lab-1 'bash -lc reboot'",
            "ssh lab-1 sudo /opt/ops/reboot-node.sh",
            "ssh lab-1 init 6",
            "ssh router-1 request system reboot",
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
        let told = Some(
            "Report errors to ops\nConnection to lab-1 closed by remote host.\nConnection to lab-1 closed.",
        );
        assert!(has_restarted("ssh -t lab-1 sudo reboot", &[], told));
        for label in
            ["ssh reboot.svc.local ./deploy.sh", "ssh -l reboot lab-1 uptime", "./ssh-all reboot"]
        {
            assert!(!has_restarted(label, &[], closed), "{label}");
        }
    }
}
