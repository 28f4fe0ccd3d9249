import type { Tx } from "@tms/kit/database/handle";
import { DomainError, found } from "@tms/kit/errors/domain-error";
import { createApiKey, digestApiKey, type ApiKeyMode } from "@tms/kit/values/secret";
import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { SERVICE_SCOPES, toKeyScopes, type Scope as RightScope } from "@tms/resources/rights";
import { findApiKey, type ApiKeyRow } from "../db/api-keys.ts";
import { lockGame } from "../db/games.ts";
import { scopeMissing, tooManyKeyNames } from "../errors.ts";

// The length of the hint: the prefix `tms_live_` and four characters of the secret. These characters identify
// a key, but do not help to guess it.
const HINT_LENGTH = 13;

/** A new secret, and the part of it that is stored. */
export interface NewSecret {
  secret: string;
  stored: { mode: ApiKeyMode; hint: string; digest: Buffer };
}

export function makeSecret(mode: ApiKeyMode): NewSecret {
  const secret = createApiKey(mode);
  const digest = Buffer.from(digestApiKey(secret));
  return { secret, stored: { mode, hint: secret.slice(0, HINT_LENGTH), digest } };
}

export const SCOPES = wordsOf(KeyScope);

type Scope = WordOf<typeof KeyScope>;

const ALL = [...SERVICE_SCOPES.keys()];

// A key gets this scope only on request, because entries_write includes its rights.
const isByDefault = (scope: KeyScope): boolean => scope !== KeyScope.SCORES_WRITE;

/**
 * Returns the scopes that an actor may give to a key. These are the scopes of the actor's rights in the
 * environment. If `named` is not empty, they are limited to `read` and the named scopes.
 */
export function heldOf(rights: ReadonlySet<RightScope>, named: readonly KeyScope[]): KeyScope[] {
  const present = toKeyScopes(rights);
  return ALL.filter(
    (scope) => present.includes(scope) && (named.length === 0 || isAsked(scope, named)),
  );
}

/**
 * Returns the scopes of a key. If the request asks for no scopes, these are all held scopes except
 * scores_write. Otherwise they are read and the requested scopes. Throws SCOPE_MISSING if the actor does not
 * hold them.
 */
export function scopesOf(asked: readonly KeyScope[], held: readonly KeyScope[]): Scope[] {
  const given =
    asked.length === 0 ? held.filter(isByDefault) : ALL.filter((one) => isAsked(one, asked));
  const scopes = given.flatMap((scope) => SCOPES.word(scope) ?? []);
  requireHeld(scopes, held);
  return scopes;
}

/** Throws SCOPE_MISSING if the actor does not hold all of the scopes. */
export function requireHeld(scopes: readonly Scope[], held: readonly KeyScope[]): void {
  const lacking = scopes.find((scope) => !held.includes(SCOPES.value(scope)));
  if (lacking !== undefined) throw scopeMissing(lacking.replace("_", ":"));
}

const isAsked = (scope: KeyScope, asked: readonly KeyScope[]): boolean =>
  scope === KeyScope.READ || asked.includes(scope);

// The maximum number of keys in use with the same name: a key and its successor.
const MAX_OF_A_NAME = 2;
const MAX_NAMES = 20;

/**
 * Throws API_KEY_LIMIT if two keys with the name are already in use. Also throws it for a new name if the
 * keys in use already have twenty names.
 */
export function requireRoom(inUse: ReadonlyMap<string, number>, name: string): void {
  const ofName = inUse.get(name);
  if (ofName !== undefined && ofName >= MAX_OF_A_NAME) throw new DomainError("API_KEY_LIMIT");
  if (ofName === undefined && inUse.size >= MAX_NAMES) throw tooManyKeyNames();
}

/**
 * Returns a request without the scopes that the actor holds, for its fingerprint. These scopes may change
 * before a repeat.
 */
export const withoutHeldScopes = <R extends { heldScopes: KeyScope[] }>(request: R): R => ({
  ...request,
  heldScopes: [],
});

/** Locks an environment, and returns one of its keys. Throws if the key does not exist or has ended. */
export async function lockWorkingKey(tx: Tx, gameId: string, keyId: string): Promise<ApiKeyRow> {
  found(await lockGame(tx, gameId), "GAME_NOT_FOUND");
  const key = found(await findApiKey(tx, gameId, keyId), "API_KEY_NOT_FOUND");
  if (key.state === "revoked" || key.state === "expired") throw new DomainError("API_KEY_ENDED");
  return key;
}
