"""Mobile builds and package managers: xcodebuild, Gradle for Android, Flutter, adb, CocoaPods, pub."""
from session import healthy, stuck

XCODE = "xcodebuild test -project Tram.xcodeproj -scheme Tram -destination 'platform=iOS Simulator,name=iPhone 16'"


@healthy("rule:test_answer", "ios", "Twelve tests of the timetable fail since the time zone change. Repair them.", client="claude")
def failures_shrink_under_tail(s):
    s.look("Tram/Timetable.swift", "struct Timetable {\n  let calendar = Calendar.current\n  func next(after date: Date) -> Departure? { nil }\n}")
    left = [12, 11, 9, 8, 6, 5, 4, 2, 1, 0]
    for n, failures in enumerate(left):
        verdict = "** TEST FAILED **" if failures else "** TEST SUCCEEDED **"
        s.bash(f"{XCODE} 2>&1 | tail -6",
               "Test Suite 'TramTests.xctest' {} at 2026-11-20 10:{:02}:11.402.\n\t Executed 64 tests, with {} failure{} (0 unexpected) in 3.{} (3.{}) seconds\n\n{}".format(
                   "failed" if failures else "passed", 4 + 2 * n, failures, "" if failures == 1 else "s", 118 + n, 140 + n, verdict), ms=41_000)
        if failures:
            s.edit("Tram/Timetable.swift", f"    let step{n} = calendar.startOfDay(for: date)", f"    let step{n} = zoned.startOfDay(for: date)")


@healthy("principle:waiting", "android", "Start the emulator and run the instrumented smoke test.")
def emulator_boots(s):
    s.bash("emulator -list-avds", "pixel_8_api_34")
    s.bash("nohup emulator -avd pixel_8_api_34 -no-window -no-audio > /tmp/emulator.log 2>&1 &", "")
    s.bash("adb wait-for-device", "", ms=11_000)
    for _ in range(9):
        s.bash("sleep 5; adb shell getprop sys.boot_completed", "", ms=5080, gap=2)
    s.bash("sleep 5; adb shell getprop sys.boot_completed", "1", ms=5080, gap=2)
    s.bash("./gradlew connectedDebugAndroidTest -Pandroid.testInstrumentationRunnerArguments.class=org.tram.SmokeTest",
           "> Task :app:connectedDebugAndroidTest\nStarting 3 tests on pixel_8_api_34(AVD) - 14\nFinished 3 tests on pixel_8_api_34(AVD) - 14\n\nBUILD SUCCESSFUL in 1m 12s", ms=72_000)


@healthy("principle:passing", "flutter", "The golden test failed once on the build server. Run it twelve times here to see whether it is flaky.", codes=False)
def golden_test_twelve_times(s):
    s.look("test/golden/badge_test.dart", "void main() {\n  testWidgets('badge', (t) async {\n    await expectLater(find.byType(Badge), matchesGoldenFile('badge.png'));\n  });\n}")
    for n in range(12):
        s.bash("flutter test test/golden/badge_test.dart", f"00:0{2 + n % 2} +1: All tests passed!", ms=4100 + 90 * n)
    s.say("Twelve passes here; the failure on the server is not from chance on this machine.")


@healthy("rule:A13", "ios", "The package does not build with the new compiler; make it build.", client="claude")
def one_compiler_error_after_the_other(s):
    for n, (file, message, old, new) in enumerate([
        ("Sources/Net/Client.swift", "main actor-isolated property 'token' can not be mutated from a nonisolated context", "func refresh()", "@MainActor func refresh()"),
        ("Sources/Net/Cache.swift", "static property 'shared' is not concurrency-safe because it is nonisolated global shared mutable state", "static var shared", "static let shared"),
        ("Sources/Model/Stop.swift", "type 'Stop' does not conform to the 'Sendable' protocol", "struct Stop:", "struct Stop: Sendable,"),
        ("Sources/Model/Line.swift", "type 'Line' does not conform to the 'Sendable' protocol", "struct Line:", "struct Line: Sendable,"),
        ("Sources/Model/Route.swift", "type 'Route' does not conform to the 'Sendable' protocol", "struct Route:", "struct Route: Sendable,"),
        ("Sources/UI/Map.swift", "sending 'annotations' risks causing data races", "let annotations", "nonisolated let annotations"),
    ]):
        s.bash("swift build 2>&1 | grep -E 'error:|Compiling|Build complete' | tail -3", f"/home/dev/ios/{file}:{20 + 7 * n}:9: error: {message}", ms=23_000)
        s.look(file, f"{old} {{}}", 20 + 7 * n, 1)
        s.edit(file, old, new)
    s.bash("swift build 2>&1 | grep -E 'error:|Compiling|Build complete' | tail -3", "Build complete! (31.22s)", ms=31_000)


