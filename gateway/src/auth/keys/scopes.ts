import type { KeyScope } from "@tms/proto/tms/game/v1/game";
import { SERVICE_SCOPES, wordsOfScopes } from "@tms/resources/api-key";
import { API_KEY_SCOPES, type Scope } from "../scopes.ts";

/** Scopes for the game service; those that no key can have are left out. */
export function keyScopesOf(words: Iterable<Scope>): KeyScope[] {
  const asked = new Set(words);
  return [...SERVICE_SCOPES].flatMap(([scope, word]) => (asked.has(word) ? scope : []));
}

/** Each key has `read`; only a service of an earlier release, whose keys have all scopes, tells none. */
export const scopesOfKey = (scopes: readonly KeyScope[]): ReadonlySet<Scope> =>
  scopes.length === 0 ? API_KEY_SCOPES : new Set(wordsOfScopes(scopes));
