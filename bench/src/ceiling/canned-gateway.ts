import { buildApp } from "@tms/gateway/app";
import { connectClients } from "@tms/gateway/clients";
import { readConfig } from "@tms/gateway/config";
import { openIdempotencyStore } from "@tms/gateway/idempotency/open";
import { openRequestStore } from "@tms/gateway/request-log/open";
import { listen } from "@tms/gateway/http/listen";
import { createMetrics } from "@tms/kit/metrics/registry";
import { createShutdown } from "@tms/kit/process/shutdown";
import { createLogger } from "@tms/kit/process/log";
import { runMain, stopOnSignals } from "@tms/kit/process/process";
import { withCannedAnswers } from "./canned-answers.ts";

// The gateway as it is, except that what it asks of other services is answered on the spot: what
// is left is the price of HTTP, authentication, validation, limits and idempotency. API keys are
// the exception; the game service knows them.
await runMain(async () => {
  const config = readConfig();
  const log = createLogger("gateway", config.logLevel);
  const shutdown = createShutdown(log);
  stopOnSignals(shutdown, log);
  const metrics = createMetrics("gateway");
  const clients = withCannedAnswers(connectClients(config.clients, config.callerToken));
  const idempotency = openIdempotencyStore(config.redisUrl, log, shutdown);
  const requests = openRequestStore(config.redisUrl, log, shutdown);
  const app = await buildApp({ config, log, metrics, clients, idempotency, requests });
  await listen(app, config, shutdown, metrics);
});
