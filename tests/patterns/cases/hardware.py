"""Embedded work and hardware simulation: esptool, arduino-cli, PlatformIO, ESP-IDF, verilator, vvp, cocotb."""
from session import healthy, stuck


@healthy("principle:duration", "embedded", "Flash the eight sensor boards on the hub with the release image.", gap=9)
def flash_eight_boards(s):
    s.bash("ls /dev/ttyUSB*", "\n".join(f"/dev/ttyUSB{n}" for n in range(8)))
    for n in range(8):
        s.bash(f"esptool.py --port /dev/ttyUSB{n} --baud 460800 write_flash 0x10000 build/sensor.bin",
               "esptool.py v4.7.0\nSerial port /dev/ttyUSB{}\nConnecting....\nDetecting chip type... ESP32\nCompressed 812304 bytes to 501877...\nWrote 812304 bytes (501877 compressed) at 0x00010000 in 12.{} seconds (effective 526.{} kbit/s)...\nHash of data verified.\n\nLeaving...\nHard resetting via RTS pin...".format(n, n, 9 - n), ms=24_800 + 90 * n)
    s.bash("for n in 0 1 2 3 4 5 6 7; do ./tools/ask-version /dev/ttyUSB$n; done", "\n".join(["2.4.0"] * 8))


@healthy("principle:targets", "hdl", "The handshake breaks somewhere in the simulation log. Find where.", client="codex")
def page_through_a_simulation_log(s):
    s.bash("wc -l sim/run.log; grep -c ERROR sim/run.log", "2600 sim/run.log\n0")
    quiet = "\n".join(["[MON] valid=1 ready=1 data=0x00000000"] * 60)
    for first in range(1, 601, 60):
        s.look("sim/run.log", quiet, first, 60)
    s.look("sim/run.log", "[MON] valid=1 ready=1 data=0x00000000\n[MON] valid=1 ready=0 data=0x0000003f\n[MON] valid=0 ready=1 data=0x00000000", 601, 60)
    s.look("rtl/skid.v", "always @(posedge clk)\n  if (valid_i) data_q <= data_i;")
    s.edit("rtl/skid.v", "  if (valid_i) data_q <= data_i;", "  if (valid_i && ready_o) data_q <= data_i;")
    s.bash("make -C sim run 2>&1 | tail -1", "[MON] 4096 beats, 0 lost")


@healthy("principle:checks", "hdl", "Lint each module alone and list what verilator says.", codes=False)
def lint_each_module(s):
    modules = ["alu", "arbiter", "cache", "decoder", "dma", "fetch", "fifo", "regfile", "timer", "uart"]
    s.bash("ls rtl", "\n".join(f"{name}.v" for name in modules))
    for n, name in enumerate(modules):
        s.bash(f"verilator --lint-only -Wall rtl/{name}.v",
               f"%Warning-UNUSEDSIGNAL: rtl/{name}.v:9:16: Signal is not used: 'scan_en'\n    9 |   input  wire  scan_en,\n      |                ^~~~~~~\n%Error: Exiting due to 1 warning(s)", 1)
    s.write("docs/lint.md", "Every module has the unused input scan_en; it belongs to the scan chain and stays.\n")


@healthy("rule:R19", "embedded", "Compile the sketch for the Nano.", client="claude")
def arduino_cli_is_installed_first(s):
    s.look("blink/blink.ino", "void setup() { pinMode(13, OUTPUT); }\nvoid loop() {}")
    s.bash("arduino-cli compile -b arduino:avr:nano blink", "/bin/bash: line 1: arduino-cli: command not found", 127)
    s.bash("ls ~/bin /opt/arduino 2>&1", "ls: cannot access '/opt/arduino': No such file or directory\n/home/dev/bin:\nfzf", 2)
    s.bash("curl -fsSL https://raw.githubusercontent.com/arduino/arduino-cli/master/install.sh | BINDIR=~/bin sh", "Installing in /home/dev/bin\nDownloading https://downloads.arduino.cc/arduino-cli/arduino-cli_1.1.1_Linux_64bit.tar.gz\narduino-cli not found. You might want to add \"/home/dev/bin\" to your $PATH", ms=6000)
    s.bash("arduino-cli version", "/bin/bash: line 1: arduino-cli: command not found", 127)
    s.bash("~/bin/arduino-cli core update-index && ~/bin/arduino-cli core install arduino:avr", "Platform arduino:avr@1.8.6 installed", ms=31_000)
    s.bash("PATH=$PATH:~/bin arduino-cli compile -b arduino:avr:nano blink", "Sketch uses 924 bytes (3%) of program storage space. Maximum is 30720 bytes.", ms=5200)
    s.edit("blink/blink.ino", "void loop() {}", "void loop() {\n  digitalWrite(13, millis() / 500 % 2);\n}")
    s.bash("PATH=$PATH:~/bin arduino-cli compile -b arduino:avr:nano blink", "Sketch uses 1012 bytes (3%) of program storage space. Maximum is 30720 bytes.", ms=3100)


