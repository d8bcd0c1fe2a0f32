//! Notebooks, statistics, typesetting, pictures, films, maps and simulations.

use super::super::call::{Call, edit, shell};
use super::super::case::{Case, healthy, stuck};
use super::{NAMES, count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = computations();
    cases.extend(documents_and_media());
    cases
}

fn computations() -> Vec<Case> {
    vec![
        healthy("twelve notebooks that run", each(|name| shell(format!("jupyter nbconvert --to notebook --execute --inplace {name}.ipynb"), "[NbConvertApp] Converting notebook\n[NbConvertApp] Writing bytes", 0))),
        stuck("one notebook that fails, with other options", in_turn(12, &[
            "jupyter nbconvert --execute --to notebook a.ipynb", "jupyter nbconvert --execute --ExecutePreprocessor.timeout=600 --to notebook a.ipynb", "jupyter nbconvert --execute --to html a.ipynb", "jupyter execute a.ipynb", "papermill a.ipynb out.ipynb",
        ], "Traceback (most recent call last):\n  Cell In[7], line 2\n    df['cart_total'].sum()\nKeyError: 'cart_total'", 1)).refused(),
        healthy("a sweep over a parameter", count(14, |n| shell(format!("papermill train.ipynb out/alpha_{n}.ipynb -p alpha 0.{n}"), "Executing: 100%|██████████| 18/18 [00:41<00:00,  2.30s/cell]", 0))),
        stuck("a package of R that is not there", each(|name| shell(format!("Rscript analysis/{name}.R"), "Error in library(terra) : there is no package called ‘terra’\nExecution halted", 1))).refused(),
        healthy("a plot for each table", each(|name| shell(format!("Rscript -e 'png(\"{name}.png\"); plot(read.csv(\"{name}.csv\")); dev.off()'"), "null device \n          1 ", 0))),
        stuck("a package of Julia that is not there", in_turn(12, &[
            "julia run.jl", "julia --project=. run.jl", "julia -t 4 run.jl", "julia --startup-file=no run.jl", "julia test.jl", "julia plot.jl",
        ], "ERROR: LoadError: ArgumentError: Package CSVFiles not found in current path.\n- Run `import Pkg; Pkg.add(\"CSVFiles\")` to install the CSVFiles package.", 1)).refused(),
        healthy("a benchmark with other numbers of threads", count(12, |n| shell(format!("julia -t {n} bench.jl"), format!("  {}.{} ms (12 allocations: 1.2 KiB)", 120 / n, n * 37 % 10), 0))),
        stuck("a script that ends alike after each edit", (1..=9).flat_map(|n| [
            edit("model.m", format!("x = {};", n - 1), format!("x = {n};")),
            shell("octave --no-gui model.m", "error: operator *: nonconformant arguments (op1 is 3x4, op2 is 3x1)\nerror: called from\n    model at line 22 column 7", 1),
        ]).collect()),
        stuck("a driver that is not loaded", in_turn(16, &[
            "nvidia-smi", "nvidia-smi -L", "nvidia-smi --query-gpu=name --format=csv", "sudo nvidia-smi", "nvidia-smi | head -5",
        ], "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that the latest NVIDIA driver is installed and running.", 9)).refused(),
        healthy("rules of a workflow that are done", each(|name| shell(format!("snakemake -c4 results/{name}.tsv"), "Building DAG of jobs...\nNothing to be done (all requested files are present and up to date).", 0))),
        stuck("a process that is killed at each resumption", in_turn(12, &[
            "nextflow run main.nf -resume", "nextflow run main.nf -resume -profile docker", "nextflow run main.nf -resume -qs 1", "nextflow run main.nf -resume -with-report", "nextflow run main.nf -resume --max_cpus 2",
        ], "ERROR ~ Error executing process > 'ALIGN (1)'\n\nCaused by:\n  Process `ALIGN (1)` terminated with an error exit status (137)\n\nCommand exit status:\n  137", 1)).refused(),
        healthy("replicas of a simulation", count(12, |n| shell(format!("gmx mdrun -deffnm replica_{n} -nsteps 5000"), "starting mdrun 'Protein in water'\n5000 steps,     10.0 ps.\n\nWriting final coordinates.", 0))),
        stuck("new files of a family that end alike", (1..=8).flat_map(|n| [
            shell(format!("cat > fit_v{n}.py <<'END'\nimport numpy as np\nprint(np.linalg.inv(build({n})))\nEND"), "", 0),
            shell(format!("python fit_v{n}.py"), format!("Traceback (most recent call last):\n  File \"/home/dev/project/fit_v{n}.py\", line 2, in <module>\n    print(np.linalg.inv(build({n})))\nnumpy.linalg.LinAlgError: Singular matrix"), 1),
        ]).collect()),
        healthy("many questions about one table", ["df.shape", "df.dtypes", "df.isna().sum()", "df.cart.nunique()", "df.total.mean()", "df.total.median()", "df.day.min()", "df.day.max()", "df.head()", "df.tail()", "df.corr()", "df.describe()"]
            .iter().zip(1..).map(|(query, n)| shell(format!("python -c \"import pandas as pd; df = pd.read_csv('a.csv'); print({query})\""), format!("answer {n} of {query}\n{}", n * 7919), 0)).collect()),
        // Other code: that it asks the same, only the answers say.
        stuck("the head of one table, asked in many ways", in_turn(14, &[
            "python -c \"import pandas as pd; print(pd.read_csv('a.csv').head())\"", "python3 -c \"import pandas as pd; df = pd.read_csv('a.csv'); print(df.head())\"", "python -c \"import pandas as pd; print(pd.read_csv('a.csv').head(5))\"", "python - <<'END'\nimport pandas as pd\nprint(pd.read_csv('a.csv').head())\nEND",
        ], "   cart  total\n0     1   10.5\n1     2    9.0\n2     3   12.0\n3     4    1.5\n4     5    7.7", 0)),
        healthy("learning rates, each with another loss", count(12, |n| shell(format!("python train.py --lr 0.{n:03} --epochs 1"), format!("epoch 1: loss 0.{} val_loss 0.{}", 900 - n * 17, 950 - n * 13), 0))),
    ]
}

