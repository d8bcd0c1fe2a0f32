//! Sockets through which a command would have work done outside of its confinement.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::ProtectedPlaces;

/// The variables that say where such sockets are.
pub const SOCKET_VARIABLES: &[&str] = &[
    "DBUS_SESSION_BUS_ADDRESS",
    "DOCKER_HOST",
    "SCREENDIR",
    "TMUX",
    "TMUX_TMPDIR",
    "XDG_RUNTIME_DIR",
    "ZELLIJ_SOCKET_DIR",
];

/// Variables that a confined command does not have: they name what it cannot reach.
pub const REMOVED_VARIABLES: &[&str] = &["DBUS_SESSION_BUS_ADDRESS", "TMUX", "TMUX_PANE", "STY"];

/// Sockets of container engines, whose users can do everything.
const ENGINES: &[&str] = &[
    "/run/docker.sock",
    "/run/podman/podman.sock",
    "/run/containerd/containerd.sock",
    "/run/crio/crio.sock",
    "/run/buildkit/buildkitd.sock",
    "/var/lib/lxd/unix.socket",
    "/var/lib/incus/unix.socket",
    "/var/snap/lxd/common/lxd/unix.socket",
];

/// The same below the runtime folder of a user, with the user's session bus.
const OF_RUNTIME: &[&str] = &[
    "bus",
    "docker.sock",
    "podman/podman.sock",
    "containerd/containerd.sock",
    "buildkit/buildkitd.sock",
];

/// Folders below the runtime folder: the service manager and terminal multiplexers.
const RUNTIME_FOLDERS: &[&str] = &["systemd", "zellij", "dbus-1", "dtach", "abduco"];

/// The same below a home.
const OF_HOME: &[&str] = &[".docker/run/docker.sock", ".docker/desktop/docker.sock"];

/// What the environment says about sockets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SocketVariables(pub Vec<(&'static str, String)>);

impl SocketVariables {
    /// Adds the sockets to what is protected.
    pub fn add_to(&self, places: &mut ProtectedPlaces, home: Option<&Path>) {
        let user = rustix::process::getuid().as_raw();
        let runtime = self.path("XDG_RUNTIME_DIR");
        let runtime = runtime.unwrap_or_else(|| PathBuf::from(format!("/run/user/{user}")));
        let hidden = &mut places.hidden;
        hidden.extend(ENGINES.iter().map(PathBuf::from));
        hidden.extend(OF_RUNTIME.iter().map(|name| runtime.join(name)));
        hidden.extend(home.iter().flat_map(|home| OF_HOME.iter().map(|name| home.join(name))));
        hidden.extend(self.bus_paths());
        let engine = self.value("DOCKER_HOST").and_then(|host| host.strip_prefix("unix://"));
        hidden.extend(engine.map(PathBuf::from));
        let emptied = &mut places.emptied;
        emptied.extend(RUNTIME_FOLDERS.iter().map(|name| runtime.join(name)));
        let temporary = self.path("TMUX_TMPDIR").unwrap_or_else(|| PathBuf::from("/tmp"));
        for folder in [temporary.as_path(), Path::new("/tmp")] {
            emptied.extend(["tmux", "zellij"].map(|name| folder.join(format!("{name}-{user}"))));
        }
        let multiplexer = self.value("TMUX").and_then(|value| value.split(',').next());
        emptied.extend(multiplexer.and_then(|socket| Some(Path::new(socket).parent()?.to_owned())));
        emptied
            .extend(["SCREENDIR", "ZELLIJ_SOCKET_DIR"].iter().filter_map(|name| self.path(name)));
        emptied.extend(home.map(|home| home.join(".screen")));
        for folder in ["/run/screen", "/tmp/screens", "/tmp/uscreens"] {
            emptied.extend(folders_of(user, Path::new(folder)));
        }
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        self.value(name).map(PathBuf::from).filter(|path| path.is_absolute())
    }

    /// The sockets in the address of the session bus: `unix:path=A,guid=B;unix:path=C`.
    fn bus_paths(&self) -> impl Iterator<Item = PathBuf> {
        let address = self.value("DBUS_SESSION_BUS_ADDRESS").unwrap_or_default();
        let parts = address.split(';').flat_map(|one| one.trim_start_matches("unix:").split(','));
        parts.filter_map(|part| part.strip_prefix("path=")).map(PathBuf::from)
    }
}

/// The folders in `parent` that belong to this user.
fn folders_of(user: u32, parent: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let is_own =
        |path: &PathBuf| fs::metadata(path).is_ok_and(|it| it.is_dir() && it.uid() == user);
    entries.map(|entry| entry.path()).filter(is_own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_where_the_environment_says() {
        let given = [
            ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/b/us,guid=1;unix:abstract=x;unix:path=/c"),
            ("DOCKER_HOST", "unix:///d/ocker.sock"),
            ("TMUX", "/t/mux-1/default,23,0"),
            ("XDG_RUNTIME_DIR", "/r"),
        ];
        let variables = SocketVariables(given.map(|(k, v)| (k, v.to_owned())).to_vec());
        let mut places = ProtectedPlaces::default();
        variables.add_to(&mut places, Some(Path::new("/h")));
        let hidden = ["/b/us", "/c", "/d/ocker.sock", "/r/bus", "/run/docker.sock"];
        for path in hidden.iter().chain(&["/h/.docker/run/docker.sock"]) {
            assert!(places.hidden.contains(&PathBuf::from(path)), "{path}");
        }
        for path in ["/t/mux-1", "/r/systemd", "/h/.screen"] {
            assert!(places.emptied.contains(&PathBuf::from(path)), "{path}");
        }
    }
}
