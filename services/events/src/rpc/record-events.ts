import { invalidField } from "@tms/kit/errors/domain-error";
import { eventsOfBatch } from "@tms/kit/events/batch";
import type { Event } from "@tms/proto/tms/event/v1/event";
import type { Context, Rpcs } from "../context.ts";
import { takeIn } from "../intake/take-in.ts";

/** Takes events into their environments' logs. */
export const recordEvents =
  (context: Context): Rpcs["recordEvents"] =>
  async ({ events, overdueIds }) => {
    const answer = await takeIn(context, read(events), new Set(overdueIds));
    context.dispatcher.wake();
    return answer;
  };

function read(bytes: Uint8Array): Event[] {
  try {
    return eventsOfBatch(bytes);
  } catch {
    throw invalidField("events", "must be an EventBatch");
  }
}
