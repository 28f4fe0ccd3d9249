import { createShutdown } from "@tms/kit/process/shutdown";
import { createLogger } from "@tms/kit/process/log";
import { runMain, stopOnSignals } from "@tms/kit/process/process";
import { buildApp } from "./app.ts";
import { connectClients } from "./clients.ts";
import { readConfig } from "./config.ts";
import { openIdempotencyStore } from "./idempotency/open.ts";
import { listen } from "./listen.ts";

await runMain(async () => {
  const config = readConfig();
  const log = createLogger("gateway", config.logLevel);
  const shutdown = createShutdown(log);
  stopOnSignals(shutdown, log);
  const clients = connectClients(config.peers, config.callerToken);
  const idempotency = openIdempotencyStore(config.redisUrl, log, shutdown);
  const app = await buildApp({ config, log, clients, idempotency });
  await listen(app, config, shutdown);
});
