"""Stuck: web pages, Rails, Terraform, Kubernetes, Android, Unity, PyTorch, dbt, Spark, ESP-IDF, LaTeX, Nix, CMake, Go."""
from session import run, stuck


@stuck("loop:cosmetic-fix", "fares-next", "The price page logs a hydration error since yesterday. Fix it, e2e/price.spec.ts shows it.", client="claude")
def the_same_price_tag_reworded_while_the_hydration_error_stays(s):
    def fails(n, tail=False):
        text = f"\nRunning 1 test using 1 worker\n\n  1) [chromium] › e2e/price.spec.ts:11:5 › no hydration errors ({2.1 + n * .17:.1f}s)\n\n    Error: expect(received).toEqual(expected) // deep equality\n\n    - Expected  - 1\n    + Received  + 3\n\n    - Array []\n    + Array [\n    +   \"Hydration failed because the server rendered text didn't match the client. Server: 1,299.00 Client: 1.299,00\",\n    + ]\n\n      14 |   await page.goto('/price/osl-trd');\n    > 15 |   expect(errors).toEqual([]);\n\n  1 failed\n    [chromium] › e2e/price.spec.ts:11:5 › no hydration errors"
        if tail:
            return run(s, "npx playwright test e2e/price.spec.ts --reporter=line 2>&1 | tail -20", text, ms=6100 + n * 130)
        s.bash("npx playwright test e2e/price.spec.ts --reporter=line", text, 1, ms=6000 + n * 130)
    s.look("components/PriceTag.tsx", "export function PriceTag({ amount }: Props) {\n  return <span className=\"price\">{amount.toLocaleString()}</span>;\n}")
    fails(0)
    s.edit("components/PriceTag.tsx", "  return <span className=\"price\">{amount.toLocaleString()}</span>;", "  const text = amount.toLocaleString();\n  return <span className=\"price\">{text}</span>;")
    fails(1)
    s.edit("components/PriceTag.tsx", "  const text = amount.toLocaleString();", "  const text = new Intl.NumberFormat().format(amount);")
    fails(2)
    s.edit("components/PriceTag.tsx", "  const text = new Intl.NumberFormat().format(amount);", "  const text = useMemo(() => new Intl.NumberFormat().format(amount), [amount]);")
    fails(3)
    s.stuck_here()
    s.edit("components/PriceTag.tsx", "export function PriceTag(", "\"use client\";\n\nexport function PriceTag(")
    fails(4, True)
    s.edit("components/PriceTag.tsx", "useMemo(() => new Intl.NumberFormat().format(amount), [amount])", "useMemo(() => Intl.NumberFormat(undefined).format(amount), [amount])")
    fails(5)
    s.say("The formatter is now stable between server and client. Let me verify.")
    s.look("components/PriceTag.tsx", "\"use client\";\n\nexport function PriceTag({ amount }: Props) {\n  const text = useMemo(() => Intl.NumberFormat(undefined).format(amount), [amount]);\n  return <span className=\"price\">{text}</span>;\n}")
    s.edit("components/PriceTag.tsx", "Intl.NumberFormat(undefined).format(amount)", "Number(amount).toLocaleString(undefined)")
    fails(6)
    s.edit("components/PriceTag.tsx", "export function PriceTag(", "export const PriceTag = memo(function PriceTag(")
    fails(7, True)
    s.edit("components/PriceTag.tsx", "  const text = useMemo(() => Number(amount).toLocaleString(undefined), [amount]);", "  const text = amount.toLocaleString();")
    s.bash("rm -rf .next && npx playwright test e2e/price.spec.ts --reporter=line", "\nRunning 1 test using 1 worker\n\n  1) [chromium] › e2e/price.spec.ts:11:5 › no hydration errors (9.4s)\n\n    Error: expect(received).toEqual(expected) // deep equality\n\n    - Expected  - 1\n    + Received  + 3\n\n    - Array []\n    + Array [\n    +   \"Hydration failed because the server rendered text didn't match the client. Server: 1,299.00 Client: 1.299,00\",\n    + ]\n\n  1 failed\n    [chromium] › e2e/price.spec.ts:11:5 › no hydration errors", 1, ms=31_000)
    s.edit("components/PriceTag.tsx", "  const text = amount.toLocaleString();", "  const text = useMemo(() => amount.toLocaleString(), [amount]);")
    fails(8)


@stuck("loop:two-fixes", "clubs-rails", "POST /memberships must answer 409 for a member who is in already. All specs green please.", client="codex")
def a_controller_flipped_between_two_specs_that_contradict(s):
    first = ("spec/requests/memberships_spec.rb:31", "expected the response to have status code :conflict (409) but it was :unprocessable_entity (422)")
    second = ("spec/requests/legacy_api_spec.rb:88", "expected the response to have status code :unprocessable_entity (422) but it was :conflict (409)")

    def specs(n, which):
        where, error = which
        title = "POST /memberships twice is a conflict" if which is first else "Legacy API keeps 422 on a double join"
        s.bash("bundle exec rspec spec/requests", f"......F{'.' * 30}\n\nFailures:\n\n  1) {title}\n     Failure/Error: expect(response).to have_http_status\n       {error}\n     # ./{where}:in 'block (3 levels) in <top (required)>'\n\nFinished in {3.1 + n * .137:.2f} seconds (files took {1.9 + n * .03:.2f} seconds to load)\n37 examples, 1 failure\n\nFailed examples:\n\nrspec ./{where} # {title}\n\nRandomized with seed {10_411 + n * 7_331}", 1, ms=6000)
    s.grep("unprocessable_entity", "app/controllers", "app/controllers/memberships_controller.rb:14:      render json: m.errors, status: :unprocessable_entity")
    s.look("app/controllers/memberships_controller.rb", "  def create\n    m = club.memberships.build(member: member)\n    if m.save\n      render json: m, status: :created\n    else\n      render json: m.errors, status: :unprocessable_entity\n    end\n  end", 9, 8)
    specs(0, first)
    to_409 = ("      render json: m.errors, status: :unprocessable_entity", "      render json: m.errors, status: :conflict")
    to_422 = tuple(reversed(to_409))
    s.edit("app/controllers/memberships_controller.rb", *to_409)
    specs(1, second)
    s.edit("app/controllers/memberships_controller.rb", *to_422)
    specs(2, first)
    s.edit("app/controllers/memberships_controller.rb", *to_409)
    specs(3, second)
    s.stuck_here()
    s.edit("app/controllers/memberships_controller.rb", *to_422)
    s.look("app/controllers/memberships_controller.rb", "  def create\n    m = club.memberships.build(member: member)\n    if m.save\n      render json: m, status: :created\n    else\n      render json: m.errors, status: :unprocessable_entity\n    end\n  end", 9, 8)
    specs(4, first)
    s.edit("app/controllers/memberships_controller.rb", "      render json: m.errors, status: :unprocessable_entity", "      render json: { errors: m.errors }, status: :conflict")
    specs(5, second)
    s.edit("app/controllers/memberships_controller.rb", "      render json: { errors: m.errors }, status: :conflict", "      render json: m.errors, status: 422")
    specs(6, first)
    s.edit("app/controllers/memberships_controller.rb", "      render json: m.errors, status: 422", "      render json: m.errors, status: 409")
    specs(7, second)
    s.edit("app/controllers/memberships_controller.rb", "      render json: m.errors, status: 409", "      render json: m.errors, status: :unprocessable_entity")
    specs(8, first)
    s.edit("app/controllers/memberships_controller.rb", *to_409)
    specs(9, second)


