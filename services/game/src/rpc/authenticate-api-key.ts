import { authenticate } from "../authenticate.ts";
import type { Context, Rpcs } from "../context.ts";
import { apiKeyInvalid } from "../errors.ts";
import { apiKeyMessage, gameMessage } from "../messages.ts";

/** Finds the game of a live key. */
export const authenticateApiKey =
  ({ db }: Context): Rpcs["authenticateApiKey"] =>
  async ({ digest }) => {
    const [found] = await authenticate(db, [digest]);
    if (found === undefined) throw apiKeyInvalid();
    return { game: gameMessage(found.game), apiKey: apiKeyMessage(found.key) };
  };
