"""Tasks of a terminal benchmark: hashes, old sources, corrupt databases, regular expressions, small models, guests in qemu, emulators, onions of archives, warriors, lost commits, puzzles."""
from session import healthy, stuck


@healthy("work:crack", "secrets-7z", "There is /app/secrets.7z with a password. Find it and write the word inside secret_file.txt to /app/solution.txt.", client="plain")
def a_seven_zip_opened_by_growing_masks(s):
    s.bash("ls -la /app; file /app/secrets.7z", "total 16\ndrwxr-xr-x 1 root root 4096 Nov 11 08:02 .\ndrwxr-xr-x 1 root root 4096 Nov 11 08:02 ..\n-rw-r--r-- 1 root root  213 Nov 11 08:01 secrets.7z\n/app/secrets.7z: 7-zip archive data, version 0.4")
    s.bash("7z2john.pl /app/secrets.7z > /tmp/h", "bash: line 1: 7z2john.pl: command not found", 127)
    s.bash("find / -name '7z2john*' 2>/dev/null", "/opt/john/run/7z2john.pl")
    s.bash("/opt/john/run/7z2john.pl /app/secrets.7z > /tmp/h", "Can't locate Compress/Raw/Lzma.pm in @INC (you may need to install the Compress::Raw::Lzma module) (@INC entries checked: /etc/perl /usr/local/lib/x86_64-linux-gnu/perl/5.38.2) at /opt/john/run/7z2john.pl line 6.", 2)
    s.bash("apt-get install -y libcompress-raw-lzma-perl 2>&1 | tail -2", "Setting up libcompress-raw-lzma-perl (2.209-1build2) ...\nProcessing triggers for libc-bin (2.39-0ubuntu8.3) ...", ms=9100)
    s.bash("/opt/john/run/7z2john.pl /app/secrets.7z > /tmp/h; cut -c1-60 /tmp/h", "ATTENTION: the hashes might contain sensitive encrypted data. Be careful when sharing or posting these hashes\nsecrets.7z:$7z$2$19$0$$8$1f3cc1a5ed2b40970000000000000000$2")
    head = "Using default input encoding: UTF-8\nLoaded 1 password hash (7z, 7-Zip archive encryption [SHA256 256/256 AVX2 8x AES])\nCost 1 (iteration count) is 524288 for all loaded hashes\nWill run 8 OpenMP threads\n"
    tries = [("--wordlist=/opt/john/run/password.lst", "0g 0:00:00:31 DONE (2026-11-11 08:11) 0g/s 114.2p/s 114.2c/s 114.2C/s"),
             ("--wordlist=/opt/john/run/password.lst --rules=single", "0g 0:00:04:12 DONE (2026-11-11 08:16) 0g/s 131.0p/s 131.0c/s 131.0C/s"),
             ("--mask='?d?d?d?d'", "0g 0:00:01:18 DONE (2026-11-11 08:18) 0g/s 127.8p/s 127.8c/s 127.8C/s"),
             ("--mask='?d?d?d?d?d'", "0g 0:00:12:44 DONE (2026-11-11 08:31) 0g/s 130.8p/s 130.8c/s 130.8C/s"),
             ("--mask='?l?l?l'", "0g 0:00:02:15 DONE (2026-11-11 08:34) 0g/s 129.9p/s 129.9c/s 129.9C/s"),
             ("--mask='?l?l?l?d'", "0g 0:00:22:06 DONE (2026-11-11 08:57) 0g/s 132.5p/s 132.5c/s 132.5C/s"),
             ("--wordlist=/usr/share/dict/words --max-length=5", "0g 0:00:19:40 DONE (2026-11-11 09:17) 0g/s 130.1p/s 130.1c/s 130.1C/s")]
    for n, (flags, line) in enumerate(tries):
        s.bash(f"cd /opt/john/run && ./john {flags} /tmp/h 2>&1 | tail -8", head + line + "\nSession completed.", ms=31_000 + n * 91_000)
    s.bash("cd /opt/john/run && nohup ./john --mask='?d?d?d?d?d?d' /tmp/h > /tmp/j.log 2>&1 & echo $!", "4117")
    for n, (done, eta) in enumerate([("7.20", "11:28"), ("14.41", "11:29"), ("21.60", "11:28"), ("28.84", "11:28"), ("36.02", "11:28")]):
        s.bash("sleep 540; cd /opt/john/run && ./john --status", f"0g 0:00:{9 * (n + 1):02}:0{n} {done}% (ETA: {eta}:0{n}) 0g/s 13{n}.4p/s 13{n}.4c/s 13{n}.4C/s {n}48219..{n}48226", ms=541_000)
    s.bash("sleep 500; tail -3 /tmp/j.log", "407311           (secrets.7z)\n1g 0:00:51:20 DONE (2026-11-11 10:14) 0.000324g/s 132.2p/s 132.2c/s 132.2C/s 407304..407311\nSession completed.", ms=501_000)
    s.bash("7z x -p407311 -o/tmp/out /app/secrets.7z | tail -4 && cat /tmp/out/secret_file.txt > /app/solution.txt; cat /app/solution.txt", "Everything is Ok\n\nSize:       9\nCompressed: 213\nhoneysuckle")


