import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { runService } from "@tms/kit/process/run-service";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { OLD_ROWS } from "./db/old-rows.ts";
import { routes } from "./routes.ts";

await runService({
  name: "game",
  services: [GameService, MemberService],
  readConfig,
  createContext,
  routes,
  background: ({ db, log, publisher }) => ({
    "the publisher": publisher.start(),
    retention: createRetention(db, log, [REQUESTS, ...OLD_ROWS]).start(),
  }),
});
