import type { IntentOf } from "../plan.ts";
import type { Behaviour } from "./behaviour.ts";
import {
  checkDeciding,
  mayNameDisqualified,
  refusalsOfNamed,
  requestWithReason,
} from "./named-gamers.ts";

export const disqualify: Behaviour<IntentOf<"disqualify">> = {
  request: requestWithReason,
  identity: ({ entries }) => entries.map((entry) => [entry.id, entry.state, entry.updatedAt]),
  checkAcknowledged: checkDeciding,
  refusals: { ...refusalsOfNamed, gamer_disqualified: mayNameDisqualified },
};