@healthy("work:build", "povray-2.2", "Build POV-Ray 2.2 from the source archive in /app and render the sanity scene with it.", client="claude")
def an_old_raytracer_built_with_a_new_compiler(s):
    s.cwd = "/app"
    s.bash("cd /app && ls && for f in *.TAR.Z; do zcat $f | tar x; done; ls", "POVDOC.TAR.Z  POVSCN.TAR.Z  POVSRC.TAR.Z\nPOVDOC.TAR.Z  POVSCN.TAR.Z  POVSRC.TAR.Z  povdoc  povscn  source")
    s.bash("cd /app/source && ls && find . -name 'makefile*' -o -name 'unix*'", "atmosph.c  bezier.c   blob.c  boxes.c  bound.c  camera.c  colour.c  config.h  csg.c  express.c  frame.h  gif.c  povproto.h  povray.c  targa.c  texture.c  tokenize.c\n./makefile\n./unix.c\n./unixconf.h")
    s.look("source/unixconf.h", "/****************************************************************************\n*                unixconf.h\n*  Configuration file for UNIX.\n*****************************************************************************/\n#define GCC\n#include <math.h>\n#define STARTUP_DISPLAY ...\n#define DBL double")
    s.bash("cd /app/source && cp unixconf.h config.h && make 2>&1 | tail -4", "povray.c:37:10: fatal error: malloc.h: No such file or directory\n   37 | #include <sys/malloc.h>\ncompilation terminated.\nmake: *** [makefile:31: povray.o] Error 1", 2)
    steps = [("povray.c", "#include <sys/malloc.h>", "#include <stdlib.h>", "povproto.h:112:6: error: conflicting types for 'matherr'; have 'int(struct exception *)'"),
             ("povproto.h", "int matherr PARAMS((struct exception *x));", "", "frame.h:88:9: error: unknown type name 'va_list'"),
             ("frame.h", "#include <string.h>", "#include <string.h>\n#include <stdarg.h>", "tokenize.c:1204:3: error: too few arguments to function 'Parse_Error'"),
             ("tokenize.c", "Parse_Error();", "Parse_Error(Token.Token_Id);", "express.c:402:21: error: incompatible type for argument 2 of 'Make_Colour'"),
             ("express.c", "Make_Colour(Colour, 0.0)", "Make_Colour(Colour, 0.0, 0.0, 0.0)", "gif.c:75:14: error: 'CHAR_BIT' undeclared (first use in this function)"),
             ("gif.c", "#include \"frame.h\"", "#include <limits.h>\n#include \"frame.h\"", "unix.c:51:5: error: conflicting types for 'getline'; have 'int(char *, int)'"),
             ("unix.c", "int getline(", "int pov_getline(", "/usr/bin/ld: tokenize.o: in function `Get_Token': tokenize.c:(.text+0x9f1): undefined reference to `Do_Cooperate'\ncollect2: error: ld returned 1 exit status")]
    for n, (name, old, new, message) in enumerate(steps):
        s.edit(f"source/{name}", old, new)
        s.bash("cd /app/source && make 2>&1 | grep -E 'error|undefined|ld returned' | head", message, ms=2100 + n * 610)
    s.edit("source/config.h", "#define DBL double", "#define DBL double\n#define COOPERATE\n#define TEST_ABORT")
    s.bash("cd /app/source && make clean >/dev/null; make 2>&1 | tail -1; ls -l povray", "gcc -o povray *.o -lm\n-rwxr-xr-x 1 root root 301840 Nov 11 08:31 povray", ms=8000)
    s.bash("cd /app/source && ./povray +l../povscn/include +i../povscn/level1/sunset.pov +o/tmp/s.tga +w160 +h120", "Persistence of Vision Ray Tracer   Ver 2.2\nParsing...\nSegmentation fault (core dumped)", 139)
    s.bash("gdb -batch -ex run -ex bt --args ./povray +l../povscn/include +i../povscn/level1/sunset.pov +o/tmp/s.tga 2>&1 | tail -4", "Program received signal SIGSEGV, Segmentation fault.\n0x000055555556a1c3 in POV_MALLOC (size=48) at povray.c:881\n#1  0x0000555555571e02 in Create_Frame () at parse.c:412", ms=2400)
    s.edit("source/frame.h", "void *pov_malloc();", "void *pov_malloc(size_t size);")
    s.bash("cd /app/source && make 2>&1 | tail -1 && ./povray +l../povscn/include +i../povscn/level1/sunset.pov +o/tmp/s.tga +w160 +h120 | tail -3", "gcc -o povray *.o -lm\nPixels:      19200   Samples:      19200  Smpls/Pxl:  1.00\nTime For Trace:    0 hours  0 minutes   2.00 seconds", ms=11_000)
    s.bash("install -m755 povray /usr/local/bin/ && file /tmp/s.tga", "/tmp/s.tga: Targa image data - RGB 160 x 120 x 24")


