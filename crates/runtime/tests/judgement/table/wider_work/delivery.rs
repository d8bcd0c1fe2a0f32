//! Delivery: Helm, Flux, Packer, Vagrant, Ansible, Kustomize, Pulumi, OpenTofu, Conftest and clusters.

use super::super::call::{edit, every, laps, shell};
use super::super::case::{Case, healthy, stuck};
use super::{count, edited_between, in_turn, parts};

pub(super) fn cases() -> Vec<Case> {
    [healthy_cases(), stuck_cases()].concat()
}

fn healthy_cases() -> Vec<Case> {
    let mut starting = every(
        5,
        9,
        shell(
            "kubectl get pod web-0",
            "NAME    READY   STATUS              RESTARTS   AGE\nweb-0   0/1     ContainerCreating   0          41s",
            0,
        ),
    );
    starting.push(shell(
        "kubectl get pod web-0",
        "NAME    READY   STATUS    RESTARTS   AGE\nweb-0   1/1     Running   0          93s",
        0,
    ));
    let image = "docker manifest inspect shop.test/api:4.2";
    vec![
        healthy(
            "images that a registry does not have yet",
            parts(14, |n| {
                shell(
                    format!("docker manifest inspect shop.test/{n}:4.2"),
                    format!("no such manifest: shop.test/{n}:4.2"),
                    1,
                )
            }),
        ),
        healthy(
            "images of a release, of which none is there",
            parts(14, |n| {
                shell(
                    format!("skopeo inspect docker://docker.io/shop/{n}:4.2"),
                    "FATA[0000] Error parsing image name: reading manifest 4.2 in docker.io/shop: manifest unknown",
                    1,
                )
            }),
        ),
        healthy(
            "images that a registry has",
            parts(14, |n| {
                shell(
                    format!("crane digest shop.test/{n}:4.2"),
                    format!("sha256:{:064x}", n.len() * 977 + usize::from(n.as_bytes()[0])),
                    0,
                )
            }),
        ),
        healthy(
            "an image that is built elsewhere, asked for each minute",
            every(60, 12, shell(image, "no such manifest: shop.test/api:4.2", 1)),
        ),
        stuck(
            "one image that is not there, asked again and again",
            every(4, 30, shell(image, "no such manifest: shop.test/api:4.2", 1)),
        ),
        stuck(
            "images of a registry that wants a name",
            parts(14, |n| {
                shell(
                    format!("podman manifest inspect shop.test/{n}:4.2"),
                    format!("Error: reading manifest 4.2 in shop.test/{n}: unauthorized: authentication required"),
                    125,
                )
            }),
        )
        .refused(),
        healthy(
            "dependencies of charts that are fetched",
            parts(12, |n| {
                shell(
                    format!("helm dependency update charts/{n}"),
                    "Hang tight while we grab the latest from your chart repositories...\n...Successfully got an update from the \"bitnami\" chart repository\nUpdate Complete. ⎈Happy Helming!⎈\nDeleting outdated charts",
                    0,
                )
            }),
        ),
        healthy(
            "kustomizations that Flux applies",
            parts(12, |n| {
                shell(
                    format!("flux reconcile kustomization {n}"),
                    "► annotating Kustomization in flux-system namespace\n✔ Kustomization annotated\n◎ waiting for Kustomization reconciliation\n✔ applied revision main@sha1:4f1c9a",
                    0,
                )
            }),
        ),
        healthy(
            "templates of Packer that are valid",
            parts(12, |n| {
                shell(
                    format!("packer validate images/{n}.pkr.hcl"),
                    "The configuration is valid.",
                    0,
                )
            }),
        ),
        healthy(
            "boxes of Vagrant that are halted",
            parts(12, |n| {
                shell(
                    format!("vagrant halt {n}"),
                    format!("==> {n}: Attempting graceful shutdown of VM..."),
                    0,
                )
            }),
        ),
        healthy(
            "roles of Ansible without a finding",
            parts(12, |n| {
                shell(
                    format!("ansible-lint roles/{n}"),
                    "Passed: 0 failure(s), 0 warning(s) on 6 files. Last profile that met the validation criteria was 'production'.",
                    0,
                )
            }),
        ),
        healthy(
            "overlays that are rendered and checked",
            parts(12, |n| {
                shell(
                    format!("kustomize build overlays/{n} | kubeconform -summary"),
                    "Summary: 9 resources found parsing stdin - Valid: 9, Invalid: 0, Errors: 0, Skipped: 0",
                    0,
                )
            }),
        ),
        healthy(
            "a release that stays pending, asked each minute",
            every(
                60,
                20,
                shell("helm status shop -o json | jq -r .info.status", "pending-upgrade", 0),
            ),
        ),
        healthy("a pod that starts at last", starting),
        healthy(
            "kernels of machines, asked by Ansible",
            parts(14, |n| {
                shell(
                    format!("ansible {n} -m command -a 'uname -r'"),
                    format!("{n} | CHANGED | rc=0 >>\n6.8.0-45-generic"),
                    0,
                )
            }),
        ),
        healthy(
            "manifests that a policy rejects, one by one",
            parts(12, |n| {
                shell(
                    format!("conftest test k8s/{n}.yaml"),
                    format!(
                        "FAIL - k8s/{n}.yaml - main - Containers must not run as root\n\n2 tests, 1 passed, 0 warnings, 1 failure, 0 exceptions"
                    ),
                    1,
                )
            }),
        ),
        healthy(
            "secrets that are sealed",
            parts(12, |n| shell(format!("kubeseal -f secrets/{n}.yaml -w sealed/{n}.yaml"), "", 0)),
        ),
        healthy(
            "folders that OpenTofu initialises",
            parts(12, |n| {
                shell(
                    format!("tofu -chdir=envs/{n} init"),
                    "Initializing the backend...\nInitializing provider plugins...\nOpenTofu has been successfully initialized!",
                    0,
                )
            }),
        ),
    ]
}

