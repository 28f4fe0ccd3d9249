import type { Context, Rpcs } from "../context.ts";
import { refresh } from "../sessions/refresh.ts";

/** Exchanges a refresh token; needs no request_id, since a repeat gets the same successor. */
export const refreshSession =
  (context: Context): Rpcs["refreshSession"] =>
  async ({ refreshToken, source }) => ({
    signedIn: await refresh(context, refreshToken, source),
  });