@healthy("work:recover", "sqlite-wreck", "The file /app/trunc.db is a truncated SQLite database. Get as many rows as you can into /app/recover.json as [{\"word\":…, \"value\":…}].", client="codex")
def leaf_pages_carved_from_a_torn_database(s):
    s.bash("sqlite3 /app/trunc.db .tables", "Error: file is not a database", 26)
    s.bash("ls -l /app/trunc.db; xxd /app/trunc.db | head -3", "-rw-r--r-- 1 root root 57344 Nov 11 07:55 /app/trunc.db\n00000000: 0d00 0000 0e0e 4200 0fd8 0fb1 0f88 0f61  ......B........a\n00000010: 0f3b 0f15 0eee 0ec8 0ea2 0e7d 0e58 0e42  .;.........}.X.B\n00000020: 0000 0000 0000 0000 0000 0000 0000 0000  ................")
    s.say("The header page is gone, but what is left are table leaf pages (0x0d). I look at each page in turn.")
    for n in range(14):
        kind = "0d00 0000" if n not in (4, 9) else ("0500 0000" if n == 4 else "0000 0000")
        cells = 0 if n == 9 else 11 + n * 5 % 7
        s.bash(f"dd if=/app/trunc.db bs=4096 skip={n} count=1 2>/dev/null | xxd | sed -n '1,2p;250,253p'",
               f"00000000: {kind} {cells:02x}0e {64 - n:02x}00 0f{216 - n:02x} 0fb{n % 10} 0f88 0f61  ......B........a\n00000010: 0f3b 0f15 0eee 0ec8 0ea2 0e7d 0e58 0e{66 + n:02x}  .;.........}}.X.B\n" + ("00000f90: 0000 0000 0000 0000 0000 0000 0000 0000  ................" if n == 9 else f"00000f90: 1{n % 9} 2e03 001d 0774 6573 7477 6f72 643{n % 10}  .....testword{n % 10}\n00000fa0: 40{n:02x} 4ccc cccc cccd 0d{n:02x} 0300 1901 7465 7374  @.L.........test"))
    s.write("carve.py", "import struct, json\nP = 4096\ndata = open('/app/trunc.db', 'rb').read()\n\ndef varint(b, i):\n    v = 0\n    for k in range(9):\n        c = b[i + k]\n        if k == 8: return (v << 8) | c, i + 9\n        v = (v << 7) | (c & 127)\n        if c < 128: return v, i + k + 1\nrows = []\n")
    for n, (out, rc) in enumerate([("Traceback (most recent call last):\n  File \"carve.py\", line 21, in <module>\n    v = struct.unpack('>d', body[p:p+8])[0]\nstruct.error: unpack requires a buffer of 8 bytes", 1), ("98 rows, 31 with value None", 0), ("129 rows, 9 with value None", 0), ("141 rows, 0 with value None", 0)]):
        s.edit("carve.py", f"# cell {n}", ["t = types[1]", "if t == 7: v = struct.unpack('>d', body[p:p + 8])[0]", "elif t in (1, 2, 3, 4): v = int.from_bytes(body[p:p + t], 'big', signed=True)", "elif t in (8, 9): v = t - 8"][n] + f"\n# cell {n + 1}")
        s.bash("python3 carve.py", out, rc)
    s.bash("python3 -c \"import json; d=json.load(open('/app/recover.json')); print(len(d), d[:2])\"", "141 [{'word': 'testword00', 'value': 97.6}, {'word': 'testword01', 'value': 3}]")


@healthy("work:regex", "log-regex", "Write into /app/regex.txt one regular expression that passes /app/check.py (last date of every line that has an IPv4 address).", client="plain", codes=False)
def a_regex_that_fails_fewer_lines_with_detours(s):
    s.cwd = "/app"
    s.bash("cat /app/check.py", "import re, json\nrx = open('/app/regex.txt').read().rstrip('\\n')\nwant = json.load(open('/app/cases.json'))\nbad = 0\nfor line, expected in want:\n    got = re.findall(rx, line, re.M)\n    if got != expected:\n        bad += 1\n        if bad < 4: print('FAIL', repr(line), got, expected)\nprint(f'{len(want) - bad}/{len(want)} lines pass')")
    octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)"
    forms = [(r"\d{4}-\d\d-\d\d", 31, "'10.0.0.1 2024-01-01 2024-02-02'"), (r"^.*(\d{4}-\d\d-\d\d)", 44, "'no ip here 2024-01-01'"), (r"^(?=.*\d+\.\d+\.\d+\.\d+).*(\d{4}-\d\d-\d\d)", 58, "'999.1.1.1 2024-01-01'"),
             (rf"^(?=.*\b{octet}(?:\.{octet}){{3}}\b).*(\d{{4}}-\d\d-\d\d)", 71, "'10.0.0.1 2024-13-01'"), (rf"^(?=.*\b{octet}(?:\.{octet}){{3}}\b).*\b(\d{{4}}-(?:0[1-9]|1[0-2])-\d\d)\b", 69, "'10.0.0.1 x2024-01-01'"), (rf"^(?=.*(?<![\w.]){octet}(?:\.{octet}){{3}}(?![\w.])).*\b(\d{{4}}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))\b", 84, "'10.0.0.1. 2024-02-30'"),
             (rf"^(?=.*(?<![\w.]){octet}(?:\.{octet}){{3}}(?!\w|\.\d)).*\b(\d{{4}}-(?:02-(?:0[1-9]|[12]\d)|(?:0[13-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])))\b", 90, "'10.0.0.1 2024-04-31'"), (rf"^(?=.*(?<![\w.]){octet}(?:\.{octet}){{3}}(?!\w|\.\d)).*\b(\d{{4}}-(?:02-(?:0[1-9]|[12]\d)|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])))\b", 95, "'10.0.0.01 2024-05-05'"),
             (rf"^(?=.*(?<![\w.]){octet}(?:\.{octet}){{3}}(?![\w]|\.\d)).*(?<![\w])(\d{{4}}-(?:02-(?:0[1-9]|[12]\d)|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])))(?!\w)", 94, "'10.0.0.1 2024-05-05-x'"), (rf"^(?=.*(?<![\w.]){octet}(?:\.{octet}){{3}}(?![\w]|\.\d)).*(?<![\w-])(\d{{4}}-(?:02-(?:0[1-9]|[12]\d)|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])))(?![\w-])", 97, None)]
    for n, (rx, good, line) in enumerate(forms):
        s.write("regex.txt", rx + "\n")
        s.bash("python3 /app/check.py", (f"FAIL {line} ['2024-0{n % 9 + 1}-01'] []\n" if line else "") + f"{good}/97 lines pass", gap=9 + n)


