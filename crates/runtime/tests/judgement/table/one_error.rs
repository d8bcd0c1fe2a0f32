//! One error that several spellings of a check come back to while one change after the other does not help, and failures whose
//! status a pipe hides.

use super::attempts::WORDS;
use super::call::{Call, edit, laps, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// A change, and one of these commands in turns with what it printed.
fn spelled(
    count: usize,
    commands: &[&str],
    status: i32,
    told: impl Fn(usize) -> String,
) -> Vec<Call> {
    laps(count, |n| {
        [
            edit("src/rates.py", format!("limit = {n}"), format!("limit = {}", WORDS[n % 14])),
            shell(commands[n % commands.len()], told(n), status),
        ]
    })
}

pub(crate) fn cases() -> Vec<Case> {
    let checked = "[edit routing-instances CUST-88]\n  RT Instance: Interface ge-0/0/4.88 already configured under instance CUST-41\nerror: configuration check-out failed: (statements constraint check failed)";
    let push = ["python3 push.py edge3 a.set --check", "python3 push.py edge3 a.set --confirmed 5"];
    let load = [
        "sqlplus -S fin@FINPRD @load.sql",
        "sql -S fin@ora-prd-2 @load.sql",
        "sqlplus -S /nolog @connect.sql",
        "sqlldr userid=fin@FINPRD control=rates.ctl",
    ];
    let locked = "ERROR:\nORA-28000: The account is locked.";
    let lint = ["npm run lint", "npx eslint .", "npx eslint src --max-warnings 0"];
    let compiled = |word: &str, line: usize, name: &str| {
        format!("src/{word}.c:{line}:5: error: unknown type name '{name}'\n1 error generated.")
    };
    let round = |round: usize, name: &str| {
        laps(5, |n| {
            let word = WORDS[n];
            [
                shell(format!("gcc -c src/{word}.c"), compiled(word, 10 + 7 * round, name), 1),
                edit(format!("src/{word}.c"), name.to_owned(), format!("uint_{round}")),
            ]
        })
    };
    vec![
        stuck("one constraint, pushed in two ways", spelled(9, &push, 1, |_| checked.to_owned()))
            .at(14, 0),
        stuck(
            "one locked account, from four clients",
            spelled(12, &load, 1, |_| locked.to_owned()),
        )
        .at(22, 0),
        healthy(
            "one constraint, pushed in two ways for a while",
            spelled(6, &push, 1, |_| checked.to_owned()),
        ),
        healthy(
            "one compiler error in file after file, in rounds, each time of another name",
            [round(0, "u8"), round(1, "u16"), round(2, "u32")].concat(),
        ),
        healthy(
            "fewer findings each time, however the linter is called",
            spelled(9, &lint, 1, |n| {
                let left = 30 - 3 * n;
                format!(
                    "src/a.ts\n  1:1  error  no-var\n\n✖ {left} problems ({left} errors, 0 warnings)"
                )
            }),
        ),
        healthy(
            "another account locked each time, whoever asks",
            spelled(8, &load, 1, |n| {
                format!("ERROR:\nORA-28000: The account {} is locked.", WORDS[n])
            }),
        ),
        stuck(
            "a sheet that is not there, in one report after the other, behind a pipe",
            laps(8, |n| {
                let report = format!("report_v{n}.Rmd");
                let told = format!(
                    "Quitting from lines 7-1{n} [chunk-1] ({report})\nError in `read_excel()`:\n! Sheet 'pH' not found\nExecution halted"
                );
                [
                    edit(&report, format!("title: {n}"), WORDS[n]),
                    shell(format!("Rscript -e 'render(\"{report}\")' 2>&1 | tail -4"), told, 0),
                ]
            }),
        ),
        stuck(
            "one task that fails on one host, behind a pipe",
            spelled(8, &["ansible-playbook site.yml | tail -3"], 0, |_| {
                "web1 : ok=5  changed=1  unreachable=0  failed=1".to_owned()
            }),
        ),
        healthy(
            "a play that comes further each time, behind a pipe",
            spelled(9, &["ansible-playbook site.yml | tail -3"], 0, |n| {
                format!("web1 : ok={}  changed=1  unreachable=0  failed=1", 5 + n)
            }),
        ),
        healthy(
            "plays without a failure, behind a pipe",
            spelled(9, &["ansible-playbook site.yml | tail -3"], 0, |n| {
                format!("web1 : ok={}  changed={n}  unreachable=0  failed=0", 5 + n)
            }),
        ),
        healthy(
            "a program that first tells of its handler of errors",
            spelled(9, &["python3 import.py | tail -2"], 0, |n| {
                format!("Error handler installed\n{} {}", WORDS[n], 37 * n)
            }),
        ),
        healthy(
            "two programs in turns, each with a failure of its own behind a pipe",
            spelled(8, &["make -s | tail -1", "python3 import.py | tail -1"], 0, |n| {
                ["make: *** [app] Error 2", "KeyError: 'fare'"][n % 2].to_owned()
            }),
        ),
        nudged_at_most(
            "features under a suite that was red before, run in three ways",
            spelled(9, &["pytest", "pytest -q", "python -m pytest tests"], 1, |n| {
                format!(
                    "FAILED tests/test_old.py::test_old - assert 1 == 2\n1 failed, {} passed in 0.{n}s",
                    40 + n
                )
            }),
        ),
        stuck(
            "a machine without a name server, whichever line tells it",
            laps(3, |_| {
                [
                    shell("cargo update", "    Updating crates.io index\nwarning: spurious network error: [6] Could not resolve host: index.crates.io\nerror: failed to get `serde`", 1),
                    shell("pip install -U torch", "WARNING: Retrying after connection broken by 'NewConnectionError: [Errno -3] Temporary failure in name resolution'\nERROR: Could not find a version that satisfies the requirement torch", 1),
                    shell(
                        "npm update",
                        "npm error code EAI_AGAIN\nnpm error request to https://registry.npmjs.org/vite failed, reason: getaddrinfo EAI_AGAIN",
                        1,
                    ),
                    shell(
                        "git fetch origin",
                        "fatal: unable to access 'https://git.example.org/a': Could not resolve host: git.example.org",
                        128,
                    ),
                ]
            }),
        )
        .refused(),
        healthy(
            "rows of a table mended in turn, told by the database",
            spelled(10, &["psql -c \"\\copy t from 'a.csv' csv\""], 1, |n| {
                format!("ERROR:  violates check constraint \"range\"\nCONTEXT:  COPY t, line {}", 31 * n + 7)
            }),
        ),
        stuck(
            "one row of a table, told by the database after each change",
            spelled(10, &["psql -c \"\\copy t from 'a.csv' csv\""], 1, |_| {
                "ERROR:  violates check constraint \"range\"\nCONTEXT:  COPY t, line 38".to_owned()
            }),
        ),
        stuck(
            "a test of dbt whose failure a pipe hides",
            spelled(9, &["dbt test | tail -3", "dbt test 2>&1 | tail -3"], 0, |n| {
                format!("12:0{n}:11  Done. PASS=11 WARN=0 ERROR=1 SKIP=0 TOTAL=12")
            }),
        ),
        healthy(
            "tests of dbt of which fewer fail each time, behind a pipe",
            spelled(9, &["dbt test | tail -3"], 0, |n| {
                format!("12:0{n}:11  Done. PASS={} WARN=0 ERROR={} SKIP=0 TOTAL=12", 3 + n, 9 - n)
            }),
        ),
    ]
}
