import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { Role } from "./member.ts";

/** The scopes of API keys. Only people can change keys, members and the game itself. */
export const KEY_SCOPES = [
  "read",
  "tournaments:write",
  "entries:write",
  "scores:write",
  "wallets:write",
  "webhooks:write",
] as const;
type KeyScopeWord = (typeof KEY_SCOPES)[number];

/** The scopes of API keys, by their values in the game service. */
export const SERVICE_SCOPES: ReadonlyMap<KeyScope, KeyScopeWord> = new Map([
  [KeyScope.READ, "read"],
  [KeyScope.TOURNAMENTS_WRITE, "tournaments:write"],
  [KeyScope.ENTRIES_WRITE, "entries:write"],
  [KeyScope.SCORES_WRITE, "scores:write"],
  [KeyScope.WALLETS_WRITE, "wallets:write"],
  [KeyScope.WEBHOOKS_WRITE, "webhooks:write"],
]);

/** Returns scopes of a key in the order of the catalog, without unknown ones. */
export const toScopes = (scopes: readonly KeyScope[]): KeyScopeWord[] =>
  [...SERVICE_SCOPES].flatMap(([scope, word]) => (scopes.includes(scope) ? word : []));

/** Permissions within a game. Every operation of a game declares the scope that it needs. */
export const SCOPES = [...KEY_SCOPES, "keys:write", "members:write", "game:write"] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (value: unknown): value is Scope =>
  (SCOPES as readonly unknown[]).includes(value);

/** Converts scopes to values of the game service, without scopes that no key can have. */
export function toKeyScopes(words: Iterable<Scope>): KeyScope[] {
  const asked = new Set(words);
  return [...SERVICE_SCOPES].flatMap(([scope, word]) => (asked.has(word) ? scope : []));
}

/** The mode of an environment: for production, or for trying things out. */
export type Mode = "live" | "test";

// Scopes by the lesser scopes that they include. A match server gets only the lesser scope. A caller that
// joins and eliminates gamers needs only the greater one.
const INCLUDED_IN: Readonly<Partial<Record<Scope, Scope>>> = { "scores:write": "entries:write" };

/** Reports whether scopes have a needed scope, or a scope that includes it. */
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