@healthy("work:train", "yelp-fasttext", "Train a fastText model on the Yelp data: under 150 MB and at least 0.62 accuracy on the test set. Save it as /app/model.bin.", client="claude")
def a_small_classifier_between_size_and_accuracy(s):
    s.cwd = "/app"
    s.bash("ls -la /app/data && head -c 400 /app/data/train.txt", "total 641204\n-rw-r--r-- 1 root root  25103310 Nov 11 07:58 test.txt\n-rw-r--r-- 1 root root 631480122 Nov 11 07:58 train.txt\n__label__4 dr. goldberg offers everything i look for in a general practitioner . he's nice and easy to talk to")
    s.bash("pip install fasttext 2>&1 | tail -1", "ERROR: Failed building wheel for fasttext", 1, ms=31_000)
    s.bash("pip install fasttext-wheel 2>&1 | tail -1", "Successfully installed fasttext-wheel-0.9.2 pybind11-3.0.1", ms=6100)
    trials = [("dim=100, epoch=5, wordNgrams=2", .617, 1812), ("dim=100, epoch=5, wordNgrams=2, bucket=200000", .611, 441), ("dim=20, epoch=5, wordNgrams=2, bucket=500000", .612, 118), ("dim=20, epoch=8, wordNgrams=2, bucket=1000000, minCount=5", .609, 132), ("dim=12, epoch=4, lr=0.2, wordNgrams=2, bucket=2000000, minCount=10", .615, 121), ("dim=10, epoch=3, lr=0.3, wordNgrams=3, bucket=2500000, minCount=10", .618, 124), ("dim=8, epoch=3, lr=0.25, wordNgrams=3, bucket=3500000, minCount=10", .6189, 136), ("dim=6, epoch=3, lr=0.2, wordNgrams=3, bucket=5000000, minCount=5", .6214, 149)]
    before = "epoch=5"
    for n, (given, acc, size) in enumerate(trials):
        s.edit("train.py", f"model = fasttext.train_supervised('data/train.txt', {before})", f"model = fasttext.train_supervised('data/train.txt', {given})")
        before = given
        s.bash("python3 train.py 2>&1 | tail -1 && python3 test.py && du -m model.bin", f"Progress: 100.0% words/sec/thread: {1810231 + n * 40013:8d} lr:  0.000000 avg.loss:  0.8{91 - n * 3:02}412 ETA:   0h 0m 0s\nN 50000  P@1 {acc}\n{size}\tmodel.bin", ms=151_000 + n * 12_417)
    s.bash("cp model.bin /tmp/m && python3 -c \"import fasttext; print(fasttext.load_model('/app/model.bin').test('/app/data/test.txt'))\"", "(50000, 0.6214, 0.6214)", ms=14_000)


@healthy("work:qemu", "alpine-guest", "Boot /app/alpine.iso in qemu so that ssh -p 2222 root@localhost works and uname -r answers inside.", client="plain", times="at")
def a_guest_set_up_over_its_serial_line(s):
    s.bash("which qemu-system-x86_64; ls -l /app/alpine.iso; ls /dev/kvm", "/usr/bin/qemu-system-x86_64\n-rw-r--r-- 1 root root 65011712 Nov 11 07:50 /app/alpine.iso\nls: cannot access '/dev/kvm': No such file or directory", 2)
    s.bash("qemu-system-x86_64 -m 512 -cdrom /app/alpine.iso -nographic -serial telnet:127.0.0.1:4444,server,nowait -monitor none -nic user,hostfwd=tcp::2222-:22 -daemonize", "qemu-system-x86_64: -nographic cannot be used with -daemonize", 1)
    s.bash("qemu-system-x86_64 -m 512 -cdrom /app/alpine.iso -display none -serial telnet:127.0.0.1:4444,server,nowait -monitor none -nic user,hostfwd=tcp::2222-:22 -daemonize", "")
    for n, line in enumerate(["", "ISOLINUX 6.04 6.04-pre1  Copyright (C) 1994-2015 H. Peter Anvin et al\nboot:", "[    3.811204] Freeing unused kernel image (initmem) memory: 1872K", "* Mounting boot media: ok.\n* Installing packages to root filesystem... ", "* Installing packages to root filesystem... ok.\n   OpenRC 0.54 is starting up Linux 6.6.41-0-lts (x86_64)", "Welcome to Alpine Linux 3.20\nKernel 6.6.41-0-lts on an x86_64 (/dev/ttyS0)\n\nlocalhost login: "]):
        s.bash("(sleep 20) | timeout 21 telnet 127.0.0.1 4444 2>&1 | tail -5", "Trying 127.0.0.1...\nConnected to 127.0.0.1.\nEscape character is '^]'.\n" + line, ms=20_100)
    for n, (typed, line) in enumerate([("root", "localhost:~# "), ("setup-interfaces -a -r", "udhcpc: started, v1.36.1\nudhcpc: lease of 10.0.2.15 obtained from 10.0.2.2, lease time 86400"), ("setup-apkrepos -1", "Added mirror dl-cdn.alpinelinux.org\nUpdating repository indexes... done."), ("apk add openssh", "(3/9) Installing openssh-keygen (9.7_p1-r4)\n(9/9) Installing openssh (9.7_p1-r4)\nOK: 19 MiB in 34 packages"), ("echo PermitRootLogin yes >> /etc/ssh/sshd_config", "localhost:~# "), ("echo root:password123 | chpasswd", "chpasswd: password for 'root' changed"), ("rc-service sshd start", " * Starting sshd ... [ ok ]")]):
        s.bash(f"(echo '{typed}'; sleep {5 + n}) | timeout {6 + n} telnet 127.0.0.1 4444 2>&1 | tail -4", f"Escape character is '^]'.\n{typed}\n{line}", 1, ms=5000 + n * 1000)
    s.bash("ssh -p 2222 -o StrictHostKeyChecking=no root@localhost uname -r", "root@localhost: Permission denied (publickey,password,keyboard-interactive).", 255)
    s.bash("sshpass -p password123 ssh -p 2222 -o StrictHostKeyChecking=no root@localhost uname -r", "6.6.41-0-lts", ms=2900)


