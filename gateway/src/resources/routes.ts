import type { Batching } from "@tms/kit/process/config";
import type { App } from "../app-type.ts";
import { createJoiner } from "../batching/joins.ts";
import { createTournamentReader } from "../batching/tournament-reads.ts";
import type { Clients } from "../clients.ts";
import { entryRoutes } from "./entries/routes.ts";
import { gamerRoutes } from "./gamers/routes.ts";
import { settlementRoutes } from "./settlement/routes.ts";
import { statementRoutes } from "./statement/routes.ts";
import { tournamentRoutes } from "./tournaments/routes.ts";
import { walletRoutes } from "./wallets/routes.ts";

/** Registers every resource. The OpenAPI document lists the operations in this order. */
export function resourceRoutes(app: App, clients: Clients, batching: Batching): void {
  const readTournament = createTournamentReader(clients);
  tournamentRoutes(app, clients, readTournament);
  entryRoutes(app, clients, createJoiner(clients, batching));
  settlementRoutes(app, clients);
  statementRoutes(app, clients, readTournament);
  gamerRoutes(app, clients);
  walletRoutes(app, clients);
}
