"""Lists of todos beside real work, and lists in the place of work."""
from session import healthy, stuck


def ticked(names, done):
    return [(name, "completed" if k < done else "in_progress" if k == done else "pending") for k, name in enumerate(names)]


@healthy("eleventh:todo", "podcast-feed", "Add chapters, transcripts, value tag, and podroll to the feed.", client="claude")
def four_feed_tags_each_with_its_todo(s):
    names = ["chapters", "transcript", "value", "podroll", "person", "season"]
    for n, name in enumerate(names):
        s.plan(ticked(names, n))
        s.edit("feed/item.py", "    # more tags", f"    el(item, 'podcast:{name}', ep.{name})\n    # more tags")
        s.bash(f"pytest -q tests/test_{name}.py", f"..                                                                       [100%]\n2 passed in 0.{21 + n}s", ms=900 + n * 17)
    s.plan(ticked(names, 6))


@healthy("eleventh:todo", "ansible-mail", "Move the mail hosts to the new relay. Plan it first, then do it.", client="codex")
def a_plan_looked_into_before_the_first_edit(s):
    names = ["Read the role", "Read the inventories", "Template the relay", "Dry run", "Apply"]
    s.plan(ticked(names, 0))
    for file, text in [("roles/mail/tasks/main.yml", "- name: postfix\n  template: {src: main.cf.j2, dest: /etc/postfix/main.cf}\n  notify: reload postfix\n"), ("roles/mail/templates/main.cf.j2", "relayhost = [relay1.acme.net]:587\n"), ("roles/mail/defaults/main.yml", "mail_domain: acme.net\n"), ("roles/mail/handlers/main.yml", "- name: reload postfix\n  service: {name: postfix, state: reloaded}\n")]:
        s.look(file, text)
    s.plan(ticked(names, 1))
    for host in ["prod", "staging", "lab"]:
        s.look(f"inventories/{host}.ini", f"[mail]\nmx1.{host}.acme.net\nmx2.{host}.acme.net\n")
    s.plan(ticked(names, 2))
    s.edit("roles/mail/templates/main.cf.j2", "relayhost = [relay1.acme.net]:587", "relayhost = [{{ mail_relay }}]:587")
    s.edit("roles/mail/defaults/main.yml", "mail_domain: acme.net", "mail_domain: acme.net\nmail_relay: relay9.acme.net")
    s.plan(ticked(names, 3))
    for host in ["lab", "staging", "prod"]:
        s.bash(f"ansible-playbook -i inventories/{host}.ini mail.yml --check", f"PLAY RECAP *********\nmx1.{host}.acme.net : ok=3 changed=2 unreachable=0 failed=0\nmx2.{host}.acme.net : ok=3 changed=2 unreachable=0 failed=0", ms=9000)
    s.plan(ticked(names, 4))
    for host in ["lab", "staging"]:
        s.bash(f"ansible-playbook -i inventories/{host}.ini mail.yml", f"PLAY RECAP *********\nmx1.{host}.acme.net : ok=3 changed=2 unreachable=0 failed=0\nmx2.{host}.acme.net : ok=3 changed=2 unreachable=0 failed=0", ms=14_000)


@healthy("eleventh:todo", "atlas-of-birds", "Write the species pages for these ten birds from the data sheet.", client="plain")
def ten_birds_ticked_off(s):
    birds = ["blackcap", "dunnock", "fieldfare", "goldcrest", "hawfinch", "linnet", "nuthatch", "redstart", "siskin", "wryneck"]
    for n, bird in enumerate(birds):
        s.bash(f"jq -c '.{bird}' birds.json", f'{{"wing":{61 + n * 3},"eggs":"{n % 3 + 3}-{n % 3 + 6}","red_list":"{["LC", "NT", "VU"][n % 3]}"}}')
        s.write(f"pages/{bird}.md", f"# {bird.title()}\n\nWing {61 + n * 3} mm, {n % 3 + 3} to {n % 3 + 6} eggs.\n")
        if n % 3 == 2:
            s.plan(ticked(birds, n + 1))


@healthy("eleventh:todo", "lobby-unity", "Replace the old input calls in the lobby scripts; keep a list.", client="claude", times="none")
def a_list_that_grows_with_what_the_compiler_says(s):
    names = ["Menu", "Lobby", "Chat", "Settings"]
    for n, more in enumerate(["Credits", "Roster", "Emotes", None, None, None, None]):
        s.plan(ticked(list(names), n))
        s.edit(f"Assets/Scripts/{names[n]}.cs", "Input.GetKeyDown(KeyCode.Return)", "submit.WasPressedThisFrame()")
        found = f"Assets/Scripts/{more}.cs({n * 11 + 7},13): error CS0103: The name 'submit' does not exist in the current context" if more else "Compilation succeeded"
        s.bash("unity-cli compile --project .", found, 1 if more else 0)
        if more:
            names.append(more)