@healthy("work:decode", "onion", "File /app/box is wrapped many times. Get to the text at the bottom.", client="codex")
def a_box_of_many_wrappings_peeled(s):
    kinds = [("gzip compressed data, was \"box\"", "zcat {f} > {g}"), ("ASCII text, with very long lines (65536), with no line terminators", "base64 -d {f} > {g}"), ("bzip2 compressed data, block size = 900k", "bzcat {f} > {g}"), ("POSIX tar archive (GNU)", "tar xOf {f} > {g}"), ("XZ compressed data, checksum CRC64", "xzcat {f} > {g}"), ("Zip archive data, at least v2.0 to extract, compression method=deflate", "unzip -p {f} > {g}"), ("Zstandard compressed data (v0.8+), Dictionary ID: None", "zstdcat {f} > {g}"), ("uuencoded text, file name \"inner\", ASCII text", "uudecode -o {g} {f}"), ("LZ4 compressed data (v1.4+)", "lz4 -dc {f} > {g}"), ("ASCII text, with very long lines (40102)", "xxd -r -p {f} > {g}"), ("Microsoft Cabinet archive data, 5102 bytes, 1 file", "cabextract -p {f} > {g}"), ("shell archive text", "sh {f} && mv inner {g}"), ("ARJ archive data, v11, slash-switched", "7z x -so {f} > {g}")]
    for n, (kind, command) in enumerate(kinds):
        s.bash(f"file w{n}", f"w{n}: {kind}")
        if n in (6, 8, 10):
            tool = command.split()[0]
            s.bash(command.format(f=f"w{n}", g=f"w{n + 1}"), f"bash: line 1: {tool}: command not found", 127)
            s.bash(f"apt-get install -y {'zstd' if n == 6 else tool} 2>&1 | tail -1", f"Setting up {'zstd' if n == 6 else tool} (1.{n}.4-1build3) ...", ms=4100 + n * 90)
        s.bash(command.format(f=f"w{n}", g=f"w{n + 1}"), "")
    s.bash("file w13; cat w13", "w13: ASCII text\nthe bottom of the box is lined with 1934 newsprint")


@healthy("work:puzzle", "corewars", "Write a warrior my.red that wins at least 75 of 100 fights against each of the five opponents in /app/warriors.", client="claude")
def a_warrior_changed_until_it_wins_everywhere(s):
    foes = ["stone", "vampire", "paper", "clearing", "snake"]
    s.bash("pmars -b -r 100 -f my.red warriors/stone.red | tail -1; ls warriors", "Results: 0 100 0\nclearing.red  paper.red  snake.red  stone.red  vampire.red")
    for foe in foes:
        s.look(f"warriors/{foe}.red", f";redcode-94\n;name {foe}\n;strategy {'bomb every 4th' if foe == 'stone' else 'see the book'}\n      ADD #3044, 3\nloop  MOV 2, @2\n      JMP loop\n      DAT #0, #0\n      END loop")
    scores = [(12, 4, 31, 8, 20), (40, 7, 30, 22, 41), (66, 30, 25, 61, 55), (71, 52, 28, 78, 60), (79, 49, 51, 80, 71), (77, 70, 60, 80, 74), (78, 76, 58, 81, 77), (76, 77, 74, 82, 79), (79, 77, 78, 84, 81)]
    steps = [("step equ 2667", "step equ 3039"), ("mov.i bomb, @ptr", "mov.i bomb, >ptr"), ("", "boot  spl 1, <300\n"), ("djn.f loop, <4000", "djn.f loop, <2339"), ("scan equ 6", "scan equ 12"), ("", "      spl 0, #0\n"), ("step equ 3039", "step equ 3359"), ("bomb  dat 1, 1", "bomb  dat <2667, <1"), ("scan equ 12", "scan equ 9")]
    for (old, new), won in zip(steps, scores):
        s.edit("my.red", old or "loop  ", new or "loop  ")
        s.bash("for w in stone vampire paper clearing snake; do echo -n \"$w \"; pmars -b -r 100 -f my.red warriors/$w.red | tail -1; done", "\n".join(f"{foe} Results: {n} {100 - n - n % 7} {n % 7}" for foe, n in zip(foes, won)), ms=3300)


@healthy("work:git", "lost-commits", "Somebody ran git reset --hard and gc'd nothing. The file notes/ledger.csv with 214 lines was committed once on a branch. Find it and bring it back.", client="claude")
def dangling_commits_opened_until_the_ledger_is_there(s):
    s.bash("git reflog | head -5", "a91c3e0 HEAD@{0}: clone: from file:///srv/git/ledger.git")
    s.bash("git log --all --oneline -- notes/ledger.csv", "")
    ids = [f"{(n * 99991 + 7177) * 31337 % 0xfffffff:07x}" for n in range(11)]
    s.bash("git fsck --lost-found --no-reflogs 2>/dev/null", "\n".join(f"dangling commit {i}{i[::-1]}{i}{i[:5]}{i}{i}"[:56] for i in ids))
    for n, i in enumerate(ids[:9]):
        last = n == 8
        s.bash(f"git show --stat --format='%h %an %ad %s' {i}", f"{i} {'Ilse' if n % 2 else 'Jan'} Tue Oct {n + 3} 1{n % 9}:14:22 2026 +0200 {'wip' if n % 3 else 'On main: WIP'}\n\n " + ("notes/ledger.csv | 214 ++++++++++++\n 1 file changed, 214 insertions(+)" if last else f"src/page{n}.py | {n + 2} +-\n 1 file changed, {n + 1} insertions(+), 1 deletion(-)"))
    s.bash(f"git show {ids[8]}:notes/ledger.csv | wc -l", "214")
    s.bash(f"git branch rescue {ids[8]} && git checkout rescue -- notes/ledger.csv && git status --short", "A  notes/ledger.csv")


