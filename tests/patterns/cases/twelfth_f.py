"""Plans beside work and plans alone; programs that are missing: ROS 2, simulators, MSVC, book indexes, Octave Forge; OpenSCAD, sqlcmd, ports, gfortran, AAC."""
from session import healthy, stuck


@healthy("twelfth:plans", "mower-ros", "Port the nodes of the mower from ROS 1 to ROS 2; keep a todo list.", client="claude")
def a_todo_ticked_after_each_ported_node(s):
    nodes = ["blade_ctl", "gps_fix", "fence", "battery", "rain", "wheel_odom", "dock"]
    for n, node in enumerate(nodes):
        s.plan([(f"Port {x}", "completed" if k < n else "in_progress" if k == n else "pending") for k, x in enumerate(nodes)])
        s.look(f"src/{node}.py", "import rospy\nrospy.init_node('%s')\n" % node, first=1, count=20)
        s.edit(f"src/{node}.py", "import rospy", "import rclpy")
        s.bash(f"colcon build --packages-select mower_{node} 2>&1 | tail -2", f"Finished <<< mower_{node} [{3 + n % 4}.{n * 37 % 100:02}s]\nSummary: 1 package finished [{4 + n % 4}.{n * 41 % 100:02}s]", ms=5000 + n * 90)


@healthy("twelfth:missing", "shift-adder", "Run the test bench of the adder.", client="plain")
def a_verilog_simulator_that_is_found_by_detours(s):
    s.bash("make sim", "iverilog -g2012 -o adder_tb adder.v adder_tb.v\nmake: iverilog: No such file or directory\nmake: *** [Makefile:4: sim] Error 127", 2)
    s.bash("which iverilog verilator vvp", "", 1)
    s.bash("apt-get install -y iverilog", "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?", 100)
    s.bash("ls /opt /usr/local/bin ~/.local/bin | head", "/opt:\nmodules\n\n/usr/local/bin:\nmicromamba", 0)
    s.bash("micromamba create -y -n hdl -c conda-forge iverilog 2>&1 | tail -1", "error    libmamba Could not solve for environment specs", 0, ms=9000)
    s.bash("micromamba search -c litex-hub iverilog 2>&1 | tail -2", " Name     Version       Build                Channel\n iverilog s20221226_119 g62727e8b2_20230122 litex-hub", ms=6000)
    s.bash("micromamba create -y -n hdl -c litex-hub iverilog 2>&1 | tail -1", "To activate this environment, use:\n    micromamba activate hdl", ms=21_000)
    s.bash("micromamba run -n hdl make sim", "iverilog -g2012 -o adder_tb adder.v adder_tb.v\nadder_tb.v:14: error: Unknown module type: adder_cla\n2 error(s) during elaboration.\nmake: *** [Makefile:4: sim] Error 2", 2)
    s.edit("Makefile", "adder.v adder_tb.v", "adder.v adder_cla.v adder_tb.v")
    s.bash("micromamba run -n hdl make sim", "iverilog -g2012 -o adder_tb adder.v adder_cla.v adder_tb.v\nvvp adder_tb\n1024 vectors, 0 errors")


@healthy("twelfth:missing", "scale-driver", "Build the driver's test tool on this Windows box.", client="codex")
def a_compiler_found_behind_vcvars(s):
    s.bash("nmake /nologo", "'nmake' is not recognized as an internal or external command,\noperable program or batch file.", 1)
    s.bash("where cl nmake link", "INFO: Could not find files for the given pattern(s).", 1)
    s.bash("dir /b \"C:\\Program Files\\Microsoft Visual Studio\"", "The system cannot find the file specified.", 1)
    s.bash("dir /b \"C:\\Program Files (x86)\\Microsoft Visual Studio\"", "2022\nInstaller")
    s.bash("\"C:\\Program Files (x86)\\Microsoft Visual Studio\\Installer\\vswhere.exe\" -products * -property installationPath", "C:\\Program Files (x86)\\Microsoft Visual Studio\\2022\\BuildTools")
    s.bash("call \"C:\\Program Files (x86)\\Microsoft Visual Studio\\2022\\BuildTools\\VC\\Auxiliary\\Build\\vcvars32.bat\" && nmake /nologo", "[vcvarsall.bat] Environment initialized for: 'x86'\nfatal error LNK1112: module machine type 'x64' conflicts with target machine type 'x86'\nNMAKE : fatal error U1077: 'link' : return code '0x458'\nStop.", 2, ms=7000)
    s.bash("call \"C:\\Program Files (x86)\\Microsoft Visual Studio\\2022\\BuildTools\\VC\\Auxiliary\\Build\\vcvars64.bat\" && nmake /nologo clean all", "[vcvarsall.bat] Environment initialized for: 'x64'\nscale.c\nscale.c(41): error C2065: 'ssize_t': undeclared identifier\nNMAKE : fatal error U1077: 'cl' : return code '0x2'\nStop.", 2, ms=8000)
    s.edit("scale.c", "ssize_t n", "SSIZE_T n")
    s.bash("call \"C:\\Program Files (x86)\\Microsoft Visual Studio\\2022\\BuildTools\\VC\\Auxiliary\\Build\\vcvars64.bat\" && nmake /nologo", "[vcvarsall.bat] Environment initialized for: 'x64'\nscale.c\nscale.c(77): error C2143: syntax error: missing ';' before 'type'\nNMAKE : fatal error U1077: 'cl' : return code '0x2'\nStop.", 2, ms=8100)
    s.edit("scale.c", "int i = 0\n", "int i = 0;\n")
    s.bash("call \"C:\\Program Files (x86)\\Microsoft Visual Studio\\2022\\BuildTools\\VC\\Auxiliary\\Build\\vcvars64.bat\" && nmake /nologo", "[vcvarsall.bat] Environment initialized for: 'x64'\nscale.c\nlink /nologo /out:scaletool.exe scale.obj hid.lib", ms=8800)
    s.bash("scaletool.exe --selftest", "selftest: 14 of 14 ok")