@stuck("loop:auth", "infra-dns", "Apply the DNS change for the new shop host.", client="plain")
def an_apply_denied_by_a_policy_tried_with_every_profile(s):
    def denied(n, command, who="ci-deploy"):
        s.bash(command, f"aws_route53_record.shop: Creating...\n╷\n│ Error: creating Route53 Record: operation error Route 53: ChangeResourceRecordSets, https response error StatusCode: 403, RequestID: {(n + 3) * 2_863_311_530:x}-4a{n}b, api error AccessDenied: User: arn:aws:iam::730418:user/{who} is not authorized to perform: route53:ChangeResourceRecordSets on resource: arn:aws:route53:::hostedzone/Z08114 because no identity-based policy allows the route53:ChangeResourceRecordSets action\n│ \n│   with aws_route53_record.shop,\n│   on dns.tf line 21, in resource \"aws_route53_record\" \"shop\":\n│   21: resource \"aws_route53_record\" \"shop\" {{\n╵", 1, ms=5200 + n * 213)
    s.look("dns.tf", "resource \"aws_route53_record\" \"shop\" {\n  zone_id = var.zone\n  name    = \"shop\"\n  type    = \"CNAME\"\n  ttl     = 300\n  records = [var.lb]\n}", 21, 7)
    s.bash("terraform plan -out tf.plan", "Terraform will perform the following actions:\n\n  # aws_route53_record.shop will be created\n\nPlan: 1 to add, 0 to change, 0 to destroy.\n\nSaved the plan to: tf.plan", ms=6000)
    denied(0, "terraform apply tf.plan")
    s.bash("aws sts get-caller-identity", "{\n    \"UserId\": \"AIDA4EXAMPLE\",\n    \"Account\": \"730418\",\n    \"Arn\": \"arn:aws:iam::730418:user/ci-deploy\"\n}", ms=900)
    denied(1, "terraform apply -auto-approve")
    s.bash("cat ~/.aws/config", "[default]\nregion = eu-north-1\n\n[profile deploy]\nregion = eu-north-1\nsource_profile = default")
    denied(2, "AWS_PROFILE=deploy terraform apply -auto-approve")
    s.stuck_here()
    denied(3, "AWS_PROFILE=default terraform apply -auto-approve")
    denied(4, "AWS_REGION=us-east-1 terraform apply -auto-approve")
    denied(5, "terraform apply -auto-approve -target=aws_route53_record.shop")
    s.edit("dns.tf", "  ttl     = 300", "  ttl     = 60")
    denied(6, "terraform apply -auto-approve -refresh=false")
    s.write("shop.json", "{\"Changes\": [{\"Action\": \"UPSERT\", \"ResourceRecordSet\": {\"Name\": \"shop\", \"Type\": \"CNAME\", \"TTL\": 60, \"ResourceRecords\": [{\"Value\": \"lb-1.acme.dev\"}]}}]}\n")
    s.bash("aws route53 change-resource-record-sets --hosted-zone-id Z08114 --change-batch file://shop.json", "\nAn error occurred (AccessDenied) when calling the ChangeResourceRecordSets operation: User: arn:aws:iam::730418:user/ci-deploy is not authorized to perform: route53:ChangeResourceRecordSets on resource: arn:aws:route53:::hostedzone/Z08114 because no identity-based policy allows the route53:ChangeResourceRecordSets action", 254, ms=1300)
    s.bash("terraform init -reconfigure", "Initializing the backend...\n\nSuccessfully configured the backend \"s3\"! Terraform will automatically\nuse this backend unless the backend configuration changes.\n\nTerraform has been successfully initialized!", ms=5000)
    denied(7, "terraform apply -auto-approve")
    s.bash("aws route53 change-resource-record-sets --profile deploy --hosted-zone-id /hostedzone/Z08114 --change-batch file://shop.json", "\nAn error occurred (AccessDenied) when calling the ChangeResourceRecordSets operation: User: arn:aws:iam::730418:user/ci-deploy is not authorized to perform: route53:ChangeResourceRecordSets on resource: arn:aws:route53:::hostedzone/Z08114 because no identity-based policy allows the route53:ChangeResourceRecordSets action", 254, ms=1300)
    denied(8, "sleep 30 && terraform apply -auto-approve")
    denied(9, "terraform apply -auto-approve -parallelism=1")
    s.edit("dns.tf", "  type    = \"CNAME\"", "  type            = \"CNAME\"\n  allow_overwrite = true")
    denied(10, "terraform apply -auto-approve -lock=false")


