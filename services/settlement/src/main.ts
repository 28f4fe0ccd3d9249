import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { openCallers } from "@tms/kit/callers/open";
import { createClosing } from "@tms/kit/closing";
import { createLogger } from "@tms/kit/log";
import { runMain, stopOnSignals } from "@tms/kit/process";
import { databaseReady } from "@tms/kit/ready";
import { serve } from "@tms/kit/serve";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { createCrew } from "./crew.ts";
import { prepareQueue } from "./prepare-queue.ts";
import { startWorkers } from "./queue.ts";
import { routes } from "./routes.ts";
import { settle } from "./settle.ts";
import { startSweeper } from "./sweeper.ts";

await runMain(async () => {
  const config = readConfig();
  const log = createLogger("settlement", config.logLevel);
  const closing = createClosing(log);
  stopOnSignals(closing, log);
  const callers = await openCallers(config.callersFile, log, closing);
  await prepareQueue(config.queue, log);
  const context = createContext(config, log, closing);
  const crew = createCrew((tournamentId) => settle(context, tournamentId), config.concurrency);
  startWorkers(config, (tournamentId) => crew.work(tournamentId), log, closing);
  const sweeper = startSweeper(context, crew);
  closing.add("the sweeper", () => sweeper.stop());
  const service = {
    services: [SettlementService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers,
  };
  await serve(service, config, log, closing);
});
