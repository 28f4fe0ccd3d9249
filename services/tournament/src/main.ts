import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { outboxBacklog, stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/run-service";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { routes } from "./routes.ts";

await runService({
  name: "tournament",
  services: [TournamentService],
  readConfig,
  createContext,
  routes,
  metrics: ({ db }) => [...outboxBacklog(db), stagedEvents(db)],
  background: ({ db, log, relay, publisher }) => ({
    "the outbox relay": relay.start(),
    "the publisher": publisher.start(),
    retention: createRetention(db, log, [REQUESTS]).start(),
  }),
});
