import { createReencryption } from "@tms/kit/database/reencryption";
import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { outboxBacklog } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/service";
import { events } from "./context.ts";
import { ENCRYPTED_SECRETS } from "./db/endpoints.ts";
import { createEventRetention, OLD_ROWS } from "./db/retention.ts";
import { webhookLags } from "./metrics.ts";
import { served } from "./routes.ts";

await runService(events, {
  serves: served,
  metrics: ({ db, metrics }) => [
    ...Object.values(metrics),
    ...webhookLags(db),
    ...outboxBacklog(db),
  ],
  background: ({ db, log, dispatcher, relay, secretsKeys }) => ({
    "the dispatcher": dispatcher.start(),
    "the outbox relay": relay.start(),
    resealing: createReencryption(db, log, secretsKeys, ENCRYPTED_SECRETS).start(),
    "event retention": createEventRetention(db, log).start(),
    retention: createRetention(db, log, [REQUESTS, ...OLD_ROWS]).start(),
  }),
});
