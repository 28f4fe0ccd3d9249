import { KEY_SCOPES } from "@tms/resources/api-key";

/** Permissions within a game. Every operation of a game declares the one that it needs. */
export const SCOPES = [
  "read",
  "tournaments:write",
  "entries:write",
  "scores:write",
  "wallets:write",
  "webhooks:write",
  "keys:write",
  "members:write",
  "game:write",
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes that an API key can have. */
export const API_KEY_SCOPES: ReadonlySet<Scope> = new Set<Scope>(KEY_SCOPES);

/** Whether a value is the name of a scope. */
export const isScope = (value: unknown): value is Scope =>
  (SCOPES as readonly unknown[]).includes(value);

// A match server gets the lesser scope; whoever may join and eliminate needs no second one.
const INCLUDED_IN: Readonly<Partial<Record<Scope, Scope>>> = { "scores:write": "entries:write" };

/** Whether scopes suffice for an operation that needs one: they have it, or one that includes it. */
export function suffices(scopes: ReadonlySet<Scope>, needed: Scope): boolean {
  const greater = INCLUDED_IN[needed];
  return scopes.has(needed) || (greater !== undefined && scopes.has(greater));
}
