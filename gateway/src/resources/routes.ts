import type { Batching } from "@tms/kit/process/config";
import type { App } from "../app-type.ts";
import { createJoiner } from "../batching/joins.ts";
import { createLeaderboardReader } from "../batching/leaderboard-reads.ts";
import { createScorer } from "../batching/scores.ts";
import { createTournamentReader } from "../batching/tournament-reads.ts";
import type { CheckAgain } from "../auth/access-checks.ts";
import type { EventFeed } from "../event-log/event-feed.ts";
import type { EventWatch } from "../event-log/event-watch.ts";
import type { Clients } from "../clients.ts";
import { requestLimit } from "../http/limits/rate-limits.ts";
import type { RequestStore } from "../request-log/store.ts";
import { authRoutes } from "./auth.ts";
import { clockOperations } from "./clock.ts";
import { entryOperations } from "./entries.ts";
import { eventOperations, eventStreamRoutes } from "./events.ts";
import { gameOperations } from "./games.ts";
import { gamerOperations } from "./gamers.ts";
import { keyOperations } from "./keys.ts";
import { mailboxRoutes } from "./mailbox.ts";
import { memberOperations } from "./members.ts";
import { createLookUpLimiter, requestOperations } from "./requests.ts";
import { reviewOperations } from "./reviews.ts";
import { scoreOperations } from "./scores.ts";
import { settlementOperations } from "./settlement.ts";
import { journalOperations } from "./journal.ts";
import { timelineOperations } from "./timeline.ts";
import { tournamentOperations } from "./tournaments.ts";
import { userOperations } from "./users.ts";
import { ledgerOperations, walletOperations } from "./wallets.ts";
import { webhookOperations } from "./webhooks.ts";

/** The settings that routes need. */
export interface ResourceSettings {
  publicUrl: string;
  production: boolean;
  batching: Batching;
  limits: { invitesPerAddress: number };
}

/** The parts of the application that routes use. */
export interface ResourceParts {
  requests: RequestStore;
  watch: EventWatch;
  feed: EventFeed;
  checkAgain: CheckAgain;
}

/** Registers every resource. The OpenAPI document lists the operations in this order. */
export function resourceRoutes(
  app: App,
  clients: Clients,
  settings: ResourceSettings,
  { requests, watch, feed, checkAgain }: ResourceParts,
): void {
  const { publicUrl, production, batching, limits } = settings;
  const readTournament = createTournamentReader(clients);
  for (const register of tournamentOperations) register(app, clients, { readTournament });
  const join = createJoiner(clients, batching);
  for (const register of entryOperations) register(app, clients, { join, publicUrl });
  const submit = createScorer(clients);
  const readLeaderboard = createLeaderboardReader(clients);
  for (const register of scoreOperations)
    register(app, clients, { submit, readLeaderboard, publicUrl });
  for (const register of reviewOperations) register(app, clients);
  for (const register of timelineOperations) register(app, clients);
  for (const register of settlementOperations) register(app, clients);
  for (const register of journalOperations) register(app, clients, { readTournament });
  for (const register of gamerOperations) register(app, clients);
  for (const register of walletOperations) register(app, clients);
  for (const register of gameOperations) register(app, clients);
  const limitInvites = requestLimit(limits.invitesPerAddress);
  for (const register of memberOperations) register(app, clients, { limitInvites });
  for (const register of keyOperations) register(app, clients);
  for (const register of ledgerOperations) register(app, clients);
  const log = { requests, limitLookUps: createLookUpLimiter() };
  for (const register of requestOperations) register(app, clients, log);
  for (const register of eventOperations) register(app, clients, { watch });
  for (const register of clockOperations) register(app, clients);
  for (const register of webhookOperations) register(app, clients);
  eventStreamRoutes(app, clients, { feed, checkAgain });
  authRoutes(app, clients, publicUrl);
  for (const register of userOperations) register(app, clients);
  // Production has no mailbox, because reading the mailbox is enough to sign in as any person.
  if (!production) mailboxRoutes(app, clients);
}
