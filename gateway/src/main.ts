import { runProcess } from "@tms/kit/process/process";
import { buildApp } from "./app.ts";
import { connectClients } from "./clients.ts";
import { readConfig } from "./config.ts";
import { listen } from "./http/listen.ts";
import { openIdempotencyStore } from "./idempotency/stores.ts";
import { redisReachable } from "./redis.ts";
import { openRequestStore } from "./request-log/stores.ts";

await runProcess("gateway", readConfig, async ({ config, log, shutdown, metrics }) => {
  const clients = connectClients(config.clients, config.callerToken);
  const reachable = redisReachable(metrics);
  const idempotency = openIdempotencyStore(config.redisUrl, log, shutdown, reachable);
  const requests = openRequestStore(config.redisUrl, log, shutdown, reachable);
  const app = await buildApp({ config, log, metrics, clients, idempotency, requests });
  await listen(app, config, shutdown, metrics);
});
