//! Other processes, and sockets of whoever would act outside.

use std::os::unix::fs::chown;
use std::os::unix::net::UnixListener;

use crate::prison::Prison;

/// Runs a script with `$VICTIM` the pid of a process outside. Whether it could do it: it prints `done`.
fn does(options: &[&str], script: &str) -> bool {
    let prison = Prison::new();
    let mut victim = prison.bystander();
    let ran = prison.run(options, &format!("VICTIM={}\n{script} && echo done", victim.id()));
    victim.kill().unwrap();
    victim.wait().unwrap();
    ran.out.contains("done")
}

#[test]
fn processes_outside_cannot_be_signalled_or_traced() {
    let attempts = [
        "kill -0 $VICTIM",
        "kill -TERM $VICTIM",
        "head -c 1 /proc/$VICTIM/environ >/dev/null",
        "ls /proc/$VICTIM/root/ >/dev/null",
        "ls /proc/$VICTIM/cwd/ >/dev/null",
        "python3 -c \"import signal; signal.pidfd_send_signal(__import__('os').pidfd_open($VICTIM), 0)\"",
        // PTRACE_ATTACH, and PTRACE_SEIZE
        "python3 -c \"import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(16, $VICTIM, 0, 0) != 0)\"",
        "python3 -c \"import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(0x4206, $VICTIM, 0, 0) != 0)\"",
        "python3 -c \"open('/proc/$VICTIM/mem', 'r+b')\"",
    ];
    for script in attempts {
        assert!(does(&[], script), "{script} has no effect without it");
        assert!(!does(&["--confine=require"], script), "{script}");
    }
    let supervisor = "kill -0 $PPID";
    assert!(does(&[], supervisor) && !does(&["--confine=require"], supervisor));
}

#[test]
fn its_own_processes_are_its_own() {
    let script = "sleep 60 & kill -TERM $!; wait $!; test $? = 143 && echo done";
    assert_eq!(Prison::new().confined(script).out, "done\n");
}

#[test]
fn sockets_of_helpers_outside_are_closed() {
    let prison = Prison::new();
    let runtime = prison.world.path("runtime");
    std::fs::create_dir_all(runtime.join("systemd")).unwrap();
    let paths = ["runtime/bus", "runtime/systemd/private", "runtime/docker.sock", "tmux/s"];
    std::fs::create_dir(prison.world.path("tmux")).unwrap();
    let own = prison.world.user;
    let listeners = paths.map(|path| UnixListener::bind(prison.world.path(path)).unwrap());
    for path in paths.iter().copied().chain(["runtime", "runtime/systemd", "tmux"]) {
        chown(prison.world.path(path), own, own).unwrap();
    }
    let connect = "import socket, os, sys
for path in sys.argv[1:]:
    try: socket.socket(socket.AF_UNIX).connect(os.environ['HOME'] + '/' + path); print('open', path)
    except OSError: print('closed', path)";
    let run = |options: &[&str]| {
        let mut command = prison.world.fusebox();
        command.env("XDG_RUNTIME_DIR", &runtime);
        command.env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}/bus", runtime.display()));
        command.env("TMUX", format!("{}/s,1,0", prison.world.path("tmux").display()));
        command.arg("run").args(options).args(["--", "python3", "-c", connect]).args(paths);
        prison.world.finish(&mut command, b"").out
    };
    let all = |word: &str| paths.map(|path| format!("{word} {path}\n")).concat();
    assert_eq!(run(&[]), all("open"));
    assert_eq!(run(&["--confine=require"]), all("closed"));
    drop(listeners);
}

#[test]
fn abstract_sockets_outside_are_closed() {
    use std::os::linux::net::SocketAddrExt;
    let name = format!("fusebox-test-{}", std::process::id());
    let address = std::os::unix::net::SocketAddr::from_abstract_name(&name).unwrap();
    let _listener = UnixListener::bind_addr(&address).unwrap();
    let script =
        format!("python3 -c \"import socket; socket.socket(socket.AF_UNIX).connect('\\0{name}')\"");
    assert!(does(&[], &script) && !does(&["--confine=require"], &script));
}

#[test]
fn sudo_does_not_work_inside_and_says_so() {
    let ran = Prison::new().confined("grep NoNewPrivs /proc/self/status");
    assert_eq!(ran.out, "NoNewPrivs:\t1\n");
}
