import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { openCallers } from "@tms/kit/callers/open";
import { createShutdown } from "@tms/kit/process/shutdown";
import { createLogger } from "@tms/kit/process/log";
import { runMain, stopOnSignals } from "@tms/kit/process/process";
import { databaseReady } from "@tms/kit/database/ready";
import { createRetention, REQUESTS } from "@tms/kit/database/retention";
import { serve } from "@tms/kit/rpc/serve";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { REFUSED_JOINS, startRecovery } from "./recovery.ts";
import { routes } from "./routes.ts";

await runMain(async () => {
  const config = readConfig();
  const log = createLogger("entry", config.logLevel);
  const shutdown = createShutdown(log);
  stopOnSignals(shutdown, log);
  const callers = await openCallers(config.callersFile, log, shutdown);
  const context = createContext(config, log, shutdown);
  const recovery = startRecovery(context);
  shutdown.add("recovery", () => recovery.stop());
  const retention = createRetention(context.db, log, [REQUESTS, REFUSED_JOINS]).start();
  shutdown.add("retention", () => retention.stop());
  const service = {
    services: [EntryService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers,
  };
  await serve(service, config, log, shutdown);
});
