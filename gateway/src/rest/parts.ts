import { createLimiter } from "@tms/kit/batching/limiter";
import type { CheckAgain } from "../auth/access-checks.ts";
import { createSecretHolder } from "../auth/browser.ts";
import { createEventWait, type EventFeed } from "../batching/event-feed.ts";
import {
  createJoiner,
  createLeaderboardReader,
  createTournamentReader,
  createScorer,
} from "../batching/batches.ts";
import type { Clients } from "../clients.ts";
import type { GatewayConfig } from "../config.ts";
import { requestLimit } from "../http/limits/rate-limits.ts";
import { ProblemError } from "../problems/problem-error.ts";
import type { RequestStore } from "../request-log/store.ts";

// The idle time of a session and the validity of a code. The identity service enforces both.
const SESSION_S = 14 * 86_400;
const SIGN_UP_S = 600;
// A lookup of an unknown request id reads all records of the environment, which can be 20,000.
const LOOK_UPS = { atOnce: 2, mostWaiting: 64 };

export type PartsConfig = Pick<GatewayConfig, "publicUrl" | "production" | "batching" | "limits">;

export interface GivenParts {
  requests: RequestStore;
  feed: EventFeed;
  checkAgain: CheckAgain;
}

/** Creates the parts of the gateway that handlers use. */
export const createParts = (
  clients: Clients,
  { publicUrl, batching, limits }: PartsConfig,
  given: GivenParts,
) => ({
  ...given,
  publicUrl,
  waitForEvents: createEventWait(given.feed),
  join: createJoiner(clients, batching),
  submit: createScorer(clients),
  readTournament: createTournamentReader(clients),
  readLeaderboard: createLeaderboardReader(clients),
  limitLookUps: createLimiter(LOOK_UPS, () => new ProblemError("OVERLOADED")),
  limitInvites: requestLimit(limits.invitesPerAddress),
  sessions: createSecretHolder(publicUrl, "session", SESSION_S),
  signUps: createSecretHolder(publicUrl, "sign_up", SIGN_UP_S),
});

export type Parts = ReturnType<typeof createParts>;
