import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import { toKeyScopes, type Scope as RightScope } from "@tms/resources/rights";
import { scopeMissing } from "../errors.ts";

/** What the database calls the scopes of keys. */
export const SCOPES = wordsOf(KeyScope);

type Scope = WordOf<typeof KeyScope>;

const ALL: readonly KeyScope[] = [
  KeyScope.READ,
  KeyScope.TOURNAMENTS_WRITE,
  KeyScope.ENTRIES_WRITE,
  KeyScope.SCORES_WRITE,
  KeyScope.WALLETS_WRITE,
  KeyScope.WEBHOOKS_WRITE,
];

// What it allows, entries_write does as well: a key has it where somebody asked for it.
const isByDefault = (scope: KeyScope): boolean => scope !== KeyScope.SCORES_WRITE;

/**
 * The scopes that an actor may give to a key: those of its right in the environment now, of which the
 * request may name a part. A request that names none names all.
 */
export function heldOf(rights: ReadonlySet<RightScope>, named: readonly KeyScope[]): KeyScope[] {
  const present = toKeyScopes(rights);
  return ALL.filter(
    (scope) => present.includes(scope) && (named.length === 0 || isAsked(scope, named)),
  );
}

/**
 * The scopes that a key gets: all held scopes but scores_write if none is asked for, else those asked
 * for, and read. Throws SCOPE_MISSING.
 */
export function scopesOf(asked: readonly KeyScope[], held: readonly KeyScope[]): Scope[] {
  const given =
    asked.length === 0 ? held.filter(isByDefault) : ALL.filter((one) => isAsked(one, asked));
  const scopes = given.flatMap((scope) => SCOPES.word(scope) ?? []);
  requireHeld(scopes, held);
  return scopes;
}

/** Throws SCOPE_MISSING for scopes that are not held, which a key or its secret would give. */
export function requireHeld(scopes: readonly Scope[], held: readonly KeyScope[]): void {
  const lacking = scopes.find((scope) => !held.includes(SCOPES.value(scope)));
  if (lacking !== undefined) throw scopeMissing(lacking.replace("_", ":"));
}

const isAsked = (scope: KeyScope, asked: readonly KeyScope[]): boolean =>
  scope === KeyScope.READ || asked.includes(scope);
