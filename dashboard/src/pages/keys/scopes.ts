/** The scopes that a key can have in addition to reading. */
export const KEY_SCOPES = [
  {
    value: "tournaments:write",
    label: "Tournaments",
    description: "Create, publish and end tournaments",
  },
  {
    value: "entries:write",
    label: "Entries",
    description: "Create, add and eliminate gamers, record scores",
  },
  {
    value: "scores:write",
    label: "Scores",
    description: "Record scores, for example from match servers",
  },
  { value: "wallets:write", label: "Wallets", description: "Deposit and withdraw money" },
  { value: "webhooks:write", label: "Webhooks", description: "Manage endpoints and replay events" },
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number]["value"];

const SCORES: KeyScope = "scores:write";

export const isImplied = (scope: KeyScope, scopes: readonly string[]): boolean =>
  scope === SCORES && scopes.includes("entries:write");

export const withImplied = (scopes: readonly string[]): KeyScope[] =>
  KEY_SCOPES.map(({ value }) => value).filter(
    (scope) => scopes.includes(scope) || isImplied(scope, scopes),
  );

export function describeScopes(scopes: readonly string[]): string {
  const given = withImplied(scopes);
  if (given.length === KEY_SCOPES.length) return "full access";
  const named = KEY_SCOPES.filter(({ value }) => given.includes(value));
  return ["read", ...named.map(({ label }) => label.toLowerCase())].join(", ");
}
