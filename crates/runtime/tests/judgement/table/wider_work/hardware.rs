//! Hardware and media: KiCad, OpenSCAD, Blender, ImageMagick, LaTeX, pandoc, esptool, PlatformIO, OpenOCD, Inkscape, R.

use super::super::call::{edit, laps, look, shell};
use super::super::case::{Case, healthy, stuck};
use super::{count, edited_between, in_turn, parts};

pub(super) fn cases() -> Vec<Case> {
    [healthy_cases(), stuck_cases()].concat()
}

fn healthy_cases() -> Vec<Case> {
    let ice = "error: internal compiler error: no entry found for key\nnote: rustc ICE";
    let is_bad = [true, true, false, true, false, false, true, true, false, true, false, true];
    vec![
        healthy("boards of KiCad without a violation", parts(12, |n| shell(format!("kicad-cli pcb drc hw/{n}.kicad_pcb"), "Found 0 violations\nFound 0 unconnected items", 0))),
        healthy("drawings of KiCad with one violation each", parts(12, |n| shell(format!("kicad-cli sch erc --exit-code-violations hw/{n}.kicad_sch"), "Found 1 violations", 5))),
        healthy("parts that OpenSCAD renders", parts(12, |n| shell(format!("openscad -o out/{n}.stl parts/{n}.scad"), "Geometries in cache: 8\nGeometry cache size in bytes: 9120\nCGAL Polyhedrons in cache: 0\nTotal rendering time: 0:00:00.912\n   Simple:     yes", 0))),
        healthy("frames that Blender renders", count(16, |n| shell(format!("blender -b scene.blend -f {n}"), format!("Fra:{n} Mem:412.10M | Rendering | Sample 64/64\nSaved: '/home/dev/project/out/{n:04}.png'"), 0))),
        healthy("pictures made smaller in silence", parts(14, |n| shell(format!("magick img/{n}.png -resize 50% out/{n}.webp"), "", 0))),
        healthy("chapters that latexmk finds up to date", parts(12, |n| shell(format!("latexmk -pdf chapters/{n}.tex"), "Latexmk: Nothing to do for this target.\nLatexmk: All targets are up-to-date", 0))),
        healthy("documents of pandoc with one warning", parts(12, |n| shell(format!("pandoc docs/{n}.md -o out/{n}.pdf"), "[WARNING] Missing character: There is no → (U+2192) (U+2192) in font [lmroman10-regular]:mapping=tex-text;!", 0))),
        healthy("chips that are erased, port by port", count(12, |n| shell(format!("esptool.py --port /dev/ttyUSB{n} erase_flash"), "Chip is ESP32-D0WD-V3 (revision v3.1)\nErasing flash (this may take a while)...\nChip erase completed successfully in 3.1s", 0))),
        healthy("nightly compilers between a good and a bad one", is_bad.iter().zip(3..).map(|(bad, day)| shell(format!("rustup run nightly-2024-03-{day:02} cargo build"), if *bad { ice } else { "    Finished `dev` profile [unoptimized + debuginfo] target(s)" }, if *bad { 101 } else { 0 })).collect()),
        healthy(
            "references that LaTeX lacks, one fewer after each edit",
            (0..10).flat_map(|n| [edit("thesis.tex", format!("\\ref{{fig{n}}}"), format!("\\ref{{fig:{n}}}")), shell("pdflatex -interaction=batchmode thesis.tex; grep -c 'undefined' thesis.log", format!("This is pdfTeX, Version 3.14\n{}", 10 - n), 0)]).collect(),
        ),
        healthy(
            "a wall that gets thicker, measured after each",
            (0..12).flat_map(|n| [edit("case.scad", format!("wall = {n};"), format!("wall = {};", n + 1)), shell("openscad -o case.stl case.scad && admesh case.stl | grep Volume", format!("Volume   : {}.{}", 1200 + 37 * n, n), 0)]).collect(),
        ),
        healthy("data sheets that are read for one register", parts(12, |n| look(format!("docs/{n}.txt"), format!("Register map of {n}\n0x00 ID {}\n0x01 CTRL", n.len())))),
    ]
}