@stuck("loop:dead-poll", "orders-k8s", "Deploy orders 3.2.0 to staging and tell me when it is up.", client="claude", gap=4)
def a_pod_polled_whose_image_does_not_exist(s):
    s.bash("kubectl -n staging set image deploy/orders orders=registry.acme.dev/orders:3.2.0", "deployment.apps/orders image updated")
    s.bash("kubectl -n staging rollout status deploy/orders --timeout=120s", "Waiting for deployment \"orders\" rollout to finish: 1 out of 3 new replicas have been updated...\nerror: timed out waiting for the condition", 1, ms=120_200)
    s.bash("kubectl -n staging get pods -l app=orders", "NAME                      READY   STATUS             RESTARTS   AGE\norders-6d9f8c7b5-k2x9q    1/1     Running            0          9d\norders-6d9f8c7b5-wm4lt    1/1     Running            0          9d\norders-7c44bd96f-zz8p4    0/1     ImagePullBackOff   0          2m9s", ms=700)
    s.bash("kubectl -n staging describe pod orders-7c44bd96f-zz8p4 | tail -5", "  Normal   Pulling    40s (x4 over 2m)   kubelet  Pulling image \"registry.acme.dev/orders:3.2.0\"\n  Warning  Failed     39s (x4 over 2m)   kubelet  Failed to pull image \"registry.acme.dev/orders:3.2.0\": rpc error: code = NotFound desc = failed to resolve reference \"registry.acme.dev/orders:3.2.0\": registry.acme.dev/orders:3.2.0: not found\n  Warning  Failed     39s (x4 over 2m)   kubelet  Error: ErrImagePull", ms=800)
    s.say("The image is still being pulled. I will wait for the rollout.")
    ages = ["3m31s", "4m44s", "6m2s", "7m30s", "9m", "11m", "13m", "16m", "18m", "21m"]
    for n, age in enumerate(ages):
        if n == 2:
            s.stuck_here()
        s.bash(f"sleep {(60, 60, 60, 90, 60, 120, 90, 120, 120, 120)[n]}; kubectl -n staging get pods -l app=orders", f"NAME                      READY   STATUS             RESTARTS   AGE\norders-6d9f8c7b5-k2x9q    1/1     Running            0          9d\norders-6d9f8c7b5-wm4lt    1/1     Running            0          9d\norders-7c44bd96f-zz8p4    0/1     {'ErrImagePull' if n in (3, 6) else 'ImagePullBackOff'}   0          {age}", ms=(60, 60, 60, 90, 60, 120, 90, 120, 120, 120)[n] * 1000 + 700)
        if n in (3, 6, 8):
            s.bash("kubectl -n staging rollout status deploy/orders --timeout=60s", "error: deployment \"orders\" exceeded its progress deadline" if n > 4 else "Waiting for deployment \"orders\" rollout to finish: 1 out of 3 new replicas have been updated...\nerror: timed out waiting for the condition", 1, ms=900 if n > 4 else 60_200)
        if n in (4, 7):
            s.bash("kubectl -n staging get events --field-selector reason=Failed | tail -2", f"{age}        Warning   Failed   pod/orders-7c44bd96f-zz8p4   Failed to pull image \"registry.acme.dev/orders:3.2.0\": rpc error: code = NotFound desc = failed to resolve reference \"registry.acme.dev/orders:3.2.0\": registry.acme.dev/orders:3.2.0: not found\n{age}        Warning   Failed   pod/orders-7c44bd96f-zz8p4   Error: ErrImagePull", ms=700)
    s.bash("kubectl -n staging rollout status deploy/orders --timeout=60s", "error: deployment \"orders\" exceeded its progress deadline", 1, ms=900)


@stuck("loop:install", "transit-kiosk", "Build the debug APK.", client="codex")
def an_sdk_sought_with_every_spelling_behind_a_closed_network(s):
    missing = "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not determine the dependencies of task ':app:compileDebugJavaWithJavac'.\n> SDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable or by setting the sdk.dir path in your project's local properties file at '/home/dev/transit-kiosk/local.properties'.\n\nBUILD FAILED in {}s"
    s.bash("./gradlew assembleDebug", missing.format(4), 1, ms=4400)
    s.bash("ls /opt/android-sdk ~/Android/Sdk /usr/lib/android-sdk", "ls: cannot access '/opt/android-sdk': No such file or directory\nls: cannot access '/home/dev/Android/Sdk': No such file or directory\nls: cannot access '/usr/lib/android-sdk': No such file or directory", 2)
    s.bash("curl -fLO https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip", "curl: (6) Could not resolve host: dl.google.com", 6, ms=5100)
    s.bash("sudo apt-get install -y android-sdk", "Reading package lists...\nBuilding dependency tree...\nErr:1 http://deb.debian.org/debian bookworm/main amd64 android-sdk amd64 28.0.2+9\n  Temporary failure resolving 'deb.debian.org'\nE: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?", 100, ms=8100)
    s.bash("wget https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip", "--2026-10-07 09:14:02--  https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip\nResolving dl.google.com (dl.google.com)... failed: Temporary failure in name resolution.\nwget: unable to resolve host address ‘dl.google.com’", 4, ms=5300)
    s.bash("sudo apt-get update && sudo apt-get install -y --fix-missing android-sdk", "Err:1 http://deb.debian.org/debian bookworm InRelease\n  Temporary failure resolving 'deb.debian.org'\nW: Some index files failed to download. They have been ignored, or old ones used instead.\nErr:1 http://deb.debian.org/debian bookworm/main amd64 android-sdk amd64 28.0.2+9\n  Temporary failure resolving 'deb.debian.org'\nE: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?", 100, ms=16_000)
    s.stuck_here()
    s.bash("curl -fL --retry 3 -o tools.zip https://dl.google.com/android/repository/commandlinetools-linux-9477386_latest.zip", "curl: (6) Could not resolve host: dl.google.com", 6, ms=21_000)
    s.bash("pip install sdkmanager", "WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f31c0a2d9d0>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/sdkmanager/\nERROR: Could not find a version that satisfies the requirement sdkmanager (from versions: none)\nERROR: No matching distribution found for sdkmanager", 1, ms=31_000)
    s.write("local.properties", "sdk.dir=/opt/android-sdk\n")
    s.bash("./gradlew assembleDebug", "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not determine the dependencies of task ':app:compileDebugJavaWithJavac'.\n> The SDK directory '/opt/android-sdk' does not exist.\n\nBUILD FAILED in 3s", 1, ms=3900)
    s.bash("python3 -c \"import urllib.request as u; u.urlretrieve('https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip', 'tools.zip')\"", "Traceback (most recent call last):\n  File \"/usr/lib/python3.11/urllib/request.py\", line 1348, in do_open\nsocket.gaierror: [Errno -3] Temporary failure in name resolution\n\nDuring handling of the above exception, another exception occurred:\n\nurllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>", 1, ms=5600)
    s.bash("sudo snap install androidsdk", "error: unable to contact snap store", 1, ms=20_100)
    s.bash("sudo apt install -y sdkmanager google-android-cmdline-tools-13.0-installer", "E: Unable to locate package sdkmanager\nE: Unable to locate package google-android-cmdline-tools-13.0-installer", 100, ms=2000)
    s.bash("curl -4 -fLO https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip", "curl: (6) Could not resolve host: dl.google.com", 6, ms=5100)
    s.bash("mkdir -p /home/dev/sdk && echo sdk.dir=/home/dev/sdk > local.properties && ./gradlew assembleDebug", "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not determine the dependencies of task ':app:compileDebugJavaWithJavac'.\n> Failed to find target with hash string 'android-34' in: /home/dev/sdk\n\nBUILD FAILED in 5s", 1, ms=5900)
    s.bash("sudo apt-get install -y --no-install-recommends android-sdk-platform-tools", "Err:1 http://deb.debian.org/debian bookworm/main amd64 adb amd64 1:29.0.6-28\n  Temporary failure resolving 'deb.debian.org'\nE: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?", 100, ms=8200)
    s.bash("wget --no-check-certificate -O tools.zip https://dl.google.com/android/repository/commandlinetools-linux-10406996_latest.zip", "--2026-10-07 09:21:47--  https://dl.google.com/android/repository/commandlinetools-linux-10406996_latest.zip\nResolving dl.google.com (dl.google.com)... failed: Temporary failure in name resolution.\nwget: unable to resolve host address ‘dl.google.com’", 4, ms=5300)
    s.bash("ANDROID_HOME=/home/dev/sdk ./gradlew assembleDebug --offline", "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not determine the dependencies of task ':app:compileDebugJavaWithJavac'.\n> Failed to find target with hash string 'android-34' in: /home/dev/sdk\n\nBUILD FAILED in 4s", 1, ms=4800)
    s.bash("echo 'nameserver 8.8.8.8' | sudo tee /etc/resolv.conf && curl -fLO https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip", "nameserver 8.8.8.8\ncurl: (6) Could not resolve host: dl.google.com", 6, ms=10_300)


