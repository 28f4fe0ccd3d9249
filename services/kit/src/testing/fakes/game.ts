import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  ApiKeySchema,
  GameSchema,
  GameService,
  Payer,
  type ApiKey,
  type Game,
} from "@tms/proto/tms/game/v1/game";
import { DomainError } from "../../errors/domain-error.ts";
import { createApiKey, digestApiKey } from "../../values/api-key.ts";
import { newId } from "../../values/ids.ts";
import { registerFake } from "../fake.ts";

/** What a test may want of a game. */
export interface GameTerms {
  currency?: { code: string; exponent: number } | undefined;
  payer?: Payer;
  platformFeeBps?: number;
}

/** Games and their API keys, in memory. */
export class FakeGames {
  /** True refuses every call as unavailable; a promise is waited for first. */
  away: boolean | Promise<void> = false;
  readonly #games = new Map<string, Game>();
  readonly #keys = new Map<string, { game: Game; apiKey: ApiKey }>();

  /** Adds a game with a key: in dollars, and paid for by itself, unless told otherwise. */
  add(terms: GameTerms = {}): { game: Game; key: string } {
    const game = create(GameSchema, {
      id: newId(),
      name: "Star Race",
      payer: Payer.GAME,
      ...terms,
      currency: terms.currency ?? { code: "USD", exponent: 2 },
      createTime: timestampNow(),
    });
    const key = createApiKey("test");
    const apiKey = create(ApiKeySchema, { id: newId(), gameId: game.id });
    this.#games.set(game.id, game);
    this.#keys.set(nameOf(digestApiKey(key)), { game, apiKey });
    return { game, key };
  }

  revoke(key: string): void {
    this.#find(key).revokeTime = timestampNow();
  }

  expire(key: string, atMs: number): void {
    this.#find(key).expireTime = timestampFromMs(atMs);
  }

  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, GameService, {
      getGame: async ({ gameId }) => {
        await this.#present();
        const game = this.#games.get(gameId);
        if (!game) throw new DomainError("GAME_NOT_FOUND", "There is no such game.");
        return { game };
      },
      batchAuthenticateApiKeys: async ({ digests }) => {
        await this.#present();
        const apiKeys = digests.flatMap((digest) => {
          const found = this.#keys.get(nameOf(digest));
          return found && !found.apiKey.revokeTime ? [{ digest, ...found }] : [];
        });
        return { apiKeys };
      },
    });

  async #present(): Promise<void> {
    await this.away;
    if (this.away === true) throw new DomainError("UNAVAILABLE", "It is away.");
  }

  #find(key: string): ApiKey {
    const found = this.#keys.get(nameOf(digestApiKey(key)));
    if (!found) throw new Error("no game has this key");
    return found.apiKey;
  }
}

const nameOf = (digest: Uint8Array) => Buffer.from(digest).toString("hex");
