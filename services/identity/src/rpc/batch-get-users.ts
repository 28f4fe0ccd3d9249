import type { Context, Rpcs } from "../context.ts";
import { findAccounts } from "../db/accounts.ts";
import { userMessage } from "../messages.ts";

/** Reads many people's accounts; whoever has none is left out. */
export const batchGetUsers =
  ({ db }: Context): Rpcs["batchGetUsers"] =>
  async ({ userIds }) => ({ users: (await findAccounts(db, userIds)).map(userMessage) });