@healthy("principle:targets", "flutter", "Run `flutter pub get` in every package of the workspace after the SDK bump.", client="codex", times="none")
def dependencies_package_by_package(s):
    packages = ["core", "design", "auth", "maps", "tickets", "payments", "push", "settings", "analytics", "offline", "onboarding"]
    s.bash("ls packages", "\n".join(packages))
    for package in packages:
        s.bash(f"cd packages/{package} && flutter pub get", "Resolving dependencies...\nDownloading packages...\nGot dependencies!\n3 packages have newer versions incompatible with dependency constraints.\nTry `flutter pub outdated` for more information.")
    s.bash("flutter analyze", "Analyzing tram...\nNo issues found! (ran in 14.2s)")


@stuck("principle:same_error", "ios", "Build the app for the simulator.", client="claude", times="none")
def licence_not_agreed(s):
    no = "You have not agreed to the Xcode license agreements. Please run 'sudo xcodebuild -license' from within a Terminal window to review and agree to the Xcode and Apple SDKs license."
    s.stuck_here()
    for command in ["xcodebuild -scheme Tram build", "xcrun simctl list devices", "swift build", "git status", "xcodebuild -version", "xcrun --find swiftc",
                    "xcodebuild -workspace Tram.xcworkspace -scheme Tram -sdk iphonesimulator build", "clang --version", "xcrun swift build", "make build", "xcodebuild -list", "pod install"]:
        s.bash(command, no, 69)


@stuck("rule:A13", "ios", "testNextDepartureAtMidnight fails. Repair it.", client="claude")
def one_test_after_eight_fixes(s):
    test = f"{XCODE} -only-testing:TramTests/TimetableTests/testNextDepartureAtMidnight 2>&1 | tail -8"
    fixes = ["calendar.startOfDay(for: date)", "calendar.date(byAdding: .day, value: 1, to: date)!", "date.addingTimeInterval(86_400)", "calendar.nextDate(after: date, matching: parts, matchingPolicy: .strict)!",
             "calendar.nextDate(after: date, matching: parts, matchingPolicy: .nextTime)!", "Calendar(identifier: .iso8601).startOfDay(for: date)", "DateInterval(start: date, duration: 86_400).end", "calendar.dateInterval(of: .day, for: date)!.end"]
    s.look("TramTests/TimetableTests.swift", "func testNextDepartureAtMidnight() {\n  XCTAssertEqual(table.next(after: midnight)?.minutes, 5)\n}")
    present = "calendar.startOfDay(for: Date())"
    for n, fix in enumerate([*fixes, None]):
        if n == 3:
            s.stuck_here()
        s.bash(test, f"TimetableTests.swift:88: error: -[TramTests.TimetableTests testNextDepartureAtMidnight] : XCTAssertEqual failed: (\"Optional(1445)\") is not equal to (\"Optional(5)\")\n"
               f"Test Case '-[TramTests.TimetableTests testNextDepartureAtMidnight]' failed (0.0{n + 3} seconds).\n\t Executed 1 test, with 1 failure (0 unexpected) in 0.0{n + 3} (0.0{n + 5}) seconds\n** TEST FAILED **", ms=38_000)
        if fix:
            s.look("Tram/Timetable.swift", f"    let day = {present}", 30, 1)
            s.edit("Tram/Timetable.swift", f"let day = {present}", f"let day = {fix}")
            present = fix


@stuck("rule:R19", "android", "Assemble the debug build.", client="claude")
def java_home_is_not_set(s):
    no = "ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH.\n\nPlease set the JAVA_HOME variable in your environment to match the\nlocation of your Java installation."
    s.bash("ls", "app\nbuild.gradle.kts\ngradle\ngradlew\nsettings.gradle.kts")
    s.stuck_here()
    s.bash("./gradlew assembleDebug", no, 1)
    s.look("gradle.properties", "org.gradle.jvmargs=-Xmx2g\nandroid.useAndroidX=true")
    s.edit("gradle.properties", "org.gradle.jvmargs=-Xmx2g", "org.gradle.jvmargs=-Xmx3g")
    s.bash("./gradlew assembleDebug --stacktrace", no, 1)
    s.bash("./gradlew :app:assembleDebug --no-daemon", no, 1)
    s.edit("gradle.properties", "android.useAndroidX=true", "android.useAndroidX=true\norg.gradle.daemon=false")
    s.bash("sh gradlew assembleDebug", no, 1)
    s.look("app/build.gradle.kts", "android { compileSdk = 34 }")
    s.edit("app/build.gradle.kts", "compileSdk = 34", "compileSdk = 35")
    s.bash("./gradlew build", no, 1)
    s.bash("./gradlew tasks", no, 1)
    s.bash("./gradlew assembleDebug --info 2>&1 | tail -5", no)
    s.edit("gradle.properties", "org.gradle.daemon=false", "org.gradle.daemon=true")
    s.bash("./gradlew clean assembleDebug", no, 1)


