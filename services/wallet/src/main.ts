import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/service";
import { wallet } from "./context.ts";
import { served } from "./routes.ts";

await runService(wallet, {
  serves: served,
  metrics: ({ db }) => [stagedEvents(db)],
  background: ({ db, log, publisher }) => ({
    "the publisher": publisher.start(),
    retention: createRetention(db, log, [REQUESTS]).start(),
  }),
});