@stuck("loop:licence", "tower-unity", "Make the Linux build in batch mode and put it in dist/.", client="plain")
def a_batch_build_without_a_licence_started_again_and_again(s):
    def tried(n, flags, folder="dist", tail=12):
        run(s, f"unity-editor -batchmode -nographics -quit -projectPath . -buildLinux64Player {folder}/tower.x86_64 {flags} 2>&1 | tail -{tail}", f"[Licensing::Module] Trying to connect to existing licensing client channel...\n[Licensing::IpcConnector] Channel \"LicenseClient-dev\" doesn't exist\n[Licensing::Module] Successfully launched the LicensingClient (PId: {4112 + n * 87})\n[Licensing::Client] Handshaking with LicensingClient: Version: 1.16.0; Session Id: {(n + 5) * 1_431_655_765:x}; Protocol: 1.16.0\n[Licensing::Client] Successfully resolved entitlement details\nNo valid Unity Editor license found. Please activate your license.\nAborting batchmode due to failure:\nNo valid Unity Editor license found. Please activate your license.\n\n[Licensing::Module] Time: {0.61 + n * .07:.2f}s", ms=7100 + n * 190)
    s.bash("ls", "Assets\nPackages\nProjectSettings\nREADME.md")
    tried(0, "-logFile -")
    s.bash("ls ~/.local/share/unity3d/Unity", "Editor-prev.log\nlicensing-logs")
    tried(1, "-logFile /dev/stdout")
    tried(2, "-logFile - -accept-apiupdate")
    s.bash("find / -name 'Unity_lic.ulf' 2>/dev/null", "", 1)
    tried(3, "-logFile - -force-free")
    s.stuck_here()
    s.bash("mkdir -p ~/.local/share/unity3d/Unity && touch ~/.local/share/unity3d/Unity/Unity_lic.ulf", "")
    tried(4, "-logFile -")
    s.bash("rm -rf Library Temp", "")
    tried(5, "-logFile -")
    tried(6, "-logFile - -noUpm", tail=20)
    s.write("Assets/Editor/BuildScript.cs", "using UnityEditor;\n\npublic static class BuildScript {\n    public static void Linux() {\n        BuildPipeline.BuildPlayer(new[] { \"Assets/Main.unity\" }, \"dist/tower.x86_64\", BuildTarget.StandaloneLinux64, BuildOptions.None);\n    }\n}\n")
    tried(7, "-executeMethod BuildScript.Linux -logFile -")
    s.edit("Assets/Editor/BuildScript.cs", "BuildOptions.None", "BuildOptions.Development")
    tried(8, "-executeMethod BuildScript.Linux -logFile -")
    tried(9, "-executeMethod BuildScript.Linux -logFile - -force-glcore", tail=30)
    tried(10, "-logFile -", folder="./dist")
    s.bash("chmod -R 777 ~/.local/share/unity3d", "")
    tried(11, "-logFile -", folder="/tmp/dist")
    tried(12, "-logFile - -manualLicenseFile ~/.local/share/unity3d/Unity/Unity_lic.ulf")


@stuck("loop:two-errors", "audio-tagger", "train.py crashes with a shape error in the first batch. Fix it.", client="claude")
def a_tensor_permuted_forth_and_back_between_two_shape_errors(s):
    one = "RuntimeError: Given groups=1, weight of size [64, 128, 3], expected input[32, 431, 128] to have 128 channels, but got 431 channels instead"
    two = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x64 and 431x50)"

    def crash(n, error, piped=False):
        where = ("model.py\", line 31, in forward\n    x = self.conv(x)" if error is one else "model.py\", line 35, in forward\n    return self.head(x)")
        text = f"  0%|          | 0/{1240} [00:0{n % 4}<?, ?it/s]\nTraceback (most recent call last):\n  File \"/home/dev/audio-tagger/train.py\", line 88, in <module>\n    loss = step(batch)\n  File \"/home/dev/audio-tagger/train.py\", line 52, in step\n    logits = model(batch[\"mel\"])\n  File \"/home/dev/audio-tagger/{where}\n{error}"
        if piped:
            return run(s, "python train.py --max-steps 1 2>&1 | tail -12", text, ms=11_000 + n * 210)
        s.bash("python train.py --max-steps 1", text, 1, ms=11_000 + n * 210)
    crash(0, one)
    s.look("model.py", "    def forward(self, x):\n        x = self.conv(x)\n        x = self.pool(x)\n        x = x.mean(-1)\n        return self.head(x)", 30, 6)
    s.edit("model.py", "        x = self.conv(x)", "        x = x.permute(0, 2, 1)\n        x = self.conv(x)")
    crash(1, two)
    s.edit("model.py", "        x = x.permute(0, 2, 1)\n        x = self.conv(x)", "        x = self.conv(x)")
    crash(2, one, True)
    s.edit("model.py", "        x = self.conv(x)", "        x = x.transpose(1, 2)\n        x = self.conv(x)")
    crash(3, two)
    s.edit("model.py", "        x = x.transpose(1, 2)\n        x = self.conv(x)", "        x = self.conv(x)")
    crash(4, one)
    s.stuck_here()
    s.look("model.py", "    def forward(self, x):\n        x = self.conv(x)\n        x = self.pool(x)\n        x = x.mean(-1)\n        return self.head(x)", 30, 6)
    s.edit("model.py", "        x = self.conv(x)", "        x = x.swapaxes(1, 2)\n        x = self.conv(x)")
    crash(5, two, True)
    s.edit("model.py", "x.swapaxes(1, 2)", "x.contiguous()")
    crash(6, one)
    s.edit("model.py", "x.contiguous()", "x.permute(0, 2, 1).contiguous()")
    crash(7, two)
    s.edit("train.py", "model(batch[\"mel\"])", "model(batch[\"mel\"].transpose(1, 2))")
    crash(8, one)
    s.edit("train.py", "model(batch[\"mel\"].transpose(1, 2))", "model(batch[\"mel\"])")
    crash(9, two, True)
    s.edit("model.py", "x.permute(0, 2, 1).contiguous()", "x.transpose(2, 1)")
    crash(10, two)


