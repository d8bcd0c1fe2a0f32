//! Describes the machine that a benchmark runs on, without its name.

use std::fs::read_to_string;
use std::path::Path;
use std::process::Command;

/// Describes cores, processor, kernel, the file system of `dir`, compiler and load in one sentence.
pub(crate) fn describe_machine(dir: &Path) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kernel = read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let load = read_to_string("/proc/loadavg").unwrap_or_default();
    format!(
        "{cores} cores ({}), kernel {}, {}, {}; load {} at the start",
        processor().unwrap_or_else(|| "unknown processor".to_owned()),
        kernel.split('-').next().unwrap_or("?").trim(),
        disk(dir).unwrap_or_else(|| "unknown file system".to_owned()),
        compiler().unwrap_or_else(|| "unknown compiler".to_owned()),
        load.split(' ').next().unwrap_or("?"),
    )
}

fn processor() -> Option<String> {
    let info = read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1.trim().to_owned();
    let is_virtual = |line: &str| line.starts_with("flags") && line.contains("hypervisor");
    Some(if info.lines().any(is_virtual) { format!("{name}, virtual") } else { name })
}

/// The file system of `dir`, with the kind of its disk if the device's name shows it.
fn disk(dir: &Path) -> Option<String> {
    let dir = dir.canonicalize().ok()?;
    let mounts = read_to_string("/proc/self/mounts").ok()?;
    let mut best: Option<(usize, String)> = None;
    for line in mounts.lines() {
        let mut fields = line.split(' ');
        let (device, place, kind) = (fields.next()?, fields.next()?, fields.next()?);
        let deeper = best.as_ref().is_none_or(|(length, _)| place.len() >= *length);
        if dir.starts_with(place) && deeper {
            let on = match device.get(..7) {
                Some("/dev/vd") => " on a virtio disk",
                Some("/dev/nv") => " on NVMe",
                _ => "",
            };
            best = Some((place.len(), format!("{kind}{on}")));
        }
    }
    best.map(|(_, found)| found)
}

fn compiler() -> Option<String> {
    let told = Command::new("rustc").arg("--version").output().ok()?;
    let words = String::from_utf8(told.stdout).ok()?;
    Some(words.split(' ').take(2).collect::<Vec<_>>().join(" "))
}
