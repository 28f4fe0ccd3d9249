import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { Logger } from "@tms/kit/process/log";
import { fastify } from "fastify";
import type { App } from "./app-type.ts";
import { callers } from "./auth/principal.ts";
import type { Clients } from "./clients.ts";
import type { GatewayConfig } from "./config.ts";
import type { IdempotencyStore } from "./idempotency/store.ts";
import { createJoiner } from "./batching/joins.ts";
import { accessLog } from "./http/access-log.ts";
import { authentication } from "./auth/authentication.ts";
import { bodyCosts } from "./http/body/cost.ts";
import { boundAddresses } from "./http/limits/connections.ts";
import { deadlines } from "./http/deadline.ts";
import { draining } from "./http/drain.ts";
import { httpConformance } from "./http/conformance.ts";
import { idempotency } from "./idempotency/repeats.ts";
import { jsonBodies } from "./http/body/json-body.ts";
import { lingering } from "./http/lingering.ts";
import { limits } from "./http/limits/rate-limits.ts";
import { allowedMethods } from "./http/methods.ts";
import { openapi } from "./openapi/document.ts";
import { problems } from "./problems/answer.ts";
import { requestIds } from "./http/request-id.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { docsRoutes } from "./openapi/docs.ts";
import { entryRoutes } from "./resources/entries/routes.ts";
import { gamerRoutes } from "./resources/gamers/routes.ts";
import { lifecycleRoutes } from "./resources/tournaments/lifecycle-routes.ts";
import { settlementRoutes } from "./resources/settlement/routes.ts";
import { statementRoutes } from "./resources/statement/routes.ts";
import { tournamentRoutes } from "./resources/tournaments/routes.ts";
import { transactionRoutes } from "./resources/wallets/transaction-routes.ts";
import { walletRoutes } from "./resources/wallets/routes.ts";
import { registerFormats } from "./openapi/formats.ts";
import { validatorCompiler } from "./openapi/compilers.ts";
import { serverOptions } from "./http/server-options.ts";
import { createTournamentReader } from "./batching/tournament-reads.ts";

/** What the application is made of; tests bring parts of their own. */
export interface AppParts {
  config: GatewayConfig;
  log: Logger;
  clients: Clients;
  idempotency: IdempotencyStore;
}

/** Builds the application, apart from listening. */
export async function buildApp({ config, log, clients, ...parts }: AppParts): Promise<App> {
  registerFormats();
  const app: App = fastify(serverOptions(config, log)).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  // Answers are typed by their schemas already; plain JSON.stringify keeps amounts exact.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  const methodsOf = allowedMethods(app);
  callers(app);
  requestIds(app);
  securityHeaders(app, config.publicUrl);
  accessLog(app);
  httpConformance(app, config.publicUrl);
  boundAddresses(app, config);
  const spend = await limits(app, config.limits);
  problems(app, config.publicUrl, methodsOf);
  await openapi(app, config.publicUrl);

  draining(app, config.limits.drainIdleMs);
  lingering(app);
  docsRoutes(app, config.publicUrl);
  await app.register(async (api: App) => {
    authentication(api, clients);
    bodyCosts(api, spend);
    deadlines(api);
    jsonBodies(api);
    idempotency(api, parts.idempotency);

    tournamentRoutes(api, clients, createTournamentReader(clients));
    lifecycleRoutes(api, clients);
    entryRoutes(api, clients, createJoiner(clients, config.batching));
    settlementRoutes(api, clients);
    statementRoutes(api, clients);
    gamerRoutes(api, clients);
    walletRoutes(api, clients);
    transactionRoutes(api, clients);
  });
  return app;
}
