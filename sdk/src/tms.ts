import { createHttp, type Http } from "./client/http.ts";
import { createMethods } from "./client/methods.ts";
import { readOptions, type TmsOptions } from "./client/options.ts";
import { createClock, createRequests, createWebhooks } from "./resources/environment.ts";
import { createEvents } from "./resources/events.ts";
import { createAccount, createGamers, createWallets } from "./resources/gamers.ts";
import { createLeaderboard, createScores } from "./resources/scores.ts";
import { createEntries, createTournaments } from "./resources/tournaments.ts";

/** A client of one environment of a game. */
export interface Tms {
  tournaments: ReturnType<typeof createTournaments>;
  entries: ReturnType<typeof createEntries>;
  scores: ReturnType<typeof createScores>;
  leaderboard: ReturnType<typeof createLeaderboard>;
  gamers: ReturnType<typeof createGamers>;
  wallets: ReturnType<typeof createWallets>;
  account: ReturnType<typeof createAccount>;
  clock: ReturnType<typeof createClock>;
  webhooks: ReturnType<typeof createWebhooks>;
  events: ReturnType<typeof createEvents>;
  requests: ReturnType<typeof createRequests>;
  /** The typed HTTP client. It also has the operations for signed-in people, which have no methods here. */
  http: Http;
}

/**
 * Creates a client of one environment of a game. Its methods return the responses of the OpenAPI document,
 * with a `requestId`. They throw a TmsError if the response is a problem, and a TmsConnectionError if there
 * is no complete response. Throws a TypeError for invalid options.
 */
export function createTms(options: TmsOptions): Tms {
  const settings = readOptions(options);
  const http = createHttp(settings);
  const methods = createMethods(http);
  return {
    tournaments: createTournaments(methods),
    entries: createEntries(methods),
    scores: createScores(methods),
    leaderboard: createLeaderboard(methods),
    gamers: createGamers(methods),
    wallets: createWallets(methods),
    account: createAccount(methods),
    clock: createClock(methods),
    webhooks: createWebhooks(methods),
    events: createEvents(methods, settings),
    requests: createRequests(methods),
    http,
  };
}
