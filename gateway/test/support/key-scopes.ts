import { KeyScope } from "@tms/proto/tms/game/v1/game";
import type { Access } from "../../src/auth/access.ts";
import { isScope, suffices, type Scope } from "../../src/auth/scopes.ts";

/** What the game service calls the scopes that keys can have. */
export const ALL_KEY_SCOPES: Record<Scope, KeyScope | undefined> = {
  read: KeyScope.READ,
  "tournaments:write": KeyScope.TOURNAMENTS_WRITE,
  "entries:write": KeyScope.ENTRIES_WRITE,
  "scores:write": KeyScope.SCORES_WRITE,
  "wallets:write": KeyScope.WALLETS_WRITE,
  "webhooks:write": KeyScope.WEBHOOKS_WRITE,
  "keys:write": undefined,
  "members:write": undefined,
  "game:write": undefined,
};

/** Whether one scope alone lets in where another is needed. */
export const isEnough = (scope: Scope, needed: Access["scope"]) =>
  isScope(needed) && suffices(new Set([scope]), needed);
