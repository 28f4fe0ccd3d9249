export type Role = "owner" | "developer" | "viewer";

const DEVELOPER = [
  "read",
  "tournaments:write",
  "entries:write",
  "scores:write",
  "webhooks:write",
  "keys:write",
];
const OWNER = [...DEVELOPER, "wallets:write", "members:write"];

/** Ranks roles: a member can give a role that ranks no higher than its own. */
export const rankRole = (role: Role | null): number =>
  role === null ? 0 : { viewer: 1, developer: 2, owner: 3 }[role];

/** Whether a role has these scopes. A developer moves money in the test environment only. */
export function hasScopes(
  role: Role | null,
  scopes: readonly string[],
  mode: "live" | "test" = "live",
): boolean {
  const held = {
    owner: OWNER,
    developer: mode === "test" ? [...DEVELOPER, "wallets:write"] : DEVELOPER,
    viewer: ["read"],
  };
  return role !== null && scopes.every((scope) => held[role].includes(scope));
}
