import type { Methods } from "../client/methods.ts";
import type { CallOptions } from "../client/options.ts";

/** The gamers of the environment. */
export const createGamers = ({ send, call, callWithBody, list }: Methods) => ({
  /** Creates a gamer, or returns the existing gamer with this handle. */
  create: (handle: string, options?: CallOptions) =>
    send("POST /gamer/create", { body: { handle } }, options),

  get: call("GET /gamer/{handle}"),

  /** Sets the display name and the metadata of a gamer. Omitted fields do not change. Null removes a field. */
  update: callWithBody("PATCH /gamer/{handle}/update"),

  /** Lists the entries of a gamer, newest first. `open` selects tournaments that gamers can still join. */
  entries: list("GET /gamer/{handle}/entries", "entries"),

  /** Lists gamers in the order of their handles. `handle` selects the handles that start with it. */
  list: list("GET /gamer", "gamers"),
});

/** The wallets of gamers. Amounts are in major units of the game's currency. */
export const createWallets = ({ send, call, list }: Methods) => ({
  get: call("GET /wallet/{handle}"),

  deposit: (handle: string, amount: number, options?: CallOptions) =>
    send(
      "POST /wallet/{handle}/deposit",
      { params: { path: { handle } }, body: { amount } },
      options,
    ),

  withdraw: (handle: string, amount: number, options?: CallOptions) =>
    send(
      "POST /wallet/{handle}/withdraw",
      { params: { path: { handle } }, body: { amount } },
      options,
    ),

  /** Lists the statement of the wallet, newest transfer first. */
  transactions: list("GET /wallet/{handle}/transactions", "transactions"),
});

/** The account of the game. */
export const createAccount = ({ call, list }: Methods) => ({
  get: call("GET /account"),

  /** Lists the statement of the account, newest transfer first. */
  transactions: list("GET /account/transactions", "transactions"),
});
