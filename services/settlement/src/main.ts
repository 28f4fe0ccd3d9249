import { stagedEvents } from "@tms/kit/metrics/backlog";
import { runService } from "@tms/kit/process/service";
import { settlement } from "./context.ts";
import { settlementBacklog } from "./metrics.ts";
import { served } from "./routes.ts";
import { createWorkerPool, prepareQueue, startWorkers } from "./scheduling/queue.ts";
import { startSweeper } from "./scheduling/sweeper.ts";
import { settle } from "./settle.ts";

await runService(settlement, {
  serves: served,
  prepare: ({ queue }, log) => prepareQueue(queue, log),
  metrics: ({ db }) => [...settlementBacklog(db), stagedEvents(db)],
  background(context, settings) {
    const pool = createWorkerPool((id) => settle(context, id), settings.concurrency);
    // The publisher stops last, so that it publishes the events of the last settlements.
    return {
      "the publisher": context.publisher.start(),
      "the workers": startWorkers(settings, pool, context.log),
      "the sweeper": startSweeper(context, pool),
    };
  },
});
