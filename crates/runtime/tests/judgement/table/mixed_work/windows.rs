//! Windows and PowerShell.

use super::super::call::{edit, laps, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let ps = |command: &str, output: &str, code: i32| {
        shell(format!("pwsh -NoProfile -Command \"{command}\""), output, code)
    };
    vec![
        healthy("keys of a registry with one value", each(|name| shell(format!("reg query HKLM\\SOFTWARE\\Acme\\{name} /v Enabled"), "    Enabled    REG_DWORD    0x1", 0))),
        healthy("rules of a firewall that are added", count(12, |n| shell(format!("netsh advfirewall firewall add rule name=shop{n} dir=in action=allow protocol=TCP localport={}", 8000 + n), "Ok.", 0))),
        healthy("files whose rights are set", each(|name| shell(format!("icacls C:\\Shop\\{name}.ini /grant Users:R"), "Successfully processed 1 files; Failed processing 0 files", 0))),
        healthy("folders that are mirrored, with a status of one", each(|name| shell(format!("robocopy src\\{name} D:\\backup\\{name} /MIR /NJH /NP"), "               Total    Copied   Skipped  Mismatch    FAILED    Extras\n    Dirs :         1         1         0         0         0         0\n   Files :         4         4         0         0         0         0", 1))),
        healthy("features that are switched on", each(|name| shell(format!("dism /online /enable-feature /featurename:Shop-{name} /norestart"), "The operation completed successfully.", 0))),
        healthy("programs that are installed", each(|name| shell(format!("winget install -e --id Acme.{name} --silent"), "Successfully verified installer hash\nStarting package install...\nSuccessfully installed", 0))),
        healthy("logs of events, all quiet", each(|name| ps(&format!("(Get-WinEvent -LogName Acme-{name} -MaxEvents 50 | Where-Object Level -eq 2).Count"), "0", 0))),
        healthy("a script of PowerShell whose error moves on", laps(10, |n| [
            edit("deploy.ps1", format!("${n} ="), format!("$x{n} =")),
            shell("pwsh -File deploy.ps1", format!("deploy.ps1:{}\nLine |\n  {} |  $cart.Total()\n     | You cannot call a method on a null-valued expression.", 12 + n, 12 + n), 1),
        ])),
        nudged_at_most("ports that do not answer", count(12, |n| ps(&format!("(Test-NetConnection shop-01 -Port {}).TcpTestSucceeded", 8000 + n), "False", 0))),
        stuck("programs that nobody may install", each(|name| shell(format!("winget install -e --id Acme.{name}"), "Found package\nAn unexpected error occurred while executing the command:\n0x80070005 : Access is denied.", 5))).refused(),
        stuck("scripts that are not allowed to run", each(|name| shell(format!("powershell .\\scripts\\{name}.ps1"), format!(".\\scripts\\{name}.ps1 : File C:\\Shop\\scripts\\{name}.ps1 cannot be loaded because running scripts is disabled on this system. For more information, see about_Execution_Policies at https:/go.microsoft.com/fwlink/?LinkID=135170.\n    + CategoryInfo          : SecurityError: (:) [], PSSecurityException"), 1))).refused(),
        stuck("one file, shown in many ways", in_turn(12, &["pwsh -Command \"Get-Content config.ini\"", "pwsh -Command \"gc config.ini\"", "cmd /c type config.ini", "pwsh -Command \"cat config.ini\"", "more config.ini", "pwsh -Command \"Get-Content -Raw config.ini\""], "[shop]\nurl=http://localhost\nmode=off", 0)).refused(),
        stuck("a solution that fails alike, with other flags", in_turn(12, &["msbuild Shop.sln", "msbuild Shop.sln /t:Rebuild", "msbuild Shop.sln /p:Configuration=Release", "msbuild Shop.sln /v:diag", "dotnet build Shop.sln", "devenv Shop.sln /Build"], "C:\\Shop\\Shop.csproj(41,5): error MSB3073: The command \"copy out.dll Z:\\\" exited with code 1.\n    1 Error(s)", 1)).refused(),
        stuck("a service that does not start, tried round and round", laps(6, |_| [
            shell("net start shopd", "The shopd service is starting.\nThe shopd service could not be started.", 2),
            shell("sc query shopd", "        STATE              : 1  STOPPED", 0),
            shell("sc config shopd start= auto", "[SC] ChangeServiceConfig SUCCESS", 0),
        ])),
    ]
}
