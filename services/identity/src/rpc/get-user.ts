import type { Context, Rpcs } from "../context.ts";
import { findAccount } from "../db/accounts.ts";
import { userNotFound } from "../errors.ts";
import { userMessage } from "../messages.ts";

/** Reads a person's account. */
export const getUser =
  ({ db }: Context): Rpcs["getUser"] =>
  async ({ userId }) => {
    const account = await findAccount(db, userId);
    if (account === undefined) throw userNotFound();
    return { user: userMessage(account) };
  };
