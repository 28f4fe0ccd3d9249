import type { Limited } from "@tms/kit/batching/limiter";
import type { SecretHolder } from "../auth/browser.ts";
import type { Joiner } from "../batching/joins.ts";
import type { LeaderboardReader, TournamentReader } from "../batching/reads.ts";
import type { Scorer } from "../batching/scores.ts";
import type { EventWatch } from "../event-log/event-watch.ts";
import type { LimitRequests } from "../http/limits/rate-limits.ts";
import type { RequestStore } from "../request-log/store.ts";

export interface Parts {
  publicUrl: string;
  join: Joiner;
  submit: Scorer;
  readTournament: TournamentReader;
  readLeaderboard: LeaderboardReader;
  watch: EventWatch;
  requests: RequestStore;
  limitLookUps: Limited;
  limitInvites: LimitRequests;
  sessions: SecretHolder;
  signUps: SecretHolder;
}