fn stuck_cases() -> Vec<Case> {
    let charts = [
        "helm list",
        "helm install shop charts/shop",
        "helm upgrade --install shop charts/shop",
        "helm status shop",
        "helm list -A",
        "helm history shop",
        "helm uninstall shop",
    ];
    let views = [
        "cat k8s/web.yaml",
        "bat -pp k8s/web.yaml",
        "head -n 30 k8s/web.yaml",
        "head -n 40 k8s/web.yaml",
        "sed -n '1,50p' k8s/web.yaml",
        "less -FX k8s/web.yaml",
        "tail -n +1 k8s/web.yaml",
        "cat k8s/web.yaml | tail -60",
    ];
    let web = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2";
    vec![
        stuck("a cluster that Helm does not reach", in_turn(16, &charts, "Error: Kubernetes cluster unreachable: Get \"https://127.0.0.1:6443/version\": dial tcp 127.0.0.1:6443: connect: connection refused", 1)).refused(),
        stuck("stacks of Pulumi without a token", parts(14, |n| shell(format!("pulumi up --yes -s acme/{n}"), format!("Previewing update (acme/{n}):\nerror: getting stack: [401] Unauthorized: No credentials provided or are no longer valid."), 255))).refused(),
        stuck("a template that fails alike after each edit", edited_between(8, "charts/shop/values.yaml", "helm template charts/shop", "Error: template: shop/templates/deployment.yaml:23:14: executing \"shop/templates/deployment.yaml\" at <.Values.service.port>: nil pointer evaluating interface {}.port", 1)),
        stuck("a stack of OpenTofu that fails alike while nobody watches", edited_between(18, "main.tf", "tofu validate", "Error: Unsupported argument\n\n  on main.tf line 14, in resource \"aws_s3_bucket\" \"logs\":\n  14:   versioned = true\n\nAn argument named \"versioned\" is not expected here.", 1)).unattended().refused(),
        stuck(
            "a box that is thrown away and does not come up",
            laps(10, |_| {
                [
                    shell("vagrant destroy -f web", "==> web: Destroying VM and associated drives...", 0),
                    shell("vagrant up web", "==> web: Importing base box 'debian/bookworm64'...\nThere was an error while executing `VBoxManage`, a CLI used by Vagrant for controlling VirtualBox.\nVBoxManage: error: Failed to create the host-only adapter", 1),
                ]
            }),
        ).refused(),
        stuck("no Packer, with edits between", laps(7, |n| [edit("image.pkr.hcl", format!("disk = {n}"), format!("disk = {}", n + 1)), shell("packer build image.pkr.hcl", "bash: line 1: packer: command not found", 127)])).refused(),
        stuck("one manifest through every viewer", in_turn(16, &views, web, 0)).refused(),
        stuck("versions of a chart, guessed one by one", count(16, |n| shell(format!("helm install redis bitnami/redis --version 17.{n}.0"), format!("Error: INSTALLATION FAILED: chart \"redis\" matching 17.{n}.0 not found in bitnami index. (try 'helm repo update'): no chart version found for redis-17.{n}.0"), 1))).refused(),
        stuck("the log of a pod that ended, with other tails", count(16, |n| shell(format!("kubectl logs web-0 --previous --tail={}", 40 + 10 * n), "listening on :8080\npanic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation]", 0))).refused(),
        stuck("machines that do not take the key", parts(24, |n| shell(format!("ansible {n} -m ping"), format!("{n} | UNREACHABLE! => {{\n    \"changed\": false,\n    \"msg\": \"Failed to connect to the host via ssh: deploy@{n}: Permission denied (publickey).\",\n    \"unreachable\": true\n}}"), 4))).refused(),
        stuck("a kustomization that is never ready, asked at once", every(3, 40, shell("flux get kustomization shop", "NAME\tREVISION\tSUSPENDED\tREADY\tMESSAGE\nshop\t\tFalse\tFalse\tdependency 'flux-system/infra' is not ready", 0))).refused(),
    ]
}
