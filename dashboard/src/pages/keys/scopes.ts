/** What a key can be allowed, besides reading, which every key may. */
export const KEY_SCOPES = [
  { value: "tournaments:write", label: "Tournaments", description: "create, publish, end" },
  {
    value: "entries:write",
    label: "Entries",
    description: "join, eliminate, record scores, create gamers",
  },
  { value: "scores:write", label: "Scores", description: "record scores, for match servers" },
  { value: "wallets:write", label: "Wallets", description: "deposit, withdraw" },
  { value: "webhooks:write", label: "Webhooks", description: "endpoints, replays" },
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number]["value"];

/** The scopes that together allow all that a key can be allowed: entries include scores. */
export const EVERYTHING: readonly KeyScope[] = KEY_SCOPES.map(({ value }) => value).filter(
  (scope) => scope !== "scores:write",
);

/** What a key may, in a few words. */
export function describeScopes(scopes: readonly string[]): string {
  const named = KEY_SCOPES.filter(({ value }) => scopes.includes(value));
  if (EVERYTHING.every((scope) => scopes.includes(scope))) return "everything";
  return ["read", ...named.map(({ label }) => label.toLowerCase())].join(", ");
}
