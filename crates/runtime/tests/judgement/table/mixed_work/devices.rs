//! Telephones, boards and games.

use super::super::call::{edit, laps, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("permissions that are granted", ["CAMERA", "RECORD_AUDIO", "READ_CONTACTS", "CALL_PHONE", "READ_SMS", "BODY_SENSORS", "READ_CALENDAR", "ACCESS_FINE_LOCATION", "BLUETOOTH_SCAN", "POST_NOTIFICATIONS", "READ_MEDIA_IMAGES", "ACTIVITY_RECOGNITION"]
            .map(|name| shell(format!("adb shell pm grant com.acme.shop android.permission.{name}"), "", 0)).to_vec()),
        healthy("taps on a screen, each with a picture", (1..=10).flat_map(|n| [
            shell(format!("adb shell input tap {} {}", 100 + 40 * n, 300 + 90 * n), "", 0),
            shell(format!("adb exec-out screencap -p > shots/{n:02}.png"), "", 0),
        ]).collect()),
        healthy("simulators that are started", count(12, |n| shell(format!("xcrun simctl boot 6F1C0D3A-0000-4A2B-9D00-0000000000{n:02}"), "", 0))),
        healthy("boards of one batch that are flashed", count(12, |n| shell(format!("west flash --snr 6832910{n:02}"), "-- west flash: rebuilding\nninja: no work to do.\n-- west flash: using runner nrfjprog\n-- runners.nrfjprog: Flashing file: build/zephyr/zephyr.hex\n[ #################### ]   4.012s | Verify file - Done verifying", 0))),
        healthy("registers of a chip, all zero", count(16, |n| shell(format!("i2cget -y 1 0x48 0x{n:02x}"), "0x00", 0))),
        healthy("memory that is dumped, page by page", count(16, |n| shell(format!("openocd -f board.cfg -c 'init; halt; mdw 0x{:08x} 4; exit'", 0x2000_0000 + 16 * n), "00000000 00000000 00000000 00000000", 0))),
        healthy("scenes that are tested", each(|name| shell(format!("godot --headless -s addons/gut/gut_cmdln.gd -gtest=res://tests/test_{name}.gd -gexit"), "Totals\n------\nScripts: 1\nPassing tests: 3\nAll tests passed!", 0))),
        healthy("maps that are cooked", each(|name| shell(format!("./Engine/Build/BatchFiles/RunUAT.sh BuildCookRun -project=Shop.uproject -map={name} -cook"), "BUILD SUCCESSFUL\nAutomationTool exiting with ExitCode=0 (Success)", 0))),
        healthy("a module of a game whose error goes down line by line", laps(14, |n| [
            edit("Source/Cart.cpp", format!("Get{n}()"), format!("Fetch{n}()")),
            shell("./Engine/Build/BatchFiles/Linux/Build.sh ShopEditor Linux Development", format!("Source/Cart.cpp:{}:9: error: use of undeclared identifier 'Actor'\n1 error generated.", 40 + n), 6),
        ])),
        healthy("packages of an app that do not resolve, one after the other", each(|name| shell("flutter pub get", format!("Because shop depends on {name} ^2.0.0 which doesn't match any versions, version solving failed."), 65)).into_iter().zip(0..).flat_map(|(run, n)| [run, edit("pubspec.yaml", format!("pin {n}"), format!("pin {}", n + 1))]).collect()),
        healthy("languages of an app that are put into the store", ["de", "fr", "it", "es", "nl", "pl", "cs", "sv", "da", "fi", "pt", "ro"]
            .map(|language| shell(format!("fastlane deliver --languages {language} --skip_binary_upload true --force"), "[12:04:11]: Successfully uploaded set of metadata\nfastlane.tools finished successfully 🎉", 0)).to_vec()),
        nudged_at_most("words that a log of a device does not hold", each(|name| shell(format!("adb logcat -d | grep -i {name}"), "", 1))),
        stuck("an app without a profile, with other flags", in_turn(12, &["xcodebuild -scheme Shop archive", "xcodebuild -scheme Shop -configuration Release archive", "xcodebuild -workspace Shop.xcworkspace -scheme Shop archive", "xcodebuild -scheme Shop -allowProvisioningUpdates archive", "fastlane gym"], "error: No profiles for 'com.acme.shop' were found: Xcode couldn't find any iOS App Development provisioning profiles matching 'com.acme.shop'. (in target 'Shop' from project 'Shop')\n** ARCHIVE FAILED **", 65)).refused(),
        stuck("packages of an app that never resolve, edit after edit", laps(9, |n| [
            edit("pubspec.yaml", format!("intl: 0.{}.0", 17 + n), format!("intl: 0.{}.0", 18 + n)),
            shell("flutter pub get", "Because shop depends on flutter_localizations from sdk which depends on intl 0.19.0, version solving failed.", 65),
        ])),
        stuck("a chip that does not answer at any speed", [115_200, 921_600, 460_800, 230_400, 74_880, 57_600, 38_400, 19_200, 9_600, 1_500_000]
            .map(|baud| shell(format!("esptool.py --port /dev/ttyUSB0 --baud {baud} flash_id"), "esptool.py v4.7.0\nSerial port /dev/ttyUSB0\nConnecting......................................\n\nA fatal error occurred: Failed to connect to Espressif device: No serial data received.", 2)).to_vec()).refused(),
        stuck("adapters that are not plugged in", ["cmsis-dap", "stlink", "jlink", "ftdi/olimex", "picoprobe", "xds110", "ulink", "buspirate", "altera-usb-blaster", "esp_usb_jtag", "kitprog", "nulink"]
            .map(|name| shell(format!("openocd -f interface/{name}.cfg -f target/stm32f4x.cfg"), "Open On-Chip Debugger 0.12.0\nError: unable to find a matching debug adapter", 1)).to_vec()).refused(),
        stuck("a bus that stays empty, driver after driver", laps(10, |n| [
            shell(format!("sudo modprobe {}", ["i2c-dev", "i2c-bcm2835"][n % 2]), "", 0),
            shell("i2cdetect -y 1", "     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f\n00:                         -- -- -- -- -- -- -- --\n10: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --", 0),
        ])),
        stuck("a script of a game that ends alike after each edit", laps(8, |n| [
            edit("cart.gd", format!("var total = {n}"), format!("var total = {}", n + 1)),
            shell("godot --headless --quit-after 10", "SCRIPT ERROR: Invalid get index 'price' (on base: 'Nil').\n          at: _ready (res://cart.gd:12)", 1),
        ])),
        stuck("an emulator that does not come up, asked at once", in_turn(40, &["adb devices", "adb devices -l"], "List of devices attached", 0)),
    ]
}
