//! Failures that name the thing that failed, in the words of tools that are read by no other rule.

use super::attempts::WORDS;
use super::call::{Call, edit, shell};
use super::case::{Case, healthy, stuck};
use super::named_faults::attempts;

/// A run of Cypress in which the tests of these names fail.
fn cypress(passing: usize, failing: &[&str], error: &str) -> String {
    let list: String = failing
        .iter()
        .enumerate()
        .map(|(at, name)| format!("  {}) Checkout\n       {name}:\n     {error}\n      at Context.eval (webpack://shop/./cypress/e2e/checkout.cy.ts:22:7)\n\n", at + 1))
        .collect();
    let marks: String =
        failing.iter().enumerate().map(|(at, name)| format!("    {}) {name}\n", at + 1)).collect();
    format!("  Checkout\n{marks}\n  {passing} passing (9s)\n  {} failing\n\n{list}", failing.len())
}

/// What Cypress says of an element that it sought in vain.
fn never_found(selector: &str) -> String {
    format!(
        "AssertionError: Timed out retrying after 4000ms: Expected to find element: `{selector}`, but never found it."
    )
}

const SPEC: &str = "cypress/e2e/checkout.cy.ts";

pub(crate) fn end_to_end() -> Vec<Case> {
    let run = |n: usize| {
        let tail = ["", " 2>&1 | tail -14", " --quiet"][n % 3];
        format!("npx cypress run --spec {SPEC}{tail}")
    };
    let code = |n: usize| if n % 3 == 1 { 0 } else { 1 };
    let laps = |name: &'static str, error: fn(usize) -> String| {
        attempts(14, SPEC, move |n| (run(n), cypress(1, &[name], &error(n)), code(n)))
    };
    let last =
        |n: usize| format!("  Checkout\n    ✓ pays by {} (812ms)\n\n  2 passing (8s)\n", WORDS[n]);
    vec![
        stuck(
            "selectors that are guessed for one step of Cypress",
            laps("pays by card", |n| never_found(&format!("[data-cy={}]", WORDS[n]))),
        ),
        stuck(
            "one assertion of Cypress after every edit",
            laps("adds up", |_| {
                "AssertionError: Timed out retrying after 4000ms: expected '10' to equal '12'"
                    .to_owned()
            }),
        ),
        healthy(
            "another test of one spec each time",
            attempts(14, SPEC, |n| {
                (run(n), cypress(n, &[WORDS[n]], &never_found("#pay")), code(n))
            }),
        ),
        healthy(
            "failing tests of a spec that become fewer",
            attempts(10, SPEC, |n| {
                (run(n), cypress(n, &WORDS[n..12], &never_found("#pay")), code(n))
            }),
        ),
        healthy("one spec of Cypress after the other, repaired", {
            let lap = |n: usize| {
                let spec = format!("cypress/e2e/{}.cy.ts", WORDS[n]);
                let line = format!("npx cypress run --spec {spec}");
                [
                    shell(line.clone(), cypress(1, &["opens"], &never_found(".btn-old")), 1),
                    edit(&spec, ".btn-old", format!(".btn-{n}")),
                    shell(line, last(n), 0),
                ]
            };
            (0..12).flat_map(lap).collect::<Vec<Call>>()
        }),
        healthy("a spec of Cypress that is written step by step", {
            let lap = |n: usize| {
                let line = format!("npx cypress run --spec {SPEC}");
                let step = format!("pays by {}", WORDS[n]);
                [
                    edit(SPEC, "  // next", format!("  it('{step}')\n  // next")),
                    shell(
                        line.clone(),
                        cypress(n, &[&step], &never_found(&format!("#{}", WORDS[n]))),
                        1,
                    ),
                    edit(SPEC, format!("#{}", WORDS[n]), format!("[name={}]", WORDS[n])),
                    shell(line, last(n), 0),
                ]
            };
            (0..12).flat_map(lap).collect()
        }),
    ]
}

/// What Gradle prints of these faults of Kotlin.
fn kotlin(n: usize, faults: &str) -> (String, String, i32) {
    let line = [
        "./gradlew :pricing:compileKotlin",
        "./gradlew :pricing:compileKotlin --rerun-tasks 2>&1 | tail -20",
    ][n % 2];
    let output = format!(
        "> Task :pricing:compileKotlin FAILED\n{faults}\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':pricing:compileKotlin'.\n> Compilation error. See log for more details\n\nBUILD FAILED in {}s\n1 actionable task: 1 executed",
        n % 7 + 4
    );
    (line.to_owned(), output, if n % 2 == 1 { 0 } else { 1 })
}