@healthy("twelfth:plans", "bird-handbook", "Make the index of the handbook, letter by letter; write down what is open.", client="claude", times="none")
def an_index_with_a_todo_for_each_letter(s):
    letters = "ABCDEFGHKLM"
    for n, letter in enumerate(letters):
        s.grep(f"^\\\\bird{{{letter}", "chapters", "" if letter in "CH" else f"chapters/{n + 1}.tex:{n * 9 + 3}:\\bird{{{letter}msel}}")
        if letter not in "CH":
            s.edit("index.tex", f"% {letter}\n", f"% {letter}\n\\indexentry{{{letter}msel}}{{{n * 9 + 3}}}\n")
        s.plan([(f"Letter {x}", "completed" if k <= n else "pending") for k, x in enumerate(letters)])


@healthy("twelfth:missing", "seismo-octave", "Get the old picking script to run under Octave.", client="claude")
def octave_packages_missed_in_turn(s):
    for n, (fun, package) in enumerate([("butter", "signal"), ("nanmean", "statistics"), ("xlsread", "io"), ("lsqcurvefit", "optim"), ("struct2table", "tablicious"), ("imresize", "image")]):
        s.bash("octave-cli --quiet pick.m", f"warning: the '{fun}' function belongs to the {package} package from Octave Forge which\nyou have not installed. To install the package, run 'pkg install -forge {package}'.\nerror: '{fun}' undefined\nerror: called from\n    pick at line {11 + n * 9} column {n + 5}", 1, ms=700 + n * 31)
        s.bash(f"octave-cli --quiet --eval 'pkg install -forge {package}'", "" if n != 2 else "For information about changes from previous versions of the io package, run 'news io'.", ms=31_000 + n * 1900)
        s.edit("pick.m", "% packages\n", f"pkg load {package}\n% packages\n")
    s.bash("octave-cli --quiet pick.m", "412 picks written to picks.csv", ms=9000)


@stuck("twelfth:missing", "vase-cad", "Render all the vases to STL.", client="plain", codes=False)
def a_renderer_that_is_not_there_for_any_script(s):
    for n in range(23):
        if n == 6:
            s.stuck_here()
        kind = n % 5
        if kind == 1:
            s.edit("render.sh", f"openscad -o stl/vase{n - 1}.stl" if n else "", f"openscad --export-format binstl -o stl/vase{n}.stl")
        elif kind == 3:
            s.edit("Makefile", f"FN = {n * 10}", f"FN = {n * 10 + 50}")
        else:
            s.bash(["sh render.sh", "", "make stl", "", "python3 render_all.py"][kind], ["render.sh: 3: openscad: not found", "", "openscad -D '$fn=100' -o stl/tall.stl src/tall.scad\nmake: openscad: No such file or directory\nmake: *** [Makefile:6: stl/tall.stl] Error 127", "", "Traceback (most recent call last):\n  File \"/home/dev/vase-cad/render_all.py\", line 9, in <module>\n    subprocess.run([\"openscad\", \"-o\", out, src], check=True)\nFileNotFoundError: [Errno 2] No such file or directory: 'openscad'"][kind], [127, 0, 2, 0, 1][kind], ms=50 + n)


@stuck("twelfth:missing", "parking-sql", "Run the clean-up script on the parking database.", client="codex")
def sqlcmd_is_not_recognised_in_any_shell(s):
    for n in range(24):
        if n == 6:
            s.stuck_here()
        if n % 6 == 4:
            s.edit("cleanup.sql", f"-- batch {n}", f"-- batch {n + 6}\nGO")
            continue
        if n % 6 == 1 and n > 6:
            s.bash("Get-Service 'MSSQL*'", "\nStatus   Name               DisplayName\n------   ----               -----------\nRunning  MSSQL$PARK         SQL Server (PARK)\n")
            continue
        way = ["sqlcmd -S .\\PARK -i cleanup.sql", "cmd /c sqlcmd -S .\\PARK -E -i cleanup.sql", "& sqlcmd -S localhost\\PARK -i cleanup.sql -o out.txt", "sqlcmd.exe -S tcp:localhost,1433 -i cleanup.sql", "Start-Process sqlcmd -ArgumentList '-S .\\PARK -i cleanup.sql' -Wait", ".\\run_cleanup.ps1"][n * 5 % 6]
        s.bash(way, "'sqlcmd' is not recognized as an internal or external command,\noperable program or batch file." if "cmd /c" in way else "Start-Process : This command cannot be run due to the error: The system cannot find the file specified." if "Start-" in way else f"{'sqlcmd.exe' if '.exe' in way else 'sqlcmd'} : The term '{'sqlcmd.exe' if '.exe' in way else 'sqlcmd'}' is not recognized as the name of a cmdlet, function, script file, or operable program. Check the spelling of the name, or if a path was included, verify that the path is correct and try again.", 1, ms=400 + n * 9)


