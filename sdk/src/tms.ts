import { createHttp } from "./client/http.ts";
import { readOptions, type TmsOptions } from "./client/options.ts";
import { createAccount } from "./resources/account.ts";
import { createEntries } from "./resources/entries.ts";
import { createGamers } from "./resources/gamers.ts";
import { createRequests } from "./resources/requests.ts";
import { createTournaments } from "./resources/tournaments.ts";
import { createWallets } from "./resources/wallets.ts";

/**
 * A client of one environment of a game. Methods answer what the API's document says, with
 * `requestId` beside it. They throw a TmsError for a refusal and a TmsConnectionError where no answer
 * came. Throws a TypeError for options that cannot be right.
 */
export function createTms(options: TmsOptions) {
  const http = createHttp(readOptions(options));
  return {
    tournaments: createTournaments(http, options.gameId),
    entries: createEntries(http),
    gamers: createGamers(http),
    wallets: createWallets(http),
    account: createAccount(http),
    requests: createRequests(http),
    /** The typed client beneath, for every operation that has no method above. */
    http,
  };
}

/** What `createTms` makes. */
export type Tms = ReturnType<typeof createTms>;