@healthy("rule:names", "hdl", "Run the random test of the FIFO with the first fourteen seeds.", client="codex", times="none")
def one_run_for_each_seed(s):
    s.bash("iverilog -g2012 -o build/fifo_tb rtl/fifo.v tb/fifo_tb.v", "")
    for seed in range(1, 15):
        s.bash(f"vvp build/fifo_tb +seed={seed}", "VCD info: dumpfile fifo.vcd opened for output.\nPASS: 10000 transactions, 0 mismatches\ntb/fifo_tb.v:88: $finish called at 1000000 (1ps)")
        s.say(f"Seed {seed} passes, on to the next one.")


@healthy("rule:A13", "embedded", "Bring up the display driver; the host tests describe what it has to do.")
def tests_pass_one_by_one(s):
    names = ["resets_pin_low", "sends_init_sequence", "sets_window", "fills_rect", "blits_row", "rotates", "sleeps", "wakes"]
    s.look("lib/display/display.cpp", "void Display::begin() {}\nvoid Display::window() {}\nvoid Display::fill() {}")
    for n, name in enumerate(names):
        s.bash("pio test -e native -f test_display | tail -4", f"test/test_display/test_main.cpp:{20 + 11 * n}: test_{name}: Expected 1 Was 0\t[FAILED]\n-----------------------\n8 Tests {8 - n} Failures 0 Ignored\nFAIL", ms=5200)
        s.edit("lib/display/display.cpp", f"// {name}: later", f"bus.command(0x{0x11 + n:02x});  // {name}")
    s.bash("pio test -e native -f test_display | tail -3", "-----------------------\n8 Tests 0 Failures 0 Ignored\nOK", ms=5200)


@stuck("principle:checks", "hdl", "Make the lint of arbiter.v pass.")
def the_same_lint_with_other_flags(s):
    found = "%Warning-WIDTHTRUNC: rtl/arbiter.v:41:14: Operator ASSIGNW expects 2 bits on the Assign RHS, but Assign RHS's SEL generates 3 bits.\n   41 |   assign gnt = req_q[2:0];\n      |              ^"
    end = "\n%Error: Exiting due to 1 warning(s)"
    s.stuck_here()
    for n, command in enumerate(["verilator --lint-only -Wall rtl/arbiter.v", "verilator --lint-only -Wall rtl/arbiter.v 2>&1 | head -20", "verilator -Wall --lint-only rtl/arbiter.v", "verilator --lint-only -Wall -Irtl rtl/arbiter.v",
                                 "verilator --lint-only -Wall --top-module arbiter rtl/arbiter.v", "verilator --lint-only -Wall rtl/arbiter.v 2>&1 | grep -A3 Warning", "verilator --lint-only -Wall --quiet rtl/arbiter.v",
                                 "verilator --lint-only -Wall --language 1800-2017 rtl/arbiter.v", "cd rtl && verilator --lint-only -Wall arbiter.v", "verilator --lint-only -Wall -sv rtl/arbiter.v", "verilator --lint-only -Wall ./rtl/arbiter.v; echo $?",
                                 "verilator --lint-only -Wall rtl/arbiter.v > /tmp/l.txt 2>&1; cat /tmp/l.txt"]):
        output = found if "grep" in command else found + end + ("\n1" if "echo" in command else "")
        s.bash(command, output.replace("rtl/", "") if "cd rtl" in command else output, 0 if "|" in command or ";" in command else 1)
        if n % 4 == 3:
            s.look("rtl/arbiter.v", "  assign gnt = req_q[2:0];", 41, 1)