@stuck("loop:same-test", "loyalty-dbt", "unique_fct_points_points_key fails since the merge. Make it pass.", client="codex")
def a_uniqueness_test_that_finds_the_same_rows_after_each_rewrite(s):
    def test(n, command="dbt build -s fct_points"):
        run(s, command, f"08:{31 + n}:{10 + n * 3}  Running with dbt=1.9.1\n08:{31 + n}:{12 + n * 3}  1 of 3 START sql incremental model loyalty.fct_points ..... [RUN]\n08:{31 + n}:{17 + n * 3}  1 of 3 OK created sql incremental model loyalty.fct_points  [SUCCESS {n * 13 % 7} in {4.2 + n * .11:.2f}s]\n08:{31 + n}:{19 + n * 3}  2 of 3 PASS not_null_fct_points_points_key ............. [PASS in 0.{61 + n}s]\n08:{31 + n}:{20 + n * 3}  3 of 3 FAIL 214 unique_fct_points_points_key ........... [FAIL 214 in 0.{72 + n}s]\n\nFailure in test unique_fct_points_points_key (models/marts/_marts.yml)\n  Got 214 results, configured to fail if != 0\n\nDone. PASS=2 WARN=0 ERROR=1 SKIP=0 TOTAL=3", 1, ms=13_000)
    s.look("models/marts/fct_points.sql", "{{ config(materialized='incremental') }}\nselect\n  member_id || '-' || booked_at as points_key,\n  *\nfrom {{ ref('int_points') }}\n{% if is_incremental() %}\nwhere booked_at > (select max(booked_at) from {{ this }})\n{% endif %}")
    test(0)
    fixes = [("select\n  member_id", "select distinct\n  member_id"), ("select distinct\n  member_id", "select\n  member_id"), ("{% endif %}", "{% endif %}\nqualify row_number() over (partition by points_key order by booked_at) = 1"),
             ("order by booked_at) = 1", "order by booked_at desc) = 1"), ("qualify row_number() over (partition by points_key order by booked_at desc) = 1", "group by all"), ("group by all", "qualify rank() over (partition by points_key order by booked_at desc) = 1"),
             ("qualify rank()", "qualify dense_rank()"), ("qualify dense_rank() over (partition by points_key order by booked_at desc) = 1", "qualify row_number() over (partition by member_id, booked_at order by booked_at) = 1"), ("from {{ ref('int_points') }}", "from (select distinct * from {{ ref('int_points') }})"),
             ("from (select distinct * from {{ ref('int_points') }})", "from {{ ref('int_points') }}")]
    for n, (old, new) in enumerate(fixes):
        if n == 4:
            s.stuck_here()
        s.edit("models/marts/fct_points.sql", old, new)
        test(n + 1, "dbt build --select fct_points" if n % 3 == 2 else "dbt build -s fct_points")
        if n == 6:
            s.say("The duplicates are now removed by the window function. Running the test once more to confirm.")
            test(12)
    s.bash("dbt test -s fct_points", "08:52:11  Running with dbt=1.9.1\n08:52:14  1 of 2 PASS not_null_fct_points_points_key ............. [PASS in 0.58s]\n08:52:15  2 of 2 FAIL 214 unique_fct_points_points_key ........... [FAIL 214 in 0.70s]\n\nFailure in test unique_fct_points_points_key (models/marts/_marts.yml)\n  Got 214 results, configured to fail if != 0\n\nDone. PASS=1 WARN=0 ERROR=1 SKIP=0 TOTAL=2", 1, ms=7000)


