//! Infrastructure as code, clusters, clouds and places where sites are deployed.

use super::super::call::shell;
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("plans of ten workspaces that change nothing", NAMES.iter().flat_map(|name| [
            shell(format!("tofu workspace select {name}"), format!("Switched to workspace \"{name}\"."), 0),
            shell("tofu plan -input=false", "No changes. Your infrastructure matches the configuration.", 0),
        ]).collect()),
        stuck("a state lock that nobody releases", in_turn(12, &[
            "terraform apply -auto-approve", "terraform apply -auto-approve -lock-timeout=30s", "terraform apply -auto-approve -parallelism=1", "terraform -chdir=. apply -auto-approve", "terraform plan",
        ], "Error: Error acquiring the state lock\n\nError message: ConditionalCheckFailedException: The conditional request failed\nLock Info:\n  ID:        8d3b2f\n  Who:       ci@runner-4", 1)).refused(),
        stuck("a provider that no registry gives", in_turn(12, &[
            "tofu init", "tofu init -upgrade", "tofu init -reconfigure", "rm -rf .terraform && tofu init", "tofu init -backend=false", "TF_LOG=debug tofu init | tail -5",
        ], "Error: Failed to query available provider packages\n\nCould not retrieve the list of available versions for provider acme/shop: no available releases match the given constraints 9.1.0", 1)).refused(),
        healthy("twelve stacks without a difference", each(|name| shell(format!("cdk diff {name}-stack"), "There were no differences", 0))),
        stuck("a stack that cannot be updated", in_turn(10, &[
            "cdk deploy carts-stack --require-approval never", "cdk deploy carts-stack --force", "cdk deploy carts-stack --no-rollback", "npx cdk deploy carts-stack",
        ], "carts-stack: deploying... [1/1]\n❌  carts-stack failed: ValidationError: Stack:arn:aws:cloudformation:eu-west-1:1:stack/carts-stack/9f is in ROLLBACK_COMPLETE state and can not be updated.", 1)).refused(),
        healthy("twelve applications that sync", each(|name| shell(format!("argocd app sync {name}"), "Phase:              Succeeded\nMessage:            successfully synced (all tasks run)", 0))),
        healthy("kustomizations that are reconciled", each(|name| {
            shell(format!("flux reconcile kustomization {name}"), "► annotating Kustomization in flux-system namespace\n✔ Kustomization annotated\n◎ waiting for Kustomization reconciliation\n✔ applied revision main@sha1:4f2c9d", 0)
        })),
        stuck("a source that wants a key", in_turn(12, &[
            "flux reconcile source git shop", "flux reconcile source git shop --timeout 2m", "flux reconcile source git shop -n flux-system", "flux reconcile source git shop --verbose",
        ], "► annotating GitRepository shop in flux-system namespace\n✗ failed to checkout and determine revision: authentication required", 1)).refused(),
        healthy("the jobs of a Nomad cluster", each(|name| shell(format!("nomad job status -short {name}"), "Type = service\nPriority = 50\nStatus = running", 0))),
        stuck("a cluster without a leader", in_turn(14, &[
            "nomad job run carts.nomad", "nomad job run -detach carts.nomad", "nomad job plan carts.nomad", "nomad job run -check-index 0 carts.nomad",
        ], "Error submitting job: Unexpected response code: 500 (No cluster leader)", 1)).refused(),
        healthy("fourteen keys put into Consul", count(14, |n| shell(format!("consul kv put shop/k{n} on"), format!("Success! Data written to: shop/k{n}"), 0))),
        stuck("tokens of Vault, guessed", count(12, |n| {
            shell(format!("vault login hvs.{n}{n}{n}"), "Error authenticating: error looking up token: Error making API request.\n\nURL: GET http://vault:8200/v1/auth/token/lookup-self\nCode: 403. Errors:\n\n* permission denied", 2)
        })).refused(),
        nudged_at_most("secrets that twelve services do not have", each(|name| {
            shell(format!("vault kv get secret/{name}"), format!("No value found at secret/data/{name}"), 2)
        })),
        healthy("workers that are deployed one by one", each(|name| {
            shell(format!("npx wrangler deploy -c workers/{name}/wrangler.toml"), "Total Upload: 12.40 KiB / gzip: 4.10 KiB\nUploaded worker (1.92 sec)\nDeployed triggers (0.40 sec)", 0)
        })),
        stuck("a worker that may not be deployed", in_turn(12, &[
            "npx wrangler deploy", "CLOUDFLARE_API_TOKEN=$TOKEN npx wrangler deploy", "npx wrangler deploy --env production", "npx wrangler whoami", "npx wrangler deploy --dry-run=false",
        ], "✘ [ERROR] A request to the Cloudflare API (/accounts/1/workers/scripts/carts) failed.\n\n  Authentication error [code: 10000]", 1)).refused(),
        healthy("machines of every region", ["ams", "cdg", "fra", "lhr", "mad", "arn", "waw", "iad", "ord", "sjc", "gru", "nrt"]
            .map(|region| shell(format!("fly scale count 2 --region {region} --yes"), "App 'shop' is going to be scaled according to this plan:\n  +1 machines for group 'app'\nExecuted successfully", 0)).to_vec()),
        stuck("the log of a dyno that stands still", in_turn(14, &[
            "heroku logs -n 100 -a shop", "heroku logs -n 150 -a shop", "heroku logs -n 200 -a shop", "heroku logs -a shop --source app | tail -3", "heroku logs -n 100 -a shop | grep error",
        ], "2024-03-01T10:00:00 app[web.1]: Error: listen EADDRINUSE :::3000\n2024-03-01T10:00:01 heroku[web.1]: State changed from starting to crashed", 0)),
        healthy("variables of an application, set one by one", each(|name| {
            shell(format!("heroku config:set {}_URL=https://{name}.test -a shop", name.to_uppercase()), "Setting and restarting ⬢ shop... done", 0)
        })),
        stuck("a site that is linked to nothing", in_turn(12, &[
            "vercel deploy --yes", "vercel --prod", "vercel deploy --prebuilt", "vercel --cwd . deploy", "vercel pull --yes",
        ], "Error: Your codebase isn’t linked to a project on Vercel. Run `vercel link` to begin.", 1)).refused(),
        healthy("images of twelve templates", each(|name| shell(format!("packer build templates/{name}.pkr.hcl"), "Build 'docker.base' finished after 42 seconds.\n\n==> Builds finished. The artifacts of successful builds are:\n--> docker.base: Exported Docker file", 0))),
        stuck("a release that another operation holds", in_turn(12, &[
            "helm upgrade carts ./chart", "helm upgrade --install carts ./chart", "helm upgrade carts ./chart --force", "helm upgrade carts ./chart --atomic --timeout 5m", "helm rollback carts",
        ], "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress", 1)).refused(),
        healthy("kinds of managed resources that do not exist yet", each(|name| {
            shell(format!("kubectl get {name}.shop.crossplane.io -A"), "No resources found", 0)
        })),
        stuck("manifests that nobody may apply", each(|name| {
            shell(format!("kubectl apply -f k8s/{name}.yaml"), "error: You must be logged in to the server (Unauthorized)", 1)
        })).refused(),
        healthy("a playbook on twelve hosts", each(|name| {
            shell(format!("ansible-playbook site.yml --limit {name}-01"), format!("PLAY RECAP\n{name}-01 : ok=12 changed=0 unreachable=0 failed=0 skipped=2"), 0)
        })),
        healthy("previews of stacks that would not change", each(|name| shell(format!("pulumi preview -s acme/{name}"), "Previewing update\n\nResources:\n    14 unchanged", 0))),
        stuck("an update that another update holds", in_turn(12, &[
            "pulumi up --yes -s acme/carts", "pulumi up -y --skip-preview -s acme/carts", "pulumi refresh --yes -s acme/carts", "pulumi up --yes -s acme/carts --refresh",
        ], "error: [409] Conflict: Another update is currently in progress.\nTo learn more about possible reasons and resolution, visit https://www.pulumi.com/docs/troubleshooting/", 255)).refused(),
        healthy("buckets that are synced without a word", each(|name| shell(format!("aws s3 sync dist/{name} s3://shop-{name} --only-show-errors"), "", 0))),
        stuck("a bucket that nobody may write", in_turn(12, &[
            "aws s3 cp a.zip s3://shop-carts/a.zip", "aws --profile dev s3 cp a.zip s3://shop-carts/", "aws s3api put-object --bucket shop-carts --key a.zip --body a.zip", "aws --region eu-west-1 s3 cp a.zip s3://shop-carts/a.zip",
        ], "upload failed: ./a.zip to s3://shop-carts/a.zip An error occurred (AccessDenied) when calling the PutObject operation: Access Denied", 1)).refused(),
        healthy("services that are ready", each(|name| {
            shell(format!("gcloud run services describe {name} --format='value(status.conditions[0].status)'"), "True", 0)
        })),
        // In one line: two calls of half a minute each would ask a minute apart. It asks what others change: thrice the
        // number.
        stuck("a tunnel that is restarted and never up", count(14, |_| {
            shell("systemctl restart wg-quick@wg0 && ping -c1 -W2 10.8.0.1", "PING 10.8.0.1 (10.8.0.1) 56(84) bytes of data.\n\n--- 10.8.0.1 ping statistics ---\n1 packets transmitted, 0 received, 100% packet loss, time 0ms", 1)
        })),
    ]
}
