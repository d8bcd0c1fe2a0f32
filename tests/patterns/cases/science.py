"""Data science and typesetting: notebooks, training scripts, R, Slurm, LaTeX."""
from session import healthy, stuck


@healthy("principle:evicted", "notebooks", "Bring the eight course notebooks up to the new plotting library.", client="claude")
def outputs_cleared_by_the_client(s):
    names = ["01_intro", "02_tables", "03_plots", "04_joins", "05_dates", "06_maps", "07_models", "08_review"]
    s.bash("ls notebooks", "\n".join(f"{name}.ipynb" for name in names))
    for name in names:
        s.other("read", {"file_path": f"{s.cwd}/notebooks/{name}.ipynb"}, "[Old tool result content cleared]", ms=20)
    for name in names[:3]:
        s.other("read", {"file_path": f"{s.cwd}/notebooks/{name}.ipynb"}, "[Old tool result content cleared]", ms=20)
        s.edit(f"notebooks/{name}.ipynb", "sns.distplot(df.price)", "sns.histplot(df.price)")
    s.bash("jupyter nbconvert --to notebook --execute --inplace notebooks/03_plots.ipynb", "[NbConvertApp] Converting notebook notebooks/03_plots.ipynb to notebook\n[NbConvertApp] Writing 41872 bytes to notebooks/03_plots.ipynb", ms=14_000)


@healthy("principle:evicted", "notebooks", "Execute every notebook and tell me which cells warn.", client="claude", times="at")
def outputs_kept_in_files(s):
    for n, name in enumerate(["churn", "pricing", "cohorts", "inventory", "returns", "traffic", "seasonality", "ab_test", "uplift", "forecast"]):
        s.bash(f"jupyter nbconvert --to markdown --execute --stdout reports/{name}.ipynb",
               f"<persisted-output>\nOutput too large (12{n}.4KB). Full output saved to: /home/dev/.claude/projects/-home-dev-notebooks/tool-results/b{n}c41.txt\n\nPreview (first 2KB):\n[NbConvertApp] Converting notebook\n...\n</persisted-output>", ms=26_000)
    s.bash("grep -l UserWarning /home/dev/.claude/projects/-home-dev-notebooks/tool-results/*.txt", "/home/dev/.claude/projects/-home-dev-notebooks/tool-results/b3c41.txt")


@healthy("rule:R19", "training", "Make train.py start on this fresh machine.")
def one_missing_module_after_the_other(s):
    s.look("train.py", "import lightgbm\nimport optuna\nimport polars\nimport shap\nimport mlflow")
    for name, package in [("polars", "polars"), ("lightgbm", "lightgbm"), ("sklearn", "scikit-learn"), ("optuna", "optuna"), ("shap", "shap"), ("mlflow", "mlflow")]:
        s.bash("python train.py --epochs 1", f"Traceback (most recent call last):\n  File \"/home/dev/training/train.py\", line 3, in <module>\n    import {name}\nModuleNotFoundError: No module named '{name}'", 1)
        s.bash(f"pip install -q {package}", "", ms=9000)
    s.bash("python train.py --epochs 1", "epoch 1/1 loss 0.4411 auc 0.871\nsaved models/run1.txt", ms=16_000)


@healthy("rule:names", "training", "The loader of the new survey files breaks on renamed columns. Map them.", client="codex")
def key_error_moves_to_the_next_column(s):
    columns = ["age_group", "household", "income", "postcode", "tenure", "vehicle", "wave", "weight"]
    s.look("survey/load.py", "RENAMED = {}\n\ndef load(path):\n    rows = read(path)\n    return [{k: r[k] for k in COLUMNS} for r in rows]")
    for n, column in enumerate(columns):
        s.bash("python -m survey.load data/wave9.csv", f"Traceback (most recent call last):\n  File \"/home/dev/training/survey/load.py\", line 5, in load\n    return [{{k: r[k] for k in COLUMNS}} for r in rows]\nKeyError: '{column}'", 1)
        s.bash("head -1 data/wave9.csv | tr , '\\n' | grep -n " + column.split("_")[0], f"{n + 2}:{column}_v2")
        before = "{}" if n == 0 else "{" + ", ".join(f"'{c}': '{c}_v2'" for c in columns[:n]) + "}"
        s.edit("survey/load.py", f"RENAMED = {before}", "RENAMED = {" + ", ".join(f"'{c}': '{c}_v2'" for c in columns[:n + 1]) + "}")
    s.bash("python -m survey.load data/wave9.csv", "18211 rows")


