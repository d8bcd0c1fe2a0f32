//! What a confined agent can take from the supervisor, which has the same user: connections, descriptors and threads.
//! None of it lets a call pass.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::UnixListener;

use crate::hooks::{CLIENT, prison, refuses_meanwhile};
use crate::prison::Prison;
use crate::transcript::CommandOutput;

/// Holds this many connections to the supervisor, until it is ended.
fn flood(connections: usize) -> String {
    format!(
        "import os, socket, time\nheld = []\nfor n in range({connections}):\n    \
    try:\n        c = socket.socket(socket.AF_UNIX)\n        c.settimeout(5)\n        \
        c.connect(os.environ['FUSEBOX_SOCKET'])\n    except OSError:\n        break\n    \
        held.append(c)\ndel held[-4:]\nopen('held', 'w')\ntime.sleep(90)\n"
    )
}

/// A hook that is not heard because others are talked to refuses its call.
#[test]
fn connections_that_the_agent_holds_let_no_call_pass() {
    let prison = prison();
    prison.world.write("project/flood.py", flood(600));
    let script = format!(
        "{CLIENT}\ncall ls > first; python3 flood.py & until [ -e held ]; do sleep 0.1; done; \
        for i in 1 2 3 4 5 6 7 8 9; do call pwd > flooded; grep -q deny flooded && break; sleep 0.3; done; \
        kill $!; wait; sleep 1; call date > free"
    );
    refuses_meanwhile(&prison, &script, "flooded", "gives no answer");
}

/// Runs the script where a process may have only so many descriptors.
fn with_descriptors(prison: &Prison, limit: u32, script: &str) -> CommandOutput {
    let fusebox = prison.world.programs.join("fusebox");
    let limited = format!("ulimit -n {limit}; exec \"$0\" \"$@\"");
    let mut command = prison.world.command("sh");
    command.args(["-c", &limited]).arg(fusebox);
    prison.world.finish(command.args(["run", "--confine=require", "--", "sh", "-c", script]), b"")
}

/// The supervisor keeps descriptors for its own work, whatever the limit is.
#[test]
fn connections_beside_a_low_limit_of_descriptors_let_no_call_pass() {
    let prison = prison();
    prison.world.write("project/flood.py", flood(400));
    let script = format!(
        "{CLIENT}\ncall ls > first; python3 flood.py & \
        until [ -e held ]; do sleep 0.1; done; date +%s > before; call pwd > flooded; date +%s > after; \
        ~/bin/fusebox report blocked 'it is full' > report 2>&1; kill $!; wait; \
        for i in 1 2 3 4 5 6 7 8 9; do sleep 0.5; call date > free; [ -s free ] || break; done"
    );
    let ran = with_descriptors(&prison, 128, &script);
    let read = |file: &str| prison.world.read(&format!("project/{file}"));
    let flooded = read("flooded");
    assert!(flooded.contains("\"deny\"") && flooded.contains("gives no answer"), "{flooded}");
    let second = |file: &str| read(file).trim().parse::<u64>().unwrap();
    assert!(second("after") - second("before") < 15, "it was refused at once");
    assert_eq!((read("first").as_str(), read("free").as_str()), ("", ""), "{}", ran.err);
}

/// Processes are counted for the user, and the limits of the user's processes are the user's: no thread for a hook.
#[test]
fn threads_that_the_agent_takes_from_the_supervisor_let_no_call_pass() {
    let prison = prison();
    let script = format!(
        "{CLIENT}\ncall ls > first; prlimit --pid $PPID --nproc=1:; call pwd > starved; call pwd > again"
    );
    let ran = prison.confined(&script);
    let read = |file: &str| prison.world.read(&format!("project/{file}"));
    for file in ["starved", "again"] {
        let said = read(file);
        assert!(
            said.contains("\"deny\"") && said.contains("gives no answer"),
            "{said} {}",
            ran.err
        );
    }
    assert_eq!(read("first"), "");
}

/// The queue of those that wait to be accepted is short, and the client does not wait for ever.
#[test]
fn a_queue_that_the_agent_fills_lets_no_call_pass() {
    let prison = prison();
    prison.world.write("project/flood.py", flood(5000));
    let script = format!(
        "{CLIENT}\ncall ls > first; prlimit --pid $PPID --nofile=3:; (ulimit -n 5100; exec python3 flood.py) & \
        until [ -e held ]; do sleep 0.1; done; timeout 50 sh -c '. ./call; call pwd' > starved; kill $!"
    );
    prison.world.write("project/call", CLIENT.replace("say SessionStart", "# "));
    let ran = prison.confined(&script);
    let starved = prison.world.read("project/starved");
    assert!(
        starved.contains("\"deny\"") && starved.contains("gives no answer"),
        "{starved} {}",
        ran.err
    );
}

/// Fills the queue of a socket, and stops the hook that waits there, and lets it go on.
const STOPPED: &str = r#"
import os, signal, socket, subprocess, time
listener = socket.socket(socket.AF_UNIX); listener.bind("socket"); listener.listen(0); os.chmod("socket", 0o666)
held = socket.socket(socket.AF_UNIX); held.connect("socket")
event = b'{"session_id":"s1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}'
hook = subprocess.Popen([os.path.expanduser("~/bin/fusebox-hook"), "claude"], stdin=subprocess.PIPE,
    env={**os.environ, "FUSEBOX_SOCKET": os.path.abspath("socket")})
hook.stdin.write(event); hook.stdin.close()
for _ in range(3):
    time.sleep(0.5); os.kill(hook.pid, signal.SIGSTOP); time.sleep(0.1); os.kill(hook.pid, signal.SIGCONT)
hook.wait()
"#;

/// Whoever stops a process and lets it go on ends its waiting.
#[test]
fn a_hook_that_is_stopped_while_it_waits_lets_no_call_pass() {
    let prison = prison();
    prison.world.write("stopped.py", STOPPED);
    let ran = prison.sh("cd; python3 stopped.py");
    assert!(ran.out.contains("\"deny\"") && ran.out.contains("gives no answer"), "{ran:?}");
}

/// A supervisor of another version says so, and the refusal says what to do.
#[test]
fn versions_that_differ_refuse_with_what_mends_it() {
    let prison = prison();
    let socket = prison.world.path("socket");
    let listener = UnixListener::bind(&socket).unwrap();
    fs::set_permissions(&socket, std::os::unix::fs::PermissionsExt::from_mode(0o666)).unwrap();
    let supervisor = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.read_to_end(&mut Vec::new()).unwrap();
        stream.write_all(&[99]).unwrap();
    });
    let path = socket.display();
    let ran = prison.sh(&format!(
        "echo '{{\"session_id\":\"s1\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\
        \"tool_input\":{{\"command\":\"ls\"}}}}' | FUSEBOX_SOCKET={path} ~/bin/fusebox-hook claude"
    ));
    supervisor.join().unwrap();
    assert!(ran.out.contains("\"deny\"") && ran.out.contains("of another version"), "{}", ran.out);
    assert!(ran.out.contains("start it again with `fusebox run`"), "{}", ran.out);

    let asks = "import os, socket\nc = socket.socket(socket.AF_UNIX)\n\
        c.connect(os.environ['FUSEBOX_SOCKET'])\nc.sendall(b'\\x63' + b'x' * 300000)\n\
        c.shutdown(socket.SHUT_WR)\nopen('version', 'wb').write(c.recv(10))\n";
    prison.world.write("project/asks.py", asks);
    prison.confined("python3 asks.py");
    assert_eq!(fs::read(prison.world.path("project/version")).unwrap().len(), 1);
}
