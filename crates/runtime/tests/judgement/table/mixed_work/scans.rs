//! Scans for weaknesses, and media.

use super::super::call::{edit, laps, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("hosts without an open port", count(12, |n| shell(format!("nmap -sT 10.0.4.{n}"), "Host is up (0.0010s latency).\nAll 1000 scanned ports on this host are in ignored states.\nNot shown: 1000 closed tcp ports (conn-refused)\n\nNmap done: 1 IP address (1 host up) scanned in 0.08 seconds", 0))),
        healthy("rules that find nothing in the source", ["p/python", "p/flask", "p/django", "p/jwt", "p/xss", "p/sql-injection", "p/secrets", "p/docker", "p/ci", "p/owasp-top-ten", "p/command-injection", "p/insecure-transport"]
            .map(|config| shell(format!("semgrep scan --config {config} src"), "┌──────────────┐\n│ Scan Summary │\n└──────────────┘\nRan 42 rules on 88 files: 0 findings.", 0)).to_vec()),
        healthy("repositories without a secret", each(|name| shell(format!("gitleaks detect --no-banner -s ../{name}"), "INF 88 commits scanned.\nINF no leaks found", 0))),
        healthy("signatures that are good", each(|name| shell(format!("gpg --verify {name}.tar.gz.asc"), "gpg: Signature made Mon 06 Jan 2025\ngpg: Good signature from \"Acme Releases <release@acme.test>\" [full]", 0))),
        healthy("weaknesses of a tree, fewer after each edit", laps(10, |n| [
            edit("package.json", format!("\"dep{n}\": \"1\""), format!("\"dep{n}\": \"2\"")),
            shell("npm audit | tail -2", format!("{} vulnerabilities (2 low, {} high)\nTo address all issues, run: npm audit fix", 14 - n, 12 - n), 1),
        ])),
        healthy("films of one format", each(|name| shell(format!("ffprobe -v error -select_streams v:0 -show_entries stream=codec_name,width,height -of csv=p=0 {name}.mp4"), "h264,1920,1080", 0))),
        healthy("pictures whose notes are taken off", each(|name| shell(format!("exiftool -overwrite_original -all= {name}.jpg"), "    1 image files updated", 0))),
        healthy("voices that are brought to one level", each(|name| shell(format!("sox {name}.wav out/{name}.wav gain -n -3"), "", 0))),
        healthy("packets of a trace, one by one", count(14, |n| shell(format!("tshark -r shop.pcap -Y 'frame.number == {n}' -T fields -e tcp.flags"), "0x0010", 0))),
        healthy("seconds of a film that are black", count(12, |n| shell(format!("ffmpeg -v error -ss {n} -i cart.mp4 -frames:v 1 -vf signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=- -f null -"), "lavfi.signalstats.YAVG=16", 0))),
        nudged_at_most("words that a binary does not hold", each(|name| shell(format!("strings firmware.bin | grep -i {name}"), "", 1))),
        nudged_at_most("samples that no rule knows", each(|name| shell(format!("yara -r rules.yar samples/{name}"), "", 0))),
        stuck("one host that seems down, with other scans", ["nmap shop-01", "nmap -sS shop-01", "nmap -sT shop-01", "nmap -F shop-01", "nmap -p 22 shop-01", "nmap -T4 shop-01", "nmap -A shop-01", "nmap -sV shop-01", "nmap -O shop-01", "sudo nmap -sS shop-01", "nmap -v shop-01", "nmap -p- shop-01"]
            .map(|command| shell(command, "Starting Nmap 7.94\nNote: Host seems down. If it is really up, but blocking our ping probes, try -Pn\nNmap done: 1 IP address (0 hosts up) scanned in 3.04 seconds", 0)).to_vec()),
        stuck("a film without an index, with other flags", ["ffmpeg -i cart.mp4 out.mp4", "ffmpeg -y -i cart.mp4 -c copy out.mp4", "ffmpeg -err_detect ignore_err -i cart.mp4 out.mp4", "ffprobe cart.mp4", "ffmpeg -f mp4 -i cart.mp4 out.mkv", "ffmpeg -i cart.mp4 -vn out.wav", "ffmpeg -fflags +genpts -i cart.mp4 out.mp4", "ffmpeg -probesize 99M -i cart.mp4 out.mp4", "ffplay -nodisp cart.mp4", "ffmpeg -i cart.mp4 -f null -"]
            .map(|command| shell(command, "[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55d0c8] moov atom not found\ncart.mp4: Invalid data found when processing input", 1)).to_vec()).refused(),
        stuck("one page that no reading finds a word on", count(12, |n| shell(format!("tesseract page.png - --psm {n}"), "Empty page!!", 0))),
        stuck("a policy that stops every picture", each(|name| shell(format!("convert {name}.pdf {name}.png"), format!("convert-im6.q16: attempt to perform an operation not allowed by the security policy `PDF' @ error/constitute.c/IsCoderAuthorized/426.\nconvert-im6.q16: no images defined `{name}.png' @ error/convert.c/ConvertImageCommand/3229."), 1))).refused(),
        stuck("one certificate, shown in many ways", in_turn(14, &["openssl s_client -connect shop:443 </dev/null 2>/dev/null | openssl x509 -noout -dates", "echo | openssl s_client -connect shop:443 2>/dev/null | openssl x509 -noout -dates", "openssl s_client -servername shop -connect shop:443 </dev/null 2>/dev/null | openssl x509 -noout -startdate -enddate", "timeout 5 openssl s_client -connect shop:443 </dev/null 2>/dev/null | openssl x509 -dates -noout"], "notBefore=Jan  1 00:00:00 2025 GMT\nnotAfter=Apr  1 00:00:00 2025 GMT", 0)),
    ]
}
