import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { openCallers } from "@tms/kit/callers/open";
import { createShutdown } from "@tms/kit/process/shutdown";
import { createLogger } from "@tms/kit/process/log";
import { runMain, stopOnSignals } from "@tms/kit/process/process";
import { databaseReady } from "@tms/kit/database/ready";
import { serve } from "@tms/kit/rpc/serve";
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
  const shutdown = createShutdown(log);
  stopOnSignals(shutdown, log);
  const callers = await openCallers(config.callersFile, log, shutdown);
  await prepareQueue(config.queue, log);
  const context = createContext(config, log, shutdown);
  const crew = createCrew((tournamentId) => settle(context, tournamentId), config.concurrency);
  startWorkers(config, (tournamentId) => crew.work(tournamentId), log, shutdown);
  const sweeper = startSweeper(context, crew);
  shutdown.add("the sweeper", () => sweeper.stop());
  const service = {
    services: [SettlementService],
    routes: routes(context),
    ready: databaseReady(context.db),
    callers,
  };
  await serve(service, config, log, shutdown);
});