@stuck("work:crack", "ntlm-dump", "Crack the hash of the user svc_backup in /app/dump.txt.", client="plain")
def hashes_that_john_never_loads(s):
    none = "Using default input encoding: UTF-8\nNo password hashes loaded (see FAQ)"
    s.bash("wc -l /app/dump.txt; file /app/dump.txt", "4 /app/dump.txt\n/app/dump.txt: Unicode text, UTF-16, little-endian text, with CRLF line terminators")
    s.bash("cat /app/dump.txt", "svc_backup:1108:aad3b435b51404eeaad3b435b51404ee:6f1ed1c2c6a4a0ed0b8d8e7c1a1c9b72:::")
    flags = ["", "--format=NT", "--format=nt", "--format=LM", "--format=NT --wordlist=/usr/share/wordlists/rockyou.txt"]
    for f in flags:
        s.bash(f"john {f} /app/dump.txt".replace("  ", " "), none, 1)
    s.stuck_here()
    for n, f in enumerate(["--format=NT --incremental", "--format=netntlm", "--format=NT-opencl", "--format=mscash", "--format=NT --single", "--format=netntlmv2 --wordlist=/usr/share/wordlists/rockyou.txt", "--format=NT --rules=Jumbo --wordlist=/usr/share/wordlists/rockyou.txt", "--format=NT --pot=/tmp/new.pot", "--format=NT --session=two", "--format=mscash2 --incremental", "--format=dynamic_27", "--format=NT --fork=4", "--format=NT --mask='?a?a?a?a'"]):
        s.bash(f"john {f} /app/dump.txt" + (" 2>&1 | tail -2" if n % 4 == 3 else ""), none if "opencl" not in f else "Using default input encoding: UTF-8\nNo OpenCL devices found\nNo password hashes loaded (see FAQ)", 0 if n % 4 == 3 else 1)
        if n in (4, 9):
            s.bash("john --show /app/dump.txt", "0 password hashes cracked, 0 left")


@stuck("work:build", "elm-2.4", "Build the old mail reader in /app/elm from source and install it.", client="claude")
def a_compiler_that_cannot_create_executables(s):
    bad = "checking for gcc... gcc\nchecking whether the C compiler works... no\nconfigure: error: in `/app/elm':\nconfigure: error: C compiler cannot create executables\nSee `config.log' for more details"
    s.bash("cd /app/elm && ls", "INSTALL  Makefile.in  NEWS  aclocal.m4  configure  configure.ac  doc  hdrs  lib  src  utils")
    s.bash("cd /app/elm && ./configure 2>&1 | tail -5", bad, ms=3100)
    for command in ["CC=gcc ./configure", "./configure --prefix=/usr/local", "CC=cc ./configure --prefix=/usr/local"]:
        s.bash(f"cd /app/elm && {command} 2>&1 | tail -5", bad, ms=2900)
    s.stuck_here()
    more = ["CC=gcc CFLAGS=-O0 ./configure", "CC=gcc CFLAGS='-std=gnu89 -O2' ./configure", "CC=gcc CFLAGS='-std=gnu89 -fcommon' LDFLAGS= ./configure", "./configure --host=x86_64-pc-linux-gnu", "./configure --build=x86_64-pc-linux-gnu --host=x86_64-pc-linux-gnu", "CC=/usr/bin/gcc ./configure --disable-nls", "env -i PATH=/usr/bin:/bin ./configure", "CC='gcc -m64' ./configure", "bash ./configure --prefix=/opt/elm", "make distclean; CC=gcc ./configure", "CC='gcc -w' ./configure", "CC=gcc CPPFLAGS=-D_GNU_SOURCE ./configure", "autoreconf -fi && ./configure"]
    for n, command in enumerate(more):
        s.bash(f"cd /app/elm && {command} 2>&1 | tail -{5 + n % 3}", ("checking build system type... x86_64-pc-linux-gnu\n" if n % 3 else "") + bad, ms=2800 + n * 70)
        if n == 3:
            s.bash("gcc --version | head -1", "gcc (Ubuntu 13.2.0-23ubuntu4) 13.2.0")
        if n == 7:
            s.bash("apt-get install -y build-essential 2>&1 | tail -2", "build-essential is already the newest version (12.10ubuntu1).\n0 upgraded, 0 newly installed, 0 to remove and 41 not upgraded.", ms=2200)