@healthy("principle:waiting", "cluster", "Train the large model on the cluster and report the validation loss.", client="codex")
def job_in_the_queue(s):
    s.bash("sbatch jobs/train_large.sh", "Submitted batch job 448120")
    for n in range(11):
        s.bash("squeue -j 448120 -h -o '%T %r'", "PENDING Resources", gap=30)
    for n in range(4):
        s.bash("squeue -j 448120 -h -o '%T %r'", "RUNNING None", gap=45)
        s.bash("tail -n 1 logs/train-448120.out", f"step {400 * (n // 2)} loss 2.{18 - n // 2}")
    s.bash("sacct -j 448120 -n -o State,Elapsed", "COMPLETED   00:41:12")


@healthy("principle:same_error", "statistics", "Install what the analysis needs on this machine.", codes=False, times="none")
def packages_that_need_system_libraries(s):
    s.look("DESCRIPTION", "Package: tides\nImports: sf, xml2, curl, magick, units")
    for package, message, library in [("units", "configure: error: in `/tmp/RtmpA1/R.INSTALL/units':\n  Configuration failed because libudunits2.so was not found", "libudunits2-dev"),
                                      ("xml2", "Configuration failed because libxml-2.0 was not found. Try installing:\n * deb: libxml2-dev", "libxml2-dev"),
                                      ("curl", "Configuration failed because libcurl was not found. Try installing:\n * deb: libcurl4-openssl-dev", "libcurl4-openssl-dev"),
                                      ("sf", "configure: error: gdal-config not found or not executable.", "libgdal-dev"),
                                      ("magick", "Configuration failed to find the Magick++ library. Try installing:\n - deb: libmagick++-dev", "libmagick++-dev")]:
        s.bash(f"Rscript -e 'install.packages(\"{package}\", repos=\"https://cloud.r-project.org\")'", f"* installing *source* package '{package}' ...\n{message}\nERROR: configuration failed for package '{package}'\nWarning message:\ninstallation of package '{package}' had non-zero exit status")
        s.bash(f"apt-get install -y -qq {library}", f"Setting up {library} ...")
        s.bash(f"Rscript -e 'install.packages(\"{package}\", repos=\"https://cloud.r-project.org\")'", f"* DONE ({package})")
    s.bash("R CMD INSTALL .", "* DONE (tides)")


@healthy("rule:R4", "thesis", "Replace the hand-made tables of chapter 3 by booktabs.", client="codex")
def rejected_patches_then_a_look(s):
    s.look("chapters/03.tex", "\\section{Results}\n\\begin{tabular}{|l|r|}\n\\hline\nstation & mean \\\\")
    s.edit("chapters/03.tex", "\\begin{tabular}{|l|r|}\n\\hline\nStation & mean \\\\", "\\begin{tabular}{lr}\n\\toprule\nStation & mean \\\\", rejected="missing")
    s.edit("chapters/03.tex", "\\begin{tabular}{|l|r|}\n\\hline\nstation & mean\\\\", "\\begin{tabular}{lr}\n\\toprule\nstation & mean\\\\", rejected="missing")
    s.edit("chapters/03.tex", "\\begin{tabular}{ |l|r| }\n\\hline", "\\begin{tabular}{lr}\n\\toprule", rejected="missing")
    s.bash("sed -n '1,8p' chapters/03.tex | cat -A", "\\section{Results}$\n\\begin{tabular}{|l|r|}$\n\\hline^M$\nstation & mean \\\\^M$")
    s.bash("sed -i 's/\\r$//' chapters/03.tex", "")
    s.edit("chapters/03.tex", "\\begin{tabular}{|l|r|}\n\\hline", "\\begin{tabular}{lr}\n\\toprule")
    s.bash("latexmk -pdf -interaction=nonstopmode -quiet main.tex", "Latexmk: All targets (main.pdf) are up-to-date", ms=7000)