@stuck("eleventh:todo", "hotel-laravel", "Guests must be able to cancel up to 24 hours before arrival.", client="claude")
def a_cancellation_planned_and_reworded(s):
    verbs = ["Analyse the booking model", "Understand Booking.php", "Study the booking model", "Examine how bookings work"]
    for n in range(25):
        if n == 7:
            s.stuck_here()
        if n % 3 == 2:
            s.look("app/Models/Booking.php", "<?php\n\nclass Booking extends Model\n{\n    protected $casts = ['arrival' => 'datetime'];\n}\n")
        else:
            s.plan([(verbs[n % 4], "in_progress"), (["Design the cancellation", "Draft the cancellation flow", "Work out the cancellation rules"][n % 3], "pending"), ("Implement", "pending"), (["Test", "Write tests"][n % 2], "pending")])
        if n in (10, 18):
            s.say("Before I write code I refine the plan.")


@stuck("eleventh:todo", "telemetry-rs", "Replace the hand-written JSON with serde.", client="codex")
def an_update_of_the_plan_after_every_glance(s):
    steps = ["Locate the hand-written JSON", "Choose the derive attributes", "Replace", "Run tests"]
    code = "pub fn to_json(e: &Event) -> String {\n    format!(\"{{\\\"id\\\":{},\\\"kind\\\":\\\"{}\\\"}}\", e.id, e.kind)\n}"
    for n in range(24):
        if n == 8:
            s.stuck_here()
        if n % 2:
            s.plan([(f"{step}{['', ' (again)', ' carefully', ' in detail'][(n // 2 + k) % 4]}", "in_progress" if k == n // 2 % 2 else "pending") for k, step in enumerate(steps)])
        else:
            s.bash(["cat src/json.rs", "sed -n 1,60p src/json.rs", "rg -n 'format!' src/json.rs", "head -n 40 src/json.rs"][n // 2 % 4], "2:    format!(\"{{\\\"id\\\":{},\\\"kind\\\":\\\"{}\\\"}}\", e.id, e.kind)" if n // 2 % 4 == 2 else code)


@stuck("eleventh:todo", "choir-site", "Put the concert dates of the spring on the start page.", client="plain")
def concerts_in_a_todo_file_but_not_on_the_page(s):
    for n in range(24):
        if n == 7:
            s.stuck_here()
        kind = n % 4
        if kind == 0:
            s.write("TODO.md", f"# Spring concerts\n\n- [{'x' if n % 8 else ' '}] {['Collect', 'Gather', 'List'][n // 4 % 3]} the dates\n- [ ] {['Put them on the page', 'Edit index.html', 'Update the start page'][n // 4 % 3]}\n- [ ] {['Review', 'Proofread', 'Check'][n // 4 % 3]}\n")
        elif kind == 1:
            s.look("TODO.md", "# Spring concerts\n\n- [ ] Dates\n- [ ] Page\n- [ ] Review\n")
        elif kind == 2:
            s.plan([(["Update TODO.md", "Revise TODO.md", "Refine TODO.md"][n // 4 % 3], "in_progress"), ("Edit index.html", "pending")])
        else:
            s.look("dates.txt", "14 March, St John\n2 April, town hall\n9 May, park\n")


@stuck("eleventh:todo", "crm-rollout", "Set up the sprint in Linear and begin with the first ticket: the CSV import.", client="claude", times="none")
def a_ticket_described_better_and_better(s):
    for n in range(22):
        if n == 7:
            s.stuck_here()
        kind = n % 3
        if kind == 0:
            s.mcp("linear", "update_issue", {"id": "CRM-41", "description": ["Import contacts from CSV.", "As a user I want to import contacts from CSV.", "Goal: import contacts from a CSV file.", "CSV import of contacts, with acceptance criteria."][n // 3 % 4]}, {"success": True, "id": "CRM-41", "updatedAt": f"2026-10-12T10:{n + 10}:00Z"})
        elif kind == 1:
            s.mcp("linear", "get_issue", {"id": "CRM-41"}, {"id": "CRM-41", "title": "CSV import", "state": "In Progress"})
        else:
            s.plan([(["Refine CRM-41", "Sharpen the description", "Clarify the acceptance criteria"][n // 3 % 3], "in_progress"), ("Write the import", "pending"), ("Test the import", "pending")])
