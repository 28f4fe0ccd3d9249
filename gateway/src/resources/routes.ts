import type { Batching } from "@tms/kit/process/config";
import type { App } from "../app-type.ts";
import { createJoiner } from "../batching/joins.ts";
import { createTournamentReader } from "../batching/tournament-reads.ts";
import type { Clients } from "../clients.ts";
import type { RequestStore } from "../request-log/store.ts";
import { authRoutes } from "./auth/routes.ts";
import { entryRoutes } from "./entries/routes.ts";
import { gameRoutes } from "./games/routes.ts";
import { gamerRoutes } from "./gamers/routes.ts";
import { keyRoutes } from "./keys/routes.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import { mailboxRoutes } from "./mailbox/routes.ts";
import { memberRoutes } from "./members/routes.ts";
import { requestRoutes } from "./requests/routes.ts";
import { settlementRoutes } from "./settlement/routes.ts";
import { statementRoutes } from "./statement/routes.ts";
import { timelineRoutes } from "./timeline/routes.ts";
import { tournamentRoutes } from "./tournaments/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { walletRoutes } from "./wallets/routes.ts";

/** What routes need to know of the settings. */
export interface ResourceSettings {
  publicUrl: string;
  production: boolean;
  batching: Batching;
  limits: { invitesPerAddress: number };
}

/** Registers every resource. The OpenAPI document lists the operations in this order. */
export function resourceRoutes(
  app: App,
  clients: Clients,
  settings: ResourceSettings,
  requests: RequestStore,
): void {
  const { publicUrl, production, batching, limits } = settings;
  const readTournament = createTournamentReader(clients);
  tournamentRoutes(app, clients, readTournament);
  entryRoutes(app, clients, createJoiner(clients, batching));
  timelineRoutes(app, clients);
  settlementRoutes(app, clients);
  statementRoutes(app, clients, readTournament);
  gamerRoutes(app, clients);
  walletRoutes(app, clients);
  gameRoutes(app, clients);
  memberRoutes(app, clients, limits.invitesPerAddress);
  keyRoutes(app, clients);
  ledgerRoutes(app, clients);
  requestRoutes(app, requests);
  authRoutes(app, clients, publicUrl);
  userRoutes(app, clients);
  // Whoever reads it can sign in as anybody.
  if (!production) mailboxRoutes(app, clients);
}