@stuck("rule:R19", "training", "Train the small model for one epoch.")
def torch_is_not_there(s):
    missing = "Traceback (most recent call last):\n  File \"{}\", line 2, in <module>\n    import torch\nModuleNotFoundError: No module named 'torch'"
    s.look("train.py", "import argparse\nimport torch\nfrom model import Net")
    s.stuck_here()
    s.bash("python train.py --epochs 1", missing.format("/home/dev/training/train.py"), 1)
    s.edit("train.py", "from model import Net", "from model import Net  # noqa")
    s.bash("python3 train.py --epochs 1", missing.format("/home/dev/training/train.py"), 1)
    s.bash("PYTHONPATH=. python train.py --epochs 1", missing.format("/home/dev/training/train.py"), 1)
    s.look("model.py", "import torch\nclass Net(torch.nn.Module): ...")
    s.edit("train.py", "import argparse\n", "import argparse\nimport sys\n")
    s.bash("python -m train --epochs 1", missing.format("/home/dev/training/train.py"), 1)
    s.bash("python -c 'import torch; print(torch.__version__)'", "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nModuleNotFoundError: No module named 'torch'", 1)
    s.edit("train.py", "import sys\n", "import sys\nsys.path.insert(0, '.')\n")
    s.bash("python train.py --epochs 1 --device cpu", missing.format("/home/dev/training/train.py"), 1)
    s.bash("bash run.sh", missing.format("/home/dev/training/train.py"), 1)
    s.edit("run.sh", "python train.py", "python3 -u train.py")
    s.bash("bash run.sh", missing.format("/home/dev/training/train.py"), 1)
    s.bash("cd /home/dev/training && python3 -u train.py --epochs 1", missing.format("/home/dev/training/train.py"), 1)


@stuck("rule:R19", "thesis", "Build the thesis as a PDF.", client="codex")
def xelatex_behind_make(s):
    s.bash("cat Makefile", "pdf:\n\txelatex -interaction=nonstopmode main.tex\n\nbib:\n\tbiber main")
    made = "xelatex -interaction=nonstopmode main.tex\n/bin/sh: 1: xelatex: not found\nmake: *** [Makefile:2: pdf] Error 127"
    s.stuck_here()
    s.bash("make pdf", made, 2)
    s.bash("xelatex main.tex", "bash: line 1: xelatex: command not found", 127)
    s.edit("main.tex", "\\usepackage{fontspec}", "\\usepackage{fontspec}\n\\usepackage{polyglossia}")
    s.bash("make -B pdf", made, 2)
    s.bash("which xelatex", "", 1)
    s.edit("Makefile", "\txelatex -interaction=nonstopmode main.tex", "\txelatex -halt-on-error main.tex")
    s.bash("make pdf", made.replace("-interaction=nonstopmode", "-halt-on-error"), 2)
    s.bash("make clean pdf", made.replace("-interaction=nonstopmode", "-halt-on-error"), 2)
    s.edit("main.tex", "\\usepackage{polyglossia}", "\\usepackage[english]{babel}")
    s.bash("xelatex -no-pdf main.tex", "bash: line 1: xelatex: command not found", 127)
    s.bash("make pdf 2>&1 | tail -2", "/bin/sh: 1: xelatex: not found\nmake: *** [Makefile:2: pdf] Error 127")
    s.bash("make pdf", made.replace("-interaction=nonstopmode", "-halt-on-error"), 2)


