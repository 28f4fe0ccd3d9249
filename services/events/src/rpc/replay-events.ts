import { idempotent } from "@tms/kit/database/idempotent";
import { invalidField } from "@tms/kit/errors/domain-error";
import { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import type { Context, DeliveryRpcs } from "../context.ts";
import { endBackoff, lockDispatch } from "../db/dispatches.ts";
import { findHead } from "../db/heads.ts";
import { countRange, startReplay } from "../db/replays.ts";
import { lockEnabled } from "../endpoints/lock.ts";
import { eventsExpired, replayRunning } from "../errors.ts";

// So many are looked through in a fraction of a second, however few of them the endpoint wants.
const MOST = 1_000_000n;

const method = DeliveryService.method.replayEvents;

/** Begins to send a range of events again. */
export const replayEvents =
  ({ db, dispatcher }: Context): DeliveryRpcs["replayEvents"] =>
  async (request) => {
    const { gameId, endpointId, afterSequence: after, onlyFailed } = request;
    const mutation = { faultPoint: "events.start-replay", method, request } as const;
    const response = await idempotent(db, mutation, async (tx) => {
      const { events: wanted } = await lockEnabled(tx, request);
      const { position, isReplaying } = await lockDispatch(tx, endpointId);
      if (isReplaying) throw replayRunning();
      const forgotten = (await findHead(tx, gameId))?.forgottenThrough ?? 0n;
      if (after < forgotten) throw eventsExpired(forgotten + 1n);
      const asked = request.throughSequence ?? position;
      // What comes after the position is sent anyway.
      const through = asked < position ? asked : position;
      // Failed deliveries are found without a look at the others.
      if (!onlyFailed && through - after > MOST)
        throw invalidField(
          "through_sequence",
          `must be at most ${MOST} higher than after_sequence`,
        );
      const range = { endpointId, gameId, events: wanted, after, through, onlyFailed };
      const events = after < through ? await countRange(tx, range, MOST + 1n) : 0n;
      if (events > MOST)
        throw invalidField(
          "through_sequence",
          `selects more than ${MOST} events. Choose a smaller range`,
        );
      if (events > 0n) {
        await startReplay(tx, range);
        await endBackoff(tx, endpointId);
      }
      return { events };
    });
    dispatcher.wake();
    return response;
  };