@stuck("loop:rereading", "telemetry-spark", "Why does the compaction job take four hours since Monday? Find the cause.", client="plain")
def one_job_file_and_one_log_read_in_every_way(s):
    job = "def compact(spark, day):\n    df = spark.read.parquet(f\"s3a://tel/raw/{day}\")\n    df = df.repartition(4000, \"device\")\n    df.write.mode(\"overwrite\").parquet(f\"s3a://tel/compact/{day}\")"
    log = "26/10/05 02:00:11 INFO SparkContext: Running Spark version 3.5.3\n26/10/05 02:00:19 INFO DAGScheduler: Submitting 4000 missing tasks from ResultStage 1\n26/10/05 06:02:44 INFO DAGScheduler: Job 0 finished: parquet at NativeMethodAccessorImpl.java:0, took 14544.118 s"
    conf = "spark.executor.instances 8\nspark.executor.memory 6g\nspark.sql.shuffle.partitions 200"
    s.look("jobs/compact.py", job)
    s.bash("cat logs/compact-1005.log", log)
    s.look("conf/spark-defaults.conf", conf)
    s.bash("git log --oneline -5 -- jobs/compact.py", "9b0c1de compaction: by device\n41aa7f0 initial jobs")
    s.bash("cat jobs/compact.py", job)
    s.grep("took", "logs", "logs/compact-1005.log:3:26/10/05 06:02:44 INFO DAGScheduler: Job 0 finished: parquet at NativeMethodAccessorImpl.java:0, took 14544.118 s")
    s.bash("tail -50 logs/compact-1005.log", log)
    s.stuck_here()
    s.bash("head -n 40 jobs/compact.py", job)
    s.bash("cat conf/spark-defaults.conf", conf)
    s.bash("less -FX logs/compact-1005.log", log)
    s.bash("cat -A jobs/compact.py | head -20", job.replace("\n", "$\n") + "$")
    s.look("jobs/compact.py", job, 1, 4)
    s.bash("grep -n took logs/compact-1005.log", "3:26/10/05 06:02:44 INFO DAGScheduler: Job 0 finished: parquet at NativeMethodAccessorImpl.java:0, took 14544.118 s")
    s.bash("git log --oneline -- jobs/compact.py", "9b0c1de compaction: by device\n41aa7f0 initial jobs")
    s.bash("nl -ba jobs/compact.py", "\n".join(f"{n:6}\t{line}" for n, line in enumerate(job.splitlines(), 1)))
    s.bash("sed -n '1,100p' logs/compact-1005.log", log)
    s.say("Let me look at the job once more to understand the write path.")
    s.look("jobs/compact.py", job)
    s.bash("awk '{print}' conf/spark-defaults.conf", conf)
    s.bash("python3 -c \"print(open('jobs/compact.py').read())\"", job + "\n")
    s.bash("cat logs/compact-1005.log | tail -n 3", log)
    s.look("conf/spark-defaults.conf", conf)
    s.bash("sed -n '1,4p' jobs/compact.py", job)


@stuck("loop:escalation", "esp-meter", "Flash the meter firmware on the board at /dev/ttyUSB0.", client="claude")
def rights_widened_step_by_step_on_a_port_that_stays_closed(s):
    def flash(n, command="idf.py -p /dev/ttyUSB0 flash", shown="/dev/ttyUSB0"):
        s.bash(command, f"Executing action: flash\nRunning ninja in directory /home/dev/esp-meter/build\n[1/5] cd /home/dev/esp-meter/build/esp-idf/esptool_py\nmeter.bin binary size 0x{0x3a1f0:x} bytes. Smallest app partition is 0x100000 bytes. 0xc5e10 bytes (77%) free.\nesptool.py --chip esp32s3 -p {shown} -b 460800 --before=default_reset --after=hard_reset write_flash\nesptool.py v4.8.1\nSerial port {shown}\n\nA fatal error occurred: Could not open {shown}, the port is busy or doesn't exist.\n([Errno 1] could not open port {shown}: [Errno 1] Operation not permitted: '{shown}')\n\nHint: Check if the port is correct and ESP connected\n\nninja: build stopped: subcommand failed.\nninja failed with exit code 1", 2, ms=5100 + n * 160)
    s.bash("idf.py build", "Project build complete. To flash, run:\n idf.py flash", ms=61_000)
    flash(0)
    s.bash("ls -l /dev/ttyUSB0", "crw-rw---- 1 root dialout 188, 0 Oct  7 08:55 /dev/ttyUSB0")
    s.bash("sudo usermod -aG dialout dev", "")
    flash(1, "sg dialout -c 'idf.py -p /dev/ttyUSB0 flash'")
    s.bash("sudo chmod 666 /dev/ttyUSB0", "")
    flash(2)
    s.bash("sudo chmod 777 /dev/ttyUSB0 && ls -l /dev/ttyUSB0", "crwxrwxrwx 1 root dialout 188, 0 Oct  7 08:55 /dev/ttyUSB0")
    flash(3)
    s.stuck_here()
    s.bash("sudo chown dev:dev /dev/ttyUSB0", "")
    flash(4)
    flash(5, "sudo -E env PATH=$PATH idf.py -p /dev/ttyUSB0 flash")
    s.bash("sudo chmod a+rwx /dev", "")
    flash(6, "idf.py -p /dev/ttyUSB0 -b 115200 flash")
    s.bash("sudo mknod -m 777 /dev/ttyUSB9 c 188 0", "")
    flash(7, "idf.py -p /dev/ttyUSB9 flash", "/dev/ttyUSB9")
    flash(8, "sudo -E env PATH=$PATH idf.py -p /dev/ttyUSB9 flash", "/dev/ttyUSB9")
    s.bash("sudo setfacl -m u:dev:rw /dev/ttyUSB0 && sudo udevadm trigger", "")
    flash(9)
    s.bash("sudo su -c 'cd /home/dev/esp-meter && . /opt/esp/idf/export.sh >/dev/null && idf.py -p /dev/ttyUSB0 flash' 2>&1 | tail -6", "\nA fatal error occurred: Could not open /dev/ttyUSB0, the port is busy or doesn't exist.\n([Errno 1] could not open port /dev/ttyUSB0: [Errno 1] Operation not permitted: '/dev/ttyUSB0')\n\nHint: Check if the port is correct and ESP connected", 0, ms=9000)
    s.bash("sudo chmod -R 777 /dev/ttyUSB0 /dev/ttyUSB9 /dev/bus/usb", "")
    flash(10)