fn stuck_cases() -> Vec<Case> {
    let flash = [
        "esptool.py --port /dev/ttyUSB0 write_flash 0x1000 app.bin",
        "esptool.py --port /dev/ttyUSB0 --baud 115200 write_flash 0x1000 app.bin",
        "esptool.py --port /dev/ttyUSB0 --before no_reset write_flash 0x1000 app.bin",
        "esptool.py --port /dev/ttyUSB0 --chip esp32 write_flash 0x1000 app.bin",
        "esptool.py --port /dev/ttyUSB0 chip_id",
    ];
    let upload = [
        "pio run -t upload",
        "sudo pio run -t upload",
        "sudo -E pio run -t upload",
        "su -c 'pio run -t upload'",
        "doas pio run -t upload",
        "sudo -u root pio run -t upload",
        "pkexec pio run -t upload",
    ];
    let scad = "module wall(h) {\n  cube([2, 40, h]);\n}\nwall(12);";
    vec![
        stuck("a chip that does not boot for its flash", in_turn(16, &flash, "esptool.py v4.7.0\nSerial port /dev/ttyUSB0\nConnecting......................................\n\nA fatal error occurred: Failed to connect to ESP32: No serial data received.", 2)).refused(),
        stuck("a drawing program without its library", parts(16, |n| shell(format!("inkscape icons/{n}.svg -o out/{n}.png"), "inkscape: error while loading shared libraries: libgsl.so.27: cannot open shared object file: No such file or directory", 127))).refused(),
        stuck("a thesis that stops at one word after each edit", edited_between(8, "thesis.sty", "pdflatex -interaction=nonstopmode thesis.tex", "! Undefined control sequence.\nl.14 \\chaptermarkk\n                  {Introduction}\n!  ==> Fatal error occurred, no output PDF file produced!", 1)),
        stuck("no KiCad, with edits between", laps(7, |n| [edit("hw/plot.sh", format!("layer={n}"), format!("layer={}", n + 1)), shell("kicad-cli pcb export gerbers hw/main.kicad_pcb", "zsh: command not found: kicad-cli", 127)])).refused(),
        stuck("a scene without the module of Blender", parts(9, |n| shell(format!("python render.py --object {n}"), "Traceback (most recent call last):\n  File \"/home/dev/project/render.py\", line 1, in <module>\n    import bpy\nModuleNotFoundError: No module named 'bpy'", 1))).refused(),
        stuck("a short file, by ranges beyond its end", count(14, |n| shell(format!("sed -n '1,{}p' case.scad", 60 + 10 * n), scad, 0))).refused(),
        stuck("a port that no kind of sudo opens", in_turn(16, &upload, "Looking for upload port...\nUsing manually specified: /dev/ttyACM0\ncould not open port '/dev/ttyACM0': [Errno 13] Permission denied: '/dev/ttyACM0'\n*** [upload] Error 1", 1)).refused(),
        stuck(
            "a setting of a slicer that goes there and back",
            laps(12, |n| {
                let (old, new) = if n % 2 == 0 { ("0.2", "0.3") } else { ("0.3", "0.2") };
                [edit("print.ini", format!("layer_height = {old}"), format!("layer_height = {new}")), shell("prusa-slicer --load print.ini -g case.stl", "error: Objects could not fit on the bed", 1)]
            }),
        ).refused(),
        stuck(
            "a debugger that halts, resets and does not write",
            laps(8, |_| {
                [
                    shell("openocd -f board.cfg -c 'init; reset halt; exit'", "Info : clock speed 1000 kHz\nError: init mode failed (unable to connect to the target)", 1),
                    shell("lsusb | grep ST-LINK", "Bus 001 Device 007: ID 0483:374b STMicroelectronics ST-LINK/V2.1", 0),
                    shell("openocd -f board.cfg -c 'program fw.elf verify; exit'", "Info : clock speed 1000 kHz\nError: init mode failed (unable to connect to the target)", 1),
                ]
            }),
        ).refused(),
        stuck("packages of R that lack one dependency", parts(16, |n| shell(format!("Rscript -e 'install.packages(\"{n}\")'"), format!("ERROR: dependency ‘units’ is not available for package ‘{n}’\n* removing ‘/usr/local/lib/R/site-library/{n}’\nWarning message:\ninstallation of package ‘{n}’ had non-zero exit status"), 1))).refused(),
        stuck("a notebook of Julia that fails alike after each edit", edited_between(8, "src/model.jl", "julia --project run.jl", "ERROR: LoadError: DimensionMismatch: matrix A has axes (Base.OneTo(4),Base.OneTo(3)), vector B has axes (Base.OneTo(4),)\nin expression starting at /home/dev/project/run.jl:9", 1)),
    ]
}
