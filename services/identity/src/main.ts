import { createResealing } from "@tms/kit/database/resealing";
import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { outboxBacklog } from "@tms/kit/metrics/backlog";
import { startLoop } from "@tms/kit/process/loop";
import { runService } from "@tms/kit/process/run-service";
import { identity } from "./context.ts";
import { SEALED_KEYS } from "./db/signing-keys.ts";
import { OLD_ROWS } from "./db/tables.ts";
import { served } from "./routes.ts";
import { tendKeys } from "./tokens.ts";

const TEND_KEYS_EVERY_MS = 60_000;

await runService(identity, {
  serves: served,
  metrics: ({ db }) => outboxBacklog(db),
  background: ({ db, log, relay, secretsKeys }) => ({
    "the outbox relay": relay.start(),
    "the care of signing keys": startLoop(
      "signing keys",
      TEND_KEYS_EVERY_MS,
      async () => {
        await tendKeys(db, secretsKeys);
        return false;
      },
      log,
    ),
    resealing: createResealing(db, log, secretsKeys, SEALED_KEYS).start(),
    retention: createRetention(db, log, [REQUESTS, ...OLD_ROWS]).start(),
  }),
});
