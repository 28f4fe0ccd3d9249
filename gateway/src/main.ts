import { runProcess } from "@tms/kit/process/process";
import { buildApp } from "./app.ts";
import { connectClients } from "./clients.ts";
import { readConfig } from "./config.ts";
import { listen } from "./http/listen.ts";
import { openIdempotencyStore } from "./idempotency/open.ts";
import { openRequestStore } from "./request-log/open.ts";

await runProcess("gateway", readConfig, async ({ config, log, shutdown }) => {
  const clients = connectClients(config.clients, config.callerToken);
  const idempotency = openIdempotencyStore(config.redisUrl, log, shutdown);
  const requests = openRequestStore(config.redisUrl, log, shutdown);
  const app = await buildApp({ config, log, clients, idempotency, requests });
  await listen(app, config, shutdown);
});