@stuck("loop:family-of-files", "menu-latex", "menu.tex doesn't compile, the house font isn't found. Fix it; the font must stay.", client="codex")
def new_small_tex_files_that_fail_alike(s):
    def compiled(n, name, engine="xelatex", line=4):
        s.bash(f"{engine} -interaction=nonstopmode -halt-on-error {name}.tex", f"This is {'XeTeX, Version 3.141592653-2.6-0.999995' if engine == 'xelatex' else 'LuaHBTeX, Version 1.17.0'} (TeX Live 2023/Debian) (preloaded format={engine})\nentering extended mode\n(./{name}.tex\nLaTeX2e <2023-11-01> patch level 1\n(/usr/share/texlive/texmf-dist/tex/latex/base/article.cls)\n(/usr/share/texlive/texmf-dist/tex/latex/fontspec/fontspec.sty)\n\n! Package fontspec Error: The font \"Garda Titling\" cannot be found; this may be but\n(fontspec)                usually is not a fatal error.\n\nl.{line} \\setmainfont{{Garda Titling}}\n\nNo pages of output.\nTranscript written on {name}.log.", 1, ms=1900 + n * 110)
    compiled(0, "menu", line=9)
    s.bash("fc-list | grep -i garda", "", 1)
    s.bash("find . -iname '*garda*'", "")
    bodies = [("test", "\\documentclass{article}\n\\usepackage{fontspec}\n\n\\setmainfont{Garda Titling}\n\\begin{document}A\\end{document}"), ("test2", "\\documentclass{article}\n\\usepackage{fontspec}\n% plain\n\\setmainfont{Garda Titling}\n\\begin{document}Menu\\end{document}"), ("fonttest", "\\documentclass[12pt]{article}\n\\usepackage{fontspec}\n\n\\setmainfont{Garda Titling}\n\\begin{document}Hello\\end{document}"),
              ("font_minimal", "\\documentclass{article}\n\\usepackage[no-math]{fontspec}\n\n\\setmainfont{Garda Titling}\n\\begin{document}x\\end{document}"), ("menu_simple", "\\documentclass{article}\n\\usepackage{fontspec}\n\\defaultfontfeatures{Ligatures=TeX}\n\\setmainfont{Garda Titling}\n\\begin{document}Soup\\end{document}"), ("menu_v2", "\\documentclass[a4paper]{article}\n\\usepackage{fontspec}\n\\usepackage{xcolor}\n\\setmainfont{Garda Titling}\n\\begin{document}Soup\\end{document}"),
              ("debug", "\\documentclass{article}\n\\usepackage[verbose]{fontspec}\n\n\\setmainfont{Garda Titling}\n\\begin{document}.\\end{document}"), ("debug2", "\\documentclass{article}\n\\usepackage[quiet]{fontspec}\n\n\\setmainfont{Garda Titling}\n\\begin{document}.\\end{document}"), ("menu_final", "\\documentclass{article}\n\\usepackage{fontspec}\n\\usepackage{graphicx}\n\\setmainfont{Garda Titling}\n\\begin{document}Menu\\end{document}"), ("menu_final2", "\\documentclass{article}\n\\usepackage{fontspec}\n\\usepackage{multicol}\n\\setmainfont{Garda Titling}\n\\begin{document}Menu\\end{document}")]
    for n, (name, body) in enumerate(bodies):
        if n == 3:
            s.stuck_here()
        s.write(f"{name}.tex", body)
        compiled(n + 1, name, "lualatex" if n in (2, 5, 8) else "xelatex")
        if n == 5:
            s.bash("fc-cache -f && fc-list : family | grep -i 'garda'", "", 1, ms=2200)
    compiled(12, "menu", line=9)


@stuck("loop:redo", "docs-site-nix", "nix build fails for the docs site since we have npm dependencies. Make it build.", client="plain")
def a_flake_reverted_and_edited_into_the_same_failure(s):
    def store(n):
        return "".join("0123456789abcdfghijklmnpqrsvwxyz"[(n * 7919 + k * k * 13 + k * n * 3) % 32] for k in range(32))

    def build(n, flags="", tail=8):
        run(s, f"nix build .#site {flags}-L 2>&1 | tail -{tail}", f"site> npm error code EAI_AGAIN\nsite> npm error syscall getaddrinfo\nsite> npm error errno EAI_AGAIN\nsite> npm error request to https://registry.npmjs.org/vitepress failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org\nsite> npm error A complete log of this run can be found in: /build/.npm/_logs/2026-10-07T1{n // 6}_{10 + n * 4}_31_{n * 83 % 1000:03}Z-debug-0.log\nerror: builder for '/nix/store/{store(n + 11)}-site.drv' failed with exit code 1;\n       last 5 log lines:\n       For full logs, run 'nix log /nix/store/{store(n + 11)}-site.drv'.", ms=18_000 + n * 410)
    s.look("flake.nix", "site = pkgs.stdenv.mkDerivation {\n  name = \"site\";\n  src = ./.;\n  nativeBuildInputs = [ pkgs.nodejs ];\n  buildPhase = \"npm ci && npm run build\";\n};", 14, 6)
    build(0)
    first = ("  buildPhase = \"npm ci && npm run build\";", "  buildPhase = \"export HOME=$TMPDIR; npm ci && npm run build\";")
    second = ("  buildPhase = \"npm ci && npm run build\";", "  buildPhase = \"npm install && npm run build\";")
    s.edit("flake.nix", *first)
    build(1)
    s.bash("git checkout flake.nix", "Updated 1 path from the index")
    s.edit("flake.nix", *second)
    build(2)
    s.bash("git checkout flake.nix", "Updated 1 path from the index")
    s.edit("flake.nix", *first)
    build(3)
    s.stuck_here()
    s.bash("git restore flake.nix", "")
    s.edit("flake.nix", "  buildPhase = \"npm ci && npm run build\";", "  buildPhase = \"HOME=$PWD npm ci --prefer-offline && npm run build\";")
    build(4, tail=20)
    s.bash("git stash", "Saved working directory and index state WIP on main: 7c1d0aa docs: vitepress")
    build(5)
    s.bash("git stash pop", "On branch main\nChanges not staged for commit:\n\tmodified:   flake.nix\n\nno changes added to commit (use \"git add\" and/or \"git commit -a\")\nDropped refs/stash@{0} (4be81f20c3)")
    build(6, "--impure ")
    s.bash("git checkout -- flake.nix", "")
    s.edit("flake.nix", *first)
    build(7, "--no-update-lock-file ")
    s.bash("git checkout flake.nix", "Updated 1 path from the index")
    s.edit("flake.nix", *second)
    build(8)
    s.edit("flake.nix", "npm install && npm run build", "npm ci && npm run build")
    build(9, "--rebuild ")
    s.edit("flake.nix", *first)
    build(10, "--option sandbox true ")


