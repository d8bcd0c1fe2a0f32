//! A check that ran and found something has answered; only the same targets again are the same question.

use super::call::{Call, edit, laps, look, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let names =
        ["auth", "cart", "feed", "geo", "mail", "pay", "push", "rank", "seo", "tags", "user"];
    let many = |call: &dyn Fn(&str) -> Call| names.iter().map(|name| call(name)).collect();
    let asked = |commands: &[&str], outputs: &[&str]| -> Vec<Call> {
        let outputs = outputs.iter().cycle();
        commands.iter().zip(outputs).map(|(command, output)| shell(*command, *output, 1)).collect()
    };
    let shellcheck = "In deploy.sh line 4:\nrm -rf $DIR/\n       ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.";
    vec![
        healthy(
            "each role with the same finding of the linter",
            many(&|role| shell(format!("ansible-lint roles/{role}"), "WARNING  Listing 1 violation(s) that are fatal\nname[missing]: All tasks should be named.\ntasks/main.yml:3 Task/Handler: command", 2)),
        ),
        healthy(
            "each contract with one warning",
            many(&|name| shell(format!("slither contracts/{name}.sol"), "INFO:Detectors:\nPragma version^0.8.0 allows old versions\nINFO:Slither: 1 result(s) found", 255)),
        ),
        healthy(
            "each chart with the same advice",
            many(&|name| shell(format!("helm lint charts/{name}"), "[INFO] Chart.yaml: icon is recommended\n[ERROR] templates/: values.schema.json is missing\nError: 1 chart(s) linted, 1 chart(s) failed", 1)),
        ),
        healthy(
            "each package with the same type error",
            many(&|name| shell(format!("npx tsc -p packages/{name} --noEmit"), "src/index.ts(1,10): error TS2305: Module '\"@shop/core\"' has no exported member 'Money'.", 2)),
        ),
        healthy(
            "each proto file with one breaking change",
            many(&|name| shell(format!("buf breaking --path proto/{name}.proto --against .git"), "Field \"3\" on message \"Item\" changed type from \"int32\" to \"int64\".", 100)),
        ),
        healthy(
            "each scan of an image with one vulnerability",
            many(&|name| shell(format!("trivy image --exit-code 1 shop/{name}:5"), "Total: 1 (HIGH: 1, CRITICAL: 0)\nlibcrypto3 CVE-2024-0727 HIGH 3.1.4-r2", 1)),
        ),
        healthy(
            "one linter after each edit, one finding less",
            laps(9, |n| [
                shell("eslint src", format!("src/a.js\n  {}:3  error  'x{n}' is defined but never used  no-unused-vars\n\n{} problems", n + 1, 9 - n), 1),
                edit("src/a.js", format!("const x{n} = 1;"), format!("// {n} removed")),
            ]),
        ),
        healthy(
            "each translation with the same missing key",
            many(&|lang| shell(format!("msgfmt --check -o /dev/null po/{lang}.po"), "po/all.pot:12: 'msgid' and 'msgstr' entries do not both end with '\\n'\nmsgfmt: found 1 fatal error", 1)),
        ),
        nudged_at_most(
            "one linter three ways, then the edit",
            vec![
                shell("shellcheck deploy.sh", shellcheck, 1),
                shell("shellcheck -f gcc deploy.sh", "deploy.sh:4:8: note: Double quote to prevent globbing and word splitting. [SC2086]", 1),
                shell("shellcheck -S warning deploy.sh", "", 0),
                edit("deploy.sh", "rm -rf $DIR/", "rm -rf \"$DIR/\""),
                shell("shellcheck deploy.sh", "", 0),
            ],
        ),
        stuck("one script linted again and again", (0..9).map(|_| shell("shellcheck deploy.sh", shellcheck, 1)).collect()).at(4, 7),
        stuck(
            "one script linted in eight formats",
            asked(
                &["shellcheck deploy.sh", "shellcheck -f gcc deploy.sh", "shellcheck -f tty deploy.sh", "shellcheck -f gcc -x deploy.sh", "shellcheck -s bash deploy.sh", "shellcheck --format=gcc deploy.sh", "shellcheck -C deploy.sh", "shellcheck -x deploy.sh -f gcc", "shellcheck -a deploy.sh", "shellcheck --format=gcc --norc deploy.sh"],
                &[shellcheck, "deploy.sh:4:8: note: Double quote to prevent globbing and word splitting. [SC2086]"],
            ),
        ),
        stuck(
            "one type error asked for in other words",
            asked(
                &["mypy app.py", "mypy --strict app.py", "mypy app.py --show-error-codes", "python -m mypy app.py", "mypy app.py --no-error-summary", "mypy --pretty app.py", "mypy --no-incremental app.py", "mypy app.py | head", "mypy app.py --show-column-numbers", "mypy app.py --no-color-output"],
                &[
                    "app.py:12: error: Incompatible return value type (got \"str\", expected \"int\")\nFound 1 error in 1 file (checked 1 source file)",
                    "app.py:12: error: Incompatible return value type (got \"str\", expected \"int\")  [return-value]",
                    "app.py:12:12: error: Incompatible return value type (got \"str\", expected \"int\")  [return-value]\nFound 1 error in 1 file (checked 1 source file)",
                ],
            ),
        ),
        stuck(
            "one manifest validated by hand with looks in between",
            (0..16).map(|n| match n % 2 {
                0 => shell(["kubeconform deploy.yaml", "kubeconform -summary deploy.yaml", "kubeconform -strict deploy.yaml", "kubeconform -verbose deploy.yaml"][n / 2 % 4], "deploy.yaml - Deployment web is invalid: problem validating schema. spec.replicas expected integer, but got string", 1),
                _ => look(format!("docs/p{n}.md"), format!("page {n}")),
            }).collect(),
        ),

        healthy("each board with one violation", many(&|name| shell(format!("kicad-cli pcb drc --exit-code-violations boards/{name}.kicad_pcb"), "Loading board\nRunning DRC...\nFound 1 violations\nSaved DRC Report", 5))),
        healthy("each page without a doctype", many(&|name| shell(format!("npx htmlhint pages/{name}.html"), "   L1 |<html>\n        ^ Doctype must be declared first. (doctype-first)\nScanned 1 files, found 1 errors in 1 files", 1))),
        healthy("each patch with white space at an end", many(&|name| shell(format!("scripts/checkpatch.pl out/{name}.patch"), "ERROR: trailing whitespace\ntotal: 1 errors, 0 warnings, 12 lines checked", 1))),
        stuck("one board checked again", vec![shell("kicad-cli pcb drc --exit-code-violations boards/main.kicad_pcb", "Loading board\nRunning DRC...\nFound 1 violations\nSaved DRC Report", 5); 8]),

        healthy("each source with the same fault of its own", many(&|name| shell(format!("gcc -Werror -c src/{name}.c"), format!("src/{name}.c: In function 'init':\nsrc/{name}.c:9:9: error: implicit declaration of function 'strlcpy' [-Werror]\n    9 |         strlcpy(a, b, 8);\n      |         ^~~~~~~\ncc1: all warnings being treated as errors"), 1))),
        healthy("each class with the same fault of its own, in the first lines", many(&|name| shell(format!("javac -d out src/{name}.java 2>&1 | head -4"), format!("src/{name}.java:5: error: incompatible types: possible lossy conversion from long to int\n    int n = total();\n                 ^\n1 error"), 0))),
        healthy("each unit checked for its syntax, in the last lines", many(&|name| shell(format!("clang -fsyntax-only src/{name}.cc 2>&1 | tail -1"), format!("src/{name}.cc:3:1: error: unknown type name 'uint'"), 0))),
        healthy("each script of the last version of Python", many(&|name| shell(format!("python -m py_compile app/{name}.py"), format!("  File \"app/{name}.py\", line 9\n    print \"x\"\n    ^^^^^^^^^\nSyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?"), 1))),
        healthy("each page of PHP with one sign too many", many(&|name| shell(format!("php -l lib/{name}.php"), format!("PHP Parse error:  syntax error, unexpected token \"}}\" in lib/{name}.php on line 9\nErrors parsing lib/{name}.php"), 255))),
        healthy("each library with a fault in a file of the same name", many(&|name| shell(format!("make -C libs/{name}"), format!("make: Entering directory '/w/libs/{name}'\nmain.c:9:9: error: unknown type name 'u32'\nmake: *** [Makefile:4: main.o] Error 1"), 2))),
        healthy("each library of which a filter leaves that it failed", many(&|name| shell(format!("make -C libs/{name} 2>&1 | tail -1"), "make: *** [Makefile:4: main.o] Error 1", 0))),
        healthy("each module of Maven with the same symbol that is not found", many(&|name| shell(format!("mvn -q -pl mods/{name} compile"), format!("[ERROR] COMPILATION ERROR : \n[ERROR] /w/mods/{name}/src/main/java/App.java:[9,5] cannot find symbol"), 1))),
        stuck("each source that asks for one header which is not there", many(&|name| shell(format!("gcc -c src/{name}.c"), format!("src/{name}.c:1:10: fatal error: zlib.h: No such file or directory\ncompilation terminated."), 1))).refused(),
        stuck("each class that asks for one package which is not there", many(&|name| shell(format!("javac -d out src/{name}.java"), format!("src/{name}.java:3: error: package com.google.gson does not exist\nimport com.google.gson.Gson;\n                      ^\n1 error"), 1))).refused(),
        stuck("each source into which one header brings its fault", many(&|name| shell(format!("clang -c src/{name}.c"), format!("In file included from src/{name}.c:2:\nsrc/common.h:9:1: error: unknown type name 'u32'\n1 error generated."), 1))).refused(),
        stuck("one script that fails in itself, whatever it is given", many(&|name| shell(format!("./import.pl data/{name}.csv"), "Error: no method \"parse\" at ./import.pl line 9.", 255))).refused(),
        stuck("one source compiled with ever other options", ["-Wall", "-O2", "-g", "-std=c11", "-pedantic", "-Wextra", "-fPIC", "-m64", "-w"].map(|option| shell(format!("gcc {option} -c src/io.c 2>&1 | tail -3"), "src/io.c:9:9: error: unknown type name 'u32'", 0)).to_vec()).refused(),
    ]
}