@stuck("principle:targets", "hdl", "Which beat is the first that is lost?", client="codex", times="none")
def one_log_looked_at_in_many_ways(s):
    lines = "\n".join(["# loading work.top", "# run -all", "# ** Note: reset released", "# ** Error: beat lost", "#    Time: 4180 ns  Iteration: 1  Instance: /top/chk", "# ** Note: simulation halted"])
    s.bash("vsim -c -do 'run -all; quit' top > run.log 2>&1", "", 0)
    s.bash("cat run.log", lines)
    s.stuck_here()
    for command in ["cat run.log | head -20", "head -21 run.log", "sed -n '1,40p' run.log", "tail -n 30 run.log", "cat ./run.log", "less run.log | cat", "head -50 run.log", "sed -n '1,60p' run.log", "tail -n +1 run.log", "cat run.log | tail -25", "awk '{print}' run.log", "cat run.log 2>/dev/null", "sed -n '1,$p' run.log"]:
        s.bash(command, lines)


@stuck("rule:R8", "embedded", "Enable Bluetooth in the configuration and build.", times="at")
def the_same_lines_appended_again(s):
    block = "CONFIG_BT_ENABLED=y\nCONFIG_BT_NIMBLE_ENABLED=y\n"
    s.bash("idf.py build 2>&1 | tail -2", "fatal error: host/ble_hs.h: No such file or directory\nninja: build stopped: subcommand failed.", 2, ms=18_000)
    s.stuck_here()
    for n in range(10):
        s.edit("sdkconfig.defaults", "CONFIG_ESPTOOLPY_FLASHSIZE_4MB=y\n", "CONFIG_ESPTOOLPY_FLASHSIZE_4MB=y\n" + block)
        if n % 2:
            s.bash("idf.py build 2>&1 | tail -2", "fatal error: host/ble_hs.h: No such file or directory\nninja: build stopped: subcommand failed.", 2, ms=17_000 + 100 * n)


@stuck("rule:R8", "embedded", "The display shows noise. Find the right SPI mode.")
def between_two_settings(s):
    s.look("platformio.ini", "[env:esp32]\nboard = esp32dev\nbuild_flags = -DSPI_MODE=0")
    s.stuck_here()
    for n in range(7):
        old, new = (0, 3) if n % 2 == 0 else (3, 0)
        s.edit("platformio.ini", f"build_flags = -DSPI_MODE={old}", f"build_flags = -DSPI_MODE={new}")
        s.bash("pio test -e esp32 -f test_panel | tail -3", "test/test_panel/main.cpp:31:test_reads_id:FAIL: Expected 0x9341 Was 0x0000\n1 Tests 1 Failures 0 Ignored\nFAIL", 0, ms=31_000)


@stuck("rule:test_answer", "embedded", "test_crc fails on the target but I think the host is fine. Look into it.", client="codex")
def two_looks_and_the_same_test(s):
    s.bash("ls test src", "src:\ncrc.c\ncrc.h\n\ntest:\ntest_crc.c")
    s.stuck_here()
    for n in range(7):
        s.look("src/crc.c", "uint16_t crc16(const uint8_t *p, size_t n) {\n  uint16_t c = 0xffff;\n  while (n--) c = (c << 8) ^ table[(c >> 8) ^ *p++];\n  return c;\n}")
        s.look("test/test_crc.c", "void test_known_vector(void) {\n  TEST_ASSERT_EQUAL_HEX16(0x29b1, crc16((uint8_t *)\"123456789\", 9));\n}")
        s.bash("ceedling test:test_crc", f"--------------------\nFAILED TEST SUMMARY\n--------------------\n[test_crc.c]\n  Test: test_known_vector\n  At line (2): \"Expected 0x29B1 Was 0xE5CC\"\n\n--------------------\nOVERALL TEST SUMMARY\n--------------------\nTESTED:  1\nPASSED:  0\nFAILED:  1\nIGNORED: 0\n\nCeedling operations completed in 1.{20 + n} seconds", 1)


@stuck("principle:passing", "hdl", "Is the suite green?", codes=False)
def a_green_suite_for_ever(s):
    s.stuck_here()
    for n in range(26):
        s.bash("make -C tb regress", f"     -.--ns INFO     cocotb.regression  ** TESTS=18 PASS=18 FAIL=0 SKIP=0   {40210 + n}.00  {3 + n % 2}.1{n % 10}  ** ", ms=3200)
