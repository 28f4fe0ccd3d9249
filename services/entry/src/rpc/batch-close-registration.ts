import { toRefusal } from "@tms/kit/errors/refusal";
import { settledInGroups } from "@tms/kit/rpc/streams";
import type { Context, Rpcs } from "../context.ts";
import { close, finish, type CloseOutcome } from "../joining/close.ts";

/** Closes registrations together; those with joins under way are then finished, each by itself. */
export const batchCloseRegistration = (context: Context): Rpcs["batchCloseRegistration"] =>
  async function* ({ registrations }) {
    const closed = await close(context.db, registrations);
    const outcomes = closed.map(async (registration, index) =>
      outcomeMessage(index, await finish(context, registration)),
    );
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  };

const outcomeMessage = (index: number, outcome: CloseOutcome) => ({
  index,
  outcome: outcomeOf(outcome),
});

function outcomeOf(outcome: CloseOutcome) {
  if (outcome instanceof Error) return { case: "refused", value: toRefusal(outcome) } as const;
  const { pending, seatsTaken } = outcome;
  if (pending > 0) return { case: "unfinished", value: pending } as const;
  // With none pending, the seats are the entries: none need be counted.
  return { case: "closed", value: { entries: seatsTaken } } as const;
}
