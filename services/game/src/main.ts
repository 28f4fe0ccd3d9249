import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/run-service";
import { ClockService } from "@tms/proto/tms/game/v1/clock";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { startClocks } from "./clock/loop.ts";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { OLD_ROWS } from "./db/old-rows.ts";
import { routes } from "./routes.ts";

await runService({
  name: "game",
  services: [GameService, MemberService, ClockService],
  readConfig,
  createContext,
  routes,
  metrics: ({ db }) => [stagedEvents(db)],
  background: ({ db, log, publisher, continueAdvance }) => ({
    "the publisher": publisher.start(),
    "the clocks": startClocks({ db, log, continueAdvance }),
    retention: createRetention(db, log, [REQUESTS, ...OLD_ROWS]).start(),
  }),
});
