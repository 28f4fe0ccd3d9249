import type { Intent, IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { cancel } from "./cancel.ts";
import { complete } from "./complete.ts";
import { create } from "./create.ts";
import { deposit } from "./deposit.ts";
import { eliminate } from "./eliminate.ts";
import { gamer } from "./gamer.ts";
import { join } from "./join.ts";
import { publish } from "./publish.ts";
import { withdraw } from "./withdraw.ts";

const OPERATIONS: { readonly [K in Intent["kind"]]: Behaviour<IntentOf<K>> } = {
  create,
  publish,
  join,
  eliminate,
  complete,
  cancel,
  gamer,
  deposit,
  withdraw,
};

/** How an operation behaves, by its intent. */
export const behaviourOf = (intent: Intent): Behaviour<Intent> =>
  // The table gives each kind its own; TypeScript cannot tell which one this is.
  OPERATIONS[intent.kind] as Behaviour<Intent>;
