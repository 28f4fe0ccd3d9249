/** Permissions. Every operation declares the one that it needs. */
export const SCOPES = [
  "read",
  "tournaments:write",
  "entries:write",
  "wallets:write",
  "webhooks:write",
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes of an API key. */
export const API_KEY_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);

/** Whether a value is the name of a scope. */
export const isScope = (value: unknown): value is Scope =>
  (SCOPES as readonly unknown[]).includes(value);
