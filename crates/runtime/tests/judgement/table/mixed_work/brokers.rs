//! Brokers, search engines and databases: queues, indices, partitions, and servers that refuse.

use super::super::call::shell;
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("partitions that were moved, one topic after the other", each(|name| shell(format!("kafka-reassign-partitions.sh --bootstrap-server kafka:9092 --reassignment-json-file {name}.json --verify"), "Status of partition reassignment:\nReassignment of all partitions is completed.\n\nClearing broker-level throttles on brokers 1,2,3", 0))),
        healthy("queues of twelve virtual hosts, all empty", each(|name| shell(format!("rabbitmqctl -q list_queues -p {name} name messages"), "", 0))),
        healthy("indices that are merged", each(|name| shell(format!("curl -s -XPOST 'http://es:9200/{name}/_forcemerge?max_num_segments=1'"), "{\"_shards\":{\"total\":2,\"successful\":2,\"failed\":0}}", 0))),
        healthy("partitions of one table, dropped month by month", count(14, |n| shell(format!("clickhouse-client -q \"ALTER TABLE carts DROP PARTITION 2024{n:02}\""), "", 0))),
        healthy("databases of a cache, all empty", count(14, |n| shell(format!("redis-cli -n {n} dbsize"), "(integer) 0", 0))),
        healthy("tables that are vacuumed", each(|name| shell(format!("psql shop -c 'VACUUM ANALYZE {name}'"), "VACUUM", 0))),
        healthy("connectors that run", each(|name| shell(format!("curl -s http://connect:8083/connectors/{name}/status | jq -r .connector.state"), "RUNNING", 0))),
        healthy("schemas that fit their last version", each(|name| shell(format!("curl -s -X POST -d @{name}.avsc http://registry:8081/compatibility/subjects/{name}-value/versions/latest"), "{\"is_compatible\":true}", 0))),
        healthy("offsets that are reset group by group", each(|name| shell(format!("kafka-consumer-groups.sh --bootstrap-server kafka:9092 --group {name} --reset-offsets --to-earliest --all-topics --execute"), "GROUP TOPIC PARTITION NEW-OFFSET", 0))),
        healthy("aliases that are swapped", each(|name| shell(format!("curl -s -XPOST http://es:9200/_aliases -H 'Content-Type: application/json' -d '{{\"actions\":[{{\"add\":{{\"index\":\"{name}-v2\",\"alias\":\"{name}\"}}}}]}}'"), "{\"acknowledged\":true}", 0))),
        nudged_at_most("dead letters of twelve queues, of which there are none", each(|name| shell(format!("aws sqs receive-message --queue-url https://sqs.eu-central-1.amazonaws.com/1234/{name}-dlq"), "", 0))),
        stuck("why a shard is not allocated, asked in many ways", in_turn(20, &["curl -s es:9200/_cluster/allocation/explain", "curl -s es:9200/_cluster/allocation/explain?pretty", "curl -s es:9200/_cluster/allocation/explain | jq .", "curl -s es:9200/_cluster/allocation/explain | python3 -m json.tool", "curl -sS http://es:9200/_cluster/allocation/explain"], "{\"index\":\"carts\",\"shard\":0,\"primary\":false,\"can_allocate\":\"no\",\"allocate_explanation\":\"cannot allocate because allocation is not permitted to any of the nodes\"}", 0)),
        stuck("virtual hosts that nobody may see", each(|name| shell(format!("rabbitmqadmin -V {name} list queues"), format!("*** Access refused: /api/queues/{name}?columns=name"), 1))).refused(),
        stuck("a topic that is read with other groups", count(14, |n| shell(format!("kafka-console-consumer.sh --bootstrap-server kafka:9092 --topic carts --from-beginning --group debug-{n} --timeout-ms {}", 5000 + 1000 * n), "[2025-01-04] ERROR Error processing message, terminating consumer process: (kafka.tools.ConsoleConsumer$)\norg.apache.kafka.common.errors.TimeoutException\nProcessed a total of 0 messages", 1))),
        stuck("collections behind a server that is no primary", each(|name| shell(format!("mongosh shop --quiet --eval 'db.{name}.insertOne({{a: 1}})'"), "MongoServerError: not primary", 1))).refused(),
        stuck("questions to a database that is down", ["\\dt", "SELECT 1", "SELECT count(*) FROM carts", "\\l", "SELECT version()", "SELECT * FROM payments LIMIT 1", "\\du", "SHOW search_path", "SELECT now()", "\\dn", "SELECT 2", "SELECT count(*) FROM returns"]
            .map(|query| shell(format!("psql -h db shop -c '{query}'"), "psql: error: connection to server at \"db\" (10.0.0.4), port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?", 2)).to_vec()).refused(),
        stuck("numbers of partitions, guessed", count(12, |n| shell(format!("kafka-topics.sh --bootstrap-server kafka:9092 --alter --topic carts --partitions {n}"), format!("Error while executing topic command : Topic currently has 24 partitions, which is higher than the requested {n}."), 1))),
        stuck("streams of a server that does not answer", each(|name| shell(format!("nats stream info {name}"), format!("nats: error: could not request stream {name}: context deadline exceeded"), 1))),
        stuck("an insert that violates the same key, with other options", in_turn(12, &["psql shop -f seed.sql", "psql shop -1 -f seed.sql", "psql shop -v ON_ERROR_STOP=1 -f seed.sql", "psql shop < seed.sql", "cat seed.sql | psql shop"], "ERROR:  duplicate key value violates unique constraint \"carts_pkey\"\nDETAIL:  Key (id)=(1) already exists.", 3)).refused(),
    ]
}
