//! Lines that first reset something, and then ask as before: another try between two equal failures.

use super::attempts::WORDS;
use super::call::{Call, edit, look, shell};
use super::case::{Case, healthy, stuck};
use super::named_faults::attempts;

/// Ways to build a part of a workspace behind a reset.
const RESETS: [&str; 8] = [
    "npx nx reset && ",
    "npx nx daemon --stop; rm -rf .nx/cache dist && ",
    "",
    "rm -rf node_modules/.cache && ",
    "npx nx repair && ",
    "killall node; sleep 3; ",
    "npx nx reset --only-daemon && npx nx reset --only-cache && ",
    "git clean -xfd && ",
];

/// The same calls, with looks in between.
fn with_looks(calls: Vec<Call>) -> Vec<Call> {
    let lap = |(n, call): (usize, Call)| {
        let file = format!("libs/{}/index.ts", WORDS[n % 14]);
        let listed = shell(
            format!("ls libs/{}", WORDS[n % 14]),
            format!("index.ts\n{}.ts", WORDS[n % 14]),
            0,
        );
        let told = shell(
            format!("git log --oneline -1 -- {file}"),
            format!("{:07x} Move {file}", 7919 * (n + 3)),
            0,
        );
        [call, look(file, format!("export * from './{}';\n", WORDS[n % 14])), listed, told]
    };
    calls.into_iter().enumerate().flat_map(lap).collect()
}

/// The same calls, with an edit in front of each.
fn with_edits(calls: Vec<Call>) -> Vec<Call> {
    let lap = |(n, call): (usize, Call)| {
        [edit("src/index.ts", format!("x = {n}"), format!("y = {}", WORDS[n % 14])), call]
    };
    calls.into_iter().enumerate().flat_map(lap).collect()
}

/// The build of a part behind each reset, so many times.
fn builds(
    count: usize,
    part: impl Fn(usize) -> String,
    faults: impl Fn(usize) -> String,
) -> Vec<Call> {
    let lap = |n: usize| {
        let line = format!("{}npx nx build {}", RESETS[n % 8], part(n));
        let output = format!(
            "> nx run {}:build:production\n\n{}\n\n NX   Ran target build for project {} ({}s)\n\n   ✖  1/1 failed",
            part(n),
            faults(n),
            part(n),
            n * 7 % 13 + 9
        );
        shell(line, output, 1)
    };
    (0..count).map(lap).collect()
}

fn fault(file: &str, name: &str) -> String {
    format!(
        "apps/{file}:3:23 - error TS2307: Cannot find module '@shop/{name}' or its corresponding type declarations."
    )
}

pub(crate) fn cases() -> Vec<Case> {
    let checkout = |_: usize| "checkout".to_owned();
    let peer = |name: &str| {
        format!(
            "npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error Could not resolve dependency:\nnpm error peer react@\"^17\" from {name}@2.1.0"
        )
    };
    let port = |n: usize, said: &str| {
        let line = [
            "docker compose down && docker compose up -d",
            "docker compose down -v && docker compose up -d",
            "docker compose down --remove-orphans && docker compose up -d --force-recreate",
            "docker system prune -f && docker compose up -d",
        ][n % 4];
        shell(
            line,
            format!(" Network shop_default  Created\nError response from daemon: {said}"),
            1,
        )
    };
    let mut cases = vec![
        stuck(
            "one module that no reset brings back",
            with_looks(builds(14, checkout, |_| fault("checkout/src/total.ts", "money"))),
        ),
        stuck(
            "a dependency that no clean installation resolves",
            (0..16)
                .map(|n| {
                    let first = [
                        "rm -rf node_modules",
                        "npm cache clean --force",
                        "rm -rf node_modules package-lock.json",
                        "rm -rf node_modules && npm cache clean --force",
                    ][n % 4];
                    shell(format!("{first} && npm install"), peer("react-dates"), 1)
                })
                .collect(),
        ),
        stuck(
            "containers that are taken down and up again without a network",
            (0..16)
                .map(|n| port(n, "network proxy declared as external, but could not be found"))
                .collect(),
        ),
        healthy(
            "another module at fault behind each reset",
            with_edits(builds(14, checkout, |n| fault("checkout/src/total.ts", WORDS[n]))),
        ),
        healthy(
            "another file at fault behind each reset",
            with_edits(builds(14, checkout, |n| {
                fault(&format!("checkout/src/{}.ts", WORDS[n]), "money")
            })),
        ),
        healthy(
            "one part after the other behind a reset, each with its fault",
            with_edits(builds(
                14,
                |n| WORDS[n].to_owned(),
                |n| fault(&format!("{}/src/index.ts", WORDS[n]), "money"),
            )),
        ),
        healthy(
            "faults that become fewer behind each reset",
            with_edits(builds(12, checkout, |n| {
                let faults: Vec<_> = WORDS[n..]
                    .iter()
                    .map(|name| fault(&format!("checkout/src/{name}.ts"), "money"))
                    .collect();
                faults.join("\n")
            })),
        ),
        healthy(
            "edits behind which a clean build shows the next fault",
            attempts(12, "src/a.c", |n| {
                (
                    "make clean && make".to_owned(),
                    format!(
                        "rm -f *.o\ncc -c src/a.c\nsrc/a.c:{}:5: error: '{}' undeclared\nmake: *** [Makefile:4: a.o] Error 1",
                        9 + 4 * n,
                        WORDS[n]
                    ),
                    2,
                )
            }),
        ),
        healthy(
            "a clean build of one program after the other that passes",
            WORDS
                .iter()
                .map(|name| {
                    shell(
                        format!("make clean && make {name}"),
                        format!("rm -f *.o\ncc -o {name} {name}.c"),
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "another peer dependency behind each clean installation",
            with_edits(
                (0..12)
                    .map(|n| shell("rm -rf node_modules && npm install", peer(WORDS[n]), 1))
                    .collect(),
            ),
        ),
        healthy("one tenant after the other, taken down and up again", {
            let lap = |name: &&str| {
                let line =
                    format!("docker compose -p {name} down && docker compose -p {name} up -d");
                shell(
                    line,
                    format!(" Network {name}_default  Created\n Container {name}-web-1  Started"),
                    0,
                )
            };
            WORDS.iter().map(lap).collect()
        }),
        healthy("two resets for one fault, and a look for its cause", {
            let mut calls = builds(3, checkout, |_| fault("checkout/src/total.ts", "money"));
            calls.push(look(
                "tsconfig.base.json",
                "{\"paths\": {\"@shop/cash\": [\"libs/cash/src\"]}}\n",
            ));
            calls.push(shell(
                "npx nx graph --file=/tmp/graph.json",
                " NX   JSON output created in /tmp",
                0,
            ));
            calls.extend(builds(2, checkout, |_| fault("checkout/src/total.ts", "money")));
            calls
        }),
    ];
    cases.push(healthy(
        "containers that come up behind each reset with another error",
        with_edits(
            (0..12)
                .map(|n| {
                    port(
                        n,
                        &format!(
                            "network {} declared as external, but could not be found",
                            WORDS[n]
                        ),
                    )
                })
                .collect(),
        ),
    ));
    cases
}
