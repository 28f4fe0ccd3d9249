import type { Metrics } from "@tms/kit/metrics/registry";
import type { Logger } from "@tms/kit/process/log";
import { fastify, type FastifyInstance } from "fastify";
import { accessChecks } from "./auth/access-checks.ts";
import { principals } from "./auth/principal.ts";
import { requireCurrentSession } from "./auth/sessions.ts";
import type { Clients } from "./clients.ts";
import type { GatewayConfig } from "./config.ts";
import { dashboardRoutes } from "./dashboard.ts";
import { createEventFeed } from "./batching/event-feed.ts";
import { bodyCosts } from "./http/body/cost.ts";
import { jsonBodies } from "./http/body/json-body.ts";
import { draining, lingering } from "./http/closing.ts";
import { httpConformance } from "./http/conformance.ts";
import { deadlines } from "./http/deadline.ts";
import { defaultHeaders } from "./http/headers.ts";
import { connectionLimits } from "./http/limits/open-limit.ts";
import { rateLimits } from "./http/limits/rate-limits.ts";
import { accessLog, measureRequests, traceRequests } from "./http/observe.ts";
import { serverOptions } from "./http/server-options.ts";
import { idempotency } from "./idempotency/repeats.ts";
import type { IdempotencyStore } from "./idempotency/store.ts";
import { openapi } from "./openapi/document.ts";
import { registerFormats } from "@tms/resources/patterns";
import { validatorCompiler } from "./openapi/validator.ts";
import { problems } from "./problems/answer.ts";
import { recordRequests } from "./request-log/recorder.ts";
import type { RequestStore } from "./request-log/store.ts";
import { resourceRoutes } from "./resources/routes.ts";
import { siteRoutes } from "./site.ts";

export interface AppParts {
  config: GatewayConfig;
  log: Logger;
  metrics: Metrics;
  clients: Clients;
  idempotency: IdempotencyStore;
  requests: RequestStore;
}

export async function buildApp({
  config,
  log,
  metrics,
  clients,
  ...parts
}: AppParts): Promise<FastifyInstance> {
  registerFormats();
  const app: FastifyInstance = fastify(serverOptions(config, log));
  app.setValidatorCompiler(validatorCompiler);
  // Only JSON.stringify writes exact amounts (JSON.rawJSON). TypeScript checks responses, not a serializer.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  principals(app);
  traceRequests(app);
  const addHeaders = defaultHeaders(config.publicUrl);
  app.addHook("onRequest", async (request, reply) => addHeaders(request, reply));
  accessLog(app);
  measureRequests(app, metrics);
  httpConformance(app, config.publicUrl);
  connectionLimits(app, config);
  const spend = await rateLimits(app, config.limits);
  problems(app, config.publicUrl);
  await openapi(app, config.publicUrl);

  const feed = createEventFeed(clients);
  // At shutdown, callers that wait for events or read an event stream reconnect to another replica.
  draining(app, config.limits.drainIdleMs, () => feed.stop());
  lingering(app);
  await siteRoutes(app, config.siteFolder);
  await dashboardRoutes(app, config);
  await app.register(async (api: FastifyInstance) => {
    recordRequests(api, parts.requests);
    const checkAgain = accessChecks(api, clients, config.publicUrl);
    requireCurrentSession(api, clients);
    bodyCosts(api, spend);
    deadlines(api);
    jsonBodies(api);
    idempotency(api, parts.idempotency);
    resourceRoutes(api, clients, config, { requests: parts.requests, feed, checkAgain });
  });
  return app;
}
