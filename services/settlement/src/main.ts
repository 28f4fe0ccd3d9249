import { runService } from "@tms/kit/process/run-service";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { createCrew } from "./crew.ts";
import { prepareQueue } from "./prepare-queue.ts";
import { startWorkers } from "./queue.ts";
import { routes } from "./routes.ts";
import { settle } from "./settle.ts";
import { startSweeper } from "./sweeper.ts";

await runService({
  name: "settlement",
  service: SettlementService,
  readConfig,
  async createContext(config, log, shutdown) {
    await prepareQueue(config.queue, log);
    return createContext(config, log, shutdown);
  },
  routes,
  background(context, config) {
    const crew = createCrew((tournamentId) => settle(context, tournamentId), config.concurrency);
    return {
      "the workers": startWorkers(config, (id) => crew.work(id), context.log),
      "the sweeper": startSweeper(context, crew),
    };
  },
});
