import { runProcess } from "@tms/kit/process/process";
import { buildApp } from "./app.ts";
import { connectClients } from "./clients.ts";
import { readConfig } from "./config.ts";
import { listen } from "./http/listen.ts";
import { openIdempotencyStore } from "./idempotency/open.ts";

await runProcess("gateway", readConfig, async ({ config, log, shutdown }) => {
  const clients = connectClients(config.clients, config.callerToken);
  const idempotency = openIdempotencyStore(config.redisUrl, log, shutdown);
  const app = await buildApp({ config, log, clients, idempotency });
  await listen(app, config, shutdown);
});
