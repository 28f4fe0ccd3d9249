import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { registerFake } from "@tms/kit/testing/fake";
import { createApiKey, digestApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import {
  ApiKeySchema,
  GameSchema,
  GameService,
  Payer,
  type ApiKey,
  type Game,
} from "@tms/proto/tms/game/v1/game";

export interface FakeGames {
  routes: (router: ConnectRouter) => void;
  /** Adds a game with a key. */
  add(currency?: { code: string; exponent: number }): { game: Game; key: string };
  revoke(key: string): void;
  expire(key: string, atMs: number): void;
  /** True refuses every call as unavailable; a promise is waited for first. */
  away: boolean | Promise<void>;
}

export function fakeGames(): FakeGames {
  const keys = new Map<string, { game: Game; apiKey: ApiKey }>();
  const find = (key: string) => keys.get(nameOf(digestApiKey(key)));
  const games: FakeGames = {
    away: false,
    routes: (router) =>
      registerFake(router, GameService, {
        async batchAuthenticateApiKeys({ digests }) {
          await games.away;
          if (games.away === true) throw new DomainError("UNAVAILABLE", "It is away.");
          const apiKeys = digests.flatMap((digest) => {
            const found = keys.get(nameOf(digest));
            return found && !found.apiKey.revokeTime ? [{ digest, ...found }] : [];
          });
          return { apiKeys };
        },
      }),
    add(currency = { code: "USD", exponent: 2 }) {
      const game = create(GameSchema, {
        id: newId(),
        name: "Star Race",
        currency,
        payer: Payer.GAME,
        createTime: timestampNow(),
      });
      const key = createApiKey("test");
      const apiKey = create(ApiKeySchema, { id: newId(), gameId: game.id });
      keys.set(nameOf(digestApiKey(key)), { game, apiKey });
      return { game, key };
    },
    revoke(key) {
      const found = find(key);
      if (found) found.apiKey.revokeTime = timestampNow();
    },
    expire(key, atMs) {
      const found = find(key);
      if (found) found.apiKey.expireTime = timestampFromMs(atMs);
    },
  };
  return games;
}

const nameOf = (digest: Uint8Array) => Buffer.from(digest).toString("hex");