@stuck("rule:A13", "training", "evaluate.py dies with a KeyError; make it run.")
def key_error_after_every_edit(s):
    s.look("evaluate.py", "def score(batch):\n    logits = batch['logits']\n    return logits.argmax(-1)")
    changes = ["batch['outputs']['logits']", "batch.get('logits', batch)['logits']", "dict(batch)['logits']", "batch.data['logits']", "next(iter(batch))['logits']", "batch[0]['logits']",
               "collate(batch)['logits']", "vars(batch)['logits']", "batch.to_dict()['logits']", "json.loads(json.dumps(batch))['logits']"]
    last = "batch['logits']"
    for n, change in enumerate(changes):
        if n == 3:
            s.stuck_here()
        s.bash("python evaluate.py --split val", f"loading checkpoint runs/a/last.pt\nval: 100%|██████████| 12/12 [00:0{n % 3 + 1}<00:00]\nTraceback (most recent call last):\n  File \"/home/dev/training/evaluate.py\", line 44, in main\n    table[score(batch)] += 1\n"
               f"  File \"/home/dev/training/evaluate.py\", line {17 + n % 2}, in score\n    logits = {last}\nKeyError: 'logits'", 1, ms=7200)
        s.edit("evaluate.py", f"logits = {last}", f"logits = {change}")
        last = change
    s.bash("python evaluate.py --split val", f"loading checkpoint runs/a/last.pt\nTraceback (most recent call last):\n  File \"/home/dev/training/evaluate.py\", line 18, in score\n    logits = {last}\nKeyError: 'logits'", 1, ms=7200)


@stuck("rule:A13", "statistics", "Fit the mixed model of the tides and print the coefficients.", client="codex")
def a_new_file_for_every_attempt(s):
    s.bash("ls", "data\nmodels.R")
    for n in range(1, 9):
        if n == 4:
            s.stuck_here()
        s.write(f"fit_v{n}.R", f"library(lme4)\nd <- read.csv('data/tides.csv')\n# attempt {n}\nm <- lmer(height ~ moon + (1 | station), data = d, control = lmerControl(optimizer = '{['bobyqa', 'nlminbwrap', 'Nelder_Mead', 'nloptwrap'][n % 4]}'))\nprint(fixef(m))\n")
        s.bash(f"Rscript fit_v{n}.R", "Loading required package: Matrix\nError in eval(predvars, data, env) : object 'moon' not found\nCalls: lmer ... lFormula -> eval -> eval -> <Anonymous> -> eval\nExecution halted", 1)


@stuck("principle:duration", "notebooks", "Execute the report notebook.", client="claude")
def notebook_fails_with_pauses_between(s):
    s.other("read", {"file_path": f"{s.cwd}/report.ipynb"}, '<cell id="3">prices = pd.read_parquet("s3://nordlys/prices.parquet")</cell>', ms=20)
    s.stuck_here()
    for n in range(12):
        s.bash("jupyter nbconvert --to notebook --execute --inplace report.ipynb 2>&1 | tail -4", "nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:\n------------------\nprices = pd.read_parquet(\"s3://nordlys/prices.parquet\")\n------------------\nPermissionError: Forbidden", ms=6100 + 13 * n, gap=52 + n % 5)


@stuck("principle:same_error", "training", "Pin a version of the tokenizer that works with our Python.", client="codex")
def no_version_fits(s):
    s.bash("python --version && grep tokenizers requirements.txt", "Python 3.14.0\ntokenizers")
    s.stuck_here()
    for version in ["0.10.3", "0.11.6", "0.12.1", "0.13.0", "0.13.1", "0.13.2", "0.13.3", "0.14.0", "0.14.1", "0.15.0", "0.15.1", "0.15.2", "0.19.1"]:
        s.bash(f"pip install tokenizers=={version}", f"ERROR: Could not find a version that satisfies the requirement tokenizers=={version} (from versions: none)\nERROR: No matching distribution found for tokenizers=={version}", 1, ms=2100)
