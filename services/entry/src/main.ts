import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/service";
import { entry } from "./context.ts";
import { pendingJoins, REFUSED_JOINS, startRecovery } from "./joining/recovery.ts";
import { served } from "./routes.ts";

await runService(entry, {
  serves: served,
  metrics: ({ db }) => [pendingJoins(db), stagedEvents(db)],
  background: (context) => ({
    recovery: startRecovery(context),
    "the publisher": context.publisher.start(),
    retention: createRetention(context.db, context.log, [REQUESTS, REFUSED_JOINS]).start(),
  }),
});
