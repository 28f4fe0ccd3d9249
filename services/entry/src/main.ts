import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { openCallers } from "@tms/kit/callers/open";
import { createClosing } from "@tms/kit/closing";
import { createLogger } from "@tms/kit/log";
import { runMain, stopOnSignals } from "@tms/kit/process";
import { databaseReady } from "@tms/kit/ready";
import { createRetention, REQUESTS } from "@tms/kit/retention";
import { serve } from "@tms/kit/serve";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { REFUSED_JOINS, startRecovery } from "./recovery.ts";
import { routes } from "./routes.ts";

await runMain(async () => {
  const config = readConfig();
  const log = createLogger("entry", config.logLevel);
  const closing = createClosing(log);
  stopOnSignals(closing, log);
  const callers = await openCallers(config.callersFile, log, closing);
  const context = createContext(config, log, closing);
  const recovery = startRecovery(context);
  closing.add("recovery", () => recovery.stop());
  const retention = createRetention(context.db, log, [REQUESTS, REFUSED_JOINS]).start();
  closing.add("retention", () => retention.stop());
  const service = {
    services: [EntryService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers,
  };
  await serve(service, config, log, closing);
});
