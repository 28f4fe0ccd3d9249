import type { Intent, IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import { cancel } from "./cancel.ts";
import { complete } from "./complete.ts";
import { create } from "./create.ts";
import { deposit } from "./deposit.ts";
import { disqualify } from "./disqualify.ts";
import { eliminate } from "./eliminate.ts";
import { gamer } from "./gamer.ts";
import { join, joins } from "./join.ts";
import { accept } from "./people/accept.ts";
import { changeRole } from "./people/change-role.ts";
import { createGame } from "./people/create-game.ts";
import { invite } from "./people/invite.ts";
import { issueKey } from "./people/issue-key.ts";
import { readUser } from "./people/read-user.ts";
import { refresh } from "./people/refresh.ts";
import { remove } from "./people/remove.ts";
import { revokeKey } from "./people/revoke-key.ts";
import { rollKey } from "./people/roll-key.ts";
import { signIn } from "./people/sign-in.ts";
import { signOut } from "./people/sign-out.ts";
import { signUp } from "./people/sign-up.ts";
import { steal } from "./people/steal.ts";
import { useKey } from "./people/use-key.ts";
import { verify } from "./people/verify.ts";
import { publish } from "./publish.ts";
import { reinstate } from "./reinstate.ts";
import { review } from "./review.ts";
import { score, scores } from "./score.ts";
import { withdraw } from "./withdraw.ts";

const OPERATIONS: { readonly [K in Intent["kind"]]: Behaviour<IntentOf<K>> } = {
  create,
  publish,
  join,
  joins,
  eliminate,
  disqualify,
  reinstate,
  score,
  scores,
  review,
  complete,
  cancel,
  gamer,
  deposit,
  withdraw,
  accept,
  "change-role": changeRole,
  "create-game": createGame,
  invite,
  "issue-key": issueKey,
  "read-user": readUser,
  refresh,
  remove,
  "revoke-key": revokeKey,
  "roll-key": rollKey,
  "sign-in": signIn,
  "sign-out": signOut,
  "sign-up": signUp,
  steal,
  "use-key": useKey,
  verify,
};

/** How an operation behaves, by its intent. */
export const behaviourOf = (intent: Intent): Behaviour<Intent> =>
  // The table gives each kind its own; TypeScript cannot tell which one this is.
  OPERATIONS[intent.kind] as Behaviour<Intent>;
