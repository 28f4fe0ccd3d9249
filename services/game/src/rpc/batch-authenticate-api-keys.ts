import { authenticate } from "../authenticate.ts";
import type { Context, Rpcs } from "../context.ts";
import { apiKeyMessage, gameMessage } from "../messages.ts";

/** Finds the games of the live keys among those asked about. */
export const batchAuthenticateApiKeys =
  ({ db }: Context): Rpcs["batchAuthenticateApiKeys"] =>
  async ({ digests }) => {
    const found = await authenticate(db, digests);
    return {
      apiKeys: found.map(({ key, game, lineId }) => ({
        digest: key.digest,
        game: gameMessage(game),
        apiKey: apiKeyMessage(key),
        lineId,
      })),
    };
  };
