import { buildApp } from "@tms/gateway/app";
import { connectClients } from "@tms/gateway/clients";
import { readConfig } from "@tms/gateway/config";
import { openIdempotencyStore } from "@tms/gateway/idempotency/open";
import { listen } from "@tms/gateway/listen";
import { createClosing } from "@tms/kit/closing";
import { createLogger } from "@tms/kit/log";
import { runMain, stopOnSignals } from "@tms/kit/process";
import { withCannedAnswers } from "./canned-answers.ts";

// The gateway as it is, except that what it asks of other services is answered on the spot: what
// is left is the price of HTTP, authentication, validation, limits and idempotency. API keys are
// the exception; the game service knows them.
await runMain(async () => {
  const config = readConfig();
  const log = createLogger("gateway", config.logLevel);
  const closing = createClosing(log);
  stopOnSignals(closing, log);
  const clients = withCannedAnswers(connectClients(config.peers, config.callerToken));
  const idempotency = openIdempotencyStore(config.redisUrl, log, closing);
  const app = await buildApp({ config, log, clients, idempotency });
  await listen(app, config, closing);
});
