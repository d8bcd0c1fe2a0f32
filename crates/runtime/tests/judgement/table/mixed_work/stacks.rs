//! Stacks of infrastructure, and the devices of a network.

use super::super::call::{edit, laps, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("buckets that are imported", each(|name| shell(format!("terraform import 'aws_s3_bucket.shop[\"{name}\"]' acme-{name}"), "Import successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", 0))),
        healthy("resources that are moved within the state", each(|name| shell(format!("terraform state mv aws_sqs_queue.{name} module.queues.aws_sqs_queue.{name}"), "Successfully moved 1 object(s).", 0))),
        healthy("an apply whose error moves to the next resource", laps(10, |n| [
            edit("main.tf", format!("step {n}"), format!("step {}", n + 1)),
            shell("terraform apply -auto-approve", format!("Error: Unsupported argument\n\n  on main.tf line {}, in resource \"aws_lambda_function\" \"fn{n}\":\n\nAn argument named \"memory\" is not expected here.", 14 + 9 * n), 1),
        ])),
        healthy("the version of every switch", count(14, |n| shell(format!("ssh admin@sw-{n:02} 'show version | include Version'"), "Cisco IOS Software, Version 15.2(7)E3, RELEASE SOFTWARE (fc3)", 0))),
        healthy("errors of every port of one switch", count(18, |n| shell(format!("ssh admin@sw-01 'show interface Gi1/0/{n} | include input errors'"), "     0 input errors, 0 CRC, 0 frame, 0 overrun, 0 ignored", 0))),
        healthy("lines that are put on every router", count(12, |n| shell(format!("ssh admin@rt-{n:02} 'configure terminal ; ntp server 10.0.0.9 ; end ; write memory'"), "Building configuration...\n[OK]", 0))),
        healthy("machines of every region, of which there are none", ["eu-west-1", "eu-west-2", "eu-west-3", "eu-north-1", "us-east-1", "us-east-2", "us-west-1", "us-west-2", "sa-east-1", "ap-south-1", "ca-central-1", "me-south-1"]
            .map(|region| shell(format!("aws ec2 describe-instances --region {region}"), "{\n    \"Reservations\": []\n}", 0)).to_vec()),
        healthy("charts that are valid", each(|name| shell(format!("helm template charts/{name} | kubeconform -summary"), "Summary: 4 resources found parsing stdin - Valid: 4, Invalid: 0, Errors: 0, Skipped: 0", 0))),
        healthy("nodes that are drained and come back", (1..=8).flat_map(|n| [
            shell(format!("kubectl drain node-{n} --ignore-daemonsets"), format!("node/node-{n} cordoned\nWarning: ignoring DaemonSet-managed Pods: kube-system/kube-proxy\nnode/node-{n} drained"), 0),
            shell(format!("ssh node-{n} sudo reboot"), "", 0),
            shell(format!("kubectl uncordon node-{n}"), format!("node/node-{n} uncordoned"), 0),
        ]).collect()),
        healthy("packages of an upgrade, asked on each host and then taken", (1..=8).flat_map(|n| [
            shell(format!("ssh web-{n:02} 'apt list --upgradable 2>/dev/null'"), "Listing...\nopenssl/stable 3.0.15 amd64 [upgradable from: 3.0.14]", 0),
            shell(format!("ssh web-{n:02} 'sudo apt-get -qq install -y openssl'"), "", 0),
            shell(format!("ssh web-{n:02} 'apt list --upgradable 2>/dev/null'"), "Listing...", 0),
        ]).collect()),
        nudged_at_most("hosts that do not answer to a ping", count(12, |n| shell(format!("ping -c1 -W1 10.0.3.{n}"), format!("PING 10.0.3.{n} (10.0.3.{n}) 56(84) bytes of data.\n\n--- 10.0.3.{n} ping statistics ---\n1 packets transmitted, 0 received, 100% packet loss, time 0ms"), 1))),
        stuck("an apply that may do nothing, target by target", each(|name| shell(format!("terraform apply -auto-approve -target=aws_instance.{name}"), format!("aws_instance.{name}: Creating...\n╷\n│ Error: creating EC2 Instance: operation error EC2: RunInstances, https response error StatusCode: 403, api error UnauthorizedOperation: You are not authorized to perform this operation.\n╵"), 1))).refused(),
        stuck("an apply that fails alike after each edit", laps(8, |n| [
            edit("iam.tf", format!("revision {n}"), format!("revision {}", n + 1)),
            shell("terraform apply -auto-approve", "Error: creating IAM Role (shop): MalformedPolicyDocument: Has prohibited field Resource\n\n  with aws_iam_role.shop,\n  on iam.tf line 12, in resource \"aws_iam_role\" \"shop\":", 1),
        ])),
        stuck("a deployment without credentials, with other flags", in_turn(12, &["cdk deploy", "cdk deploy --all", "npx cdk deploy ShopStack", "cdk deploy --require-approval never", "cdk diff", "cdk bootstrap"], "Error: Need to perform AWS calls for account 123456789012, but no credentials have been configured", 1)).refused(),
        stuck("a playbook that fails alike, with other flags", in_turn(12, &["ansible-playbook site.yml", "ansible-playbook site.yml -v", "ansible-playbook site.yml -vvv", "ansible-playbook site.yml --tags web", "ansible-playbook -i hosts site.yml", "ansible-playbook site.yml --start-at-task 'Install nginx'"], "TASK [Install nginx] ***\nfatal: [web-01]: FAILED! => {\"changed\": false, \"msg\": \"No package matching 'nginx-plus' is available\"}", 2)).refused(),
        stuck("a neighbour that stays idle, asked in many ways", in_turn(30, &["ssh rt-01 'show ip bgp summary'", "ssh rt-01 'show ip bgp summary | begin Neighbor'", "ssh admin@rt-01 'show ip bgp summary'", "ssh rt-01 'show bgp ipv4 unicast summary'"], "10.0.0.2 4 65001 0 0 1 0 0 never    Idle", 0)),
        stuck("communities of a device, guessed", each(|name| shell(format!("snmpwalk -v2c -c {name} 10.0.0.7 system"), "Timeout: No Response from 10.0.0.7", 1))).refused(),
        stuck("services of a cloud, all with an expired token", ["s3 ls", "ec2 describe-vpcs", "iam list-roles", "lambda list-functions", "rds describe-db-instances", "sqs list-queues", "sns list-topics", "ecs list-clusters", "logs describe-log-groups", "sts get-caller-identity", "ecr describe-repositories", "eks list-clusters"]
            .map(|what| { let operation = what.split(' ').nth(1).unwrap_or_default().to_owned(); shell(format!("aws {what}"), format!("An error occurred (ExpiredToken) when calling the {operation} operation: The security token included in the request is expired"), 254) }).to_vec()).refused(),
        stuck("a pod that crashes, looked at round and round", laps(12, |_| [
            shell("kubectl get pods -n shop", "NAME      READY   STATUS             RESTARTS   AGE\ncarts-0   0/1     CrashLoopBackOff   12         1h", 0),
            shell("kubectl describe pod carts-0 -n shop | tail -5", "  Warning  BackOff  kubelet  Back-off restarting failed container carts", 0),
            shell("kubectl logs carts-0 -n shop", "panic: config: missing key \"db.url\"", 0),
            shell("kubectl logs carts-0 -n shop --previous", "panic: config: missing key \"db.url\"", 0),
        ])),
    ]
}
