import type { Batching } from "@tms/kit/process/config";
import type { App } from "../app-type.ts";
import type { CheckAgain } from "../auth/access-checks.ts";
import { createSecretHolder } from "../auth/browser.ts";
import { createJoiner } from "../batching/joins.ts";
import { createLeaderboardReader, createTournamentReader } from "../batching/reads.ts";
import { createScorer } from "../batching/scores.ts";
import type { Clients } from "../clients.ts";
import type { EventFeed } from "../event-log/event-feed.ts";
import { requestLimit } from "../http/limits/rate-limits.ts";
import type { Parts } from "../rest/parts.ts";
import { authRoutes } from "./auth.ts";
import { clockOperations } from "./clock.ts";
import { entryOperations } from "./entries.ts";
import { eventOperations, eventStreamRoutes } from "./events.ts";
import { gamerOperations } from "./gamers.ts";
import { gameOperations } from "./games.ts";
import { keyOperations } from "./keys.ts";
import { mailboxRoutes } from "./mailbox.ts";
import { memberOperations } from "./members.ts";
import { createLookUpLimiter, requestOperations } from "./requests.ts";
import { reviewOperations, scoreOperations } from "./scores.ts";
import { settlementOperations } from "./settlement.ts";
import { tournamentOperations } from "./tournaments.ts";
import { userOperations } from "./users.ts";
import { ledgerOperations, walletOperations } from "./wallets.ts";
import { webhookOperations } from "./webhooks.ts";

// The idle time of a session and the validity of a code. The identity service enforces both.
const SESSION_S = 14 * 86_400;
const SIGN_UP_S = 600;

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

interface Settings {
  publicUrl: string;
  production: boolean;
  batching: Batching;
  limits: { invitesPerAddress: number };
}

export function resourceRoutes(
  app: App,
  clients: Clients,
  { publicUrl, production, batching, limits }: Settings,
  {
    feed,
    checkAgain,
    ...given
  }: Pick<Parts, "requests" | "watch"> & { feed: EventFeed; checkAgain: CheckAgain },
): void {
  const sessions = createSecretHolder(publicUrl, "session", SESSION_S);
  if (!sessions.isSecure)
    app.log.warn("PUBLIC_URL uses plain HTTP: session cookies are sent unencrypted");
  const parts: Parts = {
    ...given,
    publicUrl,
    join: createJoiner(clients, batching),
    submit: createScorer(clients),
    readTournament: createTournamentReader(clients),
    readLeaderboard: createLeaderboardReader(clients),
    limitLookUps: createLookUpLimiter(),
    limitInvites: requestLimit(limits.invitesPerAddress),
    sessions,
    signUps: createSecretHolder(publicUrl, "sign_up", SIGN_UP_S),
  };
  for (const register of OPERATIONS) register(app, clients, parts);
  eventStreamRoutes(app, clients, { feed, checkAgain });
  authRoutes(app, clients, parts);
  for (const register of userOperations) register(app, clients, parts);
  // Production has no mailbox, because reading the mailbox is enough to sign in as any person.
  if (!production) mailboxRoutes(app, clients);
}
