import { wordsOf, type WordOf } from "@tms/kit/values/words";
import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { Role } from "./member.ts";

type ScopeOf<Word> = Word extends `${infer Subject}_${infer Action}`
  ? `${Subject}:${Action}`
  : Word;
type KeyScopeWord = ScopeOf<WordOf<typeof KeyScope>>;

const WORDS = wordsOf(KeyScope);

/** Converts a word that the database stores to its scope: `entries_write` becomes `entries:write`. */
export const toScope = <W extends string>(word: W) => word.replace("_", ":") as ScopeOf<W>;

/** The scopes that API keys can have, by their enum values. People can have other scopes, too. */
export const SERVICE_SCOPES: ReadonlyMap<KeyScope, KeyScopeWord> = new Map(
  WORDS.all.map((word) => [WORDS.value(word), toScope(word)]),
);

export const KEY_SCOPES: readonly KeyScopeWord[] = [...SERVICE_SCOPES.values()];

/** Converts enum values to scopes, in the order of {@link SERVICE_SCOPES}. Drops unknown values. */
export const toScopes = (scopes: readonly KeyScope[]): KeyScopeWord[] =>
  [...SERVICE_SCOPES].flatMap(([scope, word]) => (scopes.includes(scope) ? word : []));

/** The descriptions of the scopes that a key can have in addition to `read`. The dashboard shows them. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Exclude<KeyScopeWord, "read">, string>> = {
  "tournaments:write": "Create, publish and end tournaments",
  "entries:write": "Create, add and eliminate gamers, record scores",
  "scores:write": "Record scores, for example from match servers",
  "wallets:write": "Deposit and withdraw money",
  "webhooks:write": "Manage endpoints and replay events",
};

/** A permission within a game. Every operation of a game declares the scope that it needs. */
export type Scope = KeyScopeWord | "keys:write" | "members:write" | "game:write";

export const SCOPES: readonly Scope[] = [
  ...KEY_SCOPES,
  "keys:write",
  "members:write",
  "game:write",
];

export const isScope = (value: unknown): value is Scope =>
  (SCOPES as readonly unknown[]).includes(value);

/** Converts scopes to enum values. Drops scopes that API keys cannot have. */
export function toKeyScopes(words: Iterable<Scope>): KeyScope[] {
  const asked = new Set(words);
  return [...SERVICE_SCOPES].flatMap(([scope, word]) => (asked.has(word) ? scope : []));
}

/** The mode of an environment: `live` for production, or `test` for development. */
export type Mode = "live" | "test";

// The greater scope that includes a scope. A match server needs only `scores:write`. A caller that also joins
// and eliminates gamers needs only `entries:write`.
export const INCLUDED_IN: Readonly<Partial<Record<Scope, Scope>>> = {
  "scores:write": "entries:write",
};

/** Reports whether another scope includes this scope. */
export const isIncluded = (scope: Scope): boolean => INCLUDED_IN[scope] !== undefined;

/** Reports whether `scopes` has the needed scope, or the scope that includes the needed scope. */
export function suffices(scopes: ReadonlySet<Scope>, needed: Scope): boolean {
  const greater = INCLUDED_IN[needed];
  return scopes.has(needed) || (greater !== undefined && scopes.has(greater));
}

const READING: readonly Scope[] = ["read"];
const DEVELOPING: readonly Scope[] = [
  ...READING,
  "tournaments:write",
  "entries:write",
  "scores:write",
  "webhooks:write",
  "keys:write",
];

/** The scopes of each role, by mode. Developers can move money only in test environments. */
const SCOPES_OF: Record<Role, Record<Mode, ReadonlySet<Scope>>> = {
  viewer: { live: new Set(READING), test: new Set(READING) },
  developer: { live: new Set(DEVELOPING), test: new Set([...DEVELOPING, "wallets:write"]) },
  owner: { live: new Set(SCOPES), test: new Set(SCOPES) },
};

export const scopesOf = (role: Role, mode: Mode): ReadonlySet<Scope> => SCOPES_OF[role][mode];
