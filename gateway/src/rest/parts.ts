import { createLimiter } from "@tms/kit/batching/limiter";
import { createSecretHolder } from "../auth/browser.ts";
import { createJoiner } from "../batching/joins.ts";
import { createLeaderboardReader, createTournamentReader } from "../batching/reads.ts";
import { createScorer } from "../batching/scores.ts";
import type { Clients } from "../clients.ts";
import type { GatewayConfig } from "../config.ts";
import type { EventWatch } from "../event-log/event-watch.ts";
import { requestLimit } from "../http/limits/rate-limits.ts";
import { ProblemError } from "../problems/problem-error.ts";
import type { RequestStore } from "../request-log/store.ts";

// The idle time of a session and the validity of a code. The identity service enforces both.
const SESSION_S = 14 * 86_400;
const SIGN_UP_S = 600;
// A look-up of an unknown id reads all records of its environment, which can be 20,000.
const LOOK_UPS = { atOnce: 2, mostWaiting: 64 };

export type PartsConfig = Pick<GatewayConfig, "publicUrl" | "production" | "batching" | "limits">;

export interface GivenParts {
  requests: RequestStore;
  watch: EventWatch;
}

/** Creates the parts of the gateway that handlers use. */
export const createParts = (
  clients: Clients,
  { publicUrl, batching, limits }: PartsConfig,
  { requests, watch }: GivenParts,
) => ({
  requests,
  watch,
  publicUrl,
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