@stuck("principle:duration", "flutter", "Get the release build through.")
def a_slow_build_fails_alike(s):
    s.look("android/app/build.gradle", "signingConfigs { release { storeFile file(keystoreProperties['storeFile']) } }")
    s.stuck_here()
    for n in range(13):
        s.bash("flutter build apk --release", "Running Gradle task 'assembleRelease'...\n\nFAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/home/dev/flutter/android/app/build.gradle' line: 31\n\n"
               "* What went wrong:\nA problem occurred evaluating project ':app'.\n> path may not be null or empty string. path='null'\n\nBUILD FAILED in {}s\nRunning Gradle task 'assembleRelease'...  {},{}s\nGradle task assembleRelease failed with exit code 1".format(38 + n % 4, 39 + n % 4, n % 10),
               1, ms=39_400 + 311 * (n % 5))


@stuck("rule:test_answer", "android", "Why does FareTest fail?", client="claude")
def one_failing_test_piped_in_many_ways(s):
    s.look("app/src/main/java/org/tram/Fare.kt", "fun fare(zones: Int) = 180 + 60 * zones")
    head = "> Task :app:testDebugUnitTest FAILED\n\norg.tram.FareTest > returnTicketIsDiscounted FAILED\n    org.junit.ComparisonFailure at FareTest.kt:41\n\n12 tests completed, 1 failed\n"
    tail = "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:testDebugUnitTest'.\n> There were failing tests. See the report at: file:///home/dev/android/app/build/reports/tests/testDebugUnitTest/index.html\n\nBUILD FAILED in 9s"
    s.stuck_here()
    run = "./gradlew testDebugUnitTest"
    for command, output, rc in [
        (run, head + tail, 1), (f"{run} 2>&1 | tail -5", tail[-140:], 0), (f"{run} 2>&1 | grep FAILED", "> Task :app:testDebugUnitTest FAILED\norg.tram.FareTest > returnTicketIsDiscounted FAILED\nBUILD FAILED in 9s", 0),
        (f"{run} --tests org.tram.FareTest", head.replace("12 tests", "3 tests") + tail, 1), (f"{run} || true", head + tail, 0), (f"{run} 2>&1 | head -40", head + tail, 0),
        (f"{run} --info 2>&1 | grep -A3 FareTest", "org.tram.FareTest > returnTicketIsDiscounted FAILED\n    org.junit.ComparisonFailure: expected:<[4]20> but was:<[3]00>\n        at org.tram.FareTest.returnTicketIsDiscounted(FareTest.kt:41)", 0),
        (f"{run} -q", "org.tram.FareTest > returnTicketIsDiscounted FAILED\n    org.junit.ComparisonFailure at FareTest.kt:41\n\n12 tests completed, 1 failed", 1), (f"{run} --rerun-tasks 2>&1 | tail -12", tail, 0),
        (f"{run} --continue", head + tail, 1), (f"{run} --console=plain", head + tail, 1), (f"{run} 2>&1 | grep -B1 -A4 'FAILED$'", head, 0), (f"{run} > /tmp/t.log 2>&1; tail -20 /tmp/t.log", tail, 0),
        (f"{run} --no-build-cache 2>&1 | tail -30", head + tail, 0), (f"{run} 2>&1 | sed -n '1,12p'", head, 0), (f"{run}; echo done", head + tail + "\ndone", 0)]:
        s.bash(command, output, rc, ms=9600)


@stuck("principle:same_error", "android", "Put the debug build on the phone at the desk.", client="codex", times="none")
def phone_does_not_authorise(s):
    no = "adb: failed to install app/build/outputs/apk/debug/app-debug.apk: \nadb: device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set\nTry 'adb kill-server' if that seems wrong.\nOtherwise check for a confirmation dialog on your device."
    said = no.split("\n", 1)[1].replace("adb: ", "error: ", 1)
    s.bash("ls app/build/outputs/apk/debug", "app-debug.apk\noutput-metadata.json")
    s.stuck_here()
    for command in ["adb install -r app/build/outputs/apk/debug/app-debug.apk", "adb install app/build/outputs/apk/debug/app-debug.apk", "adb shell pm list packages", "adb -d install -r app/build/outputs/apk/debug/app-debug.apk",
                    "adb push app/build/outputs/apk/debug/app-debug.apk /sdcard/", "adb shell getprop ro.product.model", "adb install -r -t app/build/outputs/apk/debug/app-debug.apk", "adb -s 21091FDF6004XK shell id",
                    "adb logcat -d | tail -5", "adb install -g app/build/outputs/apk/debug/app-debug.apk", "adb shell settings get global adb_enabled", "adb install --no-streaming app/build/outputs/apk/debug/app-debug.apk"]:
        s.bash(command, no if " install" in command else said, 1)
