import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
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
 * The scopes that a key gets: all that the giver holds where none is asked for, but scores_write, and
 * read beside any other. An operator, who names no scopes as held, holds all. Throws SCOPE_MISSING.
 */
export function scopesOf(asked: readonly KeyScope[], held: readonly KeyScope[]): Scope[] {
  const given =
    asked.length === 0
      ? heldOf(held).filter(isByDefault)
      : ALL.filter((one) => isAsked(one, asked));
  const scopes = given.flatMap((scope) => SCOPES.word(scope) ?? []);
  requireHeld(scopes, held);
  return scopes;
}

/** Refuses whoever would give, or get by a secret, a scope that they do not hold. */
export function requireHeld(scopes: readonly Scope[], held: readonly KeyScope[]): void {
  const lacking = scopes.find((scope) => !heldOf(held).includes(SCOPES.value(scope)));
  if (lacking !== undefined) throw scopeMissing(lacking.replace("_", ":"));
}

const heldOf = (held: readonly KeyScope[]): readonly KeyScope[] =>
  held.length === 0 ? ALL : ALL.filter((one) => isAsked(one, held));

const isAsked = (scope: KeyScope, asked: readonly KeyScope[]): boolean =>
  scope === KeyScope.READ || asked.includes(scope);
