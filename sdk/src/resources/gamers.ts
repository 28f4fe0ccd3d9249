import type { Methods } from "../client/methods.ts";

export const createGamers = ({ call, callWithBody, callWith, list }: Methods) => ({
  /** Creates a gamer, or returns the existing gamer with this handle. */
  create: callWith("POST /gamer/create", (handle: string) => ({ body: { handle } })),

  get: call("GET /gamer/{handle}"),

  /**
   * Sets the display name and the metadata of a gamer. Omitted fields do not change. Null removes a field.
   */
  update: callWithBody("PATCH /gamer/{handle}/update"),

  /** Lists the entries of a gamer, newest first. `open` selects tournaments that gamers can still join. */
  entries: list("GET /gamer/{handle}/entries", "entries"),

  /** Lists gamers in the order of their handles. `handle` selects the handles that start with it. */
  list: list("GET /gamer", "gamers"),
});

/** Creates the methods of the wallets of gamers. Amounts are in major units of the currency of the game. */
export const createWallets = ({ call, callWith, list }: Methods) => ({
  get: call("GET /wallet/{handle}"),

  deposit: callWith("POST /wallet/{handle}/deposit", (amount: number) => ({ body: { amount } })),

  withdraw: callWith("POST /wallet/{handle}/withdraw", (amount: number) => ({ body: { amount } })),

  /** Lists the statement of the wallet, newest transfer first. */
  transactions: list("GET /wallet/{handle}/transactions", "transactions"),
});

export const createAccount = ({ call, list }: Methods) => ({
  get: call("GET /account"),

  /** Lists the statement of the account, newest transfer first. */
  transactions: list("GET /account/transactions", "transactions"),
});
