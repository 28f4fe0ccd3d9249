import { toRefusal } from "@tms/kit/errors/refusal";
import { settledInGroups } from "@tms/kit/rpc/streams";
import type { Context, Rpcs } from "../context.ts";
import { rankableOf } from "../db/registrations.ts";
import { chargePendingOf, closeNow, type CloseOutcome } from "../joining/close.ts";
import { countPayable } from "../ranking/scored-ranking.ts";

/** Closes registrations together; those with joins under way are then finished, each by itself. */
export const batchCloseRegistration = (context: Context): Rpcs["batchCloseRegistration"] =>
  async function* ({ registrations }) {
    const closed = await closeNow(context.db, registrations);
    const outcomes = closed.map(async (registration, index) =>
      outcomeMessage(context, index, await chargePendingOf(context, registration)),
    );
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  };

const outcomeMessage = async (context: Context, index: number, outcome: CloseOutcome) => ({
  index,
  outcome: await outcomeOf(context, outcome),
});

async function outcomeOf({ db }: Context, outcome: CloseOutcome) {
  if (outcome instanceof Error) return { case: "refused", value: toRefusal(outcome) } as const;
  const { pending, seatsTaken: entries, disqualified, scored } = outcome;
  if (pending > 0) return { case: "unfinished", value: pending } as const;
  // With none pending, the seats are the entries: none need be counted.
  if (!scored && disqualified === 0) return { case: "closed", value: { entries } } as const;
  const payable = scored ? await countPayable(db, outcome) : rankableOf(outcome);
  return { case: "closed", value: { entries, payable } } as const;
}