/// What a restore prints of a package of which a project asks for an older version.
fn downgrade(n: usize, project: &str, wanted: &str, version: &str) -> (String, String, i32) {
    let line = [
        "dotnet restore Shop.sln",
        "dotnet build Shop.sln 2>&1 | tail -6",
        "dotnet restore src/Api --force",
        "dotnet restore --no-cache 2>&1 | tail -6",
    ][n % 4];
    let output = format!(
        "  Determining projects to restore...\n/repo/src/{project}.csproj : error NU1605: Warning As Error: Detected package downgrade: Shop.Log from {wanted} to {version}. Reference the package directly from the project to select a different version.\n  {project} -> Shop.Contracts 5.0.0 -> Shop.Log (>= {wanted})\n  Failed to restore /repo/src/{project}.csproj (in {} ms).",
        n * 311 % 900 + 400
    );
    (line.to_owned(), output, if n % 2 == 1 { 0 } else { 1 })
}

const VERSIONS: [&str; 12] = [
    "8.0.0", "8.0.1", "8.0.2", "8.0.7", "8.0.11", "8.0.4", "8.0.8", "7.0.20", "8.0.3", "8.0.6",
    "8.0.9", "8.0.5",
];

pub(crate) fn faults_of_more_compilers() -> Vec<Case> {
    let fault = |file: &str, line: usize, said: &str| {
        format!("e: file:///repo/pricing/src/main/kotlin/{file}.kt:{line}:1 {said}")
    };
    vec![
        stuck(
            "a fault of Kotlin under every option of its compiler",
            attempts(12, "pricing/build.gradle.kts", |n| {
                let warning = format!(
                    "w: Flag is not supported by this version of the compiler: -X{}",
                    WORDS[n]
                );
                kotlin(
                    n,
                    &format!(
                        "{warning}\n{}",
                        fault("Pricing", 14, "Parameter name expected in context declaration")
                    ),
                )
            }),
        ),
        stuck(
            "a version of a package that is guessed in four spellings",
            attempts(12, "Directory.Packages.props", |n| downgrade(n, "Api", "9.0.2", VERSIONS[n])),
        ),
        healthy(
            "faults of Kotlin in one file after the other",
            attempts(12, "pricing/src/main/kotlin/A.kt", |n| {
                kotlin(n, &fault(WORDS[n], 14, "Unresolved reference: money"))
            }),
        ),
        healthy(
            "another unresolved reference of Kotlin each time",
            attempts(12, "pricing/src/main/kotlin/A.kt", |n| {
                kotlin(n, &fault("A", 14, &format!("Unresolved reference: {}", WORDS[n])))
            }),
        ),
        healthy(
            "faults of Kotlin that become fewer",
            attempts(12, "pricing/src/main/kotlin/A.kt", |n| {
                let faults: Vec<_> =
                    (n..14).map(|at| fault("A", 9 + at, "Unresolved reference: money")).collect();
                kotlin(n, &faults.join("\n"))
            }),
        ),
        healthy(
            "a fault of Kotlin that moves on in its file",
            attempts(12, "pricing/src/main/kotlin/A.kt", |n| {
                kotlin(n, &fault("A", 9 + n * 7, "Unresolved reference: money"))
            }),
        ),
        healthy(
            "one project of a solution after the other, mended",
            attempts(12, "Directory.Packages.props", |n| downgrade(n, WORDS[n], "9.0.2", "8.0.0")),
        ),
        healthy(
            "one dependency after the other that wants a newer version",
            attempts(12, "Directory.Packages.props", |n| {
                downgrade(n, "Api", &format!("9.0.{}", n + 1), &format!("9.0.{n}"))
            }),
        ),
        healthy(
            "projects of MSBuild without their runtime, one after the other",
            attempts(12, "Directory.Build.props", |n| {
                let line = format!("dotnet publish src/{} -r linux-x64", WORDS[n]);
                let fault = format!(
                    "/repo/src/{0}/{0}.csproj : error NETSDK1047: Assets file has no target for 'net8.0/linux-x64'.",
                    WORDS[n]
                );
                (line, format!("  Determining projects to restore...\n{fault}"), 1)
            }),
        ),
        healthy(
            "warnings of Kotlin that are worked off, and a build that passes",
            attempts(12, "pricing/src/main/kotlin/A.kt", |n| {
                let warning =
                    "w: file:///repo/pricing/src/main/kotlin/A.kt:3:1 'price' is deprecated";
                (
                    "./gradlew :pricing:compileKotlin".to_owned(),
                    format!(
                        "{warning}\n{}\nBUILD SUCCESSFUL in {}s",
                        "w: more\n".repeat(12 - n),
                        n % 5 + 3
                    ),
                    0,
                )
            }),
        ),
    ]
}