@stuck("twelfth:plans", "maze-godot", "Port the maze game from Unity to Godot.", client="claude")
def a_port_that_never_leaves_its_plan(s):
    for n in range(22):
        if n == 6:
            s.stuck_here()
        if n % 5 == 4:
            s.look("Assets/Scripts/Player.cs", "public class Player : MonoBehaviour {\n  void Update() { Move(Input.GetAxis(\"Horizontal\")); }\n}\n")
        else:
            first = ["Survey the Unity scenes", "Understand the structure of the Unity project", "Analyse scenes and scripts", "Map Unity components to Godot nodes"][n * 3 % 4]
            s.plan([(first, "in_progress"), (["Set up the Godot project", "Create project.godot"][n % 2], "pending"), (["Port the player", "Port Player.cs to GDScript", "Rewrite the player controller"][n % 3], "pending"), (f"Phase {n % 4 + 2}: levels", "pending")])


@stuck("twelfth:missing", "ocean-waves", "Build the wave model.", client="codex")
def a_fortran_compiler_whatever_the_makefile_says(s):
    for n in range(13):
        if n == 4:
            s.stuck_here()
        s.edit("Makefile" if n % 3 else "src/Makefile.inc", f"FFLAGS = -O{n % 4} # {n}", f"FFLAGS = -O{(n + 1) % 4}{' -ffree-line-length-none' if n % 2 else ' -fallow-argument-mismatch'} # {n + 1}")
        s.bash(["make -j4", "make clean && make", "cmake -S . -B build && cmake --build build", "make FC=gfortran", "./configure && make"][n % 5], ["gfortran -O2 -c src/waves.f90\nmake: gfortran: No such file or directory\nmake: *** [Makefile:11: waves.o] Error 127", "rm -f *.o *.mod\ngfortran -O2 -c src/waves.f90\nmake: gfortran: No such file or directory\nmake: *** [Makefile:11: waves.o] Error 127", "CMake Error at CMakeLists.txt:3 (project):\n  No CMAKE_Fortran_COMPILER could be found.\n-- Configuring incomplete, errors occurred!", "gfortran -O3 -c src/waves.f90\nmake: gfortran: No such file or directory\nmake: *** [Makefile:11: waves.o] Error 127", "checking for gfortran... no\nchecking for f95... no\nconfigure: error: no acceptable Fortran compiler found in $PATH"][n % 5], [2, 2, 1, 2, 1][n % 5], ms=300 + n * 17)


@stuck("twelfth:missing", "lecture-clips", "Encode the lectures with libfdk_aac, as the archive demands.", client="plain", codes=False)
def an_encoder_this_ffmpeg_was_built_without(s):
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 6 == 3:
            s.edit("encode.sh", f"BITRATE={n * 8 + 96}k", f"BITRATE={n * 8 + 112}k")
        elif n % 6 == 5:
            s.bash(["ffmpeg -hide_banner -encoders | grep -i aac", "ffmpeg -hide_banner -version | head -1", "ffmpeg -hide_banner -codecs | grep ' aac '"][n // 6 % 3], [" A....D aac                  AAC (Advanced Audio Coding)", "ffmpeg version 6.1.1-3ubuntu5 Copyright (c) 2000-2023 the FFmpeg developers", " DEAIL. aac                  AAC (Advanced Audio Coding)"][n // 6 % 3])
        else:
            s.bash(["ffmpeg -hide_banner -y -i l%02d.mkv -c:v copy -c:a libfdk_aac -b:a 128k l%02d.mp4", "ffmpeg -y -i l%02d.mkv -c:a libfdk_aac -vbr 4 -vn l%02d.m4a", "ffmpeg -hide_banner -y -i l%02d.mkv -acodec libfdk_aac -profile:a aac_he l%02d.mp4", "ffmpeg -strict experimental -y -i l%02d.mkv -c:a libfdk_aac l%02d.mp4"][n % 4] % (n % 4 + 1, n % 4 + 1), f"Input #0, matroska,webm, from 'l{n % 4 + 1:02}.mkv':\n  Duration: 01:2{n % 4}:11.08, start: 0.000000, bitrate: 214{n % 4} kb/s\n[aost#0:1 @ 0x5{n * 7919 + 90001:x}c0] Unknown encoder 'libfdk_aac'\n[aost#0:1 @ 0x5{n * 7919 + 90001:x}c0] Error selecting an encoder\nError opening output files: Encoder not found", 8, ms=200 + n * 3)