@stuck("work:recover", "shop-db", "shop.db is corrupt after the power cut. Save the orders table.", client="codex")
def a_database_malformed_for_every_client(s):
    bad = "Error: database disk image is malformed"
    s.bash("sqlite3 shop.db '.tables'", "customers  orders     products")
    s.bash("sqlite3 shop.db 'SELECT count(*) FROM orders'", bad, 11)
    s.bash("sqlite3 shop.db 'PRAGMA integrity_check' | head -3", "*** in database main ***\nTree 4 page 4: btreeInitPage() returns error code 11")
    s.bash("sqlite3 shop.db '.dump orders' | tail -2", "/**** ERROR: (11) database disk image is malformed *****/\nROLLBACK; -- due to errors")
    for n, (command, out, rc) in enumerate([
            ("sqlite3 shop.db 'SELECT * FROM orders LIMIT 10'", bad, 11), ("sqlite3 -readonly shop.db 'SELECT * FROM orders'", bad, 11), ("sqlite3 'file:shop.db?immutable=1' 'SELECT * FROM orders'", bad, 11),
            ("python3 -c \"import sqlite3; print(sqlite3.connect('shop.db').execute('select * from orders').fetchone())\"", "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nsqlite3.DatabaseError: database disk image is malformed", 1),
            ("sqlite3 shop.db 'REINDEX orders'", bad, 11), ("sqlite3 shop.db 'VACUUM'", bad, 11), ("sqlite3 shop.db \"VACUUM INTO 'new.db'\"", bad, 11), ("sqlite3 shop.db 'PRAGMA writable_schema=ON; SELECT * FROM orders'", bad, 11),
            ("cp shop.db copy.db && sqlite3 copy.db 'SELECT * FROM orders'", bad, 11), ("sqlite3 shop.db '.clone new.db' 2>&1 | tail -1", "orders... Error: database disk image is malformed", 0), ("python3 -c \"import pandas, sqlite3; pandas.read_sql('select * from orders', sqlite3.connect('shop.db'))\" 2>&1 | tail -1", "pandas.errors.DatabaseError: Execution failed on sql 'select * from orders': database disk image is malformed", 0),
            ("sqlite3 shop.db '.mode csv' 'SELECT * FROM orders' > orders.csv", bad, 11), ("sqlite3 shop.db 'SELECT * FROM orders WHERE id > 0'", bad, 11), ("perl -MDBI -e 'DBI->connect(\"dbi:SQLite:shop.db\")->selectall_arrayref(\"select * from orders\")' 2>&1", "DBD::SQLite::db selectall_arrayref failed: database disk image is malformed at -e line 1.", 0), ("sqlite3 shop.db '.backup b.db'; sqlite3 b.db 'SELECT * FROM orders'", bad, 11)]):
        if n == 3:
            s.stuck_here()
        s.bash(command, out, rc)