@stuck("loop:clean-build", "slam-cpp", "Configure fails on my machine: absl isn't found. I installed it with vcpkg. Make it build.", client="claude")
def a_build_folder_wiped_and_configured_into_the_same_missing_package(s):
    def configure(n, command, list_line=18, rc=1):
        text = f"-- The CXX compiler identification is GNU 13.2.0\n-- Detecting CXX compile features - done\nCMake Error at CMakeLists.txt:{list_line} (find_package):\n  Could not find a package configuration file provided by \"absl\" with any of\n  the following names:\n\n    abslConfig.cmake\n    absl-config.cmake\n\n  Add the installation prefix of \"absl\" to CMAKE_PREFIX_PATH or set\n  \"absl_DIR\" to a directory containing one of the above files.\n\n\n-- Configuring incomplete, errors occurred!"
        run(s, command, text, rc, ms=1400 + n * 170)
    configure(0, "cmake -B build -S .")
    s.bash("ls ~/vcpkg/installed", "vcpkg\nx64-windows")
    configure(1, "cmake -B build -S . -DCMAKE_TOOLCHAIN_FILE=$HOME/vcpkg/scripts/buildsystems/vcpkg.cmake")
    configure(2, "rm -rf build && cmake -B build -S . -DCMAKE_TOOLCHAIN_FILE=$HOME/vcpkg/scripts/buildsystems/vcpkg.cmake")
    s.edit("CMakeLists.txt", "find_package(absl REQUIRED)", "find_package(absl CONFIG REQUIRED)")
    configure(3, "rm -rf build && cmake -B build -S . -DCMAKE_TOOLCHAIN_FILE=$HOME/vcpkg/scripts/buildsystems/vcpkg.cmake")
    s.stuck_here()
    configure(4, "rm -rf build && cmake -B build -S . -DCMAKE_PREFIX_PATH=$HOME/vcpkg/installed/x64-linux")
    configure(5, "rm -rf build && cmake -B build -S . -Dabsl_DIR=$HOME/vcpkg/installed/x64-linux/share/absl")
    s.edit("CMakeLists.txt", "project(slam CXX)", "list(APPEND CMAKE_PREFIX_PATH \"$ENV{HOME}/vcpkg/installed/x64-linux\")\nproject(slam CXX)")
    configure(6, "rm -rf build && mkdir build && cd build && cmake ..", 19)
    s.edit("CMakeLists.txt", "list(APPEND CMAKE_PREFIX_PATH \"$ENV{HOME}/vcpkg/installed/x64-linux\")", "set(CMAKE_PREFIX_PATH \"$ENV{HOME}/vcpkg/installed/x64-linux/share\")")
    configure(7, "rm -rf build && cmake -B build -S . 2>&1 | tail -13", 19)
    s.look("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nset(CMAKE_PREFIX_PATH \"$ENV{HOME}/vcpkg/installed/x64-linux/share\")\nproject(slam CXX)")
    configure(8, "rm -rf build CMakeCache.txt CMakeFiles && cmake -G Ninja -B build -S .", 19)
    configure(9, "rm -rf build && cmake -G 'Unix Makefiles' -B build -S .", 19)
    s.edit("CMakeLists.txt", "find_package(absl CONFIG REQUIRED)", "find_package(absl REQUIRED CONFIG)")
    configure(10, "rm -rf build && cmake -B build -S . -DCMAKE_TOOLCHAIN_FILE=~/vcpkg/scripts/buildsystems/vcpkg.cmake -DCMAKE_BUILD_TYPE=Release", 19)
    configure(11, "rm -rf build && cmake --fresh -B build -S . -DCMAKE_TOOLCHAIN_FILE=~/vcpkg/scripts/buildsystems/vcpkg.cmake 2>&1 | tail -20", 19)
    configure(12, "rm -rf build out && cmake -B out -S . -DCMAKE_TOOLCHAIN_FILE=$HOME/vcpkg/scripts/buildsystems/vcpkg.cmake", 19)


@stuck("loop:redeploy", "quotes-go", "Deploy the quotes service to Cloud Run and give me the URL.", client="codex", gap=8)
def a_container_deployed_again_and_again_that_never_listens(s):
    def deploy(n, flags=""):
        revision = f"quotes-{31 + n:05}-{'abcdefghkmnp'[n % 12]}{'xwvq'[n % 4]}{n % 9}"
        s.bash(f"gcloud run deploy quotes --source . --region europe-north1 {flags}--quiet", f"Building using Dockerfile and deploying container to Cloud Run service [quotes] in project [acme-quotes] region [europe-north1]\nBuilding and deploying...\nUploading sources....done\nBuilding Container....done\nCreating Revision...failed\nDeployment failed\nERROR: (gcloud.run.deploy) Revision '{revision}' is not ready and cannot serve traffic. The user-provided container failed to start and listen on the port defined provided by the PORT=8080 environment variable within the allocated timeout. This can happen when the container port is misconfigured or if the timeout is too short. Logs for this revision might contain more information.\n\nLogs URL: https://console.cloud.google.com/logs/viewer?project=acme-quotes&resource=cloud_run_revision/revision_name/{revision}", 1, ms=148_000 + n * 5100)

    def logs(n):
        s.bash("gcloud run services logs read quotes --region europe-north1 --limit 3", f"2026-10-07 1{n // 5}:{12 + n * 4}:09 quotes: open config/quotes.yaml: no such file or directory\n2026-10-07 1{n // 5}:{12 + n * 4}:09 Container called exit(1).\n2026-10-07 1{n // 5}:{12 + n * 4}:10 Default STARTUP TCP probe failed 1 time consecutively for container \"quotes-1\" on port 8080.", ms=2800)
    s.look("Dockerfile", "FROM golang:1.23 AS build\nWORKDIR /src\nCOPY . .\nRUN go build -o /quotes ./cmd/quotes\n\nFROM gcr.io/distroless/base\nCOPY --from=build /quotes /quotes\nENTRYPOINT [\"/quotes\"]")
    deploy(0)
    logs(0)
    s.edit("Dockerfile", "ENTRYPOINT [\"/quotes\"]", "EXPOSE 8080\nENTRYPOINT [\"/quotes\"]")
    deploy(1)
    s.edit("cmd/quotes/main.go", "\tport := \"8080\"", "\tport := os.Getenv(\"PORT\")")
    deploy(2, "--port 8080 ")
    deploy(3, "--port 8080 --timeout 300 ")
    s.stuck_here()
    logs(3)
    s.edit("Dockerfile", "EXPOSE 8080", "ENV PORT=8080\nEXPOSE 8080")
    deploy(4)
    deploy(5, "--cpu-boost ")
    s.edit("cmd/quotes/main.go", "\thttp.ListenAndServe(\":\"+port, mux)", "\thttp.ListenAndServe(\"0.0.0.0:\"+port, mux)")
    deploy(6)
    logs(6)
    deploy(7, "--memory 1Gi ")
    s.edit("Dockerfile", "FROM gcr.io/distroless/base", "FROM gcr.io/distroless/static")
    deploy(8)
    deploy(9, "--no-cpu-throttling --min-instances 1 ")
    s.edit("Dockerfile", "ENV PORT=8080\nEXPOSE 8080", "EXPOSE $PORT")
    deploy(10)
    logs(10)
    deploy(11)
