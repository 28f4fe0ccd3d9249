import type { Tx } from "@tms/kit/database/handle";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { createApiKey, digestApiKey, type ApiKeyMode } from "@tms/kit/values/secret";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import {
  isIncluded,
  SERVICE_SCOPES,
  toKeyScopes,
  toScope,
  toScopes,
  type Scope as RightScope,
} from "@tms/resources/rights";
import { findApiKey, type ApiKeyRow } from "./db/api-keys.ts";
import { lockGame } from "./db/games.ts";

// The prefix `tms_live_` and four characters of the secret, which identify a key but do not help to guess it.
const HINT_LENGTH = 13;

/** Returns a new secret, and the values that the database stores instead of the secret. */
export function makeSecret(mode: ApiKeyMode) {
  const secret = createApiKey(mode);
  const digest = Buffer.from(digestApiKey(secret));
  return { secret, stored: { mode, hint: secret.slice(0, HINT_LENGTH), digest } };
}

export const SCOPE_WORDS = wordsOf(KeyScope);

type Scope = WordOf<typeof KeyScope>;

const ALL = [...SERVICE_SCOPES.keys()];

// If a request asks for no scopes, the key gets no scope that another scope includes.
const isByDefault = (scope: KeyScope) => !toScopes([scope]).some(isIncluded);

/** Returns the scopes that an actor may give to a key. If `named` is not empty: only `read` and `named`. */
export function heldOf(rights: ReadonlySet<RightScope>, named: readonly KeyScope[]): KeyScope[] {
  return toKeyScopes(rights).filter((scope) => named.length === 0 || isAsked(scope, named));
}

/**
 * Returns the scopes of a key: `read` and the requested scopes. Without requested scopes, returns the held
 * scopes that no other scope includes. Throws SCOPE_MISSING if the actor does not hold all of the scopes.
 */
export function scopesOf(asked: readonly KeyScope[], held: readonly KeyScope[]): Scope[] {
  const given =
    asked.length === 0 ? held.filter(isByDefault) : ALL.filter((one) => isAsked(one, asked));
  const scopes = given.flatMap((scope) => SCOPE_WORDS.word(scope) ?? []);
  requireHeld(scopes, held);
  return scopes;
}

/** Throws SCOPE_MISSING if the actor does not hold all of the scopes. */
export function requireHeld(scopes: readonly Scope[], held: readonly KeyScope[]) {
  const words = held.map((scope) => SCOPE_WORDS.word(scope));
  const lacking = scopes.find((scope) => !words.includes(scope));
  if (lacking === undefined) return;
  const text = `The API key has the scope ${toScope(lacking)}, so you need that scope too.`;
  throw new DomainError("SCOPE_MISSING", text);
}

const isAsked = (scope: KeyScope, asked: readonly KeyScope[]): boolean =>
  scope === KeyScope.READ || asked.includes(scope);

const MAX_OF_A_NAME = 2;
const MAX_NAMES = 20;
const TOO_MANY_NAMES =
  "The API keys in use already have 20 different names. Use an existing name, or revoke all keys of one name first.";

/** Throws API_KEY_LIMIT for a third key with the name, or for a twenty-first name. */
export function requireRoom(inUse: ReadonlyMap<string, number>, name: string) {
  const ofName = inUse.get(name);
  if (ofName !== undefined && ofName >= MAX_OF_A_NAME) throw new DomainError("API_KEY_LIMIT");
  if (ofName === undefined && inUse.size >= MAX_NAMES)
    throw new DomainError("API_KEY_LIMIT", TOO_MANY_NAMES);
}

/** Removes the held scopes from the input of a fingerprint, because they may change before a repeat. */
export const withoutHeldScopes = <R extends { heldScopes: KeyScope[] }>(request: R): R => ({
  ...request,
  heldScopes: [],
});

/** Locks the environment of a key and returns the key. Throws API_KEY_ENDED if it is revoked or expired. */
export async function lockWorkingKey(tx: Tx, gameId: string, keyId: string): Promise<ApiKeyRow> {
  found(await lockGame(tx, gameId), "GAME_NOT_FOUND");
  const key = found(await findApiKey(tx, gameId, keyId), "API_KEY_NOT_FOUND");
  if (key.state === "revoked" || key.state === "expired") throw new DomainError("API_KEY_ENDED");
  return key;
}
