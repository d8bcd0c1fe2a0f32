//! User and mount namespaces, in which one may mount, and then no longer unmount.

use std::fs;
use std::io;
use std::os::fd::AsRawFd as _;
use std::path::Path;

use rustix::fs::{Mode, OFlags, StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind, mount_bind_recursive, mount_change,
    mount_remount,
};
use rustix::process::{getgid, getuid};
use rustix::thread::{CapabilitySet, UnshareFlags, remove_capability_from_bounding_set};

use super::plan::{ConfinementPlan, MountKind, PlannedMount};

/// Moves this process to namespaces in which the mounts of the plan are there for good.
///
/// The mounts are made in a first pair of namespaces. The second pair belongs to another user namespace:
/// the kernel locks what it inherits, and no process is left in the first.
pub(super) fn enter(plan: &ConfinementPlan) -> Result<(), String> {
    unshare_as_same_user().map_err(|error| format!("no user namespace: {error}"))?;
    // Mounts of the machine still arrive here; ours do not leave.
    mount_change("/", MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC)
        .map_err(|error| format!("no mount namespace: {error}"))?;
    for planned in &plan.mounts {
        make(planned).map_err(|error| format!("{}: {error}", planned.path.display()))?;
    }
    if let Some(folder) = plan.link_folder.as_ref().filter(|_| !plan.links.is_empty()) {
        for link in &plan.links {
            hold_link(link, folder).map_err(|error| format!("{}: {error}", link.display()))?;
        }
        mount_empty(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    unshare_as_same_user().map_err(|error| format!("no second user namespace: {error}"))?;
    // For root, who would get the rights over these mounts back with the next program.
    remove_capability_from_bounding_set(CapabilitySet::SYS_ADMIN)
        .map_err(|error| format!("CAP_SYS_ADMIN cannot be given up: {error}"))?;
    // The old working directory lies below the mounts, and would lead around them.
    rustix::process::chdir(&plan.dir).map_err(|error| format!("{}: {error}", plan.dir.display()))
}

/// Enters new user and mount namespaces in which this user and group are themselves.
fn unshare_as_same_user() -> io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    #[expect(
        deprecated,
        reason = "the safe form; it is unsafe only for FILES, which is not passed"
    )]
    rustix::thread::unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWNS)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

fn make(PlannedMount { path, kind }: &PlannedMount) -> io::Result<()> {
    match kind {
        MountKind::Pin => mount_bind_recursive(path, path)?,
        MountKind::ReadOnly => {
            mount_bind_recursive(path, path)?;
            let flags = MountFlags::BIND | MountFlags::RDONLY | kept_flags(path)?;
            mount_remount(path, flags, "")?;
        }
        MountKind::Hidden => mount_bind("/dev/null", path)?,
        MountKind::Empty => mount_empty(path)?,
    }
    Ok(())
}

fn mount_empty(path: &Path) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", path, "tmpfs", flags, Some(c"mode=0700,size=64m"))?)
}

/// Keeps a link from being removed or replaced, at whatever path. The kernel refuses this for a name on
/// which anything is mounted in the namespace, also where the mount is at another path of the same folder: the
/// link itself is seen and followed as before.
fn hold_link(link: &Path, folder: &Path) -> io::Result<()> {
    let (Some(above), Some(name)) = (link.parent(), link.file_name()) else { return Ok(()) };
    mount_bind(above, folder)?;
    let flags = MountFlags::BIND | MountFlags::RDONLY | kept_flags(folder)?;
    mount_remount(folder, flags, "")?;
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let descriptor = rustix::fs::open(folder.join(name), flags, Mode::empty())?;
    Ok(mount_bind("/dev/null", format!("/proc/self/fd/{}", descriptor.as_raw_fd()))?)
}

/// The flags of the mount that a remount must not drop.
fn kept_flags(path: &Path) -> io::Result<MountFlags> {
    let found = statvfs(path)?.f_flag;
    let all = [
        (StatVfsMountFlags::NOSUID, MountFlags::NOSUID),
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];
    let kept = all.into_iter().filter(|(flag, _)| found.contains(*flag));
    Ok(kept.fold(MountFlags::empty(), |flags, (_, flag)| flags | flag))
}
