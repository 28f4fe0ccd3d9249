import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampNow } from "@bufbuild/protobuf/wkt";
import { DomainError } from "../../errors/domain-error.ts";
import type { FakeRpcs } from "../fake.ts";
import { createApiKey, digestApiKey } from "../../values/api-key.ts";
import { newId } from "../../values/ids.ts";
import {
  ApiKeySchema,
  KeyScope,
  KeyState,
  Mode,
  type ApiKey,
  type ApiKeyUse,
  type Game,
  type GameService,
} from "@tms/proto/tms/game/v1/game";

export interface KeySettings {
  scopes?: KeyScope[];
  ipRanges?: string[];
}

export interface FakeApiKeys {
  rpcs: FakeRpcs<typeof GameService>;
  /** Adds a key of a game, with all scopes and for everywhere unless it says otherwise. */
  addKey(game: Game, settings?: KeySettings): string;
  revoke(key: string): void;
  revokeAll(gameId: string): void;
  expire(key: string, atMs: number): void;
  /** Lets a rolled key's grace end then. */
  endGrace(key: string, atMs: number): void;
  /** True refuses every call as unavailable; a promise is waited for first. */
  away: boolean | Promise<void>;
  /** What RecordApiKeyUses was told. */
  uses: ApiKeyUse[];
}

const ALL_SCOPES = [
  KeyScope.READ,
  KeyScope.TOURNAMENTS_WRITE,
  KeyScope.ENTRIES_WRITE,
  KeyScope.SCORES_WRITE,
  KeyScope.WALLETS_WRITE,
  KeyScope.WEBHOOKS_WRITE,
];

interface Stored {
  apiKey: ApiKey;
  digest: string;
}

const notFound = () => new DomainError("API_KEY_NOT_FOUND", "The game has no such API key.");

/** The API keys of environments, in memory. */
export function fakeApiKeys(environments: ReadonlyMap<string, Game>): FakeApiKeys {
  const stored: Stored[] = [];
  const answers = new Map<string, { apiKey: ApiKey; previous?: ApiKey }>();
  const find = (key: string) =>
    stored.find(({ digest }) => digest === nameOf(digestApiKey(key)))?.apiKey;
  function get(gameId: string, keyId: string, held: KeyScope[] = []): ApiKey {
    const found = stored.find(({ apiKey: one }) => one.id === keyId && one.gameId === gameId);
    if (found === undefined) throw notFound();
    requireHeld(found.apiKey.scopes, held);
    return found.apiKey;
  }
  function make(init: Omit<Partial<ApiKey>, "$typeName">, mode: Mode) {
    const secret = createApiKey(mode === Mode.LIVE ? "live" : "test");
    const apiKey = create(ApiKeySchema, {
      id: newId(),
      name: "default",
      hint: secret.slice(0, 13),
      state: KeyState.ACTIVE,
      createTime: timestampNow(),
      ...init,
    });
    stored.push({ apiKey, digest: nameOf(digestApiKey(secret)) });
    return { apiKey, secret };
  }
  const revoke = (apiKey: ApiKey) =>
    void Object.assign(apiKey, { revokeTime: timestampNow(), state: KeyState.REVOKED });

  const keys: FakeApiKeys = {
    away: false,
    uses: [],
    addKey: (game, { scopes = ALL_SCOPES, ipRanges = [] } = {}) =>
      make({ gameId: game.id, scopes, ipRanges }, game.mode).secret,
    revoke(key) {
      const found = find(key);
      if (found) revoke(found);
    },
    revokeAll(gameId) {
      for (const { apiKey } of stored) if (apiKey.gameId === gameId) revoke(apiKey);
    },
    expire: (key, atMs) =>
      void Object.assign(find(key) ?? {}, { expireTime: timestampFromMs(atMs) }),
    endGrace: (key, atMs) =>
      void Object.assign(find(key) ?? {}, { endTime: timestampFromMs(atMs) }),
    rpcs: {
      async batchAuthenticateApiKeys({ digests }) {
        await keys.away;
        if (keys.away === true) throw new DomainError("UNAVAILABLE", "It is away.");
        const apiKeys = digests.flatMap((digest) => {
          const apiKey = stored.find((one) => one.digest === nameOf(digest))?.apiKey;
          const game = environments.get(apiKey?.gameId ?? "");
          return apiKey && game && !apiKey.revokeTime ? [{ digest, game, apiKey }] : [];
        });
        return { apiKeys };
      },
      recordApiKeyUses({ uses }) {
        keys.uses.push(...uses);
        return {};
      },
      issueApiKey({ requestId, gameId, heldScopes, scopes, expireTime, ...rest }) {
        const known = answers.get(requestId);
        if (known) return known;
        requireHeld(scopes, heldScopes);
        const given =
          scopes.length > 0
            ? [KeyScope.READ, ...scopes]
            : heldScopes.filter((one) => one !== KeyScope.SCORES_WRITE);
        const { name, ipRanges, createdBy } = rest;
        const settings = { gameId, scopes: [...new Set(given)], name, ipRanges, createdBy };
        const made = make(
          { ...settings, ...(expireTime && { expireTime }) },
          environments.get(gameId)?.mode ?? Mode.TEST,
        );
        answers.set(requestId, { apiKey: made.apiKey });
        return made;
      },
      updateApiKey({ gameId, apiKeyId, heldScopes, name, scopes, ipRanges }) {
        const apiKey = get(gameId, apiKeyId, heldScopes);
        if (apiKey.revokeTime) throw new DomainError("API_KEY_ENDED", "It was revoked.");
        requireHeld(scopes?.scopes ?? [], heldScopes);
        if (name !== undefined) apiKey.name = name;
        if (scopes) apiKey.scopes = [KeyScope.READ, ...scopes.scopes];
        if (ipRanges) apiKey.ipRanges = ipRanges.ranges;
        return { apiKey };
      },
      rollApiKey({ requestId, gameId, apiKeyId, heldScopes, graceSeconds = 86_400, createdBy }) {
        const known = answers.get(requestId);
        if (known) return known;
        const previous = get(gameId, apiKeyId, heldScopes);
        if (previous.replacedBy) throw new DomainError("API_KEY_ROLLING", "It was rolled.");
        const { name, scopes, ipRanges } = previous;
        const settings = { gameId, name, scopes, ipRanges, createdBy, replaces: previous.id };
        const made = make(settings, environments.get(gameId)?.mode ?? Mode.TEST);
        const endTime = timestampFromMs(Date.now() + graceSeconds * 1_000);
        Object.assign(previous, { replacedBy: made.apiKey.id, endTime, state: KeyState.ROLLING });
        if (graceSeconds === 0) revoke(previous);
        answers.set(requestId, { apiKey: made.apiKey, previous });
        return { ...made, previous };
      },
      revokeApiKey({ gameId, apiKeyId }) {
        const apiKey = get(gameId, apiKeyId);
        revoke(apiKey);
        return { apiKey };
      },
      listApiKeys: ({ gameId }) => ({
        apiKeys: stored
          .map(({ apiKey }) => apiKey)
          .filter((apiKey) => apiKey.gameId === gameId)
          .toReversed(),
      }),
    },
  };
  return keys;
}

function requireHeld(scopes: readonly KeyScope[], held: readonly KeyScope[]): void {
  if (held.length > 0 && scopes.some((scope) => !held.includes(scope)))
    throw new DomainError("SCOPE_MISSING", "This needs a scope that the API key would give.");
}

const nameOf = (digest: Uint8Array) => Buffer.from(digest).toString("hex");
