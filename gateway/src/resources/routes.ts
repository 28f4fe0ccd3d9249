import type { FastifyInstance } from "fastify";
import type { Clients } from "../clients.ts";
import { createParts, type GivenParts, type PartsConfig } from "../rest/parts.ts";
import { authRoutes } from "./auth.ts";
import { clockOperations } from "./clock.ts";
import { entryOperations } from "./entries.ts";
import { eventOperations, eventStreamRoutes } from "./events.ts";
import { gamerOperations } from "./gamers.ts";
import { gameOperations } from "./games.ts";
import { keyOperations } from "./keys.ts";
import { mailboxRoutes } from "./mailbox.ts";
import { memberOperations } from "./members.ts";
import { requestOperations } from "./requests.ts";
import { reviewOperations, scoreOperations } from "./scores.ts";
import { settlementOperations } from "./settlement.ts";
import { tournamentOperations } from "./tournaments.ts";
import { userOperations } from "./users.ts";
import { ledgerOperations, walletOperations } from "./wallets.ts";
import { webhookOperations } from "./webhooks.ts";

// The OpenAPI document lists the operations in this order.
const OPERATIONS = [
  ...tournamentOperations,
  ...entryOperations,
  ...scoreOperations,
  ...reviewOperations,
  ...settlementOperations,
  ...gamerOperations,
  ...walletOperations,
  ...gameOperations,
  ...memberOperations,
  ...keyOperations,
  ...ledgerOperations,
  ...requestOperations,
  ...eventOperations,
  ...clockOperations,
  ...webhookOperations,
];

export function resourceRoutes(
  app: FastifyInstance,
  clients: Clients,
  config: PartsConfig,
  given: GivenParts,
): void {
  const parts = createParts(clients, config, given);
  if (!parts.sessions.isSecure)
    app.log.warn("PUBLIC_URL uses plain HTTP: session cookies are sent unencrypted");
  for (const register of OPERATIONS) register(app, clients, parts);
  eventStreamRoutes(app, clients, parts);
  authRoutes(app, clients, parts);
  for (const register of userOperations) register(app, clients, parts);
  // Production has no mailbox, because reading the mailbox is enough to sign in as any person.
  if (!config.production) mailboxRoutes(app, clients);
}
