import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { outboxBacklog, stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/service";
import { tournament } from "./context.ts";
import { served } from "./routes.ts";

await runService(tournament, {
  serves: served,
  metrics: ({ db }) => [...outboxBacklog(db), stagedEvents(db)],
  background: ({ db, log, relay, publisher }) => ({
    "the outbox relay": relay.start(),
    "the publisher": publisher.start(),
    retention: createRetention(db, log, [REQUESTS]).start(),
  }),
});
