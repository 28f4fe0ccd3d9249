import { KEY_SCOPES } from "@tms/resources/api-key";

/** Permissions within a game. Every operation of a game declares the one that it needs. */
export const SCOPES = [
  "read",
  "tournaments:write",
  "entries:write",
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
