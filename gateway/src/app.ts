import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { Logger } from "@tms/kit/process/log";
import { fastify } from "fastify";
import type { App } from "./app-type.ts";
import { callers } from "./auth/caller.ts";
import type { Clients } from "./clients.ts";
import type { GatewayConfig } from "./config.ts";
import type { IdempotencyStore } from "./idempotency/store.ts";
import { createJoiner } from "./joins.ts";
import { accessLog } from "./plugins/access-log.ts";
import { authentication } from "./plugins/auth.ts";
import { bodyCosts } from "./plugins/body-cost.ts";
import { boundAddresses } from "./plugins/connections.ts";
import { deadlines } from "./plugins/deadline.ts";
import { draining } from "./plugins/draining.ts";
import { httpConformance } from "./plugins/http-conformance.ts";
import { idempotency } from "./plugins/idempotency.ts";
import { jsonBodies } from "./plugins/json-body.ts";
import { lingering } from "./plugins/lingering.ts";
import { limits } from "./plugins/limits.ts";
import { allowedMethods } from "./plugins/methods.ts";
import { openapi } from "./plugins/openapi.ts";
import { problems } from "./plugins/problems.ts";
import { requestIds } from "./plugins/request-id.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { docsRoutes } from "./routes/docs.ts";
import { entryRoutes } from "./routes/entries.ts";
import { gamerRoutes } from "./routes/gamers.ts";
import { lifecycleRoutes } from "./routes/lifecycle.ts";
import { settlementRoutes } from "./routes/settlement.ts";
import { statementRoutes } from "./routes/statement.ts";
import { tournamentRoutes } from "./routes/tournaments.ts";
import { transactionRoutes } from "./routes/transactions.ts";
import { walletRoutes } from "./routes/wallets.ts";
import { registerFormats } from "./schemas/formats.ts";
import { validatorCompiler } from "./schemas/compilers.ts";
import { serverOptions } from "./server-options.ts";
import { createTournamentReader } from "./tournament-reads.ts";

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
