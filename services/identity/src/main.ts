import { createReencryption } from "@tms/kit/database/reencryption";
import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { outboxBacklog } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/service";
import { identity } from "./context.ts";
import { ENCRYPTED_KEYS } from "./db/signing-keys.ts";
import { OLD_ROWS } from "./db/tables.ts";
import { served } from "./routes.ts";
import { startKeyCare } from "./tokens.ts";

await runService(identity, {
  serves: served,
  metrics: ({ db }) => outboxBacklog(db),
  background: ({ db, log, relay, secretsKeys }) => ({
    "the outbox relay": relay.start(),
    "the care of signing keys": startKeyCare(db, secretsKeys, log),
    resealing: createReencryption(db, log, secretsKeys, ENCRYPTED_KEYS).start(),
    retention: createRetention(db, log, [REQUESTS, ...OLD_ROWS]).start(),
  }),
});
