import type { Context, Rpcs } from "../context.ts";
import { signOut as endByToken } from "../sessions/refresh.ts";

/** Ends the session of a refresh token, if it is one. */
export const signOut =
  (context: Context): Rpcs["signOut"] =>
  async ({ refreshToken }) => {
    await endByToken(context, refreshToken);
    return {};
  };
