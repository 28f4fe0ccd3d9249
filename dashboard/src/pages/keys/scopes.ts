/** What a key can be allowed, besides reading, which every key may. */
export const KEY_SCOPES = [
  { value: "tournaments:write", label: "Tournaments", description: "create, publish, end" },
  { value: "entries:write", label: "Entries", description: "join, eliminate, create gamers" },
  { value: "wallets:write", label: "Wallets", description: "deposit, withdraw" },
  { value: "webhooks:write", label: "Webhooks", description: "endpoints, replays" },
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number]["value"];

/** What a key may, in a few words. */
export function describeScopes(scopes: readonly string[]): string {
  const named = KEY_SCOPES.filter(({ value }) => scopes.includes(value));
  if (named.length === KEY_SCOPES.length) return "everything";
  return ["read", ...named.map(({ label }) => label.toLowerCase())].join(", ");
}
