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
 * A client of one environment of a game. Methods answer what the API's document says, with
 * `requestId` beside it. They throw a TmsError for a refusal and a TmsConnectionError where no answer
 * came. Throws a TypeError for options that cannot be right.
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
    /** The typed client beneath, also for the operations of people, which have no method above. */
    http,
  };
}

/** What `createTms` makes. */
export type Tms = ReturnType<typeof createTms>;
