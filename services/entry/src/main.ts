import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/run-service";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { pendingJoins, REFUSED_JOINS, startRecovery } from "./joining/recovery.ts";
import { routes } from "./routes.ts";

await runService({
  name: "entry",
  services: [EntryService],
  readConfig,
  createContext,
  routes,
  metrics: ({ db }) => [pendingJoins(db), stagedEvents(db)],
  background: (context) => ({
    recovery: startRecovery(context),
    "the publisher": context.publisher.start(),
    retention: createRetention(context.db, context.log, [REQUESTS, REFUSED_JOINS]).start(),
  }),
});