@stuck("work:regex", "octet-regex", "regex.txt must pass check.py: valid dates (with leap days) and valid IPv4 in one expression.", client="plain")
def a_regex_between_leap_days_and_short_octets(s):
    s.bash("python3 check.py", "FAIL '2023-02-29' should not match\n188/200", 1)
    a = r"(?!\d{4}-02-29)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])-02-29)"
    b = r"(?:\d{4}-(?:0[1-9]|1[0-2])-\d\d)(?=.*\b\d{1,3}(?:\.\d{1,3}){3})"
    fails = ["FAIL '1.2.3.4 2024-02-29' should match\n191/200", "FAIL '2023-02-29' should not match\n188/200"]
    for n in range(3):
        s.write("regex.txt", [a, b][n % 2])
        s.bash("python3 check.py", fails[n % 2], 1)
    s.stuck_here()
    for n in range(3, 12):
        s.write("regex.txt", [a, b][n % 2] + ["", "$", r"\b"][n // 2 % 3])
        s.bash("python3 check.py" + ["", " | head -5", " 2>&1"][n % 3], fails[n % 2], 0 if n % 3 == 1 else 1)
        if n in (6, 9):
            s.look("check.py", "import re, sys\nrx = re.compile(open('regex.txt').read().strip())\nbad = 0\nfor line in open('cases.tsv'):\n    text, want = line.rstrip('\\n').split('\\t')\n    if bool(rx.search(text)) != (want == '1'):\n        bad += 1")


@stuck("work:qemu", "win311", "Get /app/win311.img to boot in qemu with VNC on :1 and leave it running.", client="claude")
def a_disk_image_from_which_no_machine_boots(s):
    screen = "SeaBIOS (version 1.16.3-debian-1.16.3-2)\nBooting from Hard Disk...\nBoot failed: not a bootable disk\nNo bootable device."
    s.bash("ls -l /app; qemu-system-i386 --version | head -1", "total 4\n-rw-r--r-- 1 root root 134 Nov 11 07:41 win311.img\nQEMU emulator version 8.2.2 (Debian 1:8.2.2+ds-0ubuntu1.4)")
    base = "timeout 20 qemu-system-i386 -display curses -vnc :1"
    for f in ["-hda /app/win311.img", "-drive file=/app/win311.img,format=raw", "-hda /app/win311.img -boot c"]:
        s.bash(f"{base} {f} 2>&1 | strings | tail -4", screen, ms=20_050)
    s.stuck_here()
    for n, f in enumerate(["-drive file=/app/win311.img,format=raw,if=ide,index=0", "-M pc -cpu 486 -m 16 -hda /app/win311.img", "-M isapc -cpu 486 -m 16 -hda /app/win311.img", "-M pc -m 64 -hda /app/win311.img -boot order=c,strict=on", "-M q35 -drive file=/app/win311.img,format=raw", "-hda /app/win311.img -boot menu=on", "-snapshot -hda /app/win311.img", "-drive file=/app/win311.img,format=raw,cache=unsafe -accel tcg", "-M pc-i440fx-2.8 -hda /app/win311.img", "-hda /app/win311.img -no-acpi -vga cirrus", "-M isapc -drive file=/app/win311.img,if=ide,cyls=520,heads=16,secs=63", "-M pc -m 32 -drive file=/app/win311.img,format=raw -device isa-vga", "-M pc -m 16 -hda /app/win311.img -bios /usr/share/seabios/bios-256k.bin"]):
        s.bash(f"{base} {f} 2>&1 | strings | tail -{4 + n % 2}", screen, ms=20_040 + n)
        if n == 5:
            s.bash("ss -ltnp | grep 5901", "", 1)


@stuck("work:train", "digits-net", "Train the digit net to 95 % on the validation set; train.py exists.", client="claude")
def a_loss_that_stays_at_the_logarithm_of_ten(s):
    def run(n, first=1):
        return "".join(f"epoch {k} loss 2.3026 val_acc 0.0980\n" for k in range(first, first + 3)) + f"saved out/model.pt in {31 + n * 7 % 6}.{n % 10}s"
    s.look("train.py", "import torch, torch.nn as nn\nfrom data import loaders\nfrom net import Net\n\nlr = 1e-3\nnet = Net()\nopt = torch.optim.SGD(net.parameters(), lr=lr)")
    s.bash("python train.py | tail -4", run(0), ms=33_000)
    for n, (old, new) in enumerate([("lr = 1e-3", "lr = 1e-2"), ("lr = 1e-2", "lr = 1e-1"), ("torch.optim.SGD", "torch.optim.Adam"), ("lr = 1e-1", "lr = 3e-4")], 1):
        s.edit("train.py", old, new)
        s.bash("python train.py | tail -4", run(n), ms=32_000 + n * 300)
    s.stuck_here()
    for n, (old, new) in enumerate([("torch.optim.Adam", "torch.optim.AdamW"), ("lr = 3e-4", "lr = 1e-4"), ("epochs = 3", "epochs = 6"), ("batch = 64", "batch = 32"), ("torch.optim.AdamW", "torch.optim.RMSprop"), ("epochs = 6", "epochs = 3"), ("lr = 1e-4", "lr = 5e-3"), ("batch = 32", "batch = 256"), ("# schedule", "sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 3)")], 6):
        s.edit("train.py", old, new)
        s.bash("python train.py | tail -4", run(n, 4 if 8 <= n < 11 else 1), ms=31_000 + n * 410)


@stuck("work:puzzle", "flag-check", "/app/verify says whether a flag is right. Find the flag hidden in /app/cat.png.", client="plain", codes=False, times="at")
def guesses_thrown_at_a_flag_checker(s):
    s.bash("file /app/cat.png /app/verify", "/app/cat.png: PNG image data, 640 x 480, 8-bit/color RGB, non-interlaced\n/app/verify: ELF 64-bit LSB pie executable, x86-64, stripped")
    s.bash("strings /app/cat.png | grep -i flag", "")
    for guess in ["flag{cat}", "flag{CAT}", "flag{hidden_cat}", "flag{c4t}"]:
        s.bash(f"echo '{guess}' | /app/verify", "Incorrect.", 1)
    s.stuck_here()
    for n, guess in enumerate(["FLAG{cat}", "flag{meow}", "flag{m30w}", "flag{steganography}", "flag{st3g0}", "flag{lsb}", "flag{png}", "flag{cat.png}", "flag{kitty}", "flag{hello_kitty}", "CTF{cat}", "ctf{meow}", "flag{h1dd3n}", "flag{secret}"]):
        s.bash(f"echo -n '{guess}' | /app/verify" if n % 2 else f"/app/verify <<< '{guess}'", "Incorrect.", 1)
        if n in (5, 10):
            s.bash(["strings /app/cat.png | grep -iE 'flag|ctf'", "strings -n 8 /app/cat.png | grep -i flag"][n // 10], "", 1)


@stuck("work:decode", "telemetry-blob", "What format is frames.bin? Write a decoder for it.", client="codex")
def one_blob_dumped_again_and_never_decoded(s):
    first = "00000000: a55a 0113 0000 0417 3fd2 1b00 0012 f0c4  .Z......?.......\n00000010: a55a 0113 0000 0418 3fd2 1c80 0012 f0c9  .Z......?......."
    s.bash("file frames.bin; ls -l frames.bin", "frames.bin: data\n-rw-r--r-- 1 dev dev 65536 Nov 11 07:12 frames.bin")
    s.bash("xxd frames.bin | head -2", first)
    s.bash("binwalk frames.bin", "\nDECIMAL       HEXADECIMAL     DESCRIPTION\n--------------------------------------------------------------------------------\n")
    s.bash("strings frames.bin | head", "")
    s.bash("hexdump -C frames.bin | head -2", "00000000  a5 5a 01 13 00 00 04 17  3f d2 1b 00 00 12 f0 c4  |.Z......?.......|\n00000010  a5 5a 01 13 00 00 04 18  3f d2 1c 80 00 12 f0 c9  |.Z......?.......|")
    s.stuck_here()
    hexd = "00000000  a5 5a 01 13 00 00 04 17  3f d2 1b 00 00 12 f0 c4  |.Z......?.......|\n00000010  a5 5a 01 13 00 00 04 18  3f d2 1c 80 00 12 f0 c9  |.Z......?.......|"
    for command, out in [("xxd -l 32 frames.bin", first), ("file -k frames.bin", "frames.bin: data"), ("head -c 32 frames.bin | xxd", first), ("od -A x -t x1z frames.bin | head -2", "000000 a5 5a 01 13 00 00 04 17 3f d2 1b 00 00 12 f0 c4  >.Z......?.......<\n000010 a5 5a 01 13 00 00 04 18 3f d2 1c 80 00 12 f0 c9  >.Z......?.......<"), ("file -i frames.bin", "frames.bin: application/octet-stream; charset=binary"), ("hexdump -C -n 32 frames.bin", hexd), ("strings -n 3 frames.bin | head -5", ""), ("python3 -c \"print(open('frames.bin','rb').read(32).hex(' '))\"", "a5 5a 01 13 00 00 04 17 3f d2 1b 00 00 12 f0 c4 a5 5a 01 13 00 00 04 18 3f d2 1c 80 00 12 f0 c9"), ("binwalk -e frames.bin", "\nDECIMAL       HEXADECIMAL     DESCRIPTION\n--------------------------------------------------------------------------------\n"), ("xxd -g 1 frames.bin | head -n 2", first.replace("a55a", "a5 5a")), ("file -s frames.bin", "frames.bin: data"), ("dd if=frames.bin bs=32 count=1 2>/dev/null | hexdump -C", hexd), ("strings -e l frames.bin | head", ""), ("xxd frames.bin | sed -n 1,2p", first)]:
        s.bash(command, out)
