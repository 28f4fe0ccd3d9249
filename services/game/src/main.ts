import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { runService } from "@tms/kit/process/run-service";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { routes } from "./routes.ts";

await runService({
  name: "game",
  service: GameService,
  readConfig,
  createContext,
  routes,
  background: ({ db, log }) => ({ retention: createRetention(db, log, [REQUESTS]).start() }),
});