fn documents_and_media() -> Vec<Case> {
    vec![
        healthy("twelve chapters that are set", each(|name| shell(format!("latexmk -pdf -quiet chapters/{name}.tex"), "Latexmk: All targets are up-to-date", 0))),
        stuck("citations that stay undefined", (0..7).flat_map(|_| -> [Call; 3] { [
            shell("pdflatex -interaction=nonstopmode thesis.tex | grep -i undefined", "LaTeX Warning: Citation `lamport94' on page 3 undefined on input line 41.\nLaTeX Warning: There were undefined references.", 0),
            shell("bibtex thesis", "This is BibTeX, Version 0.99d\nWarning--I didn't find a database entry for \"lamport94\"\n(There was 1 warning)", 0),
            shell("pdflatex -interaction=nonstopmode thesis.tex | tail -2", "Output written on thesis.pdf (80 pages, 412200 bytes).\nTranscript written on thesis.log.", 0),
        ] }).collect()).refused(),
        healthy("references that are mended one by one", (1..=9).flat_map(|n| [
            edit("thesis.tex", format!("\\ref{{fig{n}}}"), format!("\\ref{{fig:{n}}}")),
            shell("pdflatex -interaction=nonstopmode thesis.tex | grep -c undefined", format!("{}", 9 - n), i32::from(n == 9)),
        ]).collect()),
        healthy("frames of a film, rendered one by one", count(18, |n| shell(format!("blender -b scene.blend -o out/ -f {n}"), "Saved: 'out/frame.png'\n Time: 00:03.10 (Saving: 00:00.20)\n\nBlender quit", 0))),
        stuck("a script of Blender that ends alike after each edit", (1..=8).flat_map(|n| [
            edit("render.py", format!("obj = get({})", n - 1), format!("obj = get({n})")),
            shell("blender -b -P render.py", "Traceback (most recent call last):\n  File \"/home/dev/project/render.py\", line 12, in <module>\nAttributeError: 'NoneType' object has no attribute 'location'\n\nBlender quit", 1),
        ]).collect()),
        healthy("clips that are converted without a word", each(|name| shell(format!("ffmpeg -y -loglevel error -i {name}.mov -crf 23 {name}.mp4"), "", 0))),
        stuck("an encoder that is not there", each(|name| shell(format!("ffmpeg -y -i {name}.mov -c:v libx265 {name}.mp4"), format!("Input #0, mov, from '{name}.mov':\n  Duration: 00:00:12.00\nUnknown encoder 'libx265'"), 1))).refused(),
        healthy("clips of the same size", each(|name| shell(format!("ffprobe -v error -show_entries stream=width,height -of csv=p=0 {name}.mp4"), "1920,1080", 0))),
        healthy("pictures that are made smaller", each(|name| shell(format!("magick mogrify -resize 800x img/{name}.png"), "", 0))),
        stuck("one picture, identified in many ways", in_turn(14, &[
            "identify img/carts.png", "magick identify img/carts.png", "identify img/carts.png | head -1", "identify -quiet img/carts.png", "identify ./img/carts.png",
        ], "img/carts.png PNG 800x600 800x600+0+0 8-bit sRGB 12034B 0.000u 0:00.000", 0)).refused(),
        stuck("a map that no driver reads", ["GTiff", "netCDF", "HDF5", "GRIB", "PNG", "JP2OpenJPEG", "AAIGrid", "ENVI", "VRT", "COG", "ZARR", "HFA"]
            .map(|driver| shell(format!("gdalinfo -if {driver} tiles/a.dat"), "ERROR 4: `tiles/a.dat' not recognized as being in a supported file format.\ngdalinfo failed - unable to open 'tiles/a.dat'.", 1)).to_vec()).refused(),
        healthy("maps that are brought into one projection", each(|name| shell(format!("gdalwarp -q -t_srs EPSG:3857 {name}.tif out/{name}.tif"), "", 0))),
        stuck("a figure that is drawn and looked at, and is the same", (0..9).flat_map(|_| -> [Call; 2] { [
            shell("python plot.py", "saved fig.png", 0),
            shell("md5sum fig.png", "9e107d9d372bb6826bd81d3542a419d6  fig.png", 0),
        ] }).collect()).refused(),
        healthy("fonts that twelve documents use", NAMES.iter().map(|name| shell(format!("pdffonts {name}.pdf"), "name                                 type\n------------------------------------ ----\nABCDEF+Inter-Regular                 CID TrueType", 0)).collect()),
    ]
}
