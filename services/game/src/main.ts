import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/service";
import { startClocks } from "./clock.ts";
import { game } from "./context.ts";
import { OLD_INVITATIONS } from "./db/invitations.ts";
import { served } from "./routes.ts";

await runService(game, {
  serves: served,
  metrics: ({ db }) => [stagedEvents(db)],
  background: (context) => ({
    "the publisher": context.publisher.start(),
    "the clocks": startClocks(context),
    retention: createRetention(context.db, context.log, [REQUESTS, OLD_INVITATIONS]).start(),
  }),
});
