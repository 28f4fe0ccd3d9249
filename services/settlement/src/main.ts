import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/run-service";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { readConfig } from "./config.ts";
import { createContext } from "./context.ts";
import { settlementBacklog } from "./metrics.ts";
import { routes } from "./routes.ts";
import { prepareQueue } from "./scheduling/prepare-queue.ts";
import { startWorkers } from "./scheduling/queue.ts";
import { startSweeper } from "./scheduling/sweeper.ts";
import { createWorkerPool } from "./scheduling/worker-pool.ts";
import { settle } from "./settle.ts";

await runService({
  name: "settlement",
  services: [SettlementService],
  readConfig,
  async createContext(config, log, shutdown) {
    await prepareQueue(config.queue, log);
    return createContext(config, log, shutdown);
  },
  routes,
  metrics: ({ db }) => [...settlementBacklog(db), stagedEvents(db)],
  background(context, config) {
    const pool = createWorkerPool((id) => settle(context, id), config.concurrency);
    // Stopped in the opposite order: what finishes last still has its events published.
    return {
      "the publisher": context.publisher.start(),
      "the workers": startWorkers(config, pool, context.log),
      "the sweeper": startSweeper(context, pool),
    };
  },
});
