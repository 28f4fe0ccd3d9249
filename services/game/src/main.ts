import { GameService } from "@tms/proto/tms/game/v1/game";
import { openCallers } from "@tms/kit/callers/open";
import { createClosing } from "@tms/kit/closing";
import { createLogger } from "@tms/kit/log";
import { runMain, stopOnSignals } from "@tms/kit/process";
import { databaseReady } from "@tms/kit/ready";
import { createRetention, REQUESTS } from "@tms/kit/retention";
import { serve } from "@tms/kit/serve";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { routes } from "./routes.ts";

await runMain(async () => {
  const config = readConfig();
  const log = createLogger("game", config.logLevel);
  const closing = createClosing(log);
  stopOnSignals(closing, log);
  const callers = await openCallers(config.callersFile, log, closing);
  const context = createContext(config, log, closing);
  const retention = createRetention(context.db, log, [REQUESTS]).start();
  closing.add("retention", () => retention.stop());
  const service = {
    services: [GameService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers,
  };
  await serve(service, config, log, closing);
});
