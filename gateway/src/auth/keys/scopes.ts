import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { API_KEY_SCOPES, type Scope } from "../scopes.ts";

/** What the game service calls the scopes of keys. */
const SCOPES: ReadonlyMap<KeyScope, Scope> = new Map([
  [KeyScope.READ, "read"],
  [KeyScope.TOURNAMENTS_WRITE, "tournaments:write"],
  [KeyScope.ENTRIES_WRITE, "entries:write"],
  [KeyScope.WALLETS_WRITE, "wallets:write"],
  [KeyScope.WEBHOOKS_WRITE, "webhooks:write"],
]);

/** The scopes of a key in the order of the catalogue; those that are unknown are left out. */
export const wordsOfScopes = (scopes: readonly KeyScope[]): Scope[] =>
  [...SCOPES].flatMap(([scope, word]) => (scopes.includes(scope) ? word : []));

/** The same scopes for the game service; those that no key can have are left out. */
export function keyScopesOf(words: Iterable<Scope>): KeyScope[] {
  const asked = new Set(words);
  return [...SCOPES].flatMap(([scope, word]) => (asked.has(word) ? scope : []));
}

/** Each key has `read`; only a service of an earlier release, whose keys have all scopes, tells none. */
export const scopesOfKey = (scopes: readonly KeyScope[]): ReadonlySet<Scope> =>
  scopes.length === 0 ? API_KEY_SCOPES : new Set(wordsOfScopes(scopes));
