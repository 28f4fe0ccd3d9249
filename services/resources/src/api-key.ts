import { wordsOf } from "@tms/kit/values/words";
import { KeyScope, KeyState, type ApiKey } from "@tms/proto/tms/game/v1/game";
import { isoOf, isoOrNull } from "./values/times.ts";

/** The scopes of an API key: what concerns keys, the team and the game itself is left to people. */
export const KEY_SCOPES = [
  "read",
  "tournaments:write",
  "entries:write",
  "scores:write",
  "wallets:write",
  "webhooks:write",
] as const;
type Scope = (typeof KEY_SCOPES)[number];

/** What the game service calls the scopes of keys. */
export const SERVICE_SCOPES: ReadonlyMap<KeyScope, Scope> = new Map([
  [KeyScope.READ, "read"],
  [KeyScope.TOURNAMENTS_WRITE, "tournaments:write"],
  [KeyScope.ENTRIES_WRITE, "entries:write"],
  [KeyScope.SCORES_WRITE, "scores:write"],
  [KeyScope.WALLETS_WRITE, "wallets:write"],
  [KeyScope.WEBHOOKS_WRITE, "webhooks:write"],
]);

/** The scopes of a key in the order of the catalogue; those that are unknown are left out. */
export const wordsOfScopes = (scopes: readonly KeyScope[]): Scope[] =>
  [...SERVICE_SCOPES].flatMap(([scope, word]) => (scopes.includes(scope) ? word : []));

const STATES = wordsOf(KeyState);

/** A key as people see it. */
export function keyJson(key: ApiKey | undefined) {
  if (key === undefined) throw new Error("the game service returned no key");
  const state = STATES.word(key.state);
  if (state === undefined) throw new Error("the game service returned an API key without a state");
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: wordsOfScopes(key.scopes),
    ipRanges: key.ipRanges,
    state,
    createdBy: key.createdBy || null,
    createdAt: isoOf(key.createTime),
    expiresAt: isoOrNull(key.expireTime),
    lastUsedAt: isoOrNull(key.lastUseTime),
    lastUsedAddress: key.lastUseAddress || null,
    replaces: key.replaces || null,
    replacedBy: key.replacedBy || null,
    endsAt: isoOrNull(key.endTime),
  };
}
