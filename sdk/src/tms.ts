import { createHttp } from "./client/http.ts";
import { readOptions, type TmsOptions } from "./client/options.ts";
import { createAccount } from "./resources/account.ts";
import { createClock } from "./resources/clock.ts";
import { createEntries } from "./resources/entries.ts";
import { createEvents } from "./resources/events.ts";
import { createGamers } from "./resources/gamers.ts";
import { createLeaderboard } from "./resources/leaderboard.ts";
import { createRequests } from "./resources/requests.ts";
import { createScores } from "./resources/scores.ts";
import { createTournaments } from "./resources/tournaments.ts";
import { createWallets } from "./resources/wallets.ts";
import { createWebhooks } from "./resources/webhooks.ts";

/**
 * Creates a client of one environment of a game. Its methods return the responses of the OpenAPI document,
 * with a `requestId`. They throw a TmsError if the response is a problem, and a TmsConnectionError if there
 * is no complete response. Throws a TypeError for invalid options.
 */
export function createTms(options: TmsOptions) {
  const settings = readOptions(options);
  const http = createHttp(settings);
  return {
    tournaments: createTournaments(http),
    entries: createEntries(http),
    scores: createScores(http),
    leaderboard: createLeaderboard(http),
    gamers: createGamers(http),
    wallets: createWallets(http),
    account: createAccount(http),
    clock: createClock(http),
    webhooks: createWebhooks(http),
    events: createEvents(http, settings),
    requests: createRequests(http),
    /** The typed HTTP client. It also has the operations for signed-in people, which have no methods here. */
    http,
  };
}

/** The client that `createTms` returns. */
export type Tms = ReturnType<typeof createTms>;
