import { createClosing } from "@tms/kit/closing";
import { createLogger } from "@tms/kit/log";
import { runMain, stopOnSignals } from "@tms/kit/process";
import { buildApp } from "./app.ts";
import { connectClients } from "./clients.ts";
import { readConfig } from "./config.ts";
import { openIdempotencyStore } from "./idempotency/open.ts";
import { listen } from "./listen.ts";

await runMain(async () => {
  const config = readConfig();
  const log = createLogger("gateway", config.logLevel);
  const closing = createClosing(log);
  stopOnSignals(closing, log);
  const clients = connectClients(config.peers, config.callerToken);
  const idempotency = openIdempotencyStore(config.redisUrl, log, closing);
  const app = await buildApp({ config, log, clients, idempotency });
  await listen(app, config, closing);
});
