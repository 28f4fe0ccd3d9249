import type { Role } from "@tms/resources/member";
import type { Scope } from "../scopes.ts";

/** Whether an environment is for production or for trying things out. */
export type Mode = "live" | "test";

const READING: readonly Scope[] = ["read"];
const DEVELOPING: readonly Scope[] = [
  ...READING,
  "tournaments:write",
  "entries:write",
  "scores:write",
  "webhooks:write",
  "keys:write",
];
const OWNING: readonly Scope[] = [...DEVELOPING, "wallets:write", "members:write", "game:write"];

/** What each role may do, the only place that says so. Developers move money in test alone. */
const SCOPES_OF: Record<Role, Record<Mode, ReadonlySet<Scope>>> = {
  viewer: { live: new Set(READING), test: new Set(READING) },
  developer: { live: new Set(DEVELOPING), test: new Set([...DEVELOPING, "wallets:write"]) },
  owner: { live: new Set(OWNING), test: new Set(OWNING) },
};

/** The scopes of a role in an environment. */
export const scopesOf = (role: Role, mode: Mode): ReadonlySet<Scope> => SCOPES_OF[role][mode];
